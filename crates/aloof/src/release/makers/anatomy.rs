//! `algorithm = "anatomy"`: two tables. Quasi values stand as they are, with the number of a group; sensitive values stand in
//! a table of their own, by group and with how often they occur there.
//!
//! A baseline, for comparison with groups: whose row is whose can be seen, which value of a group is whose cannot. So it keeps
//! rules about the values of groups, not rules that ask people to look alike; see `aloof-methods/src/baselines/anatomy.rs`.
//!
//! Chosen is the least l for which groups of l different values keep all that is asked. Where there is none, values are dealt
//! evenly to ever fewer groups; all rows as one group keep whatever can be kept, since all rules here are monotone. Judged are
//! both tables: quasi values as they were, every group's values those of its people, and every rule.

use aloof_io::Source;
use aloof_methods::Unanswered;
use aloof_methods::baselines::{anatomy, evenly};
use aloof_table::{Attribute, Column, LabelColumn, NO_CODE, NO_GROUP, NumberColumn, Partition, Table};
use hashbrown::HashMap;
use rand_chacha::ChaCha20Rng;

use super::groups;
use crate::Error;
use crate::audit::{Audit, judge_tables};
use crate::data::{Original, Released};
use crate::manifest::{Counts, TwoTables};
use crate::policy::{Policy, PolicyError, Role};
use crate::release::chance::{Chance, order};
use crate::release::desk::file_name;
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::rules::{GroupRule, group_rule};
use crate::release::impossible;
use crate::release::maker::{Beside, Case, Draft, Judged, Loss, Maker, Places, as_table, nobody_left, refused, reread};

const GROUP: &str = "group";
const COUNT: &str = "count";
/// The second table's file.
const VALUES: &str = "sensitive";

/// Groups of kept rows, the least number of different values in each, and the number each is published under.
struct Dealt {
    partition: Partition,
    l: u32,
    numbers: Vec<u32>,
}

impl Dealt {
    /// The number of the group at each place, from 1.
    fn in_order(&self, order: &[u32]) -> Vec<u32> {
        let group_of = self.partition.group_of(order.len());
        order.iter().map(|&row| self.numbers[group_of[row as usize] as usize] + 1).collect()
    }
}

/// Publishes two tables.
pub(in crate::release) struct Anatomy;

impl Maker for Anatomy {
    type Promise = TwoTables;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        only_sensitive(policy, &Plan::new(policy)?).map(|_| ())
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, TwoTables), Error> {
        let Case { policy, original, chance, .. } = case;
        let plan = Plan::new(policy)?;
        let name = only_sensitive(policy, &plan)?;
        let kept = Kept::all(original);
        if kept.rows.is_empty() {
            return Err(nobody_left());
        }
        let dealt = deal(&plan, policy, &kept, chance)?;
        let order = chance.order("order of rows", kept.rows.len());
        let rows: Vec<u32> = order.iter().map(|&at| kept.rows[at as usize]).collect();
        let groups = dealt.in_order(&order);
        let data = quasi_table(original, name, &groups, &rows)?;
        let values = values_table(original, &kept, name, &dealt)?;
        let dropped = original.rows() - kept.rows.len();
        let counts = Counts { groups: dealt.partition.len(), ..Counts::of_all(rows.len(), dropped, "anatomy") };
        let places = Places { rows, groups: Some(groups) };
        let promise = two_tables(policy, name, dealt.l);
        Ok((Draft { tables: vec![("data", data), (VALUES, values)], places, counts }, promise))
    }

    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        tables: TwoTables,
        written: &[Source],
    ) -> Result<Judged, Error> {
        let audit = judge(policy, &tables, written, &original, &places)?;
        Ok(Judged {
            audit,
            groups: None,
            loss: Loss::default(),
            beside: Some(Beside::Anatomy(tables)),
            notes: Vec::new(),
        })
    }
}

fn two_tables(policy: &Policy, name: &str, l: u32) -> TwoTables {
    let (group, count) = (GROUP.to_owned(), COUNT.to_owned());
    TwoTables { group, sensitive: name.to_owned(), count, file: file_name(policy, VALUES), l }
}

/// The one sensitive column; refuses what two tables cannot keep.
fn only_sensitive<'p>(policy: &'p Policy, plan: &Plan<'_>) -> Result<&'p str, Error> {
    let wrong = |place, message: String| Err(PolicyError::new(place, message).into());
    if let Some(protect) = plan.monotone.iter().find(|protect| protect.needs_look_alikes()) {
        let message = format!(
            "[method] algorithm = \"anatomy\" publishes quasi values as they are, so {} cannot be kept: people do not look alike; \
             l-diversity can",
            protect.principle()
        );
        return wrong(protect.place().clone(), message);
    }
    let names: Vec<&str> = policy.named(Role::Sensitive).collect();
    match names.as_slice() {
        [name] if ![GROUP, COUNT].contains(name) => Ok(name),
        [name] => wrong(
            policy.place().clone(),
            format!("a sensitive column called `{name}` cannot stand in a table of groups and counts; rename it"),
        ),
        several => wrong(
            policy.place().clone(),
            format!("[method] algorithm = \"anatomy\" publishes one sensitive column, and {} are named", several.len()),
        ),
    }
}

/// Groups of the least l for which all of them keep everything; else those that values are dealt evenly to.
fn deal(plan: &Plan<'_>, policy: &Policy, kept: &Kept<'_>, chance: &Chance) -> Result<Dealt, Error> {
    let mut draws = chance.stream("groups");
    let rules = plan.monotone.iter().map(|protect| group_rule(protect, policy, kept)).collect::<Result<Vec<_>, _>>()?;
    let checks = rules.iter().map(GroupRule::bind).collect::<Result<Vec<_>, _>>()?;
    let everyone: Vec<u32> = (0..kept.rows.len() as u32).collect();
    for (asked, check) in rules.iter().zip(&checks) {
        if let Some(finding) = asked.judge(check.as_ref(), &everyone).filter(|finding| !finding.holds) {
            return Err(impossible::whole_table(asked, &finding, everyone.len()));
        }
    }
    let columns: Vec<(&str, &Column)> = kept.sensitive.iter().map(|(name, column)| (*name, &**column)).collect();
    let attribute = Attribute::new(&columns, |_| false);
    let least = rules.iter().map(|asked| asked.rule.principle().least_values()).max().unwrap_or(1);
    let holds = |rows: &[u32]| rules.iter().zip(&checks).all(|(asked, check)| asked.lets(check.as_ref(), rows));
    let partition = groups_of(attribute.codes(), least.max(1), &holds, &mut draws);
    let l = partition.iter().map(|rows| different(attribute.codes(), rows)).min().unwrap_or(0);
    let numbers = chance.order("numbers of groups", partition.len());
    Ok(Dealt { partition, l, numbers })
}

/// Groups of so many different values or more, of those one each; else ever fewer groups, with values dealt evenly. All rows
/// together hold.
fn groups_of(codes: &[u32], least: u32, holds: &dyn Fn(&[u32]) -> bool, draws: &mut ChaCha20Rng) -> Partition {
    // Beyond what the most frequent value leaves there are none.
    let by_paper =
        (least..).take(TRIES).map_while(|l| deal_answered(codes, draws, |codes, draws| anatomy(codes, l, draws)));
    if let Some(found) = by_paper.into_iter().find(|partition| partition.iter().all(holds)) {
        return found;
    }
    let mut groups = codes.len() / least as usize;
    loop {
        let even = |codes: &[u32], draws: &mut ChaCha20Rng| Some(evenly(codes, groups, draws));
        let dealt =
            deal_answered(codes, draws, even).unwrap_or_else(|| Partition::from_group_of(&vec![0; codes.len()], 1));
        if dealt.len() == 1 || dealt.iter().all(holds) {
            return dealt;
        }
        groups /= 2;
    }
}

/// Groups of those who have a value, as `deal` makes them; people without one are dealt among them evenly.
fn deal_answered(
    codes: &[u32],
    draws: &mut ChaCha20Rng,
    deal: impl Fn(&[u32], &mut ChaCha20Rng) -> Option<Partition>,
) -> Option<Partition> {
    let Some(rows) = Unanswered::new(codes.len(), |row| codes[row as usize] != NO_CODE) else {
        return deal(codes, draws);
    };
    let with: Vec<u32> = rows.with().iter().map(|&row| codes[row as usize]).collect();
    let dealt = deal(&with, draws).filter(|dealt| !dealt.is_empty())?;
    let mut group_of: Vec<u32> = vec![NO_GROUP; codes.len()];
    for (group, members) in dealt.iter().enumerate() {
        members.iter().for_each(|&at| group_of[rows.with()[at as usize] as usize] = group as u32);
    }
    let order = order(rows.without().len(), draws);
    for (place, &at) in order.iter().enumerate() {
        group_of[rows.without()[at as usize] as usize] = (place % dealt.len()) as u32;
    }
    Some(Partition::from_group_of(&group_of, dealt.len()))
}

/// So many l are tried, one after the other.
const TRIES: usize = 64;

/// How many different values these rows have.
fn different(codes: &[u32], rows: &[u32]) -> u32 {
    let mut found: Vec<u32> = rows.iter().map(|&row| codes[row as usize]).filter(|&code| code != NO_CODE).collect();
    found.sort_unstable();
    found.dedup();
    found.len() as u32
}

/// All columns but the sensitive one, and the group.
fn quasi_table(original: &Original, name: &str, groups: &[u32], rows: &[u32]) -> Result<Table, Error> {
    let others = original.table.names().iter().filter(|other| *other != name);
    let mut columns: Vec<(String, Column)> =
        others.map(|other| (other.clone(), original.column(other).take(rows))).collect();
    columns.push((GROUP.to_owned(), Column::Number(NumberColumn::from_counts(groups.iter().copied()))));
    as_table(columns, rows.len())
}

/// By the numbers of groups, and in a group by value.
fn values_table(original: &Original, kept: &Kept<'_>, name: &str, dealt: &Dealt) -> Result<Table, Error> {
    let column = original.column(name);
    let labels = column.to_labels();
    let mut groups: Vec<(u32, &[u32])> = dealt.numbers.iter().copied().zip(dealt.partition.iter()).collect();
    groups.sort_unstable();
    let (mut of_group, mut first, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (number, members) in groups {
        let mut seen: HashMap<u32, (u32, u32)> = HashMap::new();
        for &row in members {
            let row = kept.rows[row as usize];
            seen.entry(labels.codes()[row as usize]).or_insert((row, 0)).1 += 1;
        }
        let mut seen: Vec<(Option<&str>, (u32, u32))> =
            seen.into_values().map(|(row, count)| (labels.get(row as usize), (row, count))).collect();
        seen.sort_unstable();
        for (_, (row, count)) in seen {
            of_group.push(number + 1);
            first.push(row);
            counts.push(count);
        }
    }
    let number = |values: Vec<u32>| Column::Number(NumberColumn::from_counts(values.into_iter()));
    let rows = first.len();
    let columns = vec![
        (GROUP.to_owned(), number(of_group)),
        (name.to_owned(), column.take(&first)),
        (COUNT.to_owned(), number(counts)),
    ];
    as_table(columns, rows)
}

/// Both tables hold what they should, and every rule is kept, by the judge.
fn judge(
    policy: &Policy,
    tables: &TwoTables,
    written: &[Source],
    original: &Original,
    places: &Places,
) -> Result<Audit, Error> {
    let rows = reread(&written[0], policy, original, &places.rows, &|name| name == tables.sensitive)?;
    let released = tables.read(&written[0], &written[1], policy, &|_, _| {})?;
    let stated = rows.column(GROUP).map(|column| column.to_labels().into_owned());
    if !stated.is_some_and(|stated| is_as_dealt(&stated, places)) {
        return Err(refused("a row states another group"));
    }
    if !same_values(&released, original, &places.rows) {
        return Err(refused("a group shows other values than those of its people"));
    }
    judge_tables(&groups::to_judge(policy, written[0].clone()), &released, Some(original))
}

fn is_as_dealt(stated: &LabelColumn, places: &Places) -> bool {
    let groups = places.groups.as_deref().unwrap_or_default();
    groups.iter().enumerate().all(|(place, group)| stated.get(place) == Some(group.to_string().as_str()))
}

/// Whether the values of each group, as read back, are those of the original rows that it was made of.
fn same_values(released: &Released, original: &Original, rows: &[u32]) -> bool {
    let (Some((_, after)), Some((_, before))) = (released.sensitive.first(), original.sensitive.first()) else {
        return false;
    };
    released.groups.iter().all(|members| {
        let mut shown: Vec<Option<String>> = members.iter().map(|&row| after.text(row as usize)).collect();
        let mut true_ones: Vec<Option<String>> =
            members.iter().map(|&row| before.text(rows[row as usize] as usize)).collect();
        shown.sort_unstable();
        true_ones.sort_unstable();
        shown == true_ones
    })
}
