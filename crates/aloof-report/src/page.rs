//! A page: one self-contained HTML file, no script, nothing from elsewhere, light and dark, fit for print and for screen
//! readers.

use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2430;--soft:#5b6270;--paper:#fff;--line:#d9dde4;--good:#166534;--bad:#991b1b}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#a6adbb;--paper:#15181e;--line:#39404d;--good:#86efac;--bad:#fca5a5}}
body{margin:0 auto;max-width:46rem;padding:2rem 1rem 4rem;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.2rem 0 .5rem}
p.lead{font-size:1.1rem}.soft{color:var(--soft)}.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}td.n,th.n{text-align:right}
figure{margin:1rem 0}figure svg{width:100%;height:auto;border-radius:6px}figcaption{color:var(--soft)}
@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}figure,table{break-inside:avoid}}
";

/// A page that is being written.
#[derive(Debug)]
pub struct Page {
    html: String,
}

impl Page {
    /// Begins with a title.
    pub fn new(title: &str) -> Self {
        let title = escape(title);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        );
        Self { html }
    }

    /// What is to be read first.
    pub fn lead(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p class=\"lead\">{}</p>", escape(text));
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escape(text));
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.html, "<h2>{}</h2>", escape(text));
    }

    /// Points, one below the other.
    pub fn list(&mut self, points: &[String]) {
        self.html.push_str("<ul>\n");
        points.iter().for_each(|point| {
            let _ = writeln!(self.html, "<li>{}</li>", escape(point));
        });
        self.html.push_str("</ul>\n");
    }

    /// A picture that was made here, and what it shows.
    pub fn picture(&mut self, svg: &str, caption: &str) {
        let _ = writeln!(self.html, "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>", escape(caption));
    }

    /// A table; cells that are numbers stand to the right.
    pub fn table(&mut self, caption: &str, header: &[&str], rows: &[Vec<String>]) {
        let _ = write!(self.html, "<table>\n<caption>{}</caption>\n<thead><tr>", escape(caption));
        header.iter().for_each(|name| {
            let _ = write!(self.html, "<th scope=\"col\">{}</th>", escape(name));
        });
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.html.push_str("<tr>");
            for (at, cell) in row.iter().enumerate() {
                let number = cell.starts_with(|c: char| c.is_ascii_digit());
                let (tag, class) = match (at, number) {
                    (0, _) => ("th scope=\"row\"", ""),
                    (_, true) => ("td", " class=\"n\""),
                    _ => ("td", ""),
                };
                let end = if at == 0 { "th" } else { "td" };
                let _ = write!(self.html, "<{tag}{class}>{}</{end}>", escape(cell));
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</tbody>\n</table>\n");
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        let _ = writeln!(
            self.html,
            "</main>\n<footer><p class=\"soft\">Made by aloof {}. No sensitive value stands on this page.</p></footer>\n\
             </body>\n</html>",
            env!("CARGO_PKG_VERSION")
        );
        self.html
    }
}

/// The text, safe inside HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What an exact fraction is about; for pictures.
pub(crate) fn number(exact: &str) -> Option<f64> {
    match exact.split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => exact.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_becomes_markup() {
        let mut page = Page::new("<script>");
        page.text("a < b & \"c\"");
        page.table("", &["<b>"], &[vec!["<i>".to_owned(), "5".to_owned()]]);
        let html = page.finish();
        assert!(!html.contains("<script>") && !html.contains("<b>") && !html.contains("<i>"));
        assert!(html.contains("<p>a &lt; b &amp; &quot;c&quot;</p>") && html.contains("<td class=\"n\">5</td>"));
    }
}
