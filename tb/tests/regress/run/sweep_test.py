# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Sweeps seen from outside: killed at random, two at once, runs that fail, limits, and what is left for others to read."""

import csv
import html
import json
import pathlib
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import time

import sweep_case
import weir_run
from weir_run import TOP

import browser  # its folder is known once weir_run is

SEED = 20
PLAN = """
[sweep]
scenario = "{scenario}"
until = "300us"
keep = "{keep}"
results = ["packets_delivered", "mean flow.*.steady_rate", "queue.s1.p0.c0.viq_peak"]
{more}
[[axis]]
key = "flow_control.pfc.xon"
range = {{ from = "780KB", to = "799KB", step = "1KB" }}
[[axis]]
seeds = {seeds}
"""
KEPT = """
[sweep]
scenario = "drawn.toml"
until = "20us"
keep = "all"
results = ["packets_delivered"]
set = {sets}
[[axis]]
key = "scenario.seed"
values = [7]
"""
WARNED = """
[sweep]
scenario = "{scenario}"
set = ["expect="]
results = ["drops"]
[[axis]]
key = "way"
[axis.cases]
a = []
b = ["switch.mmu.headroom=10467B"]
c = ["switch.mmu.headroom=10466B", "switch.mmu.buffer=200KB"]
d = ["switch.mmu.headroom=20KB"]
"""
DRAWN = """
[[workload]]
name = "w"
arrivals = "poisson"
load = 0.4
size = "3KB"
"""
AXES = """
[[axis]]
key = "switch.crossbar.arbiter"
values = ["round_robin"]
[[axis]]
key = "flow_control.pfc.xoff"
values = ["800KB", "900KB"]
[[axis]]
key = "topology.delay"
values = ["1us", "2us"]
"""



class SweepTest(sweep_case.SweepCase):
    def plan(self, seeds=1, keep="none", more=""):
        return self.new_plan(PLAN.format(scenario=TOP / "scenarios/ring/pfc.toml", seeds=seeds, keep=keep, more=more))

    def test_killed_five_times_it_ends_with_the_same_rows(self):
        draws = random.Random(SEED)
        whole, killed = self.plan(seeds=5), self.plan(seeds=5)
        begun = time.monotonic()
        self.sweep("run", whole)
        length = time.monotonic() - begun
        survived = 0
        for _ in range(5):
            process = self.start("run", killed)
            time.sleep(draws.uniform(0.1, 0.6) * length / 2)
            survived += process.poll() is not None
            process.send_signal(signal.SIGKILL)
            process.communicate()
        self.assertLess(survived, 5, "no kill struck a sweep at work")
        self.assertIn("100 runs: 100 done", self.sweep("run", killed))
        self.assertEqual(self.rows(killed), self.rows(whole))
        # Asked again there is nothing to do, and nothing changes.
        before = self.rows(whole)
        self.sweep("run", whole)
        self.assertEqual(self.rows(whole), before)

    def test_two_at_once_share_the_runs(self):
        alone, shared = self.plan(seeds=2), self.plan(seeds=2)
        self.sweep("run", alone)
        both = [self.start("run", shared, "-j", "1") for _ in range(2)]
        for process in both:
            out, err = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, out + err)
            self.assertIn("40 runs: 40 done", out)
        self.assertEqual(self.rows(shared), self.rows(alone))

    def test_rows_are_those_of_weir_run(self):
        plan = self.plan()
        self.sweep("run", plan)
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            command, sha, identity = store.execute("select command, resolved_sha256, id from run order by id limit 1").fetchone()
            results = dict(store.execute("select quantity, value from result where run = ?", (identity,)))
        out = self.new_out()
        subprocess.run([self.weir, *command.split()[1:], "--out", str(out)], cwd=TOP, check=True, capture_output=True)
        summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        self.assertEqual(summary["resolved_sha256"], sha)
        self.assertEqual(results["packets_delivered"], summary["packets_delivered"])
        rates = [flow["steady_bps"] for flow in summary["flows"]]
        self.assertAlmostEqual(results["mean flow.*.steady_rate"], sum(rates) / len(rates), delta=1e-3)

    def test_a_run_over_its_time_is_kept_with_its_message(self):
        plan = self.plan(more='time_limit = "1ns"\n')
        self.assertIn("20 failed", self.sweep("run", plan, status=1))
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            self.assertEqual(store.execute("select distinct state, message from run").fetchall(),
                             [("failed", "time: wanted at most the plan's 1ns")])
        plan.write_text(plan.read_text(encoding="utf-8").replace('time_limit = "1ns"', ""), encoding="utf-8")
        self.assertIn("20 failed", self.sweep("run", plan, status=1))
        self.assertIn("20 done, 0 failed", self.sweep("run", plan, "--retry-failed"))

    def test_a_run_without_memory_is_kept_with_its_message(self):
        plan = self.plan(more='memory_limit = "1MB"\n')
        self.assertIn("20 failed", self.sweep("run", plan, status=1))
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            for (message,) in store.execute("select message from run"):
                self.assertRegex(message, "^memory: wanted at most the plan's 1MB|^ended ")

    def test_runs_that_do_not_hold_keep_their_directories(self):
        plan = self.plan(keep="failures", more='set = ["expect.packets_delivered={max=1}"]\n')
        self.assertIn("held in 0 of 20", self.sweep("run", plan, status=1))
        kept = sorted(pathlib.Path(plan.with_suffix(".runs")).iterdir())
        self.assertEqual(len(kept), 20)
        for name in ("summary.json", "report.html", "timeseries.csv", "run.log", "resolved.toml"):
            self.assertTrue((kept[0] / name).exists(), name)

    def test_a_kept_directory_is_that_of_weir_run(self):
        """Whatever files a run may have: of drawn flows, of measures, of what blocks in lock-step met."""
        sets = ("measure.latency=true", "measure.occupancy=true", "limiter.fidelity=lockstep")
        plan = self.new_plan(KEPT.format(sets=json.dumps(sets)))
        scenario = plan.parent / "drawn.toml"
        scenario.write_text((TOP / "scenarios/ring/gfc_buffer_based.toml").read_text(encoding="utf-8") + DRAWN, encoding="utf-8")
        self.sweep("run", plan, status=1)  # too short for what the ring is expected to do
        (kept,) = pathlib.Path(plan.with_suffix(".runs")).iterdir()
        run = self.run_weir(scenario, (*sets, "scenario.seed=7"), ("--until", "20us"))
        files = weir_run.comparable(run.out)
        self.assertLessEqual({"flows.csv", "latency.csv", "occupancy.csv", "coverage_rate_limiter_stage.csv"}, files.keys())
        self.assertEqual(weir_run.comparable(kept), files)

    def test_runs_that_fail_keep_their_scenario_and_what_they_said(self):
        """Whatever ends them: the process is gone, and the directory is not."""
        for limit, said in (('time_limit = "1ns"', "time: wanted at most the plan's 1ns"),
                            ('memory_limit = "2GB"\nset = ["scenario.sample_interval=100ps"]', "it needs about 4.")):
            plan = self.plan(keep="failures", more=limit + "\n")
            left = plan.with_suffix(".runs") / f"{'0' * 16}.{socket.gethostname()}.4194304.1"
            left.mkdir(parents=True)  # of a process that was killed
            self.assertIn("20 failed", self.sweep("run", plan, status=1))
            kept = sorted(plan.with_suffix(".runs").iterdir())
            with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
                self.assertEqual(sorted(row[0] for row in store.execute("select directory from run")), [str(path) for path in kept])
            for name in ("resolved.toml", "invocation.json", "run.log", "console.log"):
                self.assertTrue((kept[0] / name).exists(), name)
            self.assertIn(said, (kept[0] / "run.log").read_text(encoding="utf-8"))

    def test_interrupted_it_ends_in_order(self):
        plan = self.plan(seeds=20)
        process = self.start("run", plan)
        store = plan.with_suffix(".sqlite")
        while not store.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("0 in flight", out)
        self.assertIn("partial: interrupted", out.splitlines()[-1])
        self.assertEqual(err, "")

    def test_report(self):
        plan = self.plan()
        self.sweep("run", plan)
        self.sweep("report", plan)
        report = json.loads(plan.with_suffix(".json").read_text(encoding="utf-8"))
        self.assertEqual([run["state"] for run in report["runs"]], ["done"] * 20)
        with open(plan.with_suffix(".csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[0]["flow_control.pfc.xon"], "780KB")
        self.assertEqual([float(row["packets_delivered"]) for row in rows], [run["results"][0] for run in report["runs"]])
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            names = [column[0] for column in store.execute("select * from measured").description]
        self.assertEqual(names, ["point", "flow_control.pfc.xon", "scenario.seed", "state", "held", "quantity", "value"])

    def test_warnings_are_stored_and_told(self):
        plan = self.new_plan(WARNED.format(scenario=TOP / "scenarios/small/pfc_incast_short_headroom.toml"))
        text = (r"the headroom above flow_control\.pfc\.xoff \(switch\.mmu\.viq_limit \+ headroom - xoff\) = 10\.468KB breaks the "
                r"safety bound .*: packets may be lost")
        for command in ("run", "status"):
            lines = self.sweep(command, plan).splitlines()
            self.assertRegex(lines[2], rf"^3 of 4 runs were warned: {text} \(3, with other numbers\)$")
            self.assertTrue(lines[3].startswith("  the lossless VIQs of s1") and lines[3].endswith(" (1)"), lines[3])
        self.sweep("report", plan)
        runs = json.loads(plan.with_suffix(".json").read_text(encoding="utf-8"))["runs"]
        self.assertEqual([len(run["warnings"]) for run in runs], [1, 1, 2, 0])
        with open(plan.with_suffix(".csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["warnings"] for row in rows], [" | ".join(run["warnings"]) for run in runs])
        self.assertRegex(runs[0]["warnings"][0], f"^{text}$")
        opened = self.opened(plan)
        self.assertIn("3 of 4 runs were warned", opened.dom)
        self.assertEqual(re.findall(r'<td class="n" title="the [^"]*">(\d)</td>', opened.dom), ["1", "1", "2"])

    def test_a_sweep_without_warnings_says_nothing_of_them(self):
        plan = self.plan()
        self.assertNotIn("warn", self.sweep("run", plan))
        self.sweep("report", plan)
        self.assertNotIn('id="warned"', plan.with_suffix(".html").read_text(encoding="utf-8"))

    def opened(self, plan):
        self.sweep("report", plan)
        opened = browser.open_page(plan.with_suffix(".html").read_text(encoding="utf-8"))
        self.assertTrue(opened.drawn, opened.console)
        self.assertEqual((opened.console, opened.probe["resources"], opened.probe["fault"]), ([], [], "none"))
        self.assertEqual(browser.table_faults(opened.dom), [])
        self.assertLessEqual(opened.probe["overflow"], 0)
        return opened

    def test_page(self):
        """A line over one axis; over three a coloured table for each value of the third."""
        plan = self.plan(seeds=2)
        self.sweep("run", plan)
        opened = self.opened(plan)
        self.assertEqual(opened.plots, ["20"])
        self.assertGreater(opened.probe["ink"][0], 2000)
        text = plan.read_text(encoding="utf-8")
        plan.write_text(text.replace("780KB", "798KB") + AXES, encoding="utf-8")
        self.sweep("run", plan)
        opened = self.opened(plan)
        self.assertEqual(opened.plots, ["2", "2"])
        self.assertEqual(opened.dom.count('<table class="heat">'), 2)
        command = re.search(r'<td class="command">(weir run [^<]*)</td>', opened.dom).group(1)
        subprocess.run([self.weir, *command.split()[1:], "--out", str(self.new_out())], check=True, capture_output=True)

    def test_no_text_of_a_plan_is_markup(self):
        """Names of cases are the labels of an axis: as text, also where the plot library would take them as HTML."""
        names = ["<img src=x onerror=document.title='ran'>", "</script><script>document.title='ran'</script>"]
        cases = "".join(f'"{name}" = ["flow_control.pfc.xon=79{i}KB"]\n' for i, name in enumerate(names))
        plan = self.new_plan(f"""[sweep]
scenario = "{TOP / 'scenarios/ring/pfc.toml'}"
until = "20us"
set = ["expect="]
results = ["packets_delivered"]
[[axis]]
key = "way"
[axis.cases]
{cases}""")
        self.sweep("run", plan)
        opened = self.opened(plan)
        self.assertNotIn("<title>ran</title>", opened.dom)
        self.assertNotIn("<img", opened.dom)
        self.assertEqual(opened.plots, ["2"])
        self.assertIn(html.escape(names[0], quote=False), str(opened.probe["ticks"]))

    def test_cost_beside_the_runs_alone(self):
        """The sweep's own CPU time, all but that of the runs' simulation, against the runs by themselves."""
        plan = self.plan(seeds=2)

        def cpu():
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        before = cpu()
        commands = self.sweep("run", plan, "--dry-run").splitlines()
        listed = cpu()
        self.sweep("run", plan)
        swept = cpu() - listed
        for line in commands:
            words = line.split("\t")[2].split()[1:]
            subprocess.run([self.weir, *words, "--out", str(self.new_out())], check=True, capture_output=True)
        alone = cpu() - listed - swept
        self.assertLess(swept, 1.25 * alone, f"listing {listed - before:.2f} s")

    def test_refusals(self):
        plan = self.plan()
        text = plan.read_text(encoding="utf-8")
        for old, new, line in (
                ("until", "untill", f"weir: {plan}:4:1: key 'sweep.untill': unknown key; the nearest known key is 'until'"),
                ("pfc.xon", "pfc.xom", "unknown key; the nearest known key is 'flow_control.pfc.xon'"),
                ('to = "799KB"', 'to = "900KB"', "run 21 (flow_control.pfc.xon=800KB, scenario.seed=1) is refused")):
            plan.write_text(text.replace(old, new), encoding="utf-8")
            said = self.sweep("run", plan, status=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(line, said)
            self.assertFalse(plan.with_suffix(".sqlite").exists())
        self.sweep("status", self.plan(), status=2)


if __name__ == "__main__":
    weir_run.main()
