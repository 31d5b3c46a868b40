//! All integration tests of `aloof-cli` in one program: linking once is most of what a test binary costs.

mod advise;
mod anonymize;
mod attack;
mod audit_good;
mod audit_vectors;
mod bad_input;
mod baselines;
mod coding;
mod common;
mod compare;
#[cfg(unix)]
mod databases;
mod evaluate;
mod generate_demo_schema;
mod holes;
mod inspect;
mod manifest;
mod mended;
mod missing;
mod months;
mod output;
mod own_numbers;
mod pages;
mod policy_errors;
mod presence;
mod price;
mod pseudonyms;
mod readme;
mod reproduce;
mod risk;
mod suggestions;
mod time_limit;
mod ugly;
mod walk;
mod wrong_input;
