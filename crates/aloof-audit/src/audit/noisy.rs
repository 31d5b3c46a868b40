//! A release that is said to be noisy: its numbers are not the true ones, and every row is published by itself.
//!
//! Noise promises nothing. So every row is judged as a group of its own, and nothing that is said of noise can make an audit
//! pass. With the original the claim is held against the data: some pairing of rows leaves all other columns equal and every
//! number within its width, found as the truth of any release is (a largest matching, exact); and no more numbers stand as
//! they were than the width lets chance do.

use aloof_judge::claims::{DOUBT, Near, Pairing};
use aloof_table::{Column, Decimal, LabelColumn, NumberColumn, Partition, Table};

use super::against::Against;
use super::alike::{Alike, OTHER_KIND, read_source};
use super::evidence::{Standing, one_in};
use super::report::Audit;
use super::{AuditRequest, judge};
use crate::Error;
use crate::data::{Original, Released};
use crate::manifest::NoiseWidth;

/// Judges a release that is said to be noisy.
pub(super) fn judge_noisy(
    request: &AuditRequest<'_>,
    claimed: &[NoiseWidth],
    mut released: Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    let standing = match original {
        Some(original) => stands(claimed, request, &released, original)?,
        None => Standing::Open("whether it is so can only be seen with the table it was made from".to_owned()),
    };
    released.stand_alone();
    released.fold();
    let policy = request.policy;
    let mut audit = if policy.protect().is_empty() && released.sensitive.is_empty() {
        Audit::of_nothing(released.rows, released.dropped)
    } else {
        judge(request, &released, None, None)?
    };
    audit
        .leave_open(policy, "noise promises nothing, so what holds of rows as they are published is no promise either");
    let each: Vec<String> = claimed.iter().map(|one| format!("`{}` by up to {}", one.column, one.width)).collect();
    let each = if each.is_empty() { "no column".to_owned() } else { each.join(", ") };
    audit.notes.push(format!(
        "Noise is said to be added, to {each}: such numbers are not the true ones. Every row is published by itself, and was \
         judged so; nothing is promised by noise."
    ));
    audit.claim = Some(standing.report("noise"));
    Ok(audit)
}

/// Holds the claim against the data.
fn stands(
    claimed: &[NoiseWidth],
    request: &AuditRequest<'_>,
    released: &Released,
    original: &Original,
) -> Result<Standing, Error> {
    let Some(table) = read_source(original, &request.data, request.policy, &|_| false)? else {
        return Ok(Standing::Refuted(OTHER_KIND.to_owned()));
    };
    let mut columns = Vec::new();
    for one in claimed {
        let (Some(Column::Number(after)), Some(Column::Number(before)), Some(quasi)) = (
            table.column(&one.column),
            original.table.column(&one.column),
            original.quasi.iter().position(|quasi| quasi.name == one.column),
        ) else {
            return Ok(Standing::Refuted(format!("`{}` is no quasi column of numbers", one.column)));
        };
        let scale = after.scale().max(before.scale());
        let width = one.width.parse::<Decimal>().ok().and_then(|width| width.at_scale(scale));
        let width = match width {
            // Nothing was added to it: it is held against the original as any other column.
            Some(0) => continue,
            Some(width) if width > 0 => width,
            _ => return Ok(Standing::Refuted(format!("`{}` is no width of noise for `{}`", one.width, one.column))),
        };
        columns.push(Noisy { name: &one.column, quasi, before, after, scale, width });
    }
    if columns.is_empty() {
        return Ok(Standing::Refuted("no column is named that it was added to".to_owned()));
    }
    let changed = |name: &str| columns.iter().any(|column| column.name == name);
    let alike = Alike::new(original, &table, &changed);
    let strangers = far(&columns, released, original)?.max(alike.strangers());
    if strangers > 0 {
        return Ok(Standing::Refuted(format!(
            "{strangers} of {} rows are no original ones with numbers moved by the width at most",
            released.rows
        )));
    }
    Ok(tell_chance(&columns, &alike, &table))
}

/// A column with noise, in units of `10^(−scale)`.
struct Noisy<'a> {
    name: &'a str,
    quasi: usize,
    before: &'a NumberColumn,
    after: &'a NumberColumn,
    scale: u8,
    width: i128,
}

/// How many rows stand for no original one, when every noisy number covers what lies within its width.
fn far(columns: &[Noisy<'_>], released: &Released, original: &Original) -> Result<usize, Error> {
    let mut wide = released.clone();
    for column in columns {
        let labels = &wide.quasi[column.quasi].1;
        let cover = |text: &str| {
            let value = text.parse::<Decimal>().ok().and_then(|value| value.at_scale(column.scale));
            let ends = value.and_then(|value| value.checked_sub(column.width).zip(value.checked_add(column.width)));
            ends.map(|(low, high)| {
                format!("[{}, {}]", Decimal::new(low, column.scale), Decimal::new(high, column.scale))
            })
        };
        let covers: Vec<Option<String>> =
            labels.labels().iter().map(|text| cover(text).or_else(|| Some(text.to_owned()))).collect();
        let texts = labels.codes().iter().map(|&code| covers.get(code as usize).and_then(Option::as_deref));
        wide.quasi[column.quasi].1 = LabelColumn::from_texts(texts);
    }
    let texts: Vec<&LabelColumn> = wide.quasi.iter().map(|(_, labels)| labels).collect();
    wide.groups = Partition::by_equal_labels(&texts, wide.rows, |row| wide.left_out.get(row));
    wide.boxes = None;
    wide.fold();
    Ok(Against::new(original.clone(), &wide, None, &[], Vec::new())?.truth(&wide).untrue)
}

/// Counts how many numbers stand as they were, column by column.
fn tell_chance(columns: &[Noisy<'_>], alike: &Alike, table: &Table) -> Standing {
    let mut telling = true;
    for column in columns {
        let units = |of: &NumberColumn, rows: &[u32]| -> Vec<i128> {
            rows.iter().filter_map(|&row| of.get(row as usize)?.at_scale(column.scale)).collect()
        };
        let values = || (0..table.rows()).filter_map(|row| column.after.get(row)?.at_scale(column.scale));
        let pairs = Even { width: column.width, ends: values().min().zip(values().max()).unwrap_or_default() };
        let mut found = Near::default();
        for (ours, theirs) in alike.iter() {
            found.add(&mut units(column.before, &theirs), &mut units(column.after, &ours), &pairs);
        }
        if found.found > found.most() {
            return Standing::Refuted(format!(
                "{} of {} values of `{}` can stand as they were; of noise up to {} away there are {} at most, but for one case \
                 in {}",
                found.found,
                found.rows,
                column.name,
                Decimal::new(column.width, column.scale),
                found.most(),
                one_in(DOUBT)
            ));
        }
        telling &= found.is_telling();
    }
    if telling {
        return Standing::Holds(
            "other columns are those of the original, every number lies within its width of one, and no more stand as they were \
             than chance would leave"
                .to_owned(),
        );
    }
    Standing::Open("rows are too few, or too much alike, to tell noisy numbers from true ones".to_owned())
}

/// Evenly from `−width` to `width`; what leaves the ends is put back to them.
struct Even {
    width: i128,
    ends: (i128, i128),
}

impl Pairing for Even {
    fn near(&self, value: i128) -> (i128, i128) {
        (value, value)
    }

    fn lands(&self, value: i128, intervals: &[(i128, i128)]) -> f64 {
        let (first, last) = (value - self.width, value + self.width);
        let length = |&(low, high): &(i128, i128)| {
            // An end takes all that would lie beyond it.
            let low = if low <= self.ends.0 { i128::MIN / 4 } else { low };
            let high = if high >= self.ends.1 { i128::MAX / 4 } else { high };
            (high.min(last) - low.max(first) + 1).max(0) as f64
        };
        intervals.iter().map(length).sum::<f64>() / ((2 * self.width + 1) as f64)
    }
}
