//! The names of months in the languages of the column names that are known: English, German, French, Spanish, Italian, Dutch.

/// Small letters, whole and shortened, a month a line.
const NAMES: [&str; 12] = [
    "january januar jänner janvier enero gennaio januari jan jän janv ene gen",
    "february februar feber février fevrier febrero febbraio februari feb févr fév",
    "march märz maerz mars marzo maart mar mär mrz mrt",
    "april avril abril aprile apr avr abr",
    "may mai mayo maggio mei mag",
    "june juni juin junio giugno jun giu",
    "july juli juillet julio luglio jul juil lug",
    "august août aout agosto augustus aug aoû ago",
    "september septembre septiembre settembre sep sept set",
    "october oktober octobre octubre ottobre oct okt ott",
    "november novembre noviembre nov",
    "december dezember décembre decembre diciembre dicembre dec dez déc dic",
];

/// The month, 1 to 12, that a word names.
pub(super) fn month(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let at = NAMES.iter().position(|names| names.split_ascii_whitespace().any(|name| name == word));
    at.map(|at| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_names_two_months() {
        let mut all: Vec<&str> = NAMES.iter().flat_map(|line| line.split_ascii_whitespace()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!((month("Feb"), month("DÉC"), month("mai"), month("x")), (Some(2), Some(12), Some(5), None));
    }
}
