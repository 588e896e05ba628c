# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir cost --synth from end to end: what is declared is what Yosys finds, and what it does not find is named.

usage: synthesis_test.py WEIR
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest


def synthesise(cache):
    return subprocess.run(
        [WEIR, "cost", "--ports", "2", "--mechanisms", "gfc_buffer_based", "--synth", "--format", "json"],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)}, capture_output=True, text=True, check=False)


class Synthesis(unittest.TestCase):
    def test_declared_is_found_and_a_difference_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            done = synthesise(folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            cost = json.loads(done.stdout)
            blocks = {b["block"]: b for b in cost["synthesis"]}
            total = cost["synthesis_total"]
            self.assertEqual(total["flip_flops"], sum(b["flip_flops"] * b["instances"] for b in blocks.values()))
            self.assertAlmostEqual(total["area_um2"], sum(b["fast"]["area_um2"] * b["instances"] for b in blocks.values()), places=3)
            self.assertAlmostEqual(total["gate_equivalents"], total["area_um2"] / 24)  # osu018's NAND2X1
            self.assertIn("B_K_RESET", blocks["stage_comparator_threshold"]["resets"])
            self.assertEqual(set(blocks), {"class_mapper", "egress_scheduler", "port_registers", "rate_limiter_stage",
                                           "stage_comparator_threshold"})
            self.assertEqual(blocks["port_registers"]["instances"], 2)
            self.assertEqual(sum(r["bits"] for r in cost["registers"] if r["rtl_block"] == "port_registers"),
                             2 * blocks["port_registers"]["flip_flops"])
            for block in blocks.values():
                self.assertTrue(block["agrees"])
                self.assertEqual(block["declared_bits"], block["flip_flops"])
                self.assertGreater(block["flip_flops"], 0)

            self.assertEqual(cost["synthesis_ports"], [])  # no PAUSE frames, no credits

            # One flip-flop too many in what synthesis is remembered to have found.
            kept = [f for f in pathlib.Path(folder).rglob("*.json")
                    if json.loads(f.read_text())["block"] == "rate_limiter_stage"]
            self.assertEqual(len(kept), 1)
            found = json.loads(kept[0].read_text())
            found["flip_flops"] += 1
            kept[0].write_text(json.dumps(found))
            done = synthesise(folder)
            declared = blocks["rate_limiter_stage"]["declared_bits"]
            self.assertEqual(done.returncode, 1)
            self.assertIn("rate_limiter_stage", done.stderr)
            self.assertIn(f"{declared} bits are declared, synthesis finds {declared + 1}", done.stderr)


if __name__ == "__main__":
    WEIR = sys.argv.pop()
    unittest.main()
