# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The tables of docs/results/README.md: each page of results has a row, each row a verdict, and a command that is understood and
that the page names.

results_table.py WEIR          compares the tables with the pages, the files and the program
results_table.py --self-test WEIR   shows that what is wrong is found

That links lead somewhere is tested by docs_links.py.
"""

import ast
import collections
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
FOLDER = "docs/results"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]*\]\([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
VERDICT = re.compile(r"holds(: .+)?|holds in part: .+|does not hold: .+|ours differs because .+|open: .+|measured: .+")
PAPERS = {"GFC", "TTL", "TCD", "FERA", "ITSY", "SAI", "SONiC", "-"}


def rows_of(text):
    """[(paper, claim, verdict, command)]."""
    return [tuple(cell.strip() for cell in row) for row in ROW.findall(text)]


def table_problems(text, pages):
    """What is wrong with the rows themselves; `pages`: names of the pages of results."""
    rows = rows_of(text)
    linked = {link for row in rows for link in re.findall(r"\]\(([\w.]+\.md)", row[1])}
    for page in sorted(pages - linked):
        yield f"{page} is in no row"
    for paper, claim, verdict, command in rows:
        where = re.search(r"\[([^\]]+)\]", claim).group(1)
        if paper not in PAPERS:
            yield f"'{where}': unknown paper '{paper}'"
        if not VERDICT.fullmatch(verdict):
            yield f"'{where}': verdict '{verdict}' is none of those above the tables, or says no reason"
        if (paper == "-") != verdict.startswith("measured"):
            yield f"'{where}': '{verdict.split(':')[0]}' is no verdict for paper '{paper}'"
        if not re.fullmatch(r"`(\./weir|python3) [^`]+`", command):
            yield f"'{where}': '{command}' is no command"


def evidence_problems(text, read):
    """Commands that no linked page names: its scenario, plan, script or test, of `cost` the whole command. `read`: a page's text."""
    for _, claim, _, command in rows_of(text):
        links = re.findall(r"\]\(([\w.]+\.md)", claim)
        there = re.sub(r"\s+", " ", " ".join(map(read, links)))
        words = command.strip("`").split()
        file = next((pathlib.PurePath(word) for word in words[1:] if "/" in word), None)
        names = [" ".join(words[1:])] if "cost" in words or file is None else [file.stem, f"{file.parent}/*", f"`{file.parent}/`"]
        names = [words[3]] if words[1] == "test" else names
        if not any(name in there for name in names):
            yield f"'{command}': {', '.join(links)} does not name '{names[0]}'"


class Tests:
    """The tests of the build: their names; of each script, what their commands have behind the script."""

    def __init__(self, weir):
        listed = subprocess.run(["ctest", "--test-dir", pathlib.Path(weir).resolve().parent, "--show-only=json-v1"], check=True, capture_output=True, text=True)
        all_of = json.loads(listed.stdout)["tests"]
        self.names = [test["name"] for test in all_of]
        self.scripts = collections.defaultdict(list)
        for command in (test.get("command", ()) for test in all_of):
            for place, word in enumerate(command):
                if word.endswith(".py"):
                    self.scripts[pathlib.Path(word).resolve()].append(tuple(command[place + 1:]))


@functools.cache
def tests_of(weir):
    return Tests(weir)


def said(weir, *words):
    done = subprocess.run([str(weir), *words], cwd=TOP, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def refusal(weir, tests, words, scratch):
    """Why a command would not do what it should, or ""; without doing it. `words`: without its first, ./weir or python3."""
    if words[0] == "test":
        return "" if any(re.search(words[2], test) for test in tests.names) else "chooses no test"
    if words[0] == "run":
        status, text = said(weir, "check", *words[1:])
        return "" if status == 0 else text
    if words[:2] == ["study", "run"]:
        if f"study.{pathlib.PurePath(words[2]).stem}" in tests.names and (TOP / words[2]).is_file() and words[3:] == []:
            return ""  # that test runs it
        # A plan that is accepted comes as far as its store, which there is not.
        _, text = said(weir, "study", "claims", words[2], "--store", f"{scratch}/none.sqlite")
        return "" if "none.sqlite" in text and words[2] not in text else text
    if words[:2] == ["sweep", "run"]:
        _, text = said(weir, "sweep", "status", words[2], "--out", f"{scratch}/none")
        return "" if f"{scratch}/none" in text else text
    if words[0] == "cbd":
        words = [*words[:words.index("--networks")], "--networks", "1"]
    if words[0] in ("cbd", "cost", "headroom"):
        status, text = said(weir, *words)
        return "" if status in (0, 1) else text
    if words[0] in ("synth", "granularity"):
        status, text = said(weir, words[0], "--help")
        return "" if status == 0 and words[1:] in ([], ["all"]) else text or "unknown arguments"
    if words[0].endswith(".py"):
        script = TOP / words[0]
        if not script.is_file():
            return "there is no such script"
        ast.parse(script.read_text(encoding="utf-8"))
        takes = {after[:1] for after in tests.scripts.get(script, ())}
        given = (str(pathlib.Path(weir).resolve()),) if words[1:2] == ["build/test/weir"] else tuple(words[1:2])
        return "" if given in takes else f"no test runs it so; after its name tests write {sorted(takes)}"
    return "is no command that results_table.py knows"


def command_problems(text, weir):
    tests = tests_of(weir)
    with tempfile.TemporaryDirectory() as scratch:
        for command in dict.fromkeys(row[3].strip("`") for row in rows_of(text)):
            why = refusal(weir, tests, command.split()[1:], scratch)
            if why:
                yield f"'{command}': {why.splitlines()[-1]}"


RIGHT = ("| GFC | [figure 1](a.md#b): a ring | holds in part: with one FIFO | `./weir run scenarios/ring/pfc.toml` |\n"
         "| - | [speed](b.md) | measured: it is fast | `python3 tb/x.py build/test/weir` |\n")
PLANTED = [
    (RIGHT, None),
    (RIGHT.replace("(b.md)", "(a.md)"), "b.md is in no row"),
    (RIGHT.replace("holds in part: with one FIFO", "holds in part"), "'figure 1': verdict 'holds in part' is none"),
    (RIGHT.replace("holds in part:", "agrees:"), "verdict 'agrees: with one FIFO' is none"),
    (RIGHT.replace("| GFC", "| GCF"), "unknown paper 'GCF'"),
    (RIGHT.replace("measured", "open"), "'open' is no verdict for paper '-'"),
    (RIGHT.replace("`./weir run", "`weir run"), "is no command"),
    (RIGHT.replace("ring/pfc.toml", "ring/cbfc.toml"), "a.md does not name 'cbfc'"),
    (RIGHT.replace("run scenarios/ring/pfc.toml", "cost --ports 3"), "a.md does not name 'cost --ports 3'"),
]
REFUSED = [
    ("run scenarios/ring/pfc.toml --set flow_control.pfc.xof=1KB", "unknown key"),
    ("study run sweeps/ring_thresholds.toml", "page"),
    ("study run sweeps/no.toml", "no.toml"),
    ("sweep run sweeps/no.toml", "no.toml"),
    ("test -R no_such_test_at_all", "chooses no test"),
    ("cost --ports 0", "ports"),
    ("tb/no.py build/test/weir", "no such script"),
    ("tb/tests/regress/itsy_filter.py build/test/weir", "no test runs it so"),
    ("tb/tests/regress/itsy_cases.py", "no test runs it so"),
    ("bench", "is no command that"),
]


def self_test(weir):
    for text, words in PLANTED:
        found = [*table_problems(text, {"a.md", "b.md"}), *evidence_problems(text, {"a.md": "`pfc.toml`", "b.md": "x.py"}.get)]
        if (words is None) == bool(found) or words is not None and not any(words in problem for problem in found):
            sys.exit(f"{text}: found {found}, wanted {words!r}")
    for command, words in REFUSED:
        found = list(command_problems(RIGHT.split("\n")[0].replace("run scenarios/ring/pfc.toml", command), weir))
        if not any(words in problem for problem in found):
            sys.exit(f"{command}: found {found}, wanted {words!r}")
    print("0 problems")


def main():
    weir = pathlib.Path(sys.argv[-1]).resolve()
    if sys.argv[1] == "--self-test":
        return self_test(weir)
    text = (TOP / FOLDER / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in (TOP / FOLDER).glob("*.md")} - {"README.md"}
    found = [*table_problems(text, pages), *command_problems(text, weir),
             *evidence_problems(text, lambda page: (TOP / FOLDER / page).read_text(encoding="utf-8"))]
    print("\n".join([*found, f"{len(found)} problems"]))
    return sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
