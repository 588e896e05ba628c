# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""TTL-shifted PFC on random graphs with routes that go round in loops: once injection stops, nothing may stay.

Every graph has its own switches, cables, routes and order of service, all drawn by its number; each runs under TTL-shifted
PFC and under plain PFC.

ttl_random.py WEIR             fails where a packet is lost or stays under TTL-shifted PFC, where plain PFC gets through
                               everywhere, or where the figures in docs/results/ttl_random.md are not those of this run
ttl_random.py WEIR --short     every eighth graph, and no page
ttl_random.py WEIR --write     puts the figures of this run into docs/results/ttl_random.md
ttl_random.py --plan DIR       writes the scenarios and the plan that runs them: weir sweep run DIR/ttl_random.toml
ttl_random.py --self-test      shows that what stays, what is lost and a wrong figure are found
"""

import collections
import json
import pathlib
import random
import sys
import tempfile

import results_page
from results_page import BEGIN, END, stale

PAGE = results_page.TOP / "docs/results/ttl_random.md"
GRAPHS = range(1, 201)
SCHEMES = ["ttl_pfc", "pfc"]

MOST_SWITCHES_PASSED = 7  # a class for each, and class 0 at the source: ttl0 = 8 links
SCENARIO = """
[scenario]
duration = "8ms"
seed = %d

[topology]
kind = "custom"
rate = "10Gbps"
delay = "1us"

[switch]
max_frame = "1500B"

[switch.mmu]
buffer = "64MB"
viq_limit = "40KB"
headroom = "40KB"

[switch.crossbar]
strategy = "input_queued"
queueing = "fifo"
transfer = "packet"
speedup = 1.0
jitter = "10ns"

[flow_control]
scheme = "pfc"
processing_delay = "1us"

[flow_control.pfc]
xoff = "40KB"
xon = "37KB"

[traffic]
stop = "2ms"
"""
PLAN = """
[sweep]
scenarios = "graphs/*.toml"
keep = "all"
results = ["deadlock", "drops", "packets_delivered", "sum queue.*.*.*.viq_final"]
[[axis]]
key = "scheme"
[axis.cases]
ttl_pfc = ["flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=8"]
pfc = []
"""


def neighbours_of(cables):
    neighbours = collections.defaultdict(list)
    for a, b in sorted(cables):
        neighbours[a].append(b)
        neighbours[b].append(a)
    return neighbours


def walk_to(draw, start, ends, neighbours, length, most):
    """A walk over `length` switches, and on until it is at one of `ends`, at most over `most`. It may come back to where it has been."""
    walk = [start]
    while len(walk) < length or walk[-1] not in ends and len(walk) < most:
        # Not straight back, where there is another way.
        onward = [n for n in neighbours[walk[-1]] if len(walk) < 2 or n != walk[-2]]
        walk.append(draw.choice(onward or neighbours[walk[-1]]))
    return walk


def graph(seed, most=MOST_SWITCHES_PASSED):
    """Switches, cables between them, and routes: walks over at most so many switches that may come back to where they have been."""
    draw = random.Random(seed)
    switches = [f"s{i}" for i in range(1, draw.randint(4, 9))]
    cables = {(draw.choice(switches[:i]), switches[i]) for i in range(1, len(switches))}
    for _ in range(draw.randint(1, len(switches))):
        cables.add(tuple(sorted(draw.sample(switches, 2))))
    neighbours = neighbours_of(cables)
    routes = []
    for switch in switches:
        ends = set(switches) - {switch}
        for _ in range(draw.randint(1, 3)):
            walk = walk_to(draw, switch, ends, neighbours, draw.randint(2, most), most)
            if walk[-1] in ends:
                routes.append(walk)
    return switches, sorted(cables), routes


def network(seed, switches, cables):
    """The scenario of a graph without its flows; a host at each switch that is called s."""
    text = [SCENARIO % seed]
    cables = list(cables)
    for switch in switches:
        text.append(f'[[topology.device]]\nname = "{switch}"\nkind = "switch"\n')
        if switch.startswith("s"):
            host = switch.replace("s", "h")
            text.append(f'[[topology.device]]\nname = "{host}"\nkind = "host"\n')
            cables.append((switch, host))
    return text + [f'[[topology.link]]\nbetween = ["{a}", "{b}"]\n' for a, b in cables]


def flow(name, walk):
    route = [walk[0].replace("s", "h"), *walk, walk[-1].replace("s", "h")]
    return f'[[flow]]\nname = "{name}"\nsrc = "{route[0]}"\ndst = "{route[-1]}"\nroute = {json.dumps(route)}\n'


def scenario(seed):
    return text_of(seed, *graph(seed))


def text_of(seed, switches, cables, routes):
    """The scenario of a graph."""
    return "\n".join(network(seed, switches, cables) + [flow(f"f{number}", walk) for number, walk in enumerate(routes)])


def write_plan(folder, graphs=GRAPHS):
    """The plan, and beside it the scenario of each graph."""
    (folder / "graphs").mkdir(parents=True)
    for seed in graphs:
        (folder / "graphs" / f"{seed}.toml").write_text(scenario(seed), encoding="utf-8")
    plan = folder / "ttl_random.toml"
    plan.write_text(PLAN, encoding="utf-8")
    return plan


def summaries(weir, folder, graphs):
    """{scheme: {graph: summary}}."""
    results = {scheme: {} for scheme in SCHEMES}
    for run in results_page.sweep(weir, write_plan(folder, graphs), folder)["runs"]:
        graph_index, scheme = run["values"]
        summary = (results_page.TOP / run["directory"] / "summary.json").read_text(encoding="utf-8")
        results[SCHEMES[scheme]][graphs[graph_index]] = json.loads(summary)
    return results


def stays(summary):
    return sum(queue["viq_final_bytes"] for queue in summary["queues"])


def faults(seed, summary):
    """What is wrong with a run under TTL-shifted PFC, in words."""
    found = []
    if summary["deadlock"]:
        found.append(f"graph {seed}: deadlock at {summary['deadlock']['formed_at_seconds']} s")
    if stays(summary):
        found.append(f"graph {seed}: {stays(summary)} B stay")
    if summary["drops"]:
        found.append(f"graph {seed}: drops {summary['drops']}")
    lost = [f["name"] for f in summary["flows"] if f["sent_packets"] != f["delivered_packets"]]
    if lost:
        found.append(f"graph {seed}: not all delivered of {', '.join(lost)}")
    return found


def loops(seed):
    return sum(len(set(walk)) < len(walk) for walk in graph(seed)[2])


def table(graphs, results):
    stuck = {s: sum(bool(results[s][g]["deadlock"]) for g in graphs) for s in SCHEMES}
    left = {s: sum(stays(results[s][g]) > 0 for g in graphs) for s in SCHEMES}
    lines = ["| | TTL-shifted PFC | plain PFC |", "|---|---|---|",
             f"| graphs | {len(graphs)} | {len(graphs)} |"]
    for what, count in (("with a deadlock", stuck), ("with packets that stay after injection has stopped", left),
                        ("with a packet lost", {s: sum(bool(results[s][g]["drops"]) for g in graphs) for s in SCHEMES})):
        lines.append(f"| {what} | {count['ttl_pfc']} | {count['pfc']} |")
    delivered = [f"{sum(results[s][g]['packets_delivered'] for g in graphs):,}" for s in SCHEMES]
    lines.append(f"| packets delivered | {delivered[0]} | {delivered[1]} |")
    flows = sum(len(graph(g)[2]) for g in graphs)
    lines += ["", f"{flows} flows, {sum(loops(g) for g in graphs)} of which pass a switch more than once."]
    return "\n".join(lines) + "\n"


def self_test():
    good = {"deadlock": None, "drops": {}, "queues": [{"viq_final_bytes": 0}],
            "flows": [{"name": "f", "sent_packets": 2, "delivered_packets": 2}]}
    assert not faults(1, good)
    assert faults(1, good | {"queues": [{"viq_final_bytes": 1}]})
    assert faults(1, good | {"drops": {"headroom_exhausted": 1}})
    assert faults(1, good | {"deadlock": {"formed_at_seconds": 1e-3, "cycle": []}})
    assert faults(1, good | {"flows": [{"name": "f", "sent_packets": 2, "delivered_packets": 1}]})
    page = BEGIN + "x\n" + END
    assert not stale(PAGE, page, "x\n") and stale(PAGE, page, "y\n")
    assert graph(3) == graph(3) and graph(3) != graph(4)
    assert all(2 <= len(walk) <= MOST_SWITCHES_PASSED for seed in range(50) for walk in graph(seed)[2])


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--plan"]:
        print(write_plan(pathlib.Path(arguments[1])))
        return 0
    weir = str(pathlib.Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        graphs = GRAPHS[::8] if "--short" in arguments else GRAPHS
        results = summaries(weir, pathlib.Path(scratch) / "sweep", graphs)
    found = [fault for g in graphs for fault in faults(g, results["ttl_pfc"][g])]
    if not any(results["pfc"][g]["deadlock"] for g in graphs):
        found.append("no graph deadlocks under plain PFC: nothing is shown")
    figures = table(graphs, results)
    if "--write" in arguments:
        results_page.write(PAGE, figures)
    if graphs is GRAPHS:
        found += stale(PAGE, PAGE.read_text(encoding="utf-8"), figures)
    print(figures)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
