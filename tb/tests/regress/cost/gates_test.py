# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir cost --synth of several mechanisms: chips side by side, and what is too large to build. Minutes of Yosys.

usage: gates_test.py WEIR
"""

import unittest

import chips_test
import program
from program import report, weir


class Gates(unittest.TestCase):
    def test_chips(self):
        """With --synth the blocks that have RTL: class mapper and register bank of each chip, and those of its mechanisms."""
        of_switch = "--ports", "8", "--classes", "7", "--synth"
        alone = report(*of_switch, "--mechanisms", "gfc")
        plain = report(*of_switch, "--mechanisms", "ib_fecn")
        gfc, fecn, both, pfc = chips_test.chips(*of_switch, of=["gfc", "ib_fecn", "pfc,gfc", "pfc"])
        self.assertAlmostEqual(gfc["gate_equivalents"], alone["synthesis_total"]["gate_equivalents"])
        self.assertEqual([block["block"] for block in plain["synthesis"]], ["class_mapper", "port_registers"])
        self.assertAlmostEqual(fecn["gate_equivalents"], plain["synthesis_total"]["gate_equivalents"])
        for chip in (fecn, both):
            self.assertAlmostEqual(chip["against_first"]["gate_equivalents"], chip["gate_equivalents"] - gfc["gate_equivalents"])
        self.assertLess(0, fecn["gate_equivalents"])
        self.assertLess(fecn["gate_equivalents"], pfc["gate_equivalents"])
        self.assertLess(pfc["gate_equivalents"], gfc["gate_equivalents"])
        self.assertLess(gfc["gate_equivalents"], both["gate_equivalents"])
        self.assertIn("kGE", weir(*of_switch, "--chip", "gfc").stdout)

    def test_what_is_too_large_to_build_is_told(self):
        cost = report("--mechanisms", "pfc,itsy", "--ports", "64", "--classes", "7", "--synth")
        self.assertEqual([block["block"] for block in cost["synthesis"]], ["class_mapper", "pfc_engine", "port_registers"])
        missing = [warning for warning in cost["warnings"] if "--synth" in warning]
        self.assertEqual(len(missing), 1)
        self.assertRegex(missing[0], r"^--synth: itsy_causality is not built: 1 block with [\d,]+ flip-flops each, .* "
                                              r"weir synth itsy_causality .*--parameter PORTS=64 .*builds one$")
        bits = sum(r["bits"] for r in cost["registers"] if r["rtl_block"] == "itsy_causality")
        self.assertIn(f"{bits:,} flip-flops", missing[0])


if __name__ == "__main__":
    program.main()
