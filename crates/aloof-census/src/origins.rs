//! Where people come from: races, birthplaces, and how the two go together.
//!
//! The provinces are invented; they differ in size by a factor of fifty, as
//! provinces do, so that rare birthplaces occur and have to be generalized.

use crate::alias::Alias;
use crate::hierarchies::{REGION_COUNT, REGION_OF};
use crate::labels::RACE;

/// Number of birthplaces.
pub(crate) const COUNT: usize = 60;

/// Birthplaces with the weight of each, region by region.
const PLACES: [(&str, u32); COUNT] = [
    // Northland
    ("Aldermoor", 310),
    ("Brackenfell", 190),
    ("Carrowmere", 120),
    ("Dunhaven", 260),
    ("Eskdale Heights", 45),
    ("Frostwick", 22),
    ("Glenharrow", 88),
    ("Highmarch", 64),
    ("Ironvale", 150),
    // Eastmark
    ("Amberford", 520),
    ("Bellhaven", 410),
    ("Castlereach", 240),
    ("Dovecote Bay", 130),
    ("Eastbridge", 620),
    ("Fallowmere", 75),
    ("Greywater", 170),
    ("Harbour Isles", 28),
    ("Kingsmouth", 340),
    // Southshore
    ("Applegrove", 215),
    ("Bayou Crossing", 140),
    ("Cedar Plains", 380),
    ("Delta Parish", 160),
    ("Evergreen", 95),
    ("Fairmeadow", 280),
    ("Goldensand", 450),
    ("Hollow Creek", 60),
    ("Longleaf", 205),
    // Westreach
    ("Arroyo Seco", 135),
    ("Bluemesa", 52),
    ("Cascadia Point", 290),
    ("Desert Springs", 110),
    ("Eagle Ridge", 36),
    ("Fernwood", 180),
    ("Grand Basin", 48),
    ("Highland Lakes", 18),
    ("Pacific Bay", 1050),
    // Europe
    ("Germany", 46),
    ("Ireland", 14),
    ("Italy", 26),
    ("Poland", 30),
    ("Portugal", 16),
    ("Ukraine", 24),
    // Asia
    ("China", 92),
    ("India", 98),
    ("Iran", 18),
    ("Japan", 20),
    ("Philippines", 84),
    ("South Korea", 44),
    ("Vietnam", 58),
    // Americas
    ("Brazil", 22),
    ("Colombia", 34),
    ("Cuba", 48),
    ("Guatemala", 44),
    ("Jamaica", 36),
    ("Mexico", 420),
    // Africa
    ("Egypt", 14),
    ("Ethiopia", 18),
    ("Nigeria", 24),
    // Oceania
    ("Fiji", 7),
    ("Samoa", 6),
];

/// People of each race in ten thousand.
const RACES: [u32; RACE.len()] = [7400, 1180, 620, 45, 165, 590];

/// How much likelier than its weight a region is for a race, in percent.
const AFFINITY: [[u32; REGION_COUNT]; RACE.len()] = [
    [115, 105, 95, 100, 130, 6, 85, 8, 20],
    [70, 110, 170, 60, 6, 2, 75, 700, 5],
    [25, 60, 25, 95, 5, 1500, 5, 20, 60],
    [15, 20, 15, 130, 3, 80, 5, 2, 9000],
    [140, 30, 90, 180, 2, 2, 45, 1, 10],
    [70, 95, 85, 135, 40, 120, 160, 60, 300],
];

/// The labels of the birthplaces, for the dictionary.
pub(crate) const fn labels() -> [&'static str; COUNT] {
    let mut labels = [""; COUNT];
    let mut i = 0;
    while i < COUNT {
        labels[i] = PLACES[i].0;
        i += 1;
    }
    labels
}

/// The distribution of races.
pub(crate) fn races() -> Alias {
    Alias::new(&RACES)
}

/// The distribution of birthplaces of each race.
pub(crate) fn birthplaces() -> Vec<Alias> {
    AFFINITY
        .iter()
        .map(|affinity| {
            let weights: Vec<u32> =
                PLACES.iter().zip(REGION_OF).map(|(place, region)| place.1 * affinity[usize::from(region)]).collect();
            Alias::new(&weights)
        })
        .collect()
}
