//! How far the cells of threads reach, roughly: only how much they grow is asked, to choose among places.

use aloof_table::{Column, Date, LabelColumn};

use super::people::People;
use super::threads::Threads;

/// Per quasi column what every thread reaches.
pub struct Boxes {
    columns: Vec<Reached>,
}

/// From where to where.
type Ends = (f64, f64);

enum Reached {
    /// Numbers or days: every row's, the length of all, and the ends of each thread.
    Line(Vec<f64>, f64, Vec<Ends>),
    /// Labels: every row's, how many there are but one, and those of each thread.
    Set(Vec<u32>, f64, Vec<Vec<u32>>),
}

impl Boxes {
    /// Of all threads, with those who stand in them.
    pub fn of<'a>(quasi: impl Iterator<Item = &'a Column>, threads: &Threads, people: &People) -> Self {
        let one = |(at, column): (usize, &Column)| {
            let cells = threads.all.iter().map(|thread| thread.cells.get(at).map_or(&[][..], Vec::as_slice));
            match column {
                Column::Label(labels) => Reached::labels(labels, cells),
                _ => Reached::numbers(column, cells),
            }
        };
        let mut boxes = Self { columns: quasi.enumerate().map(one).collect() };
        for thread in 0..threads.all.len() {
            threads.members(thread).for_each(|at| boxes.grow(thread, people.rows[at as usize] as usize));
        }
        boxes
    }

    /// How much a thread's cells grow by a row, as shares of the domains.
    pub(super) fn growth(&self, thread: usize, row: usize) -> f64 {
        let one = |column: &Reached| match column {
            Reached::Line(rows, length, spans) => {
                let ((low, high), x) = (spans[thread], rows[row]);
                ((low - x).max(0.0) + (x - high).max(0.0)) / length
            }
            Reached::Set(rows, others, sets) => {
                if sets[thread].contains(&rows[row]) {
                    0.0
                } else {
                    1.0 / others
                }
            }
        };
        self.columns.iter().map(one).sum()
    }

    /// Lets a thread's cells reach a row.
    pub(super) fn grow(&mut self, thread: usize, row: usize) {
        for column in &mut self.columns {
            match column {
                Reached::Line(rows, _, spans) => {
                    let (low, high) = &mut spans[thread];
                    (*low, *high) = (low.min(rows[row]), high.max(rows[row]));
                }
                Reached::Set(rows, _, sets) => {
                    if !sets[thread].contains(&rows[row]) {
                        sets[thread].push(rows[row]);
                    }
                }
            }
        }
    }

    /// How much a thread's cells grow by all that another's reach.
    pub(super) fn growth_by(&self, thread: usize, other: usize) -> f64 {
        let one = |column: &Reached| match column {
            Reached::Line(_, length, spans) => {
                let ((low, high), (down, up)) = (spans[thread], spans[other]);
                ((low - down).max(0.0) + (up - high).max(0.0)) / length
            }
            Reached::Set(_, others, sets) => {
                sets[other].iter().filter(|label| !sets[thread].contains(label)).count() as f64 / others
            }
        };
        self.columns.iter().map(one).sum()
    }

    /// Lets a thread's cells reach all that another's do.
    pub(super) fn absorb(&mut self, thread: usize, other: usize) {
        for column in &mut self.columns {
            match column {
                Reached::Line(_, _, spans) => {
                    let (low, high) = spans[other];
                    spans[thread] = (spans[thread].0.min(low), spans[thread].1.max(high));
                }
                Reached::Set(_, _, sets) => {
                    let more: Vec<u32> =
                        sets[other].iter().copied().filter(|label| !sets[thread].contains(label)).collect();
                    sets[thread].extend(more);
                }
            }
        }
    }

    /// How wide the cells of a thread are, as shares of the domains.
    fn width(&self, thread: usize) -> f64 {
        let one = |column: &Reached| match column {
            Reached::Line(_, length, spans) => (spans[thread].1 - spans[thread].0).max(0.0) / length,
            Reached::Set(_, others, sets) => sets[thread].len().saturating_sub(1) as f64 / others,
        };
        self.columns.iter().map(one).sum()
    }

    /// The same, on average over everybody who stands in one.
    pub fn mean_width(&self, threads: &Threads) -> f64 {
        let one = |thread: usize| (threads.members(thread).count() as f64, self.width(thread));
        let add = |(people, sum): (f64, f64), (some, width): (f64, f64)| (people + some, sum + some * width);
        let (people, sum) = threads.active().map(one).fold((0.0, 0.0), add);
        sum / people.max(1.0)
    }

    /// Where a row lies, and where a thread's middle does, in the first column of numbers: those near each other there may be near.
    pub(super) fn row_at(&self, row: usize) -> f64 {
        self.columns.iter().find_map(|column| column.line()).map_or(0.0, |(rows, _)| rows[row])
    }

    /// See [`Boxes::row_at`].
    pub(super) fn thread_at(&self, thread: usize) -> f64 {
        let middle = |(low, high): (f64, f64)| f64::midpoint(low, high);
        self.columns.iter().find_map(|column| column.line()).map_or(0.0, |(_, spans)| middle(spans[thread]))
    }
}

impl Reached {
    fn numbers<'a>(column: &Column, cells: impl Iterator<Item = &'a [Option<String>]>) -> Self {
        let rows: Vec<f64> = (0..column.len()).map(|row| position(column, row)).collect();
        let ends = |cells: &[Option<String>]| reach(cells.iter().map(|text| read(text.as_deref())));
        let spans = cells.map(ends).collect();
        let (low, high) = reach(rows.iter().copied());
        Self::Line(rows, if high > low { high - low } else { 1.0 }, spans)
    }

    /// Labels that nobody has now are in no row's way.
    fn labels<'a>(labels: &LabelColumn, cells: impl Iterator<Item = &'a [Option<String>]>) -> Self {
        let code = |text: &Option<String>| match text {
            Some(text) => labels.labels().code(text),
            None => Some(u32::MAX),
        };
        let sets = cells.map(|cells| cells.iter().filter_map(code).collect()).collect();
        let others = labels.labels().len().max(2) as f64 - 1.0;
        Self::Set(labels.codes().to_vec(), others, sets)
    }

    fn line(&self) -> Option<(&[f64], &[Ends])> {
        match self {
            Self::Line(rows, _, spans) => Some((rows, spans)),
            Self::Set(..) => None,
        }
    }
}

fn reach(all: impl Iterator<Item = f64>) -> (f64, f64) {
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// A number or a day as a number; where there is none, 0.
fn position(column: &Column, row: usize) -> f64 {
    match column {
        Column::Date(dates) => dates.get(row).map_or(0.0, |date| f64::from(date.days())),
        Column::Number(numbers) => {
            let scaled = numbers.scaled(row).unwrap_or(0) as f64;
            scaled / 10f64.powi(i32::from(numbers.scale()))
        }
        Column::Label(_) => 0.0,
    }
}

fn read(text: Option<&str>) -> f64 {
    let text = text.unwrap_or_default();
    text.parse::<f64>().ok().or_else(|| text.parse::<Date>().ok().map(|date| f64::from(date.days()))).unwrap_or(0.0)
}
