"""Types the walks of docs/walk-*.md: every command in order, in an empty directory, and writes down what the program answers.

    python walks.py [--aloof PATH] [--data DIR] [--check]

What a walk shows is then the program's own output: in blocks of `console` each command is followed by what it printed (where the shown
answer ends in `...`, by as many paragraphs as were shown), and the quotation is the head of the page. The key of all draws lies in
`private` before the first command, so that typing a walk twice makes the same release. `--check` writes nothing and says what differs.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
import textwrap
from html.parser import HTMLParser
from pathlib import Path

from program import ROOT, Unavailable, binary

# Each walk, and the table it needs beside what it makes itself.
WALKS = {"walk-office.md": None, "walk-hospital.md": ("lab.csv", "health/hcv_lab_panel.csv")}
KEY = "5ca1ab1e" * 8
WIDTH = 126


class Head(HTMLParser):
    """The head of a page, up to the links to its parts, as lines of a quotation."""

    MARKS = {"h1": "**{}**", "dt": "*{}*", "dd": "{}", "p": "{}"}

    def __init__(self, page):
        super().__init__()
        self.said, self.inside, self.texts, self.facts, self.over = [], None, [], False, False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.over = self.over or tag == "nav"
        if tag == "dl":
            self.facts = dict(attrs).get("class") == "facts"
        if tag in self.MARKS and not self.over:
            self.inside, self.texts = tag, []

    def handle_data(self, data):
        if self.inside:
            self.texts.append(data)

    def handle_endtag(self, tag):
        if tag != self.inside or self.over:
            return
        text, self.inside = " ".join("".join(self.texts).split()), None
        if self.facts and tag == "dt":
            self.name = text
        elif self.facts:
            self.said.append(f"- {text} {self.name}")
        else:
            self.said.append(self.MARKS[tag].format(text))


def quoted(page):
    lines = []
    for said in Head(page).said:
        if lines and not (said.startswith("- ") and lines[-1].startswith("- ")):
            lines.append("")
        lines += textwrap.wrap(said, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"> {line}".rstrip() for line in lines]


def answered(aloof, room, command, shown):
    """What a command prints; of a long answer as many paragraphs as are shown."""
    done = subprocess.run([aloof, *command.split()[1:]], cwd=room, capture_output=True, text=True, check=False)
    printed = [line.rstrip() for line in (done.stderr + done.stdout).rstrip().splitlines()]
    if shown and shown[-1] == "...":
        paragraphs = "\n".join(printed).split("\n\n")
        return "\n\n".join(paragraphs[: "\n".join(shown[:-1]).rstrip().count("\n\n") + 1]).splitlines() + ["..."]
    return printed


def typed(text, aloof, room):
    """A walk with the answers of today."""
    lines, out, at = text.splitlines(), [], 0
    while at < len(lines):
        line = lines[at]
        if line == "```toml":
            end = lines.index("```", at)
            name = re.findall(r"`(\S+\.toml)`", "\n".join(lines[:at]))[-1]
            (room / name).write_text("\n".join(lines[at + 1 : end]) + "\n", encoding="utf-8")
            out += lines[at : end + 1]
            at = end + 1
        elif line == "```console":
            end = lines.index("```", at)
            out.append(line)
            for part in ("\n" + "\n".join(lines[at + 1 : end])).split("\n$ ")[1:]:
                command, *shown = part.rstrip().splitlines()
                out += [f"$ {command}", *answered(aloof, room, command, shown)]
            out.append("```")
            at = end + 1
        elif line.startswith(">"):
            while at < len(lines) and lines[at].startswith(">"):
                at += 1
            out += quoted((room / "page.html").read_text(encoding="utf-8"))
        else:
            out.append(line)
            at += 1
    return "\n".join(out) + "\n"


def walk(name, aloof, data=None):
    """The walk as it stands and as it is typed today; None where its table is not there."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        if WALKS[name]:
            table, source = WALKS[name]
            if data is None or not (data / source).is_file():
                return None
            shutil.copy(data / source, room / table)
        (room / "private").mkdir()
        (room / "private").chmod(0o700)
        (room / "private" / "key").write_text(KEY + "\n", encoding="utf-8")
        (room / "private" / "key").chmod(0o600)
        return text, typed(text, aloof, room)


def timeless(text):
    """Without the day and the seconds."""
    return re.sub(r"\d{4}-\d{2}-\d{2}|(?m:^\d+\.\d+ seconds: .*$)", "TIME", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aloof", help="the binary; else ALOOF_BIN, else the release build")
    parser.add_argument("--data", type=Path, help="where the public tables lie that peers/README.md names")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where a walk is not what is printed")
    given = parser.parse_args()
    try:
        aloof = binary(given.aloof)
    except Unavailable as missing:
        raise SystemExit(str(missing)) from missing
    for name in WALKS:
        found = walk(name, aloof, given.data)
        if found is None:
            print(f"{name}: skipped, its table is not there")
        elif timeless(found[0]) == timeless(found[1]):
            print(f"{name}: as it is printed")
        elif given.check:
            raise SystemExit(f"{name}: not what is printed; run walks.py")
        else:
            (ROOT / "docs" / name).write_text(found[1], encoding="utf-8")
            print(f"{name}: written anew")


if __name__ == "__main__":
    main()
