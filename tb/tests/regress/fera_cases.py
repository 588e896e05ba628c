# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""FERA's scenarios in each form, and under BCN, by 10 seeds: runs scenarios/fera and judges rates, queues, pauses and losses.

fera_cases.py WEIR              fails where a case is otherwise than docs/results/fera_cases.md says, or its figures are not those of these runs
fera_cases.py WEIR --write      puts the figures of these runs into that page
fera_cases.py WEIR --only NAME  one table of the page alone, to look at
fera_cases.py WEIR --claims     fails where a form of the symmetric case is otherwise than claimed
fera_cases.py --self-test       shows that what is wrong is found
"""

import concurrent.futures
import math
import os
import statistics
import sys
import tempfile

import results_page

PAGE = results_page.TOP / "docs/results/fera_cases.md"
SEEDS = range(1, 11)
STUDENT = 2.262  # 97.5 % of Student's distribution with 9 degrees of freedom
FRAME = 1500
LITERAL = ["congestion.fera.datapath=exact", "congestion.fera.queue_control=hyperbolic", "congestion.fera.clock=runs",
           "traffic.fera.tag_interval=1ms", "traffic.fera.idle_from=departure", "traffic.fera.silence=keep"]
ALIGNED = [*LITERAL, "congestion.fera.phase=aligned"]
FORMS = {
    "literal, aligned": ALIGNED,
    "literal, random phases": LITERAL,
    "proposed": [],
    "proposed, first version": ["congestion.fera.least_step=0.25", "congestion.fera.least_clock=0.0"],
    "proposed, exact": ["congestion.fera.datapath=exact"],
    "proposed, divided": ["congestion.fera.datapath=dividing"],
    "BCN": ["congestion.detector=bcn", "traffic.control=bcn"],
}
DEEP = ["flow_control.pfc.xoff=600KB", "flow_control.pfc.xon=585KB", "switch.mmu.veq_limit=1200KB", "switch.mmu.viq_limit=2MB"]
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
}


class Run:
    """What one run left: rates by flow in Mbps over a window in ms, queues and counters."""

    def __init__(self, summary, rows):
        self.summary, self.rows = summary, rows
        self.flows = [flow["name"] for flow in summary["flows"]]

    def window(self, start, end):
        return [row for row in self.rows if start < float(row["time_seconds"]) * 1e3 <= end + 1e-9]

    def rate(self, flow, start, end, what=("delivered", "tags")):
        inside = self.window(start, end)
        columns = [column for column in (f"flow.{flow}.{word}_bps" for word in what) if column in inside[0]]
        return sum(float(row[column]) for row in inside for column in columns) / len(inside) / 1e6

    def together(self, start, end, flows=None, what=("delivered", "tags")):
        return sum(self.rate(flow, start, end, what) for flow in flows or self.flows)

    def spread(self, start, end):
        """How far a flow is from the mean of all, Mbps."""
        rates = [self.rate(flow, start, end) for flow in self.flows]
        return max(abs(rate - statistics.fmean(rates)) for rate in rates)

    def fair_after(self, start, settled, end):
        """ms after `start` from which on each flow has, in each ms, its share of what all have from `settled` on, within 10 %; not a number: never."""
        share = self.together(settled, end) / len(self.flows)
        unfair = [at for at in range(start, end) if any(abs(self.rate(flow, at, at + 1) - share) > 0.1 * share for flow in self.flows)]
        return unfair[-1] + 1 - start if unfair and unfair[-1] + 1 < end else (math.nan if unfair else 0)

    def queue(self, name, start, end):
        inside = self.window(start, end)
        return sum(float(row[f"{name}.c0.veq_depth_bytes"]) for row in inside) / len(inside) / FRAME

    def highest(self):
        return max(queue["veq_peak_bytes"] for queue in self.summary["queues"]) / FRAME

    def pauses(self):
        return sum(queue["pauses_sent"] for queue in self.summary["queues"])

    def lost(self):
        return sum(self.summary["drops"].values())


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
    ("hotspot", "BCN"): (lambda m: m["to each other port"] < 4500, "the others fall below 4,500 Mbps"),
}


def figures_of(weir, scenario, settings, read):
    """[{figure: value} of each seed]."""
    def of(seed):
        with tempfile.TemporaryDirectory() as out:
            sets = [word for setting in ("expect=", *settings) for word in ("--set", setting)]
            summary = results_page.run(weir, f"scenarios/fera/{scenario}.toml", f"{out}/run", "--seed", str(seed), *sets)
            return read(Run(summary, results_page.time_series(f"{out}/run")))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(of, SEEDS))


def mean_of(found):
    """{figure: mean}; that of a time which some seed never saw is not a number."""
    return {name: statistics.fmean(values[name] for values in found) for name in found[0]}


def text_of(values):
    """Mean and 95 % half interval, with as many digits as the interval leaves; of counts that are all 0: 0."""
    never = sum(math.isnan(value) for value in values)
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return "never"
    if not any(known):
        return "0"
    half = STUDENT * statistics.stdev(known) / math.sqrt(len(known)) if len(known) > 1 else 0.0
    digits = 0 if half >= 10 else 1
    text = f"{statistics.fmean(known):,.{digits}f} +- {half:,.{digits}f}"
    return text + (f", never with {never} seeds" if never else "")


def faults(found):
    """found: {(table, form): figures of each seed}."""
    return [f"{name}, {form}: not so: {words}" for (name, form), (holds, words) in CLAIMS.items()
            if (name, form) in found and not holds(mean_of(found[name, form]))]


def table(found, name):
    rows = {form: figures for (of, form), figures in found.items() if of == name}
    names = list(next(iter(rows.values()))[0])
    return results_page.table(["", *names], [[form, *(text_of([values[figure] for values in figures]) for figure in names)] for form, figures in rows.items()])


def check_claims(weir):
    """The forms of the first table of which something is claimed, without the page."""
    found = {(name, form): figures_of(weir, TABLES[name][0], TABLES[name][1][form], TABLES[name][2]) for name, form in CLAIMS if name == "symmetric"}
    wrong = faults(found)
    print("\n".join(wrong) or f"{len(found)} forms as claimed")
    return 1 if wrong else 0


def measure(weir, names):
    return {(name, form): figures_of(weir, TABLES[name][0], settings, TABLES[name][2]) for name in names for form, settings in TABLES[name][1].items()}


def check(weir, rewrite):
    found = measure(weir, TABLES)
    made = {name: table(found, name) for name in TABLES}
    if rewrite:
        text = PAGE.read_text(encoding="utf-8")
        for name, figures in made.items():
            text = results_page.put(text, name, figures)
        PAGE.write_text(text, encoding="utf-8")
    wrong = faults(found) + results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8"), made)
    print("\n".join(wrong) or f"{len(found) * len(SEEDS)} runs as the page says")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"data and tags, Mbps": 10000.0, "data": 9990.0, "furthest from the mean, Mbps": 1.0, "all within 10 % after, ms": 8.0, "q, packets": 16.0,
             "PAUSEs": 0, "lost": 0}
    problems = faults({("symmetric", "proposed"): [right] * 3})
    for name, wrong in (("data and tags, Mbps", 9980.0), ("furthest from the mean, Mbps", 5.0), ("all within 10 % after, ms", 16.0),
                        ("all within 10 % after, ms", math.nan), ("q, packets", 19.0), ("lost", 1)):
        if not faults({("symmetric", "proposed"): [{**right, name: wrong}] * 3}):
            problems.append(f"planted {name} = {wrong}: not found")
    rows = [{"time_seconds": str((5 + i / 10) / 1e3), "flow.f1.delivered_bps": "6e9", "flow.f2.delivered_bps": "6e9" if i > 30 else "2e9"} for i in range(1, 751)]
    run = Run({"flows": [{"name": "f1"}, {"name": "f2"}], "queues": [], "drops": {}}, rows)
    for what, got, wanted in (("fair after", run.fair_after(5, 30, 80), 3), ("together", round(run.together(30, 80)), 12000), ("spread", run.spread(30, 80), 0),
                              ("never", text_of([math.nan]), "never"), ("interval", text_of([1.0, 3.0]), "2.0 +- 2.3")):
        if got != wanted:
            problems.append(f"{what}: {got}, wanted {wanted}")
    return problems, 12


if __name__ == "__main__":
    if "--only" in sys.argv:
        NAME = sys.argv[sys.argv.index("--only") + 1]
        print(table(measure(sys.argv[1], [NAME]), NAME))
        sys.exit(0)
    if "--claims" in sys.argv:
        sys.exit(check_claims(sys.argv[1]))
    sys.exit(results_page.command(check, self_test, __doc__))
