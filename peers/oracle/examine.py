"""One case through the program, every answer held against the oracle's own."""
import copy
import hashlib
import json
import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from audit import Unreadable, candidates_check, group_check, matching, read_release, values_of
from bind import Bound, data_text, policy_text
from breakage import broken_releases
from cells import ANY, covers, hull, read_cell
from partitions import Groupings, least_withheld, perturbed_belief
from calls import NO_ANSWER, contents
from rules import fullest
from table import number, read_csv

GROUPING = ("split", "xcolor", "mondrian")
SMALL = 7  # rows up to which all groupings are tried


@dataclass
class Report:
    outcome: str = ""
    failures: list = field(default_factory=list)  # (category, detail)
    remarks: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    words: str = ""
    tags: list = field(default_factory=list)

    def fail(self, category, detail=""):
        self.failures.append((category, str(detail)))

    def remark(self, category, detail=""):
        self.remarks.append((category, str(detail)))


class Examination:
    def __init__(self, case, program, directory, switches):
        self.case, self.program, self.directory, self.switches = case, program, Path(directory), switches
        self.report = Report()
        self.broken = ""
        self.rng = random.Random(case["seed"])
        self.policy = ["--policy", "policy.toml", "--json"]

    def run(self, *arguments):
        outcome = self.program.run(list(arguments), self.directory)
        self.look_for_values(arguments[0], outcome)
        self.report.calls.append(" ".join(["aloof", *arguments]) + f"   # exit {outcome.code}")
        if outcome.code == NO_ANSWER:
            self.report.fail(f"no answer: {arguments[0]}", outcome.err)
        elif outcome.crashed:
            self.report.fail(f"crash: {arguments[0]}", f"exit {outcome.code}: {first_line(outcome.err)}")
        elif outcome.document == "not JSON":
            self.report.fail(f"not one JSON document: {arguments[0]}", outcome.out[:200])
        elif outcome.code in ((0, 1) if arguments[0] == "audit" else (0,)) and not isinstance(outcome.document, dict):
            self.report.fail(f"no JSON document: {arguments[0]}", outcome.err[:200])
        elif outcome.code and self.switches["json-errors"] and not isinstance(outcome.document, dict):
            self.report.fail(f"no JSON document on exit {outcome.code}: {arguments[0]}", outcome.err[:200])
        return outcome

    def look_for_values(self, command, outcome):
        """No message quotes a label of a sensitive column."""
        if not outcome.code or not hasattr(self, "bound"):
            return
        open_ = {t for c in self.case["columns"] if c["role"] != "sensitive" for t in [c["name"], *c["cells"]]} | {c["name"] for c in self.case["columns"]}
        for c in self.bound.sensitive:
            for label in set(c.cells) - open_ if c.kind == "label" else ():
                if f"`{label}`" in outcome.words:
                    return self.report.fail(f"a message of {command} quotes a sensitive label", first_line(outcome.words))

    def examine(self):
        self.lay_out()
        try:
            self.bound = Bound(self.case)
        except Exception as e:  # noqa: BLE001 - a case the oracle cannot read says nothing about the program
            self.report.outcome = f"oracle cannot read: {type(e).__name__}"
            return self.report
        self.tag()
        inputs = set(contents(self.directory))
        self.advice = self.run("advise", "data.csv", *self.policy)
        made = self.run("anonymize", "data.csv", *self.policy, "--out", "release", "--private", "private", "--seed", str(self.case["seed"]))
        self.report.words = first_line(made.words)
        self.report.outcome = {0: "made", 1: "violation", 2: "refused", 3: made.kind, NO_ANSWER: "no answer"}.get(made.code, "crash")
        self.look_at_places(made, inputs)
        self.check_advice(made)
        if made.code == 0:
            self.made = made
            self.check_release()
        elif made.code == 1:
            tell = self.report.remark if self.case["method"].get("variant") == "printed" else self.report.fail
            tell("anonymize ends with a violation of its own", first_line(made.words))
        elif made.code == 3:
            self.check_refusal(made)
        if made.code == 0 and self.switches["forgery"] and self.rng.random() < 0.3:
            self.check_forgery()
        if made.code in (0, 3) and self.rng.random() < 0.15:
            self.check_repetition(made)
        return self.report

    def lay_out(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        (self.directory / "data.csv").write_text(data_text(self.case), encoding="utf-8", newline="")
        (self.directory / "policy.toml").write_text(policy_text(self.case, self.program.column_keys), encoding="utf-8")
        for name, text in self.case["files"].items():
            (self.directory / name).write_text(text, encoding="utf-8", newline="")

    def tag(self):
        tags = self.report.tags
        if any(c.tree and c.tree.two_meanings for c in self.bound.columns):
            tags.append("hierarchy with a label of two meanings")
        if self.case["method"].get("suppress") == "1":
            tags.append("suppress 1")
        if len(self.bound.kept_rows) < self.bound.rows:
            tags.append("missing values drop rows")

    def look_at_places(self, made, inputs):
        """Exit code and what lies in the directory belong together."""
        if made.code == NO_ANSWER:
            return
        there = {p.name for p in self.directory.iterdir()}
        left = there - inputs - ({"release", "private"} if made.code == 0 else set())
        if left:
            self.report.fail("something is left over", f"exit {made.code}: {sorted(left)}")
        if made.code == 0 and not {"release", "private"} <= there:
            self.report.fail("exit 0 without a release", sorted(there))

    # Advice

    def check_advice(self, made):
        advice, doc = self.advice, self.advice.document
        if not isinstance(doc, dict) or "checks" not in doc:
            if made.code == 0 and advice.code != 0 and self.case["protect"]:
                self.report.fail("a release is made where advise refuses", f"advise {advice.code}: {first_line(advice.words)}")
            return
        rows = self.bound.kept_rows
        counted = doc["tuples"] - doc.get("dropped", 0)
        if self.case["protect"] and len(rows) not in (counted, doc["tuples"]):
            self.report.fail("advise counts other rows", f"{doc['tuples']} with {doc.get('dropped')} dropped, {len(rows)} of {self.bound.rows} stay")
        if made.code == 0 and made.document["tuples"] + made.document["suppressed"] != len(rows):
            self.report.fail("anonymize counts other rows", f"{made.document['tuples']} + {made.document['suppressed']} of {len(rows)}")
        if made.code == 0 and made.document["suppressed"] == 0 and doc.get("feasible") is False and self.case["algorithm"] in GROUPING:
            self.report.fail("advise says impossible, anonymize makes it", "")
        if (advice.code == 3) != (doc.get("feasible") is False) and not doc.get("may_withhold"):
            self.report.fail("advise: exit code and feasible differ", f"exit {advice.code}, feasible {doc.get('feasible')}")
        if not rows or len(doc["checks"]) != len(self.case["protect"]):
            return
        groupings = Groupings(self.bound, rows)
        for spec, told in zip(self.case["protect"], doc["checks"]):
            self.check_advised(spec, told, rows, groupings)

    def check_advised(self, spec, told, rows, groupings):
        values = [self.bound.value(spec, r) for r in rows]
        rule = self.bound.rule(spec, values)
        name = spec["principle"]
        def differs(what, mine):
            if str(told.get(what)) != str(mine):
                self.report.fail(f"advise: {what} of {name}", f"told {told.get(what)!r}, oracle {mine!r}, for {spec}")
        one_group = rule.judge(values).holds
        if told.get("one_group") is not None:
            differs("one_group", one_group)
        feasible = told.get("feasible")
        if rule.monotone and name != "delta-l":
            differs("feasible", one_group)
        if name in ("epsilon-m", "delta-l"):
            line = [v[0] for v in values]
            differs("window", fullest(line, rule.joined))
            limit = len(line) // fullest(line, rule.joined)
            differs("max_m" if name == "epsilon-m" else "max_l", limit)
            differs("feasible", rule.m <= limit)
            if spec.get("reading") != "any-centre":
                differs("max_m_candidates" if name == "epsilon-m" else "max_l_candidates", len(line) // fullest(line, rule.joined_wide))
            if name == "epsilon-m":
                self.check_epsilon_below(spec, told, line, rule, differs)
            if len(line) <= 9:
                differs("withhold", least_withheld(line, lambda left: fullest(left, rule.joined) * rule.m <= len(left)))
        if len(rows) <= SMALL and feasible is not None:
            found = groupings.exists([{**spec, "view": "group"}], with_candidates=False)
            if bool(found) != bool(feasible):
                self.report.fail(f"advise: feasible of {name} against all groupings", f"told {feasible}, all groupings {found}, for {spec}")

    def check_epsilon_below(self, spec, told, line, rule, differs):
        """EM's Theorem 2: epsilon stays below the tightest window that holds more than one row in m."""
        crowd = len(line) // rule.m + 1
        line = sorted(line)
        if crowd > len(line):
            return differs("epsilon_below", None)
        pairs = [(a, b) for a, b in zip(line, line[crowd - 1:])]
        if "relative" in spec:
            bound = min(1 - Fraction(a) / b for a, b in pairs)
            shown = told.get("epsilon_below_fraction") or told.get("epsilon_below")
            if shown is None or Fraction(shown) != bound:
                differs("epsilon_below", bound)
        else:
            bound = min(b - a for a, b in pairs)
            if told.get("epsilon_below") is None or Fraction(told["epsilon_below"]) != bound:
                differs("epsilon_below", bound)

    # Refusals

    def check_refusal(self, made):
        """What is told to be impossible must be; what the whole table keeps should not be refused."""
        rows, specs = self.bound.kept_rows, self.case["protect"]
        if not specs or not rows or self.case["algorithm"] not in GROUPING:
            return
        groupings = Groupings(self.bound, rows)
        whole = groupings.passes(specs, [rows])
        if made.kind == "impossible":
            if whole:
                self.report.fail("told impossible, the whole table as one group passes", first_line(made.words))
            elif len(rows) <= SMALL and self.case["method"].get("suppress", "0") == "0":
                found = groupings.exists(specs)
                if found:
                    self.report.fail("told impossible, a grouping exists", f"{found}: {first_line(made.words)}")
        elif whole:
            monotone = all(groupings.rule(s)[0].monotone for s in specs)
            self.report.remark("not found although the whole table as one group passes" + (" (all monotone)" if monotone else ""), first_line(made.words))
        elif len(rows) <= SMALL and self.case["method"].get("variant") != "printed" and groupings.exists(specs):
            self.report.remark("not found although a grouping exists", first_line(made.words))

    # Releases

    def check_release(self):
        text = (self.directory / "release" / "data.csv").read_text(encoding="utf-8")
        self.header, records = read_csv(text)
        self.check_manifest()
        self.assignment = self.read_assignment()
        method = self.case["algorithm"]
        self.ids = "group" if "group" in self.header and self.published_names().count("group") == 0 else None
        if method in GROUPING:
            self.check_grouped(text)
        else:
            self.check_placed(records, method)

    def published_names(self):
        return [c.name for c in self.bound.columns if c.role in ("quasi", "sensitive", "keep")]

    def check_manifest(self):
        manifest = json.loads((self.directory / "release" / "manifest.json").read_text(encoding="utf-8"))
        self.manifest = manifest
        for name, told in manifest["files"].items():
            if hashlib.sha256((self.directory / "release" / name).read_bytes()).hexdigest() != told["sha256"]:
                self.report.fail("a digest in the manifest is not the file's", name)
        hidden = {c.name for c in self.bound.columns if c.role in ("identifier", "drop")} & set(self.header)
        if hidden - {"group"}:
            self.report.fail("an identifier or dropped column is published", sorted(hidden))

    def read_assignment(self):
        header, records = read_csv((self.directory / "private" / "assignment.csv").read_text(encoding="utf-8"))
        return {int(r[0]): dict(zip(header, r)) for r in records}

    def check_grouped(self, text):
        bound, report = self.bound, self.report
        try:
            _, rows = read_release(text, bound, self.ids)
        except Unreadable as e:
            return report.fail("a published cell cannot be read back", e)
        published = [r for r in range(bound.rows) if self.assignment[r]["group"]]
        if set(published) - set(bound.kept_rows):
            report.fail("a row is published that the policy drops", sorted(set(published) - set(bound.kept_rows)))
        if len(rows) != len(published):
            return report.fail("rows published and rows assigned differ", f"{len(rows)} and {len(published)}")
        if any(r.starred for r in rows):
            report.tags.append("starred rows")
        groups = {}
        for r in published:
            groups.setdefault(self.assignment[r]["group"], []).append(r)
        self.check_truth(rows, groups, published)
        self.check_protection(rows, groups, published)
        self.check_audit("its own release", ["release"], rows, bool(self.ids), own=True)
        allowed = Fraction(self.case["method"].get("suppress", "0")) * len(bound.kept_rows)
        if self.made.document["suppressed"] > allowed:
            report.fail("more rows are withheld than allowed", f"{self.made.document['suppressed']} where {allowed} may be")
        if len(groups) != self.made.document["groups"]:
            report.fail("anonymize counts other groups than it assigns", f"{self.made.document['groups']} and {len(groups)}")
        for name, broken in broken_releases(text, rows, bound, self.ids, self.rng):
            self.check_broken(name, broken)

    def check_truth(self, rows, groups, published):
        """Released rows are the original ones, generalized by their group and by nothing else."""
        bound = self.bound
        universe = [set(c.tree.paths) if c.tree else set(c.order) if c.order else {v for v in c.values if v is not None} for c in bound.quasi]
        def signature(meaning, i):
            if bound.quasi[i].kind != "label":
                return meaning
            seen = frozenset(l for l in universe[i] if covers(meaning, l))
            return "all" if len(seen) == len(universe[i]) else seen if meaning[0] != "missing" else "missing"
        def line(meaning, values, keep, group):
            return tuple(signature(m, i) for i, m in enumerate(meaning)), values, keep, group if self.ids else None
        mine = Counter()
        for group, members in groups.items():
            box = tuple(hull([c.values[r] for r in members], c) for c in bound.quasi)
            for r in members:
                mine[line(box, tuple(c.values[r] for c in bound.sensitive), tuple(c.cells[r] for c in bound.keep), group)] += 1
        theirs = Counter(line(r.meaning, tuple(r.sensitive[c.name] for c in bound.sensitive), r.keep, r.group) for r in rows)
        if mine == theirs:
            return
        if matching(bound, rows, published) < len(rows):
            self.report.fail("a published row stands for no original one", sorted((theirs - mine).elements(), key=repr)[:2])
        elif Counter(l[1:3] for l in mine.elements()) != Counter(l[1:3] for l in theirs.elements()):
            self.report.fail("sensitive or kept values are not as they were", sorted((theirs - mine).elements(), key=repr)[:2])
        elif any(not any(blurred(m[0], t[0]) and m[1:] == t[1:] for m in mine - theirs) for t in theirs - mine):
            self.report.remark("a published box is not the hull of its group", f"{sorted((theirs - mine).elements(), key=repr)[:1]} for {sorted((mine - theirs).elements(), key=repr)[:1]}")

    def check_protection(self, rows, groups, published):
        bound = self.bound
        for spec in self.case["protect"]:
            view = spec.get("view", "candidates")
            if self.ids or view == "group":
                told = group_check(bound, spec, rows, bool(self.ids))
                if not told.holds:
                    self.report.fail(f"a release breaks {spec['principle']} in the group view", f"{told} for {spec}")
            if view == "register" and not (told := group_check(bound, spec, rows, bool(self.ids), "register")).holds:
                self.report.fail(f"a release breaks {spec['principle']} in the register view", f"{told} for {spec}")
            if view == "candidates":
                told = candidates_check(bound, spec, rows, published)
                totals = spec["principle"] in ("t-closeness", "beta-likeness")
                if told and not told.holds and not totals:
                    self.report.fail(f"a release breaks {spec['principle']} in the candidates view", f"{told} for {spec}")
                alike = group_check(bound, spec, rows, False)
                if not alike.holds:
                    self.report.fail(f"rows that look alike break {spec['principle']}", f"{alike} for {spec}")

    def check_audit(self, what, target, rows, by_id, own=False, people=None):
        """The program's audit beside the oracle's: verdict, figures, truth."""
        if any(r.starred for r in rows):
            what += " with starred rows"
        outcome = self.run("audit", *target, "--original", "data.csv", *self.policy)
        doc, bound, report = outcome.document, self.bound, self.report
        if outcome.code not in (0, 1):
            return report.fail(f"audit of {what} ends with exit {outcome.code}", first_line(outcome.words))
        if not isinstance(doc, dict):
            return None
        holds, at = True, 0
        for spec in self.case["protect"]:
            seen = set()
            while at < len(doc["checks"]) and doc["checks"][at]["principle"] == spec["principle"] and doc["checks"][at]["view"] not in seen:
                told = doc["checks"][at]
                view = told["view"]
                seen.add(view)
                at += 1
                mine = self.judge(spec, rows, by_id, view)
                if mine is None:
                    continue
                asked = "group" if spec["principle"] in ("t-closeness", "beta-likeness") else spec.get("view", "candidates")
                required = view == asked or (view == "group" and by_id)
                undefined = mine.not_in_union and spec["principle"] in ("dissimilarity", "beta-likeness")
                holds &= (told["verdict"] == "pass" if undefined else mine.holds) or not required
                self.compare(what, spec, told, mine)
                if "starred" in what and self.report.failures:
                    return None
        if rows:
            found = matching(bound, rows, bound.kept_rows)
            untrue = len(rows) - found
            if "truth" in doc and doc["truth"]["untrue"] != untrue and not any(r.starred for r in rows):
                report.fail(f"audit of {what}: untrue", f"told {doc['truth']}, oracle {untrue}")
            holds &= untrue == 0
        verdict = doc["verdict"]
        if self.case["protect"] and verdict != ("pass" if holds else "fail"):
            report.fail(f"audit of {what}: verdict", f"told {verdict}, oracle {'pass' if holds else 'fail'}")
        if own and verdict not in ("pass", "measured"):
            report.fail("audit fails a release that anonymize made", f"{verdict}, truth {doc.get('truth')}")
        if (outcome.code == 0) != (verdict in ("pass", "measured")):
            report.fail("audit: verdict and exit code differ", f"{verdict}, exit {outcome.code}")
        return doc

    def judge(self, spec, rows, by_id, view):
        if not rows:
            return None
        if view in ("group", "register"):
            return group_check(self.bound, spec, rows, by_id, view)
        if view == "candidates":
            return candidates_check(self.bound, spec, rows, self.bound.seen_rows)
        return None

    def compare(self, what, spec, told, mine):
        foreign = mine.not_in_union and spec["principle"] in ("dissimilarity", "beta-likeness", "delta-l")
        for field_, own in (("verdict", "pass" if mine.holds else "fail"), ("worst_risk", mine.worst), ("violating_tuples", mine.violating_tuples),
                            ("groups", mine.groups), ("violating_groups", mine.violating_groups)):
            shown = told.get(field_)
            if foreign and field_ != "groups":
                continue
            if str(shown) != str(own):
                if "starred" in what:
                    return self.report.fail(f"audit of {what} differs", f"{field_}: {self.broken}: told {shown}, oracle {own}, for {spec}")
                kind = spec.get("kind") or spec.get("reading") or spec.get("ground") or ""
                self.report.fail(f"audit of {what}: {field_} of {spec['principle']} {kind}, {told['view']} view".replace(" ,", ","), f"{self.broken}: told {shown}, oracle {own}, for {spec}")
                return

    def check_broken(self, name, text):
        (self.directory / "broken.csv").write_text(text, encoding="utf-8", newline="")
        try:
            header, rows = read_release(text, self.bound, self.ids)
        except Unreadable:
            return
        self.broken = name
        self.check_audit("a broken release", ["broken.csv"], rows, bool(self.ids))

    # Methods that publish row by row

    def check_placed(self, records, method):
        bound = self.bound
        place = {r: int(a["place"]) for r, a in self.assignment.items() if a.get("place")}
        if sorted(place.values()) != list(range(len(records))):
            return self.report.fail("places are not those of the rows", sorted(place.values()))
        at = {name: i for i, name in enumerate(self.header)}
        same = [c for c in bound.columns if c.role == "keep" or (c.role == "sensitive" and method in ("noise",)) or (c.role == "quasi" and method in ("perturb", "anatomy"))]
        if method == "perturb":
            column = self.manifest["perturbation"]["column"]
            same += [c for c in bound.sensitive if c.name != column]
        if method == "walk" and not self.case["protect"]:
            same += bound.sensitive
        for c in same:
            for r, p in place.items():
                published = records[p][at[c.name]]
                if c.read(published) != c.values[r] and published != c.cells[r]:
                    self.report.fail(f"{method}: a column that should stand as it was does not", f"{c.name!r}: {c.cells[r]!r} became {published!r}")
                    break
        getattr(self, f"check_{method}")(records, at, place)

    def check_noise(self, records, at, place):
        for told in self.manifest["noise"]["columns"]:
            c = next(c for c in self.bound.quasi if c.name == told["column"])
            width, low, high = (Fraction(told[k]) for k in ("width", "low", "high"))
            for r, p in place.items():
                new = c.read(records[p][at[c.name]])
                if (new is None) != (c.values[r] is None) or (new is not None and (abs(new - c.values[r]) > width or not low <= new <= high)):
                    self.report.fail("noise: a value is out of reach", f"{c.cells[r]} became {records[p][at[c.name]]}")
                    break
        self.run_audit_expecting("noise", ("measured", "pass"))

    def check_perturb(self, records, at, place):
        told = self.manifest["perturbation"]
        c = next(c for c in self.bound.sensitive if c.name == told["column"])
        read = (lambda t: number(t)) if c.kind == "number" else c.read
        low, high, unit, p = read(told["low"]), read(told["high"]), Fraction(told.get("unit", 1)), Fraction(told["retention"])
        spec = self.case["protect"][0]
        e, m = Fraction(spec["absolute"]), spec["m"]
        values = [c.values[r] for r in place]
        belief = perturbed_belief(values, lambda x: (x - e, x + e), p, low, high, unit)
        if belief * m > 1:
            self.report.fail("perturb: the belief exceeds 1/m", f"{belief} for {spec}, retention {p}")
        step = Fraction(1, 10 ** 9)
        if p + step <= 1 and perturbed_belief(values, lambda x: (x - e, x + e), p + step, low, high, unit) * m <= 1:
            self.report.fail("perturb: more could be kept", f"retention {p} for {spec}")
        if any(not low <= c.read(records[at_][at[c.name]]) <= high for at_ in place.values()):
            self.report.fail("perturb: a value is outside of the domain", told)
        doc = self.run_audit_expecting("perturb", ("pass",))
        if doc and Fraction(doc["checks"][0]["worst_risk"]) != belief:
            self.report.fail("audit of perturb: worst_risk", f"told {doc['checks'][0]['worst_risk']}, oracle {belief}")

    def check_anatomy(self, records, at, place):
        bound, (c,) = self.bound, self.bound.sensitive
        header, lines = read_csv((self.directory / "release" / self.manifest["anatomy"]["file"]).read_text(encoding="utf-8"))
        theirs = Counter()
        for group, text, count in lines:
            theirs[group, c.read(text)] += int(count)
        column = self.manifest["anatomy"]["group"]
        mine = Counter((records[p][at[column]], c.values[r]) for r, p in place.items())
        if mine != theirs:
            self.report.fail("anatomy: the two tables do not belong together", f"{mine - theirs} and {theirs - mine}")
        for spec in self.case["protect"]:
            rule = bound.rule(spec, [bound.value(spec, r) for r in place])
            for group in {g for g, _ in mine}:
                if not rule.judge([(v,) for (g, v), n in mine.items() if g == group for _ in range(n)]).holds:
                    self.report.fail(f"anatomy breaks {spec['principle']}", f"group {group} for {spec}")
                    break
        self.run_audit_expecting("anatomy", ("pass",))

    def check_walk(self, records, at, place):
        bound = self.bound
        groups = {}
        for r in place:
            groups.setdefault(self.assignment[r]["group"], []).append(r)
        if self.case["protect"]:
            for spec in self.case["protect"]:
                rule = bound.rule(spec, [bound.value(spec, r) for r in place])
                for members in groups.values():
                    if not rule.judge([bound.value(spec, r) for r in members]).holds:
                        self.report.fail(f"walk breaks {spec['principle']}", f"rows {members} for {spec}")
                        break
            names = [c.name for c in bound.sensitive + bound.keep]
            mine = Counter((self.assignment[r]["group"], tuple(str(c.read(c.cells[r])) for c in bound.sensitive + bound.keep)) for r in place)
            theirs = Counter((self.assignment[r]["group"], tuple(str(c.read(records[p][at[c.name]])) for c in bound.sensitive + bound.keep)) for r, p in place.items())
            if mine != theirs:
                self.report.fail("walk: values of a group are not those of its people", f"{names}: {mine - theirs} {theirs - mine}")
        self.run_audit_expecting("walk", ("pass", "measured"))

    def run_audit_expecting(self, method, verdicts):
        outcome = self.run("audit", "release", "--original", "data.csv", *self.policy)
        if not isinstance(outcome.document, dict) or "verdict" not in outcome.document:
            self.report.fail(f"audit of {method} ends with exit {outcome.code}", first_line(outcome.words))
            return None
        if outcome.document["verdict"] not in verdicts:
            self.report.fail(f"audit of {method}: verdict {outcome.document['verdict']}", outcome.document.get("truth"))
        return outcome.document

    # A manifest beside other data

    def check_forgery(self):
        """The original under the manifest of its release: whatever that says, nothing may pass."""
        names = [n for n in self.header if n in {c.name for c in self.bound.columns}]
        original = data_text({"columns": [c for n in names for c in self.case["columns"] if c["name"] == n]})
        release = self.directory / "release"
        if names != self.header or original == (release / "data.csv").read_text(encoding="utf-8") or not self.case["protect"]:
            return
        shutil.copytree(release, self.directory / "forged")
        (self.directory / "forged" / "data.csv").write_text(original, encoding="utf-8", newline="")
        outcome = self.run("audit", "forged", "--original", "data.csv", *self.policy)
        if outcome.code == 0:
            self.report.fail("a manifest beside other data passes", f"{self.case['algorithm']}: {outcome.document.get('verdict')}")

    # The same again

    def check_repetition(self, made):
        first = contents(self.directory / "release") if made.code == 0 else None
        ways = {"again": [], "with one thread": ["--threads", "1"], "with two threads": ["--threads", "2"]}
        if self.switches["row-order"]:
            ways["in another order"] = None
        name = self.rng.choice(list(ways))
        data = "data.csv"
        if ways[name] is None:
            order = list(range(self.bound.rows))
            self.rng.shuffle(order)
            data = "shuffled.csv"
            (self.directory / data).write_text(data_text(self.case, order), encoding="utf-8", newline="")
        again = self.run("anonymize", data, *self.policy, "--out", "again", "--private", "private-again", "--seed", str(self.case["seed"]), *(ways[name] or []))
        if again.code != made.code:
            return self.report.fail(f"{name}: another exit code", f"{made.code} and {again.code}")
        if made.code == 0 and contents(self.directory / "again") != first:
            self.report.fail(f"{name}: other bytes", "")


def blurred(mine, theirs):
    """The same box but for columns that are shown as `*`, as labels are that no set could be read back from."""
    return all(a == b or b == "all" for a, b in zip(mine, theirs))


def first_line(text):
    return re.sub(r"\s+", " ", text.strip())[:300]


def examine(case, program, directory, switches):
    return Examination(copy.deepcopy(case), program, directory, switches).examine()
