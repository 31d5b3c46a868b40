//! Network addresses, as the standard library reads them.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether `text` is an IPv4 or IPv6 address, with or without the length of its network (`/24`).
pub(super) fn matches(text: &str) -> bool {
    let (address, limit) = match text.split_once('/') {
        Some((address, length)) => (address, length.parse::<u8>().ok()),
        None => (text, Some(0)),
    };
    let fits = |most: u8| limit.is_some_and(|length| length <= most);
    (fits(32) && address.parse::<Ipv4Addr>().is_ok()) || (fits(128) && address.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_addresses() {
        for text in ["192.168.0.1", "8.8.8.8", "10.0.0.0/8", "2001:db8::1", "::1", "fe80::1/64"] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_dates_times_and_versions() {
        for text in ["256.1.1.1", "1.2.3", "01.02.2020", "12:30:15", "10.0.0.0/33", "10.0.0.0/", "a::g", ""] {
            assert!(!matches(text), "{text}");
        }
    }
}
