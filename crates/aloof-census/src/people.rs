//! Drawing a person: every column but the income, causes before effects.
//!
//! Age, sex and race come first; race leads to the birthplace, age and
//! birthplace to the education, those to the work class, and all of them to the
//! occupation. Each step is one draw from the table for what is known by then.

use crate::alias::Alias;
use crate::draw::Draw;
use crate::hierarchies::{REGION_COUNT, REGION_OF, SECTOR_COUNT, SECTOR_OF, TIER_COUNT, TIER_OF};
use crate::labels::{FEMALE, MALE, SEX};
use crate::life::{self, AGE_MIN};
use crate::{marriage, occupations, origins, schooling, work};

/// A person: age in years, and codes into the dictionaries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    pub(crate) age: u8,
    pub(crate) birthplace: u8,
    pub(crate) occupation: u8,
    pub(crate) sex: u8,
    pub(crate) marital_status: u8,
    pub(crate) race: u8,
    pub(crate) education: u8,
    pub(crate) work_class: u8,
}

/// The distributions people are drawn from.
pub(crate) struct People {
    ages: Alias,
    races: Alias,
    birthplaces: Vec<Alias>,
    educations: Vec<[Alias; REGION_COUNT]>,
    work_classes: Vec<[Alias; TIER_COUNT]>,
    occupations: Vec<[[Alias; SEX.len()]; SECTOR_COUNT]>,
    statuses: Vec<[Alias; SEX.len()]>,
}

impl People {
    /// Builds all tables.
    pub(crate) fn new() -> Self {
        Self {
            ages: Alias::new(&life::age_weights()),
            races: origins::races(),
            birthplaces: origins::birthplaces(),
            educations: schooling::educations(),
            work_classes: work::work_classes(),
            occupations: occupations::occupations(),
            statuses: marriage::statuses(),
        }
    }

    /// Draws a person.
    #[inline]
    pub(crate) fn draw(&self, draw: &mut Draw) -> Person {
        let age = AGE_MIN + draw.code(&self.ages);
        let (cohort, stage) = (life::cohort(age), life::stage(age));
        let sex = if draw.per_mille(life::women_per_mille(age)) { FEMALE } else { MALE };
        let race = draw.code(&self.races);
        let birthplace = draw.code(&self.birthplaces[usize::from(race)]);
        let region = usize::from(REGION_OF[usize::from(birthplace)]);
        let education = draw.code(&self.educations[cohort][region]);
        let tier = usize::from(TIER_OF[usize::from(education)]);
        let work_class = draw.code(&self.work_classes[stage][tier]);
        let sector = usize::from(SECTOR_OF[usize::from(work_class)]);
        let occupation = draw.code(&self.occupations[tier][sector][usize::from(sex)]);
        let marital_status = draw.code(&self.statuses[cohort][usize::from(sex)]);
        Person { age, birthplace, occupation, sex, marital_status, race, education, work_class }
    }
}
