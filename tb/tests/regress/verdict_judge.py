# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Whether the verdicts of a run are true, decided by what queues send later: a queue that stands sends nothing in a run a hundred times as long."""

import csv
import dataclasses
import functools
import json
import pathlib
import shutil
import subprocess

import verdict_drawing
from verdict_drawing import key_table

LONGER = 100
SAMPLES = 40  # of a run up to a time


class Unfinished(Exception):
    """A run that ends otherwise than it should."""


@dataclasses.dataclass
class Run:
    """A run until a time, ps, and the depths of its egress queues at the end."""
    until: int
    summary: dict
    depths: dict

    @property
    def sent(self):
        return {f"{queue['device']}.p{queue['port']}.c{queue['class']}": queue["sent_packets"] for queue in self.summary["queues"]}

    @property
    def left(self):
        """Bytes in queues; what a host that has stopped keeps in its receive buffer is in none."""
        return sum(self.depths.values()) + sum(queue["viq_final_bytes"] for queue in self.summary["queues"])

    @property
    def deadlock(self):
        """That which has not dissolved."""
        found = self.summary["deadlock"]
        return found if found and found.get("dissolved_at_seconds") is None else None

    def moved_until(self, later):
        """The queues that send between the end of this run and that of a longer one."""
        before = self.sent
        return {queue for queue, count in later.sent.items() if count != before.get(queue, 0)}


@dataclasses.dataclass
class Found:
    """end: what became of a network, as the page counts it; None: refused. longer: a longer run than the first was needed for a verdict."""
    number: int
    scheme: str
    kind: str
    running: bool
    end: str = None
    longer: bool = False
    wrong: list = dataclasses.field(default_factory=list)


class Bench:
    def __init__(self, weir, folder):
        self.weir, self.folder = weir, folder
        schema = subprocess.run([weir, "schema", "scenario"], capture_output=True, text=True, check=True).stdout
        self.table = key_table.KeyTable(json.loads(schema))

    def drawn(self, number):
        return verdict_drawing.drawn(number, self.table, lambda scenario, hosts: self._cables(number, scenario, hosts))

    def _cables(self, number, scenario, hosts):
        scenario = {**scenario, "flow": [{"src": hosts[0], "dst": hosts[1], "class": 0}]}
        drawn = verdict_drawing.Drawn(number, "", "", False, False, scenario, {}, 0)
        folder = self.folder / f"cables_{number}"
        path = drawn.written(folder)
        if self._call("check", path)[0] != 0:
            return []
        return [(cable["a"], cable["b"]) for cable in self.run(path, 10**6).summary["network"]["cables"]]

    def _call(self, *words):
        done = subprocess.run([self.weir, *map(str, words)], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr.strip()

    def run(self, path, until):
        out = path.parent / f"out_{until}"
        status, said = self._call("run", path, "--out", out, "--set", f"scenario.duration={until}ps",
                                  "--set", f"scenario.sample_interval={max(until // SAMPLES, 1)}ps")
        if status != 0:
            raise Unfinished(f"until {until} ps: status {status}: {said}")
        summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        with open(out / "timeseries.csv", encoding="utf-8", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        end = ".veq_depth_bytes"
        return Run(until, summary, {name.removesuffix(end): int(value) for name, value in last.items() if name.endswith(end)})

    def judged(self, number):
        drawn = self.drawn(number)
        found = Found(number, drawn.scheme, drawn.kind, drawn.running)
        path = drawn.written(self.folder / f"network_{number}")
        if self._call("check", path)[0] != 0:
            return found
        try:
            judge(drawn, functools.cache(lambda until: self.run(path, until)), found)
        except Unfinished as unfinished:
            found.end = "unfinished"
            found.wrong.append(str(unfinished))
        shutil.rmtree(path.parent)
        return found


def judge(drawn, run, found):
    """run: a function from a time to the Run until then."""
    first = run(drawn.brief)
    if not drawn.running and not first.summary["packets_in_network"]:  # nothing will move again
        found.end = "drain"
        if first.deadlock or first.summary["standing"] == "yes" or first.summary["standing_queues"]:
            found.wrong.append(f"stands at {first.until} ps, and all is delivered")
        return
    judged = first
    if first.summary["standing"] == "not judged":
        needs = round(first.summary["standing_needs_seconds"] * 1e12) + 1
        if needs <= first.until:
            found.wrong.append(f"not judged, and needs {needs} ps of {first.until} ps")
        judged, found.longer = run(max(needs, first.until)), True
        if judged.summary["standing"] == "not judged":
            found.wrong.append(f"not judged in the {needs} ps that it needs")
    last = run(max(LONGER * drawn.brief, 2 * judged.until))
    half = run(last.until // 2)
    for one in {id(one): one for one in (first, judged)}.values():
        found.wrong += _deadlock(one, last)
    found.wrong += _standing(drawn, judged, last, run) + _at_the_end(half, last, run)
    found.end = _end(half, last)


def _deadlock(one, last):
    """A deadlock of a run is one for ever, or a longer run says when it has dissolved, which `check` has warned of."""
    deadlock = one.deadlock
    if deadlock is None:
        return []
    moved = sorted(set(deadlock["cycle"]) & one.moved_until(last))
    warned = any("the peer may resume" in warning for warning in one.summary["warnings"])
    if not moved or (last.deadlock is None and warned):
        return []
    return [f"a deadlock of {deadlock['cycle']} at {one.until} ps, and {moved} send later"]


def _after(one):
    return round(one.summary["standing_after_seconds"] * 1e12)


def _sent_within(one, run):
    """The queues that hold packets at the end of a run, and have sent some in the time for which a queue has to stand."""
    return {queue for queue in run(one.until - _after(one)).moved_until(one) if one.depths.get(queue)}


def _standing(drawn, judged, last, run):
    word, moved, after = judged.summary["standing"], judged.moved_until(last), _after(judged)
    wrong = []
    sent = _sent_within(judged, run) if moved and drawn.short and judged.summary["standing_queues"] else set()
    false = sent if drawn.limited else moved
    if word == "yes" and (false or not judged.left):
        wrong.append(f"stands at {judged.until} ps, and {sorted(false)} send {'before' if drawn.limited else 'later'}, of {judged.left} bytes")
    # Behind classes that go first, too, a queue may wait for longer than was asked for, and still come to its turn.
    stood = set(judged.summary["standing_queues"]) & (sent if drawn.short else moved)
    if stood:
        wrong.append(f"queues {sorted(stood)} stand at {judged.until} ps, and send {'in the time before' if drawn.short else 'later'}")
    since = judged.until - after - 2 * (judged.until // SAMPLES)
    if word == "no" and judged.left and not moved and since > 0 and not run(since).moved_until(judged):
        wrong.append(f"stands since {since} ps or longer, and is called moving at {judged.until} ps")
    return wrong


def _at_the_end(half, last, run):
    """What has sent nothing for half of the longest run stands, and a circle of waits is a deadlock."""
    moved, wrong = half.moved_until(last), []
    standing = {queue for queue, depth in last.depths.items() if depth and half.depths.get(queue) and queue not in moved}
    named = set(last.summary["standing_queues"])
    if standing - named:
        wrong.append(f"queues {sorted(standing - named)} send nothing from {half.until} to {last.until} ps, and do not stand")
    if last.left and not moved and last.summary["standing"] != "yes":
        wrong.append(f"{last.left} bytes stay from {half.until} to {last.until} ps; standing: {last.summary['standing']}")
    if last.summary["standing"] == "yes":
        sent = _sent_within(last, run) if moved else set()
        if sent or not last.left:
            wrong.append(f"stands at {last.until} ps, and {sorted(sent)} have sent in the last {_after(last)} ps, of {last.left} bytes")
    hold = last.summary["standing_hold"] or {}
    if "a circle of waits" in hold.get("held_by", "") and not moved and last.deadlock is None and not (last.summary["deadlock"] or {}).get("later"):
        wrong.append(f"{hold} is no deadlock")
    if last.deadlock and set(last.deadlock["cycle"]) & moved:
        wrong.append(f"a deadlock of {last.deadlock['cycle']}, and it sends between {half.until} and {last.until} ps")
    return wrong


def _end(half, last):
    if not last.left:
        return "drain"
    if last.summary["standing"] == "yes":
        return "deadlock" if last.deadlock else "stand otherwise"
    return "queues starve" if last.summary["standing_queues"] else "move"


def _world(sends, left, word, deadlock, queues, needs=None):
    """A function from a time to the Run of a network whose queue s1.p0.c0 has sent as many packets by then as `sends` says."""
    def run(until):
        summary = {"queues": [{"device": "s1", "port": 0, "class": 0, "sent_packets": sends(until), "viq_final_bytes": left}], "packets_in_network": left,
                   "standing": "not judged" if needs and until < needs else word, "standing_after_seconds": 1e-6, "standing_needs_seconds": (needs or 0) / 1e12,
                   "standing_queues": queues, "warnings": [], "deadlock": deadlock and {"cycle": ["s1.p0.c0"], "dissolved_at_seconds": None},
                   "standing_hold": {"held_by": "a circle of waits through s1.p0.c0"} if word == "yes" else None}
        return Run(until, summary, {"s1.p0.c0": 1500 if left else 0})
    return run


MS = 10**9  # ps
QUEUE = ["s1.p0.c0"]
# What is planted, words of the fault that must be told, None: none; the network.
PLANTED = (
    ("a deadlock that stands", None, _world(lambda until: 7, 5, "yes", True, QUEUE)),
    ("a network that drains", None, _world(lambda until: 9, 0, "no", False, [])),
    ("a network that moves", None, _world(lambda until: until // MS, 5, "no", False, [])),
    ("a standstill that needs a longer run", None, _world(lambda until: 7, 5, "yes", True, QUEUE, 3 * MS)),
    ("a deadlock that moves", "send later", _world(lambda until: until // MS, 5, "no", True, [])),
    ("a network that moves as standing", "send later", _world(lambda until: until // MS, 5, "yes", False, [])),
    ("a network that stands as moving", "is called moving", _world(lambda until: 7, 5, "no", False, QUEUE)),
    ("a network that stands as moving, in the end", "bytes stay", _world(lambda until: 7, 5, "no", False, QUEUE)),
    ("an empty network as standing", "stands at", _world(lambda until: 9, 0, "yes", True, [])),
    ("a circle that is no deadlock", "is no deadlock", _world(lambda until: 7, 5, "yes", False, QUEUE)),
    ("a queue that stands unnamed", "do not stand", _world(lambda until: 7, 5, "yes", True, [])),
    ("a queue that sends as standing", "send later", _world(lambda until: until // MS, 5, "no", False, QUEUE)),
    ("no verdict in the time that it needs", "not judged in", _world(lambda until: 7, 5, "not judged", True, QUEUE, 3 * MS)),
    ("no verdict although the run is long enough", "not judged, and needs", _world(lambda until: 7, 5, "not judged", True, QUEUE, MS // 2)),
)


def self_test():
    """Planted verdicts that are judged wrongly."""
    problems = []
    for what, words, world in PLANTED:
        found = Found(0, "pfc", "ring", False)
        judge(verdict_drawing.Drawn(0, "pfc", "ring", False, False, {}, {}, MS), world, found)
        if (words is None and found.wrong) or (words is not None and not any(words in wrong for wrong in found.wrong)):
            problems.append(f"{what}: {found.wrong}")
    return problems
