//! Exceptions, by whose turn it is to act.

use aloof::Error;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::create_exception!(aloof, AloofError, PyException, "Something that was asked of aloof was not done.");
pyo3::create_exception!(aloof, PolicyError, AloofError, "The policy is wrong, or does not fit the data.");
pyo3::create_exception!(aloof, DataError, AloofError, "The data are wrong, or not what the policy needs.");
pyo3::create_exception!(
    aloof,
    Infeasible,
    AloofError,
    "What is asked is impossible for these data.\n\n``nearest`` says what is possible: a dict such as ``{\"max_m\": 2, \
     \"epsilon_below\": \"20\", ...}``, as ``advise`` gives it for the protection that cannot be had, or None."
);
pyo3::create_exception!(
    aloof,
    Violation,
    AloofError,
    "What was to hold does not hold.\n\n``audit`` is the audit that found it, or None."
);

/// Puts them into the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    py.get_type::<Infeasible>().setattr("nearest", py.None())?;
    py.get_type::<Violation>().setattr("audit", py.None())?;
    module.add("AloofError", py.get_type::<AloofError>())?;
    module.add("PolicyError", py.get_type::<PolicyError>())?;
    module.add("DataError", py.get_type::<DataError>())?;
    module.add("Infeasible", py.get_type::<Infeasible>())?;
    module.add("Violation", py.get_type::<Violation>())
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

/// The exception for an error of the library.
pub(crate) fn to_py(error: &Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Policy(_) => PolicyError::new_err(message),
        Error::Impossible(_) => Infeasible::new_err(message),
        Error::Unsafe(_) => Violation::new_err(message),
        Error::Bug(_) => AloofError::new_err(message),
        Error::Read(_) | Error::Data(_) | Error::Publish(_) | Error::File { .. } => {
            DataError::new_err(message.replace(", or say --replace", ", or say replace=True"))
        }
    }
}
