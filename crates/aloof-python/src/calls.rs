//! The functions: each translates in, calls one function of the library, translates out.

use std::io::Write as _;
use std::path::PathBuf;

use aloof::Error;
use aloof::advise::{AdviseRequest, Pricing, advise as ask_advice, advise_with_price};
use aloof::arrow::{RecordBatch, to_batch};
use aloof::attack::{AttackName, AttackRequest, attack as run_attacks};
use aloof::audit::{AuditRequest, audit as judge};
use aloof::compare::{CompareRequest, compare as put_together};
use aloof::data::paths as paths_of;
use aloof::evaluate::{EvaluateRequest, Rows, Workloads, evaluate as measure};
use aloof::inspect::policy_text;
use aloof::io::publish::{Existing, FilePlacement};
use aloof::io::{Ask, Input, ReadOptions, Source, Writing};
use aloof::look::{as_json, look};
use aloof::policy::{date_pattern, decimal_sign, encoding as encoding_named};
use aloof::release::{Request, part as make_part};
use aloof::table::Decimal;
use aloof_census::Census;
use aloof_report::{advice_page, attack_page, comparison_page};
use pyo3::prelude::*;

use crate::errors::{CallError, to_py};
use crate::frame::{Frame, source};
use crate::policy::PyPolicy;
use crate::release::{PyRelease, json, policy_of, secret_of};
use crate::work::{Running, run};

/// Puts the functions into the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(advise, module)?)?;
    module.add_function(wrap_pyfunction!(anonymize, module)?)?;
    module.add_function(wrap_pyfunction!(audit, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(attack, module)?)?;
    module.add_function(wrap_pyfunction!(part, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(distinct, module)?)?;
    module.add_function(wrap_pyfunction!(paths, module)?)?;
    module.add_function(wrap_pyfunction!(put_file, module)?)?;
    module.add_function(wrap_pyfunction!(generate, module)?)
}

/// What is in a table: JSON, and a first policy.
#[pyfunction]
#[pyo3(signature = (data, missing, written=(None, None, None), progress=None, threads=None))]
fn inspect(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    missing: Vec<String>,
    written: (Option<String>, Option<String>, Option<String>),
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let data = source(data, "data")?;
    let (encoding, decimal, date) = written;
    let wrong = |key: &'static str| move |problem: String| CallError::new_err(format!("{key}: {problem}"));
    let encoding = encoding.as_deref().map(encoding_named).transpose().map_err(wrong("encoding"))?;
    let decimal = decimal.as_deref().map(decimal_sign).transpose().map_err(wrong("decimal"))?;
    let date = date.as_deref().map(date_pattern).transpose().map_err(wrong("date"))?;
    let options =
        ReadOptions { nulls: missing, encoding, writing: Writing { decimal, date }, ..ReadOptions::default() };
    let look = run(py, Running { progress, threads }, move |teller| {
        look(data, options, &|done, total| teller.reading(done, total))
    })?;
    Ok((as_json(&look).to_string(), policy_text(&look.found)))
}

/// What can be promised: JSON, and a report.
#[pyfunction]
#[pyo3(signature = (data, policy, progress=None, threads=None, price=false, seed=None))]
fn advise(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
    price: bool,
    seed: Option<String>,
) -> PyResult<(String, String)> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    let pricing = Pricing { secret: seed.map(|text| secret_of(&text)).transpose()?, tell: None };
    run(py, Running { progress, threads }, move |teller| {
        let progress = |done, total| teller.reading(done, total);
        let request = AdviseRequest { data, policy: &policy, progress: &progress };
        let advice = if price { advise_with_price(&request, pricing)? } else { ask_advice(&request)? };
        Ok((json(&advice), advice_page("data", &advice)))
    })
}

/// A release.
#[pyfunction]
#[pyo3(signature = (data, policy, seed=None, private=None, hold_out=None, progress=None, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of the Python function")]
fn anonymize(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    seed: Option<String>,
    private: Option<PathBuf>,
    hold_out: Option<String>,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<PyRelease> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    let seed = seed.map(|text| secret_of(&text)).transpose()?;
    let wrong =
        |text: &String| CallError::new_err(format!("hold_out = {text}: a share above 0, at most 0.5, such as 0.1"));
    let share = hold_out.map(|text| text.parse::<Decimal>().map_err(|_| wrong(&text))).transpose()?;
    run(py, Running { progress, threads }, move |teller| PyRelease::make(policy, data, (seed, share), private, teller))
}

/// A part of a larger release, which its caller judges before it is used: the columns, and counts and loss as JSON.
#[pyfunction]
#[pyo3(signature = (data, policy, seed, threads=None))]
fn part(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    seed: &str,
    threads: Option<usize>,
) -> PyResult<(Frame, String)> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    let secret = secret_of(seed)?;
    let made = run(py, Running { progress: None, threads }, move |teller| {
        let tell = |step| teller.step(step);
        make_part(&Request::new(data, &policy).secret(secret).progress(&tell))
    })?;
    Ok((Frame::new(made.batch), json(&made.report)))
}

/// What an audit found: JSON, and the violating rows as (check, row).
#[pyfunction]
#[pyo3(signature = (data, policy, original=None, epsilons=Vec::new(), show_values=false, violations=false, progress=None, threads=None, population=None))]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of the Python function")]
fn audit(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    original: Option<&Bound<'_, PyAny>>,
    epsilons: Vec<String>,
    show_values: bool,
    violations: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
    population: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<(usize, u32)>)> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    let original = original.map(|original| source(original, "original")).transpose()?;
    let population = population.map(|people| source(people, "population")).transpose()?;
    let parse = |text: &String| text.parse::<Decimal>().map_err(|error| CallError::new_err(error.to_string()));
    let epsilons = epsilons.iter().map(parse).collect::<PyResult<Vec<_>>>()?;
    let found = run(py, Running { progress, threads }, move |teller| {
        judge(&AuditRequest {
            data,
            original,
            policy: &policy,
            population,
            epsilons,
            show_values,
            list_violations: violations,
            progress: &|done, total| teller.reading(done, total),
        })
    })?;
    let rows = found.violations.iter().map(|violation| (violation.check, violation.row)).collect();
    Ok((json(&found), rows))
}

/// What a release still tells, as JSON.
#[pyfunction]
#[pyo3(signature = (original, release, policy, queries, seed, clusters, rows, progress=None, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of the Python function")]
fn evaluate(
    py: Python<'_>,
    original: &Bound<'_, PyAny>,
    release: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    queries: usize,
    seed: u64,
    clusters: usize,
    rows: Option<(String, String)>,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (original, release) = (source(original, "original")?, source(release, "release")?);
    let policy = policy_of(policy);
    let rows = match rows.as_ref().map(|(by, what)| (by.as_str(), what)) {
        Some(("private", directory)) => Rows::Private(directory.into()),
        Some(("key", column)) => Rows::Key(column.clone()),
        Some(_) => Rows::SameOrder,
        None => Rows::Unknown,
    };
    run(py, Running { progress, threads }, move |teller| {
        let workloads = Workloads { queries, seed, clusters, ..Workloads::default() };
        let progress = |done, total| teller.reading(done, total);
        let request = EvaluateRequest { original, release, policy: &policy, workloads, rows, progress: &progress };
        Ok(json(&measure(&request)?))
    })
}

/// What attackers get out of a release: JSON, and a report.
#[pyfunction]
#[pyo3(signature = (release, original, policy, control=None, previous=Vec::new(), private=None, only=Vec::new(), seed=1, progress=None, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of the Python function")]
fn attack(
    py: Python<'_>,
    release: &Bound<'_, PyAny>,
    original: &Bound<'_, PyAny>,
    policy: &Bound<'_, PyPolicy>,
    control: Option<&Bound<'_, PyAny>>,
    previous: Vec<Bound<'_, PyAny>>,
    private: Option<PathBuf>,
    only: Vec<String>,
    seed: u64,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let (release, original) = (source(release, "release")?, source(original, "original")?);
    let control = control.map(|control| source(control, "control")).transpose()?;
    let previous = previous.iter().map(|one| source(one, "previous")).collect::<PyResult<Vec<_>>>()?;
    let named =
        |name: &String| name.parse::<AttackName>().map_err(|problem| CallError::new_err(format!("only: {problem}")));
    let only = only.iter().map(named).collect::<PyResult<Vec<_>>>()?;
    let policy = policy_of(policy);
    run(py, Running { progress, threads }, move |teller| {
        let progress = |step| teller.attack(step);
        let request = AttackRequest {
            release,
            original,
            control,
            previous,
            private,
            policy: &policy,
            only,
            seed,
            progress: &progress,
        };
        let found = run_attacks(&request)?;
        Ok((json(&found), attack_page("The release", &found)))
    })
}

/// Puts a text in place as a file, whole or not at all; what is read, and what stands there unless it may go, stays.
#[pyfunction]
fn put_file(py: Python<'_>, path: PathBuf, text: &str, inputs: Vec<PathBuf>, replace: bool) -> PyResult<()> {
    let existing = if replace { Existing::Replace } else { Existing::Refuse };
    let put = || {
        let file = FilePlacement::new(&path, existing, &inputs)?;
        file.file().write(|out| out.write_all(text.as_bytes()))?;
        file.place()
    };
    py.detach(put).map_err(|error| to_py(&error.into()))
}

/// Several releases side by side: JSON, and a report.
#[pyfunction]
#[pyo3(signature = (original, releases, policy, queries, seed, progress=None, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of the Python function")]
fn compare(
    py: Python<'_>,
    original: &Bound<'_, PyAny>,
    releases: Vec<(String, Bound<'_, PyAny>)>,
    policy: &Bound<'_, PyPolicy>,
    queries: usize,
    seed: u64,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let (original, policy) = (source(original, "original")?, policy_of(policy));
    let named = |(name, data): &(String, Bound<'_, PyAny>)| Ok((name.clone(), source(data, name)?));
    let releases = releases.iter().map(named).collect::<PyResult<Vec<_>>>()?;
    run(py, Running { progress, threads }, move |teller| {
        let workloads = Workloads { queries, seed, ..Workloads::default() };
        let progress = |done, total| teller.reading(done, total);
        let request = CompareRequest { original, releases, policy: &policy, workloads, progress: &progress };
        let found = put_together(&request)?;
        Ok((json(&found), comparison_page("original", &found)))
    })
}

/// What the values of a column are (`number`, `date` or `label`), and the distinct ones as text, in the order of first rows.
#[pyfunction]
fn distinct(py: Python<'_>, data: &Bound<'_, PyAny>, column: String) -> PyResult<(&'static str, Vec<String>)> {
    let data = source(data, "data")?;
    run(py, Running { progress: None, threads: None }, move |_| {
        let input = Input::open(data, ReadOptions::default())?;
        let ask = |name: &String| if *name == column { Ask::Auto } else { Ask::Skip };
        let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
        let absent = || Error::Data(format!("data: there is no column `{column}`"));
        let values = table.column(&column).ok_or_else(absent)?;
        let kind = values.kind().plural().trim_end_matches('s');
        let labels = values.to_labels();
        Ok((kind, labels.labels().iter().map(str::to_owned).collect()))
    })
}

/// The nodes from the root down to every distinct label of the policy's one quasi column.
#[pyfunction]
fn paths(py: Python<'_>, data: &Bound<'_, PyAny>, policy: &Bound<'_, PyPolicy>) -> PyResult<Vec<Vec<String>>> {
    let (data, policy) = (source(data, "data")?, policy_of(policy));
    run(py, Running { progress: None, threads: None }, move |_| paths_of(data, &policy))
}

/// A census-like table.
#[pyfunction]
fn generate(py: Python<'_>, rows: u64, seed: u64) -> PyResult<Frame> {
    py.detach(|| census(rows, seed)).map(Frame::new).map_err(|error| to_py(&error))
}

fn census(rows: u64, seed: u64) -> Result<RecordBatch, Error> {
    let failed = |cause| Error::File { what: "the census".to_owned(), cause };
    let mut csv = Vec::new();
    Census::new(rows, seed).write_csv(&mut csv, rayon::current_num_threads()).map_err(failed)?;
    let input = Input::open(Source::Memory { name: "census".to_owned(), bytes: csv.into() }, ReadOptions::default())?;
    let table = input.read(&vec![Ask::Auto; input.names().len()])?;
    to_batch(&table).map_err(failed)
}
