//! Files of statistical programs, made here byte by byte: the formats that our own writer does not write, both byte orders, what
//! is declared missing, and what is damaged.

use aloof_table::{ColumnInfo, Scale};

use super::scan::Order;
use crate::{Ask, Bytes, Format, Input, ReadOptions, Source};

fn open(bytes: impl Into<Bytes>) -> Result<Input, String> {
    let source = Source::Memory { name: "pay".to_owned(), bytes: bytes.into() };
    Input::open(source, ReadOptions::default()).map_err(|error| error.to_string())
}

/// The kinds of all columns and their texts, row by row; missing is `-`.
fn read(bytes: impl Into<Bytes>, ask: Ask) -> Result<Vec<String>, String> {
    let input = open(bytes)?;
    let table = input.read(&vec![ask; input.names().len()]).map_err(|error| error.to_string())?;
    let kinds = table.columns().iter().map(|column| format!("{:?}", column.kind())).collect::<Vec<_>>().join(" ");
    let text = |row: usize| {
        let cells = table.columns().iter().map(|column| column.text(row).unwrap_or_else(|| "-".to_owned()));
        cells.collect::<Vec<_>>().join(" ")
    };
    Ok([table.names().join(" "), kinds].into_iter().chain((0..table.rows()).map(text)).collect())
}

/// Bytes in an order.
struct Put(Order, Vec<u8>);

impl Put {
    fn new(order: Order) -> Self {
        Self(order, Vec::new())
    }

    fn half(mut self, value: u16) -> Self {
        self.1.extend(if self.0 == Order::Little { value.to_le_bytes() } else { value.to_be_bytes() });
        self
    }

    fn word(mut self, value: u32) -> Self {
        self.1.extend(if self.0 == Order::Little { value.to_le_bytes() } else { value.to_be_bytes() });
        self
    }

    fn long(mut self, value: u64) -> Self {
        self.1.extend(if self.0 == Order::Little { value.to_le_bytes() } else { value.to_be_bytes() });
        self
    }

    fn float(self, value: f64) -> Self {
        self.long(value.to_bits())
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.1.extend(bytes);
        self
    }

    /// A text in so many bytes, filled up with `fill`.
    fn text(mut self, text: &[u8], len: usize, fill: u8) -> Self {
        let end = self.1.len() + len;
        self.1.extend(text);
        self.1.resize(end, fill);
        self
    }
}

/// Three rows of Stata: a code with labels, of which one means missing; a day; a short float; a text.
fn stata_rows(order: Order) -> Vec<u8> {
    let row = |code: u8, day: u32, pay: u32, text: &[u8]| {
        Put::new(order).bytes(&[code]).word(day).word(pay).text(text, 6, 0).1
    };
    [
        row(1, 21_945, 30_001.1f32.to_bits(), b"Z\xfcrich"),
        row(102, 2_147_483_621, 0x7f00_0000, b"Rome"),
        row(2, 0, (-0.1f32).to_bits(), b""),
    ]
    .concat()
}

/// A set of labels for 1, 2 and `.a`.
fn stata_set(order: Order, name_len: usize) -> Vec<u8> {
    let texts = b"m\xe4nnlich\0female\0refused\0";
    let table = Put::new(order).word(3).word(texts.len() as u32);
    let table = [0, 9, 16].into_iter().fold(table, Put::word);
    let table = [1, 2, 2_147_483_622].into_iter().fold(table, Put::word).bytes(texts).1;
    Put::new(order).word(table.len() as u32).text(b"sexes", name_len, 0).bytes(&[0; 3]).bytes(&table).1
}

const STATA_NAMES: [&[u8]; 4] = [b"sex", b"born", b"pay", b"place"];
const STATA_FORMATS: [&[u8]; 4] = [b"%8.0g", b"%td", b"%9.0g", b"%6s"];

fn stata_old(release: u8, order: Order) -> Vec<u8> {
    let format = if release == 113 { 12 } else { 49 };
    let put = Put::new(order).bytes(&[release, if order == Order::Big { 1 } else { 2 }, 1, 0]);
    let put = put.half(4).word(3).bytes(&[0; 81 + 18]).bytes(&[251, 253, 254, 6]);
    let put = STATA_NAMES.iter().fold(put, |put, name| put.text(name, 33, 0)).bytes(&[0; 10]);
    let put = STATA_FORMATS.iter().fold(put, |put, name| put.text(name, format, 0));
    let put = put.text(b"sexes", 33, 0).bytes(&[0; 99]).text(b"Sex of person", 81, 0).bytes(&[0; 243]);
    // A note, then the end of notes.
    let put = put.bytes(&[1]).word(4).bytes(b"note").bytes(&[0]).word(0);
    put.bytes(&stata_rows(order)).bytes(&stata_set(order, 33)).1
}

fn stata_117(order: Order) -> Vec<u8> {
    let whole = |map: &[u64]| {
        let order_name: &[u8] = if order == Order::Big { b"MSF" } else { b"LSF" };
        let put = Put::new(order).bytes(b"<stata_dta><header><release>117</release><byteorder>").bytes(order_name);
        let put = put.bytes(b"</byteorder><K>").half(5).bytes(b"</K><N>").word(3).bytes(b"</N><label>\x02ab</label>");
        let put = put.bytes(b"<timestamp>\0</timestamp></header>");
        let mut starts = vec![0, put.1.len() as u64];
        let put = map.iter().fold(put.bytes(b"<map>"), |put, place| put.long(*place)).bytes(b"</map>");
        let mut part = |put: Put, tag: &str, content: &[u8]| {
            starts.push(put.1.len() as u64);
            put.bytes(format!("<{tag}>").as_bytes()).bytes(content).bytes(format!("</{tag}>").as_bytes())
        };
        let all =
            |texts: &[&[u8]], len: usize| texts.iter().fold(Put::new(order), |put, text| put.text(text, len, 0)).1;
        let kinds = [65_530, 65_528, 65_527, 6, 32_768].into_iter().fold(Put::new(order), Put::half).1;
        let put = part(put, "variable_types", &kinds);
        let put = part(put, "varnames", &all(&[&STATA_NAMES[..], &[b"long"]].concat(), 33));
        let put = part(put, "sortlist", &[0; 12]);
        let put = part(put, "formats", &all(&[&STATA_FORMATS[..], &[b"%9s"]].concat(), 49));
        let put = part(put, "value_label_names", &all(&[b"sexes", b"", b"", b"", b""], 33));
        let put = part(put, "variable_labels", &all(&[b"Sex of person", b"", b"", b"", b""], 81));
        let put = part(put, "characteristics", b"<ch>anything</ch>");
        let references = [(5u32, 1u32), (0, 0), (5, 1)].map(|(column, row)| Put::new(order).word(column).word(row).1);
        let rows: Vec<u8> =
            stata_rows(order).chunks(15).zip(references).flat_map(|(row, text)| [row, &text].concat()).collect();
        let put = part(put, "data", &rows);
        let long = Put::new(order).bytes(b"GSO").word(5).word(1).bytes(&[130]).word(6).bytes(b"words\0").1;
        let put = part(put, "strls", &long);
        let set = [b"<lbl>".to_vec(), stata_set(order, 33), b"</lbl>".to_vec()].concat();
        let put = part(put, "value_labels", &set);
        starts.push(put.1.len() as u64);
        let put = put.bytes(b"</stata_dta>");
        starts.push(put.1.len() as u64);
        (put.1, starts)
    };
    let (_, map) = whole(&[0; 14]);
    whole(&map).0
}

fn check_stata_info(info: &ColumnInfo) {
    assert_eq!(info.label.as_deref(), Some("Sex of person"));
    let labels: Vec<(&str, &str)> = info.value_labels.iter().map(|one| (&*one.value, &*one.label)).collect();
    assert_eq!(labels, [("1", "männlich"), ("2", "female"), (".a", "refused")]);
}

#[test]
fn stata_in_both_orders() {
    for order in [Order::Little, Order::Big] {
        for release in [113, 114, 115] {
            let bytes = stata_old(release, order);
            let input = open(bytes.clone()).unwrap();
            assert_eq!(input.format(), Format::Stata);
            check_stata_info(&input.infos()[0]);
            assert_eq!(input.infos()[1].format.as_deref(), Some("%td"));
            assert_eq!(
                read(bytes, Ask::Auto).unwrap(),
                [
                    "sex born pay place",
                    "Number Date Number Label",
                    "1 2020-01-31 30001.1 Zürich",
                    "- - - Rome",
                    "2 1960-01-01 -0.1 -"
                ]
            );
        }
        let bytes = stata_117(order);
        check_stata_info(&open(bytes.clone()).unwrap().infos()[0]);
        assert_eq!(
            read(bytes, Ask::Text).unwrap(),
            [
                "sex born pay place long",
                "Label Label Label Label Label",
                "1 2020-01-31 30001.1 Zürich words",
                "- - - Rome -",
                "2 1960-01-01 -0.1 - words"
            ]
        );
    }
}

#[test]
fn dates_of_a_file_are_no_numbers() {
    let error = read(stata_old(114, Order::Little), Ask::Number).unwrap_err();
    assert_eq!(error, "pay, column `born`: holds dates, numbers were asked for; it can be read as text");
}

/// A variable of SPSS: width, label, format, missing values as they are counted there, and their bytes.
fn variable(put: Put, name: &[u8], width: u32, label: &[u8], format: u32, missing: (i32, &[[u8; 8]])) -> Put {
    let put = put.word(2).word(width).word(u32::from(!label.is_empty())).word(missing.0.cast_unsigned());
    let mut put = put.word(format).word(format).text(name, 8, b' ');
    if !label.is_empty() {
        put = put.word(label.len() as u32).text(label, label.len().next_multiple_of(4), b' ');
    }
    let put = missing.1.iter().fold(put, |put, value| put.bytes(value));
    let further = (width.div_ceil(8)).saturating_sub(1);
    (0..further).fold(put, |put, _| put.word(2).word(u32::MAX).word(0).word(0).word(0).word(0).text(b"", 8, b' '))
}

fn extension(put: Put, kind: u32, size: u32, bytes: &[u8]) -> Put {
    put.word(7).word(kind).word(size).word(bytes.len() as u32 / size).bytes(bytes)
}

/// Four variables: a number with a range and a value that are missing, a day, a text with a missing value, a text of 300 characters.
fn spss(order: Order, packing: u32, cases: &[u8]) -> Vec<u8> {
    let number = |value: f64| -> [u8; 8] { Put::new(order).float(value).1.try_into().unwrap() };
    let put = Put::new(order).bytes(b"$FL2@(#) SPSS").text(b"", 51, b' ');
    let put = put.word(2).word(0).word(packing).word(0).word(u32::MAX).float(100.0);
    let put = put.text(b"", 9 + 8 + 64 + 3, b' ');
    let ends = [number(90.0), number(f64::MAX), number(-9.0)];
    let put = variable(put, b"PAY", 0, b"Monthly pay", 5 << 16 | 8 << 8 | 2, (-3, &ends));
    let put = variable(put, b"BORN", 0, b"", 20 << 16 | 11 << 8, (0, &[]));
    let put = variable(put, b"PLACE", 8, b"", 1 << 16 | 8 << 8, (1, &[*b"none    "]));
    let put = variable(put, b"REMARK", 255, b"", 1 << 16 | 255 << 8, (0, &[]));
    let put = variable(put, b"REMARK0", 48, b"", 1 << 16 | 48 << 8, (0, &[]));
    // Labels of the first variable.
    let put = put.word(3).word(2).bytes(&number(-9.0)).bytes(&[7]).bytes(b"refused");
    let put = put.bytes(&number(1.5)).bytes(&[4]).bytes(b"half\0\0\0").word(4).word(1).word(1);
    let put = put.word(6).word(1).text(b"a remark", 80, b' ');
    let page = [25, 0, 0, 0, 0, 0, 0, 65_001].into_iter().fold(Put::new(order), Put::word).1;
    let put = extension(put, 3, 4, &page);
    let scales = [3, 8, 1, 2, 8, 1, 1, 8, 1, 1, 8, 1, 1, 8, 1].into_iter().fold(Put::new(order), Put::word).1;
    let put = extension(put, 11, 4, &scales);
    let put = extension(put, 13, 1, "PAY=MonthlyPay\tPLACE=Ort\tREMARK=Bemerkung".as_bytes());
    let put = extension(put, 14, 1, b"REMARK=00300\0\t");
    let put = extension(put, 20, 1, b"UTF-8");
    // One that nobody knows.
    let put = extension(put, 99, 1, b"whatever");
    put.word(999).word(0).bytes(cases).1
}

/// A case as it is.
fn case(order: Order, pay: f64, born: f64, place: &[u8], remark: &[u8]) -> Vec<u8> {
    let (first, rest) = remark.split_at(remark.len().min(255));
    let put = Put::new(order).float(pay).float(born).text(place, 8, b' ');
    put.text(first, 256, b' ').text(rest, 48, b' ').1
}

#[test]
fn spss_in_both_orders() {
    let long = "ä".repeat(127) + "x" + &"y".repeat(40);
    for order in [Order::Little, Order::Big] {
        let cases = [
            case(order, 1200.5, 13_799_808_000.0, "Zürich".as_bytes(), long.as_bytes()),
            case(order, -9.0, f64::MIN, b"none", b""),
            case(order, 1e300, 13_799_838_600.0, b"", b"short"),
        ];
        let bytes = spss(order, 0, &cases.concat());
        let input = open(bytes.clone()).unwrap();
        assert_eq!(
            (input.format(), input.names()),
            (Format::Spss, &["MonthlyPay", "BORN", "Ort", "Bemerkung"].map(str::to_owned)[..])
        );
        let pay = &input.infos()[0];
        assert_eq!((pay.label.as_deref(), pay.format.as_deref()), (Some("Monthly pay"), Some("F8.2")));
        assert_eq!(pay.missing.iter().map(ToString::to_string).collect::<Vec<_>>(), [">=90", "-9"]);
        assert_eq!(
            (pay.label_of("-9"), pay.label_of("1.5"), pay.scale),
            (Some("refused"), Some("half"), Some(Scale::Metric))
        );
        assert_eq!(
            read(bytes, Ask::Auto).unwrap(),
            [
                "MonthlyPay BORN Ort Bemerkung".to_owned(),
                "Number Label Label Label".to_owned(),
                // 1200.5 lies in the range that is missing.
                format!("- 2020-01-31 Zürich {long}"),
                "- - - -".to_owned(),
                "- 2020-01-31T08:30:00 - short".to_owned()
            ]
        );
    }
}

/// Commands of eight bytes: numbers, blanks, missing, elements that stand behind.
#[test]
fn spss_packed_by_bytes() {
    let order = Order::Little;
    // Pay 5, day missing, place as it is, remark: `x` and blanks.
    let mut bytes = vec![105, 255, 253, 253, 254, 254, 254, 254];
    bytes.extend(b"Rome    ");
    bytes.extend(b"x       ");
    bytes.extend([254; 33]);
    bytes.extend([252, 0, 0, 0, 0, 0, 0]);
    let whole = spss(order, 1, &bytes);
    assert_eq!(
        read(whole.clone(), Ask::Auto).unwrap(),
        ["MonthlyPay BORN Ort Bemerkung", "Number Date Label Label", "5 - Rome x"]
    );
    let error = read(whole[..whole.len() - 20].to_vec(), Ask::Auto).unwrap_err();
    assert_eq!(error, "pay: cannot be read as SPSS (.sav): it breaks off inside of a case");
}

/// A data set of SAS in one page: two numbers, of which one of three bytes is a day, and a text.
fn sas(order: Order, wide: usize, packed: bool) -> Vec<u8> {
    let put = |order| Put::new(order);
    let number = |put: Put, value: usize| if wide == 8 { put.long(value as u64) } else { put.word(value as u32) };
    let numbers = |values: &[usize]| values.iter().fold(put(order), |put, &value| number(put, value)).1;
    let sign = |sign: u32| {
        if wide == 8 { put(order).long(0xffff_ffff_0000_0000 | u64::from(sign)).1 } else { put(order).word(sign).1 }
    };
    let own = |sign: u32| if wide == 8 { put(order).long(u64::from(sign)).1 } else { put(order).word(sign).1 };
    let row_size = [own(0xf7f7_f7f7), numbers(&[0; 4]), numbers(&[31, 2]), numbers(&[0; 8]), numbers(&[2])].concat();
    let words: &[u8] = if packed { b"SASYZCRL" } else { b"        " };
    // Texts: a length, then the words at known places.
    let texts = [&sign(0xffff_fffd)[..], &put(order).half(64).1, &[0; 6], words, b"PAYBORNPLACEMonthly payDATE       "]
        .concat();
    let text = |block: u16, at: u16, len: u16| put(order).half(block).half(at).half(len).1;
    let names = [
        sign(0xffff_ffff),
        vec![0; 8],
        [text(0, 16, 3), vec![0; 2], text(0, 19, 4), vec![0; 2], text(0, 23, 5), vec![0; 2]].concat(),
        vec![0; 12 + wide],
    ]
    .concat();
    let place = |at: usize, len: u32, kind: u8| [numbers(&[at]), put(order).word(len).1, vec![0, 0, kind, 0]].concat();
    let places =
        [sign(0xffff_fffc), vec![0; 8], place(0, 8, 1), place(8, 3, 1), place(11, 20, 2), vec![0; 4 + wide]].concat();
    let format = |format: Vec<u8>, label: Vec<u8>| {
        [sign(0xffff_fbfe), vec![0; 22 + 2 * wide], format, label, vec![0; 8]].concat()
    };
    let formats = [
        format(text(0, 0, 0), text(0, 28, 11)),
        format(text(0, 39, 4), text(0, 0, 0)),
        format(text(0, 0, 0), text(0, 0, 0)),
    ];
    let cut = |value: f64| {
        if order == Order::Big { value.to_be_bytes()[..3].to_vec() } else { value.to_le_bytes()[5..].to_vec() }
    };
    let row = |pay: f64, day: f64, text: &[u8]| put(order).float(pay).bytes(&cut(day)).text(text, 20, b' ').1;
    let rows = [row(0.1, 21_952.0, b"Z\xfcri"), row(f64::NAN, f64::NAN, b"")];
    // Runs: bytes as they are, the text's 16 blanks by a command.
    let run = |row: &[u8]| [&[0x8a][..], &row[..11], &[0x83], &row[11..15], &[0xee]].concat();
    let mut parts = vec![row_size, [own(0xf6f6_f6f6), numbers(&[3])].concat(), texts, names, places];
    parts.extend(formats);
    let kinds = parts.len();
    if packed {
        // One packed, one that packing would not have made shorter.
        parts.extend([run(&rows[0]), rows[1].clone()]);
    }
    let (head, pointer) = if wide == 8 { (32, 24) } else { (16, 12) };
    let mut list = put(order);
    let mut at = 2048;
    let mut body: Vec<u8> = Vec::new();
    for (number_of, part) in parts.iter().enumerate() {
        let start = at + body.len();
        list = number(number(list, start), part.len());
        let packing = match number_of.checked_sub(kinds) {
            Some(0) => 4,
            _ => 0,
        };
        list = list.bytes(&[packing, u8::from(number_of >= kinds)]).bytes(&vec![0; pointer - 2 * wide - 2]);
        body.extend(part);
    }
    at += body.len();
    let kind = if packed { 0 } else { 0x0200 };
    let mut page =
        put(order).bytes(&vec![0; head]).half(kind).half(0).half(parts.len() as u16).half(0).bytes(&list.1).1;
    if !packed {
        page.resize(page.len().next_multiple_of(8), 0);
        page.extend(rows.concat());
    }
    page.resize(2048, 0);
    page.extend(body);
    page.resize(4096, 0);
    assert!(at <= 4096);
    let mut file = crate::sniff::SAS.to_vec();
    file.extend([if wide == 8 { b'3' } else { b'2' }, 0, 0, b'2', 0, u8::from(order == Order::Little), 0, b'1']);
    file.resize(70, 0);
    file.push(29);
    file.resize(196, 0);
    let header = put(order).word(1024).word(4096);
    file.extend(number(header, 1).1);
    file.resize(1024, 0);
    file.extend(page);
    file
}

#[test]
fn sas_in_both_orders_and_widths() {
    for order in [Order::Little, Order::Big] {
        for wide in [4, 8] {
            for packed in [false, true] {
                let bytes = sas(order, wide, packed);
                let input = open(bytes.clone()).unwrap();
                assert_eq!(input.format(), Format::Sas);
                assert_eq!(input.infos()[0].label.as_deref(), Some("Monthly pay"));
                assert_eq!(input.infos()[1].format.as_deref(), Some("DATE"));
                assert_eq!(
                    read(bytes, Ask::Auto).unwrap(),
                    ["PAY BORN PLACE", "Number Date Label", "0.1 2020-02-07 Züri", "- - -"],
                    "{order:?} {wide} {packed}"
                );
            }
        }
    }
}

/// Cut or changed anywhere, a file gives a table or an error.
#[test]
fn damaged_files_are_errors() {
    let order = Order::Little;
    let cases = case(order, 1.0, 13_799_808_000.0, b"x", b"y");
    let packed = [
        vec![105, 255, 253, 253, 254, 254, 254, 254],
        b"Rome    x       ".to_vec(),
        vec![254; 33],
        vec![252, 0, 0, 0, 0, 0, 0],
    ]
    .concat();
    for bytes in [
        stata_old(114, order),
        stata_117(order),
        spss(order, 0, &cases),
        spss(order, 1, &packed),
        sas(order, 8, false),
        sas(order, 4, true),
    ] {
        assert!(read(bytes.clone(), Ask::Auto).is_ok());
        for cut in (0..bytes.len()).step_by(7) {
            let _ = read(bytes[..cut].to_vec(), Ask::Auto);
        }
        for at in 0..bytes.len() {
            for byte in [0xff, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                let _ = read(changed, Ask::Auto);
            }
        }
    }
}
