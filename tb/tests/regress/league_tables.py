# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/watchdog_league.md."""

import statistics

import league_units
import results_page
from league_judge import BEHIND, FALSE, LATE, STORM, TRUE, UNJUDGED

TREE_UNITS = tuple(unit for unit in league_units.UNITS if "lend" not in unit.name)  # loans want VIQs by cells, which the census has not
GROUPS = ("deadlock", "storm", "pauses")


def quantile(degrees):
    """Student's, of 97.5 %, by its expansion in 1 / degrees: right to 1 % from 4 on."""
    z = statistics.NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


def mean(values, digits=1):
    """Mean and half of its 95 % interval; the mean alone of fewer than five."""
    values = [value for value in values if value is not None]
    if not values:
        return "-"
    text = f"{statistics.mean(values):,.{digits}f}"
    if len(values) < 5:
        return text
    return f"{text} ± {quantile(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5:,.{digits}f}"


def us(values):
    return mean([value * 1e6 for value in values if value is not None])


def named(unit):
    return [unit.name, unit.times]


def of(league, unit, group=None):
    return [verdicts[unit.key] for of_group, verdicts in league.drawn if group in (None, of_group)]


def count(verdicts, word):
    return sum(verdict.deadlock == word for verdict in verdicts)


def group_table(league):
    rows = []
    for group in GROUPS:
        base = of(league, league_units.NONE, group)
        rows.append([group, f"{len(base)}", f"{sum(bool(one.storm) for one in base)}", mean([one.delivered for one in base])])
    return results_page.table(["group", "networks", "of these with a storm of a host", "packets delivered without a unit"], rows)


def deadlock_table(league):
    rows = []
    for unit in league_units.UNITS:
        all_of = [one for one in of(league, unit) if one.deadlock]
        rows.append([*named(unit), f"{len(all_of)}", f"{count(all_of, 'detected')}", f"{count(all_of, 'missed')}", f"{count(all_of, 'ended')}",
                     us([one.delay for one in all_of]), us([one.broken for one in all_of]), us([one.recovered for one in all_of]),
                     mean([one.again for one in all_of]), *(f"{sum(one.later.get(word, 0) for one in all_of):,}" for word in ("detected", "missed", "ended")),
                     f"{sum(one.standing for one in all_of)}"])
    return results_page.table(["unit", "times, ms", "networks with a deadlock", "detected", "missed", "ended untold", "to detect, us", "to break, us",
                               "to recover, us", "formed again", "of these detected", "missed", "ended untold", "stand at the end"], rows)


def storm_table(league):
    rows = []
    for unit in league_units.UNITS:
        storms = [since for one in of(league, unit) for since in one.storm.values()]
        found = [since for since in storms if since is not None]
        group = of(league, unit, "storm")
        rows.append([*named(unit), f"{len(storms)}", f"{len(found)}", f"{len(storms) - len(found)}", us(found) if unit.kind == "pfcwd" else "-",
                     f"{sum(one.standing for one in group)} of {len(group)}"])
    return results_page.table(["unit", "times, ms", "storms", "detected", "missed", "to detect, us", "others stand at the end, group storm"], rows)


def false_table(league):
    rows = []
    for unit in league_units.UNITS:
        all_of = of(league, unit)
        cells = [f"{sum(one.told.get(kind, 0) for one in all_of):,}" for kind in (TRUE, BEHIND, LATE, STORM, UNJUDGED, FALSE)]
        wrong = [f"{sum(bool(one.told.get(FALSE)) for one in of(league, unit, group))}" for group in GROUPS]
        rows.append([*named(unit), *cells, *wrong])
    return results_page.table(["unit", "times, ms", "in a circle", "behind one", "just after it", "of a storm", "not judged", "false",
                               *(f"networks with a false one, {group}" for group in GROUPS)], rows)


def harm_table(league):
    rows = []
    base = {group: sum(one.delivered for one in of(league, league_units.NONE, group)) for group in GROUPS}
    for unit in league_units.UNITS:
        all_of = of(league, unit)
        killed = [mean([sum(one.killed.values()) for one in of(league, unit, group)]) for group in GROUPS]
        innocent = [one.killed["innocent"] for one in all_of]
        part = [f"{100 * sum(one.delivered for one in of(league, unit, group)) / base[group]:.1f}" if base[group] else "-" for group in GROUPS]
        rows.append([*named(unit), *killed, mean([one.killed["behind"] for one in all_of]), mean(innocent), f"{sum(map(bool, innocent))}", *part])
    return results_page.table(["unit", "times, ms", *(f"packets killed, {group}" for group in GROUPS), "of flows behind", "of innocent flows",
                               "networks with such", *(f"delivered, % of no unit, {group}" for group in GROUPS)], rows)


def tree_table(league):
    rows = []
    for unit in TREE_UNITS:
        all_of = [verdicts[unit.key] for verdicts in league.trees]
        told = [f"{sum(one.told.get(kind, 0) for one in all_of)}" for kind in (TRUE, LATE, UNJUDGED, FALSE)]
        rows.append([*named(unit), f"{sum(bool(one.deadlock) for one in all_of)}", f"{count(all_of, 'detected')}", f"{count(all_of, 'missed')}",
                     us([one.delay for one in all_of]), us([one.broken for one in all_of]), mean([one.again for one in all_of if one.deadlock]),
                     f"{sum(one.standing for one in all_of)}", *told, mean([one.killed["all"] for one in all_of]), mean([one.delivered for one in all_of], 0)])
    return results_page.table(["unit", "times, ms", "trees with a deadlock", "detected", "missed", "to detect, us", "to break, us", "formed again",
                               "stand at the end", "told while it stood", "just after it", "not judged", "false", "packets killed", "packets delivered"], rows)


def cost_table(registers):
    return results_page.table(["unit", "flip-flops", "SRAM bits"], [[name, f"{flops:,}", f"{sram:,}"] for name, (flops, sram) in registers.items()])


def sample_table(drawn):
    rows = []
    for unit in league_units.UNITS:
        all_of = [verdicts[unit.key] for _, verdicts in drawn]
        storms = [since for one in all_of for since in one.storm.values()]
        rows.append([*named(unit), f"{sum(bool(one.deadlock) for one in all_of)}", f"{count(all_of, 'detected')}", us([one.delay for one in all_of]),
                     f"{len(storms)}", f"{sum(since is not None for since in storms)}", f"{sum(one.told.get(FALSE, 0) for one in all_of)}",
                     f"{sum(sum(one.killed.values()) for one in all_of):,}", f"{sum(one.killed['innocent'] for one in all_of):,}",
                     f"{sum(one.standing for one in all_of)}", f"{sum(one.delivered for one in all_of):,}"])
    return results_page.table(["unit", "times, ms", "deadlocks", "detected", "to detect, us", "storms", "detected", "false", "killed", "of innocent flows",
                               "stand at the end", "delivered"], rows)


def tables(league, registers):
    return {"groups": group_table(league), "deadlocks": deadlock_table(league), "storms": storm_table(league), "told": false_table(league),
            "harm": harm_table(league), "trees": tree_table(league), "cost": cost_table(registers)}
