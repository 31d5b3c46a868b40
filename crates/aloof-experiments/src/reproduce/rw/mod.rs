//! The random-walk paper, Section 5.
//!
//! | figure | shows | over |
//! |---|---|---|
//! | 3a | time to find the localities of a segment | its size |
//! | 3b | time to walk a segment of 100 | the share σ of localities kept |
//! | 4 | clustering error, walked and with noise of equal distortion (Equation 6) | σ, for three numbers of clusters |
//! | 5 | error of three average queries, walked and in l-diverse groups of equal distortion | the distortion |
//!
//! And what the paper names as its purpose but never measures: rankings and skylines.

mod claims;
mod queries;
mod walks;

use aloof::Error;
use aloof_judge::utility::{cluster_error, ranking, skyline};
use aloof_methods::Axis;
use aloof_methods::baselines::{Median, mondrian};
use aloof_methods::chance::stream;
use aloof_methods::walk::localities::localities;
use aloof_methods::walk::walk_segment;
use aloof_table::{Column, NumberColumn, Partition};

use super::data::{people, real, real_labels, real_numbers, thousands};
use super::figure::{Curve, Drawing, Faithful, Figure};
use super::sample::{Draw, Sample};
use super::{Found, ReproduceRequest, clock};
use queries::Ranges;
use walks::{Columns, Cut, Noise, Way, as_far, far, floats, walked};

const TITLE: &str = "Pattern-preserving anonymization";
const QUESTION: &str = "Do numbers that walk at random, keeping some of their localities, serve clustering and averages better than noise and groups that are as far from the original, and in little time?";
const SHARES: [f64; 5] = [0.05, 0.1, 0.15, 0.2, 0.25];
/// Shares that are tried for figure 5: the more is kept, the nearer the walk stays.
const LADDER: [f64; 6] = [1.0, 0.6, 0.3, 0.1, 0.03, 0.01];
const CLUSTERS: [usize; 3] = [3, 5, 10];
const LS: [usize; 5] = [4, 6, 8, 10, 12];
const SEGMENT: usize = 100;
const STEPS: u32 = 4_000;
/// In figure 5.
const SMALL: usize = 20;
const MORE_STEPS: u32 = 40_000;
/// People of the census, of the synthetic table and of Adult: segments are walked one by one, so more of them change intervals only.
const CENSUS: u64 = 6_000;
const SYNTHETIC: usize = 3_000;
const ADULT: usize = 6_000;

struct Data {
    name: &'static str,
    words: String,
    table: Columns,
}

/// One table walked with one share, and noise as far from it.
struct Walked {
    share: f64,
    way: Way,
    values: Columns,
    uniform: Columns,
    normal: Columns,
    far: f64,
}

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    let tables = [census(request), synthetic(request)];
    let mut figures = vec![extraction(&tables), walking(request, &tables)];
    let mut tasks = Vec::new();
    for data in &tables {
        let all = walk_all(request, data)?;
        figures.extend(CLUSTERS.map(|clusters| clustering(data, &all, clusters)));
        tasks.extend([rankings(data, &all), skylines(data, &all)]);
    }
    let subject = Subject::new(request)?;
    figures.extend(subject.averages(request)?);
    figures.extend(tasks);
    let claims = claims::answer(&figures);
    let data = format!("{}; {}; {}", tables[0].words, tables[1].words, subject.words);
    Ok(Found { name: "rw", title: TITLE, question: QUESTION, data, figures, claims })
}

/// Small runs, which try the program out, walk less far.
fn steps(request: &ReproduceRequest<'_>, full: u32) -> u32 {
    full.min(u32::try_from(request.rows).unwrap_or(full).saturating_mul(4))
}

fn census(request: &ReproduceRequest<'_>) -> Data {
    let people = people(request.rows.min(CENSUS), |_| true);
    let column = |of: fn(&super::data::Person) -> i64| people.iter().map(of).collect::<Vec<i64>>();
    let table = vec![column(|one| one.age), column(|one| one.birthplace), column(|one| one.occupation)];
    Data {
        name: "census",
        words: format!("{} people of the generated census (age, birthplace, occupation)", thousands(people.len())),
        table,
    }
}

/// Three independent columns, evenly from 0 to 1 in millionths.
fn synthetic(request: &ReproduceRequest<'_>) -> Data {
    let rows = SYNTHETIC.min(request.rows as usize);
    let mut draw = Draw::new(5);
    let table: Columns = (0..3).map(|_| (0..rows).map(|_| 1 + draw.below(1_000_000) as i64).collect()).collect();
    Data {
        name: "synthetic",
        words: format!("{} rows of three independent columns, even on [0, 1]", thousands(rows)),
        table,
    }
}

fn figure(
    number: &'static str,
    file: String,
    title: String,
    setup: String,
    differs: String,
    axes: (&str, &str),
    curves: Vec<Curve>,
) -> Figure {
    let faithful = if number.starts_with(|c: char| c.is_ascii_digit()) { Faithful::But } else { Faithful::Ours };
    Figure {
        file,
        number,
        title,
        setup,
        faithful,
        differs,
        x: axes.0.to_owned(),
        y: axes.1.to_owned(),
        timed: false,
        drawing: Drawing::Curves(curves),
    }
}

/// Figure 3a.
fn extraction(tables: &[Data; 2]) -> Figure {
    let curve = |data: &Data| {
        let point = |size: usize| {
            let parts = data.table.iter().flat_map(|column| column.chunks_exact(size).take(3));
            let one = |values: &[i64]| {
                let mut values = values.to_vec();
                values.sort_unstable();
                clock::seconds(|| localities(&values).len()).0
            };
            (size as f64, Sample(parts.map(one).collect()))
        };
        Curve::new(data.name, [100, 300, 500, 700, 900].map(point).into())
    };
    let curves: Vec<Curve> = tables.iter().map(curve).collect();
    let title = format!(
        "Finding the localities of 900 values takes {} at most",
        milliseconds(curves.iter().filter_map(Curve::most).reduce(f64::max))
    );
    Figure {
        timed: true,
        ..figure(
            "3a",
            "figure-3a".to_owned(),
            title,
            "mean over nine segments; seconds of the thread on a core; bars: 95% intervals".to_owned(),
            "localities of equal values, which say nothing, are left out; invented people in place of IPUMS".to_owned(),
            ("values in the segment", "seconds"),
            curves,
        )
    }
}

fn milliseconds(seconds: Option<f64>) -> String {
    seconds.map_or("–".to_owned(), |seconds| format!("{:.1} ms", seconds * 1e3))
}

/// Figure 3b.
fn walking(request: &ReproduceRequest<'_>, tables: &[Data; 2]) -> Figure {
    let mut curves = Vec::new();
    for data in tables {
        for way in [Way::Printed(steps(request, STEPS)), Way::Ours] {
            let mut points = Vec::new();
            for share in SHARES {
                (request.progress)(&format!("time of {}, {}, σ = {share}", way.name(), data.name));
                let recipe = walks::recipe(way, share);
                let mut seconds = Vec::new();
                for column in &data.table {
                    let (_, segments) = walks::segments(column, Cut::Rows(SEGMENT), recipe.ties);
                    for (at, segment) in segments.iter().take(4).enumerate() {
                        let (took, found) =
                            clock::seconds(|| walk_segment(segment, &recipe, &mut stream([2; 32], at as u64)).is_ok());
                        seconds.extend(found.then_some(took));
                    }
                }
                points.push((share, Sample(seconds)));
            }
            curves.push(Curve::new(format!("{}, {}", way.name(), data.name), points));
        }
    }
    let title = format!(
        "Walking a segment takes {} at most as printed, {} by ours",
        milliseconds(curves[0].most().into_iter().chain(curves[2].most()).reduce(f64::max)),
        milliseconds(curves[1].most().into_iter().chain(curves[3].most()).reduce(f64::max))
    );
    Figure {
        timed: true,
        ..figure(
            "3b",
            "figure-3b".to_owned(),
            title,
            format!(
                "segments of {SEGMENT}; as printed {} steps, ours until chains agree; mean over twelve segments, seconds of the thread on a core",
                thousands(steps(request, STEPS) as usize)
            ),
            "invented people in place of IPUMS".to_owned(),
            ("σ", "seconds per segment"),
            curves,
        )
    }
}

/// Both walks with every share.
fn walk_all(request: &ReproduceRequest<'_>, data: &Data) -> Result<Vec<Walked>, Error> {
    let mut all = Vec::new();
    for way in [Way::Printed(steps(request, STEPS)), Way::Ours] {
        for share in SHARES {
            (request.progress)(&format!("{}, {}, σ = {share}", way.name(), data.name));
            let values = walked(&data.table, way, share, Cut::Rows(SEGMENT))?;
            let far = far(&data.table, &values);
            let [uniform, normal] = [Noise::Uniform, Noise::Normal].map(|noise| as_far(&data.table, noise, far));
            all.push(Walked { share, way, values, uniform, normal, far });
        }
    }
    Ok(all)
}

/// A measure of every walk, and of noise as far away.
fn beside(data: &Data, all: &[Walked], measure: impl Fn(&[Vec<f64>], &[Vec<f64>]) -> Option<f64>) -> Vec<Curve> {
    let before = floats(&data.table);
    let mut curves = Vec::new();
    for (name, noise, printed) in
        [("walk, as printed", "noise as far as printed", true), ("walk, aloof", "noise as far as ours", false)]
    {
        let some = || all.iter().filter(move |one| (one.way != Way::Ours) == printed);
        let of = |columns: &Columns| measure(&before, &floats(columns));
        curves.push(Curve::exact(name, some().map(|one| (one.share, of(&one.values)))));
        curves.push(Curve::exact(format!("{noise}, even"), some().map(|one| (one.share, of(&one.uniform)))));
        curves.push(Curve::exact(format!("{noise}, normal"), some().map(|one| (one.share, of(&one.normal)))));
    }
    curves
}

fn distances(all: &[Walked]) -> String {
    let of = |way: fn(&Way) -> bool| {
        let some = all.iter().filter(|one| way(&one.way)).map(|one| format!("{:.3}", one.far));
        some.collect::<Vec<_>>().join(", ")
    };
    format!(
        "distortions (Equation 6) over σ: as printed {}; ours {}",
        of(|way| *way != Way::Ours),
        of(|way| *way == Way::Ours)
    )
}

fn differs(data: &Data) -> String {
    format!(
        "{}; noise is at most as far from the original as the walk, by Equation 6 over the whole table; clusters are matched before they are compared",
        data.words
    )
}

/// Figure 4.
fn clustering(data: &Data, all: &[Walked], clusters: usize) -> Figure {
    let curves = beside(data, all, |before, after| Some(cluster_error(before, after, clusters, 1)));
    let wins = |own: usize, noise: usize| {
        let pairs: Vec<_> = curves[own].found().zip(curves[noise].found()).collect();
        (pairs.iter().filter(|(own, noise)| own.1 <= noise.1 + 1e-12).count(), pairs.len())
    };
    let (printed, ours) = (wins(0, 1), wins(3, 4));
    let title = format!(
        "{} clusters, {}: as good as even noise or better in {} of {} as printed, {} of {} by ours",
        clusters, data.name, printed.0, printed.1, ours.0, ours.1
    );
    figure(
        "4",
        format!("figure-4-{}-{clusters}", data.name),
        title,
        format!("k-means with k = {clusters}; segments of {SEGMENT}; {}", distances(all)),
        differs(data),
        ("σ", "share of people in another cluster"),
        curves,
    )
}

/// Ours: what the paper wants to keep.
fn rankings(data: &Data, all: &[Walked]) -> Figure {
    let mean = |before: &[Vec<f64>], after: &[Vec<f64>]| {
        let each = before.iter().zip(after).filter_map(|(a, b)| ranking(a, b, a.len().div_ceil(100)));
        let each: Vec<f64> = each.map(|found| found.kendall).collect();
        (!each.is_empty()).then(|| each.iter().sum::<f64>() / each.len() as f64)
    };
    let curves = beside(data, all, mean);
    let at = |curve: usize| curves[curve].last().map_or("–".to_owned(), |at| format!("{:.2}", at.1));
    let title =
        format!("Rankings, {}: τ {} by our walk at σ = 0.25, {} with noise as far away", data.name, at(3), at(4));
    figure(
        "rankings",
        format!("figure-rankings-{}", data.name),
        title,
        format!("Kendall's τ-b of people's order before and after, mean over columns; {}", distances(all)),
        "the paper names rankings as its purpose and does not measure them".to_owned(),
        ("σ", "Kendall's τ"),
        curves,
    )
}

fn skylines(data: &Data, all: &[Walked]) -> Figure {
    let curves = beside(data, all, |before, after| skyline(before, after).map(|found| found.recall));
    let at = |curve: usize| curves[curve].last().map_or("–".to_owned(), |at| format!("{:.0}%", at.1 * 100.0));
    let title = format!(
        "Skylines, {}: {} found again by our walk at σ = 0.25, {} with noise as far away",
        data.name,
        at(3),
        at(4)
    );
    figure(
        "skylines",
        format!("figure-skylines-{}", data.name),
        title,
        format!(
            "of the people whom nobody dominates in all columns, the share whom nobody dominates afterwards; {}",
            distances(all)
        ),
        "the paper names skylines as its purpose and does not measure them".to_owned(),
        ("σ", "share found again"),
        curves,
    )
}

/// The people of figure 5: three columns of numbers and a label.
struct Subject {
    words: String,
    table: Columns,
    names: [&'static str; 3],
    labels: Vec<u32>,
}

impl Subject {
    fn new(request: &ReproduceRequest<'_>) -> Result<Self, Error> {
        let most = ADULT.min(request.rows as usize);
        if let Some(file) = real(request.data.as_ref(), "adult_full.csv.gz") {
            let table = real_numbers(&file, &["age", "fnlwgt", "education-num"], most)?;
            let words = format!(
                "the first {} people of Adult (age, final weight, years of education; occupation)",
                thousands(table[0].len())
            );
            return Ok(Self {
                words,
                table,
                names: ["age", "final weight", "years of education"],
                labels: coded(&real_labels(&file, "occupation", most)?),
            });
        }
        let people = people(most as u64, |_| true);
        let column = |of: fn(&super::data::Person) -> i64| people.iter().map(of).collect::<Vec<i64>>();
        let table = vec![column(|one| one.age), column(|one| i64::from(one.income)), column(|one| one.education)];
        let words =
            format!("{} people of the generated census (age, income, education; occupation)", thousands(people.len()));
        Ok(Self {
            words,
            table,
            names: ["age", "income", "education"],
            labels: people.iter().map(|one| one.occupation as u32).collect(),
        })
    }

    /// Figure 5, one for each query.
    fn averages(&self, request: &ReproduceRequest<'_>) -> Result<Vec<Figure>, Error> {
        let walks = self.ladder(request)?;
        let exact = |table: &Columns| table.iter().map(|column| Ranges::exact(column)).collect::<Vec<Ranges>>();
        let original = exact(&self.table);
        let mut curves = self
            .names
            .map(|_| ["l-diverse groups", "walk, as printed", "walk, aloof"].map(|name| Curve::new(name, Vec::new())));
        let mut said = Vec::new();
        for l in LS {
            (request.progress)(&format!("{l}-diverse groups"));
            let Some(groups) = self.diverse(l) else { continue };
            let (ranges, distance) = self.grouped(&groups);
            let nearest = |way: fn(&Way) -> bool| {
                let some = walks.iter().filter(|one| way(&one.0) && one.2 >= distance);
                some.min_by(|a, b| a.2.total_cmp(&b.2))
            };
            let chosen = [nearest(|way| *way != Way::Ours), nearest(|way| *way == Way::Ours)];
            said.push(format!("l = {l}: groups {distance:.3}, printed {}, ours {}", one(chosen[0]), one(chosen[1])));
            for (target, curves) in curves.iter_mut().enumerate() {
                let asked = |released: &[Ranges]| {
                    queries::errors(&original, released, &self.labels, target, 2 * request.queries)
                };
                curves[0].points.push((distance, asked(&ranges)));
                for (curve, walk) in curves[1..].iter_mut().zip(chosen) {
                    curve.points.push((distance, walk.map_or_else(Sample::default, |walk| asked(&exact(&walk.1)))));
                }
            }
        }
        let figures = self.names.iter().zip(curves).enumerate().map(|(at, (name, mut curves))| {
            curves.iter_mut().for_each(|curve| curve.points.sort_by(|a, b| a.0.total_cmp(&b.0)));
            let most = |curve: &Curve| curve.most().map_or("no such walk".to_owned(), |most| format!("{:.2}%", most * 100.0));
            let title = format!("Averages of {name}: at most {} off in groups, {} walked as printed, {} by ours", most(&curves[0]), most(&curves[1]), most(&curves[2]));
            figure("5", format!("figure-5-{}", at + 1), title, format!("{} averages over random thresholds from the domains and random sets of occupations; segments of {SMALL}, as printed {} steps; distortions: {}", thousands(2 * request.queries), thousands(steps(request, MORE_STEPS) as usize), said.join("; ")), format!("{}; of the paper's 30,000 people, since segments are walked one by one; ours may cut segments by value", self.words), ("distortion", "mean relative error"), curves.into())
        });
        Ok(figures.collect())
    }

    /// Every walk that is tried, with its distortion.
    fn ladder(&self, request: &ReproduceRequest<'_>) -> Result<Vec<(Way, Columns, f64)>, Error> {
        let mut all = Vec::new();
        for share in LADDER {
            let printed = (Way::Printed(steps(request, MORE_STEPS)), Cut::Rows(SMALL));
            for (way, cut) in [printed, (Way::Ours, Cut::Rows(SMALL)), (Way::Ours, Cut::Values(SMALL))] {
                (request.progress)(&format!("{}, {cut:?}, σ = {share}", way.name()));
                let values = walked(&self.table, way, share, cut)?;
                let far = far(&self.table, &values);
                all.push((way, values, far));
            }
        }
        Ok(all)
    }

    /// Median cuts while every group has l different occupations (one in l at most is more than Adult allows for l = 8); none where all
    /// people together have fewer.
    fn diverse(&self, l: usize) -> Option<Partition> {
        let stands = |rows: &[u32]| {
            let mut held: Vec<u32> = rows.iter().map(|&row| self.labels[row as usize]).collect();
            held.sort_unstable();
            held.dedup();
            held.len() >= l
        };
        let axis = |column: &Vec<i64>| Axis::new(&Column::Number(NumberColumn::from_integers(column.clone())), None);
        let axes: Vec<Axis> = self.table.iter().map(axis).collect();
        let all: Vec<u32> = (0..self.labels.len() as u32).collect();
        stands(&all).then(|| mondrian(&axes, self.labels.len(), Median::Strict, &stands))
    }

    /// What groups tell, and how far their means are from the original.
    fn grouped(&self, groups: &Partition) -> (Vec<Ranges>, f64) {
        let mut means = Vec::new();
        let one = |column: &Vec<i64>| {
            let n = column.len();
            let (mut low, mut high, mut mean) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
            for rows in groups.iter() {
                let values: Vec<i64> = rows.iter().map(|&row| column[row as usize]).collect();
                let (from, to) = walks::bounds(&values);
                let middle = values.iter().sum::<i64>() as f64 / values.len() as f64;
                for &row in rows {
                    (low[row as usize], high[row as usize], mean[row as usize]) = (from as f64, to as f64, middle);
                }
            }
            means.push(mean);
            Ranges { low, high }
        };
        let ranges = self.table.iter().map(one).collect();
        (ranges, aloof_judge::utility::distortion(&floats(&self.table), &means).mean)
    }
}

fn one(walk: Option<&(Way, Columns, f64)>) -> String {
    walk.map_or("none so far".to_owned(), |walk| format!("{:.3}", walk.2))
}

fn coded(texts: &[String]) -> Vec<u32> {
    let mut known: Vec<&String> = texts.iter().collect();
    known.sort_unstable();
    known.dedup();
    texts.iter().map(|text| known.partition_point(|other| *other < text) as u32).collect()
}
