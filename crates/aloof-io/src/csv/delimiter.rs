//! Which byte separates the fields: the one that cuts the first records into equally many.

use super::fields::Fields;

/// What tables use, in the order in which doubt is settled.
pub(crate) const OF_TABLES: [u8; 4] = *b",;\t|";
/// What hierarchies use; ARX writes semicolons, and labels such as `[0, 5[` hold commas.
pub(crate) const OF_HIERARCHIES: [u8; 3] = *b";,\t";

/// So many bytes are looked at, at most.
pub(crate) const SAMPLE_BYTES: usize = 256 << 10;
const SAMPLE_RECORDS: usize = 100;

/// Whether a byte can separate fields at all.
pub(crate) fn is_possible(delimiter: u8) -> bool {
    delimiter.is_ascii() && !matches!(delimiter, b'"' | b'\n' | b'\r' | 0)
}

/// The first of `candidates` that gives all records the same number of fields, more than one. If there is none, the first
/// that gives all records but the header the same, and the header one less. If there is none of those, the one by which most records agree with the first, provided that it cuts the first at all, so that a ragged record is
/// reported as one. If there is none of those either, one that cuts all records below titles into equally many, so that titles are reported;
/// else fields stand between blanks if they do so in the way of R, else there is one column. `whole` says that `sample` is all there is.
pub(crate) fn find(sample: &[u8], whole: bool, candidates: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(sample);
    let counts: Vec<Vec<usize>> = candidates.iter().map(|&byte| field_counts(&text, whole, byte)).collect();
    let agreeing = |counts: &Vec<usize>| match counts.first() {
        Some(&first) if first > 1 => counts.iter().filter(|&&count| count == first).count(),
        _ => 0,
    };
    let consistent = counts.iter().position(|counts| !counts.is_empty() && agreeing(counts) == counts.len());
    let consistent = consistent.or_else(|| counts.iter().position(|counts| is_behind_short_header(counts)));
    // Of equals `max_by_key` takes the last, so it goes from the last to the first.
    let best =
        || (0..candidates.len()).rev().max_by_key(|&at| agreeing(&counts[at])).filter(|&at| agreeing(&counts[at]) > 0);
    let below_titles = || counts.iter().position(|counts| stand_below_titles(counts));
    match consistent.or_else(best).or_else(below_titles) {
        Some(at) => candidates[at],
        None if is_spaced(&text, whole) => b' ',
        None => candidates[0],
    }
}

/// R's `write.table` puts blanks between fields, quotes every name and, before each record, the name of the row. Nothing else is
/// believed to have blanks between fields: a column of names has them inside.
fn is_spaced(text: &str, whole: bool) -> bool {
    let header = text.lines().next().unwrap_or_default();
    let quoted = |line: &str| line.starts_with('"');
    let names = header.split("\" \"").count();
    let counts = field_counts(text, whole, b' ');
    let rest = counts.get(1..).unwrap_or_default();
    let named_rows = counts.first() == Some(&names) && rest.iter().all(|&count| count == names + 1);
    quoted(header) && header.ends_with('"') && named_rows && !rest.is_empty() && text.lines().take(2).all(quoted)
}

/// Whether a few records of one field, as titles and remarks are, stand above records of several.
fn stand_below_titles(counts: &[usize]) -> bool {
    let titles = counts.iter().take_while(|&&count| count == 1).count();
    let rest = &counts[titles..];
    (1..=MOST_TITLES).contains(&titles)
        && rest.len() >= LEAST_BELOW
        && rest[0] > 2
        && rest.iter().all(|count| *count == rest[0])
}

/// So many lines of titles are believed, above so many others.
const MOST_TITLES: usize = 20;
const LEAST_BELOW: usize = 3;

/// R writes row names under no name: see `unnamed`.
fn is_behind_short_header(counts: &[usize]) -> bool {
    matches!(counts, [first, rest @ ..] if *first > 1 && !rest.is_empty() && rest.iter().all(|count| *count == first + 1))
}

/// How many fields the first records have. The last record of a sample may be cut short and does not count, unless
/// it is the only one.
fn field_counts(text: &str, whole: bool, delimiter: u8) -> Vec<usize> {
    let mut fields = Fields::new(text, 0, delimiter);
    let mut counts = Vec::new();
    while counts.len() < SAMPLE_RECORDS && fields.next_record().is_some() {
        let Ok(count) = fields.skip_record() else { break };
        if whole || counts.is_empty() || fields.position() < text.len() {
            counts.push(count);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> char {
        char::from(find(text.as_bytes(), true, &OF_TABLES))
    }

    #[test]
    fn equal_counts_decide() {
        assert_eq!(found("a;b\n1,5;2\n2;3\n"), ';');
        assert_eq!(found("a\tb\n1,5\t2\n"), '\t');
        assert_eq!(found("a|b\n\"x|y\"|2\n"), '|');
        assert_eq!(found("a,b;c\n1,2;3\n"), ',');
        assert_eq!(found("a\n1\n2\n"), ',');
        assert_eq!(found("a\n1;2\n"), ',');
        assert_eq!(found(""), ',');
    }

    #[test]
    fn a_ragged_record_does_not_hide_the_delimiter() {
        assert_eq!(found("a;b;c\n1;2;3\n1;2\n4;5;6\n"), ';');
        assert_eq!(found("a;b\n1;2,5;3\n2;4,5;6\n"), ';');
        assert_eq!(found("a;b,c\n1;2\n1;2\n4\n"), ';');
    }

    /// Titles above the names are reported as such, whatever the delimiter is.
    #[test]
    fn titles_do_not_hide_the_delimiter() {
        assert_eq!(found("# made by hand\n# in 2026\na|b|c\n1|2|3\n4|5|6\n"), '|');
        assert_eq!(found("title\na;b;c\n1;2;3\n1,5;5;6\n"), ';');
        assert_eq!(found("name\na|b|c\n"), ',');
    }

    #[test]
    fn blanks_only_as_r_writes_them() {
        assert_eq!(found("\"a\" \"b\"\n\"1\" 2 3\n\"2\" 4 \"x y\"\n"), ' ');
        assert_eq!(found("\"a\"\n\"1\" 2\n\"2\" 4\n"), ' ');
        for text in ["name\nAnna Lee\nBert Ott\n", "\"name\"\n\"Anna Lee\"\n", "a b\n1 2 3\n", "\"a\" \"b\"\n1 2\n"] {
            assert_eq!(found(text), ',', "{text}");
        }
    }

    #[test]
    fn a_cut_record_does_not_count() {
        assert_eq!(find(b"a;b\n1;2\n3", false, &OF_TABLES), b';');
        assert_eq!(find("a;b\n1;2\n\"é".as_bytes(), false, &OF_TABLES), b';');
        assert_eq!(find(b"[0, 5[;*\n[5, 10[;*\n", true, &OF_HIERARCHIES), b';');
    }
}
