#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The whole hunt for the mutants of a block: each is found by vectors, by lock-step, by a proof, or proved equal.

mutants_page.py BLOCK HUNT ARGUMENT...      fails where one is not, or where docs/results/mutants.md holds other figures;
                                            ARGUMENTs are those of equivalent.py
mutants_page.py BLOCK HUNT ... --write      puts the figures of this run into the page
mutants_page.py --self-test                 shows that a hole and a wrong figure are found
  --logs DIR    leaves there what each step said, and does not run again what is there already
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
from results_page import put  # noqa: E402  pylint: disable=wrong-import-position

PAGE = TOP / "docs/results/mutants.md"
LONGEST = 2 * 45 * 60  # seconds of one processor: 45 minutes on two
HEAD = ["family", "mutants", "by vectors", "by lock-step", "left to a proof", "equal, proved"]


def steps_of(block, arguments, hunt):
    """{what: command}"""
    python = [sys.executable, "-B"]
    return {"hunt": [hunt, block], "beyond": [*python, str(HERE / "prove.py"), block, "--beyond-runs"],
            "equal": [*python, str(HERE / "equivalent.py"), block, *arguments]}


def run(command, log):
    """Leaves what it said in `log`, with its status and its seconds of one processor at the end."""
    if not log.exists():
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            said.seek(0)
            seconds = usage.ru_utime + usage.ru_stime
            log.write_text(f"{said.read()}# status {os.waitstatus_to_exitcode(status)}, {seconds:.0f} s\n", encoding="utf-8")
    return log.read_text(encoding="utf-8")


def judge(block, said):
    """The block's rows and what is wrong, of what its steps said."""
    wrong = [f"{block}: {what}: {line.strip()}" for what, text in said.items() if "# status 0," not in text
             for line in text.splitlines() if not line.startswith("|") and not re.search(r": (equal|refuted.*)$", line)]
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")][1:] for line in said["hunt"].splitlines()
            if line.startswith(f"| {block} |")]
    counts = {what: int(re.search(pattern, said[what])[1]) if re.search(pattern, said[what]) else 0
              for what, pattern in (("beyond", r": (\d+) mutants beyond runs"), ("equal", r": (\d+) mutants are equal to it"))}
    for what, column in ("beyond", 4), ("equal", 5):
        if sum(int(row[column]) for row in rows) != counts[what]:
            wrong.append(f"{block}: {what}: {counts[what]} proved, wanted {sum(int(row[column]) for row in rows)}")
    return rows, wrong


def figures_of(rows):
    lines = ["| " + " | ".join(HEAD) + " |", "|---|" + "---:|" * (len(HEAD) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    sums = [str(sum(int(row[column]) for row in rows)) for column in range(1, len(HEAD))]
    return "\n".join([*lines, f"| all | {' | '.join(sums)} |"]) + "\n"


def time_of(said):
    seconds = {what: int(re.search(r"# status -?\d+, (\d+) s", text)[1]) for what, text in said.items()}
    return f"Seconds of one processor: hunt {seconds['hunt']}, proofs {seconds['beyond'] + seconds['equal']}.\n"


def seconds_of_all(page):
    return sum(int(found[1]) + int(found[2]) for found in re.finditer(r"one processor: hunt (\d+), proofs (\d+)\.", page))


def too_long(page):
    """What is wrong with the time of all blocks together, as the page has it."""
    seconds = seconds_of_all(page)
    wrong = [] if f"add up to {seconds} seconds" in page else [f"the page does not say that all add up to {seconds} seconds"]
    return wrong + ([f"all take {seconds} s of one processor, wanted at most {LONGEST}"] if seconds > LONGEST else [])


def main(block, hunt, arguments, write, logs):
    logs.mkdir(parents=True, exist_ok=True)
    said = {what: run(command, logs / f"{block}.{what}") for what, command in steps_of(block, arguments, hunt).items()}
    rows, wrong = judge(block, said)
    page = PAGE.read_text(encoding="utf-8")
    if write and rows:  # none: the hunt was stopped
        page = put(put(page, block, figures_of(rows)), f"{block} time", time_of(said))
        page = re.sub(r"add up to \d+ seconds", f"add up to {seconds_of_all(page)} seconds", page)
        PAGE.write_text(page, encoding="utf-8")
    if put(page, block, figures_of(rows)) != page:
        wrong.append(f"{PAGE.relative_to(TOP)} does not hold the figures of this run; --write puts them there")
    wrong += too_long(page)
    print("\n".join(wrong) or f"{len(rows)} families as on the page")
    return 1 if wrong else 0


def self_test():
    good = {"hunt": "| b | age | 5 | 2 | 3 | 1 | 1 |\n# status 0, 3 s\n", "beyond": "b: 1 mutants beyond runs\n# status 0, 1 s\n",
            "equal": "b: x: equal\nb: 1 mutants are equal to it\n# status 0, 1 s\n"}
    planted = [({}, None), ({"hunt": "| b | age | 5 | 2 | 2 | 1 | 1 |\n  y: survives\n# status 1, 3 s\n"}, "y: survives"),
               ({"beyond": "b: 0 mutants beyond runs\n# status 0, 1 s\n"}, "0 proved, wanted 1"),
               ({"equal": "b: x: NOT EQUAL\nb: 0 mutants are equal to it\n# status 1, 1 s\n"}, "x: NOT EQUAL")]
    problems = []
    for change, words in planted:
        rows, wrong = judge("b", {**good, **change})
        if len(rows) != 1 or bool(wrong) != bool(words) or (words and not any(words in line for line in wrong)):
            problems.append(f"{change}: found {wrong}, wanted {words}")
    times = "They add up to {} seconds. Seconds of one processor: hunt {}, proofs 20."
    for good, text in (True, times.format(50, 30)), (False, times.format(51, 30)), (False, times.format(LONGEST + 20, LONGEST)):
        if bool(too_long(text)) == good:
            problems.append(f"{text!r} is judged {not good}")
    print("\n".join(problems) or f"{len(planted) + 3} planted cases judged rightly")
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    words = sys.argv[1:]
    kept = words[words.index("--logs") + 1] if "--logs" in words else None
    plain = [word for word in words if not word.startswith("--") and word != kept]
    if len(plain) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="weir_mutants_") as scratch:
        sys.exit(main(plain[0], str(pathlib.Path(plain[1]).resolve()), plain[2:], "--write" in words, pathlib.Path(kept or scratch)))
