"""One case through the program, every answer held against the oracle's own."""
import copy
import hashlib
import json
import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from advice import GROUPING, check_advice, check_refusal
from bind import Bound, asked_view, data_text, monotone, policy_text
from calls import NO_ANSWER, contents
from grouped import check_grouped
from parquet import table_text
from placed import check_placed
from table import read_csv


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


# By these programs say that there is no value: the only texts of a cell that a message may quote (docs/reading.md).
WORDS_FOR_NOTHING = {"NA", "N/A", "n/a", "na", "#N/A", "NaN", "nan", "NULL", "null", "None", "none", "missing", "Missing", ".", "-", "?"}


class Examination:
    def __init__(self, case, program, directory, switches):
        self.case, self.program, self.directory, self.switches = case, program, Path(directory), switches
        self.report = Report()
        self.rng = random.Random(case["seed"])
        self.policy = ["--policy", "policy.toml", "--json"]
        self.bound = None

    @property
    def numbered(self):
        """Whether group numbers are published: where the policy says so, or promises in the group view what mixtures need not keep."""
        by_group = any(asked_view(s) == "group" and not monotone(s) for s in self.case["protect"])
        return self.case["output"].get("group_ids", by_group)

    def examine(self):
        self.lay_out()
        try:
            self.bound = Bound(self.case)
        except Exception as e:  # noqa: BLE001 - a case the oracle cannot read says nothing about the program
            self.report.outcome = f"oracle cannot read: {type(e).__name__}"
            return self.report
        self.tag()
        inputs = set(contents(self.directory))
        advice = self.run("advise", "data.csv", *self.policy)
        made = self.made = self.anonymize("data.csv", "release", "private")
        outcomes = {0: "made", 1: "violation", 2: "refused", 3: made.kind, NO_ANSWER: "no answer"}
        self.report.outcome, self.report.words = outcomes.get(made.code, "crash"), made.first_line
        self.look_at_places(inputs)
        check_advice(self, advice, made)
        if made.code == 0:
            self.check_release()
        elif made.code == 1:
            tell = self.report.remark if self.case["method"].get("variant") == "printed" else self.report.fail
            tell("anonymize ends with a violation of its own", made.first_line)
        elif made.code == 3:
            check_refusal(self, made)
        if made.code == 0 and self.switches["forgery"] and self.rng.random() < 0.3:
            self.check_forgery()
        if made.code in (0, 3) and self.switches["again"] and self.rng.random() < 0.15:
            self.check_repetition()
        return self.report

    def lay_out(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        policy = policy_text(self.case, self.program.column_keys)
        for name, text in {"data.csv": data_text(self.case), "policy.toml": policy, **self.case["files"]}.items():
            (self.directory / name).write_text(text, encoding="utf-8", newline="")

    def tag(self):
        """What a failure is likely to be about."""
        if any(c.tree and c.tree.two_meanings for c in self.bound.columns):
            self.report.tags.append("hierarchy with a label of two meanings")
        if self.case["method"].get("suppress") == "1":
            self.report.tags.append("suppress 1")
        if len(self.bound.kept_rows) < self.bound.rows:
            self.report.tags.append("missing values drop rows")

    # Calls

    def run(self, *arguments):
        outcome = self.program.run(list(arguments), self.directory)
        command, report = arguments[0], self.report
        report.calls.append(" ".join(["aloof", *arguments]) + f"   # exit {outcome.code}")
        must_say = outcome.code == 0 or (command == "audit" and outcome.code == 1) or self.switches["json-errors"]
        if outcome.code == NO_ANSWER:
            report.fail(f"no answer: {command}", outcome.err)
        elif outcome.crashed:
            report.fail(f"crash: {command}", f"exit {outcome.code}: {outcome.first_line}")
        elif outcome.document == "not JSON":
            report.fail(f"not one JSON document: {command}", outcome.out[:200])
        elif must_say and not isinstance(outcome.document, dict):
            report.fail(f"no JSON document on exit {outcome.code}: {command}", outcome.err[:200])
        if outcome.code and self.bound:
            self.look_for_values(command, outcome)
        return outcome

    def anonymize(self, data, release, private, *more):
        places = ["--out", release, "--private", private]
        if self.limit:
            more = ("--time-limit", self.limit, *more)
        return self.run("anonymize", data, *self.policy, *places, "--seed", str(self.case["seed"]), *more)

    @property
    def limit(self):
        return self.case.get("time_limit")

    def look_for_values(self, command, outcome):
        """No message quotes a label of a sensitive column; what stands in the files of other columns may be quoted."""
        names = {c["name"] for c in self.case["columns"]}
        codes = {code for c in self.bound.columns for code in c.missing_texts}
        known = names | codes | WORDS_FOR_NOTHING
        known |= {cell for c in self.case["columns"] if c["role"] != "sensitive" for cell in c["cells"]}
        nodes = {node for c in self.bound.columns if c.tree for path in c.tree.paths.values()
                 for node in path[int(c.role == "sensitive"):]}
        secret = {cell for c in self.bound.sensitive if c.kind == "label" for cell in c.cells} - known - nodes
        if any(f"`{label}`" in outcome.words for label in secret):
            self.report.fail(f"a message of {command} quotes a sensitive label", outcome.first_line)

    def look_at_places(self, inputs):
        """Exit code and what lies in the directory belong together."""
        if self.made.code == NO_ANSWER:
            return
        there = {p.name for p in self.directory.iterdir()}
        expected = {"release", "private"} if self.made.code == 0 else set()
        if there - inputs - expected:
            self.report.fail("something is left over", f"exit {self.made.code}: {sorted(there - inputs - expected)}")
        if not expected <= there:
            self.report.fail("exit 0 without a release", sorted(there))

    # Releases

    def check_release(self):
        text = table_text(self.directory / "release" / f"data.{self.case['output'].get('format', 'csv')}")
        self.header, records = read_csv(text)
        self.check_manifest()
        header, lines = read_csv((self.directory / "private" / "assignment.csv").read_text(encoding="utf-8"))
        self.assignment = {int(line[0]): dict(zip(header, line)) for line in lines}
        _, places = read_csv((self.directory / "private" / "places.csv").read_text(encoding="utf-8"))
        for row, place in places:
            self.assignment[int(row)]["place"] = place
        published = {c.name for c in self.bound.columns if c.role in ("quasi", "sensitive", "keep")}
        self.ids = "group" if "group" in self.header and "group" not in published else None
        hidden = {c.name for c in self.bound.columns} - published - ({"group"} if self.ids else set())
        if hidden & set(self.header):
            self.report.fail("an identifier or dropped column is published", sorted(hidden & set(self.header)))
        if self.case["algorithm"] in GROUPING:
            check_grouped(self, text)
        else:
            check_placed(self, records)

    def check_manifest(self):
        release = self.directory / "release"
        self.manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
        for name, told in self.manifest["files"].items():
            if hashlib.sha256((release / name).read_bytes()).hexdigest() != told["sha256"]:
                self.report.fail("a digest in the manifest is not the file's", name)

    def check_forgery(self):
        """The original under the manifest of its release: whatever that says, it must not pass."""
        by_name = {c["name"]: c for c in self.case["columns"]}
        if not self.case["protect"] or not set(self.header) <= set(by_name):
            return
        release, original = self.directory / "release", data_text({"columns": [by_name[n] for n in self.header]})
        if "format" in self.case["output"] or original == (release / "data.csv").read_text(encoding="utf-8"):
            return
        shutil.copytree(release, self.directory / "forged")
        (self.directory / "forged" / "data.csv").write_text(original, encoding="utf-8", newline="")
        outcome = self.run("audit", "forged", "--original", "data.csv", *self.policy)
        if outcome.code == 0:
            self.report.fail("a manifest beside other data passes", self.case["algorithm"])

    def check_repetition(self):
        """The same call, other threads, another order of rows: the same bytes."""
        ways = {"again": [], "with one thread": ["--threads", "1"], "with two threads": ["--threads", "2"]}
        way = self.rng.choice([*ways, "in another order"] if self.switches["row-order"] else list(ways))
        data = "data.csv"
        if way not in ways:
            order = list(range(self.bound.rows))
            self.rng.shuffle(order)
            data = "shuffled.csv"
            (self.directory / data).write_text(data_text(self.case, order), encoding="utf-8", newline="")
        if self.limit and self.made.code == 0:  # what was done within a limit is found again where it was recorded
            (self.directory / "private-again").mkdir(mode=0o700)
            shutil.copy(self.directory / "private" / "work.json", self.directory / "private-again")
        elif self.limit:
            return
        again = self.anonymize(data, "again", "private-again", *ways.get(way, []))
        if again.code != self.made.code:
            self.report.fail(f"{way}: another exit code", f"{self.made.code} and {again.code}")
        elif again.code == 0 and contents(self.directory / "again") != contents(self.directory / "release"):
            self.report.fail(f"{way}: other bytes")


def examine(case, program, directory, switches):
    return Examination(copy.deepcopy(case), program, directory, switches).examine()
