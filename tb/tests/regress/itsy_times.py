# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""How long ITSY and what it is compared with take to find a loop, by its length and by how far before it the pauses begin.

itsy_times.py WEIR            fails where one of a few loops does not take what is reckoned, or where docs/results/itsy_times.md does not hold it,
                              or docs/results/itsy_figures.md the ratios of its rows, figure 6b
itsy_times.py WEIR --write    runs all of them and puts their figures into these pages
itsy_times.py --self-test     shows that wrong times and figures are found
"""

import concurrent.futures
import csv
import os
import pathlib
import statistics
import sys
import tempfile

import itsy_loop
import results_page

PAGE = results_page.TOP / "docs/results/itsy_times.md"
RATIOS = results_page.TOP / "docs/results/itsy_figures.md"
PERIOD = 4.4  # hops: with which M1 takes 3.2 times as long as a message that goes round once
FEW = ((3, 0), (4, 0), (8, 0), (3, 1), (4, 3), (6, 8))
SEEDS = {True: range(1, 11), False: range(1, 4)}  # by whether the pauses begin on the loop
NAMES = ("m1", "m2", "unroller", "unroller_minimum", "int_path", "path_dump")
LIST_ROOM = 13  # ports in a wide collecting message: a longer loop is declared and not broken
TOLERANCE = 0.05  # hops: frames, of which each hop adds one to a delay of whole hops


def first_pause(out):
    """When s1 first pauses what comes from the ring, of a run with one sample each 100 ns."""
    with open(out / "timeseries.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if float(row["s1.p2.c0.receiver_pause"]):
                return float(row["time_seconds"])
    return None


def run(weir, scratch, length, off, protocol, seed, resolution="none"):
    """Seconds: first pause, formed, declared; of each baseline its delay, its hops, or None."""
    name = f"{length}_{off}_{protocol}_{seed}_{resolution}"
    path = pathlib.Path(scratch) / f"{name}.toml"
    path.write_text(itsy_loop.scenario(length, off, protocol, PERIOD, seed, resolution=resolution), encoding="utf-8")
    out = pathlib.Path(scratch) / name
    watched = off == 0 and protocol == "published"
    summary = results_page.run(weir, path, out, *([] if watched else ["--set", "scenario.sample_interval=20us"]))
    knots = summary["score"]["knots"]
    return {"knots": len(knots), "formed": knots[0]["formed_at_seconds"] if knots else None,
            "declared": knots[0]["declared_at_seconds"] if knots else None, "broken": knots[0]["dissolved_at_seconds"] if knots else None,
            "false": summary["score"]["declared_false"], "drops": summary["drops"],
            "trigger": first_pause(out) if watched else itsy_loop.STOP if off else None,
            "baselines": {one["name"]: (one["first_delay_seconds"], one["hops"], one["outside"]) for one in summary["baselines"]}}


def quantum_faults(weir):
    """What is played beside a run does not depend on how far devices run ahead of one another."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "loop.toml"
        path.write_text(itsy_loop.scenario(4, 3, "repaired", PERIOD), encoding="utf-8")
        found = [results_page.run(weir, path, f"{scratch}/{quantum}", "--set", f"scenario.quantum={quantum}")["baselines"] for quantum in ("on", "off")]
    return [] if found[0] == found[1] else [f"baselines with quanta and event by event: {found}"]


def spread_faults(weir):
    """Of the loops of four and eight where half of the traffic leaves at each switch."""
    wrong = []
    for length, published in ((4, 6), (8, 15)):
        for protocol, wanted in (("published", published), ("repaired", length - 1)):
            with tempfile.TemporaryDirectory() as scratch:
                path = pathlib.Path(scratch) / "spread.toml"
                path.write_text(itsy_loop.scenario(length, 0, protocol, PERIOD, spread=True), encoding="utf-8")
                knots = results_page.run(weir, path, f"{scratch}/out", "--set", "scenario.sample_interval=20us")["score"]["knots"]
            took = hops(knots[0]["declared_at_seconds"], knots[0]["formed_at_seconds"]) if knots else None
            if took is None or not wanted <= took <= wanted * 1.01 + TOLERANCE:
                wrong.append(f"L = {length}, spread: {protocol} after {took} hops, wanted {wanted}")
    return wrong


def measure(weir, pairs):
    """Of each (length, off) what the page says of it, times in hops."""
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {(pair, protocol, seed): pool.submit(run, weir, scratch, *pair, protocol, seed)
                for pair in pairs for protocol, seeds in (("published", (1,)), ("repaired", SEEDS[pair[1] == 0])) for seed in seeds}
        jobs |= {(pair, "broken"): pool.submit(run, weir, scratch, *pair, "repaired", 1, "port_level") for pair in pairs}
        runs = {key: job.result() for key, job in jobs.items()}
    return {pair: loop(runs[pair, "published", 1], [runs[pair, "repaired", seed] for seed in SEEDS[pair[1] == 0]], runs[pair, "broken"])
            for pair in pairs}


def hops(later, earlier):
    return None if later is None or earlier is None else (later - earlier) / itsy_loop.HOP


def loop(published, repaired, broken):
    first = repaired[0]
    trigger = published["trigger"]
    found = {name: [one["baselines"][name][0] for one in repaired] for name in NAMES}
    return {"formed": hops(first["formed"], trigger), "published": hops(published["declared"], published["formed"]),
            "repaired": hops(first["declared"], first["formed"]), "broken": hops(broken["broken"], broken["declared"]),
            "drops": sum(sum(one["drops"].values()) for one in (published, *repaired, broken)), "knots": [one["knots"] for one in (published, *repaired)],
            "false": published["false"] + sum(one["false"] for one in repaired),
            **{name: [None if delay is None else delay / itsy_loop.HOP for delay in delays] for name, delays in found.items()}}


def faults(loops):
    """Where a loop does not take what spec and hand reckon, in hops after it has formed; frames make a hop a little longer."""
    wrong = []
    for (length, off), one in loops.items():
        name = f"L = {length}, B = {off}"
        if any(knots != 1 for knots in one["knots"]) or one["false"] or one["drops"]:
            wrong.append(f"{name}: {one['knots']} deadlocks, {one['false']} false declarations, {one['drops']} packets dropped, wanted one and none")
        for what, wanted in (("published", 2 * length if off else length), ("repaired", length - 1), ("broken", length + 1)):
            if what == "broken" and length > LIST_ROOM:
                continue
            if one[what] is None or not wanted <= one[what] <= wanted * (1 + TOLERANCE / 4) + TOLERANCE:
                wrong.append(f"{name}: {what} after {one[what]} hops, wanted {wanted}")
        if one["formed"] is None or not length + off - TOLERANCE <= one["formed"] <= 1.5 * (length + off) + 2:
            wrong.append(f"{name}: formed {one['formed']} hops after the first pause, wanted {length + off} and what queues take to fill")
        if any(delay is None or delay > TOLERANCE for delay in one["int_path"]):
            wrong.append(f"{name}: a path is found {one['int_path']} hops after it has closed, wanted 0")
        for delay in one["unroller"]:
            if delay is None or delay > 14 / 3 * (length + off) + 1:
                wrong.append(f"{name}: Unroller takes {delay} hops, wanted 4.67 (B + L) at most")
        if off == 0 and any(delay is None or delay > length - 1 + TOLERANCE for delay in one["unroller_minimum"]):
            wrong.append(f"{name}: Unroller without phases takes {one['unroller_minimum']} hops after L, wanted L - 1 at most")
    return wrong


def span(values):
    known = [value for value in values if value is not None]
    if not known:
        return "never"
    text = f"{statistics.mean(known):.1f} ({min(known):.1f} to {max(known):.1f})"
    return text if len(known) == len(values) else f"{text}, {len(values) - len(known)} of {len(values)} never"


def known(value, scale=1.0, less=0, digits=2):
    return "never" if value is None else f"{value * scale - less:.{digits}f}"


def rows_of(loops):
    """The rows of the page, by their loops."""
    made = {}
    for (length, off), one in loops.items():
        both = ("published", "repaired")
        cells = [str(length), str(off), known(one["formed"]), known(one["formed"], less=length + off), *(known(one[name]) for name in (*both, "broken")),
                 *(known(one[name], itsy_loop.HOP * 1e6, digits=1) for name in both),
                 *(span(one[name]) for name in ("m1", "m2", "int_path", "path_dump", "unroller", "unroller_minimum"))]
        made[length, off] = "| " + " | ".join(cells) + " |"
    return made


HEADER = ["L", "B", "formed", "of it filling", "published", "repaired", "broken", "published, us", "repaired, us", "M1", "M2", "INT", "PathDump", "Unroller",
          "Unroller, no phases"]


def ratios(page):
    """{L on the loop: M1 and M2 over `published` and over `repaired`}, of the rows of this page."""
    found = {}
    for line in page.split("\n"):
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == len(HEADER) and cells[0].isdigit() and cells[1] == "0":
            one = dict(zip(HEADER, cells))
            found[int(cells[0])] = [float(one[name].split()[0]) / float(one[by]) for by in ("published", "repaired") for name in ("M1", "M2")]
    return found


def ratios_table(found):
    return results_page.table(["L", "M1 / published", "M2 / published", "M1 / repaired", "M2 / repaired"],
                              [[str(length), *(f"{ratio:.2f}" for ratio in row)] for length, row in found.items()])


def ratio_faults(found):
    return [f"6b: L = {length}: M1 {m1}, M2 {m2} times as long as `published`" for length, (m1, m2, *_) in found.items() if m1 <= 1.5 or m2 <= 1.2]


def check(weir, rewrite):
    pairs = [(length, off) for off in itsy_loop.OFFS for length in itsy_loop.LENGTHS] if rewrite else list(FEW)
    loops = measure(weir, pairs)
    rows = rows_of(loops)
    if rewrite:
        results_page.write(PAGE, "\n".join(["| " + " | ".join(HEADER) + " |", "|" + "---|" * len(HEADER), *rows.values()]) + "\n")
    found = ratios(PAGE.read_text(encoding="utf-8"))
    made = {"6b": ratios_table(found)}
    if rewrite:
        results_page.write_tables(RATIOS, made)
    wrong = faults(loops) + spread_faults(weir) + quantum_faults(weir) + missing(PAGE.read_text(encoding="utf-8"), rows)
    wrong += ratio_faults(found) + results_page.stale_tables(RATIOS, RATIOS.read_text(encoding="utf-8"), made)
    print("\n".join(wrong) or f"{len(loops)} loops take what is reckoned")
    return 1 if wrong else 0


def missing(page, rows):
    lines = page.split("\n")
    return [f"{PAGE.relative_to(results_page.TOP)} does not hold the row of L = {length}, B = {off}: {row}; --write puts it there"
            for (length, off), row in rows.items() if row not in lines]


def self_test():
    """Plants what is wrong, and wants it found."""
    good = {"formed": 4.9, "published": 4.004, "repaired": 3.003, "broken": 5.005, "knots": [1] * 4, "false": 0, "drops": 0, "m1": [12.0], "m2": [9.0], "int_path": [0.0],
            "path_dump": [0.0], "unroller": [7.0], "unroller_minimum": [3.0]}
    off = {**good, "formed": 7.5, "published": 8.008, "unroller_minimum": [None]}
    loops = {(4, 0): good, (4, 2): off}
    rows = rows_of(loops)
    page = "\n".join(["words", *rows.values(), "words"])
    problems = faults(loops) + missing(page, rows)
    planted = (("published", 3.0), ("published", 8.0), ("repaired", 4.0), ("repaired", None), ("broken", 6.0), ("drops", 1), ("formed", 3.0), ("formed", 9.0), ("knots", [1, 0]),
               ("false", 1), ("int_path", [1.0]), ("unroller", [20.0]), ("unroller", [None]), ("unroller_minimum", [4.0]), ("unroller_minimum", [None]))
    for what, value in planted:
        changed = {(4, 0): {**good, what: value}}
        if not faults(changed):
            problems.append(f"planted {what} = {value}: not found")
    if not missing(page, rows_of({(4, 0): {**good, "m1": [13.0]}})):
        problems.append("another figure than the page's is not found")
    page_rows = ratios("| " + " | ".join(["4", "0", "5.0", "1.0", "4.00", "3.00", "5.0", "20", "15", "13.0 (1 to 2)", "10.0 (1 to 2)", *"...."]) + " |")
    if page_rows != {4: [3.25, 2.5, 13 / 3, 10 / 3]} or ratio_faults(page_rows) or not ratio_faults({4: [1.0, 2.5, 4.0, 3.3]}):
        problems.append(f"ratios of M1 and M2: {page_rows}")
    return problems, len(planted) + 2


if __name__ == "__main__":
    sys.exit(results_page.command(check, self_test, __doc__))
