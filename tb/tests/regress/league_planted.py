# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Plants faults in a run of three switches in a ring with a sixth host that stops for ever, and wants watchdog_league.py to find each."""

import copy

import league_judge
import league_tables
import league_units
import results_page
import watchdog_league
from league_judge import BEHIND, FALSE, LATE, STORM, TRUE, UNJUDGED

FLOWS = (("a0", "s0", "s1", "s2", "z0"), ("a1", "s1", "s2", "s0", "z1"), ("a2", "s2", "s0", "s1", "z2"), ("a3", "s3", "s0", "s1", "z3"), ("a4", "s3", "z4"))
CABLES = (("s0", 0, "s1", 0), ("s1", 1, "s2", 0), ("s2", 1, "s0", 1), ("s3", 0, "s0", 2))
STOP = '[[event]]\nat = "100000ns"\ndo = "stop_host"\nhost = "z4"\n'
FORMED, DISSOLVED, POLL = 200e-6, 500e-6, 200e-6
CIRCLE = ["s0.p0.c0", "s1.p1.c0", "s2.p1.c0"]
AGAIN = (700e-6, 900e-6)  # a second deadlock
TO_STOPPED, BEHIND_QUEUE, ELSEWHERE = "s3.p9.c0", "s3.p0.c0", "s2.p5.c0"


def scenario():
    return "".join(f'[[flow]]\nsrc = "{way[0]}"\ndst = "{way[-1]}"\nroute = {list(way)}\n'.replace("'", '"') for way in FLOWS) + STOP


def summary():
    cables = [{"a": a, "a_port": here, "b": b, "b_port": there} for a, here, b, there in CABLES]
    cables += [{"a": way[-2], "a_port": 5 + number, "b": way[-1], "b_port": 0} for number, way in enumerate(FLOWS)]
    flows = [{"name": f"f{number}", "dropped_packets": 0, "in_network_packets": 0} for number, _ in enumerate(FLOWS, 1)]
    flows[4]["in_network_packets"] = 3
    return {"network": {"cables": cables}, "flows": flows, "queues": [], "packets_delivered": 100, "packets_dropped": 0, "score": None,
            "deadlock": {"formed_at_seconds": FORMED, "dissolved_at_seconds": DISSOLVED, "cycle": CIRCLE, "later": 0},
            "deadlocks": [{"formed_at_seconds": FORMED, "dissolved_at_seconds": DISSOLVED, "cycle": CIRCLE}],
            "storms": [{"at_seconds": 400e-6, "place": CIRCLE[0]}, {"at_seconds": 400e-6, "place": TO_STOPPED}]}


def verdict(change, kind="pfcwd"):
    told = summary()
    network = league_judge.Network(scenario(), told)
    must = league_judge.stuck_at_hosts(told, network)
    change(told)
    return league_judge.judge(kind, POLL, told, network, must)


def told(at, place):
    return lambda run: run["storms"].append({"at_seconds": at, "place": place})


def without(number):
    return lambda run: run["storms"].pop(number)


def moved(number, at):
    return lambda run: run["storms"][number].update(at_seconds=at)


def stands(run):
    run["deadlocks"][-1]["dissolved_at_seconds"] = None


def again(dissolved=AGAIN[1], **more):
    return lambda run: (run["deadlocks"].append({"formed_at_seconds": AGAIN[0], "dissolved_at_seconds": dissolved, "cycle": CIRCLE, **more}),
                        run["deadlock"].update(later=run["deadlock"]["later"] + 1))


def without_deadlock(run):
    run.update(deadlock=None, deadlocks=[])


def lost(name, packets):
    return lambda run: next(flow for flow in run["flows"] if flow["name"] == name).update(dropped_packets=packets)


def waits(run):
    run["flows"][0]["in_network_packets"] = 1


def both(*changes):
    return lambda run: [change(run) for change in changes]


# What is planted, what changes, and what must come of it.
PLANTED = (
    ("nothing", lambda run: None, lambda found: (found.deadlock, round(found.delay * 1e6), found.told, found.standing)
     == ("detected", 200, {TRUE: 1, STORM: 1}, False)),
    ("a detection removed, of a deadlock that something else ended", without(0), lambda found: found.deadlock == "ended" and found.delay is None),
    ("a detection removed, of a deadlock that stands", both(without(0), stands), lambda found: found.deadlock == "missed" and found.standing),
    ("the storm removed", without(1), lambda found: found.storm == {TO_STOPPED: None}),
    ("the storm told", lambda run: None, lambda found: round(found.storm[TO_STOPPED] * 1e6) == 300),
    ("a time moved", moved(0, 450e-6), lambda found: round(found.delay * 1e6) == 250),
    ("a time moved before the forming", moved(0, 199e-6), lambda found: found.told.get(FALSE) == 1 and found.deadlock == "ended"),
    ("a storm told before the host stops", moved(1, 99e-6), lambda found: found.told.get(FALSE) == 1 and found.storm == {TO_STOPPED: None}),
    ("a false one added", told(300e-6, ELSEWHERE), lambda found: found.told.get(FALSE) == 1),
    ("one behind the circle", told(300e-6, BEHIND_QUEUE), lambda found: found.told.get(BEHIND) == 1),
    ("one just after it", told(600e-6, CIRCLE[1]), lambda found: found.told.get(LATE) == 1),
    ("one long after it", told(800e-6, CIRCLE[1]), lambda found: found.told.get(FALSE) == 1),
    ("one in a later deadlock", both(again(), told(800e-6, CIRCLE[1])), lambda found: (found.told.get(TRUE), found.later, found.again) == (2, {"detected": 1}, 1)),
    ("one behind a later deadlock", both(again(), told(800e-6, BEHIND_QUEUE)), lambda found: (found.told.get(BEHIND), found.later) == (1, {"ended": 1})),
    ("one just after a later deadlock", both(again(), told(1000e-6, CIRCLE[1])), lambda found: found.told.get(LATE) == 1),
    ("one long after a later deadlock", both(again(), told(1101e-6, CIRCLE[1])), lambda found: found.told.get(FALSE) == 1),
    ("a later deadlock that stands", again(None), lambda found: (found.later, found.standing, found.recovered) == ({"missed": 1}, True, None)),
    ("a later deadlock that only a stopped host makes", again(behind=["z4.c0"]), lambda found: found.again == 0),
    ("one in a circle beside one that stands", both(lambda run: run["deadlocks"][0].update(cycle=[TO_STOPPED]), moved(0, 300e-6)),
     lambda found: found.told.get(UNJUDGED) == 1),
    ("recovered after the last circle", again(), lambda found: round(found.recovered * 1e6) == 700),
    ("a packet that waits at the end", waits, lambda found: found.standing and found.recovered is None),
    ("killed in the circle", lost("f1", 7), lambda found: found.killed == {"cause": 7, "behind": 0, "innocent": 0}),
    ("killed at the stopped host", lost("f5", 7), lambda found: found.killed["cause"] == 7),
    ("killed without a cause", both(lost("f1", 7), without_deadlock), lambda found: found.killed["innocent"] == 7),
)


def league():
    """A league in which all is as it should be."""
    fine = lambda: league_judge.Verdict(deadlock="missed", killed={"cause": 0, "behind": 0, "innocent": 0, "all": 0}, delivered=10)
    drawn = [(group, {unit.key: fine() for unit in league_units.UNITS}) for group in watchdog_league.GROUPS for _ in range(100)]
    return watchdog_league.League(drawn, [{unit.key: fine() for unit in league_units.UNITS} for _ in league_units.census()])


def of(found, name, group=0):
    return found.drawn[group][1][next(unit.key for unit in league_units.UNITS if unit.name == name)]


OF_LEAGUE = (
    (None, lambda found: None),
    ("packets lost without a unit", lambda found: of(found, "none").killed.update(cause=1)),
    ("packets killed", lambda found: of(found, "ITSY repaired, port_level").killed.update(innocent=1)),
    ("declarations are false", lambda found: of(found, "ITSY repaired, flow_level").told.update({FALSE: 1})),
    ("is told after 900 us", lambda found: setattr(of(found, "pfcwd vs, drop"), "delay", 900e-6)),
    ("does not deadlock without a unit", lambda found: setattr(found.trees[0][league_units.NONE.key], "deadlock", None)),
    ("wanted 300", lambda found: found.drawn.pop()),
    ("of the group 'storm'; wanted 20", lambda found: setattr(found, "drawn", [one for one in found.drawn if one[0] != "storm"])),
    ("'deadlocks' is not that", lambda found: setattr(of(found, "pfcwd vs, drop"), "deadlock", "detected")),
    ("'told' is not that", lambda found: of(found, "pfcwd cisco, drop").told.update({FALSE: 1})),
    ("'storms' is not that", lambda found: of(found, "pfcwd cisco, drop").storm.update({"q": 1e-4})),
    ("'harm' is not that", lambda found: of(found, "pfcwd cisco, drop").killed.update(innocent=5)),
    ("'trees' is not that", lambda found: setattr(found.trees[0]["pfcwd_cisco__drop_200_200_200"], "delivered", 1000)),
    ("'sample' is not that", lambda found: setattr(of(found, "watchdog, lend"), "standing", True)),
)


def unlisted():
    """A run whose summary leaves deadlocks out is refused."""
    try:
        verdict(lambda run: run["deadlock"].update(later=1))
    except ValueError:
        return []
    return ["a run that does not list all its deadlocks is judged"]


def problems():
    wrong = [f"planted '{what}', found {verdict(change)}" for what, change, right in PLANTED if not right(verdict(change))] + unlisted()

    def made(found):
        return league_tables.tables(found, {}) | {"sample": league_tables.sample_table(found.drawn)}

    def faults(found, text):
        return watchdog_league.faults(found) + results_page.stale_tables(watchdog_league.PAGE, text, made(found))

    wrong += results_page.planted_tables(copy.deepcopy(league()), faults, made, OF_LEAGUE)
    if abs(league_tables.quantile(9) - 2.262) > 0.01 or league_tables.mean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) != "5.5 ± 2.2":
        wrong.append("the interval is not Student's")
    return wrong
