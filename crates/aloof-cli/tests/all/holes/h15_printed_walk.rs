//! `algorithm = "walk"` with `variant = "printed"` was refused as a policy; it runs as the paper has it, and what it makes is
//! judged as any walk: where it does not move (theory C9), nothing is released.

use crate::common::Workdir;

const POLICY: &str = "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"DOMAIN\"] }\n[method]\nalgorithm = \"walk\"\n\
                      variant = \"printed\"\nsteps = 400\n";

/// Ages as people have them: small whole numbers, many of them several times.
fn ages() -> String {
    let mut state = 7u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 31
    };
    let line = |_| format!("{}\n", 5 + draw() + draw() + draw());
    "age\n".to_owned() + &(0..100).map(line).collect::<String>()
}

/// Numbers with so many digits that no two differences are equal.
fn lengths() -> String {
    let line = |row: u64| format!("{}\n", 1_000_000 + (row * row * 7_919 + row * 104_729) % 8_999_993);
    "age\n".to_owned() + &(0..40).map(line).collect::<String>()
}

#[test]
fn on_whole_ages_it_does_not_move_and_nothing_is_released() {
    let room = Workdir::with("ages.csv", ages()).and("aloof.toml", POLICY.replace("DOMAIN", "120"));
    for properties in ["0.05", "0.2"] {
        let policy = format!("{}properties = \"{properties}\"\n", room.read("aloof.toml"));
        let room = Workdir::with("ages.csv", ages()).and("aloof.toml", policy);
        let run = room.aloof("anonymize ages.csv --out release --seed 1 --json");
        assert_eq!(run.code, 3, "{run}");
        let said: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(said["error"]["kind"], "not-found");
        let message = said["error"]["message"].as_str().unwrap();
        assert!(message.contains("100 of 100 values stay as they were"), "{message}");
        assert!(message.contains("as printed, the walk starts on the boundary"), "{message}");
        assert!(!room.path("release").exists());
    }
}

#[test]
fn where_it_moves_a_release_results() {
    let policy = POLICY.replace("DOMAIN", "12000000") + "properties = \"0.01\"\n";
    let room = Workdir::with("lengths.csv", lengths()).and("aloof.toml", policy);
    let made = room.json("anonymize lengths.csv --out release --seed 1");
    assert_eq!((&made["verdict"], &made["tuples"]), (&"measured".into(), &40.into()), "{made}");
    assert_eq!(made["walk"]["columns"][0]["ties"], "printed", "{made}");
    assert_ne!(made["walk"]["columns"][0]["unchanged"], 40, "{made}");
    let manifest = room.read("release/manifest.json");
    assert!(manifest.contains("\"variant\": \"printed\""), "{manifest}");
    let audit = room.json("audit release --original lengths.csv");
    assert_eq!(audit["verdict"], "measured", "{audit}");
}

#[test]
fn it_knows_neither_groups_nor_other_ties() {
    let room =
        Workdir::with("ages.csv", ages()).and("aloof.toml", POLICY.replace("DOMAIN", "120") + "ties = \"relax\"\n");
    assert!(room.refused("anonymize ages.csv --out release").contains("leave out `ties`"));
    let policy = POLICY.replace("DOMAIN", "120") + "[[protect]]\nprinciple = \"k-anonymity\"\nk = 2\n";
    let room = Workdir::with("ages.csv", ages()).and("aloof.toml", policy);
    assert!(room.refused("anonymize ages.csv --out release").contains("knows no groups"));
}
