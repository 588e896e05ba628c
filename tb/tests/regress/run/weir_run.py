# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What the tests of whole runs share: one run of the program, and the files that it left."""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[3]
for folder in (HERE.parent, HERE.parent / "report", HERE.parent / "capture"):
    sys.path.append(str(folder))

RING = [f"scenarios/ring/{scheme}.toml"
        for scheme in ("none", "pfc", "cbfc", "gfc_conceptual", "gfc_buffer_based", "gfc_time_based")]
# One FIFO an input: where PFC deadlocks and GFC uses its later stages.
FIFO = ("switch.crossbar.queueing=fifo", "switch.crossbar.speedup=1.0")
# Fields of summary.json that tell about the program and the machine, not about the run.
ABOUT_THE_MACHINE = ("version", "commit", "wall_seconds")
# And those that tell how it was asked for.
ABOUT_THE_SETTINGS = ("resolved_sha256", "overrides")


def command(weir, scenario, out, sets=(), options=()):
    settings = [word for value in sets for word in ("--set", value)]
    return [str(weir), "run", str(scenario), "--out", str(out), *settings, *options]


def unbroken(printed):
    """Lines of the console as they were before they were broken at 120 columns: the next word would not have fitted."""
    whole = []
    last = 0
    for line in printed.splitlines(keepends=True):
        word = re.match(r"    (\S+)", line)
        if word and whole and last + 1 + len(word[1]) > 120:
            whole[-1] = whole[-1].removesuffix("\n") + " " + line[4:]
        else:
            whole.append(line)
        last = len(line.removesuffix("\n"))
    return "".join(whole)


class Run:
    """One run that is over. `status` is what it must have ended with; 1: its own expectations did not hold."""

    def __init__(self, weir, scenario, out, sets=(), options=(), status=(0, 1), environment=None):
        self.out = pathlib.Path(out)
        done = subprocess.run(command(weir, scenario, out, sets, options), cwd=TOP, env=environment, capture_output=True,
                              text=True, check=False)
        self.status, self.stderr = done.returncode, done.stderr
        self.stdout = unbroken(done.stdout)
        if self.status not in status:
            raise AssertionError(f"{' '.join(done.args)}: status {self.status}: {self.stdout}{self.stderr}")

    @property
    def summary(self):
        return json.loads((self.out / "summary.json").read_text(encoding="utf-8"))

    @property
    def columns(self):
        return read_columns(self.out / "timeseries.csv")

    def queue(self, place):
        """Of summary.json, by "s1.p0.c0"."""
        return next(queue for queue in self.summary["queues"]
                    if f"{queue['device']}.p{queue['port']}.c{queue['class']}" == place)

    def results(self):
        """What two runs with equal results have in common, as {file: text}."""
        summary = self.summary
        for field in (*ABOUT_THE_MACHINE, *ABOUT_THE_SETTINGS):
            del summary[field]
        series = (self.out / "timeseries.csv").read_text(encoding="utf-8")
        return {"summary.json": json.dumps(summary, indent=1), "timeseries.csv": series}


def read_columns(path):
    """{column: list of text} of timeseries.csv."""
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return {name: [row[index] for row in rows] for index, name in enumerate(header)}


def comparable(folder):
    """{file: bytes} of a run directory, but for what may differ between two runs: invocation.json, run.log, wall times, the
    bases of the scenario file."""
    files = {}
    invocation = folder / "invocation.json"
    bases = json.loads(invocation.read_text(encoding="utf-8"))["bases"] if invocation.exists() else []
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir() or name in ("invocation.json", "run.log", *(base["copy"] for base in bases)):
            continue
        data = path.read_bytes()
        if name == "summary.json":
            data, count = re.subn(rb'"wall_seconds": [^,]*,', b"", data)
            assert count == 1
        if name == "report.html":
            data = re.sub(rb"<dt>(Wall clock|Packet-hops a second)</dt><dd>[^<]*</dd>", b"", data)
        files[name] = data
    return files


def first_difference(a, b):
    """Where two results() differ, in words; None where they do not."""
    for name in a:
        if a[name] == b[name]:
            continue
        pairs = zip(a[name].splitlines(), b[name].splitlines())
        for number, (left, right) in enumerate(pairs, start=1):
            if left != right:
                at = next((i for i, (x, y) in enumerate(zip(left, right)) if x != y), min(len(left), len(right)))
                window = slice(max(at - 30, 0), at + 30)
                return f"{name}:{number}: '{left[window]}' against '{right[window]}'"
        return f"{name}: one is longer"
    return None


class RunTest(unittest.TestCase):
    """A test case with a scratch folder; `weir` is the program, the first argument of the command line, and `whole` whether --whole
    follows it: the long tier."""

    weir = None
    whole = False

    @classmethod
    def of_the_tier(cls, *cases):
        """All of the cases in the long tier, the first in the short one."""
        return cases if cls.whole else cases[:1]

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.scratch = pathlib.Path(folder.name)
        cls.count = 0

    @classmethod
    def new_out(cls):
        cls.count += 1
        return cls.scratch / f"run_{cls.count}"

    @classmethod
    def run_weir(cls, scenario, sets=(), options=(), **more):
        return Run(cls.weir, scenario, cls.new_out(), sets, options, **more)


def main():
    RunTest.weir = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        RunTest.whole = True
    unittest.main()
