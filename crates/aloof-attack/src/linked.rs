//! Whose record is whose, where numbers were replaced by others.

use std::time::Instant;

use aloof_audit::policy::{Algorithm, Policy};
use aloof_judge::attacks::{Linking, Replaced, Walked, link, localities};
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
    let found = if release.is_walked {
        let rules = Rules::of(request.policy);
        rules
            .together(columns, release.together.as_deref())
            .map(|together| localities(columns, &together, rules.walked, request.seed))
    } else {
        Err("numbers were not walked, so that no localities were kept".to_owned())
    };
    report.tell(&asked, (AttackName::Link, Some(LOCALITIES)), found, started.elapsed().as_secs_f64());
}

/// How columns were walked, as a policy says it; what is usual where none does.
struct Rules {
    segment: usize,
    sorted: bool,
    walked: Walked,
}

impl Rules {
    fn of(policy: &Policy) -> Self {
        match policy.method().algorithm() {
            Algorithm::Walk(rules) => Self {
                segment: rules.segment as usize,
                sorted: rules.sorted,
                walked: Walked { share: rules.properties.to_ratio().approximate(), collapsed: !rules.relax },
            },
            _ => Self { segment: 100, sorted: false, walked: Walked { share: 0.05, collapsed: false } },
        }
    }

    /// Who were walked together: as the private directory says it, which the adversary is granted where it was drawn by chance. Else as
    /// far as whoever has everybody's numbers knows it: all, where they fit into one segment; neighbours, where segments were cut
    /// between values.
    fn together(&self, columns: &[Replaced], granted: Option<&[Vec<u32>]>) -> Result<Vec<Vec<u32>>, String> {
        let mut rows: Vec<u32> = (0..columns[0].0.len() as u32).collect();
        match (columns, granted) {
            (_, Some(granted)) => Ok(granted.to_vec()),
            _ if rows.len() <= self.segment => Ok(vec![rows]),
            ([(before, _)], _) if self.sorted => {
                rows.sort_by(|&a, &b| before[a as usize].total_cmp(&before[b as usize]));
                Ok(rows.chunks(self.segment.max(1)).map(<[u32]>::to_vec).collect())
            }
            _ => Err("who were walked together was drawn under the secret and is not the same in all columns, or they stand in groups, too"
                .to_owned()),
        }
    }
}
