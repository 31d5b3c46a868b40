//! The third part of a page, for whoever checks it: definitions, all views, worst groups, parameters, versions, assumptions and
//! limits, in the order of ISO/IEC 27559 (context, threats, data, attacks, identifiability, testing, mitigation, governance).

use aloof::audit::{CheckReport, MeasureReport, Verdict, WorstGroup};
use aloof::release::{Beside, Measured};
use aloof::words::{HOLDS_SO_FAR, NOT_ASKED_FOR, count, length, list};

use crate::attack::attack_section;
use crate::case::Case;
use crate::commands::without_commands;
use crate::director::{absent, suppressed_are};
use crate::figures::{about, fraction, three};
use crate::limits::limits;
use crate::page::Page;
use crate::promise::{is_belief, title, whoever};
use crate::way::Way;
use crate::{stairs, told};

/// Writes it.
pub(crate) fn write(page: &mut Page, case: &Case<'_>) {
    page.chapter(
        "check",
        "To check it",
        "For auditors, in the order of ISO/IEC 27559. Fractions are exact where they are not marked ≈.",
    );
    context(page, case);
    threats(page, case);
    data(page, case);
    attacks(page, case);
    identifiability(page, case);
    testing(page, case);
    mitigation(page, case);
    again(page, case);
    governance(page, case);
    page.heading("What is not promised");
    page.list(&limits(case));
}

fn context(page: &mut Page, case: &Case<'_>) {
    page.heading("1. Context");
    page.text(match case.made {
        Some(_) => {
            "Before it was put in place, the file was read back from disk and judged against the table it was made from, by code that \
             makes no releases."
        }
        None if case.truth.is_some() => "The table was read and judged, and held against the original.",
        None => "The table was read and judged by itself: the original was not given.",
    });
    let notes: Vec<String> = case.notes.iter().filter_map(|note| without_commands(note)).collect();
    page.list(&notes);
}

fn threats(page: &mut Page, case: &Case<'_>) {
    page.heading("2. Threat model");
    page.list(&[
        format!("What others may know of people: {}.", case.quasi_words()),
        "What they want to learn: a sensitive value, exactly or to within what the rule calls near; or which row is whose.".to_owned(),
        format!("What they are taken to do: {}.", Way::of(case).they_do()),
    ]);
}

fn data(page: &mut Page, case: &Case<'_>) {
    page.heading("3. Data features");
    let mut rows = vec![vec!["rows".to_owned(), count(case.tuples)]];
    if let Some(groups) = case.groups() {
        rows.push(vec!["groups".to_owned(), count(groups)]);
        rows.push(vec!["rows per group".to_owned(), format!("{:.1}", case.tuples as f64 / groups.max(1) as f64)]);
    }
    rows.push(vec![suppressed_are(case).to_owned(), count(case.suppressed)]);
    rows.extend(absent(case).map(|absent| vec!["people of the original in no row".to_owned(), count(absent)]));
    rows.push(vec!["rows left out for a missing value".to_owned(), count(case.dropped)]);
    if let Some(made) = case.made {
        rows.push(vec!["loss: share of the domain covered, summed over quasi columns".to_owned(), three(made.loss)]);
        let weighted =
            made.weighted_loss.map(|loss| vec!["loss, each column times its weight".to_owned(), three(loss)]);
        rows.extend(weighted);
    }
    let keyed: Vec<(String, &Vec<String>)> = rows.iter().map(|row| (row[0].clone(), row)).collect();
    page.table_of("features", "", &["feature", "value"], &keyed);
    let missing = case.asked().filter_map(|check| Some(check.missing.as_ref()?.told.clone()));
    page.list(&missing.collect::<Vec<_>>());
    case.measures.iter().for_each(|measures| measure(page, measures));
}

fn attacks(page: &mut Page, case: &Case<'_>) {
    page.heading("4. Attack model: the views");
    let mut views: Vec<&str> =
        case.checks.iter().flat_map(|check| std::iter::once(check.view).chain(check.implied.iter().copied())).collect();
    views.dedup();
    let mut told: Vec<Vec<String>> = Vec::new();
    for view in views {
        if told.iter().all(|row: &Vec<String>| row[0] != view) {
            told.push(vec![view.to_owned(), whoever(view, &case.quasi_words())]);
        }
    }
    if told.is_empty() {
        page.text("No view was judged.");
        return;
    }
    page.named_table("views", 1, "A view is who looks", &["view", "who looks"], &told);
    let mut meanings: Vec<String> = Vec::new();
    for check in case.checks {
        let said = format!("{}: {}", check.title, definition(check));
        if !meanings.contains(&said) {
            meanings.push(said);
        }
    }
    page.list(&meanings);
}

/// What the measure of a rule is.
fn definition(check: &CheckReport) -> String {
    let of = match check.principle {
        "epsilon-m" => "the measure is the largest share of a group's rows that lie near one figure",
        "delta-l" => "the measure is the largest share of a group's rows in one interval",
        "dissimilarity" if check.view == "register" => {
            "the measure is the largest share of the other rows of a group that, with one of them, are similar to each other (within 2ε)"
        }
        "dissimilarity" => {
            "the measure is the largest share of the other rows of a group that are similar to one of them"
        }
        "c-k-safety" | "skyline" => "the measure is the largest confidence in one value that such knowledge leads to",
        "presence" => "the measure is the largest belief that somebody of the population is in the table",
        "k-anonymity" => "the measure is one divided by the rows of the smallest group",
        "l-diversity" if is_belief(check) => "the measure is the largest share of a group's rows with one value",
        "l-diversity" => "the measure follows from how often values occur in a group",
        "t-closeness" => "the measure is the largest distance of a group's distribution from that of the table",
        _ => "the measure is that of its definition, the worst over groups",
    };
    let allowed = format!("{} {} is allowed", check.bound_is, fraction(&check.bound));
    let of = match &check.missing {
        _ if check.view == "perturbation" => {
            "the measure is the largest belief, after seeing what was drawn for a person, that the value lies near one figure".to_owned()
        }
        Some(_) => format!("{of}, and what is missing counts as is said under 3"),
        None => of.to_owned(),
    };
    let more = check.condition.as_ref().map_or_else(String::new, |condition| format!(", in {condition}"));
    format!("{of}; {allowed}{more}.")
}

fn identifiability(page: &mut Page, case: &Case<'_>) {
    page.heading("5. Quantified identifiability");
    if case.checks.is_empty() {
        page.text("No rule was judged, so nothing is quantified here.");
    } else {
        let rows: Vec<(String, Vec<String>)> =
            case.checks.iter().map(|check| (key(check), row(check, case.is_conditional()))).collect();
        let keyed: Vec<(String, &Vec<String>)> = rows.iter().map(|(key, row)| (key.clone(), row)).collect();
        page.table_of(
            "checks",
            "Every rule in every view that was judged",
            &["rule", "view", "outcome", "worst", "allowed", "breaking groups", "people beyond it"],
            &keyed,
        );
        let opinions =
            |check: &CheckReport| Some(format!("{}, {} view: {}.", title(check), check.view, check.second_opinion()?));
        page.list(
            &case.checks.iter().filter_map(implied).chain(case.checks.iter().filter_map(opinions)).collect::<Vec<_>>(),
        );
    }
    case.risks().iter().for_each(|picture| told::write(page, case, picture));
    beyond(page, case.checks);
    if let Some(advice) = &case.extras.advice {
        stairs::write(page, advice);
    }
    case.checks.iter().for_each(|check| worst_groups(page, check));
}

/// Views that stand in no row of the table, since what holds in a stronger one holds in them.
fn implied(check: &CheckReport) -> Option<String> {
    let views = list(&check.implied.iter().map(|view| format!("the {view} view")).collect::<Vec<_>>());
    let holds = !check.implied.is_empty() && check.verdict == Verdict::Pass;
    holds.then(|| format!("{} holds in the {} view, and so in {views}, too.", title(check), check.view))
}

/// Rule, columns and view, by which a row can be found.
pub(crate) fn key(check: &CheckReport) -> String {
    format!("{}/{}/{}", check.principle, check.sensitive.join("+"), check.view)
}

/// `conditional`: something that was asked could not be judged.
fn row(check: &CheckReport, conditional: bool) -> Vec<String> {
    let asked = if check.required { "asked for" } else { NOT_ASKED_FOR };
    vec![
        title(check),
        format!("{} ({asked})", check.view),
        match check.verdict {
            Verdict::Pass if conditional && check.required => HOLDS_SO_FAR.to_owned(),
            Verdict::Pass => "holds".to_owned(),
            Verdict::Fail => "FAILS".to_owned(),
            Verdict::Measured => "measured".to_owned(),
        },
        fraction(&check.shown(&check.worst_risk)),
        format!("{} {}", sign(check.bound_is), fraction(&check.bound)),
        // Against someone who knows one person, people are judged, and no group.
        if check.groups == 0 || check.people.is_some() {
            "–".to_owned()
        } else {
            format!("{} of {}", count(check.violating_groups), count(check.groups))
        },
        if check.is_counted_whole() {
            format!("{} (whole groups)", count(check.violating_tuples))
        } else {
            count(check.violating_tuples)
        },
    ]
}

fn sign(bound_is: &str) -> &'static str {
    match bound_is {
        "at most" => "≤",
        "below" => "<",
        _ => "≥",
    }
}

/// What is known within multiples of ε: the rule says nothing of these.
fn beyond(page: &mut Page, checks: &[CheckReport]) {
    for check in checks.iter().filter(|check| !check.beyond.is_empty()) {
        let rows: Vec<Vec<String>> =
            check.beyond.iter().map(|one| vec![one.within.clone(), fraction(&one.worst), about(one.mean)]).collect();
        let keyed: Vec<(String, &Vec<String>)> =
            check.beyond.iter().zip(&rows).map(|(one, row)| (format!("{}/{}", key(check), one.times), row)).collect();
        page.table_of(
            "beyond",
            &format!("Beyond what {} is about: the largest share of a group that lies so near, the worst and the mean over people", title(check)),
            &["near", "worst", "mean"],
            &keyed,
        );
    }
}

/// The groups that are worst off, without their values.
fn worst_groups(page: &mut Page, check: &CheckReport) {
    if check.worst_groups.is_empty() {
        return;
    }
    let row = |group: &WorstGroup| {
        let quasi: Vec<String> = group.quasi.iter().map(|(name, text)| format!("{name} {text}")).collect();
        let holds = if group.holds { "yes" } else { "no" };
        let valued = group.with_value.map_or_else(String::new, |some| format!(", {} with a value", count(some)));
        vec![
            quasi.join(", "),
            format!("{}{valued}", count(group.tuples)),
            fraction(&check.shown(&group.risk)),
            holds.to_owned(),
        ]
    };
    page.named_table(
        &format!("worst/{}", key(check)),
        1,
        &format!("The groups worst off by {} in the {} view", title(check), check.view),
        &["group", "rows", "measure", "holds"],
        &check.worst_groups.iter().map(row).collect::<Vec<_>>(),
    );
    let mut conclusions: Vec<String> = check.worst_groups.iter().map(|group| group.conclusion.clone()).collect();
    conclusions.dedup();
    page.list(&conclusions);
}

fn testing(page: &mut Page, case: &Case<'_>) {
    page.heading("6. Adversarial testing");
    let mut points = Vec::new();
    if let Some(truth) = case.truth {
        points.push(format!(
            "Released rows that stand for no original one: {} of {}.",
            count(truth.untrue),
            count(truth.released)
        ));
        if let Some(counterfeits) = truth.counterfeits {
            points.push(format!(
                "Besides these, rows that are said to stand for nobody, and do not: {}.",
                count(counterfeits)
            ));
        }
        points.push(format!(
            "Original rows that are in no released one: {} of {}.",
            count(truth.absent),
            count(truth.original)
        ));
    }
    let linked = |who: &str, found: &Measured| {
        format!(
            "{who}: the published record nearest to somebody's true values is theirs in {} of {} people looked for, by chance in {}; {} of \
             values lie within 5% of the domain from the true one.",
            about(found.linked),
            count(found.asked),
            about(found.by_chance),
            about(found.within_5_percent)
        )
    };
    match case.beside() {
        Some(Beside::Walk(walk)) => {
            points.push(linked("Linking, walked values", &walk.disclosure.walk));
            points.push(linked("Beside it, noise that moves values as far", &walk.disclosure.noise));
        }
        Some(Beside::Noise(noise)) => {
            points.push(linked("Linking", &noise.disclosure));
            points.extend(noise.columns.iter().map(|one| {
                format!(
                    "Whoever knows the width can narrow a value of {} down to {} of its domain.",
                    one.column,
                    about(one.left_by_noise)
                )
            }));
        }
        _ => {}
    }
    if case.extras.attacks.is_none() {
        points.push("No other attack was played for this page.".to_owned());
    }
    page.list(&points);
    if let Some(found) = &case.extras.attacks {
        attack_section(page, found);
    }
}

fn mitigation(page: &mut Page, case: &Case<'_>) {
    page.heading("7. Mitigation");
    let mut rows: Vec<Vec<String>> = Vec::new();
    if let Some(manifest) = &case.extras.manifest {
        rows.push(vec!["method".to_owned(), manifest.method.algorithm.clone()]);
        let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rows.extend(manifest.method.settings.iter().map(|(name, value)| vec![name.replace('_', " "), plain(value)]));
        let said = |words: &aloof::manifest::Words| {
            serde_json::to_value(words).map(|value| in_words(&value)).unwrap_or_default()
        };
        rows.extend(manifest.protect.iter().map(|words| vec!["rule".to_owned(), said(words)]));
    }
    if rows.is_empty() {
        page.text(if case.made.is_some() { "See the rules above." } else { "Nothing says how the table was made." });
    } else {
        page.named_table("parameters", 1, "Parameters", &["parameter", "value"], &rows);
    }
    let mend = |check: &CheckReport| {
        Some(format!("{}, {} view. To mend a group: {}.", title(check), check.view, check.remedy.as_ref()?))
    };
    let failing = case.checks.iter().filter(|check| check.verdict == Verdict::Fail);
    page.list(&failing.filter_map(mend).collect::<Vec<_>>());
}

/// `principle epsilon-m, sensitive income, absolute 1000, m 5`.
fn in_words(value: &serde_json::Value) -> String {
    let plain = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(all) => all
            .iter()
            .map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(" and "),
        other => other.to_string(),
    };
    let pairs = value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{} {}", key.replace('_', " "), plain(value)));
    pairs.collect::<Vec<_>>().join(", ")
}

fn again(page: &mut Page, case: &Case<'_>) {
    page.heading("8. Re-evaluation");
    let releases = if case.goes_on() {
        "Judge again, together with the earlier ones, before another release of the same people."
    } else {
        "Judge again before a second release of the same people: two releases can be put together."
    };
    page.list(&[
        releases.to_owned(),
        "Judge again when somebody publishes another table of these people, or when a column that is taken as known to nobody turns \
         out to be known."
            .to_owned(),
        "The hashes above say whether the files are still those that were judged.".to_owned(),
    ]);
}

fn governance(page: &mut Page, case: &Case<'_>) {
    page.heading("9. Governance");
    let mut points = vec![format!("Judged by aloof {}.", env!("CARGO_PKG_VERSION"))];
    if let Some(manifest) = &case.extras.manifest {
        points.push(format!("Made by {} {}.", manifest.program.name, manifest.program.version));
    }
    if let Some(audit) = case.audit {
        points.extend(audit.claim.iter().map(|claim| {
            format!(
                "How the manifest says that it was made ({}) {}: {}.",
                claim.how,
                stands(claim.standing),
                claim.reason
            )
        }));
        points.extend(
            audit
                .files
                .iter()
                .flat_map(|files| &files.unlisted)
                .map(|name| format!("{name} lies beside the files and is not listed: nothing was judged of it.")),
        );
    }
    points.push(
        match case.beside() {
            Some(Beside::Anatomy(_)) => {
                "Which row of one table is which of the other, and the key of all draws, must never be published."
            }
            Some(Beside::Noise(_) | Beside::Perturbation(_)) => {
                "True values, and the key of all draws, must never be published."
            }
            _ => "Whose row is whose, and the key of all draws, must never be published.",
        }
        .to_owned(),
    );
    page.list(&points);
}

fn stands(standing: &str) -> &'static str {
    match standing {
        "holds" => "is borne out by the data",
        "refuted" => "is refuted by the data",
        _ => "is left open",
    }
}

/// What a column has, where nothing was to be protected.
fn measure(page: &mut Page, found: &MeasureReport) {
    let line = |name: &str, value: String, meaning: &str| vec![name.to_owned(), value, meaning.to_owned()];
    let mut rows = vec![
        line("k", count(found.k), "rows in the smallest group"),
        line("distinct l", count(found.distinct_l), "fewest different values in a group"),
        line("m-unique", count(found.m_unique), "all rows of a group differ, and are so many; 0: not in every group"),
        line("alpha", fraction(&found.alpha), "largest share of one value in a group"),
        line(
            "t, all values equally far apart",
            fraction(&found.t_equal),
            "farthest a group's distribution lies from the table's",
        ),
        line("beta", fraction(&found.beta), "largest relative gain of a value"),
    ];
    rows.extend(found.proximity.iter().map(|step| {
        line(
            &format!(
                "within {} of any {}",
                length(&step.epsilon, found.dates),
                if found.dates { "day" } else { "figure" }
            ),
            fraction(&step.worst_risk_register),
            "largest share of a group that lies so near",
        )
    }));
    let keyed: Vec<(String, &Vec<String>)> =
        rows.iter().map(|row| (format!("{}/{}", found.sensitive, row[0]), row)).collect();
    page.table_of(
        "measures",
        &format!("What {} gives away", found.sensitive),
        &["measure", "value", "meaning"],
        &keyed,
    );
}
