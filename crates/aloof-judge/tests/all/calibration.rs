//! Attacks that find nothing where there is nothing, and are right as often as they claim.
//!
//! Every attack meets a release that is a constant table, one whose values were shuffled, and worlds in which what its adversary
//! assumes is true. Counts are added up over [`SEEDS`] tables. A difference of more than four standard deviations is an alarm: by
//! chance alone one attack gives it once in 30,000 times, and all of this file once in 200.

use aloof_judge::attacks::{
    Attacked, Cells, Draw, Linking, Rate, Records, Replaced, Rows, Scene, Taught, Walked, Whom, absent, compose,
    in_candidates, in_groups, inference, insider, is_about, link, linkability, localities, matching, minimality, model,
    more_than_a_neighbour, not_the_lowest, refine, register, replay, single_out,
};

use crate::attacks::Table;

const SEEDS: u64 = 8;

/// How often an attack was right, and how often it would be.
#[derive(Default, Debug)]
struct Tally {
    success: Rate,
    blind: Rate,
    claims: [Rate; 3],
    believed: [f64; 3],
}

impl Tally {
    fn add(&mut self, found: &Attacked) {
        self.success.add_many(found.success.people, found.success.right);
        self.blind.add_many(found.blind.people, found.blind.right);
        for at in 0..3 {
            self.claims[at].add_many(found.claims[at].people, found.claims[at].right);
            self.believed[at] += found.believed[at];
        }
    }

    /// No more is right than blindly, but for chance: of both rates, and of one guess where nobody is right.
    fn finds_nothing(&self, name: &str) {
        let variance = |rate: Rate| rate.share() * (1.0 - rate.share()) / rate.people.max(1) as f64;
        let error = (variance(self.success) + variance(self.blind)).sqrt() + 1.0 / self.success.people.max(1) as f64;
        let excess = self.success.share() - self.blind.share();
        assert!(excess <= 4.0 * error, "{name} finds {excess:.4} where there is nothing: {self:?}");
    }

    /// Of claims as many are right as they say. What is learnt by experience is as uncertain as what it is held against.
    fn is_calibrated(&self, name: &str, least: usize) {
        for at in 0..3 {
            let (claims, believed) = (self.claims[at], self.believed[at]);
            assert!(claims.people >= least, "{name}: too few claims to say anything: {self:?}");
            let share = believed / claims.people.max(1) as f64;
            let error = (2.0 * claims.people as f64 * share * (1.0 - share)).sqrt() + 1.0;
            assert!((claims.right as f64 - believed).abs() <= 4.0 * error, "{name}, {at}: {self:?}");
        }
    }
}

/// Adds up over all seeds.
fn tally(run: impl Fn(u64) -> Attacked) -> Tally {
    let mut tally = Tally::default();
    (0..SEEDS).for_each(|seed| tally.add(&run(seed)));
    tally
}

/// All attacks that see groups, each with its name; what cannot be run is left out.
fn on_groups(scene: &Scene, older: &Scene, rows: &[(u32, u32)], seed: u64) -> Vec<(&'static str, Attacked)> {
    let found = [
        ("centre, group", Ok(in_groups(scene))),
        ("centre, candidates", Ok(in_candidates(scene))),
        ("register", register(scene, seed)),
        ("minimality", minimality(scene, seed, false)),
        ("minimality, with a learner", minimality(scene, seed, true)),
        ("model, groups known", matching(scene, seed)),
        ("refine", refine(scene, seed)),
        ("model, release", model(scene, Taught::Release)),
        ("model, control", model(scene, Taught::Control)),
        ("model, both", model(scene, Taught::Both)),
        ("compose", compose(&[scene.clone(), older.clone()]).ok_or_else(String::new)),
        ("absent", absent(scene).ok_or_else(String::new)),
        ("insider, one", Ok(insider(scene, 1, seed))),
        ("insider, two", Ok(insider(scene, 2, seed))),
        ("background, not the lowest", Ok(not_the_lowest(scene))),
        ("background, more than a neighbour", Ok(more_than_a_neighbour(scene, seed))),
        ("replay", replay(scene, rows)),
    ];
    found.into_iter().filter_map(|(name, found)| Some((name, found.ok()?))).collect()
}

/// People of 600 with quasi numbers below 300 and some 40 values, in groups of ten.
fn people(seed: u64) -> Table {
    let mut draw = Draw::new(seed, 301);
    let quasi: Vec<i64> = (0..600).map(|_| draw.below(300) as i64).collect();
    let values: Vec<i64> = quasi.iter().map(|&age| (age / 10 + draw.below(12) as i64) * 100).collect();
    let mut order: Vec<usize> = (0..600).collect();
    order.sort_by_key(|&at| quasi[at]);
    let groups = order.chunks(10).map(<[usize]>::to_vec).collect();
    let person = |_| {
        let age = draw.below(300) as i64;
        (age, (age / 10 + draw.below(12) as i64) * 100)
    };
    let control = (0..300).map(person).collect();
    Table { control, ..Table::new(quasi, values, groups, 10, 3) }
}

fn rows_of(scene: &Scene) -> Vec<(u32, u32)> {
    let stands = scene.stands.as_ref().unwrap();
    (0..scene.people).map(|person| (stands[person], scene.codes[person])).collect()
}

/// Every row of the release says the same: one cell for all, and one value, whatever people have.
#[test]
fn a_constant_release_yields_nothing() {
    let constant = |seed: u64| {
        let mut table = people(seed);
        table.groups = vec![(0..600).collect()];
        table.cells = vec!["0..299".to_owned()];
        let mut scene = table.scene();
        scene.groups[0].fill(scene.codes[seed as usize]);
        scene
    };
    let names: Vec<&str> = on_constant(&constant(0), 0).iter().map(|one| one.0).collect();
    assert_eq!(names.len(), 11, "{names:?}");
    for (at, name) in names.iter().enumerate() {
        tally(|seed| on_constant(&constant(seed), seed).swap_remove(at).1).finds_nothing(name);
    }
}

fn on_constant(scene: &Scene, seed: u64) -> Vec<(&'static str, Attacked)> {
    let rows: Vec<(u32, u32)> = scene.groups[0].iter().map(|&code| (0, code)).collect();
    on_groups(scene, scene, &rows, seed).into_iter().filter(|one| one.1.success.people > 0).collect()
}

/// Groups show values that were dealt anew to everybody: attacks that are judged by people find nothing. (Those that count the values
/// of groups themselves are not run on such a release.)
#[test]
fn shuffled_values_yield_nothing_in_groups() {
    let judged =
        ["centre, candidates", "register", "model, release", "model, control", "model, both", "compose", "replay"];
    for name in judged {
        let run = |seed: u64| {
            let mut scene = people(seed).scene();
            let mut draw = Draw::new(seed, 302);
            let mut older = people(seed);
            older.groups = (0..60).map(|group| (0..10).map(|at| at * 60 + group).collect()).collect();
            older.cells = vec!["0..299".to_owned(); 60];
            let mut older = older.scene();
            let rows = rows_of(&scene);
            draw.shuffle(&mut scene.codes[..600]);
            older.codes.clone_from(&scene.codes);
            let mut order: Vec<(u32, u32)> = rows;
            draw.shuffle(&mut order);
            let found = on_groups(&scene, &older, &order, seed);
            found.into_iter().find(|one| one.0 == name).unwrap_or_else(|| panic!("{name} was not run")).1
        };
        tally(run).finds_nothing(name);
    }
}

/// Four in ten have one value, and quasi values say nothing of it: whoever has nothing to learn guesses that one, also without the attack.
#[test]
fn heaped_values_that_were_shuffled_teach_nothing() {
    let heaped = |seed: u64| {
        let mut table = people(seed);
        let mut draw = Draw::new(seed, 305);
        let mut value = || if draw.below(10) < 4 { 1_000 } else { 100 * draw.below(40) as i64 };
        table.values.iter_mut().for_each(|one| *one = value());
        table.control.iter_mut().for_each(|one| one.1 = value());
        let mut scene = table.scene();
        Draw::new(seed, 306).shuffle(&mut scene.codes[..600]);
        scene
    };
    for by in [Taught::Release, Taught::Control, Taught::Both] {
        for seed in 0..SEEDS {
            let (interval, learner) = (in_candidates(&heaped(seed)), model(&heaped(seed), by).unwrap());
            assert!(learner.blind.right >= interval.blind.right, "{by:?}: {learner:?} {interval:?}");
        }
        tally(|seed| model(&heaped(seed), by).unwrap()).finds_nothing(&format!("model, heaped values, {by:?}"));
    }
}

/// Values dealt anew inside their groups: undone exchanges tell nothing, nor do learners, since the blind guess is that very thing.
#[test]
fn values_shuffled_inside_groups_yield_nothing() {
    let run = |seed: u64| {
        let mut table = people(seed);
        let mut draw = Draw::new(seed, 303);
        // Of fifty neighbours every fifth: boxes lie across each other, and most exchanges would make some smaller.
        let order = table.groups.concat();
        let dealt = |some: &[usize]| (0..5).map(|at| some.iter().skip(at).step_by(5).copied().collect()).collect();
        let groups: Vec<Vec<usize>> = order.chunks(50).flat_map::<Vec<Vec<usize>>, _>(dealt).collect();
        table = Table::new(table.quasi, table.values, groups, 100, 3);
        for group in &table.groups {
            let mut values: Vec<i64> = group.iter().map(|&at| table.values[at]).collect();
            draw.shuffle(&mut values);
            group.iter().zip(values).for_each(|(&at, value)| table.values[at] = value);
        }
        let scene = table.scene();
        [
            minimality(&scene, seed, false).unwrap(),
            minimality(&scene, seed, true).unwrap(),
            matching(&scene, seed).unwrap(),
        ]
    };
    let found: Vec<[Attacked; 3]> = (0..SEEDS).map(run).collect();
    for (at, name) in ["minimality", "minimality, with a learner", "model, groups known"].into_iter().enumerate() {
        tally(|seed| found[seed as usize][at].clone()).finds_nothing(name);
    }
}

/// Cells that nobody made tight: that somebody stands at a face is no likelier than at any other place.
#[test]
fn loose_cells_yield_nothing_to_refine() {
    let run = |seed: u64| {
        let mut table = people(seed);
        let of = |group: &Vec<usize>| {
            let low = group.iter().map(|&at| table.quasi[at]).min().unwrap();
            // Wider than the group by as much as chance says.
            let mut draw = Draw::new(seed, 304 + low as u64);
            format!("{}..{}", (low - draw.below(40) as i64).max(0), (low + 10 + draw.below(40) as i64).min(299))
        };
        table.cells = table.groups.iter().map(of).collect();
        refine(&table.scene(), seed).unwrap()
    };
    tally(run).finds_nothing("refine");
}

/// Four columns of numbers.
fn numbers(rows: usize, purpose: u64, seed: u64) -> Rows {
    let mut draw = Draw::new(seed, purpose);
    let column = |draw: &mut Draw| Cells::Numbers((0..rows).map(|_| draw.below(2_000) as f64 + 1.0).collect());
    (0..4).map(|_| column(&mut draw)).collect()
}

fn shuffled(table: &Rows, seed: u64) -> Rows {
    let column = |(at, cells): (u64, &Cells)| {
        let Cells::Numbers(values) = cells else { unreachable!() };
        let mut values = values.clone();
        Draw::new(seed, 310 + at).shuffle(&mut values);
        Cells::Numbers(values)
    };
    (0..).zip(table).map(column).collect()
}

/// The three attacks on records; of `single-out` the control people are what is held against.
fn on_records(records: &Records, seed: u64) -> [(&'static str, Attacked); 3] {
    let right = |record: usize, whom: Whom| match whom {
        Whom::Person(person) => is_about(&records.published[3], record, &records.people[3], person, 0.05),
        Whom::Control(person) => is_about(&records.published[3], record, &records.control[3], person, 0.05),
    };
    let mut singled = single_out(records, seed).unwrap();
    singled.blind = singled.control.unwrap();
    [
        ("single-out", singled),
        ("linkability", linkability(records, (&[0, 1], &[2, 3]), seed).unwrap()),
        ("inference", inference(records, &[0, 1, 2], |_| true, right, seed).unwrap()),
    ]
}

#[test]
fn records_that_were_shuffled_yield_nothing() {
    let run = |at: usize| {
        move |seed: u64| {
            let people = numbers(700, 320, seed);
            let published = shuffled(&people, seed);
            let records = Records { published, people, control: numbers(700, 321, seed) };
            on_records(&records, seed)[at].1.clone()
        }
    };
    for (at, name) in ["single-out", "linkability", "inference"].into_iter().enumerate() {
        tally(run(at)).finds_nothing(name);
    }
}

#[test]
fn constant_records_yield_nothing() {
    for seed in 0..SEEDS {
        let people = numbers(400, 322, seed);
        let published: Rows = (0..4).map(|_| Cells::Numbers(vec![500.0; 400])).collect();
        let records = Records { published, people, control: numbers(400, 323, seed) };
        assert!(single_out(&records, seed).is_err());
        let right = |record: usize, whom: Whom| match whom {
            Whom::Person(person) => is_about(&records.published[3], record, &records.people[3], person, 0.05),
            Whom::Control(person) => is_about(&records.published[3], record, &records.control[3], person, 0.05),
        };
        let found = inference(&records, &[0, 1, 2], |_| true, right, seed).unwrap();
        assert_eq!(found.success.right, found.blind.right);
    }
    tally(|seed| {
        let published: Rows = (0..4).map(|_| Cells::Numbers(vec![500.0; 400])).collect();
        let records = Records { published, people: numbers(400, 322, seed), control: Vec::new() };
        linkability(&records, (&[0, 1], &[2, 3]), seed).unwrap()
    })
    .finds_nothing("linkability");
}

const WALKED: Walked = Walked { share: 0.05, collapsed: true };

const LINKINGS: [Linking; 3] = [Linking::Distance, Linking::Rank, Linking::Assignment];

fn replaced(seed: u64, purpose: u64, rows: usize, after: impl Fn(f64, &mut Draw) -> f64) -> Vec<Replaced> {
    let mut draw = Draw::new(seed, purpose);
    let column = |draw: &mut Draw| {
        let before: Vec<f64> = (0..rows).map(|_| draw.unit()).collect();
        let after = before.iter().map(|&x| after(x, draw)).collect();
        (before, after)
    };
    (0..2).map(|_| column(&mut draw)).collect()
}

#[test]
fn replaced_numbers_that_keep_nothing_are_not_linked() {
    let drawn = |seed: u64| replaced(seed, 330, 500, |_, draw| draw.unit());
    let constant = |seed: u64| replaced(seed, 331, 500, |_, _| 0.5);
    for by in LINKINGS {
        tally(|seed| link(&drawn(seed), by)).finds_nothing("link, numbers drawn anew");
        tally(|seed| link(&constant(seed), by)).finds_nothing("link, one number");
    }
    let together: Vec<Vec<u32>> = (0..10).map(|part| (part * 50..part * 50 + 50).collect()).collect();
    tally(|seed| localities(&drawn(seed), &together, &[WALKED; 2], seed))
        .finds_nothing("localities, numbers drawn anew");
    tally(|seed| localities(&constant(seed), &together, &[WALKED; 2], seed)).finds_nothing("localities, one number");
}

/// Groups in which one value is more or less frequent, so that guesses are anything from unsure to certain; members lie anywhere in
/// their cells, which overlap and are not tight; values have nothing to do with quasi values but for the group.
fn uneven(seed: u64) -> Table {
    let mut draw = Draw::new(seed, 340);
    let (mut quasi, mut values, mut groups, mut cells) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..150 {
        let (low, share) = (draw.below(900) as i64, draw.unit());
        let favourite = draw.below(200) as i64;
        let from = quasi.len();
        for _ in 0..10 {
            quasi.push(low + draw.below(6) as i64);
            let value = if draw.unit() < share { favourite } else { draw.below(200) as i64 };
            values.push(value * 100);
        }
        groups.push((from..from + 10).collect());
        cells.push(format!("{low}..{}", low + 5));
    }
    Table { cells, ..Table::new(quasi, values, groups, 10, 2) }
}

#[test]
fn claims_about_groups_are_right_as_often_as_they_say() {
    let all = |seed: u64| -> Vec<(&'static str, Attacked)> {
        let scene = uneven(seed).scene();
        on_groups(&scene, &scene, &rows_of(&scene), seed)
    };
    let names = [
        "centre, group",
        "centre, candidates",
        "register",
        "model, release",
        "insider, one",
        "insider, two",
        "background, not the lowest",
        "background, more than a neighbour",
    ];
    let found: Vec<_> = (0..SEEDS).map(all).collect();
    for name in names {
        tally(|seed| found[seed as usize].iter().find(|one| one.0 == name).unwrap().1.clone()).is_calibrated(name, 150);
    }
}

/// Learners whom control people taught, where values go with quasi values, and groups hold little of either.
#[test]
fn claims_of_learners_are_right_as_often_as_they_say() {
    let table = |seed: u64| {
        let mut draw = Draw::new(seed, 341);
        let mut person = || {
            let age = draw.below(40) as i64;
            (age, if draw.unit() < 0.3 + 0.016 * age as f64 { age * 100 } else { draw.below(40) as i64 * 100 })
        };
        let people: Vec<(i64, i64)> = (0..900).map(|_| person()).collect();
        let control: Vec<(i64, i64)> = (0..900).map(|_| person()).collect();
        let groups: Vec<Vec<usize>> = (0..150).map(|group| (0..6).map(|at| at * 150 + group).collect()).collect();
        let (quasi, values) = people.into_iter().unzip();
        Table { control, ..Table::new(quasi, values, groups, 10, 2) }.scene()
    };
    for by in [Taught::Control, Taught::Both] {
        tally(|seed| model(&table(seed), by).unwrap()).is_calibrated(&format!("{by:?}"), 30);
    }
}

/// Two ways to group the same people: values are drawn from fifty, so that most of the time one is in common.
#[test]
fn claims_from_two_releases_are_right_as_often_as_they_say() {
    let run = |seed: u64| {
        let mut draw = Draw::new(seed, 342);
        let values: Vec<i64> = (0..600).map(|_| draw.below(50) as i64 * 100).collect();
        let quasi: Vec<i64> = (0..600).collect();
        let mut order: Vec<usize> = (0..600).collect();
        let mut scene = || {
            draw.shuffle(&mut order);
            let groups: Vec<Vec<usize>> = order.chunks(6).map(<[usize]>::to_vec).collect();
            // Cells that are sets say who is in the group.
            let cell = |group: &Vec<usize>| {
                format!("{{{}}}", group.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"))
            };
            let cells = groups.iter().map(cell).collect();
            Table { cells, ..Table::new(quasi.clone(), values.clone(), groups, 10, 3) }.scene()
        };
        compose(&[scene(), scene()]).unwrap()
    };
    tally(run).is_calibrated("compose", 100);
}

/// The absent, of whom anything from few to all have one value; and orders, of which all or none fit.
#[test]
fn claims_about_the_absent_and_of_orders_are_right_as_often_as_they_say() {
    let run = |seed: u64| {
        let mut table = uneven(seed);
        let crowd = table.values.len() - 10 - 20 * seed as usize;
        let gone = table.groups.split_off(140);
        for (at, row) in gone.iter().flatten().enumerate() {
            table.values[*row] = if at < crowd % 97 { 5_000 } else { table.values[*row] };
        }
        table.cells.truncate(140);
        absent(&table.scene()).unwrap()
    };
    tally(run).is_calibrated("absent", 0);
    let run = |seed: u64| {
        let scene = uneven(seed).scene();
        let mut rows = rows_of(&scene);
        if seed.is_multiple_of(2) {
            Draw::new(seed, 0).shuffle(&mut rows);
        } else {
            Draw::new(seed, 343).shuffle(&mut rows);
        }
        replay(&scene, &rows).unwrap()
    };
    tally(run).is_calibrated("replay", 300);
}

/// Groups as small as values allow, by exchanges; certainty is learnt from half of the people.
#[test]
fn claims_from_undone_exchanges_are_right_as_often_as_they_say() {
    let run = |seed: u64| {
        let table = uneven(seed);
        let mut draw = Draw::new(seed, 344);
        // Two of ten with one value pass, so that many exchanges are forbidden.
        let values = table.groups.iter().flat_map(|_| [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]).map(|value| value * 100);
        let values: Vec<i64> = values.map(|value| if draw.unit() < 0.7 { value } else { 700 }).collect();
        let scene = Table { values, m: 2, ..table }.scene();
        [
            minimality(&scene, seed, false).unwrap(),
            minimality(&scene, seed, true).unwrap(),
            matching(&scene, seed).unwrap(),
        ]
    };
    let found: Vec<[Attacked; 3]> = (0..SEEDS).map(run).collect();
    for (at, name) in ["minimality", "minimality, with a learner", "model, groups known"].into_iter().enumerate() {
        let found = tally(|seed| found[seed as usize][at].clone());
        // Hardly anybody is certain: what is claimed is held against what is right, as far as there is any.
        found.is_calibrated(name, 0);
        assert!(found.claims[0].people > 300, "{found:?}");
    }
}

/// Tight intervals with few and with many members near their ends.
#[test]
fn claims_about_faces_are_right_as_often_as_they_say() {
    let run = |seed: u64| {
        let mut draw = Draw::new(seed, 345);
        let mut quasi: Vec<i64> = Vec::new();
        let mut groups = Vec::new();
        for _ in 0..200 {
            let (low, wide, from) = (draw.below(200) as i64, 2 + draw.below(60), quasi.len());
            let size = 3 + draw.below(6);
            (0..size).for_each(|_| quasi.push(low + draw.below(wide) as i64));
            groups.push((from..quasi.len()).collect());
        }
        let values = (0..quasi.len() as i64).collect();
        refine(&Table::new(quasi, values, groups, 0, 2).scene(), seed).unwrap()
    };
    tally(run).is_calibrated("refine", 100);
}

/// Copies of which some columns were drawn anew: nearest records are the own ones, or not.
#[test]
fn claims_about_records_are_right_as_often_as_they_say() {
    let run = |at: usize| {
        move |seed: u64| {
            let people = numbers(700, 350, seed);
            let mut draw = Draw::new(seed, 351);
            let far: Vec<f64> = (0..700).map(|_| draw.unit() * draw.unit() * 400.0).collect();
            let blurred = |cells: &Cells| {
                let Cells::Numbers(values) = cells else { unreachable!() };
                Cells::Numbers(values.iter().zip(&far).map(|(x, far)| x + (draw.unit() - 0.5) * far).collect())
            };
            let published = people.iter().map(blurred).collect();
            let records = Records { published, people, control: numbers(700, 352, seed) };
            on_records(&records, seed)[at].1.clone()
        }
    };
    for (at, name) in ["single-out", "linkability", "inference"].into_iter().enumerate() {
        tally(run(at)).is_calibrated(name, 0);
    }
}

/// Numbers moved by much or by little: how certain links are is learnt.
#[test]
fn claims_of_links_are_right_as_often_as_they_say() {
    let moved = |seed: u64, far: f64| replaced(seed, 360, 600, move |x, draw| x + (draw.unit() - 0.5) * far);
    for by in LINKINGS {
        tally(|seed| link(&moved(seed, 0.003 * (seed + 1) as f64), by)).is_calibrated(&format!("{by:?}"), 30);
    }
    let together: Vec<Vec<u32>> = (0..12).map(|part| (part * 50..part * 50 + 50).collect()).collect();
    let by_localities = |seed: u64| localities(&moved(seed, 0.03 * (seed + 1) as f64), &together, &[WALKED; 2], seed);
    tally(by_localities).is_calibrated("localities", 30);
}
