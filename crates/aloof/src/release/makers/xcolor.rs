//! `algorithm = "xcolor"`: dissimilarity, and several proximity principles at once; see `aloof-methods/src/xcolor`.
//!
//! Every principle becomes a constraint on how many rows of a group may be similar to one of them. What similar means
//! depends on whom the promise is made to:
//!
//! | principle | view = "group" | view = "candidates" | view = "register" |
//! |---|---|---|---|
//! | `dissimilarity` | within ε | with a common neighbour in the table, or within 2ε where there are many values | all within 2ε of each other |
//! | the same, `shape = "clique"` | all within ε of each other | the same: sets only add up when groups are mixed | all within 2ε of each other |
//! | `epsilon-m`, `delta-l` | in one neighbourhood's longer half | in one neighbourhood | in one neighbourhood |

use aloof_methods::Unanswered;
use aloof_methods::advise::Crowd;
use aloof_methods::pace::Turn;
use aloof_methods::split::Near;
use aloof_methods::xcolor::{Common, Problem, Room, Star, Stuck, Tuning, printed, xcolor_paced};
use aloof_principles::proximity::Apart;
use aloof_principles::{Dissimilarity, Rule, Shape, Similar, Unfit};
use aloof_table::{Attribute, Decimal, NO_CODE, Partition};

use crate::Error;
use crate::policy::{Policy, Protect, View, bind};
use crate::release::groups::dealt::{Deal, Dealing};
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Proximity;
use crate::release::groups::stronger::each_group_holds;
use crate::release::makers::split;
use crate::release::stuck;

/// A principle as a constraint.
pub(in crate::release) struct Constraint<'a> {
    pub protect: &'a Protect,
    pub title: String,
    pub attribute: Attribute,
    pub similar: Box<dyn Similar>,
    pub room: Room,
    pub least: u32,
    /// The rule, where it is one about distances.
    pub rule: Option<Dissimilarity>,
}

impl Constraint<'_> {
    fn star(&self) -> Star<'_> {
        Star { codes: self.attribute.codes(), similar: &*self.similar, room: self.room, shape: self.shape() }
    }

    /// Which similar rows count together.
    pub fn shape(&self) -> Shape {
        self.rule.as_ref().map_or(Shape::Star, Dissimilarity::shape)
    }
}

/// Deals the rows so that of values similar to one there are few in its group. Where groups cannot be told apart by what is
/// published, those that look alike are one to a reader; if they do not keep together what each of them keeps, they are dealt
/// anew so that every mixture does.
pub(in crate::release) fn colour(dealing: &Dealing<'_>, stars: &[&Protect]) -> Result<Deal, Error> {
    let dealt = coloured(dealing, stars, false)?;
    if holds_as_read(dealing, &dealt)? {
        return Ok(dealt);
    }
    if !dealing.policy.method().is_printed()
        && let Ok(mixed) = coloured(dealing, stars, true)
        && holds_as_read(dealing, &mixed)?
    {
        return Ok(mixed);
    }
    Err(stuck::alike(&constraints(dealing, stars, false)?))
}

/// What is asked as constraints; `mixed`: of any mixture of groups, too.
fn constraints<'a>(dealing: &Dealing<'_>, stars: &[&'a Protect], mixed: bool) -> Result<Vec<Constraint<'a>>, Error> {
    stars.iter().map(|protect| constraint(protect, dealing.policy, dealing.kept, mixed)).collect()
}

/// Whether every group holds that a reader of the release can tell from the others.
fn holds_as_read(dealing: &Dealing<'_>, dealt: &Deal) -> Result<bool, Error> {
    let Deal::Groups(solved) = dealt else { return Ok(true) };
    if dealing.policy.output().group_ids {
        return Ok(true);
    }
    each_group_holds(dealing.policy, dealing.kept, solved)
}

/// `mixed`: so that any mixture of groups holds, too.
fn coloured(dealing: &Dealing<'_>, stars: &[&Protect], mixed: bool) -> Result<Deal, Error> {
    let Dealing { policy, kept, axes, allowed, .. } = *dealing;
    let constraints = constraints(dealing, stars, mixed)?;
    let (least, may_stand) = (least(&constraints, dealing), dealing.asks());
    let stars: Vec<Star<'_>> = constraints.iter().map(Constraint::star).collect();
    let rows = kept.rows.len();
    let problem = Problem { axes, rows, stars: &stars, least, may_stand };
    let unanswered = unanswered(&constraints, rows)?;
    let tuning = Tuning { prove: allowed == 0, ..Tuning::for_rows(dealing.size()) };
    let found = match &unanswered {
        Some(_) if policy.method().is_printed() => return Err(split::unknown_to_printed(constraints[0].protect)),
        // Of nobody who has a value nothing is asked.
        Some(some) if some.with().is_empty() => return split::cut(dealing).map(Deal::Groups),
        Some(some) => around(&problem, some, &Tuning { prove: true, ..tuning }, dealing.turn()),
        None if policy.method().is_printed() => {
            refuse_unprinted(&constraints, policy)?;
            printed(&problem)
        }
        None => xcolor_paced(&problem, &tuning, dealing.turn()),
    };
    match found {
        Ok(partition) => Ok(Deal::Groups(dealing.solved(partition))),
        Err(Stuck::NotFound { withheld, rest: Some(_) })
            if unanswered.is_none() && !withheld.is_empty() && withheld.len() <= allowed =>
        {
            Ok(Deal::Fewer(withheld))
        }
        Err(found) => Err(stuck::error(&constraints, &found, (rows, policy), mixed)),
    }
}

/// How many rows a group has at least, by the constraints and by all other rules.
fn least(constraints: &[Constraint<'_>], dealing: &Dealing<'_>) -> u32 {
    constraints.iter().map(|one| one.least).max().unwrap_or(1).max(dealing.least())
}

/// Who has no value in the columns of these constraints, if anybody. Whoever lacks one and has another could be dealt by neither
/// alone.
fn unanswered(constraints: &[Constraint<'_>], rows: usize) -> Result<Option<Unanswered>, Error> {
    let lacks = |constraint: &Constraint<'_>, row: u32| constraint.attribute.codes()[row as usize] == NO_CODE;
    let some = |row: u32| constraints.iter().any(|one| lacks(one, row));
    let all = |row: u32| constraints.iter().all(|one| lacks(one, row));
    let halves = (0..rows as u32).filter(|&row| some(row) && !all(row)).count();
    if halves > 0 {
        return Err(Error::Data(format!(
            "{}: {halves} of {rows} people lack one of the values that are protected in view = \"{}\" together, and have another, \
             which is not made yet; write missing = \"drop\", or view = \"register\" for (ε, m)-anonymity",
            constraints[0].protect.place(),
            constraints[0].protect.view().name(),
        )));
    }
    Ok(Unanswered::new(rows, |row| !some(row)))
}

/// Colours those who have values, and finds all others a place among them.
fn around(problem: &Problem<'_>, rows: &Unanswered, tuning: &Tuning, turn: Turn<'_>) -> Result<Partition, Stuck> {
    let codes = |star: &Star<'_>| rows.with().iter().map(|&row| star.codes[row as usize]).collect::<Vec<u32>>();
    let codes: Vec<Vec<u32>> = problem.stars.iter().map(codes).collect();
    let stars: Vec<Star<'_>> = problem.stars.iter().zip(&codes).map(|(star, codes)| Star { codes, ..*star }).collect();
    rows.deal(problem.axes, problem.may_stand, false, |axes, may_stand| {
        let problem = Problem { axes, rows: rows.with().len(), stars: &stars, least: problem.least, may_stand };
        xcolor_paced(&problem, tuning, turn)
    })
}

/// Groups that keep several windows at once, if some are found: for those who have others already.
pub(in crate::release) fn windows(
    dealing: &Dealing<'_>,
    windows: &[Proximity<'_>],
) -> Result<Option<Partition>, Error> {
    let Dealing { policy, kept, axes, .. } = *dealing;
    let rows = kept.rows.len();
    if dealing.size() > MOST_COLOURED {
        return Ok(None);
    }
    let constraints: Vec<Constraint<'_>> =
        windows.iter().map(|near| constraint(near.protect, policy, kept, false)).collect::<Result<_, _>>()?;
    if constraints.iter().any(|one| one.attribute.codes().contains(&NO_CODE)) {
        return Ok(None);
    }
    let (least, may_stand) = (least(&constraints, dealing), dealing.asks());
    let stars: Vec<Star<'_>> = constraints.iter().map(Constraint::star).collect();
    let problem = Problem { axes, rows, stars: &stars, least, may_stand };
    let tuning = Tuning { prove: false, ..Tuning::for_rows(dealing.size()) };
    Ok(xcolor_paced(&problem, &tuning, dealing.turn()).ok())
}

/// Larger tables are not coloured where there is another way.
const MOST_COLOURED: usize = 500_000;

/// The algorithm of the paper knows one principle in the group view and no further rules.
fn refuse_unprinted(constraints: &[Constraint<'_>], policy: &Policy) -> Result<(), Error> {
    match constraints {
        [only] if only.protect.view() == View::Group && only.shape() == Shape::Clique => {
            Err(Error::Data(format!("{}: variant = \"printed\" knows shape = \"star\" only", only.protect.place())))
        }
        [only] if only.protect.view() == View::Group && policy.protect().len() == 1 => Ok(()),
        _ => Err(Error::Data(format!(
            "{}: variant = \"printed\" keeps one protection in the group view only; write view = \"group\"",
            constraints[0].protect.place()
        ))),
    }
}

fn constraint<'a>(
    protect: &'a Protect,
    policy: &Policy,
    kept: &Kept<'_>,
    mixed: bool,
) -> Result<Constraint<'a>, Error> {
    let columns = kept.pick(protect.sensitive());
    let attribute = Attribute::new(&columns, |_| false);
    let title = |rule: &Rule| rule.principle().title();
    let rule = bind::rule_in_view(protect, policy, &columns)?;
    let made = match (&rule, Proximity::of(protect)) {
        (Rule::Dissimilarity(asked), _) => by_distance(asked, mixed || protect.view() == View::Candidates, &attribute),
        (_, Some(near)) if mixed => by_window(&Proximity { apart: Apart::InMixture, ..near }, &attribute),
        (_, Some(near)) => by_window(&near, &attribute),
        _ => return Err(Error::Bug("a monotone rule was given to xcolor".to_owned())),
    };
    let (similar, room, least) = made.map_err(|unfit| bind::unfit(protect, &unfit))?;
    let title = title(&rule);
    let rule = if let Rule::Dissimilarity(rule) = rule { Some(rule) } else { None };
    Ok(Constraint { protect, title, attribute, similar, room, least, rule })
}

type Made = (Box<dyn Similar>, Room, u32);

/// In the register view the rule itself is about balls around any centre.
fn by_distance(asked: &Dissimilarity, mixed: bool, attribute: &Attribute) -> Result<Made, Unfit> {
    let domain = attribute.domain();
    let near = asked.similar(domain)?;
    if !mixed {
        return Ok((near, Room::of(asked), asked.k()));
    }
    let room = Room::in_mixture(asked);
    if asked.shape() == Shape::Clique {
        return Ok((near, room, asked.k()));
    }
    if domain.len() <= Common::MOST {
        return Ok((Box::new(Common::new(&*near, domain.len())), room, asked.k()));
    }
    let metric = asked.distance().metric();
    if !metric.is_metric() {
        return Err(Unfit(format!(
            "`{}` is no metric, and for more than {} distinct values the candidates view needs one; write view = \
             \"group\", or take a coarser column",
            metric.name(),
            Common::MOST
        )));
    }
    Ok((metric.bind(domain, double(asked.epsilon())?)?, room, asked.k()))
}

fn double(epsilon: Decimal) -> Result<Decimal, Unfit> {
    let mantissa = epsilon.mantissa().checked_mul(2).ok_or_else(|| Unfit("epsilon is too large".to_owned()))?;
    Ok(Decimal::new(mantissa, epsilon.scale()))
}

fn by_window(near: &Proximity<'_>, attribute: &Attribute) -> Result<Made, Unfit> {
    let windows = Crowd::new(attribute, near.neighbourhood, near.apart)?.near();
    Ok((Box::new(Window(windows)), Room::OneIn(near.m), near.m))
}

/// Numbers that lie in one window.
struct Window(Near);

impl Similar for Window {
    fn similar(&self, a: u32, b: u32) -> bool {
        a.max(b) <= self.0.last(a.min(b))
    }
}
