# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The names that weir cost takes, and what weir list says of them.

usage: mechanisms_test.py WEIR
"""

import json
import tomllib
import unittest

import program
from program import report, schema, weir


class Mechanisms(unittest.TestCase):
    def test_each_that_is_listed_is_known(self):
        listed = program.run("list", "mechanisms").stdout
        names = [line.split()[0] for line in listed.splitlines()]
        self.assertGreaterEqual(len(names), 18)
        for name in names:
            lossless = "2" if name == "ttl_pfc" else "1"
            self.assertEqual(report("--mechanisms", name, "--lossless", lossless)["selected"], [name])

    def test_what_a_scenario_takes_runs(self):
        of_a_scenario = schema("scenario")["properties"]
        taken = {"ttl"}
        for table, key in (("flow_control", "scheme"), ("congestion", "detector"), ("deadlock", "unit")):
            taken |= set(of_a_scenario[table]["properties"][key]["anyOf"][0]["enum"])
        taken |= set(of_a_scenario["deadlock"]["properties"]["itsy"]["properties"]["resolution"]["anyOf"][0]["enum"])
        listed = program.run("list", "mechanisms").stdout
        for line in listed.splitlines():
            name, where = line.split()[:2]
            self.assertEqual(where == "run,", name in taken, line)

    def test_ttl_pfc_wants_a_class_for_each_hop(self):
        refused = weir("--mechanisms", "ttl_pfc", status=2)
        self.assertIn("ttl_pfc has a lossless class for each hop of a packet, wanted at least 2", refused.stderr)

    def test_ttl_pfc_needs_headroom_in_what_packets_can_fill(self):
        tree = json.loads(weir("scenarios/ttl/ttl_pool.toml", "--device", "se1", "--format", "json").stdout)["headroom"][0]
        self.assertEqual((tree["queues"], tree["all_bytes"]), (6, 6 * tree["each_bytes"]))
        scenario = tomllib.loads((program.TOP / "scenarios/ttl/ttl_pool.toml").read_text(encoding="utf-8"))
        self.assertEqual(f"{tree['pool_bytes']}B", scenario["switch"]["mmu"]["headroom_pool"])

    def test_short_names(self):
        for short, name in (("gfc", "gfc_buffer_based"), ("red", "red_ecn"), ("fecn", "ib_fecn")):
            self.assertEqual(report("--mechanisms", short), report("--mechanisms", name))

    def test_no_rtl_is_told(self):
        cost = report("--mechanisms", "pfc", "--synth")
        self.assertEqual((cost["synthesis"], cost["warnings"]), ([], ["--synth: no block of this switch has RTL"]))


if __name__ == "__main__":
    program.main()
