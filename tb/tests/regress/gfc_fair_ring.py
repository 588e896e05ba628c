# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The ring of five switches with three flows a link and a line of four hosts to one sink under arbitrations that the switch has not, in a model of slots
(slotted_network.py), and flip-flops of arbiters; makes two tables of the page. The others are made by sweeps/gfc_ring_of_five.toml, gfc_line_of_four.toml.

gfc_fair_ring.py WEIR            fails where a run is not what the page says, or where its tables are not those of these runs
gfc_fair_ring.py WEIR --write    puts the tables into docs/results/gfc_fair_ring.md
gfc_fair_ring.py --self-test     shows that a wrong outcome and a wrong figure are found
"""

import json
import math
import subprocess
import sys

import results_page
import slotted_network

PAGE = results_page.TOP / "docs/results/gfc_fair_ring.md"
WEIGHTED = "weighted by flows"
ARBITER = ("turn", "arbiter_weight", "arbiter_begun")  # registers of a crossbar of whole packets
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
    return {"model": table_model(found), "line": table_line(found)}


def judge(found):
    wrong = []
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
    ledger = {(name, ports): 8 * ports for name in LEDGER for ports in PORTS}
    model = {}
    for arbitration in slotted_network.ARBITRATIONS:
        fair = arbitration in (*FAIR, "switches first", "three of switches, one of a host")
        equal = arbitration in ("weighted by flows", "a queue a flow")
        for scheme in slotted_network.SCHEMES:
            model[arbitration, scheme] = {"ring": [3.33 if fair else 0.0] * 5, "peak": 4 if fair else 201, "line": [2.5] * 4 if equal else [1.25, 1.25, 2.5, 5.0]}
    return {"ledger": ledger, "model": model}


def self_test():
    """Plants what is wrong, and wants it found."""
    planted = [
        (None, lambda found: None),
        ("model, round robin, pfc", lambda found: found["model"]["round robin", "pfc"].update(ring=[3.33] * 5, peak=4)),
        ("model, weighted by flows, cbfc", lambda found: found["model"]["weighted by flows", "cbfc"].update(ring=[3.33] * 4 + [2.0])),
        ("model, line, a queue a flow", lambda found: found["model"]["a queue a flow", "pfc"].update(line=[1.25, 1.25, 2.5, 5.0])),
        ("'line' is not that", lambda found: found["ledger"].update({(WEIGHTED, 32): 257})),
        ("'model' is not that", lambda found: found["model"]["switches first", "pfc"].update(peak=5)),
    ]
    return results_page.planted_tables(made_up(), faults, tables, planted), len(planted)


def check(weir, rewrite):
    found = {"ledger": of_the_ledger(weir), "model": of_the_model()}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
