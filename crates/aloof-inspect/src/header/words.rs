//! A column's name in words: lower case, without accents.

/// Splits where a separator stands, where a capital follows a small letter, before the last of several capitals
/// (`GPSPosition`) and between letters and digits.
pub(super) fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for (at, &character) in characters.iter().enumerate() {
        if !character.is_alphanumeric() {
            // Combining accents belong to the letter before them.
            open &= is_combining(character);
            continue;
        }
        let before = at.checked_sub(1).map(|at| characters[at]);
        if !open || before.is_some_and(|before| is_border(before, character, characters.get(at + 1).copied())) {
            words.push(String::new());
        }
        open = true;
        let word = words.last_mut().expect("just pushed, or open since one was");
        character.to_lowercase().for_each(|lower| fold(lower, word));
    }
    words
}

fn is_border(before: char, this: char, next: Option<char>) -> bool {
    let small_to_capital = before.is_lowercase() && this.is_uppercase();
    let last_capital = before.is_uppercase() && this.is_uppercase() && next.is_some_and(char::is_lowercase);
    small_to_capital || last_capital || before.is_numeric() != this.is_numeric()
}

fn is_combining(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// Adds `character` without its accent.
fn fold(character: char, word: &mut String) {
    let plain = match character {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o",
        'ù' | 'ú' | 'û' | 'ü' => "u",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        other if is_combining(other) => "",
        other => return word.push(other),
    };
    word.push_str(plain);
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn splits_at_borders() {
        assert_eq!(words("AnnualSalary"), ["annual", "salary"]);
        assert_eq!(words("GPSPosition"), ["gps", "position"]);
        assert_eq!(words("AgencyID"), ["agency", "id"]);
        assert_eq!(words("BILL_AMT1"), ["bill", "amt", "1"]);
        assert_eq!(words("default.payment next-month"), ["default", "payment", "next", "month"]);
        assert_eq!(words("PINCP"), ["pincp"]);
        assert!(words(" -- ").is_empty());
        assert!(words("").is_empty());
    }

    #[test]
    fn drops_accents() {
        assert_eq!(words("Geschäftsführer_Straße"), ["geschaftsfuhrer", "strasse"]);
        assert_eq!(words("prénom"), ["prenom"]);
        assert_eq!(words("pre\u{301}nom"), ["prenom"]);
        assert_eq!(words("姓名_2"), ["姓名", "2"]);
    }
}
