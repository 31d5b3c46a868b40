//! Who is answered. Loopback alone protects nothing: any page in the same browser can send requests here.
//!
//! | what is asked first | against | else |
//! |---|---|---|
//! | `Host` is exactly ours, port included | names that were bound again to this machine | 421 |
//! | the token, as a header | whoever was not given the address: it stands in its fragment, which no browser sends | 403 |
//! | `Origin` and `Sec-Fetch-Site`, where they are sent, are ours | other pages | 403 |
//! | the body is JSON by its type | forms, which need no leave to be sent across | 415 |

use axum::http::{HeaderMap, Request, StatusCode, header};

/// The header that carries the token.
pub(crate) const TOKEN: &str = "x-aloof-token";

/// Says who is answered.
#[derive(Debug)]
pub(crate) struct Guard {
    host: String,
    token: String,
}

impl Guard {
    /// For a server on this port.
    pub fn new(port: u16, token: String) -> Self {
        // Browsers leave the usual port out.
        let host = if port == 80 { "127.0.0.1".to_owned() } else { format!("127.0.0.1:{port}") };
        Self { host, token }
    }

    /// The address that opens the page.
    pub fn address(&self) -> String {
        format!("http://{}/#{}", self.host, self.token)
    }

    /// Whether the request was meant for this server: one `Host`, exactly ours, and no other name in the first line.
    pub fn is_for_us<B>(&self, request: &Request<B>) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let named = request.uri().authority().is_none_or(|name| name.as_str() == self.host);
        named && hosts.next().is_some_and(|host| host.as_bytes() == self.host.as_bytes()) && hosts.next().is_none()
    }

    /// Whether what asks may know.
    pub fn may_know<B>(&self, request: &Request<B>) -> Result<(), (StatusCode, &'static str)> {
        let headers = request.headers();
        let own = |name: &str, allowed: &[&str]| {
            headers.get_all(name).iter().all(|found| allowed.iter().any(|one| found.as_bytes() == one.as_bytes()))
        };
        let origin = format!("http://{}", self.host);
        if !own("origin", &[&origin]) || !own("sec-fetch-site", &["same-origin"]) {
            return Err((StatusCode::FORBIDDEN, "another page asks; only the studio's own page is answered"));
        }
        let token = headers.get(TOKEN).is_some_and(|found| same(found.as_bytes(), self.token.as_bytes()));
        if !token {
            let said = "the token is missing or wrong: open the address that `aloof studio` printed";
            return Err((StatusCode::FORBIDDEN, said));
        }
        if !is_json(headers) {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "requests are JSON, by their content type, too"));
        }
        Ok(())
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    types.next().is_some_and(|found| found.as_bytes() == b"application/json") && types.next().is_none()
}

/// Equal, in a time that does not tell how far.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// 128 bits of the operating system, in hexadecimal.
pub(crate) fn secret() -> std::io::Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(pairs: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().uri("/api/state");
        for (name, value) in pairs {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn only_the_exact_host_is_ours() {
        let guard = Guard::new(4321, "t".to_owned());
        assert!(guard.is_for_us(&asking(&[("host", "127.0.0.1:4321")])));
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:4321.evil.com",
            "127.0.0.1.evil.com:4321",
            "localhost:4321",
            "evil.com",
            "evil.com:4321",
            "[::1]:4321",
            "0.0.0.0:4321",
            "127.0.0.1:4321 ",
            "",
        ] {
            assert!(!guard.is_for_us(&asking(&[("host", host)])), "{host}");
        }
        assert!(!guard.is_for_us(&asking(&[])));
        assert!(!guard.is_for_us(&asking(&[("host", "127.0.0.1:4321"), ("host", "evil.com")])));
    }

    #[test]
    fn a_name_in_the_first_line_must_be_ours_too() {
        let guard = Guard::new(4321, "t".to_owned());
        let asked = |uri: &str| Request::builder().uri(uri).header("host", "127.0.0.1:4321").body(()).unwrap();
        assert!(guard.is_for_us(&asked("http://127.0.0.1:4321/")));
        assert!(!guard.is_for_us(&asked("http://evil.com/")));
    }

    #[test]
    fn token_origin_and_type_are_asked_for() {
        let guard = Guard::new(4321, "secret".to_owned());
        let (token, json) = ((TOKEN, "secret"), ("content-type", "application/json"));
        let code = |pairs: &[(&str, &str)]| guard.may_know(&asking(pairs)).map_err(|(code, _)| code.as_u16());
        assert_eq!(code(&[token, json]), Ok(()));
        assert_eq!(
            code(&[token, json, ("origin", "http://127.0.0.1:4321"), ("sec-fetch-site", "same-origin")]),
            Ok(())
        );
        assert_eq!(code(&[json]), Err(403));
        assert_eq!(code(&[(TOKEN, "secreT"), json]), Err(403));
        assert_eq!(code(&[(TOKEN, ""), json]), Err(403));
        assert_eq!(code(&[token, json, ("origin", "http://evil.com")]), Err(403));
        assert_eq!(code(&[token, json, ("origin", "null")]), Err(403));
        assert_eq!(code(&[token, json, ("sec-fetch-site", "cross-site")]), Err(403));
        assert_eq!(code(&[token, ("content-type", "text/plain")]), Err(415));
        assert_eq!(code(&[token, ("content-type", "application/json; charset=utf-8")]), Err(415));
        assert_eq!(code(&[token]), Err(415));
    }

    #[test]
    fn secrets_have_128_bits() {
        let (one, other) = (secret().unwrap(), secret().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
    }
}
