//! The risk of everybody, before and after: for reports.

use aloof_io::{Input, Source};
use aloof_judge::views::{Grouped, Risks, Values};
use aloof_principles::Reads;
use aloof_table::{Attribute, Column, Partition};

use super::Evidence;
use super::against::Against;
use crate::Error;
use crate::data::{Original, Released, Stars, pick, read_options};
use crate::policy::{Policy, View, bind};

/// How many people run which risk, in classes of equal width from 0 to 1.
#[derive(Clone, Debug)]
pub struct RiskPicture {
    /// The principle with its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// The largest risk that is allowed.
    pub bound: f64,
    /// Among those with the same quasi values in the original.
    pub before: People,
    /// In the release: the register view where it is asked for, else that of groups, of candidates and, where it can be asked, of
    /// a register.
    pub after: Vec<(View, People)>,
}

/// People by the risk they run.
#[derive(Clone, Debug)]
pub struct People {
    /// How many are in each class.
    pub classes: Vec<usize>,
    /// How many run more than what is allowed, counted exactly.
    pub beyond: usize,
}

impl From<Risks> for People {
    fn from(risks: Risks) -> Self {
        Self { classes: risks.classes.to_vec(), beyond: risks.beyond }
    }
}

/// One picture for every protection whose measure is a belief.
pub fn risks(release: &Source, original: &Source, policy: &Policy) -> Result<Vec<RiskPicture>, Error> {
    let open = |source: &Source| Input::open(source.clone(), read_options(policy));
    let before = Original::read(&open(original)?, policy, false, &|_, _| {})?;
    let as_is = Released::read(&open(original)?, policy, Stars::Box, &|_, _| {})?;
    let released = Released::open(release, Evidence::of(release)?.tables(), policy, Stars::Box, &|_, _| {})?;
    if released.in_two_tables {
        return Ok(Vec::new());
    }
    let against = Against::new(before, &released, None, policy.protect(), Vec::new())?;
    let mut pictures = Vec::new();
    for protect in policy.protect().iter().filter(|protect| protect.reads() != Reads::Nothing) {
        let joined = against.joint_columns(&released, protect.sensitive());
        let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
        let rule = bind::rule_in_view(protect, policy, &columns)?;
        let both = against.joint(&released, &columns);
        let alone = Attribute::new(&pick(&as_is.sensitive, protect.sensitive()), |row| as_is.left_out.get(row));
        let (Ok(check), Ok(check_alone)) = (rule.principle().bind(&both), rule.principle().bind(&alone)) else {
            continue;
        };
        if !check.by_member() || rule.principle().bound_is() != "at most" {
            continue;
        }
        let in_groups = |groups: &Partition| People::from(Grouped::new(groups, &both).risks(check.as_ref()));
        let after = if protect.view() == View::Register {
            vec![(View::Register, in_groups(&released.told_apart()))]
        } else {
            let (boxes, original) = (Grouped::new(released.boxes(), &both), &both.codes()[released.rows..]);
            let values = Values { released: &boxes, everywhere: &[], original };
            let candidates = against.candidates().risks(check.as_ref(), values).into();
            let mut all = vec![(View::Group, in_groups(&released.groups)), (View::Candidates, candidates)];
            // A group rule says nothing of figures that do not occur; whoever reads the page may mean them.
            let register = bind::in_register(rule.clone(), protect).ok().filter(|_| protect.has_views());
            if let Some(Ok(check)) = register.as_ref().map(|rule| rule.principle().bind(&both)) {
                let groups = released.told_apart();
                all.push((View::Register, Grouped::new(&groups, &both).risks(check.as_ref()).into()));
            }
            all
        };
        pictures.push(RiskPicture {
            title: rule.principle().title(),
            sensitive: protect.sensitive().to_vec(),
            bound: rule.principle().bound().approximate(),
            before: Grouped::new(&as_is.groups, &alone).risks(check_alone.as_ref()).into(),
            after,
        });
    }
    Ok(pictures)
}
