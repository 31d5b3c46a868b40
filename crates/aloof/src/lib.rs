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
//!     epsilons: Vec::new(),
//!     show_values: false,
//!     list_violations: false,
//!     progress: &|_, _| {},
//! })?;
//! assert_eq!(found.verdict, Verdict::Fail);
//! assert_eq!(found.checks[0].worst_risk, "3/4");
//! # Ok::<(), aloof::Error>(())
//! ```

pub mod advise;
pub mod anonymize;
pub mod audit;
pub mod compare;
pub mod demo;
mod error;
pub mod evaluate;
pub mod look;
pub mod manifest;
pub mod policy;
pub mod report;
pub mod reproduce;

pub use aloof_census as census;
pub use aloof_inspect as inspect;
pub use aloof_io as io;
pub use aloof_methods::stop;
pub use aloof_table as table;
pub use error::Error;
