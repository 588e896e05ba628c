# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""How much of the runs of scenarios/ could be skipped because their state recurs: the figures of the decision on a fast-forward (PAGE).

The state of a run is taken to recur with a period where all waveforms of the last part of the run repeat with that period, to the picosecond, and have done so
three times or more. Since when is found by halving, from waveforms of three periods at a time. The whole periods after the first one could be skipped; they
count by the events of devices. CPU seconds are those of the machine, and grow with its load.

usage: steady_states.py WEIR [--write] [--only PART_OF_PATH] | --self-test
"""

import argparse
import collections
import dataclasses
import functools
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib

import results_page
from results_page import TOP
from story_words import amount

PAGE = TOP / "docs" / "decisions" / "0290-a-steady-state-is-simulated-whole.md"
LEFT_OUT = "link_plans"  # cases of a conformance plan for one link
LONG = 8_000_000  # events of devices: a longer run is not measured
WINDOW = 200_000  # events of devices in the last part of a run
TIMES = 3  # a period is seen
HALVINGS = 5
RANDOM = ("poisson", "bernoulli", "on_off", "pcap")
SOME, HALF = 0.1, 0.5  # parts of a run
ENDS = ("not run", "random, TCP or a capture", "too long", "no period seen", "less than a tenth", "a tenth to a half", "half or more")


def changes(path):
    """[(time, what changes to what)] of a VCD file, what stands at its first time left out."""
    made, here, time = [], [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line[0] == "#":
                made.append((time, tuple(sorted(here))))
                time, here = int(line[1:]), []
            elif line[0] in "bs01" and time is not None:
                here.append(line.strip())
    made.append((time, tuple(sorted(here))))
    return [one for one in made[2:] if one[1]]


def period(told):
    """The shortest time with which the last changes have repeated TIMES times, or None."""
    steps = [(time - before, what) for (before, _), (time, what) in zip(told, told[1:])][::-1]
    same, left, right = [0] * len(steps), 0, 0  # same[i]: how many steps from the end on equal those i before
    for i in range(1, len(steps)):
        length = min(right - i, same[i - left]) if i < right else 0
        while i + length < len(steps) and steps[length] == steps[i + length]:
            length += 1
        same[i] = length
        if i + length > right:
            left, right = i, i + length
        if length >= (TIMES - 1) * i:
            return sum(time for time, _ in steps[:i])
    return None


def repeats(told, begin, every):
    """Whether the changes between `begin` and TIMES periods later repeat. Those at the borders may stand in the dump of the first values."""
    within = {time - begin: what for time, what in told if begin < time < begin + TIMES * every}
    inner = {time: what for time, what in within.items() if time % every}
    return all(inner.get(time + every) == what for time, what in inner.items() if time < (TIMES - 1) * every) and all(
        time - every in inner for time in inner if time > every)


@dataclasses.dataclass
class Found:
    scenario: str
    end: str
    period: int = 0  # ps
    since: int = 0
    duration: int = 0
    seconds: float = 0.0  # of CPU time
    saved: float = 0.0  # of all events


class Run:
    def __init__(self, weir, scenario, folder):
        self.weir, self.scenario, self.folder = weir, scenario, folder

    def until(self, time, *options):
        """The summary of a run to that time, or None."""
        limit = ("--until", f"{time}ps") if time else ()
        shutil.rmtree(self.folder, ignore_errors=True)
        done = subprocess.run([self.weir, "run", self.scenario, "--out", self.folder, *limit, *options], cwd=TOP, capture_output=True, check=False)
        return json.loads((self.folder / "summary.json").read_text(encoding="utf-8")) if done.returncode in (0, 1) else None

    def waves(self, begin, end):
        self.until(end, "--waves", "vcd", "--waves-from", f"{begin}ps")
        return changes(self.folder / "waves.vcd")

    @functools.cached_property
    def settings(self):
        return tomllib.loads((self.folder / "resolved.toml").read_text(encoding="utf-8"))


def refused(settings):
    """Whether the run draws numbers, replays a capture or has TCP: what a fast-forward would refuse."""
    return bool(settings.get("workload") or settings.get("link_fault") or settings.get("link_damage")
                or settings["congestion"]["detector"].startswith("red") or amount(settings["switch"]["crossbar"].get("jitter", "0ps")) > 0
                or any(flow.get("kind") in RANDOM or flow.get("framing") == "tcp" for flow in settings.get("flow", [])))


def beginning(repeating, every, end):
    """By halving: a time from which on changes repeat, at most a part of the run too late. repeating: a function from a time to whether they do."""
    early, late = 0, end - TIMES * every
    for _ in range(HALVINGS):
        middle = (early + late) // 2
        early, late = (early, middle) if repeating(middle) else (middle, late)
    return late


def measured(run):
    found = Found(str(run.scenario.relative_to(TOP / "scenarios")), "not run")
    if run.until(10**6) is None:
        return found
    if refused(run.settings):
        return dataclasses.replace(found, end="random, TCP or a capture")
    duration = amount(run.settings["scenario"]["duration"])
    early = run.until(max(duration // 50, 10**6))
    if early["kernel_events"] * duration / 1e12 > LONG * early["simulated_seconds"]:
        return dataclasses.replace(found, end="too long")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = run.until(0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    events, end = whole["kernel_events"], round(whole["simulated_seconds"] * 1e12)
    last = max(end // 2, end - int(end * WINDOW / max(events, 1)))
    told = run.waves(last, end)
    every = period(told) if told else (end - last) // TIMES
    if every is None:
        return dataclasses.replace(found, end="no period seen", seconds=seconds)
    since = beginning(lambda time: repeats(run.waves(time, time + TIMES * every), time, every), every, end)
    begun = run.until(since + every)["kernel_events"]
    left = end - since - every
    saved = max(events - begun, 0) / events * (left // every * every / left)
    return Found(found.scenario, ENDS[4 + (saved >= SOME) + (saved >= HALF)], every, since, end, seconds, saved)


def tables(found):
    ends = collections.Counter(one.end for one in found)
    of_all = [[end, str(ends[end]), f"{100 * ends[end] / len(found):.1f} %"] for end in ENDS] + [["all", str(len(found)), ""]]
    seconds, saved = sum(one.seconds for one in found), sum(one.saved * one.seconds for one in found)
    of_all += [["CPU seconds of the measured runs", f"{seconds:.0f}", ""], ["of these, saved", f"{saved:.0f}", f"{100 * saved / max(seconds, 1e-9):.1f} %"]]
    most = sorted((one for one in found if one.saved >= SOME), key=lambda one: (-one.saved, one.scenario))
    rows = [[f"`{one.scenario}`", words(one.period), words(one.since), words(one.duration), f"{one.seconds:.2f}", f"{100 * one.saved:.0f} %"] for one in most]
    return {"runs": results_page.table(["saved by a fast-forward", "runs", ""], of_all),
            "most": results_page.table(["scenario", "period", "recurs since", "run", "CPU seconds", "saved"], rows)}


def words(time):
    unit, size = next((unit, size) for unit, size in (("ms", 10**9), ("us", 10**6), ("ns", 10**3), ("ps", 1)) if time >= size or size == 1)
    return f"{time / size:.4g} {unit}"


def self_test():
    """What is judged wrongly of planted waveforms."""
    steady = [(3 * place, (f"b{place % 4}",)) for place in range(40)]
    problems = [] if period(steady) == 12 else [f"period {period(steady)} of 12"]
    problems += [f"{what} repeats with {period(told)}" for what, told in (
        ("a depth that grows", [(3 * place, (f"b{place}",)) for place in range(40)]), ("two periods", steady[:9]),
        ("a last change that is late", [*steady[:-1], (118, ("b3",))])) if period(told) is not None]
    late = [(time if time < 60 else time + 1, what) for time, what in steady]
    if period(late) != 12 or not repeats(steady, 12, 12) or repeats(late, 36, 12) or repeats(steady[:9] + steady[10:], 12, 12):
        problems.append("changes a picosecond late, or one too few, repeat")
    if not 700 <= beginning(lambda time: time >= 700, 10, 1000) <= 701 + (1000 >> HALVINGS):
        problems.append("the beginning is another")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weir", nargs="?")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        problems = self_test()
        print("\n".join(problems) or "planted waveforms judged rightly")
        return 1 if problems else 0
    found = []
    for path in sorted((TOP / "scenarios").rglob("*.toml")):
        if LEFT_OUT not in path.parts and arguments.only in str(path):
            with tempfile.TemporaryDirectory(prefix="weir_steady_") as folder:
                found.append(measured(Run(str(pathlib.Path(arguments.weir).resolve()), path, pathlib.Path(folder) / "out")))
            print(found[-1], flush=True, file=sys.stderr)
    return results_page.conclude(PAGE, tables(found), [], arguments.write, bool(arguments.only))


if __name__ == "__main__":
    sys.exit(main())
