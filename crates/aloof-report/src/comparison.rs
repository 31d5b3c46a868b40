//! The report of a comparison: which release to take.

use crate::commands::{reason, without_commands};
use crate::figures::{fraction, number, tenth};
use crate::page::Page;
use crate::scatter::{Mark, scatter_svg};
use aloof::audit::Verdict;
use aloof::compare::{Compared, Comparison, Risk, Unjudged};
use aloof::words::{NOT_ASKED_FOR, count, list, several};

/// The page of several releases of one table.
pub fn comparison_page(original: &str, found: &Comparison) -> String {
    let mut page = Page::new(&title(found));
    page.lead(&verdict(original, found));
    page.list(&found.sentences());
    let (marks, bound) = marks(found);
    if !marks.is_empty() {
        page.heading("Risk against use");
        page.chart(
            &says(found),
            &scatter_svg(&marks, bound),
            "Further left answers are nearer to the truth: counts and means within classes, both together. Further down is safer. A \
             full mark keeps all that is asked for, an empty one does not.",
        );
    }
    page.heading("What each gives away");
    let rows: Vec<Vec<String>> =
        found.releases.iter().flat_map(|release| release.risks.iter().map(|risk| given_away(release, risk))).collect();
    let header = ["release", "promise", "view", "worst", "allowed", "people beyond it"];
    let caption = "Every promise in every view that was judged, against the original";
    page.named_table("given away", 3, caption, &header, &rows);
    let withheld = found.releases.iter().filter_map(|one| Some((one, one.withheld.as_ref()?)));
    let withheld: Vec<String> = withheld.map(|(one, said)| format!("{}: {}", one.name, said.told.join(" "))).collect();
    if !withheld.is_empty() {
        page.heading("Who was withheld");
        page.list(&withheld);
    }
    page.heading("What each is still good for");
    let rows: Vec<Vec<String>> = found.releases.iter().map(good_for).collect();
    page.named_table(
        "use",
        1,
        "Loss is the share of its column that a cell covers, summed over quasi columns, in the mean over rows; errors are means \
         over all questions",
        &["release", "rows", "groups", "rows per group", "loss", "query error", "error of means"],
        &rows,
    );
    if !found.unjudged.is_empty() {
        page.heading("What could not be judged");
        page.list(&found.unjudged.iter().map(unjudged).collect::<Vec<_>>());
    }
    let notes = notes(found);
    if !notes.is_empty() {
        page.heading("What else is to be known");
        page.list(&notes);
    }
    page.finish()
}

/// A release that could not be judged, and why, as far as that is not about what was typed.
fn unjudged(one: &Unjudged) -> String {
    match reason(&one.reason) {
        Some(why) => format!("{}: {why}.", one.name),
        None => format!("{}: it could not be read as the others were.", one.name),
    }
}

/// What is to be known of releases beside figures; what holds of several, once.
fn notes(found: &Comparison) -> Vec<String> {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for release in &found.releases {
        for note in release.notes.iter().filter_map(|note| without_commands(note)) {
            match all.iter_mut().find(|(other, _)| *other == note) {
                Some((_, of)) => of.push(&release.name),
                None => all.push((note, vec![&release.name])),
            }
        }
    }
    all.into_iter().map(|(note, of)| format!("{}: {note}", list(&of))).collect()
}

/// What was found, in a few words.
fn title(found: &Comparison) -> String {
    let holding: Vec<&str> =
        found.releases.iter().filter(|release| release.keeps()).map(|release| release.name.as_str()).collect();
    match (holding.as_slice(), found.releases.len()) {
        ([], 1) => "It does not keep what is asked for".to_owned(),
        ([], _) => "No release keeps what is asked for".to_owned(),
        ([one], 1) => format!("{one} keeps what is asked for"),
        ([one], _) => format!("Only {one} keeps what is asked for"),
        (some, all) => format!("{} of {all} releases keep what is asked for", some.len()),
    }
}

fn verdict(original: &str, found: &Comparison) -> String {
    let holding = || found.releases.iter().filter(|release| release.keeps());
    let releases = several(found.releases.len(), "release", "releases");
    match (holding().next(), found.ranking.as_slice()) {
        (Some(best), _) if holding().count() == 1 => {
            format!("Of {releases} of {original}, one keeps all that is asked for: {}.", best.name)
        }
        (Some(_), [same]) => {
            let best = found.release(&same.releases[0]);
            let percent = |error: Option<f64>| error.map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0));
            let errors = best.map(|best| (percent(best.errors.count_query), percent(best.errors.means)));
            let (queries, means) = errors.unwrap_or_default();
            let most = match found.best(same) {
                [one] => format!("{one} is of most use"),
                equals => format!("{} are of the same use", list(equals)),
            };
            format!(
                "Of {releases} of {original}, {} keep all that is asked for. Of these, {most}: count queries are off by {queries}, means \
                 within classes by {means}.",
                same.releases.len()
            )
        }
        (Some(_), _) => format!(
            "Of {releases} of {original}, {} keep what is asked for, but not against the same people, so that they are not \
             comparable.",
            holding().count()
        ),
        (None, _) => format!("Of {releases} of {original}, none keeps all that is asked for."),
    }
}

/// The one thing that the picture says.
fn says(found: &Comparison) -> String {
    let off = |name: &String| found.release(name).and_then(|one| one.errors.both).map_or("–".to_owned(), tenth);
    match found.ranking.as_slice() {
        [] => "No release keeps what is asked for.".to_owned(),
        [same] => match same.releases.as_slice() {
            [one] => format!("Only {one} keeps what is asked for; its answers are off by {}.", off(one)),
            [first, .., last] => format!(
                "Of those that keep what is asked for, {first} answers best: off by {}, and {last} by {}.",
                off(first),
                off(last)
            ),
            [] => String::new(),
        },
        several => format!(
            "{} keep what is asked for, against different people.",
            count(several.iter().map(|one| one.releases.len()).sum())
        ),
    }
}

/// Where each release stands, by its worst belief in the views that are asked for.
fn marks(found: &Comparison) -> (Vec<Mark>, Option<f64>) {
    let beliefs = |release: &Compared| -> Vec<f64> {
        let asked = release.risks.iter().filter(|risk| risk.required && risk.belief);
        asked.filter_map(|risk| number(&risk.worst_risk)).collect()
    };
    let mark = |release: &Compared| {
        let risk = beliefs(release).into_iter().reduce(f64::max)?;
        let holds = release.verdict == Verdict::Pass;
        Some(Mark { name: release.name.clone(), off: release.errors.both?, risk, holds })
    };
    let bounds = found.releases.iter().flat_map(|release| &release.risks);
    let bounds = bounds.filter(|risk| risk.required && risk.belief);
    let bound = bounds.filter_map(|risk| number(&risk.bound)).reduce(f64::min);
    (found.releases.iter().filter_map(mark).collect(), bound)
}

fn given_away(release: &Compared, risk: &Risk) -> Vec<String> {
    let asked = if risk.required { String::new() } else { format!(" ({NOT_ASKED_FOR})") };
    vec![
        release.name.clone(),
        format!("{} of {}", risk.title, risk.sensitive.join(", ")),
        format!("{}{asked}", risk.view),
        fraction(&risk.worst()),
        format!("{} {}", risk.bound_is, fraction(&risk.bound)),
        count(risk.violating_tuples),
    ]
}

fn good_for(release: &Compared) -> Vec<String> {
    let found = &release.evaluation;
    vec![
        release.name.clone(),
        count(found.tuples),
        count(found.groups),
        format!("{:.1}", found.average_group_size),
        format!("{:.4}", found.loss),
        release.query_error().map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0)),
        release.errors.means.map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0)),
    ]
}
