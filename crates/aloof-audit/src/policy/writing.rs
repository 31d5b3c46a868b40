//! How numbers and dates are written in the data: `decimal` and `date`, of one column or under `[input]`; and `encoding`.

use aloof_io::{Encoding, Writing};
use aloof_table::Kind;
use aloof_table::notation::{DatePattern, DecimalSign};

use super::PolicyError;
use super::fields::Fields;

/// Reads `decimal = ","` and `date = "d.m.y"`.
pub(super) fn check_writing(fields: &Fields<'_>) -> Result<Writing, PolicyError> {
    let wrong = |key: &str, problem: String| PolicyError::new(fields.place(key), problem);
    let decimal = fields.text("decimal")?.map(decimal_sign).transpose().map_err(|problem| wrong("decimal", problem))?;
    let date = fields.text("date")?.map(date_pattern).transpose().map_err(|problem| wrong("date", problem))?;
    Ok(Writing { decimal, date })
}

/// What a column is whose writing is declared, if that fits what else is declared of it.
pub(super) fn kind_of(fields: &Fields<'_>, writing: Writing, kind: Option<Kind>) -> Result<Option<Kind>, PolicyError> {
    let refuse = |key: &str, message: &str| Err(PolicyError::new(fields.place(key), message));
    match (writing.decimal, writing.date, kind) {
        (None, None, kind) => Ok(kind),
        (Some(_), Some(_), _) => {
            refuse("date", "`decimal` and `date` do not go together: a column holds numbers or dates")
        }
        (Some(_), None, None | Some(Kind::Number)) => Ok(Some(Kind::Number)),
        (None, Some(_), None | Some(Kind::Date)) => Ok(Some(Kind::Date)),
        (Some(_), None, _) => refuse("decimal", "`decimal` is for columns of numbers, and this one has another `type`"),
        (None, Some(_), _) => refuse("date", "`date` is for columns of dates, and this one has another `type`"),
    }
}

/// A decimal sign, as people write it.
pub fn decimal_sign(text: &str) -> Result<DecimalSign, String> {
    DecimalSign::parse(text).ok_or_else(|| "a decimal sign is `,` or `.`".to_owned())
}

/// The order of day, month and year, as people write it.
pub fn date_pattern(text: &str) -> Result<DatePattern, String> {
    DatePattern::parse(text).ok_or_else(|| {
        "how dates are written is said by d, m and y in their order, such as `d.m.y`, `m/d/y`, `y-m-d`, `d mon y` for a month in \
         letters, `ymd` for 19690206, `d.m.yy` for years of two digits"
            .to_owned()
    })
}

/// A character encoding, by its name.
pub fn encoding(text: &str) -> Result<Encoding, String> {
    Encoding::named(text).ok_or_else(|| {
        format!("`{text}` is no encoding that is known; some are utf-8, utf-16, windows-1252, latin-1, windows-1250, windows-1251, gb18030, shift_jis")
    })
}
