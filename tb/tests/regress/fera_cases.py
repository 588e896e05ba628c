# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""FERA's scenarios in each form, and under BCN, by 10 seeds: runs scenarios/fera and judges rates, queues, pauses and losses.

fera_cases.py WEIR              fails where a case is otherwise than docs/results/fera_cases.md says, or its figures are not those of these runs
fera_cases.py WEIR --write      puts the figures of these runs into that page
fera_cases.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_cases.py WEIR --claims     fails where a form of the symmetric case is otherwise than claimed
fera_cases.py --self-test       shows that what is wrong is found
"""

import math
import statistics

import results_page
from fera_runs import DEEP, FORMS, LITERAL, Cases, Run, text_of

PAGE = results_page.TOP / "docs/results/fera_cases.md"
ALIGNED = FORMS["literal, aligned"]
SHIFTED = {"literal, aligned, flows 0.6 T after a tick": [*ALIGNED, "traffic.start=5600us"]}
SOME = ("literal, aligned", "literal, random phases", "proposed", "proposed, first version", "BCN")
LINEAR = ["congestion.fera.queue_control=linear", "congestion.fera.k=0.002"]
HEAVY = {
    **{f"literal, aligned, gamma {gamma}": [*ALIGNED, f"congestion.fera.gamma={gamma}"] for gamma in ("1.0", "0.99", "0.98")},
    **{f"literal, aligned, {stages} stages": [*ALIGNED, "congestion.fera.queue_control=multistage", "congestion.fera.k=0.002", f"congestion.fera.stages={stages}"]
       for stages in (1, 2, 3)},
    "literal, aligned, linear": [*ALIGNED, *LINEAR],
    "literal, random phases": LITERAL,
    "proposed": [],
    "BCN": FORMS["BCN"],
}


def symmetric(run):
    return {"data and tags, Mbps": run.together(30, 80), "data": run.together(30, 80, what=("delivered",)), "furthest from the mean, Mbps": run.spread(30, 80),
            "all within 10 % after, ms": run.fair_after(5, 30, 80), "q, packets": run.queue("core.p4", 30, 80), "PAUSEs": run.pauses(), "lost": run.lost()}


def by_flow(run):
    return {**{f"{flow}, Mbps": run.rate(flow, 30, 100) for flow in run.flows}, "PAUSEs": run.pauses(), "lost": run.lost()}


def hotspot(run):
    to = {name: [flow for flow in run.flows if flow.endswith("_to_" + name)] for name in (f"h{i}" for i in range(1, 11))}
    others = [run.together(30, 100, to[name]) for name in to if name != "h1"]
    return {"to the slow port, Mbps": run.together(30, 100, to["h1"]), "to each other port": statistics.fmean(others), "PAUSEs": run.pauses(), "lost": run.lost()}


def hundred(run):
    return {"data and tags, Mbps": run.together(0, 200), "data": run.together(0, 200, what=("delivered",)), "highest q, packets": run.highest(),
            "PAUSEs": run.pauses(), "lost": run.lost()}


# Table: scenario, forms, what is read off a run.
TABLES = {
    "symmetric": ("fera_symmetric", {**FORMS, **SHIFTED}, symmetric),
    "parking lot": ("fera_parking_lot", {name: FORMS[name] for name in SOME}, by_flow),
    "parking lot, 50 us": ("fera_parking_lot", {name: [*FORMS[name], "topology.delay=50us"] for name in SOME}
                           | {"proposed, PAUSE from 400 packets of 800": ["topology.delay=50us", *DEEP]}, by_flow),
    "asymmetric": ("fera_asymmetric", {name: FORMS[name] for name in SOME}, by_flow),
    "hotspot": ("fera_hotspot", {name: FORMS[name] for name in SOME}, hotspot),
    "heavy": ("fera_heavy", HEAVY, hundred),
    "pareto": ("fera_pareto", {name: FORMS[name] for name in SOME}, hundred),
}


def near(value, wanted, by):
    return abs(value - wanted) <= by


# Table, form: what must be true of the means, and that in words.
CLAIMS = {
    ("symmetric", "proposed"): (lambda m: m["data and tags, Mbps"] >= 9990 and m["furthest from the mean, Mbps"] <= 3 and m["all within 10 % after, ms"] <= 15
                                and 14 <= m["q, packets"] <= 18 and m["lost"] == 0, "full, equal within 3 Mbps, fair by 15 ms, q 14 to 18, nothing lost"),
    ("symmetric", "literal, aligned"): (lambda m: m["data and tags, Mbps"] >= 9990, "full link"),
    ("symmetric", "literal, aligned, flows 0.6 T after a tick"): (lambda m: near(m["data and tags, Mbps"], 8300, 400), "17 % of the throughput is missing"),
    ("symmetric", "BCN"): (lambda m: near(m["q, packets"], 16, 1), "q 16 +- 1"),
    ("parking lot", "proposed"): (lambda m: all(near(m[f"f{i}, Mbps"], 3333, 15) for i in (1, 3, 4)), "max-min"),
    ("asymmetric", "proposed"): (lambda m: near(m["f1, Mbps"], 4500, 20) and near(m["f3, Mbps"], 500, 5), "4.5 and 0.5 Gbps"),
    ("hotspot", "proposed"): (lambda m: near(m["to the slow port, Mbps"], 981, 3) and m["to each other port"] > 8490,
                              "1 Gbps with the 18.4 Mbps of tags that return, and the others are unharmed"),
    ("parking lot, 50 us", "proposed, PAUSE from 400 packets of 800"): (lambda m: m["lost"] == 0, "nothing is lost with headroom"),
    ("parking lot, 50 us", "proposed"): (lambda m: m["lost"] > 0, "packets are lost without it"),
    ("heavy", "BCN"): (lambda m: m["data"] > 9950 and m["lost"] > 10_000, "the link is full, and packets are lost"),
    ("hotspot", "BCN"): (lambda m: m["to each other port"] < 4500, "the others fall below 4,500 Mbps"),
}


CASES = Cases(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"data and tags, Mbps": 10000.0, "data": 9990.0, "furthest from the mean, Mbps": 1.0, "all within 10 % after, ms": 8.0, "q, packets": 16.0,
             "PAUSEs": 0, "lost": 0}
    problems = CASES.faults({("symmetric", "proposed"): [right] * 3})
    for name, wrong in (("data and tags, Mbps", 9980.0), ("furthest from the mean, Mbps", 5.0), ("all within 10 % after, ms", 16.0),
                        ("all within 10 % after, ms", math.nan), ("q, packets", 19.0), ("lost", 1)):
        if not CASES.faults({("symmetric", "proposed"): [{**right, name: wrong}] * 3}):
            problems.append(f"planted {name} = {wrong}: not found")
    if not CASES.faults({("heavy", "BCN"): [right] * 3}):
        problems.append("planted BCN that loses nothing: not found")
    rows = [{"time_seconds": str((5 + i / 10) / 1e3), "flow.f1.delivered_bps": "6e9", "flow.f2.delivered_bps": "6e9" if i > 30 else "2e9"} for i in range(1, 751)]
    run = Run({"flows": [{"name": "f1"}, {"name": "f2"}], "queues": [], "drops": {}}, rows)
    for what, got, wanted in (("fair after", run.fair_after(5, 30, 80), 3), ("together", round(run.together(30, 80)), 12000), ("spread", run.spread(30, 80), 0),
                              ("never", text_of([math.nan]), "never"), ("interval", text_of([1.0, 3.0]), "2.0 +- 2.3")):
        if got != wanted:
            problems.append(f"{what}: {got}, wanted {wanted}")
    return problems, 13


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("symmetric",))
