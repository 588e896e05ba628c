# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Edges of a FERA region, by 10 seeds: runs scenarios/fera/fera_edge*.toml with and without them, and judges rates, queues, pauses and losses.

fera_edge.py WEIR              fails where a case is otherwise than docs/results/fera_edge.md says, or its figures are not those of these runs
fera_edge.py WEIR --write      puts the figures of these runs into that page
fera_edge.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_edge.py WEIR --claims     fails where a liar before an edge is otherwise than claimed
fera_edge.py --self-test       shows that what is wrong is found
"""

import math

import results_page
from fera_runs import Cases

PAGE = results_page.TOP / "docs/results/fera_edge.md"
NONE = ["congestion.fera_edge.at=none"]
DATA = ("delivered",)
LATE = (30, 80)


def data(run, flows=None, window=LATE):
    return run.together(*window, flows, DATA)


def rests(run):
    return {"PAUSEs": run.pauses(), "lost": run.lost()}


def spread(run, flows, window=LATE):
    rates = [data(run, [flow], window) for flow in flows]
    return max(abs(rate - sum(rates) / len(rates)) for rate in rates)


def unaware(run):
    return {"data, Mbps": data(run), "farthest from the mean": spread(run, run.flows), "fair after, ms": run.fair_after(5, 60, 80), "q, packets": run.queue("core.p4", *LATE), **rests(run)}


def liar(run):
    honest = ["f1", "f2", "f3"]
    return {"liar, Mbps": data(run, ["liar"]), "f1 to f3, each": data(run, honest) / 3, "farthest from their mean": spread(run, honest),
            "q, packets": run.queue("s1.p4", *LATE), **rests(run)}


def two_rates(run):
    return {"f1, to the fast host, Mbps": data(run, ["f1"]), "f2, to the slow one": data(run, ["f2"]), "f3, of another host": data(run, ["f3"]), **rests(run)}


def outside(run):
    return {"data, Mbps": data(run), "farthest from the mean": spread(run, run.flows), "q, packets": run.queue("core.p4", *LATE),
            "q of a switch outside": run.queue("es1.p1", *LATE), **rests(run)}


def lossy(run):
    policed = run.summary["drops"].get("policed", 0)
    return {"liar, Mbps": data(run, ["liar"]), "f1 to f3, each": data(run, ["f1", "f2", "f3"]) / 3, "dropped at the edge": policed, "dropped in queues": run.lost() - policed}


TABLES = {
    "unaware hosts": ("fera_edge", {"no edges: PAUSE alone": NONE, "no edges, regulators in the hosts": [*NONE, "traffic.control=fera"], "edges": [],
                                    "edges, burst 1500 B": ["congestion.fera_edge.burst=1500B"], "edges, burst 3000 B": ["congestion.fera_edge.burst=3KB"], "edges, burst 24 KB": ["congestion.fera_edge.burst=24KB"],
                                    "edges, tau = T": ["congestion.fera_edge.tag_interval=1ms"], "edges, and regulators in the hosts": ["traffic.control=fera"]}, unaware),
    "a liar": ("fera_edge_liar", {"no edges": NONE, "edges": [], "edges, burst 3000 B": ["congestion.fera_edge.burst=3KB"]}, liar),
    "two rates": ("fera_edge_two_rates", {"no edges": NONE, "edges": []}, two_rates),
    "outside": ("fera_edge_outside", {"no edges": ["switch.core.congestion.fera_edge.at=none"], "edges": []}, outside),
    "without flow control": ("fera_edge_lossy", {"no edges": NONE, "edges": []}, lossy),
}


def within(figure, low, high=math.inf):
    return lambda mean: low <= mean[figure] <= high


def all_of(*claims):
    return lambda mean: all(claim(mean) for claim in claims)


# Table, form: what must be true of the means, and that in words.
CLAIMS = {
    ("unaware hosts", "edges"): (all_of(within("data, Mbps", 9_850), within("farthest from the mean", 0, 25), within("q, packets", 10, 22), within("lost", 0, 0)),
                                 "hosts that know nothing fill the link, all with the same, and nothing is lost"),
    ("a liar", "no edges"): (within("f1 to f3, each", 0, 120), "without edges a liar starves the others"),
    ("a liar", "edges"): (all_of(within("liar, Mbps", 0, 2_550), within("f1 to f3, each", 2_400), within("lost", 0, 0)), "an edge holds a liar to its share, and nothing is lost"),
    ("a liar", "edges, burst 3000 B"): (within("PAUSEs", 10_000), "with half a burst of one frame the honest are held for each two packets, too"),
    ("two rates", "edges"): (all_of(within("f1, to the fast host, Mbps", 0, 1_100), within("f3, of another host", 7_500)),
                             "in one class the flow to a fast host goes as that to a slow one, and other hosts are not harmed"),
    ("outside", "edges"): (all_of(within("data, Mbps", 9_700), within("lost", 0, 0)), "the edges of a region of one switch hold whole switches, and fill the link"),
    ("without flow control", "edges"): (all_of(within("liar, Mbps", 0, 2_550), within("f1 to f3, each", 2_400), within("dropped in queues", 0, 400)),
                                        "without flow control the edge drops what the liar sends too much, and queues drop little while rates are new"),
}

CASES = Cases(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"liar, Mbps": 2_500.0, "f1 to f3, each": 2_490.0, "lost": 0, "f1, to the fast host, Mbps": 1_000.0, "f3, of another host": 8_900.0, "dropped in queues": 0}
    problems = CASES.faults({("a liar", "edges"): [right], ("two rates", "edges"): [right], ("without flow control", "edges"): [right]})
    planted = ((("a liar", "edges"), {"liar, Mbps": 9_900.0}), (("a liar", "edges"), {"lost": 1}), (("a liar", "no edges"), {}), (("two rates", "edges"), {"f3, of another host": 1_000.0}),
               (("without flow control", "edges"), {"dropped in queues": 4_000}))
    problems += [f"planted {key}, {wrong}: not found" for key, wrong in planted if not CASES.faults({key: [{**right, **wrong}]})]
    problems += [f"{key}: claimed of no form" for key in CLAIMS if key[1] not in TABLES[key[0]][1]]
    return problems, len(planted) + len(CLAIMS)


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("a liar",))
