# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""PFC watchdogs and ITSY on the same random networks, each run judged by its oracle: docs/results/watchdog_league.md.

watchdog_league.py WEIR --short     two of the networks; fails where something does not hold
watchdog_league.py WEIR             the same of eight, and where the page has other figures of them
watchdog_league.py WEIR --whole     the same of all networks
watchdog_league.py WEIR --write     runs all networks and puts the tables into the page
watchdog_league.py WEIR --show NAME prints a network as a scenario file, and the settings of each unit
watchdog_league.py --self-test      shows that planted faults are found
"""

import collections
import concurrent.futures
import functools
import os
import pathlib
import resource
import shutil
import sys
import tempfile

import league_judge
import league_tables
import league_units
import results_page

PAGE = results_page.TOP / "docs" / "results" / "watchdog_league.md"
GROUPS = ("deadlock", "storm", "pauses")


def group_of(summary, must):
    """What a network is without a unit."""
    found = summary["deadlock"]
    if found and not found.get("behind") and found["dissolved_at_seconds"] is None:
        return "deadlock"
    return "storm" if must or found else "pauses"


def of_drawn(weir, folder, named):
    """The group of a network, and {unit's key: verdict}."""
    name, text = named
    out, base = league_units.run_drawn(weir, folder, name, text, league_units.NONE)
    network = league_judge.Network(text, base)
    must = league_judge.stuck_at_hosts(base, network)
    verdicts = {}
    for unit in league_units.UNITS:
        summary = base
        if unit is not league_units.NONE:
            out, summary = league_units.run_drawn(weir, folder, name, text, unit)
        verdicts[unit.key] = league_judge.judge(unit.kind, unit.back, summary, network, must)
        shutil.rmtree(out)
    return group_of(base, must), verdicts


def of_tree(weir, folder, pair):
    """{unit's key: verdict} of a fat tree of the census."""
    verdicts = {}
    for unit in league_tables.TREE_UNITS:
        out, summary = league_units.run_tree(weir, folder, pair, unit)
        verdicts[unit.key] = league_judge.judge_tree(unit.kind, unit.back, summary)
        shutil.rmtree(out)
    return verdicts


class League:
    """drawn: [(group, {key: verdict})], trees: [{key: verdict}]."""

    def __init__(self, drawn, trees):
        self.drawn, self.trees = drawn, trees


def played(weir, networks, trees):
    with tempfile.TemporaryDirectory(prefix="weir_league_") as folder, concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        drawn = list(pool.map(functools.partial(of_drawn, weir, folder), networks))
        of_trees = list(pool.map(functools.partial(of_tree, weir, folder), trees))
    return League(drawn, of_trees)


def polls_late(unit, verdict):
    """Whether a poll told of a deadlock later than ceil(D / p) + 1 polls after it formed; each comes up to a fortieth of p late. Mellanox's rules add up
    measured time, of which a poll that comes early brings too little: another poll."""
    detected, _, poll = (int(word) for word in unit.times.split("/"))
    most = (-(-detected // poll) + 1 + ("mellanox" in unit.name)) * poll * (1 + 1 / 40) * 1e-6
    return verdict.delay is not None and verdict.delay > most


def faults(league, whole=True):
    wrong = []
    for number, (_, verdicts) in enumerate(league.drawn):
        for unit in league_units.UNITS:
            verdict, name = verdicts[unit.key], f"network {number} of the league, {unit.name} {unit.times}"
            if unit.kind == "none" and sum(verdict.killed.values()):
                wrong.append(f"{name}: {verdict.killed} packets lost without a unit")
            if (unit.name.endswith(("alert", "lend")) or "level" in unit.name and "cut_off" not in unit.name) and sum(verdict.killed.values()):
                wrong.append(f"{name}: {verdict.killed} packets killed")
            if unit.name.startswith("ITSY repaired") and verdict.told.get(league_judge.FALSE):
                wrong.append(f"{name}: {verdict.told[league_judge.FALSE]} declarations are false")
            if unit.kind == "pfcwd" and unit.times.count("/") == 2 and polls_late(unit, verdict):
                wrong.append(f"{name}: the deadlock is told after {verdict.delay * 1e6:.0f} us")
    for pair, verdicts in zip(league_units.census(), league.trees):
        if verdicts[league_units.NONE.key].deadlock != "missed":
            wrong.append(f"fat tree {pair} does not deadlock without a unit")
    groups = collections.Counter(group for group, _ in league.drawn)
    if whole:
        wrong += [f"{groups[group]} networks are of the group '{group}'; wanted 20" for group in GROUPS if groups[group] < 20]
        if len(league.drawn) < 300:
            wrong.append(f"{len(league.drawn)} networks; wanted 300")
    return wrong


def check(weir, whole, rewrite):
    networks = league_units.drawn()
    tables = {}
    wrong = []
    if whole:
        league = played(weir, networks, league_units.census())
        tables = league_tables.tables(league, league_units.registers(weir))
        wrong = faults(league)
        taken = league_units.sample()
        sample = League([one for named, one in zip(networks, league.drawn) if named in taken], [])
    else:
        sample = played(weir, league_units.sample(), [])
        wrong = faults(sample, whole=False)
    tables["sample"] = league_tables.sample_table(sample.drawn)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} CPU seconds of runs")
    return results_page.conclude(PAGE, tables, wrong, rewrite)


def show(name):
    text = dict(league_units.drawn())[name]
    print(text)
    for unit in league_units.UNITS:
        print(f"# {unit.name} {unit.times}:", *league_units.sets(*league_units.ALL, *league_units.OF_DRAWN, *unit.settings))


def main(arguments):
    if arguments == ["--self-test"]:
        import league_planted  # which wants this module
        problems = league_planted.problems()
        print("\n".join(problems) or "planted faults are found")
        return 1 if problems else 0
    weir = str(pathlib.Path(arguments[0]).resolve())
    if "--show" in arguments:
        show(arguments[-1])
        return 0
    if "--short" in arguments:
        league = played(weir, league_units.least(), [])
        return results_page.conclude(PAGE, {"least": league_tables.sample_table(league.drawn)}, faults(league, whole=False), other=True)
    return check(weir, "--whole" in arguments or "--write" in arguments, "--write" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
