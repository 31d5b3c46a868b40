//! Work that nobody waits for any more ends soon, wherever it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use aloof_methods::Axis;
use aloof_methods::baselines::{Median, mondrian};
use aloof_methods::split::{Near, Problem as Split, split};
use aloof_methods::stop::{Stop, Stopped};
use aloof_methods::xcolor::{Problem, Room, Star, printed, xcolor};
use aloof_principles::{Shape, Similar};
use aloof_table::{Column, NumberColumn};

const ROWS: usize = 3_000;

/// So much may be asked after the stop: some tens of milliseconds of work, on however many threads.
const SOON: usize = 2_000_000;

/// Asks for a stop when it has been asked so often itself.
struct Clock {
    stop: Stop,
    asked: AtomicUsize,
    at: usize,
}

impl Clock {
    fn new(at: usize) -> Self {
        Self { stop: Stop::default(), asked: AtomicUsize::new(0), at }
    }

    fn tick(&self) {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.at {
            self.stop.stop();
        }
    }

    /// Runs `work` on threads that listen; whether it was stopped, after which it has ended soon.
    fn stops(&self, work: impl FnOnce() + Send) -> bool {
        let stop = self.stop.clone();
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).start_handler(move |_| stop.listen());
        let ended = catch_unwind(AssertUnwindSafe(|| threads.build().unwrap().install(work)));
        let after = self.asked.load(Ordering::Relaxed).saturating_sub(self.at);
        assert!(after <= SOON, "stopped at {}, went on for {after}", self.at);
        match ended {
            Ok(()) => false,
            Err(what) => {
                assert!(what.is::<Stopped>());
                true
            }
        }
    }
}

/// Codes are similar when they lie close, as far as anyone can tell by asking.
struct Asked<'a>(&'a Clock);

impl Similar for Asked<'_> {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.0.tick();
        a.abs_diff(b) <= ROWS as u32 / 12
    }
}

fn scattered(step: usize) -> Axis {
    let places = (0..ROWS).map(|row| (row * step % ROWS) as i64).collect();
    Axis::new(&Column::Number(NumberColumn::from_integers(places)), None)
}

#[test]
fn xcolor_stops_wherever_it_is() {
    let axes = [scattered(7), scattered(1_201)];
    let codes: Vec<u32> = (0..ROWS as u32).map(|row| row * 577 % ROWS as u32).collect();
    let mut stopped = 0;
    for at in [1, 100_000, 1_000_000, 3_000_000, 10_000_000] {
        for as_printed in [false, true] {
            let clock = Clock::new(at);
            let similar = Asked(&clock);
            let room = Room::Share { similar: 20, whole: 100 };
            let stars = [Star { codes: &codes, similar: &similar, room, shape: Shape::Star }];
            let problem = Problem { axes: &axes, rows: ROWS, stars: &stars, least: 10, may_stand: None };
            stopped += usize::from(clock.stops(|| {
                let _ = if as_printed { printed(&problem) } else { xcolor(&problem) };
            }));
        }
    }
    assert!(stopped >= 7, "{stopped}");
}

#[test]
fn split_and_mondrian_stop() {
    let axes = [scattered(7), scattered(1_201)];
    let codes: Vec<u32> = (0..ROWS as u32).map(|row| row * 577 % ROWS as u32).collect();
    let near = Near::new((0..ROWS as u32).map(|code| (code + 50).min(ROWS as u32 - 1)).collect());
    for at in [1, 20, 100] {
        let clock = Clock::new(at);
        let may_stand = |rows: &[u32]| {
            clock.tick();
            rows.len() >= 5
        };
        assert!(clock.stops(|| drop(mondrian(&axes, ROWS, Median::Strict, &may_stand))));
        let clock = Clock::new(at);
        let may_stand = |rows: &[u32]| {
            clock.tick();
            rows.len() >= 5
        };
        let problem = Split {
            axes: &axes,
            codes: &codes,
            near: Some(&near),
            m: 4,
            least: 1,
            monotone: false,
            may_stand: Some(&may_stand),
        };
        assert!(clock.stops(|| drop(split(&problem))));
    }
}
