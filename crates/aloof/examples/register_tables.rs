//! Random small tables in the register view, by the default: does every release hold by the definition, written here once more, and
//! is nothing refused that some grouping keeps?
//!
//! `cargo run --release --example register_tables -- 100000 [first]`
//!
//! Tables of 2 to 10 rows with one or two protected columns, each by ε (absolute, below and above, relative) or by δ with any centre,
//! now and then with k-anonymity and l different values beside it. Up to seven rows, what is refused is held against every way to
//! group them; of more, against all rows as one group, which keeps whatever any grouping does, since all of it is monotone.
//! Prints what was made and refused; ends with 1 at the first table that breaks the rule.

use std::collections::BTreeMap;
use std::fmt::Write;

use aloof::Error;
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{Request, Secret, anonymize};

/// Up to so many rows every grouping is tried.
const ALL_WAYS: usize = 7;

fn main() {
    let number = |at: usize| std::env::args().nth(at).map(|text| text.parse::<u64>().expect("a number"));
    let (cases, first) = (number(1).unwrap_or(1_000), number(2).unwrap_or(0));
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in first..first + cases {
        let table = Random(seed).table();
        match table.examine(seed) {
            Ok(outcome) => *counts.entry(outcome).or_default() += 1,
            Err(fault) => {
                eprintln!("table {seed}: {fault}\n{}\n{}", table.csv(), table.policy());
                std::process::exit(1);
            }
        }
    }
    println!("{cases} tables from {first} on, none at fault: {counts:?}");
}

/// What is asked of one column.
#[derive(Clone, Copy, Debug)]
enum Asked {
    Absolute {
        epsilon: i64,
    },
    Sides {
        below: i64,
        above: i64,
    },
    /// In percent.
    Relative {
        epsilon: i64,
    },
    AnyCentre {
        delta: i64,
    },
}

#[derive(Clone, Debug)]
struct Protected {
    values: Vec<i64>,
    asked: Asked,
    m: usize,
    /// So many different values, if it is asked.
    different: Option<usize>,
}

#[derive(Clone, Debug)]
struct Table {
    /// Quasi columns as text.
    quasi: Vec<Vec<String>>,
    protected: Vec<Protected>,
    k: Option<usize>,
}

impl Asked {
    /// Whether an interval as long as is asked can begin at one value and hold the other, which is no smaller.
    fn holds_both(self, one: i64, two: i64) -> bool {
        match self {
            Self::Absolute { epsilon } => two - one <= 2 * epsilon,
            Self::Sides { below, above } => two - one <= below + above,
            Self::Relative { epsilon } => two * (100 - epsilon) <= one * (100 + epsilon),
            Self::AnyCentre { delta } => two - one <= 2 * delta,
        }
    }

    fn words(self, m: usize) -> String {
        match self {
            Self::Absolute { epsilon } => format!("principle = \"epsilon-m\"\nabsolute = \"{epsilon}\"\nm = {m}"),
            Self::Sides { below, above } => {
                format!("principle = \"epsilon-m\"\nbelow = \"{below}\"\nabove = \"{above}\"\nm = {m}")
            }
            Self::Relative { epsilon } => {
                format!("principle = \"epsilon-m\"\nrelative = \"0.{epsilon:02}\"\nm = {m}")
            }
            Self::AnyCentre { delta } => {
                format!("principle = \"delta-l\"\nreading = \"any-centre\"\ndelta = \"{delta}\"\nl = {m}")
            }
        }
    }
}

impl Protected {
    /// The definition: of every interval that begins at a value of the group, whether it holds at most one in m.
    fn keeps(&self, group: &[i64]) -> bool {
        let in_interval =
            |&start: &i64| group.iter().filter(|&&value| value >= start && self.asked.holds_both(start, value)).count();
        let different = group.iter().collect::<std::collections::BTreeSet<_>>().len();
        group.iter().all(|start| in_interval(start) * self.m <= group.len())
            && self.different.is_none_or(|least| different >= least)
    }
}

impl Table {
    fn rows(&self) -> usize {
        self.protected[0].values.len()
    }

    /// Whether these rows of the table keep all that is asked as a group.
    fn keeps(&self, rows: &[usize]) -> bool {
        let of = |column: &Protected| rows.iter().map(|&row| column.values[row]).collect::<Vec<_>>();
        self.k.is_none_or(|k| rows.len() >= k) && self.protected.iter().all(|column| column.keeps(&of(column)))
    }

    /// Whether some grouping of these rows, beside groups that were made, keeps it.
    fn can_be_grouped(&self, groups: &mut Vec<Vec<usize>>, row: usize) -> bool {
        if row == self.rows() {
            return groups.iter().all(|group| self.keeps(group));
        }
        for at in 0..groups.len() {
            groups[at].push(row);
            let found = self.can_be_grouped(groups, row + 1);
            groups[at].pop();
            if found {
                return true;
            }
        }
        groups.push(vec![row]);
        let found = self.can_be_grouped(groups, row + 1);
        groups.pop();
        found
    }

    fn csv(&self) -> String {
        let names = (0..self.quasi.len())
            .map(|at| format!("q{at}"))
            .chain((0..self.protected.len()).map(|at| format!("s{at}")));
        let mut text = names.collect::<Vec<_>>().join(",") + "\n";
        for row in 0..self.rows() {
            let quasi = self.quasi.iter().map(|column| column[row].clone());
            let cells = quasi.chain(self.protected.iter().map(|column| column.values[row].to_string()));
            text += &(cells.collect::<Vec<_>>().join(",") + "\n");
        }
        text
    }

    fn policy(&self) -> String {
        let mut text = "[columns]\n".to_owned();
        (0..self.quasi.len()).for_each(|at| writeln!(text, "q{at} = {{ role = \"quasi\" }}").expect("room"));
        (0..self.protected.len()).for_each(|at| writeln!(text, "s{at} = {{ role = \"sensitive\" }}").expect("room"));
        for (at, column) in self.protected.iter().enumerate() {
            writeln!(text, "[[protect]]\nsensitive = \"s{at}\"\n{}", column.asked.words(column.m)).expect("room");
            if let Some(different) = column.different {
                let words =
                    format!("principle = \"l-diversity\"\nkind = \"distinct\"\nsensitive = \"s{at}\"\nl = {different}");
                writeln!(text, "[[protect]]\n{words}").expect("room");
            }
        }
        if let Some(k) = self.k {
            writeln!(text, "[[protect]]\nprinciple = \"k-anonymity\"\nk = {k}").expect("room");
        }
        text
    }

    /// What came of it, or what is wrong with that.
    fn examine(&self, seed: u64) -> Result<&'static str, String> {
        let policy = Policy::from_toml(&self.policy(), "aloof.toml").map_err(|error| error.to_string())?;
        let data = Source::Memory { name: "data.csv".to_owned(), bytes: self.csv().into_bytes().into() };
        match anonymize(&Request::new(data, &policy).secret(Secret::from(seed))) {
            Ok(release) => {
                let (_, table) = release.tables().next().ok_or("no table")?;
                let text = |name: String, row: usize| table.column(&name).and_then(|column| column.text(row));
                let line = |row: usize| -> Option<(Vec<String>, Vec<i64>)> {
                    let cells = (0..self.quasi.len()).map(|at| text(format!("q{at}"), row)).collect::<Option<_>>()?;
                    let value = |at: usize| text(format!("s{at}"), row)?.parse().ok();
                    Some((cells, (0..self.protected.len()).map(value).collect::<Option<_>>()?))
                };
                let lines = (0..table.rows()).map(line).collect::<Option<Vec<_>>>().ok_or("a cell is empty")?;
                self.hold(&lines).map(|()| "made")
            }
            Err(Error::Refused(refusal)) => {
                let all: Vec<usize> = (0..self.rows()).collect();
                if self.keeps(&all) {
                    return Err(format!("refused, and all rows as one group keep it: {}", Error::Refused(refusal)));
                }
                if self.rows() <= ALL_WAYS && self.can_be_grouped(&mut Vec::new(), 0) {
                    return Err(format!("refused, and a grouping keeps it: {}", Error::Refused(refusal)));
                }
                if refusal.why.is_proven() {
                    Ok("impossible")
                } else {
                    Err("not found, where all is monotone".to_owned())
                }
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether rows that look alike keep all that is asked, and the values are those of the table.
    fn hold(&self, lines: &[(Vec<String>, Vec<i64>)]) -> Result<(), String> {
        let mut published: Vec<Vec<i64>> = lines.iter().map(|line| line.1.clone()).collect();
        let row = |row: usize| self.protected.iter().map(|column| column.values[row]).collect::<Vec<_>>();
        let mut original: Vec<Vec<i64>> = (0..self.rows()).map(row).collect();
        published.sort_unstable();
        original.sort_unstable();
        if published != original {
            return Err("other values are published than there are".to_owned());
        }
        let mut groups: BTreeMap<&[String], Vec<&[i64]>> = BTreeMap::new();
        lines.iter().for_each(|(cells, values)| groups.entry(cells).or_default().push(values));
        for group in groups.values() {
            let enough = self.k.is_none_or(|k| group.len() >= k);
            let of = |at: usize| group.iter().map(|values| values[at]).collect::<Vec<_>>();
            if !enough || !self.protected.iter().enumerate().all(|(at, column)| column.keeps(&of(at))) {
                return Err(format!("a group does not keep it: {group:?}"));
            }
        }
        Ok(())
    }
}

/// Numbers by chance (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as u64) as i64
    }

    fn table(mut self) -> Table {
        self.below(2);
        let rows = self.between(2, 10) as usize;
        let quasi = (0..self.between(1, 2)).map(|_| self.quasi(rows)).collect();
        let columns = if self.below(4) == 0 { 2 } else { 1 };
        let protected = (0..columns).map(|_| self.protected(rows)).collect();
        let k = (self.below(4) == 0).then(|| self.between(2, 5) as usize);
        Table { quasi, protected, k }
    }

    fn quasi(&mut self, rows: usize) -> Vec<String> {
        let (labels, most) = (self.below(3) == 0, self.between(1, 30));
        let one = |at: i64| {
            if labels { ["ash", "elm", "fir", "oak", "yew"][at as usize % 5].to_owned() } else { (20 + at).to_string() }
        };
        (0..rows).map(|_| one(self.between(0, most))).collect()
    }

    fn protected(&mut self, rows: usize) -> Protected {
        let most = [5, 20, 60, 200][self.below(4) as usize];
        let asked = match self.below(6) {
            0..3 => Asked::Absolute { epsilon: self.between(0, most / 4 + 1) },
            3 => Asked::Sides { below: self.between(0, most / 4 + 1), above: self.between(0, most / 4 + 1) },
            4 => Asked::Relative { epsilon: self.between(1, 40) },
            _ => Asked::AnyCentre { delta: self.between(0, most / 4 + 1) },
        };
        let values = (0..rows).map(|_| self.between(1, most)).collect();
        let different = (self.below(5) == 0).then(|| self.between(2, 4) as usize);
        Protected { values, asked, m: self.between(2, 4) as usize, different }
    }
}
