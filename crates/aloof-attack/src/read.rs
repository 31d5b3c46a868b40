//! The tables that an attack needs, read once.

use std::collections::BTreeMap;
use std::path::Path;

use aloof_audit::Error;
use aloof_audit::audit::{Evidence, untrue};
use aloof_audit::data::{Original, Released, Stars, open_released, read_options};
use aloof_audit::manifest::{HowMade, StatedWalk};
use aloof_audit::policy::{Policy, Role};
use aloof_audit::words::several;
use aloof_evaluate::evaluate::{Rows, find_people, numbers_in};
use aloof_io::publish::private::HELD_OUT;
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_judge::attacks::Replaced;
use aloof_table::{Column, LabelColumn, NO_GROUP, Partition};
use hashbrown::HashSet;

use super::{AttackRequest, AttackStep};

/// What was read.
pub(super) struct Tables {
    /// People the release was made of, and those held out before, in the order of the original.
    pub original: Original,
    /// Rows of the original that were held out.
    pub held_out: Vec<u32>,
    /// Rows of the original that stand nowhere, where people were held out and nothing says who: of them nothing is told.
    pub aside: Vec<u32>,
    /// Control people from a table of their own.
    pub control: Option<Original>,
    /// The release, then earlier ones.
    pub releases: Vec<Published>,
    /// Columns of the release that are neither quasi nor sensitive, and that somebody may know of people.
    pub kept: Vec<(String, LabelColumn)>,
    pub notes: Vec<String>,
}

/// A release, as it was read.
pub(super) struct Published {
    pub released: Released,
    /// Rows that nothing published tells apart.
    pub groups: Partition,
    /// The group of each row of the original, where that is known.
    pub stands: Option<Vec<u32>>,
    /// Its values are the true ones.
    pub is_true: bool,
    /// Rows that stand for nobody of the original.
    pub untrue: usize,
    /// So many of them are counterfeits, by the manifest.
    pub counterfeits: usize,
    /// Its quasi numbers were replaced by others, so that cells cover nobody.
    pub is_moved: bool,
    /// They were walked, in this way.
    pub walked: Option<StatedWalk>,
    /// Per column whose numbers were replaced, what people had and what is published, person by person; where that is known.
    pub moved: Option<Vec<Replaced>>,
    /// Who of these were walked together, where that is known.
    pub together: Option<Vec<Vec<u32>>>,
}

/// Releases are read beside the table that they were made of.
struct Reading<'a> {
    request: &'a AttackRequest<'a>,
    before: &'a Input,
    original: &'a Original,
    held_out: &'a [u32],
}

/// Who stands where in a release, as far as it is known.
#[derive(Default)]
struct Known {
    stands: Option<Vec<u32>>,
    moved: Option<Vec<Replaced>>,
    together: Option<Vec<Vec<u32>>>,
    aside: Vec<u32>,
}

/// The release that is attacked.
struct Newest {
    published: Published,
    kept: Vec<(String, LabelColumn)>,
    aside: Vec<u32>,
}

impl Reading<'_> {
    /// The release that is attacked, with what is known of its people.
    fn newest(&self, notes: &mut Vec<String>) -> Result<Newest, Error> {
        let (source, policy) = (&self.request.release, self.request.policy);
        let evidence = Evidence::of(source)?;
        notes.extend(evidence.remarks(policy));
        let released = self.open(source, &evidence)?;
        let kept = if released.others.is_empty() {
            Vec::new()
        } else {
            kept_columns(&open_released(source, policy)?, policy, &released)?
        };
        let groups = released.told_apart().into_owned();
        let mut known = match &self.request.private {
            Some(directory) => self.known(directory, &evidence, &released, &groups, notes)?,
            None => Known::default(),
        };
        let aside = std::mem::take(&mut known.aside);
        let published = self.published(released, groups, &evidence, known)?;
        if matches!(evidence.claimed(), Some(HowMade::Groups)) {
            let strangers = published.untrue.saturating_sub(published.counterfeits);
            refuse_others(self.before, &published.released, strangers)?;
        }
        Ok(Newest { published, kept, aside })
    }

    /// A release before it, of which only its groups are known.
    fn earlier(&self, source: &Source) -> Result<Published, Error> {
        let evidence = Evidence::of(source)?;
        let released = self.open(source, &evidence)?;
        let groups = released.told_apart().into_owned();
        self.published(released, groups, &evidence, Known::default())
    }

    fn open(&self, source: &Source, evidence: &Evidence) -> Result<Released, Error> {
        let tell = |done, total| (self.request.progress)(AttackStep::Reading(done, total));
        let mut released = Released::open(source, evidence.tables(), self.request.policy, Stars::Box, &tell)?;
        released.quasi.sort_by(|(one, _), (other, _)| one.cmp(other));
        released.sensitive.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(released)
    }

    /// By the private directory of the release.
    fn known(
        &self,
        directory: &Path,
        evidence: &Evidence,
        released: &Released,
        groups: &Partition,
        notes: &mut Vec<String>,
    ) -> Result<Known, Error> {
        let (original, policy, made) = (self.original, self.request.policy, evidence.claimed());
        let after = open_released(&self.request.release, policy)?;
        let rows = Rows::Private(directory.to_owned());
        let pairs = find_people(&rows, (self.before, original), (&after, released), made)?;
        refuse_published(directory, self.held_out, pairs.as_deref().unwrap_or(&[]))?;
        let mut known = Known::default();
        if evidence.held_out() > 0 && self.held_out.is_empty() {
            known.aside = nowhere(pairs.as_deref(), original.rows());
            notes.push(format!(
                "{} is missing: who was held out is not known, so that nobody is compared with them, and people who stand nowhere are not \
                 counted as people of the release.",
                directory.join(HELD_OUT).display()
            ));
        }
        let found = pairs.as_deref().and_then(|pairs| moved(made, pairs, original, released));
        let (people, moved) = found.unzip();
        known.moved = moved;
        let is_walked = matches!(made, Some(HowMade::Walk { .. }));
        let told = is_walked && policy.protect().is_empty() && !released.states_groups();
        if let Some(people) = people.filter(|_| told) {
            known.together = walked_together(directory, &people, original.rows())?;
        }
        known.stands = pairs.map(|pairs| stands(&pairs, groups, original.rows(), released.rows));
        Ok(known)
    }

    fn published(
        &self,
        released: Released,
        groups: Partition,
        evidence: &Evidence,
        known: Known,
    ) -> Result<Published, Error> {
        let made = evidence.claimed();
        let is_perturbed = matches!(made, Some(HowMade::Perturbed(_)));
        let is_moved = matches!(made, Some(HowMade::Walk { .. } | HowMade::Noise { .. }));
        let is_judged = !is_perturbed && !is_moved && !released.in_two_tables;
        let untrue = if is_judged { untrue(self.original, &released)? } else { 0 };
        Ok(Published {
            released,
            groups,
            stands: known.stands,
            is_true: !is_perturbed && untrue == 0,
            untrue,
            counterfeits: evidence.counterfeits().map_or(0, |(rows, _)| rows),
            is_moved,
            walked: evidence.walk(),
            moved: known.moved,
            together: known.together,
        })
    }
}

/// With columns in the order of their names. In which order a policy names them is an accident, and draws follow the order: by a policy
/// and by the manifest of what it made, which lists them otherwise, attacks get the same.
fn by_names(mut original: Original) -> Original {
    original.quasi.sort_by(|one, other| one.name.cmp(&other.name));
    original.sensitive.sort_by(|(one, _), (other, _)| one.cmp(other));
    original
}

/// Rows of the original that were held out, by the private directory.
fn held_out_of(private: Option<&Path>, rows: usize) -> Result<Vec<u32>, Error> {
    let held_out = private.map(held_out).transpose()?.flatten().unwrap_or_default();
    if held_out.iter().any(|&row| row as usize >= rows) {
        return Err(Error::Data(format!(
            "{} names rows that the original does not have; give the table that the release was made of, with those held out",
            private.unwrap_or(Path::new("")).join(HELD_OUT).display()
        )));
    }
    Ok(held_out)
}

/// Control people from a table of their own.
fn control(request: &AttackRequest<'_>, before: &Input, notes: &mut Vec<String>) -> Result<Option<Original>, Error> {
    let Some(source) = &request.control else { return Ok(None) };
    let tell = |done, total| (request.progress)(AttackStep::Reading(done, total));
    let input = Input::open(source.clone(), read_options(request.policy))?;
    let control = by_names(Original::read(&input, request.policy, false, &tell)?);
    let who = "control people are people of the same kind of whom the release holds nothing";
    refuse_nobody(&input, control.rows(), who)?;
    others(before, &input, control, notes).map(Some)
}

impl Tables {
    pub fn read(request: &AttackRequest<'_>) -> Result<Self, Error> {
        let policy = request.policy;
        let tell = |done, total| (request.progress)(AttackStep::Reading(done, total));
        let before = Input::open(request.original.clone(), read_options(policy))?;
        let original = by_names(Original::read(&before, policy, false, &tell)?);
        refuse_nobody(&before, original.rows(), "the original is the table that the release was made of")?;
        let mut notes = original.notes.clone();
        notes.extend(original.conditions.told().map(str::to_owned));
        let held_out = held_out_of(request.private.as_deref(), original.rows())?;
        let control = control(request, &before, &mut notes)?;
        let reading = Reading { request, before: &before, original: &original, held_out: &held_out };
        let Newest { published, kept, aside } = reading.newest(&mut notes)?;
        let earlier = request.previous.iter().map(|source| reading.earlier(source));
        let releases = std::iter::once(Ok(published)).chain(earlier).collect::<Result<_, Error>>()?;
        Ok(Self { original, held_out, aside, control, releases, kept, notes })
    }

    /// People of the original that the release was made of.
    pub fn is_person(&self, row: u32) -> bool {
        self.held_out.binary_search(&row).is_err() && self.aside.binary_search(&row).is_err()
    }

    /// How many people the release was made of, as far as is known.
    pub fn people(&self) -> usize {
        self.original.rows() - self.held_out.len() - self.aside.len()
    }

    /// How many of them do not stand in it.
    pub fn absent(&self) -> usize {
        self.people().saturating_sub(self.releases[0].released.rows)
    }
}

/// Control people who are not in the original: whoever is, by all columns that both tables have, may be in the release.
fn others(before: &Input, input: &Input, control: Original, notes: &mut Vec<String>) -> Result<Original, Error> {
    let common = |name: &String| before.names().contains(name) && input.names().contains(name);
    let rows = |input: &Input| -> Result<Vec<Vec<Option<String>>>, Error> {
        let ask: Vec<Ask> = input.names().iter().map(|name| if common(name) { Ask::Text } else { Ask::Skip }).collect();
        let table = input.read(&ask)?;
        let mut columns: Vec<(&String, &Column)> =
            table.names().iter().zip(table.columns().iter().map(|column| &**column)).collect();
        columns.sort_by_key(|(name, _)| *name);
        Ok((0..table.rows()).map(|row| columns.iter().map(|(_, column)| column.text(row)).collect()).collect())
    };
    let known: HashSet<Vec<Option<String>>> = rows(before)?.into_iter().collect();
    let stay: Vec<u32> = (0..).zip(rows(input)?).filter(|(_, row)| !known.contains(row)).map(|(at, _)| at).collect();
    let double = control.rows() - stay.len();
    if double == 0 {
        return Ok(control);
    }
    if stay.is_empty() {
        return Err(Error::Data(format!(
            "{}: all {double} of its rows stand in the original, too; control people are people of whom the release holds nothing",
            input.name()
        )));
    }
    notes.push(format!(
        "{double} of {} rows of {} equal a row of the original in all columns that both have, so that they may be people of the release: they were \
         left out of the control people.",
        control.rows(),
        input.name()
    ));
    Ok(control.take(&stay))
}

/// A table without people is none to attack with.
fn refuse_nobody(input: &Input, rows: usize, what: &str) -> Result<(), Error> {
    if rows > 0 {
        return Ok(());
    }
    Err(Error::Data(format!("{} has no rows; {what}", input.name())))
}

/// Every row of a release in groups of this program stands for somebody of its own original.
fn refuse_others(before: &Input, released: &Released, untrue: usize) -> Result<(), Error> {
    if untrue == 0 {
        return Ok(());
    }
    Err(Error::Data(format!(
        "{} is not the table that {} was made of: of its {} rows {untrue} stand for nobody there; give the table that it was made of, with all \
         its rows",
        before.name(),
        released.name,
        released.rows
    )))
}

/// Columns that are published as they are and protected by nothing; pseudonyms are made for the release, so nobody knows them.
fn kept_columns(input: &Input, policy: &Policy, released: &Released) -> Result<Vec<(String, LabelColumn)>, Error> {
    let is_known = |name: &String| {
        released.others.contains(name) && policy.column(name).is_none_or(|rule| rule.role() != Role::Pseudonym)
    };
    let ask: Vec<Ask> = input.names().iter().map(|name| if is_known(name) { Ask::Text } else { Ask::Skip }).collect();
    let table = input.read(&ask)?;
    let of = |name: &String| Some((name.clone(), table.column(name)?.to_labels().into_owned()));
    Ok(input.names().iter().filter(|name| is_known(name)).filter_map(of).collect())
}

/// Who was published was not held out.
fn refuse_published(private: &Path, held_out: &[u32], pairs: &[(u32, u32)]) -> Result<(), Error> {
    let published = pairs.iter().filter(|(person, _)| held_out.binary_search(person).is_ok()).count();
    if published == 0 {
        return Ok(());
    }
    Err(Error::Data(format!(
        "{} names people who were published, as places.csv beside it says ({}): they were not held out",
        private.join(HELD_OUT).display(),
        several(published, "row", "rows")
    )))
}

/// People who stand nowhere, where it is known who does.
fn nowhere(pairs: Option<&[(u32, u32)]>, people: usize) -> Vec<u32> {
    let Some(pairs) = pairs else { return Vec::new() };
    let mut stands = vec![false; people];
    pairs.iter().for_each(|&(person, _)| stands[person as usize] = true);
    (0..people as u32).filter(|&person| !stands[person as usize]).collect()
}

/// Who of these people stand in one segment, where the private directory says it.
fn walked_together(private: &Path, people: &[u32], rows: usize) -> Result<Option<Vec<Vec<u32>>>, Error> {
    let file = private.join("assignment.csv");
    if !file.is_file() {
        return Ok(None);
    }
    let mut segment_of = vec![None; rows];
    numbers_in(&file, "group", rows)?.into_iter().for_each(|(row, segment)| segment_of[row as usize] = Some(segment));
    let of: Option<Vec<u32>> = people.iter().map(|&person| segment_of[person as usize]).collect();
    let Some(of) = of else { return Ok(None) };
    let mut together: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    (0..).zip(of).for_each(|(at, segment)| together.entry(segment).or_default().push(at));
    Ok(Some(together.into_values().collect()))
}

/// The people who have all the numbers that were replaced, and the columns of these, as people had them and as they are published; `None`
/// where there are none.
fn moved(
    made: Option<&HowMade>,
    pairs: &[(u32, u32)],
    original: &Original,
    released: &Released,
) -> Option<(Vec<u32>, Vec<Replaced>)> {
    let names: Vec<&String> = match made? {
        HowMade::Walk { columns } => columns.iter().collect(),
        HowMade::Noise { columns } => columns.iter().map(|one| &one.column).collect(),
        HowMade::Perturbed(done) => vec![&done.column],
        HowMade::Groups | HowMade::Anatomy(_) => return None,
    };
    let number = |text: Option<String>| text.and_then(|text| text.parse::<f64>().ok());
    let before = |name: &str, row: u32| {
        let sensitive = original.sensitive.iter().find(|(other, _)| other == name).map(|(_, column)| &**column);
        number(sensitive.or_else(|| original.table.column(name))?.text(row as usize))
    };
    let after = |name: &str, row: u32| {
        let quasi = released.quasi.iter().find(|(other, _)| other == name);
        if let Some((_, labels)) = quasi {
            return number(labels.get(row as usize).map(str::to_owned));
        }
        let (_, column) = released.sensitive.iter().find(|(other, _)| other == name)?;
        number(column.text(row as usize))
    };
    // Somebody without a number in one of them cannot be looked for.
    let whole = |&&(person, row): &&(u32, u32)| {
        names.iter().all(|name| before(name, person).is_some() && after(name, row).is_some())
    };
    let pairs: Vec<&(u32, u32)> = pairs.iter().filter(whole).collect();
    let column = |name: &&String| {
        pairs.iter().filter_map(|&&(person, row)| Some((before(name, person)?, after(name, row)?))).unzip()
    };
    let people = || pairs.iter().map(|&&(person, _)| person).collect();
    (!pairs.is_empty()).then(|| (people(), names.iter().map(column).collect()))
}

fn stands(pairs: &[(u32, u32)], groups: &Partition, people: usize, rows: usize) -> Vec<u32> {
    let group_of = groups.group_of(rows);
    let mut stands = vec![NO_GROUP; people];
    pairs.iter().for_each(|&(person, row)| stands[person as usize] = group_of[row as usize]);
    stands
}

/// The rows that were held out, ascending, by what is private; `None` where nobody was.
fn held_out(private: &Path) -> Result<Option<Vec<u32>>, Error> {
    let file = private.join(HELD_OUT);
    if !file.is_file() {
        return Ok(None);
    }
    let input = Input::open(Source::File(file.clone()), ReadOptions::canonical())?;
    let ask: Vec<Ask> = (0..input.names().len()).map(|at| if at == 0 { Ask::Number } else { Ask::Skip }).collect();
    let table = input.read(&ask)?;
    let wrong = || Error::Data(format!("{}: its first column does not number rows", file.display()));
    let Some(Column::Number(numbers)) = table.columns().first().map(|column| &**column) else { return Err(wrong()) };
    let row = |line: usize| numbers.get(line)?.at_scale(0).and_then(|whole| u32::try_from(whole).ok());
    let mut rows: Vec<u32> = (0..table.rows()).map(row).collect::<Option<_>>().ok_or_else(wrong)?;
    rows.sort_unstable();
    rows.dedup();
    Ok(Some(rows))
}

/// The policy's word for a column, with what the data say of it.
pub(super) fn hierarchy_of(
    policy: &Policy,
    name: &str,
    column: &Column,
) -> Result<Option<aloof_table::Hierarchy>, Error> {
    match policy.column(name) {
        Some(rule) => aloof_audit::policy::bind::hierarchy(rule, policy, column),
        None => Ok(None),
    }
}
