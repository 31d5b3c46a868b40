//! What compares people with themselves, where it is known which released row is whose: distortion, clusters, rankings, skylines.

use aloof_audit::Error;
use aloof_judge::utility::{MOST_CLUSTERS, cluster_error, distortion, ranking, skyline};

use super::Workloads;
use super::numbers::Numbers;
use super::report::{ClusteringReport, DistortionReport, RankingReport, SkylineReport};

/// The top are one in so many people.
const TOP: usize = 100;

/// What was found; nothing where nobody's numbers are known in both tables.
#[derive(Default)]
pub(super) struct PersonReports {
    pub distortion: Option<DistortionReport>,
    pub clustering: Option<ClusteringReport>,
    pub rankings: Vec<RankingReport>,
    pub skyline: Option<SkylineReport>,
}

/// Of quasi numbers, over people whose values are all there.
pub(super) fn person_by_person(
    numbers: &[Numbers],
    people: &[(u32, u32)],
    workloads: &Workloads,
) -> Result<PersonReports, Error> {
    let clusters = workloads.clusters;
    if !(2..=MOST_CLUSTERS).contains(&clusters) {
        return Err(Error::Data(format!(
            "{clusters} clusters cannot be asked for: write a number from 2 to {MOST_CLUSTERS}"
        )));
    }
    let (before, after) = both(numbers, people);
    let tuples = before.first().map_or(0, Vec::len);
    if tuples == 0 {
        return Ok(PersonReports::default());
    }
    let far = distortion(&before, &after);
    let error = cluster_error(&before, &after, clusters, workloads.seed);
    let sky = (numbers.len() > 1).then(|| skyline(&before, &after)).flatten();
    Ok(PersonReports {
        distortion: Some(DistortionReport { mean: far.mean, tuples, zeros: far.zeros }),
        clustering: Some(ClusteringReport { clusters, error, tuples }),
        rankings: rankings(numbers, &before, &after),
        skyline: sky.map(|found| SkylineReport {
            original: found.before,
            release: found.after,
            recall: found.recall,
            precision: found.precision,
        }),
    })
}

/// Every column of the same people before and after; a released cell counts as the middle of what it covers.
fn both(numbers: &[Numbers], people: &[(u32, u32)]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let there = |&&(one, other): &&(u32, u32)| {
        let missing =
            |column: &Numbers| column.before[one as usize].is_nan() || column.after.low[other as usize].is_nan();
        !numbers.iter().any(missing)
    };
    let known: Vec<(u32, u32)> = people.iter().filter(there).copied().collect();
    let before = numbers.iter().map(|column| known.iter().map(|pair| column.before[pair.0 as usize]).collect());
    let after = numbers.iter().map(|column| {
        let middles = column.middles();
        known.iter().map(|pair| middles[pair.1 as usize]).collect()
    });
    (before.collect(), after.collect())
}

fn rankings(numbers: &[Numbers], before: &[Vec<f64>], after: &[Vec<f64>]) -> Vec<RankingReport> {
    let one = |(column, (before, after)): (&Numbers, (&Vec<f64>, &Vec<f64>))| {
        let found = ranking(before, after, before.len().div_ceil(TOP))?;
        let (column, tuples) = (column.name.clone(), before.len());
        Some(RankingReport { column, kendall: found.kendall, top: found.top, top_overlap: found.overlap, tuples })
    };
    numbers.iter().zip(before.iter().zip(after)).filter_map(one).collect()
}
