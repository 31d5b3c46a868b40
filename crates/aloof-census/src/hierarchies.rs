//! Generalization hierarchies of the label columns, as data, and their writing
//! in ARX's format.
//!
//! Labels of a group stand next to each other in the dictionary, and groups of
//! a wider group next to each other in their level, so a level is told by
//! counting: each group takes the next so many entries of the level below. That
//! way no label is named twice, none can be forgotten, and the counts are
//! checked when the crate compiles. The same groups drive the model (regions,
//! tiers of schooling, sectors), so the hierarchy means something in the data.

use std::io::{self, Write};

use crate::LabelColumn;
use crate::{labels, occupations, origins};

/// The label of the top of every hierarchy: nothing is said about the value.
pub const TOP: &str = "*";

/// A group of a level: it takes the next `members` entries of the level below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The group's label.
    pub label: &'static str,
    /// How many entries of the level below belong to it.
    pub members: usize,
}

/// Shortens the tables below.
const fn group(label: &'static str, members: usize) -> Group {
    Group { label, members }
}

/// The levels between the labels and [`TOP`], narrow to wide.
pub(crate) type Levels = &'static [&'static [Group]];

/// Regions of birth: the level of the birthplaces that the model uses.
const REGIONS: &[Group] = &[
    group("Northland", 9),
    group("Eastmark", 9),
    group("Southshore", 9),
    group("Westreach", 9),
    group("Europe", 6),
    group("Asia", 7),
    group("Americas", 6),
    group("Africa", 3),
    group("Oceania", 2),
];

/// Tiers of schooling: the level of the educations that the model uses.
const TIERS: &[Group] = &[
    group("Primary school", 4),
    group("High school without diploma", 4),
    group("High school", 1),
    group("College without bachelor", 3),
    group("Bachelor", 1),
    group("Graduate", 3),
];

/// Sectors: the level of the work classes that the model uses.
const SECTORS: &[Group] = &[group("Private sector", 3), group("Government", 3), group("Self-employed", 2)];

/// Above the birthplaces.
pub(crate) const BIRTHPLACE: Levels = &[REGIONS, &[group("Born in the country", 4), group("Born abroad", 5)]];

/// Above the occupations.
pub(crate) const OCCUPATION: Levels = &[
    &[
        group("Management", 4),
        group("Business and finance", 3),
        group("Science and engineering", 5),
        group("Law and education", 6),
        group("Arts and media", 2),
        group("Health care", 5),
        group("Sales", 4),
        group("Office", 4),
        group("Personal service", 5),
        group("Protective service", 3),
        group("Farming and forestry", 2),
        group("Construction", 3),
        group("Production and repair", 3),
        group("Transport and storage", 3),
    ],
    &[
        group("Managers and professionals", 6),
        group("Sales and office workers", 2),
        group("Service workers", 2),
        group("Manual workers", 4),
    ],
];

/// Above the sexes: two labels leave no room for a level in between.
pub(crate) const SEX: Levels = &[];

/// Above the marital statuses.
pub(crate) const MARITAL_STATUS: Levels =
    &[&[group("Single", 1), group("Married or partnered", 3), group("Formerly married", 3)]];

/// Above the races.
pub(crate) const RACE: Levels =
    &[&[group("White or Black", 2), group("Asian or Pacific Islander", 2), group("Indigenous or several races", 2)]];

/// Above the educations.
pub(crate) const EDUCATION: Levels =
    &[TIERS, &[group("No diploma", 2), group("Diploma without degree", 2), group("Degree", 2)]];

/// Above the work classes.
pub(crate) const WORK_CLASS: Levels = &[SECTORS];

/// Number of regions of birth.
pub(crate) const REGION_COUNT: usize = REGIONS.len();
/// Number of tiers of schooling.
pub(crate) const TIER_COUNT: usize = TIERS.len();
/// Number of sectors.
pub(crate) const SECTOR_COUNT: usize = SECTORS.len();

/// The region of each birthplace.
pub(crate) static REGION_OF: [u8; origins::COUNT] = spread(REGIONS);
/// The tier of each education.
pub(crate) static TIER_OF: [u8; labels::EDUCATION.len()] = spread(TIERS);
/// The sector of each work class.
pub(crate) static SECTOR_OF: [u8; labels::WORK_CLASS.len()] = spread(SECTORS);

/// The number of entries a level takes from the one below.
const fn taken(level: &[Group]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < level.len() {
        sum += level[i].members;
        i += 1;
    }
    sum
}

/// For each entry of the level below, the group that takes it.
const fn spread<const N: usize>(level: &[Group]) -> [u8; N] {
    assert!(taken(level) == N, "a level must take every entry below it");
    let mut groups = [0; N];
    let (mut entry, mut i) = (0, 0);
    while i < level.len() {
        let end = entry + level[i].members;
        while entry < end {
            groups[entry] = i as u8;
            entry += 1;
        }
        i += 1;
    }
    groups
}

/// Whether every level takes exactly the entries of the level below.
const fn covers(levels: Levels, labels: usize) -> bool {
    let (mut below, mut i) = (labels, 0);
    while i < levels.len() {
        if taken(levels[i]) != below {
            return false;
        }
        below = levels[i].len();
        i += 1;
    }
    true
}

const _: () = {
    assert!(covers(BIRTHPLACE, origins::COUNT));
    assert!(covers(OCCUPATION, occupations::COUNT));
    assert!(covers(SEX, labels::SEX.len()));
    assert!(covers(MARITAL_STATUS, labels::MARITAL_STATUS.len()));
    assert!(covers(RACE, labels::RACE.len()));
    assert!(covers(EDUCATION, labels::EDUCATION.len()));
    assert!(covers(WORK_CLASS, labels::WORK_CLASS.len()));
};

/// The hierarchy of a label column: labels at level 0, [`TOP`] at the last.
#[derive(Clone, Copy, Debug)]
pub struct Hierarchy {
    column: LabelColumn,
    levels: Levels,
}

impl Hierarchy {
    /// Joins a column with the levels above its labels.
    pub(crate) const fn new(column: LabelColumn, levels: Levels) -> Self {
        Self { column, levels }
    }

    /// The column the hierarchy is for.
    pub const fn column(&self) -> LabelColumn {
        self.column
    }

    /// The levels between the labels and [`TOP`], narrow to wide.
    pub const fn levels(&self) -> &'static [&'static [Group]] {
        self.levels
    }

    /// The number of levels, that of the labels and that of [`TOP`] included.
    pub const fn depth(&self) -> usize {
        self.levels.len() + 2
    }

    /// What a label becomes level by level: itself, its groups, [`TOP`].
    pub fn path(&self, code: u8) -> Vec<&'static str> {
        let mut path = vec![self.column.labels()[usize::from(code)]];
        let mut entry = usize::from(code);
        for level in self.levels {
            entry = position(level, entry);
            path.push(level[entry].label);
        }
        path.push(TOP);
        path
    }

    /// Writes the hierarchy as ARX reads it: one line for each label, the label
    /// first and then its groups up to `*`, separated by semicolons, no header.
    pub fn write_arx(&self, mut writer: impl Write) -> io::Result<()> {
        for code in 0..self.column.labels().len() {
            writeln!(writer, "{}", self.path(code as u8).join(";"))?;
        }
        Ok(())
    }
}

/// The group of a level that takes the given entry of the level below.
fn position(level: &[Group], entry: usize) -> usize {
    let mut end = 0;
    level
        .iter()
        .position(|group| {
            end += group.members;
            entry < end
        })
        .expect("every entry is taken by a group")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_label_is_a_line_of_equal_depth_that_ends_in_the_top() {
        for column in LabelColumn::ALL {
            let hierarchy = column.hierarchy();
            let mut bytes = Vec::new();
            hierarchy.write_arx(&mut bytes).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let lines: Vec<Vec<&str>> = text.lines().map(|l| l.split(';').collect()).collect();

            let firsts: Vec<&str> = lines.iter().map(|line| line[0]).collect();
            assert_eq!(firsts, column.labels(), "{}", column.name());
            for line in &lines {
                assert_eq!(line.len(), hierarchy.depth());
                assert_eq!(line.last(), Some(&TOP));
            }
        }
    }

    #[test]
    fn an_entry_has_one_parent_and_one_level() {
        for column in LabelColumn::ALL {
            let hierarchy = column.hierarchy();
            let mut seen: HashMap<&str, (usize, &str)> = HashMap::new();
            for code in 0..column.labels().len() {
                let path = hierarchy.path(code as u8);
                for (level, step) in path.windows(2).enumerate() {
                    let place = seen.entry(step[0]).or_insert((level, step[1]));
                    assert_eq!(*place, (level, step[1]), "{}", step[0]);
                }
            }
        }
    }

    #[test]
    fn group_labels_need_no_escaping() {
        for column in LabelColumn::ALL {
            for group in column.hierarchy().levels().iter().copied().flatten() {
                assert!(!group.label.contains([',', ';', '"', '\n', '*']));
            }
        }
    }

    #[test]
    fn known_paths() {
        let arx = |column: LabelColumn, label| {
            let code = column.labels().iter().position(|&l| l == label).unwrap();
            column.hierarchy().path(code as u8).join(";")
        };
        assert_eq!(arx(LabelColumn::Birthplace, "Fiji"), "Fiji;Oceania;Born abroad;*");
        assert_eq!(arx(LabelColumn::Occupation, "Welder"), "Welder;Production and repair;Manual workers;*");
        assert_eq!(arx(LabelColumn::Occupation, "Lawyer"), "Lawyer;Law and education;Managers and professionals;*");
        assert_eq!(arx(LabelColumn::Education, "Bachelor's degree"), "Bachelor's degree;Bachelor;Degree;*");
        assert_eq!(arx(LabelColumn::Sex, "Male"), "Male;*");
    }

    #[test]
    fn the_model_uses_the_same_groups() {
        for (code, &tier) in TIER_OF.iter().enumerate() {
            let path = LabelColumn::Education.hierarchy().path(code as u8);
            assert_eq!(path[1], TIERS[usize::from(tier)].label);
        }
    }
}
