# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ways of sharing an output between inputs under which GFC's figures are drawn, and what their tables say of a run."""

CROSSBAR = "switch.crossbar."
HEAD_OF_LINE = [CROSSBAR + "queueing=fifo", CROSSBAR + "speedup=1.0", CROSSBAR + "transfer=packet"]
ARBITRATIONS = {
    "one FIFO an output": [CROSSBAR + "strategy=output_queued"],
    "one FIFO an input, 10 ns of jitter": [*HEAD_OF_LINE, CROSSBAR + "jitter=10ns"],
    "one FIFO an input, hosts 1 ms apart": [*HEAD_OF_LINE, CROSSBAR + "jitter=0ns", "traffic.stagger=1ms"],
    "virtual output queues": [],
}
FRAME = 1.5  # KB


def ms(value):
    return "-" if value is None else f"{value:.2f} ms"


def outcome(run):
    """Of {"deadlock": ms or None, "gbps": of each flow}."""
    if run["deadlock"] is not None:
        return f"**deadlock** at {run['deadlock']:.2f} ms"
    low, high = min(run["gbps"]), max(run["gbps"])
    return f"{high:.2f} Gbps" if high - low < 0.005 else f"{low:.2f} to {high:.2f} Gbps"
