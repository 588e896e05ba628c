# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the pages of FERA's runs share: forms, what is read off a run, figures by 10 seeds and their tables."""

import concurrent.futures
import math
import os
import statistics
import sys
import tempfile

import results_page

SEEDS = range(1, 11)
STUDENT = 2.262  # 97.5 % of Student's distribution with 9 degrees of freedom
FRAME = 1500
LITERAL = ["congestion.fera.datapath=exact", "congestion.fera.queue_control=hyperbolic", "congestion.fera.clock=runs",
           "traffic.fera.tag_interval=1ms", "traffic.fera.idle_from=departure", "traffic.fera.silence=keep"]
FORMS = {
    "literal, aligned": [*LITERAL, "congestion.fera.phase=aligned"],
    "literal, random phases": LITERAL,
    "proposed": [],
    "proposed, first version": ["congestion.fera.least_step=0.25", "congestion.fera.least_clock=0.0"],
    "proposed, exact": ["congestion.fera.datapath=exact"],
    "proposed, divided": ["congestion.fera.datapath=dividing"],
    "BCN": ["congestion.detector=bcn", "traffic.control=bcn"],
}
# PAUSE from 400 packets of 800.
DEEP = ["flow_control.pfc.xoff=600KB", "flow_control.pfc.xon=585KB", "switch.mmu.veq_limit=1200KB", "switch.mmu.viq_limit=2MB"]


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


def figures_of(weir, scenario, settings, read, seeds=SEEDS):
    """[{figure: value} of each seed]."""
    def of(seed):
        with tempfile.TemporaryDirectory() as out:
            sets = [word for setting in ("expect=", *settings) for word in ("--set", setting)]
            summary = results_page.run(weir, f"scenarios/fera/{scenario}.toml", f"{out}/run", "--seed", str(seed), *sets)
            return read(Run(summary, results_page.time_series(f"{out}/run")))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(of, seeds))


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


def texts_of(seeds, figures):
    """text_of() of each of these figures."""
    return [text_of([values[figure] for values in seeds]) for figure in figures]


class Cases:
    """A page of tables of runs.

    page    its path
    tables  {table: (scenario, {form: settings}, what is read off a run)}
    claims  {(table, form): (what must be true of the means, that in words)}
    """

    def __init__(self, page, tables, claims):
        self.page, self.tables, self.claims = page, tables, claims

    def measure(self, weir, keys):
        """{(table, form): figures of each seed} of these tables and forms."""
        return {(name, form): figures_of(weir, self.tables[name][0], self.tables[name][1][form], self.tables[name][2]) for name, form in keys}

    def keys(self, names):
        return [(name, form) for name in names for form in self.tables[name][1]]

    def faults(self, found):
        return [f"{name}, {form}: not so: {words}" for (name, form), (holds, words) in self.claims.items()
                if (name, form) in found and not holds(mean_of(found[name, form]))]

    def made(self, found):
        """{table: its text} of what was measured."""
        rows = {name: {form: seeds for (table, form), seeds in found.items() if table == name} for name in self.tables}
        return {name: self.table(name, forms) for name, forms in rows.items() if forms}

    def table(self, _, forms):
        """The text of a table of {form: figures of each seed}."""
        figures = list(next(iter(forms.values()))[0])
        return results_page.table(["", *figures], [[form, *texts_of(seeds, figures)] for form, seeds in forms.items()])

    def check(self, weir, rewrite):
        found = self.measure(weir, self.keys(self.tables))
        made = self.made(found)
        if rewrite:
            results_page.write_tables(self.page, made)
        wrong = self.faults(found) + results_page.stale_tables(self.page, self.page.read_text(encoding="utf-8"), made)
        print("\n".join(wrong) or f"{sum(map(len, found.values()))} runs as the page says")
        return 1 if wrong else 0

    def check_claims(self, weir, names):
        """The forms of these tables of which something is claimed, without the page."""
        found = self.measure(weir, [key for key in self.claims if key[0] in names])
        wrong = self.faults(found)
        print("\n".join(wrong) or f"{len(found)} forms as claimed")
        return 1 if wrong else 0

    def only(self, weir, name, rewrite=False):
        """One table alone; what is claimed of it is judged, too."""
        found = self.measure(weir, self.keys([name]))
        made, wrong = self.made(found), self.faults(found)
        if rewrite:
            results_page.write_tables(self.page, made)
        print("".join(made.values()) + "\n".join(wrong))
        return 1 if wrong else 0

    def main(self, self_test, usage, claimed=()):
        """The command line; the quick part of a page is what is claimed of the tables `claimed`."""
        if "--only" in sys.argv:
            at = sys.argv.index("--only")
            sys.exit(self.only(sys.argv[1], sys.argv[at + 1], "--write" in sys.argv))
        if "--claims" in sys.argv:
            sys.exit(self.check_claims(sys.argv[1], claimed))
        sys.exit(results_page.command(self.check, self_test, usage))
