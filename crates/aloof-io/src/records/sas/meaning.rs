//! What a format says of numbers: days, seconds of points in time, seconds of times, all since 1960.

use super::Meaning;

/// 1960-01-01, counted from 1970.
const DAY: i32 = -3653;

/// Formats of days, without their widths.
const DAYS: &[&str] = &[
    "B8601DA", "DATE", "DAY", "DDMMYY", "DDMMYYB", "DDMMYYC", "DDMMYYD", "DDMMYYN", "DDMMYYP", "DDMMYYS", "DOWNAME",
    "E8601DA", "JULDAY", "JULIAN", "MINGUO", "MMDDYY", "MMDDYYB", "MMDDYYC", "MMDDYYD", "MMDDYYN", "MMDDYYP",
    "MMDDYYS", "MMYY", "MMYYC", "MMYYD", "MMYYN", "MMYYP", "MMYYS", "MONNAME", "MONTH", "MONYY", "NENGO", "QTR",
    "QTRR", "WEEKDATE", "WEEKDATX", "WEEKDAY", "WEEKU", "WEEKV", "WEEKW", "WORDDATE", "WORDDATX", "YEAR", "YYMM",
    "YYMMC", "YYMMD", "YYMMDD", "YYMMDDB", "YYMMDDC", "YYMMDDD", "YYMMDDN", "YYMMDDP", "YYMMDDS", "YYMMN", "YYMMP",
    "YYMMS", "YYMON", "YYQ", "YYQC", "YYQD", "YYQN", "YYQP", "YYQR", "YYQRC", "YYQRD", "YYQRN", "YYQRP", "YYQRS",
    "YYQS", "YYWEEKU", "YYWEEKV", "YYWEEKW",
];

/// Formats of points in time.
const MOMENTS: &[&str] = &[
    "B8601DN", "B8601DT", "B8601DX", "B8601DZ", "B8601LX", "DATEAMPM", "DATETIME", "DTDATE", "DTMONYY", "DTWKDATX",
    "DTYEAR", "DTYYQC", "E8601DN", "E8601DT", "E8601DX", "E8601DZ", "E8601LX", "MDYAMPM",
];

/// Formats of times of day.
const TIMES: &[&str] = &["B8601TM", "E8601TM", "HHMM", "HOUR", "MMSS", "TIME", "TIMEAMPM", "TOD"];

/// A format's name may have its width behind it: `DATE9.`
pub(super) fn of(format: &str) -> Meaning {
    let bare = format.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
    match bare {
        bare if DAYS.contains(&bare) => Meaning::Since { day: DAY, per_day: 1 },
        bare if MOMENTS.contains(&bare) => Meaning::Since { day: DAY, per_day: 86_400 },
        bare if TIMES.contains(&bare) => Meaning::Clock,
        _ => Meaning::Number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        assert_eq!(of("DATE9."), Meaning::Since { day: DAY, per_day: 1 });
        assert_eq!(of("DATETIME"), Meaning::Since { day: DAY, per_day: 86_400 });
        assert_eq!(of("TIME8.2"), Meaning::Clock);
        assert_eq!(of("BEST12."), Meaning::Number);
        assert_eq!(of(""), Meaning::Number);
    }
}
