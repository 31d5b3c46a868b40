//! Names of people by their shape: `Ada Lovelace`, `Ludwig van Beethoven`, `Aaron,Patricia G`, `MÜLLER, Hans-Peter`.
//!
//! A weak sign: streets, firms and job titles have the same shape. Whoever asks must also see that values hardly repeat.

/// Two to four words that are capitalized or initials, particles between them; a comma may follow the first part.
pub(super) fn matches(text: &str) -> bool {
    if text.matches(',').count() > 1 || text.starts_with(',') || text.ends_with(',') {
        return false;
    }
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let named = words.iter().filter(|word| is_name(word)).count();
    let helped = words.iter().filter(|word| is_particle(word) || is_initial(word)).count();
    named + helped == words.len()
        && named >= 2.min(words.len())
        && (2..=4).contains(&(named + helped))
        && !is_firm(&words)
}

/// A capital, then letters; hyphens and apostrophes join parts that are capitalized themselves or not.
fn is_name(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let mut chars = word.chars();
    let starts = chars.next().is_some_and(char::is_uppercase);
    starts
        && letters >= 2
        && chars.all(|c| c.is_alphabetic() || "-'’".contains(c))
        && word.ends_with(char::is_alphabetic)
        && !is_particle(word)
}

fn is_initial(word: &str) -> bool {
    let bare = word.strip_suffix('.').unwrap_or(word);
    let mut chars = bare.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

fn is_particle(word: &str) -> bool {
    const PARTICLES: [&str; 24] = [
        "al", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "ibn",
        "la", "le", "ten", "ter", "van", "von", "y", "zu",
    ];
    PARTICLES.contains(&word) || ["Jr", "Jr.", "Sr", "Sr.", "II", "III", "Dr.", "Mr.", "Mrs.", "Ms."].contains(&word)
}

/// Words that only firms and streets have.
fn is_firm(words: &[&str]) -> bool {
    const FIRM: &str = "ag ave avenue bank co company corp department gmbh inc limited llc ltd office plc road sa school \
                        street university";
    let is_firm = |word: &&str| {
        let bare = word.trim_end_matches('.').to_lowercase();
        FIRM.split_ascii_whitespace().any(|firm| firm == bare)
    };
    words.iter().any(is_firm)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_names() {
        for text in [
            "Ada Lovelace",
            "Aaron,Patricia G",
            "MÜLLER, Hans-Peter",
            "Ludwig van Beethoven",
            "Conan O'Brien",
            "J. Edgar Hoover",
            "Sammy Davis Jr.",
            "María de la Cruz",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_others() {
        for text in [
            "Private",
            "State-gov",
            "Facilities/Office Services II",
            "some words here",
            "Acme Trading Inc",
            "Main Street",
            "A03031",
            "New York 10001",
            "",
            ",",
            "A B",
            "One Two Three Four Five",
            "Doe, John, Jane",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
