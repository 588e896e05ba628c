# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that each property can fail: a program that is right but for one planted fault, which the property must find."""

import json
import pathlib
import subprocess
import tempfile

import books
import case as case_room
import drawing
import minimise
import program
import properties

SCENARIO = {
    "scenario": {"name": "planted", "duration": "100us"},
    "topology": {"kind": "star", "hosts": 3, "delay": "100ns"},
    "switch": {"max_frame": "1500B", "mmu": {"viq_limit": "30KB", "headroom": "20KB"}},
    "flow_control": {"scheme": "pfc", "lossless": [0], "pfc": {"xoff": "30KB", "xon": "27KB"}},
    "measure": {"latency": True},
    "flow": [{"src": "h1", "dst": "h3", "stop": "80us"}, {"src": "h2", "dst": "h3", "stop": "80us"}],
}


class Planted(program.Program):
    """`fault` is a function of the words of a call and of what the right program has done; it may write to the folder of results."""

    def __init__(self, weir, scratch, fault):
        super().__init__(weir, scratch)
        self.fault = fault

    def _call(self, *words):
        return self.fault([str(word) for word in words], super()._call(*words))


def _out(words):
    return pathlib.Path(words[words.index("--out") + 1])


def _edit(name, change):
    """A fault that changes a file of results of those runs whose words hold `of`."""
    def fault_of(of):
        def fault(words, done):
            if words[0] == "run" and any(of in word for word in words) and done.returncode == 0:
                path = _out(words) / name
                path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
            return done
        return fault
    return fault_of


def _summary(change):
    """As _edit: `change` is a function of the summary."""
    def edited(text):
        summary = json.loads(text)
        change(summary)
        return json.dumps(summary)
    return _edit("summary.json", edited)


def _ends_with(command, status, said, of=""):
    def fault(words, done):
        if words[0] == command and any(of in word for word in words):
            return subprocess.CompletedProcess(done.args, status, "", said)
        return done
    return fault


def _counter():
    """Each run is another."""
    runs = []

    def change(summary):
        runs.append(summary)
        summary["packet_hops"] += len(runs)
    return _summary(change)("run")


def _lost(summary):
    summary["faults"].append("lossless class 0 lost packet 7")


def _book(summary):
    """With books, be they those of a program that has none: 10 packets of a flow, all delivered, beside none of the other words."""
    if "books" not in summary:
        summary["books"] = [{"of": name, "frames": "data", **{f"{word}_{unit}": 10 * (word in ("injected", "delivered")) for word in (*books.COME, *books.GONE)
                                                             for unit in books.UNITS}} for name in ("f1", "f2")]
        summary.update({f"{unit}_{word}": 20 * (word in ("injected", "delivered")) for word in (*books.COME, *books.GONE) for unit in books.UNITS})
    return summary


def _one_more_of(counts, word):
    counts[word] += 1


def _stuck(summary):
    summary["packets_in_network"] = 5
    summary["standing"] = "no"
    summary["queues"][0]["standing_hold_seconds"] = summary["simulated_seconds"]


def _unjudged(summary):
    _stuck(summary)
    summary["standing"] = "not judged"
    summary["standing_needs_seconds"] = 2 * summary["simulated_seconds"]


_ONE_MORE = _summary(lambda summary: summary.update(packet_hops=summary["packet_hops"] + 1))
_LAST_DIGIT = _edit("timeseries.csv", lambda text: text.rstrip("\n")[:-1] + chr(ord(text.rstrip("\n")[-1]) ^ 1) + "\n")


def _of_hosts():
    def fault(words, done):
        if any("fidelity.lossless_port=" in word for word in words):
            return subprocess.CompletedProcess(done.args, 2, "", f"weir: key 'fidelity.lossless_port': s1: {properties.DISOBEYS}")
        return _ONE_MORE("/hosts/")(words, done)
    return fault


# (what is planted, the property that must find it, the fault)
FAULTS = (
    ("an internal fault", "ends", lambda: _ends_with("run", 3, "weir: internal fault: planted")),
    ("a file refused by run alone", "ends", lambda: _ends_with("run", 2, "weir: planted")),
    ("no end", "ends", lambda: _ends_with("run", None, "")),
    ("a count that the quantum changes", "quantum", lambda: _ONE_MORE("scenario.quantum=off")),
    ("a digit of a series that the quantum changes", "quantum", lambda: _LAST_DIGIT("scenario.quantum=off")),
    ("an internal fault without quantum", "quantum", lambda: _ends_with("run", 3, "planted", "scenario.quantum=off")),
    ("each run another", "repeated", _counter),
    ("another run from resolved.toml", "resolved", lambda: _LAST_DIGIT("resolved.toml")),
    ("a queue that waves take away", "waves", lambda: _summary(lambda summary: summary["queues"].pop())("--waves")),
    ("another result with rtl", "rtl", lambda: _ONE_MORE("fidelity.all=rtl")),
    ("another result in lock-step", "lockstep", lambda: _ONE_MORE("fidelity.all=lockstep")),
    ("another result with ports in RTL", "port", lambda: _ONE_MORE("fidelity.lossless_port=lockstep")),
    ("another result with ports as RTL alone", "port", lambda: _ONE_MORE("fidelity.lossless_port=rtl")),
    ("another result with ports of hosts, where switches may have none", "port", _of_hosts),
    ("a count below zero", "books", lambda: _summary(lambda summary: summary.update(packets_in_network=2**64 - 3))("run")),
    ("a packet too many", "books", lambda: _summary(lambda summary: _book(summary) and _one_more_of(summary, "packets_injected"))("run")),
    ("a byte too many of a flow", "books", lambda: _summary(lambda summary: _one_more_of(_book(summary)["books"][0], "injected_bytes"))("run")),
    ("a flow without books", "books", lambda: _summary(lambda summary: _book(summary)["books"].pop())("run")),
    ("more arrived than sent", "books", lambda: _summary(lambda summary: summary["flows"][0].update(sent_packets=1))("run")),
    ("a loss without a warning", "lossless", lambda: _summary(_lost)("file.toml")),
    ("a loss with the headroom that check asks for", "headroom", lambda: _summary(_lost)("/headroom/")),
    ("an internal fault with it", "headroom", lambda: _ends_with("run", 3, "planted", "/headroom/")),
    ("packets that stay", "drained", lambda: _summary(_stuck)("/drained/")),
    ("packets that stay, and no verdict however long the run", "drained", lambda: _summary(_unjudged)("/drained/")),
    ("a mutant that check takes", "mutations", lambda: _ends_with("check", 0, "", "/mutant/")),
    ("a mutant that run takes", "mutations", lambda: _ends_with("run", 0, "", "/mutant/")),
    ("a mutant refused without its place", "mutations", lambda: _ends_with("check", 2, "weir: no", "/mutant/")),
)


def self_test(weir):
    """Problems: planted faults that are not found, and properties that fault the right program."""
    problems = []
    with tempfile.TemporaryDirectory(prefix="weir_planted_") as folder:
        folder = pathlib.Path(folder)
        for number, (what, name, fault) in enumerate((("nothing", None, lambda: lambda words, done: done), *FAULTS)):
            own = folder / f"planted_{number}"
            case = case_room.Case(Planted(weir, own, fault()), drawing.File(0, SCENARIO, {}, {}), own)
            found = [found for found, _ in properties.failures(case, [name] if name else properties.PROPERTIES)]
            if name is None and found:
                problems.append(f"{found} fault the right program")
            if name is not None and name not in found:
                problems.append(f"{what}: {name} does not find it; found {found}")
        problems += _minimised(weir, folder) + _waiting(folder)
    faulted = {name for _, name, _ in FAULTS}
    return problems + [f"no fault is planted for {name}" for name in properties.PROPERTIES if name not in faulted]


def _minimised(weir, folder):
    """A file of which one flow alone is to blame becomes smaller, and still fails."""
    def fault(words, done):
        if words[0] == "run" and 'dst = "h3"' in pathlib.Path(words[1]).read_text(encoding="utf-8"):
            return subprocess.CompletedProcess(done.args, 3, "", "planted")
        return done
    case = case_room.Case(Planted(weir, folder / "whole", fault), drawing.File(0, SCENARIO, {}, {}), folder / "whole")
    scenario = minimise.smaller(case, "ends", properties.ends(case)).scenario
    if "measure" in scenario or len(scenario.get("flow", [])) != 1 or "scenario" not in scenario:
        return [f"minimised to {scenario}"]
    return []


def _waiting(folder):
    """A program that waits for ever is named, with where it waits."""
    sleeper = program.Program("/bin/sleep", folder)
    sleeper.waits = 1
    try:
        sleeper._call("1000")
    except AssertionError as said:
        return [] if "sleep" in str(said) and " in " in str(said) else [f"a program that waits: {said}"]
    return ["a program that waits is not found"]
