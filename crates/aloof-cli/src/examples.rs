//! What stands below the help of a command: calls that can be typed as they are, but for the names of files and columns.

/// `aloof --help`.
pub(crate) const PROGRAM: &str = "\
To begin with:
  aloof demo
      the whole story, on people who do not exist
  aloof inspect people.csv --write-policy aloof.toml
      what is in your table, and a first policy to correct
  aloof advise people.csv --price
      what can be promised, and what it would cost
  aloof anonymize people.csv --out release --private kept --report release.html
      a release, and a page to sign

In all of it, quasi columns are what others may know of people; sensitive columns are what they shall not find out; a group is the \
people whose rows look alike; a release is a directory that may be published as it is.

Exit codes: 0 done, and what was to hold holds; 1 an audit found people of whom it does not hold; 2 the call, the policy or the data \
is wrong, or what was asked cannot be judged; 3 what is asked is impossible for these data, or was not found.";

pub(crate) const INSPECT: &str = "\
Examples:
  aloof inspect people.csv
  aloof inspect people.csv --write-policy aloof.toml";

pub(crate) const ADVISE: &str = "\
Examples:
  aloof advise people.csv --quasi age,birthplace,job --sensitive income
  aloof advise people.csv --quasi age,birthplace,job --sensitive income \\
      --absolute 1000 --m 5 --price --report advice.html";

pub(crate) const ANONYMIZE: &str = "\
Examples:
  aloof anonymize people.csv --quasi age,birthplace,job --sensitive income \\
      --absolute 1000 --m 5 --out release --private kept
  aloof anonymize people.csv --quasi age,job \\
      --sensitive income:absolute=1000,m=5 --sensitive illness:l=3 \\
      --out release --private kept
  aloof anonymize people.csv --policy aloof.toml --out release \\
      --private kept --report release.html --evidence release.json

The first promises: nobody who knows everybody's age, birthplace and job can tell anyone's income to within 1000 with more than 1 in 5 \
certainty.";

pub(crate) const AUDIT: &str = "\
Examples:
  aloof audit release --original people.csv
  aloof audit published.csv --original people.csv --quasi age,job \\
      --sensitive income --absolute 1000 --m 5
  aloof audit published.csv --quasi age,job --sensitive income";

pub(crate) const EVALUATE: &str = "\
Examples:
  aloof evaluate release --original people.csv
  aloof evaluate release --original people.csv \\
      --beside printed,mondrian,nothing --report use.html";

pub(crate) const COMPARE: &str = "\
Examples:
  aloof compare release other published.csv --original people.csv
  aloof compare release other --original people.csv --quasi age,job \\
      --sensitive income --absolute 1000 --m 5";

pub(crate) const ATTACK: &str = "\
Examples:
  aloof attack release --original people.csv --private kept
  aloof attack release --original people.csv --only centre,register \\
      --report attack.html";

pub(crate) const RISK: &str = "\
Examples:
  aloof risk people.csv --quasi age,birthplace,job
  aloof risk survey.csv --quasi age,region --weight weight \\
      --household household";

pub(crate) const GENERATE: &str = "\
Example:
  aloof generate census --rows 20000 --seed 1 --out people.csv";

#[cfg(feature = "studio")]
pub(crate) const STUDIO: &str = "\
Examples:
  aloof studio people.csv
  aloof studio --no-open --port 8080

The address that is printed opens the page, and whoever has it sees what you see; it ends with the program. Files are opened only in the \
folder of the table, or in the one it was started in.";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    const ALL: [&str; 10] = [
        super::PROGRAM,
        super::INSPECT,
        super::ADVISE,
        super::ANONYMIZE,
        super::AUDIT,
        super::EVALUATE,
        super::COMPARE,
        super::ATTACK,
        super::RISK,
        super::GENERATE,
    ];

    /// Every call that is shown is one that is understood, as a shell reads it.
    #[test]
    fn examples_parse() {
        let texts = ALL.map(|text| text.replace("\\\n", " "));
        let calls = texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("  aloof "));
        let mut many = 0;
        for call in calls {
            let parsed = crate::Cli::try_parse_from(call.split_whitespace());
            assert!(parsed.is_ok(), "{call}: {:?}", parsed.err().map(|error| error.to_string()));
            many += 1;
        }
        assert!(many >= 20, "{many}");
        crate::Cli::command().debug_assert();
    }

    /// A terminal of 80 columns breaks none of them: what is copied from it is what was meant.
    #[test]
    fn examples_fit() {
        let lines = ALL.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("  "));
        let long: Vec<&str> = lines.filter(|line| line.len() > 80).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
}
