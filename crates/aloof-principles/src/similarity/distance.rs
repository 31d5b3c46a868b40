//! Any distance, as a value; and what a person types to get one.

use std::sync::Arc;

use aloof_table::{Decimal, Domain, Hierarchy};

use super::exact::Component;
use super::{
    ByHierarchy, ByMatrix, Components, Composite, Edit, GreatCircle, Hamming, L1, L2, LInf, Matrix, Metric, Min, Share,
    Variational,
};
use crate::{ParamError, Reads, Unfit};

/// A distance as a policy says it, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct DistanceSpec {
    /// `l1`, `l2`, `linf`, `min`, `variational`, `hamming`, `hierarchy`, `edit`, `great-circle`, `matrix`, `sum` or
    /// `max`.
    pub kind: String,
    /// One per column, or none for the default.
    pub weights: Vec<Decimal>,
    /// `domain`, `range` or none.
    pub scale: Option<String>,
    /// The declared domains of the columns, where there are any; dates in days since 1970-01-01. Empty for none.
    pub domains: Vec<Option<(Decimal, Decimal)>>,
    /// The hierarchies of the columns, where there are any. Empty for none.
    pub hierarchies: Vec<Option<Arc<Hierarchy>>>,
    /// The table of `matrix`.
    pub matrix: Option<Matrix>,
    /// The distances that `sum` and `max` put together.
    pub parts: Vec<ShareSpec>,
}

/// One of the distances that `sum` and `max` put together, before it is checked.
#[derive(Clone, Debug)]
pub struct ShareSpec {
    /// Its columns, by their place among the sensitive ones.
    pub columns: Vec<usize>,
    /// What it counts.
    pub weight: Decimal,
    /// The distance; domains and hierarchies are those of its columns.
    pub distance: DistanceSpec,
}

/// One distance with its parameters. Behaviour is the [`Metric`]'s; the enum lets the judge find its own, literal
/// definition of the same distance.
#[derive(Clone, Debug)]
pub enum Distance {
    /// The weighted sum of the differences.
    L1(L1),
    /// Their weighted Euclidean norm.
    L2(L2),
    /// The greatest of them.
    LInf(LInf),
    /// The least of them.
    Min(Min),
    /// Half the sum of the differences of two distributions.
    Variational(Variational),
    /// How many columns differ.
    Hamming(Hamming),
    /// How far up labels meet.
    Hierarchy(ByHierarchy),
    /// The number of edits.
    Edit(Edit),
    /// Kilometres over the ground.
    GreatCircle(GreatCircle),
    /// As a table says.
    Matrix(ByMatrix),
    /// Several of these, added up or the greatest of them.
    Composite(Box<Composite>),
    /// A distance from elsewhere.
    Own(Arc<dyn Metric>),
}

impl Distance {
    /// A distance of your own.
    pub fn own(metric: impl Metric + 'static) -> Self {
        Self::Own(Arc::new(metric))
    }

    /// The distance's behaviour.
    pub fn metric(&self) -> &dyn Metric {
        match self {
            Self::L1(metric) => metric,
            Self::L2(metric) => metric,
            Self::LInf(metric) => metric,
            Self::Min(metric) => metric,
            Self::Variational(metric) => metric,
            Self::Hamming(metric) => metric,
            Self::Hierarchy(metric) => metric,
            Self::Edit(metric) => metric,
            Self::GreatCircle(metric) => metric,
            Self::Matrix(metric) => metric,
            Self::Composite(metric) => &**metric,
            Self::Own(metric) => &**metric,
        }
    }

    /// What it looks at in the sensitive columns. What is put together from others takes what each of them does.
    pub fn reads(&self) -> Reads {
        match self {
            Self::Variational(_) | Self::GreatCircle(_) => Reads::Numbers,
            Self::L1(_)
            | Self::L2(_)
            | Self::LInf(_)
            | Self::Min(_)
            | Self::Hamming(_)
            | Self::Hierarchy(_)
            | Self::Edit(_)
            | Self::Matrix(_)
            | Self::Composite(_)
            | Self::Own(_) => Reads::Values,
        }
    }
}

impl Distance {
    /// Whether it is a sum of differences, so that it can be added to others.
    pub(super) fn is_sum(&self) -> bool {
        matches!(
            self,
            Self::L1(_)
                | Self::Hamming(_)
                | Self::Hierarchy(_)
                | Self::Edit(_)
                | Self::Matrix(_)
                | Self::Variational(_)
        )
    }

    /// What is added up, where it is a sum.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        match self {
            Self::L1(metric) => metric.summands(domain),
            Self::Hamming(metric) => metric.summands(domain),
            Self::Hierarchy(metric) => metric.summands(domain),
            Self::Edit(metric) => metric.summands(domain),
            Self::Matrix(metric) => metric.summands(domain),
            Self::Variational(metric) => metric.summands(domain),
            other => Err(Unfit(format!("`{}` is no sum of differences", other.metric().name()))),
        }
    }
}

impl DistanceSpec {
    /// Of a kind, with nothing else said.
    pub fn kind(kind: &str) -> Self {
        Self { kind: kind.to_owned(), ..Self::default() }
    }

    /// The distance, when everything said makes sense. Domains and hierarchies that a kind has no use for are ignored:
    /// they are said of columns, not of the distance.
    pub fn check(self) -> Result<Distance, ParamError> {
        if self.matrix.is_some() && self.kind != "matrix" {
            return Err(ParamError::new("matrix", format!("is only for kind = \"matrix\", not `{}`", self.kind)));
        }
        match self.kind.as_str() {
            "l1" => Ok(Distance::L1(L1::new(self.components()?))),
            "l2" => Ok(Distance::L2(L2::new(self.components()?))),
            "linf" => Ok(Distance::LInf(LInf::new(self.components()?))),
            "min" => Ok(Distance::Min(Min::new(self.components()?)?)),
            "variational" => self.plain().map(|()| Distance::Variational(Variational)),
            "hamming" => Ok(Distance::Hamming(Hamming::new(self.components()?))),
            "hierarchy" => Ok(Distance::Hierarchy(ByHierarchy::new(self.components()?))),
            "edit" => Ok(Distance::Edit(Edit::new(self.components()?))),
            "great-circle" => self.plain().map(|()| Distance::GreatCircle(GreatCircle)),
            "matrix" => self.by_matrix(),
            "sum" | "max" => self.composite(),
            other => Err(ParamError::new(
                "kind",
                format!(
                    "must be one of l1, l2, linf, min, variational, hamming, hierarchy, edit, great-circle, \
                     matrix, sum and max, not `{other}`"
                ),
            )),
        }
    }

    fn components(self) -> Result<Components, ParamError> {
        let scale = self.scale.as_deref().map(str::parse).transpose()?;
        Components::new(self.weights, scale, self.domains, self.hierarchies)
    }

    /// For kinds that know neither weights nor scale.
    fn plain(&self) -> Result<(), ParamError> {
        if !self.weights.is_empty() {
            return Err(ParamError::new("weights", format!("must be left out for `{}`", self.kind)));
        }
        if self.scale.is_some() {
            return Err(ParamError::new("scale", format!("must be left out for `{}`", self.kind)));
        }
        Ok(())
    }

    fn composite(self) -> Result<Distance, ParamError> {
        self.plain()?;
        let part = |part: ShareSpec| {
            if !part.distance.parts.is_empty() {
                return Err(ParamError::new("parts", "must not themselves be put together"));
            }
            Ok(Share { columns: part.columns, weight: part.weight, distance: part.distance.check()? })
        };
        let parts = self.parts.into_iter().map(part).collect::<Result<_, _>>()?;
        Ok(Distance::Composite(Box::new(Composite::new(self.kind == "max", parts)?)))
    }

    fn by_matrix(self) -> Result<Distance, ParamError> {
        self.plain()?;
        let matrix = self.matrix.ok_or_else(|| ParamError::new("matrix", "must name a CSV file of distances"))?;
        Ok(Distance::Matrix(ByMatrix::new(matrix)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::decimal;

    fn refused(spec: DistanceSpec) -> &'static str {
        spec.check().unwrap_err().parameter
    }

    #[test]
    fn every_kind_can_be_named() {
        for kind in ["l1", "l2", "linf", "min", "variational", "hamming", "hierarchy", "edit", "great-circle"] {
            assert_eq!(DistanceSpec::kind(kind).check().unwrap().metric().name(), kind);
        }
        let matrix = Matrix::new(vec!["a".to_owned()], vec![vec![Decimal::ZERO]]).unwrap();
        let spec = DistanceSpec { matrix: Some(matrix), ..DistanceSpec::kind("matrix") };
        assert_eq!(spec.check().unwrap().metric().name(), "matrix");
    }

    #[test]
    fn refuses_what_makes_no_sense() {
        assert_eq!(refused(DistanceSpec::kind("manhattan")), "kind");
        assert_eq!(refused(DistanceSpec::kind("matrix")), "matrix");
        let weights = |kind: &str, weights: &[&str]| DistanceSpec {
            weights: weights.iter().map(|w| decimal(w)).collect(),
            ..DistanceSpec::kind(kind)
        };
        assert_eq!(refused(weights("l1", &["1", "-1"])), "weights");
        assert_eq!(refused(weights("l1", &["0", "0"])), "weights");
        assert_eq!(refused(weights("min", &["0", "1"])), "weights");
        assert_eq!(refused(weights("variational", &["1", "1"])), "weights");
        let scaled =
            |kind: &str, scale: &str| DistanceSpec { scale: Some(scale.to_owned()), ..DistanceSpec::kind(kind) };
        assert_eq!(refused(scaled("l1", "column")), "scale");
        assert_eq!(refused(scaled("great-circle", "domain")), "scale");
        let domains = vec![Some((decimal("2"), decimal("1")))];
        assert_eq!(refused(DistanceSpec { domains, ..DistanceSpec::kind("l1") }), "domain");
    }
}
