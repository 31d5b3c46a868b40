//! Small tables made in code.
#![allow(dead_code)] // Each test program uses its own part.

use aloof_inspect::{ColumnFacts, Inspection, Options, Role, inspect};
use aloof_table::{Column, DateColumn, Decimal, LabelColumn, NumberColumn, Table};

/// Numbers that look random and are always the same.
pub struct Draw(u64);

impl Draw {
    pub fn new() -> Self {
        Self(0x2545_f491_4f6c_dd1d)
    }

    /// Below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One of `choices`, earlier ones more often.
    pub fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        let (a, b) = (self.below(choices.len() as u64), self.below(choices.len() as u64));
        choices[a.min(b) as usize]
    }
}

pub fn labels<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Column {
    let texts: Vec<S> = texts.into_iter().collect();
    Column::Label(LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_ref()))))
}

pub fn integers(values: impl IntoIterator<Item = i64>) -> Column {
    Column::Number(NumberColumn::from_integers(values.into_iter().collect()))
}

/// Scaled numbers with `scale` digits behind the point.
pub fn decimals(values: impl IntoIterator<Item = i64>, scale: u8) -> Column {
    let values = values.into_iter().map(|value| Some(Decimal::new(i128::from(value), scale)));
    Column::Number(NumberColumn::from_decimals(values).unwrap())
}

pub fn days(values: impl IntoIterator<Item = i32>) -> Column {
    Column::Date(DateColumn::new(values.into_iter().collect()))
}

pub fn table(columns: Vec<(&str, Column)>) -> Table {
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    Table::new(columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect(), rows).unwrap()
}

pub fn look(columns: Vec<(&str, Column)>) -> Inspection {
    inspect(&table(columns), &Options::default())
}

pub fn facts<'a>(inspection: &'a Inspection, name: &str) -> &'a ColumnFacts {
    inspection.columns.iter().find(|column| column.name == name).unwrap_or_else(|| panic!("no column {name}"))
}

/// `name role` per column, to be compared at a glance.
pub fn roles(inspection: &Inspection) -> Vec<(&str, Role)> {
    inspection.columns.iter().map(|column| (column.name.as_str(), column.guess.role)).collect()
}

/// 3,000 rows in the manner of the Adult table.
pub fn adult() -> Vec<(&'static str, Column)> {
    let mut draw = Draw::new();
    let mut of =
        |choices: &[&'static str]| -> Column { labels((0..3000).map(|_| draw.of(choices)).collect::<Vec<_>>()) };
    let workclass = of(&["Private", "Self-emp-not-inc", "Local-gov", "?", "State-gov", "Without-pay"]);
    let education = of(&["HS-grad", "Some-college", "Bachelors", "Masters", "11th", "Doctorate", "1st-4th"]);
    let marital = of(&["Married-civ-spouse", "Never-married", "Divorced", "Widowed"]);
    let occupation =
        of(&["Prof-specialty", "Craft-repair", "Sales", "Other-service", "?", "Tech-support", "Armed-Forces"]);
    let relationship = of(&["Husband", "Not-in-family", "Own-child", "Wife"]);
    let race = of(&["White", "Black", "Asian-Pac-Islander", "Other"]);
    let sex = of(&["Male", "Female"]);
    let country = of(&["United-States", "Mexico", "Philippines", "Germany", "Cuba", "Laos"]);
    let income = of(&["<=50K", ">50K"]);
    let split = of(&["train", "test"]);
    let mut number =
        |limit: u64, lowest: i64| integers((0..3000).map(|_| lowest + draw.below(limit) as i64).collect::<Vec<_>>());
    let (age, fnlwgt, hours) = (number(74, 17), number(400_000, 12_285), number(60, 20));
    let gain = integers((0..3000).map(|i| if i % 12 == 0 { 1000 + i * 31 } else { 0 }));
    let years = integers((0..3000).map(|i| 1 + i % 16));
    vec![
        ("age", age),
        ("workclass", workclass),
        ("fnlwgt", fnlwgt),
        ("education", education),
        ("education-num", years),
        ("marital-status", marital),
        ("occupation", occupation),
        ("relationship", relationship),
        ("race", race),
        ("sex", sex),
        ("capital-gain", gain),
        ("hours-per-week", hours),
        ("native-country", country),
        ("income", income),
        ("split", split),
    ]
}

/// 2,000 rows in the manner of a city's list of salaries.
pub fn city_pay() -> Vec<(&'static str, Column)> {
    let mut draw = Draw::new();
    let titles = [
        "POLICE OFFICER",
        "LABORER",
        "Office Assistant II",
        "ASSISTANT STATE'S ATTORNEY",
        "Facilities/Office Services II",
    ];
    let names: Vec<String> = (0..2000).map(person).collect();
    let title: Vec<&str> = (0..2000).map(|_| draw.of(&titles)).collect();
    let agency: Vec<u64> = (0..2000).map(|_| draw.below(80)).collect();
    let hired: Vec<i32> = (0..2000).map(|_| 3000 + draw.below(12_000) as i32).collect();
    let salary: Vec<i64> = (0..2000).map(|_| 15_000 + (draw.below(300) * draw.below(600)) as i64).collect();
    let gross: Vec<i64> = salary.iter().map(|pay| pay * 97 + draw.below(9000) as i64).collect();
    vec![
        ("name", labels(names)),
        ("JobTitle", labels(title)),
        ("AgencyID", labels(agency.iter().map(|id| format!("A{id:05}")))),
        ("Agency", labels(agency.iter().map(|id| format!("Dept of Works ({id:03})")))),
        ("HireDate", days(hired)),
        ("AnnualSalary", integers(salary)),
        ("GrossPay", decimals(gross, 2)),
    ]
}

/// A different name for every number: `Babode,Fihaka G`.
pub fn person(number: i64) -> String {
    let word = |mut rest: i64| {
        let mut word = String::new();
        for place in 0..3 {
            let consonant = b"bdfghklmnprst"[(rest % 13) as usize] as char;
            word.push(if place == 0 { consonant.to_ascii_uppercase() } else { consonant });
            word.push(b"aeiou"[(rest % 5) as usize] as char);
            rest /= 13;
        }
        word
    };
    format!("{},{} {}", word(number), word(number * 7 + 1), (b'A' + (number % 26) as u8) as char)
}

/// 600 rows in the manner of a panel of blood tests.
pub fn blood_tests() -> Vec<(&'static str, Column)> {
    let mut draw = Draw::new();
    let category = ["0=Blood Donor", "1=Hepatitis", "2=Fibrosis", "3=Cirrhosis", "0s=suspect Blood Donor"];
    let age = integers((0..600).map(|_| 19 + draw.below(58) as i64).collect::<Vec<_>>());
    let sex = labels((0..600).map(|_| draw.of(&["m", "f"])).collect::<Vec<_>>());
    let mut test =
        |lowest: i64, width: u64| decimals((0..600).map(|_| lowest + draw.below(width) as i64).collect::<Vec<_>>(), 1);
    let tests =
        ["ALB", "ALP", "ALT", "AST", "BIL", "CHE", "CHOL", "CREA", "GGT", "PROT"].map(|name| (name, test(140, 700)));
    let mut columns = vec![("Age", age), ("Sex", sex)];
    columns.extend(tests);
    columns.push(("Category", labels((0..600).map(|_| draw.of(&category)).collect::<Vec<_>>())));
    columns
}

/// 300 rows in the manner of a heart study.
pub fn heart() -> Vec<(&'static str, Column)> {
    let mut draw = Draw::new();
    let pain = labels((0..300).map(|_| draw.of(&["asymptomatic", "nonanginal", "typical"])).collect::<Vec<_>>());
    let thal = labels((0..300).map(|_| draw.of(&["normal", "reversable", "fixed"])).collect::<Vec<_>>());
    let disease = labels((0..300).map(|_| draw.of(&["No", "Yes"])).collect::<Vec<_>>());
    let mut number =
        |lowest: i64, width: u64| integers((0..300).map(|_| lowest + draw.below(width) as i64).collect::<Vec<_>>());
    vec![
        ("Age", number(29, 48)),
        ("Sex", number(0, 2)),
        ("ChestPain", pain),
        ("RestBP", number(94, 106)),
        ("Chol", number(126, 300)),
        ("Fbs", number(0, 2)),
        ("RestECG", number(0, 3)),
        ("MaxHR", number(71, 131)),
        ("ExAng", number(0, 2)),
        ("Slope", number(1, 3)),
        ("Ca", number(0, 4)),
        ("Thal", thal),
        ("AHD", disease),
    ]
}
