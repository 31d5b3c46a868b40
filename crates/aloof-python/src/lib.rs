//! The native half of the Python package `aloof`.
//!
//! A door like the program's: translate in, call one function of the library, translate out. What a call finds goes
//! out as JSON, which `python/aloof` turns into objects; tables go in and out through the Arrow C data interface.
//!
//! | file | what it does |
//! |---|---|
//! | `frame` | tables in and out |
//! | `policy` | dicts and files into a policy |
//! | `errors` | exceptions |
//! | `means` | what Python calls what messages name |
//! | `work` | running with the interpreter's lock released, progress, Ctrl-C |
//! | `calls` | the functions |
//! | `planning` | what callers plan by who cannot look at rows |
//! | `release` | a release that is held in memory |

#![allow(clippy::needless_pass_by_value, reason = "what Python hands over arrives by value")]

mod calls;
mod errors;
mod frame;
mod means;
mod planning;
mod policy;
mod release;
mod work;

use pyo3::prelude::*;

#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::silence_panics();
    aloof::table::means::speak(means::keyword);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<frame::Frame>()?;
    module.add_class::<policy::PyPolicy>()?;
    module.add_class::<release::PyRelease>()?;
    errors::add(module)?;
    planning::add(module)?;
    calls::add(module)
}
