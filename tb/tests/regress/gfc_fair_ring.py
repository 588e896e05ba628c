# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring of five switches with three flows a link and a line of four hosts to one sink: every scheme and arbitration that the switch has
(sweeps/gfc_ring_of_five.toml, gfc_line_of_four.toml), and other arbitrations in a model of slots (slotted_network.py); makes the tables of the page.

gfc_fair_ring.py WEIR            fails where a run is not what the page says, or where its tables are not those of these runs
gfc_fair_ring.py WEIR --write    puts the tables into docs/results/gfc_fair_ring.md
gfc_fair_ring.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import results_page
import slotted_network
from gfc_arbitrations import outcome

PAGE = results_page.TOP / "docs/results/gfc_fair_ring.md"
PLAN, LINE_PLAN = "sweeps/gfc_ring_of_five.toml", "sweeps/gfc_line_of_four.toml"
WEIGHTED = "weighted by flows"  # in both, and in the model
BOTH_ENDS = ", queues at both ends"  # where outputs have room for all, and nothing waits for a weight
LEAST = {", cells": 2.7}  # Gbps of a flow; else a third of the line nearly
ARBITER = ("turn", "arbiter_weight", "arbiter_begun")  # registers of a crossbar of whole packets
VIRTUAL = "virtual output queues, round robin"
SWITCHES, SLOTS = 5, 3000
LINE = 10  # Gbps
RING = [[f"h{i}", *(f"s{(i + k) % SWITCHES}" for k in range(4)), f"sink{i}"] for i in range(SWITCHES)]
INCAST = [[f"h{i}", *(f"s{k}" for k in range(i, 4)), "sink"] for i in range(4)]
FAIR = ("weighted by flows", "oldest in the network", "a queue a flow")
STARTS = [7 * i % 11 for i in range(SWITCHES)]  # slots: hosts are not in step
STAMP = 32  # bits
PORTS = (32, 64)
# Flip-flops of the arbiters of a switch of n ports, beyond what queues have anyhow; a flow has a queue's two pointers and its depth, 48 bits. Of the
# two that the switch has the ledger's.
LEDGER = {"round robin": "round_robin", WEIGHTED: "weighted_round_robin"}
FLIP_FLOPS = {
    **dict.fromkeys(LEDGER),
    "three of switches, one of a host": lambda n: n * (2 * address(n) + 2) + n,
    "switches first": lambda n: n * 2 * address(n) + n,
    "oldest in the network": lambda n: n * n * STAMP,
    "oldest in the switch": lambda n: n * n * STAMP,
    "longest queue": lambda n: 0,
    "a queue a flow": None,
}


def address(n):
    return math.ceil(math.log2(n))


def of_the_switch(weir, plan, scratch):
    """{(scheme, arbitration): {"deadlock": ms or None, "gbps", "peak": KB, "lost"}}."""
    found = {}
    for (_, scheme, arbitration), cell in results_page.cells_of(results_page.sweep(weir, results_page.TOP / plan, scratch)).items():
        found[scheme, arbitration] = {"deadlock": cell["deadlock_time"] * 1e3 if cell["deadlock"] else None, "gbps": results_page.gbps(cell),
                                      "peak": cell["max queue.s*.*.c0.viq_peak"] / 1e3, "lost": cell["drops"]}
    return found


def of_the_ledger(weir):
    """{(arbitration, ports): flip-flops of the arbiter of a crossbar of whole packets}."""
    found = {}
    for name, word in LEDGER.items():
        for ports in PORTS:
            sets = [f"topology.hosts={ports}", "switch.crossbar.strategy=input_queued", "switch.crossbar.transfer=packet", f"switch.crossbar.arbiter={word}"]
            command = [weir, "cost", "scenarios/small/pfc_incast.toml", *(part for one in sets for part in ("--set", one)), "--format", "json"]
            done = subprocess.run(command, cwd=results_page.TOP, capture_output=True, text=True, check=True)
            mine = [one for one in json.loads(done.stdout)["registers"] if one["block"] == "crossbar" and one["register"] in ARBITER]
            found[name, ports] = sum(one["bits"] for one in mine)
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
    return table_outcomes(found["switch"], lambda arbitration: WEIGHTED not in arbitration)


def table_weighted(found):
    return table_outcomes(found["switch"], lambda arbitration: WEIGHTED in arbitration)


def table_outcomes(cells, wanted):
    schemes, arbitrations = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    arbitrations = [one for one in arbitrations if wanted(one)]
    rows = [[scheme, *(f"{outcome(cells[scheme, one])}<br>{cells[scheme, one]['peak']:,.0f} KB" for one in arbitrations)] for scheme in schemes]
    return results_page.table(["steady rate of a flow, highest VIQ", *arbitrations], rows)


def table_live_line(found):
    cells = found["live_line"]
    rows = []
    for arbitration in dict.fromkeys(key[1] for key in cells):
        of_it = [cell["gbps"] for (_, one), cell in cells.items() if one == arbitration]
        rates = [spread([line[flow] for line in of_it]) for flow in range(len(INCAST))]
        rows.append([arbitration, *rates, f"{min(map(slotted_network.jain, of_it)):.2f}"])
    return results_page.table(["in the switch", "farthest", "", "", "nearest", "Jain's index, least"], rows)


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
        sizes = [f"{bits(n):,}" for n in PORTS] if bits else ["48 a flow and output"] * len(PORTS)
        if arbitration in LEDGER:
            sizes = [f"{found['ledger'][arbitration, n]:,}" for n in PORTS]
        rows.append([arbitration, *rates, f"{min(map(slotted_network.jain, of_it)):.2f}", *sizes])
    return results_page.table(["arbitration", "farthest", "", "", "nearest", "Jain's index, least", "flip-flops, 32 ports", "64 ports"], rows)


def tables(found):
    return {"switch": table_switch(found), "weighted": table_weighted(found), "model": table_model(found), "line": table_line(found),
            "live_line": table_live_line(found)}


def weighs(arbitration):
    return WEIGHTED in arbitration and BOTH_ENDS not in arbitration


def judge_weighted(name, cell):
    """A third each, or nearly, and some packets in each VIQ behind a switch."""
    least = LEAST.get(name[name.index(WEIGHTED) + len(WEIGHTED):], 3.2)
    fair = cell["deadlock"] is None and least < min(cell["gbps"]) and max(cell["gbps"]) < min(3.4, 1.01 * min(cell["gbps"]))
    return [] if fair else [f"{name}: deadlock {cell['deadlock']}, {min(cell['gbps'])} to {max(cell['gbps'])} Gbps"]


def judge_live_line(found):
    wrong = []
    for (scheme, arbitration), cell in found["live_line"].items():
        fair = slotted_network.jain(cell["gbps"]) > 0.99
        if fair != weighs(arbitration) or cell["deadlock"] is not None or cell["lost"]:
            wrong.append(f"line, {scheme}, {arbitration}: {cell['gbps']} Gbps, {cell['lost']} packets lost")
    return wrong


def judge(found):
    wrong = judge_live_line(found)
    for key, cell in found["switch"].items():
        name = ", ".join(key)
        if weighs(key[1]):
            wrong += judge_weighted(name, cell)
        elif key[0] in ("PFC", "CBFC"):
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
    switch.update({(scheme, WEIGHTED): {"deadlock": None, "gbps": [3.33] * 5, "peak": 200.0, "lost": 0} for scheme, _ in list(switch)})
    switch.update({(scheme, WEIGHTED + ", cells"): {"deadlock": None, "gbps": [2.8] * 5, "peak": 8.0, "lost": 0} for scheme in {key[0] for key in switch}})
    switch.update({(scheme, WEIGHTED + BOTH_ENDS): dict(switch[scheme, VIRTUAL]) for scheme in {key[0] for key in switch}})
    line = {("PFC", one): {"deadlock": None, "gbps": [2.5] * 4 if one == WEIGHTED else [1.25, 1.25, 2.5, 5.0], "peak": 280.0, "lost": 0}
            for one in ("round robin", WEIGHTED)}
    ledger = {(name, ports): 8 * ports for name in LEDGER for ports in PORTS}
    model = {}
    for arbitration in slotted_network.ARBITRATIONS:
        fair = arbitration in (*FAIR, "switches first", "three of switches, one of a host")
        equal = arbitration in ("weighted by flows", "a queue a flow")
        for scheme in slotted_network.SCHEMES:
            model[arbitration, scheme] = {"ring": [3.33 if fair else 0.0] * 5, "peak": 4 if fair else 201, "line": [2.5] * 4 if equal else [1.25, 1.25, 2.5, 5.0]}
    return {"switch": switch, "live_line": line, "ledger": ledger, "model": model}


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
        ("PFC, weighted by flows: deadlock None, 3.33 to 5", lambda found: found["switch"]["PFC", WEIGHTED].update(gbps=[3.33] * 4 + [5.0])),
        ("PFC, weighted by flows, cells: deadlock None, 2.6", lambda found: found["switch"]["PFC", WEIGHTED + ", cells"].update(gbps=[2.6] * 5)),
        ("PFC, weighted by flows: deadlock None, 2.8", lambda found: found["switch"]["PFC", WEIGHTED].update(gbps=[2.8] * 5)),
        ("PFC, weighted by flows, queues at both ends: no deadlock", lambda found: found["switch"]["PFC", WEIGHTED + BOTH_ENDS].update(deadlock=None)),
        ("PFC, weighted by flows: deadlock 2", lambda found: found["switch"]["PFC", WEIGHTED].update(deadlock=2.0)),
        ("PFC, weighted by flows: 1 packets", lambda found: found["switch"]["PFC", WEIGHTED].update(lost=1)),
        ("line, PFC, weighted", lambda found: found["live_line"]["PFC", WEIGHTED].update(gbps=[1.25, 1.25, 2.5, 5.0])),
        ("line, PFC, round robin", lambda found: found["live_line"]["PFC", "round robin"].update(gbps=[2.5] * 4)),
        ("'live_line' is not that", lambda found: found["live_line"]["PFC", WEIGHTED].update(gbps=[2.5, 2.5, 2.51, 2.49])),
        ("'weighted' is not that", lambda found: found["switch"]["PFC", WEIGHTED].update(peak=201.0)),
        ("'line' is not that", lambda found: found["ledger"].update({(WEIGHTED, 32): 257})),
        ("'model' is not that", lambda found: found["model"]["switches first", "pfc"].update(peak=5)),
    ]
    return results_page.planted_tables(made_up(), faults, tables, planted), len(planted)


def check(weir, rewrite):
    with tempfile.TemporaryDirectory() as scratch:
        ring, line = (pathlib.Path(scratch) / name for name in ("ring", "line"))
        found = {"switch": of_the_switch(weir, PLAN, ring), "live_line": of_the_switch(weir, LINE_PLAN, line), "ledger": of_the_ledger(weir),
                 "model": of_the_model()}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
