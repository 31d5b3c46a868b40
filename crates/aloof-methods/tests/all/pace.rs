//! Searches in counted steps: cut short anywhere they leave groups that hold, and as many steps again give the same groups.

use std::sync::atomic::{AtomicUsize, Ordering};

use aloof_methods::pace::{Far, Pace};
use aloof_methods::split::{Infeasible, Near, Problem, Temper, Tuning, candidates_paced, split_paced, split_with};
use aloof_methods::stop::{Listening, TimeUp};
use aloof_methods::xcolor::{self, Room, Star, xcolor_paced};
use aloof_methods::{Axis, loss};
use aloof_principles::{Shape, Similar};
use aloof_table::{Column, NumberColumn, Partition};

const ROWS: usize = 500;
const REACH: u32 = 8;

/// Time is up when the searches have been told of, or asked, so often.
struct Clock {
    time: TimeUp,
    left: AtomicUsize,
}

impl Clock {
    fn of(ticks: usize) -> Self {
        Self { time: TimeUp::default(), left: AtomicUsize::new(ticks) }
    }

    fn tick(&self) {
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if before.is_err() {
            self.time.now();
        }
    }
}

/// On so many threads that listen.
fn on<T: Send>(threads: usize, time: &TimeUp, work: impl FnOnce() -> T + Send) -> T {
    let listening = Listening::here().and(time);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).start_handler(move |_| listening.listen());
    pool.build().unwrap().install(work)
}

fn scattered(step: usize) -> Axis {
    let places = (0..ROWS).map(|row| (row * step % ROWS) as i64).collect();
    Axis::new(&Column::Number(NumberColumn::from_integers(places)), None)
}

fn axes() -> Vec<Axis> {
    vec![scattered(7), scattered(401), scattered(433)]
}

fn codes() -> Vec<u32> {
    (0..ROWS as u32).map(|row| row * 577 % ROWS as u32).collect()
}

fn near() -> Near {
    Near::new((0..ROWS as u32).map(|code| (code + REACH).min(ROWS as u32 - 1)).collect())
}

fn tuning() -> Tuning {
    let temper = Temper { heat: 0.04, rounds: 2, draws: 8 };
    Tuning { temper: Some(temper), key: [7; 32], ..Tuning::good() }
}

fn holds(codes: &[u32], partition: &Partition, m: usize) -> bool {
    let of = |rows: &[u32]| {
        let mut codes: Vec<u32> = rows.iter().map(|&row| codes[row as usize]).collect();
        codes.sort_unstable();
        codes.len() >= m && codes.windows(2).all(|pair| pair[1] - pair[0] > REACH)
    };
    partition.rows() == ROWS && partition.iter().all(of)
}

/// The monotone rule: of a group of s rows at most s / m are near each other.
fn has_room(codes: &[u32], partition: &Partition, m: usize) -> bool {
    let of = |rows: &[u32]| {
        let mut codes: Vec<u32> = rows.iter().map(|&row| codes[row as usize]).collect();
        codes.sort_unstable();
        let room = codes.len() / m;
        room > 0 && codes.iter().zip(&codes[room..]).all(|(one, two)| two - one > REACH)
    };
    partition.rows() == ROWS && partition.iter().all(of)
}

/// Where a rule is asked of every group, time can be up in the midst of a step.
#[test]
fn split_cut_short_anywhere_can_be_done_again() {
    let (axes, codes, near, tuning) = (axes(), codes(), near(), tuning());
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: true, may_stand: None };
    let enough = |rows: &[u32]| rows.len() >= 5;
    let mut losses = Vec::new();
    for steps in [0, 1, 2, 20_000] {
        // A group is asked about in the step after these, and then time is up.
        let (clock, done) = (Clock::of(0), AtomicUsize::new(0));
        let may_stand = |rows: &[u32]| {
            if done.load(Ordering::Relaxed) == steps {
                clock.tick();
            }
            enough(rows)
        };
        let tell = |far: Far| done.store(far.done, Ordering::Relaxed);
        let pace = Pace::within(clock.time.clone()).telling(&tell);
        let timed = Problem { may_stand: Some(&may_stand), ..problem };
        let found = on(2, &clock.time, || split_paced(&timed, &tuning, pace.last())).unwrap();
        assert!(holds(&codes, &found, 5), "{steps}");
        for threads in [1, 2] {
            let again = Pace::again(pace.counted());
            let untimed = Problem { may_stand: Some(&enough), ..problem };
            let same = on(threads, &TimeUp::default(), || split_paced(&untimed, &tuning, again.last())).unwrap();
            assert_eq!((again.counted(), same), (pace.counted(), found.clone()), "{steps}");
        }
        let counted = pace.counted()[0] as usize;
        let short = pace.is_cut_short();
        assert!(
            if steps == 20_000 { counted > 3 && !short } else { counted == steps && short },
            "{steps} {counted} {short}"
        );
        losses.push(loss(&axes, &found));
    }
    assert!(losses[3] < losses[1] && losses[1] < losses[0], "{losses:?}");
}

/// Within a time that is long enough a search goes on until nothing is gained, and ends by itself.
#[test]
fn a_long_time_is_used_and_not_used_up() {
    let (axes, codes, near) = (axes(), codes(), near());
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: true, may_stand: None };
    let told = AtomicUsize::new(0);
    let tell = |far: Far| {
        assert!(far.done <= far.planned);
        told.fetch_max(far.done, Ordering::Relaxed);
    };
    let tuning = Tuning { rounds: 1, ..Tuning::good() };
    let pace = Pace::within(TimeUp::default()).telling(&tell);
    let found = split_paced(&problem, &tuning, pace.last()).unwrap();
    let planned = split_with(&problem, &tuning).unwrap();
    assert!(!pace.is_cut_short() && pace.counted()[0] > 2);
    assert_eq!(told.load(Ordering::Relaxed), pace.counted()[0] as usize);
    assert!(loss(&axes, &found) < loss(&axes, &planned));
    // What others follow does what it plans.
    let bounded = Pace::within(TimeUp::default());
    assert_eq!(split_paced(&problem, &tuning, bounded.before_others()), Ok(planned));
    assert_eq!(bounded.counted(), [2]);
}

/// While it is hot groups get worse before they get better; whoever has no more steps has the best of all so far.
#[test]
fn with_more_steps_no_more_is_lost() {
    let (axes, codes, near) = (axes(), codes(), near());
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: true, may_stand: None };
    let hot = Tuning { rounds: 8, heat: (0.3, 0.01), temper: None, ..Tuning::good() };
    let after = |steps: u32| {
        let found = split_paced(&problem, &hot, Pace::again(vec![steps]).last()).unwrap();
        assert!(has_room(&codes, &found, 5), "{steps}");
        loss(&axes, &found)
    };
    let losses: Vec<f64> = (1..20).map(after).collect();
    assert!(losses.windows(2).all(|pair| pair[1] <= pair[0] + 1e-6), "{losses:?}");
    assert!(losses[18] < losses[0]);
    // What is kept is not what it had in its hands: a round as hot as that alone makes groups worse.
    let hands = split_with(&problem, &Tuning { rounds: 1, heat: (0.3, 0.3), ..hot.clone() }).unwrap();
    assert!(loss(&axes, &hands) > losses[0]);
}

#[test]
fn the_search_for_candidates_can_be_done_again() {
    let (axes, codes, near) = (axes(), codes(), near());
    let last = ROWS as u32 - 1;
    let reaches: Vec<(u32, u32)> =
        (0..ROWS as u32).map(|code| (code.saturating_sub(REACH), (code + REACH).min(last))).collect();
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: false, may_stand: None };
    let (mut found_some, mut missed) = (0, 0);
    for steps in [0, 1, 3, 5, 6, 8, 12, 40] {
        let clock = Clock::of(steps);
        let tell = |_: Far| clock.tick();
        let pace = Pace::within(clock.time.clone()).telling(&tell);
        let found = on(2, &clock.time, || candidates_paced(&problem, &reaches, &tuning(), pace.last()));
        let again = Pace::again(pace.counted());
        let same = on(1, &TimeUp::default(), || candidates_paced(&problem, &reaches, &tuning(), again.last()));
        assert_eq!((&same, again.counted()), (&found, pace.counted()), "{steps}");
        match found {
            Ok(groups) => {
                assert!(holds(&codes, &groups, 5));
                found_some += 1;
            }
            Err(error) => {
                let known = matches!(error, Infeasible::NotFound { .. } | Infeasible::Unfinished);
                assert!(known && pace.is_cut_short());
                missed += 1;
            }
        }
    }
    assert!(found_some > 1 && missed > 1, "{found_some} {missed}");
}

struct Close;

impl Similar for Close {
    fn similar(&self, a: u32, b: u32) -> bool {
        a.abs_diff(b) <= ROWS as u32 / 12
    }
}

#[test]
fn colouring_can_be_done_again() {
    let (axes, codes) = (axes(), codes());
    let room = Room::Share { similar: 20, whole: 100 };
    let stars = [Star { codes: &codes, similar: &Close, room, shape: Shape::Star }];
    let problem = xcolor::Problem { axes: &axes, rows: ROWS, stars: &stars, least: 10, may_stand: None };
    let tuning = xcolor::Tuning::default();
    let mut outcomes = Vec::new();
    for steps in [0, 2, 4, 6, 8, 12, 100] {
        let clock = Clock::of(steps);
        let tell = |_: Far| clock.tick();
        let pace = Pace::within(clock.time.clone()).telling(&tell);
        let found = on(2, &clock.time, || xcolor_paced(&problem, &tuning, pace.last()));
        let again = Pace::again(pace.counted());
        let same = on(1, &TimeUp::default(), || xcolor_paced(&problem, &tuning, again.last()));
        assert_eq!((&same, again.counted()), (&found, pace.counted()), "{steps}");
        outcomes.push(found.is_ok());
    }
    assert!(!outcomes[0] && outcomes[outcomes.len() - 1], "{outcomes:?}");
}
