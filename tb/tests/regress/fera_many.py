# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A hundred to a thousand flows into one port under the forms of FERA's meter and under BCN, by 10 seeds, and what a longer interval and deeper buffers do.

fera_many.py WEIR              fails where a form is otherwise than docs/results/fera_many.md says, or its figures are not those of these runs
fera_many.py WEIR --write      puts the figures of these runs into that page
fera_many.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_many.py WEIR --claims     fails where a hundred flows are otherwise than claimed
fera_many.py --self-test       shows that what is wrong is found
"""

import math
import statistics

import results_page
from fera_runs import DEEP, FORMS, FRAME, SEEDS, Cases, Run, figures_of, texts_of

PAGE = results_page.TOP / "docs/results/fera_many.md"
PORT = ("s1", 0)
TAGGED, RANGE, DATA, FAR, QUEUE = "data and tags, Mbps", "of single seeds", "data", "furthest from the mean", "q, median, packets"
# The figures are of summary.json: flows and queues of so large a network are not sampled.
MEASURED = ["scenario.sample_interval=1ms", "measure.occupancy=true"]
SOME = {name: [*FORMS[name], *MEASURED] for name in ("literal, random phases", "proposed", "proposed, first version", "BCN")}
DEEPER, BOTH = "proposed, PAUSE from 400 packets of 800", "proposed, T = 4 ms, PAUSE from 400 packets of 800"
AWAY = "proposed, T = 4 ms, PAUSE from 400 packets"
# C T = 2^20 B at 10 Gbps.
POWER = "838860800ps"


def interval(time):
    return [*FORMS["proposed"], *MEASURED, f"congestion.fera.interval={time}"]


def flows(count):
    return [f"topology.hosts={count + 1}", f"congestion.fera.n0={2 * count}"]


def ends(run):
    """Rates of the last quarter, and the queue of the one port that all flows go to, of the whole run."""
    rates = [flow["steady_tagged_bps"] / 1e6 for flow in run.summary["flows"]]
    port = next(queue for queue in run.summary["queues"] if (queue["device"], queue["port"]) == PORT)
    return {TAGGED: sum(rates), DATA: sum(flow["steady_bps"] for flow in run.summary["flows"]) / 1e6,
            FAR: max(abs(rate - statistics.fmean(rates)) for rate in rates), QUEUE: port["veq_median_bytes"] / FRAME,
            "highest": port["veq_peak_bytes"] / FRAME, "PAUSEs": run.pauses(), "lost": run.lost()}


MANY = {**SOME, "proposed, C T = 2^20 B": interval(POWER)}
LONGER = {"proposed, T = 2 ms": interval("2ms"), "proposed, T = 4 ms": interval("4ms"), DEEPER: [*SOME["proposed"], *DEEP],
          BOTH: [*interval("4ms"), *DEEP]}
# Table: scenario, rows, what is read off a run. The scenarios have 100 and 1,000 flows of their own.
TABLES = {
    "100": ("fera_many", MANY, ends),
    "200": ("fera_many", {name: [*settings, *flows(200)] for name, settings in SOME.items()}, ends),
    "400": ("fera_many", {name: [*settings, *flows(400)] for name, settings in {**MANY, **LONGER}.items()}, ends),
    "1000": ("fera_thousand", {**{name: SOME[name] for name in ("proposed", "proposed, first version")}, "proposed, T = 4 ms": interval("4ms"),
                               AWAY: [*interval("4ms"), "flow_control.pfc.xoff=600KB", "flow_control.pfc.xon=585KB"]}, ends),
}
# Long runs, whose seeds are all alike with 100 flows already: one is enough.
ONCE = [("200", "BCN"), ("400", "BCN")]


def range_of(values):
    """The least and the most of single seeds."""
    return f"{min(values):,.0f} to {max(values):,.0f}"


class Many(Cases):
    """Tables that say what single seeds have, too, since a mean hides that they are of two sorts."""

    def measure(self, weir, keys):
        found = super().measure(weir, [key for key in keys if key not in ONCE])
        for name, row in set(keys) & set(ONCE):
            scenario, rows, read = self.tables[name]
            found[name, row] = figures_of(weir, scenario, rows[row], read, [SEEDS[0]])
        return {key: found[key] for key in keys}

    def table(self, _, forms):
        figures = [figure for figure in next(iter(forms.values()))[0] if figure != TAGGED]
        return results_page.table(["", TAGGED, RANGE, *figures], [self.row(form, seeds, figures) for form, seeds in forms.items()])

    @staticmethod
    def row(name, seeds, figures):
        if len(seeds) == 1:
            return [f"{name}, one seed", f"{seeds[0][TAGGED]:,.0f}", "", *(f"{seeds[0][figure]:,.1f}" for figure in figures)]
        return [name, *texts_of(seeds, [TAGGED]), range_of([values[TAGGED] for values in seeds]), *texts_of(seeds, figures)]


def within(low, high=math.inf, figure=TAGGED):
    return lambda mean: low <= mean[figure] <= high


def calm(low):
    """So many Mbps and more, without a PAUSE or a loss."""
    return lambda mean: mean[TAGGED] >= low and mean["PAUSEs"] == 0 and mean["lost"] == 0


# Table, row: what must be true of the means, and that in words.
CLAIMS = {
    ("100", "proposed"): (lambda m: calm(9990)(m) and m[FAR] < 3, "full, equal within 3 Mbps, no PAUSE, nothing lost"),
    ("100", "literal, random phases"): (within(0, 9800), "some phases leave a part of the link free"),
    ("200", "proposed"): (within(9990), "full"),
    ("400", "proposed"): (within(0, 9800), "T below 3 N L/C: some seeds stay with PAUSE"),
    ("400", "proposed, T = 2 ms"): (within(9980), "T above 3 N L/C: full with each"),
    ("400", "proposed, T = 4 ms"): (within(9970), "all but full with each"),
    ("400", DEEPER): (calm(9900), "no PAUSE within reach: 99 % without one"),
    ("400", BOTH): (calm(9970), "and full with a longer T"),
    ("1000", "proposed"): (within(0, 9000), "T far below 3 N L/C: a tenth and more is free"),
    ("1000", AWAY): (within(9700), "T above it and PAUSE out of reach: nearly full"),
}
CASES = Many(PAGE, TABLES, CLAIMS)

def summary(rates):
    """Of flows of these rates in Mbps, of which 1 Mbps is tags, over a port that has 16 packets."""
    queue = {"device": "s1", "port": 0, "veq_median_bytes": 24_000, "veq_peak_bytes": 60_000, "pauses_sent": 0}
    return {"flows": [{"name": f"f{number}", "steady_tagged_bps": rate * 1e6, "steady_bps": (rate - 1) * 1e6} for number, rate in enumerate(rates)],
            "queues": [{**queue, "port": 1, "veq_median_bytes": 0, "pauses_sent": 3}, queue], "drops": {"veq_full": 2}}


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {TAGGED: 10_000.0, DATA: 9800.0, FAR: 0.5, QUEUE: 16.0, "highest": 40.0, "PAUSEs": 0, "lost": 0}
    planted = [(("100", "proposed"), {TAGGED: 9980.0}), (("100", "proposed"), {FAR: 4.0}), (("100", "proposed"), {"lost": 1}), (("100", "literal, random phases"), {}),
               (("200", "proposed"), {TAGGED: 9980.0}), (("400", "proposed"), {}), (("400", "proposed, T = 2 ms"), {TAGGED: 9392.0}),
               (("400", "proposed, T = 4 ms"), {TAGGED: 9392.0}), (("400", DEEPER), {"PAUSEs": 400}), (("400", BOTH), {TAGGED: 9963.0}),
               (("1000", "proposed"), {}), (("1000", AWAY), {TAGGED: 8813.0})]
    problems = [f"planted {key}, {wrong}: not found" for key, wrong in planted if not CASES.faults({key: [{**right, **wrong}] * 3})]
    problems += [f"{key}: claimed, and nothing planted, or in no table" for key in CLAIMS
                 if key not in [of for of, _ in planted] or key[1] not in TABLES[key[0]][1]]
    short = [("100", "literal, random phases"), ("400", "proposed"), ("1000", "proposed")]
    problems += CASES.faults({key: [{**right, TAGGED: 9000.0 if key in short else 10_000.0}] * 3 for key in CLAIMS})
    read = ends(Run(summary([9.0, 10.0, 14.0]), []))
    two = CASES.made({("200", "proposed"): [{**right, TAGGED: 7218.0}, {**right, TAGGED: 9972.4}], ("200", "BCN"): [right]})["200"].splitlines()
    for what, got, wanted in (("read", list(read.values()), [33.0, 30.0, 3.0, 16.0, 40.0, 3, 2]), ("range", two[2].split(" | ")[2], "7,218 to 9,972"),
                              ("one seed", two[3].split(" | ")[:4], ["| BCN, one seed", "10,000", "", "9,800.0"])):
        if got != wanted:
            problems.append(f"{what}: {got}, wanted {wanted}")
    return problems, len(planted) + 4


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("100",))
