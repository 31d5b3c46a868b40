//! Web addresses: a scheme or `www.`, then a host.

use super::email::is_domain;

/// Whether `text` is a web address.
pub(super) fn matches(text: &str) -> bool {
    if text.chars().any(char::is_whitespace) {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let with_scheme = ["http://", "https://", "ftp://"].iter().find_map(|scheme| lower.strip_prefix(scheme));
    let rest = with_scheme.or_else(|| lower.starts_with("www.").then_some(lower.as_str()));
    rest.is_some_and(|rest| is_host(rest.split(['/', '?', '#']).next().unwrap_or_default()))
}

fn is_host(authority: &str) -> bool {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => host,
    };
    host == "localhost" || is_domain(host) || super::ip::matches(host)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_addresses() {
        for text in [
            "https://example.org",
            "http://example.org:8080/a?b=c#d",
            "www.example.co.uk/x",
            "HTTPS://Example.org",
            "ftp://user@example.org/f",
            "http://127.0.0.1/",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_others() {
        for text in [
            "example.org",
            "http://",
            "http:// example.org",
            "www",
            "www.",
            "https://nohost",
            "see https://example.org",
            "a/b",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
