//! A release describes itself; what only its policy's files could say is named.

use crate::common::Workdir;

/// `l1` between labels counts steps in their tree, and no release holds that.
#[test]
fn steps_between_labels_take_the_file() {
    let dir = Workdir::with("table.csv", "q,s\n1,a\n2,b\n3,c\n4,d\n").and("tree.csv", "a;x;*\nb;y;*\nc;x;*\nd;y;*\n").and(
        "policy.toml",
        "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\", hierarchy = \"tree.csv\" }\n[[protect]]\n\
         principle = \"dissimilarity\"\nsensitive = [\"s\"]\ndistance = { kind = \"l1\" }\nepsilon = \"0.4\"\ndelta = \"0.5\"\nk = 2\n",
    );
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let audit = dir.aloof("audit release");
    assert_eq!(audit.code, 2, "{audit}");
    assert!(audit.stderr.contains("takes the hierarchy file of `s`, which no release holds"), "{audit}");
    assert_eq!(dir.aloof("audit release --policy policy.toml").code, 0);
}
