//! What a promise leaves open, whatever was promised.

use crate::case::Case;

const PEOPLE: &str = "One row is taken for one person. Where several rows are of one person, a group of rows may be few people, and \
                      what is promised is about rows.";
const RECORDS: &str =
    "Several rows may be of one person: a group of rows may be few people, and what is promised is about rows.";

/// What nobody may take for promised.
pub(crate) fn limits(case: &Case<'_>) -> Vec<String> {
    let rows = if case.counts_records() { RECORDS } else { PEOPLE };
    let releases = if case.goes_on() {
        "A bound on belief is a bound per person. The releases of this series were made to be put together; another table of the same \
         people was not."
    } else {
        "A bound on belief is a bound per person and release. Two releases of the same people can be put together; publish one."
    };
    [
        "Every row of a group is taken as equally likely to be somebody's. Whoever knows a reason to think otherwise can know more.",
        rows,
        releases,
        "Columns that are published as they are, and what others publish of the same people, are not looked at.",
        "Someone who knows the program can ask which tables lead to this release. Choices depend on quasi and sensitive values \
         together, so no promise is made against that.",
        "A promise about a column says nothing about columns that go with it.",
    ]
    .map(str::to_owned)
    .to_vec()
}
