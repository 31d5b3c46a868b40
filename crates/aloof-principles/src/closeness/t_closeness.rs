//! t-closeness: the distribution of a group's sensitive values lies within `t` of the whole table's.
//!
//! The distance is the earth mover's, over one of these grounds:
//!
//! | ground | distance of two values | closed form |
//! |---|---|---|
//! | equal | 1 | `½ Σ \|q − p\|` |
//! | ordered | difference of their ranks among the `m` distinct values of the table, over `m − 1` | `Σ \|Q − P\| / (m − 1)` |
//! | value | difference of the numbers, over the table's range | `Σ \|Q − P\| · gap / range` |
//! | hierarchical | level of the lowest node above both, over the hierarchy's height | `Σ over nodes \|q − p\| / 2h` |
//!
//! `q`, `p` are shares in the group and the table, `Q`, `P` the cumulative ones. With one distinct value all are 0.
//!
//! # Source
//! Li, Li and Venkatasubramanian, *t-closeness: privacy beyond k-anonymity and l-diversity*, ICDE 2007. The ground `value` is
//! not in the paper, which ranks numbers; it is the same distance with the numbers where they are.
//!
//! # Measure
//! The distance, exactly; it may be at most `t`. All tuples of a group farther away violate.
//!
//! # Cost
//! Binding `O(D)` for `D` distinct values (hierarchical `O(D h)`); a group `O(|G| log D)` after sorting, for equal and small
//! groups `O(|G|)`, hierarchical `O(|G| h)`.
//!
//! # Caution
//! Monotone: the distance is convex, so that of a union is at most the larger of the parts'. Ordered sees only ranks:
//! in {1, 2, 3, 4000, 5000, 6000} the groups {1, 3, 5000} and {2, 4000, 6000} both lie at 0.1, though in the first
//! someone is known to earn next to nothing with confidence 2/3. Equal does not even see the order.

use aloof_table::{Attribute, Decimal, Hierarchy, Ratio};

use super::earth_mover::{Equal, Ladder, Line, Tree};
use crate::arithmetic::Fraction;
use crate::finding::among;
use crate::values::{numbers, runs};
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// How far apart two values are.
#[derive(Clone, Debug)]
pub enum Ground {
    /// All equally far. For any column, or several together.
    Equal,
    /// By rank. For numbers and dates.
    Ordered,
    /// By value. For numbers and dates.
    Value,
    /// By the lowest node above both. For one column whose values are leaves of the hierarchy.
    Hierarchical(Hierarchy),
}

impl Ground {
    /// The word for it in a policy.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Ordered => "ordered",
            Self::Value => "value",
            Self::Hierarchical(_) => "hierarchical",
        }
    }
}

/// t-closeness with its parameters.
#[derive(Clone, Debug)]
pub struct TCloseness {
    t: Decimal,
    ground: Ground,
}

impl TCloseness {
    /// Every group's values must be distributed within `t` of the table's.
    pub fn new(t: Decimal, ground: Ground) -> Result<Self, ParamError> {
        if t.is_negative() || t > Decimal::ONE {
            return Err(ParamError::new("t", "must be at least 0 and at most 1, such as \"0.2\""));
        }
        Ok(Self { t, ground })
    }

    /// The largest distance a group may have.
    pub fn t(&self) -> Decimal {
        self.t
    }

    /// How far apart two values are.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }
}

impl Principle for TCloseness {
    fn name(&self) -> &'static str {
        "t-closeness"
    }

    fn title(&self) -> String {
        format!("{}-closeness ({} distance)", self.t, self.ground.name())
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::Totals
    }

    fn reads(&self) -> Reads {
        match self.ground {
            Ground::Value | Ground::Ordered => Reads::Numbers,
            Ground::Equal | Ground::Hierarchical(_) => Reads::Values,
        }
    }

    fn least_rows(&self) -> u32 {
        1
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.t.to_ratio()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let instead = "for labels use the ground `equal` or `hierarchical`";
        let transport = match &self.ground {
            Ground::Equal => Transport::Equal(Equal::new(attribute)),
            Ground::Ordered => {
                numbers(attribute, "ordered t-closeness", instead)?;
                let ladder = Ladder::new(attribute);
                Transport::Line(Line::of_ranks(&ladder), ladder)
            }
            Ground::Value => {
                let (values, _) = numbers(attribute, "t-closeness by value", instead)?;
                let ladder = Ladder::new(attribute);
                Transport::Line(Line::of_numbers(values, &ladder), ladder)
            }
            Ground::Hierarchical(hierarchy) => Transport::Tree(Tree::new(attribute, hierarchy)?),
        };
        let bound = Fraction::of_ratio(&self.bound());
        Ok(Box::new(Closeness { transport, bound }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!(
            "join it with rows that make its values as mixed as the whole table's, until the distance is at most {}",
            self.t
        )
    }
}

enum Transport<'a> {
    Equal(Equal<'a>),
    Line(Line, Ladder),
    Tree(Tree),
}

impl Transport<'_> {
    fn distance(&self, group: &[u32]) -> Fraction {
        match self {
            Self::Equal(equal) => equal.distance(runs(group), group.len()),
            Self::Line(line, ladder) => {
                let mut stretches = Vec::new();
                ladder.stretches(runs(group), group.len(), &mut stretches);
                line.distance(&stretches, group.len(), ladder)
            }
            Self::Tree(tree) => tree.distance(runs(group), group.len()),
        }
    }
}

struct Closeness<'a> {
    transport: Transport<'a>,
    bound: Fraction,
}

impl Check for Closeness<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let measure = self.transport.distance(group);
        let holds = measure <= self.bound;
        Finding::of_group(measure.to_ratio(), holds, group.len())
    }

    fn holds(&self, group: &[u32]) -> bool {
        self.transport.distance(group) <= self.bound
    }

    fn conclusion(&self, group: &[u32]) -> String {
        if group.len() == 1 {
            return "Whoever knows a person to be here knows the value: nobody else here has one.".to_owned();
        }
        if runs(group).count() == 1 {
            return format!("Whoever knows a person to be {} knows the value.", among(group.len()));
        }
        format!(
            "Whoever knows a person to be {} learns how the values are distributed there, which lies {} of the \
             greatest possible distance away from the whole table.",
            among(group.len()),
            self.judge(group).measure.percent()
        )
    }
}
