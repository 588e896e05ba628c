#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The faults of an RTL block that somebody else planted (rtl/BLOCK/BLOCK.outside.toml), against its golden vectors.

usage: outside_hunt.py BLOCK WEIR SOURCE.sv... [option...]
       outside_hunt.py --fit        says which faults of all blocks do not fit the sources
       outside_hunt.py --self-test

Each fault is put into a copy of the sources by itself, compiled with Icarus, and played until the first difference.
What Icarus does not find in two minutes, Verilator plays with all segments, long ones too, and what shows only after
more cycles than vectors last, lock-step (`weir cosim`). A line a fault says what has found it: segment and cycle, or
the output. A fault that is listed as equal is not played: `weir prove` has to prove it equal, for ever. One that is
argued to be equal is played, and nothing may find it. The command fails where another fault is found by nothing, or is
not proved equal, and where it does not fit the source or does not compile; of all faults also where
docs/results/mutants.md has another row of the block.

  --only NAME...     these faults; no row is compared
  --draw N           every Nth fault of those that Icarus finds, likewise; the block itself is not played
  --compile          compiles each fault and plays nothing
  --write            puts the row into the page
  --log FILE         leaves there what has found each fault, and does not play again what is found there already

In the lists, `edit` is a text that stands in the source exactly once and what stands in its place, `also` a second edit,
`file` the source if it is not BLOCK.sv, `breaks` what the page says and the fault does not do, `why` how a designer comes
to it; `hole`: no vector found the fault when it was planted, with what finds it now; `equal`: why no input shows it;
`argued`: the same, where `weir prove` gives no answer.
`never`, for the proof alone: an edit more that turns an output round in states which are never reached, so that the
proof says this, too. `ages`: the fault shows after more cycles than Icarus plays, or than vectors last. `parameters`, as
["NAME=VALUE"]: the fault shows in a block with these alone, so that vectors for them are played, and proofs are of them.
"""

import argparse
import dataclasses
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import types

TOP = pathlib.Path(__file__).resolve().parents[3]
GROUPS = ("together", "others")
KEYS = {"edit", "also", "file", "breaks", "why", "hole", "equal", "argued", "never", "ages", "parameters"}
PAGE = TOP / "docs/results/mutants.md"


@dataclasses.dataclass
class Fault:
    group: str
    name: str
    file: str
    edits: list
    hole: bool
    equal: bool
    argued: bool
    ages: bool
    parameters: tuple

    @property
    def verdict(self):
        """What is said of a fault that no input shows; None of others."""
        return "equal, proved" if self.equal else "equal, argued" if self.argued else None


def faults_of(block, text):
    listed = tomllib.loads(text)
    faults = []
    for group, rows in listed.items():
        for name, row in rows.items():
            if group not in GROUPS or not set(row) <= KEYS or not {"edit", "breaks", "why"} <= set(row):
                sys.exit(f"{block}: {group}.{name}: wanted one of {GROUPS} with edit, breaks, why and none but {sorted(KEYS)}")
            edits = [row[key] for key in ("edit", "also", "never") if key in row]
            faults.append(Fault(group, name, row.get("file", f"{block}.sv"), edits, *(key in row for key in ("hole", "equal", "argued", "ages")),
                                tuple(row.get("parameters", ()))))
    return faults


def faulty(texts, fault):
    """The sources with the fault, by file; None where a text does not stand exactly once."""
    text = texts.get(fault.file, "")
    for old, new in fault.edits:
        if text.count(old) != 1:
            return None
        text = text.replace(old, new)
    return {**texts, fault.file: text}


def unfit(top):
    """The faults of all blocks below `top` that do not fit its sources."""
    lists = sorted(top.glob("*/*.outside.toml"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in top.rglob("*.sv")}
    return [f"{path.parent.name}: {fault.group}.{fault.name} does not fit {fault.file}" for path in lists
            for fault in faults_of(path.parent.name, path.read_text(encoding="utf-8")) if faulty(texts, fault) is None]


ICARUS_SECONDS = 120
TOO_LONG = "Icarus has no answer in its time"
SURVIVES = "SURVIVES"


def run(*command, cwd=None, timeout=3000):
    result = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=timeout)
    return result.returncode, result.stdout + result.stderr


def difference(out):
    """'segment NAME, cycle N of it' of the first difference that a bench reports."""
    found = re.search(r"^cycle \d+, segment (\w+), cycle (\d+) of it", out, re.MULTILINE)
    return f"{found[1]}, cycle {found[2]}" if found else None


class Vectors:
    """The golden vectors of a block with these parameters, and its bench."""

    def __init__(self, block, weir, work, parameters=()):
        work.mkdir(exist_ok=True)
        self.block, self.directory = block, work / "vectors"
        status, out = run(weir, "vectors", block, "--out", self.directory, *(word for each in parameters for word in ("--parameter", each)))
        if status != 0:
            sys.exit(out)
        segments = json.loads((self.directory / "manifest.json").read_text(encoding="utf-8"))["segments"]
        # Icarus plays 100,000 cycles a second: segments of over a million that come last are Verilator's.
        self.last = len(segments) - 1
        while segments[self.last]["cycles"] >= 1_000_000:
            self.last -= 1
        # The random segment finds most in a few cycles; the first one by itself is read in a moment.
        self.first = work / "first"
        self.first.mkdir()
        for file in "stimulus.hex", "expected.hex":
            lines = [line for line in (self.directory / file).read_text(encoding="utf-8").splitlines() if not line.startswith("//")]
            (self.first / file).write_text("\n".join(lines[:segments[0]["lines"]]) + "\n", encoding="utf-8")
        second = 1 if self.last > 0 and segments[1]["name"] == "random" else 0
        self.order = [(self.directory, ("+from=1", "+to=1"))] * second + [(self.first, ("+to=0",))]
        if self.last > second:
            self.order.append((self.directory, (f"+from={second + 1}", f"+to={self.last}")))

    def compiled(self, sources, program):
        return run("iverilog", "-g2012", "-s", f"tb_{self.block}", "-o", program, self.directory / f"tb_{self.block}.v", *sources)

    def icarus(self, sources, program):
        """The first difference and what Icarus says, or how it fails to compile; TOO_LONG without an answer in its time."""
        status, out = self.compiled(sources, program)
        if status != 0:
            return None, f"does not compile\n{out}"
        until = time.monotonic() + ICARUS_SECONDS
        for directory, segments in self.order:
            try:
                _, out = run("vvp", "-n", program, "+stop", *segments, cwd=directory, timeout=max(1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                return None, TOO_LONG
            if difference(out) or not passes(out):
                break
        return difference(out), out

    def verilator(self, sources):
        _, out = run("sh", self.directory / "check.sh", "--verilator", "--long", "+stop", self.block, *sources)
        return difference(out), out


def passes(out):
    return bool(re.search(r"^\d+ passed, 0 failed", out, re.MULTILINE))


def proved(block, weir, sources, parameters, work):
    """What is wrong with the proof that these sources equal the block's; None if nothing."""
    widths = [word for each in parameters for word in ("--parameter", each)]
    status, out = run(weir, "prove", block, "--top", block, "--rtl", *sources, *widths, "--out", work / "proof")
    return None if status == 0 and "for ever, by induction" in out else f"not proved equal\n{out}"


def lockstep(block, weir, sources, work):
    """The output that differs first beside the cycle model, with waits of up to more than 2^26 cycles; None if none does."""
    status, out = run(weir, "cosim", block, "--rtl", *sources, "--top", block, "--stimulus", "directed", "--out", work / "lockstep")
    found = re.search(r"differs in (\w+)", out)
    return found[1] if status == 1 and found else None


def played(vectors, weir, sources, work, ages=False):
    """(what has found a fault or None, what is wrong or None); SURVIVES, of sources without one, is as it should be"""
    found, out, by = None, "1 passed, 0 failed", "Icarus"
    if not ages:
        found, out = vectors.icarus(sources, work / "sim")
    if found is None and (passes(out) or out == TOO_LONG):
        found, out = vectors.verilator(sources)
        by = "Verilator"
    if found is None and passes(out) and ages:
        found, by = lockstep(vectors.block, weir, sources, work), "lock-step"
    if found is None:
        return None, SURVIVES if passes(out) else out
    return f"{found} ({by})", None


def row_of(block, faults, found):
    """The row of the page: of each group how many, then how many were holes, and are equal by proof and by argument."""
    numbers = [sum(fault.group == group for fault in faults) for group in GROUPS]
    numbers += [found, *(sum(getattr(fault, kind) for fault in faults) for kind in ("hole", "equal", "argued"))]
    return f"| {block} | {' | '.join(map(str, numbers))} |"


def on_page(block, row, write):
    """What is wrong with the block's row of the page, which is written first if asked."""
    page = PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition("<!-- outside: begin -->\n")
    table, end, after = rest.partition("<!-- outside: end -->\n")
    if write:
        table = re.sub(rf"^\| {block} \|.*\n", "", table, flags=re.MULTILINE) + row + "\n"
        PAGE.write_text(before + begin + table + end + after, encoding="utf-8")
    return None if row in table.splitlines() else f"{PAGE.relative_to(TOP)} has no row {row}; --write puts it there"


def said_in(log):
    """{name of a fault: what has found it} of a log that was left before."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    found = [re.match(r"^\w+: (\S+|as it is): (.* \((?:Icarus|Verilator|lock-step)\)|equal, proved|equal, argued|passes)$", line) for line in lines]
    return {line[1]: line[2] for line in found if line}


def one(fault, block, weir, vectors_of, texts, work, compile_only):
    """(what is said of a fault, what is wrong or None)"""
    edited = faulty(texts, fault)
    if not edited:
        return None, f"does not fit {fault.file}: each text has to stand there exactly once"
    source = work / "fault.sv"
    source.write_text("\n".join(edited.values()), encoding="utf-8")
    vectors = vectors_of(fault.parameters)
    if compile_only:
        status, out = vectors.compiled([source], work / "sim")
        return "compiles", f"does not compile\n{out}" if status else None
    if fault.equal:
        return fault.verdict, proved(block, weir, [source], fault.parameters, work)
    if fault.argued:
        found, problem = played(vectors, weir, [source], work, fault.ages)
        return fault.verdict, f"argued to be equal, and found: {found}" if found else None if problem == SURVIVES else problem
    return played(vectors, weir, [source], work, fault.ages)


def hunt(block, weir, sources, chosen, options):
    """What is wrong: a list. With how many faults have been found."""
    texts = {pathlib.Path(source).name: pathlib.Path(source).read_text(encoding="utf-8") for source in sources}
    said, wrong, all_found = said_in(options.log) if options.log else {}, [], 0

    def say(name, text):
        print(f"{block}: {name}: {text}", flush=True)
        if options.log:
            with options.log.open("a", encoding="utf-8") as log:
                print(f"{block}: {name}: {text}", file=log)

    with tempfile.TemporaryDirectory(prefix="weir_outside_") as scratch:
        work = pathlib.Path(scratch)
        vectors_of = functools.cache(lambda parameters: Vectors(block, weir, work / "_".join(("with", *parameters)), parameters))
        if options.draw == 1 and not options.compile and "as it is" not in said:
            found, problem = played(vectors_of(()), weir, sources, work)
            if problem != SURVIVES:
                sys.exit(f"{block}: as it is: {found or problem}")
            say("as it is", "passes")
        for fault in chosen:
            name = f"{fault.group}.{fault.name}"
            text, problem = said.get(name), None
            if text is None or (text if text.startswith("equal") else None) != fault.verdict:
                text, problem = one(fault, block, weir, vectors_of, texts, work, options.compile)
                say(name, problem or text)
            if problem:
                wrong.append(f"{name}: {problem}")
            all_found += not problem and text.endswith(("(Icarus)", "(Verilator)", "(lock-step)"))
    return wrong, all_found


def self_test():
    """What the tool takes for found, for passed and for a fault that fits."""
    text = '[together.x]\nedit = ["a", "b"]\nbreaks = "."\nwhy = "."\n'
    fault = faults_of("t", text)[0]
    cases = [
        (faulty({"t.sv": "a c"}, fault), {"t.sv": "b c"}),
        (faulty({"t.sv": "a a"}, fault), None),
        (faulty({"u.sv": "a"}, fault), None),
        (difference("cycle 812, segment burst, cycle 5 of it:\n  x = 1, expected 0"), "burst, cycle 5"),
        (difference("3 passed, 0 failed"), None),
        (passes("3 passed, 0 failed"), True),
        (passes("2 passed, 1 failed"), False),
        (passes("error: no result"), False),
        (row_of("t", [fault, fault], 2), "| t | 2 | 0 | 2 | 0 | 0 | 0 |"),
        (played(types.SimpleNamespace(icarus=lambda *_: (None, TOO_LONG), verilator=lambda _: ("burst, cycle 5", "")), None, [],
                pathlib.Path()), ("burst, cycle 5 (Verilator)", None)),
        (faults_of("t", text + 'argued = "."\n')[0].verdict, "equal, argued"),
        (faults_of("t", text + 'parameters = ["W=2"]\n')[0].parameters, ("W=2",)),
    ]
    for got, wanted in cases:
        if got != wanted:
            sys.exit(f"got {got!r}, wanted {wanted!r}")
    with tempfile.TemporaryDirectory() as folder:
        block = pathlib.Path(folder) / "t"
        block.mkdir()
        (block / "t.outside.toml").write_text(text, encoding="utf-8")
        (block / "t.sv").write_text("a a", encoding="utf-8")
        if unfit(pathlib.Path(folder)) != ["t: together.x does not fit t.sv"]:
            sys.exit("a fault that does not fit is not said")
    for bad in text.replace("together", "apart"), text.replace("why", "because"):
        try:
            faults_of("t", bad)
        except SystemExit:
            continue
        sys.exit(f"accepted: {bad}")
    print(f"{len(cases) + 3} cases judged rightly")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:] == ["--fit"]:
        return "\n".join(unfit(TOP / "rtl")) or 0
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("block")
    parser.add_argument("weir", type=lambda word: pathlib.Path(word).resolve())
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--draw", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--log", type=pathlib.Path)
    options = parser.parse_args()
    block = options.block
    faults = faults_of(block, (TOP / f"rtl/{block}/{block}.outside.toml").read_text(encoding="utf-8"))
    chosen = [fault for fault in faults if fault.name in options.only] if options.only else faults
    if not chosen or (options.only and len(chosen) != len(options.only)):
        sys.exit(f"{block}: no such faults")
    if options.draw > 1:
        chosen = [fault for fault in chosen if not fault.verdict and not fault.ages][:: options.draw]
    wrong, found = hunt(block, options.weir, options.sources, chosen, options)
    if chosen == faults and not options.compile and not wrong:
        wrong = [problem for problem in [on_page(block, row_of(block, faults, found), options.write)] if problem]
        print("".join(f"{problem}\n" for problem in wrong), end="")
    print(f"{block}: {len(chosen)} faults, {found} found, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
