//! Cells of a data set: what type a column has, and its values as bytes.

use aloof_table::{Column, DateColumn, LabelColumn, NumberColumn};

use super::super::xlsx::fits_floats;
use super::{DtaColumn, DtaFault};

/// Bytes of the longest text that stands in a row.
const LONGEST: usize = 2045;
/// 1960-01-01, from which days are counted.
const DAY: i32 = -3653;

/// Whole numbers by the bytes they take: the least and the greatest that mean themselves, and what means missing.
const RANGES: [(usize, i64, i64, i64); 3] =
    [(1, -127, 100, 101), (2, -32_767, 32_740, 32_741), (4, -2_147_483_647, 2_147_483_620, 2_147_483_621)];

/// A column, and how its values are written.
pub(super) enum Cells<'a> {
    Whole(Whole<'a>, usize),
    Floats(&'a NumberColumn),
    Days(&'a DateColumn),
    Texts(&'a LabelColumn, usize),
    LongTexts(&'a LabelColumn),
}

/// Where whole numbers come from.
pub(super) enum Whole<'a> {
    Numbers(&'a NumberColumn),
    /// The number of each label.
    Codes(&'a LabelColumn, Vec<i64>),
}

impl Whole<'_> {
    fn get(&self, row: usize) -> Option<i64> {
        match self {
            Self::Numbers(numbers) => numbers.scaled(row).and_then(|value| i64::try_from(value).ok()),
            Self::Codes(labels, codes) => {
                Some(labels.codes()[row]).filter(|&code| code != LabelColumn::MISSING).map(|code| codes[code as usize])
            }
        }
    }

    /// Bytes that hold all of them; `None` when no type does.
    fn width(&self, rows: usize) -> Option<usize> {
        let (mut least, mut greatest) = (0, 0);
        for value in (0..rows).filter_map(|row| self.get(row)) {
            (least, greatest) = (least.min(value), greatest.max(value));
        }
        RANGES.iter().find(|(_, low, high, _)| least >= *low && greatest <= *high).map(|(width, ..)| *width)
    }
}

impl<'a> Cells<'a> {
    pub(super) fn new(name: &str, column: &'a Column, said: &DtaColumn) -> Result<Self, DtaFault> {
        let column_name = || name.to_owned();
        match column {
            Column::Number(numbers) => {
                let whole = Whole::Numbers(numbers);
                match whole.width(numbers.len()).filter(|_| numbers.scale() == 0 && numbers.narrow().is_some()) {
                    Some(width) => Ok(Self::Whole(whole, width)),
                    None if fits_floats(numbers) => Ok(Self::Floats(numbers)),
                    None => Err(DtaFault::Digits { column: column_name() }),
                }
            }
            Column::Date(dates) => Ok(Self::Days(dates)),
            Column::Label(labels) if !said.value_labels.is_empty() => {
                let codes = labels.labels().iter().map(|text| text.parse::<i32>().ok().map(i64::from));
                let codes = codes.collect::<Option<Vec<i64>>>();
                let whole = codes.map(|codes| Whole::Codes(labels, codes));
                let width = whole.as_ref().and_then(|whole| whole.width(labels.len()));
                whole
                    .zip(width)
                    .map(|(whole, width)| Self::Whole(whole, width))
                    .ok_or(DtaFault::Codes { column: column_name() })
            }
            Column::Label(labels) => {
                if labels.labels().iter().any(|text| text.contains('\0')) {
                    return Err(DtaFault::Zero { column: column_name() });
                }
                let longest = labels.labels().iter().map(str::len).max().unwrap_or(0).max(1);
                Ok(if longest > LONGEST { Self::LongTexts(labels) } else { Self::Texts(labels, longest) })
            }
        }
    }

    /// The type, as the format numbers it.
    pub(super) fn kind(&self) -> u16 {
        match self {
            Self::Whole(_, 1) => 65_530,
            Self::Whole(_, 2) => 65_529,
            Self::Whole(..) | Self::Days(_) => 65_528,
            Self::Floats(_) => 65_526,
            Self::Texts(_, len) => *len as u16,
            Self::LongTexts(_) => 32_768,
        }
    }

    pub(super) fn format(&self) -> String {
        match self {
            Self::Whole(_, 1 | 2) => "%8.0g".to_owned(),
            Self::Whole(..) => "%12.0g".to_owned(),
            Self::Floats(_) => "%10.0g".to_owned(),
            Self::Days(_) => "%td".to_owned(),
            Self::Texts(_, len) => format!("%-{}s", (*len).min(30)),
            Self::LongTexts(_) => "%-9s".to_owned(),
        }
    }

    /// Bytes of a value.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Whole(_, width) | Self::Texts(_, width) => *width,
            Self::Days(_) => 4,
            Self::Floats(_) | Self::LongTexts(_) => 8,
        }
    }

    pub(super) fn write(&self, column: usize, row: usize, to: &mut Vec<u8>) {
        match self {
            Self::Whole(whole, width) => to.extend(&whole_bytes(whole.get(row), *width)[..*width]),
            Self::Days(dates) => {
                let days = dates.get(row).map(|date| i64::from(date.days()) - i64::from(DAY));
                to.extend(&whole_bytes(days, 4)[..4]);
            }
            Self::Floats(numbers) => {
                let value = numbers.get(row).and_then(|value| value.to_string().parse::<f64>().ok());
                to.extend(value.map_or(0x7fe0_0000_0000_0000, f64::to_bits).to_le_bytes());
            }
            Self::Texts(labels, width) => {
                let start = to.len();
                to.extend(labels.get(row).unwrap_or_default().bytes());
                to.resize(start + width, 0);
            }
            Self::LongTexts(labels) => to.extend(reference(column, labels.codes()[row]).to_le_bytes()),
        }
    }
}

/// A whole number, or what means missing, in its first bytes.
fn whole_bytes(value: Option<i64>, width: usize) -> [u8; 8] {
    let missing = RANGES.iter().find(|(bytes, ..)| *bytes == width).map_or(0, |(.., missing)| *missing);
    value.unwrap_or(missing).to_le_bytes()
}

/// The number of a long text: its column, and behind it its place among the distinct ones, both from 1; 0 of no text.
fn reference(column: usize, code: u32) -> u64 {
    if code == LabelColumn::MISSING { 0 } else { (column as u64 + 1) | (u64::from(code) + 1) << 16 }
}

/// The distinct texts of columns that are too long for a row, each once.
pub(super) struct LongTexts<'a> {
    columns: Vec<Option<&'a LabelColumn>>,
}

impl<'a> LongTexts<'a> {
    pub(super) fn of(cells: &[Cells<'a>]) -> Self {
        let labels = |cell: &Cells<'a>| if let Cells::LongTexts(labels) = cell { Some(*labels) } else { None };
        Self { columns: cells.iter().map(labels).collect() }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (column, labels) in self.columns.iter().enumerate().filter_map(|(at, labels)| Some((at, (*labels)?))) {
            for (place, text) in labels.labels().iter().enumerate() {
                bytes.extend(b"GSO");
                bytes.extend((column as u32 + 1).to_le_bytes());
                bytes.extend((place as u64 + 1).to_le_bytes());
                bytes.push(130);
                bytes.extend((text.len() as u32 + 1).to_le_bytes());
                bytes.extend(text.bytes());
                bytes.push(0);
            }
        }
        bytes
    }
}
