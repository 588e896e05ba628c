# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Roots followed to the end of the run, with XOFF from 60 to 800 KB: when each rule of TCD declares a covered root, how much of what it sends has
CE from then on, and what the innocent queue beside it gets.

tcd_roots.py WEIR            runs a part, and fails where the default misses a root or marks the innocent, or where a cell of
                             docs/results/tcd_rules.md is not that of this run
tcd_roots.py WEIR --whole    the same with all of it
tcd_roots.py WEIR --write    puts the tables of all of it into the page
tcd_roots.py --self-test     shows that a wrong outcome and a wrong cell are found
"""

import pathlib
import sys
import tempfile

import results_page
import tcd_choice_cells as cells
import tcd_release

PAGE = results_page.TOP / "docs/results/tcd_rules.md"
XOFFS = tcd_release.XOFFS
RULES = {
    "literal": ["congestion.tcd.rule=literal"], "not_decreased": ["congestion.tcd.rule=not_decreased"], "rise_2mtu": ["congestion.tcd.rule=rise_2mtu"],
    "rise_or_pausing, any ingress": ["congestion.tcd.rule=rise_or_pausing", "congestion.tcd.ingress=any"],
    "rise_or_pausing, at the instant": ["congestion.tcd.rule=rise_or_pausing", "congestion.tcd.pause=instant"],
    "rise_or_pausing": ["congestion.tcd.rule=rise_or_pausing"],
}
QUICK_RULES = ("rise_2mtu", "rise_or_pausing")
# What is done with a root once it is declared; names of the tables.
MODES = {"held": [], "let_go": ["congestion.tcd.hold=none"], "paper": ["congestion.tcd.hold=none", "congestion.tcd.k_max=200KB"]}
ARBITRATIONS = {"FIFO": [], "VOQ": tcd_release.VOQ}
SLOWER = ["flow.root_1.rate=28Gbps", "flow.root_2.rate=28Gbps"]
# Settings and seeds: offered twice what its port takes, or 1.4 times, evenly or at random times.
ROOTS = {"full": ([], (1,)), "steady": ([*SLOWER, "flow.root_1.kind=constant_rate", "flow.root_2.kind=constant_rate"], (1,)),
         "random": ([*SLOWER, "flow.root_1.kind=poisson", "flow.root_2.kind=poisson"], (1, 2))}
COVER = ["expect=", "switch.mmu.buffer=24MB", "event.covered.length=400us", "event.brief.length=40us", "scenario.duration=6ms",
         "scenario.sample_interval=10us"]
DELAY, PACKET = 4e-6, 0.2e-6  # of a cable; a packet at 40 Gbps
SPAN = cells.longest_on("40 Gbps, 4 us")
OUT_OF_U = cells.RELEASED + DELAY + SPAN  # of the root's port
STATE, CONGESTION = "s1.p2.c0.tcd_state", 1.0
# The default declares at T, after sampling of the series; then all but what is under way has CE.
LATEST, LEAST = 2 * SPAN + 0.02e-3, 95


def first_declared(rows):
    """Seconds from when the port leaves U to the first sample of the series that says congestion; None: there is none."""
    times = (float(row["time_seconds"]) for row in rows if float(row["time_seconds"]) > OUT_OF_U and float(row[STATE]) == CONGESTION)
    return next((time - OUT_OF_U for time in times), None)


def share(summary):
    """Percent with CE of what leaves the root's port from U on, and arrives by the end; the port always has something to send."""
    marked = sum(tcd_release.marked(summary, name) for name in ("root_1", "root_2"))
    return min(100.0, 100 * marked * PACKET / (cells.END - OUT_OF_U - DELAY))


def root_runs(weir, scratch, whole):
    """{(mode, xoff, arbitration, rule, root): [(first declared, share, CE of the innocent), one a seed]}"""
    found = {}
    for mode, more in MODES.items():
        for xoff in XOFFS if whole else tcd_release.QUICK:
            for arbitration, crossbar in ARBITRATIONS.items() if whole else [("FIFO", [])]:
                for rule in RULES if whole else QUICK_RULES:
                    for root, (traffic, seeds) in ROOTS.items():
                        runs = found[mode, xoff, arbitration, rule, root] = []
                        for seed in seeds:
                            settings = [*COVER, *tcd_release.at_xoff(xoff), *more, *crossbar, *RULES[rule], *traffic, f"scenario.seed={seed}"]
                            settings.remove("switch.mmu.buffer=64MB") if xoff > 320 else None
                            runs.append(one_run(weir, scratch, settings))
    return found


def one_run(weir, scratch, settings):
    with tempfile.TemporaryDirectory(dir=scratch) as out:
        options = [word for setting in settings for word in ("--set", setting)]
        summary = results_page.run(weir, "scenarios/tcd/tcd_covered.toml", out, *options)
        if sum(summary["drops"].values()):
            raise SystemExit(f"{settings}: packets lost: {summary['drops']}")
        return first_declared(results_page.time_series(out)), share(summary), tcd_release.marked(summary, "innocent")


def of_times(times):
    return "never" if None in times else f"{1e3 * max(times):.2f}"


def tables_of(found):
    """{name: {(row, column): text}}: the latest declaration, the least share, the innocent's packets by mode."""
    made = {name: {} for name in ("declared", *(f"share_{mode}" for mode in MODES), "beside")}
    for mode, xoff, arbitration, rule in dict.fromkeys(key[:4] for key in found):
        runs = [found[mode, xoff, arbitration, rule, root] for root in ROOTS]
        place = f"{xoff} KB, {arbitration}", cells.of_rule(rule)
        if mode == "held":
            made["declared"][place] = " / ".join(of_times([run[0] for run in seeds]) for seeds in runs)
        made[f"share_{mode}"][place] = " / ".join(f"{min(run[1] for run in seeds):.0f}" for seeds in runs)
        if rule in ("not_decreased", "rise_or_pausing, any ingress", "rise_or_pausing"):
            column = f"{place[1]}{'' if mode == 'held' else ', let go' if mode == 'let_go' else ', let go, K_max 200 KB'}"
            made["beside"][place[0], column] = f"{max(run[2] for seeds in runs for run in seeds):,}"
    return made


def faults(found):
    """What is wrong with the roots of the default rule, and with the times, which a hold does not change. (With K_max of 200 KB state 1 may be too
    short for a sample of the series.)"""
    wrong = []
    for key, runs in found.items():
        mode, _, _, rule, _ = key
        name = ", ".join(map(str, key))
        first = [run[0] for run in runs]
        if mode == "let_go" and [run[0] for run in found["held", *key[1:]]] != first and None not in first:
            wrong.append(f"{name}: declared at another time than where it is held")
        if rule != "rise_or_pausing":
            continue
        wrong += [f"{name}: {run[2]} of the innocent" for run in runs if run[2]]
        if mode != "paper":
            wrong += [f"{name}: declared {of_times([run[0]])} ms after U" for run in runs if run[0] is None or run[0] > LATEST]
            wrong += [f"{name}: CE of {run[1]:.1f} percent" for run in runs if run[1] < LEAST]
    return wrong


def check(weir, mode):
    with tempfile.TemporaryDirectory() as scratch:
        found = root_runs(weir, scratch, mode != "part")
        made = tables_of(found)
    if mode == "write":
        results_page.write_tables(PAGE, {name: tcd_release.rendered(table) for name, table in made.items()})
    wrong = faults(found) + tcd_release.stale(made, PAGE.read_text(encoding="utf-8"))
    print("\n".join(wrong) or f"{sum(map(len, made.values()))} cells as the page has them")
    return 1 if wrong else 0


def self_test():
    """Plants what is wrong, and wants it found."""
    held = ("held", 90, "FIFO", "rise_or_pausing", "full")
    good, problems = (2 * SPAN, 96.0, 0), []
    planted = [
        (0, {held: [good]}), (1, {held: [(None, 96.0, 0)]}), (1, {held: [(5 * SPAN, 96.0, 0)]}), (1, {held: [(2 * SPAN, 50.0, 0)]}),
        (1, {held: [good, (2 * SPAN, 96.0, 3)]}), (0, {held: [good], ("let_go", *held[1:]): [good]}),
        (1, {held: [good], ("let_go", *held[1:]): [(1.9 * SPAN, 96.0, 0)]}), (0, {held: [good], ("paper", *held[1:]): [(2 * SPAN, 2.0, 0)]}),
        (0, {(*held[:3], "rise_2mtu", "full"): [(None, 0.0, 9)]}),
    ]
    problems += [f"wanted {count}, found {faults(found)}" for count, found in planted if len(faults(found)) != count]
    rows = [{"time_seconds": str(time), STATE: state} for time, state in ((1e-6, "1"), (OUT_OF_U + 1e-6, "3"), (OUT_OF_U + 2e-4, "1"))]
    if abs(first_declared(rows) - 2e-4) > 1e-9 or first_declared(rows[:2]) is not None:
        problems.append(f"first declared: {first_declared(rows)}, {first_declared(rows[:2])}")
    table = tables_of({(*held[:4], root): [good] for root in ROOTS})
    if table["declared"] != {("90 KB, FIFO", "`rise_or_pausing`"): "0.20 / 0.20 / 0.20"} or table["beside"] != {("90 KB, FIFO", "`rise_or_pausing`"): "0"}:
        problems.append(f"tables: {table}")
    print("\n".join(problems) or "all that was planted is found")
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    modes = [mode for mode in ("whole", "write") if f"--{mode}" in arguments]
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1 or len(names) + len(modes) != len(arguments) or len(modes) > 1:
        raise SystemExit(__doc__)
    return check(str(pathlib.Path(names[0]).resolve()), modes[0] if modes else "part")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
