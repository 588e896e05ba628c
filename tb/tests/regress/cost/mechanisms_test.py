# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The names that weir cost takes, what weir list says of them, which go together, and commands that documents show.

usage: mechanisms_test.py WEIR
"""

import json
import re
import shlex
import tempfile
import tomllib
import unittest

import program
from program import report, schema, weir


def shown_commands():
    """(page, words) of each `weir cost` that README and docs show as a command; old decisions and changes aside."""
    for page in [program.TOP / "README.md", *sorted((program.TOP / "docs").rglob("*.md"))]:
        if "decisions" in page.parts:
            continue
        text = page.read_text(encoding="utf-8")
        lines = re.findall(r"^    (?:\./)?weir (cost .*)$|`(?:\./)?weir (cost [^`]*)`", text, re.MULTILINE)
        for block, within in lines:
            words = shlex.split(block or within, comments=True)
            if len(words) > 2 and "..." not in words[-1] and not {"mine", "SCENARIO"} & set(words):  # for the reader to fill in
                yield page.relative_to(program.TOP), words
    help_text = program.run("cost", "--help").stdout
    for line in re.findall(r"Example: weir (cost .*)", help_text):
        yield "--help", shlex.split(line)


class Shown(unittest.TestCase):
    def test_what_documents_show_runs(self):
        seen = 0
        with tempfile.TemporaryDirectory() as folder:
            for number, (page, words) in enumerate(shown_commands()):
                out = []
                if "--sweep" in words:
                    words = words[:words.index("--out")] if "--out" in words else words
                    out = ["--out", f"{folder}/{number}"]
                if "--synth" in words:
                    words.remove("--synth")  # synthesis_test.py
                    if "--liberty" in words:  # the reader's own
                        at = words.index("--liberty")
                        del words[at:at + 2]
                done = program.run(*words, *out)
                self.assertEqual(done.returncode, 0, (str(page), words, done.stderr))
                seen += 1
        self.assertGreater(seen, 10)


class Mechanisms(unittest.TestCase):
    def test_each_that_is_listed_is_known(self):
        listed = program.run("list", "mechanisms").stdout
        names = [line.split()[0] for line in listed.splitlines()]
        self.assertGreaterEqual(len(names), 18)
        for name in names:
            lossless = "2" if name == "ttl_pfc" else "1"
            alone = program.run("cost", "--mechanisms", name, "--lossless", lossless, "--format", "json")
            if alone.returncode == 0:
                self.assertEqual(json.loads(alone.stdout)["selected"], [name])
            else:  # ITSY, its resolutions and the PFC watchdog go with PFC only
                said = {"itsy": "itsy follows PFC", "pfcwd": "pfcwd counts PFC frames"}.get(name, "tells peers to go on")
                self.assertIn(said, alone.stderr)
                self.assertEqual(report("--mechanisms", f"pfc,{name}")["selected"], ["pfc", name])

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

    def test_check_says_the_same(self):
        """What check refuses of a file is what cost refuses of a list."""
        ring = "scenarios/ring/pfc.toml"
        for scheme, detector, unit in (("gfc_buffer_based", "tcd", "itsy"), ("cbfc", "none", "itsy"), ("gfc_gradient", "bcn", "none"),
                                       ("gfc_buffer_based", "tcd", "none"), ("pfc", "tcd_infiniband", "none"), ("pfc", "tcd", "itsy")):
            sets = [f"flow_control.scheme={scheme}", f"congestion.detector={detector}", f"deadlock.unit={unit}",
                    "flow_control.pfc.refresh_fraction=0.3", "switch.crossbar.queueing=virtual_output"]
            check = program.run("check", ring, *(word for one in sets for word in ("--set", one)))
            cost = program.run("cost", "--mechanisms", ",".join(name for name in (scheme, detector, unit) if name != "none"))
            self.assertEqual(cost.returncode, check.returncode, (scheme, detector, unit, cost.stderr, check.stderr))
            if check.returncode:
                self.assertIn(check.stderr.split("': ", 1)[1], cost.stderr)
            else:
                said = [line for line in check.stdout.splitlines() if line.startswith("warning: congestion.detector")]
                self.assertEqual([line for line in cost.stdout.splitlines() if "congestion.detector" in line], said)

    def test_a_chip_of_two_schemes_says_which_go(self):
        chip = report("--mechanisms", "pfc,gfc,itsy")["settings"]
        self.assertEqual([(one["scheme"], one["goes"]) for one in chip], [("pfc", True), ("gfc_buffer_based", False)])
        self.assertIn("itsy follows PFC", chip[1]["refusal"])
        refused = weir("--mechanisms", "cbfc,gfc,itsy", status=2)
        self.assertIn("set to cbfc: key 'deadlock.unit': itsy follows PFC", refused.stderr)

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


if __name__ == "__main__":
    program.main()
