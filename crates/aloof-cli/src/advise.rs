//! `aloof advise`: what can be promised, before anything is changed?

use std::fmt::Write as _;
use std::path::PathBuf;

use aloof::advise::{
    Advice, AdviceCheck, AdviseRequest, BestReport, Bound, Details, LeastWithheld, Pricing, Promise, ProximityAdvice,
    Withholding, advise, advise_with_price,
};
use aloof::audit::bounds_no_guess;
use aloof::policy::Absence;
use aloof::release::Secret;
use aloof_report::advice_page;

use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::{Counted, Reading};
use crate::show::{capital, count, fraction, names, on_line, part, several, wrap};
use crate::{Failure, Outcome, plot, price, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The table as it is (CSV, also .gz and .zst, Parquet, Arrow IPC, Excel, Stata, SPSS, SAS, a database: postgres://HOST/DB?table=NAME; `-` is standard input)
    data: String,
    /// Write a report for people to read: one HTML file, with pictures
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write over a report that stands there
    #[arg(long)]
    replace: bool,
    /// Also say what keeping it would cost, and what promises around it would: how far counts and means made with such a release would be off
    #[arg(long)]
    price: bool,
    /// With --price: the price of the release that `anonymize --seed N` makes
    #[arg(long, value_name = "N", requires = "price")]
    seed: Option<u64>,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    args.asking.check([&args.data])?;
    let policy = args.policy.load(&args.data)?;
    let page = report::open(args.report.as_deref(), args.replace, &report::inputs([&args.data], &policy))?;
    let reading = Reading::new(args.common.quiet);
    let request = AdviseRequest {
        data: args.asking.table(&args.data)?,
        policy: &policy,
        progress: &|done, total| reading.tell(done, total),
    };
    let priced = Counted::new(args.common.quiet, "promises tried");
    let tell = |done, of| {
        reading.clear();
        priced.tell(done, of);
    };
    let pricing = Pricing { secret: args.seed.map(Secret::Seed), tell: Some(&tell) };
    let advice = if args.price { advise_with_price(&request, pricing)? } else { advise(&request)? };
    drop(priced);
    drop(reading);
    if let Some(page) = page {
        report::write(page, &advice_page(&args.data, &advice))?;
    }
    if args.common.json {
        show::json(&advice)?;
    } else {
        show::print(&text(&args.data, &advice))?;
    }
    Ok(if advice.is_impossible() { Outcome::Impossible } else { Outcome::Done })
}

const WIDTH: usize = 80;

fn text(data: &str, advice: &Advice) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", on_line(data), several(advice.tuples, "row", "rows"));
    if advice.dropped > 0 {
        let _ = writeln!(out, "{} left out for missing values", several(advice.dropped, "row", "rows"));
    }
    for check in &advice.checks {
        out.push('\n');
        show_check(&mut out, check, advice.absence);
    }
    for column in &advice.staircases {
        let _ = writeln!(out, "\nWhat can be promised of {}:", on_line(&column.sensitive));
        let (Some(first), true) = (column.curve.first(), column.curve.len() > 1) else {
            out.push_str("  Nothing: for no ε can m be more than 1, since most rows hold the same value.\n");
            continue;
        };
        out.push_str(&wrap(
            &format!("Counting only equal values as near, m can be up to {}.", count(first.max_m as usize)),
            "  ",
            WIDTH,
        ));
        out.push_str(&plot::staircase(&column.curve, None, None));
        let weaker =
            "In the group view, against someone who guesses around values that occur, ε may be twice as large.";
        out.push_str(&wrap(weaker, "  ", WIDTH));
        if let Some(start) = &column.proposal {
            let (epsilon, m) = (&start.absolute, start.m);
            let _ = writeln!(out, "  To begin with: --absolute {epsilon} --m {m}, or in a policy:");
            let _ = writeln!(out, "    absolute = \"{epsilon}\"\n    m        = {m}");
            out.push_str(&wrap(&start.reason, "  ", WIDTH));
        }
    }
    if let Some(told) = &advice.price {
        out.push('\n');
        out.push_str(&price::text(told));
    }
    for note in &advice.notes {
        out.push('\n');
        out.push_str(&wrap(note, "", WIDTH));
    }
    closing(&mut out, advice);
    out
}

/// The last lines: which protections bind, and what would be possible.
fn closing(out: &mut String, advice: &Advice) {
    if let (Some(true), [_, _, ..], [first, ..]) =
        (advice.feasible, advice.checks.as_slice(), advice.binding.as_slice())
    {
        let check = &advice.checks[*first];
        let used = check.used.as_deref().unwrap_or_default();
        let line =
            format!("The one that binds most is {}: it uses {} of what the data allow.", title(check), fraction(used));
        out.push_str(&wrap(&line, "", WIDTH));
    }
    if advice.feasible != Some(false) {
        return;
    }
    let word = match advice.withholding {
        None | Some(Withholding::TooLittle) => "IMPOSSIBLE",
        Some(Withholding::Enough) => "POSSIBLE only with rows withheld",
        Some(Withholding::NotKnown) => "NOT possible of all rows; whether it is with rows withheld is not known",
    };
    let _ = writeln!(out, "\n{word}");
    for &at in &advice.binding {
        let check = &advice.checks[at];
        let nearest = check.nearest.as_deref().unwrap_or("nothing near is possible");
        let of = if advice.checks.len() > 1 { format!("{}: ", title(check)) } else { String::new() };
        out.push_str(&wrap(&format!("{}.", capital(&format!("{of}{nearest}"))), "  ", WIDTH));
    }
    if advice.may_withhold > 0 {
        let may = several(advice.may_withhold as usize, "row", "rows");
        let what_for = if advice.absence == Absence::Known { ", for detail only" } else { "" };
        out.push_str(&wrap(&format!("The policy allows to withhold {may}{what_for}."), "  ", WIDTH));
    }
}

fn title(check: &AdviceCheck) -> String {
    match check.sensitive.as_slice() {
        [] => check.title.clone(),
        several => format!("{} of {}", check.title, names(several)),
    }
}

fn show_check(out: &mut String, check: &AdviceCheck, absence: Absence) {
    let word = match check.feasible {
        Some(true) => "possible",
        Some(false) => "NOT possible",
        None => "not decided",
    };
    out.push_str(&wrap(&format!("{}: {word}", title(check)), "", WIDTH));
    match &check.details {
        Details::Proximity(found) => show_proximity(out, check, found, absence),
        Details::Whole(found) => {
            let whole = if check.principle == "presence" { "All people as one cell" } else { "All rows as one group" };
            let guesses = bounds_no_guess(check.principle, &check.title).filter(|_| check.feasible == Some(true));
            let line = format!(
                "{whole} decide it: their measure is {}, allowed is {} {}.{}{}",
                fraction(&found.measure),
                found.bound_is,
                found.bound,
                by_itself(&found.best),
                guesses.map_or_else(String::new, |said| format!(" {said}"))
            );
            out.push_str(&wrap(&line, "  ", WIDTH));
        }
        Details::Dissimilarity(found) => {
            out.push_str(&wrap(&format!("{}.", capital(&found.reason)), "  ", WIDTH));
            for point in found.curve_epsilon.iter().filter(|_| check.feasible != Some(false)) {
                let sure = point.delta_guaranteed.as_deref().unwrap_or("none");
                let _ = writeln!(
                    out,
                    "    epsilon {:>10}: delta guaranteed to {sure}, impossible beyond {}",
                    point.epsilon, point.delta_at_most
                );
            }
        }
        Details::Reason { reason } => out.push_str(&wrap(&format!("{}.", capital(reason)), "  ", WIDTH)),
    }
}

/// How far each number can go where all others stay.
fn by_itself(best: &[BestReport]) -> String {
    let words: Vec<String> = best.iter().map(BestReport::words).collect();
    if words.is_empty() { String::new() } else { format!(" By itself {}.", words.join(", and ")) }
}

fn show_proximity(out: &mut String, check: &AdviceCheck, found: &ProximityAdvice, absence: Absence) {
    let m = found.m_name;
    let mut add = |line: &str| out.push_str(&wrap(line, "  ", WIDTH));
    let asked = found.asked();
    if let Some(largest) = asked.max_m {
        add(&format!(
            "At the densest place, {} {}, so with {} = {} the largest {m} is {}{}.",
            part(asked.window as usize, found.tuples as usize, "row", "rows"),
            if asked.window == 1 { "lies alone" } else { "lie near one another" },
            asked.bound_on,
            found.asked_length(),
            if may_be_less(check, found) { "at most " } else { "" },
            count(largest as usize)
        ));
    }
    add(&bound_line(found, asked));
    if !asked.feasible {
        add(&withhold_line(check, found, absence));
    }
    let any_centre = found.readings.iter().any(|(reading, _, register)| *reading == "any-centre" && *register);
    if check.view != "register" && !found.readings.is_empty() {
        add("The same tables allow both readings, by definition and with any centre.");
    } else if !asked.feasible && any_centre {
        add("With reading = \"any-centre\", which asks of intervals half as long, it is possible.");
    }
    out.push('\n');
    let length = Some(asked.bound_on).filter(|on| on.starts_with("the "));
    out.push_str(&plot::staircase(&found.curve, Some((&found.epsilon, found.m)), length));
    if let Some(tried) = &check.tried {
        out.push('\n');
        out.push_str(&wrap(&format!("{}.", capital(tried)), "  ", WIDTH));
    } else if check.view == "candidates" && found.group.feasible {
        out.push('\n');
        show_candidates(out, check, found);
    }
    if check.view == "register" && !found.register.feasible && found.group.feasible {
        out.push('\n');
        let weaker =
            "With view = \"group\", against someone who guesses only around values that occur, it is possible.";
        out.push_str(&wrap(weaker, "  ", WIDTH));
    }
}

/// `ε must stay below 20`.
fn must_stay_below(promise: &Promise, below: &Bound) -> String {
    format!("{} must stay below {}", promise.bound_on, below.words())
}

fn bound_line(found: &ProximityAdvice, promise: &Promise) -> String {
    let asked = format!("With {} = {}", found.m_name, found.m);
    match &promise.below {
        None => format!("{asked} any value will do."),
        Some(below) if below.is_zero() => format!("{asked} no value will do, not even 0."),
        Some(below) => format!("{asked}, {}.", must_stay_below(promise, below)),
    }
}

/// Whether windows of the group view bound what is asked, and something smaller may be all that there is.
fn may_be_less(check: &AdviceCheck, found: &ProximityAdvice) -> bool {
    check.view == "candidates" && found.register.max_m != found.group.max_m || check.feasible.is_none()
}

/// Where someone may know who is missing, the last lines say why withholding does not help.
fn withhold_line(check: &AdviceCheck, found: &ProximityAdvice, absence: Absence) -> String {
    let Some(LeastWithheld { least, certain, .. }) = check.withhold() else {
        return "Withholding rows does not help.".to_owned();
    };
    let of = |rows: u64| part(rows as usize, found.tuples as usize, "row", "rows");
    let how_many = match certain {
        Some(certain) if certain == least => format!("{}, and no fewer", of(least)),
        Some(certain) => format!("{} for certain, {} at the least", of(certain), count(least as usize)),
        None => format!("at least {}; whether that does was not tried", of(least)),
    };
    match absence {
        Absence::Known => format!(
            "Only of a table of which nobody knows who is in it, both {} be had: without {how_many}.",
            if certain.is_some() { "could" } else { "may" }
        ),
        Absence::Unknown => format!("To have both, rows would have to be withheld: {how_many}."),
    }
}

fn show_candidates(out: &mut String, check: &AdviceCheck, found: &ProximityAdvice) {
    let view = "Against someone who knows one person's quasi values";
    let certain = &found.register;
    if certain.feasible {
        out.push_str(&wrap(&format!("{view} it is certain."), "  ", WIDTH));
        return;
    }
    let any_centre = found.readings.iter().any(|(_, _, certain)| *certain);
    let alone = if any_centre {
        " With reading = \"any-centre\" what is asked is certain."
    } else if check.one_group == Some(true) {
        " All rows as one group keep it, but such a table tells nothing of quasi values."
    } else {
        ""
    };
    let m = found.m_name;
    let most = certain.max_m.unwrap_or(1);
    let line = format!(
        "{view} it is not certain, but may be found by search. Certain is {m} up to {most}, found may be {m} up to {}. \
         {}{alone}",
        found.group.max_m.unwrap_or(most),
        certain_line(found, certain)
    );
    out.push_str(&wrap(&line, "  ", WIDTH));
}

fn certain_line(found: &ProximityAdvice, certain: &Promise) -> String {
    let line = bound_line(found, certain);
    line.replace("must stay below", "is certain below")
}
