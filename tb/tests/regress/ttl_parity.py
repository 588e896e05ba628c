# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A class for two hops (switch.class_mapper.source = "ttl_parity") beside a class for each and plain PFC, on random networks of two sides with all hosts on one of
them, under every arbitration of the crossbar and every discipline of the egress in turn: nothing may stay, nothing be lost, and as much be delivered.

ttl_parity.py WEIR                   the first graphs, one under each arbitration and discipline: fails where a packet is lost or stays, where deliveries differ by
                                     more than a hundredth, or where the figures in docs/results/ttl_parity.md are not those of these runs
ttl_parity.py WEIR --write           puts the figures of these runs into that page
ttl_parity.py WEIR --whole [--write] the same of all graphs
ttl_parity.py --self-test            shows that what stays, what is lost, what delivers less and a wrong figure are found
"""

import concurrent.futures
import os
import pathlib
import random
import shutil
import sys
import tempfile

import results_page
import ttl_random
from ttl_arbitrations import ARBITRATIONS, DISCIPLINES, count, judged

PAGE = results_page.TOP / "docs/results/ttl_parity.md"
GRAPHS = range(1, 501)
FIRST = GRAPHS[:len(ARBITRATIONS) * len(DISCIPLINES)]
LARGEST_DIFFERENCE = 0.01

EACH, TWO, PFC = "a class for each hop", "a class for two hops", "plain PFC"
TTL0 = ttl_random.MOST_SWITCHES_PASSED + 1
MAPPERS = {EACH: ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", f"switch.class_mapper.ttl0={TTL0}"],
           TWO: ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl_parity", f"switch.class_mapper.ttl0={TTL0}"],
           PFC: []}


def graph(seed):
    """Switches, cables between them, and routes. Hosts are at switches s, none at switches t; cables join an s and a t, so that routes are over an odd number."""
    draw = random.Random(seed)
    edges, others = [f"s{i}" for i in range(1, draw.randint(3, 6))], [f"t{i}" for i in range(1, draw.randint(3, 5))]
    sides = {"s": edges, "t": others}
    placed, rest = {"s": ["s1"], "t": ["t1"]}, edges[1:] + others[1:]
    cables = {("s1", "t1")}
    draw.shuffle(rest)
    for switch in rest:
        other = draw.choice(placed["t" if switch[0] == "s" else "s"])
        cables.add(tuple(sorted((switch, other))))
        placed[switch[0]].append(switch)
    for _ in range(draw.randint(1, len(edges) + len(others))):
        cables.add(tuple(draw.choice(side) for side in sides.values()))
    for switch in others:  # iSLIP with two iterations wants two ports
        cables |= {(edge, switch) for edge in edges[:2] if sum(b == switch for _, b in cables) < 2}
    neighbours = ttl_random.neighbours_of(cables)
    routes = []
    for switch in edges:
        ends = set(edges) - {switch}
        for _ in range(draw.randint(1, 3)):
            walk = ttl_random.walk_to(draw, switch, ends, neighbours, draw.randrange(3, TTL0, 2), ttl_random.MOST_SWITCHES_PASSED)
            if walk[-1] in ends:
                routes.append(walk)
    return edges + others, sorted(cables), routes


def settings(seed, mapper):
    """Of a run: each graph has its arbitration and its discipline."""
    turn, arbitration = divmod(seed - 1, len(ARBITRATIONS))
    discipline = [] if mapper == PFC else list(DISCIPLINES.values())[turn % len(DISCIPLINES)]
    crossbar = list(ARBITRATIONS.values())[arbitration]
    return [*MAPPERS[mapper], "switch.crossbar=", *(f"switch.crossbar.{one}" for one in crossbar), *(f"switch.egress.{one}" for one in discipline)]


def outcome(weir, folder, seed, mapper):
    out = folder / f"{seed}.{list(MAPPERS).index(mapper)}"
    options = [word for setting in settings(seed, mapper) for word in ("--set", setting)]
    summary = results_page.run(weir, folder / f"{seed}.toml", out, *options)
    shutil.rmtree(out)
    return judged(seed, summary)


def runs(weir, graphs):
    """{mapper: {graph: outcome}}."""
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(scratch)
        for seed in graphs:
            (folder / f"{seed}.toml").write_text(ttl_random.text_of(seed, *graph(seed)), encoding="utf-8")
        begun = {(mapper, seed): pool.submit(outcome, weir, folder, seed, mapper) for seed in graphs for mapper in MAPPERS}
        return {mapper: {seed: begun[mapper, seed].result() for seed in graphs} for mapper in MAPPERS}


def difference(found):
    """By which part of it two hops to a class deliver more than a class for each; negative: less."""
    return count(found[TWO], "delivered") / count(found[EACH], "delivered") - 1


def faults(found):
    wrong = [f"{mapper}: {fault}" for mapper in (EACH, TWO) for one in found[mapper].values() for fault in one["faults"]]
    if abs(difference(found)) > LARGEST_DIFFERENCE:
        wrong.append(f"{TWO} deliver {difference(found) * 100:+.2f} % of what {EACH} does")
    if not count(found[PFC], "stuck"):
        wrong.append("nothing is stuck under plain PFC: nothing is shown")
    return wrong


def table(found):
    graphs = found[EACH]
    flows = [walk for seed in graphs for walk in graph(seed)[2]]
    rows = [[what, *(f"{value(of):,}" for of in found.values())] for what, value in (
        ("graphs", len), ("stuck", lambda of: count(of, "stuck")), ("with a packet lost", lambda of: count(of, "lost")),
        ("packets delivered", lambda of: count(of, "delivered")))]
    return (results_page.table(["", *found], rows) +
            f"\n{len(flows):,} flows, {sum(len(set(walk)) < len(walk) for walk in flows):,} of which pass a switch more than once. Delivered with {TWO}, "
            f"beside {EACH}: {difference(found) * 100:+.2f} %.\n")


def self_test():
    good = {"deadlock": None, "drops": {}, "packets_delivered": 200, "queues": [{"viq_final_bytes": 0}],
            "flows": [{"name": "f", "sent_packets": 2, "delivered_packets": 2}]}
    stuck = good | {"deadlock": {"formed_at_seconds": 1e-3}, "queues": [{"viq_final_bytes": 1500}], "packets_delivered": 1}
    right = {mapper: {1: judged(1, stuck if mapper == PFC else good)} for mapper in MAPPERS}
    planted = [(TWO, stuck, 3), (EACH, good | {"drops": {"headroom_exhausted": 1}}, 1), (TWO, good | {"packets_delivered": 197}, 1),
               (TWO, good | {"packets_delivered": 199}, 0), (PFC, good, 1)]
    problems = [f"nothing planted: {fault}" for fault in faults(right)]
    for mapper, summary, wanted in planted:
        found = faults(right | {mapper: {1: judged(1, summary)}})
        if len(found) != wanted:
            problems.append(f"planted {mapper}: {found}")
    page = results_page.BEGIN + table(right) + results_page.END
    if results_page.stale(PAGE, page, table(right)) or not results_page.stale(PAGE, page, table(right | {PFC: right[TWO]})):
        problems.append("a wrong figure is not found")
    cells = {(tuple(settings(seed, TWO)), tuple(settings(seed, PFC))) for seed in FIRST}
    if len(cells) != len(ARBITRATIONS) * len(DISCIPLINES):
        problems.append(f"{len(cells)} arbitrations and disciplines in the first graphs")
    odd = all(len(walk) % 2 == 1 and 3 <= len(walk) <= ttl_random.MOST_SWITCHES_PASSED and {walk[0][0], walk[-1][0]} == {"s"}
              for seed in GRAPHS for walk in graph(seed)[2])
    if not odd or not all(graph(seed)[2] for seed in GRAPHS):
        problems.append("a graph without routes, or a route over an even number of switches")
    return problems, len(planted) + 2


def check(weir, rewrite, name="figures", graphs=FIRST):
    found = runs(weir, graphs)
    return results_page.conclude(PAGE, {name: table(found)}, faults(found), rewrite)


def check_some(weir, _):
    found = runs(weir, FIRST[::3])
    return results_page.conclude(PAGE, {"some": table(found)}, faults(found), other=True)


if __name__ == "__main__":
    if "--short" in sys.argv:
        sys.argv.remove("--short")
        sys.exit(results_page.command(check_some, self_test, __doc__))
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        sys.exit(results_page.command(lambda weir, rewrite: check(weir, rewrite, "whole", GRAPHS), self_test, __doc__))
    sys.exit(results_page.command(check, self_test, __doc__))
