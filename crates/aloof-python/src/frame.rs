//! Tables in and out, through the Arrow C data interface: buffers are shared, not copied.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof::io::{RecordBatch, Source};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::PyTable;

use crate::errors::DataError;

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
    if data.is_instance_of::<PyString>() || data.hasattr("__fspath__")? {
        return file(&data.extract::<PathBuf>()?);
    }
    let (batches, schema) = data.extract::<PyTable>().map_err(|error| not_read(data.py(), error, name))?.into_inner();
    if schema.fields().is_empty() {
        return Err(DataError::new_err(format!("{name} has no columns")));
    }
    Ok(Source::Arrow { name: name.to_owned(), schema, batches: Arc::from(batches) })
}

/// What was handed over is no table, or its own library could not hand it over. Only the kind of the fault is told: what
/// it says may quote a cell.
fn not_read(py: Python<'_>, error: PyErr, name: &str) -> PyErr {
    let fault = error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    DataError::new_err(format!("{name} cannot be taken over as an Arrow table ({fault})"))
}

/// A file, or the data file in the directory of a release.
fn file(path: &Path) -> PyResult<Source> {
    if !path.is_dir() {
        return Ok(Source::File(path.to_owned()));
    }
    let inside = ["data.csv", "data.parquet"].map(|name| path.join(name));
    inside.into_iter().find(|file| file.is_file()).map(Source::File).ok_or_else(|| {
        let path = path.display();
        DataError::new_err(format!("{path} is a directory without data.csv or data.parquet: not a release"))
    })
}
