# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Two congestion trees that share a leaf: runs scenarios/tcd/tcd_overlapped.toml with TCD and with ECN and judges the states of its ports.

tcd_trees.py WEIR            fails where a port is in another state than figure 5(b) of the paper says, or where the figures in
                             docs/results/tcd_trees.md are not those of this run
tcd_trees.py WEIR --write    puts the figures of this run into docs/results/tcd_trees.md
tcd_trees.py --self-test     shows that a wrong state and a wrong figure are found
"""

import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/tcd_trees.md"
SCENARIO = "scenarios/tcd/tcd_overlapped.toml"
NAMES = ("not congested", "congested", "undetermined", "draining")  # as the time series numbers them
# Seconds. Those of the scenario's watchers, from when the trees stand or have gone.
PHASES = {"both trees": (2.3e-3, 3.3e-3), "only b": (4.3e-3, 6.3e-3), "none": (9.5e-3, 11e-3)}
PORTS = {  # its name, and the states that it must be in, a phase each
    "t2.p3.c0": ("t2 to r1, root of a", ("congested", "not congested", "not congested")),
    "t3.p3.c0": ("t3 to r2, root of b", ("congested", "congested", "not congested")),
    "l0.p3.c0": ("l0 to t2, leaf of a", ("undetermined", "not congested", "not congested")),
    "l0.p4.c0": ("l0 to t3, leaf of b", ("undetermined", "undetermined", "not congested")),
    "t0.p3.c0": ("t0 to l0, leaf of both", ("undetermined", "undetermined", "not congested")),
}
WATCHERS = {"l0.p3.c0": "leaf_a", "l0.p4.c0": "leaf_b", "t0.p3.c0": "leaf_ab"}
SUFFIXES = ("both", "b", "none")


def states(rows):
    """{port: the states that it was in, of each phase}."""
    found = {}
    for port in PORTS:
        found[port] = tuple({NAMES[int(row[f"{port}.tcd_state"])] for row in rows if start <= float(row["time_seconds"]) < end}
                            for start, end in PHASES.values())
    return found


def faults(found):
    """What is wrong with the states, in words."""
    return [f"{PORTS[port][0]}, {phase}: wanted {wanted}, got {', '.join(sorted(got)) or 'nothing'}"
            for port in PORTS for phase, wanted, got in zip(PHASES, PORTS[port][1], found[port], strict=True) if got != {wanted}]


def table(found, marks):
    """marks: {detector: {flow: (packets, CE, UE)}}."""
    lines = ["| port | " + " | ".join(PHASES) + " |", "|---|" + "---|" * len(PHASES)]
    for port, (name, _) in PORTS.items():
        lines.append(f"| {name} | " + " | ".join(", ".join(sorted(states)) for states in found[port]) + " |")
    lines += ["", "Of the packets of each watcher, those marked:", ""]
    lines += ["| over | detector | " + " | ".join(PHASES) + " |", "|---|---|" + "---|" * len(PHASES)]
    for port, watcher in WATCHERS.items():
        for detector, flows in marks.items():
            cells = []
            for suffix in SUFFIXES:
                packets, congested, undetermined = flows[f"{watcher}_{suffix}"]
                cells.append(", ".join(f"{count} {word}" for count, word in ((congested, "CE"), (undetermined, "UE")) if count)
                             + f" of {packets}" if congested or undetermined else f"none of {packets}")
            lines.append(f"| {PORTS[port][0]} | {detector} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def marks_of(summary):
    return {flow["name"]: (flow["delivered_packets"], flow["ce_packets"], flow.get("ue_packets") or 0) for flow in summary["flows"]}


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        summary = results_page.run(weir, SCENARIO, f"{scratch}/tcd")
        found = states(results_page.time_series(f"{scratch}/tcd"))
        ecn = results_page.run(weir, SCENARIO, f"{scratch}/ecn", "--set", "expect=", "--set", "congestion.detector=red_ecn")
    figures = table(found, {"TCD": marks_of(summary), "ECN": marks_of(ecn)})
    return results_page.check_page(PAGE, figures, faults(found), f"{len(PORTS)} ports as expected in {len(PHASES)} phases", rewrite)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {port: tuple({state} for state in states_of) for port, (_, states_of) in PORTS.items()}
    marks = {"TCD": {f"{watcher}_{suffix}": (250, 0, 7) for watcher in WATCHERS.values() for suffix in SUFFIXES}}
    figures = table(right, marks)
    page = f"words\n{results_page.BEGIN}{figures}{results_page.END}words\n"
    one_more = {**right, "l0.p3.c0": ({"undetermined"}, {"not congested", "congested"}, {"not congested"})}
    rows = [{"time_seconds": "0.005", **{f"{port}.tcd_state": "2" for port in PORTS}}]
    problems = faults(right) + results_page.stale(PAGE, page, figures)
    if faults(one_more) != ["l0 to t2, leaf of a, only b: wanted not congested, got congested, not congested"]:
        problems.append(f"planted a leaf that is congested, found {faults(one_more)}")
    if states(rows)["t0.p3.c0"] != (set(), {"undetermined"}, set()) or not faults(states(rows)):
        problems.append(f"planted one row, found {states(rows)['t0.p3.c0']}")
    marks["TCD"]["leaf_a_b"] = (250, 1, 0)
    if not results_page.stale(PAGE, page, table(right, marks)):
        problems.append("planted one more CE, found nothing")
    return problems, 3


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
