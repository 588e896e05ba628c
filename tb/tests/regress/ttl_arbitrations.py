# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""TTL-shifted PFC on the random graphs of ttl_random.py under every arbitration of the crossbar and every discipline of the egress: nothing may stay, and
nothing be lost. Plain PFC on the same graphs, beside it.

ttl_arbitrations.py WEIR           each graph under one arbitration and discipline, in turn: fails where a packet is lost or stays, or where the figures in
                                   docs/results/ttl_arbitrations.md are not those of these runs
ttl_arbitrations.py WEIR --write   puts the figures of these runs into that page
ttl_arbitrations.py WEIR --whole [--write]  the same of all graphs under all of them
ttl_arbitrations.py --self-test    shows that what stays, what is lost and a wrong figure are found
"""

import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

import results_page
import ttl_random

PAGE = results_page.TOP / "docs/results/ttl_arbitrations.md"

FIFO = ["strategy=input_queued", "queueing=fifo"]
QUEUES = ["strategy=input_queued", "queueing=virtual_output"]
ISLIP = ["arbiter=islip", "iterations=2"]
PACKETS = ["transfer=packet"]
JITTER = [*PACKETS, "jitter=10ns"]
# Settings of switch.crossbar in place of the graph's own.
ARBITRATIONS = {
    "output-queued": ["strategy=output_queued"],
    "input FIFO, cells": FIFO,
    "input FIFO, cells, iSLIP": [*FIFO, *ISLIP],
    "input FIFO, packets": [*FIFO, *PACKETS],
    "input FIFO, packets, 10 ns jitter": [*FIFO, *JITTER],
    "virtual output queues, cells": QUEUES,
    "virtual output queues, cells, iSLIP": [*QUEUES, *ISLIP],
    "virtual output queues, packets": [*QUEUES, *PACKETS],
    "virtual output queues, packets, 10 ns jitter": [*QUEUES, *JITTER],
    "combined": ["strategy=combined"],
    "combined, iSLIP": ["strategy=combined", *ISLIP],
    "combined, input FIFO": ["strategy=combined", "queueing=fifo"],
}
WEIGHTS = "weights=[1, 2, 4, 8, 1, 2, 4, 8]"
# Settings of switch.egress.
DISCIPLINES = {
    "round robin": ["discipline=round_robin"],
    "strict priority": ["discipline=strict_priority"],
    "DWRR": ["discipline=dwrr", WEIGHTS],
    "strict over DWRR": ["discipline=strict_over_dwrr", "strict=[2, 5]", WEIGHTS],
    "VL arbitration": ["discipline=vl_arbitration", "strict=[6, 7]", "vl_limit=1", "weights=[24, 48, 96, 192, 24, 48, 96, 192]"],
}
TTL = ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=8"]
SOME = ttl_random.GRAPHS[:len(ARBITRATIONS) * len(DISCIPLINES)]  # all arbitrations under all disciplines
PFC = "plain PFC"  # one class, which has nobody to go before


def cells():
    """(arbitration, discipline or PFC): settings of the run."""
    made = {}
    for arbitration, crossbar in ARBITRATIONS.items():
        crossbar = ["switch.crossbar=", *(f"switch.crossbar.{setting}" for setting in crossbar)]
        for discipline, egress in DISCIPLINES.items():
            made[arbitration, discipline] = [*TTL, *crossbar, *(f"switch.egress.{setting}" for setting in egress)]
        made[arbitration, PFC] = crossbar
    return made


def in_turn(graphs=ttl_random.GRAPHS):
    """(cell, graph): each graph under one arbitration and discipline, and the same graph and arbitration under plain PFC."""
    chosen = []
    for graph in graphs:
        turn, arbitration = divmod(graph, len(ARBITRATIONS))
        arbitration = list(ARBITRATIONS)[arbitration]
        chosen += [((arbitration, list(DISCIPLINES)[turn % len(DISCIPLINES)]), graph), ((arbitration, PFC), graph)]
    return chosen


def all_of_them():
    return [(cell, graph) for cell in cells() for graph in ttl_random.GRAPHS]


def outcome(weir, folder, cell, settings, seed):
    """What one run left: what is wrong with it, and how many packets it delivered."""
    out = folder / f"{list(cells()).index(cell)}.{seed}"
    options = [word for setting in settings for word in ("--set", setting)]
    summary = results_page.run(weir, folder / "graphs" / f"{seed}.toml", out, *options)
    shutil.rmtree(out)
    return judged(seed, summary)


def judged(seed, summary):
    return {"stuck": bool(summary["deadlock"]) or ttl_random.stays(summary) > 0, "lost": bool(summary["drops"]),
            "faults": ttl_random.faults(seed, summary), "delivered": summary["packets_delivered"]}


def runs(weir, chosen):
    """{(arbitration, discipline): {graph: outcome}}."""
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(scratch) / "plan"
        ttl_random.write_plan(folder)
        begun = {(cell, seed): pool.submit(outcome, weir, folder, cell, cells()[cell], seed) for cell, seed in chosen}
        found = {cell: {} for cell in cells()}
        for (cell, seed), run in begun.items():
            found[cell][seed] = run.result()
    return found


def faults(found):
    """What is wrong, in words: a run under TTL-shifted PFC that keeps or loses a packet; no run under plain PFC that does."""
    wrong = [f"{arbitration}, {discipline}: {fault}" for (arbitration, discipline), of in found.items() if discipline != PFC
             for one in of.values() for fault in one["faults"]]
    if not any(one["stuck"] for (_, discipline), of in found.items() if discipline == PFC for one in of.values()):
        wrong.append("nothing is stuck under plain PFC: nothing is shown")
    return wrong


def count(of, what):
    return sum(one[what] for one in of.values())


def table(found):
    def text(of):
        return f"{count(of, 'stuck')} / {count(of, 'lost')} of {len(of)}"

    rows = [[arbitration, *(text(found[arbitration, discipline]) for discipline in [*DISCIPLINES, PFC])] for arbitration in ARBITRATIONS]
    sums = []
    for name, of in (("TTL-shifted PFC", [of for (_, discipline), of in found.items() if discipline != PFC]),
                     ("plain PFC", [found[arbitration, PFC] for arbitration in ARBITRATIONS])):
        sums.append([name, *(f"{value:,}" for value in (sum(map(len, of)), *(sum(count(one, what) for one in of) for what in ("stuck", "lost", "delivered"))))])
    return (results_page.table(["stuck / with a packet lost", *DISCIPLINES, PFC], rows) + "\n" +
            results_page.table(["", "runs", "stuck", "with a packet lost", "packets delivered"], sums))


def self_test():
    good = {"deadlock": None, "drops": {}, "packets_delivered": 2, "queues": [{"viq_final_bytes": 0}],
            "flows": [{"name": "f", "sent_packets": 2, "delivered_packets": 2}]}
    stuck = good | {"deadlock": {"formed_at_seconds": 1e-3}, "queues": [{"viq_final_bytes": 1500}], "packets_delivered": 1}

    def found(of_ttl, of_pfc):
        return {cell: {1: judged(1, of_pfc if cell[1] == PFC else of_ttl)} for cell in cells()}

    turns = {cell for cell, _ in in_turn(SOME)}
    assert turns == set(cells()) and len(in_turn()) == 2 * len(ttl_random.GRAPHS)

    assert not faults(found(good, stuck))
    assert faults(found(good, good)) == ["nothing is stuck under plain PFC: nothing is shown"]
    assert len(faults(found(stuck, stuck))) == 2 * len(ARBITRATIONS) * len(DISCIPLINES)
    assert faults(found(good | {"drops": {"headroom_exhausted": 1}}, stuck))
    assert faults(found(good | {"flows": [{"name": "f", "sent_packets": 3, "delivered_packets": 2}]}, stuck))
    right, wrong = table(found(good, stuck)), table(found(stuck, stuck))
    page = results_page.BEGIN + right + results_page.END
    assert not results_page.stale(PAGE, page, right) and results_page.stale(PAGE, page, wrong)
    return [], 6


def check(weir, rewrite):
    found = runs(weir, in_turn())
    return results_page.check_page(PAGE, table(found), faults(found), table(found), rewrite)


def check_all(weir, rewrite):
    found = runs(weir, all_of_them())
    return results_page.conclude(PAGE, {"whole": table(found)}, faults(found), rewrite)


def check_some(weir, _):
    found = runs(weir, in_turn(SOME))
    return results_page.conclude(PAGE, {"some": table(found)}, faults(found), other=True)


if __name__ == "__main__":
    if "--short" in sys.argv:
        sys.argv.remove("--short")
        sys.exit(results_page.command(check_some, self_test, __doc__))
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        sys.exit(results_page.command(check_all, self_test, __doc__))
    sys.exit(results_page.command(check, self_test, __doc__))
