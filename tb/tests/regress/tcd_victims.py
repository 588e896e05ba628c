# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/results/tcd_victims.md, from the reports of sweeps/tcd_victim.toml and tcd_victim_infiniband.toml.

tcd_victims.py JSON           puts the table of that report (weir sweep report) into the page
tcd_victims.py --run WEIR     runs one cell behind credits for 50 ms, and fails unless FECN marks victims, literal with T = T_c does, and the default not
tcd_victims.py --self-test    shows that the table says what a report holds, and that a wrong cell is found
"""

import collections
import json
import pathlib
import sys
import tempfile
import tomllib

import results_page

PAGE = results_page.TOP / "docs/results/tcd_victims.md"
PLAN = results_page.TOP / "sweeps/tcd_victim_infiniband.toml"
MARKED = {"FECN": True, "literal, T = T_c": True, "rise_2mtu": False}


def table_of(report, messages=None):
    """Shares of victims with a CE: all seeds together, and the seeds with the fewest and the most; of the runs with these messages."""
    axes = {axis["key"]: number for number, axis in enumerate(report["axes"])}
    texts = [[value["text"] for value in axis["values"]] for axis in report["axes"]]
    names = [quantity["name"] for quantity in report["quantities"]]
    counts = collections.defaultdict(list)
    for run in report["runs"]:
        if run["state"] == "done":
            at = {key: texts[number][run["values"][number]] for key, number in axes.items()}
            cell = dict(zip(names, run["results"]))
            if at.get("messages") != messages:
                continue
            counts[at["detector"], at["arbitration"], at["workload.burst.load"]].append(
                (cell["workload.victim.ce_flows"], cell["workload.victim.flows"]))
    columns = list(dict.fromkeys((arbitration, load) for _, arbitration, load in counts))
    lines = ["| | " + " | ".join(f"{arbitration}, load {load}" for arbitration, load in columns) + " |", "|---|" + "---|" * len(columns)]
    for detector in dict.fromkeys(key[0] for key in counts):
        cells = []
        for column in columns:
            of_seeds = counts[(detector, *column)]
            shares = [100 * ce / flows for ce, flows in of_seeds]
            all_of_them = 100 * sum(ce for ce, _ in of_seeds) / sum(flows for _, flows in of_seeds)
            cells.append(f"{all_of_them:.2f} ({min(shares):.2f} to {max(shares):.2f})")
        lines.append(f"| {detector} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def cell_faults(marked):
    """What is wrong with {detector: flows of victims with a CE}."""
    return [f"{detector}: {marked[detector]} victims are marked" for detector, wanted in MARKED.items() if (marked[detector] > 0) != wanted]


def run_cell(weir):
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    cases = next(axis["cases"] for axis in plan["axis"] if axis["key"] == "detector")
    marked = {}
    with tempfile.TemporaryDirectory() as scratch:
        for number, detector in enumerate(MARKED):
            settings = [*plan["sweep"]["set"], "workload.burst.load=0.045", *cases[detector]]
            options = [word for setting in settings for word in ("--set", setting)]
            summary = results_page.run(weir, PLAN.parent / plan["sweep"]["scenario"], f"{scratch}/{number}", "--until", "50ms", *options)
            marked[detector] = next(load["ce_flows"] for load in summary["workloads"] if load["name"] == "victim")
    wrong = cell_faults(marked)
    print("\n".join(wrong) or f"victims that are marked: {marked}")
    return 1 if wrong else 0


def self_test():
    right = {"FECN": 9, "literal, T = T_c": 1, "rise_2mtu": 0}
    if cell_faults(right) or any(not cell_faults({**right, key: 1 - min(value, 1)}) for key, value in right.items()):
        raise SystemExit("a wrong cell is not found")
    axes = [{"key": "detector", "values": [{"text": "ecn"}, {"text": "literal"}]},
            {"key": "arbitration", "values": [{"text": "output FIFO"}]},
            {"key": "workload.burst.load", "values": [{"text": "0.03"}]},
            {"key": "scenario.seed", "values": [{"text": "1"}, {"text": "2"}]}]
    quantities = [{"name": "workload.victim.flows"}, {"name": "workload.victim.ce_flows"}]
    runs = [{"state": "done", "values": [0, 0, 0, 0], "results": [100, 10]},
            {"state": "done", "values": [0, 0, 0, 1], "results": [300, 0]},
            {"state": "done", "values": [1, 0, 0, 0], "results": [100, 1]},
            {"state": "missing", "values": [1, 0, 0, 1], "results": []}]
    table = table_of({"axes": axes, "quantities": quantities, "runs": runs})
    wanted = "| | output FIFO, load 0.03 |\n|---|---|\n| ecn | 2.50 (0.00 to 10.00) |\n| literal | 1.00 (1.00 to 1.00) |\n"
    if table != wanted:
        raise SystemExit(f"wanted\n{wanted}got\n{table}")
    axes.append({"key": "messages", "values": [{"text": "short"}, {"text": "long"}]})
    twice = [{**run, "values": [*run["values"], 1]} for run in runs] + [{**runs[0], "values": [0, 0, 0, 0, 0], "results": [1, 1]}]
    if table_of({"axes": axes, "quantities": quantities, "runs": twice}, "long") != wanted:
        raise SystemExit("the table is not that of its messages alone")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--run"] and len(arguments) == 2:
        return run_cell(str(pathlib.Path(arguments[1]).resolve()))
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    path = pathlib.Path(arguments[0])
    report = json.loads(path.read_text(encoding="utf-8"))
    messages = next((axis["values"] for axis in report["axes"] if axis["key"] == "messages"), [])
    made = {f"victims, InfiniBand, {value['text']}": table_of(report, value["text"]) for value in messages}
    results_page.write_tables(PAGE, made or {"victims": table_of(report)})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
