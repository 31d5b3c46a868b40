//! What the red team found: a section for any page, and a page of its own.

use aloof::attack::{AttackReport, AttackResult, ClaimRate};
use aloof::words::several;

use serde_json::{Value, json};

use crate::bars::{Bars, bars_svg};
use crate::commands::{reason, without_commands};
use crate::figures::rounded;
use crate::page::Page;

/// What is said of each attack.
const COLUMNS: [&str; 8] = ["no.", "attack", "guesses", "right", "blind", "control", "excess", "over control"];
/// How often claims of so much certainty are right, in a table of its own: beside the figures it would be wider than a page.
const CLAIMS: [&str; 5] = ["no.", "attack", "claims of 50%", "claims of 70%", "claims of 90%"];

/// Puts what attacks found on a page: a heading, a picture, every attack with its figures, and what was not run.
pub fn attack_section(page: &mut Page, found: &AttackReport) {
    page.heading("What attackers get out of it");
    page.text(&format!(
        "{} attacked, beside {}. A guess names an interval as wide as what counts as near, and one value where only that counts; \
         in brackets Wilson's interval at 95%. What lies above the blind guess comes from the attack; what lies above the control people comes from being in the table.",
        match found.absent {
            0 => format!("{} of the release", several(found.people, "person", "people")),
            absent => format!(
                "{} of the release (of the original, {} not in it)",
                several(found.people - absent, "person", "people"),
                several(absent, "person is", "people are")
            ),
        },
        several(found.control, "control person", "control people"),
    ));
    let shown: Vec<&AttackResult> = found.attacks.iter().collect();
    if !shown.is_empty() {
        let percent = |of: &dyn Fn(&AttackResult) -> f64| shown.iter().map(|one| 100.0 * of(one)).collect::<Vec<f64>>();
        page.picture(
            &bars_svg(&Bars {
                title: "Right guesses of each attack beside the blind guess",
                x: "attack, by its number below",
                y: "percent of guesses that are right",
                classes: &(1..=shown.len()).map(|number| number.to_string()).collect::<Vec<_>>(),
                series: &[
                    ("blind guess", percent(&|one| one.blind.share)),
                    ("attack", percent(&|one| one.success.share)),
                ],
                line: None,
            }),
            "Grey is what the same adversary would get without the attack.",
        );
        let rows: Vec<Vec<String>> = shown.iter().zip(1..).map(|(one, number)| row(number, one)).collect();
        page.named_table("attacks", 2, "Attacks", &COLUMNS, &rows);
        let rows: Vec<Vec<String>> = shown.iter().zip(1..).map(|(one, number)| claims(number, one)).collect();
        page.named_table("claims", 2, "How often claims are right", &CLAIMS, &rows);
        let rows: Vec<Vec<String>> = shown.iter().zip(1..).map(|(one, number)| attacker(number, one)).collect();
        page.named_table("attackers", 2, "Who attacks", &["no.", "attack", "who attacks"], &rows);
        page.text(&format!(
            "What attackers get beyond {}, by more than chance explains, or beyond what is promised:",
            luck(found, "the ")
        ));
        let beyond = found.attacks.iter().filter(|one| one.gets_more() || one.beyond_promise);
        let beyond: Vec<String> = beyond.map(|one| format!("{}: {}", one.title(), one.sentence())).collect();
        page.list(&if beyond.is_empty() { vec!["Nothing.".to_owned()] } else { beyond });
        let facts: Vec<Vec<String>> = shown.iter().flat_map(|one| of_facts(one)).collect();
        page.named_table("attack figures", 2, "What else was found", &["attack", "figure", "value"], &facts);
    }
    let not_run: Vec<String> = found.reasons().into_iter().map(|(title, why)| not_run(&title, why)).collect();
    let notes = found.notes.iter().filter_map(|note| without_commands(note));
    page.list(&not_run.into_iter().chain(notes).collect::<Vec<_>>());
}

/// An attack that was not run, and why.
fn not_run(title: &str, why: &str) -> String {
    reason(why).map_or_else(|| format!("{title} was not run."), |why| format!("{title} was not run: {why}."))
}

/// What attacks found as one JSON document, without how long they took: the same whenever they are made again.
pub fn attack_evidence(release: &str, date: Option<&str>, found: &AttackReport) -> String {
    let document = json!({
        "evidence": 1,
        "kind": "attack",
        "program": { "name": "aloof", "version": env!("CARGO_PKG_VERSION") },
        "date": date,
        "table": release,
        "attacks": timeless(found),
    });
    serde_json::to_string_pretty(&document).expect("plain data") + "\n"
}

/// All but how long it took.
pub(crate) fn timeless(found: &AttackReport) -> Value {
    let mut value = serde_json::to_value(found).unwrap_or_default();
    let attacks = value["attacks"].as_array_mut().into_iter().flatten();
    attacks.filter_map(Value::as_object_mut).for_each(|one| {
        one.remove("seconds");
    });
    value
}

/// A page of nothing else.
pub fn attack_page(release: &str, found: &AttackReport) -> String {
    let mut page = Page::new(&title(found));
    let luck = luck(found, "a ");
    page.lead(&format!(
        "What attackers get out of {release}. More than {luck}: the intervals lie apart, which chance does not explain."
    ));
    attack_section(&mut page, found);
    page.finish()
}

/// How many get more than luck; where none does, how many more than is promised.
fn title(found: &AttackReport) -> String {
    let count = |is: &dyn Fn(&AttackResult) -> bool| found.attacks.iter().filter(|one| is(one)).count();
    let (of, luck) = (several(found.attacks.len(), "attack", "attacks"), luck(found, "a "));
    let get = |many: usize| format!("{many} of {of} {}", if many == 1 { "gets" } else { "get" });
    match (found.attacks.len(), count(&AttackResult::gets_more), count(&|one| one.beyond_promise)) {
        (0, ..) => "No attack was run".to_owned(),
        (_, 0, 0) => format!("No attack gets more than {luck}"),
        (_, 0, over) => format!("{} more than is promised", get(over)),
        (_, beyond, _) => format!("{} more than {luck}", get(beyond)),
    }
}

/// What attacks are held against: blind guesses, and where there are control people what is right of them.
fn luck(found: &AttackReport, article: &str) -> String {
    let control = if found.control > 0 { " and guesses about control people" } else { "" };
    format!("{article}blind guess{control}")
}

/// In percentage points, with the sign.
fn points(excess: f64) -> String {
    format!("{:+.1}", excess * 100.0)
}

fn row(number: usize, one: &AttackResult) -> Vec<String> {
    vec![
        number.to_string(),
        called(one),
        one.success.people.to_string(),
        one.success.words(),
        one.blind.words(),
        one.control.map_or_else(|| "–".to_owned(), |control| control.words()),
        points(one.excess),
        one.excess_over_control.map_or_else(|| "–".to_owned(), points),
    ]
}

fn claims(number: usize, one: &AttackResult) -> Vec<String> {
    let claim = |claim: &ClaimRate| match claim.rate.people {
        0 => "none".to_owned(),
        some => format!("{} right of {some}", claim.rate.right),
    };
    [number.to_string(), called(one)].into_iter().chain(one.claims.iter().map(claim)).collect()
}

/// Who attacks, in words that would crush the figures beside them.
fn attacker(number: usize, one: &AttackResult) -> Vec<String> {
    let control = one.without_control.filter(|_| one.control.is_none());
    let control = control.map_or_else(String::new, |why| format!("; without control people: {why}"));
    vec![number.to_string(), called(one), format!("{}{control}", one.adversary)]
}

/// The attack, and of what.
fn called(one: &AttackResult) -> String {
    if one.sensitive.is_empty() { one.title() } else { format!("{}: {}", one.title(), one.sensitive.join(", ")) }
}

fn of_facts(one: &AttackResult) -> Vec<Vec<String>> {
    one.facts.iter().map(|fact| vec![one.title(), fact.name.to_owned(), exact(fact.value)]).collect()
}

/// Counts of people as they are; other figures to three digits.
fn exact(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { rounded(value).to_string() }
}
