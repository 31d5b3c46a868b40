//! Changes to the groups of a pool, one by one: each is made where it lowers loss, and none where near values would meet.

use super::leaves::Leaves;
use super::measure::Measure;
use super::near::{Near, Reach};
use super::state::State;
use super::{Search, Tuning};

/// Groups of rows: where each lies, and its code. Codes next to each other are near.
fn with(groups: &[&[(f32, u32)]], m: usize, act: impl FnOnce(&mut State<'_>, &Leaves)) {
    let near = Near::new((0..100).map(|code: u32| (code + 1).min(99)).collect());
    let tuning = Tuning::good();
    let search = Search {
        measures: vec![Measure::Line { weight: 1.0 }],
        reach: Reach(Some(&near)),
        beyond: None,
        m,
        least: m,
        monotone: true,
        may_stand: None,
        tuning: &tuning,
    };
    let all: Vec<(f32, u32)> = groups.concat();
    let columns = [all.iter().map(|row| row.0).collect::<Vec<f32>>()];
    let codes: Vec<u32> = all.iter().map(|row| row.1).collect();
    let rows: Vec<u32> = (0..all.len() as u32).collect();
    let sizes: Vec<u32> = groups.iter().map(|group| group.len() as u32).collect();
    let (leaves, order, mut pool) = Leaves::of(&search, (&columns, &codes, &rows), &rows, &sizes, 0);
    assert_eq!(order, rows);
    let mut state = State::new(&search, &mut pool, None);
    act(&mut state, &leaves);
    for members in state.members.iter().filter(|members| !members.is_empty()) {
        assert!(members.len() >= m && state.pool.has_room(members, members.len() / m), "{members:?}");
        assert!(members.iter().all(|&at| state.members[state.pool.group[at as usize] as usize] == *members));
    }
}

#[test]
fn chains_change_sides_where_rows_cannot() {
    let groups: [&[_]; 2] = [&[(0.0, 10), (0.0, 12), (1.0, 30)], &[(1.0, 11), (1.0, 13), (0.0, 40)]];
    with(&groups, 3, |state, _| {
        assert!(!state.could_exchange(0, 3));
        assert!(!state.turn_chains(0, 3, -7.0), "it gains six, not seven");
        assert!(state.turn_chains(0, 3, -5.0));
        assert!(state.boxes.total() < 1e-6);
    });
}

#[test]
fn chains_that_would_leave_too_few_stay() {
    let groups: [&[_]; 2] = [&[(0.0, 10), (0.0, 12), (1.0, 30)], &[(1.0, 11), (1.0, 40), (0.0, 50)]];
    with(&groups, 3, |state, _| assert!(!state.turn_chains(0, 3, f32::INFINITY)));
}

#[test]
fn a_group_whose_rows_have_better_places_is_given_up() {
    let groups = |code: u32| [vec![(0.0, 10), (0.0, 20)], vec![(1.0, 30), (1.0, 40)], vec![(0.0, code), (1.0, 60)]];
    let given_up = |code: u32| {
        let groups = groups(code);
        let groups: Vec<&[(f32, u32)]> = groups.iter().map(Vec::as_slice).collect();
        let mut done = false;
        with(&groups, 2, |state, leaves| {
            done = state.give_up(leaves, 4, 0.0);
            assert_eq!(state.members[2].is_empty(), done);
        });
        done
    };
    assert!(given_up(50));
    assert!(!given_up(11), "it is near the only group around it that costs nothing");
}

#[test]
fn rows_that_others_can_spare_become_a_group() {
    let made = |code: u32| {
        let groups: [&[_]; 2] = [&[(0.0, 10), (0.0, 20), (0.5, 70)], &[(1.0, 30), (1.0, 40), (0.5, code)]];
        let mut done = false;
        with(&groups, 2, |state, leaves| {
            done = state.make_new(leaves, 2, -2.5);
            assert_eq!(state.members.iter().filter(|members| !members.is_empty()).count(), 2 + usize::from(done));
        });
        done
    };
    assert!(made(80));
    assert!(!made(71), "they are near each other, and no other two gain as much");
}

#[test]
fn a_row_goes_to_a_group_around_it() {
    let groups: [&[_]; 2] = [&[(0.0, 10), (0.0, 20), (1.0, 70)], &[(1.0, 30), (1.0, 40)]];
    with(&groups, 2, |state, leaves| {
        assert!(!state.drift(leaves, 3, 0.0), "its group has no row to spare");
        assert!(state.drift(leaves, 2, 0.0) && state.pool.group[2] == 1);
        assert!(state.boxes.total() < 1e-6);
    });
}
