//! The part of a page that tells what promises would cost.

use aloof::advise::{Advice, Estimate};

use aloof::words::count;

use crate::{Page, frontier_svg};

/// What promises would cost: the picture of the view that is asked for, and every figure.
pub(crate) fn price_part(page: &mut Page, advice: &Advice) {
    let Some(price) = &advice.price else { return };
    page.heading(&format!("What promises about {} would cost", price.sensitive));
    page.list(&price.sentences);
    let view = price.asked().map_or("register", |asked| asked.view);
    if let Some(svg) = frontier_svg(price, view) {
        page.picture(
            &svg,
            "Each line is one m: the lower, the more the release is still good for; the farther right, the more is promised. The ring is what is asked.",
        );
    }
    let told = |estimate: Option<Estimate>| estimate.map_or_else(String::new, |estimate| estimate.words());
    let loss = |estimate: Option<Estimate>| {
        estimate.map_or_else(String::new, |one| format!("{:.3} ({:.3} to {:.3})", one.estimate, one.low, one.high))
    };
    let rows: Vec<Vec<String>> = price
        .grid
        .iter()
        .map(|cell| {
            let first = if cell.impossible { "impossible".to_owned() } else { loss(cell.loss) };
            vec![
                cell.view.to_owned(),
                price.near(cell),
                format!("1 in {}{}", cell.m, if cell.asked { " (asked)" } else { "" }),
                first,
                told(cell.count_query),
                told(cell.mean_error),
            ]
        })
        .collect();
    let caption = if price.tried_rows() == price.rows {
        format!("Told from releases of up to all {} rows", count(price.rows))
    } else {
        format!("Told from releases of up to {} of {} rows", count(price.tried_rows()), count(price.rows))
    };
    page.named_table("price", 3, &caption, &["view", "near", "certainty", "loss", "count queries", "means"], &rows);
    page.list(&price.notes);
}
