//! What labels are about, told from the labels themselves: a column called `Category` may still hold diagnoses.

/// A subject that labels can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// `m` and `f`, in several languages.
    Sexes,
    /// Names of diseases or codes of the International Classification of Diseases.
    Diagnoses,
    /// Names of religions.
    Beliefs,
}

/// The subject of `texts`, the distinct labels of a column.
pub(crate) fn recognize(texts: &[&str]) -> Option<Vocabulary> {
    if are_sexes(texts) {
        return Some(Vocabulary::Sexes);
    }
    let half =
        |is: fn(&str) -> bool| texts.len() >= 2 && texts.iter().filter(|text| is(text)).count() * 2 >= texts.len();
    if half(is_disease) || are_icd_codes(texts) {
        return Some(Vocabulary::Diagnoses);
    }
    half(is_belief).then_some(Vocabulary::Beliefs)
}

/// Both sexes occur, and nothing else but other answers to the same question.
fn are_sexes(texts: &[&str]) -> bool {
    const FEMALE: [&str; 9] = ["f", "w", "female", "woman", "weiblich", "femme", "mujer", "femenino", "女"];
    const MALE: [&str; 9] = ["m", "h", "male", "man", "männlich", "homme", "hombre", "masculino", "男"];
    const OTHER: [&str; 10] =
        ["x", "d", "u", "other", "unknown", "divers", "diverse", "nonbinary", "non-binary", "autre"];
    let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let any = |list: &[&str]| lower.iter().any(|text| list.contains(&text.as_str()));
    let known = |text: &String| [&FEMALE[..], &MALE, &OTHER].iter().any(|list| list.contains(&text.as_str()));
    (2..=6).contains(&texts.len()) && any(&FEMALE) && any(&MALE) && lower.iter().all(known)
}

fn is_disease(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "aids",
        "allergy",
        "alzheimer",
        "angina",
        "anxiety",
        "asthma",
        "cancer",
        "carcinoma",
        "copd",
        "covid",
        "dementia",
        "depression",
        "diabetes",
        "epilepsy",
        "flu",
        "fracture",
        "grippe",
        "hiv",
        "hypertension",
        "infarction",
        "infection",
        "influenza",
        "krebs",
        "leukemia",
        "migraine",
        "parkinson",
        "pneumonia",
        "stroke",
        "syphilis",
        "tumor",
    ];
    let disease = |word: &str| {
        let ending = ["itis", "osis", "aemia"].iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end));
        ending || WORDS.contains(&word)
    };
    words(text).any(|word| disease(&word)) || ["炎", "癌", "病"].iter().any(|sign| text.contains(sign))
}

fn is_belief(text: &str) -> bool {
    const WORDS: [&str; 26] = [
        "agnostic",
        "anglican",
        "atheist",
        "baptist",
        "buddhism",
        "buddhist",
        "catholic",
        "christian",
        "evangelical",
        "evangelisch",
        "hindu",
        "hinduism",
        "islam",
        "jewish",
        "judaism",
        "katholisch",
        "lutheran",
        "methodist",
        "mormon",
        "muslim",
        "orthodox",
        "protestant",
        "protestantisch",
        "sikh",
        "佛教",
        "基督教",
    ];
    words(text).any(|word| WORDS.contains(&word.as_str()))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// `J45.9`: four fifths have the form, a third show the point that distinguishes them from other codes.
fn are_icd_codes(texts: &[&str]) -> bool {
    let codes = texts.iter().filter(|text| is_icd_code(text)).count();
    let pointed = texts.iter().filter(|text| text.contains('.')).count();
    texts.len() >= 3 && codes * 5 >= texts.len() * 4 && pointed * 3 >= texts.len()
}

/// A capital, a digit, a digit or letter, then perhaps a point and up to four more.
fn is_icd_code(text: &str) -> bool {
    let (category, detail) = text.split_once('.').map_or((text, None), |(category, detail)| (category, Some(detail)));
    let form = matches!(category.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', last] if last.is_ascii_digit() || last.is_ascii_uppercase());
    let tail = |detail: &str| {
        (1..=4).contains(&detail.len()) && detail.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
    };
    form && detail.is_none_or(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sexes() {
        for texts in [&["m", "f"][..], &["Male", "Female"], &["M", "W", "D"], &["男", "女"]] {
            assert_eq!(recognize(texts), Some(Vocabulary::Sexes), "{texts:?}");
        }
        for texts in [&["m"][..], &["m", "f", "k"], &["yes", "no"], &["D", "X"]] {
            assert_eq!(recognize(texts), None, "{texts:?}");
        }
    }

    #[test]
    fn diagnoses() {
        let donors = ["0=Blood Donor", "0s=suspect Blood Donor", "1=Hepatitis", "2=Fibrosis", "3=Cirrhosis"];
        assert_eq!(recognize(&donors), Some(Vocabulary::Diagnoses));
        assert_eq!(recognize(&["J45.9", "E11", "I10", "C50.911"]), Some(Vocabulary::Diagnoses));
        assert_eq!(recognize(&["gastritis", "flu", "bronchitis"]), Some(Vocabulary::Diagnoses));
        assert_eq!(recognize(&["A03031", "A29045", "W02001"]), None);
        assert_eq!(recognize(&["A03", "B12", "C44"]), None);
        assert_eq!(recognize(&["Craft-repair", "Sales", "Tech-support"]), None);
    }

    #[test]
    fn beliefs() {
        assert_eq!(recognize(&["Roman Catholic", "Protestant", "none", "Muslim"]), Some(Vocabulary::Beliefs));
        assert_eq!(recognize(&["Christian Smith", "Anna Lee", "Bo Chen"]), None);
    }
}
