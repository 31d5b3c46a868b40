//! What a column's name suggests.
//!
//! `AnnualSalary`, `annual_salary` and `annual.salary` are the words *annual* and *salary*; the words, and runs of up
//! to four of them written together, are looked up in a lexicon of concepts in several languages.

mod lexicon;
mod words;

use lexicon::{CODED, CONCEPTS, HOUSEHOLD, PART_OF_NAME, WHOLE};
use words::words;

/// What a concept suggests. Ordered: where a name holds several, the greatest decides (`tax_id` is no tax).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hint {
    /// How the rows were made or used; tells nothing about people.
    Administration,
    /// A place for free text.
    Prose,
    /// A name, but of what?
    Name,
    /// Known to others.
    Quasi,
    /// How a sample was drawn.
    Stratum,
    /// Which people live together.
    Household,
    /// A weight of a survey.
    Weight,
    /// Beliefs, grades, judgements: what nobody should learn.
    Sensitive,
    /// Money; sensitive.
    Money,
    /// Health; sensitive.
    Health,
    /// Says who it is.
    Direct,
}

impl Hint {
    /// One of the sensitive ones.
    pub fn is_sensitive(self) -> bool {
        matches!(self, Self::Sensitive | Self::Money | Self::Health)
    }
}

/// Words with one meaning.
#[derive(Debug)]
pub(crate) struct Concept {
    pub hint: Hint,
    /// In a sentence: `its name suggests …`.
    pub meaning: &'static str,
    /// Lower case, without accents, compounds written together; separated by spaces.
    words: &'static str,
}

impl Concept {
    /// What stands for one of a list of things, so that numbers are codes.
    pub fn is_coded(&self) -> bool {
        CODED.contains(&self.meaning)
    }

    /// What many people are called: who shares it need not be the same.
    pub fn is_part_of_name(&self) -> bool {
        self.meaning == PART_OF_NAME
    }

    /// About those who live together.
    pub fn is_household(&self) -> bool {
        self.meaning == HOUSEHOLD
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.words.split_ascii_whitespace()
    }
}

/// What the name of a column suggests.
#[derive(Debug, Default)]
pub(crate) struct Header {
    /// The concept that decides.
    pub concept: Option<&'static Concept>,
    /// Whether the concept's word stands there as such, not only as a part of a longer one.
    pub exact: bool,
    /// Whether it is the label of the column that speaks, where its name says nothing.
    pub label: bool,
    /// Whether the name also says that it is a key: `AgencyID`.
    pub key: bool,
    words: Vec<String>,
}

impl Header {
    /// Looks the words of `name` up.
    pub fn read(name: &str) -> Self {
        let words = words(name);
        let phrases = phrases(&words);
        let whole = words.concat();
        let of_whole = WHOLE.iter().filter(|concept| concept.words().any(|word| word == whole));
        let of_parts = CONCEPTS.iter().filter(|concept| concept.words().any(|word| names(&phrases, word)));
        let exact = greatest(of_whole.chain(of_parts));
        let resembling = || CONCEPTS.iter().filter(|concept| concept.words().any(|word| resembles(&words, word)));
        let concept = exact.or_else(|| greatest(resembling()));
        Self { concept, exact: exact.is_some(), label: false, key: is_key(&words), words }
    }

    /// Whether the name says that something is counted or measured: `number_of_children`.
    pub fn counts(&self) -> bool {
        is_count(&self.words)
    }

    /// Whether the name says that values are codes: `occucode`.
    pub fn says_code(&self) -> bool {
        let says = |word: &String| {
            ["codes", "kode", "schlussel", "schluessel"].contains(&word.as_str()) || word.ends_with("code")
        };
        self.words.iter().any(says)
    }

    /// Whether the name ends as that of a key may, without a border before it: `UTILITYID`.
    pub fn ends_as_key(&self) -> bool {
        self.words
            .last()
            .is_some_and(|word| word.len() > 5 && word.ends_with("id") && !NO_KEYS.contains(&word.as_str()))
    }

    /// Whether the name speaks of days.
    pub fn dates(&self) -> bool {
        is_date(&self.words)
    }

    /// What a name suggests, or else the words that a file has for the column. Such a label is a sentence as often as not, so
    /// that only words which stand there as such count.
    pub fn of(name: &str, label: Option<&str>) -> Self {
        let header = Self::read(name);
        let Some(label) = label.filter(|_| header.concept.is_none()) else { return header };
        let said = Self::read(label);
        if said.exact { Self { label: true, key: header.key, words: header.words, ..said } } else { header }
    }

    /// Whether it names a birth, of whatever part of a date.
    pub fn speaks_of_birth(&self) -> bool {
        self.concept.is_some_and(|concept| concept.meaning == "a birth")
    }

    /// `weight` and no more: of a person or of a survey, as the values tell.
    pub fn is_bare_weight(&self) -> bool {
        matches!(self.words.concat().as_str(), "weight" | "gewicht")
    }

    /// The hint of the concept that decides.
    pub fn hint(&self) -> Option<Hint> {
        self.concept.map(|concept| concept.hint)
    }
}

/// The concept with the greatest hint, the first of equals.
fn greatest(concepts: impl Iterator<Item = &'static Concept>) -> Option<&'static Concept> {
    concepts.reduce(|best, next| if next.hint > best.hint { next } else { best })
}

/// Runs of one to four words, written together.
fn phrases(words: &[String]) -> Vec<String> {
    (1..=4).flat_map(|length| words.windows(length).map(<[String]>::concat)).collect()
}

/// A word in Latin letters must stand there as such; a Chinese one may be part of a longer one, as there are no spaces.
fn names(phrases: &[String], word: &str) -> bool {
    if word.is_ascii() {
        phrases.iter().any(|phrase| phrase == word)
    } else {
        phrases.iter().any(|phrase| phrase.contains(word))
    }
}

/// `annualsalary` ends with `salary`. Only for words of six letters or more: `package` is no age.
fn resembles(words: &[String], word: &str) -> bool {
    word.len() >= 6 && words.iter().any(|longer| longer.starts_with(word) || longer.ends_with(word))
}

/// `id` in front, or any word for a key at the end; `number_of_children` is none.
fn is_key(words: &[String]) -> bool {
    const KEYS: [&str; 14] = [
        "id",
        "ids",
        "key",
        "uid",
        "guid",
        "uuid",
        "nr",
        "no",
        "num",
        "number",
        "nummer",
        "numero",
        "index",
        "identifier",
    ];
    let last = words.iter().rfind(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    let chinese = words.iter().any(|word| ["编号", "序号", "号码"].iter().any(|key| word.ends_with(key)));
    chinese || words.first().is_some_and(|word| word == "id") || last.is_some_and(|word| KEYS.contains(&word.as_str()))
}

/// Words that end so and are no keys.
const NO_KEYS: [&str; 16] = [
    "unpaid",
    "prepaid",
    "overpaid",
    "repaid",
    "invalid",
    "hybrid",
    "thyroid",
    "steroid",
    "opioid",
    "medicaid",
    "carotid",
    "morbid",
    "typhoid",
    "rheumatoid",
    "android",
    "amyloid",
];

/// A day is named.
fn is_date(words: &[String]) -> bool {
    const DATES: [&str; 12] = [
        "date",
        "datum",
        "fecha",
        "data",
        "day",
        "tag",
        "birth",
        "birthday",
        "dob",
        "geburtstag",
        "naissance",
        "nacimiento",
    ];
    let named = |word: &String| {
        DATES.contains(&word.as_str()) || (word.len() > 5 && (word.ends_with("date") || word.ends_with("datum")))
    };
    words.iter().any(named)
}

/// Something is counted or measured; such numbers are few and are no codes.
/// `householdsize`, `Haushaltsgröße`, `taille du ménage`.
fn is_size(word: &str) -> bool {
    ["size", "grosse", "groesse", "taille", "tamano"].iter().any(|size| word.ends_with(size))
}

fn is_count(words: &[String]) -> bool {
    const COUNTS: [&str; 35] = [
        "num",
        "number",
        "count",
        "counts",
        "anzahl",
        "nb",
        "numero",
        "nombre",
        "hours",
        "hrs",
        "years",
        "year",
        "days",
        "weeks",
        "months",
        "minutes",
        "age",
        "alter",
        "edad",
        "size",
        "children",
        "kids",
        "dependents",
        "kinder",
        "enfants",
        "hijos",
        "rooms",
        "times",
        "visits",
        "score",
        "grade",
        "rating",
        "rank",
        "length",
        "duration",
    ];
    // `nChildren` and `numyoung`.
    let first = words.len() > 1 && words[0] == "n";
    first || words.iter().any(|word| COUNTS.contains(&word.as_str()) || word.starts_with("num") || is_size(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(name: &str) -> Option<Hint> {
        Header::read(name).hint()
    }

    #[test]
    fn counts_codes_and_keys_are_told_from_one_word() {
        let header = |name: &str| Header::read(name);
        assert!(
            ["NUMYOUNG", "nBabies", "hhsize", "Haushaltsgröße", "HAUSHALTSGROESSE", "SleepHrsNight"]
                .iter()
                .all(|name| header(name).counts())
        );
        assert!(!["n", "sizeable", "region"].iter().any(|name| header(name).counts()));
        assert!(["OCCUCODE", "region_code"].iter().all(|name| header(name).says_code()));
        assert!(header("UTILITYID").ends_as_key());
        assert!(!["MEDICAID", "unpaid", "covid", "paid", "id"].iter().any(|name| header(name).ends_as_key()));
    }

    #[test]
    fn every_writing_of_a_name_is_the_same() {
        for name in ["AnnualSalary", "annual_salary", "annual.salary", "ANNUAL SALARY", "annual-salary", "salary2015"] {
            assert_eq!(hint(name), Some(Hint::Money), "{name}");
        }
    }

    #[test]
    fn direct_identifiers_in_several_languages() {
        for name in [
            "E-Mail",
            "email",
            "first_name",
            "LastName",
            "Vorname",
            "prénom",
            "Apellidos",
            "xingming",
            "姓名",
            "phone",
            "Telefonnummer",
            "SSN",
            "social security number",
            "passport_no",
            "IBAN",
            "creditCardNumber",
            "patientId",
            "身份证号",
            "手机号",
            "tax_id",
            "IP_address",
            "Straße",
            "homepage",
            "DNI",
        ] {
            assert_eq!(hint(name), Some(Hint::Direct), "{name}");
        }
    }

    #[test]
    fn quasi_identifiers_in_several_languages() {
        for name in [
            "age",
            "Alter",
            "edad",
            "年龄",
            "zip",
            "ZipCode",
            "postcode",
            "PLZ",
            "code_postal",
            "sex",
            "Geschlecht",
            "género",
            "性别",
            "DateOfBirth",
            "Geburtsdatum",
            "出生日期",
            "city",
            "JobTitle",
            "occupation",
            "Beruf",
            "education-num",
            "marital-status",
            "race",
            "native-country",
            "HireDate",
            "AgencyID",
            "Agency",
            "relationship",
            "workclass",
            "hours-per-week",
            "country_name",
            "AGEP",
            "RAC1P",
        ] {
            assert_eq!(hint(name), Some(Hint::Quasi), "{name}");
        }
    }

    #[test]
    fn sensitive_columns_in_several_languages() {
        for name in [
            "GrossPay",
            "income",
            "weekly_wage",
            "Gehalt",
            "salaire",
            "sueldo",
            "工资",
            "LIMIT_BAL",
            "PAY_AMT3",
            "capital-gain",
            "lwage",
        ] {
            assert_eq!(hint(name), Some(Hint::Money), "{name}");
        }
        for name in [
            "diagnosis",
            "Krankheit",
            "maladie",
            "诊断结果",
            "HbA1c",
            "ALT",
            "CHOL",
            "RestBP",
            "ChestPain",
            "MaxHR",
            "lab_result",
            "AHD",
        ] {
            assert_eq!(hint(name), Some(Hint::Health), "{name}");
        }
        for name in ["religion", "Konfession", "sexual_orientation", "political party", "gpa"] {
            assert_eq!(hint(name), Some(Hint::Sensitive), "{name}");
        }
    }

    #[test]
    fn surveys_name_how_they_were_drawn() {
        for (name, expected) in [
            ("sampling_weight", Hint::Weight),
            ("household_weights", Hint::Weight),
            ("WTINT2YR", Hint::Weight),
            ("GrossingUpFactor.x", Hint::Weight),
            ("fnlwgt", Hint::Weight),
            ("SDMVPSU", Hint::Stratum),
            ("PSU", Hint::Stratum),
            ("sdmvstra", Hint::Stratum),
            ("hhid", Hint::Household),
            ("ori_hid", Hint::Household),
            ("SERIALNO", Hint::Household),
            ("household_size", Hint::Quasi),
            ("birth_weight", Hint::Quasi),
        ] {
            assert_eq!(hint(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn sex_is_not_always_a_sex() {
        for name in
            ["SexNumPartnLife", "SexNumPartYear", "SexEver", "SexAge", "SameSex", "SexOrientation", "sexual_partners"]
        {
            assert_eq!(hint(name), Some(Hint::Sensitive), "{name}");
        }
        for name in ["Depressed", "LittleInterest", "HardDrugs", "RegularMarij", "Smoke100", "AlcoholDay"] {
            assert_eq!(hint(name), Some(Hint::Health), "{name}");
        }
        assert_eq!(hint("sex_of_child"), Some(Hint::Quasi));
    }

    #[test]
    fn words_inside_words_do_not_count_when_short() {
        for name in
            ["package", "trace", "valid", "Sussex", "capacity", "spayed", "X17", "Category", "alt_text_colour", ""]
        {
            assert!(hint(name).is_none_or(|hint| hint < Hint::Quasi), "{name}");
        }
        let loose = Header::read("annualsalary");
        assert_eq!((loose.hint(), loose.exact), (Some(Hint::Money), false));
    }

    #[test]
    fn keys_say_so() {
        for name in ["AgencyID", "id", "id_row", "record-no", "CaseNumber", "流水编号"] {
            assert!(Header::read(name).key, "{name}");
        }
        for name in ["paid", "number_of_children", "idea", "education"] {
            assert!(!Header::read(name).key, "{name}");
        }
    }

    #[test]
    fn the_lexicon_is_written_as_it_is_looked_up() {
        for concept in CONCEPTS.iter().chain(WHOLE) {
            for word in concept.words() {
                assert_eq!(words(word).concat(), word, "{word}");
            }
        }
    }
}
