# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Sweeps by a real Slurm on this machine: the rows of `local`, whatever is killed on the way, and no process left behind."""

import json
import signal
import sqlite3
import subprocess
import time

import slurm_cluster
import sweep_case
import weir_run
from slurm_cluster import until
from weir_run import TOP

PLAN = """
[sweep]
scenario = "{scenario}"
until = "{until}"
keep = "{keep}"
results = ["packets_delivered", "mean flow.*.steady_rate", "queue.s1.p0.c0.viq_peak"]
{more}
[[axis]]
key = "flow_control.pfc.xon"
range = {{ from = "780KB", to = "799KB", count = {values} }}
[[axis]]
seeds = {seeds}
"""


class SlurmCase(sweep_case.SweepCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = slurm_cluster.Cluster()
        cls.environment = cls.cluster.environment

    @classmethod
    def tearDownClass(cls):
        left = cls.cluster.stop()
        assert not left, f"processes left behind: {left}"

    def setUp(self):
        self.addCleanup(self.mend)

    def mend(self):
        """What a test that failed has left, so that the next begins with an idle cluster."""
        cluster = type(self).cluster
        cluster.cancel()
        for node in slurm_cluster.NODES:
            if node not in cluster.daemons:
                cluster.start_node(node)
        cluster.ask("scontrol", "update", "nodename=n[0-1]", "state=resume")

    def plan(self, values=4, seeds=1, keep="none", more="", length="300us", scenario=TOP / "scenarios/ring/pfc.toml"):
        return self.new_plan(PLAN.format(scenario=scenario, values=values, seeds=seeds, keep=keep, more=more, until=length))

    def by_slurm(self, plan, *words, status=0):
        return self.sweep("run", plan, "--engine", "slurm", *words, status=status)

    def drain(self):
        self.cluster.ask("scontrol", "update", "nodename=n[0-1]", "state=drain", "reason=test")

    def resume(self):
        self.cluster.ask("scontrol", "update", "nodename=n[0-1]", "state=resume")

    @staticmethod
    def folder(plan):
        return plan.with_suffix(".slurm")

    def records(self, plan):
        """{run: record} of those that are not in the store yet, and of those that are and whose batch is not over."""
        found = {}
        for path in self.folder(plan).glob("*/records/*.json"):
            try:
                found[path.stem] = json.loads(path.read_text(encoding="utf-8"))["record"]
            except (FileNotFoundError, ValueError, KeyError):
                pass
        return found

    @staticmethod
    def column(plan, name):
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            return dict(store.execute(f"select id, {name} from run"))

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        process.communicate()


class ControllerTest(SlurmCase):
    """With a cluster of its own: a controller that has forgotten its last jobs gives their numbers again, and nodes refuse those."""

    def test_the_controller_killed_and_garbage_among_the_records(self):
        local, plan = self.plan(values=12, length="2ms"), self.plan(values=12, length="2ms")
        self.sweep("run", local)
        submitter = self.start("run", plan, "--engine", "slurm", "--runs-per-task", "3")
        until(lambda: len(self.records(plan)) >= 2, 60, "two records")
        self.cluster.kill_controller()
        records = next(self.folder(plan).glob("*/records"))
        claimed = [run for run, state in self.column(plan, "state").items() if state == "running"]
        for name in (claimed[-1] + ".json", claimed[0] + ".json.partial", "0" * 64 + ".json", "x.json", "a,b"):
            if not (records / name).exists():
                (records / name).write_bytes(b"\xff{garbage")
        (self.folder(plan) / "weir-not,ours").mkdir()
        (self.folder(plan) / "weir-plan-00000000").mkdir()
        time.sleep(1)
        self.assertIsNone(submitter.poll())
        self.cluster.start_controller()
        out, err = submitter.communicate(timeout=120)
        self.assertEqual(submitter.returncode, 0, out + err)
        self.assertEqual(self.rows(plan), self.rows(local))


class SlurmTest(SlurmCase):
    def test_a_node_and_the_submitter_killed_lose_no_finished_run(self):
        local, plan = self.plan(values=20, seeds=3, length="2ms"), self.plan(values=20, seeds=3, length="2ms")
        # At once with the cluster's, and half as much of the machine.
        reference = self.start("run", local, "-j", "1")
        submitter = self.start("run", plan, "--engine", "slurm", "--runs-per-task", "6")
        until(lambda: len(self.records(plan)) >= 6, 60, "six records")
        self.cluster.kill_node("n0")
        self.kill(submitter)
        finished = {run: record["wall_seconds"] for run, record in self.records(plan).items()}
        self.cluster.ask("scontrol", "update", "nodename=n0", "state=down", "reason=killed")
        said = self.sweep("status", plan, status=1)
        self.assertRegex(said, r"60 runs: \d+ done, 0 failed, [1-9]\d* in flight, 0 missing")
        self.cluster.start_node("n0")
        self.cluster.begin_now()
        self.assertIn("60 runs: 60 done, 0 failed", self.by_slurm(plan))
        out, err = reference.communicate(timeout=300)
        self.assertEqual(reference.returncode, 0, out + err)
        self.assertEqual(self.rows(plan), self.rows(local))
        walls = self.column(plan, "wall_seconds")
        self.assertEqual({run: walls[run] for run in finished}, finished, "a finished run was done again")
        self.assertEqual(set(self.column(plan, "host").values()) - set(slurm_cluster.NODES), set())
        self.sweep("status", plan)
        self.assertFalse(self.folder(plan).exists())

    def test_what_is_in_the_queue_is_not_submitted_again(self):
        plan = self.plan(values=8)
        self.drain()
        both = [self.start("run", plan, "--engine", "slurm", "--no-wait", "--runs-per-task", "2") for _ in range(2)]
        for process in both:
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, out + err)
            self.assertIn("8 in flight, 0 missing", out)
        self.assertIn("8 in flight, 0 missing", self.by_slurm(plan, "--no-wait"))
        self.assertEqual(len(self.cluster.queue()), 4)
        self.assertIn("4 pending", self.sweep("status", plan, status=1))
        # Ctrl-C leaves the jobs.
        waiting = self.start("run", plan, "--engine", "slurm")
        time.sleep(0.5)
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=60)
        self.assertEqual((waiting.returncode, err), (130, ""), out)
        self.assertIn("8 in flight", out)
        self.assertEqual(len(self.cluster.queue()), 4)
        # Nor does another engine take them.
        self.resume()
        self.assertIn("8 runs: 8 done", self.sweep("run", plan))
        self.assertEqual(set(self.column(plan, "host").values()) - set(slurm_cluster.NODES), set())

    def test_cancelled_runs_are_not_submitted_until_asked_for(self):
        plan = self.plan(values=8)
        self.drain()
        waiting = self.start("run", plan, "--engine", "slurm", "--runs-per-task", "2")
        until(lambda: len(self.cluster.queue()) == 4, 30, "four tasks")
        self.cluster.cancel()
        out, err = waiting.communicate(timeout=60)
        self.assertEqual(waiting.returncode, 1, out + err)
        self.assertIn("8 runs were cancelled", out)
        self.assertIn("8 missing", out)
        self.resume()
        self.assertIn("8 runs: 8 done", self.by_slurm(plan, "--runs-per-task", "4"))

    def test_limits_hold_as_with_local(self):
        for limit, message in (('time_limit = "1ns"', "time: wanted at most the plan's 1ns"),
                               ('memory_limit = "2GB"\nset = ["scenario.sample_interval=100ps"]', "memory: wanted at most the plan's 2GB")):
            local, plan = self.plan(values=2, more=limit), self.plan(values=2, more=limit)
            self.assertIn("2 failed", self.sweep("run", local, status=1))
            self.assertIn("2 failed", self.by_slurm(plan, "--runs-per-task", "2", status=1))
            self.assertEqual(self.rows(plan), self.rows(local))
            for said in self.column(plan, "message").values():
                self.assertTrue(said.startswith(message), said)

    def test_what_changes_under_tasks_that_wait_is_said(self):
        scenario = self.new_out()
        scenario.write_text((TOP / "scenarios/ring/pfc.toml").read_text(encoding="utf-8"), encoding="utf-8")
        plan = self.plan(values=4, scenario=scenario)
        self.drain()
        self.by_slurm(plan, "--no-wait", "--runs-per-task", "2")
        with open(scenario, "a", encoding="utf-8") as text:
            text.write("\n[switch.parser]\nstate_cycles = 3\n" if "[switch.parser]" not in scenario.read_text() else "\n")
        other = next(self.folder(plan).glob("*/task_1.json"))
        task = json.loads(other.read_text(encoding="utf-8"))
        program, task["program"] = task["program"], "weir 0.0.0, commit none"
        other.write_text(json.dumps(task), encoding="utf-8")
        before = self.column(plan, "id")
        self.resume()
        until(lambda: len(self.records(plan)) == 4, 60, "four records")
        scenario.write_text((TOP / "scenarios/ring/pfc.toml").read_text(encoding="utf-8"), encoding="utf-8")
        self.assertIn("4 failed", self.sweep("status", plan, status=1))
        self.assertEqual(set(self.column(plan, "message").values()), {
            f"{scenario}: it, or a file that it refers to, has changed since the sweep began",
            f"the program on this node is {program}; the sweep was submitted by weir 0.0.0, commit none"})
        self.assertEqual(set(self.column(plan, "id")), set(before))
        self.assertIn("4 done, 0 failed", self.by_slurm(plan, "--retry-failed", "--runs-per-task", "2"))

    def test_runs_whose_tasks_always_die_fail_with_the_log(self):
        plan = self.plan(values=2)
        folder = self.new_out()
        folder.mkdir()
        library = next(word for word in subprocess.check_output(["ldd", self.weir], text=True).split() if word.startswith("libfmt"))
        (folder / library).touch()
        said = self.by_slurm(plan, "--", f"--export=ALL,LD_LIBRARY_PATH={folder}", status=1)
        self.assertIn("2 failed", said)
        for message in self.column(plan, "message").values():
            self.assertRegex(message, r"^lost 3 times, and no other run ended meanwhile; the last time Slurm's task \d+_\d+ ended "
                                      r"without its record: FAILED$")
        for log in self.column(plan, "log").values():
            self.assertIn("file too short", log)
        self.assertIn("2 done, 0 failed", self.by_slurm(plan, "--retry-failed"))

    def test_what_sbatch_refuses_is_one_line(self):
        plan = self.plan(values=2)
        for words, line in ((("--", "--partition=none"), "weir: sbatch: invalid partition specified: none; Batch job submission"),
                            (("--", "--array=1-3"), "weir: option --array=1-3 of sbatch is not to be set"),
                            (("stray",), "weir: wanted options of sbatch behind the plan and --; got stray")):
            said = self.by_slurm(plan, *words, status=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertTrue(said.startswith(line), said)
            self.assertFalse(self.folder(plan).exists())
        self.assertIn("0 in flight, 2 missing", self.sweep("status", plan, status=1))
        process = self.start("run", plan, "--no-wait")
        self.assertEqual(process.communicate()[1].count("\n"), 1)
        self.assertEqual(process.returncode, 2)

    def test_without_slurm_one_line_says_so(self):
        plan = self.plan(values=2)
        said = subprocess.run([self.weir, "sweep", "run", str(plan), "--engine", "slurm"], env={"PATH": "/nowhere"},
                              capture_output=True, text=True, check=False)
        self.assertEqual((said.returncode, said.stdout), (2, ""))
        self.assertEqual(said.stderr, "weir: --engine slurm needs the program sbatch, which is not on PATH; it belongs to Slurm "
                                      "(Debian: slurm-client, ./weir --install slurm)\n")


if __name__ == "__main__":
    weir_run.main()
