//! Tables in and out, through the Arrow C data interface: buffers are shared, not copied.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof::arrow::RecordBatch;
use aloof::data::table_at;
use aloof::io::Source;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::PyTable;

use crate::errors::{DataError, in_our_words};

/// Columns that came from this package; any library that speaks Arrow can take them.
#[pyclass(frozen, module = "aloof._native")]
pub(crate) struct Frame(RecordBatch);

impl Frame {
    pub(crate) fn new(batch: RecordBatch) -> Self {
        Self(batch)
    }
}

#[pymethods]
impl Frame {
    /// A stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let table = PyTable::try_new(vec![self.0.clone()], self.0.schema())?.into_pyobject(py)?;
        table.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }
}

/// A table: the path of a file or of a release, the bytes of a file, or whatever speaks Arrow.
pub(crate) fn source(data: &Bound<'_, PyAny>, name: &str) -> PyResult<Source> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(Source::Memory { name: name.to_owned(), bytes: bytes.as_bytes().to_vec().into() });
    }
    let py = data.py();
    let foreign = |error| in_our_words::<DataError>(py, error, &format!("{name} names no file"));
    if data.is_instance_of::<PyString>() || data.hasattr("__fspath__").map_err(foreign)? {
        return file(&data.extract::<PathBuf>().map_err(foreign)?);
    }
    let (batches, schema) = taken_over(data, name)?.into_inner();
    if schema.fields().is_empty() {
        return Err(DataError::new_err(format!("{name} has no columns")));
    }
    Ok(Source::Arrow { name: name.to_owned(), schema, batches: Arc::from(batches) })
}

/// Takes columns over. What they hold is looked at where they are read; here the library that hands them over may fail, in its
/// own way, and ours may find that the parts of what it gave contradict each other.
fn taken_over(data: &Bound<'_, PyAny>, name: &str) -> PyResult<PyTable> {
    match catch_unwind(AssertUnwindSafe(|| data.extract::<PyTable>())) {
        Ok(table) => {
            table.map_err(|error| in_our_words::<DataError>(data.py(), error, &format!("{name} cannot be taken over")))
        }
        Err(_) => Err(DataError::new_err(format!("{name} is not valid Arrow data: its parts contradict each other"))),
    }
}

/// A file, or the data file in the directory of a release.
fn file(path: &Path) -> PyResult<Source> {
    table_at(path).map_err(|error| DataError::new_err(error.to_string()))
}
