#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The Python module weir.reference: it replays the golden vectors of every block, and refuses what cannot be.

usage: reference_test.py WEIR LIBRARY
"""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WEIR, LIBRARY = sys.argv[1:]
os.environ["WEIR_REFERENCE"] = LIBRARY
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from weir.reference import Error, Model, blocks  # noqa: E402

MOST_CYCLES = 600  # of a segment; segments begin with a reset, so that the rest may be left out


def replay(block, folder):
    """Plays the beginning of each segment. Returns cycles, segments, and the first difference, or None."""
    model, segment, played, cycles, segments = Model(block), None, 0, 0, 0
    with open(folder / "stimulus.csv", encoding="utf-8", newline="") as given, open(folder / "expected.csv", encoding="utf-8", newline="") as wanted:
        stimulus, expected = csv.reader(given), csv.reader(wanted)
        at = {name: n for n, name in enumerate(next(stimulus))}
        out = {name: n for n, name in enumerate(next(expected))}
        inputs = [at[name] for name in model.inputs]
        outputs = [(name, 1 << bits, out[name], out[f"{name}_step"]) for name, bits in model.outputs.items()]
        for line, answer in zip(stimulus, expected, strict=True):
            if line[at["segment"]] != segment:
                segment, played, segments = line[at["segment"]], 0, segments + 1
            length = int(line[at["cycles"]])
            if played + length > MOST_CYCLES:
                played = MOST_CYCLES + 1
                continue
            played += length
            cycles += length
            shown = model.play([[int(line[n]) for n in inputs]] * length)
            for n, row in enumerate(shown):
                for (name, values, first, step), value in zip(outputs, row):
                    right = (int(answer[first]) + n * int(answer[step])) % values
                    if value != right:
                        return cycles, segments, f"{block}, cycle {int(line[at['cycle']]) + n}, {name}: {value}, wanted {right}"
    return cycles, segments, None


class Reference(unittest.TestCase):
    def vectors(self, block, folder):
        subprocess.run([WEIR, "vectors", block, "--out", folder, "--cycles", "500"], check=True, capture_output=True)
        return pathlib.Path(folder)

    def test_every_block_shows_its_golden_vectors(self):
        listed = subprocess.run([WEIR, "list", "blocks"], check=True, capture_output=True, text=True).stdout.splitlines()
        self.assertEqual(blocks(), [line.split()[0] for line in listed])
        self.assertGreater(len(blocks()), 15)
        for block in blocks():
            with self.subTest(block), tempfile.TemporaryDirectory() as out:
                cycles, segments, difference = replay(block, self.vectors(block, out))
                self.assertIsNone(difference)
                self.assertGreater(cycles, 500)
                self.assertGreater(segments, 3)

    def test_a_changed_line_is_seen(self):
        with tempfile.TemporaryDirectory() as out:
            folder = self.vectors("stage_comparator_threshold", out)
            lines = (folder / "expected.csv").read_text(encoding="utf-8").splitlines()
            fields = lines[40].split(",")
            fields[3] = str(int(fields[3]) ^ 1)
            lines[40] = ",".join(fields)
            (folder / "expected.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            self.assertIn("stage_comparator_threshold, cycle ", replay("stage_comparator_threshold", folder)[2])

    def test_models_do_not_meet_and_keep_inputs(self):
        one, two = Model("rate_limiter_stage"), Model("rate_limiter_stage")
        for model in (one, two):
            model.clock(rst_ni=0)
        one.clock(rst_ni=1, sent_i=1, r_l_ticks_i=100, rate_valid_i=1, r_r_i=3)
        self.assertGreater(one.clock(sent_i=0, rate_valid_i=0)["r_c_o"], 0)
        self.assertEqual(two.clock(rst_ni=1)["r_c_o"], 0)
        before = one.evaluate()
        self.assertEqual(before, one.evaluate())
        self.assertLess(one.clock()["r_c_d_o"], before["r_c_o"])

    def test_modes_of_a_limiter_are_inputs(self):
        def follows(rounding):
            limiter = Model("rate_limiter_stage")
            limiter.clock(rst_ni=0)
            limiter.clock(rst_ni=1, rounding_i=rounding, sent_i=1, r_l_ticks_i=7, r_l_subticks_i=20, rate_valid_i=1, r_r_i=1)
            return limiter.clock(sent_i=0)["r_c_o"]
        self.assertEqual(len({follows(rounding) for rounding in (0, 1)}), 2)  # floor and ceil

    def test_parameters(self):
        self.assertEqual(Model("rr_arbiter", INPUTS=5).inputs["req_i"], 5)
        thresholds = len(Model("stage_comparator_threshold").inputs)
        self.assertGreater(thresholds, 3)

    def test_refusals(self):
        for words, call in (("the nearest is", lambda: Model("rr_arbitre")),
                            ("M", lambda: Model("rr_arbiter", M=4)),
                            ("has no input request_i", lambda: Model("rr_arbiter").clock(request_i=1)),
                            ("has 1 bits; got 2", lambda: Model("rr_arbiter").clock(rst_ni=2)),
                            ("wanted at most", lambda: Model("rate_limiter_stage", SUBTICKS=20).clock(phase_i=31)),
                            ("wanted rows of", lambda: Model("rr_arbiter").play([[1]]))):
            with self.subTest(words), self.assertRaises(Error) as raised:
                call()
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
