# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring of five switches with three flows a link: every scheme and arbitration that the switch has (sweeps/gfc_ring_of_five.toml), and other
arbitrations in a model of slots (slotted_network.py); makes the tables of the page.

gfc_fair_ring.py WEIR            fails where a run is not what the page says, or where its tables are not those of these runs
gfc_fair_ring.py WEIR --write    puts the tables into docs/results/gfc_fair_ring.md
gfc_fair_ring.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import math
import sys
import tempfile

import results_page
import slotted_network
from gfc_arbitrations import outcome

PAGE = results_page.TOP / "docs/results/gfc_fair_ring.md"
PLAN = "sweeps/gfc_ring_of_five.toml"
VIRTUAL = "virtual output queues, round robin"
SWITCHES, SLOTS = 5, 3000
LINE = 10  # Gbps
RING = [[f"h{i}", *(f"s{(i + k) % SWITCHES}" for k in range(4)), f"sink{i}"] for i in range(SWITCHES)]
INCAST = [[f"h{i}", *(f"s{k}" for k in range(i, 4)), "sink"] for i in range(4)]
FAIR = ("weighted by flows", "oldest in the network", "a queue a flow")
STARTS = [7 * i % 11 for i in range(SWITCHES)]  # slots: hosts are not in step
STAMP, WEIGHT = 32, 8  # bits
# Flip-flops of the arbiters of a switch of n ports, beyond what queues have anyhow; a flow has a queue's two pointers and its depth, 48 bits.
FLIP_FLOPS = {
    "round robin": lambda n: n * address(n),
    "weighted by flows": lambda n: n * (address(n) + WEIGHT + n * WEIGHT),
    "three of switches, one of a host": lambda n: n * (2 * address(n) + 2) + n,
    "switches first": lambda n: n * 2 * address(n) + n,
    "oldest in the network": lambda n: n * n * STAMP,
    "oldest in the switch": lambda n: n * n * STAMP,
    "longest queue": lambda n: 0,
    "a queue a flow": None,
}


def address(n):
    return math.ceil(math.log2(n))


def of_the_switch(weir, scratch):
    """{(scheme, arbitration): {"deadlock": ms or None, "gbps", "peak": KB, "lost"}}."""
    found = {}
    for (_, scheme, arbitration), cell in results_page.cells_of(results_page.sweep(weir, results_page.TOP / PLAN, scratch)).items():
        found[scheme, arbitration] = {"deadlock": cell["deadlock_time"] * 1e3 if cell["deadlock"] else None, "gbps": results_page.gbps(cell),
                                      "peak": cell["max queue.s*.*.c0.viq_peak"] / 1e3, "lost": cell["drops"]}
    return found


def of_the_model():
    """{(arbitration, scheme): {"ring": Gbps of each flow, "peak": highest VIQ that a switch fills, packets, "line": Gbps of each flow}}."""
    found = {}
    for arbitration in slotted_network.ARBITRATIONS:
        for scheme in slotted_network.SCHEMES:
            shares, peak, _ = slotted_network.run(RING, scheme, arbitration, SLOTS, STARTS)
            line, _, _ = slotted_network.run(INCAST, scheme, arbitration, SLOTS, STARTS)
            found[arbitration, scheme] = {"ring": [LINE * share for share in shares], "peak": peak, "line": [LINE * share for share in line]}
    return found


def spread(gbps):
    low, high = min(gbps), max(gbps)
    return f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"


def table_switch(found):
    cells = found["switch"]
    schemes, arbitrations = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    rows = [[scheme, *(f"{outcome(cells[scheme, one])}<br>{cells[scheme, one]['peak']:,.0f} KB" for one in arbitrations)] for scheme in schemes]
    return results_page.table(["steady rate of a flow, highest VIQ", *arbitrations], rows)


def table_model(found):
    rows = []
    for arbitration in slotted_network.ARBITRATIONS:
        of_it = [found["model"][arbitration, scheme] for scheme in slotted_network.SCHEMES]
        rows.append([arbitration, *(f"{spread(one['ring'])}, {one['peak']}" for one in of_it)])
    return results_page.table(["Gbps of a flow, highest VIQ behind a switch in packets", *(f"`{scheme}`" for scheme in slotted_network.SCHEMES)], rows)


def table_line(found):
    rows = []
    for arbitration, bits in FLIP_FLOPS.items():
        of_it = [found["model"][arbitration, scheme]["line"] for scheme in slotted_network.SCHEMES]
        rates = [spread([line[flow] for line in of_it]) for flow in range(len(INCAST))]
        sizes = [f"{bits(n):,}" for n in (32, 64)] if bits else ["48 a flow and output"] * 2
        rows.append([arbitration, *rates, f"{min(map(slotted_network.jain, of_it)):.2f}", *sizes])
    return results_page.table(["arbitration", "farthest", "", "", "nearest", "Jain's index, least", "flip-flops, 32 ports", "64 ports"], rows)


def tables(found):
    return {"switch": table_switch(found), "model": table_model(found), "line": table_line(found)}


def judge(found):
    wrong = []
    for key, cell in found["switch"].items():
        name = ", ".join(key)
        if key[0] in ("PFC", "CBFC"):
            wrong += [f"{name}: no deadlock"] if cell["deadlock"] is None else []
        elif cell["deadlock"] is not None or max(cell["gbps"]) > (0.5 if "N = 3" in key[0] else 0.01):
            wrong.append(f"{name}: deadlock {cell['deadlock']}, {max(cell['gbps'])} Gbps")
        elif cell["peak"] < (3000 if "N = 3" in key[0] else 301):
            wrong.append(f"{name}: highest VIQ {cell['peak']} KB")
        if cell["lost"]:
            wrong.append(f"{name}: {cell['lost']} packets lost")
    for (arbitration, scheme), cell in found["model"].items():
        fair = min(cell["ring"]) > 3.2 and cell["peak"] < 20
        stands = max(cell["ring"]) < 0.1
        if not (fair or stands) or fair != (arbitration in (*FAIR, "switches first", "three of switches, one of a host")):
            wrong.append(f"model, {arbitration}, {scheme}: {cell['ring']} Gbps, {cell['peak']} packets")
        equal = slotted_network.jain(cell["line"]) > 0.99
        if equal != (arbitration in ("weighted by flows", "a queue a flow")):
            wrong.append(f"model, line, {arbitration}, {scheme}: {cell['line']} Gbps")
    return wrong


def faults(found, text):
    return judge(found) + results_page.stale_tables(PAGE, text, tables(found))


def made_up():
    """What is found where all is as it should be."""
    switch = {(scheme, VIRTUAL): {"deadlock": 0.7 if scheme[0] != "G" else None, "gbps": [0.0] * 5, "peak": 4000.0, "lost": 0}
              for scheme in ("PFC", "CBFC", "GFC, buffer-based", "GFC, buffer-based, N = 3")}
    model = {}
    for arbitration in slotted_network.ARBITRATIONS:
        fair = arbitration in (*FAIR, "switches first", "three of switches, one of a host")
        equal = arbitration in ("weighted by flows", "a queue a flow")
        for scheme in slotted_network.SCHEMES:
            model[arbitration, scheme] = {"ring": [3.33 if fair else 0.0] * 5, "peak": 4 if fair else 201, "line": [2.5] * 4 if equal else [1.25, 1.25, 2.5, 5.0]}
    return {"switch": switch, "model": model}


def self_test():
    """Plants what is wrong, and wants it found."""
    pfc, gfc, short = ("PFC", VIRTUAL), ("GFC, buffer-based", VIRTUAL), ("GFC, buffer-based, N = 3", VIRTUAL)
    planted = [
        (None, lambda found: None),
        ("PFC, " + VIRTUAL + ": no deadlock", lambda found: found["switch"][pfc].update(deadlock=None)),
        ("buffer-based, " + VIRTUAL + ": deadlock 1", lambda found: found["switch"][gfc].update(deadlock=1.0)),
        ("3.3 Gbps", lambda found: found["switch"][gfc].update(gbps=[3.3] * 5)),
        ("highest VIQ 299", lambda found: found["switch"][gfc].update(peak=299.0)),
        ("highest VIQ 303", lambda found: found["switch"][short].update(peak=303.0)),
        ("2 packets lost", lambda found: found["switch"][gfc].update(lost=2)),
        ("model, round robin, pfc", lambda found: found["model"]["round robin", "pfc"].update(ring=[3.33] * 5, peak=4)),
        ("model, weighted by flows, cbfc", lambda found: found["model"]["weighted by flows", "cbfc"].update(ring=[3.33] * 4 + [2.0])),
        ("model, line, a queue a flow", lambda found: found["model"]["a queue a flow", "pfc"].update(line=[1.25, 1.25, 2.5, 5.0])),
        ("'switch' is not that", lambda found: found["switch"][pfc].update(deadlock=0.8)),
        ("'model' is not that", lambda found: found["model"]["switches first", "pfc"].update(peak=5)),
    ]
    return results_page.planted_tables(made_up(), faults, tables, planted), len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        found = {"switch": of_the_switch(weir, scratch), "model": of_the_model()}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
