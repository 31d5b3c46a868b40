//! A distance of one's own: rows are dealt into groups in which few people have diagnoses that doctors would call alike.
//!
//! `cargo run --example own_distance`
//!
//! Diagnoses are codes such as `J45.1`. Two are at distance 0 when equal, 1 when they share the part before the point, 2
//! when they share the letter, and 3 otherwise.

use aloof_methods::xcolor::{Problem, Room, Star, xcolor};
use aloof_methods::{Axis, loss};
use aloof_principles::{Dissimilarity, Distance, Metric, Principle, Shape, Similar, Unfit};
use aloof_table::{Attribute, Column, Decimal, Domain, LabelColumn, NumberColumn};

/// How far up two codes agree.
#[derive(Debug)]
struct Chapters;

impl Metric for Chapters {
    fn name(&self) -> &'static str {
        "chapters"
    }

    /// An ultrametric: no detour is shorter.
    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        let Domain::Labels(labels) = domain else {
            return Err(Unfit("`chapters` compares diagnosis codes".to_owned()));
        };
        Ok(Box::new(Within { labels: labels.clone(), epsilon }))
    }
}

struct Within {
    labels: Vec<String>,
    epsilon: Decimal,
}

impl Similar for Within {
    fn similar(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.labels[a as usize], &self.labels[b as usize]);
        let before = |code: &str| code.split('.').next().unwrap_or_default().to_owned();
        let distance = if a == b {
            0
        } else if before(a) == before(b) {
            1
        } else if a.chars().next() == b.chars().next() {
            2
        } else {
            3
        };
        Decimal::from(distance) <= self.epsilon
    }
}

/// Deals four hundred invented patients.
pub fn main() {
    let letters = ["A", "C", "E", "F", "I", "J", "K", "M", "N", "S"];
    let code = |row: usize| format!("{}{}.{}", letters[row * 7 % 10], 10 + row * 13 % 4, row * 3 % 5);
    let codes: Vec<String> = (0..400).map(code).collect();
    let diagnoses = Column::Label(LabelColumn::from_texts(codes.iter().map(|code| Some(code.as_str()))));
    let ages = Column::Number(NumberColumn::from_integers((0..400).map(|row| 20 + row * 31 % 60).collect()));

    // At most 30% of the others in a group of ten may share the part before the point.
    let rule = Dissimilarity::new(Distance::own(Chapters), Decimal::ONE, "0.7".parse().expect("a decimal"), 10)
        .expect("sound parameters");
    let attribute = Attribute::new(&[("diagnosis", &diagnoses)], |_| false);
    let similar = rule.similar(attribute.domain()).expect("codes");
    let stars = [Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule), shape: Shape::Star }];
    let axes = [Axis::new(&ages, None)];
    let problem = Problem { axes: &axes, rows: 400, stars: &stars, least: rule.k(), may_stand: None };
    let groups = xcolor(&problem).expect("groups exist");

    let check = rule.bind(&attribute).expect("codes");
    assert!(groups.iter().all(|rows| check.judge(&attribute.group(rows)).holds));
    println!("{} groups keep {}; their loss is {:.3}", groups.len(), rule.title(), loss(&axes, &groups));
}
