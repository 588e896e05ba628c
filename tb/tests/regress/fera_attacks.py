# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Attacks on the forms of FERA's meter, by 10 seeds: runs scenarios/fera and judges what each form makes of them; then some settings against all at once.

fera_attacks.py WEIR              fails where an attack is otherwise than docs/results/fera_attacks.md says, or its figures are not those of these runs
fera_attacks.py WEIR --write      puts the figures of these runs into that page
fera_attacks.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_attacks.py WEIR --claims     fails where the shortest of the attacks is otherwise than claimed
fera_attacks.py --self-test       shows that what is wrong is found
"""

import math

import fera_runs
import results_page
from fera_runs import DEEP, FORMS, Cases, text_of

PAGE = results_page.TOP / "docs/results/fera_attacks.md"
SOME = {name: FORMS[name] for name in ("literal, random phases", "proposed", "proposed, first version", "proposed, exact", "BCN")}
FIRST = FORMS["proposed, first version"]
EXACT = FORMS["proposed, exact"]


def rests(run):
    return {"PAUSEs": run.pauses(), "lost": run.lost()}


def liar(run):
    return {"the uplink, Mbps": run.together(30, 100), "f1 and f2, each": run.together(30, 100, ["f1", "f2"]) / 2, "liar": run.rate("liar", 30, 100), **rests(run)}


def on_off(run):
    return {"data and tags, Mbps": run.together(20, 100), "f1 to f3, each": run.together(20, 100, ["f1", "f2", "f3"]) / 3, **rests(run)}


def long_loop(run):
    return {"data and tags, Mbps": run.together(30, 100), **rests(run)}


def drop(run):
    return {"first 40 ms of 1 Gbps": run.together(40, 80), "of 10 Gbps again": run.together(100, 140), **rests(run)}


def symmetric(run):
    return {"data and tags, Mbps": run.together(30, 80), "q, packets": run.queue("core.p4", 30, 80), **rests(run)}


def hotspot(run):
    others = [flow for flow in run.flows if not flow.endswith("_to_h1")]
    return {"another port, 20 to 40 ms, Mbps": run.together(20, 40, others) / 9, "30 to 100 ms": run.together(30, 100, others) / 9, **rests(run)}


def wraps(run):
    data = [flow["steady_bps"] / 1e6 for flow in run.summary["flows"]]
    return {"data, Mbps": sum(data), "a flow, least": min(data), "most": max(data), "lost": run.lost()}


def steps_of(rows, column, at, deeper, step):
    """ms after `at` until the mean of a ms is within a tenth of the step for the first time; not a number: never."""
    for after in range(1, 60):
        inside = [float(row[column]) for row in rows if at + after - 1 < float(row["time_seconds"]) * 1e3 <= at + after + 1e-9]
        if inside and sum(inside) / len(inside) / fera_runs.FRAME >= deeper - step / 10:
            return after
    return math.nan


def step(run):
    return {"intervals until a tenth is left": steps_of(run.rows, "s1.p0.c0.veq_depth_bytes", 40, 32, 16), "q before, packets": run.queue("s1.p0", 20, 40),
            "q after": run.queue("s1.p0", 75, 100)}


# Table: scenario, forms, what is read off a run.
ATTACKS = {
    "liar incast": ("fera_liar_incast", SOME, liar),
    "on and off": ("fera_on_off", SOME, on_off),
    "long loop": ("fera_long_loop", {**SOME, "proposed, round trip 250 us": ["topology.delay=62us"], "proposed, PAUSE from 400 packets of 800": DEEP}, long_loop),
    "drop": ("fera_drop", SOME, drop),
    "wraps": ("fera_wraps", {"wraps, 21 bits": [], "wraps, 22 bits": ["congestion.fera.arrived_bits=22"], "wraps, 23 bits": ["congestion.fera.arrived_bits=23"],
                             "saturates, 21 bits": ["congestion.fera.overflow=saturates"]}, wraps),
    "step": ("fera_step", {f"k {k}": [f"congestion.fera.k={k}"] for k in ("0.002", "0.004", "0.008")}, step),
}
# What a setting is judged by: column, table, figure.
JUDGED = [("liar incast", "liar incast", "the uplink, Mbps"), ("on and off", "on and off", "data and tags, Mbps"), ("its PAUSEs", "on and off", "PAUSEs"),
          ("long loop", "long loop", "data and tags, Mbps"), ("its losses", "long loop", "lost"), ("drop", "drop", "first 40 ms of 1 Gbps"),
          ("back at 10 Gbps", "drop", "of 10 Gbps again"), ("symmetric", "symmetric", "data and tags, Mbps"), ("its q", "symmetric", "q, packets")]


def meter(**settings):
    return [f"congestion.fera.{name}={value}" for name, value in settings.items()]


TRIED = {
    "proposed": [],
    "first version": FIRST,
    "exact": EXACT,
    "least_step 0.5": meter(least_step=0.5),
    "least_step 0.9": meter(least_step=0.9),
    "most_step 1.25": meter(most_step=1.25),
    "least_clock 1": meter(least_clock=1.0),
    "k 0.002": meter(k=0.002),
    "k 0.008": meter(k=0.008),
    "tau = T/8": ["traffic.fera.tag_interval=125us"],
    "tag_share 0.05": ["traffic.fera.tag_share=0.05"],
    "T = 0.5 ms": meter(interval="500us"),
    "T = 2 ms": meter(interval="2ms"),
    "PAUSE from 400 packets of 800": DEEP,
}
ATTACKS["price"] = ("fera_hotspot", {name: TRIED[name] for name in ("proposed", "least_step 0.9", "least_clock 1", "PAUSE from 400 packets of 800")}, hotspot)
# A fall of C, and what it is of: scenario, settings, what is read off.
LIMITED = ["traffic.kind=bernoulli", "traffic.rate=945Mbps"]
FALLS = {
    "backlogged, a tenth": ("fera_drop", [], drop),
    "backlogged, a half": ("fera_drop", ["event.slow.rate=5Gbps"], drop),
    "less than r, a tenth": ("fera_drop", LIMITED, drop),
}
# Columns of that table: words, fall, figure.
SCALED = [("backlogged, to a tenth: 40 ms, Mbps", "backlogged, a tenth", "first 40 ms of 1 Gbps"), ("PAUSEs", "backlogged, a tenth", "PAUSEs"),
          ("back", "backlogged, a tenth", "of 10 Gbps again"), ("to a half: 40 ms", "backlogged, a half", "first 40 ms of 1 Gbps"), ("PAUSEs", "backlogged, a half", "PAUSEs"),
          ("945 Mbps each, to a tenth: 40 ms", "less than r, a tenth", "first 40 ms of 1 Gbps"), ("PAUSEs", "less than r, a tenth", "PAUSEs")]
SCALINGS = {f"{form}, {scaling}": [*settings, *meter(scaling=scaling)]
            for form, settings in {"proposed": [], "proposed, exact": EXACT}.items() for scaling in ("never", "fell")}
TABLES = {**ATTACKS, **{f"scaled on {fall}": (scenario, {name: [*more, *settings] for name, settings in SCALINGS.items()}, read) for fall, (scenario, more, read) in FALLS.items()},
          **{f"tried on {name}": (scenario, TRIED, read) for name, (scenario, _, read) in
                        {**{name: ATTACKS[name] for name in ("liar incast", "on and off", "long loop", "drop")}, "symmetric": ("fera_symmetric", {}, symmetric)}.items()}}


def within(figure, low, high=math.inf):
    return lambda mean: low <= mean[figure] <= high


# Table, form: what must be true of the means, and that in words.
CLAIMS = {
    ("liar incast", "proposed"): (within("f1 and f2, each", 950), "two flows keep what the liar and PAUSE leave"),
    ("liar incast", "proposed, first version"): (within("f1 and f2, each", 0, 50), "the first version lets them starve"),
    ("on and off", "proposed"): (within("data and tags, Mbps", 7500, 9000), "a fifth of the link is free"),
    ("on and off", "proposed, first version"): (within("data and tags, Mbps", 0, 7000), "the first version leaves more than 30 %"),
    ("long loop", "proposed"): (within("data and tags, Mbps", 8500, 9500), "a tenth of the link is free"),
    ("long loop", "proposed, first version"): (within("data and tags, Mbps", 0, 7500), "the first version leaves more than a quarter"),
    ("long loop", "proposed, round trip 250 us"): (within("data and tags, Mbps", 9700), "half the round trip: all but full"),
    ("long loop", "proposed, PAUSE from 400 packets of 800"): (within("data and tags, Mbps", 9900), "deeper buffers: full"),
    ("drop", "proposed"): (within("first 40 ms of 1 Gbps", 970), "97 % of the slow link at once"),
    ("drop", "proposed, first version"): (within("first 40 ms of 1 Gbps", 0, 920), "the first version leaves a tenth"),
    ("drop", "proposed, exact"): (within("of 10 Gbps again", 9700), "with a division the way up is faster"),
    ("tried on on and off", "least_step 0.9"): (within("data and tags, Mbps", 8600), "smaller steps down leave a ninth"),
    ("tried on long loop", "least_step 0.9"): (within("data and tags, Mbps", 9400), "and here a thirtieth"),
    ("price", "proposed"): (within("another port, 20 to 40 ms, Mbps", 7000), "ports beside a slow one keep most"),
    ("price", "least_step 0.9"): (within("another port, 20 to 40 ms, Mbps", 0, 5000), "smaller steps down take half of it for 20 ms"),
    ("price", "least_clock 1"): (within("30 to 100 ms", 0, 5000), "a clock that never stands takes half to the end of the run"),
    ("scaled on backlogged, a tenth", "proposed, exact, fell"): (within("first 40 ms of 1 Gbps", 980, 991), "what counts twice costs a division a hundredth"),
    ("scaled on backlogged, a tenth", "proposed, exact, never"): (within("first 40 ms of 1 Gbps", 991), "and once, half of that"),
    ("wraps", "wraps, 21 bits"): (within("lost", 50_000), "a counter that wraps never hears of the overload"),
    ("wraps", "saturates, 21 bits"): (within("lost", 0, 10_000), "one that saturates does"),
    ("step", "k 0.002"): (within("intervals until a tenth is left", 17, 24), "21 by eq. (5), within 4"),
    ("step", "k 0.004"): (within("intervals until a tenth is left", 8, 13), "10 by eq. (5), within 3"),
    ("step", "k 0.008"): (within("intervals until a tenth is left", 4, 8), "5 by eq. (5), within 3"),
}


class Attacks(Cases):
    """The page's tables; what was tried on several attacks is one of them, "settings", and how r follows C in several cases another, "scaling"."""

    def made(self, found):
        of = super().made({key: seeds for key, seeds in found.items() if key[0] in ATTACKS})
        tried = [name for name in TRIED if all((f"tried on {attack}", name) in found for _, attack, _ in JUDGED)]
        if tried:
            rows = [[name, *(text_of([values[figure] for values in found[f"tried on {attack}", name]]) for _, attack, figure in JUDGED)] for name in tried]
            of["settings"] = results_page.table(["", *(column for column, _, _ in JUDGED)], rows)
        if all((f"scaled on {fall}", name) in found for fall in FALLS for name in SCALINGS):
            rows = [[name, *(text_of([values[figure] for values in found[f"scaled on {fall}", name]]) for _, fall, figure in SCALED)] for name in SCALINGS]
            of["scaling"] = results_page.table(["", *(column for column, _, _ in SCALED)], rows)
        return of

    def keys(self, names):
        parts = {"settings": "tried on", "scaling": "scaled on"}
        return super().keys([table for name in names for table in ([table for table in self.tables if table.startswith(parts[name])] if name in parts else [name])])


CASES = Attacks(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"f1 and f2, each": 1000.0, "first 40 ms of 1 Gbps": 985.0, "lost": 3000, "intervals until a tenth is left": 10.0}
    problems = CASES.faults({("liar incast", "proposed"): [right], ("drop", "proposed"): [right], ("step", "k 0.004"): [right], ("wraps", "saturates, 21 bits"): [right]})
    planted = ((("liar incast", "proposed"), {"f1 and f2, each": 6.0}), (("liar incast", "proposed, first version"), {}),
               (("drop", "proposed"), {"first 40 ms of 1 Gbps": 847.0}), (("wraps", "saturates, 21 bits"), {"lost": 160_000}), (("wraps", "wraps, 21 bits"), {}),
               (("step", "k 0.004"), {"intervals until a tenth is left": 20.0}), (("step", "k 0.004"), {"intervals until a tenth is left": math.nan}))
    problems += [f"planted {key}, {wrong}: not found" for key, wrong in planted if not CASES.faults({key: [{**right, **wrong}]})]
    rows = [{"time_seconds": str((40 + i / 10) / 1e3), "q": str(1500 * (32 - 16 * math.exp(-i / 40)))} for i in range(1, 600)]
    for what, got, wanted in (("steps", steps_of(rows, "q", 40, 32, 16), 10), ("no step", math.isnan(steps_of(rows, "q", 40, 64, 16)), True),
                              ("claims without table", [key for key in CLAIMS if key[1] not in TABLES[key[0]][1]], []),
                              ("judged by what is not measured", [table for _, table, _ in JUDGED if f"tried on {table}" not in TABLES], [])):
        if got != wanted:
            problems.append(f"{what}: {got}, wanted {wanted}")
    return problems, len(planted) + 5


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("liar incast",))
