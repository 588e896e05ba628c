# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of fat trees in docs/results/tcd_completion_times.md, from the reports of tcd_fct and tcd_mpi_io, which take hours of CPU time.

tcd_completion_times.py JSON...        puts the tables of these reports (weir sweep report) into the page, in place of those of the same plan; of a
                                       sweep that is not done, what is done
tcd_completion_times.py --self-test    shows that the tables say what a report holds
"""

import json
import pathlib
import sys

import results_page

PAGE = results_page.TOP / "docs/results/tcd_completion_times.md"
TREE_BINS = ("1 KB", "10 KB", "50 KB", "80 KB", "120 KB", "500 KB", "1 MB", "5 MB", "longer")
# What the paper's text gives of figures 16 and 19: sizes, control, quantity, bins, without TCD, with TCD.
PAPER = (
    ("Hadoop", "DCQCN", "slowdown_median", "below 80 KB", range(1, 5), "10.8", "3.6"),
    ("Hadoop", "DCQCN", "slowdown_p99", "below 50 KB", range(1, 4), "", "at most 1.7 times better"),
    ("Hadoop", "DCQCN", "slowdown_p99", "above 120 KB (the paper: 100 KB)", range(6, 10), "", "comparable"),
    ("Hadoop", "TIMELY", "slowdown_p99", "below 50 KB", range(1, 4), "50.3", "36.6"),
    ("WebSearch", "DCQCN", "slowdown_median", "below 500 KB", range(1, 7), "4.6", "2.5"),
    ("WebSearch", "DCQCN", "slowdown_p99", "below 500 KB", range(1, 7), "", "2 times better"),
    ("WebSearch", "DCQCN", "slowdown_p99", "above 1 MB", range(8, 10), "", "almost the same"),
)
SHARES = {"slowdown_median": "median", "slowdown_p95": "95 %", "slowdown_p99": "99 %"}


class Cells:
    """The runs of a report that are done, by the values of its axes; all seeds of a combination together."""

    def __init__(self, report):
        names = [quantity["name"] for quantity in report["quantities"]]
        axes = [(axis["key"], axis["seeds"], [value["text"] for value in axis["values"]]) for axis in report["axes"]]
        self.values = {key: texts for key, seeds, texts in axes if not seeds}
        self.of = {}
        for run in report["runs"]:
            if run["state"] == "done":
                at = tuple(texts[number] for (_, seeds, texts), number in zip(axes, run["values"], strict=True) if not seeds)
                self.of.setdefault(at, []).append(dict(zip(names, run["results"], strict=True)))

    def total(self, at, quantity):
        return sum(run[quantity] or 0 for run in self.of[at])

    def seeds_of(self, at, quantity):
        return [run[quantity] for run in self.of[at] if run[quantity] is not None]

    def mean(self, at, quantity, weight):
        """Over all flows of all seeds; `quantity` is the mean of each seed's `weight` flows."""
        total = self.total(at, weight)
        return sum((run[quantity] or 0) * run[weight] for run in self.of[at]) / total if total else None

    def mean_of_seeds(self, at, quantity):
        found = self.seeds_of(at, quantity)
        return sum(found) / len(found) if found else None


def lines(head, body):
    return ["| " + " | ".join(str(cell) for cell in row) + " |" for row in (head, ["---"] * len(head), *body)]


def middle(values):
    return sorted(values)[(len(values) - 1) // 2]


def spread(values, digits):
    """The median of the seeds, and the least and the most where there are several."""
    if not values:
        return "-"
    text = f"{middle(values):.{digits}f}"
    return text if len(values) == 1 else f"{text} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def complete(cells, at, scope):
    """What part of the flows was over when the run ended; empty: all of them."""
    flows, done = cells.total(at, f"{scope}.flows"), cells.total(at, f"{scope}.complete_flows")
    if done == flows:
        return ""
    return f"; {100 * done / flows:.0f} % complete" if done < 0.99 * flows else f"; all but {flows - done:.0f}"


def beside_the_paper(cells):
    """Its figures and ours: the bins with the least and the most, each the middle one of its seeds."""
    body = []
    for sizes, control, quantity, words, bins, without, with_tcd in PAPER:
        ours = []
        for name in (control, f"{control}, deeper cuts", f"{control}+TCD"):
            at = (sizes, name)
            found = [middle(values) for b in bins if at in cells.of and (values := cells.seeds_of(at, f"bin.all.{b}.{quantity}"))]
            ours.append(f"{min(found):.2f} to {max(found):.2f}" if found else "-")
        body.append([f"{sizes}, {control}, {SHARES[quantity]}, {words}", without, with_tcd, *ours])
    return lines(["slowdown", "paper: without TCD", "with TCD", "ours: without", "deeper cuts", "with TCD"], body)


def fat_tree(cells):
    text = [*beside_the_paper(cells), ""]
    for sizes in cells.values["sizes"]:
        controls = [control for control in cells.values["control"] if (sizes, control) in cells.of]
        text += [f"**{sizes}**", ""] if controls else []
        for quantity, what in SHARES.items():
            body = []
            for control in controls:
                at = (sizes, control)
                body.append([control, *(spread(cells.seeds_of(at, f"bin.all.{b}.{quantity}"), 2) + complete(cells, at, f"bin.all.{b}")
                                        for b in range(1, len(TREE_BINS) + 1))])
            text += [*lines([f"slowdown, {what}: up to", *TREE_BINS], body), ""] if body else []
        if controls:
            at = (sizes, controls[0])
            flows = [f"{cells.total(at, f'bin.all.{b}.flows') / len(cells.of[at]):,.0f}" for b in range(1, len(TREE_BINS) + 1)]
            seeds = ["seeds: " + "; ".join(f"{control}: {len(cells.of[sizes, control])}" for control in controls)]
            text += [*lines(["flows of a seed: up to", *TREE_BINS], [["", *flows]]), "", *seeds, ""]
    return text[:-1]


def microseconds(seconds):
    return "-" if seconds is None else f"{1e6 * seconds:,.0f}"


def time_text(cells, at, scope):
    return microseconds(cells.mean(at, f"{scope}.fct_mean", f"{scope}.complete_flows")) + complete(cells, at, scope)


def messages(cells):
    body = []
    for at in cells.of:
        body.append([", ".join(at), *(time_text(cells, at, f"bin.io.{b}") for b in range(1, 5)), *(time_text(cells, at, f"bin.mpi.{b}") for b in range(1, 6)),
                     *(f"{100 * cells.total(at, f'workload.{job}.{mark}_flows') / cells.total(at, f'workload.{job}.flows'):.1f} %"
                       for job in ("io", "mpi") for mark in ("ce", "ue"))])
    return lines(["mean MCT, us", "I/O 512 KB", "1 MB", "2 MB", "4 MB", "MPI 2 KB", "4 KB", "8 KB", "16 KB", "32 KB",
                  "I/O with CE", "with UE", "MPI with CE", "with UE"], body)


TABLES = {
    "tcd_fct": fat_tree,
    "tcd_mpi_io": messages,
}


def report_of(axes, rows, quantities):
    """Of runs that are done but the last; rows: values of the axes, then results."""
    runs = [{"state": "done", "values": row[:len(axes)], "results": row[len(axes):]} for row in rows]
    runs[-1]["state"] = "missing"
    return {"axes": [{"key": key, "seeds": key == "scenario.seed", "values": [{"text": text} for text in texts]} for key, texts in axes],
            "quantities": [{"name": name} for name in quantities], "runs": runs}


def self_test():
    """Tables of made-up reports, cell by cell."""
    bins = range(1, len(TREE_BINS) + 1)
    names = [f"bin.all.{b}.{what}" for b in bins for what in ("flows", "complete_flows", "slowdown_median", "slowdown_p95", "slowdown_p99")]
    rows = [[0, 0, seed, *([100, 100, 2.0 + seed, 3.0, 4.0] * 8), 10, 9 - seed, 5.0, 6.0, None] for seed in range(3)]
    tree = fat_tree(Cells(report_of([("sizes", ["Hadoop", "Web"]), ("control", ["DCQCN"]), ("scenario.seed", "123")], rows, names)))
    names = [f"bin.{job}.{b}.{what}" for job in ("io", "mpi") for b in range(1, 6) for what in ("flows", "complete_flows", "fct_mean")]
    names += [f"workload.{job}.{what}" for job in ("io", "mpi") for what in ("flows", "ce_flows", "ue_flows")]
    rows = [[0, seed, *([10, 10 - seed, 1e-5 + seed * 1e-5] * 10), *([10, 1, 2] * 2)] for seed in range(3)]
    found = messages(Cells(report_of([("control", ["FECN"]), ("scenario.seed", "123")], rows, names)))
    wanted = [
        (tree[2], "| Hadoop, DCQCN, median, below 80 KB | 10.8 | 3.6 | 2.00 to 2.00 | - | - |"),
        (tree[10], "**Hadoop**"),
        (tree[14], "| DCQCN |" + " 2.00 (2.00 to 3.00) |" * 8 + " 5.00 (5.00 to 5.00); 85 % complete |"),
        (tree[22], "| DCQCN |" + " 4.00 (4.00 to 4.00) |" * 8 + " -; 85 % complete |"),
        (tree[-3], "|  |" + " 100 |" * 8 + " 10 |"),
        (tree[-1], "seeds: DCQCN: 2"),
        (found[2], "| FECN |" + " 15; 95 % complete |" * 9 + " 10.0 % | 20.0 %" + " | 10.0 % | 20.0 % |"),
    ]
    problems = [f"wanted {right}\ngot    {got}" for got, right in wanted if got != right]
    print("\n".join(problems) or "the tables say what the reports hold")
    return 1 if problems else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if not arguments or arguments[0].startswith("-"):
        raise SystemExit(__doc__)
    for argument in arguments:
        path = pathlib.Path(argument)
        if path.stem not in TABLES:
            raise SystemExit(f"{path}: wanted the report of one of {', '.join(TABLES)}")
        figures = "\n".join(TABLES[path.stem](Cells(json.loads(path.read_text(encoding="utf-8"))))) + "\n"
        PAGE.write_text(results_page.put(PAGE.read_text(encoding="utf-8"), path.stem, figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
