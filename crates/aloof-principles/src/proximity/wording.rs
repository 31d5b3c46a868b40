//! A neighbourhood in words: for titles, promises, conclusions and what would mend a group.
//!
//! Lengths between dates are days and are always called so.

use aloof_table::Decimal;

use super::Neighbourhood;
use super::neighbourhood::Form;

impl Neighbourhood {
    /// For titles: `4500`, `0.1 relative`, `20 below, 10000 above`.
    pub fn short(&self) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => below.to_string(),
            Form::Between { below, above } => format!("{below} below, {above} above"),
            Form::Relative(epsilon) => format!("{epsilon} relative"),
        }
    }

    /// For sentences, before *of some figure*: `within 100`, `from 20 below to 10000 above`, `within 10%`.
    pub fn phrase(&self) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => format!("within {below}"),
            Form::Between { below, above } => format!("from {below} below to {above} above"),
            Form::Relative(epsilon) => format!("within {}", in_percent(epsilon)),
        }
    }

    /// Where something lies that is near `thing`: `within 100 of any figure`, `from 20 below to 10000 above any figure`,
    /// `within 10% of any figure`.
    pub fn around(&self, thing: &str, dates: bool) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => format!("within {} of {thing}", length(below, dates)),
            Form::Between { below, above } => {
                format!("from {} below to {} above {thing}", length(below, dates), length(above, dates))
            }
            Form::Relative(epsilon) => format!("within {} of {thing}", in_percent(epsilon)),
        }
    }

    /// For sentences about one figure: `within 100 of it`, `within 5 days of it`, `from 20 below it to 10000 above it`,
    /// `within 10% of it`.
    pub fn around_it(&self, dates: bool) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => format!("within {} of it", length(below, dates)),
            Form::Between { below, above } => {
                format!("from {} below it to {} above it", length(below, dates), length(above, dates))
            }
            Form::Relative(epsilon) => format!("within {} of it", in_percent(epsilon)),
        }
    }

    /// For promises, of a thing: `tell the pay of anyone to within 100`, `tell the day of anyone to within 10 days`.
    pub fn telling(&self, thing: &str, dates: bool) -> String {
        match self.0 {
            Form::Between { below, above } if below == above && below == Decimal::ZERO => {
                format!("tell {thing} exactly")
            }
            Form::Between { below, above } if below == above => {
                format!("tell {thing} to within {}", length(below, dates))
            }
            Form::Between { below, above } => {
                let named = figure(dates);
                let (below, above) = (length(below, dates), length(above, dates));
                format!("name a {named} such that {thing} lies from {below} below to {above} above it")
            }
            Form::Relative(epsilon) => {
                format!("name a figure such that {thing} lies within {} of it", in_percent(epsilon))
            }
        }
    }

    /// A neighbourhood of so many times this size, around whatever figure: `within 200 of some figure`.
    pub fn wider(&self, times: u32, dates: bool) -> String {
        let some = format!("some {}", figure(dates));
        let wide = |length: Decimal| {
            let wide =
                length.mantissa().checked_mul(times.into()).map(|mantissa| Decimal::new(mantissa, length.scale()));
            wide.filter(|wide| !wide.is_negative())
        };
        let widened = match self.0 {
            Form::Between { below, above } => {
                wide(below).zip(wide(above)).map(|(b, a)| Form::Between { below: b, above: a })
            }
            Form::Relative(epsilon) => wide(epsilon).map(Form::Relative),
        };
        let widened = widened.map(Self);
        match widened {
            Some(widened) => widened.around(&some, dates),
            None => format!("within {times} times as much of {some}"),
        }
    }
}

/// A share as it is: 0.1 is `10%`, of the size of the figure that values lie around.
fn in_percent(share: Decimal) -> String {
    let scale = share.scale();
    let hundredfold = match scale {
        2.. => Some(Decimal::new(share.mantissa(), scale - 2)),
        _ => 10i128.pow(u32::from(2 - scale)).checked_mul(share.mantissa()).map(|mantissa| Decimal::new(mantissa, 0)),
    };
    let Some(text) = hundredfold.map(|share| share.to_string()) else { return format!("{share} times the size") };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}%")
}

/// What a guess names.
pub(super) fn figure(dates: bool) -> &'static str {
    if dates { "day" } else { "figure" }
}

/// So far; between dates in days.
pub(super) fn length(length: Decimal, dates: bool) -> String {
    match (dates, length == Decimal::ONE) {
        (false, _) => length.to_string(),
        (true, true) => format!("{length} day"),
        (true, false) => format!("{length} days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::decimal;

    fn forms() -> [Neighbourhood; 3] {
        [
            Neighbourhood::absolute(decimal("100")).unwrap(),
            Neighbourhood::between(decimal("20"), decimal("1")).unwrap(),
            Neighbourhood::relative(decimal("0.1")).unwrap(),
        ]
    }

    #[test]
    fn what_is_near_in_every_form() {
        let said = forms().map(|near| near.around("any figure", false));
        assert_eq!(
            said,
            ["within 100 of any figure", "from 20 below to 1 above any figure", "within 10% of any figure"]
        );
        let told = forms().map(|near| near.telling("the pay of anyone", false));
        assert_eq!(told[0], "tell the pay of anyone to within 100");
        assert_eq!(told[1], "name a figure such that the pay of anyone lies from 20 below to 1 above it");
        assert_eq!(told[2], "name a figure such that the pay of anyone lies within 10% of it");
    }

    #[test]
    fn between_dates_lie_days() {
        let [absolute, between, _] = forms();
        assert_eq!(absolute.telling("it", true), "tell it to within 100 days");
        assert_eq!(between.telling("it", true), "name a day such that it lies from 20 days below to 1 day above it");
        assert_eq!(absolute.wider(2, true), "within 200 days of some day");
    }

    #[test]
    fn a_wider_one_is_named_by_its_own_size() {
        let said = forms().map(|near| near.wider(5, false));
        assert_eq!(
            said,
            ["within 500 of some figure", "from 100 below to 5 above some figure", "within 50% of some figure"]
        );
        let shares = ["2", "0.125", "0.0050"].map(|share| in_percent(decimal(share)));
        assert_eq!(shares, ["200%", "12.5%", "0.5%"]);
        let huge = Neighbourhood::absolute(Decimal::new(i128::MAX / 2, 0)).unwrap();
        assert_eq!(huge.wider(10, false), "within 10 times as much of some figure");
    }
}
