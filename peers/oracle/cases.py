"""Random cases: small tables, odd names and labels, policies of every kind. One seed, one case."""
import datetime
import random

from parquet import parquet
from table import day, number, write_csv

METHODS = ("split", "xcolor", "mondrian", "walk", "perturb", "noise", "anatomy")
PLAIN = ["a", "b", "c", "d", "e", "f", "g", "h"]
ODD = ["Ärzte", "x y", " lead", "trail ", "{a|b}", "{a", "b}", "a|b", "1..2", "*", "a*", "**", "-", "'q'", 'say "hi"', "a,b",
       "007", "12", "1", "α", "(missing)", "NULL", "=1+1", "..", "[1, 2]", "<3", "50+", "a;b", " ", "a\tb", "{a, b}", "日本",
       "é", "0", "-0", "+1", "1e2", "2020-01-31", "2020-01-01..2020-03-31", "{}", "|", "3 - 4", "#", "\\n", "a\nb", "{a|", "130**"]
AMBIGUOUS = ["a", "b", "{a|b}", "{a, b}", "b*", "bb", "*"]
NAMES = ["age", "zip", "pay", "größe", "a,b", 'q"x', "{h}", "x|y", "a..b", "*", "1", "x y", "é", "=1", "A", "a", "b;c", "name",
         "count", "row", "place", "value", "日本", "a.b", "[x]", "#", "age_lo", "x_hi", "group"]


def case_of(seed, number_, methods=METHODS, views=("register", "candidates", "group"), most_rows=None):
    """`most_rows`: small tables only."""
    rng = random.Random(f"{seed}:{number_}")
    method = rng.choice(methods)
    case = {"columns": [], "protect": [], "method": {}, "output": {}, "files": {}, "missing_texts": [],
            "seed": rng.randrange(1 << 32), "algorithm": method}
    if rng.random() < 0.1:
        case["missing_texts"] = rng.choice([["NA"], ["NA"], ["NA", "-9"], ["1970-01-02", "a"]])
    rows = rng.choice([rng.randint(2, 8), rng.randint(4, 16), rng.randint(8, 40)])
    if most_rows:
        rows = rng.randint(2, most_rows)
    elif rng.random() < 0.04:
        rows = rng.choice([0, 1, 1, 1])
    names = list(NAMES)
    if rng.random() < 0.6:
        names = ["age", "zip", "pay", "ill", "ward", "note", "town", "job", "born", "kin"]
    if rng.random() < 0.95:
        names = [n for n in names if n != "group"]
    rng.shuffle(names)
    odd = rng.random() < 0.4
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        case["columns"].append(quasi(rng, case, names.pop(), rows, odd, method))
    for _ in range(1 if method == "anatomy" and rng.random() < 0.9 else rng.choice([1, 1, 1, 2, 3])):
        case["columns"].append(sensitive(rng, case, names.pop(), rows, odd, method))
    for role in ("keep", "identifier", "drop"):
        if rng.random() < 0.25:
            named = role == "identifier"
            cells = [f"p{i}" if named else rng.choice(ODD if odd else PLAIN) for i in range(rows)]
            case["columns"].append({"name": names.pop(), "role": role, "cells": cells, "policy": {}})
    rng.shuffle(case["columns"])
    if rows and rng.random() < 0.1:
        repeat(rng, case, rows)
    policy(rng, case, method, views)
    return case


def repeat(rng, case, rows):
    """Some rows stand there more than once; of an identifier the policy then says what rows are, or is asked to."""
    few = [rng.randrange(rows) for _ in range(max(1, rows // 2))]
    places = [rng.choice(few) for _ in range(rows)]
    same = rng.random() < 0.5
    for c in case["columns"]:
        if same or c["role"] != "identifier":
            c["cells"] = [c["cells"][i] for i in places]
    if same and rng.random() < 0.8:
        case["rows_are"] = rng.choice(["people", "records"])


def spoil(rng, cells, share, codes=()):
    return [rng.choice(["", *codes]) if rng.random() < share else c for c in cells]


def lost(rng, cells, kind, then):
    """Some of the cells missing, and what the policy says of that: which texts mean it, what becomes of the row, or both."""
    share = rng.choice([0.15, 0.15, 0.15, 0.5, 0.5, 1])
    if rng.random() < 0.6:
        return spoil(rng, cells, share), then
    codes = rng.choice([["-9"], ["-9", "."], [".", "n/a"], ["1970-01-02"], ["a"], ["3"]])
    written = [*codes, *(["-9.0", "-9.00"] if kind == "number" and "-9" in codes else [])]
    said = {"codes": codes, **({"then": then} if then else {})}
    return spoil(rng, cells, share, written), said if then or rng.random() < 0.5 else codes


def labels(rng, odd, most=6):
    pool = (ODD + PLAIN[:3]) if odd else PLAIN
    if odd and rng.random() < 0.15:
        pool = AMBIGUOUS
        most = len(pool)
    return rng.sample(pool, rng.randint(1, most))


def numbers(rng, rows, signs=True):
    low = rng.choice([0, 0, 1, -20, 1000]) if signs else rng.choice([1, 10, 1000])
    high = low + rng.choice([0, 3, 10, 50, 50, 1000])
    places = rng.choice([0, 0, 0, 1, 2])
    if rows and rng.random() < 0.1:
        return [scaled(rng, low, high) for _ in range(rows)]
    values = [rng.randint(low * 10 ** places, high * 10 ** places) for _ in range(rows)]
    if rows and rng.random() < 0.5:
        pool = [rng.choice(values) for _ in range(rng.randint(1, 6))]
        values = [rng.choice(pool) if rng.random() < 0.7 else v for v in values]
    return [decimal(v, places, rng) for v in values]


def scaled(rng, low, high):
    """A number with places of its own, now and then in another notation."""
    places = rng.choice([0, 1, 2, 4, 6])
    text = decimal(rng.randint(low * 10 ** places, high * 10 ** places), places)
    forms = [text, text, text, text + "e0", "+" + text if text[0] != "-" else text, text + ("0" if places else ".0")]
    return rng.choice(forms)


def decimal(units, places, rng=None):
    text = str(abs(units)).rjust(places + 1, "0")
    text = text if places == 0 else text[:-places] + "." + text[-places:]
    if places and rng and rng.random() < 0.3 and text.endswith("0"):
        text = text.rstrip("0").rstrip(".")
    return ("-" if units < 0 else "") + text


def dates(rng, rows):
    start, width = datetime.date(rng.choice([1970, 1999, 2020]), 1, 1), rng.choice([3, 30, 2000])
    return [(start + datetime.timedelta(rng.randrange(width))).isoformat() for _ in range(rows)]


def hierarchy_lines(rng, leaves, odd):
    """A file of paths, all of one length; short branches repeat a node or name it anew; sometimes a text has two meanings."""
    depth = rng.choice([1, 1, 2, 2, 3])
    paths = {leaf: [leaf] for leaf in leaves}
    level = {leaf: (leaf,) for leaf in leaves}
    for i in range(depth):
        nodes = sorted(set(level.values()))
        parts = [f"{'NMK'[i]}{j}" for j in range(max(1, len(nodes) // 2))]
        if odd and rng.random() < 0.3:
            parts = [p + rng.choice(["*", "|", " x", ", y", ".."]) for p in parts]
        above = {}
        for node in nodes:
            above[node] = node[0] if rng.random() < 0.15 else rng.choice(parts)
        for leaf in leaves:
            up = above[level[leaf]]
            paths[leaf].append(up)
            level[leaf] = (up,)
    if rng.random() < 0.7 or len({p[-1] for p in paths.values()}) == 1:
        paths = {l: [*p, "*"] for l, p in paths.items()}
    lines = list(paths.values())
    if rng.random() < 0.08:
        a, b = rng.choice(lines), rng.choice(lines)
        a[rng.randrange(1, len(a))] = rng.choice(b)
    if depth > 1 and rng.random() < 0.3:
        short = rng.choice(lines)  # a leaf right below a node of the level after next, whose name then stands on two levels
        short[1] = short[2]
    rng.shuffle(lines)
    return lines


def with_hierarchy(rng, case, name, rows, odd, spare=True):
    leaves = labels(rng, odd, 8)
    if not spare:  # of sensitive columns only labels that no one takes for numbers or dates
        leaves = [l for l in leaves if number(l) is None and day(l) is None] or ["z"]
    cells = [rng.choice(leaves) for _ in range(rows)]
    known = list(leaves)
    file = f"h{len(case['files'])}.csv"
    lines = hierarchy_lines(rng, known, odd)
    case["files"][file] = write_csv(lines[0], lines[1:])
    return cells, {"hierarchy": file}


def quasi(rng, case, name, rows, odd, method):
    policy, kind = {}, rng.choice(["number", "number", "date", "label", "label", "tree", "tree", "prefix", "order", "intervals"])
    if method in ("walk", "noise") and rng.random() < 0.9:
        kind = "number"
    if kind == "number":
        cells = numbers(rng, rows)
        if method in ("walk", "noise") and rng.random() < 0.6:
            policy["domain"] = ["-2000", "5000"]
    elif kind == "date":
        cells = dates(rng, rows)
        if rng.random() < 0.4:
            policy = {"hierarchy": rng.choice([{"kind": "calendar"}, {"kind": "calendar", "levels": ["year", "decade"]},
                                               {"kind": "calendar", "levels": ["month"]},
                                               {"kind": "intervals", "widths": ["7", "28"], "origin": "1970-01-05"}])}
        elif rng.random() < 0.4:
            policy = {"round": rng.choice(["day", "day", "month", "quarter", "year", "decade"])}
    elif kind == "label":
        pool = labels(rng, odd)
        cells = [rng.choice(pool) for _ in range(rows)]
    elif kind == "tree":
        cells, policy = with_hierarchy(rng, case, name, rows, odd)
    elif kind == "prefix":
        width = rng.choice([1, 2, 3])
        cells = [str(rng.randrange(10 ** (width - 1), 10 ** width)) if rng.random() < 0.7 else f"A{rng.randrange(10)}"[:width]
                 for _ in range(rows)]
        policy = {"hierarchy": {"kind": "prefix"}}
    elif kind == "order":
        pool = [l for l in labels(rng, odd) if "|" not in l and l == l.strip() and not l.endswith("*")] or ["a"]
        cells = [rng.choice(pool) for _ in range(rows)]
        policy = {"order": pool}
    else:
        cells = [str(rng.randint(-5, 60)) for _ in range(rows)]
        policy = {"hierarchy": {"kind": "intervals", "widths": rng.choice([["5", "10", "20"], ["10"], ["2", "4"]])}}
        if rng.random() < 0.3:
            policy["hierarchy"]["origin"] = "1"
    if rng.random() < 0.15:
        cells, said = lost(rng, cells, kind, rng.choice([None, None, "drop"]))
        if said:
            policy["missing"] = said
    if rng.random() < 0.1:
        policy["weight"] = rng.choice(["2", "0.5"])
    return {"name": name, "role": "quasi", "cells": cells, "policy": policy}


def sensitive(rng, case, name, rows, odd, method):
    policy, kind = {}, rng.choice(["number", "number", "number", "date", "label", "tree"])
    if method == "perturb" and rng.random() < 0.9:
        kind = "number"
    if kind == "number":
        cells = numbers(rng, rows, rng.random() < 0.6)
    elif kind == "date":
        cells = dates(rng, rows)
    elif kind == "label":
        pool = labels(rng, odd, 8)
        cells = [rng.choice(pool) for _ in range(rows)]
    else:
        cells, policy = with_hierarchy(rng, case, name, rows, odd, spare=False)
    # A star is a value that was suppressed, and so missing: the program's own tests ask about those.
    told = [c for c in cells if set(c) != {"*"}]
    cells = [c if set(c) != {"*"} else (told or ["a"])[0] for c in cells]
    if rng.random() < 0.25:
        ways = ["drop", "publish", "publish"] + (["drop", "value"] if kind == "label" else []) + ([None] if rng.random() < 0.1 else [])
        cells, said = lost(rng, cells, kind, rng.choice(ways))
        if said:
            policy["missing"] = said
    if kind == "number" and rng.random() < 0.15:
        policy["domain"] = ["-5000", "5000"]
    return {"name": name, "role": "sensitive", "cells": cells, "policy": policy}


def told_cells(column):
    """Cells that mean something."""
    said = column["policy"].get("missing")
    codes = said.get("codes", []) if isinstance(said, dict) else said if isinstance(said, list) else []
    return [c for c in column["cells"] if c and c not in codes]


def spread(column):
    found = [number(c) for c in told_cells(column)]
    found = [f for f in found if f is not None]
    return max(found) - min(found) if found else 10


def share_of(rng, column, shares=(0, 0.01, 0.05, 0.1, 0.3)):
    """A length that is a share of the column's spread, as a decimal."""
    return decimal(int(float(spread(column)) * rng.choice(shares) * 10), 1)


def looks_numeric(column):
    cells = told_cells(column)
    return cells and all(number(c) is not None for c in cells) or all(len(c) == 10 and c[4] == "-" for c in cells)


def proximity(rng, column):
    if rng.random() < 0.65:
        spec = {"principle": "epsilon-m", "sensitive": column["name"]}
        form = rng.choice(["absolute", "absolute", "relative", "both"])
        if form == "relative":
            spec["relative"] = rng.choice(["0", "0.05", "0.1", "0.2", "0.5"])
        elif form == "both":
            spec["below"], spec["above"] = share_of(rng, column), share_of(rng, column)
        else:
            spec["absolute"] = share_of(rng, column)
        spec["m"] = rng.choice([1, 2, 2, 2, 3, 3, 4, 5])
        return spec
    spec = {"principle": "delta-l", "sensitive": column["name"], "delta": share_of(rng, column), "l": rng.choice([1, 2, 2, 3, 4])}
    if rng.random() < 0.6:
        spec["reading"] = rng.choice(["definition", "any-centre"])
    return spec


def dissimilarity(rng, case, columns):
    some = rng.sample(columns, rng.randint(1, min(3, len(columns))))
    trees = [c for c in some if isinstance(c["policy"].get("hierarchy"), str)]
    numeric = [c for c in some if looks_numeric(c) and c not in trees]
    kinds = ["hamming"]
    if len(numeric) + len(trees) == len(some):
        kinds += ["l1", "l1", "l2", "linf", "min"]
    if len(trees) == len(some):
        kinds += ["hierarchy"]
    if not numeric and not trees:
        kinds += ["edit"]
        if len(some) == 1 and "missing" not in some[0]["policy"]:
            kinds += ["matrix", "matrix"]
    if len(some) > 1:
        kinds += ["sum", "max"]
    kind = rng.choice(kinds)
    distance = {"kind": kind}
    if kind == "matrix":
        known = sorted(set(some[0]["cells"]))
        far = {(a, b): rng.choice(["0.2", "1", "3"]) for a in known for b in known if a < b}
        lines = [[a] + ["0" if a == b else far[min(a, b), max(a, b)] for b in known] for a in known]
        distance["matrix"] = f"m{len(case['files'])}.csv"
        case["files"][distance["matrix"]] = write_csv(["", *known], lines)
    elif kind in ("sum", "max"):
        distance["parts"] = [{"kind": "hierarchy" if c in trees else rng.choice(["l1", "hamming"]) if c in numeric else "hamming",
                              "columns": [c["name"]], "weight": rng.choice(["1", "0.5"])} for c in some]
    else:
        if rng.random() < 0.4:
            distance["scale"] = rng.choice(["domain", "range"])
        if rng.random() < 0.4:
            distance["weights"] = [rng.choice(["1", "0.5", "0.3", "2"]) for _ in some]
    spec = {"principle": "dissimilarity", "sensitive": [c["name"] for c in some], "distance": distance}
    spec["epsilon"] = rng.choice(["0", "0.2", "0.5"] if kind in ("hamming", "hierarchy") else ["0", "0.1", "0.5", "1", "5"])
    spec["delta"] = rng.choice(["0", "0.25", "0.5", "0.5", "0.8", "1"])
    spec["k"] = rng.choice([1, 2, 2, 3, 4])
    if rng.random() < 0.2:
        spec["shape"] = "clique"
    return spec


def classic(rng, columns, sizes=True):
    c = rng.choice(columns)
    several = rng.random() < 0.2
    name = [k["name"] for k in rng.sample(columns, rng.randint(1, len(columns)))] if several else c["name"]
    kinds = ["distinct", "frequency", "entropy", "recursive", "t", "t", "beta"] + (["k", "k", "alpha"] if sizes else [])
    if not several and looks_numeric(c):
        kinds += ["k-e", "variance"]
    kind = rng.choice(kinds)
    spec = {"sensitive": name}
    if kind == "k":
        spec.update(principle="k-anonymity", k=rng.choice([1, 2, 2, 3, 5]))
        if rng.random() < 0.5 and len(columns) == 1:
            del spec["sensitive"]
    elif kind == "alpha":
        spec.update(principle="alpha-k", alpha=rng.choice(["0.5", "0.4", "0.8", "1"]), k=rng.choice([1, 2, 3]))
    elif kind in ("distinct", "recursive"):
        spec.update(principle="l-diversity", kind=kind, l=rng.choice([1, 2, 2, 3]))
        if kind == "recursive":
            spec["c"] = rng.choice(["1", "2", "0.5", "4"])
    elif kind in ("frequency", "entropy"):
        spec.update(principle="l-diversity", kind=kind, l=rng.choice(["1", "1.5", "2", "2.7", "3"]))
    elif kind == "t":
        grounds = ["equal"]
        if not several:
            grounds += ["ordered", "value"] if looks_numeric(c) else []
            grounds += ["hierarchical"] if isinstance(c["policy"].get("hierarchy"), str) else []
        spec.update(principle="t-closeness", t=rng.choice(["0", "0.1", "0.2", "0.3", "0.5"]), ground=rng.choice(grounds))
    elif kind == "beta":
        spec.update(principle="beta-likeness", beta=rng.choice(["0.5", "1", "2", "4"]), kind=rng.choice(["basic", "enhanced"]))
    elif kind == "k-e":
        spec.update(principle="k-e", k=rng.choice([1, 2, 3]), e=share_of(rng, c))
    else:
        spec.update(principle="variance", v=rng.choice(["0", "1", "5", "100"]))
    return spec


def policy(rng, case, method, views):
    columns = [c for c in case["columns"] if c["role"] == "sensitive"]
    numeric = [c for c in columns if looks_numeric(c)]
    protect = []
    if method == "split" and numeric:
        protect.append(proximity(rng, rng.choice(numeric)))
        if rng.random() < 0.3:
            protect.append(proximity(rng, rng.choice(numeric)))
        if rng.random() < 0.2:
            protect.append({"principle": "k-anonymity", "k": int(protect[0].get("m", protect[0].get("l"))) + rng.choice([1, 2, 5])})
        protect += [classic(rng, columns) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    elif method == "split":
        protect += [classic(rng, columns) for _ in range(rng.choice([1, 1, 2]))]
    elif method == "xcolor":
        for _ in range(rng.choice([1, 1, 2])):
            near = numeric and rng.random() >= 0.7
            protect.append(proximity(rng, rng.choice(numeric)) if near else dissimilarity(rng, case, columns))
        if rng.random() < 0.1:
            protect.append({"principle": "k-anonymity", "k": rng.choice([2, 4, 6])})
        protect += [classic(rng, columns) for _ in range(rng.choice([0, 0, 0, 1]))]
    elif method == "mondrian":
        protect += [classic(rng, columns) for _ in range(rng.choice([1, 1, 2, 3]))]
        if numeric and rng.random() < 0.2:
            name = rng.choice(numeric)["name"]
            protect.append({"principle": "delta-l", "sensitive": name, "delta": "1", "l": 2, "reading": "any-centre"})
    elif method == "walk" and rng.random() < 0.5:
        protect.append(proximity(rng, rng.choice(numeric)) if numeric and rng.random() < 0.6 else classic(rng, columns))
        protect += [classic(rng, columns) for _ in range(rng.choice([0, 0, 1]))]
    elif method == "perturb":
        c = rng.choice(numeric or columns)
        protect.append({"principle": "epsilon-m", "sensitive": c["name"], "absolute": share_of(rng, c, (0, 0.01, 0.03)),
                        "m": rng.choice([1, 2, 2, 3])})
    elif method == "anatomy":
        protect += [classic(rng, columns, sizes=rng.random() < 0.05) for _ in range(rng.choice([0, 1, 1, 2]))]
        if numeric and (not protect or rng.random() < 0.3):
            protect.append(proximity(rng, rng.choice(numeric)))
        elif not protect:
            protect.append(dissimilarity(rng, case, columns) if rng.random() < 0.3 else classic(rng, columns, sizes=False))
    for spec in protect:
        spec["view"] = rng.choice(views)
        if spec["view"] == "register" and rng.random() < 0.5:
            del spec["view"]
    case["protect"] = protect
    settings = case["method"]
    if method not in ("split", "xcolor") or rng.random() < 0.5:
        settings["algorithm"] = method
    if method == "mondrian":
        settings["variant"] = rng.choice(["strict", "relaxed"])
    elif method in ("split", "xcolor") and "group" in views and rng.random() < 0.2:
        settings["variant"] = "printed"
        if rng.random() < 0.9:
            del protect[1:]
            protect[0]["view"] = "group"
    if method == "noise":
        settings[rng.choice(["noise", "noise", "distortion"])] = rng.choice(["0.05", "0.1", "0.3"])
    if method == "walk":
        settings.update(properties=rng.choice(["0", "0.05", "0.3"]), min_shift="0", max_unchanged="1", steps=64)
        if rng.random() < 0.3:
            settings["ties"] = rng.choice(["collapse", "relax"])
    if method in ("split", "xcolor", "mondrian") and rng.random() < 0.3:
        settings["suppress"] = rng.choice(["0", "0.2", "0.5", "1"])
        if method != "mondrian" and settings["suppress"] != "0" and random.Random(case["seed"]).random() < 0.6:
            settings["absence"] = "unknown"
    if rng.random() < 0.3:
        settings["effort"] = rng.choice(["quick", "good", "thorough"])
    output = case["output"]
    if rng.random() < 0.4:
        output["group_ids"] = rng.random() < 0.5
    if rng.random() < 0.25:
        output["intervals"] = rng.choice(["bounds", "bounds", "text"])
    if parquet and rng.random() < 0.15:
        output["format"] = "parquet"
    if rng.random() < (0.1 if method in ("split", "xcolor", "walk") and "variant" not in settings else 0.01):
        settings.pop("steps", None)
        case["time_limit"] = rng.choice(["0", "1ms", "20ms", "200ms"])
