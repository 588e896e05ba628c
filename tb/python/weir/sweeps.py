# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Many runs by a plan: sweeps, and studies with their tables and claims."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import tempfile

import pandas

from .program import Path, Settings, call, set_options

# The units of the program's JSON as names of columns end in them.
SUFFIXES = {"": "", "B": "_bytes", "bit/s": "_bps", "s": "_seconds"}


def sweep(plan: Path, *, out: Path | None = None, jobs: int | None = None, retry_failed: bool = False) -> pandas.DataFrame:
    """Does the runs of a plan that are missing, and returns all its runs, a row each.

    Levels of the index are the axes of the plan, seeds among them; the name of an axis of quantities ends in the unit
    (`flow_control.pfc.xoff_bytes`). Columns: the results that the plan names, with their units (NaN: it did not happen,
    was not measured, or the run is not done; no column: no run has it); then `state` ("done", "failed", "in_flight", "missing"), `held` (whether
    all expectations held; None unless done), `warnings` (a list of the safety bounds that the run's settings break; None
    where the store does not know), `message` (of a failed run), `directory` (where it was kept) and `run`, its id.

    `out`: directory for the store and the page; default: beside the plan. `jobs`: runs at a time; default: one a core.
    `retry_failed`: does failed runs again.

    Raises Error if the program refuses the plan or one of its runs (status 2). A run that fails is no error: see
    `state`."""
    plan = pathlib.Path(plan)
    folder = ["--out", out] if out is not None else []
    words = ["-j", str(jobs)] if jobs is not None else []
    words += ["--retry-failed"] if retry_failed else []
    call(["sweep", "run", plan, *folder, *words])
    call(["sweep", "report", plan, *folder])
    report = pathlib.Path(out if out is not None else plan.parent) / f"{plan.stem}.json"
    return _frame_of(json.loads(report.read_text(encoding="utf-8")))


@dataclasses.dataclass(frozen=True)
class Study:
    """The results of a study.

    `tables`: by the name of the table; its cells as the page has them, text with units.
    `runs`: every run of the plan, as `sweep` returns them, with all quantities that the study uses.
    `claims`: by the sentence of the claim; `cells` judged, `held`, and `broken`, a list with a line for each cell where
    the claim does not hold."""

    tables: dict[str, pandas.DataFrame]
    runs: pandas.DataFrame
    claims: pandas.DataFrame

    @property
    def held(self) -> bool:
        """Whether all claims hold."""
        return bool(self.claims["held"].all())


def study(plan: Path, set: Settings | None = None, *, store: Path | None = None,  # noqa: A002
          jobs: int | None = None, retry_failed: bool = False) -> Study:
    """Does the runs of a study's plan that are missing, and returns tables, runs and claims.

    `set`: settings over each scenario of the plan, before its axes: the same tables for a switch of your own.
    `store`: file of the runs; default: PLAN.sqlite beside the plan, and where there is `set`, none that is kept.
    `jobs`: runs at a time; default: one a core. `retry_failed`: does failed runs again.

    Raises Error if the program refuses the plan or a run has failed (status 2). A claim that does not hold is no error:
    see `Study.held`."""
    with tempfile.TemporaryDirectory(prefix="weir-") as passing:
        if store is None and set:
            store = pathlib.Path(passing) / "store.sqlite"
        words = [plan, *set_options(set), *(["--store", store] if store is not None else [])]
        more = ["--jobs", str(jobs)] if jobs is not None else []
        more += ["--retry-failed"] if retry_failed else []
        call(["study", "run", *words, *more])
        told = json.loads(call(["study", "page", *words, "--json"]).stdout)
    claims = pandas.DataFrame(told["claims"], columns=["says", "cells", "held", "broken"]).set_index("says")
    return Study({table["name"]: _table_of(table) for table in told["tables"]}, _frame_of(told["runs"]), claims)


def _frame_of(report: dict) -> pandas.DataFrame:
    """The rows of a weir-sweep-report-1."""
    axes, runs = report["axes"], report["runs"]
    columns: dict[str, list] = {}
    for place, axis in enumerate(axes):
        columns[axis["key"] + SUFFIXES[axis["unit"]]] = _values_of(axis, [run["values"][place] for run in runs])
    index = list(columns)
    for place, quantity in enumerate(report["quantities"]):
        columns[quantity["name"] + SUFFIXES[quantity["unit"]]] = [run["results"][place] for run in runs]
    for name in ("state", "held", "warnings", "message", "directory", "run"):
        columns[name] = [run[name] for run in runs]
    frame = pandas.DataFrame(columns)
    for quantity in report["quantities"]:
        name = quantity["name"] + SUFFIXES[quantity["unit"]]
        frame[name] = frame[name].astype(float)
    return frame.set_index(index) if index else frame


def _values_of(axis: dict, places: list[int]) -> list:
    """Numbers in the axis's unit; text where a value of the axis has no number."""
    values = axis["values"]
    if any(value["number"] is None for value in values):
        return [values[place]["text"] for place in places]
    numbers = [value["number"] for value in values]
    if all(float(number).is_integer() for number in numbers) and axis["unit"] in ("", "B", "bit/s"):
        numbers = [int(number) for number in numbers]
    return [numbers[place] for place in places]


def _table_of(table: dict) -> pandas.DataFrame:
    """A table of a page: labels of rows as levels of the index."""
    index = [tuple(row["labels"]) for row in table["rows"]]
    frame = pandas.DataFrame([row["cells"] for row in table["rows"]], columns=table["columns"])
    frame.index = pandas.MultiIndex.from_tuples(index, names=table["index"]) if len(table["index"]) > 1 else pandas.Index(
        [labels[0] for labels in index], name=table["index"][0])
    return frame
