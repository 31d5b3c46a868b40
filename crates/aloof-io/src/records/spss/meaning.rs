//! What a format says of numbers: dates are seconds since 1582-10-14, times are seconds.

use super::Meaning;

/// 1582-10-14, counted from 1970.
const DAY: i32 = -141_428;

/// A format: its number, and how wide it shows a value.
pub(super) fn of(format: u32) -> Meaning {
    match format >> 16 & 0xff {
        // DATE, DATETIME, ADATE, JDATE, MOYR, QYR, WKYR, EDATE, SDATE, YMDHMS.
        20 | 22..=24 | 28..=30 | 38 | 39 | 41 => Meaning::Since { day: DAY, per_day: 86_400 },
        // TIME, DTIME, MTIME.
        21 | 25 | 40 => Meaning::Clock,
        _ => Meaning::Number,
    }
}

/// Plain numbers, whose digits are always said.
const PLAIN: u32 = 5;

/// `F8.2`, `DATE11`, `A20`; of a very long text, `whole` is its width.
pub(super) fn name(format: u32, whole: usize) -> String {
    let (kind, width, digits) = (format >> 16 & 0xff, format >> 8 & 0xff, format & 0xff);
    let width = if whole > super::PIECE { whole } else { width as usize };
    let name = NAMES.get(kind as usize).copied().unwrap_or_default();
    if digits > 0 || kind == PLAIN { format!("{name}{width}.{digits}") } else { format!("{name}{width}") }
}

/// By number; some were never used.
const NAMES: &[&str] = &[
    "", "A", "AHEX", "COMMA", "DOLLAR", "F", "IB", "PIBHEX", "P", "PIB", "PK", "RB", "RBHEX", "", "", "Z", "N", "E",
    "", "", "DATE", "TIME", "DATETIME", "ADATE", "JDATE", "DTIME", "WKDAY", "MONTH", "MOYR", "QYR", "WKYR", "PCT",
    "DOT", "CCA", "CCB", "CCC", "CCD", "CCE", "EDATE", "SDATE", "MTIME", "YMDHMS",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        assert_eq!(name(5 << 16 | 8 << 8 | 2, 0), "F8.2");
        assert_eq!(name(20 << 16 | 11 << 8, 0), "DATE11");
        assert_eq!(name(41 << 16 | 20 << 8, 0), "YMDHMS20");
        assert_eq!(name(5 << 16 | 8 << 8, 0), "F8.0");
        assert_eq!(name(1 << 16 | 255 << 8, 32_000), "A32000");
        assert_eq!(of(38 << 16), Meaning::Since { day: DAY, per_day: 86_400 });
        assert_eq!(of(21 << 16 | 8 << 8), Meaning::Clock);
        assert_eq!(of(27 << 16), Meaning::Number);
    }
}
