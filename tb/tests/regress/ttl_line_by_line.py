# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The claims of TTL-based buffer management under attack: assumptions of the proof left out one by one in a model of its own (ttl_model.py), eq. (14) against the
worst frames (ttl_link_model.py), and what weir must show of the same.

ttl_line_by_line.py WEIR          fails where an attack is otherwise than claimed here, or where a table of docs/results/ttl_line_by_line.md is not that of this run
ttl_line_by_line.py WEIR --write  puts the tables of this run into that page
ttl_line_by_line.py --self-test   shows that what is wrong is found
"""

import copy
import dataclasses
import pathlib
import random
import sys
import tempfile

import results_page
import ttl_random
from ttl_link_model import Link, arrives, drawn, eq_14, of_one_length, to_the_instant
from ttl_model import MTU, SWITCHES, Rules, Run, parity, plain, saturating, wrapping

PAGE = results_page.TOP / "docs/results/ttl_line_by_line.md"
GRAPHS = range(1, 21)
BASE = Rules(packets=30)
NONE, SOME, RARE = "none", "some", "too few to be met"  # of the runs may be stuck; RARE is not judged


def rules(**changes):
    return dataclasses.replace(BASE, **changes)


def bridges(every):
    """Each switch whose number is a multiple keeps the TTL."""
    return lambda node: node[0] != "s" or int(node[1:]) % every != 0


def forged(walk):
    """Hosts lie by 0 to 4 hops."""
    return int(walk[0][1:]) * 3 % 5


# What is changed: rules, whether any run may be stuck.
ORDERS = {
    "plain PFC": (rules(class_of=plain), SOME),
    "the document": (BASE, NONE),
    **{f"{name}": (rules(switch=switch), NONE if "all classes" not in name else SOME) for name, switch in SWITCHES.items() if name != "output queues"},
    "XOFF of one byte": (rules(xoff=1), NONE),
    "XON one MTU above 0": (rules(xon=MTU), NONE),
    "frames of 64 to 1500 B, drawn": (rules(lengths=(64, 65, 700, MTU)), NONE),
    "news late": (rules(late=0.1), NONE),
    "RESUMEs lost, pauses end by their timers": (rules(loses_resume=0.3), NONE),
    "RESUMEs lost, pauses without end": (rules(loses_resume=0.05, timer=False), SOME),
    "every third switch keeps the TTL": (rules(counts_hop=bridges(3)), RARE),
    "all switches keep the TTL": (rules(counts_hop=bridges(1)), SOME),
    "hosts forge labels, dropped above class 7": (rules(first_label=forged, highest=7), NONE),
    "hosts forge labels, kept in class 7": (rules(first_label=forged, class_of=saturating(7)), SOME),
    "hosts forge labels, from the first class again": (rules(first_label=forged, class_of=wrapping(7)), RARE),
    "hosts that stop at times": (rules(host="at times"), NONE),
    "a host that stops for ever": (rules(host="never"), SOME),
    "hosts that take no request while an answer waits": (rules(host="answers"), SOME),
    "the same, answers in classes of their own": (rules(host="answers apart"), NONE),
    **{f"{classes} classes, the last for all further hops": (rules(class_of=saturating(classes)), SOME if classes < 5 else RARE) for classes in (3, 4, 5, 6)},
    **{f"{classes} classes, again from the first": (rules(class_of=wrapping(classes)), SOME if classes < 6 else NONE) for classes in (3, 4, 5, 6)},
}
# Switches in a ring, switches of a route.
RINGS = [(3, 3), (4, 3), (4, 4), (5, 4), (6, 5)]
RUNS_OF_A_RING = 5
RULES_OF_RINGS = {"the last class for all further hops": saturating, "again from the first": wrapping}
LINKS = {
    "40 Gbps, 300 m, 60 quanta: the document's": Link(),
    "the same, 118 quanta": Link(process=118 * 64),
    "the same, frames of 9216 B": Link(mtu=9216),
    "10 Gbps, 100 m, 67 quanta": Link(wire=625, process=67 * 64),
    "400 Gbps, 300 m, 905 quanta": Link(wire=75_000, process=905 * 64),
    "the document's, six frames of news ahead": Link(ahead=6),
}


def walks(graph):
    return [[walk[0].replace("s", "h"), *walk, walk[-1].replace("s", "h")] for walk in ttl_random.graph(graph)[2]]


def ring(switches, passed):
    return [[f"h{i}", *(f"s{(i + hop) % switches}" for hop in range(passed)), f"h{(i + passed - 1) % switches}"] for i in range(switches)]


def orders(networks, of):
    """Runs that are stuck, packets delivered, rounds in which case 2 of the proof does not hold as printed."""
    stuck, delivered, printed = 0, 0, 0
    for number, network in enumerate(networks):
        run = Run(network, of, random.Random(number))
        stuck += run.go() > 0
        delivered += run.delivered
        printed += run.printed_case_2
    return {"stuck": stuck, "runs": len(networks), "delivered": delivered, "case 2": printed}


def link(of):
    draw = random.Random(1)
    waits = [0, of.mtu, *(draw.randint(0, of.mtu) for _ in range(200))]
    return {"eq. (14)": eq_14(of), "one length": max(arrives(of, of_one_length(of.mtu), w) for w in waits),
            "drawn": max(arrives(of, drawn(draw, of.mtu), w) for w in waits for _ in range(10)),
            "worst": arrives(of, to_the_instant(of.mtu), of.mtu)}


def halves(network):
    """Whether all hosts are on one side of a bipartite network, and whether no switch sees two classes in a row."""
    neighbours, seen = {}, {}
    for walk in network:
        for a, b in zip(walk, walk[1:]):
            neighbours.setdefault(a, set()).add(b)
            neighbours.setdefault(b, set()).add(a)
        for hop, node in enumerate(walk[1:-1], 1):
            seen.setdefault(node, set()).add(hop)
    side, bipartite = {}, True
    for start in neighbours:
        reached = [] if start in side else [start]
        side.setdefault(start, start[0] == "h")
        for node in reached:
            for other in neighbours[node]:
                if other not in side:
                    side[other] = not side[node]
                    reached.append(other)
                bipartite &= side[other] != side[node]
    one_side = bipartite and len({side[node] for node in side if node[0] == "h"}) == 1
    return one_side, all(c + 1 not in classes for classes in seen.values() for c in classes)


def tree(leaves, spines, draw):
    """Walks up and down between leaves and spines, with detours, hosts at all leaves."""
    made = []
    for leaf in range(leaves):
        nodes = [f"s{leaf}"]
        for _ in range(draw.randint(1, 3)):
            nodes += [f"t{draw.randrange(spines)}", f"s{draw.randrange(leaves)}"]
        made.append([nodes[0].replace("s", "h"), *nodes, nodes[-1].replace("s", "h")])
    return made


TREES = [tree(5, 3, random.Random(number)) for number in GRAPHS]
PARITY = {"leaves and spines, a class for two hops": (TREES, NONE), "random graphs, a class for two hops": ([walks(graph) for graph in GRAPHS], SOME)}

STOPPED = "scenarios/ttl/ttl_stopped_host.toml"
CLASSES = (2, 3, 4, 5)
PARKING = "scenarios/ttl/ttl_parking_lot.toml"


def flow(summary, name):
    return next(one for one in summary["flows"] if one["name"] == name)


def finished(summary):
    return sum(one["sent_packets"] == one["delivered_packets"] for one in summary["flows"])


def slowest(summary):
    return min(one["steady_bps"] for one in summary["flows"])


# What weir shows: scenario, settings, what must be true of the summary.
RUNS = {
    "a host stops for 5 ms: all arrives": (STOPPED, [], lambda s: finished(s) == 4 and not ttl_random.stays(s) and not s["drops"]),
    "a host stops for ever: packets stay": (STOPPED, [f"event.class_{c}.length=" for c in CLASSES], lambda s: finished(s) == 0 and ttl_random.stays(s) > 0 and not s["drops"]),
    "ttl0 = d: the longest path is not held by its host": (STOPPED, ["switch.class_mapper.ttl0=5"],
                                                          lambda s: flow(s, "h1_to_h5")["fct_seconds"] < 6.1e-3 < flow(s, "h2_to_h5")["fct_seconds"] / 2),
    "partitions above n m_p, below n (XOFF + headroom): lost, not stuck": (
        PARKING, ["switch.mmu.buffer=400KB", "scenario.duration=5ms"], lambda s: s["drops"].get("partition_full", 0) > 1000 and slowest(s) > 0),
    "strict priority starves the near hosts": (
        PARKING, ["switch.egress.discipline=strict_priority"], lambda s: slowest(s) == 0),
    "a routing loop is shed": ("scenarios/ttl/ttl_loop.toml", [], lambda s: set(s["drops"]) == {"ttl_expired"} and not ttl_random.stays(s)),
    "the same under plain PFC stands": ("scenarios/ttl/ttl_loop_pfc.toml", [], lambda s: bool(s["deadlock"])),
}


def measured(weir):
    """All that the tables are made of."""
    graphs = [walks(graph) for graph in GRAPHS]
    found = {"orders": {name: orders(graphs, of) for name, (of, _) in ORDERS.items()},
             "rings": {(switches, passed, name, classes): orders([ring(switches, passed)] * RUNS_OF_A_RING, rules(class_of=of(classes)))["stuck"]
                       for switches, passed in RINGS for name, of in RULES_OF_RINGS.items() for classes in (passed - 1, passed)},
             "links": {name: link(of) for name, of in LINKS.items()},
             "parity": {name: orders(networks, rules(class_of=parity)) for name, (networks, _) in PARITY.items()},
             "halves": {name: [sum(flags) for flags in zip(*map(halves, networks))] for name, (networks, _) in PARITY.items()}}
    with tempfile.TemporaryDirectory() as scratch:
        found["runs"] = {}
        for number, (name, (scenario, settings, holds)) in enumerate(RUNS.items()):
            options = [word for setting in settings for word in ("--set", setting)]
            summary = results_page.run(weir, results_page.TOP / scenario, f"{scratch}/{number}", *options, accepted=(0, 1))
            found["runs"][name] = bool(holds(summary))
    return found


def wrong_of(name, of, wanted):
    stuck = of["stuck"]
    return [f"{name}: {stuck} of {of['runs']} stuck, wanted {wanted}"] if wanted != RARE and (stuck > 0) != (wanted == SOME) else []


def faults(found):
    wrong = [fault for table, claims in (("orders", ORDERS), ("parity", PARITY)) for name, of in found[table].items() for fault in wrong_of(name, of, claims[name][1])]
    if not found["orders"]["input FIFOs"]["case 2"]:
        wrong.append("case 2 holds as printed")
    for (switches, passed, name, classes), stuck in found["rings"].items():
        if (stuck > 0) != (name == "the last class for all further hops" and classes < passed):
            wrong.append(f"ring of {switches}, {passed} switches passed, {classes} classes, {name}: {stuck} stuck")
    for name, of in found["links"].items():
        over = of["worst"] > of["eq. (14)"]
        if over != (LINKS[name].ahead > 1) or of["worst"] < max(of["one length"], of["drawn"]):
            wrong.append(f"{name}: {of}")
    trees, others = (found["halves"][name] for name in PARITY)
    if trees != [len(GRAPHS)] * 2 or others[0] > others[1]:
        wrong.append(f"halves: {found['halves']}")
    return wrong + [f"not true: {name}" for name, true in found["runs"].items() if not true]


def tables(found):
    def text(of):
        return [f"{of['stuck']} of {of['runs']}", f"{of['delivered']:,}"]

    rings = [[str(switches), str(passed), str(classes), *(f"{found['rings'][switches, passed, name, classes]} of {RUNS_OF_A_RING}" for name in RULES_OF_RINGS)]
             for switches, passed in RINGS for classes in (passed - 1, passed)]
    parity_rows = [[name, *text(of), *map(str, found["halves"][name])] for name, of in found["parity"].items()]
    printed = found["orders"]["input FIFOs"]["case 2"]
    return {"orders": results_page.table(["what is changed", "stuck", "packets delivered"], [[name, *text(of)] for name, of in found["orders"].items()]),
            "case 2": f"{printed:,} rounds of the runs with input FIFOs end with the highest class of all output queues paused.\n",
            "rings": results_page.table(["switches", "on a route", "classes", *RULES_OF_RINGS], rings),
            "parity": results_page.table(["", "stuck", "packets delivered", "hosts on one side", "no two classes in a row"], parity_rows),
            "links": results_page.table(["", *next(iter(found["links"].values()))], [[name, *(f"{value:,}" for value in of.values())] for name, of in found["links"].items()]),
            "runs": results_page.table(["weir shows", "scenario", "with"], [[name, f"`{scenario}`", " ".join(f"`{one}`" for one in settings)]
                                                                          for name, (scenario, settings, _) in RUNS.items()])}


def self_test():
    def of(stuck):
        return {"stuck": stuck, "runs": 40, "delivered": 9, "case 2": 1}

    good = {"orders": {name: of(wanted == SOME) for name, (_, wanted) in ORDERS.items()}, "parity": {name: of(wanted == SOME) for name, (_, wanted) in PARITY.items()},
            "rings": {(n, s, name, c): int(name.startswith("the last") and c < s) for n, s in RINGS for name in RULES_OF_RINGS for c in (s - 1, s)},
            "links": {name: link(one) for name, one in LINKS.items()}, "halves": {name: [len(GRAPHS) * (name[0] == "l")] * 2 for name in PARITY}, "runs": dict.fromkeys(RUNS, True)}
    planted = [("orders", "the document", of(1)), ("orders", "plain PFC", of(0)), ("orders", "input FIFOs", of(0) | {"case 2": 0}), ("rings", (4, 4, "again from the first", 3), 1),
               ("links", "the same, 118 quanta", {"eq. (14)": 1, "one length": 2, "drawn": 2, "worst": 2}), ("runs", "a routing loop is shed", False)]
    problems = [f"nothing planted: {fault}" for fault in faults(good)]
    for table, name, value in planted:
        found = copy.deepcopy(good)
        found[table][name] = value
        if len(faults(found)) != 1:
            problems.append(f"planted {table}, {name}: {faults(found)}")
    if orders([ring(3, 3)] * 3, rules(class_of=plain))["stuck"] == 0 or orders([ring(3, 3)] * 3, BASE)["stuck"]:
        problems.append("the model: a ring of three")
    if [halves(ring(3, 3)), halves(ring(4, 3)), halves(tree(4, 2, random.Random(1)))] != [(False, False), (False, False), (True, True)]:
        problems.append("halves")
    return problems, len(planted) + 2


def check(weir, rewrite):
    found = measured(weir)
    return results_page.conclude(PAGE, tables(found), faults(found), rewrite)


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
