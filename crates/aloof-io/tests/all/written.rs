//! Numbers and dates in other writings than ours: found by the whole column, refused where they have two meanings.

use aloof_io::{Ask, Input, Note, ReadOptions, Writing};
use aloof_table::notation::{DatePattern, DecimalSign};
use aloof_table::{Kind, Table};
use proptest::prelude::*;

use crate::common::{failure, memory, open, rows};

/// One column, its header `x`, between semicolons.
fn column(cells: &[&str]) -> String {
    let lines: Vec<String> = cells.iter().map(|cell| format!("{cell};1\n")).collect();
    format!("x;y\n{}", lines.concat())
}

fn read(text: &str) -> (Table, Vec<Note>) {
    let reading = open(text.to_owned()).read_certain(&[Ask::Auto; 2], &|_, _| {}).unwrap();
    (reading.table, reading.notes)
}

fn values(cells: &[&str]) -> (Kind, Vec<String>, String) {
    let (table, notes) = read(&column(cells));
    let texts = rows(&table).into_iter().map(|row| row[0].clone().unwrap_or_default()).collect();
    (table.columns()[0].kind(), texts, notes.iter().map(Note::to_string).collect())
}

#[test]
fn one_column_tells_its_notation() {
    for (cells, expected, note) in [
        (&["1.234,56", "7", ""][..], &["1234.56", "7", ""][..], "decimal comma, points between thousands"),
        (&["1\u{a0}234,5", "3"], &["1234.5", "3"], "decimal comma, blanks between thousands"),
        (&["1'234.56"], &["1234.56"], "decimal point, apostrophes between thousands"),
        (&["\"1,234.56\"", "2"], &["1234.56", "2"], "decimal point, commas between thousands"),
        (&["€ 1.200", "€ 950,5"], &["1200", "950.5"], "points between thousands; the sign € was dropped"),
        (&["12,5 %", "3 %"], &["12.5", "3"], "the sign % was dropped: 12.5 % is 12.5, not 0.125"),
    ] {
        let (kind, texts, found) = values(cells);
        assert_eq!(
            (kind, texts),
            (Kind::Number, expected.iter().map(|text| (*text).to_owned()).collect()),
            "{cells:?}"
        );
        assert!(found.contains(note), "{found}");
    }
    for (cells, expected, note) in [
        (&["06.02.1969", "31.12.1970"][..], &["1969-02-06", "1970-12-31"][..], "dates written d.m.y"),
        (&["2/6/1969", "12/31/1970"], &["1969-02-06", "1970-12-31"], "dates written m/d/y"),
        (&["06-Feb-1969"], &["1969-02-06"], "dates written d mon y"),
        (&["2020-01-31 00:00:00"], &["2020-01-31"], "every time of day is midnight and was left out"),
    ] {
        let (kind, texts, found) = values(cells);
        assert_eq!((kind, texts), (Kind::Date, expected.iter().map(|text| (*text).to_owned()).collect()), "{cells:?}");
        assert!(found.contains(note), "{found}");
    }
}

#[test]
fn two_meanings_are_refused() {
    let told = failure(column(&["1.234", "5.678"]), Ask::Auto);
    assert_eq!(
        told,
        "pay.csv, column `x`: wherever a point or a comma stands in its values, exactly three digits follow, which may be a fraction or \
         thousands (1.234 may be 1234): write decimal = \",\" or decimal = \".\" for this column, or give [input] decimal"
    );
    assert_eq!(failure("x\ty\n1.234\t1\n999\t1\n", Ask::Auto).split(": ").nth(1), told.split(": ").nth(1));
    assert!(failure("x\ty\n1.234\t1,5\n", Ask::Auto).contains("column `x`: wherever a point or a comma stands"));
    assert!(failure("x,y\n\"1,234\",1\n", Ask::Auto).contains("column `x`: wherever a point or a comma stands"));
    let told = failure(column(&["01/02/2020", "03/04/2020"]), Ask::Auto);
    assert!(told.contains("every date can be read as d/m/y and as m/d/y"), "{told}");
    let told = first(&column(&["01/02/2020"]), ReadOptions::default(), Ask::Date).unwrap_err();
    assert!(told.contains("date = \"d/m/y\" or date = \"m/d/y\""), "{told}");
}

/// In a file that shows no decimal comma anywhere, three digits behind a point are decimals, and that is noted.
#[test]
fn plain_decimals_stay_decimals() {
    let (table, notes) = read("x,y\n1.234,1\n5.678,2\n");
    assert_eq!(rows(&table)[0][0].as_deref(), Some("1.234"));
    assert!(notes[0].to_string().starts_with("`x`: every number has three digits behind its point"));
    let (_, notes) = read("x,y\n1.234,1\n5.5,2\n");
    assert_eq!(notes, []);
}

fn options(of: &str, decimal: Option<char>, date: Option<&str>) -> ReadOptions {
    let decimal = decimal.and_then(|sign| DecimalSign::parse(&sign.to_string()));
    let writing = Writing { decimal, date: date.and_then(DatePattern::parse) };
    match of {
        "" => ReadOptions { writing, ..ReadOptions::default() },
        name => ReadOptions { writing_of: vec![(name.to_owned(), writing)], ..ReadOptions::default() },
    }
}

fn first(text: &str, options: ReadOptions, ask: Ask) -> Result<Vec<String>, String> {
    let input = Input::open(memory(text.to_owned()), options).map_err(|error| error.to_string())?;
    let table = input.read(&[ask, Ask::Auto]).map_err(|error| error.to_string())?;
    Ok(rows(&table).into_iter().map(|row| row[0].clone().unwrap_or_default()).collect())
}

#[test]
fn what_is_said_decides() {
    let doubtful = column(&["1.234", "5.678"]);
    for of in ["", "x"] {
        assert_eq!(first(&doubtful, options(of, Some(','), None), Ask::Auto).unwrap(), ["1234", "5678"]);
        assert_eq!(first(&doubtful, options(of, Some(','), None), Ask::Number).unwrap(), ["1234", "5678"]);
        assert_eq!(first(&doubtful, options(of, Some('.'), None), Ask::Number).unwrap(), ["1.234", "5.678"]);
        let dates = column(&["01/02/2020"]);
        assert_eq!(first(&dates, options(of, None, Some("m/d/y")), Ask::Auto).unwrap(), ["2020-01-02"]);
        assert_eq!(first(&dates, options(of, None, Some("d/m/y")), Ask::Date).unwrap(), ["2020-02-01"]);
        let short = column(&["01.02.29", "01.02.30"]);
        assert_eq!(first(&short, options(of, None, Some("d.m.yy")), Ask::Auto).unwrap(), ["2029-02-01", "1930-02-01"]);
    }
    assert_eq!(first(&column(&["19690206"]), options("x", None, Some("ymd")), Ask::Auto).unwrap(), ["1969-02-06"]);
    // Of the file it decides between two ways, and asks for nothing that is not there.
    assert_eq!(first(&column(&["12.5"]), options("", Some(','), None), Ask::Auto).unwrap(), ["12.5"]);
    // Of the column it is a law.
    let told = first(&column(&["5", "", "12.5"]), options("x", Some(','), None), Ask::Auto).unwrap_err();
    assert_eq!(told, "pay.csv, line 4, column `x`: none of the numbers with a decimal comma, as was declared");
    let told = first(&column(&["5 €", "5 $"]), options("x", Some(','), None), Ask::Number).unwrap_err();
    assert!(told.starts_with("pay.csv, line 3, column `x`"), "{told}");
    let told = first(&column(&["1.5.2020", "x"]), options("x", None, Some("d.m.y")), Ask::Auto).unwrap_err();
    assert_eq!(told, "pay.csv, line 3, column `x`: none of the dates written d.m.y, as was declared");
}

#[test]
fn asked_for_numbers_and_dates_are_found_too() {
    assert_eq!(
        first(&column(&["5", "*", "1.234,5"]), ReadOptions::default(), Ask::Number).unwrap(),
        ["5", "", "1234.5"]
    );
    assert_eq!(
        first(&column(&["", "31.01.2020 08:30"]), ReadOptions::default(), Ask::Date).unwrap(),
        ["", "2020-01-31"]
    );
    let told = first(&column(&["5", "1,5", "x"]), ReadOptions::default(), Ask::Number).unwrap_err();
    assert_eq!(
        told,
        "pay.csv, line 4, column `x`: none of the numbers with a decimal comma, which most of the column is; correct it, or declare \
         the text as missing"
    );
    let told = first(&column(&["5", "1.5", "x"]), ReadOptions::default(), Ask::Number).unwrap_err();
    assert_eq!(told, "pay.csv, line 4, column `x`: not a number");
    let input = open(column(&["31.01.2020 08:30", "01.02.2020 00:00"]));
    let notes = input.read_certain(&[Ask::Date, Ask::Skip], &|_, _| {}).unwrap().notes;
    assert_eq!(notes[0].to_string(), "`x`: dates written d.m.y; the time of day was dropped in 1 row, as asked");
    let notes = input.read_certain(&[Ask::Auto, Ask::Skip], &|_, _| {}).unwrap();
    assert_eq!(notes.table.columns()[0].kind(), Kind::Label);
    assert!(notes.notes[0].to_string().contains("type = \"date\" drops the time of day"));
}

#[test]
fn a_file_of_ours_is_read_as_we_write() {
    let options = || ReadOptions { canonical: true, ..ReadOptions::default() };
    assert_eq!(first(&column(&["1.234", "5.678"]), options(), Ask::Auto).unwrap(), ["1.234", "5.678"]);
    assert_eq!(first(&column(&["1,5"]), options(), Ask::Auto).unwrap(), ["1,5"]);
    assert!(first(&column(&["1,5"]), options(), Ask::Number).is_err());
}

/// Of a part of a table only what is said decides.
#[test]
fn without_looking_only_what_is_said_counts() {
    let with = |decimal| ReadOptions { canonical: true, ..options("x", Some(decimal), None) };
    assert_eq!(first(&column(&["1.234", "5.678"]), with(','), Ask::Auto).unwrap(), ["1234", "5678"]);
    assert_eq!(first(&column(&["1,234", "5"]), with('.'), Ask::Auto).unwrap(), ["1234", "5"]);
    assert!(first(&column(&["12.5"]), with(','), Ask::Auto).is_err());
}

#[test]
fn row_numbers_are_named() {
    let input = open("\"\";\"a\";\"b\"\n\"1\";1,5;2\n\"2\";2,5;3\n");
    assert_eq!((input.names(), input.is_first_unnamed()), (&["row", "a", "b"].map(str::to_owned)[..], true));
    let input = open("a b\n");
    assert!(!input.is_first_unnamed());
    let input = open("\"a\"\t\"b\"\n\"1\"\t1,5\t2\n\"2\"\t2,5\t3\n");
    assert_eq!(input.names(), ["row", "a", "b"]);
    assert_eq!(rows(&input.read(&[Ask::Auto; 3]).unwrap())[1], ["2", "2.5", "3"].map(|text| Some(text.to_owned())));
    assert!(failure("a,b\nx,1,5\ny,2,5\n", Ask::Auto).contains("expected 2 fields as in the header, found 3"));
}

#[test]
fn lines_of_rows_are_known() {
    let input = open("x;y\n\"a\nb\";1\n\n\nc;2\n").with_block_bytes(3);
    assert_eq!(
        (input.line_of(0).unwrap(), input.line_of(1).unwrap(), input.line_of(2).unwrap()),
        (Some(2), Some(6), None)
    );
}

proptest! {
    /// Blocks and threads decide nothing, whatever the notation.
    #[test]
    fn blocks_and_threads_do_not_matter(
        cells in prop::collection::vec("[0-9]{1,3}|[1-9]\\.[0-9]{3}|[0-9],[0-9]{1,2}|0[1-9]/0[1-9]/2020|x?", 0..12),
        block in 1usize..24,
        ask in prop::sample::select(vec![Ask::Auto, Ask::Number, Ask::Date]),
    ) {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let read = |threads: usize, block: usize| {
            let options = ReadOptions { threads: Some(threads), delimiter: Some(b';'), ..ReadOptions::default() };
            let input = Input::open(memory(column(&cells)), options).unwrap().with_block_bytes(block);
            let reading = input.read_certain(&[ask, Ask::Skip], &|_, _| {}).map_err(|error| error.to_string())?;
            let kinds: Vec<Kind> = reading.table.columns().iter().map(|column| column.kind()).collect();
            Ok::<_, String>((kinds, rows(&reading.table), reading.notes))
        };
        let whole = read(1, 1 << 20);
        prop_assert_eq!(&whole, &read(1, block));
        prop_assert_eq!(&whole, &read(3, block));
    }
}
