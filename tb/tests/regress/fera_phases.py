# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""FERA's symmetric case by the phase in which flows begin, and by the time between two tags: runs scenarios/fera/fera_symmetric.toml.

fera_phases.py WEIR            fails where a form is otherwise than docs/results/fera_phases.md says, or its figures are not those of these runs
fera_phases.py WEIR --write    puts the figures of these runs into that page
fera_phases.py --self-test     shows that what is wrong is found
"""

import concurrent.futures
import os
import statistics
import sys
import tempfile

import fera_runs
import results_page

PAGE = results_page.TOP / "docs/results/fera_phases.md"
SEEDS = (1, 2, 3)
PHASES = range(10)  # tenths of T
ALIGNED = "congestion.fera.phase=aligned"
RUNS = [*fera_runs.LITERAL, ALIGNED]
LINEAR = ["congestion.fera.queue_control=linear", "congestion.fera.k=0.002"]
STANDS = ["congestion.fera.clock=stands"]


def tags(interval):
    return [f"traffic.fera.tag_interval={interval}"]


FORMS = {  # settings, what must be true of the throughput by phase, and that in words
    "literal, tau = T": ([*RUNS, *tags("1ms")], lambda t: min(t[:3]) > 9990 and max(t[5:9]) < 8700, "full up to 0.2 T, a sixth missing from 0.5 to 0.8"),
    "literal, tau = T/2": ([*RUNS, *tags("500us")], lambda t: min(t) > 9300, "nearly full"),
    "literal, tau = T/4": ([*RUNS, *tags("250us")], lambda t: min(t) > 9990, "full in each phase"),
    "literal with linear f, tau = T": ([*RUNS, *LINEAR, *tags("1ms")], lambda t: min(t) > 9980, "full, the queue at PAUSE"),
    "the same, clock stands": ([*RUNS, *LINEAR, *STANDS, *tags("1ms")], lambda t: min(t[:2]) > 9990 and max(t[3:8]) < 8200, "a fifth missing from 0.3 T on"),
    "proposed, tau = T": ([ALIGNED, *tags("1ms")], lambda t: min(t[:3]) > 9990 and max(t[5:9]) < 8800, "full up to 0.2 T, more than a tenth missing from 0.5 to 0.8"),
    "proposed": ([ALIGNED], lambda t: min(t) > 9990, "full in each phase"),
}


def figures_of(weir, settings):
    """[(throughput in Mbps, queue in packets) of each phase], means of the seeds."""
    def of(case):
        phase, seed = case
        with tempfile.TemporaryDirectory() as out:
            sets = [word for setting in ("expect=", f"traffic.start={5000 + 100 * phase}us", *settings) for word in ("--set", setting)]
            summary = results_page.run(weir, "scenarios/fera/fera_symmetric.toml", f"{out}/run", "--seed", str(seed), *sets)
            run = fera_runs.Run(summary, results_page.time_series(f"{out}/run"))
            return run.together(30, 80), run.queue("core.p4", 30, 80)

    cases = [(phase, seed) for phase in PHASES for seed in SEEDS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(cases, pool.map(of, cases)))
    return [tuple(statistics.fmean(found[phase, seed][i] for seed in SEEDS) for i in (0, 1)) for phase in PHASES]


def faults(found):
    return [f"{form}: not so: {words}" for form, (_, holds, words) in FORMS.items() if not holds([throughput for throughput, _ in found[form]])]


def table(found):
    header = ["phi", *(f"{phase / 10:g}" for phase in PHASES)]
    return results_page.table(header, [[form, *(f"{throughput:,.0f}; {queue:.0f}" for throughput, queue in found[form])] for form in FORMS])


def check(weir, rewrite):
    found = {form: figures_of(weir, settings) for form, (settings, _, _) in FORMS.items()}
    return results_page.check_page(PAGE, table(found), faults(found), f"{len(found) * len(PHASES) * len(SEEDS)} runs as the page says", rewrite)


def self_test():
    """Plants what is wrong, and wants it found."""
    full, lucky = [(10000.0, 16.0)] * 10, [(10000.0, 14.0)] * 3 + [(9500.0, 20.0)] * 2 + [(8000.0, 45.0)] * 4 + [(10000.0, 14.0)]
    found = {form: lucky if "tau = T" in form and "T/" not in form else full for form in FORMS}
    found["literal with linear f, tau = T"] = full
    found["the same, clock stands"] = full[:2] + [(8000.0, 45.0)] * 7 + full[:1]
    problems = faults(found)
    for form in FORMS:
        planted = {**found, form: [(9000.0, 16.0)] * 10}
        if [fault.split(":")[0] for fault in faults(planted)] != [form]:
            problems.append(f"planted {form}: found {faults(planted)}")
    page = f"{results_page.BEGIN}{table(found)}{results_page.END}"
    if results_page.stale(PAGE, page, table(found)) or not results_page.stale(PAGE, page, table({**found, "proposed": lucky})):
        problems.append("a stale table is not told from a fresh one")
    return problems, len(FORMS) + 1


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
