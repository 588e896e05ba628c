# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What FERA's division costs: 4 and 100 flows and a drop to a tenth under each form of the datapath, by 10 seeds, and what each form is made of.

fera_division.py WEIR              fails where a form is otherwise than docs/results/fera_division.md says, or its figures are not those of these runs
fera_division.py WEIR --write      puts the figures of these runs into that page
fera_division.py WEIR --only NAME  one table of runs alone; with --write it goes into the page
fera_division.py WEIR --claims     fails where a form is otherwise with 4 flows than claimed
fera_division.py --self-test       shows that what is wrong is found
"""

import functools
import json
import math
import statistics
import subprocess

import fera_runs
import results_page
from fera_runs import FRAME, Cases

PAGE = results_page.TOP / "docs/results/fera_division.md"


def form(datapath, **settings):
    return [f"congestion.fera.datapath={datapath}", *(f"congestion.fera.{name}={value}" for name, value in settings.items())]


EXACT, SERIAL, TABLE = "exact", "dividing, bit-serial", "dividing, table"
FREE, FIRST = "divisor-free", "divisor-free, first version"
MAIN = {
    EXACT: form("exact"),
    SERIAL: form("dividing"),
    TABLE: form("dividing", division="table"),
    FREE: form("divisor_free"),
    FIRST: form("divisor_free", least_step=0.25, least_clock=0.0),
}
NARROW = {
    "dividing, F 12, floor": form("dividing", fraction_bits=12, rounding="floor"),
    "dividing, F 8": form("dividing", fraction_bits=8),
    "dividing, F 8, floor": form("dividing", fraction_bits=8, rounding="floor"),
    "divisor-free, F 8, floor": form("divisor_free", fraction_bits=8, rounding="floor"),
}
FORMS = {**MAIN, **NARROW}
# Of those that fail with four flows, what they make of the rest.
COARSE = {"dividing, F 8, floor": NARROW["dividing, F 8, floor"]}

TAGGED, FAIR, QUEUE, SWING = "data and tags, Mbps", "all within 10 % after, ms", "q, packets", "its swing (sd)"
SLOW, FAST = "first 40 ms of 1 Gbps, Mbps", "40 ms of 10 Gbps again"


def queue_of(run, name, start, end):
    depths = [float(row[f"{name}.c0.veq_depth_bytes"]) / FRAME for row in run.window(start, end)]
    return {QUEUE: statistics.fmean(depths), SWING: statistics.pstdev(depths)}


def rests(run):
    return {"PAUSEs": run.pauses(), "lost": run.lost()}


def four(run):
    fair = run.fair_after(5, 30, 80)
    return {TAGGED: run.together(30, 80), "furthest from the mean": run.spread(30, 80), FAIR: 75 if math.isnan(fair) else fair, **queue_of(run, "core.p4", 30, 80), **rests(run)}


def hundred(run):
    return {TAGGED: run.together(50, 100), "furthest from the mean": run.spread(50, 100), **queue_of(run, "s1.p0", 50, 100), **rests(run)}


def drop(run):
    return {SLOW: run.together(40, 80), FAST: run.together(100, 140), "highest q": run.highest(), **rests(run)}


TABLES = {"four": ("fera_symmetric", FORMS, four), "hundred": ("fera_many", {**MAIN, **COARSE}, hundred), "drop": ("fera_drop", {**MAIN, **COARSE}, drop)}
# What forms are compared by: table, figure.
COMPARED = [("four", TAGGED), ("four", FAIR), ("four", QUEUE), ("four", SWING), ("hundred", TAGGED), ("hundred", QUEUE), ("hundred", "lost"),
            ("drop", SLOW), ("drop", FAST), ("drop", "PAUSEs")]
WITH = (SERIAL, TABLE, FREE, "dividing, F 8, floor")


@functools.cache
def student(probability, freedom):
    """The value that Student's t with so many degrees of freedom does not pass with this probability, above one half; to 1e-6."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def below(t, parts=2000):
        step = t / parts
        values = [scale * (1 + (n * step) ** 2 / freedom) ** (-(freedom + 1) / 2) for n in range(parts + 1)]
        return 0.5 + step / 3 * (values[0] + values[-1] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]))

    low, high = 0.0, 50.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < probability else (low, middle)
    return high


def welch(ours, theirs, doubt=0.05):
    """Mean of `ours` less that of `theirs`, and half of the interval that misses the true difference with probability `doubt` (Welch)."""
    parts = [statistics.variance(values) / len(values) for values in (ours, theirs)]
    difference = statistics.fmean(ours) - statistics.fmean(theirs)
    if sum(parts) == 0:
        return difference, 0.0
    freedom = sum(parts) ** 2 / sum(part ** 2 / (len(values) - 1) for part, values in zip(parts, (ours, theirs)) if part > 0)
    return difference, student(1 - doubt / 2, freedom) * math.sqrt(sum(parts))


def values_of(found, table, name, figure):
    return [values[figure] for values in found[table, name]]


def differs(found, name):
    """Figures in which a form is otherwise than exact, with one doubt in 20 for all of them together (Bonferroni)."""
    told = []
    for table, figure in COMPARED:
        difference, half = welch(values_of(found, table, name, figure), values_of(found, table, EXACT, figure), 0.05 / len(COMPARED))
        if abs(difference) > half:
            told.append((table, figure))
    return told


def comparison(found):
    rows = []
    for table, figure in COMPARED:
        row = [f"{table}: {figure}", fera_runs.text_of(values_of(found, table, EXACT, figure))]
        for name in WITH:
            difference, half = welch(values_of(found, table, name, figure), values_of(found, table, EXACT, figure))
            digits = 0 if max(abs(difference), half) >= 100 else 2
            row.append(f"{difference:+,.{digits}f} +- {half:,.{digits}f}" + (" *" if (table, figure) in differs(found, name) else ""))
        rows.append(row)
    return results_page.table(["", EXACT, *WITH], rows)


def registers(weir):
    """Flip-flops of a 32-port switch at 10 Gbps by form, from the ledger: of a port, of the shared unit, of all."""
    rows = []
    for name in (SERIAL, TABLE, FREE):
        sets = [word for setting in MAIN[name] for word in ("--set", setting)]
        command = [weir, "cost", "scenarios/fera/fera_long_loop.toml", "--set", "topology.hosts=32", *sets, "--format", "json"]
        done = subprocess.run(command, cwd=results_page.TOP, capture_output=True, text=True, check=True)
        fera = next(mechanism for mechanism in json.loads(done.stdout)["mechanisms"] if mechanism["mechanism"] == "fera")
        rows.append([name, *(f"{bits:,}" for bits in (fera["each_port"]["flip_flop"], fera["once"]["flip_flop"], fera["bits"]["flip_flop"]))])
    return results_page.table(["", "of a port", "of the shared unit", "of 32 ports"], rows)


def area():
    """The rows of both meters in docs/results/synthesis.md, which a test of its own compares with what synthesis gives."""
    lines = (results_page.TOP / "docs/results/synthesis.md").read_text(encoding="utf-8").split(results_page.marks("synthesis")[0])[1].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    rows = [row for row in cells[1:] if row[0].startswith("[fera_meter")]
    return results_page.table(cells[0], rows)


def near(value, wanted, by):
    return abs(value - wanted) <= by


# Table, form: what must be true of the means, and that in words.
CLAIMS = {
    **{("four", name): (lambda m: m[TAGGED] > 9990 and near(m[QUEUE], 16, 2) and m[FAIR] <= 15, "full, q at Q_eq, fair by 15 ms") for name in (EXACT, SERIAL, TABLE, FREE, FIRST)},
    ("four", "dividing, F 12, floor"): (lambda m: m[QUEUE] < 15.5, "q below Q_eq: rounding down moves it"),
    ("four", "dividing, F 8, floor"): (lambda m: m[QUEUE] < 5, "q nearly empty: F 8 with floor fails"),
    ("drop", FREE): (lambda m: m[SLOW] > 970, "97 % of the slow link at once"),
    ("drop", FIRST): (lambda m: m[SLOW] < 920, "the first version leaves a tenth"),
    ("drop", SERIAL): (lambda m: m[FAST] > 9700, "with a division the way up is fast"),
}


class Division(Cases):
    """The page's tables of runs, the comparison with exact, and the registers."""

    def check(self, weir, rewrite):
        found = self.measure(weir, self.keys(self.tables))
        made = {**self.made(found), "comparison": comparison(found), "registers": registers(weir), "area": area()}
        if rewrite:
            results_page.write_tables(self.page, made)
        wrong = self.faults(found) + equality_faults(found) + results_page.stale_tables(self.page, self.page.read_text(encoding="utf-8"), made)
        print("\n".join(wrong) or f"{len(found) * len(fera_runs.SEEDS)} runs as the page says")
        return 1 if wrong else 0


def equality_faults(found):
    wrong = [f"{name} is not as exact in {told}" for name in (SERIAL, TABLE) for told in [differs(found, name)] if told]
    if ("four", QUEUE) not in differs(found, "dividing, F 8, floor"):
        wrong.append("F 8 with floor is not told from exact")
    return wrong + ([] if ("drop", FAST) in differs(found, FREE) else ["the price of the form without a divisor is not seen"])


CASES = Division(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {TAGGED: 10000.0, QUEUE: 16.0, FAIR: 8.0, SLOW: 985.0, FAST: 9800.0}
    problems = CASES.faults({("four", EXACT): [right], ("drop", FREE): [right], ("drop", SERIAL): [right]})
    planted = ((("four", SERIAL), {QUEUE: 20.0}), (("four", FREE), {FAIR: 75}), (("four", "dividing, F 8, floor"), {}), (("four", "dividing, F 12, floor"), {}),
               (("drop", FREE), {SLOW: 900.0}), (("drop", FIRST), {}), (("drop", SERIAL), {FAST: 9300.0}))
    problems += [f"planted {key}, {wrong}: not found" for key, wrong in planted if not CASES.faults({key: [{**right, **wrong}]})]
    if not near(student(0.975, 9), 2.262157, 1e-4) or not near(student(0.995, 18), 2.878440, 1e-4):
        problems.append(f"Student: {student(0.975, 9)}, {student(0.995, 18)}")
    difference, half = welch([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0])
    if not near(difference, -2.5, 1e-9) or not near(half, 3.8642, 1e-3):
        problems.append(f"Welch: {difference} +- {half}")
    figures = {figure for _, figure in COMPARED}
    seeds = [{figure: 100.0 + seed % 3 for figure in figures} for seed in range(10)]
    moved = [{figure: value + 5 for figure, value in values.items()} for values in seeds]
    found = {(table, name): moved if "F 8, floor" in name or name == FREE else seeds for table in TABLES for name in FORMS}
    problems += equality_faults(found)
    for name in (SERIAL, TABLE, "dividing, F 8, floor", FREE):
        other = {key: (seeds if "F 8" in name or name == FREE else moved) if key[1] == name else values for key, values in found.items()}
        if len(equality_faults(other)) != 1:
            problems.append(f"planted {name}: found {equality_faults(other)}")
    return problems, len(planted) + 6


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("four",))
