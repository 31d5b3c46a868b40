//! Policies: a TOML file, or a dict of the same shape.

use std::collections::HashMap;
use std::path::PathBuf;

use aloof::policy::{Item, Located, Place, Policy, Section};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};

use crate::errors::{PolicyError, in_our_words, to_py};
use crate::frame::source;
use crate::planning::counted;

/// A checked policy.
#[pyclass(frozen, module = "aloof._native", name = "Policy")]
pub(crate) struct PyPolicy(pub(crate) Policy);

#[pymethods]
impl PyPolicy {
    /// Reads a TOML file; files that it names are looked for beside it.
    #[staticmethod]
    fn from_file(path: PathBuf) -> PyResult<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path)
            .map_err(|error| PolicyError::new_err(format!("the policy {name} cannot be read: {error}")))?;
        Policy::from_toml(&text, &name).map(Self).map_err(|error| to_py(&error.into()))
    }

    /// Checks a dict of the same shape; files that it names are looked for in `base`, unless they are `attached`. `wholes`
    /// has a table per sensitive column of which the data are only a part: distinct values, and how often each occurs.
    #[staticmethod]
    #[pyo3(signature = (spec, base, attached, wholes=HashMap::new()))]
    fn from_dict(
        spec: &Bound<'_, PyDict>,
        base: PathBuf,
        attached: HashMap<String, Vec<u8>>,
        wholes: HashMap<String, Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let section = section(spec, "policy")
            .map_err(|error| in_our_words::<PolicyError>(spec.py(), error, "the policy cannot be read"))?;
        let policy = Policy::check(&section, base).map_err(|error| to_py(&error.into()))?;
        let mut policy = attached.into_iter().fold(policy, |policy, (name, content)| policy.attach(name, content));
        for (name, table) in wholes {
            let (values, counts) = counted(source(&table, &name)?).map_err(|error| to_py(&error))?;
            policy = policy.with_whole(&name, &values, &counts);
        }
        Ok(Self(policy))
    }

    /// The files that it was read from or names.
    fn files(&self) -> Vec<PathBuf> {
        self.0.files()
    }
}

fn section(dict: &Bound<'_, PyDict>, way: &str) -> PyResult<Section> {
    let mut section = Section::new(Place::Key(way.to_owned()));
    for (key, value) in dict {
        let Ok(key) = key.extract::<String>() else {
            return Err(PolicyError::new_err(format!("{way}: keys are texts, found {}", type_name(&key))));
        };
        let way = format!("{way}.{key}");
        // As in a file, what is not there is left out.
        if value.is_none() {
            continue;
        }
        section.set(&key, Place::Key(way.clone()), item(&value, &way)?);
    }
    Ok(section)
}

fn item(value: &Bound<'_, PyAny>, way: &str) -> PyResult<Item> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Item::Truth(truth.is_true()));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return section(dict, way).map(Item::Section);
    }
    if value.is_instance_of::<PyString>() {
        return value.extract().map(Item::Text);
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() || is_number(value)? {
        return Ok(Item::Number(number(value)?));
    }
    if value.hasattr("__fspath__")? {
        return Ok(Item::Text(value.extract::<PathBuf>()?.display().to_string()));
    }
    if value.hasattr("isoformat")? {
        return value.call_method0("isoformat")?.extract().map(Item::Text);
    }
    let Ok(values) = value.try_iter() else {
        let found = type_name(value);
        return Err(PolicyError::new_err(format!("{way}: a text, number, list or dict is needed, found {found}")));
    };
    let place = |at: usize| format!("{way}[{at}]");
    let one = |(at, value): (usize, PyResult<Bound<'_, PyAny>>)| {
        let value = item(&value?, &place(at))?;
        Ok(Located { value, place: Place::Key(place(at)) })
    };
    values.enumerate().map(one).collect::<PyResult<_>>().map(Item::List)
}

/// `decimal.Decimal`, the numbers of NumPy and the like.
fn is_number(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let numbers = value.py().import("numbers")?.getattr("Number")?;
    value.is_instance(&numbers)
}

/// Its digits: a float as it is shown, so that `0.1` is one tenth.
fn number(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let plain = if value.hasattr("item")? { value.call_method0("item")? } else { value.clone() };
    Ok(plain.str()?.to_string())
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}
