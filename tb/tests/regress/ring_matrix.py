# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring under every scheme and arbitration: runs sweeps/ring_matrix.toml and judges its 30 cells, and what else the page says.

ring_matrix.py WEIR              runs all of it; fails where an outcome is not the class that is expected, or where
                                 the figures in docs/results/ring_matrix.md are not those of this run
ring_matrix.py WEIR --write      puts the figures of this run into docs/results/ring_matrix.md
ring_matrix.py --self-test       shows that a wrong outcome and a wrong figure are found
"""

import sys

import results_page
from results_page import DEADLOCK, flow_gbps, gbps, outcome_faults, values, within

CROSSBAR = "switch.crossbar."
FIFO = [CROSSBAR + "queueing=fifo", CROSSBAR + "speedup=1.0"]
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
    *((f"the deadlock is that of the three ring outputs: {scheme}", scheme, [CROSSBAR + "strategy=output_queued"], "30ms",
       lambda s: s["deadlock"]["cycle"] == CYCLE) for scheme in ("pfc", "cbfc")),
    ("a crossbar faster than the line makes up for lost slots: cells", "pfc", [CROSSBAR + "queueing=fifo"], "100ms",
     lambda s: not s["deadlock"] and within(flow_gbps(s), FAIR)),
    ("a crossbar faster than the line makes up for lost slots: packets with jitter", "pfc",
     [CROSSBAR + "queueing=fifo", CROSSBAR + "transfer=packet", CROSSBAR + "jitter=10ns"], "100ms",
     lambda s: not s["deadlock"] and within(flow_gbps(s), FAIR)),
    ("cells: each flow gets C/phi^3 = 2.36 Gbps until something is paused", "pfc", FIFO, "1600us",
     lambda s: within(flow_gbps(s, "mean_bps"), (2.31, 2.41))),
    ("cells: each VIQ fills at C (1 - 1/phi) = 477 KB/ms", "pfc", FIFO, "1600us",
     lambda s: within([queue["viq_final_bytes"] / 1.6e3 for queue in viqs(s)], (465, 489))),
    ("it is not the padding: cells of 60 B, 25 to a packet, deadlock as soon", "pfc", FIFO + [CROSSBAR + "cell=60B"], "5ms",
     lambda s: s["deadlock"] and within([s["deadlock"]["formed_at_seconds"] * 1e3], (1.7, 1.8))),
    ("a packet that is one cell stays in step", "pfc", FIFO + [CROSSBAR + "cell=1500B"], "100ms",
     lambda s: not s["deadlock"] and within(flow_gbps(s), FAIR)),
    ("credit blocks of 64 B put the VIQ at 727 KB", "gfc_time_based", ["flow_control.gfc_time_based.block=64B"], "100ms",
     lambda s: within([queue["viq_steady_bytes"] / 1e3 for queue in viqs(s, "h")], (726.5, 727.5))),
    ("credit messages take 0.1 % of a ring link", "cbfc", [], "100ms", lambda s: within(flow_gbps(s), (4.994, 4.996))),
]


def viqs(summary, peer=""):
    """The VIQs of switches that were ever used, at ports to a host ("h"), to a switch ("s") or to either."""
    return [queue for queue in summary["queues"] if queue["device"].startswith("s") and queue["peer"].startswith(peer)
            and queue["viq_peak_bytes"] > 0]


def faults(key, expected, cell):
    """What is wrong with a cell, in words."""
    scheme = key[0]
    found = outcome_faults(expected, cell)
    if scheme != "none" and cell["drops"]:
        found.append(f"packets lost: {cell['drops']}")
    if scheme.startswith("gfc") and max(values(cell, "max queue.*.hold_and_wait")) > 0:
        found.append("hold-and-wait under GFC")
    return found


def kilobytes(found):
    low, high = min(found) / 1e3, max(found) / 1e3
    return f"{high:.0f} KB" if high - low < 1 else f"{low:.0f} to {high:.0f} KB"


def cell_text(cell):
    # A switch has its host at port 0; flows use ring links one way, so that port 1 receives nothing.
    if cell["deadlock"]:
        text = f"**deadlock** at {cell['deadlock_time'] * 1e3:.3f} ms"
    else:
        rates = gbps(cell)
        spread = max(rates) - min(rates) >= 0.01
        text = f"{min(rates):.2f} to {max(rates):.2f} Gbps" if spread else f"{rates[0]:.2f} Gbps"
    text += f"<br>host VIQ {kilobytes(values(cell, 'queue.*.p0.c0.viq_steady'))}"
    text += f", peak {max(values(cell, 'queue.*.p0.c0.viq_peak')) / 1e3:.0f} KB"
    text += f"<br>ring VIQ {kilobytes(values(cell, 'queue.*.p2.c0.viq_steady'))}"
    return text + (f"<br>{cell['drops']:,.0f} packets lost" if cell["drops"] else "")


MATRIX = results_page.Matrix(results_page.TOP / "docs/results/ring_matrix.md", "sweeps/ring_matrix.toml", EXPECTED, CLAIMS, faults,
                             cell_text)


def made_up(scheme, expected):
    """A cell as it should be."""
    dead = expected == DEADLOCK
    queues = {f"queue.s{i}.p{port}.c0.viq_{what}": size for i in (1, 2, 3) for port in (0, 2)
              for what, size in (("peak", 800_000), ("steady", 790_000))}
    return {**{f"flow.f{i}.steady_rate": 0 if dead else sum(expected) / 2 * 1e9 for i in (1, 2, 3)}, **queues,
            "max queue.*.*.*.hold_and_wait": 0, "drops": int(scheme == "none"), "deadlock": int(dead), "deadlock_time": 0.002 if dead else None}


def self_test():
    """Plants what is wrong, and wants it found."""
    cells = {key: made_up(key[0], expected) for key, expected in MATRIX.keys()}
    dead, alive = ("pfc", "output-queued"), ("gfc_time_based", "virtual output queues")
    planted = [
        (None, dead, {}),
        ("no deadlock", dead, {"deadlock": 0}),
        ("flows move after the deadlock", dead, {"flow.f2.steady_rate": 1e6}),
        ("deadlock at", alive, {"deadlock": 1, "deadlock_time": 0.002}),
        ("are not in", alive, {"flow.f2.steady_rate": 4e9}),
        ("packets lost", alive, {"drops": 1}),
        ("hold-and-wait", alive, {"max queue.*.*.*.hold_and_wait": 1e-6}),
        ("does not hold the figures", alive, {"queue.s2.p2.c0.viq_steady": 788_000}),
    ]
    problems = MATRIX.planted_faults(cells, planted)
    if within([], FAIR) or within([5.0, 5.2], FAIR) or not within([5.0], FAIR):
        problems.append("within() is wrong")
    return problems, len(planted)


if __name__ == "__main__":
    sys.exit(results_page.main(MATRIX, self_test, __doc__))
