//! Where every draw of a release comes from.
//!
//! The order of rows, the numbers of groups, noise and walks are drawn from the ChaCha cipher. Its keys are HMAC-SHA-256,
//! under a [`Secret`], of what the release is made of: the rows in their canonical order, the policy with the files it
//! names, and this program's version. So
//!
//! - the same people, policy and secret give the same release, in whatever order the rows came: making it again tells
//!   nothing that it did not tell before;
//! - other people, or another policy, give draws that have nothing in common with these: two releases cannot be laid side
//!   by side row for row, and a table that somebody made up does not replay them;
//! - nobody who lacks the secret can confirm a guess of the table by trying it out, however small the table is.
//!
//! The secret is 256 bits from the operating system. It is kept in the private directory, where the next run finds it. A
//! seed stands in for it in trials: it can be guessed, and with it all of the above.

use std::fmt;
use std::str::FromStr;

use aloof_table::{Column, LabelColumn, NumberColumn, Table};
use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// What draws are derived from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// 256 bits that nobody can guess.
    Key([u8; 32]),
    /// A number for trials, which anybody can guess.
    Seed(u64),
}

/// What is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key has 64 hexadecimal digits")]
pub struct NoKey;

impl Secret {
    /// A key from the operating system.
    pub fn from_system() -> std::io::Result<Self> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Self::Key(key))
    }

    /// Whether anybody can guess it.
    pub fn is_guessable(self) -> bool {
        matches!(self, Self::Seed(_))
    }

    /// What pseudonyms of a column are made with: of the secret and the column's name alone, so that they are the same in every release.
    pub(super) fn for_pseudonyms(self, column: &str) -> PseudonymKey {
        PseudonymKey(derive(&self.bytes(), format!("aloof pseudonyms of {column}").as_bytes()))
    }

    fn bytes(self) -> [u8; 32] {
        match self {
            Self::Key(key) => key,
            Self::Seed(number) => Sha256::digest(format!("aloof trial seed {number}")).into(),
        }
    }
}

impl From<u64> for Secret {
    fn from(number: u64) -> Self {
        Self::Seed(number)
    }
}

/// A key as the private directory holds it.
impl FromStr for Secret {
    type Err = NoKey;
    fn from_str(text: &str) -> Result<Self, NoKey> {
        let digit = |at: usize| text.as_bytes().get(at).and_then(|&byte| char::from(byte).to_digit(16)).ok_or(NoKey);
        if text.len() != 64 {
            return Err(NoKey);
        }
        let mut key = [0; 32];
        for (at, byte) in key.iter_mut().enumerate() {
            *byte = (digit(2 * at)? * 16 + digit(2 * at + 1)?) as u8;
        }
        Ok(Self::Key(key))
    }
}

/// A key as 64 hexadecimal digits, a seed as its number.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => key.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Seed(number) => write!(f, "{number}"),
        }
    }
}

/// Nothing of it: whoever has it can tell which row is whose.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Makes the pseudonyms of one column.
#[derive(Clone, Copy)]
pub(super) struct PseudonymKey([u8; 32]);

impl PseudonymKey {
    /// What a value becomes.
    pub fn of(self, value: &str) -> [u8; 32] {
        derive(&self.0, value.as_bytes())
    }
}

/// The draws of one release.
#[derive(Clone)]
pub(crate) struct Chance {
    root: [u8; 32],
}

impl Chance {
    /// For a release of `rows`, which stand in canonical order, made as `policy` says.
    pub fn new(secret: Secret, rows: &Table, policy: &[u8; 32]) -> Self {
        Self::of_digest(secret, &digest_of(rows), policy)
    }

    /// The same, for whoever has the digest of the rows.
    pub fn of_digest(secret: Secret, rows: &[u8; 32], policy: &[u8; 32]) -> Self {
        let mut made_of = Sha256::new();
        made_of.update(env!("CARGO_PKG_VERSION").as_bytes());
        made_of.update(policy);
        made_of.update(rows);
        Self { root: derive(&secret.bytes(), &made_of.finalize()) }
    }

    /// Draws that have nothing in common with these, for another purpose.
    pub fn for_other(&self, purpose: &str) -> Self {
        Self { root: self.key(purpose) }
    }

    /// The same after so many steps of each search. Within a time limit the same people and policy can come out in other groups:
    /// draws then have nothing in common either, or two such releases could be laid side by side row for row.
    pub fn after(&self, steps: &[u32]) -> Self {
        let steps: Vec<u8> = steps.iter().flat_map(|steps| steps.to_le_bytes()).collect();
        Self { root: derive(&self.key("after the work"), &steps) }
    }

    /// A key of its own for each purpose.
    pub fn key(&self, purpose: &str) -> [u8; 32] {
        derive(&self.root, purpose.as_bytes())
    }

    /// A generator of its own for each purpose: what one draws does not move what another does.
    pub fn stream(&self, purpose: &str) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(self.key(purpose))
    }

    /// `0..len` in an order drawn evenly from all orders.
    pub fn order(&self, purpose: &str, len: usize) -> Vec<u32> {
        order(len, &mut self.stream(purpose))
    }
}

fn derive(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// SHA-256 of names, kinds and values.
pub(super) fn digest_of(table: &Table) -> [u8; 32] {
    let columns: Vec<[u8; 32]> = table.columns().par_iter().map(|column| digest_of_column(column)).collect();
    let mut whole = Sha256::new();
    whole.update((table.rows() as u64).to_le_bytes());
    let mut named: Vec<(&String, [u8; 32])> = table.names().iter().zip(columns).collect();
    named.sort_unstable();
    for (name, column) in named {
        whole.update((name.len() as u64).to_le_bytes());
        whole.update(name.as_bytes());
        whole.update(column);
    }
    whole.finalize().into()
}

fn digest_of_column(column: &Column) -> [u8; 32] {
    let mut hash = Sha256::new();
    match column {
        Column::Number(numbers) => {
            // 1.50 and 1.5 are one number, whichever of them a file holds.
            let spare = spare_digits(numbers);
            let unit = 10i128.pow(u32::from(spare));
            hash.update([b'n', numbers.scale() - spare]);
            hash.update((numbers.count_missing() as u64).to_le_bytes());
            let cell = |row: usize| numbers.scaled(row).map_or([0xff; 16], |value| (value / unit).to_le_bytes());
            in_blocks(&mut hash, numbers.len(), cell);
        }
        Column::Date(dates) => {
            hash.update(b"d");
            in_blocks(&mut hash, dates.len(), |row| dates.days()[row].to_le_bytes());
        }
        Column::Label(labels) => digest_labels(&mut hash, labels),
    }
    hash.finalize().into()
}

/// How many digits behind the point are zero in all of the column.
fn spare_digits(numbers: &NumberColumn) -> u8 {
    let whole = |digits: u8| {
        let unit = 10i128.pow(u32::from(digits));
        (0..numbers.len()).all(|row| numbers.scaled(row).is_none_or(|value| value % unit == 0))
    };
    (1..=numbers.scale()).take_while(|&digits| whole(digits)).last().unwrap_or(0)
}

/// Labels are numbered in the order in which they come, so that their numbers follow from the order of rows.
fn digest_labels(hash: &mut Sha256, labels: &LabelColumn) {
    hash.update(b"l");
    for label in labels.labels().iter() {
        hash.update((label.len() as u64).to_le_bytes());
        hash.update(label.as_bytes());
    }
    in_blocks(hash, labels.len(), |row| labels.codes()[row].to_le_bytes());
}

/// Cells in blocks: a hash takes long pieces faster than short ones.
fn in_blocks<const N: usize>(hash: &mut Sha256, rows: usize, cell: impl Fn(usize) -> [u8; N]) {
    let mut block = Vec::with_capacity(4096 * N);
    for start in (0..rows).step_by(4096) {
        block.clear();
        (start..rows.min(start + 4096)).for_each(|row| block.extend_from_slice(&cell(row)));
        hash.update(&block);
    }
}

/// `0..len` in an order drawn evenly from all orders (Fisher and Yates).
pub(crate) fn order(len: usize, generator: &mut ChaCha20Rng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    for at in (1..len).rev() {
        order.swap(at, below(at as u64 + 1, generator) as usize);
    }
    order
}

/// Evenly from `0..limit`: numbers beyond the last whole multiple of the limit are drawn again.
pub(crate) fn below(limit: u64, generator: &mut ChaCha20Rng) -> u64 {
    loop {
        let drawn = generator.next_u64();
        // There are fewer such numbers than the limit: it need not be divided by to know most as good.
        if drawn <= u64::MAX - limit || drawn <= u64::MAX - (u64::MAX % limit + 1) % limit {
            return drawn % limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back() {
        let key = Secret::from_system().unwrap();
        assert_eq!(key.to_string().parse(), Ok(key));
        assert!(["", "7", "x", &"g".repeat(64)].iter().all(|text| text.parse::<Secret>().is_err()));
        assert_eq!((format!("{key:?}"), Secret::Seed(7).to_string()), ("Secret(…)".to_owned(), "7".to_owned()));
        assert!(Secret::Seed(7).is_guessable() && !key.is_guessable());
    }

    /// RFC 4231, test case 2.
    #[test]
    fn derives_by_hmac() {
        let mut mac = Hmac::<Sha256>::new_from_slice(b"Jefe").unwrap();
        mac.update(b"what do ya want for nothing?");
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(Secret::Key(mac.finalize().into_bytes().into()).to_string(), expected);
    }

    fn table(cells: &[&str]) -> Table {
        let labels = Column::Label(LabelColumn::from_texts(cells.iter().map(|cell| Some(*cell))));
        Table::new(vec![("x".to_owned(), labels)], cells.len()).unwrap()
    }

    #[test]
    fn draws_depend_on_all_that_a_release_is_made_of() {
        let draw = |secret: u64, cells: &[&str], policy: u8, purpose: &str| {
            Chance::new(Secret::Seed(secret), &table(cells), &[policy; 32]).order(purpose, 50)
        };
        let one = draw(7, &["a", "b"], 1, "rows");
        assert_eq!(one, draw(7, &["a", "b"], 1, "rows"));
        for other in [
            draw(8, &["a", "b"], 1, "rows"),
            draw(7, &["a", "c"], 1, "rows"),
            draw(7, &["ab", ""], 1, "rows"),
            draw(7, &["a", "b"], 2, "rows"),
            draw(7, &["a", "b"], 1, "groups"),
        ] {
            assert_ne!(one, other);
        }
        let after =
            |steps: &[u32]| Chance::new(Secret::Seed(7), &table(&["a", "b"]), &[1; 32]).after(steps).order("rows", 50);
        assert_eq!(after(&[3, 0]), after(&[3, 0]));
        assert!(after(&[3, 0]) != after(&[3]) && after(&[3]) != after(&[]) && after(&[]) != one);
    }

    #[test]
    fn all_orders_are_about_as_likely() {
        let mut generator = ChaCha20Rng::from_seed([1; 32]);
        let mut counts = std::collections::HashMap::new();
        (0..24_000).for_each(|_| *counts.entry(order(4, &mut generator)).or_insert(0) += 1);
        assert_eq!(counts.len(), 24);
        // Five standard deviations around 1000.
        assert!(counts.values().all(|count| (845..1155).contains(count)), "{counts:?}");
        assert_eq!(order(0, &mut generator), [0u32; 0]);
    }
}
