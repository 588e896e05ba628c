# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The fat-tree case with a victim under four schemes and four arbitrations: runs the 16 cells and judges them, and what
else the page says.

fat_tree_matrix.py WEIR            runs all cells; fails where an outcome is not the class that is expected, or where the
                                   figures in docs/results/fat_tree_matrix.md are not those of this run
fat_tree_matrix.py WEIR --write    puts the figures of this run into docs/results/fat_tree_matrix.md
fat_tree_matrix.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import sys

import results_page
from results_page import DEADLOCK, mean_gbps, outcome_faults, steady_gbps, within
from ring_matrix import CROSSBAR, FIFO

JITTER = FIFO + [CROSSBAR + "transfer=packet", CROSSBAR + "jitter=10ns"]
ARBITRATIONS = {
    "output-queued": [CROSSBAR + "strategy=output_queued"],
    "input FIFO, cells": FIFO,
    "input FIFO, packets, 10 ns jitter": JITTER,
    "virtual output queues": [],
}

# What each cell must be: "deadlock", or the range of the steady rate of every flow in Gbps. Derived with an independent
# packet simulator: the last two columns; the paper has the last column's rates and the deadlocks. The first two columns
# are ours alone, and their ranges wide.
FAIR, SINKS = (4.9, 5.1), (0.0, 0.01)
EXPECTED = {
    "pfc": [DEADLOCK, DEADLOCK, DEADLOCK, FAIR],
    "cbfc": [DEADLOCK, DEADLOCK, DEADLOCK, FAIR],
    "gfc_buffer_based": [SINKS, SINKS, SINKS, FAIR],
    "gfc_time_based": [SINKS, (3.0, 4.0), (3.6, 3.8), FAIR],
}
CYCLE = ["sa3.p3.c0", "sc2.p2.c0", "sa7.p2.c0", "sc1.p1.c0"]  # SA3 to SC2, SC2 to SA7, SA7 to SC1, SC1 to SA3

ROOM = "switch.mmu.headroom=30KB"
# What the page says beside the table: scheme, settings, until, and what must be true of the summary.
CLAIMS = [
    ("with room above Bm, VIQs go two packets beyond it within 100 ms", "gfc_buffer_based", JITTER + [ROOM], "100ms",
     lambda s: highest(s) == 303_000 and not s["drops"]),
    ("and on: seven packets after a second", "gfc_buffer_based", JITTER + [ROOM], "1s",
     lambda s: highest(s) == 310_500 and not s["drops"]),
    ("one packet of room is not enough", "gfc_buffer_based", JITTER + ["switch.mmu.headroom=1500B"], "100ms",
     lambda s: sum(s["drops"].values()) > 0),
    ("B1 = 270 KB: 1.0 Gbps", "gfc_buffer_based", JITTER + ["flow_control.gfc_buffer_based.b1=270KB"], "100ms",
     lambda s: within(steady_gbps(s), (1.0, 1.02)) and highest(s) < 300_000),
    ("B1 = 200 KB: 2.5 Gbps", "gfc_buffer_based", JITTER + ["flow_control.gfc_buffer_based.b1=200KB"], "100ms",
     lambda s: within(steady_gbps(s), (2.49, 2.51)) and highest(s) < 254_000),
]


def highest(summary):
    return max(queue["viq_peak_bytes"] for queue in summary["queues"])


def faults(key, expected, summary):
    """What is wrong with a cell, in words."""
    found = outcome_faults(expected, CYCLE, summary)
    if summary["drops"]:
        found.append(f"packets lost: {summary['drops']}")
    if key[0].startswith("gfc") and any(queue["hold_and_wait_seconds"] > 0 for queue in summary["queues"]):
        found.append("hold-and-wait under GFC")
    return found


def cell_text(summary):
    if summary["deadlock"]:
        text = f"**deadlock** at {summary['deadlock']['formed_at_seconds'] * 1e3:.3f} ms, victim stopped"
        mean = mean_gbps(summary)[4]
        text += f" (mean {mean:.2f} Gbps)"
    else:
        *others, victim = steady_gbps(summary)
        low, high = min(others), max(others)
        text = f"{low:.2f} to {high:.2f} Gbps" if high - low >= 0.01 else f"{low:.2f} Gbps"
        text += f", victim {victim:.2f} Gbps"
    text += f"<br>highest VIQ {highest(summary) / 1e3:.1f} KB"
    lost = sum(summary["drops"].values())
    return text + (f"<br>{lost:,} packets lost" if lost else "")


MATRIX = results_page.Matrix(results_page.TOP / "docs/results/fat_tree_matrix.md", "scenarios/fat_tree", ARBITRATIONS,
                             EXPECTED, CLAIMS, faults, cell_text)


def made_up(expected):
    """A summary as it should be."""
    rate = 0 if expected == DEADLOCK else sum(expected) / 2 * 1e9
    return {"flows": [{"steady_bps": rate, "mean_bps": rate}] * 5, "drops": {},
            "queues": [{"viq_peak_bytes": 290_000, "hold_and_wait_seconds": 0}],
            "deadlock": {"formed_at_seconds": 0.002, "cycle": CYCLE} if expected == DEADLOCK else None}


def self_test():
    """Plants what is wrong, and wants it found."""
    cells = {key: made_up(expected) for key, expected in MATRIX.keys()}
    dead, alive = ("pfc", "output-queued"), ("gfc_time_based", "virtual output queues")
    deadlock = {"formed_at_seconds": 0.002, "cycle": CYCLE}
    flow = {"steady_bps": 5e9, "mean_bps": 5e9}
    planted = [
        (None, dead, {}),
        ("no deadlock", dead, {"deadlock": None}),
        ("the cycle is", dead, {"deadlock": dict(deadlock, cycle=CYCLE[:2])}),
        ("flows move after the deadlock", dead, {"flows": [dict(flow, steady_bps=0)] * 4 + [flow]}),
        ("deadlock at", alive, {"deadlock": deadlock}),
        ("are not in", alive, {"flows": [flow] * 4 + [dict(flow, steady_bps=4e9)]}),
        ("packets lost", alive, {"drops": {"viq_full": 1}}),
        ("hold-and-wait", alive, {"queues": [{"viq_peak_bytes": 290_000, "hold_and_wait_seconds": 1e-6}]}),
        ("does not hold the figures", alive, {"queues": [{"viq_peak_bytes": 291_000, "hold_and_wait_seconds": 0}]}),
    ]
    return MATRIX.planted_faults(cells, planted), len(planted)


if __name__ == "__main__":
    sys.exit(results_page.main(MATRIX, self_test, __doc__))
