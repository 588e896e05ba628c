# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring under every scheme and arbitration: runs the 30 cells and judges them, and what else the page says.

ring_matrix.py WEIR              runs all cells; fails where an outcome is not the class that is expected, or where
                                 the figures in docs/results/ring_matrix.md are not those of this run
ring_matrix.py WEIR --write      puts the figures of this run into docs/results/ring_matrix.md
ring_matrix.py --self-test       shows that a wrong outcome and a wrong figure are found
"""

import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
PAGE = TOP / "docs/results/ring_matrix.md"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"

SCHEMES = ["none", "pfc", "cbfc", "gfc_conceptual", "gfc_buffer_based", "gfc_time_based"]
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
DEADLOCK, FAIR = "deadlock", (4.9, 5.1)
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


def run(weir, scheme, settings, out, until="100ms"):
    command = [weir, "run", f"scenarios/ring/{scheme}.toml", "--out", out, "--until", until]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # the files' own expectations are those of virtual output queues
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads((pathlib.Path(out) / "summary.json").read_text(encoding="utf-8"))


def steady_gbps(summary):
    return [flow["steady_bps"] / 1e9 for flow in summary["flows"]]


def mean_gbps(summary):
    return [flow["mean_bps"] / 1e9 for flow in summary["flows"]]


def within(values, limits):
    return bool(values) and all(limits[0] <= value <= limits[1] for value in values)


def viqs(summary, peer=""):
    """The VIQs of switches that were ever used, at ports to a host ("h"), to a switch ("s") or to either."""
    return [queue for queue in summary["queues"] if queue["device"].startswith("s") and queue["peer"].startswith(peer)
            and queue["viq_peak_bytes"] > 0]


def faults(scheme, expected, summary):
    """What is wrong with a cell, in words."""
    found = []
    rates = steady_gbps(summary)
    if expected == DEADLOCK:
        if not summary["deadlock"]:
            found.append("no deadlock")
        elif summary["deadlock"]["cycle"] != CYCLE:
            found.append(f"the cycle is {summary['deadlock']['cycle']}")
        if max(rates) > 0:
            found.append(f"flows move after the deadlock: {rates}")
    else:
        if summary["deadlock"]:
            found.append(f"deadlock at {summary['deadlock']['formed_at_seconds']} s")
        if not within(rates, expected):
            found.append(f"steady rates {rates} Gbps are not in {expected}")
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


def table(cells):
    lines = ["| scheme | " + " | ".join(ARBITRATIONS) + " |", "|---|" + "---|" * len(ARBITRATIONS)]
    for scheme in SCHEMES:
        lines.append(f"| `{scheme}` | " + " | ".join(cells[scheme, name] for name in ARBITRATIONS) + " |")
    return "\n".join(lines) + "\n"


def judge(cells, page):
    """What is wrong with the cells, {(scheme, arbitration): summary}, and with the figures on the page."""
    wrong = []
    for scheme in SCHEMES:
        for name, expected in zip(ARBITRATIONS, EXPECTED[scheme]):
            wrong += [f"{scheme}, {name}: {fault}" for fault in faults(scheme, expected, cells[scheme, name])]
    if page.split(BEGIN)[1].split(END)[0] != table({key: cell_text(summary) for key, summary in cells.items()}):
        wrong.append(f"{PAGE.relative_to(TOP)} does not hold the figures of this run; --write puts them there")
    return wrong


def main(weir, write):
    cells, untrue = {}, []
    with tempfile.TemporaryDirectory() as scratch:
        for scheme in SCHEMES:
            for name, settings in ARBITRATIONS.items():
                cells[scheme, name] = run(weir, scheme, settings, f"{scratch}/{len(cells)}")
        for number, (claim, scheme, settings, until, holds) in enumerate(CLAIMS):
            if not holds(run(weir, scheme, settings, f"{scratch}/claim_{number}", until)):
                untrue.append(f"not true: {claim}")
    if write:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        figures = table({key: cell_text(summary) for key, summary in cells.items()})
        PAGE.write_text(before + BEGIN + figures + END + rest.split(END)[1], encoding="utf-8")
    wrong = judge(cells, PAGE.read_text(encoding="utf-8")) + untrue
    print("\n".join(wrong) or f"{len(cells)} cells as expected, {len(CLAIMS)} claims true")
    return 1 if wrong else 0


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
    cells = {(scheme, name): made_up(scheme, expected)
             for scheme in SCHEMES for name, expected in zip(ARBITRATIONS, EXPECTED[scheme])}
    page = f"words\n{BEGIN}{table({key: cell_text(summary) for key, summary in cells.items()})}{END}words\n"
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
    problems = []
    for words, key, change in planted:
        found = judge({**cells, key: {**cells[key], **change}}, page)
        if (words is None and found) or (words is not None and not any(words in fault for fault in found)):
            problems.append(f"planted {words!r}, found {found}")
    if within([], FAIR) or within([5.0, 5.2], FAIR) or not within([5.0], FAIR):
        problems.append("within() is wrong")
    print("\n".join(problems) or f"{len(planted)} planted cases judged rightly")
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    sys.exit(main(str(pathlib.Path(arguments[0]).resolve()), "--write" in sys.argv))
