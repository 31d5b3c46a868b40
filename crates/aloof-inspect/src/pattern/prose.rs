//! Free text: sentences rather than labels. What people write freely can say anything about anyone.

/// Whether labels are sentences: the median one has at least six words and thirty characters, or is longer than sixty
/// characters, or is long in a script without spaces.
pub(crate) fn is_prose(texts: &[&str]) -> bool {
    let words = median(texts.iter().map(|text| text.split_whitespace().count()).collect());
    let characters = median(texts.iter().map(|text| text.chars().count()).collect());
    (words >= 6 && characters >= 30) || (words >= 2 && characters > 60) || is_unspaced(texts)
}

/// Chinese, Japanese and Thai sentences: long, no spaces, and no digits as codes and hashes have them.
fn is_unspaced(texts: &[&str]) -> bool {
    let foreign = |text: &&str| text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
    median(texts.iter().map(foreign).collect()) >= 25
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_prose() {
        let notes = [
            "Patient came in with a cough that started last week.",
            "Called back on Monday, she feels better now and sleeps.",
        ];
        assert!(is_prose(&notes));
        assert!(is_prose(&["患者上周开始咳嗽并且发烧建议多休息多喝水三天后再来医院复查血常规和胸片"]));
    }

    #[test]
    fn labels_are_not() {
        assert!(!is_prose(&["Facilities/Office Services II", "ASSISTANT STATE'S ATTORNEY"]));
        assert!(!is_prose(&["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]));
        assert!(!is_prose(&[]));
    }
}
