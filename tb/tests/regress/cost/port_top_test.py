# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir cost --synth from end to end, a port as one top: its flip-flops are those of its parts and its own, and a difference is named.

usage: port_top_test.py WEIR
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema


def synthesise(cache, form, *options):
    return subprocess.run(
        [WEIR, "cost", "--ports", "2", "--mechanisms", *(options or ["pfc"]), "--synth", "--format", form],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)}, capture_output=True, text=True, check=False)


def add_a_flip_flop(cache):
    """One too many in what synthesis is remembered to have found."""
    kept = [f for f in pathlib.Path(cache).rglob("*.json") if json.loads(f.read_text())["block"] == "lossless_port"]
    if len(kept) != 1:
        raise AssertionError(f"{len(kept)} reports of the top")
    found = json.loads(kept[0].read_text())
    found["flip_flops"] += 1
    kept[0].write_text(json.dumps(found))


class PortTop(unittest.TestCase):
    def test_flip_flops_are_those_of_its_parts_and_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            done = synthesise(folder, "json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            cost = json.loads(done.stdout)
            jsonschema.validate(cost, json.loads(subprocess.run([WEIR, "schema", "cost"], capture_output=True, text=True, check=True).stdout))
            blocks = {b["block"]: b for b in cost["synthesis"]}
            self.assertEqual(len(cost["synthesis_ports"]), 1)
            port = cost["synthesis_ports"][0]
            parts = {b["block"]: b for b in port["parts"]}
            self.assertEqual(list(parts), ["pfc_engine", "egress_scheduler", "port_registers"])
            for name in ("pfc_engine", "egress_scheduler"):
                self.assertEqual((parts[name]["number"], parts[name]["fast"]), (1, blocks[name]["fast"]))
            self.assertEqual(port["bank"], "rtl")
            self.assertEqual(parts["port_registers"]["flip_flops"], 256)
            top = port["top"]
            self.assertTrue(top["agrees"])
            self.assertEqual(port["parts_flip_flops"], sum(b["flip_flops"] for b in parts.values()))
            self.assertEqual(top["flip_flops"], port["parts_flip_flops"] + port["own_bits"])
            self.assertEqual((top["block"], top["number"], port["own_bits"]), ("lossless_port", 2, 12))
            self.assertGreater(top["fast"]["combinational_cells"], 0)

            text = synthesise(folder, "table").stdout
            rows = text.partition("A port as one top\n")[2].partition("\n\n")[0]
            self.assertRegex(rows, rf"(?m)^  parts of a port +1 +{port['parts_flip_flops']} ")
            self.assertRegex(rows, rf"(?m)^  lossless_port: .*credited_i=0.* 1 +{top['flip_flops']} ")
            self.assertRegex(rows, rf"(?m)^  lossless_port of all ports +2 +{2 * top['flip_flops']:,} ")

            add_a_flip_flop(folder)
            done = synthesise(folder, "json")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rf"lossless_port \(.*PORT=0.*\): {top['flip_flops']} bits are declared, synthesis finds {top['flip_flops'] + 1}\n")

    def test_a_switch_with_detectors_has_them_in_its_ports(self):
        with tempfile.TemporaryDirectory() as folder:
            done = synthesise(folder, "json", "pfc,tcd", "--lossless", "2")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            port = json.loads(done.stdout)["synthesis_ports"][0]
            parts = {b["block"]: b for b in port["parts"]}
            self.assertEqual(list(parts), ["pfc_engine", "egress_scheduler", "tcd_detector", "port_registers"])
            top = port["top"]
            self.assertEqual((top["block"], parts["tcd_detector"]["number"], port["own_bits"]), ("equipped_port", 2, 14))
            self.assertEqual(top["flip_flops"], sum(b["number"] * b["flip_flops"] for b in port["parts"]) + 14)
            self.assertTrue(top["agrees"])

    def test_a_switch_with_stages_has_them_in_its_ports(self):
        with tempfile.TemporaryDirectory() as folder:
            done = synthesise(folder, "json", "gfc", "--lossless", "1", "--comparator", "leading_zero")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            port = json.loads(done.stdout)["synthesis_ports"][0]
            self.assertEqual([b["block"] for b in port["parts"]],
                             ["egress_scheduler", "rate_limiter_stage", "stage_comparator_leading_zero", "port_registers"])
            top = port["top"]
            self.assertEqual((top["block"], port["own_bits"]), ("gentle_port", 12 + 12 + 10))
            self.assertEqual(top["flip_flops"], sum(b["number"] * b["flip_flops"] for b in port["parts"]) + port["own_bits"])
            self.assertTrue(top["agrees"])


if __name__ == "__main__":
    WEIR = sys.argv.pop()
    unittest.main()
