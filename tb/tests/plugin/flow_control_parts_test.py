#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Flow control of weir/parts.h: it protects classes in switches and hosts, says what room it needs, and a wrong answer
ends in one line.

usage: flow_control_parts_test.py WEIR STOP_GO FAULTY_PART
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WEIR, STOP_GO, FAULTY = sys.argv[1:]
BAD_INPUT, BROKEN = 2, 3
SCHEME = "flow_control.scheme"

STAR = """
[scenario]
name = "star"
description = "Two hosts send to one, which takes less."
duration = "2ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
delay = "1us"
[flow_control]
scheme = "stop_go"
lossless = [0, 3]
[[host]]
hosts = ["h3"]
service_rate = "5Gbps"
"""
FLOWS = "".join(f'[[flow]]\nname = "f{i}"\nsrc = "h{i}"\ndst = "h3"\nclass = 3\n' for i in (1, 2))
RESET = '[[event]]\nat = "1ms"\ndo = "reset_switch"\ndevice = "s1"\n'

# What the message of each wrong answer says, and where; times are not typed in.
WRONG = {
    "holds_at_once": "holds or lets go class 3 without a message or a timer; queue s1.p",
    "wakes_before": "asks for a timer in the past, at ",
    "speaks_of_9": "speaks of class 9, which is not lossless; queue s1.p",
    "speaks_of_lossy": "speaks of class 7, which is not lossless; queue s1.p",
    "says_again": "asks for a message while its message is made; queue s1.p",
    "holds_9": "holds class 9, which is not lossless; queue h",
    "holds_for_ever": "holds class 3 for longer than it has promised, 20000000 ps after a message; queue h",
}


class FlowControl(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def weir(self, command, *sets, text=STAR + FLOWS, fault=None):
        file = self.folder / "star.toml"
        file.write_text(text, encoding="utf-8")
        to = ["--quiet", "--out", str(self.folder / f"run{len(list(self.folder.iterdir()))}")] if command == "run" else []
        done = subprocess.run([WEIR, "--plugin", STOP_GO, "--plugin", FAULTY, command, str(file), *(word for one in sets for word in ("--set", one)), *to],
                              text=True, capture_output=True, check=False, env={**os.environ, **({"WEIR_PLUGIN_FAULT": fault} if fault else {})})
        return done, pathlib.Path(to[-1]) if to else None

    def run_of(self, *sets, **options):
        done, out = self.weir("run", *sets, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((out / "summary.json").read_text(encoding="utf-8"))

    def refused(self, words, *sets, status=BAD_INPUT, command="check", **options):
        done, out = self.weir(command, *sets, **options)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (status, 1), done.stderr)
        self.assertIn(words, done.stderr)
        if out is not None and status == BAD_INPUT:
            self.assertFalse(out.exists())

    # At the host that takes less than its line, and at the switch, whose port it holds.
    def test_loses_nothing(self):
        for crossbar in ("output_queued", "input_queued", "combined"):
            with self.subTest(crossbar):
                run = self.run_of(f"switch.crossbar.strategy={crossbar}")
                self.assertEqual(run["drops"], {})
                for device in ("h3", "s1"):
                    self.assertGreater(sum(queue["pauses_sent"] for queue in run["queues"] if queue["device"] == device), 3)
                self.assertGreater(sum(flow["delivered_bytes"] for flow in run["flows"]), 0.95 * 5e9 / 8 * 2e-3)
        run = self.run_of("flow_control.scheme=none")
        self.assertNotEqual(run["drops"], {})

    def test_says_what_room_it_needs(self):
        done, _ = self.weir("check", "switch.mmu.viq_limit=101KB", "switch.mmu.headroom=0B")
        self.assertIn('what flow_control.scheme = "stop_go" promises = ', done.stdout + done.stderr)
        done, _ = self.weir("check", "switch.mmu.viq_limit=200KB", "switch.mmu.headroom=0B")
        self.assertNotIn("promises", done.stdout + done.stderr)
        self.refused("'flow_control.stop_go.go': wanted less than stop, 100000 B; got 100000 B", "flow_control.stop_go.go=100KB")
        self.refused('"stops" promises nothing of lossless classes (Build::promise), and no room can be judged; wanted such a promise, or '
                     "flow_control.lossless = []", f"{SCHEME}=stops", fault="promises_nothing")
        self.assertEqual(self.weir("check", f"{SCHEME}=stops", "flow_control.lossless=[]", fault="promises_nothing")[0].returncode, 0)

    def test_registers(self):
        done, _ = self.weir("registers")
        self.assertRegex(done.stdout, r"`stop_go_asked`\[3 port\] \| 8 \| ro")
        self.assertRegex(done.stdout, r"`pauses_sent`\[3 port\]\[2 class\]")

    def test_refused_beside(self):
        self.refused("a switch cannot be reset", text=STAR + FLOWS + RESET)
        self.refused("deadlock.unit", "deadlock.unit=itsy")
        self.refused("headroom_pool", "switch.mmu.headroom_pool=100KB")

    def test_wrong_answers(self):
        self.assertEqual(self.run_of(f"{SCHEME}=stops")["drops"], {})
        for fault, words in WRONG.items():
            with self.subTest(fault):
                self.refused(f'the part "stops" {words}', f"{SCHEME}=stops", status=BROKEN, command="run", fault=fault)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
