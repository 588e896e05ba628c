#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Mechanisms that shared objects bring are in every list, are checked, run and cost as those of weir; a shared object
with a fault is refused in one line.

usage: plugin_test.py WEIR WEIR_MODEL STEP_ECN ON_OFF HEAD_TIMER FAULTY
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

WEIR, MODEL, STEP_ECN, ON_OFF, HEAD_TIMER, FAULTY = sys.argv[1:]
BAD_INPUT = 2
RED, INCAST, WATCHDOG = (f"scenarios/small/{name}.toml" for name in ("red_ecn", "pfc_incast", "watchdog"))
STEPS = ["--set", "congestion.detector=step_ecn", "--set", "congestion.step_ecn.k=60KB"]
SWITCHED = ["--set", "flow_control.scheme=on_off", "--set", "flow_control.on_off.off=150KB", "--set", "flow_control.on_off.on=147KB"]
AS_PFC = ["--set", "flow_control.pfc.xoff=150KB", "--set", "flow_control.pfc.xon=147KB"]

# What the message of each fault says.
FAULTS = {
    "version": "it was compiled for weir 0.0.1; wanted ",
    "headers": "it was compiled with other headers",
    "throws": "the sun shines",
    "taken": 'congestion.detector: there is a "red_ecn" already',
    "other_kind": 'there is a mechanism "pfc" already',
    "capital": 'wanted a word of small letters, digits and underscores; got "Idle"',
    "late": 'congestion.detector: "idle" comes after the list has been read',
    "no_bench": 'congestion.detector: "idle" has no card of the bench',
    "two_of_bench": 'congestion.detector: "idle" has a card of the bench already',
    "table": "congestion.red_ecn: two mechanisms have a table of this name, or a key",
    "key": "congestion.undetermined: two mechanisms have a table of this name, or a key",
    "default": "congestion.idle.level: wanted a length in bytes from 0B to 5KB; got 10KB",
}


def weir(*arguments, plugins=(), program=WEIR, fault=None):
    options = [word for plugin in plugins for word in ("--plugin", plugin)]
    environment = {**os.environ, **({"WEIR_PLUGIN_FAULT": fault} if fault else {})}
    done = subprocess.run([program, *options, *arguments], text=True, capture_output=True, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr


class Plugins(unittest.TestCase):
    def works(self, *arguments, plugins=(STEP_ECN, ON_OFF), **options):
        status, out, said = weir(*arguments, plugins=plugins, **options)
        self.assertEqual((status, said.replace("results: ", "")), (0, said.replace("results: ", "")), said)
        return out + said

    def refused(self, words, *arguments, **options):
        status, out, said = weir(*arguments, **options)
        self.assertEqual((status, out, said.count("\n")), (BAD_INPUT, "", 1), said)
        self.assertIn(words, said)

    def results(self, folder, scenario, *options, plugins=(STEP_ECN, ON_OFF)):
        status, _, said = weir("run", scenario, *options, "--quiet", "--out", folder, plugins=plugins)
        self.assertIn(status, (0, 1) if "--until" in options else (0,), said)  # a cut run need not hold its expectations
        with open(f"{folder}/summary.json", encoding="utf-8") as file:
            return json.load(file)

    def test_lists(self):
        listed = self.works("list", "mechanisms")
        self.assertIn("step_ecn          run, cost marks CE above one queue length, at dequeue\n", listed)
        self.assertIn("on_off            run, cost ON and OFF by two thresholds, without timers\n", listed)
        without = self.works("list", "mechanisms", plugins=())
        self.assertEqual(len(listed.splitlines()), len(without.splitlines()) + 2)
        self.assertIn("congestion.step_ecn.k  bytes, 0B..1GB, default 65KB", self.works("keys", "congestion.step_ecn.k"))
        schema = self.works("schema", "scenario")
        self.assertIn('"step_ecn"', schema)
        self.assertIn('"on_off"', schema)

    def test_checks(self):
        self.assertIn("congestion.step_ecn.k = 200KB is not below XON = 97KB of class 0",
                      self.works("check", RED, *STEPS, "--set", "congestion.step_ecn.k=200KB"))
        self.assertIn("flow_control.on_off.off, and eq. 14 above it,",
                      self.works("check", INCAST, *SWITCHED, "--set", "switch.mmu.headroom=9KB"))
        both = {"plugins": (STEP_ECN, ON_OFF)}
        self.refused('the nearest is "step_ecn"', "check", RED, "--set", "congestion.detector=step_enc", **both)
        self.refused("key 'congestion.step_ecn.k': wanted a length in bytes from 0B to 1GB", "check", RED, *STEPS, "--set",
                     "congestion.step_ecn.k=2GB", **both)
        self.refused("wanted less than off, 150KB; got 150KB", "check", INCAST, *SWITCHED, "--set",
                     "flow_control.on_off.on=150KB", **both)
        self.refused('wanted one of "none", "red_ecn"', "check", RED, "--set", "congestion.detector=step_ecn")

    def test_costs_and_registers(self):
        self.assertIn("2 (MTU + s_off + r t_wire) + r t_pro", self.works("cost", INCAST, *SWITCHED))
        self.assertRegex(self.works("cost", "--mechanisms", "pfc,step_ecn"), r"step_ecn +[1-9]")
        registers = self.works("registers", RED, *STEPS)
        self.assertRegex(registers, r"`step_k`\[5 port\] \| 24 \| rw \| 0xea60")
        self.assertIn("`step_marked`", registers)
        self.assertIn("`told_off`", self.works("registers", INCAST, *SWITCHED))

    def test_marks_as_red_with_one_threshold(self):
        with tempfile.TemporaryDirectory() as out:
            step = self.results(f"{out}/step", RED, *STEPS)
            red = self.results(f"{out}/red", RED, "--set", "congestion.red_ecn.k_min=60KB", "--set",
                               "congestion.red_ecn.k_max=60001B", plugins=())
            marks = [[(flow["name"], flow["ce_packets"], flow["delivered_packets"]) for flow in one["flows"]] for one in (step, red)]
            self.assertEqual(*marks)
            self.assertTrue(any(ce for _, ce, _ in marks[0]))
            with open(f"{out}/step/invocation.json", encoding="utf-8") as file:
                self.assertEqual([plugin["path"] for plugin in json.load(file)["plugins"]],
                                 [os.path.abspath(path) for path in (STEP_ECN, ON_OFF)])
            self.assertIn(", with step_ecn.so ", step["commit"])
            again = self.results(f"{out}/again", f"{out}/step/resolved.toml")
            self.assertEqual(*([one["flows"], one["queues"]] for one in (again, step)))

    def test_pauses_as_pfc_whose_timers_do_not_expire(self):
        with tempfile.TemporaryDirectory() as out:
            own = self.results(f"{out}/own", INCAST, *SWITCHED, "--waves", "fst")
            pfc = self.results(f"{out}/pfc", INCAST, *AS_PFC, plugins=())
            packets = [[(flow["name"], flow["delivered_bytes"], flow["mean_bps"], flow["fct_seconds"]) for flow in one["flows"]] for one in (own, pfc)]
            self.assertEqual(*packets)
            self.assertEqual(own["drops"], {})
            stepped = self.results(f"{out}/stepped", INCAST, *SWITCHED, "--set", "scenario.quantum=off")
            self.assertEqual(own["flows"], stepped["flows"])

    def test_drops_heads_as_the_watchdog(self):
        timed = ["--set", "deadlock.unit=head_timer", "--set", "deadlock.head_timer.timeout=100us"]
        with tempfile.TemporaryDirectory() as out:
            own = self.results(f"{out}/own", WATCHDOG, *timed, "--until", "5ms", plugins=(HEAD_TIMER,))
            dog = self.results(f"{out}/dog", WATCHDOG, "--until", "5ms", plugins=())
            self.assertEqual(*([(flow["name"], flow["delivered_bytes"], flow["dropped_packets"]) for flow in one["flows"]] for one in (own, dog)))
            self.assertGreater(sum(flow["dropped_packets"] for flow in own["flows"]), 10)
        self.assertIn("head_timer        run, cost drops a head that stands too long\n", self.works("list", "mechanisms", plugins=(HEAD_TIMER,)))
        self.assertRegex(self.works("cost", "--mechanisms", "pfc,head_timer", plugins=(HEAD_TIMER,)), r"head_timer +[1-9]")
        self.refused("key 'deadlock.head_timer.timeout': wanted whole microseconds; got 100.5us", "check", WATCHDOG,
                     *timed[:3], "deadlock.head_timer.timeout=100.5us", plugins=(HEAD_TIMER,))

    def test_small_program(self):
        self.assertIn("expectations held", self.works("run", RED, *STEPS, "--quiet", "--out", tempfile.mkdtemp(), program=MODEL))
        status, _, said = weir("--suffices", "--plugin", STEP_ECN, "run", RED, *STEPS, program=MODEL)
        self.assertEqual((status, said), (0, ""))

    def test_sweeps(self):
        with tempfile.TemporaryDirectory() as out:
            with open(f"{out}/plan.toml", "w", encoding="utf-8") as plan:
                plan.write(f'[sweep]\nscenario = "{os.path.abspath(RED)}"\nset = ["congestion.detector=step_ecn"]\n'
                           '[[axis]]\nkey = "congestion.step_ecn.k"\nvalues = ["20KB", "60KB"]\n')
            self.works("sweep", "run", f"{out}/plan.toml")
            self.refused("plan", "sweep", "run", f"{out}/plan.toml")  # another program than that of the records

    def test_faults(self):
        self.assertIn("idle", self.works("list", "mechanisms", plugins=(FAULTY,)))
        for fault, words in FAULTS.items():
            with self.subTest(fault):
                self.refused(words, "list", "mechanisms", plugins=(FAULTY,), fault=fault)
        self.refused('congestion.detector: there is a "step_ecn" already', "list", "mechanisms", plugins=(STEP_ECN, STEP_ECN))

    def test_files_that_are_no_plugins(self):
        self.refused("no_such.so: cannot be read: No such file or directory", "list", "mechanisms", plugins=("no_such.so",))
        self.refused("CMakeLists.txt: ", "list", "mechanisms", plugins=("CMakeLists.txt",))
        self.refused("--plugin: wanted a file", "--plugin")
        self.refused("--plugin stands before the command: weir --plugin FILE run", "run", "--plugin", STEP_ECN, RED)
        self.refused("cannot be read", "--plugin=/", "list", "mechanisms")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
