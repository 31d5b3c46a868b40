//! A distance matrix over the labels of a column: how far apart any two values are.
//!
//! As CSV: a header with a corner cell, then the labels; a line per label with its distances. Lines may stand in
//! another order than the header.

use std::collections::HashMap;

use aloof_table::Decimal;

use crate::csv::{OF_TABLES, Record, small_table};
use crate::{ReadError, Source};

/// Distances between labels: never negative, zero from a label to itself, the same both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The labels, in the order of the header.
    pub labels: Vec<String>,
    /// `labels.len()` distances per label, label after label.
    pub values: Vec<Decimal>,
}

impl Matrix {
    /// The distance between the labels at two places.
    pub fn distance(&self, from: usize, to: usize) -> Decimal {
        self.values[from * self.labels.len() + to]
    }
}

/// Where each label's distances were found, for messages.
struct Reader {
    file: String,
    labels: Vec<String>,
    /// Line of each label, in the order of the header.
    lines: Vec<u64>,
    values: Vec<Decimal>,
}

/// Reads a distance matrix. An error names the file, the line and the column.
pub fn read_matrix(source: &Source) -> Result<Matrix, ReadError> {
    let records = small_table(source, &OF_TABLES)?;
    let file = source.name();
    let Some((header, rows)) = records.split_first() else { return Err(ReadError::Empty { file }) };
    let labels: Vec<String> = header.fields[1..].to_vec();
    let size = labels.len();
    let mut reader = Reader { file, lines: vec![0; size], values: vec![Decimal::ZERO; size * size], labels };
    let places = reader.places(header.line)?;
    rows.iter().try_for_each(|row| reader.row(row, &places))?;
    reader.check_rows(rows.last().map_or(header.line, |row| row.line))?;
    reader.check_distances()?;
    Ok(Matrix { labels: reader.labels, values: reader.values })
}

impl Reader {
    /// `position` counts the fields of the line from 1.
    fn error<T>(&self, line: u64, position: Option<usize>, problem: &str) -> Result<T, ReadError> {
        Err(ReadError::Matrix { file: self.file.clone(), line, position, problem: problem.to_owned() })
    }

    /// Place of each label in the header.
    fn places(&self, line: u64) -> Result<HashMap<String, usize>, ReadError> {
        if self.labels.is_empty() {
            return self.error(line, None, "no labels; the header is a corner cell, then the labels");
        }
        let mut places = HashMap::new();
        for (place, label) in self.labels.iter().enumerate() {
            if places.insert(label.clone(), place).is_some() {
                return self.error(line, Some(place + 2), "a label that stands in the header already");
            }
        }
        Ok(places)
    }

    fn row(&mut self, row: &Record, places: &HashMap<String, usize>) -> Result<(), ReadError> {
        let size = self.labels.len();
        if row.fields.len() != size + 1 {
            let problem = format!("expected a label and {size} distances, found {} fields", row.fields.len());
            return self.error(row.line, None, &problem);
        }
        let Some(&place) = places.get(&row.fields[0]) else {
            return self.error(row.line, Some(1), "a label that does not stand in the header");
        };
        if self.lines[place] != 0 {
            let problem = format!("a label that stands on line {} already", self.lines[place]);
            return self.error(row.line, Some(1), &problem);
        }
        self.lines[place] = row.line;
        for (to, field) in row.fields[1..].iter().enumerate() {
            match field.parse::<Decimal>() {
                Ok(value) => self.values[place * size + to] = value,
                Err(fault) => return self.error(row.line, Some(to + 2), &fault.to_string()),
            }
        }
        Ok(())
    }

    fn check_rows(&self, last: u64) -> Result<(), ReadError> {
        let missing = self.lines.iter().filter(|&&line| line == 0).count();
        if missing == 0 {
            return Ok(());
        }
        let problem = format!("the last line; {missing} of the {} labels in the header have none", self.labels.len());
        self.error(last, None, &problem)
    }

    fn check_distances(&self) -> Result<(), ReadError> {
        let size = self.labels.len();
        for (from, &line) in self.lines.iter().enumerate() {
            for to in 0..size {
                let value = self.values[from * size + to];
                if value.is_negative() {
                    return self.error(line, Some(to + 2), "a distance below zero");
                }
                if from == to && value != Decimal::ZERO {
                    return self.error(line, Some(to + 2), "the distance of a label to itself must be zero");
                }
                if value != self.values[to * size + from] {
                    let other = format!("line {}, column {}", self.lines[to], from + 2);
                    let problem = format!("not the distance on {other}; distances must be the same both ways");
                    return self.error(line, Some(to + 2), &problem);
                }
            }
        }
        Ok(())
    }
}
