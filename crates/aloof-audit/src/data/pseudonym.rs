//! How a pseudonym is written: `p` and 32 hexadecimal digits. A letter first, so that no reader takes it for a number.

/// Bytes of a hash that are shown.
pub const BYTES: usize = 16;

/// The first bytes of a hash as a pseudonym.
pub fn pseudonym(hash: &[u8]) -> String {
    std::iter::once("p".to_owned()).chain(hash.iter().map(|byte| format!("{byte:02x}"))).collect()
}

/// Whether a text is written as a pseudonym is.
pub fn is_pseudonym(text: &str) -> bool {
    let digits = text.strip_prefix('p').unwrap_or_default();
    digits.len() == 2 * BYTES && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
