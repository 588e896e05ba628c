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
DETECTING = "equipped_port"
RUNS = {BLOCK: ("scenarios/ring/pfc.toml", []),
        DETECTING: ("scenarios/tcd/tcd_multi.toml", ["switch.mmu.buffer=16MB", "switch.egress.discipline=dwrr"])}


def difference(block):
    return re.compile(rf"weir: internal fault: lock-step: \w\d\.p\d \({block}\) differs in (\w+_o, )*\w+_o at cycle \d+; inputs .*; "
                      r"reference .*; rtl .*; .*at [\d.]+[munp]?s\n")


def run(fault, fidelity="lockstep", block=BLOCK):
    scenario, sets = RUNS[block]
    with tempfile.TemporaryDirectory(prefix="weir_fault_") as out:
        return subprocess.run([PROGRAM, block, fault, "run", TOP / scenario, "--until", "2ms",
                               *[word for one in [f"fidelity.{block}={fidelity}", *sets] for word in ("--set", one)],
                               "--quiet", "--out", f"{out}/run"],
                              capture_output=True, text=True, timeout=300)


class FaultInARun(unittest.TestCase):
    def test_without_a_fault(self):
        for block in RUNS:
            done = run("none", block=block)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_run_stops_and_says_where(self):
        for block, fault in (BLOCK, "told_is_asserted"), (BLOCK, "gates_are_shared"), (DETECTING, "ue_never"):
            with self.subTest(fault):
                done = run(fault, block=block)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertTrue(difference(block).fullmatch(done.stderr), done.stderr)

    def test_rtl_alone_is_followed(self):
        said = run("gates_are_shared", "rtl").stderr
        self.assertIn("a lossless class loses a packet", said)
        self.assertNotIn("lock-step", said)


if __name__ == "__main__":
    unittest.main()
