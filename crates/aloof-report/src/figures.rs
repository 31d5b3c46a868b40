//! Numbers on a page: percent for people, fractions with a decimal beside them for auditors. Nothing is decided here.

use aloof::words::count;

/// A fraction as two whole numbers, where it is one that fits.
fn parts(exact: &str) -> Option<(u128, u128)> {
    let (above, below) = exact.split_once('/').unwrap_or((exact, "1"));
    let parts = (above.parse().ok()?, below.parse().ok()?);
    (parts.1 > 0).then_some(parts)
}

/// What an exact fraction is about; for pictures.
pub(crate) fn number(exact: &str) -> Option<f64> {
    match exact.split_once('/') {
        Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
        None => exact.parse().ok(),
    }
}

/// A share for people: `20%`, `62.5%`, and where a percentage of two places is not exact, `about 33.3%`. What is no share stays
/// as it is.
pub(crate) fn percent(exact: &str) -> String {
    let share = number(exact);
    let hundredths = parts(exact).and_then(|(above, below)| {
        let hundredths = above.checked_mul(10_000)?;
        (hundredths % below == 0).then(|| hundredths / below)
    });
    match (hundredths, share) {
        (Some(hundredths), _) => {
            let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
        }
        (None, Some(share)) => about(share),
        (None, None) => exact.to_owned(),
    }
}

/// How sure somebody may be, in a sentence: `20%`, `1 in 3`.
pub(crate) fn certainty(exact: &str) -> String {
    match (percent(exact), exact.strip_prefix("1/")) {
        (said, Some(below)) if said.starts_with("about") => format!("1 in {below}"),
        (said, _) => said,
    }
}

/// A measured share for people, to a tenth of a percent. What is not nothing is not shown as nothing, nor what is not all as all.
pub(crate) fn about(share: f64) -> String {
    let tenths = (share * 1000.0).round();
    if share.abs() < f64::EPSILON {
        return "0%".to_owned();
    }
    if share > 0.0 && tenths < 1.0 {
        return "less than 0.1%".to_owned();
    }
    if share < 1.0 && tenths >= 1000.0 {
        return "more than 99.9%".to_owned();
    }
    if share >= 1.0 && tenths <= 1000.0 {
        return if share > 1.0 { "more than 100%" } else { "100%" }.to_owned();
    }
    // As near as a share of two counts in floats is to itself.
    if (share * 1000.0 - tenths).abs() < 1e-9 {
        return format!("{}%", tenths / 10.0);
    }
    format!("about {:.1}%", tenths / 10.0)
}

/// A measured number to three digits: with more of them a figure of the original is a key to single values of it.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// The same as text: `0.0312`.
pub(crate) fn three(value: f64) -> String {
    rounded(value).to_string()
}

/// A measured mean for tables, to a tenth of a percent: `4.1%`.
pub(crate) fn tenth(share: f64) -> String {
    about(share).replace("about ", "")
}

/// A fraction for auditors: `1/5 = 0.2`, `1/3 ≈ 0.3333`; a long one by its decimal alone, which is then called near.
pub(crate) fn fraction(exact: &str) -> String {
    if !exact.contains('/') {
        return exact.to_owned();
    }
    let Some(value) = number(exact) else { return exact.to_owned() };
    let ends = parts(exact).and_then(|(above, below)| Some(above.checked_mul(10_000)? % below == 0));
    if ends == Some(true) {
        let text = format!("{value:.4}");
        let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
        return if exact.len() > LONGEST { format!("= {text}") } else { format!("{exact} = {text}") };
    }
    if exact.len() > LONGEST { format!("≈ {value:.4}") } else { format!("{exact} ≈ {value:.4}") }
}

/// Longer fractions tell a reader nothing that their decimal does not.
const LONGEST: usize = 13;

/// `3 of 10` with what that is in percent: `3,000 of 9,000 (about 33.3%)`.
pub(crate) fn part_of(some: usize, all: usize) -> String {
    match all {
        0 => format!("{} of 0", count(some)),
        _ => format!("{} of {} ({})", count(some), count(all), percent(&format!("{some}/{all}"))),
    }
}

/// A coefficient to four digits: how steep a line is has no usual size, and of a day of 20 years little is left after four places.
pub fn coefficient(value: f64) -> String {
    let places = if value.abs() < f64::MIN_POSITIVE {
        0
    } else {
        (3 - value.abs().log10().floor() as i32).clamp(0, 12) as usize
    };
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_for_people() {
        assert_eq!(
            ["1/5", "1", "5/8", "1/3", "2/3"].map(percent),
            ["20%", "100%", "62.5%", "about 33.3%", "about 66.7%"]
        );
        assert_eq!([percent("1/30000"), percent("29999/30000")], ["less than 0.1%", "more than 99.9%"]);
        assert_eq!(percent("infinite"), "infinite");
        assert_eq!([tenth(0.0412), tenth(0.0)], ["4.1%", "0%"]);
        assert_eq!([about(1.0), about(0.9999), about(1.0003)], ["100%", "more than 99.9%", "more than 100%"]);
        assert_eq!([three(0.031_249), three(123_456.0), three(0.0)], ["0.0312", "123000", "0"]);
        assert_eq!(part_of(5, 25), "5 of 25 (20%)");
        assert_eq!(["1/5", "1/3", "2/7"].map(certainty), ["20%", "1 in 3", "about 28.6%"]);
    }

    #[test]
    fn fractions_for_auditors() {
        assert_eq!(["1/5", "1/3", "1"].map(fraction), ["1/5 = 0.2", "1/3 ≈ 0.3333", "1"]);
        assert_eq!(fraction("4341291427379272/21706457301887295"), "≈ 0.2000");
        assert_eq!(fraction("100000000000000000/400000000000000000"), "= 0.25");
    }

    #[test]
    fn coefficients_have_four_digits_whatever_their_size() {
        let shown = [98.9975, -17733.2307, 0.000_012_3, 0.0, 0.5, 1_300_000.0].map(coefficient);
        assert_eq!(shown, ["99.00", "-17733", "0.00001230", "0", "0.5000", "1300000"]);
    }
}
