//! The signs that people put beside numbers: currencies and the percent sign.

/// Every sign that is known, as it is written. A longer one comes before one that it begins or ends with.
const UNITS: &[&str] = &[
    "€", "EUR", "Euro", "euro", "US$", "A$", "C$", "R$", "$", "USD", "£", "GBP", "¥", "JPY", "CNY", "RMB", "SFr.",
    "Fr.", "CHF", "kr.", "kr", "SEK", "NOK", "DKK", "zł", "PLN", "Kč", "CZK", "HUF", "lei", "RON", "лв", "BGN", "₽",
    "RUB", "₺", "TRY", "₴", "UAH", "₹", "INR", "BRL", "ZAR", "₩", "KRW", "₪", "ILS", "AUD", "CAD", "NZD", "HKD", "SGD",
    "MXN", "%",
];

/// The percent sign: `12.5 %` is 12.5, not 0.125.
pub const PERCENT: &str = "%";

/// The sign in front of a text, and what follows it. Letters need a blank behind them: `CHF 12` is an amount, `CHF12` a code.
pub(super) fn in_front(text: &str) -> Option<(&'static str, &str)> {
    let found = UNITS.iter().find_map(|unit| Some((*unit, text.strip_prefix(unit)?)));
    found.filter(|(unit, rest)| !unit.ends_with(char::is_alphabetic) || rest.starts_with(super::is_blank))
}

/// The sign behind a text, and what stands before it.
pub(super) fn behind(text: &str) -> Option<(&'static str, &str)> {
    UNITS.iter().find_map(|unit| Some((*unit, text.strip_suffix(unit)?)))
}
