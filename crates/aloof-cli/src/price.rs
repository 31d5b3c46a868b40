//! What promises would cost, in letters: a picture of the view that is asked for, and every figure. At most 80 columns wide.

use std::fmt::Write as _;

use aloof::advise::{Estimate, Price, PricedPromise, percent};
use aloof_report::Axis;

use crate::show::{count, on_line, wrap};

/// Columns of the bars.
const BARS: usize = 40;
const WIDTH: usize = 80;

/// All of it.
pub(crate) fn text(price: &Price) -> String {
    let mut out = head(price);
    price.sentences.iter().for_each(|line| out.push_str(&wrap(line, "  ", WIDTH)));
    out.push('\n');
    out.push_str(&picture(price));
    for view in ["register", "candidates", "group"] {
        let cells: Vec<&PricedPromise> = price.grid.iter().filter(|cell| cell.view == view).collect();
        if !cells.is_empty() {
            out.push_str(&table(price, view, &cells));
        }
    }
    price.notes.iter().for_each(|note| out.push_str(&wrap(note, "  ", WIDTH)));
    out.trim_end().to_owned() + "\n"
}

fn head(price: &Price) -> String {
    let (tried, all) = (price.tried_rows(), price.rows);
    let from = match tried {
        0 => "no release could be made to tell it from".to_owned(),
        _ if tried == all => format!("told from releases of all {} rows", count(all)),
        _ => format!("told from releases of up to {} of {} rows", count(tried), count(all)),
    };
    let proposed = if price.proposed { "what is proposed" } else { "what is asked" };
    let exact = price.asked().and_then(|asked| asked.count_query).is_some_and(|found| found.is_exact());
    let between = if exact { "" } else { "; nine times in ten a release lies between the figures in brackets" };
    wrap(
        &format!("What promises about {} would cost, around {proposed} ({from}{between}):", on_line(&price.sensitive)),
        "",
        WIDTH,
    )
}

/// A bar for each promise of the view that is asked for, by the error of count queries; a line as far as it may go.
fn picture(price: &Price) -> String {
    let Some(asked) = price.asked() else { return String::new() };
    let cells: Vec<&PricedPromise> = price.grid.iter().filter(|cell| cell.view == asked.view).collect();
    let axis = Axis::from_zero(cells.iter().filter_map(|cell| Some(cell.count_query?.high)));
    let names: Vec<String> = cells.iter().map(|cell| format!("{}, 1 in {}", price.near(cell), cell.m)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut out = wrap(
        &format!(
            "Error of count queries in the {} view (─ is as far as it may go, ◆ is {}):",
            asked.view,
            middle(price)
        ),
        "  ",
        WIDTH,
    );
    for (cell, name) in cells.iter().zip(&names) {
        let mark = if cell.asked { '◆' } else { ' ' };
        let told = match &cell.count_query {
            Some(found) => format!("{} {}", bar(&axis, found), percent(found.estimate)),
            None if cell.impossible => " impossible".to_owned(),
            None => " not known".to_owned(),
        };
        let _ = writeln!(out, "  {mark} {name:<widest$} │{told}");
    }
    out + "\n"
}

fn middle(price: &Price) -> &'static str {
    if price.proposed { "proposed" } else { "asked" }
}

fn bar(axis: &Axis, found: &Estimate) -> String {
    let place = |error: f64| (axis.place(error) * BARS as f64).round() as usize;
    let (guess, high) = (place(found.estimate), place(found.high));
    (0..BARS)
        .map(|at| {
            if at < guess {
                '█'
            } else if at < high {
                '─'
            } else {
                ' '
            }
        })
        .collect()
}

/// Every figure of a view.
fn table(price: &Price, view: &str, cells: &[&PricedPromise]) -> String {
    let mut rows = vec![[view.to_owned() + " view", "loss".to_owned(), "count queries".to_owned(), "means".to_owned()]];
    for cell in cells {
        let mark = if cell.asked { "◆ " } else { "  " };
        let name = format!("{mark}{}, 1 in {}", price.near(cell), cell.m);
        let words = |found: &Option<Estimate>| found.map_or_else(String::new, |found| found.words());
        let first = match &cell.loss {
            Some(found) => loss(found),
            None if cell.impossible => "impossible".to_owned(),
            None => "not known".to_owned(),
        };
        rows.push([name, first, words(&cell.count_query), words(&cell.mean_error)]);
    }
    let widths: Vec<usize> =
        (0..4).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
    }
    out + "\n"
}

/// `0.061 (0.048–0.077)`.
fn loss(found: &Estimate) -> String {
    let digits = |loss: f64| if loss < 0.0995 { format!("{loss:.3}") } else { format!("{loss:.2}") };
    let text = digits(found.estimate);
    if found.is_exact() { text } else { format!("{text} ({} to {})", digits(found.low), digits(found.high)) }
}
