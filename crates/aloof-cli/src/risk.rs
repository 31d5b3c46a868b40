//! `aloof risk`: how findable people are by what others may know of them.

use std::fmt::Write as _;
use std::path::PathBuf;

use aloof::findable::{Belonging, Findability, FindableRequest, SpecialUniques, findable};
use aloof::policy::{Item, Place, Section};

use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{count, names, on_line, several, table, wrap};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table, or the directory of a release
    data: String,
    /// The column that says how many people of the population a row stands for
    #[arg(long, value_name = "COLUMN", help_heading = "Columns")]
    weight: Option<String>,
    /// The column that says which rows are one household
    #[arg(long, value_name = "COLUMN", help_heading = "Columns")]
    household: Option<String>,
    /// The share of the population that is in the table: from it follows how often someone who is alone in the table is alone in the population, too (DIS); left out, it is that of the weights, and 0.01 where there are none
    #[arg(long, value_name = "SHARE")]
    sampled: Option<String>,
    /// Write everybody's counts and risks to a CSV file, row by row; never publish it
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// Write over a file that stands there
    #[arg(long)]
    replace: bool,
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
    let policy = args.policy.load_stated_with(&args.data, |spec| args.add_columns(spec))?;
    let rows = report::open(args.rows.as_deref(), args.replace, &report::inputs([&args.data], &policy))?;
    let reading = Reading::new(args.common.quiet);
    let tell = |done, total| reading.tell(done, total);
    let mut request = FindableRequest::new(args.asking.source(&args.data)?, &policy).progress(&tell);
    if let Some(share) = args.share()? {
        request = request.sampled(share);
    }
    let found = findable(&request)?;
    drop(reading);
    if let Some(file) = rows {
        report::write(file, &found.rows_as_csv())?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

impl Args {
    /// Flags win over the policy's words.
    fn add_columns(&self, spec: &mut Section) {
        for (flag, role, name) in [("--weight", "weight", &self.weight), ("--household", "household", &self.household)]
        {
            let (Some(name), Some(mut columns)) = (name, crate::policy::section(spec, "columns", flag)) else {
                continue;
            };
            let mut column = Section::new(Place::Flag(flag));
            column.set("role", Place::Flag(flag), Item::Text(role.to_owned()));
            columns.set(name, Place::Flag(flag), Item::Section(column));
            spec.set("columns", Place::Flag(flag), Item::Section(columns));
        }
    }

    fn share(&self) -> Result<Option<f64>, Failure> {
        let Some(text) = &self.sampled else { return Ok(None) };
        let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share <= 1.0);
        let wrong = || Failure::wrong(format!("--sampled {}: must be a share above 0, at most 1", on_line(text)));
        share.map(Some).ok_or_else(wrong)
    }
}

fn text(args: &Args, found: &Findability) -> String {
    let by = names(&found.quasi);
    let mut out = format!("{}: {}, by {by}\n\n", on_line(&args.data), several(found.tuples, "row", "rows"));
    let alone = found.fewer_than.first().is_some_and(|(_, rows)| *rows == 1);
    let share = if alone { "shares these values with nobody" } else { "share these values with nobody" };
    for (line, (_, rows)) in [share, "with at most 1 other", "with at most 3 others"].iter().zip(&found.fewer_than) {
        let _ = writeln!(
            out,
            "  {:>9}  {line}{}",
            count(*rows),
            if line == &share { missing(found) } else { String::new() }
        );
    }
    out.push('\n');
    out.push_str(&chances(found));
    out.push_str(&special(found));
    let household = match &found.household {
        Some(_) => "",
        None => " A household is found with any of its members: name its column with --household.",
    };
    let note = format!(
        "A missing value and * match any other, but for the sets of columns and their scores, to which they do not belong. These are estimates of who can be found; what would then be learnt is what \
         `aloof audit` judges.{household}"
    );
    let _ = write!(out, "\n{}", wrap(&note, "", 100));
    if let Some(rows) = &args.rows {
        let _ = writeln!(out, "\nNever publish {}: it says who can be found.", on_line(&rows.display().to_string()));
    }
    out
}

/// Who is alone besides, where a missing value is taken for a value and not for any: that is what `inspect` counts.
fn missing(found: &Findability) -> String {
    let alone = found.fewer_than.first().map_or(0, |(_, rows)| *rows);
    if found.alone_as_written == alone {
        return String::new();
    }
    format!(" (a missing value counted as matching any; {} otherwise)", count(found.alone_as_written))
}

/// Who looks, and how likely the guess is right.
fn chances(found: &Findability) -> String {
    let mut rows = table(&["who looks", "the worst", "on average", "expected to be found"]);
    let mut row = |who: &str, highest: f64, mean: f64| {
        rows.add_row([who.to_owned(), share(highest), share(mean), number(mean * found.tuples as f64)]);
    };
    let of = &found.chances;
    row("someone who knows who is in the table (prosecutor)", of.prosecutor_highest, of.prosecutor_mean);
    if found.weighted {
        row("someone who does not know that (journalist)", of.journalist_highest, of.journalist_mean);
        let mut risk = |who: &str, risk: &Belonging| row(who, risk.highest, risk.global);
        risk("the same, by the law of Benedetti and Franconi", &found.individual);
        found.household.iter().for_each(|household| risk("the same, by any member of the household", household));
    } else if let Some(household) = &found.household {
        row("the same, by any member of the household", household.highest, household.global);
    }
    let population = if found.weighted {
        format!(
            "The rows stand for {} people. Of those alone in the table, {} are expected to be alone among these.",
            number(found.population),
            number(found.alone_in_population)
        )
    } else {
        "Rows have no weights, so that nothing says how many people of the population they stand for: these are the chances of \
         those who know who is in the table. --weight names a column of weights."
            .to_owned()
    };
    format!("{rows}\n\n{}", wrap(&population, "", 100))
}

/// By how few columns people are alone.
fn special(found: &Findability) -> String {
    let Some(special) = &found.special else {
        return "\nMore than 20 columns are too many to try all sets of them.\n".to_owned();
    };
    if special.rows == 0 {
        return "\nNo set of these columns singles anybody out.\n".to_owned();
    }
    let mut out = format!(
        "\n{} alone by some set of columns; the smallest sets that do it, by their size:\n",
        if special.rows == 1 { "1 row is".to_owned() } else { format!("{} rows are", count(special.rows)) }
    );
    let mut rows = table(&["columns", "sets"]);
    for (size, sets) in special.sizes.iter().enumerate().filter(|(_, sets)| **sets > 0) {
        rows.add_row([(size + 1).to_string(), count(*sets)]);
    }
    let _ = write!(out, "{rows}\n\n{}", wrap(&scores(found, special), "", 100));
    out
}

/// The highest scores, and what they are. The share of the population that is in the table is a matter of the DIS score alone.
fn scores(found: &Findability, special: &SpecialUniques) -> String {
    let of_population = format!("{} of the population", share(found.sampled));
    let sampled = match found.sampled_by {
        "weights" => format!("where the table holds {of_population}, as its weights say"),
        "said" => format!("where the table holds {of_population}"),
        _ => format!("if the table held {of_population}, which nothing says: --sampled says its share"),
    };
    format!(
        "A SUDA2 score counts the sets by which a row is alone, small ones for more: the highest is {}. A DIS score makes of it a chance \
         that whoever finds one match in the table has found the right person: the highest is {:.4}, {sampled}.",
        special.highest_score, special.highest_dis
    )
}

/// A chance in percent, as exactly as it is worth reading; what lies in the middle is rounded up.
fn share(chance: f64) -> String {
    let to = |digits: usize| {
        let unit = 10_f64.powi(digits as i32);
        let shown = format!("{:.digits$}", (chance * 100.0 * unit).round() / unit);
        if digits == 1 { shown.trim_end_matches(".0").to_owned() } else { shown }
    };
    let shown = match chance * 100.0 {
        // What is not all is not rounded up to all.
        percent if (99.0..100.0).contains(&percent) => format!("{:.2}", percent.min(99.99)),
        percent if percent >= 10.0 => to(1),
        percent if percent >= 0.1 => to(2),
        _ => to(4),
    };
    format!("{shown}%")
}

/// A number of people, whole where it is as far as it is shown.
fn number(value: f64) -> String {
    let shown = (value * 10.0).round() / 10.0;
    if value >= 1000.0 || shown.fract() == 0.0 { count(value.round() as usize) } else { format!("{shown:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_not_rounded_down() {
        let said = [1.0, 0.999_999, 0.905, 0.125, 0.1, 0.062_5, 0.031_25, 0.000_4, 0.0].map(share);
        assert_eq!(said, ["100%", "99.99%", "90.5%", "12.5%", "10%", "6.25%", "3.13%", "0.0400%", "0.0000%"]);
    }

    #[test]
    fn people_are_whole_where_they_are() {
        assert_eq!([299.0, 543.000_000_1, 4.06, 0.0, 1234.5].map(number), ["299", "543", "4.1", "0", "1,235"]);
    }
}
