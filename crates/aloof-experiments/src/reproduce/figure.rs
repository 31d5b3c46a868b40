//! A figure: curves over one parameter or a map over two, as CSV and as a picture.

use std::fmt::Write as _;

use super::contour::Map;
use super::picture;
use super::sample::Sample;

/// One curve; a point without numbers is one that could not be had.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// In ascending order of the parameter.
    pub points: Vec<(f64, Sample)>,
}

impl Curve {
    /// A curve of these points.
    pub fn new(name: impl Into<String>, points: Vec<(f64, Sample)>) -> Self {
        Self { name: name.into(), points }
    }

    /// Of numbers without a spread.
    pub fn exact(name: impl Into<String>, points: impl IntoIterator<Item = (f64, Option<f64>)>) -> Self {
        let sample = |number: Option<f64>| number.map_or_else(Sample::default, Sample::exact);
        Self::new(name, points.into_iter().map(|(x, number)| (x, sample(number))).collect())
    }

    /// The points that are there.
    pub fn found(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.points.iter().filter_map(|(x, sample)| Some((*x, sample.mean()?)))
    }

    /// The mean at this place.
    pub fn at(&self, x: f64) -> Option<f64> {
        self.found().find(|point| (point.0 - x).abs() < 1e-9).map(|point| point.1)
    }

    /// The largest number on it.
    pub fn most(&self) -> Option<f64> {
        self.found().map(|(_, y)| y).reduce(f64::max)
    }

    /// Where it ends.
    pub fn last(&self) -> Option<(f64, f64)> {
        self.found().last()
    }
}

/// What a figure draws.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Curves over one parameter.
    Curves(Vec<Curve>),
    /// A number for every pair of two parameters.
    Map(Map),
}

/// How near an experiment is to the one that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faithful {
    /// Its attributes, parameters, queries and baselines, but for what is said.
    But,
    /// It is ours.
    Ours,
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of its files.
    pub file: String,
    /// Which figure of the paper it is.
    pub number: &'static str,
    /// What was found.
    pub title: String,
    /// Under which circumstances.
    pub setup: String,
    /// Whether the experiment is the printed one.
    pub faithful: Faithful,
    /// What differs from it.
    pub differs: String,
    /// The parameter.
    pub x: String,
    /// What is measured.
    pub y: String,
    /// Whether it shows times, which differ from run to run.
    pub timed: bool,
    /// What it draws.
    pub drawing: Drawing,
}

impl Figure {
    /// The curve of this name.
    pub fn curve(&self, name: &str) -> &Curve {
        self.curves().iter().find(|curve| curve.name == name).expect("a curve that was drawn")
    }

    /// All curves; none of a map.
    pub fn curves(&self) -> &[Curve] {
        match &self.drawing {
            Drawing::Curves(curves) => curves,
            Drawing::Map(_) => &[],
        }
    }

    /// One row per point, for every curve its mean and, where it has a spread, both ends of its interval.
    pub fn csv(&self) -> String {
        match &self.drawing {
            Drawing::Curves(curves) => table(&self.x, curves),
            Drawing::Map(map) => map.csv(&self.x),
        }
    }

    /// The picture; stands by itself, in any page or file.
    pub fn svg(&self) -> String {
        match &self.drawing {
            Drawing::Curves(curves) => picture::curves(self, curves),
            Drawing::Map(map) => map.svg(&self.title, &self.x, &self.y),
        }
    }
}

fn table(x: &str, curves: &[Curve]) -> String {
    let mut text = x.to_owned();
    curves.iter().for_each(|curve| {
        let _ = write!(text, ",\"{0}\",\"{0}: low\",\"{0}: high\"", curve.name);
    });
    text.push('\n');
    let mut xs: Vec<f64> = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    for x in xs {
        let _ = write!(text, "{x}");
        for curve in curves {
            let sample = curve.points.iter().find(|point| point.0.total_cmp(&x).is_eq()).map(|point| &point.1);
            match sample.and_then(|sample| Some((sample.mean()?, sample.interval()?, sample.0.len()))) {
                Some((mean, (low, high), many)) if many > 1 => {
                    let _ = write!(text, ",{mean:.6},{low:.6},{high:.6}");
                }
                Some((mean, _, _)) => {
                    let _ = write!(text, ",{mean:.6},,");
                }
                None => text.push_str(",,,"),
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_absent_leave_gaps() {
        let curves = vec![
            Curve::exact("a", [(2.0, Some(0.5)), (3.0, None), (4.0, Some(0.75))]),
            Curve::new("b", vec![(3.0, Sample(vec![0.25, 0.25]))]),
        ];
        let figure = Figure {
            file: "1".to_owned(),
            number: "1",
            title: "t".to_owned(),
            setup: String::new(),
            faithful: Faithful::But,
            differs: String::new(),
            x: "m".to_owned(),
            y: "error".to_owned(),
            timed: false,
            drawing: Drawing::Curves(curves),
        };
        let expected = "m,\"a\",\"a: low\",\"a: high\",\"b\",\"b: low\",\"b: high\"\n2,0.500000,,,,,\n3,,,,0.250000,0.250000,0.250000\n4,0.750000,,,,,\n";
        assert_eq!(figure.csv(), expected);
        let svg = figure.svg();
        assert_eq!(svg.matches("<circle").count(), 2 + 1, "two points and one in the legend");
        assert!(!svg.contains("NaN"));
        assert_eq!(figure.curve("a").last(), Some((4.0, 0.75)));
    }
}
