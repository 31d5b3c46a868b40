//! What flags ask for, as the `[[protect]]` of a policy that somebody would write by hand: one for each column and principle.
//!
//! A column's own numbers (`salary:absolute=4500,m=5`) go before those of plain flags (`--absolute 4500 --m 5`). A column without any takes
//! what plain flags ask; one that has some is asked for what these begin, and what they leave open of it is taken from plain flags: `--m 5`
//! serves `salary:absolute=4500` and `hours:absolute=2` alike. A plain flag that serves no column is refused, and so is what can be meant in
//! two ways.

use aloof::policy::{Item, Located, Place, Section};

use crate::Failure;
use crate::naming::{Named, Number};

/// What is called near; one of them, but for the last two, which go together.
const NEAR: [&str; 4] = ["absolute", "relative", "below", "above"];

/// What is asked by flags.
pub(crate) struct Asked {
    /// By flags that name no column.
    pub plain: Vec<Number>,
    /// k of k-anonymity, which is about people and not about a column.
    pub k: Option<u32>,
    /// Sensitive columns that are to be protected, with numbers of their own or without.
    pub columns: Vec<Named>,
}

impl Asked {
    /// The protections, in the order of columns.
    pub fn blocks(&self) -> Result<Vec<Section>, Failure> {
        let nobody = [Named::plain("")];
        let columns = if self.columns.is_empty() { &nobody[..] } else { &self.columns };
        let mut blocks = Vec::new();
        let mut counted = self.k.map(k_anonymity);
        for column in columns {
            let numbers = self.numbers_of(column)?;
            blocks.extend(near(column, &numbers).map_err(|failure| self.for_whom(failure, column))?);
            blocks.extend(diversity(column, &numbers)?);
            // Of a single column they stand in the order of the flags.
            if columns.len() == 1 {
                blocks.extend(counted.take());
            }
            blocks.extend(closeness(column, &numbers));
        }
        blocks.extend(counted);
        self.refuse_idle()?;
        Ok(blocks)
    }

    /// Where plain flags do not do for one of several columns, which one.
    fn for_whom(&self, mut failure: Failure, column: &Named) -> Failure {
        if self.columns.len() > 1 && column.own.is_empty() {
            failure.message = format!("{} (column `{}` has none of its own)", failure.message, column.name);
        }
        failure
    }

    fn plain(&self, key: &str) -> Option<&Number> {
        self.plain.iter().find(|number| number.key == key)
    }

    /// What is asked of a column: its own, what that leaves open, or all that plain flags ask.
    fn numbers_of(&self, column: &Named) -> Result<Vec<Number>, Failure> {
        let mut numbers = column.own.clone();
        for number in &self.plain {
            if serves(number.key, column) {
                numbers.push(number.clone());
            }
        }
        if let (Some(l), None, Some(delta)) = (of(&column.own, "l"), of(&column.own, "delta"), self.plain("delta")) {
            let (name, l, delta) = (&column.name, &l.value, &delta.value);
            return Err(Failure::wrong(format!(
                "--sensitive {name}:l={l} beside --delta {delta} can mean {l} different values, or one in {l} within twice {delta}: write \
                 {name}:delta={delta},l={l} if it is the second, else give delta to the columns it is for instead of --delta"
            )));
        }
        Ok(numbers)
    }

    /// Refuses a plain flag that no column takes anything from, unless it says what is said anyway.
    fn refuse_idle(&self) -> Result<(), Failure> {
        let idle = |number: &&Number| {
            let says = |column: &Named| of(&column.own, number.key).is_some_and(|own| own.value == number.value);
            !self.columns.iter().any(|column| serves(number.key, column) || says(column))
        };
        let (Some(number), Some(column)) = (self.plain.iter().find(idle), self.columns.first()) else { return Ok(()) };
        let instead = |column: &&Named| column.own.iter().any(|own| is_instead(own.key, number.key));
        let other = self.columns.iter().find(instead);
        let (key, value, name) = (number.key, &number.value, &other.unwrap_or(column).name);
        let own = other.unwrap_or(column).numbers();
        let or = if other.is_some() { String::new() } else { format!(", or write {name}:{key}={value}") };
        Err(Failure::wrong(format!(
            "--{key} {value} is for no column: --sensitive {name}:{own} has its own; leave one of the two out{or}"
        )))
    }
}

impl Asked {
    /// Whether a protection of a policy is one of what flags speak about: `--k` counts people, numbers of no column are for all columns.
    fn replaces(&self, said: &Section) -> bool {
        if counts_people(said) {
            return self.k.is_some() && is_principle(said, "k-anonymity");
        }
        !self.plain.is_empty() || self.is_asked_anew(said)
    }

    /// Whether a protection is about one of the columns with numbers of their own, and about no other.
    fn is_asked_anew(&self, said: &Section) -> bool {
        let named = match said.get("sensitive").map(|sensitive| &sensitive.value) {
            Some(Item::Text(one)) => Some(one),
            Some(Item::List(several)) => match several.as_slice() {
                [Located { value: Item::Text(one), .. }] => Some(one),
                _ => None,
            },
            Some(_) => None,
            // Left out, it is about the only one there is, unless it counts people.
            None => {
                self.columns.first().filter(|_| self.columns.len() == 1 && !counts_people(said)).map(|one| &one.name)
            }
        };
        self.columns.iter().any(|column| !column.own.is_empty() && Some(&column.name) == named)
    }
}

fn counts_people(said: &Section) -> bool {
    is_principle(said, "k-anonymity") || is_principle(said, "presence")
}

fn is_principle(said: &Section, name: &str) -> bool {
    matches!(said.get("principle").map(|principle| &principle.value), Some(Item::Text(found)) if found == name)
}

/// Whether a plain number is one for this column.
fn serves(key: &str, column: &Named) -> bool {
    let own = |key: &str| of(&column.own, key).is_some();
    let is_near = NEAR.into_iter().any(own);
    match key {
        _ if column.own.iter().all(|number| number.key == "view") => true,
        "m" => is_near && !own("m"),
        "l" => own("delta") && !own("l"),
        _ => NEAR.contains(&key) && own("m") && !is_near,
    }
}

/// Whether one says what the other would say.
fn is_instead(key: &str, other: &str) -> bool {
    key == other || (NEAR.contains(&key) && NEAR.contains(&other))
}

fn of<'a>(numbers: &'a [Number], key: &str) -> Option<&'a Number> {
    numbers.iter().find(|number| number.key == key)
}

/// (ε, m)-anonymity.
fn near(column: &Named, numbers: &[Number]) -> Result<Option<Section>, Failure> {
    one_way(column)?;
    let close = NEAR.into_iter().find_map(|key| of(numbers, key));
    match (close, of(numbers, "m")) {
        (None, None) => Ok(None),
        (Some(close), Some(_)) => {
            let keys = [&NEAR[..], &["m"]].concat();
            Ok(Some(block("epsilon-m", column, numbers, &keys, &close.place)))
        }
        (Some(close), None) if of(&column.own, close.key).is_some() => {
            let typed = format!("{}:{}={}", column.name, close.key, close.value);
            Err(Failure::wrong(format!(
                "--sensitive {typed} needs m, the one in how many that may be close: {typed},m=5, or --m 5 for all columns"
            )))
        }
        (None, Some(m)) if of(&column.own, "m").is_some() => Err(Failure::wrong(format!(
            "--sensitive {name}:m={m} needs what is close: {name}:absolute=4500,m={m}, or relative, or below with above",
            name = column.name,
            m = m.value
        ))),
        (Some(_), None) => Err(Failure::wrong(
            "--absolute, --relative or --below with --above need --m, the one in how many that may be close",
        )),
        (None, Some(_)) => {
            Err(Failure::wrong("--m needs what is close: --absolute, --relative, or --below with --above"))
        }
    }
}

/// Refuses a column that says in two ways what is near, or half of it.
fn one_way(column: &Named) -> Result<(), Failure> {
    let own: Vec<&Number> = column.own.iter().filter(|number| NEAR.contains(&number.key)).collect();
    let both_sides =
        |one: &Number, other: &Number| matches!((one.key, other.key), ("below", "above") | ("above", "below"));
    match own.as_slice() {
        [] => Ok(()),
        [one, other] if both_sides(one, other) => Ok(()),
        [one] if !matches!(one.key, "below" | "above") => Ok(()),
        [one] => {
            let (name, value) = (&column.name, &one.value);
            let other = if one.key == "below" { "above" } else { "below" };
            Err(Failure::wrong(format!(
                "--sensitive {name}:{}={value} needs `{other}`, how far to the other side: {name}:{0}={value},{other}={value}",
                one.key
            )))
        }
        [one, other, ..] => Err(Failure::wrong(format!(
            "--sensitive {}:{}={} and {}={} say in two ways what is near; leave one of them out, or write two [[protect]] into a policy file",
            column.name, one.key, one.value, other.key, other.value
        ))),
    }
}

/// (δ, l)-diversity, or so many different values.
fn diversity(column: &Named, numbers: &[Number]) -> Result<Option<Section>, Failure> {
    match (of(numbers, "delta"), of(numbers, "l")) {
        (None, None) => Ok(None),
        (None, Some(l)) => Ok(Some(block("l-diversity", column, numbers, &["l"], &l.place))),
        (Some(delta), Some(_)) => Ok(Some(block("delta-l", column, numbers, &["delta", "l"], &delta.place))),
        (Some(delta), None) if of(&column.own, "delta").is_some() => Err(Failure::wrong(format!(
            "--sensitive {name}:delta={delta} needs l, the one in how many that may be close: {name}:delta={delta},l=3, or --l 3 for all \
             columns",
            name = column.name,
            delta = delta.value
        ))),
        (Some(_), None) => Err(Failure::wrong("--delta needs --l, the one in how many that may be close")),
    }
}

fn closeness(column: &Named, numbers: &[Number]) -> Option<Section> {
    of(numbers, "t").map(|t| block("t-closeness", column, numbers, &["t"], &t.place))
}

fn k_anonymity(k: u32) -> Section {
    let place = Place::Flag("--k");
    let mut block = Section::new(place.clone());
    block.set("principle", place.clone(), Item::Text("k-anonymity".to_owned()));
    block.set("k", place, Item::Number(k.to_string()));
    block
}

fn block(principle: &str, column: &Named, numbers: &[Number], keys: &[&str], place: &Place) -> Section {
    let mut block = Section::new(place.clone());
    block.set("principle", place.clone(), Item::Text(principle.to_owned()));
    if !column.name.is_empty() {
        block.set("sensitive", place.clone(), Item::Text(column.name.clone()));
    }
    for number in keys.iter().chain(&["view"]).filter_map(|key| of(numbers, key)) {
        block.set(number.key, number.place.clone(), Item::Text(number.value.clone()));
    }
    block
}

/// These protections in place of what was said of the same: other rules stand, so that no flag takes a protection away unseen.
pub(crate) fn put(spec: &mut Section, asked: &Asked) -> Result<(), Failure> {
    let blocks = asked.blocks()?;
    if blocks.is_empty() {
        return Ok(());
    }
    let place = Place::Flag("command line");
    let mut items = match spec.get("protect").map(|protect| &protect.value) {
        Some(Item::List(said)) => said.clone(),
        _ => Vec::new(),
    };
    let replaced = |item: &Located<Item>| match &item.value {
        Item::Section(said) => asked.replaces(said),
        _ => false,
    };
    items.retain(|item| !replaced(item));
    items.extend(blocks.into_iter().map(|block| Located { value: Item::Section(block), place: place.clone() }));
    spec.set("protect", place.clone(), Item::List(items));
    Ok(())
}

/// `--view` holds for every protection, wherever it comes from, but for columns that have a view of their own.
pub(crate) fn put_view(spec: &mut Section, view: &str) -> Result<(), Failure> {
    let own = |block: &Located<Item>| match &block.value {
        Item::Section(block) => block.get("view").filter(|view| matches!(view.place, Place::Argument(_))).cloned(),
        _ => None,
    };
    let Some(Item::List(blocks)) = spec.get("protect").map(|protect| &protect.value) else { return Ok(()) };
    let others: Vec<bool> = blocks.iter().map(|block| own(block).is_none()).collect();
    if let (Some(Some(said)), false) = (blocks.first().map(own), others.contains(&true)) {
        return match said.value {
            Item::Text(same) if same == view => Ok(()),
            Item::Text(other) => Err(Failure::wrong(format!(
                "--view {view} is for no column: {}={other} has its own; leave one of the two out",
                said.place
            ))),
            _ => Ok(()),
        };
    }
    set_view(spec, view, |at| others[at]);
    Ok(())
}

/// One view for these protections, by their places.
pub(crate) fn set_view(spec: &mut Section, view: &str, takes: impl Fn(usize) -> bool) {
    let Some(protect) = spec.get("protect") else { return };
    let (Item::List(mut blocks), place) = (protect.value.clone(), protect.place.clone()) else { return };
    for (_, block) in blocks.iter_mut().enumerate().filter(|(at, _)| takes(*at)) {
        if let Item::Section(section) = &mut block.value {
            section.set("view", Place::Flag("--view"), Item::Text(view.to_owned()));
        }
    }
    spec.set("protect", place, Item::List(blocks));
}
