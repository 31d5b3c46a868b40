"""Releases of groups: what was published, what the program's audit says of it, and of spoiled copies."""
from collections import Counter
from fractions import Fraction

from audit import Unreadable, absent_hold, absent_values, candidates_check, group_check, groups_of, matching, read_release
from bind import TOTALS, asked_view, decisive, monotone, required_views
from breakage import broken_releases
from cells import covers, hull
from rules import INFINITE
from table import kind_of, read_csv
from told import check_told


def check_grouped(e, text):
    bound, report, made = e.bound, e.report, e.made.document
    try:
        _, rows = read_release(text, bound, e.ids)
    except Unreadable as fault:
        return report.fail("a published cell cannot be read back", fault)
    published = [r for r in range(bound.rows) if e.assignment[r]["group"]]
    groups = {}
    for r in published:
        groups.setdefault(e.assignment[r]["group"], []).append(r)
    if set(published) - set(bound.kept_rows):
        report.fail("a row is published that the policy drops", sorted(set(published) - set(bound.kept_rows)))
    if len(rows) != len(published):
        return report.fail("rows published and rows assigned differ", f"{len(rows)} and {len(published)}")
    # Rows that look alike are one group to whoever has the release, unless numbers tell them apart.
    seen = len(groups_of(rows, bool(e.ids), "register"))
    if seen != made["groups"] or seen > len(groups):
        report.fail("anonymize counts other groups than can be told apart", f"{made['groups']}, {seen} seen, {len(groups)} assigned")
    allowed = Fraction(e.case["method"].get("suppress", "0")) * len(bound.kept_rows)
    if made["suppressed"] > allowed:
        report.fail("more rows are withheld than allowed", f"{made['suppressed']} where {allowed} may be")
    if any(r.starred for r in rows):
        report.tags.append("starred rows")
    check_truth(e, rows, groups, published)
    check_protection(e, rows, published)
    check_told(e, rows, published)
    check_audit(e, "its own release", "release", rows, own=True)
    for way, broken in broken_releases(text, bound, e.rng) if e.switches["broken"] else ():
        check_broken(e, way, broken)


def check_truth(e, rows, groups, published):
    """Released rows are the original ones, generalized by their group and by nothing else."""
    bound = e.bound
    universe = [c.labels - {None} for c in bound.quasi]

    def signature(meaning, i):
        if bound.quasi[i].kind != "label" or meaning[0] == "missing":
            return meaning
        seen = frozenset(label for label in universe[i] if covers(meaning, label))
        return "all" if len(seen) == len(universe[i]) else seen

    def line(meaning, values, keep, group):
        return tuple(signature(m, i) for i, m in enumerate(meaning)), tuple(values), tuple(keep), group if e.ids else None

    mine = Counter()
    for group, members in groups.items():
        box = [hull([c.values[r] for r in members], c) for c in bound.quasi]
        mine.update(line(box, (c.values[r] for c in bound.sensitive), (c.values[r] for c in bound.keep), group) for r in members)
    theirs = Counter(line(r.meaning, (r.sensitive[c.name] for c in bound.sensitive), r.keep, r.group) for r in rows)
    more, less = theirs - mine, mine - theirs
    shown = f"{sorted(more, key=repr)[:2]} for {sorted(less, key=repr)[:2]}"
    if matching(bound, rows, published) < len(rows):
        e.report.fail("a published row stands for no original one", shown)
    elif Counter(x[1:3] for x in mine.elements()) != Counter(x[1:3] for x in theirs.elements()):
        e.report.fail("sensitive or kept values are not as they were", shown)
    elif any(not any(blurred(m[0], t[0]) and m[1:] == t[1:] for m in less) for t in more):
        e.report.remark("a published box is not the hull of its group", shown)


def blurred(mine, theirs):
    """The same box but for columns that are shown as `*`, as labels are that no set could be read back from."""
    return all(a == b or b == "all" for a, b in zip(mine, theirs))


def check_protection(e, rows, published):
    """Every protection, by definition, in the view it asks for; and rows that look alike keep it, too."""
    for spec in e.case["protect"]:
        asked, by_id = asked_view(spec), bool(e.ids)
        told = {
            "group": group_check(e.bound, spec, rows, by_id) if e.ids or asked != "candidates" else None,
            "register": group_check(e.bound, spec, rows, by_id, "register") if asked == "register" else None,
            "candidates": candidates_check(e.bound, spec, rows, published, hidden=False) if mixed(spec) else None,
            "look-alike": group_check(e.bound, spec, rows, False) if asked == "candidates" or mixed(spec) else None,
        }
        for view, check in told.items():
            if check and not check.holds:
                e.report.fail(f"a release breaks {spec['principle']} in the {view} view", f"{check} for {spec}")


def mixed(spec):
    """Whether the candidates view must hold: it is asked for, or implied by that of a register. Of distances it is not implied."""
    if spec["principle"] in TOTALS:
        return False
    return asked_view(spec) == "candidates" or (asked_view(spec) == "register" and spec["principle"] != "dissimilarity")


def check_audit(e, what, target, rows, own=False, way=""):
    """The program's audit beside the oracle's: verdict, figures, truth."""
    starred = any(r.starred for r in rows)
    what += " with starred rows" if starred else ""
    everyone = rows
    if not own and any(r.says_nothing for r in rows):
        rows = [r for r in rows if not r.says_nothing]
        if not rows:
            return None
    outcome = e.run("audit", target, "--original", "data.csv", *e.policy)
    doc, report = outcome.document, e.report
    if outcome.code not in (0, 1) or not isinstance(doc, dict):
        return report.fail(f"audit of {what} ends with exit {outcome.code}", f"{way}: {outcome.first_line}")
    holds, same = True, True
    for spec, told in checks_by_rule(e, what, doc):
        mine = judge(e, spec, rows, told["view"], hidden=not own)
        required = told["view"] in required_views(spec, bool(e.ids))
        if told["required"] != required:
            report.fail(f"audit of {what}: required", f"{way}: told {told['required']} of {told['view']} for {spec}")
        if own:
            check_missing(e, what, spec, told, rows)
        undefined = mine is None or (mine.not_in_union and spec["principle"] == "dissimilarity")
        holds &= (told["verdict"] == "pass" if undefined else mine.holds) or not required
        same &= undefined or compare(e, what, way, spec, told, mine)
        if told["view"] == "register" or told["required"]:
            check_promise(e, what, way, spec, told)
        if told["view"] == "register":
            check_implied(e, what, way, spec, told, rows, own)
    # A starred row that hides some of its values stands for anybody; where all rows are starred they are a box like any other.
    boxed = own or all(r.starred for r in rows)
    told = [r for r in rows if boxed or not (r.starred and None in r.sensitive.values())]
    untrue = len(told) - matching(e.bound, told, e.bound.kept_rows)
    if not starred and "truth" in doc and doc["truth"]["untrue"] != untrue:
        report.fail(f"audit of {what}: untrue", f"{way}: told {doc['truth']}, oracle {untrue}")
    missed = e.case["method"].get("absence") == "unknown" or those_missed_hold(e, everyone, own, boxed)
    if same and doc["verdict"] != ("pass" if holds and missed and not untrue else "fail"):
        words = f"{way}: told {doc['verdict']}, oracle: rules {holds}, untrue {untrue}, those who are missed {missed}"
        report.fail(f"audit of {what}: verdict", words)
    if own and doc["verdict"] != "pass":
        report.fail("audit fails a release that anonymize made", f"{doc['verdict']}, truth {doc.get('truth')}")
    if (outcome.code == 0) != (doc["verdict"] == "pass"):
        report.fail("audit: verdict and exit code differ", f"{doc['verdict']}, exit {outcome.code}")


def those_missed_hold(e, rows, own, boxed):
    """People of the original whose value no released row shows keep every protection about it as a group. Rows of nothing but stars
    that hide it stand for some of them, nobody knows for whom; where a row shows what nobody has, nothing can be said of them, and
    it is untrue."""
    def hidden(row, values):
        return not own and (row.says_nothing if boxed else row.starred and None in values)

    def holds(spec):
        return absent_hold(e.bound, spec, absent_values(e.bound, spec, rows, hidden) or ())
    return all(holds(spec) for spec in e.case["protect"] if spec["principle"] != "k-anonymity")


def check_missing(e, what, spec, told, rows):
    """Of how many people the value that a rule asks about is missing, and published so."""
    (column, *others), said = e.bound.named(spec), told.get("missing", {}).get("tuples", 0)
    asked = spec["principle"] != "k-anonymity" and not others and column.missing == "publish"
    mine = sum(r.sensitive[column.name] is None for r in rows) if asked else 0
    if said != mine:
        e.report.fail(f"audit of {what}: missing", f"told {said}, oracle {mine}, for {spec}")


def checks_by_rule(e, what, doc):
    """Pairs of a protection and a check of it: in the order of the policy; where the register view is asked for it comes first, and
    the others follow that it does not imply; else it comes last, and is not asked for."""
    at = 0

    def taken(view, required=None):
        nonlocal at
        told = doc["checks"][at] if at < len(doc["checks"]) else {}
        if told.get("view") != view or required not in (None, told["required"]):
            return []
        at += 1
        return [told]

    for spec in e.case["protect"]:
        here = []
        if asked_view(spec) == "register":
            here += taken("register", True)
            views = [] if monotone(spec) else [v for v in ("group", "candidates") if here and v not in here[0].get("implied", [])]
        else:
            views = ["group"] if spec["principle"] in TOTALS else ["group", "candidates"]
        for view in views:
            here += taken(view)
        if asked_view(spec) != "register" and not monotone(spec):
            here += taken("register", False)
        if decisive(spec) not in {told["view"] for told in here} or any(told["principle"] != spec["principle"] for told in here):
            e.report.fail(f"audit of {what}: the view asked for is not told", f"{spec}: {[told['view'] for told in here]}")
            return
        for told in here:
            yield spec, told
    if at < len(doc["checks"]):
        e.report.fail(f"audit of {what}: a check that nobody asked for", doc["checks"][at])


def check_promise(e, what, way, spec, told):
    """A window that holds is a promise in words: everybody's quasi values, one in how many; one in one is none, and said to be. So is
    what no table could break."""
    words = told.get("promise")
    if told["required"] and unbreakable(spec):
        if not str(words).startswith("Nothing is promised: "):
            e.report.fail(f"audit of {what}: promise", f"{way}: told {words!r}, and nothing is asked by {spec}")
        return
    due = told["verdict"] == "pass" and spec["principle"] in ("epsilon-m", "delta-l") and told["view"] == "register"
    if due and decisive(spec) != "register" and words is None:
        due = False
    many = spec.get("m", spec.get("l"))
    if str(many) == "1":
        said = str(words).startswith("Nothing is promised: ")
    else:
        said = f"1 in {many} certainty" in str(words) and all(c.name in str(words) for c in e.bound.quasi)
    if bool(words) != due or (due and not said):
        e.report.fail(f"audit of {what}: promise", f"{way}: told {words!r}, due {due}, for {spec}")


def unbreakable(spec):
    """Every group has a row, and a value among those who have one; no two distributions are farther apart than 1, and no value has
    more than all others around it and itself."""
    if spec["principle"] == "k-anonymity":
        return spec["k"] == 1
    if spec["principle"] == "alpha-k":
        return spec["k"] == 1 and Fraction(spec["alpha"]) >= 1
    if spec["principle"] == "dissimilarity":
        return spec["k"] == 1 and Fraction(spec["delta"]) == 0
    if spec["principle"] == "variance":
        return Fraction(spec["v"]) == 0
    if spec["principle"] == "k-e":
        return spec["k"] == 1 and Fraction(spec["e"]) == 0
    if spec.get("kind") == "recursive":
        return spec["l"] == 1 and Fraction(spec["c"]) > 1
    if spec["principle"] == "t-closeness":
        return Fraction(spec["t"]) >= 1
    if spec["principle"] in ("epsilon-m", "delta-l"):
        return str(spec.get("m", spec.get("l"))) == "1"
    return spec["principle"] == "l-diversity" and Fraction(spec["l"]) <= 1


def check_implied(e, what, way, spec, told, rows, own):
    """What is said to be implied holds by itself, and is said just where the register view was asked for and holds."""
    due = told["verdict"] == "pass" and decisive(spec) == "register"
    views = (["group"] if spec["principle"] == "dissimilarity" else ["group", "candidates"]) if due else []
    if told.get("implied", []) != views:
        e.report.fail(f"audit of {what}: implied", f"{way}: told {told.get('implied')}, oracle {views}, for {spec}")
    for view in views:
        if view == "candidates" and spec["principle"] in TOTALS:
            continue
        mine = judge(e, spec, rows, view, hidden=not own)
        if mine and not mine.holds and not mine.not_in_union:
            e.report.fail(f"audit of {what}: {view} view is implied and does not hold", f"{way}: {mine} for {spec}")


def judge(e, spec, rows, view, hidden=True):
    if view in ("group", "register"):
        return group_check(e.bound, spec, rows, bool(e.ids), view)
    return candidates_check(e.bound, spec, rows, e.bound.kept_rows, hidden)


def compare(e, what, way, spec, told, mine):
    """Whether one check says what the oracle says."""
    own = {"verdict": "pass" if mine.holds else "fail", "worst_risk": mine.worst, "violating_tuples": mine.violating_tuples,
           "groups": mine.groups, "violating_groups": mine.violating_groups}
    if mine.not_in_union and spec["principle"] == "delta-l":
        own = {"groups": mine.groups}  # of someone who is not among the candidates only the star is defined
    for field, value in own.items():
        if str(told.get(field)) != ("infinite" if value == INFINITE else str(value)):
            kind = spec.get("kind") or spec.get("reading") or spec.get("ground") or ""
            name = f"{field} of {spec['principle']} {kind}".strip() + f", {told['view']} view"
            category = f"audit of {what} differs" if "starred" in what else f"audit of {what}: {name}"
            e.report.fail(category, f"{way}: {name}: told {told.get(field)}, oracle {value}, for {spec}")
            return False
    return True


def check_broken(e, way, text):
    (e.directory / "broken.csv").write_text(text, encoding="utf-8", newline="")
    try:
        header, rows = read_release(text, e.bound, e.ids, hidden=True)
    except Unreadable:
        return
    if any(kind_as_it_stands(c, header, text) not in (None, c.kind) for c in e.bound.sensitive):
        return  # without a manifest a table is what it looks like: of labels, those that are left may be numbers
    check_audit(e, "a broken release", "broken.csv", rows, way=way)


def kind_as_it_stands(column, header, text):
    """What a sensitive column of a table by itself is taken for; None where nothing is left to tell, or the policy does."""
    place = header.index(column.name)
    told = [record[place] for record in read_csv(text)[1] if record[place].strip(" ") and not column.is_missing(record[place])]
    return kind_of(told) if told and not column.declared else None
