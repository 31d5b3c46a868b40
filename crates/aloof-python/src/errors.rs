//! Exceptions, by whose turn it is to act.

use aloof::Error;
use aloof::io::publish::PublishError;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::create_exception!(
    aloof,
    AloofError,
    PyException,
    "Something that was asked of aloof was not done.\n\n``kind`` is one word for why: ``call``, ``policy``, ``data``, \
     ``impossible``, ``violation`` or ``bug``."
);
pyo3::create_exception!(
    aloof,
    CallError,
    AloofError,
    "The call is wrong: a keyword or a value that no function takes."
);
pyo3::create_exception!(aloof, PolicyError, AloofError, "The policy is wrong, or does not fit the data.");
pyo3::create_exception!(aloof, DataError, AloofError, "The data are wrong, or not what the policy needs.");
pyo3::create_exception!(
    aloof,
    Infeasible,
    AloofError,
    "What is asked is impossible for these data.\n\n``nearest`` says what is possible: a dict such as ``{\"max_m\": 2, \
     \"epsilon_below\": \"20\", ...}``; ``kind`` is ``impossible`` where that is proven, else ``not-found``."
);
pyo3::create_exception!(
    aloof,
    Violation,
    AloofError,
    "What was to hold does not hold.\n\n``audit`` is the audit that found it, or None."
);

/// Puts them into the module. What an exception carries is known before anything is raised, so that nobody need look whether
/// it is there.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let classes = [
        ("AloofError", py.get_type::<AloofError>(), "bug"),
        ("CallError", py.get_type::<CallError>(), "call"),
        ("PolicyError", py.get_type::<PolicyError>(), "policy"),
        ("DataError", py.get_type::<DataError>(), "data"),
        ("Infeasible", py.get_type::<Infeasible>(), "impossible"),
        ("Violation", py.get_type::<Violation>(), "violation"),
    ];
    for (name, class, kind) in classes {
        class.setattr("kind", kind)?;
        module.add(name, class)?;
    }
    py.get_type::<Infeasible>().setattr("nearest", py.None())?;
    py.get_type::<Violation>().setattr("audit", py.None())
}

/// An exception of somebody else's code as one of ours, of type `T`, which names it and has it as its cause. Its words stay
/// with it: they may quote a cell. Ours stay as they are, and so does what is no error, such as Ctrl-C.
pub(crate) fn in_our_words<T: PyTypeInfo>(py: Python<'_>, error: PyErr, what: &str) -> PyErr {
    if error.is_instance_of::<AloofError>(py) || !error.is_instance_of::<PyException>(py) {
        return error;
    }
    let found = error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let ours = PyErr::new::<T, _>(format!("{what}: {found}"));
    ours.set_cause(py, Some(error));
    ours
}

/// The exception for an error of the library, with its `kind` and, where something was refused, what is `nearest`.
pub(crate) fn to_py(error: &Error) -> PyErr {
    let message = error.to_string();
    let exception = match error {
        Error::Policy(_) => PolicyError::new_err(message),
        Error::Refused(_) => Infeasible::new_err(message),
        Error::Unsafe(_) => Violation::new_err(message),
        Error::Publish(PublishError::Exists(path)) => DataError::new_err(format!(
            "{} exists already and was left as it is; choose another name, or say replace=True",
            path.display()
        )),
        Error::Read(_) | Error::Data(_) | Error::Publish(_) | Error::File { .. } => DataError::new_err(message),
        _ => AloofError::new_err(message),
    };
    // Where this fails the message still says it in words.
    let _ = Python::attach(|py| add_facts(py, &exception, error));
    exception
}

fn add_facts(py: Python<'_>, exception: &PyErr, error: &Error) -> PyResult<()> {
    let value = exception.value(py);
    value.setattr("kind", error.kind())?;
    if let Some(refusal) = error.refusal() {
        let nearest = crate::release::json(&refusal.nearest);
        value.setattr("nearest", py.import("json")?.call_method1("loads", (nearest,))?)?;
    }
    Ok(())
}
