//! Every key a policy may hold, once: checked against when reading, printed as the JSON Schema.

/// What a key's value must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueType {
    /// Any text.
    Text,
    /// A decimal, as text or number.
    Decimal,
    /// A whole number of at least this.
    Whole(u32),
    /// `true` or `false`.
    Truth,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A text or a list of texts.
    Texts,
    /// A list of texts.
    List,
    /// A list of decimals.
    Decimals,
    /// A list of two decimals (or dates), low and high.
    Range,
    /// A table with these keys.
    Table(&'static [Key]),
    /// `"auto"` or a whole number.
    Steps,
    /// A number with a unit of time, as text; or a number of seconds.
    Time,
    /// A list of tables with these keys.
    Tables(&'static [Key]),
    /// A text (a file) or a table with these keys.
    FileOr(&'static [Key]),
    /// One of these texts, a list of texts, or a table with these keys.
    ChoiceOr(&'static [&'static str], &'static [Key]),
}

/// One key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub name: &'static str,
    pub value: ValueType,
    pub doc: &'static str,
}

const fn key(name: &'static str, value: ValueType, doc: &'static str) -> Key {
    Key { name, value, doc }
}

/// A principle and its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrincipleKeys {
    pub name: &'static str,
    pub doc: &'static str,
    pub keys: &'static [Key],
}

/// Tables of a policy file.
pub(super) const TOP: &[&str] = &["columns", "protect", "preserve", "method", "output", "input"];

pub(super) const HIERARCHY: &[Key] = &[
    key(
        "kind",
        ValueType::Choice(&["prefix", "intervals", "calendar", "suppress"]),
        "prefix hides characters from the right; intervals of numbers, or of days, nest; calendar: months, quarters, years of dates; suppress: a value or `*`",
    ),
    key("widths", ValueType::Decimals, "for intervals: the width of each level, each a multiple of the one before"),
    key("origin", ValueType::Decimal, "for intervals: where counting starts, 0 if left out; for dates a date"),
    key(
        "levels",
        ValueType::Texts,
        "for calendar: some of month, quarter, year, decade, in this order; the first three if left out",
    ),
];

pub(super) const COLUMN: &[Key] = &[
    key("role", ValueType::Choice(ROLES), "what the column is"),
    key("hierarchy", ValueType::FileOr(HIERARCHY), "a file of generalizations (ARX's format), or how to make one"),
    key(
        "missing",
        ValueType::ChoiceOr(MISSING_WORDS, MISSING),
        "what a missing value means; or a list of texts that mean a missing value in this column (an empty one: none does); or a table with both",
    ),
    key("type", ValueType::Choice(&["number", "date", "label"]), "how to read it; found from the data if left out"),
    key(
        "decimal",
        ValueType::Text,
        "how its numbers are written in the data: \",\" or \".\"; found from the data if left out",
    ),
    key(
        "date",
        ValueType::Text,
        "how its dates are written in the data, such as d.m.y; found from the data if left out",
    ),
    key("publish", ValueType::Truth, "for weight, household and stratum: publish it as it is; otherwise it is not"),
    key("domain", ValueType::Range, "the smallest and the largest possible value, for distances scaled by domain"),
    key(
        "top",
        ValueType::Decimal,
        "from here on values are not told apart: quasi columns show `>=90`, sensitive ones 90",
    ),
    key("bottom", ValueType::Decimal, "up to here values are not told apart"),
    key(
        "round",
        ValueType::Decimal,
        "quasi columns show classes of this width, sensitive values are rounded to multiples of it",
    ),
    key(
        "classes",
        ValueType::Decimals,
        "where fixed classes begin, ascending; below the first and from the last on they are open",
    ),
    key(
        "suppress_cells",
        ValueType::Decimal,
        "for quasi columns: a cell shows one value, one class or a node below the top, or `*`; at most this share of the cells is `*`",
    ),
    key(
        "confirmed",
        ValueType::Truth,
        "for columns that are published as they are: so it is meant, although it looks as if it named people, or told a quasi column",
    ),
    key(
        "protect",
        ValueType::Choice(&["none"]),
        "for sensitive columns: publish it as it is although nothing in [[protect]] names it",
    ),
    key(
        "weight",
        ValueType::Decimal,
        "for quasi columns: how much its loss counts while groups are sought, 1 if left out",
    ),
    key(
        "order",
        ValueType::List,
        "for quasi columns of labels: all labels from one end to the other; groups become ranges",
    ),
];

pub(super) const MISSING_WORDS: &[&str] = &["value", "error", "drop", "publish"];

pub(super) const MISSING: &[Key] = &[
    key("codes", ValueType::Texts, "texts that mean a missing value in this column, besides those of [input]"),
    key("then", ValueType::Choice(MISSING_WORDS), "what a missing value means"),
    key(
        "similar",
        ValueType::Choice(&["nothing", "itself", "everything"]),
        "of published missing values: they count for nothing (the default), as one value more, or as whatever value is worst",
    ),
];

pub(super) const ROLES: &[&str] =
    &["identifier", "quasi", "sensitive", "group", "keep", "pseudonym", "drop", "weight", "household", "stratum"];

pub(super) const PROTECT: &[Key] = &[
    key("principle", ValueType::Text, "the rule that every group must keep"),
    key("sensitive", ValueType::Texts, "the column or columns it protects; may be left out when there is only one"),
    key(
        "view",
        ValueType::Choice(&["register", "candidates", "group"]),
        "against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value \
         (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values \
         (candidates), or one person's group (group, as the papers define it)",
    ),
];

pub(super) const DISTANCE: &[Key] = &[
    key("kind", ValueType::Choice(DISTANCES), "how far two values are apart"),
    key("weights", ValueType::Decimals, "one per sensitive column"),
    key(
        "scale",
        ValueType::Choice(&["none", "domain", "range"]),
        "divide each component by the length of its domain, or by its range in the data",
    ),
    key("matrix", ValueType::Text, "for matrix: a CSV file of labels and distances"),
    key("parts", ValueType::Tables(PART), "for sum and max: distances over columns of their own"),
];

pub(super) const POINT: &[Key] = &[
    key("l", ValueType::Whole(0), "values that the person is known not to have, 0 if left out"),
    key("k", ValueType::Whole(0), "other people whose value is known, 0 if left out"),
    key("m", ValueType::Whole(0), "other people who have the value only if this one has, 0 if left out"),
    key("c", ValueType::Decimal, "the confidence that must not be reached, more than 0 and at most 1"),
];

pub(super) const PART: &[Key] = &[
    key("kind", ValueType::Choice(DISTANCES), "how far two values are apart"),
    key("columns", ValueType::Texts, "the sensitive columns it is about; if left out, the one in its place"),
    key("weight", ValueType::Decimal, "what it counts, 1 if left out"),
    key("weights", ValueType::Decimals, "one per column of this part"),
    key("scale", ValueType::Choice(&["none", "domain", "range"]), "as in a distance"),
    key("matrix", ValueType::Text, "for matrix: a CSV file of labels and distances"),
];

pub(super) const DISTANCES: &[&str] =
    &["l1", "l2", "linf", "min", "variational", "hamming", "hierarchy", "edit", "great-circle", "matrix", "sum", "max"];

pub(super) const PRINCIPLES: &[PrincipleKeys] = &[
    PrincipleKeys {
        name: "epsilon-m",
        doc: "(ε, m)-anonymity: at most 1/m of a group lies near any figure, in the weaker views near any of its values",
        keys: &[
            key("absolute", ValueType::Decimal, "neighbourhood [x − ε, x + ε]"),
            key("relative", ValueType::Decimal, "neighbourhood [x(1 − ε), x(1 + ε)], less than 1"),
            key("below", ValueType::Decimal, "neighbourhood [x − below, x + above]; goes with above"),
            key("above", ValueType::Decimal, "neighbourhood [x − below, x + above]; goes with below"),
            key("m", ValueType::Whole(1), "one in how many may be close"),
        ],
    },
    PrincipleKeys {
        name: "delta-l",
        doc: "(δ, l)-diversity",
        keys: &[
            key("delta", ValueType::Decimal, "half the length of an interval"),
            key("l", ValueType::Whole(1), "one in how many may be close"),
            key(
                "reading",
                ValueType::Choice(&["definition", "any-centre"]),
                "around each value of the group (the paper's Definition 5), or around any point at all",
            ),
        ],
    },
    PrincipleKeys {
        name: "dissimilarity",
        doc: "(ε, δ)^k-dissimilarity: of a group of k or more, at most a share 1 − δ of the others lies within ε of anyone",
        keys: &[
            key("distance", ValueType::Table(DISTANCE), "how far two values are apart"),
            key("epsilon", ValueType::Decimal, "values this far apart or nearer are similar"),
            key("delta", ValueType::Decimal, "the share of the others that must be dissimilar, 0 to 1"),
            key("k", ValueType::Whole(1), "the smallest group"),
            key(
                "shape",
                ValueType::Choice(&["star", "clique"]),
                "what is counted: all that are similar to one (the papers), or sets all similar to each other",
            ),
        ],
    },
    PrincipleKeys {
        name: "k-anonymity",
        doc: "every group has at least k rows",
        keys: &[key("k", ValueType::Whole(1), "the smallest group")],
    },
    PrincipleKeys {
        name: "l-diversity",
        doc: "every group has l well-represented sensitive values",
        keys: &[
            key(
                "kind",
                ValueType::Choice(&["distinct", "frequency", "entropy", "recursive"]),
                "what well-represented means",
            ),
            key("l", ValueType::Decimal, "how many values; a whole number for distinct and recursive"),
            key("c", ValueType::Decimal, "for recursive: the factor c"),
        ],
    },
    PrincipleKeys {
        name: "alpha-k",
        doc: "(α, k)-anonymity: at least k rows, no value in more than a share α of them",
        keys: &[
            key("alpha", ValueType::Decimal, "the largest share of one value"),
            key("k", ValueType::Whole(1), "the smallest group"),
        ],
    },
    PrincipleKeys {
        name: "k-e",
        doc: "(k, e)-anonymity: at least k distinct values that span at least e",
        keys: &[key("k", ValueType::Whole(1), "distinct values"), key("e", ValueType::Decimal, "the least range")],
    },
    PrincipleKeys {
        name: "variance",
        doc: "the sensitive values of a group have at least this variance",
        keys: &[key("v", ValueType::Decimal, "the least (population) variance")],
    },
    PrincipleKeys {
        name: "t-closeness",
        doc: "the sensitive values of a group are distributed as in the table, up to t",
        keys: &[
            key("t", ValueType::Decimal, "the largest earth mover's distance, 0 to 1"),
            key(
                "ground",
                ValueType::Choice(&["equal", "ordered", "value", "hierarchical"]),
                "the distance between two values: all equal, by rank, by difference, by hierarchy",
            ),
        ],
    },
    PrincipleKeys {
        name: "beta-likeness",
        doc: "no value becomes more likely in a group than in the table, relatively, by more than β",
        keys: &[
            key("beta", ValueType::Decimal, "the largest relative gain"),
            key(
                "kind",
                ValueType::Choice(&["basic", "enhanced"]),
                "enhanced also caps the gain of every value at −ln p, which binds for frequent ones",
            ),
        ],
    },
    PrincipleKeys {
        name: "c-k-safety",
        doc: "(c, k)-safety: whoever knows k facts of the form `if this one has that, so has that one` names no value with confidence c",
        keys: &[
            key("c", ValueType::Decimal, "the confidence that must not be reached, more than 0 and at most 1"),
            key("k", ValueType::Whole(0), "how many such facts are known, at most 50"),
            key("epsilon", ValueType::Decimal, "of numbers: a value is named when it is named to within this"),
        ],
    },
    PrincipleKeys {
        name: "presence",
        doc: "δ-presence: whoever knows a population can tell of nobody in it whether they are in the table",
        keys: &[
            key("low", ValueType::Decimal, "the least belief that somebody is in the table, 0 if left out"),
            key("high", ValueType::Decimal, "the largest belief that somebody is in the table"),
            key(
                "population",
                ValueType::Text,
                "a table with the quasi columns of everybody in the population, beside the policy",
            ),
        ],
    },
    PrincipleKeys {
        name: "m-invariance",
        doc: "m-invariance: of releases month after month, everybody hides among the same m values in all of them",
        keys: &[
            key("m", ValueType::Whole(1), "how many different values a group has at least"),
            key("absolute", ValueType::Decimal, "of numbers: values of a group are more than twice this apart"),
        ],
    },
    PrincipleKeys {
        name: "skyline",
        doc: "skyline privacy: whoever knows so much of three kinds besides names no value with confidence c, at each of several points",
        keys: &[key(
            "points",
            ValueType::Tables(POINT),
            "each how much is known, and the confidence that it must not reach",
        )],
    },
];

pub(super) const ALGORITHMS: &[&str] = &["split", "xcolor", "walk", "mondrian", "perturb", "noise", "anatomy"];

pub(super) const METHOD: &[Key] = &[
    key("algorithm", ValueType::Choice(ALGORITHMS), "how a release is made; chosen for the principle if left out"),
    key(
        "variant",
        ValueType::Choice(&["best", "printed", "strict", "relaxed"]),
        "printed runs the algorithm as its paper prints it, for comparison; strict and relaxed are for mondrian: where rows at \
         a median go",
    ),
    key(
        "effort",
        ValueType::Choice(&["quick", "good", "thorough"]),
        "how long to look for a release that loses less; chosen by the size of the table if left out",
    ),
    key(
        "time_limit",
        ValueType::Time,
        "how long making a release may take, such as \"60s\", \"2m\" or \"1h\": the best that is found within it is released",
    ),
    key("suppress", ValueType::Decimal, "the largest share of rows that may be withheld"),
    key(
        "absence",
        ValueType::Choice(&["known", "unknown"]),
        "known: someone may know who is withheld, so that they must be as safe as those who are published; unknown: assume that \
         nobody knows who is in the table",
    ),
    key(
        "widen",
        ValueType::Decimal,
        "for a series of releases: how far the cells of a group may widen for somebody new, as a share of the domains over all columns \
         together; as much as they were wide in the first release, and at most 0.1, if left out; more makes wider cells and fewer \
         counterfeits",
    ),
    key(
        "segment",
        ValueType::Whole(3),
        "for walk: rows (or, sorted, distinct values) that are walked together, 100 if left out",
    ),
    key(
        "segments",
        ValueType::Choice(&["rows", "sorted"]),
        "for walk: segments of neighbouring rows, or of neighbouring values",
    ),
    key("properties", ValueType::Decimal, "for walk: the share of localities that is kept, 0 to 1"),
    key(
        "ties",
        ValueType::Choice(&["collapse", "relax"]),
        "for walk: equal values stay equal, or may part; relaxed, localities with two equal sides are not kept",
    ),
    key(
        "min_shift",
        ValueType::Decimal,
        "for walk: the least mean distance from the original, as a share of the domain",
    ),
    key(
        "max_unchanged",
        ValueType::Decimal,
        "for walk: the largest share of values that may be published as they were",
    ),
    key("steps", ValueType::Steps, "for walk: \"auto\", until chains agree, or how many"),
    key(
        "noise",
        ValueType::Decimal,
        "for noise: the most that is added or taken away, as a share of each column's domain",
    ),
    key("distortion", ValueType::Decimal, "for noise, instead: the mean of |t − t'| / |t| that the share is tuned to"),
];

pub(super) const PRESERVE: &[Key] = &[
    key(
        "property",
        ValueType::Choice(&["order", "sum", "mean", "ratio", "linear"]),
        "what a walk keeps beside localities",
    ),
    key("columns", ValueType::Texts, "the columns it is about; all that are walked if left out"),
    key("tolerance", ValueType::Decimal, "how far it may be off: of sums and means a number, of ratios a share"),
    key("file", ValueType::Text, "for linear: a CSV file with the columns inequality, row, coefficient, most"),
];

pub(super) const OUTPUT: &[Key] = &[
    key("format", ValueType::Choice(&["csv", "parquet", "xlsx", "dta"]), "of the release"),
    key(
        "group_ids",
        ValueType::Truth,
        "publish group numbers; if left out, only when a rule that is not monotone has view = \"group\"",
    ),
    key("intervals", ValueType::Choice(&["text", "bounds"]), "`lo..hi` in one column, or two columns `_lo` and `_hi`"),
    key(
        "formulas",
        ValueType::Choice(&["keep", "escape"]),
        "of CSV: texts that a spreadsheet may run stand as they are, or behind an apostrophe",
    ),
];

pub(super) const INPUT: &[Key] = &[
    key("delimiter", ValueType::Text, "of CSV files; found from the data if left out"),
    key("missing", ValueType::Texts, "texts that mean a missing value, besides the empty cell"),
    key(
        "rows",
        ValueType::Choice(&["people", "records"]),
        "people: every row is another person, also where an identifier repeats; records: several rows may be of one person, and \
         what is promised is about rows. Needed only where an identifier repeats",
    ),
    key(
        "person",
        ValueType::Text,
        "the column that says who a row is about, by which people are known again in later tables; its role is identifier or drop. If \
         left out, the one column whose role is identifier",
    ),
    key("encoding", ValueType::Text, "of text files, such as windows-1252; found from the data if left out"),
    key("decimal", ValueType::Text, "\",\" or \".\": decides where the numbers of a column can be read in two ways"),
    key("date", ValueType::Text, "such as d/m/y: decides where the dates of a column can be read in two ways"),
];

/// The principles that have this parameter.
#[doc(hidden)]
pub fn principles_with(name: &str) -> Vec<&'static str> {
    let has = |keys: &[Key]| keys.iter().any(|key| key.name == name);
    PRINCIPLES.iter().filter(|principle| has(principle.keys)).map(|principle| principle.name).collect()
}

/// Whether this is said of a column.
#[doc(hidden)]
pub fn is_of_columns(name: &str) -> bool {
    COLUMN.iter().any(|key| key.name == name)
}
