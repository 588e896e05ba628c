# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""FERA where tags are lost, there and back, by 10 seeds: runs the cases of sweeps/fera_lost_tags.toml and judges rates.

fera_lost_tags.py WEIR              fails where a case is otherwise than docs/results/fera_lost_tags.md says, or its figures are not those of these runs
fera_lost_tags.py WEIR --write      puts the figures of these runs into that page
fera_lost_tags.py WEIR --only NAME  one table of the page alone; with --write it goes into the page
fera_lost_tags.py WEIR --claims     fails where a case of the plan is otherwise than claimed
fera_lost_tags.py --self-test       shows that what is wrong is found
"""

import math
import tomllib

import results_page
from fera_runs import Cases

PAGE = results_page.TOP / "docs/results/fera_lost_tags.md"
PLAN = tomllib.loads((results_page.TOP / "sweeps/fera_lost_tags.toml").read_text(encoding="utf-8"))
ALWAYS = PLAN["sweep"]["set"]
LOST = {name: [*ALWAYS, *settings] for name, settings in PLAN["axis"][0]["cases"].items()}
BEGIN, START, END = 5, 60, 80  # ms: the flows' start, and the window
FULL, FURTHEST, BETWEEN = "data and tags, Mbps", "furthest from the mean", "us from one to the next"


def shares(run):
    """Tags of all flows, and rates of the window."""
    sent, returned = (sum(flow[name] for flow in run.summary["flows"]) for name in ("tags_sent", "tags_returned"))
    between = (run.summary["simulated_seconds"] * 1e3 - BEGIN) * 1e3 * len(run.flows) / returned if returned else math.nan
    return {"tags that return, %": 100 * returned / sent, BETWEEN: between, FULL: run.together(START, END),
            "data": run.together(START, END, what=("delivered",)), FURTHEST: run.spread(START, END), "lost": run.lost()}


# Table: scenario, forms, what is read off a run.
TABLES = {
    "lost": ("fera_lost_tags", LOST, shares),
    "fewer": ("fera_lost_tags", {f"none, a tag every {words}": [*LOST["none"], f"traffic.fera.tag_interval={interval}"]
                                 for words, interval in (("T/2", "500us"), ("T", "1ms"), ("2 T", "2ms"))}
              | {f"{name}, rates kept in silence": [*LOST[name], "traffic.fera.silence=keep"] for name in ("50 %, 50 %", "90 %, none", "none, 90 %")}, shares),
}


def full_and_equal(m):
    return m[FULL] >= 9990 and m[FURTHEST] <= 3 and m["lost"] == 0


def at_first_rate(m):
    return m["tags that return, %"] == 0 and abs(m["data"] - 2000) <= 5 and m[FURTHEST] <= 1


# Table, form: what must be true of the means, and that in words.
CLAIMS = {
    ("lost", "none"): (full_and_equal, "full link, equal flows"),
    ("lost", "10 %, 10 %"): (full_and_equal, "full link, equal flows with a tenth lost each way"),
    ("lost", "50 %, 50 %"): (lambda m: abs(m[FULL] - 8400) <= 400 and m["lost"] == 0, "a sixth of the link is free with three of four lost"),
    ("lost", "90 %, none"): (lambda m: m[FULL] < 9000 and m[FURTHEST] > 200, "neither full nor equal with nine of ten lost"),
    ("lost", "all, none"): (at_first_rate, "each flow stays at C/N_0"),
    ("lost", "none, all"): (at_first_rate, "each flow stays at C/N_0"),
}
CASES = Cases(PAGE, TABLES, CLAIMS)


def self_test():
    """Plants what is wrong, and wants it found."""
    right = {"tags that return, %": 100.0, FULL: 10_000.0, "data": 9992.0, FURTHEST: 0.5, "lost": 0}
    first = {**right, "tags that return, %": 0.0, FULL: 1999.0, "data": 1999.0, FURTHEST: 0.0}
    rightly = {("lost", "none"): right, ("lost", "10 %, 10 %"): right, ("lost", "50 %, 50 %"): {**right, FULL: 8440.0},
               ("lost", "90 %, none"): {**right, FULL: 8300.0, FURTHEST: 500.0}, ("lost", "all, none"): first, ("lost", "none, all"): first}
    planted = [(("lost", "none"), FULL, 9980.0), (("lost", "none"), FURTHEST, 5.0), (("lost", "none"), "lost", 1), (("lost", "10 %, 10 %"), FULL, 9900.0),
               (("lost", "50 %, 50 %"), FULL, 9990.0), (("lost", "50 %, 50 %"), "lost", 2), (("lost", "90 %, none"), FULL, 9500.0),
               (("lost", "90 %, none"), FURTHEST, 3.0), (("lost", "all, none"), "data", 2500.0), (("lost", "none, all"), "tags that return, %", 1.0),
               (("lost", "none, all"), FURTHEST, 20.0)]
    problems = [f"{key}: judged wrong as it should be" for key, means in rightly.items() if CASES.faults({key: [means] * 3})]
    problems += [f"planted {key}, {name} = {wrong}: not found" for key, name, wrong in planted if not CASES.faults({key: [{**rightly[key], name: wrong}] * 3})]
    problems += [f"{key}: claimed, and nothing planted, or in no table" for key in CLAIMS
                 if key not in [row[0] for row in planted] or key[1] not in TABLES[key[0]][1]]
    return problems, len(planted) + len(rightly)


if __name__ == "__main__":
    CASES.main(self_test, __doc__, ("lost",))
