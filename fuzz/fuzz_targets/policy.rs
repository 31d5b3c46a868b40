//! Any text is a policy or an error that says where, never a panic.
#![no_main]

use aloof_audit::policy::{Policy, Stage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(policy) = Policy::from_toml(text, "aloof.toml") {
        let names = ["age", "zip", "salary", "age_lo", "age_hi", "group"].map(str::to_owned);
        for stage in [Stage::Original, Stage::Released] {
            let _ = policy.fit("data.csv", &names, stage);
        }
    }
});
