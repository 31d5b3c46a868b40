//! The signs that people put beside numbers: currencies, the percent sign, and units of measure.

/// Every sign that is known, as it is written. A longer one comes before one that it begins or ends with.
const UNITS: &[&str] = &[
    "€", "EUR", "Euro", "euro", "US$", "A$", "C$", "R$", "$", "USD", "£", "GBP", "¥", "JPY", "CNY", "RMB", "SFr.",
    "Fr.", "CHF", "kr.", "kr", "SEK", "NOK", "DKK", "zł", "PLN", "Kč", "CZK", "HUF", "lei", "RON", "лв", "BGN", "₽",
    "RUB", "₺", "TRY", "₴", "UAH", "₹", "INR", "BRL", "ZAR", "₩", "KRW", "₪", "ILS", "AUD", "CAD", "NZD", "HKD", "SGD",
    "MXN", "%",
];

/// Units of measure stand behind a number and a blank: `82,5 kg` is a weight, `12m` may be a code.
const MEASURES: &[&str] = &[
    "kg", "g", "mg", "µg", "μg", "ng", "lb", "lbs", "t", "km", "m", "cm", "mm", "l", "L", "dl", "ml", "mL", "mmHg",
    "mmol/l", "mmol/L", "mg/dl", "mg/dL", "g/dl", "g/dL", "g/l", "U/l", "U/L", "bpm", "°C", "°F", "kcal", "kWh", "h",
    "min", "s", "Std.", "Min.", "m²", "qm", "km²", "ha", "J.", "Jahre", "years", "yrs", "y", "ans", "Mon.", "months",
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
    let measured = |unit: &&'static str| {
        let rest = text.strip_suffix(unit)?;
        rest.ends_with(super::is_blank).then_some((*unit, rest))
    };
    MEASURES.iter().find_map(measured).or_else(|| UNITS.iter().find_map(|unit| Some((*unit, text.strip_suffix(unit)?))))
}
