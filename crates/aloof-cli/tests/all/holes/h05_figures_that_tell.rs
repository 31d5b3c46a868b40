//! Figures and domains that are published tell nothing of what is not.

use serde_json::Value;

use crate::common::Workdir;

/// Every number of a document.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Number(number) => number.as_f64().into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Object(entries) => entries.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// The loss over the original's range told the age of somebody who was withheld.
#[test]
fn what_is_withheld_changes_no_figure() {
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\n\
                  principle = \"epsilon-m\"\nabsolute = \"0\"\nm = 3\nview = \"group\"\n[method]\nsuppress = \"0.5\"\n\
                  absence = \"unknown\"\n";
    let with = |oldest: u32| {
        let mut rows: Vec<String> = (0..12).map(|at| format!("{},{}", 20 + at, 100 * (at % 6))).collect();
        // Five more of one value: so many cannot stay.
        rows.extend((0..5).map(|at| format!("{},0", 40 + at)));
        rows.push(format!("{oldest},0"));
        let csv = rows.iter().fold("age,pay\n".to_owned(), |all, row| all + row + "\n");
        let room = Workdir::with("pay.csv", csv).and("p.toml", policy);
        let made = room.json("anonymize pay.csv --policy p.toml --out release --seed 1");
        assert!(made["suppressed"].as_u64() > Some(0), "{made}");
        // Whoever has the release can work the loss out: it depends on nothing else.
        let text = room.read("release/data.csv");
        let ends = text.lines().skip(1).map(|line| {
            let cell = line.split(',').next().unwrap();
            let (low, high) = cell.split_once("..").unwrap_or((cell, cell));
            (low.parse::<f64>().unwrap(), high.parse::<f64>().unwrap())
        });
        let ends: Vec<(f64, f64)> = ends.collect();
        let low = ends.iter().map(|end| end.0).fold(f64::MAX, f64::min);
        let high = ends.iter().map(|end| end.1).fold(f64::MIN, f64::max);
        let loss = ends.iter().map(|(a, b)| (b - a) / (high - low)).sum::<f64>() / ends.len() as f64;
        assert!((made["loss"].as_f64().unwrap() - loss).abs() < 1e-9, "{loss}, {made}");
    };
    [60, 90].into_iter().for_each(with);
}

#[test]
fn published_figures_have_three_digits() {
    let room = Workdir::new();
    room.aloof("generate census --rows 700 --seed 5 --out people.csv --quiet");
    let roles = "--quasi age,birthplace,occupation --sensitive income";
    room.json(&format!("anonymize people.csv {roles} --absolute 2000 --m 4 --out release"));
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    let mut figures = manifest.clone();
    figures.as_object_mut().unwrap().retain(|key, _| !matches!(key.as_str(), "tuples" | "groups" | "files" | "audit"));
    for number in numbers(&figures) {
        let three: f64 = format!("{number:.2e}").parse().unwrap();
        assert!((number - three).abs() <= 1e-12 * number.abs(), "{number} in {figures}");
    }
}

/// The smallest and the largest salary stood in the manifest.
#[test]
fn a_perturbed_domain_is_nobodys() {
    let lines = (0..800u64).map(|at| format!("{},{}\n", 20 + at % 50, 1017 + at * 7919 % 48_283));
    let room = Workdir::with("pay.csv", lines.fold("age,pay\n".to_owned(), |all, line| all + &line)).and(
        "p.toml",
        "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
         absolute = \"1000\"\nm = 4\n[method]\nalgorithm = \"perturb\"\n",
    );
    let made = room.json("anonymize pay.csv --policy p.toml --out release");
    assert_eq!((&made["perturbation"]["low"], &made["perturbation"]["high"]), (&"0".into(), &"60000".into()), "{made}");
    // How often a value was kept follows from how many people share one: to three digits, no more.
    let kept = made["perturbation"]["retention"].as_str().unwrap();
    assert!(kept.trim_start_matches(['0', '.']).len() <= 3, "{kept}");
    let audit = room.aloof("audit release --original pay.csv --policy p.toml");
    assert_eq!(audit.code, 0, "{audit}");
}
