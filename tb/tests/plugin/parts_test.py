#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Parts of weir/parts.h in shared objects: they are in lists, are checked, run, have registers and a cost; a shared
object or a part with a fault is refused in one line.

usage: parts_test.py WEIR WEIR_MODEL MARK POLICE PIM FAULTY_PART HEAD_DROP
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

WEIR, MODEL, MARK, POLICE, PIM, FAULTY, HEAD_DROP = sys.argv[1:]
BAD_INPUT, BROKEN = 2, 3
BURST = 30_000
RED, INCAST, WATCHDOG = (f"scenarios/small/{name}.toml" for name in ("red_ecn", "pfc_incast", "watchdog"))
MARKS = ["--set", "congestion.detector=mark", "--set", "congestion.mark.k=60KB"]
POLICED = ["--set", "switch.admission.policy=police", "--set", "switch.admission.police.rate=2Gbps"]
QUEUED = ["--set", "switch.crossbar.strategy=input_queued", "--set", "switch.crossbar.arbiter={}"]
CLOCKED = ["--set", "congestion.detector=clock"]

# What the message of each fault says.
FAULTS = {
    "version": "it was compiled for version 2 of weir/parts.h; wanted 1",
    "throws": "the sun shines",
    "taken": 'congestion.detector: there is a "red_ecn" already',
    "capital": 'wanted a word of small letters, digits and underscores; got "Clock"',
    "capital_key": 'congestion.clock: wanted keys of small letters, digits and underscores; got "Said"',
    "twice_key": "congestion.clock.pace: the part asks for the key twice",
    "default": "congestion.clock.limit: wanted an integer from 0 to 10; got 11",
    "many": "congestion.detector: at most 8 are taken from outside",
}


def queued(arbiter):
    return [word.format(arbiter) for word in QUEUED]


def weir(*arguments, plugins=(), program=WEIR, fault=None):
    options = [word for plugin in plugins for word in ("--plugin", plugin)]
    environment = {**os.environ, **({"WEIR_PLUGIN_FAULT": fault} if fault else {})}
    done = subprocess.run([program, *options, *arguments], text=True, capture_output=True, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr


class Parts(unittest.TestCase):
    def works(self, *arguments, plugins=(MARK, POLICE, PIM), **options):
        status, out, said = weir(*arguments, plugins=plugins, **options)
        self.assertEqual(status, 0, said)
        return out + said

    def refused(self, words, *arguments, plugins=(MARK, POLICE, PIM), status=BAD_INPUT, **options):
        ended, out, said = weir(*arguments, plugins=plugins, **options)
        self.assertEqual((ended, out), (status, ""), said)
        if status == BAD_INPUT:
            self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(words, said)

    def results(self, folder, scenario, *options, plugins=(MARK, POLICE, PIM), **more):
        status, _, said = weir("run", scenario, *options, "--quiet", "--out", folder, plugins=plugins, **more)
        self.assertIn(status, (0, 1), said)  # expectations of the file need not hold
        with open(f"{folder}/summary.json", encoding="utf-8") as file:
            return json.load(file)

    def test_lists(self):
        self.assertIn("mark              run, cost marks CE above one queue length, at dequeue\n", self.works("list", "mechanisms"))
        self.assertIn("police            run       lets each ingress port have a rate, by a token bucket\n", self.works("list", "mechanisms"))
        self.assertIn("pim               run       matches inputs and outputs at random, in iterations\n", self.works("list", "mechanisms"))
        self.assertIn("congestion.mark.k  bytes, 0B..1GB, default 65KB", self.works("keys", "congestion.mark.k"))
        self.assertIn("none, police, default none", self.works("keys", "switch.admission.policy"))
        self.assertIn('"pim"', self.works("schema", "scenario"))

    def test_checks(self):
        self.works("check", RED, *MARKS)
        self.refused("'congestion.mark.k': wanted at most the buffer, 12582912 B; got 13000000 B", "check", RED, *MARKS[:3],
                     "congestion.mark.k=13MB")
        self.refused("'congestion.mark.k': wanted a length in bytes from 0B to 1GB", "check", RED, *MARKS[:3], "congestion.mark.k=2GB")
        self.refused("'switch.admission.police.burst': wanted at least a frame of 1500 B", "run", RED, *POLICED, "--set",
                     "switch.admission.police.burst=100B", "--out", "/dev/null/no")
        self.refused("'switch.crossbar.arbiter': an arbiter from outside of weir matches the cells of inputs", "check", INCAST,
                     "--set", "switch.crossbar.arbiter=pim")
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/own.toml"
            with open(RED, encoding="utf-8") as file:
                text = file.read() + '\n[congestion.mark]\nk = "30KB"\nslope = 3\n'
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            line = text.splitlines().index("slope = 3") + 1
            for command in ("check", "run"):
                self.refused(f"own.toml:{line}:", command, path)
                self.refused("congestion.mark.slope", command, path)

    def test_marks_as_red_with_one_threshold(self):
        with tempfile.TemporaryDirectory() as out:
            mark = self.results(f"{out}/mark", RED, *MARKS)
            red = self.results(f"{out}/red", RED, "--set", "congestion.red_ecn.k_min=60KB", "--set", "congestion.red_ecn.k_max=60001B",
                               plugins=())
            self.assertEqual(*([one["flows"], one["queues"]] for one in (mark, red)))
            self.assertTrue(any(flow["ce_packets"] for flow in mark["flows"]))
            again = self.results(f"{out}/again", f"{out}/mark/resolved.toml")
            self.assertEqual(*([one["flows"], one["queues"]] for one in (again, mark)))
            self.assertIn(", with mark.so ", mark["commit"])

    def test_registers_and_cost(self):
        registers = self.works("registers", RED, *MARKS, *POLICED, *queued("pim"))
        self.assertRegex(registers, r"`mark_k`\[5 port\] \| 30 \| rw \| 0xea60")
        self.assertRegex(registers, r"`mark_marked`\[5 port\]\[8 class\] \| 64 \| ro")
        self.assertRegex(registers, r"`police_tokens`\[5 port\] \| 20 \| ro \| 0x7530")
        self.assertIn("`refused`", registers)
        self.assertNotIn("pim_random", registers)  # out of software's reach
        self.assertIn("grant_pointer", self.works("cost", RED, *queued("islip"), "--all"))
        cost = self.works("cost", RED, *MARKS, *POLICED, *queued("pim"), "--all")
        for name in ("mark_k", "police_tokens", "pim_random"):
            self.assertIn(name, cost)
        self.assertNotIn("grant_pointer", cost)
        self.assertRegex(self.works("cost", "--mechanisms", "pfc,mark"), r"mark +[1-9]")

    def test_writes_take_effect(self):
        event = '\n[[event]]\nname = "k"\nat = "1ms"\ndo = "write_register"\ndevice = "s1"\nregister = "congestion.mark_k[4]"\nvalue = 1000\n'
        with tempfile.TemporaryDirectory() as out:
            with open(RED, encoding="utf-8") as file:
                text = file.read()
            marked = []
            for number, more in enumerate(("", event, event.replace("mark_k[4]", "mark_k[3]"))):
                with open(f"{out}/{number}.toml", "w", encoding="utf-8") as file:
                    file.write(text + more)
                run = self.results(f"{out}/{number}", f"{out}/{number}.toml", *MARKS[:3], "congestion.mark.k=1MB")
                marked.append(sum(flow["ce_packets"] for flow in run["flows"]))
            self.assertEqual((marked[0], marked[2]), (0, 0))
            self.assertGreater(marked[1], 1000)
            self.refused("wanted at most 1073741823, 30 bits", "run", f"{out}/1.toml", *MARKS[:2], "--set", "event.k.value=2000000000", "--out", f"{out}/wide")

    # A bucket lets pass at most burst + rate x time, and of a sender that sends more all of it but a frame.
    def test_polices(self):
        with tempfile.TemporaryDirectory() as out:
            run = self.results(f"{out}/policed", INCAST, *POLICED, "--set", "flow_control.scheme=none")
            self.assertEqual(set(run["drops"]), {"refused"})
            may = 2e9 / 8 * run["simulated_seconds"]
            for flow in run["flows"]:
                with self.subTest(flow["name"]):
                    self.assertLessEqual(flow["delivered_bytes"], may + BURST)
                    if flow["name"] != "block":  # which ends early
                        self.assertGreater(flow["delivered_bytes"], 0.98 * may)
            free = self.results(f"{out}/free", INCAST, *POLICED[:3], "switch.admission.police.rate=400Gbps")
            plain = self.results(f"{out}/plain", INCAST, plugins=())
            self.assertEqual(free["flows"], plain["flows"])

    def test_matches(self):
        with tempfile.TemporaryDirectory() as out:
            one, other, turns = (self.results(f"{out}/{i}", INCAST, *queued(arbiter), plugins=(PIM,))
                                 for i, arbiter in enumerate(("pim", "pim", "round_robin")))
            self.assertEqual(one["flows"], other["flows"])
            self.assertEqual(*(sum(flow["delivered_packets"] for flow in run["flows"]) // 50 for run in (one, turns)))

    def test_drops_heads_as_the_watchdog(self):
        timed = ["--set", "deadlock.unit=head_drop", "--set", "deadlock.head_drop.timeout=100us"]
        with tempfile.TemporaryDirectory() as out:
            own = self.results(f"{out}/own", WATCHDOG, *timed, "--until", "5ms", plugins=(HEAD_DROP,))
            dog = self.results(f"{out}/dog", WATCHDOG, "--until", "5ms", plugins=())
            self.assertEqual(*([(flow["name"], flow["delivered_bytes"], flow["dropped_packets"]) for flow in one["flows"]] for one in (own, dog)))
            self.assertGreater(sum(flow["dropped_packets"] for flow in own["flows"]), 10)
        self.assertIn("head_drop         run, cost drops a head that stands too long\n", self.works("list", "mechanisms", plugins=(HEAD_DROP,)))
        self.assertRegex(self.works("cost", "--mechanisms", "pfc,head_drop", plugins=(HEAD_DROP,)), r"head_drop +[1-9]")
        self.refused("key 'deadlock.head_drop.timeout': wanted a time from 1us to 1s", "check", WATCHDOG, *timed[:3],
                     "deadlock.head_drop.timeout=0.5us", plugins=(HEAD_DROP,))

    def test_faults(self):
        self.assertIn("clock", self.works("list", "mechanisms", plugins=(FAULTY,)))
        for fault, words in FAULTS.items():
            with self.subTest(fault):
                self.refused(words, "list", "mechanisms", plugins=(FAULTY,), fault=fault)
        self.refused('there is a "mark" already', "list", "mechanisms", plugins=(MARK, MARK))
        self.refused("the part asks for a key that it has not asked for at first", "check", RED, *CLOCKED, plugins=(FAULTY,), fault="another_key")
        with tempfile.TemporaryDirectory() as out:
            for fault in ("twice", "asks_not"):
                self.refused('the part "first" joins what it was not asked for, or a port twice', "run", INCAST, *queued("first"), "--quiet",
                             "--out", f"{out}/{fault}", plugins=(FAULTY,), fault=fault, status=BROKEN)
            self.results(f"{out}/right", INCAST, *queued("first"), plugins=(FAULTY,))

    def test_settings_of_all_kinds(self):
        self.refused("'congestion.clock.said': wanted a word; got nothing", "check", RED, *CLOCKED, "--set", "congestion.clock.said=nothing",
                     plugins=(FAULTY,))
        self.refused("'congestion.clock.share': wanted a number from 0.0 to 1.0", "check", RED, *CLOCKED, "--set",
                     "congestion.clock.share=1.5", plugins=(FAULTY,))
        with tempfile.TemporaryDirectory() as out:
            self.results(f"{out}/a", RED, *CLOCKED, "--set", "congestion.clock.pace=2us", "--set", "congestion.clock.on=false",
                         plugins=(FAULTY,))
            with open(f"{out}/a/resolved.toml", encoding="utf-8") as file:
                resolved = file.read()
            for line in ('pace = "2us"', "limit = 5", "share = 0.5", "on = false"):
                self.assertIn("\n" + line, resolved)
            self.works("check", f"{out}/a/resolved.toml", plugins=(FAULTY,))
        properties = json.loads(self.works("schema", "scenario", plugins=(FAULTY,)))["properties"]
        said = properties["congestion"]["properties"]["clock"]["properties"]["said"]
        self.assertEqual(said["default"], 'a "b" = c')

    def test_small_program(self):
        self.works("run", RED, *MARKS, *POLICED[:2], "--quiet", "--out", tempfile.mkdtemp(), program=MODEL)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
