//! Exceptions, by whose turn it is to act.

use aloof::Error;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::create_exception!(
    aloof,
    AloofError,
    PyException,
    "Something that was asked of aloof was not done.\n\n``kind`` is one word for why: ``call``, ``policy``, ``data``, \
     ``impossible``, ``violation`` or ``mistake``."
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
     \"epsilon_below\": \"20\", ...}``, as ``advise`` gives it for the protection that cannot be had, or None."
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
        ("AloofError", py.get_type::<AloofError>(), "mistake"),
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
