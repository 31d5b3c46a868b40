//! The part of a page that tells what promises would cost.

use aloof::advise::{Advice, Estimate, Price, PricedPromise, percent};

use aloof::words::count;

use crate::{Page, frontier_svg};

/// The one thing that the picture says.
fn says(price: &Price, view: &str) -> String {
    let told =
        |cell: &PricedPromise| Some((cell.count_query?.estimate, format!("{}, 1 in {}", price.near(cell), cell.m)));
    let mut known: Vec<(f64, String)> = price.grid.iter().filter(|cell| cell.view == view).filter_map(told).collect();
    known.sort_by(|one, other| one.0.total_cmp(&other.0));
    match known.as_slice() {
        [] => String::new(),
        [(off, promise)] => format!("In the {view} view {promise} would put counts off by {}.", percent(*off)),
        [(least, weak), .., (most, strong)] => format!(
            "In the {view} view counts would be off by {} ({weak}) to {} ({strong}).",
            percent(*least),
            percent(*most)
        ),
    }
}

/// What promises would cost: the picture of the view that is asked for, and every figure.
pub(crate) fn price_part(page: &mut Page, advice: &Advice) {
    let Some(price) = &advice.price else { return };
    page.heading(&format!("What promises about {} would cost", price.sensitive));
    page.list(&price.sentences);
    let view = price.asked().map_or("register", |asked| asked.view);
    if let Some(svg) = frontier_svg(price, view) {
        page.chart(
            &says(price, view),
            &svg,
            "Each line is one m. The lower, the more the release is still good for; the farther right, the more is promised. The ring is what is asked, a cross what is impossible.",
        );
    }
    let told = |estimate: Option<Estimate>| estimate.map_or_else(String::new, |estimate| estimate.words());
    let loss = |estimate: Option<Estimate>| {
        estimate.map_or_else(String::new, |one| format!("{:.3} ({:.3} to {:.3})", one.estimate, one.low, one.high))
    };
    let row = |cell: &PricedPromise| {
        let first = if cell.impossible { "impossible".to_owned() } else { loss(cell.loss) };
        vec![
            price.near(cell),
            format!("1 in {}{}", cell.m, if cell.asked { " (asked)" } else { "" }),
            first,
            told(cell.count_query),
            told(cell.mean_error),
        ]
    };
    let caption = if price.tried_rows() == price.rows {
        format!(
            "Told from releases of up to all {} rows, with what they lie between nine times in ten",
            count(price.rows)
        )
    } else {
        format!(
            "Told from releases of up to {} of {} rows, with what they lie between nine times in ten",
            count(price.tried_rows()),
            count(price.rows)
        )
    };
    let mut caption = Some(caption);
    for view in ["register", "candidates", "group"] {
        let rows: Vec<Vec<String>> = price.grid.iter().filter(|cell| cell.view == view).map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let keyed: Vec<(String, &Vec<String>)> =
            rows.iter().map(|row| (format!("{view}/{}/{}", row[0], row[1]), row)).collect();
        let from = caption.take().map_or_else(String::new, |from| format!(". {from}"));
        let caption = format!("In the {view} view{from}");
        page.table_of("price", &caption, &["near", "certainty", "loss", "count queries", "means"], &keyed);
    }
    page.list(&price.notes);
}
