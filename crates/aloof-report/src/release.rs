//! The report of a release: for whoever decides whether it may go out.

use crate::price::price_part;
use crate::{Page, parts, staircase_svg};
use aloof::advise::{Advice, Withholding};
use aloof::audit::{CheckReport, RiskPicture, Verdict};
use aloof::evaluate::Evaluation;
use aloof::release::ReleaseReport;
use aloof::words::{NOT_ASKED_FOR, several};

/// What a page shows beside what making a release found out.
#[derive(Debug, Default)]
pub struct Extras {
    /// What else could have been promised.
    pub advice: Option<Advice>,
    /// Everybody's risk, before and after.
    pub risks: Vec<RiskPicture>,
    /// What the release is still good for.
    pub evaluation: Option<Evaluation>,
    /// Names and hashes of the files, by the manifest.
    pub files: Vec<(String, String)>,
}

/// The page of a release.
pub fn release_page(made: &ReleaseReport, extras: &Extras) -> String {
    let mut page = Page::new("What this release promises");
    page.lead(&verdict(made));
    page.heading("What was judged");
    page.text(
        "The file was read back from disk and judged, by code that makes no releases, against the table it was made from, \
         before it was put in place.",
    );
    page.list(&[second_opinions(&made.checks), beyond(&made.checks)].concat());
    let header = ["promise", "view", "worst", "allowed", "people beyond it"];
    page.table(
        "Every promise in every view that was judged",
        &header,
        &made.checks.iter().map(row).collect::<Vec<_>>(),
    );
    page.heading("What goes out, and what protects it");
    let column = |column: &aloof::manifest::Column| {
        let (role, published) = (column.role.word().to_owned(), column.published_as.word().to_owned());
        vec![column.name.clone(), role, published, column.protected_by.words()]
    };
    let header = ["column", "is", "published", "protected by"];
    page.table("Every published column", &header, &made.columns.iter().map(column).collect::<Vec<_>>());
    made.formulas.iter().for_each(|formulas| page.text(&formulas.sentence()));
    page.heading("What an adversary can and cannot conclude");
    page.list(&[conclusions(made), other_methods(made)].concat());
    if let Some(withheld) = &made.withheld {
        page.heading("Who was withheld");
        page.list(&withheld.told);
    }
    extras.risks.iter().for_each(|picture| parts::risk(&mut page, picture));
    if let Some(advice) = &extras.advice {
        staircases(&mut page, advice);
    }
    if let Some(found) = &extras.evaluation {
        parts::utility(&mut page, found);
    }
    page.heading("What it cost");
    page.table("Rows, loss and group sizes", &["measure", "value"], &costs(made));
    let worst = made.checks.iter().filter(|check| !check.worst_groups.is_empty());
    if worst.clone().next().is_some() {
        page.heading("The groups worst off");
        worst.for_each(|check| parts::worst_groups(&mut page, check));
    }
    if !extras.files.is_empty() {
        page.heading("The files");
        let rows: Vec<Vec<String>> = extras.files.iter().map(|(name, hash)| vec![name.clone(), hash.clone()]).collect();
        page.table("SHA-256 of what was published", &["file", "hash"], &rows);
    }
    page.heading("What is not promised");
    page.list(&limits());
    page.finish()
}

/// The page of advice alone.
pub fn advice_page(data: &str, advice: &Advice) -> String {
    let mut page = Page::new("What can be promised");
    let say = match (advice.feasible, advice.withholding) {
        _ if advice.checks.is_empty() => "nothing is asked for yet; the pictures show what could be",
        (Some(true), _) => "what is asked can be had",
        (Some(false), Some(Withholding::Enough)) => "what is asked can be had only with rows withheld",
        (Some(false), Some(Withholding::NotKnown)) => {
            "what is asked cannot be had of all rows; whether it can with rows withheld is not known"
        }
        (Some(false), _) => "what is asked cannot be had of these data",
        (None, _) => "whether what is asked can be had is not decided without trying",
    };
    page.lead(&format!("{data}, {} rows: {say}.", advice.tuples));
    let nearest = advice.checks.iter().filter_map(|check| check.nearest.clone()).collect::<Vec<_>>();
    page.list(&nearest);
    staircases(&mut page, advice);
    price_part(&mut page, advice);
    page.list(&advice.notes);
    page.finish()
}

fn verdict(made: &ReleaseReport) -> String {
    let groups = match made.groups {
        0 => String::new(),
        groups => format!(" in {}", several(groups, "group", "groups")),
    };
    let in_view = |check: &CheckReport| format!("{} in the {} view", title(check), check.view);
    let asked = made.checks.iter().filter(|check| check.required).map(in_view).collect::<Vec<_>>();
    let kept = if asked.is_empty() { String::new() } else { format!(" It keeps {}.", asked.join(", and ")) };
    let passed = match made.verdict {
        Verdict::Pass => " and passed the audit",
        _ => "; nothing was to be judged",
    };
    let were = if made.tuples == 1 { "was" } else { "were" };
    format!("{}{groups} {were} published{passed}.{kept}", several(made.tuples, "row", "rows"))
}

/// How much of each check was judged a second time.
pub(crate) fn second_opinions(checks: &[CheckReport]) -> Vec<String> {
    let one =
        |check: &CheckReport| Some(format!("{}, {} view: {}.", title(check), check.view, check.second_opinion()?));
    checks.iter().filter_map(one).collect()
}

/// What is known within multiples of ε.
pub(crate) fn beyond(checks: &[CheckReport]) -> Vec<String> {
    checks.iter().filter_map(|check| Some(format!("{}. {}", title(check), check.beyond_sentence()?))).collect()
}

fn title(check: &CheckReport) -> String {
    let of = if check.sensitive.is_empty() { String::new() } else { format!(" of {}", check.sensitive.join(", ")) };
    format!("{}{of}", check.title)
}

pub(crate) fn row(check: &CheckReport) -> Vec<String> {
    let asked = if check.required { "asked for" } else { NOT_ASKED_FOR };
    vec![
        title(check),
        format!("{} ({asked})", check.view),
        check.worst(),
        format!("{} {}", check.bound_is, check.bound),
        match check.verdict {
            Verdict::Pass => "none".to_owned(),
            _ => check.violating_tuples.to_string(),
        },
    ]
}

fn conclusions(made: &ReleaseReport) -> Vec<String> {
    let mut points = Vec::new();
    for check in made.checks.iter().filter(|check| check.verdict == Verdict::Pass) {
        points.push(format!(
            "{} finds {}: the worst measure of anyone is {}, where {} {} is allowed.",
            whoever(check),
            title(check),
            check.worst(),
            check.bound_is,
            check.bound
        ));
        points.extend(check.promise.clone());
    }
    for check in made.checks.iter().filter(|check| check.verdict == Verdict::Fail) {
        points.push(format!(
            "In the {} view, which was {NOT_ASKED_FOR}, {} does not hold for {}: the worst measure is {}. That is what {} finds.",
            check.view,
            title(check),
            several(check.violating_tuples, "person", "people"),
            check.worst(),
            whoever(check).replacen("Whoever", "whoever", 1).trim_end_matches(',')
        ));
    }
    points
}

/// Who looks, and how they guess, where the rule is about values that are near.
fn whoever(check: &CheckReport) -> String {
    let guesses = matches!(check.principle, "epsilon-m" | "delta-l" | "dissimilarity");
    let (knows, around) = match check.view {
        "register" => ("everybody's quasi values", "any figure"),
        "candidates" => ("one person's quasi values", "a value that occurs among those who may be that person"),
        "alike" => ("which rows look alike", "one of their values"),
        _ => ("somebody's group", "one of its values"),
    };
    if guesses {
        format!("Whoever knows {knows}, and guesses around {around},")
    } else {
        format!("Whoever knows {knows}")
    }
}

/// What is different where rows are not hidden in groups.
fn other_methods(made: &ReleaseReport) -> Vec<String> {
    let mut points = Vec::new();
    if let Some(noise) = made.noise() {
        points.push(format!("Formal guarantee: {}.", noise.guarantee));
        points.extend(noise.columns.iter().map(|one| {
            format!(
                "Numbers of {} lie up to {} from the true ones; whoever knows that can narrow a value down to {:.0}% of its domain.",
                one.column,
                one.width,
                100.0 * one.left_by_noise
            )
        }));
        points.push(format!(
            "The published record nearest to somebody's true values is theirs in {:.2}% of cases.",
            100.0 * noise.disclosure.linked
        ));
    }
    if let Some(tables) = made.anatomy() {
        points.push(format!(
            "Quasi values stand as they are: whose row is whose can be seen. Which {} of a group is whose cannot.",
            tables.sensitive
        ));
    }
    points
}

fn staircases(page: &mut Page, advice: &Advice) {
    let found = advice.checks.iter().filter_map(|check| check.proximity().map(|found| (check, found)));
    for (check, found) in found {
        page.heading(&format!("What could be promised of {}", check.sensitive.join(", ")));
        page.picture(
            &staircase_svg(&found.curve, Some((&found.epsilon, found.m))),
            "For every ε the largest m that groups can keep. Below the steps everything can be had, above them nothing.",
        );
    }
    for column in &advice.staircases {
        page.heading(&format!("What could be promised of {}", column.sensitive));
        page.picture(&staircase_svg(&column.curve, None), "For every ε the largest m that groups can keep.");
    }
}

fn costs(made: &ReleaseReport) -> Vec<Vec<String>> {
    let mut rows = vec![vec!["rows published".to_owned(), made.tuples.to_string()]];
    let withheld = [(made.suppressed, "rows withheld"), (made.dropped, "rows left out for a missing value")];
    rows.extend(withheld.iter().filter(|(n, _)| *n > 0).map(|(n, what)| vec![(*what).to_owned(), n.to_string()]));
    rows.push(vec![
        "loss: share of the domain covered, summed over quasi columns".to_owned(),
        format!("{:.4}", made.loss),
    ]);
    if made.groups > 0 {
        rows.push(vec!["rows per group".to_owned(), format!("{:.1}", made.tuples as f64 / made.groups as f64)]);
    }
    rows
}

pub(crate) fn limits() -> Vec<String> {
    [
        "Every row of a group is taken as equally likely to be somebody's. Whoever knows a reason to think otherwise can know more.",
        "One row is taken for one person. Where several rows are of one person, a group of rows may be few people, and what is \
         promised is about rows.",
        "A bound on belief is a bound per person and release. Two releases of the same people can be put together; publish one.",
        "Columns that are published as they are, and what others publish of the same people, are not looked at.",
        "Someone who knows the program can ask which tables lead to this release. Choices depend on quasi and sensitive values \
         together, so no promise is made against that.",
        "A promise about a column says nothing about columns that go with it.",
    ]
    .map(str::to_owned)
    .to_vec()
}
