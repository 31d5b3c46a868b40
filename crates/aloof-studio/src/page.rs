//! The page, as `make studio` built it.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};

mod built {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// Whether the program was built with its page.
pub fn is_built() -> bool {
    !built::FILES.is_empty()
}

/// A file of the page: the page itself at `/`.
pub(crate) fn file(path: &str) -> Option<Response<Body>> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let (name, bytes) = built::FILES.iter().find(|(file, _)| *file == name)?;
    let mut response = Response::new(Body::from(*bytes));
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    Some(response)
}

/// What is said where there is none.
pub(crate) fn absent() -> Response<Body> {
    let said = "This aloof was built without its page. Build it with `make studio`, then the program again.\n";
    let mut response = Response::new(Body::from(said));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
