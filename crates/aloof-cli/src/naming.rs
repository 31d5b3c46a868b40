//! Columns as they are named on the command line, with the numbers that are their own.
//!
//! `--quasi age,zip` is a list. `--sensitive salary:absolute=4500,m=5,job:l=2` is one, too: what stands behind a colon as `key=value`, and
//! every `key=value` that follows, belongs to the column before it. A name with a comma in it, or with what could be read as such a number,
//! stands in double quotes as in CSV files: `"pay: net, 2026":absolute=4500`. A colon by itself needs none.

use aloof::policy::{Place, is_of_columns, principles_with, suggest};

use crate::Failure;

/// What can be asked of one column, by the policy's words.
pub(crate) const KEYS: [&str; 9] = ["absolute", "relative", "below", "above", "m", "delta", "l", "t", "view"];

/// What is said of a release as a whole, and by which flag.
const OF_RELEASE: [(&str, &str); 8] = [
    ("suppress", "--suppress"),
    ("absence", "--absence"),
    ("variant", "--variant"),
    ("effort", "--effort"),
    ("time_limit", "--time-limit"),
    ("format", "--format"),
    ("group_ids", "--group-ids"),
    ("intervals", "--intervals"),
];

/// A number, and where it was typed.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub key: &'static str,
    pub value: String,
    pub place: Place,
}

/// A column, and its own numbers.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub name: String,
    pub own: Vec<Number>,
}

impl Named {
    /// The column alone.
    pub fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), own: Vec::new() }
    }

    /// Its numbers as they would be typed.
    pub fn numbers(&self) -> String {
        let typed = self.own.iter().map(|number| format!("{}={}", number.key, number.value));
        typed.collect::<Vec<_>>().join(",")
    }
}

/// The columns that a flag names, in order. A column may be named again to give it more numbers.
pub(crate) fn columns(flag: &'static str, typed: &[String]) -> Result<Vec<Named>, Failure> {
    let mut found: Vec<Named> = Vec::new();
    for list in typed {
        for column in (List { flag, has_numbers: flag == "--sensitive" }).read(list)? {
            match found.iter_mut().find(|known| known.name == column.name) {
                Some(known) if !column.own.is_empty() => known.take(column.own, flag)?,
                Some(_) => return Err(twice(flag, &column.name, flag)),
                None => found.push(column),
            }
        }
    }
    Ok(found)
}

/// A column has one role, and is named once.
pub(crate) fn twice(flag: &str, name: &str, before: &str) -> Failure {
    let by = if flag == before { "twice".to_owned() } else { format!("by {before}, too") };
    Failure::wrong(format!("{flag}: column `{name}` is named {by}; a column is named once, and has one role"))
}

impl Named {
    fn take(&mut self, more: Vec<Number>, flag: &str) -> Result<(), Failure> {
        for number in more {
            if let Some(known) = self.own.iter().find(|known| known.key == number.key) {
                return Err(Failure::wrong(format!(
                    "{flag}: column `{}` has {key}={} and {key}={}; leave one of them out",
                    self.name,
                    known.value,
                    number.value,
                    key = number.key
                )));
            }
            self.own.push(number);
        }
        Ok(())
    }
}

/// One argument of a flag.
struct List {
    flag: &'static str,
    /// Whether its columns may have numbers of their own.
    has_numbers: bool,
}

impl List {
    fn read(&self, text: &str) -> Result<Vec<Named>, Failure> {
        let mut found: Vec<Named> = Vec::new();
        for piece in self.pieces(text)?.into_iter().filter(|piece| !piece.is_empty()) {
            let said = match piece.number() {
                Some((name, key, value)) if self.has_numbers => (name, key, value),
                Some((Some(name), key, _)) if KEYS.contains(&key) || key == "k" => {
                    return Err(self.no_numbers(&name, piece.rest));
                }
                _ => {
                    found.push(Named::plain(&piece.whole(self.flag)?));
                    continue;
                }
            };
            match (said, found.last_mut()) {
                ((Some(name), ..), _) if name.is_empty() => return Err(self.of_nothing(piece.rest, None)),
                ((Some(name), key, value), _) => {
                    let number = self.number(&name, key, value)?;
                    found.push(Named { name, own: vec![number] });
                }
                ((None, key, value), Some(last)) if !last.own.is_empty() => {
                    let number = self.number(&last.name, key, value)?;
                    last.take(vec![number], self.flag)?;
                }
                ((None, key, _), last) if KEYS.contains(&key) || key == "k" => {
                    return Err(self.of_nothing(piece.rest, last.as_deref()));
                }
                _ => found.push(Named::plain(piece.rest)),
            }
        }
        Ok(found)
    }

    /// A key that a column can have, or where it belongs.
    fn number(&self, name: &str, key: &str, value: &str) -> Result<Number, Failure> {
        let place = format!("{} {name}:{key}", self.flag);
        let Some(known) = KEYS.into_iter().find(|known| *known == key) else {
            return Err(Failure::wrong(format!("{}: {}", self.flag, elsewhere(name, key, value))));
        };
        if value.is_empty() {
            return Err(Failure::wrong(format!("{place}= says no value")));
        }
        if value.contains([':', '=']) {
            return Err(Failure::wrong(format!(
                "{place}={value}: the numbers of a column are separated by commas, as in {name}:absolute=4500,m=5"
            )));
        }
        Ok(Number { key: known, value: value.to_owned(), place: Place::Argument(place) })
    }

    fn no_numbers(&self, name: &str, typed: &str) -> Failure {
        let flag = self.flag;
        Failure::wrong(format!(
            "{flag} {typed}: only sensitive columns have numbers of their own; name `{name}` alone, or put all of it into double quotes if \
             the column is called so"
        ))
    }

    /// A number that stands behind no column with numbers.
    fn of_nothing(&self, typed: &str, last: Option<&Named>) -> Failure {
        let name = last.map_or("salary", |last| last.name.as_str());
        let digits = last.is_some_and(|last| last.name.bytes().all(|byte| byte.is_ascii_digit()));
        let what = match last {
            Some(last) if digits => {
                format!("`{}` is read as a column; decimals are written with a point, such as 0.5", last.name)
            }
            Some(_) => format!("the numbers of a column stand behind a colon, as in {name}:{typed}"),
            None => {
                "it belongs to no column; the numbers of a column stand behind its name and a colon, as in salary:m=5"
                    .to_owned()
            }
        };
        Failure::wrong(format!(
            "{} …,{typed}: {what} (a column that is called `{typed}` stands in double quotes)",
            self.flag
        ))
    }

    /// At commas outside of names in double quotes.
    fn pieces<'a>(&self, text: &'a str) -> Result<Vec<Piece<'a>>, Failure> {
        let mut pieces = Vec::new();
        let mut left = Some(text);
        while let Some(text) = left {
            let (quoted, rest) = match text.trim_start().strip_prefix('"') {
                Some(inside) => {
                    let (name, rest) = unquoted(inside).ok_or_else(|| self.unclosed(text))?;
                    (Some(name), rest)
                }
                None => (None, text),
            };
            let (rest, next) = rest.split_once(',').map_or((rest, None), |(rest, next)| (rest, Some(next)));
            pieces.push(Piece { quoted, rest: rest.trim() });
            left = next;
        }
        Ok(pieces)
    }

    fn unclosed(&self, text: &str) -> Failure {
        Failure::wrong(format!(
            "{} {}: a name that begins with a double quote ends with one; a double quote inside of it is doubled",
            self.flag,
            text.trim()
        ))
    }
}

/// What stands between two commas.
struct Piece<'a> {
    /// The name in double quotes that it begins with.
    quoted: Option<String>,
    /// Behind it; all of it, where it begins with none.
    rest: &'a str,
}

impl<'a> Piece<'a> {
    fn is_empty(&self) -> bool {
        self.quoted.is_none() && self.rest.is_empty()
    }

    /// `name:key=value`, or `key=value` of the column before.
    fn number(&self) -> Option<(Option<String>, &'a str, &'a str)> {
        let (left, value) = self.rest.split_once('=')?;
        let (name, key) = left.rsplit_once(':').map_or((None, left), |(name, key)| (Some(name.trim()), key));
        let name = match (&self.quoted, name) {
            (Some(quoted), Some("")) => Some(quoted.clone()),
            (Some(_), _) => return None,
            (None, name) => name.map(str::to_owned),
        };
        Some((name, key.trim(), value.trim()))
    }

    /// A name and nothing else.
    fn whole(&self, flag: &str) -> Result<String, Failure> {
        match &self.quoted {
            None => Ok(self.rest.to_owned()),
            Some(name) if self.rest.is_empty() => Ok(name.clone()),
            Some(name) => Err(Failure::wrong(format!(
                "{flag}: behind the name \"{name}\" stands `{}`; a comma or, of sensitive columns, a number such as :m=5 can follow",
                self.rest
            ))),
        }
    }
}

/// A name up to its closing double quote, and what follows.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut left = text;
    loop {
        let (part, rest) = left.split_once('"')?;
        name.push_str(part);
        match rest.strip_prefix('"') {
            Some(rest) => {
                name.push('"');
                left = rest;
            }
            None => return Some((name, rest)),
        }
    }
}

/// What is said of a key that no column has by flags.
fn elsewhere(name: &str, key: &str, value: &str) -> String {
    let word = key.replace('-', "_");
    if key == "k" {
        return format!(
            "`k` counts people, whatever their values, so it is asked of the whole release and not of column `{name}`: write --k {value}"
        );
    }
    if let Some((_, flag)) = OF_RELEASE.iter().find(|(known, _)| *known == word) {
        return format!("`{key}` is about the whole release and not about column `{name}`: write {flag} {value}");
    }
    let near = match word.as_str() {
        "epsilon" => "what is near is written absolute=…, relative=…, or below=… with above=…; ",
        _ => "",
    };
    let principles = principles_with(&word);
    if !principles.is_empty() {
        let quoted: Vec<String> = principles.iter().map(|name| format!("\"{name}\"")).collect();
        let known = KEYS.join(", ");
        return format!(
            "{near}`{key}` goes with principle = {} of a policy file; of a column flags can ask {known}",
            quoted.join(" or ")
        );
    }
    if is_of_columns(&word) {
        return format!(
            "`{key}` is said of a column in a policy file: \"{name}\" = {{ role = \"sensitive\", {word} = … }}"
        );
    }
    let hint = suggest(key, KEYS);
    let known = if hint.contains("known are") { String::new() } else { format!(" Known are {}", KEYS.join(", ")) };
    format!(
        "unknown key `{key}` of column `{name}`{hint}{known} (a column that is called `{name}:{key}={value}` stands in double quotes)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns with their numbers, or what is wrong.
    fn read(typed: &[&str]) -> Result<Vec<String>, String> {
        let typed: Vec<String> = typed.iter().map(|&text| text.to_owned()).collect();
        let shown = |column: Named| format!("{} [{}]", column.name, column.numbers());
        let columns = columns("--sensitive", &typed).map_err(|failure| failure.message)?;
        Ok(columns.into_iter().map(shown).collect())
    }

    fn is(typed: &[&str], columns: &[&str]) {
        assert_eq!(read(typed).unwrap(), columns, "{typed:?}");
    }

    #[test]
    fn lists_as_ever() {
        is(&["age, zip", "job"], &["age []", "zip []", "job []"]);
        is(&["", ","], &[]);
        is(&["a=b"], &["a=b []"]);
    }

    #[test]
    fn numbers_of_their_own() {
        is(&["salary:absolute=4500,m=5"], &["salary [absolute=4500,m=5]"]);
        is(
            &["salary:absolute=4500,m=5,hours:absolute=2,m=2,job,sick:l=2"],
            &["salary [absolute=4500,m=5]", "hours [absolute=2,m=2]", "job []", "sick [l=2]"],
        );
        is(&[" salary : absolute = 4500 , m = 5 "], &["salary [absolute=4500,m=5]"]);
        is(&["salary:absolute=4500", "job", "salary:m=5"], &["salary [absolute=4500,m=5]", "job []"]);
    }

    #[test]
    fn colons_commas_and_quotes_in_names() {
        is(&["pay:net"], &["pay:net []"]);
        is(&["pay:net:absolute=4500,m=5"], &["pay:net [absolute=4500,m=5]"]);
        is(&[r#""pay:m=5""#], &["pay:m=5 []"]);
        is(&[r#""pay:m=5":m=2,absolute=3"#], &["pay:m=5 [m=2,absolute=3]"]);
        is(&[r#""pay, net","a ""b"" c":l=2"#], &["pay, net []", "a \"b\" c [l=2]"]);
    }

    #[test]
    fn what_is_wrong() {
        let wrong = |typed: &[&str], parts: &[&str]| {
            let told = read(typed).unwrap_err();
            assert!(parts.iter().all(|part| told.contains(part)), "{typed:?}: {told}");
        };
        wrong(
            &["salary:absolut=3"],
            &["unknown key `absolut`", "did you mean `absolute`?", "Known are absolute, relative"],
        );
        wrong(&["salary:m=3,n=4"], &["unknown key `n` of column `salary`", "double quotes"]);
        wrong(&["salary:k=3"], &["whole release", "--k 3"]);
        wrong(&["salary:time-limit=3s"], &["whole release", "--time-limit 3s"]);
        wrong(&["salary:beta=3"], &["principle = \"beta-likeness\" of a policy file"]);
        wrong(&["salary:epsilon=3"], &["absolute=…", "\"c-k-safety\""]);
        wrong(&["salary:top=3"], &["policy file", "top = …"]);
        wrong(&["salary:m=3,m=4"], &["m=3 and m=4"]);
        wrong(&["salary:m=3", "salary:m=4"], &["m=3 and m=4"]);
        wrong(&["salary,m=4"], &["salary:m=4", "double quotes"]);
        wrong(&["m=4"], &["belongs to no column"]);
        wrong(&["salary:relative=0,5,m=2"], &["with a point"]);
        wrong(&["salary:absolute=3:m=2"], &["separated by commas"]);
        wrong(&["salary:m="], &["says no value"]);
        wrong(&["salary", "salary"], &["named twice"]);
        wrong(&["\"salary"], &["begins with a double quote"]);
        wrong(&["\"salary\"x"], &["stands `x`"]);
    }

    /// Only sensitive columns have numbers.
    #[test]
    fn of_other_columns() {
        let quasi = |text: &str| columns("--quasi", &[text.to_owned()]);
        let told = quasi("age:m=5").unwrap_err().message;
        assert!(told.contains("only sensitive columns") && told.contains("double quotes"), "{told}");
        assert_eq!(quasi("\"age:m=5\",a:b=c,\"x,y\"").unwrap().len(), 3);
    }
}
