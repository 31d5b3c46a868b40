//! Which values a file declares to be missing, besides those that its format has for it.

use aloof_table::{Decimal, DeclaredMissing};

use super::field::Exact;

/// What means missing in a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MissingRule {
    pub(crate) system: System,
    /// Declared for this column, as numbers.
    pub(crate) values: Vec<f64>,
    /// Declared for this column: all from the one to the other.
    pub(crate) range: Option<(f64, f64)>,
    /// Declared for this column, as texts.
    pub(crate) texts: Vec<String>,
}

/// What a program has for *missing*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum System {
    /// Nothing.
    #[default]
    None,
    /// Whole numbers above this one.
    Above(i64),
    /// Stata: floats from 2^127 on, doubles from 2^1023 on.
    Huge,
    /// SPSS: the least double there is.
    Least,
    /// SAS: what is no number.
    NotANumber,
}

impl MissingRule {
    pub(crate) fn of(system: System) -> Self {
        Self { system, ..Self::default() }
    }

    /// Without what is declared for this column.
    pub(crate) fn forget_declared(&mut self) {
        *self = Self::of(self.system);
    }

    pub(crate) fn holds(&self, number: Exact) -> bool {
        self.is_system(number) || self.is_declared(number.float())
    }

    fn is_system(&self, number: Exact) -> bool {
        match (self.system, number) {
            (System::Above(most), Exact::Whole(value)) => value > most,
            (System::Huge, Exact::Single(value)) => value >= f32::from_bits(0x7f00_0000),
            (System::Huge, Exact::Double(value)) => value >= f64::from_bits(0x7fe0_0000_0000_0000),
            (System::Least, Exact::Double(value)) => value.to_bits() == f64::MIN.to_bits(),
            (System::NotANumber, Exact::Double(value)) => value.is_nan(),
            _ => false,
        }
    }

    fn is_declared(&self, value: f64) -> bool {
        let same = |other: &f64| other.to_bits() == value.to_bits() || (*other - value).abs() == 0.0;
        self.values.iter().any(same) || self.range.is_some_and(|(low, high)| (low..=high).contains(&value))
    }

    pub(crate) fn holds_text(&self, text: &str) -> bool {
        self.texts.iter().any(|other| other == text)
    }

    /// As a codebook says it. A range that reaches to the least or the greatest number is open.
    pub(crate) fn declared(&self) -> Vec<DeclaredMissing> {
        let end = |value: f64| if value.abs() >= f64::MAX / 2.0 { None } else { Decimal::from_f64(value).ok() };
        let range = self.range.map(|(low, high)| DeclaredMissing::Range { low: end(low), high: end(high) });
        let values =
            self.values.iter().filter_map(|value| Decimal::from_f64(*value).ok().map(|value| value.to_string()));
        let texts = self.texts.iter().cloned();
        range.into_iter().chain(values.chain(texts).map(DeclaredMissing::Value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_its_own() {
        let stata = MissingRule::of(System::Huge);
        assert!(stata.holds(Exact::Single(f32::from_bits(0x7f00_0800))) && !stata.holds(Exact::Single(1.7e38)));
        assert!(
            stata.holds(Exact::Double(f64::from_bits(0x7fe0_0100_0000_0000))) && !stata.holds(Exact::Double(8.9e307))
        );
        assert!(MissingRule::of(System::Above(100)).holds(Exact::Whole(101)));
        assert!(!MissingRule::of(System::Above(100)).holds(Exact::Whole(100)));
        let spss = MissingRule { values: vec![-9.0], range: Some((90.0, f64::MAX)), ..MissingRule::of(System::Least) };
        for value in [f64::MIN, -9.0, 90.0, 1e300] {
            assert!(spss.holds(Exact::Double(value)));
        }
        assert!(!spss.holds(Exact::Double(89.5)));
        let told: Vec<String> = spss.declared().iter().map(ToString::to_string).collect();
        assert_eq!(told, [">=90", "-9"]);
    }
}
