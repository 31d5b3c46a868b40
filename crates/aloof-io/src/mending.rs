//! Reading until every column is what it is: as this program writes first, then in the writing that its texts show.
//!
//! A column that was asked for as numbers or dates and holds a cell that is none, as this program writes them, is read as text;
//! if all of it is in one other notation, that is what it is. If not, the fault that was found first is the one reported.

use aloof_table::notation::{Ambiguity, DecimalSign};
use aloof_table::{Column, LabelColumn};

use crate::assembly::{Columns, Names};
use crate::input::Setting;
use crate::written::{Outcome, Sought};
use crate::{Ask, CellFault, Input, Note, ReadError, Reading, Seen, Writing};

/// One table while it is read.
pub(crate) struct Mending<'a> {
    pub(crate) input: &'a Input,
    pub(crate) names: Names<'a>,
    pub(crate) setting: &'a Setting<'a>,
}

/// What columns are read as, and why some are read as text.
struct Plan {
    ask: Vec<Ask>,
    /// The fault of a column that is not as this program writes.
    faults: Vec<Option<ReadError>>,
}

impl Mending<'_> {
    pub(crate) fn read(&self, ask: &[Ask]) -> Result<Reading, ReadError> {
        let sought: Vec<Sought> =
            ask.iter().zip(self.names.columns).map(|(&ask, name)| self.sought(ask, name)).collect();
        let mut plan =
            Plan { ask: sought.iter().map(Sought::first).collect(), faults: ask.iter().map(|_| None).collect() };
        let mut found = self.passes(&sought, &mut plan)?;
        let mut seen: Vec<Option<Seen>> = self.doubts(&sought, &mut plan, &mut found)?;
        for (at, sought) in sought.iter().enumerate() {
            let by_content = sought.ask == Ask::Auto && self.input.is_told_by_content() && self.may_find(sought);
            let turned = plan.ask[at] == Ask::Text && sought.ask != Ask::Text;
            if let Some(Column::Label(labels)) = &found.all[at]
                && (by_content || turned)
            {
                let outcome = sought.settle(labels, self.setting.nulls.of(at));
                let (column, note) = self.outcome(at, outcome, labels, plan.faults[at].take())?;
                seen[at] = seen[at].or(note);
                found.all[at] = column.or(found.all[at].take());
            }
        }
        let note = |(name, seen): (&String, Option<Seen>)| Some(Note { column: name.clone(), seen: seen? });
        let notes = self.names.columns.iter().zip(seen).filter_map(note).collect();
        Ok(Reading { table: found.table(&self.names)?, notes })
    }

    fn sought(&self, ask: Ask, name: &str) -> Sought {
        let options = self.input.options();
        let law = options.writing_of.iter().find(|(column, _)| column == name).map(|(_, writing)| *writing);
        Sought { ask, law: law.unwrap_or_default(), hint: options.writing }
    }

    /// Reads until nothing is in the way but what only a person can mend.
    fn passes(&self, sought: &[Sought], plan: &mut Plan) -> Result<Columns, ReadError> {
        loop {
            let fault = match self.input.in_passes(&plan.ask, &self.names, self.setting) {
                Ok(found) => return Ok(found),
                Err(fault) => fault,
            };
            let column = self.misread(&fault).filter(|&at| matches!(plan.ask[at], Ask::Number | Ask::Date));
            let column = column.filter(|&at| self.may_find(&sought[at]));
            let Some(at) = column else { return Err(fault) };
            plan.ask[at] = Ask::Text;
            plan.faults[at] = Some(fault);
        }
    }

    /// Whether the notation of a column may be sought: it is not declared to be ours, or it is declared to be another.
    fn may_find(&self, sought: &Sought) -> bool {
        !self.input.options().canonical || sought.law != Writing::default()
    }

    /// The column in which a cell is no number or no date.
    fn misread(&self, fault: &ReadError) -> Option<usize> {
        let (ReadError::Cell { column, fault, .. }
        | ReadError::SheetCell { column, fault, .. }
        | ReadError::Value { column, fault, .. }) = fault
        else {
            return None;
        };
        let mendable = matches!(
            fault,
            CellFault::Number(_)
                | CellFault::MeansMissing(_)
                | CellFault::Limit
                | CellFault::Date
                | CellFault::TimeOfDay
        );
        self.names.columns.iter().position(|name| mendable && name == column)
    }

    /// Numbers that may be thousands: what is said of the file decides, else what it looks like, else a person must.
    fn doubts(&self, sought: &[Sought], plan: &mut Plan, found: &mut Columns) -> Result<Vec<Option<Seen>>, ReadError> {
        let is_open = |at: usize| {
            let undecided = sought[at].law == Writing::default() && sought[at].hint.decimal != Some(DecimalSign::Point);
            undecided && found.doubts[at].is_open() && matches!(found.all[at], Some(Column::Number(_)))
        };
        let open: Vec<usize> = (0..sought.len()).filter(|&at| is_open(at)).collect();
        let mut seen = vec![None; sought.len()];
        if open.is_empty() || self.input.options().canonical {
            return Ok(seen);
        }
        if sought[open[0]].hint.decimal == Some(DecimalSign::Comma) {
            open.iter().for_each(|&at| plan.ask[at] = Ask::Text);
            let again: Vec<Ask> =
                (0..sought.len()).map(|at| if open.contains(&at) { Ask::Text } else { Ask::Skip }).collect();
            found.replace(&again, |ask| self.input.pass(ask, &self.names, self.setting))?;
            return Ok(seen);
        }
        let commas = match self.input.text() {
            Some(csv) => csv.delimiter() == b';' || csv.shows_commas(self.setting, sought.len())?,
            None => false,
        };
        for at in open {
            let likely = commas || found.doubts[at].is_likely();
            seen[at] = Some(if likely { Seen::Ambiguous(Ambiguity::Decimal) } else { Seen::Decimals });
        }
        Ok(seen)
    }

    /// A column that is not what was asked for, where no cell can be named.
    fn kind_fault(&self, at: usize) -> ReadError {
        let (file, column) = (self.names.file.to_owned(), self.names.columns[at].clone());
        ReadError::Kind { file, column, found: "text", asked: "numbers or dates" }
    }

    /// What becomes of a column, and what is said of it.
    fn outcome(
        &self,
        at: usize,
        outcome: Outcome,
        labels: &LabelColumn,
        fault: Option<ReadError>,
    ) -> Result<(Option<Column>, Option<Seen>), ReadError> {
        let (file, column) = (self.names.file.to_owned(), self.names.columns[at].clone());
        match outcome {
            Outcome::Column(column, seen) => Ok((Some(column), seen)),
            Outcome::Text(seen) => Ok((None, seen)),
            Outcome::TooWide(cause) => Err(ReadError::TooWide { file, column, cause }),
            Outcome::Misfit(stranger) => {
                let Some((code, stranger)) = stranger else { return Err(fault.unwrap_or_else(|| self.kind_fault(at))) };
                let row = labels.codes().iter().position(|&other| other == code).unwrap_or(0);
                Err(self.input.fault_at(row, at, stranger)?)
            }
        }
    }
}
