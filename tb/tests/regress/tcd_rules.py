# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Which queues TCD takes for congested under each of its rules: runs sweeps/tcd_rules.toml and judges its cells.

tcd_rules.py WEIR            fails where a queue is marked that should not be, or is not that should, or where the figures in
                             docs/results/tcd_rules.md are not those of this run
tcd_rules.py WEIR --write    puts the figures of this run into docs/results/tcd_rules.md
tcd_rules.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import sys

import results_page

# The flows that must get CE, in the order of the plan's rules. A packet or two of a flow that shares a queue may pass unmarked.
ROOT = {"root_1", "root_2"}
EXPECTED = {
    "tcd_pauses": [*[{"byte", "over"}] * 2, {"flat", "byte", "over"}, *[{"over"}] * 5, {"grow", "flat", "byte", "over"}],
    "tcd_collapse": [{"f0", "f1", "f2"}] * 9,  # f0 and f2 falsely
    "tcd_single": [{"f1"}] * 8 + [{"f0", "f1", "f2"}],
    "tcd_multi": [{"f1"}, {"f1"}, {"f0", "f1", "f2"}, {"f1"}, *[{"f0", "f1", "f2"}] * 5],
    # Covered again before a T of 2 max(T_on) is over, and not before one of max(T_on).
    "tcd_again": [ROOT, *[set()] * 6, ROOT, ROOT],
    "tcd_covered": [ROOT, set(), {"innocent"}, set(), ROOT | {"innocent"}, set(), ROOT, ROOT, ROOT | {"innocent"}],
}


def longest_on(gbps, delay):
    """max(T_on) in us at a rate in Gbps and a delay in us: TCD, eq. 3 with tau = 2 MTU/C + 2 t_p, epsilon 0.05, B1 - B0 = 2 MTU, MTU 1000."""
    frame = 8 / gbps
    tau = 2 * frame + 2 * delay
    return (2 * 2 * frame + tau) / (2 * 0.05) + tau


def covered(gbps, delay, strategy):
    """A claim: the root is held back until 101 us, released max(T_on) later, and declared at most T = 2 max(T_on) and 0.3 ms after that."""
    settings = [f"topology.rate={gbps}Gbps", f"topology.delay={delay}us", "switch.mmu.headroom=700KB", "switch.mmu.buffer=60MB",
                f"switch.crossbar.strategy={strategy}", "switch.crossbar.speedup=2.0"]
    return (f"the covered root of {gbps} Gbps, {delay} us, {strategy} is declared, and nobody else", "tcd_covered", settings,
            f"{101 + 3 * longest_on(gbps, delay) + 300:.1f}us",
            lambda s: min(marks(s)["root_1"], marks(s)["root_2"]) > 0 and marks(s)["innocent"] == 0 and not s["faults"])


def covers(interval):
    """The covers of tcd_again, so many us from one to the next."""
    times = [(1, 100), *((at, 20) for at in range(interval, 3000, interval))]
    return "event=[" + ", ".join(f'{{ at = "{at}us", do = "stop_host", host = "h3", length = "{length}us" }}' for at, length in times) + "]"


# What the page says beside the table: scenario, settings, until, and what must be true of the summary.
CLAIMS = [
    ("a hard level finds the hidden overload", "tcd_pauses", ["congestion.tcd.hard_level=1MB"], "2ms",
     lambda s: marks(s)["grow"] > 1000 and marks(s)["flat"] == 0),
    ("the covered root is declared at the first sample after its release, T after max(T_on)", "tcd_covered", [], "425us",
     lambda s: marks(s)["root_1"] > 0),
    ("and not before", "tcd_covered", [], "405us", lambda s: marks(s)["root_1"] == 0),
    ("P2 of tcd_multi, released at 2.63 ms, is declared within 2 T", "tcd_multi", ["congestion.tcd.k_max=200KB"], "3030us", lambda s: marks(s)["f0"] > 0),
    ("and not before", "tcd_multi", ["congestion.tcd.k_max=200KB"], "2820us", lambda s: marks(s)["f0"] == 0),
    *(covered(gbps, delay, strategy) for gbps in (10, 100) for delay in (10, 20) for strategy in ("output_queued", "input_queued")),
    ("a root that is covered every 300 us is found with T = max(T_on)", "tcd_again", ["congestion.tcd.period=100.4us"], "3ms",
     lambda s: marks(s)["root_1"] > 500),
    ("a hard level finds it, too", "tcd_again", ["congestion.tcd.hard_level=500KB"], "3ms", lambda s: marks(s)["root_1"] > 5000),
    ("the default finds one that is covered every 340 us", "tcd_again", [covers(340)], "3ms", lambda s: marks(s)["root_1"] > 50),
    ("and none that is every 320 us", "tcd_again", [covers(320)], "3ms", lambda s: marks(s)["root_1"] == 0),
    ("with T = max(T_on) it is one of every 240 us", "tcd_again", [covers(240), "congestion.tcd.period=100.4us"], "3ms",
     lambda s: marks(s)["root_1"] > 50),
    ("and none of every 220 us", "tcd_again", [covers(220), "congestion.tcd.period=100.4us"], "3ms", lambda s: marks(s)["root_1"] == 0),
]
SECOND = ("grow_more", "over_more", "one")  # flows that share the queue of another


def marks(summary):
    return {flow["name"]: flow["ce_packets"] for flow in summary["flows"]}


def marked(cell):
    names = {name.split(".")[1]: value for name, value in cell.items() if name.endswith(".ce_packets") and value is not None}
    return {name: value for name, value in names.items() if name not in SECOND}


def faults(_key, expected, cell):
    """What is wrong with a cell, in words."""
    found = {name for name, value in marked(cell).items() if value > 0}
    wrong = [f"{name} is not marked" for name in sorted(expected - found)]
    wrong += [f"{name} is marked" for name in sorted(found - expected)]
    return wrong + ([f"packets lost: {cell['drops']}"] if cell["drops"] else [])


def cell_text(cell):
    return "<br>".join(f"{name} {value:,.0f}" for name, value in marked(cell).items() if value > 0) or "none"


MATRIX = results_page.Matrix(results_page.TOP / "docs/results/tcd_rules.md", "sweeps/tcd_rules.toml", EXPECTED, CLAIMS, faults,
                             cell_text)


def made_up(expected):
    """A cell as it should be."""
    names = set().union(*(flows for row in EXPECTED.values() for flows in row))
    return {**{f"flow.{name}.ce_packets": 100 if name in expected else 0 for name in sorted(names)}, "drops": 0}


def self_test():
    """Plants what is wrong, and wants it found."""
    cells = {key: made_up(expected) for key, expected in MATRIX.keys()}
    covered, pauses = ("tcd_covered", "rise_or_pausing"), ("tcd_pauses", "rise_or_pausing")
    planted = [
        (None, covered, {}),
        ("innocent is marked", covered, {"flow.innocent.ce_packets": 1}),
        ("root_1 is not marked", covered, {"flow.root_1.ce_packets": 0}),
        ("flat is marked", pauses, {"flow.flat.ce_packets": 2}),
        ("packets lost", pauses, {"drops": 1}),
        ("does not hold the figures", pauses, {"flow.over.ce_packets": 101}),
    ]
    return MATRIX.planted_faults(cells, planted), len(planted)


if __name__ == "__main__":
    sys.exit(results_page.main(MATRIX, self_test, __doc__))
