# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The fat-tree case with a victim under four schemes and four arbitrations: runs sweeps/fat_tree_matrix.toml and judges its
16 cells, and what else the page says.

fat_tree_matrix.py WEIR            runs all of it; fails where an outcome is not the class that is expected, or where the
                                   figures in docs/results/fat_tree_matrix.md are not those of this run
fat_tree_matrix.py WEIR --write    puts the figures of this run into docs/results/fat_tree_matrix.md
fat_tree_matrix.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import sys

import results_page
from results_page import DEADLOCK, flow_gbps, gbps, outcome_faults, values, within
from ring_matrix import CROSSBAR, FIFO

JITTER = FIFO + [CROSSBAR + "transfer=packet", CROSSBAR + "jitter=10ns"]
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
    *((f"the deadlock is that of the four switches: {scheme}", scheme, FIFO, "5ms", lambda s: s["deadlock"]["cycle"] == CYCLE)
      for scheme in ("pfc", "cbfc")),
    ("with room above Bm, VIQs go two packets beyond it within 100 ms", "gfc_buffer_based", JITTER + [ROOM], "100ms",
     lambda s: highest(s) == 303_000 and not s["drops"]),
    ("and on: seven packets after a second", "gfc_buffer_based", JITTER + [ROOM], "1s",
     lambda s: highest(s) == 310_500 and not s["drops"]),
    ("one packet of room is not enough", "gfc_buffer_based", JITTER + ["switch.mmu.headroom=1500B"], "100ms",
     lambda s: sum(s["drops"].values()) > 0),
    ("B1 = 270 KB: 1.0 Gbps", "gfc_buffer_based", JITTER + ["flow_control.gfc_buffer_based.b1=270KB"], "100ms",
     lambda s: within(flow_gbps(s), (1.0, 1.02)) and highest(s) < 300_000),
    ("B1 = 200 KB: 2.5 Gbps", "gfc_buffer_based", JITTER + ["flow_control.gfc_buffer_based.b1=200KB"], "100ms",
     lambda s: within(flow_gbps(s), (2.49, 2.51)) and highest(s) < 254_000),
]


def highest(summary):
    return max(queue["viq_peak_bytes"] for queue in summary["queues"])


def faults(key, expected, cell):
    """What is wrong with a cell, in words."""
    found = outcome_faults(expected, cell)
    if cell["drops"]:
        found.append(f"packets lost: {cell['drops']}")
    if key[0].startswith("gfc") and max(values(cell, "max queue.*.hold_and_wait")) > 0:
        found.append("hold-and-wait under GFC")
    return found


def cell_text(cell):
    if cell["deadlock"]:
        text = f"**deadlock** at {cell['deadlock_time'] * 1e3:.3f} ms, victim stopped"
        text += f" (mean {gbps(cell, 'mean_rate')[4]:.2f} Gbps)"
    else:
        *others, victim = gbps(cell)
        low, high = min(others), max(others)
        text = f"{low:.2f} to {high:.2f} Gbps" if high - low >= 0.01 else f"{low:.2f} Gbps"
        text += f", victim {victim:.2f} Gbps"
    text += f"<br>highest VIQ {max(values(cell, 'max queue.*.viq_peak')) / 1e3:.1f} KB"
    return text + (f"<br>{cell['drops']:,.0f} packets lost" if cell["drops"] else "")


MATRIX = results_page.Matrix(results_page.TOP / "docs/results/fat_tree_matrix.md", "sweeps/fat_tree_matrix.toml", EXPECTED, CLAIMS,
                             faults, cell_text)


def made_up(expected):
    """A cell as it should be."""
    dead = expected == DEADLOCK
    rate = 0 if dead else sum(expected) / 2 * 1e9
    return {**{f"flow.f{i}.{what}_rate": rate for i in range(1, 6) for what in ("steady", "mean")}, "drops": 0,
            "max queue.*.*.*.hold_and_wait": 0, "max queue.*.*.*.viq_peak": 290_000, "deadlock": int(dead),
            "deadlock_time": 0.002 if dead else None}


def self_test():
    """Plants what is wrong, and wants it found."""
    cells = {key: made_up(expected) for key, expected in MATRIX.keys()}
    dead, alive = ("pfc", "output-queued"), ("gfc_time_based", "virtual output queues")
    planted = [
        (None, dead, {}),
        ("no deadlock", dead, {"deadlock": 0}),
        ("flows move after the deadlock", dead, {"flow.f5.steady_rate": 5e9}),
        ("deadlock at", alive, {"deadlock": 1, "deadlock_time": 0.002}),
        ("are not in", alive, {"flow.f5.steady_rate": 4e9}),
        ("packets lost", alive, {"drops": 1}),
        ("hold-and-wait", alive, {"max queue.*.*.*.hold_and_wait": 1e-6}),
        ("does not hold the figures", alive, {"max queue.*.*.*.viq_peak": 291_000}),
    ]
    return MATRIX.planted_faults(cells, planted), len(planted)


if __name__ == "__main__":
    sys.exit(results_page.main(MATRIX, self_test, __doc__))
