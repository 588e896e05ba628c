# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/gfc_census.md, from the census of weir cbd and from the stores of the sweeps.

gfc_census.py --census WEIR    counts the networks again (k = 16: minutes) and puts the table into the page
gfc_census.py --plans          puts the table of the plans into the page: which of the counted networks each takes
gfc_census.py STORE...         puts the table of each store into the page; of a sweep that is not done, of what is done
gfc_census.py --self-test      shows that the tables say what a store holds, and wants the page to hold the table of the plans,
                               and the lists of networks as many as the census has counted
"""

import csv
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import tomllib

from results_page import TOP, marks, put

PAGE = TOP / "docs" / "results" / "gfc_census.md"
SCENARIO = "scenarios/gfc_networks/pfc.toml"
CHOICES = ("all", "lowest", "random")
SCALES = (4, 8, 16)
NETWORKS = 10_000
# An independent program, with draws of its own: 10,000 networks with k = 4 and 8, 2,000 with k = 16.
PLANS = ("gfc_table1_k4", "gfc_table1_k4_ttl", "gfc_table1_k4_ecmp", "gfc_table1_k8")
LISTS = {"gfc_k4_ecmp": ("`all` (ECMP)", 4), "gfc_k4": ("`lowest`", 4), "gfc_k8": ("`lowest`", 8)}  # of the census, row and k
DERIVED = {"all": (949, 265, 0), "lowest": (99, 90, 0), "random": (509, 73, 0), "cut_off": (196, 2, 0)}
SCHEME, ARBITRATION, SIZES, NETWORK = "scenario", "switch.crossbar.strategy", "workload.enterprise.sizes", "topology.seed"


def rows_of(*rows):
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def count(weir, k, choice):
    sets = ["--set", f"topology.k={k}", "--set", f"switch.forwarding.paths={choice}"]
    command = [weir, "cbd", SCENARIO, *sets, "--networks", str(NETWORKS), "--format", "json"]
    return json.loads(subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout)


def census_table(counts):
    """counts: {(k, choice): what weir cbd says}."""
    head = ["of 10,000 networks"]
    for k in SCALES:
        head += [f"k = {k}", "derived" + (", of 2,000" if k == 16 else "")]
    body = []
    for choice in CHOICES:
        body.append([f"`{choice}`" + (" (ECMP)" if choice == "all" else "")])
        for k, derived in zip(SCALES, DERIVED[choice]):
            body[-1] += [counts[k, choice]["cyclic"], derived]
    body.append(["some hosts cut off from others"])
    for k, derived in zip(SCALES, DERIVED["cut_off"]):
        body[-1] += [counts[k, "lowest"]["cut_off"], derived]
    return rows_of(head, *body)


def networks_of(name):
    """The rows of a list of networks with a cycle, in numbers."""
    with open(TOP / "sweeps" / "networks" / f"{name}.csv", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: int(value) for key, value in row.items()} for row in rows]


def fits(network, where):
    return all(network[key] <= limit["max"] if isinstance(limit, dict) else network[key] == limit for key, limit in where.items())


def plans_table():
    """Which networks each plan of table 1 takes, and how many seeds."""
    body = []
    for name in PLANS:
        plan = tomllib.loads((TOP / "sweeps" / f"{name}.toml").read_text(encoding="utf-8"))
        column = next(axis["column"] for axis in plan["axis"] if "column" in axis)
        seeds = next(axis["seeds"] for axis in plan["axis"] if "seeds" in axis)
        least = [rule["scenario.seed"]["min"] - 1 for rule in plan.get("where", {}).get("forbid", []) if "scenario.seed" in rule]
        networks = networks_of(stem(column["file"]))
        whole = [network for network in networks if not network["cut_off"]]
        fitting = [network for network in networks if fits(network, column["where"])]
        body.append([f"`sweeps/{name}.toml`", len(networks), len(whole), len(fitting) if len(column["where"]) > 1 else "",
                     min(column.get("first", len(fitting)), len(fitting)), seeds, min([seeds, *least])])
    return rows_of(["plan", "networks with a cycle", "of these, no host cut off", "paths of at most 7 switches", "taken, the first",
                    "seeds, WebSearch", "Hadoop"], *body)


def counted(page):
    """{row: [count of k = 4, 8, 16]} of the census on the page."""
    begin, end = marks("census")
    cells = [line.split(" | ") for line in page.split(begin)[1].split(end)[0].splitlines()[2:]]
    return {row[0].removeprefix("| "): [int(number) for number in row[1::2]] for row in cells}


def page_faults(page):
    """What the page and the lists do not agree on."""
    faults = [] if put(page, "plans", plans_table()) == page else ["the table of the plans is another one; write it with --plans"]
    counts = counted(page)
    for name, (row, k) in LISTS.items():
        if counts[row][SCALES.index(k)] != len(networks_of(name)):
            faults.append(f"{name}.csv has {len(networks_of(name))} networks, the census {counts[row][SCALES.index(k)]}")
    return faults


def stem(path):
    return pathlib.Path(path).stem


def runs_of(store):
    """[{axis or quantity: value}] of the points that are done, and how many points there are."""
    with sqlite3.connect(store) as db:
        db.row_factory = sqlite3.Row
        points = {}
        for row in db.execute("select * from measured where state = 'done'"):
            point = points.setdefault(row["point"], {key: row[key] for key in row.keys()})
            point[row["quantity"]] = row["value"]
        all_points = db.execute("select count(*) from point").fetchone()[0]
    return list(points.values()), all_points


def groups_of(runs):
    groups = {}
    for run in runs:
        groups.setdefault((stem(run[SCHEME]), run[ARBITRATION], stem(run[SIZES])), []).append(run)
    return groups


def deadlock_table(store):
    runs, points = runs_of(store)
    body = []
    for (scheme, arbitration, sizes), group in groups_of(runs).items():
        dead = [run for run in group if run["deadlock"]]
        networks, hit = ({run[NETWORK] for run in some} for some in (group, dead))
        first = f"{min(run['deadlock_time'] for run in dead) * 1e3:.2f} ms" if dead else "-"
        drops = int(sum(run["drops"] or 0 for run in group))
        body.append([f"`{scheme}`", f"`{arbitration}`", sizes, len(networks), len(group), len(hit), len(dead), first, drops])
    head = ["scheme", "arbitration", "sizes", "networks", "runs", "networks with a deadlock", "runs with one", "the first at", "drops"]
    return f"{len(runs)} of {points} runs are done.\n\n" + rows_of(head, *body)


def spread(group, key, scale, digits):
    values = [run[key] * scale for run in group if run[key] is not None]
    if not values:
        return "-"
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)) ** 0.5
    return f"{mean:.{digits}f} +- {deviation:.{digits}f}"


def figures_table(store):
    runs, points = runs_of(store)
    body = []
    for (scheme, _, sizes), group in groups_of(runs).items():
        rate = spread(group, "workload.enterprise.delivered_bytes", 8 / 20e-3 / 1e9, 2)
        slow, median = (spread(group, f"workload.enterprise.slowdown_{what}", 1, 2) for what in ("mean", "median"))
        shares = [spread(group, f"feedback_share_{what}", 100, 3) for what in ("mean", "p99")]
        most = max((run["feedback_share_highest"] or 0) * 100 for run in group)
        body.append([f"`{scheme}`", sizes, len(group), rate, slow, median, *shares, f"{most:.3f}"])
    head = ["scheme", "sizes", "networks", "throughput, Gbps", "mean slowdown", "median slowdown", "feedback, %: mean", "99 %", "highest"]
    return f"{len(runs)} of {points} runs are done.\n\n" + rows_of(head, *body)


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        store = str(pathlib.Path(folder) / "s.sqlite")
        with sqlite3.connect(store) as db:
            db.execute(f'create table measured (point, scenario, "{ARBITRATION}", "{SIZES}", "{NETWORK}", state, quantity, value)')
            db.execute("create table point (number)")
            for point, (state, network, deadlock, time, drops) in enumerate(
                    [("done", 81, 1, 0.004, 0), ("done", 81, 1, 0.003, 0), ("done", 82, 0, None, 2), ("failed", 83, 1, 0.001, 9)]):
                db.execute("insert into point values (?)", (point,))
                for quantity, value in (("deadlock", deadlock), ("deadlock_time", time), ("drops", drops)):
                    db.execute("insert into measured values (?, 'a/pfc.toml', 'output_queued', 'b/web.csv', ?, ?, ?, ?)",
                               (point, network, state, quantity, value))
        table = deadlock_table(store)
    wanted = "3 of 4 runs are done.\n\n"
    line = "| `pfc` | `output_queued` | web | 2 | 3 | 1 | 2 | 3.00 ms | 2 |\n"
    page = put("a <!-- x: begin -->\nold\n<!-- x: end -->\nb", "x", table)
    held = table.startswith(wanted) and table.endswith(line) and "old" not in page and line in page and page.endswith("b")
    text = PAGE.read_text(encoding="utf-8")
    faults = page_faults(text)
    if not page_faults(text.replace("| 984 |", "| 983 |")):
        faults.append("planted, a census of 983: not found")
    print("\n".join(faults) or "a store's table says what it holds" if held else table)
    return 0 if held and not faults else 1


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments == ["--plans"]:
        tables = {"plans": plans_table()}
    elif arguments[:1] == ["--census"]:
        weir = str(pathlib.Path(arguments[1]).resolve())
        tables = {"census": census_table({(k, choice): count(weir, k, choice) for k in SCALES for choice in CHOICES})}
    else:
        tables = {stem(store): (figures_table if "figures" in stem(store) else deadlock_table)(store) for store in arguments}
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables.items():
        page = put(page, name, table)
    PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
