# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""TCP without congestion management, under BCN and under FERA, by 10 seeds: tables 8.1 and 8.2 of FERA's thesis.

fera_tcp.py WEIR              fails where a form is otherwise than docs/results/fera_tcp.md says, or its figures are not those of these runs
fera_tcp.py WEIR --write      puts the figures of these runs into that page
fera_tcp.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_tcp.py WEIR --claims     fails where one of the forms of the thesis is otherwise than claimed
fera_tcp.py --self-test       shows that what is wrong is found
"""

import statistics

import results_page
from fera_runs import FORMS, LITERAL, Cases, Run

PAGE = results_page.TOP / "docs/results/fera_tcp.md"
NONE = ["congestion.detector=none", "traffic.control=none", "flow_control.scheme=none"]
BCN = FORMS["BCN"]
LINK = 10_000  # Mbps
BULK = [f"bulk{i}" for i in range(1, 5)]


def seconds(run):
    return run.summary["simulated_seconds"]


def tcp(run):
    flows = {flow["name"]: flow for flow in run.summary["flows"]}
    bulk = [flows[name]["delivered_bytes"] * 8 / seconds(run) / 1e6 for name in BULK]
    congested = [flows[name] for name in (*BULK, "reference1")]
    used = sum(flow["delivered_bytes"] + flow["tag_bytes"] for flow in congested) * 8 / seconds(run) / 1e6
    found = {}
    for number in (1, 2):
        flow = flows[f"reference{number}"]
        found[f"reference {number}, a second"] = flow["transactions"] / seconds(run)
        found[f"FCT {number}, us"] = (flow["mean_transaction_seconds"] or 0) * 1e6
    return {**found, "a bulk source, Mbps": statistics.fmean(bulk), "sd / mean, %": 100 * statistics.pstdev(bulk) / statistics.fmean(bulk),
            "link, %": 100 * used / LINK, "q, packets": run.queue("core.p4", 5, 100), "lost": run.lost(), "timeouts": sum(flow["timeouts"] for flow in flows.values())}


THESIS = {
    "none": NONE,
    "BCN": BCN,
    "FERA, literal, aligned": FORMS["literal, aligned"],
    "FERA, literal, random phases": LITERAL,
    "FERA, proposed": [],
}
VARIANTS = {
    "none, no limited transmit": [*NONE, "traffic.tcp.limited_transmit=false"],
    "none, timeouts double up to 60 s": [*NONE, "traffic.tcp.longest_timeout=60s", "traffic.tcp.initial_timeout=1ms"],
    "none, transactions on one connection": [*NONE, "traffic.tcp.fresh=false"],
    "none, all begin at once": [*NONE, "traffic.tcp.start_within=0ps"],
    "none, PAUSE by the output's queue": NONE[:2],
    "none, buffers of 200 packets": [*NONE, "switch.mmu.veq_limit=300KB"],
    "none, answers handled within 1.2 us": [*NONE, "traffic.tcp.overhead=1200ns"],
    "none, no limited transmit, answers handled within 1.2 us": [*NONE, "traffic.tcp.limited_transmit=false", "traffic.tcp.overhead=1200ns"],
    "BCN, every second acknowledged": [*BCN, "traffic.tcp.acknowledge_every=2", "traffic.tcp.acknowledge_after=100us"],
    "BCN, window from 2": [*BCN, "traffic.tcp.initial_window=2"],
    "BCN, Q_eq 24": [*BCN, "congestion.bcn.q_eq=36KB"],
    "FERA, every second acknowledged": ["traffic.tcp.acknowledge_every=2", "traffic.tcp.acknowledge_after=100us"],
    "FERA, window from 2": ["traffic.tcp.initial_window=2"],
}
TABLES = {"thesis": ("fera_tcp", THESIS, tcp), "variants": ("fera_tcp", VARIANTS, tcp)}


def near(means, name, wanted, part):
    return abs(means[name] - wanted) <= part * wanted


def protected(means):
    return means["reference 1, a second"] > 6500 and means["FCT 1, us"] < 140 and means["lost"] == 0


def unhurt(means):
    return near(means, "FCT 2, us", 55.2, 0.03)


# Form: what must be true of the means, and that in words.
OF_FORM = {
    "none": (lambda m: m["reference 1, a second"] < 700 and m["FCT 1, us"] > 1000 and m["timeouts"] > 0 and unhurt(m),
             "reference 1 waits for timeouts, reference 2 does not"),
    "BCN": (lambda m: protected(m) and unhurt(m) and m["sd / mean, %"] > 10, "reference 1 is protected, and bulk sources differ"),
    "FERA, literal, aligned": (lambda m: protected(m) and unhurt(m) and m["sd / mean, %"] < 1, "reference 1 is protected, and bulk sources are equal"),
    "FERA, proposed": (lambda m: protected(m) and unhurt(m) and m["sd / mean, %"] < 1 and near(m, "a bulk source, Mbps", 2350, 0.03),
                       "reference 1 is protected, and bulk sources have 2.35 Gbps each"),
}
CLAIMS = {("thesis", form): claim for form, claim in OF_FORM.items()}
CASES = Cases(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"reference 1, a second": 7000.0, "FCT 1, us": 125.0, "reference 2, a second": 17300.0, "FCT 2, us": 55.5, "a bulk source, Mbps": 2320.0,
             "sd / mean, %": 0.2, "link, %": 99.0, "lost": 0, "timeouts": 0}
    key = ("thesis", "FERA, proposed")
    problems = CASES.faults({key: [right] * 3})
    planted = (("reference 1, a second", 6000.0), ("FCT 1, us", 150.0), ("FCT 2, us", 60.0), ("sd / mean, %", 2.0), ("a bulk source, Mbps", 2200.0), ("lost", 1))
    for name, wrong in planted:
        if not CASES.faults({key: [{**right, name: wrong}] * 3}):
            problems.append(f"planted {name} = {wrong}: not found")
    if not CASES.faults({("thesis", "none"): [right] * 3}):
        problems.append("planted: nothing is lost without congestion management: not found")
    names = [f"bulk{i}" for i in range(1, 5)]
    flows = [{"name": name, "delivered_bytes": bits // 8, "tag_bytes": 0, "transactions": 0, "mean_transaction_seconds": None, "timeouts": 1}
             for name, bits in zip((*names, "reference1", "reference2"), (10**9, 2 * 10**9, 10**9, 2 * 10**9, 4 * 10**9, 10**9))]
    flows[4] |= {"transactions": 50, "mean_transaction_seconds": 1e-4}
    read = tcp(Run({"simulated_seconds": 1.0, "flows": flows, "queues": [], "drops": {}}, [{"time_seconds": "0.01", "core.p4.c0.veq_depth_bytes": "15000"}]))
    wanted = {"reference 1, a second": 50, "FCT 1, us": 100, "a bulk source, Mbps": 1500, "link, %": 100, "timeouts": 6, "FCT 2, us": 0, "q, packets": 10}
    problems += [f"{name}: {read[name]}, wanted {value}" for name, value in wanted.items() if abs(read[name] - value) > 1e-6]
    return problems, len(planted) + 1 + len(wanted)


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("thesis",))
