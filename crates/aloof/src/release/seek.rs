//! How long a release is sought: as planned, as recorded, or as there is time for.
//!
//! | `time_limit` | `work.json` of this release | steps |
//! |---|---|---|
//! | none | – | as the size of the table says |
//! | given | none | until time is up, or nothing is gained |
//! | given | found | as recorded |
//!
//! The limit is for the whole command: what was done before the search is past, and what will be done after it is left out.

use std::time::{Duration, Instant};

use aloof_methods::pace::{Far, Pace};
use aloof_methods::stop::TimeUp;

use super::chance::Chance;
use super::clock::{Alarm, hearing};
use super::foresight::Foresight;
use super::maker::{Case, Draft, Maker};
use super::request::Step;
use super::work::{Ended, Work, WorkReport, ignored};
use crate::Error;
use crate::data::Original;
use crate::policy::{Policy, TimeLimit};

/// What a release is made of.
#[derive(Clone, Copy)]
pub(super) struct Seek<'a> {
    pub policy: &'a Policy,
    pub original: &'a Original,
    pub chance: &'a Chance,
    pub whole: bool,
    pub tell: &'a (dyn Fn(Step) + Sync),
    /// How long it will take, where that was rehearsed.
    pub foresight: Option<&'a Foresight>,
}

/// What was done.
#[derive(Default)]
pub(super) struct Sought {
    /// How many seconds all of it was expected to take.
    pub estimated: Option<f64>,
    pub work: Option<Work>,
    pub report: Option<WorkReport>,
    pub notes: Vec<String>,
}

/// What came of it, the steps of each search in turn, and whether time was up before they were over.
struct Went<P> {
    made: Result<(Draft, P), Error>,
    steps: Vec<u32>,
    short: bool,
}

impl Seek<'_> {
    /// Makes the tables. `started` is when the command did, and `rest` how many seconds it will need once the search is over.
    pub fn make<M: Maker>(
        self,
        maker: &M,
        record: Option<&Work>,
        started: Instant,
        rest: f64,
    ) -> Result<((Draft, M::Promise), Sought), Error> {
        let limit = self.policy.method().time_limit();
        let recorded = record.filter(|work| limit.is_some() && work.is_for(self.chance));
        let notes = (record.is_some() && recorded.is_none()).then(ignored).into_iter().collect();
        let Some(limit) = limit else {
            return Ok((self.go(maker, Pace::tuned()).made?, Sought { notes, ..Sought::default() }));
        };
        let Went { made, steps, short } = match recorded {
            Some(work) => self.go(maker, Pace::again(work.steps.clone())),
            None => self.within(maker, limit, started, rest)?,
        };
        let ended = match (recorded, short) {
            (Some(_), _) => Ended::Recorded,
            (None, true) => Ended::TimeLimit,
            (None, false) => Ended::NoGain,
        };
        let made = made.map_err(|error| if short { out_of_time(error, limit, &steps) } else { error })?;
        let work = Some(Work::new(self.chance, self.policy.method().algorithm().name(), steps.clone()));
        Ok((made, Sought { work, report: Some(WorkReport::new(limit, steps, ended)), notes, ..Sought::default() }))
    }

    /// At this pace.
    fn go<M: Maker>(self, maker: &M, pace: Pace<'_>) -> Went<M::Promise> {
        let Self { policy, original, chance, whole, tell, foresight } = self;
        // Within a limit, or again, there are other steps than those that were rehearsed.
        let foresight = foresight.filter(|_| policy.method().time_limit().is_none());
        tell(Step::Solving(0, 0));
        let told = |far: Far| {
            if let Some(foresight) = foresight {
                tell(Step::Expecting(foresight.left_after(far)));
            }
            tell(Step::Solving(far.done, far.planned));
        };
        let pace = pace.telling(&told);
        let made =
            maker.make(&Case { policy, original, chance, whole, tell, pace: &pace, stands_for: 1, in_pieces: false });
        Went { made, steps: pace.counted(), short: pace.is_cut_short() }
    }

    /// As long as there is time.
    fn within<M: Maker>(
        self,
        maker: &M,
        limit: TimeLimit,
        started: Instant,
        rest: f64,
    ) -> Result<Went<M::Promise>, Error> {
        let time = TimeUp::default();
        let rest = Duration::try_from_secs_f64(rest).unwrap_or(Duration::MAX);
        let _alarm = Alarm::at(started + limit.duration().saturating_sub(rest), &time);
        hearing(&time, rayon::current_num_threads(), || self.go(maker, Pace::within(time.clone())))
    }
}

/// What was not found because time was up.
fn out_of_time(error: Error, limit: TimeLimit, steps: &[u32]) -> Error {
    match error {
        Error::Refused(refusal) => refusal.out_of_time(limit.to_string(), steps.iter().sum()).into(),
        other => other,
    }
}
