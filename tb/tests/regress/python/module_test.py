# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The Python module: frames of runs, sweeps and studies beside the files of the program, and what is refused.

Usage: module_test.py WEIR
"""

import csv
import inspect
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import weir

WEIR = sys.argv.pop(1)
TOP = pathlib.Path(__file__).resolve().parents[4]
RING = TOP / "scenarios" / "ring" / "pfc.toml"
DEADLOCKS = {"switch.crossbar.strategy": "output_queued"}
# Three axes and seeds; half of the runs have less room than PFC needs.
PLAN = """
[sweep]
scenario = "{ring}"
until = "500us"
results = ["packets_delivered", "deadlock_time", "mean flow.*.steady_rate", "queue.s1.p0.*.viq_peak"]

[[axis]]
key = "switch.mmu.viq_limit"
values = ["810KB", "1MB"]

[[axis]]
key = "flow_control.pfc.xon"
values = ["700KB", "797KB"]

[[axis]]
key = "arbitration"
[axis.cases]
"output" = ["switch.crossbar.strategy=output_queued"]
"voq" = []

[[axis]]
seeds = 3
"""
# What a column of a table may be, if not text: a quantity with its unit, a number of packets or events, a ratio.
QUANTITY = re.compile(r".*_(bytes|bps|seconds|ps|share|packets|mean|median|p\d+)|bytes|packets|.*(sent|received|returned|lowered)"
                      r"|\w*frames|timeouts|transactions|drops|\w+_cnps|\w*flows|value|slowdown|delivered_packets")


class Module(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        self.folder = pathlib.Path(folder.name)
        os.chdir(self.folder)
        os.environ["WEIR_PROGRAM"] = WEIR

    def refused(self, words, call, status=2):
        with self.assertRaises(weir.Error) as caught:
            call()
        self.assertIn(words, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        self.assertEqual(caught.exception.status, status)

    def test_tables_of_a_run_have_the_fields_of_its_summary(self):
        run = weir.run(RING, DEADLOCKS, until="10ms", seed=3)
        self.assertEqual(run.directory, pathlib.Path("out/ring_pfc-1"))
        summary = json.loads((run.directory / "summary.json").read_text(encoding="utf-8"))
        self.assertEqual((run.summary, run.summary["seed"], run.held), (summary, 3, False))
        settings = ("output_queued", "3", "10ms")
        self.assertEqual(run.flows.index.names, ["switch.crossbar.strategy", "scenario.seed", "scenario.until", "flow"])
        for flow in summary["flows"]:
            row = run.flows.loc[(*settings, flow["name"])]
            self.assertEqual((row["steady_bps"], row["delivered_bytes"]), (flow["steady_bps"], flow["delivered_bytes"]))
        self.assertEqual(len(run.queues), len(summary["queues"]))
        first = summary["queues"][3]
        peak = run.queues.loc[(*settings, first["device"], first["port"], first["class"]), "viq_peak_bytes"]
        self.assertEqual(peak, first["viq_peak_bytes"])
        self.assertEqual(run.deadlock["cycle"], ["s1.p1.c0", "s2.p1.c0", "s3.p1.c0"])
        self.assertEqual(list(run.expectations["held"]), [one["held"] for one in summary["expectations"]])
        self.assertEqual(run.warnings, summary["warnings"])
        told = json.loads((run.directory / "story.json").read_text(encoding="utf-8"))["sentences"]
        self.assertEqual([(row.at_seconds, row.text) for row in run.story.itertuples()],
                         [(one["at_ps"] / 1e12, one["text"]) for one in told])
        self.assertEqual(run.series.index.name, "time_seconds")
        self.assertEqual(run.series.shape[0], (run.directory / "timeseries.csv").read_text(encoding="utf-8").count("\n") - 1)

    def test_columns_of_numbers_name_their_unit(self):
        run = weir.run(RING, until="1ms")
        drawn = weir.run(TOP / "scenarios" / "tcd" / "tcd_fct.toml", until="200us")
        self.assertGreater(len(drawn.workload_flows), 10)
        self.assertEqual(drawn.workloads.index.names, ["scenario.until", "workload"])
        for frame in (run.flows, run.queues, drawn.workloads, drawn.workload_flows):
            for column in frame.select_dtypes("number"):
                self.assertRegex(column, QUANTITY)
        self.assertEqual(str(run.flows["fct_seconds"].dtype), "float64", "no flow has ended")
        self.assertIsNone(QUANTITY.fullmatch("viq_peak"))

    def test_losses_and_warnings(self):
        run = weir.run(RING, {"switch.mmu.viq_limit": "810KB", **DEADLOCKS}, until="5ms")
        self.assertIn("flow_control.pfc", run.warnings[0])
        self.assertGreater(run.losses["packets"].min(), 0)
        self.assertEqual(run.losses.index.names[-3:], ["device", "port", "class"])
        self.assertEqual(len(weir.run(RING, until="1ms").losses), 0)

    def test_values_of_settings(self):
        run = weir.run(RING, {"scenario.end_at_deadlock": True, "switch.crossbar.speedup": 1.5, "scenario.seed": 7}, until="100us")
        self.assertEqual(run.settings, {"scenario.end_at_deadlock": "true", "switch.crossbar.speedup": "1.5",
                                        "scenario.seed": "7", "scenario.until": "100us"})
        self.assertEqual(run.summary["seed"], 7)

    def test_load_reads_what_a_run_left(self):
        run = weir.run(RING, until="1ms", out="results", options=["--waves", "fst"])
        self.assertTrue((run.directory / "waves.fst").is_file())
        self.assertTrue(weir.load("results").flows.equals(run.flows))
        self.refused("summary.json: cannot be read", lambda: weir.load("nowhere"))
        (self.folder / "summary.json").write_text('{"schema": "other"}', encoding="utf-8")
        self.refused('wanted the schema "weir-summary-1"; got "other"', lambda: weir.load("."))
        (self.folder / "summary.json").write_text("[", encoding="utf-8")
        self.refused("is no JSON", lambda: weir.load("."))

    def test_refusals_are_one_line(self):
        self.refused("the nearest known key is 'flow_control.pfc.xoff'", lambda: weir.run(RING, {"flow_control.pfc.xof": "1MB"}))
        self.refused("no.toml: cannot be read", lambda: weir.run("no.toml"))
        self.refused("no.toml", lambda: weir.sweep("no.toml"))
        self.refused("no plan of many runs", lambda: weir.study(RING))
        self.assertFalse(list(self.folder.iterdir()), "nothing is written")

    def test_a_program_that_is_killed_is_an_error(self):
        killed = self.folder / "killed"
        killed.write_text("#!/bin/sh\nkill -9 $$\n", encoding="utf-8")
        killed.chmod(0o755)
        os.environ["WEIR_PROGRAM"] = str(killed)
        self.refused("ended with status -9", lambda: weir.run(RING), -9)

    def test_a_sweep_has_axes_units_and_warnings(self):
        plan = self.folder / "plan.toml"
        plan.write_text(PLAN.format(ring=RING), encoding="utf-8")
        frame = weir.sweep(plan, jobs=2)
        self.assertEqual(frame.index.names, ["switch.mmu.viq_limit_bytes", "flow_control.pfc.xon_bytes", "arbitration", "scenario.seed"])
        self.assertEqual([list(level) for level in frame.index.levels],
                         [[810000, 1000000], [700000, 797000], ["output", "voq"], [1, 2, 3]])
        self.assertEqual(list(frame.columns), ["packets_delivered", "deadlock_time_seconds", "mean flow.*.steady_rate_bps",
                                               "queue.s1.p0.c0.viq_peak_bytes", "state", "held", "warnings", "message", "directory", "run"])
        self.assertEqual((len(frame), set(frame["state"])), (24, {"done"}))
        self.assertTrue(frame["deadlock_time_seconds"].isna().all())
        warned = frame[frame["warnings"].str.len() > 0]
        self.assertEqual(set(warned.index.get_level_values(0)), {810000})
        self.assertEqual(len(warned), 12)
        self.assertIn("flow_control.pfc", warned["warnings"].iloc[0][0])
        status = subprocess.run([WEIR, "sweep", "status", plan], capture_output=True, text=True, check=False).stdout
        self.assertIn("12 of 24 runs were warned", status)
        with open("plan.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([float(row["mean flow.*.steady_rate (bit/s)"]) for row in rows], list(frame["mean flow.*.steady_rate_bps"]))
        self.assertTrue(weir.sweep(plan).equals(frame))

    def test_a_sweep_elsewhere_and_failed_runs(self):
        plan = self.folder / "plan.toml"
        plan.write_text(PLAN.format(ring=RING).replace("results", 'time_limit = "1ms"\nresults').replace("500us", "100ms")
                        .replace("seeds = 3", "seeds = 1"), encoding="utf-8")
        frame = weir.sweep(plan, out="elsewhere")
        self.assertEqual((len(frame), set(frame["state"])), (8, {"failed"}))
        self.assertIn("the plan's 1ms", frame["message"].iloc[0])
        self.assertEqual(frame.columns[0], "state", "results that no run has")
        self.assertEqual([set(frame["held"]), (self.folder / "plan.sqlite").exists()], [{None}, False])

    def test_a_study_has_the_tables_of_its_page(self):
        plan = TOP / "sweeps" / "tcd_testbed.toml"
        testbed = weir.study(plan, store="testbed.sqlite")
        table = testbed.tables["figure 11"]
        page = (TOP / "docs" / "results" / "tcd_figures.md").read_text(encoding="utf-8")
        for label, cells in zip(table.index, table.itertuples(index=False)):
            self.assertIn(f"| {label} | {' | '.join(cells)} |", page)
        self.assertEqual((table.shape, testbed.held, len(testbed.claims)), ((6, 6), True, 5))
        self.assertEqual(testbed.runs.index.names, ["network", "scenario.duration_seconds"])
        self.assertGreater(testbed.runs.loc[("Ethernet", 0.03), "flow.f0.ue_packets"], 0)

        smaller = weir.study(plan, {"switch.mmu.viq_limit": "400KB", "flow_control.pfc.xoff": "400KB", "flow_control.pfc.xon": "370KB"})
        self.assertFalse(smaller.tables["figure 11"].equals(table))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["testbed.sqlite"])

    def test_claims_that_do_not_hold(self):
        text = (TOP / "sweeps" / "tcd_testbed.toml").read_text(encoding="utf-8").replace("../", f"{TOP}/")
        plan = self.folder / "testbed.toml"
        plan.write_text(text.replace("holds = { ue_f0 = 0, ce_f1 = 0 }", "holds = { ue_f0 = 1 }", 1), encoding="utf-8")
        testbed = weir.study(plan)
        self.assertFalse(testbed.held)
        self.assertEqual(list(testbed.claims["held"]), [False] + [True] * 4)
        self.assertIn("ue_f0", testbed.claims["broken"].iloc[0][0])

    def test_finds_the_program(self):
        """In a process each: by WEIR_PROGRAM, beside the installed module, on PATH, in this order."""
        prefix, path = self.folder / "prefix", self.folder / "on_path"
        installed = shutil.copytree(TOP / "tb" / "python" / "weir", prefix / "lib" / "python3" / "dist-packages" / "weir")
        programs = [self.folder / "named", prefix / "bin" / "weir", path / "weir"]
        for program in programs:
            program.parent.mkdir(parents=True, exist_ok=True)
            program.write_text("#!/bin/sh\n", encoding="utf-8")
            program.chmod(0o755)
        found = "import weir; print(weir.find_program())"
        environment = {"PATH": str(path), "PYTHONPATH": str(installed.parent), "WEIR_PROGRAM": str(programs[0])}
        for number, program in enumerate(programs):
            done = subprocess.run([sys.executable, "-B", "-c", found], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.stdout.strip(), str(program), done.stderr)
            environment.pop("WEIR_PROGRAM", None)
            if number > 0:
                program.unlink()
        done = subprocess.run([sys.executable, "-B", "-c", found], env=environment, capture_output=True, text=True, check=False)
        self.assertIn("Error: the program weir is not found", done.stderr)
        os.environ["WEIR_PROGRAM"] = "no_such_program"
        self.refused("WEIR_PROGRAM: no_such_program is no program", weir.find_program)

    def test_finds_what_comes_with_the_program(self):
        self.assertEqual(weir.shipped("scenarios/ring/pfc.toml"), RING)
        self.refused("scenarios/ring/no.toml: does not come with", lambda: weir.shipped("scenarios/ring/no.toml"))

    def test_all_that_is_public_is_described_and_typed(self):
        for name in weir.__all__:
            thing = getattr(weir, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isfunction(thing):
                self.assertEqual([word for word, one in inspect.signature(thing).parameters.items()
                                  if one.annotation is inspect.Parameter.empty], [], name)


if __name__ == "__main__":
    unittest.main()
