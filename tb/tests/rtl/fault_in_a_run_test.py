#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A scenario with ports in lock-step whose RTL has a fault: the run ends with status 3 at the first difference, in one
line with the port, the block, the outputs, the cycle, both values and the time. Without the fault the same run ends
with 0. With the RTL alone the fault is followed: no PAUSE is heard, and a lossless class loses a packet.

usage: fault_in_a_run_test.py FAULTY_WEIR
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None
BLOCK = "lossless_port"
DIFFERENCE = re.compile(rf"weir: internal fault: lock-step: s\d\.p\d \({BLOCK}\) differs in (\w+_o, )*\w+_o at cycle \d+; inputs .*; "
                        r"reference .*; rtl .*; .*at [\d.]+[munp]?s\n")


def run(fault, fidelity="lockstep"):
    with tempfile.TemporaryDirectory(prefix="weir_fault_") as out:
        return subprocess.run([PROGRAM, BLOCK, fault, "run", TOP / "scenarios/ring/pfc.toml", "--until", "2ms", "--set",
                               f"fidelity.{BLOCK}={fidelity}", "--quiet", "--out", f"{out}/run"],
                              capture_output=True, text=True, timeout=300)


class FaultInARun(unittest.TestCase):
    def test_without_a_fault(self):
        done = run("none")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_run_stops_and_says_where(self):
        for fault in "told_is_asserted", "gates_are_shared":
            with self.subTest(fault):
                done = run(fault)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertTrue(DIFFERENCE.fullmatch(done.stderr), done.stderr)

    def test_rtl_alone_is_followed(self):
        said = run("gates_are_shared", "rtl").stderr
        self.assertIn("a lossless class loses a packet", said)
        self.assertNotIn("lock-step", said)


if __name__ == "__main__":
    unittest.main()
