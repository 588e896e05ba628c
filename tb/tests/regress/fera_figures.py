# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""FERA's figures 5.2 and 6.1, the flow that joins late, and the curves of chapter 8: runs scenarios/fera, judges and draws them.

fera_figures.py WEIR              fails where a figure is otherwise than docs/results/fera_figures.md says, or its tables and drawings are not those of these runs
fera_figures.py WEIR --write      puts the figures of these runs into that page, and draws docs/figures/fera_*.svg
fera_figures.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_figures.py WEIR --claims     fails where f(q) or the late joiner is otherwise than claimed
fera_figures.py --self-test       shows that what is wrong is found
"""

import math
import statistics
import sys
import tempfile

import curves_on_axes
import fera_runs
import results_page
from fera_runs import FORMS, FRAME, Cases, Run

PAGE = results_page.TOP / "docs/results/fera_figures.md"
DRAWINGS = results_page.TOP / "docs/figures"
JOINS = 20  # ms
SHARE = 2500  # Mbps
ALIGNED = FORMS["literal, aligned"]
EXACT = "congestion.fera.datapath=exact"
FUNCTIONS = {
    "hyperbolic, a 1.1, b 1.002": [EXACT, "congestion.fera.queue_control=hyperbolic"],
    "linear, k 0.002": [EXACT, "congestion.fera.k=0.002"],
    "linear, k 0.008": [EXACT, "congestion.fera.k=0.008"],
    "two stages, k 0.002": [EXACT, "congestion.fera.k=0.002", "congestion.fera.queue_control=multistage", "congestion.fera.stages=2"],
    "proposed, in fixed point": [],
}
STEP = 1.2  # ms: T of fera_queue_functions.toml, a thousand frames
EQUILIBRIUM = 16  # packets


def by_formula(name, q):
    """f(q) of equations (1), (2) and section 7.6, q in packets."""
    over = (q - EQUILIBRIUM) / EQUILIBRIUM
    if name.startswith("hyperbolic"):
        factor = 1.002 if over <= 0 else 1.1
        return max(0.1, factor / ((factor - 1) * q / EQUILIBRIUM + 1))
    k = {"linear, k 0.002": 0.002, "linear, k 0.008": 0.008, "two stages, k 0.002": 0.002}.get(name, 0.004)
    return 1 - k * over - (k * max(0, over - 1) if name.startswith("two") else 0)


def of_seed(weir, scenario, settings, seed=1):
    with tempfile.TemporaryDirectory() as out:
        sets = [word for setting in ("expect=", *settings) for word in ("--set", setting)]
        summary = results_page.run(weir, f"scenarios/fera/{scenario}.toml", f"{out}/run", "--seed", str(seed), *sets)
        return Run(summary, results_page.time_series(f"{out}/run"))


def measured_function(run):
    """[(packets, f)]: what r is multiplied by from a tick to the next, where the queue was the same at both."""
    samples = run.rows[::6]  # in the middle of an interval
    at = [(float(row["s1.p2.c0.veq_depth_bytes"]) / FRAME, float(row["s1.p2.c0.fera_rate [kbit/s]"])) for row in samples]
    return [(q, now / before) for (q, before), (_, now), (last, _) in zip(at, at[1:], at[2:]) if q == last]


def functions(weir):
    """{name: [(packets, mean of f there)]}."""
    found = {}
    for name, settings in FUNCTIONS.items():
        points = {}
        for q, f in measured_function(of_seed(weir, "fera_queue_functions", settings)):
            points.setdefault(q, []).append(f)
        found[name] = [(q, statistics.fmean(values)) for q, values in sorted(points.items())]
    return found


def function_faults(found):
    """What is said of figure 5.2."""
    wrong = [f"f(q), {name}: {f:.5f} at {q:g} packets, by its formula {by_formula(name, q):.5f}"
             for name, points in found.items() for q, f in points if abs(f - by_formula(name, q)) > 2e-4]
    hyperbolic, linear = found["hyperbolic, a 1.1, b 1.002"], dict(found["linear, k 0.002"])
    wrong += [f"f(q): not so: linear is above the hyperbola at {q:g} packets" for q, f in hyperbolic if linear[q] <= f]
    return wrong + ([] if len(hyperbolic) > 8 else ["f(q): too few depths"])


def function_table(found):
    depths = [q for q, _ in found["linear, k 0.002"]]
    return results_page.table(["q, packets", *found], [[f"{q:g}", *(f"{dict(points)[q]:.4f}" for points in found.values())] for q in depths])


def joiner(run):
    rates = [run.rate("f4", at, at + 1) for at in range(JOINS, 100)]
    return {"f4 has nine tenths of its share after, ms": next((at + 1 for at, rate in enumerate(rates) if rate >= 0.9 * SHARE), math.nan),
            "all within 10 % for good after, ms": run.fair_after(JOINS, 60, 100), "data and tags, 20 to 100 ms, Mbps": run.together(JOINS, 100),
            "PAUSEs": run.pauses(), "lost": run.lost()}


def bcn_path(run):
    """Of r of the flow that joins: where it begins, how soon it is near its share, how it moves then."""
    r = [float(row["flow.f4.control_bps"]) / 1e6 for row in run.rows if float(row["time_seconds"]) * 1e3 > JOINS + 1e-9]
    low = min(range(100), key=r.__getitem__)  # of the first 10 ms
    near = next((n for n in range(low, len(r)) if r[n] >= 0.9 * SHARE), None)
    late = r[len(r) // 2:]
    changes = [now - before for before, now in zip(late, late[1:]) if now != before]
    return {"lowest r in 10 ms, Mbps": r[low], "from there to nine tenths, ms": math.nan if near is None else (near - low) / 10,
            "mean of r, Mbps": statistics.fmean(late), "its swing (sd)": statistics.pstdev(late),
            "within 10 % of the share, % of the time": 100 * sum(abs(rate - SHARE) <= 0.1 * SHARE for rate in late) / len(late),
            "changes that go down, %": 100 * sum(change < 0 for change in changes) / max(1, len(changes))}


BCN = FORMS["BCN"]
PATH = {f"R_u {rate}": [*BCN, "scenario.duration=200ms", f"traffic.bcn.r_u={rate}"] for rate in ("8Mbps", "1Mbps")}
ALL = [f"flow.f{i}.kind=backlogged" for i in (1, 2, 3)]
JOINER = {
    "literal, aligned": ALIGNED,
    "the same, f4 0.6 T after a tick": [*ALIGNED, "flow.f4.start=20600us"],
    "literal, random phases": FORMS["literal, random phases"],
    "proposed": [],
    "proposed, exact": FORMS["proposed, exact"],
    "literal, aligned, three that take all": [*ALIGNED, *ALL],
    "proposed, three that take all": ALL,
    "BCN": BCN,
}
TABLES = {"joiner": ("fera_late_joiner", JOINER, joiner), "path": ("fera_late_joiner", PATH, bcn_path)}


def bound(units, message):
    """Steps and seconds of inequality (13), for G_d 2.6e-4, half of the messages below 0, |e| of so many units, a message every so many ms."""
    step = units * 0.5 * 2.6e-4
    steps = (math.log(0.1 * SHARE) - math.log(SHARE - 1100)) / math.log(1 - step)
    return [f"{steps:,.0f}", f"{steps * message / 1e3:.3f}"]


def bound_table():
    packet = FRAME / 64
    rows = [["as printed: e 3, a message in 1.2 ms", *bound(3, 1.2)], ["a packet in 100 of 10 Gbps: 0.12 ms", *bound(3, 0.12)],
            ["the same, and one in four of them to this flow", *bound(3, 0.48)], ["the same, e of 3 packets in units of 64 B", *bound(3 * packet, 0.48)]]
    return results_page.table(["", "steps", "s"], rows)


def fixed_point_table(found):
    """r* of (10) with half of the messages below 0, and with as many as were; G_i R_u/G_d, both gains for a packet."""
    gain, rows = 2.6e-4 * FRAME / 64, []
    for name, mbps in zip(PATH, (8, 1)):
        down = fera_runs.mean_of(found["path", name])["changes that go down, %"] / 100
        rows.append([name, f"{4 * mbps / gain:,.0f}", f"{4 * mbps / gain * (1 - down) / down:,.0f}"])
    return results_page.table(["", "r* by (10), half below 0, Mbps", "with the share that was measured"], rows)


def series(run, column, scale=1.0, start=0.0, end=math.inf):
    """[(ms, mean of the column in that ms)]."""
    sums = {}
    for row in run.rows:
        at = float(row["time_seconds"]) * 1e3
        if start < at <= end + 1e-9:
            sums.setdefault(math.ceil(round(at, 6)), []).append(float(row[column]) * scale)
    return [(at - 0.5, statistics.fmean(values)) for at, values in sums.items()]


def rates(run, flows, **window):
    return {flow: [(at, data + tags) for (at, data), (_, tags) in
                   zip(series(run, f"flow.{flow}.delivered_bps", 1e-9, **window), series(run, f"flow.{flow}.tags_bps", 1e-9, **window)
                       if f"flow.{flow}.tags_bps" in run.rows[0] else series(run, f"flow.{flow}.delivered_bps", 0, **window))] for flow in flows}


def queues(run, ports):
    return {f"queue of {port}": series(run, f"{port}.c0.veq_depth_bytes", 1 / FRAME) for port in ports}


def of_flows(*flows):
    return lambda run: rates(run, flows)


def of_ports(*ports):
    return lambda run: queues(run, ports)


def of_links(**groups):
    """Rates of flows together, by name: which flows, and over how many links alike they go."""
    def read(run):
        found = {}
        for name, (which, links) in groups.items():
            each = rates(run, [flow for flow in run.flows if which(flow)]).values()
            found[name.replace("_", " ")] = [(points[0][0], sum(rate for _, rate in points) / links) for points in zip(*each)]
        return found
    return read


FOUR = [("rates", of_flows("f1", "f2", "f3", "f4"))]
TWO_FORMS = ("literal, aligned", "proposed")
LOT = [*FOUR, ("queues", of_ports("s2.p3"))]
LINKS_OF_HOTSPOT = of_links(to_h1=(lambda flow: flow.endswith("_to_h1"), 1), to_another_port_on_average=(lambda flow: not flow.endswith("_to_h1"), 9))
HOTSPOT = [("rates of links", LINKS_OF_HOTSPOT), ("queues", of_ports("s1.p0")),
           ("rates of flows", of_flows("h2_to_h1", "h2_to_h3")), ("queues", of_ports("s1.p2"))]
PARETO = [("rate of all flows", of_links(a_hundred_flows=(lambda flow: True, 1))), ("queues", of_ports("core.p4"))]
# Drawing of chapter 8: what it is of; scenario, settings, forms, panels of each form: those of queues have Q_eq.
CHAPTER_8 = {
    "8_3": ("figure 8.3", "fera_symmetric", [], (*TWO_FORMS, "BCN"), [*FOUR, ("queues", of_ports("core.p4"))]),
    "8_5": ("figure 8.5", "fera_parking_lot", [], TWO_FORMS, LOT),
    "8_5_long": ("figure 8.5, cables of 50 us", "fera_parking_lot", ["topology.delay=50us"], TWO_FORMS, LOT),
    "8_7": ("figure 8.7", "fera_pareto", [], TWO_FORMS, PARETO),
    "8_9": ("figure 8.9", "fera_asymmetric", [], TWO_FORMS, [*FOUR, ("queues", of_ports("core.p4", "es5.p2"))]),
    "8_11": ("figure 8.11", "fera_hotspot", [], (*TWO_FORMS, "BCN"), HOTSPOT),
}


def chapter_8(weir, name):
    what, scenario, settings, forms, kinds = CHAPTER_8[name]
    panels = []
    for form in forms:
        run = of_seed(weir, scenario, [*FORMS[form], *settings])
        for kind, read in kinds:
            unit, level = ("packets", {"Q_eq": EQUILIBRIUM}) if kind == "queues" else ("Gbps", {})
            panels.append(curves_on_axes.Panel(f"{form}: {kind}", "time, ms", unit, read(run), level))
    return curves_on_axes.drawing(f"FERA, {what}: {scenario}.toml, seed 1", panels)


def figure_5_2(found):
    lines = {name: points for name, points in found.items() if name != "proposed, in fixed point"}
    near = {name: [point for point in points if point[0] <= 2 * EQUILIBRIUM] for name, points in lines.items()}
    title = "f(q), r at a tick over r at the tick before, at rho = 1"
    return curves_on_axes.drawing("FERA, figures 5.2 and 7.1: fera_queue_functions.toml", [curves_on_axes.Panel(title, "q, packets", "f", lines),
                                                                                 curves_on_axes.Panel("The same up to 2 Q_eq", "q, packets", "f", near)])


def figure_6_1(weir):
    run = of_seed(weir, "fera_late_joiner", PATH["R_u 8Mbps"])
    path = [(float(row["time_seconds"]) * 1e3, float(row["flow.f4.control_bps"]) / 1e9) for row in run.rows]
    path = [(at, rate) for at, rate in path if JOINS < at <= 120]
    return curves_on_axes.drawing("FERA, figure 6.1: fera_late_joiner.toml under BCN, seed 1",
                          [curves_on_axes.Panel("r of the flow that joins at 20 ms, under BCN", "time, ms", "Gbps", {"r of f4": path}, {"its share": SHARE / 1e3})])


def late_joiner(weir):
    panels = []
    for form in ("literal, aligned", "proposed", "BCN"):
        run = of_seed(weir, "fera_late_joiner", JOINER[form])
        panels.append(curves_on_axes.Panel(form, "time, ms", "Gbps", rates(run, ("f1", "f2", "f3", "f4"), start=10, end=60), {"share": SHARE / 1e3}))
    return curves_on_axes.drawing("A flow joins three at 20 ms: fera_late_joiner.toml, seed 1", panels)


def within(figure, low, high=math.inf):
    return lambda mean: low <= mean[figure] <= high


NEAR, GOOD, SOON = "f4 has nine tenths of its share after, ms", "all within 10 % for good after, ms", "from there to nine tenths, ms"
CLAIMS = {
    ("joiner", "literal, aligned"): (lambda m: m[NEAR] <= 3 and 5 <= m[GOOD] <= 12, "its share at once, and equal rates for good within 5 to 12 intervals"),
    ("joiner", "literal, aligned, three that take all"): (lambda m: m[GOOD] <= 5, "where the others fill the link before, within 5"),
    ("joiner", "proposed"): (lambda m: m[GOOD] <= 15 and m["lost"] == 0, "all equal by 15 ms, nothing lost"),
    ("joiner", "BCN"): (lambda m: math.isnan(m[GOOD]), "never all within 10 %"),
    ("path", "R_u 8Mbps"): (lambda m: m[SOON] < 100 and m["its swing (sd)"] > 0.1 * SHARE, "far sooner than by (13), and r goes up and down around its share"),
}


class Figures(Cases):
    """The page's tables of runs by seeds, and f(q), the bound and the drawings beside them."""

    def check(self, weir, rewrite):
        found = self.measure(weir, self.keys(self.tables))
        shapes = functions(weir)
        made = {**self.made(found), "functions": function_table(shapes), "bound": bound_table(), "fixed point": fixed_point_table(found)}
        drawings = {"5_2": figure_5_2(shapes), "6_1": figure_6_1(weir), "late_joiner": late_joiner(weir), **{name: chapter_8(weir, name) for name in CHAPTER_8}}
        if rewrite:
            results_page.write_tables(self.page, made)
            for name, text in drawings.items():
                (DRAWINGS / f"fera_{name}.svg").write_text(text, encoding="utf-8")
        wrong = self.faults(found) + function_faults(shapes) + results_page.stale_tables(self.page, self.page.read_text(encoding="utf-8"), made)
        wrong += [fault for name, text in drawings.items() for fault in stale_drawing(DRAWINGS / f"fera_{name}.svg", text)]
        print("\n".join(wrong) or f"{len(made)} tables and {len(drawings)} drawings as the page has them")
        return 1 if wrong else 0

    def check_claims(self, weir, names):
        wrong = function_faults(functions(weir))
        print("\n".join(wrong) or "f(q) as claimed")
        return max(1 if wrong else 0, super().check_claims(weir, names))


def stale_drawing(path, text):
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    return [f"docs/figures/{path.name} is not that of these runs; --write draws it"]


CASES = Figures(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {name: [(1 + 8 * n, by_formula(name, 1 + 8 * n)) for n in range(12)] for name in FUNCTIONS}
    problems = function_faults(right)
    for name in FUNCTIONS:
        if not function_faults({**right, name: [(q, f + 0.001) for q, f in right[name]]}):
            problems.append(f"planted {name}: not found")
    if not function_faults({**right, "linear, k 0.002": right["hyperbolic, a 1.1, b 1.002"]}):
        problems.append("planted a line below the hyperbola: not found")
    good = {NEAR: 2.0, GOOD: 9.0, SOON: 20.0, "its swing (sd)": 900.0, "lost": 0}
    planted = ((("joiner", "literal, aligned"), {GOOD: 15.0}), (("joiner", "proposed"), {"lost": 1}), (("joiner", "proposed"), {GOOD: math.nan}),
               (("joiner", "BCN"), {}), (("joiner", "literal, aligned, three that take all"), {GOOD: 9.0}), (("path", "R_u 8Mbps"), {SOON: 500.0}))
    problems += [f"planted {key}, {wrong}: not found" for key, wrong in planted if not CASES.faults({key: [{**good, **wrong}]})]
    rows = [{"s1.p2.c0.veq_depth_bytes": str(1500 * depth), "s1.p2.c0.fera_rate [kbit/s]": str(rate)} for depth, rate in
            ((8, 1000), (8, 900), (8, 810), (16, 700), (16, 700)) for _ in range(6)]
    if measured_function(Run({"flows": []}, rows)) != [(8, 0.9)]:
        problems.append(f"f(q) of rows: {measured_function(Run({'flows': []}, rows))}")
    if bound(3, 0.12) != ["4,416", "0.530"] and abs(float(bound(3, 0.12)[1]) - 0.529) > 0.002:
        problems.append(f"the bound of the thesis: {bound(3, 0.12)}")
    text = curves_on_axes.drawing("t", [curves_on_axes.Panel("a < b", "x", "y", {"l": [(0, 1), (2, 3)]}, {"h": 2}, ("l",))])
    if curves_on_axes.steps(0, 100) != [0, 20, 40, 60, 80, 100] or "a &lt; b" not in text or not stale_drawing(DRAWINGS / "fera_5_2.svg", text):
        problems.append("curves: a drawing is not as it should be")
    return problems, len(planted) + len(FUNCTIONS) + 4


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("joiner",))
