//! The second part of a page, for whoever uses the data: how to read it, what was lost of it, and how far answers are off.

use aloof::evaluate::{CountQueryReport, Evaluation, MarginalReport, SizeClass};
use aloof::manifest::{Column, ColumnRole, StatedLadder};
use aloof::release::{Beside, ColumnReport, NoiseColumn};
use aloof::words::{count, list, several};

use crate::case::Case;
use crate::commands::without_commands;
use crate::figures::{about, tenth, three};
use crate::page::Page;

/// Writes it.
pub(crate) fn write(page: &mut Page, case: &Case<'_>) {
    page.chapter("use", "To use the data", "For whoever counts, averages and fits models with it.");
    reading(page, case);
    if let Some(found) = &case.extras.evaluation {
        measured(page, found);
    } else {
        page.text("How far answers are off was not measured for this page.");
    }
}

/// What was measured of a release. The page of an evaluation shows the same, and analyses below it, which are of the original and so
/// on no page that goes out.
pub(crate) fn measured(page: &mut Page, found: &Evaluation) {
    losses(page, found);
    if found.columns.iter().any(|one| one.ncp > 0.0) {
        sizes(page, found);
    }
    queries(page, found);
    distributions(page, found);
    by_person(page, found);
}

/// How cells are to be read, with an example from the release itself.
fn reading(page: &mut Page, case: &Case<'_>) {
    let mut points = Vec::new();
    if case.generalized() {
        points.push(
            "“20..29” is somewhere from 20 to 29, both ends included; a value that stands alone is itself.".to_owned(),
        );
        points.push("“{a|b|c}” is one of a, b and c; “*” may be anything.".to_owned());
        points.extend(nodes(case));
        points.extend(empty(case));
        let nobody = if case.counterfeits() > 0 { " that is no counterfeit" } else { "" };
        let whose = if case.counts_records() { "a record of somebody" } else { "one person" };
        points.push(format!(
            "Rows with the same cells are a group. Each row of it{nobody} is {whose} with its own sensitive values; which person's, \
             nobody can tell by the columns that others may know alone."
        ));
        points.extend(case.nobody());
        let example = case.checks.iter().flat_map(|check| &check.worst_groups).find(|group| !group.quasi.is_empty());
        points.extend(example.map(|group| {
            let cells: Vec<String> = group.quasi.iter().map(|(name, cell)| format!("{name} {cell}")).collect();
            format!("An example: {} say {}.", several(group.tuples, "row", "rows"), cells.join(", "))
        }));
        points.push(
            "To count people with a property, count a row by the share of its cell that has it: of “20..29”, half of a row is below \
             25. To average, draw within the cell or take its middle, and say which."
                .to_owned(),
        );
    }
    points.extend(case.beside().into_iter().flat_map(|beside| changed(beside, case.tuples)));
    let coded: Vec<Vec<String>> = case.columns.iter().flat_map(codes).collect();
    if !points.is_empty() || !coded.is_empty() {
        page.heading("How to read it");
        page.list(&points);
    }
    if !coded.is_empty() {
        page.named_table("codes", 2, "What published codes mean", &["column", "code", "means"], &coded);
    }
}

/// How values are read that are not the true ones, or that stand in another table.
fn changed(beside: &Beside, rows: usize) -> Vec<String> {
    match beside {
        Beside::Anatomy(tables) => vec![format!(
            "There are two tables, joined by “{}”: the columns of people as they are, and in {} which {} occurs how often in each \
             group. A row's share of a value is how often it occurs, divided by the rows of the group.",
            tables.group, tables.file, tables.sensitive
        )],
        Beside::Perturbation(done) => vec![format!(
            "Of {0} every value was kept with probability {1}, and else drawn evenly from {2} to {3}. A published value is the true one \
             in about {4}. Shares and means can be estimated by taking out what was drawn; single values cannot be relied on.",
            done.column,
            done.retention,
            done.low,
            done.high,
            several(done.kept_of(rows), "row", "rows")
        )],
        Beside::Noise(noise) => noise.columns.iter().map(with_noise).collect(),
        Beside::Walk(walk) => walk.columns.iter().map(walked).collect(),
        _ => Vec::new(),
    }
}

fn with_noise(column: &NoiseColumn) -> String {
    format!(
        "Numbers of {} lie up to {} from the true ones, evenly, and are put back into the domain where they leave it.",
        column.column, column.width
    )
}

fn walked(column: &ColumnReport) -> String {
    format!(
        "Values of {} were moved by {} of the domain on average; {} stand as they were. The properties that were kept hold as in the \
         original, single values do not.",
        column.column,
        about(column.shift),
        several(column.unchanged, "value", "values")
    )
}

/// What codes of a column mean.
fn codes(column: &Column) -> impl Iterator<Item = Vec<String>> {
    column.codes.iter().map(|(code, means)| vec![column.name.clone(), code.clone(), means.clone()])
}

/// How names of a hierarchy are read, where columns have one.
fn nodes(case: &Case<'_>) -> Option<String> {
    let trees = case.columns.iter().filter(|column| matches!(column.ladder, Some(StatedLadder::File)));
    let names: Vec<&str> = trees.map(|column| column.name.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "In {} a cell may name a node of the column's hierarchy: it is any of the labels below that node. The \
             hierarchy is no part of the release; whoever made it has it.",
            list(&names)
        )
    })
}

/// How empty cells are read, where there may be some.
fn empty(case: &Case<'_>) -> Option<String> {
    let some = case
        .columns
        .iter()
        .filter(|column| column.role != ColumnRole::Quasi && column.missing.as_deref() == Some("publish"));
    let names: Vec<&str> = some.map(|column| column.name.as_str()).collect();
    (!names.is_empty())
        .then(|| format!("An empty cell in {} is a missing value: the original has none there, either.", list(&names)))
}

fn losses(page: &mut Page, found: &Evaluation) {
    if found.columns.is_empty() {
        return;
    }
    if found.columns.iter().all(|one| one.ncp <= 0.0) {
        page.heading("What was lost of each column");
        page.text("Every cell of a column that others may know shows one value, not a range.");
        return;
    }
    let rows: Vec<(String, f64, String)> =
        found.columns.iter().map(|one| (one.column.clone(), one.ncp, tenth(one.ncp))).collect();
    let most = found.columns.iter().max_by(|a, b| a.ncp.total_cmp(&b.ncp));
    let says = format!(
        "A cell covers {} of its column's range on average, most of all in {}.",
        about(found.ncp),
        most.map_or("", |most| most.column.as_str())
    );
    page.heading("What was lost of each column");
    page.bars("loss", &says, ["column", "covered"], &rows, 1.0);
}

fn sizes(page: &mut Page, found: &Evaluation) {
    // Where every row is by itself there are no groups to speak of.
    if found.group_sizes.iter().all(|class| class.most <= 1) {
        return;
    }
    let name = |class: &SizeClass| match class.most {
        most if most == class.least => several(class.least, "row", "rows"),
        most => format!("{} to {} rows", count(class.least), count(most)),
    };
    let rows: Vec<(String, f64, String)> =
        found.group_sizes.iter().map(|class| (name(class), class.groups as f64, count(class.groups))).collect();
    let most = found.group_sizes.iter().map(|class| class.groups).max().unwrap_or(1);
    let says = match found.groups {
        1 => format!("All {} rows are one group.", count(found.tuples)),
        groups => format!("{} groups have {:.1} rows on average.", count(groups), found.average_group_size),
    };
    page.heading("How many share a cell");
    page.bars("sizes", &says, ["a group of", "groups"], &rows, most as f64);
}

fn queries(page: &mut Page, found: &Evaluation) {
    let mut volumes: Vec<&str> = found.count_query.iter().map(|one| one.selectivity.as_str()).collect();
    volumes.sort_unstable_by(|a, b| share(a).total_cmp(&share(b)));
    volumes.dedup();
    let mut dimensions: Vec<usize> = found.count_query.iter().map(|one| one.dimensions).collect();
    dimensions.sort_unstable();
    dimensions.dedup();
    let error = |volume: &str, many: Option<usize>| {
        let some = found
            .count_query
            .iter()
            .filter(|one| one.selectivity == volume && many.is_none_or(|many| one.dimensions == many));
        let errors: Vec<f64> = some.filter_map(|one| one.mean_relative_error).collect();
        (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
    };
    if volumes.iter().all(|volume| error(volume, None).is_none()) {
        return;
    }
    page.heading("How far counts are off");
    let of = |volume: &str| format!("{}%", (share(volume) * 1000.0).round() / 10.0);
    let known: Vec<(&str, f64)> = volumes.iter().filter_map(|volume| Some((*volume, error(volume, None)?))).collect();
    let rows: Vec<(String, f64, String)> =
        known.iter().map(|(volume, error)| (of(volume), *error, tenth(*error))).collect();
    let falls = known.windows(2).all(|pair| pair[1].1 <= pair[0].1);
    let says = match (known.first(), known.last()) {
        (Some(first), Some(last)) if falls && first.0 != last.0 && last.1 < first.1 => {
            format!(
                "The more a question covers, the better its answer: {} off at {}, {} at {}.",
                about(first.1),
                of(first.0),
                about(last.1),
                of(last.0)
            )
        }
        (Some(first), _) => format!(
            "Answers are off by {} on average where a question covers {} of all combinations of values.",
            about(first.1),
            of(first.0)
        ),
        _ => String::new(),
    };
    let most = known.iter().map(|one| one.1).fold(1.0, f64::max);
    page.bars("queries", &says, ["question covers", "mean error"], &rows, most);
    let header: Vec<String> = dimensions.iter().map(|many| several(*many, "column", "columns")).collect();
    let header: Vec<&str> = std::iter::once("question covers").chain(header.iter().map(String::as_str)).collect();
    let cell = |volume: &str, many: usize| error(volume, Some(many)).map_or("–".to_owned(), tenth);
    let rows: Vec<Vec<String>> = volumes
        .iter()
        .map(|volume| std::iter::once(of(volume)).chain(dimensions.iter().map(|&many| cell(volume, many))).collect())
        .collect();
    let caption = "The same by how many columns a question is about, sensitive ones among them";
    page.named_table("queries by columns", 1, caption, &header, &rows);
    let asked: usize = found.count_query.iter().map(|one: &CountQueryReport| one.queries).sum();
    let empty: usize = found.count_query.iter().map(|one| one.empty).sum();
    page.text(&format!(
        "{} random questions; {} whose true answer is 0 count in no error. A count of 200 that is off by 10% is told as about 180 or 220.",
        count(asked),
        count(empty)
    ));
}

fn share(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// How far each column's distribution lies from that of the original.
fn distributions(page: &mut Page, found: &Evaluation) {
    if found.marginals.is_empty() {
        return;
    }
    let rows: Vec<(String, f64, String)> =
        found.marginals.iter().map(|one| (one.column.clone(), one.distance, three(one.distance))).collect();
    let most = found.marginals.iter().max_by(|a, b| a.distance.total_cmp(&b.distance));
    let says = match most {
        Some(most) if most.distance >= 0.00005 => {
            format!(
                "Of all distributions that of {} moved most: {} on a scale from 0 (the same) to 1.",
                most.column,
                three(most.distance)
            )
        }
        _ => "All distributions are those of the original.".to_owned(),
    };
    page.heading("How far distributions moved");
    page.bars("distributions", &says, ["column", "distance"], &rows, 1.0);
    let row = |one: &MarginalReport| {
        let largest = one.kolmogorov_smirnov.map_or("–".to_owned(), three);
        vec![one.column.clone(), one.measure.replace('-', " "), largest]
    };
    page.named_table(
        "distances",
        1,
        "Numbers, dates and ordered labels by the earth mover's distance as a share of their range, other labels by total variation; \
         cells count evenly over what they cover",
        &["column", "measured as", "largest difference below a value"],
        &found.marginals.iter().map(row).collect::<Vec<_>>(),
    );
}

/// Correlations; distortion and clusters where rows are known, else why they are left out.
fn by_person(page: &mut Page, found: &Evaluation) {
    let mut lines = Vec::new();
    if let Some(one) = &found.correlation {
        lines.push(format!(
            "Correlations differ from the original's by {} on average over {}, most ({}) between {} and {}, by Pearson's coefficient.",
            three(one.mean_difference),
            several(one.pairs, "pair of columns", "pairs of columns"),
            three(one.largest_difference),
            one.columns[0],
            one.columns[1]
        ));
    }
    if let Some(one) = &found.distortion {
        lines.push(format!(
            "Numbers lie {} from the true ones, on average over {} people{}.",
            about(one.mean),
            count(one.tuples),
            match one.zeros {
                0 => String::new(),
                some => format!(
                    ", without {}, of which nothing is a share",
                    several(some, "number that is 0", "numbers that are 0")
                ),
            }
        ));
    }
    if let Some(one) = &found.clustering {
        lines.push(format!(
            "{} of {} people fall into another of {} clusters than before.",
            aloof::words::capital(&about(one.error)),
            count(one.tuples),
            one.clusters
        ));
    }
    lines.extend(found.notes.iter().filter_map(|note| without_commands(note)));
    if !lines.is_empty() {
        page.heading("What goes together");
        page.list(&lines);
    }
}
