//! The random-walk paper, Section 5.
//!
//! | figure | shows | over |
//! |---|---|---|
//! | 3a | time to find the localities of a segment | its size |
//! | 3b | time to walk a table | the share σ of localities kept |
//! | 4 | clustering error, walked and with noise of equal distortion | σ, for several k |
//! | 5 | error of average queries, walked and in l-diverse groups | l |
//!
//! People are cut off at a few thousand, so that a run takes minutes. In figure 5 the walk is the one of those tried whose
//! distortion is nearest to that of the groups.

mod table;

use std::time::Instant;

use aloof::Error;
use aloof_judge::utility::{Averaged, averages, cluster_error, distortion};
use aloof_methods::baselines::uniform_noise;
use aloof_methods::walk::localities::localities;

use super::workbench::Workbench;
use super::{Claim, Curve, Figure, Found, ReproduceRequest};
use table::{Columns, People};

const TITLE: &str = "Pattern-preserving anonymization: the experiments of its paper";
const SHARES: [&str; 5] = ["0.01", "0.02", "0.05", "0.1", "0.2"];
/// Segments of 20, as in the paper, and most of their localities stay near enough for averages.
const NEAR: [&str; 4] = ["0.1", "0.3", "0.6", "1"];
const CLUSTERS: [usize; 3] = [3, 5, 10];
const LS: [u32; 5] = [4, 6, 8, 10, 12];

/// A walked table: how much was kept, its values row by row, and how long it took.
struct Walked {
    share: f64,
    values: Columns,
    seconds: f64,
}

struct Experiment<'a> {
    bench: Workbench,
    people: People,
    request: &'a ReproduceRequest<'a>,
}

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    let bench = Workbench::new(&request.out, |room| table::subject(request, room))?;
    let people = People::read(&bench)?;
    let data = bench.subject.name.clone();
    let experiment = Experiment { bench, people, request };
    let walked = experiment.walk_all(100, &SHARES)?;
    let mut figures = vec![experiment.extraction(), experiment.walking(&walked), experiment.clusters(&walked)];
    figures.extend(experiment.averages()?);
    let claims = claims(&figures);
    Ok(Found { title: TITLE, data, figures, claims })
}

impl Experiment<'_> {
    /// The table walked with each of these σ.
    fn walk_all(&self, segment: usize, shares: &[&str]) -> Result<Vec<Walked>, Error> {
        let mut all = Vec::new();
        for share in shares {
            (self.request.progress)(&format!("walking segments of {segment} with σ = {share}"));
            let policy = format!(
                "{}[method]\nalgorithm = \"walk\"\nproperties = \"{share}\"\nsegment = {segment}\nmin_shift = \"0\"\nmax_unchanged = \"1\"\n",
                table::columns(&self.bench, "keep")
            );
            let Some(made) = self.bench.make(&policy, "walked")? else { continue };
            let values = table::walked(&self.bench)?;
            all.push(Walked { share: number(share), values, seconds: made.seconds.solve });
        }
        Ok(all)
    }

    fn extraction(&self) -> Figure {
        let one = |(name, column): (&&str, &Vec<f64>)| {
            let point = |size: usize| {
                let mut values: Vec<i64> = column.iter().take(size).map(|&value| value as i64).collect();
                values.sort_unstable();
                let started = Instant::now();
                let found = localities(&values).len();
                (size as f64, (values.len() == size && found < usize::MAX).then(|| started.elapsed().as_secs_f64()))
            };
            Curve { name: (*name).to_owned(), points: [100, 300, 500, 700, 900].map(point).into() }
        };
        Figure {
            file: "figure-3a".to_owned(),
            title: "Finding all localities of a segment".to_owned(),
            x: "values in the segment".to_owned(),
            y: "seconds".to_owned(),
            curves: self.bench.subject.quasi.iter().zip(&self.people.numbers).map(one).collect(),
        }
    }

    fn walking(&self, walked: &[Walked]) -> Figure {
        let points = walked.iter().map(|one| (one.share, Some(one.seconds))).collect();
        Figure {
            file: "figure-3b".to_owned(),
            title: format!("Walking {} people, segments of 100", self.people.rows()),
            x: "σ".to_owned(),
            y: "seconds".to_owned(),
            curves: vec![Curve { name: "aloof".to_owned(), points }],
        }
    }

    fn clusters(&self, walked: &[Walked]) -> Figure {
        let mut curves = Vec::new();
        for clusters in CLUSTERS {
            let error = |values: &Columns| Some(cluster_error(&self.people.numbers, values, clusters, 1));
            let own = walked.iter().map(|one| (one.share, error(&one.values))).collect();
            let noisy = walked.iter().map(|one| (one.share, error(&self.noise(&one.values)))).collect();
            curves.push(Curve { name: format!("walk, k = {clusters}"), points: own });
            curves.push(Curve { name: format!("noise, k = {clusters}"), points: noisy });
        }
        Figure {
            file: "figure-4".to_owned(),
            title: "Clustering error, beside noise of equal distortion".to_owned(),
            x: "σ".to_owned(),
            y: "share of people in another cluster".to_owned(),
            curves,
        }
    }

    /// The original with uniform noise, as far from it as `values` are, column by column.
    fn noise(&self, values: &Columns) -> Columns {
        let one = |(at, (before, after)): (usize, (&Vec<f64>, &Vec<f64>))| {
            let whole: Vec<i64> = before.iter().map(|&value| value as i64).collect();
            let shift = before.iter().zip(after).map(|(a, b)| (a - b).abs()).sum::<f64>() / before.len().max(1) as f64;
            let (low, high) = (*whole.iter().min().unwrap_or(&0), *whole.iter().max().unwrap_or(&0));
            let noisy = uniform_noise(&whole, low, high, shift, [at as u8 + 1; 32]);
            noisy.values.into_iter().map(|value| value as f64).collect()
        };
        self.people.numbers.iter().zip(values).enumerate().map(one).collect()
    }

    /// Figure 5: each l beside the walk that is nearest to as far from the original; and how far both are.
    fn averages(&self) -> Result<[Figure; 2], Error> {
        let walked = self.walk_all(20, &NEAR)?;
        let original = self.people.averaged(&self.people.numbers);
        let asked = |released: &Averaged| {
            let each = (0..self.people.numbers.len()).filter_map(|target| {
                averages(&original, released, target, self.people.labels.len(), 2 * self.request.queries, 1).mean
            });
            let each: Vec<f64> = each.collect();
            (!each.is_empty()).then(|| each.iter().sum::<f64>() / each.len() as f64)
        };
        let far = |values: &Columns| distortion(&self.people.numbers, values).mean;
        let (mut groups, mut walks, mut group_far, mut walk_far) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for l in LS {
            (self.request.progress)(&format!("{l}-diverse groups"));
            let policy = format!(
                "{}[[protect]]\nprinciple = \"l-diversity\"\nkind = \"distinct\"\nsensitive = \"{}\"\nl = {l}\nview = \"group\"\n[method]\nalgorithm = \"mondrian\"\n",
                table::columns(&self.bench, "sensitive"),
                self.bench.subject.sensitive[0]
            );
            if self.bench.make(&policy, "diverse")?.is_none() {
                continue;
            }
            let distance = far(&self.people.means(&self.bench)?);
            let nearest = walked
                .iter()
                .min_by(|a, b| (far(&a.values) - distance).abs().total_cmp(&(far(&b.values) - distance).abs()));
            group_far.push((f64::from(l), Some(distance)));
            walk_far.push((f64::from(l), nearest.map(|one| far(&one.values))));
            groups.push((f64::from(l), asked(&self.people.ranges(&self.bench)?)));
            walks.push((f64::from(l), nearest.and_then(|one| asked(&self.people.averaged(&one.values)))));
        }
        let figure = |file: &str, title: &str, y: &str, groups, walks| Figure {
            file: file.to_owned(),
            title: title.to_owned(),
            x: "l".to_owned(),
            y: y.to_owned(),
            curves: vec![
                Curve { name: "l-diverse groups".to_owned(), points: groups },
                Curve { name: "walk".to_owned(), points: walks },
            ],
        };
        let title = "Error of averages, at the nearest distortion that was had";
        Ok([
            figure("figure-5", title, "mean relative error", groups, walks),
            figure("figure-5-distortion", "How far from the original both are", "distortion", group_far, walk_far),
        ])
    }
}

fn number(text: &str) -> f64 {
    text.parse().expect("written above")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let ends = |curve: &Curve| Some((curve.found().next()?, curve.found().last()?));
    let power = figure("figure-3a").curves.iter().filter_map(|curve| {
        let (first, last) = ends(curve)?;
        Some((last.1 / first.1.max(1e-9)).ln() / (last.0 / first.0).ln())
    });
    let power = power.fold(0.0, f64::max);
    let walk = &figure("figure-3b").curves[0];
    let slope = ends(walk).map_or(0.0, |(first, last)| (last.1 / first.1.max(1e-9)).ln() / (last.0 / first.0).ln());
    let clusters = figure("figure-4");
    let pairs: Vec<(f64, f64)> = clusters
        .curves
        .chunks(2)
        .flat_map(|pair| pair[0].found().zip(pair[1].found()).map(|(own, noise)| (own.1, noise.1)))
        .collect();
    let better = pairs.iter().filter(|(own, noise)| own <= noise).count();
    let (averages, far) = (figure("figure-5"), figure("figure-5-distortion"));
    let pairs_5: Vec<(f64, f64)> =
        averages.curves[1].found().zip(averages.curves[0].found()).map(|(walk, groups)| (walk.1, groups.1)).collect();
    let better_5 = pairs_5.iter().filter(|(walk, groups)| walk < groups).count();
    vec![
        Claim::new(
            "3a",
            "The time to find localities grows quadratically with the segment.",
            format!("like the power {power:.2} of its size, from 100 to 900 values"),
            (1.4..=2.6).contains(&power),
            "Values that repeat form no localities, so columns of few values cost less.",
        ),
        Claim::new(
            "3b",
            "The time to walk grows linearly with the number of properties kept.",
            format!("like the power {slope:.2} of σ, from 1% to 20%"),
            (0.7..=1.3).contains(&slope),
            "The walk here keeps slacks up to date and stops when chains agree, not after 4,000 steps.",
        ),
        Claim::new(
            "4",
            "Clusters are kept better than by noise of equal distortion, for every k.",
            format!("better in {better} of {} settings", pairs.len()),
            better == pairs.len() && !pairs.is_empty(),
            "With few properties kept a walk that mixes forgets as much as noise does. As printed it hardly leaves the original.",
        ),
        Claim::new(
            "5",
            "Averages are answered better than from l-diverse groups of equal distortion.",
            format!(
                "better in {better_5} of {} settings; the distortion is at most {:.2} in groups, {:.2} walked",
                pairs_5.len(),
                far.curves[0].most().unwrap_or(0.0),
                far.curves[1].most().unwrap_or(0.0)
            ),
            better_5 == pairs_5.len() && !pairs_5.is_empty(),
            "A walk that mixes forgets all that it does not keep, so it is never as near to the original as groups are. As \
             printed it starts at the original and hardly leaves it, and then its answers are the original's.",
        ),
    ]
}
