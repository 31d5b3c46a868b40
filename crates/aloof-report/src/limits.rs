//! What a promise leaves open, whatever was promised.

use crate::case::Case;
use crate::way::Way;

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
    let way = Way::of(case);
    let rest = [
        rows,
        releases,
        "Columns that are published as they are, and what others publish of the same people, are not looked at.",
        way.to_insiders(),
        "A promise about a column says nothing about columns that go with it.",
    ];
    way.limits().into_iter().chain(rest).map(str::to_owned).collect()
}
