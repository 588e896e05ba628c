# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/results/tcd_victims.md, from the report of sweeps/tcd_victim.toml.

tcd_victims.py JSON           puts the table of that report (weir sweep report) into the page
tcd_victims.py --self-test    shows that the table says what a report holds
"""

import collections
import json
import pathlib
import sys

import results_page

PAGE = results_page.TOP / "docs/results/tcd_victims.md"


def table_of(report):
    """Shares of victims with a CE: all seeds together, and the seeds with the fewest and the most."""
    axes = {axis["key"]: number for number, axis in enumerate(report["axes"])}
    texts = [[value["text"] for value in axis["values"]] for axis in report["axes"]]
    names = [quantity["name"] for quantity in report["quantities"]]
    counts = collections.defaultdict(list)
    for run in report["runs"]:
        if run["state"] == "done":
            at = {key: texts[number][run["values"][number]] for key, number in axes.items()}
            cell = dict(zip(names, run["results"]))
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


def self_test():
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


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    report = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
    PAGE.write_text(results_page.put(PAGE.read_text(encoding="utf-8"), "victims", table_of(report)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
