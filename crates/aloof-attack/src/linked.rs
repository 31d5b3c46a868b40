//! Whose record is whose, where numbers were replaced by others.

use std::time::Instant;

use aloof_audit::manifest::StatedWalk;
use aloof_judge::attacks::{Attacked, Linking, Replaced, Walked, link, localities};
use aloof_table::Means;

use super::AttackRequest;
use super::names::{AttackName, LOCALITIES};
use super::read::Tables;
use super::report::AttackReport;
use super::scene::Asked;

/// Links records in every way, where it is known whose is whose.
pub(super) fn link_records(request: &AttackRequest<'_>, tables: &Tables, report: &mut AttackReport) {
    let (release, asked) = (&tables.releases[0], Asked::record());
    let Some(columns) = &release.moved else {
        let reason = match (release.is_moved || !release.is_true && release.untrue == 0, release.stands.is_some()) {
            (false, _) => "no numbers were replaced by others".to_owned(),
            (true, true) => "nobody has all the numbers that were replaced".to_owned(),
            (true, false) => format!("whose record is whose is not known; {} says it", Means::Private),
        };
        return report.tell(&asked, (AttackName::Link, None), Err(reason), 0.0);
    };
    for (by, words) in [(Linking::Distance, "distance"), (Linking::Rank, "rank"), (Linking::Assignment, "assignment")] {
        let started = Instant::now();
        let found = link(columns, by);
        report.tell(&asked, (AttackName::Link, Some(words)), Ok(found), started.elapsed().as_secs_f64());
    }
    let started = Instant::now();
    let found = match &release.walked {
        Some(walk) => by_localities(columns, walk, release.together.as_deref(), request.seed),
        None => Err("numbers were not walked, so that no localities were kept".to_owned()),
    };
    report.tell(&asked, (AttackName::Link, Some(LOCALITIES)), found, started.elapsed().as_secs_f64());
}

/// By the localities that the release says were kept.
fn by_localities(
    columns: &[Replaced],
    walk: &StatedWalk,
    granted: Option<&[Vec<u32>]>,
    seed: u64,
) -> Result<Attacked, String> {
    let share = walk.properties.to_ratio().approximate();
    let walked: Vec<Walked> = walk.collapsed.iter().map(|&collapsed| Walked { share, collapsed }).collect();
    Ok(localities(columns, &together(columns, walk, granted)?, &walked, seed))
}

/// Who were walked together: as the private directory says it, which the adversary is granted where it was drawn by chance. Else as
/// far as whoever has everybody's numbers knows it: all, where they fit into one segment; neighbours, where segments were cut
/// between values.
fn together(columns: &[Replaced], walk: &StatedWalk, granted: Option<&[Vec<u32>]>) -> Result<Vec<Vec<u32>>, String> {
    let mut rows: Vec<u32> = (0..columns[0].0.len() as u32).collect();
    match (columns, granted) {
        (_, Some(granted)) => Ok(granted.to_vec()),
        _ if rows.len() <= walk.segment => Ok(vec![rows]),
        ([(before, _)], _) if walk.sorted => {
            rows.sort_by(|&a, &b| before[a as usize].total_cmp(&before[b as usize]));
            Ok(rows.chunks(walk.segment.max(1)).map(<[u32]>::to_vec).collect())
        }
        _ => Err("who were walked together was drawn under the secret and is not the same in all columns, or they stand in groups, too"
            .to_owned()),
    }
}
