//! The server: on loopback, for one page.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use serde_json::json;

use crate::connection::{Door, Room};
use crate::failure::Failure;
use crate::guard::Guard;
use crate::studio::Studio;
use crate::{api, page};

/// A request has no more bytes than these: a policy is a few thousand.
const LARGEST: usize = 1 << 20;
/// The page and nothing else: no script or style of others, nothing sent elsewhere, no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A report: no script at all, its own styles.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
                             frame-ancestors 'none'; sandbox allow-modals";
/// How long work may take to stop when the program ends.
const PATIENCE: Duration = Duration::from_secs(3);

/// Listens, and answers when it is told to.
pub(crate) struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

struct Shared {
    room: Room,
    guard: Guard,
    studio: Arc<Studio>,
}

impl Server {
    /// On loopback, and nowhere else; there is no option for it.
    pub fn listen(studio: Arc<Studio>, port: u16) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let guard = Guard::new(listener.local_addr()?.port(), crate::guard::secret()?);
        Ok(Self { listener, shared: Arc::new(Shared { room: Room::default(), guard, studio }) })
    }

    pub fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Answers until the program is ended: work under way is stopped then, and leaves nothing behind.
    pub fn run(self) -> std::io::Result<()> {
        end_on_signals(Arc::clone(&self.shared.studio))?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let room = self.shared.room.clone();
            let router = Router::new().fallback(answer).with_state(self.shared);
            axum::serve(Door { listener, room }, router).await
        })
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let is_page = request.uri().path().starts_with("/page/");
    let mut response = answered(&shared, request).await;
    let policy = if is_page { REPORT_POLICY } else { POLICY };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if shared.room.is_scarce() {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn answered(shared: &Arc<Shared>, request: Request) -> Response<Body> {
    if !shared.guard.is_for_us(&request) {
        let said = "this request was not meant for this server";
        return refuse(&Failure::new(StatusCode::MISDIRECTED_REQUEST, "host", said));
    }
    let path = request.uri().path().to_owned();
    if let Some(name) = path.strip_prefix("/api/") {
        return match shared.guard.may_know(&request) {
            Ok(()) => called(shared, name, request).await,
            Err((status, said)) => refuse(&Failure::new(status, "refused", said)),
        };
    }
    if request.method() != Method::GET {
        return refuse(&Failure::new(StatusCode::METHOD_NOT_ALLOWED, "call", "pages are only read"));
    }
    if let Some(ticket) = path.strip_prefix("/page/") {
        return report(&shared.studio, ticket);
    }
    if page::is_built() {
        return page::file(&path)
            .unwrap_or_else(|| refuse(&Failure::new(StatusCode::NOT_FOUND, "call", "nothing stands there")));
    }
    page::absent()
}

/// A call: its body is read, up to a limit; it is answered on a thread where it may take a moment.
async fn called(shared: &Arc<Shared>, name: &str, request: Request) -> Response<Body> {
    if request.method() != Method::POST {
        return refuse(&Failure::new(StatusCode::METHOD_NOT_ALLOWED, "call", "calls are sent with POST"));
    }
    let Ok(body) = to_bytes(request.into_body(), LARGEST).await else {
        let said = format!("a request has at most {LARGEST} bytes");
        return refuse(&Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "call", said));
    };
    if name == "events" {
        return api::events::answer(&shared.studio, &body).unwrap_or_else(|failure| refuse(&failure));
    }
    let (studio, name) = (Arc::clone(&shared.studio), name.to_owned());
    let done = tokio::task::spawn_blocking(move || api::call(&studio, &name, &body)).await;
    match done {
        Ok(Ok(found)) => json_of(StatusCode::OK, found),
        Ok(Err(failure)) => refuse(&failure),
        Err(_) => {
            refuse(&Failure::mistake("this is a mistake in aloof, please report it: a panic while this was answered"))
        }
    }
}

fn report(studio: &Studio, ticket: &str) -> Response<Body> {
    let read = studio.use_ticket(ticket).and_then(|path| std::fs::read(path).ok());
    let Some(page) = read else {
        let said = "This page was shown already, or is not there. Open it from the studio again.";
        return refuse(&Failure::new(StatusCode::GONE, "call", said));
    };
    let mut response = Response::new(Body::from(page));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}

fn refuse(failure: &Failure) -> Response<Body> {
    json_of(failure.status, json!({ "error": failure.document }).to_string().into())
}

fn json_of(status: StatusCode, text: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// From now on a signal stops the work under way, removes what is staged and ends the program.
#[cfg(unix)]
fn end_on_signals(studio: Arc<Studio>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let wait = move || {
        if signals.forever().next().is_some() {
            studio.jobs.stop_all(PATIENCE);
            aloof::io::publish::abandon();
            std::process::exit(0);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Elsewhere the next run sweeps up.
#[cfg(not(unix))]
fn end_on_signals(_: Arc<Studio>) -> std::io::Result<()> {
    let _ = PATIENCE;
    Ok(())
}
