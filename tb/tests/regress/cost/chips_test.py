# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir cost --chip: each chip is what weir cost --mechanisms says of it, beside the first one, and has what is measured of its
promises.

usage: chips_test.py WEIR
"""

import copy
import csv
import html
import io
import json
import pathlib
import re
import tempfile
import unittest
import urllib.parse

import jsonschema

import program
import promises
from program import report, schema, weir

SWITCH = ["--ports", "64", "--rate", "400Gbps", "--cable", "300"]
CHIPS = ["pfc", "pfc,tcd,itsy", "cbfc,tcd_infiniband", "pfc,gfc,tcd"]
PUBLISHED = ["scenarios/itsy/simultaneous_repaired.toml", "--set", "deadlock.itsy.protocol=published"]


def options(chips):
    return [word for chip in chips for word in ("--chip", chip)]


def chips(*arguments, of=tuple(CHIPS), **status):
    return json.loads(weir(*arguments, *options(of), "--format", "json", **status).stdout)["chips"]


def kept(chip):
    return {(one["set_to"], one["mechanism"]): one["kept"] for one in chip["promises"]}


class Figures(unittest.TestCase):
    def test_each_is_what_a_report_of_it_says(self):
        made = chips(*SWITCH)
        for asked, chip in zip(CHIPS, made, strict=True):
            alone = report(*SWITCH, "--mechanisms", asked)
            self.assertEqual(chip["chip"].split(","), alone["selected"])
            self.assertEqual(chip["flip_flop_bits"], alone["bits"]["flip_flop"])
            self.assertEqual(chip["control_sram_bits"], alone["bits"]["sram"] - alone["packet_bits"])
            self.assertEqual(chip["needed_buffer_bytes"], max(one["least_buffer_bytes"] for one in alone["headroom"]))
            for key, more in chip["against_first"].items():
                if more is not None:
                    self.assertEqual(more, chip[key] - made[0][key])
            self.assertIsNone(chip["gate_equivalents"])

    def test_a_scenario_with_other_mechanisms(self):
        ring = "scenarios/ring/pfc.toml"
        both = chips(ring, of=["pfc", "pfc,tcd"])
        self.assertEqual(both[1]["flip_flop_bits"], report(ring, "--mechanisms", "pfc,tcd")["bits"]["flip_flop"])

    def test_what_does_not_fit_is_told_once(self):
        done = weir(*SWITCH, "--lossless", "8", "--min-frame", "1500B", *options(["pfc", "cbfc", "cbfc,tcd_infiniband"]), "--format", "json", status=1)
        self.assertEqual([chip["fits"] for chip in json.loads(done.stdout)["chips"]], [True, False, False])
        self.assertEqual([line.split()[1] for line in done.stderr.splitlines()], ["cbfc"])


class Promises(unittest.TestCase):
    def test_words_are_those_of_the_pages(self):
        """Each is an entry that the pages of docs/results make, or what weir check says, or measured under other schemes."""
        entries = {(one["mechanism"], scheme): one for one in promises.promises(promises.page_text)
                   for scheme in one["under"] or [one["mechanism"]]}
        shown = [one for chip in chips() for one in chip["promises"]]
        self.assertEqual(len(shown), 1 + 3 + 2 + 4)
        for one in shown:
            entry = entries.get((one["mechanism"], one["set_to"]))
            if one["shown"].startswith("weir check: "):
                self.assertEqual((one["set_to"], one["mechanism"], one["kept"]), ("gfc_buffer_based", "tcd", "no"))
            else:
                self.assertEqual((one["promise"], one["kept"], one["shown"], one["page"]),
                                 (entry["promise"], entry["kept"], entry["shown"], f"docs/results/{entry['page']}"))
                self.assertTrue((program.TOP / one["page"]).is_file())

    def test_a_chip_is_summed_up(self):
        says = {chip["chip"]: chip["keeps_its_promises"] for chip in chips()}
        self.assertEqual(says["pfc"], "yes")
        self.assertEqual(says["pfc,tcd,itsy"], "in part: itsy with pfc")
        self.assertEqual(says["pfc,gfc_buffer_based,tcd"], "no: tcd with gfc_buffer_based; in part: gfc_buffer_based")

    def test_what_check_refuses_beside_the_rest(self):
        """ITSY follows pauses of PFC: set to GFC the chip does not work, and nothing else is said of that setting."""
        chip = chips(of=["pfc,gfc,itsy"])[0]
        self.assertEqual(kept(chip), {("pfc", "pfc"): "yes", ("pfc", "itsy"): "in part", ("gfc_buffer_based", "gfc_buffer_based"): "no"})
        self.assertIn("weir check: key 'deadlock.unit': itsy follows PFC", chip["promises"][2]["shown"])

    def test_what_was_not_measured(self):
        fera, watchdog = chips(of=["pfc,fera", "pfc,watchdog"])
        self.assertEqual(kept(fera)["pfc", "fera"], "not measured")
        self.assertIn("measured under egress_pause only", json.dumps(fera))
        self.assertEqual(kept(watchdog)["pfc", "watchdog"], "not measured")
        self.assertIsNone(watchdog["promises"][1]["page"])

    def test_itsy_as_published(self):
        self.assertEqual(kept(chips(*PUBLISHED, of=["pfc,itsy"])[0])["pfc", "itsy"], "no")


class Forms(unittest.TestCase):
    def test_table_csv_and_page_agree_with_the_json(self):
        made = chips()
        rows = list(csv.DictReader(io.StringIO(weir(*options(CHIPS), "--format", "csv").stdout)))
        table = weir(*options(CHIPS)).stdout
        page = weir(*options(CHIPS), "--format", "html").stdout
        for chip, row in zip(made, rows, strict=True):
            for key in ("chip", "needed_buffer_bytes", "flip_flop_bits", "control_sram_bits", "keeps_its_promises"):
                self.assertEqual(row[key], str(chip[key]))
            for key in ("needed_buffer_bytes", "flip_flop_bits", "control_sram_bits"):
                self.assertEqual(row[key + "_more"], str(chip["against_first"][key]))
            for text in (table, html.unescape(page)):
                self.assertIn(chip["chip"], text)
                self.assertIn(f"{chip['flip_flop_bits']:,}", text)
                self.assertIn(f"{chip['against_first']['flip_flop_bits']:+,}", text)
                self.assertIn(chip["keeps_its_promises"], text)
                for one in chip["promises"]:
                    self.assertIn(one["shown"], text)
                    self.assertIn(one["page"] or "", text)

    def test_links_of_the_page_lead_to_result_pages(self):
        page = weir(*options(CHIPS), "--format", "html").stdout
        links = re.findall(r'<a href="file://([^"]*)">(docs/results/[a-z_]*\.md)</a>', page)
        self.assertEqual({name for _, name in links}, {one["page"] for chip in chips() for one in chip["promises"] if one["page"]})
        for address, name in links:
            self.assertEqual(pathlib.Path(urllib.parse.unquote(address)).read_bytes(), (program.TOP / name).read_bytes())

    def test_schema(self):
        of_forms = schema("cost_chips")
        jsonschema.Draft202012Validator.check_schema(of_forms)
        validator = jsonschema.Draft202012Validator(of_forms)
        whole = json.loads(weir(*options(CHIPS), "--format", "json").stdout)
        self.assertEqual(list(validator.iter_errors(whole)), [])
        for change in (lambda c: c.pop("chips"), lambda c: c.update(chips=[]), lambda c: c["chips"][0].pop("promises"),
                       lambda c: c["chips"][0]["promises"][0].update(kept="perhaps"), lambda c: c["chips"][0].update(fits="yes"),
                       lambda c: c["chips"][0]["against_first"].pop("flip_flop_bits")):
            broken = copy.deepcopy(whole)
            change(broken)
            self.assertTrue(list(validator.iter_errors(broken)))

    def test_out(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "chips.csv"
            self.assertEqual(weir("--chip", "pfc", "--format", "csv", "--out", str(file)).stdout, "")
            self.assertEqual(file.read_text(), weir("--chip", "pfc", "--format", "csv").stdout)


class BadInput(unittest.TestCase):
    def test_one_line_and_status_2(self):
        for arguments, words in (
                (["--chip", "pfc,tdc"], '--chip: there is no mechanism "tdc"; the nearest is "tcd"'),
                (["--chip", "pfc,"], '--chip: there is no mechanism ""'),
                (["--chip", "pfc", "--chip", "gfc,tcd,itsy"],
                 "--chip gfc_buffer_based,tcd,itsy: key 'deadlock.unit': itsy follows PFC from a VIQ"),
                (["--chip", "ttl_pfc"], "--chip: ttl_pfc has a lossless class for each hop of a packet"),
                (["--chip"], "--chip"),
                (["--chip", "pfc", "--mechanisms", "pfc"], "--mechanisms makes no sense beside --chip"),
                (["--chip", "pfc", "--sweep", "ports=1..8"], "--sweep makes no sense beside --chip"),
                (["--chip", "pfc", "--compare"], "--compare makes no sense beside --chip"),
                (["--chip", "pfc", "--explain", "xoff"], "--explain makes no sense beside --chip"),
                (["--chip", "pfc", "--all"], "--all makes no sense beside --chip"),
                (["--chip", "pfc", "--macros", "tb/cost/macros_example.toml"], "--macros makes no sense beside --chip")):
            done = program.run("cost", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), (arguments, done))
            self.assertIn(words, done.stderr, arguments)


if __name__ == "__main__":
    program.main()
