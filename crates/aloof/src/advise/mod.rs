//! What can be promised, before anything is changed?
//!
//! For every protection of a policy: whether a release exists, how far its parameters could go, and what would make it
//! possible if it is not. Only sensitive columns are read, and quasi columns whose missing values drop rows; of up to 8 rows
//! all columns are, since every way to group them is tried.
//!
//! ```
//! use aloof::advise::{AdviseRequest, advise};
//! use aloof::io::Source;
//! use aloof::policy::Policy;
//!
//! let policy = Policy::from_toml(r#"
//!     [columns]
//!     salary = { role = "sensitive" }
//!     [[protect]]
//!     principle = "epsilon-m"
//!     absolute  = "20"
//!     m         = 3
//! "#, "aloof.toml")?;
//! let bytes = "salary\n1000\n1010\n1020\n16000\n24000\n31000\n33000\n50000\n".into();
//! let data = Source::Memory { name: "pay.csv".to_owned(), bytes };
//! let advice = advise(&AdviseRequest { data, policy: &policy, progress: &|_, _| {} })?;
//! assert_eq!(advice.feasible, Some(false));
//! let salary = advice.checks[0].proximity().unwrap();
//! assert_eq!(salary.group.max_m, Some(2));
//! assert_eq!(salary.group.below.as_ref().unwrap().text, "20");
//! # Ok::<(), aloof::Error>(())
//! ```

mod column;
mod dissimilarity;
mod facts;
mod invariance;
mod limit;
mod present;
mod price;
mod proximity;
mod report;
mod rest;
mod tried;

use aloof_io::{Input, Source};
use aloof_methods::every;
use aloof_principles::Needs;
use aloof_table::{Attribute, Domain, Means, Ratio};

#[doc(inline)]
pub use aloof_methods::advise::{Bins, fullest_window};
#[doc(inline)]
pub use aloof_principles::proximity::Window;
pub use dissimilarity::{DeltaPoint, DissimilarityAdvice};
pub(crate) use facts::{Facts, facts};
pub(crate) use present::no_other_mean;
pub use price::{Estimate, MadeFrom, Price, PricedPromise, Pricing, Tried, percent};
pub use report::{
    Advice, AdviceCheck, BestReport, Bound, CurvePoint, Details, LeastWithheld, Promise, Proposal, ProximityAdvice,
    StaircaseAdvice, WholeAdvice, Withholding,
};
pub(crate) use rest::furthest;

use crate::Error;
use crate::data::{
    Conditions, Original, Repeats, check_hierarchies, has_hierarchy_file, pick, read_options, told_of_rows,
};
use crate::policy::{ColumnRule, Item, Policy, Role, Section, coding};
use crate::release::Every;
use column::Columns;

/// A table, and the policy that promises are to be made by.
pub struct AdviseRequest<'a> {
    /// The table, as it is.
    pub data: Source,
    /// What every column is and what must hold.
    pub policy: &'a Policy,
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// Says what is achievable.
pub fn advise(request: &AdviseRequest<'_>) -> Result<Advice, Error> {
    answer(request, None)
}

/// Says what is achievable, and what it would cost.
pub fn advise_with_price(request: &AdviseRequest<'_>, pricing: Pricing<'_>) -> Result<Advice, Error> {
    answer(request, Some(pricing))
}

fn answer(request: &AdviseRequest<'_>, pricing: Option<Pricing<'_>>) -> Result<Advice, Error> {
    let policy = request.policy;
    crate::release::refuse_policy(policy)?;
    let input = Input::open(request.data.clone(), read_options(policy))?;
    let columns = Columns::read(&input, policy, request.progress)?;
    Repeats::refuse(Repeats::find(&input, policy)?.as_ref())?;
    if columns.counted == 0 {
        return Err(Error::Data(format!("{}: no row has a value, so there is nothing to advise on", input.name())));
    }
    if has_hierarchy_file(policy) {
        check_hierarchies(policy, &Original::read(&input, policy, false, &|_, _| {})?)?;
    }
    // Of a few rows all ways to group them are tried, and for that what groups would show is read, too.
    let few = columns.counted <= every::MOST && !policy.protect().is_empty();
    let few = few.then(|| Original::read(&input, policy, false, &|_, _| {})).transpose()?;
    let every = few.as_ref().and_then(|few| Every::of(few, policy));
    let Facts { checks, feasible, may_withhold, withholding, tried } =
        facts(policy, columns.counted, |protect| pick(&columns.sensitive, protect.sensitive()), every.as_ref())?;
    let mut advice = Advice {
        tuples: columns.rows,
        dropped: columns.rows - columns.counted,
        feasible,
        binding: binding(&checks),
        may_withhold,
        withholding,
        absence: policy.method().absence(),
        staircases: if checks.is_empty() { staircases(policy, &columns)? } else { Vec::new() },
        checks,
        price: None,
        notes: notes(policy, &columns.conditions),
        conditions: columns.conditions,
    };
    if let Some(note) = tried.map(|tried| sentence(&tried)).or_else(|| joint_note(&advice)) {
        advice.notes.push(note);
    }
    if let Some(pricing) = pricing {
        let proposed = proposed(policy, &advice.staircases)?;
        let asked = proposed.as_ref().unwrap_or(policy);
        match price::unpriced(asked, &columns.sensitive) {
            Some(why) => advice.notes.push(why),
            None => advice.price = Some(price::price(&input, asked, pricing, proposed.is_some(), request.progress)?),
        }
    }
    Ok(advice)
}

fn notes(policy: &Policy, conditions: &Conditions) -> Vec<String> {
    let perhaps = conditions.told().map(str::to_owned);
    let history = policy.protect().iter().any(|protect| protect.needs() == Needs::History);
    let lines = history.then(|| crate::release::yet_to_write(policy)).flatten();
    let told = perhaps.chain(told_of_rows(policy)).chain(coding::told(policy)).chain(told_of_cells(policy));
    told.chain(lines).collect()
}

/// Where nothing is to be protected: the policy with what is proposed for every column.
fn proposed(policy: &Policy, columns: &[StaircaseAdvice]) -> Result<Option<Policy>, Error> {
    let mut asked = None;
    for (column, proposal) in columns.iter().filter_map(|column| Some((column, column.proposal.as_ref()?))) {
        let mut words = Section::new(policy.place().clone());
        for (key, item) in [
            ("principle", Item::Text("epsilon-m".to_owned())),
            ("sensitive", Item::Text(column.sensitive.clone())),
            ("absolute", Item::Text(proposal.absolute.clone())),
            ("m", Item::Number(proposal.m.to_string())),
        ] {
            words.set(key, policy.place().clone(), item);
        }
        let before = asked.as_ref().unwrap_or(policy);
        asked = Some(before.asking(before.protect().len(), words)?);
    }
    Ok(asked)
}

/// What can be promised of one protection.
struct ProtectionAdvice {
    feasible: Option<bool>,
    one_group: Option<bool>,
    used: Option<Ratio>,
    nearest: Option<String>,
    details: Details,
}

/// Those that are impossible; of several that are all possible, those that use most of what the data allow.
fn binding(checks: &[AdviceCheck]) -> Vec<usize> {
    let places = |test: &dyn Fn(&AdviceCheck) -> bool| -> Vec<usize> {
        checks.iter().enumerate().filter(|(_, check)| test(check)).map(|(at, _)| at).collect()
    };
    let impossible = places(&|check| check.feasible == Some(false));
    if !impossible.is_empty() || checks.len() < 2 {
        return impossible;
    }
    let most = checks.iter().filter_map(AdviceCheck::used).max();
    places(&|check| most.is_some() && check.used() == most)
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}

/// How many cells a release would leave out follows from the groups that it finds.
fn told_of_cells(policy: &Policy) -> Option<String> {
    let limited: Vec<&str> =
        policy.columns().iter().filter(|one| one.suppress_cells().is_some()).map(ColumnRule::name).collect();
    (!limited.is_empty()).then(|| {
        format!(
            "Possible is said of the promise alone. Whether so few cells of {} are left out as suppress_cells asks is seen when a release is made; one that would need more is not made.",
            crate::words::list(&limited)
        )
    })
}

fn joint_note(advice: &Advice) -> Option<String> {
    if advice.checks.len() < 2 || advice.checks.iter().any(|check| check.feasible != Some(true)) {
        return None;
    }
    Some(if advice.feasible == Some(true) {
        "All hold together: a table of one group keeps them all.".to_owned()
    } else {
        "Each is possible by itself. Whether all are possible together is not decided here.".to_owned()
    })
}

/// Without anything to protect: the trade-off for every column of numbers.
fn staircases(policy: &Policy, columns: &Columns) -> Result<Vec<StaircaseAdvice>, Error> {
    let names: Vec<String> = policy.named(Role::Sensitive).map(str::to_owned).collect();
    let mut all = Vec::new();
    for name in &names {
        let attribute = Attribute::new(&pick(&columns.sensitive, std::slice::from_ref(name)), |_| false);
        if let Domain::Numbers { .. } = attribute.domain() {
            let mut found = proximity::staircase(name, &attribute).map_err(|why| Error::Data(why.to_string()))?;
            let column = columns.sensitive.iter().find(|(column, _)| column == name);
            let start = column.and_then(|(_, column)| aloof_inspect::propose(column));
            found.proposal = start.map(|start| Proposal::new(&start));
            all.push(found);
        }
    }
    if all.is_empty() {
        return Err(Error::Data(if names.is_empty() {
            format!(
                "nothing is declared sensitive, so there is nothing to advise on; name a column with {}, or give it role = \"sensitive\" in \
                 the policy",
                Means::Sensitive
            )
        } else {
            format!(
                "no sensitive column holds numbers or dates, and nothing says what must hold; say it, such as {}, or with [[protect]] in a \
                 policy",
                Means::Diversity
            )
        }));
    }
    Ok(all)
}
