# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring under every scheme and arbitration: runs the 30 cells and judges them, and what else the page says.

ring_matrix.py WEIR              runs all cells; fails where an outcome is not the class that is expected, or where
                                 the figures in docs/results/ring_matrix.md are not those of this run
ring_matrix.py WEIR --write      puts the figures of this run into docs/results/ring_matrix.md
ring_matrix.py --self-test       shows that a wrong outcome and a wrong figure are found
"""

import sys

import results_page
from results_page import DEADLOCK, mean_gbps, outcome_faults, steady_gbps, within

CROSSBAR = "switch.crossbar."
FIFO = [CROSSBAR + "queueing=fifo", CROSSBAR + "speedup=1.0"]
ARBITRATIONS = {
    "output-queued": [CROSSBAR + "strategy=output_queued"],
    "input FIFO, cells": FIFO,
    "input FIFO, packets, 10 ns jitter": FIFO + [CROSSBAR + "transfer=packet", CROSSBAR + "jitter=10ns"],
    "input FIFO, packets, 1 ms apart": FIFO + [CROSSBAR + "transfer=packet", "traffic.stagger=1ms"],
    "virtual output queues": [],
}

# What each cell must be, from the table derived with an independent packet simulator: "deadlock", or the range of
# the steady rate of every flow in Gbps. Where the paper and that table leave a cell open, the range is wide.
FAIR = (4.9, 5.1)
EXPECTED = {
    "none": [(2.5, 5.1), (2.5, 5.1), (2.5, 5.1), (2.5, 5.1), FAIR],
    "pfc": [DEADLOCK, DEADLOCK, DEADLOCK, FAIR, FAIR],
    "cbfc": [DEADLOCK, DEADLOCK, DEADLOCK, FAIR, FAIR],
    "gfc_conceptual": [(0.01, 1.0), (1.0, 4.0), (1.0, 4.5), FAIR, FAIR],
    "gfc_buffer_based": [(0.01, 1.0), (0.1, 2.0), (1.2, 1.8), FAIR, FAIR],
    "gfc_time_based": [(0.01, 1.0), (2.5, 4.0), (3.4, 3.9), FAIR, FAIR],
}
CYCLE = ["s1.p1.c0", "s2.p1.c0", "s3.p1.c0"]

# What the page says beside the table: scheme, settings, until, and what must be true of the summary.
CLAIMS = [
    ("a crossbar faster than the line makes up for lost slots: cells", "pfc", [CROSSBAR + "queueing=fifo"], "100ms",
     lambda s: not s["deadlock"] and within(steady_gbps(s), FAIR)),
    ("a crossbar faster than the line makes up for lost slots: packets with jitter", "pfc",
     [CROSSBAR + "queueing=fifo", CROSSBAR + "transfer=packet", CROSSBAR + "jitter=10ns"], "100ms",
     lambda s: not s["deadlock"] and within(steady_gbps(s), FAIR)),
    ("cells: each flow gets C/phi^3 = 2.36 Gbps until something is paused", "pfc", FIFO, "1600us",
     lambda s: within(mean_gbps(s), (2.31, 2.41))),
    ("cells: each VIQ fills at C (1 - 1/phi) = 477 KB/ms", "pfc", FIFO, "1600us",
     lambda s: within([queue["viq_final_bytes"] / 1.6e3 for queue in viqs(s)], (465, 489))),
    ("it is not the padding: cells of 60 B, 25 to a packet, deadlock as soon", "pfc", FIFO + [CROSSBAR + "cell=60B"], "5ms",
     lambda s: s["deadlock"] and within([s["deadlock"]["formed_at_seconds"] * 1e3], (1.7, 1.8))),
    ("a packet that is one cell stays in step", "pfc", FIFO + [CROSSBAR + "cell=1500B"], "100ms",
     lambda s: not s["deadlock"] and within(steady_gbps(s), FAIR)),
    ("credit blocks of 64 B put the VIQ at 727 KB", "gfc_time_based", ["flow_control.gfc_time_based.block=64B"], "100ms",
     lambda s: within([queue["viq_steady_bytes"] / 1e3 for queue in viqs(s, "h")], (726.5, 727.5))),
    ("credit messages take 0.1 % of a ring link", "cbfc", [], "100ms", lambda s: within(steady_gbps(s), (4.994, 4.996))),
]


def viqs(summary, peer=""):
    """The VIQs of switches that were ever used, at ports to a host ("h"), to a switch ("s") or to either."""
    return [queue for queue in summary["queues"] if queue["device"].startswith("s") and queue["peer"].startswith(peer)
            and queue["viq_peak_bytes"] > 0]


def faults(key, expected, summary):
    """What is wrong with a cell, in words."""
    scheme = key[0]
    found = outcome_faults(expected, CYCLE, summary)
    if scheme != "none" and summary["drops"]:
        found.append(f"packets lost: {summary['drops']}")
    if scheme.startswith("gfc") and any(queue["hold_and_wait_seconds"] > 0 for queue in summary["queues"]):
        found.append("hold-and-wait under GFC")
    return found


def kilobytes(values):
    low, high = min(values) / 1e3, max(values) / 1e3
    return f"{high:.0f} KB" if high - low < 1 else f"{low:.0f} to {high:.0f} KB"


def cell_text(summary):
    host, ring = viqs(summary, "h"), viqs(summary, "s")
    if summary["deadlock"]:
        text = f"**deadlock** at {summary['deadlock']['formed_at_seconds'] * 1e3:.3f} ms"
    else:
        rates = steady_gbps(summary)
        spread = max(rates) - min(rates) >= 0.01
        text = f"{min(rates):.2f} to {max(rates):.2f} Gbps" if spread else f"{rates[0]:.2f} Gbps"
    text += f"<br>host VIQ {kilobytes([q['viq_steady_bytes'] for q in host])}"
    text += f", peak {max(q['viq_peak_bytes'] for q in host) / 1e3:.0f} KB"
    text += f"<br>ring VIQ {kilobytes([q['viq_steady_bytes'] for q in ring])}"
    lost = sum(summary["drops"].values())
    return text + (f"<br>{lost:,} packets lost" if lost else "")


MATRIX = results_page.Matrix(results_page.TOP / "docs/results/ring_matrix.md", "scenarios/ring", ARBITRATIONS, EXPECTED,
                             CLAIMS, faults, cell_text)


def made_up(scheme, expected):
    """A summary as it should be."""
    dead = expected == DEADLOCK
    rate = 0 if dead else sum(expected) / 2 * 1e9
    queues = [{"device": f"s{i}", "port": port, "peer": f"{peer}{i}", "viq_peak_bytes": 800_000, "viq_steady_bytes": 790_000,
               "hold_and_wait_seconds": 0} for i in (1, 2, 3) for port, peer in ((0, "h"), (2, "s"))]
    return {"flows": [{"steady_bps": rate}] * 3, "queues": queues, "drops": {"viq_full": 1} if scheme == "none" else {},
            "deadlock": {"formed_at_seconds": 0.002, "cycle": CYCLE} if dead else None}


def self_test():
    """Plants what is wrong, and wants it found."""
    cells = {key: made_up(key[0], expected) for key, expected in MATRIX.keys()}
    dead, alive = ("pfc", "output-queued"), ("gfc_time_based", "virtual output queues")
    deadlock = {"formed_at_seconds": 0.002, "cycle": CYCLE}
    queues = cells[alive]["queues"]
    planted = [
        (None, dead, {}),
        ("no deadlock", dead, {"deadlock": None}),
        ("the cycle is", dead, {"deadlock": dict(deadlock, cycle=CYCLE[:2])}),
        ("flows move after the deadlock", dead, {"flows": [{"steady_bps": 1e6}] * 3}),
        ("deadlock at", alive, {"deadlock": deadlock}),
        ("are not in", alive, {"flows": [{"steady_bps": 5e9}, {"steady_bps": 4e9}]}),
        ("packets lost", alive, {"drops": {"viq_full": 1}}),
        ("hold-and-wait", alive, {"queues": [dict(queue, hold_and_wait_seconds=1e-6) for queue in queues]}),
        ("does not hold the figures", alive, {"queues": [dict(queue, viq_steady_bytes=788_000) for queue in queues]}),
    ]
    problems = MATRIX.planted_faults(cells, planted)
    if within([], FAIR) or within([5.0, 5.2], FAIR) or not within([5.0], FAIR):
        problems.append("within() is wrong")
    return problems, len(planted)


if __name__ == "__main__":
    sys.exit(results_page.main(MATRIX, self_test, __doc__))
