//! A page: one self-contained HTML file, no script, nothing from elsewhere, light and dark, fit for print, for a telephone and for
//! screen readers.
//!
//! Every number that was counted stands in an element with `data-fact`, in tables the row's key as `data-row` beside it, so that
//! a script can find it and count again.

use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2330;--soft:#586072;--paper:#fff;--wash:#f4f6f9;--line:#d8dde6;--accent:#1d5f8a;--was:#8b93a1;\
--good:#166534;--good-wash:#e9f6ee;--bad:#9f1f1a;--bad-wash:#fdeeec;--warn:#7a4a00;--warn-wash:#fdf4e1;--grid:#e3e7ee;--chart:transparent}
@media (prefers-color-scheme:dark){:root{--ink:#e7eaf0;--soft:#a9b1c0;--paper:#14181f;--wash:#1c222c;--line:#38414f;--accent:#7cc0ea;--was:#7e8797;\
--good:#86efac;--good-wash:#12291c;--bad:#fca5a5;--bad-wash:#331817;--warn:#fcd38a;--warn-wash:#2f2410;--grid:#2c3440}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:48rem;padding:2.5rem 1.25rem 4rem;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .6rem;letter-spacing:-.01em}
h2{font-size:1.35rem;line-height:1.25;margin:3.5rem 0 .3rem;padding-top:1.1rem;border-top:3px solid var(--accent)}
h3{font-size:1.05rem;line-height:1.35;margin:2rem 0 .4rem}
p{margin:.5rem 0}ul{margin:.5rem 0;padding-left:1.2rem}li{margin:.3rem 0}a{color:var(--accent)}
.kicker{color:var(--soft);font-size:.85rem;letter-spacing:.06em;text-transform:uppercase;margin:0 0 .4rem}
.whom{color:var(--soft);margin:0 0 1rem}.lead{font-size:1.12rem}.soft{color:var(--soft)}
.verdict{border-left:6px solid;border-radius:6px;padding:1.1rem 1.25rem;margin:0 0 1.4rem}
.verdict h1{display:flex;gap:.7rem;align-items:baseline}.verdict p{font-size:1.12rem;line-height:1.5;color:var(--ink)}
.verdict .sign{font-weight:700}.good{background:var(--good-wash);border-color:var(--good)}.good h1{color:var(--good)}
.bad{background:var(--bad-wash);border-color:var(--bad)}.bad h1{color:var(--bad)}
.warn{background:var(--warn-wash);border-color:var(--warn)}.warn h1{color:var(--warn)}
dl{margin:.5rem 0}dt{font-weight:600;margin-top:.9rem}dd{margin:.1rem 0 0}
dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.4rem,1fr));gap:.9rem;margin:1.4rem 0}
dl.facts div{max-width:14rem;background:var(--wash);border-radius:6px;padding:.7rem .7rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
dl.facts dt{font-weight:400;font-size:.88rem;line-height:1.35;color:var(--soft);margin:0}dl.facts dd{font-size:1.15rem;white-space:nowrap;font-weight:600;margin:0;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;margin:.6rem 0 1rem;font-size:.94rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding:.2rem 0 .4rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line)}thead th{color:var(--soft);font-weight:600;font-size:.86rem}
th.n,td.n{text-align:right}td.n{white-space:nowrap}tbody th{font-weight:600}td.hash{font:.8rem/1.5 ui-monospace,monospace;word-break:break-all}
td.bar{width:45%;padding-right:.8rem}td.bar span{display:block;height:.85rem;margin-top:.35rem;border-radius:2px;background:var(--accent);min-width:1px}
figure{margin:1.4rem 0}figure .say{font-weight:600;margin:0 0 .4rem}figure svg{display:block;width:100%;max-width:36rem;height:auto}figcaption{color:var(--soft);font-size:.92rem}
.sign-here{display:grid;grid-template-columns:2fr 2fr 1fr;gap:1.5rem;margin:2.6rem 0 0}.sign-here div{border-top:1px solid var(--ink);padding-top:.3rem;color:var(--soft);font-size:.86rem}
nav{font-size:.95rem;margin:1.2rem 0}footer{margin-top:3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.88rem}
@media (max-width:34rem){body{padding:1.2rem .9rem 3rem}h1{font-size:1.4rem}.verdict{padding:.9rem}.sign-here{grid-template-columns:1fr;gap:2.4rem}\
table.wide thead{position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden}table.wide tr{display:block;border-bottom:1px solid var(--line);padding:.5rem 0}\
table.wide th[scope=row],table.wide td{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.12rem 0;text-align:right;white-space:normal}\
table.wide,table.wide tbody,table.wide caption{display:block}table.wide th[scope=row]{display:block;text-align:left;font-size:1rem;overflow-wrap:anywhere}table.wide td::before{content:attr(data-label);color:var(--soft);text-align:left;flex:none;max-width:45%}}
@page{margin:16mm 15mm}
@media print{:root{font-size:10pt;--ink:#000;--soft:#444;--paper:#fff;--wash:#f4f6f9;--line:#bbb;--grid:#ddd;--accent:#1d5f8a;--was:#8b93a1;--good:#166534;--good-wash:#fff;--bad:#9f1f1a;--bad-wash:#fff;--warn:#7a4a00;--warn-wash:#fff}\
body{max-width:none;padding:0;font-size:1rem}nav{display:none}h2,h3,.whom,caption,thead{break-after:avoid}h2{margin-top:1.5rem}figure,tr,.short,.verdict,.sign-here,dl.facts div{break-inside:avoid}td.bar span{print-color-adjust:exact}}
";

/// Tables of no more rows than these stay on one sheet of paper, with what stands above them.
const SHORT: usize = 6;

/// What a verdict looks like: never by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// What was to hold holds.
    Good,
    /// It does not.
    Bad,
    /// It cannot be said so simply.
    Warn,
}

impl Sign {
    fn class(self) -> (&'static str, &'static str) {
        match self {
            Self::Good => ("good", "✓"),
            Self::Bad => ("bad", "✗"),
            Self::Warn => ("warn", "!"),
        }
    }

    /// For programs: `good`, `bad`, `warn`.
    pub fn name(self) -> &'static str {
        self.class().0
    }
}

/// A page that is being written.
#[derive(Debug)]
pub struct Page {
    html: String,
    /// Chapters hold headings of the third level.
    in_chapter: bool,
}

impl Page {
    /// Begins with a title.
    pub fn new(title: &str) -> Self {
        let mut page = Self::begin(title);
        let _ = writeln!(page.html, "<h1>{}</h1>", escape(title));
        page
    }

    /// Begins with a verdict: its words are the title, `sentences` say what it means.
    pub fn with_verdict(kicker: &str, sign: Sign, title: &str, sentences: &[String]) -> Self {
        let mut page = Self::begin(title);
        let (class, mark) = sign.class();
        let _ = write!(
            page.html,
            "<p class=\"kicker\">{}</p>\n<div class=\"verdict {class}\" data-fact=\"verdict\" data-value=\"{class}\">\n\
             <h1><span class=\"sign\" aria-hidden=\"true\">{mark}</span> <span>{}</span></h1>\n",
            escape(kicker),
            escape(title)
        );
        sentences.iter().for_each(|sentence| page.text(sentence));
        page.html.push_str("</div>\n");
        page
    }

    fn begin(title: &str) -> Self {
        let title = escape(title);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        );
        Self { html, in_chapter: false }
    }

    /// What is to be read first.
    pub fn lead(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p class=\"lead\">{}</p>", escape(text));
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escape(text));
    }

    /// A part of the page for one kind of reader.
    pub fn chapter(&mut self, id: &str, title: &str, for_whom: &str) {
        self.in_chapter = true;
        let _ = writeln!(
            self.html,
            "<h2 id=\"{}\">{}</h2>\n<p class=\"whom\">{}</p>",
            escape(id),
            escape(title),
            escape(for_whom)
        );
    }

    /// Where chapters are: identifiers and titles.
    pub fn contents(&mut self, chapters: &[(&str, &str)]) {
        let links = chapters.iter().map(|(id, title)| format!("<a href=\"#{}\">{}</a>", escape(id), escape(title)));
        let links = links.collect::<Vec<_>>().join(" · ");
        let _ = writeln!(self.html, "<nav aria-label=\"Parts of this page\">{links}</nav>");
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        let level = if self.in_chapter { 3 } else { 2 };
        let _ = writeln!(self.html, "<h{level}>{}</h{level}>", escape(text));
    }

    /// Points, one below the other.
    pub fn list(&mut self, points: &[String]) {
        if points.is_empty() {
            return;
        }
        self.html.push_str("<ul>\n");
        points.iter().for_each(|point| {
            let _ = writeln!(self.html, "<li>{}</li>", escape(point));
        });
        self.html.push_str("</ul>\n");
    }

    /// Questions and their answers.
    pub fn answers(&mut self, answers: &[(&str, Vec<String>)]) {
        self.html.push_str("<dl>\n");
        for (question, said) in answers {
            let _ = writeln!(self.html, "<dt>{}</dt>", escape(question));
            said.iter().for_each(|one| {
                let _ = writeln!(self.html, "<dd>{}</dd>", escape(one));
            });
        }
        self.html.push_str("</dl>\n");
    }

    /// Figures that stand out: key, what it is, and the figure.
    pub fn facts(&mut self, facts: &[(&str, String, String)]) {
        self.html.push_str("<dl class=\"facts\">\n");
        for (key, name, value) in facts {
            let (key, name, value) = (escape(key), escape(name), escape(value));
            let _ = writeln!(self.html, "<div><dt>{name}</dt><dd data-fact=\"{key}\">{value}</dd></div>");
        }
        self.html.push_str("</dl>\n");
    }

    /// A picture that was made here, and what it shows.
    pub fn picture(&mut self, svg: &str, caption: &str) {
        let _ = writeln!(self.html, "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>", escape(caption));
    }

    /// A picture under the one thing that it says.
    pub fn chart(&mut self, says: &str, svg: &str, note: &str) {
        let _ = writeln!(
            self.html,
            "<figure>\n<p class=\"say\">{}</p>\n{svg}<figcaption>{}</figcaption>\n</figure>",
            escape(says),
            escape(note)
        );
    }

    /// Bars from the left, one per row: a name, the length as a share of the longest, and the figure. `whole` is the length of a
    /// full bar.
    pub fn bars(&mut self, key: &str, says: &str, header: [&str; 2], rows: &[(String, f64, String)], whole: f64) {
        let _ = write!(
            self.html,
            "<figure>\n<p class=\"say\">{}</p>\n<table data-table=\"{}\"><thead><tr><th scope=\"col\">{}</th><td></td>\
             <th scope=\"col\" class=\"n\">{}</th></tr></thead>\n<tbody>\n",
            escape(says),
            escape(key),
            escape(header[0]),
            escape(header[1])
        );
        for (name, length, figure) in rows {
            let share = if whole > 0.0 { (length / whole).clamp(0.0, 1.0) * 100.0 } else { 0.0 };
            let _ = writeln!(
                self.html,
                "<tr data-row=\"{0}\"><th scope=\"row\">{0}</th><td class=\"bar\"><span style=\"width:{share:.1}%\"></span></td>\
                 <td class=\"n\" data-fact=\"{1}\">{2}</td></tr>",
                escape(name),
                escape(header[1]),
                escape(figure)
            );
        }
        self.html.push_str("</tbody>\n</table>\n</figure>\n");
    }

    /// A table whose rows are found by their first cells: so many of them, with `/` between them. Columns of numbers stand to the right.
    pub fn named_table(&mut self, key: &str, names: usize, caption: &str, header: &[&str], rows: &[Vec<String>]) {
        let keyed: Vec<(String, &Vec<String>)> =
            rows.iter().map(|row| (row[..names.min(row.len())].join("/"), row)).collect();
        self.table_of(key, caption, header, &keyed);
    }

    /// A table whose numbers can be found again: by its key, that of a row, and the header.
    pub fn table_of(&mut self, key: &str, caption: &str, header: &[&str], rows: &[(String, &Vec<String>)]) {
        let class = match (header.len() > 3, rows.len() <= SHORT) {
            (true, true) => " class=\"wide short\"",
            (true, false) => " class=\"wide\"",
            (false, true) => " class=\"short\"",
            (false, false) => "",
        };
        let _ = writeln!(self.html, "<table{class} data-table=\"{}\">", escape(key));
        if !caption.is_empty() {
            let _ = writeln!(self.html, "<caption>{}</caption>", escape(caption));
        }
        let numbers = |at: usize| !rows.is_empty() && at > 0 && rows.iter().all(|(_, row)| is_number(&row[at]));
        self.html.push_str("<thead><tr>");
        header.iter().enumerate().for_each(|(at, name)| {
            let class = if numbers(at) { " class=\"n\"" } else { "" };
            let _ = write!(self.html, "<th scope=\"col\"{class}>{}</th>", escape(name));
        });
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for (key, row) in rows {
            let _ = write!(self.html, "<tr data-row=\"{}\">", escape(key));
            for (at, cell) in row.iter().enumerate() {
                let (name, text) = (escape(header[at]), escape(cell));
                if at == 0 {
                    let _ = write!(self.html, "<th scope=\"row\">{text}</th>");
                    continue;
                }
                let class = match (is_hash(cell), numbers(at)) {
                    (true, _) => " class=\"hash\"",
                    (false, true) => " class=\"n\"",
                    (false, false) => "",
                };
                let _ = write!(self.html, "<td{class} data-label=\"{name}\" data-fact=\"{name}\">{text}</td>");
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</tbody>\n</table>\n");
    }

    /// Lines to sign on.
    pub fn signatures(&mut self, role: &str) {
        let _ = writeln!(
            self.html,
            "<div class=\"sign-here\"><div>{}</div><div>Signature</div><div>Date</div></div>",
            escape(role)
        );
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        let _ = writeln!(
            self.html,
            "</main>\n<footer><p>Made by aloof {}. No sensitive value stands on this page.</p></footer>\n\
             </body>\n</html>",
            env!("CARGO_PKG_VERSION")
        );
        self.html
    }
}

fn is_number(cell: &str) -> bool {
    let signs = ["about ", "less than ", "more than ", "≈ ", "= ", "≤ ", "≥ "];
    let bare = signs.iter().find_map(|sign| cell.strip_prefix(sign)).unwrap_or(cell);
    cell == "–" || (bare.len() <= 24 && bare.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_hash(cell: &str) -> bool {
    cell.len() == 64 && cell.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The text, safe inside HTML: nothing of it becomes markup, and what a reader would not see, or would see the text change its
/// direction by, stands as its number, as on a terminal.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(letter),
            letter if is_unseen(letter) => safe.extend(letter.escape_unicode()),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Control characters, what ends a line or a paragraph, what turns the direction of writing, and what has no width but for the
/// joiners that some scripts are written with.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_becomes_markup() {
        let mut page = Page::with_verdict("<u>", Sign::Good, "<script>", &["<s>".to_owned()]);
        page.text("a < b & \"c\"");
        page.named_table("", 1, "", &["<b>", "n"], &[vec!["<i>".to_owned(), "5".to_owned()]]);
        page.bars("\"", "<b>", ["a", "b"], &[("<i>".to_owned(), 1.0, "1%".to_owned())], 1.0);
        page.facts(&[("\"x", "<b>".to_owned(), "<i>".to_owned())]);
        page.answers(&[("<b>", vec!["<i>".to_owned()])]);
        let html = page.finish();
        for tag in ["<script>", "<b>", "<i>", "<u>", "<s>"] {
            assert!(!html.contains(tag), "{tag}");
        }
        assert!(html.contains("<p>a &lt; b &amp; &quot;c&quot;</p>"));
        assert!(html.contains("<td class=\"n\" data-label=\"n\" data-fact=\"n\">5</td>"));
    }

    #[test]
    fn what_cannot_be_seen_is_told() {
        let said = escape("a\u{202e}b\u{200b}c\u{7}d\u{feff}\u{e0041}");
        assert_eq!(said, r"a\u{202e}b\u{200b}c\u{7}d\u{feff}\u{e0041}");
        assert_eq!(escape("Ärzte 日本 \u{0646}\u{200c}\u{0647}\n"), "Ärzte 日本 \u{0646}\u{200c}\u{0647}\n");
    }

    #[test]
    fn headings_follow_each_other() {
        let mut page = Page::new("a");
        page.heading("b");
        page.chapter("c", "c", "");
        page.heading("d");
        let html = page.finish();
        assert!(html.contains("<h2>b</h2>") && html.contains("<h2 id=\"c\">") && html.contains("<h3>d</h3>"));
    }
}
