// What a policy's words may be. Made by types.mjs from the program's JSON Schema; the tests hold it against that.
export type ColumnWords = {
  /** up to here values are not told apart */
  bottom?: string | number | null;
  /** where fixed classes begin, ascending; below the first and from the last on they are open */
  classes?: (string | number)[] | null;
  /** for columns that are published as they are: so it is meant, although it looks as if it named people, or told a quasi column */
  confirmed?: boolean | null;
  /** how its dates are written in the data, such as d.m.y; found from the data if left out */
  date?: string | null;
  /** how its numbers are written in the data: "," or "."; found from the data if left out */
  decimal?: string | null;
  /** the smallest and the largest possible value, for distances scaled by domain */
  domain?: (string | number)[] | null;
  /** a file of generalizations (ARX's format), or how to make one */
  hierarchy?: string | {
    /** prefix hides characters from the right; intervals of numbers, or of days, nest; calendar: months, quarters, years of dates; suppress: a value or `*` */
    kind: "prefix" | "intervals" | "calendar" | "suppress";
    /** for calendar: some of month, quarter, year, decade, in this order; the first three if left out */
    levels?: string | (string)[] | null;
    /** for intervals: where counting starts, 0 if left out; for dates a date */
    origin?: string | number | null;
    /** for intervals: the width of each level, each a multiple of the one before */
    widths?: (string | number)[] | null;
  } | null;
  /** what a missing value means; or a list of texts that mean a missing value in this column (an empty one: none does); or a table with both */
  missing?: "value" | "error" | "drop" | "publish" | (string)[] | {
    /** texts that mean a missing value in this column, besides those of [input] */
    codes?: string | (string)[] | null;
    /** of published missing values: they count for nothing (the default), as one value more, or as whatever value is worst */
    similar?: "nothing" | "itself" | "everything" | null;
    /** what a missing value means */
    then?: "value" | "error" | "drop" | "publish" | null;
  } | null;
  /** for quasi columns of labels: all labels from one end to the other; groups become ranges */
  order?: (string)[] | null;
  /** for sensitive columns: publish it as it is although nothing in [[protect]] names it */
  protect?: "none" | null;
  /** for weight, household and stratum: publish it as it is; otherwise it is not */
  publish?: boolean | null;
  /** what the column is */
  role: "identifier" | "quasi" | "sensitive" | "group" | "keep" | "pseudonym" | "drop" | "weight" | "household" | "stratum";
  /** quasi columns show classes of this width, sensitive values are rounded to multiples of it */
  round?: string | number | null;
  /** for quasi columns: a cell shows one value, one class or a node below the top, or `*`; at most this share of the cells is `*` */
  suppress_cells?: string | number | null;
  /** from here on values are not told apart: quasi columns show `>=90`, sensitive ones 90 */
  top?: string | number | null;
  /** how to read it; found from the data if left out */
  type?: "number" | "date" | "label" | null;
  /** for quasi columns: how much its loss counts while groups are sought, 1 if left out */
  weight?: string | number | null;
};

export type ProtectWords = {
  /** neighbourhood [x − below, x + above]; goes with below */
  above?: string | number | null;
  /** neighbourhood [x − ε, x + ε] */
  absolute?: string | number | null;
  /** neighbourhood [x − below, x + above]; goes with above */
  below?: string | number | null;
  /** one in how many may be close */
  m?: number | null;
  principle: "epsilon-m";
  /** neighbourhood [x(1 − ε), x(1 + ε)], less than 1 */
  relative?: string | number | null;
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** half the length of an interval */
  delta?: string | number | null;
  /** one in how many may be close */
  l?: number | null;
  principle: "delta-l";
  /** around each value of the group (the paper's Definition 5), or around any point at all */
  reading?: "definition" | "any-centre" | null;
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the share of the others that must be dissimilar, 0 to 1 */
  delta?: string | number | null;
  /** how far two values are apart */
  distance?: {
    /** how far two values are apart */
    kind: "l1" | "l2" | "linf" | "min" | "variational" | "hamming" | "hierarchy" | "edit" | "great-circle" | "matrix" | "sum" | "max";
    /** for matrix: a CSV file of labels and distances */
    matrix?: string | null;
    /** for sum and max: distances over columns of their own */
    parts?: ({
      /** the sensitive columns it is about; if left out, the one in its place */
      columns?: string | (string)[] | null;
      /** how far two values are apart */
      kind: "l1" | "l2" | "linf" | "min" | "variational" | "hamming" | "hierarchy" | "edit" | "great-circle" | "matrix" | "sum" | "max";
      /** for matrix: a CSV file of labels and distances */
      matrix?: string | null;
      /** as in a distance */
      scale?: "none" | "domain" | "range" | null;
      /** what it counts, 1 if left out */
      weight?: string | number | null;
      /** one per column of this part */
      weights?: (string | number)[] | null;
    })[] | null;
    /** divide each component by the length of its domain, or by its range in the data */
    scale?: "none" | "domain" | "range" | null;
    /** one per sensitive column */
    weights?: (string | number)[] | null;
  } | null;
  /** values this far apart or nearer are similar */
  epsilon?: string | number | null;
  /** the smallest group */
  k?: number | null;
  principle: "dissimilarity";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** what is counted: all that are similar to one (the papers), or sets all similar to each other */
  shape?: "star" | "clique" | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the smallest group */
  k?: number | null;
  principle: "k-anonymity";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** for recursive: the factor c */
  c?: string | number | null;
  /** what well-represented means */
  kind?: "distinct" | "frequency" | "entropy" | "recursive" | null;
  /** how many values; a whole number for distinct and recursive */
  l?: string | number | null;
  principle: "l-diversity";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the largest share of one value */
  alpha?: string | number | null;
  /** the smallest group */
  k?: number | null;
  principle: "alpha-k";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the least range */
  e?: string | number | null;
  /** distinct values */
  k?: number | null;
  principle: "k-e";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  principle: "variance";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** the least (population) variance */
  v?: string | number | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the distance between two values: all equal, by rank, by difference, by hierarchy */
  ground?: "equal" | "ordered" | "value" | "hierarchical" | null;
  principle: "t-closeness";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** the largest earth mover's distance, 0 to 1 */
  t?: string | number | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the largest relative gain */
  beta?: string | number | null;
  /** enhanced also caps the gain of every value at −ln p, which binds for frequent ones */
  kind?: "basic" | "enhanced" | null;
  principle: "beta-likeness";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the confidence that must not be reached, more than 0 and at most 1 */
  c?: string | number | null;
  /** of numbers: a value is named when it is named to within this */
  epsilon?: string | number | null;
  /** how many such facts are known, at most 50 */
  k?: number | null;
  principle: "c-k-safety";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** the largest belief that somebody is in the table */
  high?: string | number | null;
  /** the least belief that somebody is in the table, 0 if left out */
  low?: string | number | null;
  /** a table with the quasi columns of everybody in the population, beside the policy */
  population?: string | null;
  principle: "presence";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** of numbers: values of a group are more than twice this apart */
  absolute?: string | number | null;
  /** how many different values a group has at least */
  m?: number | null;
  principle: "m-invariance";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
} | {
  /** each how much is known, and the confidence that it must not reach */
  points?: ({
    /** the confidence that must not be reached, more than 0 and at most 1 */
    c: string | number;
    /** other people whose value is known, 0 if left out */
    k?: number | null;
    /** values that the person is known not to have, 0 if left out */
    l?: number | null;
    /** other people who have the value only if this one has, 0 if left out */
    m?: number | null;
  })[] | null;
  principle: "skyline";
  /** the column or columns it protects; may be left out when there is only one */
  sensitive?: string | (string)[] | null;
  /** against whom it must hold: someone who holds a register of everybody's quasi values and guesses around any value (register, the default); weaker, someone who guesses around values that occur and knows one person's quasi values (candidates), or one person's group (group, as the papers define it) */
  view?: "register" | "candidates" | "group" | null;
};

export interface Policy {
  columns: Record<string, ColumnWords | string>;
  input?: {
    /** such as d/m/y: decides where the dates of a column can be read in two ways */
    date?: string | null;
    /** "," or ".": decides where the numbers of a column can be read in two ways */
    decimal?: string | null;
    /** of CSV files; found from the data if left out */
    delimiter?: string | null;
    /** of text files, such as windows-1252; found from the data if left out */
    encoding?: string | null;
    /** texts that mean a missing value, besides the empty cell */
    missing?: string | (string)[] | null;
    /** the column that says who a row is about, by which people are known again in later tables; its role is identifier or drop. If left out, the one column whose role is identifier */
    person?: string | null;
    /** people: every row is another person, also where an identifier repeats; records: several rows may be of one person, and what is promised is about rows. Needed only where an identifier repeats */
    rows?: "people" | "records" | null;
  } | null;
  method?: {
    /** known: someone may know who is withheld, so that they must be as safe as those who are published; unknown: assume that nobody knows who is in the table */
    absence?: "known" | "unknown" | null;
    /** how a release is made; chosen for the principle if left out */
    algorithm?: "split" | "xcolor" | "walk" | "mondrian" | "perturb" | "noise" | "anatomy" | null;
    /** for noise, instead: the mean of |t − t'| / |t| that the share is tuned to */
    distortion?: string | number | null;
    /** how long to look for a release that loses less; chosen by the size of the table if left out */
    effort?: "quick" | "good" | "thorough" | null;
    /** for walk: the largest share of values that may be published as they were */
    max_unchanged?: string | number | null;
    /** for walk: the least mean distance from the original, as a share of the domain */
    min_shift?: string | number | null;
    /** for noise: the most that is added or taken away, as a share of each column's domain */
    noise?: string | number | null;
    /** for walk: the share of localities that is kept, 0 to 1 */
    properties?: string | number | null;
    /** for walk: rows (or, sorted, distinct values) that are walked together, 100 if left out */
    segment?: number | null;
    /** for walk: segments of neighbouring rows, or of neighbouring values */
    segments?: "rows" | "sorted" | null;
    /** for walk: "auto", until chains agree, or how many */
    steps?: "auto" | number | null;
    /** the largest share of rows that may be withheld */
    suppress?: string | number | null;
    /** for walk: equal values stay equal, or may part; relaxed, localities with two equal sides are not kept */
    ties?: "collapse" | "relax" | null;
    /** how long making a release may take, such as "60s", "2m" or "1h": the best that is found within it is released */
    time_limit?: string | number | null;
    /** printed runs the algorithm as its paper prints it, for comparison; strict and relaxed are for mondrian: where rows at a median go */
    variant?: "best" | "printed" | "strict" | "relaxed" | null;
    /** for a series of releases: how far the cells of a group may widen for somebody new, as a share of the domains over all columns together; as much as they were wide in the first release, and at most 0.1, if left out; more makes wider cells and fewer counterfeits */
    widen?: string | number | null;
  } | null;
  output?: {
    /** of the release */
    format?: "csv" | "parquet" | "xlsx" | "dta" | null;
    /** of CSV: texts that a spreadsheet may run stand as they are, or behind an apostrophe */
    formulas?: "keep" | "escape" | null;
    /** publish group numbers; if left out, only when a rule that is not monotone has view = "group" */
    group_ids?: boolean | null;
    /** `lo..hi` in one column, or two columns `_lo` and `_hi` */
    intervals?: "text" | "bounds" | null;
  } | null;
  preserve?: ({
    /** the columns it is about; all that are walked if left out */
    columns?: string | (string)[] | null;
    /** for linear: a CSV file with the columns inequality, row, coefficient, most */
    file?: string | null;
    /** what a walk keeps beside localities */
    property: "order" | "sum" | "mean" | "ratio" | "linear";
    /** how far it may be off: of sums and means a number, of ratios a share */
    tolerance?: string | number | null;
  })[] | null;
  protect?: ProtectWords[] | null;
}
