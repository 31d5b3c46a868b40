//! Occupations: who works in which, and what it pays.
//!
//! Each occupation is one row of data: how common it is, how many of its people
//! are women, which schooling and which sector it goes with, and what it does
//! to the income. The distribution given schooling, sector and sex is the
//! product of those.

use crate::alias::Alias;
use crate::hierarchies::{SECTOR_COUNT, TIER_COUNT};
use crate::labels::{FEMALE, SEX};

/// Number of occupations.
pub(crate) const COUNT: usize = 52;

/// What the model knows of an occupation.
#[derive(Clone, Copy)]
pub(crate) struct Occupation {
    label: &'static str,
    /// How common it is.
    weight: u32,
    /// Women in a hundred of its people.
    women: u32,
    /// How well each tier of schooling fits.
    schooling: [u32; TIER_COUNT],
    /// How well each sector fits: private, government, self-employed.
    sector: [u32; SECTOR_COUNT],
    /// What it adds to the logarithm of the income, in hundredths.
    pub(crate) pay: i32,
    /// Of a thousand of its people, how many earn from the upper tail.
    pub(crate) tail: u32,
}

/// Keeps a row of the table on a line.
const fn row(
    label: &'static str,
    (weight, women): (u32, u32),
    schooling: [u32; TIER_COUNT],
    sector: [u32; SECTOR_COUNT],
    (pay, tail): (i32, u32),
) -> Occupation {
    Occupation { label, weight, women, schooling, sector, pay, tail }
}

/// The occupations, as the model looks them up: in one place of memory, which a
/// constant is not.
pub(crate) static OCCUPATIONS: [Occupation; COUNT] = TABLE;

/// The occupations, group by group of the hierarchy.
#[rustfmt::skip]
const TABLE: [Occupation; COUNT] = [
    // Management
    row("General manager",          (30, 33), [1, 1, 3, 5, 9, 9], [5, 3, 9], ( 42, 60)),
    row("Finance manager",          (14, 50), [0, 0, 2, 4, 9, 9], [6, 3, 3], ( 44, 55)),
    row("Sales manager",            (16, 40), [0, 1, 3, 5, 8, 5], [7, 0, 4], ( 36, 45)),
    row("Production manager",       (12, 22), [1, 1, 4, 5, 7, 4], [7, 2, 3], ( 30, 20)),
    // Business and finance
    row("Accountant",               (22, 60), [0, 0, 1, 4, 9, 6], [6, 5, 5], ( 20, 14)),
    row("Business analyst",         (18, 48), [0, 0, 1, 3, 9, 8], [6, 5, 4], ( 28, 25)),
    row("Human resources officer",  (13, 72), [0, 0, 2, 4, 8, 5], [6, 6, 1], ( 12,  6)),
    // Science and engineering
    row("Software developer",       (26, 22), [0, 0, 1, 4, 9, 8], [7, 4, 4], ( 40, 22)),
    row("Systems administrator",    (14, 24), [0, 0, 3, 7, 7, 4], [6, 5, 2], ( 26,  8)),
    row("Civil engineer",           (10, 15), [0, 0, 0, 2, 9, 6], [5, 7, 4], ( 28,  8)),
    row("Mechanical engineer",      (12, 11), [0, 0, 0, 3, 9, 6], [7, 3, 2], ( 30,  8)),
    row("Laboratory scientist",     (10, 46), [0, 0, 0, 1, 5, 9], [5, 7, 1], ( 14,  6)),
    // Law and education
    row("Lawyer",                   (26, 38), [0, 0, 0, 0, 0, 9], [4, 5, 9], ( 52, 80)),
    row("Paralegal",                ( 8, 84), [0, 0, 3, 6, 7, 2], [6, 5, 1], (  4,  3)),
    row("Primary school teacher",   (40, 84), [0, 0, 0, 2, 9, 9], [2, 9, 0], (-12,  1)),
    row("Secondary school teacher", (28, 60), [0, 0, 0, 1, 8, 9], [2, 9, 0], ( -8,  1)),
    row("University lecturer",      (22, 48), [0, 0, 0, 0, 1, 9], [3, 9, 0], ( 10,  8)),
    row("Social worker",            (16, 80), [0, 0, 1, 3, 8, 7], [4, 8, 0], (-16,  1)),
    // Arts and media
    row("Designer",                 (12, 54), [0, 1, 2, 5, 8, 4], [5, 1, 9], ( -4, 18)),
    row("Journalist",               ( 8, 48), [0, 0, 1, 3, 9, 6], [6, 1, 6], ( -2, 16)),
    // Health care
    row("Physician",                (34, 38), [0, 0, 0, 0, 0, 9], [5, 4, 8], ( 78, 90)),
    row("Pharmacist",               (10, 57), [0, 0, 0, 0, 2, 8], [7, 3, 3], ( 52, 10)),
    row("Registered nurse",         (38, 90), [0, 0, 0, 6, 9, 5], [7, 5, 0], ( 20,  2)),
    row("Medical technician",       (18, 72), [0, 1, 4, 8, 4, 1], [7, 4, 0], (  2,  1)),
    row("Care assistant",           (36, 88), [5, 7, 8, 5, 1, 0], [7, 3, 3], (-38,  0)),
    // Sales
    row("Retail clerk",             (46, 54), [3, 6, 8, 7, 3, 1], [9, 0, 3], (-30,  3)),
    row("Cashier",                  (34, 74), [4, 8, 8, 5, 1, 0], [9, 1, 1], (-44,  0)),
    row("Sales representative",     (26, 34), [1, 2, 5, 7, 8, 3], [8, 0, 5], ( 18, 28)),
    row("Real estate agent",        (10, 54), [0, 1, 4, 6, 6, 3], [4, 0, 9], ( 10, 55)),
    // Office
    row("Secretary",                (44, 95), [1, 3, 8, 8, 4, 1], [6, 7, 1], (-14,  1)),
    row("Bookkeeper",               (22, 88), [0, 2, 7, 8, 4, 1], [7, 3, 6], (-10,  2)),
    row("Customer service clerk",   (28, 66), [1, 5, 8, 8, 4, 1], [8, 3, 0], (-20,  0)),
    row("Postal clerk",             (12, 48), [1, 3, 8, 6, 2, 0], [0, 9, 0], (  8,  0)),
    // Personal service
    row("Cook",                     (34, 42), [8, 8, 6, 3, 1, 0], [9, 2, 2], (-40,  2)),
    row("Waiter",                   (28, 70), [5, 7, 6, 6, 2, 0], [9, 0, 0], (-46,  0)),
    row("Cleaner",                  (42, 58), [9, 8, 5, 2, 0, 0], [6, 5, 6], (-40,  0)),
    row("Hairdresser",              (12, 90), [2, 4, 7, 6, 1, 0], [4, 0, 9], (-28,  2)),
    row("Child care worker",        (18, 94), [3, 5, 6, 6, 3, 1], [6, 3, 8], (-52,  0)),
    // Protective service
    row("Security guard",           (14, 24), [2, 5, 7, 6, 2, 0], [7, 5, 0], (-20,  0)),
    row("Police officer",           (16, 15), [0, 0, 5, 8, 6, 2], [0, 9, 0], ( 24,  1)),
    row("Soldier",                  (12, 15), [0, 1, 7, 7, 4, 2], [0, 9, 0], (  6,  1)),
    // Farming and forestry
    row("Farm worker",              (16, 26), [9, 7, 4, 2, 1, 0], [6, 0, 9], (-42,  8)),
    row("Forestry worker",          ( 5, 12), [5, 6, 6, 3, 1, 0], [6, 3, 7], (-22,  2)),
    // Construction
    row("Carpenter",                (26,  3), [5, 7, 7, 4, 1, 0], [6, 1, 9], ( -2,  5)),
    row("Electrician",              (18,  3), [1, 3, 8, 8, 1, 0], [7, 3, 6], ( 14,  6)),
    row("Construction labourer",    (30,  4), [9, 8, 6, 2, 0, 0], [8, 2, 6], (-14,  1)),
    // Production and repair
    row("Machine operator",         (34, 32), [7, 7, 7, 4, 1, 0], [9, 1, 1], (-10,  0)),
    row("Welder",                   (12,  5), [5, 7, 8, 4, 0, 0], [9, 1, 3], (  2,  2)),
    row("Mechanic",                 (28,  3), [3, 6, 8, 6, 1, 0], [8, 3, 6], (  0,  4)),
    // Transport and storage
    row("Truck driver",             (40,  6), [5, 7, 8, 4, 1, 0], [8, 2, 6], (  0,  3)),
    row("Bus driver",               (10, 46), [3, 5, 8, 5, 1, 0], [3, 9, 0], (-14,  0)),
    row("Warehouse worker",         (34, 26), [6, 8, 8, 4, 1, 0], [9, 1, 0], (-26,  0)),
];

/// The labels of the occupations, for the dictionary.
pub(crate) const fn labels() -> [&'static str; COUNT] {
    let mut labels = [""; COUNT];
    let mut i = 0;
    while i < COUNT {
        labels[i] = TABLE[i].label;
        i += 1;
    }
    labels
}

/// The distribution of occupations by tier of schooling, sector and sex.
pub(crate) fn occupations() -> Vec<[[Alias; SEX.len()]; SECTOR_COUNT]> {
    (0..TIER_COUNT)
        .map(|tier| std::array::from_fn(|sector| std::array::from_fn(|sex| distribution(tier, sector, sex as u8))))
        .collect()
}

/// The distribution of occupations of one tier, sector and sex.
fn distribution(tier: usize, sector: usize, sex: u8) -> Alias {
    let weights: Vec<u32> = OCCUPATIONS
        .iter()
        .map(|job| {
            let share = if sex == FEMALE { job.women } else { 100 - job.women };
            job.weight * job.schooling[tier] * job.sector[sector] * share
        })
        .collect();
    Alias::new(&weights)
}
