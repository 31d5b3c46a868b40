//! What callers plan by who cannot look at rows, such as Spark's driver: a policy with its defaults, windows of near values
//! from counts, and how far a released cell reaches. No rule of the library is read anew on the other side.

use aloof::Error;
use aloof::advise::{Bins, fullest_window};
use aloof::data::{Reach, label_reaches, reach as reach_of};
use aloof::io::{Ask, Input, ReadOptions, Source};
use aloof::policy::{Policy, Protect, View};
use aloof::table::{Column, Decimal, Kind};
use pyo3::prelude::*;

use crate::errors::CallError;
use crate::frame::source;
use crate::policy::PyPolicy;
use crate::release::{json, policy_of};
use crate::work::{Running, run};

/// Puts these into the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyBins>()?;
    module.add_function(wrap_pyfunction!(resolve, module)?)?;
    module.add_function(wrap_pyfunction!(fullest, module)?)?;
    module.add_function(wrap_pyfunction!(reach, module)?)?;
    module.add_function(wrap_pyfunction!(label_reach, module)?)
}

/// A policy with every default applied, as JSON.
#[pyfunction]
fn resolve(policy: &Bound<'_, PyPolicy>) -> String {
    json(&policy.get().0.resolved())
}

/// Bins of a protected column: what windows of near values hold at most.
#[pyclass(frozen, module = "aloof._native", name = "Bins")]
pub(crate) struct PyBins(Bins);

#[pymethods]
impl PyBins {
    /// Between `ends`, which are decimals as texts, for the windows of a view; `digits` are those behind the point that
    /// values have at most, if that is known.
    #[new]
    #[pyo3(signature = (policy, protect, view, ends, digits=None))]
    fn new(
        policy: &Bound<'_, PyPolicy>,
        protect: usize,
        view: &str,
        ends: Vec<String>,
        digits: Option<u8>,
    ) -> PyResult<Self> {
        let (protect, view) = asked(&policy.get().0, protect, view)?;
        let wrong = |what: &str| CallError::new_err(format!("bins: {what}"));
        let ends = ends.iter().map(|end| end.parse::<Decimal>()).collect::<Result<Vec<_>, _>>();
        let ends = ends.map_err(|_| wrong("an end is no decimal"))?;
        let bins = protect.window(view).and_then(|window| Bins::new(&window, &ends, digits));
        bins.map(Self).ok_or_else(|| wrong("ends must not descend, and the protection be about near values"))
    }

    /// At most so many rows lie in one window.
    fn fullest(&self, counts: Vec<u64>) -> u64 {
        self.0.fullest(&counts)
    }

    /// Whether what is asked can certainly be had (Theorem 1).
    fn hold(&self, counts: Vec<u64>) -> bool {
        self.0.hold(&counts)
    }

    /// The bins of all windows that may hold too many rows.
    fn crowded(&self, counts: Vec<u64>) -> Vec<usize> {
        self.0.crowded(&counts)
    }

    /// Without so many rows, at most, it can.
    fn withhold(&self, counts: Vec<u64>) -> u64 {
        self.0.withhold(&counts)
    }
}

/// Rows in the fullest window of a view, exactly; the data are distinct values, and how often each occurs.
#[pyfunction]
fn fullest(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    protect: usize,
    view: &str,
) -> PyResult<u64> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    let (protect, view) = asked(&policy, protect, view).map(|(protect, view)| (protect.clone(), view))?;
    run(py, Running { progress: None, threads: None }, move |_| {
        let (values, counts) = counted(data)?;
        let Some(window) = protect.window(view) else { return Ok(0) };
        fullest_window(&window, &values, &counts)
            .map_err(|unfit| Error::Data(format!("{}: {unfit}", protect.sensitive().join(", "))))
    })
}

/// The lowest and the highest value that each cell of a column of numbers or dates may cover, as decimals; dates are day
/// numbers. `None` is without end.
#[pyfunction]
fn reach(cells: Vec<String>, kind: &str) -> PyResult<Vec<(Option<String>, Option<String>)>> {
    let kind = match kind {
        "number" => Kind::Number,
        "date" => Kind::Date,
        other => return Err(CallError::new_err(format!("cells of numbers or dates are asked for, found `{other}`"))),
    };
    let text = |value: Option<Decimal>| value.map(|value| value.to_string());
    let one = |Reach { low, high }: Reach| (text(low), text(high));
    Ok(cells.iter().map(|cell| one(reach_of(cell, kind))).collect())
}

/// The places of the first and the last of the labels in `data` that each cell covers; `data` has the labels of the policy's
/// one quasi column, each once.
#[pyfunction]
fn label_reach(
    py: Python<'_>,
    cells: Vec<String>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
) -> PyResult<Vec<Option<(usize, usize)>>> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    run(py, Running { progress: None, threads: None }, move |_| label_reaches(&cells, data, &policy))
}

fn asked<'a>(policy: &'a Policy, protect: usize, view: &str) -> PyResult<(&'a Protect, View)> {
    let absent = || CallError::new_err(format!("there is no protection {protect}, or no view `{view}`"));
    policy.protect().get(protect).zip(View::named(view)).ok_or_else(absent)
}

/// Distinct values, and how often each occurs, from a table of these two columns.
pub(crate) fn counted(data: Source) -> Result<(Column, Vec<u32>), Error> {
    let input = Input::open(data, ReadOptions::default())?;
    let table = input.read(&[Ask::Auto, Ask::Number])?;
    let [values, Column::Number(counts)] = [&*table.columns()[0], &*table.columns()[1]] else {
        return Err(Error::Data("a table of values and counts is needed".to_owned()));
    };
    let count = |row| counts.scaled(row).and_then(|count| u32::try_from(count).ok());
    let found: Option<Vec<u32>> = (0..counts.len()).map(count).collect();
    let rows: u64 = found.iter().flatten().map(|&count| u64::from(count)).sum();
    // Rows are numbered in 32 bits, here as everywhere.
    match found {
        Some(found) if u32::try_from(rows).is_ok() => Ok((values.clone(), found)),
        _ => Err(Error::Data(
            "values cannot be counted: more than 4294967295 rows, or a count that is no number".to_owned(),
        )),
    }
}
