# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""GFC's figure 18, what a deadlock does to the rest of a network: what gfc_figures.py runs, judges and draws of it."""

import curves
import results_page
from curves import Panel

SCHEMES = {"pfc": "PFC", "cbfc": "CBFC", "gfc_buffer_based": "buffer-based GFC", "gfc_time_based": "time-based GFC"}
# What is delivered by an instant is that of a run that ends there, ms.
INSTANTS = (2, 4, 6, 8, 9, 10, 11, 12, 14, 16, 20, 30, 40)
LENGTH, HOSTS = INSTANTS[-1], 16
SETTINGS = ["switch.crossbar.strategy=output_queued", "workload.enterprise.sizes=../flow_sizes/websearch.csv", "topology.seed=5851", "scenario.seed=6",
            f"scenario.duration={LENGTH}ms"]


def ms(value):
    return "-" if value is None else f"{value:.2f} ms"


def cases():
    """{key: (scenario, until in ms, sample interval, settings)}; a key is (18, scheme, until)."""
    return {(18, scheme, until): (f"gfc_networks/{scheme}", until, "100us", SETTINGS) for scheme in SCHEMES for until in INSTANTS}


def observed(_, summary, rows):
    """What tables, judges and curves want of a run: ms, megabits."""
    del rows
    return {"megabits": summary["workloads"][0]["delivered_bytes"] * 8 / 1e6, "deadlock": summary["deadlock"]["formed_at_seconds"] * 1e3 if summary["deadlock"] else None,
            "drops": sum(summary["drops"].values())}


def rates(found, scheme):
    """[(begin, end, Gbps of all hosts together)] between one instant and the next."""
    edges = [(0, 0.0), *((until, found[18, scheme, until]["megabits"]) for until in INSTANTS)]
    return [(begin, end, (now - before) / (end - begin)) for (begin, before), (end, now) in zip(edges, edges[1:])]


def deadlock(found, scheme):
    return found[18, scheme, LENGTH]["deadlock"]


def before_and_after(found, scheme):
    """Mean rate until the last instant before PFC's deadlock, and in the last stretch."""
    at = deadlock(found, "pfc") or LENGTH / 2
    until = max(instant for instant in INSTANTS if instant < at)
    return found[18, scheme, until]["megabits"] / until, rates(found, scheme)[-1][2]


def judge(found):
    """The network stands after a deadlock; under GFC there is none, and it stands nevertheless."""
    wrong = []
    for scheme in SCHEMES:
        at, (before, after) = deadlock(found, scheme), before_and_after(found, scheme)
        if (at is None) != scheme.startswith("gfc") or after > 0.01 * before:
            wrong.append(f"figure 18: {scheme}: deadlock at {at}, {after:.1f} Gbps at the end")
    return wrong


def table(found):
    head = ["Gbps from .. to ms", "deadlock", *(f"{begin} .. {end}" for begin, end, _ in rates(found, "pfc"))]
    return results_page.table(head, [[text, ms(deadlock(found, scheme)), *(f"{rate:.1f}" for _, _, rate in rates(found, scheme))] for scheme, text in SCHEMES.items()])


def tables(found):
    return {"figure 18": table(found)}


def drawings(found):
    lines = {SCHEMES[scheme]: [point for begin, end, rate in rates(found, scheme) for point in ((begin, rate), (end, rate))] for scheme in SCHEMES}
    row = [Panel(f"({letter})", "Gbps", {name: lines[name] for name in names}, LENGTH, 10 * HOSTS)
           for letter, names in (("a", ("PFC", "buffer-based GFC")), ("b", ("CBFC", "time-based GFC")))]
    return {18: curves.drawing("GFC, figure 18: what all hosts receive", [row], "ms")}


def made_up(key):
    """A run as it should be."""
    dead = key[1] in ("pfc", "cbfc")
    return {"megabits": 50.0 * min(key[2], 9), "deadlock": 8.5 if dead and key[2] > 8.5 else None, "drops": 0}


# What self_test() of gfc_figures.py plants here: words of the fault, what changes the runs.
PLANTED = [
    ("figure 18: pfc: deadlock at None", lambda runs: runs[18, "pfc", LENGTH].update(deadlock=None)),
    ("figure 18: pfc: deadlock at 8.5, 5.0 Gbps", lambda runs: runs[18, "pfc", LENGTH].update(megabits=500.0)),
    ("gfc_time_based: deadlock at 3.0", lambda runs: runs[18, "gfc_time_based", LENGTH].update(deadlock=3.0)),
    ("gfc_buffer_based: deadlock at None, 5.0 Gbps", lambda runs: runs[18, "gfc_buffer_based", LENGTH].update(megabits=500.0)),
    ("3 packets lost", lambda runs: runs[18, "cbfc", LENGTH].update(drops=3)),
    ("'figure 18' is not that", lambda runs: runs[18, "cbfc", 4].update(megabits=8.0)),
]
