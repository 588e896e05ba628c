# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The program under test: `check`, `run` and `registers`, each with a time limit, and what a run has left."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess

LIMIT = 20  # CPU seconds: a file is drawn so that a run takes a fiftieth of one
WAITS = 300  # seconds of the clock: a program that has not used up LIMIT by then waits for something
# Fields of summary.json that tell about the program, the machine and how the run was asked for, not about what happened.
ASIDE = ("version", "commit", "wall_seconds", "kernel_events", "resolved_sha256", "overrides")

# With which a complaint begins: resolved.toml is another file, and an event without a name has one there.
PLACE = re.compile(r"^\S+:\d+:\d+: key '[^']*': ")


class Program:
    def __init__(self, weir, scratch):
        self.weir, self.scratch = str(weir), pathlib.Path(scratch)
        self.runs, self.waits = 0, WAITS

    def schema(self):
        """That of scenario files."""
        return json.loads(self._call("schema", "scenario").stdout)

    def check(self, path, sets=()):
        return Outcome(self._call("check", path, *_words(sets)), None)

    def run(self, path, sets=(), options=()):
        self.runs += 1
        out = self.scratch / f"out_{self.runs}"
        return Outcome(self._call("run", path, "--out", out, *_words(sets), *options), out)

    def registers(self, path, switch):
        """[(path, sizes of its dimensions, width, reset value)] of what software may write; none where the file is refused."""
        done = self._call("registers", path, "--device", switch, "--format", "json")
        return _writable(json.loads(done.stdout)) if done.returncode == 0 else []

    def _call(self, *words):
        """Its status is None where it was still running after LIMIT: of CPU time, so that a busy machine fails nothing."""
        command = [self.weir, *map(str, words)]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", env={**os.environ, "NO_COLOR": "1"},
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))) as child:
            try:
                said = child.communicate(timeout=self.waits)
            except subprocess.TimeoutExpired:
                where = _where_waits(child.pid)
                child.kill()
                raise AssertionError(f"{' '.join(command)} has waited for {self.waits} s: {where}") from None
        status = None if -child.returncode in (signal.SIGXCPU, signal.SIGKILL) else child.returncode  # at the soft limit, the hard one
        return subprocess.CompletedProcess(command, status, *said)


def _where_waits(pid):
    """What the kernel says of each thread of a process: its state and where it sleeps."""
    threads = sorted(pathlib.Path(f"/proc/{pid}/task").iterdir())
    states = ((thread / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] for thread in threads)
    return ", ".join(f"{state} in {(thread / 'wchan').read_text(encoding='utf-8') or 'nothing'}" for thread, state in zip(threads, states))


def _words(sets):
    return [word for one in sets for word in ("--set", one)]


def _writable(registers):
    return [(f"{block['name']}.{register['name']}", [dimension["size"] for dimension in register["dimensions"]], register["width"],
             int(register["reset"], 0)) for block in registers["blocks"] for register in block["registers"] if register["access"] == "rw"]


class Outcome:
    """status None: the program did not end in time."""

    def __init__(self, done, out):
        self.status, self.stdout, self.stderr, self.out = done.returncode, done.stdout, done.stderr, out

    @property
    def said(self):
        """The last line on standard error."""
        return (self.stderr.strip().splitlines() or [""])[-1]

    @property
    def warnings(self):
        return [line.removeprefix("warning: ") for line in (self.stdout + self.stderr).splitlines() if line.startswith("warning: ")]

    @property
    def summary(self):
        path = self.out / "summary.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def results(self):
        """{file: text} of what two runs of one scenario have in common."""
        summary = self.summary
        found = {}
        if summary is not None:
            reason = summary.get("partial_reason")
            summary["partial_reason"] = reason and PLACE.sub("", reason)
            found["summary.json"] = json.dumps({key: value for key, value in summary.items() if key not in ASIDE}, indent=1)
        for path in sorted(self.out.rglob("*")) if self.out.exists() else []:
            if path.suffix in (".csv", ".pcapng") and not path.name.startswith("coverage_") and "inputs" not in path.parts:
                found[path.name] = _recorded(path).decode("latin-1")
        return found

    def forget(self):
        if self.out:
            shutil.rmtree(self.out, ignore_errors=True)


def _recorded(path):
    """Of a capture all but its section header, which names the settings and the program."""
    data = path.read_bytes()
    return data[int.from_bytes(data[4:8], "little"):] if path.suffix == ".pcapng" else data


def cpu_seconds():
    """Of this process and all that it has run."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
