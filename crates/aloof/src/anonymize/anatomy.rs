//! `algorithm = "anatomy"`: two tables. Quasi values stand as they are, with the number of a group; sensitive values stand in
//! a table of their own, by group and with how often they occur there.
//!
//! A baseline, for comparison with groups: whose row is whose can be seen, which value of a group is whose cannot. So it keeps
//! rules about the values of groups, not rules that ask people to look alike; see `aloof-methods/src/baselines/anatomy.rs`.
//!
//! ```text
//! read     the original, once
//! solve    the least l for which groups of l different values keep all that is asked, or why there is none
//! stage    both files, rows in an order drawn from ChaCha
//! judge    both read back: quasi values as they were, every group's values those of its people, every rule by the judge
//! place    one rename
//! ```

use aloof_io::{Source, write_csv, write_parquet};
use aloof_methods::baselines::anatomy;
use aloof_principles::Rule;
use aloof_table::{Attribute, Column, Decimal, LabelColumn, NumberColumn, Partition, Table};
use hashbrown::HashMap;
use rand_chacha::ChaCha20Rng;

use super::kept::Kept;
use super::plan::Plan;
use super::reread::{refused, reread};
use super::solve::{Asked, asked};
use super::{
    AnonymizeRequest, Anonymized, Seconds, Seed, StagedFile, Stages, Step, draw, impossible, private, read, timed,
};
use crate::Error;
use crate::audit::{Audit, AuditRequest, Original, Released, Verdict, judge_tables};
use crate::manifest::{Counts, HowMade, Manifest, Told, TwoTables, kinds};
use crate::policy::{Policy, PolicyError, Role};

const GROUP: &str = "group";
const COUNT: &str = "count";

/// Groups of kept rows, the least number of different values in each, and the number each is published under.
struct Dealt {
    partition: Partition,
    l: u32,
    numbers: Vec<u32>,
}

/// Makes a release in two tables, checks it as written, and puts it in place.
pub(super) fn anonymize(request: &AnonymizeRequest<'_>) -> Result<Anonymized, Error> {
    let policy = request.policy;
    let plan = Plan::new(policy)?;
    let name = only_sensitive(policy, &plan)?;
    let stages = Stages::new(request)?;
    let mut seconds = Seconds::default();
    let original = timed(&mut seconds.read, || read(request))?;
    let kept = Kept::all(&original);
    if kept.rows.is_empty() {
        return Err(Error::Data("the data have no rows that could be published".to_owned()));
    }
    (request.progress)(Step::Solving);
    let seed = request.seed.map_or_else(Seed::from_system, Ok).map_err(super::no_chance)?;
    let mut chance = seed.generator();
    let dealt = timed(&mut seconds.solve, || deal(&plan, policy, &kept, &mut chance))?;
    let order = draw::order(kept.rows.len(), &mut chance);
    let rows: Vec<u32> = order.iter().map(|&at| kept.rows[at as usize]).collect();
    let tables = two_tables(policy, name, dealt.l);
    (request.progress)(Step::Writing);
    let (data, values) = timed(&mut seconds.write, || {
        let data = stages.write_data(policy, &quasi_table(&original, name, &dealt, &rows, &order)?)?;
        Ok((data, write_values(&stages, policy, &tables, &values_table(&original, &kept, name, &dealt)?)?))
    })?;
    if let Some(private) = &stages.private {
        let group_of = dealt.partition.group_of(kept.rows.len());
        let number_of: Vec<u32> = group_of.iter().map(|&group| dealt.numbers[group as usize] + 1).collect();
        private::write_places(private, original.rows(), &kept.rows, &order, Some(&number_of), seed)?;
    }
    (request.progress)(Step::Judging);
    let audit = timed(&mut seconds.audit, || {
        judge(policy, &tables, Source::File(data.path.clone()), &original, (&rows, &order), &dealt)
    })?;
    let dropped = original.rows() - kept.rows.len();
    let counts =
        Counts { published: rows.len(), suppressed: 0, dropped, groups: dealt.partition.len(), algorithm: "anatomy" };
    timed(&mut seconds.write, || {
        let (columns, made) = (kinds(&original.table), HowMade::Anatomy(tables.clone()));
        let (columns, settings) = (columns.as_slice(), super::settings(policy));
        let told = Told { policy, columns, audit: &audit, counts, loss: 0.0, made, settings, measured: None };
        stages.place(&Manifest::new(told).with_file(&data).with_file(&values))
    })?;
    Ok(Anonymized { anatomy: Some(tables), ..Anonymized::new(&audit, &counts, (0.0, None), seconds) })
}

fn two_tables(policy: &Policy, name: &str, l: u32) -> TwoTables {
    let file = if policy.output().parquet { "sensitive.parquet" } else { "sensitive.csv" };
    let (group, count) = (GROUP.to_owned(), COUNT.to_owned());
    TwoTables { group, sensitive: name.to_owned(), count, file: file.to_owned(), l }
}

/// The one sensitive column; refuses what two tables cannot keep.
fn only_sensitive<'p>(policy: &'p Policy, plan: &Plan<'_>) -> Result<&'p str, Error> {
    let wrong = |place, message: String| Err(PolicyError::new(place, message).into());
    let alike = |protect: &&&crate::policy::Protect| matches!(protect.principle(), "k-anonymity" | "alpha-k");
    if let Some(protect) = plan.monotone.iter().find(alike) {
        let message = format!(
            "[method] algorithm = \"anatomy\" publishes quasi values as they are, so {} cannot be kept: people do not look alike; \
             l-diversity can",
            protect.principle()
        );
        return wrong(protect.place.clone(), message);
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

/// The least l for which all groups keep everything.
fn deal(plan: &Plan<'_>, policy: &Policy, kept: &Kept<'_>, chance: &mut ChaCha20Rng) -> Result<Dealt, Error> {
    let rules = plan.monotone.iter().map(|protect| asked(protect, policy, kept)).collect::<Result<Vec<_>, _>>()?;
    let checks = rules.iter().map(Asked::bind).collect::<Result<Vec<_>, _>>()?;
    let everyone: Vec<u32> = (0..kept.rows.len() as u32).collect();
    for (asked, check) in rules.iter().zip(&checks) {
        let finding = check.judge(&asked.attribute.group(&everyone));
        if !finding.holds {
            return Err(impossible::whole_table(asked.protect, asked.rule.principle(), &finding, everyone.len()));
        }
    }
    let columns: Vec<(&str, &Column)> = kept.sensitive.iter().map(|(name, column)| (*name, &**column)).collect();
    let attribute = Attribute::new(&columns, |_| false);
    let most = attribute.totals().iter().copied().max().unwrap_or(1).max(1);
    let largest = kept.rows.len() as u32 / most;
    let least = rules.iter().map(|asked| least_values(&asked.rule)).max().unwrap_or(1);
    let holds = |rows: &[u32]| rules.iter().zip(&checks).all(|(asked, check)| asked.lets(check.as_ref(), rows));
    for l in (least..=largest).take(TRIES) {
        let Some(partition) = anatomy(attribute.codes(), l, chance) else { break };
        if partition.iter().all(holds) {
            let numbers = draw::order(partition.len(), chance);
            return Ok(Dealt { partition, l, numbers });
        }
    }
    Err(Error::Impossible(format!(
        "{}: no two tables keep what is asked: the most frequent value has {most} of {} rows, so that groups have at most \
         {largest} different values each ({least} or more are needed); ask for less, or leave out algorithm for groups of people \
         who look alike",
        attribute.names().join(", "),
        kept.rows.len()
    )))
}

/// No group of fewer different values, each once, can hold.
fn least_values(rule: &Rule) -> u32 {
    let up = |l: Decimal| {
        let whole = 10i128.checked_pow(u32::from(l.scale())).unwrap_or(i128::MAX);
        u32::try_from(l.mantissa().div_euclid(whole) + i128::from(l.mantissa().rem_euclid(whole) > 0))
            .unwrap_or(u32::MAX)
    };
    match rule {
        Rule::Distinct(rule) => rule.l(),
        Rule::Recursive(rule) => rule.l(),
        Rule::Frequency(rule) => up(rule.l()),
        Rule::Entropy(rule) => up(rule.l()),
        Rule::KE(rule) => rule.k(),
        _ => 1,
    }
}

/// So many l are tried, one after the other.
const TRIES: usize = 64;

/// All columns but the sensitive one, and the group.
fn quasi_table(original: &Original, name: &str, dealt: &Dealt, rows: &[u32], order: &[u32]) -> Result<Table, Error> {
    let others = original.table.names().iter().filter(|other| *other != name);
    let mut columns: Vec<(String, Column)> =
        others.map(|other| (other.clone(), original.column(other).take(rows))).collect();
    let group_of = dealt.partition.group_of(order.len());
    let numbers = order.iter().map(|&row| dealt.numbers[group_of[row as usize] as usize] + 1);
    columns.push((GROUP.to_owned(), Column::Number(NumberColumn::from_counts(numbers))));
    Table::new(columns, rows.len())
        .map_err(|error| Error::Data(format!("the release cannot be written: {error}; rename the column")))
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
    Table::new(columns, rows).map_err(|error| Error::Data(format!("the release cannot be written: {error}")))
}

fn write_values(stages: &Stages, policy: &Policy, tables: &TwoTables, table: &Table) -> Result<StagedFile, Error> {
    Ok(if policy.output().parquet {
        stages.release.write(&tables.file, |file| write_parquet(table, file))?
    } else {
        stages.release.write(&tables.file, |file| write_csv(table, file))?
    })
}

/// Reads both tables back and judges them; what does not pass ends here.
fn judge(
    policy: &Policy,
    tables: &TwoTables,
    source: Source,
    original: &Original,
    (rows, order): (&[u32], &[u32]),
    dealt: &Dealt,
) -> Result<Audit, Error> {
    let written = reread(source.clone(), policy, original, rows, &|name| name == tables.sensitive)?;
    let released = tables.read(&source, policy, &|_, _| {})?;
    let stated = written.column(GROUP).map(|column| column.to_labels().into_owned());
    if !stated.is_some_and(|stated| is_as_dealt(&stated, order, dealt)) {
        return Err(refused("a row states another group"));
    }
    if !same_values(&released, original, rows) {
        return Err(refused("a group shows other values than those of its people"));
    }
    let request = AuditRequest {
        data: source,
        original: None,
        policy,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: &|_, _| {},
    };
    let audit = judge_tables(&request, &released, Some(original))?;
    let whole = audit.truth.as_ref().is_some_and(|truth| truth.untrue == 0 && truth.absent == 0);
    if audit.verdict != Verdict::Pass || !whole {
        return Err(refused("a group does not keep what was asked, or a row stands for nobody"));
    }
    Ok(audit)
}

fn is_as_dealt(stated: &LabelColumn, order: &[u32], dealt: &Dealt) -> bool {
    let group_of = dealt.partition.group_of(order.len());
    let number = |row: u32| (dealt.numbers[group_of[row as usize] as usize] + 1).to_string();
    order.iter().enumerate().all(|(place, &row)| stated.get(place) == Some(number(row).as_str()))
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
