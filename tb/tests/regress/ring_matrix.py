# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring under every scheme and arbitration: runs the 30 cells and judges them.

ring_matrix.py WEIR              runs all cells; fails where an outcome is not the class that is expected, or where
                                 the figures in docs/results/ring_matrix.md are not those of this run
ring_matrix.py WEIR --write      puts the figures of this run into docs/results/ring_matrix.md
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


def run(weir, scheme, settings, out):
    command = [weir, "run", f"scenarios/ring/{scheme}.toml", "--out", out]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # the files' own expectations are those of virtual output queues
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    return json.loads((pathlib.Path(out) / "summary.json").read_text(encoding="utf-8"))


def steady_gbps(summary):
    return [flow["steady_bps"] / 1e9 for flow in summary["flows"]]


def faults(scheme, expected, summary):
    """What is wrong with a cell, in words."""
    found = []
    rates = steady_gbps(summary)
    if expected == DEADLOCK:
        if not summary["deadlock"]:
            found.append("no deadlock")
        elif len(summary["deadlock"]["cycle"]) != 3:
            found.append(f"the cycle has {len(summary['deadlock']['cycle'])} queues")
        if max(rates) > 0:
            found.append(f"flows move after the deadlock: {rates}")
    else:
        if summary["deadlock"]:
            found.append(f"deadlock at {summary['deadlock']['formed_at_seconds']} s")
        if not all(expected[0] <= rate <= expected[1] for rate in rates):
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
    switches = [queue for queue in summary["queues"] if queue["device"].startswith("s")]
    host = [queue for queue in switches if queue["peer"].startswith("h") and queue["viq_peak_bytes"] > 0]
    ring = [queue for queue in switches if queue["peer"].startswith("s") and queue["viq_peak_bytes"] > 0]
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


def main(weir, write):
    cells, wrong = {}, []
    with tempfile.TemporaryDirectory() as scratch:
        for scheme in SCHEMES:
            for (name, settings), expected in zip(ARBITRATIONS.items(), EXPECTED[scheme]):
                summary = run(weir, scheme, settings, f"{scratch}/{len(cells)}")
                cells[scheme, name] = cell_text(summary)
                wrong += [f"{scheme}, {name}: {fault}" for fault in faults(scheme, expected, summary)]
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    figures, after = rest.split(END)
    if write:
        PAGE.write_text(before + BEGIN + table(cells) + END + after, encoding="utf-8")
    elif figures != table(cells):
        wrong.append(f"{PAGE.relative_to(TOP)} does not hold the figures of this run; --write puts them there")
    print("\n".join(wrong) or f"{len(cells)} cells as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    sys.exit(main(str(pathlib.Path(arguments[0]).resolve()), "--write" in sys.argv))
