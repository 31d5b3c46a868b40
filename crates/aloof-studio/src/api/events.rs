//! Progress, as server-sent events: one document whenever something changed, the last when the work has ended. Read with `fetch`,
//! since an `EventSource` cannot send the token.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use futures_core::Stream;
use tokio::sync::mpsc;

use super::{Which, read};
use crate::failure::Failure;
use crate::jobs::Job;
use crate::studio::Studio;

/// Not more often than this.
const PAUSE: Duration = Duration::from_millis(100);
/// With nothing new, the clock goes on.
const BEAT: Duration = Duration::from_secs(1);

/// The stream of a piece of work.
pub(crate) fn answer(studio: &Studio, body: &[u8]) -> Result<Response<Body>, Failure> {
    let which: Which = read(body)?;
    let job = studio.jobs.get(which.job).ok_or_else(|| Failure::wrong("there is no such work any more"))?;
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(send(job, sender));
    let mut response = Response::new(Body::from_stream(Told(receiver)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(response)
}

async fn send(job: Arc<Job>, sender: mpsc::Sender<Bytes>) {
    let mut changed = job.watch();
    loop {
        changed.borrow_and_update();
        let now = job.progress();
        let text = serde_json::to_string(&now).unwrap_or_default();
        let gone = sender.send(Bytes::from(format!("data: {text}\n\n"))).await.is_err();
        if gone || !matches!(now.phase, "waiting" | "running") {
            return;
        }
        tokio::time::sleep(PAUSE).await;
        let _ = tokio::time::timeout(BEAT, changed.changed()).await;
    }
}

struct Told(mpsc::Receiver<Bytes>);

impl Stream for Told {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|one| one.map(Ok))
    }
}
