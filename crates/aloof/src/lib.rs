//! Aloof: proximity privacy for tables about people.
//!
//! A table about people is published with its quasi-identifiers generalized, so that groups of people look alike. But
//! when all of a group earn about 30,000, the group tells everyone that you earn about 30,000. This is *proximity
//! breach*. Aloof finds it, in any table, exactly.
//!
//! ```
//! use aloof::audit::{AuditRequest, Verdict, audit};
//! use aloof::io::Source;
//! use aloof::policy::Policy;
//!
//! let policy = Policy::from_toml(r#"
//!     [columns]
//!     age    = { role = "quasi" }
//!     salary = { role = "sensitive" }
//!     [[protect]]
//!     principle = "epsilon-m"
//!     absolute  = "100"
//!     m         = 2
//! "#, "aloof.toml")?;
//! let bytes = "age,salary\n17..24,1000\n17..24,1010\n17..24,1020\n17..24,50000\n".into();
//! let found = audit(&AuditRequest {
//!     data: Source::Memory { name: "pay.csv".to_owned(), bytes },
//!     original: None,
//!     policy: &policy,
//!     population: None,
//!     epsilons: Vec::new(),
//!     show_values: false,
//!     list_violations: false,
//!     progress: &|_, _| {},
//! })?;
//! assert_eq!(found.verdict, Verdict::Fail);
//! assert_eq!(found.checks[0].worst_risk, "3/4");
//! # Ok::<(), aloof::Error>(())
//! ```
//!
//! It also makes the release that passes. What stands in the directory was written, read back and judged before it came there:
//!
//! ```
//! use aloof::audit::{AuditRequest, Verdict, audit};
//! use aloof::io::Source;
//! use aloof::policy::Policy;
//! use aloof::release::{Request, Target, publish};
//!
//! let policy = Policy::from_toml(r#"
//!     [columns]
//!     name   = { role = "identifier" }
//!     age    = { role = "quasi" }
//!     salary = { role = "sensitive" }
//!     [[protect]]
//!     principle = "epsilon-m"
//!     absolute  = "100"
//!     m         = 2
//! "#, "aloof.toml")?;
//! let text = "name,age,salary\nAnn,17,1000\nBob,19,1010\nCem,20,1020\nDora,24,50000\n\
//!             Eve,29,16000\nFei,34,24000\nGil,39,33000\nHana,45,31000\n";
//! let people = Source::Memory { name: "people.csv".to_owned(), bytes: text.into() };
//! let room = tempfile::tempdir().expect("a directory for the example");
//! let made = publish(&Request::new(people.clone(), &policy), &Target::new(room.path().join("release")))?;
//! assert_eq!((made.verdict, made.tuples), (Verdict::Pass, 8));
//!
//! let found = audit(&AuditRequest {
//!     data: Source::File(room.path().join("release/data.csv")),
//!     original: Some(people),
//!     policy: &policy,
//!     population: None,
//!     epsilons: Vec::new(),
//!     show_values: false,
//!     list_violations: false,
//!     progress: &|_, _| {},
//! })?;
//! assert_eq!(found.verdict, Verdict::Pass);
//! # Ok::<(), aloof::Error>(())
//! ```
//!
//! | module | question |
//! |---|---|
//! | [`look`], [`inspect`] | what is in a table, and what would be a first policy? |
//! | [`policy`] | what is every column, and what must hold? |
//! | [`advise`] | what can be promised, before anything is changed, and what would it cost? |
//! | [`release`] | the release that keeps it, as a directory or in memory |
//! | [`audit`] | does a table keep what is asked, for whom not, and why? |
//! | [`attack`] | what do attackers get out of it? |
//! | [`findable`] | how easily are people found by what others may know of them? |
//! | [`evaluate`], [`compare`] | what does it still tell, and which of several tells most? |
//! | [`together`] | what do several releases of the same people tell? |
//! | [`manifest`], [`data`], [`io`], [`table`] | what releases say of themselves, tables as policies read them, files, columns |
//!
//! Whatever cannot be done is an [`Error`]; where something cannot be promised it holds a [`Refusal`], with its witness or with what
//! is nearest. What a caller could give to mend it is named as [`table::Means`] are called ([`table::means::speak`]).

pub mod advise;
#[doc(hidden)]
pub mod arrow;
pub mod attack;
pub mod audit;
pub mod compare;
pub mod data;
pub mod evaluate;
pub mod io;
pub mod look;
pub mod manifest;
pub mod policy;
pub mod release;
pub mod together;

pub use aloof_audit::{Error, ErrorReport, Nearest, OutOfTime, Promise, Refusal, Why, Withhold, findable, words};
pub use aloof_inspect as inspect;
pub use aloof_methods::stop;
pub use aloof_table as table;
