//! Names that anybody can make: hashes of the original's without a key, its texts written otherwise, numbers counted up.
//!
//! # Definition
//! Of every name of the original, as it stands, without blanks around it, and in small and capital letters, these are made: MD5, SHA-1,
//! SHA-224, SHA-256, SHA-384, SHA-512 and CRC-32 in hexadecimal, MD5, SHA-1 and SHA-256 in base64, and the text itself in both. A released name is one of them if,
//! without a `p` before it and zeros around it, it is the beginning or the end of one. Names of fewer than 16 characters meet by
//! accident: of these half of the column must be found in one way.
//!
//! A name of 32 hexadecimal digits with twelve zeros in a row is a number that was counted up, or a short text: a keyed hash has
//! them once in 10¹³.
//!
//! That none is found shows no key: another recipe, or one secret word before each name, is not tried.
//!
//! # Cost
//! Some forty digests for each name of the original, on all cores.

use aloof_table::LabelColumn;
use hashbrown::{HashMap, HashSet};
use md5::Md5;
use rayon::prelude::*;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use crate::data::is_pseudonym;
use crate::words;

/// So many characters are compared first, and make a recipe at all.
const KEY: usize = 8;
/// From so many on nothing is the same by accident.
const SURE: usize = 16;
/// Zeros in a row that no keyed hash has.
const ZEROS: &str = "000000000000";

/// How the names were made of those of the original, if it is seen.
pub(super) fn made_of(before: &LabelColumn, after: &LabelColumn) -> Option<String> {
    counted(after).or_else(|| hashed(before, after))
}

/// Numbers that were counted up.
pub(super) fn counted(after: &LabelColumn) -> Option<String> {
    let small = |text: &&str| is_pseudonym(text) && text.contains(ZEROS);
    let many = after.labels().iter().filter(small).count();
    (many > 0).then(|| {
        let names = words::several(many, "name is a short number or text", "names are short numbers or texts");
        format!("{names} filled up with zeros, which no key makes")
    })
}

fn hashed(before: &LabelColumn, after: &LabelColumn) -> Option<String> {
    let names: Vec<&str> = after.labels().iter().map(bare).filter(|name| name.len() >= KEY).collect();
    let (firsts, lasts) = (by(&names, first), by(&names, last));
    let texts: Vec<&str> = before.labels().iter().collect();
    let one = |text: &&str| {
        let mut met: Vec<(&'static str, usize)> = Vec::new();
        for (how, made) in recipes(text) {
            let made = bare(&made);
            let starts = look(&firsts, first(made)).filter(|&at| begins(made, names[at]));
            let ends = look(&lasts, last(made)).filter(|&at| made.ends_with(names[at]) || names[at].ends_with(made));
            met.extend(starts.chain(ends).map(|at| (how, at)));
        }
        met
    };
    let mut found: HashMap<&'static str, HashSet<usize>> = HashMap::new();
    for (how, at) in texts.par_iter().flat_map_iter(one).collect::<Vec<_>>() {
        found.entry(how).or_default().insert(at);
    }
    let is_sure =
        |at: &HashSet<usize>| at.iter().any(|&at| names[at].len() >= SURE) || 2 * at.len() >= names.len().max(2);
    let (how, at) = found.iter().filter(|(_, at)| is_sure(at)).max_by_key(|(how, at)| (at.len(), **how))?;
    let names = words::several(at.len(), "name is", "names are");
    Some(format!("{names} the {how} of one in the original, which whoever knows that can make again without any key"))
}

/// Without the letter before it, and the zeros around it, that fill it up.
fn bare(name: &str) -> &str {
    let digits = if is_pseudonym(name) { &name[1..] } else { name.strip_prefix('p').unwrap_or(name) };
    digits.trim_matches('0')
}

fn first(name: &str) -> &str {
    name.get(..KEY).unwrap_or("")
}

fn last(name: &str) -> &str {
    name.len().checked_sub(KEY).and_then(|from| name.get(from..)).unwrap_or("")
}

fn begins(made: &str, name: &str) -> bool {
    made.starts_with(name) || name.starts_with(made)
}

fn by<'a>(names: &[&'a str], part: fn(&str) -> &str) -> HashMap<&'a str, Vec<usize>> {
    let mut all: HashMap<&'a str, Vec<usize>> = HashMap::new();
    names.iter().enumerate().for_each(|(at, name)| all.entry(part(name)).or_default().push(at));
    all
}

fn look<'m>(all: &'m HashMap<&str, Vec<usize>>, part: &str) -> impl Iterator<Item = usize> + 'm {
    let found = if part.is_empty() { None } else { all.get(part) };
    found.into_iter().flatten().copied()
}

/// What anybody can make of a name.
fn recipes(name: &str) -> Vec<(&'static str, String)> {
    let trimmed = name.trim();
    let mut texts = vec![name.to_owned(), trimmed.to_owned(), trimmed.to_lowercase(), trimmed.to_uppercase()];
    texts.dedup();
    let one = |text: String| {
        let bytes = text.as_bytes();
        let (md5, sha1, sha256) =
            (Md5::digest(bytes).to_vec(), Sha1::digest(bytes).to_vec(), Sha256::digest(bytes).to_vec());
        [
            ("MD5", base64(&md5)),
            ("SHA-1", base64(&sha1)),
            ("SHA-256", base64(&sha256)),
            ("MD5", hex(&md5)),
            ("SHA-1", hex(&sha1)),
            ("SHA-256", hex(&sha256)),
            ("SHA-224", hex(&Sha224::digest(bytes))),
            ("SHA-384", hex(&Sha384::digest(bytes))),
            ("SHA-512", hex(&Sha512::digest(bytes))),
            ("CRC-32", format!("{:08x}", crc32(bytes))),
            ("text in hexadecimal", hex(bytes)),
            ("text in base64", base64(bytes)),
        ]
    };
    texts.into_iter().flat_map(one).collect()
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Without the signs that fill it up.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        let sign = |at: usize| char::from(SIGNS[(bits >> (18 - 6 * at) & 63) as usize]);
        text.extend((0..=three.len()).map(sign));
    }
    text
}

/// As zip files have it.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `md5sum`, `sha1sum`, `base64` and `crc32` print them.
    #[test]
    fn recipes_are_what_they_are_called() {
        let made = recipes("123456789");
        let of = |how: &str, text: &str| assert!(made.contains(&(how, text.to_owned())), "{how}: {made:?}");
        for (how, text) in [
            ("MD5", "25f9e794323b453885f5181f1b624d0b"),
            ("SHA-1", "f7c3bc1d808e04732adf679965ccc34ca7ae3441"),
            ("SHA-256", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"),
            ("CRC-32", "cbf43926"),
            ("text in hexadecimal", "313233343536373839"),
            ("text in base64", "MTIzNDU2Nzg5"),
        ] {
            of(how, text);
        }
        assert_eq!([&b"f"[..], b"fo", b"foo", b"foob"].map(base64), ["Zg", "Zm8", "Zm9v", "Zm9vYg"]);
    }

    #[test]
    fn found_by_beginnings_and_ends_and_never_by_accident() {
        let labels = |texts: &[String]| LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str())));
        let people: Vec<String> = (0..200).map(|at| format!("Anna {at}")).collect();
        let told = |make: &dyn Fn(&str) -> String| {
            let names: Vec<String> = people.iter().map(|name| make(name)).collect();
            made_of(&labels(&people), &labels(&names))
        };
        let sha = |text: &str| hex(&Sha256::digest(text.as_bytes()));
        assert!(
            told(&|name| format!("p{}", &sha(name)[..32]))
                .is_some_and(|told| told.contains("200 names are the SHA-256"))
        );
        assert!(told(&|name| format!("p{}", &sha(&name.to_lowercase())[32..])).is_some());
        assert!(told(&|name| format!("p{}", hex(&Md5::digest(name.as_bytes())))).is_some());
        assert!(told(&|name| format!("p{:0>32}", hex(name.as_bytes()))).is_some());
        assert!(told(&|name| format!("p{:032x}", name.len())).is_some());
        assert!(told(&|name| format!("{:08x}", crc32(name.as_bytes()))).is_some_and(|told| told.contains("CRC-32")));
        assert!(told(&|name| base64(name.as_bytes())).is_some());
        assert_eq!(told(&|name| format!("p{}", &sha(&format!("a secret word {name}"))[..32])), None);
        assert_eq!(told(&|name| sha(&format!("a secret word {name}"))[..8].to_owned()), None);
    }
}
