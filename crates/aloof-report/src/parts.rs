//! Parts that several pages share: each a heading, a picture and the numbers behind it.

use crate::bars::{Bars, bars_svg};
use crate::page::Page;
use aloof::audit::{CheckReport, People, RiskPicture};
use aloof::evaluate::Evaluation;
use aloof::words::several;

/// How sure someone could be of everybody's value, before and after.
pub(crate) fn risk(page: &mut Page, picture: &RiskPicture) {
    page.heading(&format!("How sure someone can be: {} of {}", picture.title, picture.sensitive.join(", ")));
    let classes = picture.before.classes.len();
    let name = |class: usize| {
        if class.is_multiple_of(4) { format!("{:.1}", class as f64 / classes as f64) } else { String::new() }
    };
    let all = |people: &People| people.classes.iter().sum::<usize>();
    let share = |people: &People| -> Vec<f64> {
        let all = all(people).max(1) as f64;
        people.classes.iter().map(|&count| 100.0 * count as f64 / all).collect()
    };
    let views: Vec<String> = picture.after.iter().map(|(view, _)| format!("{} view", view.name())).collect();
    let after = views.iter().map(String::as_str).zip(picture.after.iter().map(|(_, people)| share(people)));
    let series: Vec<(&str, Vec<f64>)> =
        std::iter::once(("in the original", share(&picture.before))).chain(after).collect();
    page.picture(
        &bars_svg(&Bars {
            title: "Share of people by how sure someone can be that their value is near",
            x: "largest belief that the value is near the true one (the last class reaches 1)",
            y: "percent of all people",
            classes: &(0..classes).map(name).collect::<Vec<_>>(),
            series: &series,
            line: Some((picture.bound * classes as f64, "allowed")),
        }),
        "Left of the line is within what is allowed. The grey bars are the table as it was.",
    );
    let row = |who: &str, people: &People| vec![who.to_owned(), people.beyond.to_string(), all(people).to_string()];
    let mut rows = vec![row("someone with the original's quasi values and all sensitive ones", &picture.before)];
    rows.extend(picture.after.iter().map(|(view, people)| row(&format!("someone {}", view.knowing()), people)));
    page.table("People beyond what is allowed", &["who looks", "beyond", "of"], &rows);
}

/// What was lost of each column, how large groups are, and how well queries are answered.
pub(crate) fn utility(page: &mut Page, found: &Evaluation) {
    page.heading("What is still there");
    let names: Vec<String> = found.columns.iter().map(|column| column.column.clone()).collect();
    let losses = found.columns.iter().map(|column| column.ncp).collect();
    page.picture(
        &bars_svg(&Bars {
            title: "Loss of each quasi column",
            x: "column",
            y: "share of its domain that a cell covers, mean over rows",
            classes: &names,
            series: &[("loss", losses)],
            line: None,
        }),
        &format!(
            "Together {:.4}, the sum over {}: 0 is as exact as the original, {} says nothing at all.",
            found.loss,
            several(found.columns.len(), "column", "columns"),
            found.columns.len()
        ),
    );
    sizes(page, found);
    queries(page, found);
    distributions(page, found);
    by_person(page, found);
}

/// How far each column's distribution lies from that of the original, and whether columns still go together.
fn distributions(page: &mut Page, found: &Evaluation) {
    if found.marginals.is_empty() {
        return;
    }
    page.picture(
        &bars_svg(&Bars {
            title: "Distance of each distribution from that of the original",
            x: "column",
            y: "distance, from 0 to 1",
            classes: &found.marginals.iter().map(|one| one.column.clone()).collect::<Vec<_>>(),
            series: &[("distance", found.marginals.iter().map(|one| one.distance).collect())],
            line: None,
        }),
        "Numbers, dates and ordered labels by the earth mover's distance as a share of their range, other labels by total \
         variation. Cells count evenly over what they cover.",
    );
    let row = |one: &aloof::evaluate::MarginalReport| {
        let largest = one.kolmogorov_smirnov.map_or("–".to_owned(), |largest| format!("{largest:.4}"));
        vec![one.column.clone(), format!("{:.4}", one.distance), one.measure.replace('-', " "), largest]
    };
    page.table(
        "Distributions beside those of the original",
        &["column", "distance", "measured as", "largest difference below a value"],
        &found.marginals.iter().map(row).collect::<Vec<_>>(),
    );
}

/// Correlations; distortion and clusters where rows are known, else why they are left out.
fn by_person(page: &mut Page, found: &Evaluation) {
    let mut lines = Vec::new();
    if let Some(one) = &found.correlation {
        lines.push(format!(
            "Correlations differ from the original's by {:.4} on average (pairs of columns: {}), most ({:.4}) between {} and {}.",
            one.mean_difference, one.pairs, one.largest_difference, one.columns[0], one.columns[1]
        ));
    }
    if let Some(one) = &found.distortion {
        lines.push(format!(
            "Numbers lie {:.1}% from the true ones, on average over {} people.",
            one.mean * 100.0,
            one.tuples
        ));
    }
    if let Some(one) = &found.clustering {
        lines.push(format!(
            "{:.1}% of {} people fall into another of {} clusters than before.",
            one.error * 100.0,
            one.tuples,
            one.clusters
        ));
    }
    lines.extend(found.notes.iter().cloned());
    if !lines.is_empty() {
        page.list(&lines);
    }
}

fn sizes(page: &mut Page, found: &Evaluation) {
    if found.group_sizes.is_empty() {
        return;
    }
    let name = |class: &aloof::evaluate::SizeClass| {
        if class.least == class.most { class.least.to_string() } else { format!("{}–{}", class.least, class.most) }
    };
    page.picture(
        &bars_svg(&Bars {
            title: "Groups by their size",
            x: "rows in a group",
            y: "groups",
            classes: &found.group_sizes.iter().map(name).collect::<Vec<_>>(),
            series: &[("groups", found.group_sizes.iter().map(|class| class.groups as f64).collect())],
            line: None,
        }),
        &match found.groups {
            1 => format!("One group of {} rows.", found.average_group_size),
            groups => format!("{groups} groups of {:.1} rows on average.", found.average_group_size),
        },
    );
}

fn queries(page: &mut Page, found: &Evaluation) {
    let mut dimensions: Vec<usize> = found.count_query.iter().map(|one| one.dimensions).collect();
    dimensions.sort_unstable();
    dimensions.dedup();
    let mut volumes: Vec<String> = found.count_query.iter().map(|one| one.selectivity.clone()).collect();
    volumes.dedup();
    volumes.sort();
    volumes.dedup();
    let error = |dimensions: usize, volume: &str| {
        let some = found.count_query.iter().filter(|one| one.dimensions == dimensions && one.selectivity == volume);
        let errors: Vec<f64> = some.filter_map(|one| one.mean_relative_error).collect();
        errors.iter().sum::<f64>() / errors.len().max(1) as f64
    };
    let names: Vec<String> = dimensions.iter().map(|many| format!("{many} columns")).collect();
    let series: Vec<(&str, Vec<f64>)> = dimensions
        .iter()
        .zip(&names)
        .map(|(&many, name)| (name.as_str(), volumes.iter().map(|volume| 100.0 * error(many, volume)).collect()))
        .collect();
    if series.is_empty() {
        return;
    }
    page.picture(
        &bars_svg(&Bars {
            title: "Error of count queries by the share of the space they ask about",
            x: "share of the space that a query covers",
            y: "mean relative error in percent",
            classes: &volumes,
            series: &series,
            line: None,
        }),
        "How far answers from the release are off, on average over random queries.",
    );
}

/// The groups that are worst off, without their values.
pub(crate) fn worst_groups(page: &mut Page, check: &CheckReport) {
    if check.worst_groups.is_empty() {
        return;
    }
    let row = |group: &aloof::audit::WorstGroup| {
        let quasi: Vec<String> = group.quasi.iter().map(|(name, text)| format!("{name} {text}")).collect();
        let holds = if group.holds { "yes" } else { "no" };
        vec![quasi.join(", "), group.tuples.to_string(), check.shown(&group.risk), holds.to_owned()]
    };
    page.table(
        &format!("The groups worst off by {} in the {} view", check.title, check.view),
        &["group", "rows", "measure", "holds"],
        &check.worst_groups.iter().map(row).collect::<Vec<_>>(),
    );
    let mut conclusions: Vec<String> = check.worst_groups.iter().map(|group| group.conclusion.clone()).collect();
    conclusions.dedup();
    page.list(&conclusions);
}
