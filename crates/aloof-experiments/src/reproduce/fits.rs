//! The tests that answer claims: a trend by rank correlation, a bound by an interval, a line and a power by what they leave over.

use super::claims::Verdict;
use super::figure::Curve;
use super::sample::{Sample, of_all};

/// Kendall's τ of a curve over its parameter, with where it lies 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trend {
    pub tau: f64,
    pub low: f64,
    pub high: f64,
}

impl Trend {
    pub fn of(curve: &Curve) -> Option<Self> {
        let points: Vec<(f64, &Sample)> =
            curve.points.iter().filter(|(_, sample)| !sample.0.is_empty()).map(|(x, sample)| (*x, sample)).collect();
        if points.len() < 3 {
            return None;
        }
        let samples: Vec<&Sample> = points.iter().map(|point| point.1).collect();
        let xs: Vec<f64> = points.iter().map(|point| point.0).collect();
        let (tau, (low, high)) = of_all(&samples, |means| kendall(&xs, means));
        Some(Self { tau, low, high })
    }

    /// Whether it rises (falls, for −1): when the whole interval lies on that side.
    pub fn goes(trends: &[Option<Self>], direction: f64) -> Verdict {
        let of = |trend: &Option<Self>| match trend {
            Some(trend) if (trend.low * direction).min(trend.high * direction) > 0.0 => Verdict::Confirmed,
            Some(trend) if (trend.low * direction).max(trend.high * direction) <= 0.0 => Verdict::NotConfirmed,
            _ => Verdict::Undecided,
        };
        Verdict::all(trends.iter().map(of))
    }
}

/// Every τ with its interval, in words.
pub(super) fn said(trends: &[Option<Trend>]) -> String {
    let one = |trend: &Option<Trend>| match trend {
        None => "too few points".to_owned(),
        Some(Trend { tau, low, high }) => format!("{tau:+.2} [{low:+.2}, {high:+.2}]"),
    };
    trends.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// (pairs in the same order − pairs in opposite orders) / pairs.
fn kendall(xs: &[f64], ys: &[f64]) -> f64 {
    let (mut score, mut pairs) = (0.0, 0.0);
    for one in 0..xs.len() {
        for other in 0..one {
            let sign = |a: f64, b: f64| {
                if a > b {
                    1.0
                } else if a < b {
                    -1.0
                } else {
                    0.0
                }
            };
            score += sign(xs[one], xs[other]) * sign(ys[one], ys[other]);
            pairs += 1.0;
        }
    }
    if pairs > 0.0 { score / pairs } else { 0.0 }
}

/// Whether the mean at every point of these curves stays below a bound: by the upper ends of intervals; refuted by a lower one.
pub(super) fn below<'a>(curves: impl IntoIterator<Item = &'a Curve>, bound: f64) -> (Verdict, Option<(f64, f64, f64)>) {
    let points = curves.into_iter().flat_map(|curve| &curve.points);
    let found = points.filter_map(|(_, sample)| Some((sample.mean()?, sample.interval()?)));
    let worst = found.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(mean, (low, high))| (mean, low, high));
    let verdict = match worst {
        Some((_, _, high)) if high < bound => Verdict::Confirmed,
        Some((_, low, _)) if low >= bound => Verdict::NotConfirmed,
        _ => Verdict::Undecided,
    };
    (verdict, worst)
}

/// y = `start` + `slope` · x by least squares; `explained` is R².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub slope: f64,
    pub start: f64,
    pub explained: f64,
}

impl Line {
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        let many = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        let (mean_x, mean_y) =
            (points.iter().map(|p| p.0).sum::<f64>() / many, points.iter().map(|p| p.1).sum::<f64>() / many);
        let sum = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>();
        let (xx, xy, yy) = (
            sum(&|p| (p.0 - mean_x).powi(2)),
            sum(&|p| (p.0 - mean_x) * (p.1 - mean_y)),
            sum(&|p| (p.1 - mean_y).powi(2)),
        );
        if xx <= 0.0 || yy <= 0.0 {
            return None;
        }
        let slope = xy / xx;
        Some(Self { slope, start: mean_y - slope * mean_x, explained: xy * xy / (xx * yy) })
    }

    /// The power of x that y grows by: a line through logarithms.
    pub fn power(points: &[(f64, f64)]) -> Option<Self> {
        let logs: Vec<(f64, f64)> =
            points.iter().filter(|p| p.0 > 0.0 && p.1 > 0.0).map(|p| (p.0.ln(), p.1.ln())).collect();
        Self::through(&logs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(samples: Vec<Sample>) -> Curve {
        Curve::new("a", samples.into_iter().enumerate().map(|(at, sample)| (at as f64, sample)).collect())
    }

    #[test]
    fn trends_are_told_from_noise() {
        let rising =
            curve((0..6).map(|x| Sample((0..50).map(|at| f64::from(x) + f64::from(at % 3)).collect())).collect());
        let trend = Trend::of(&rising);
        assert!(trend.is_some_and(|trend| trend.tau > 0.99));
        assert_eq!(Trend::goes(&[trend], 1.0), Verdict::Confirmed);
        assert_eq!(Trend::goes(&[trend], -1.0), Verdict::NotConfirmed);
        let noise =
            curve((0..6).map(|x| Sample((0..50).map(|at| f64::from((at * 7 + x * 13) % 11)).collect())).collect());
        assert_eq!(Trend::goes(&[Trend::of(&noise)], 1.0), Verdict::Undecided);
        assert_eq!(Trend::of(&curve(vec![Sample::exact(1.0), Sample::default(), Sample::exact(2.0)])), None);
    }

    #[test]
    fn bounds_need_room() {
        let of = |numbers: &[f64]| curve(vec![Sample(numbers.to_vec())]);
        assert_eq!(below([&of(&[0.1, 0.11, 0.12])], 0.15).0, Verdict::Confirmed);
        assert_eq!(below([&of(&[0.2, 0.21, 0.22])], 0.15).0, Verdict::NotConfirmed);
        assert_eq!(below([&of(&[0.0, 0.3, 0.1, 0.25])], 0.15).0, Verdict::Undecided);
    }

    #[test]
    fn lines_and_powers() {
        let line = Line::through(&[(1.0, 3.0), (2.0, 5.0), (3.0, 7.0)]).unwrap();
        assert!(
            (line.slope - 2.0).abs() < 1e-12
                && (line.start - 1.0).abs() < 1e-12
                && (line.explained - 1.0).abs() < 1e-12
        );
        let power = Line::power(&[(1.0, 3.0), (2.0, 12.0), (4.0, 48.0)]).unwrap();
        assert!((power.slope - 2.0).abs() < 1e-12);
    }
}
