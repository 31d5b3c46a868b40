//! What a format says of numbers: `%td` days, `%tc` milliseconds, `%tm` months, all since 1960.

use super::Meaning;

/// 1960-01-01, counted from 1970.
const DAY: i32 = -3653;

pub(super) fn of(format: &str) -> Meaning {
    let rest = format.strip_prefix('%').unwrap_or(format);
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (Some('t'), Some('d')) | (Some('d'), _) => Meaning::Since { day: DAY, per_day: 1 },
        (Some('t'), Some('c')) => Meaning::Since { day: DAY, per_day: 86_400_000 },
        (Some('t'), Some('w')) => Meaning::Periods(52),
        (Some('t'), Some('m')) => Meaning::Periods(12),
        (Some('t'), Some('q')) => Meaning::Periods(4),
        (Some('t'), Some('h')) => Meaning::Periods(2),
        // Years are numbers, days of a business calendar need that calendar, and `%tC` counts leap seconds.
        _ => Meaning::Number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_dates() {
        let days = Meaning::Since { day: DAY, per_day: 1 };
        for (format, meaning) in [
            ("%td", days),
            ("%tdD_m_Y", days),
            ("%d", days),
            ("%-td", days),
            ("%tc", Meaning::Since { day: DAY, per_day: 86_400_000 }),
            ("%tm", Meaning::Periods(12)),
            ("%ty", Meaning::Number),
            ("%tC", Meaning::Number),
            ("%9.0g", Meaning::Number),
            ("%12s", Meaning::Number),
        ] {
            assert_eq!(of(format), meaning, "{format}");
        }
    }
}
