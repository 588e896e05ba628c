# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""One run of a scenario, and its directory of results."""

from __future__ import annotations

import functools
import json
import pathlib

import pandas

from .program import Error, Path, Settings, call, set_options


class Run:
    """The results of a run, read from its directory when they are asked for.

    The tables `flows`, `queues`, `losses` and `expectations` have the fields of summary.json as columns (`weir schema
    summary` describes each); levels of the index are the settings of the command line, then what names the row. Numbers
    that were not measured are NaN."""

    def __init__(self, directory: Path) -> None:
        """Raises Error (status 2) if the directory has no results of a run."""
        self.directory = pathlib.Path(directory)
        self.summary: dict = _summary(self.directory / "summary.json")

    def __repr__(self) -> str:
        verdict = "held" if self.held else "not held"
        return f"<weir.Run {self.summary['scenario']}, seed {self.summary['seed']}, {verdict}: {self.directory}>"

    @property
    def settings(self) -> dict[str, str]:
        """What `--set` and `--until` changed, as text: key and value."""
        return dict(text.split("=", 1) for text in self.summary["overrides"])

    @property
    def held(self) -> bool:
        """Whether all expectations of the scenario held; False for a run that was ended early."""
        return not self.summary["partial"] and all(one["held"] for one in self.summary["expectations"])

    @property
    def warnings(self) -> list[str]:
        """The safety bounds that the settings break, a line each."""
        return self.summary["warnings"]

    @property
    def deadlock(self) -> dict | None:
        """The first deadlock: `formed_at_seconds`, `cycle` (a list of queues), `dissolved_at_seconds` (None: it stood to
        the end); None: there was none."""
        return self.summary["deadlock"]

    @property
    def deadlocks(self) -> list[dict]:
        """The first 100 deadlocks and the last, each as `deadlock`, with `found_at_seconds`."""
        return self.summary.get("deadlocks", [])

    @functools.cached_property
    def flows(self) -> pandas.DataFrame:
        """A row for each flow: `mean_bps`, `steady_bps` (of the last quarter), `delivered_bytes`, `fct_seconds`, ..."""
        return self._table("flows", ["name"], {"name": "flow"})

    @functools.cached_property
    def queues(self) -> pandas.DataFrame:
        """A row for each (device, port, class) with traffic: `viq_peak_bytes`, `paused_seconds`, ..."""
        return self._table("queues", ["device", "port", "class"])

    @functools.cached_property
    def losses(self) -> pandas.DataFrame:
        """A row for each lossless queue that lost packets: `packets`, `first_seconds`, `last_seconds`, `cause`, ..."""
        return self._table("losses", ["device", "port", "class"])

    @functools.cached_property
    def expectations(self) -> pandas.DataFrame:
        """A row for each expectation of the scenario: `held`, and `value` in s, bit/s or B."""
        return self._table("expectations", ["text"], {"text": "expectation"})

    @functools.cached_property
    def workloads(self) -> pandas.DataFrame:
        """A row for each workload: `steady_bps`, `fct_p99_seconds`, `slowdown_mean`, ..."""
        return self._table("workloads", ["name"], {"name": "workload"})

    @functools.cached_property
    def workload_flows(self) -> pandas.DataFrame:
        """A row for each flow drawn by a workload (flows.csv); empty if the scenario has no workload."""
        file = self.directory / "flows.csv"
        return self._indexed(pandas.read_csv(file) if file.is_file() else pandas.DataFrame())

    @functools.cached_property
    def series(self) -> pandas.DataFrame:
        """The samples of timeseries.csv: a column for each probe, by `time_seconds` alone, so that it can be drawn as it
        is."""
        file = self.directory / "timeseries.csv"
        return pandas.read_csv(file, index_col="time_seconds") if file.is_file() else pandas.DataFrame()

    @functools.cached_property
    def story(self) -> pandas.DataFrame:
        """What happened, a sentence a row: `at_seconds`, `queue`, `rule`, `text`; empty where the run has no story."""
        file = self.directory / "story.json"
        columns = ["at_seconds", "queue", "rule", "text"]
        told = json.loads(file.read_text(encoding="utf-8"))["sentences"] if file.is_file() else []
        rows = [{**one, "at_seconds": one["at_ps"] / 1e12 if one.get("at_ps") is not None else None} for one in told]
        return self._indexed(pandas.DataFrame(rows, columns=columns))

    def _table(self, name: str, index: list[str], renamed: dict[str, str] | None = None) -> pandas.DataFrame:
        rows = self.summary.get(name) or []
        frame = pandas.DataFrame(rows) if rows else pandas.DataFrame(columns=index)
        for column in frame.columns[frame.dtypes == object]:
            if frame[column].map(lambda value: value is None or isinstance(value, (int, float))).all():
                frame[column] = frame[column].astype(float)
        frame = frame.rename(columns=renamed or {})
        return self._indexed(frame, [(renamed or {}).get(key, key) for key in index])

    def _indexed(self, frame: pandas.DataFrame, index: list[str] | None = None) -> pandas.DataFrame:
        """The frame by the run's settings, then by `index`; by row number where there is neither."""
        settings = {key: value for key, value in self.settings.items() if key not in frame}
        for position, (key, value) in enumerate(settings.items()):
            frame.insert(position, key, value)
        levels = [*settings, *(index or [])]
        return frame.set_index(levels) if levels else frame


def _summary(file: pathlib.Path) -> dict:
    try:
        summary = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Error(f"{file}: cannot be read: {error.strerror}", 2) from None
    except ValueError as error:
        raise Error(f"{file}: is no JSON: {error}", 2) from None
    schema = summary.get("schema") if isinstance(summary, dict) else None
    if schema != "weir-summary-1":
        raise Error(f'{file}: wanted the schema "weir-summary-1"; got {json.dumps(schema)}', 2)
    return summary


def load(directory: Path) -> Run:
    """The run whose results are in this directory. Raises Error (status 2) if it holds none."""
    return Run(directory)


def run(scenario: Path, set: Settings | None = None, *, seed: int | None = None, until: str | None = None,  # noqa: A002
        out: Path | None = None, options: list[str] | None = None) -> Run:
    """Simulates a scenario file, and returns its results.

    `set`: settings over those of the file, as `--set`: {"flow_control.pfc.xoff": "400KB"}.
    `seed`: of all random streams. `until`: end of the run, with its unit: "5ms".
    `out`: directory for the results, new or empty; default: out/NAME-N below the working directory.
    `options`: further options of `weir run`: ["--waves", "fst"].

    Raises Error if the program refuses the scenario (status 2) or fails. An expectation that does not hold is no error:
    see `Run.held`."""
    words = ["run", scenario, *set_options(set), *(options or []), "--quiet"]
    words += ["--seed", str(seed)] if seed is not None else []
    words += ["--until", until] if until is not None else []
    words += ["--out", out] if out is not None else []
    done = call(words)
    places = [line.removeprefix("results: ") for line in done.stdout.splitlines() if line.startswith("results: ")]
    if not places:
        raise Error(f"weir run did not say where its results are: {done.stdout!r}", 3)
    return Run(places[-1])
