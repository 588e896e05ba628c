# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts of pages of docs/results share: running a scenario or a plan, and figures between two marks of a page."""

import copy
import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]


def marks(name):
    """The lines of a page between which a command puts what it found."""
    return f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"


BEGIN, END = marks("figures")


def run(weir, scenario, out, *options, accepted=(0,)):
    """The summary of a run; another exit status than the accepted ones ends the program."""
    command = [weir, "run", scenario, "--out", out, *options]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads((pathlib.Path(out) / "summary.json").read_text(encoding="utf-8"))


def check_page(page, figures, wrong, right, rewrite):
    """Says what is wrong with the runs and with the page that has their figures, or what is right; the exit status."""
    if rewrite:
        write(page, figures)
    wrong = wrong + stale(page, page.read_text(encoding="utf-8"), figures)
    print("\n".join(wrong) or right)
    return 1 if wrong else 0


def stale(page, text, figures):
    """A line where `text`, that of the page, does not hold these figures."""
    if text.split(BEGIN)[1].split(END)[0] != figures:
        return [f"{page.relative_to(TOP)} does not hold the figures of this run; --write puts them there"]
    return []


def put(text, name, figures):
    """`figures` between the marks of that name."""
    begin, end = marks(name)
    before, rest = text.split(begin)
    return before + begin + figures + end + rest.split(end)[1]


def search_page(page, program, group, rewrite):
    """Runs that group of cases of a search and compares what it prints with the page, or puts it there. What is wrong, or 0."""
    done = subprocess.run([program, group], capture_output=True, text=True, check=False)
    print(done.stderr)
    if done.returncode != 0:
        return f"a case did not find what it must:\n{done.stdout}"
    text = page.read_text(encoding="utf-8")
    wanted = put(text, group, done.stdout)
    if rewrite:
        page.write_text(wanted, encoding="utf-8")
    elif text != wanted:
        return f"{page.relative_to(TOP)} does not hold what was found; --write puts it there"
    return 0


def write(page, figures):
    page.write_text(put(page.read_text(encoding="utf-8"), "figures", figures), encoding="utf-8")


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def stale_tables(page, text, made):
    """A line for each of the tables, {name: figures}, that `text`, that of the page, does not hold between its marks."""
    return [f"{page.relative_to(TOP)}: the table '{name}' is not that of these runs; --write puts it there"
            for name, figures in made.items() if put(text, name, figures) != text]


def write_tables(page, made):
    text = page.read_text(encoding="utf-8")
    for name, figures in made.items():
        text = put(text, name, figures)
    page.write_text(text, encoding="utf-8")


def conclude(page, made, wrong, rewrite=False, other=False):
    """Of tables `made`, {name: figures}: prints them where they are of other cases than the page's, else puts them there or compares them with it.
    Says what is wrong; the exit status."""
    if other:
        print(*made.values(), sep="", end="")
    elif rewrite:
        write_tables(page, made)
    else:
        wrong = wrong + stale_tables(page, page.read_text(encoding="utf-8"), made)
    print("\n".join(wrong))
    return 1 if wrong else 0


def planted_tables(found, faults, tables, planted):
    """For a page of several tables: of what was found as it should be, each time with one change: words of the fault that must be told, or None;
    what changes it. `faults(found, text)`, `tables(found)`. What was judged wrongly."""
    text = "".join(f"{begin}{figures}{end}" for name, figures in tables(found).items() for begin, end in [marks(name)])
    problems = []
    for words, change in planted:
        changed = copy.deepcopy(found)
        change(changed)
        told = faults(changed, text)
        if (words is None and told) or (words is not None and not any(words in fault for fault in told)):
            problems.append(f"planted {words!r}, found {told}")
    return problems


def sweep(weir, plan, out):
    """The report of a plan whose runs are all done, as its JSON has it."""
    for command, accepted in (("run", (0, 1)), ("report", (0,))):
        done = subprocess.run([weir, "sweep", command, plan, "--out", out], cwd=TOP, capture_output=True, text=True, check=False)
        if done.returncode not in accepted:
            raise SystemExit(f"weir sweep {command} {plan}: status {done.returncode}: {done.stderr.strip()}")
    report = json.loads((pathlib.Path(out) / f"{pathlib.Path(plan).stem}.json").read_text(encoding="utf-8"))
    if any(run["state"] != "done" for run in report["runs"]):
        raise SystemExit(f"{plan}: not all of its runs are done: {done.stdout}")
    return report


def command(check, self_test, usage):
    """The command line of a page's script. check(weir, rewrite) gives the exit status; self_test(), the problems and how many
    cases were planted."""
    if sys.argv[1:] == ["--self-test"]:
        problems, planted = self_test()
        print("\n".join(problems) or f"{planted} planted cases judged rightly")
        return 1 if problems else 0
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        raise SystemExit(usage)
    return check(str(pathlib.Path(arguments[0]).resolve()), "--write" in sys.argv)
