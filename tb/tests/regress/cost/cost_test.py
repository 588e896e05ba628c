# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir cost from outside: known answers, four forms with the same figures, the JSON Schema, bad input.

usage: cost_test.py WEIR
"""

import copy
import csv
import io
import json
import pathlib
import re
import tempfile
import unittest

import jsonschema

import program
from program import register, report, schema, weir

ALL = "pfc,gfc_buffer_based,gfc_time_based,cbfc,tcd,fera,bcn,red_ecn,ib_fecn,itsy,count_min_drop"
RING = "scenarios/ring/gfc_buffer_based.toml"


class KnownAnswers(unittest.TestCase):
    def test_headroom_of_pfc(self):
        """TTL-based buffer management, eq. 14 with its 60 quanta, and its 5,632 KB for 32 ports x 8 classes."""
        cost = json.loads(weir("--ports", "32", "--lossless", "8", "--rate", "40Gbps", "--delay", "1.5us", "--processing", "768ns",
                               "--buffer", "16MiB", "--min-frame", "1500B", "--overhead", "0B", "--cell", "125B", "--format", "json").stdout)
        pfc = cost["headroom"][0]
        self.assertEqual((pfc["scheme"], pfc["each_bytes"], pfc["each_whole_kib"]), ("pfc", 21968, 22))
        self.assertEqual(pfc["each_whole_kib"] * 32 * 8, 5632)
        self.assertEqual(pfc["all_bytes"], 21968 * 256)
        self.assertEqual(pfc["least_buffer_bytes"], (21968 + 1499 + 1500) * 256)
        self.assertEqual((pfc["worst_mix_bytes"], pfc["worst_mix_cells"]), (14 * 1500 + 1375, 14 * 12 + 11))
        self.assertEqual(pfc["worst_mix"], [{"frame_bytes": 1500, "frames": 13}, {"frame_bytes": 1500, "frames": 1}])
        self.assertAlmostEqual(pfc["part_of_buffer"], pfc["least_buffer_bytes"] / (16 << 20))

    def test_headroom_of_pfc_is_that_of_short_frames_in_whole_cells(self):
        """400 Gbps, 300 m, cells of 254 B: what eq. 14 counts as 211,048 B is 638 KB of frames of 64 B."""
        def worst(*options):
            return report("--rate", "400Gbps", "--cable", "300", "--cell", "254B", *options)["headroom"][0]
        pfc = worst()
        self.assertEqual(pfc["each_bytes"], 211048)
        self.assertEqual((pfc["worst_mix_cells"], pfc["worst_mix"]),
                         (2494 + 6 + 5, [{"frame_bytes": 64, "frames": 2494}, {"frame_bytes": 1271, "frames": 1}]))
        self.assertEqual(pfc["worst_mix_bytes"], 254 * pfc["worst_mix_cells"])
        self.assertGreater(worst("--overhead", "0B")["worst_mix_cells"], pfc["worst_mix_cells"])
        self.assertLess(worst("--min-frame", "1000B")["worst_mix_cells"], pfc["worst_mix_cells"])

    def test_a_peer_above_400_gbps_is_extrapolated(self):
        self.assertIn("t_r 1.158 us: that of a peer at 400 Gbps, extrapolated to 1.6 Tbps", weir("--ports", "4", "--rate", "1600Gbps").stdout)
        self.assertIn("905 quanta of a peer at 400 Gbps, IEEE 802.3", weir("--ports", "4", "--rate", "400Gbps").stdout)

    def test_headroom_of_gfc(self):
        """GFC, section 5.4: 2 C tau of 131,000 B at 100 Gbps, t_w 1 us, t_r 3 us."""
        cost = report("--rate", "100Gbps", "--delay", "1us", "--processing", "3us", "--mechanisms", "gfc")
        self.assertEqual(cost["headroom"][0]["each_bytes"], 131000)

    def test_an_operators_formula(self):
        """SONiC's buffer_headroom_mellanox.lua: 400 Gbps, MTU 1500, 905 quanta; up to whole KiB."""
        for metres, operator in (("5", 64512), ("300", 209920)):
            cost = report("--ports", "32", "--lossless", "1", "--rate", "400Gbps", "--cable", metres)
            pfc = cost["headroom"][0]
            self.assertEqual(cost["switch"]["processing_delay_ps"], 905 * 1280)
            self.assertAlmostEqual((pfc["each_bytes"] + pfc["packet_bytes"]) / operator, 1, delta=0.05)

    def test_credits(self):
        """C tau + C T_c, T_c the time of 65,535 B, whatever the buffer: at 400 Gbps, 300 m."""
        arguments = ("--ports", "64", "--lossless", "1", "--rate", "400Gbps", "--cable", "300", "--mechanisms", "cbfc")
        need = 3000 + 2 * 75000 + 905 * 64 + 65535
        for buffer in ("128MiB", "64MiB"):
            each = report(*arguments, "--buffer", buffer)["headroom"][0]["each_bytes"]
            self.assertEqual(each, -(-need // 1500) * 1536)

    def test_cable_is_a_delay(self):
        self.assertEqual(report("--cable", "300"), report("--delay", "1.5us"))

    def test_limiters(self):
        """GFC, section 5.3: 24 ports x 8 classes are 192 limiters, 72 with three lossless classes."""
        for lossless, limiters in (("8", 192), ("3", 72)):
            cost = report("--ports", "24", "--rate", "10Gbps", "--lossless", lossless, "--mechanisms", "gfc")
            for name in ("r_l", "r_r", "r_c"):
                self.assertEqual(register(cost, name)["count"], limiters)

    def test_scenario(self):
        cost = report(RING)
        self.assertEqual(cost["selected"], ["gfc_buffer_based"])
        self.assertEqual(cost["switch"]["lossless_classes"], 1)
        self.assertEqual(register(cost, "b_k")["formula"], f"25 b x {cost['switch']['ports']} port x 1 class x 24 stage")
        self.assertEqual(report(RING, "--device", "s2")["title"], "s2 of ring_gfc_buffer_based, 3 ports")
        more = report(RING, "--mechanisms", "gfc,tcd")
        self.assertEqual(more["selected"], ["gfc_buffer_based", "tcd"])


class Forms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.arguments = ["--ports", "48", "--lossless", "2", "--rate", "100Gbps", "--buffer", "64MiB", "--mechanisms", ALL,
                         "--macros", "tb/cost/macros_example.toml"]
        cls.cost = report(*cls.arguments)

    def test_sums(self):
        cost = self.cost
        for kind in ("flip_flop", "sram", "tcam"):
            total = sum(r["bits"] for r in cost["registers"] if r["kind"] == kind)
            self.assertEqual(total, cost["bits"][kind])
            self.assertEqual(sum(m["bits"][kind] for m in cost["mechanisms"]), total)
        for r in cost["registers"]:
            size = r["width_bits"]
            for dimension in r["dimensions"]:
                size *= dimension["size"]
            self.assertEqual(r["bits"], size, r)
            numbers = [int(n) for n in re.findall(r"\b\d+\b", r["formula"])]
            product = 1
            for n in numbers:
                product *= n
            self.assertEqual(product, r["bits"], r["formula"])
            self.assertTrue(r["description"] and r["source"], r)

    def test_plain_pfc(self):
        plain = report("--ports", "48", "--lossless", "2", "--rate", "100Gbps", "--buffer", "64MiB", "--mechanisms", "pfc")
        self.assertEqual(plain["bits"], self.cost["plain_pfc"]["bits"])
        self.assertEqual(plain["plain_pfc"]["percent_added"]["flip_flop"], 0)
        base, bits = self.cost["plain_pfc"]["bits"]["flip_flop"], self.cost["bits"]["flip_flop"]
        self.assertAlmostEqual(self.cost["plain_pfc"]["percent_added"]["flip_flop"], (bits - base) / base * 100)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(weir(*self.arguments, "--format", "csv").stdout)))
        self.assertEqual(len(rows), len(self.cost["registers"]))
        for row, r in zip(rows, self.cost["registers"]):
            self.assertEqual((row["block"], row["register"], int(row["bits"]), row["formula"], row["per"]),
                             (r["block"], r["register"], r["bits"], r["formula"], r["per"]))
            self.assertNotIn(None, row)

    def test_table_and_page(self):
        table = weir(*self.arguments, "--all").stdout
        page = weir(*self.arguments, "--format", "html").stdout
        for r in self.cost["registers"]:
            for text in (table, page):
                self.assertIn(f"{r['block']}.{r['register']}", text)
                self.assertIn(r["formula"], text)
        self.assertNotRegex(page, r"(src|href)=")
        self.assertNotIn("://", page)

    def test_the_table_is_short(self):
        for ports in ("4", "64"):
            table = weir("--ports", ports, "--mechanisms", "pfc,tcd,itsy").stdout
            cost = report("--ports", ports, "--mechanisms", "pfc,tcd,itsy")
            self.assertLess(table.count("\n"), 50)
            self.assertNotIn("flow_control.xoff", table)
            self.assertIn(f"{len(cost['memories'])} memories, {len(cost['registers'])} registers: --all", table)
            for mechanism in cost["mechanisms"]:
                self.assertIn(mechanism["mechanism"], table)

    def test_memories(self):
        for memory in self.cost["memories"]:
            self.assertEqual(memory["bits"], memory["number"] * memory["words"] * memory["width_bits"])
            need = memory["reads_per_cycle"] + memory["writes_per_cycle"]
            table = memory["kind"] == "tcam" or (memory["reads_per_cycle"] > 0 and memory["writes_per_cycle"] == 0)
            ways = memory["copies"] if table else memory["banks_1rw"]
            if ways is None:
                self.assertEqual(memory["words"], 1)
                continue
            need = min(need, 2 * memory["words"])
            self.assertGreaterEqual(ways + 1e-6, need)
            self.assertLess(ways - 1, max(need, 0.5))
            self.assertEqual(memory["banks_1rw"] if table else memory["copies"], 1)
            self.assertEqual(memory["bits_of_copies"], memory["copies"] * memory["bits"])
            if memory["kind"] == "sram":
                self.assertGreaterEqual(memory["fpga"]["uram288"] * 294912, memory["bits_of_copies"])
                self.assertGreaterEqual(memory["fpga"]["bram36"] * 36864, memory["bits_of_copies"])
                use = memory["macros"]
                self.assertIn(use["macro"], ("example_sky130_1kbyte", "example_sky130_2kbyte"))
                size = {"example_sky130_1kbyte": 8192, "example_sky130_2kbyte": 16384}[use["macro"]]
                self.assertEqual(use["count"] * size - memory["bits_of_copies"], use["wasted_bits"])
        packets = 48 * 100e9 / 672 * 1.2e-9
        self.assertAlmostEqual(self.cost["packets_per_cycle"], packets)
        half = report(*self.arguments, "--clock", "0.6ns")
        self.assertAlmostEqual(half["packets_per_cycle"], packets / 2)

    def test_the_same_every_time(self):
        for form in ("table", "json", "csv", "html"):
            one, two = (weir(*self.arguments, "--format", form).stdout for _ in range(2))
            self.assertEqual(one, two)
        shuffled = list(self.arguments)
        shuffled[shuffled.index(ALL)] = ",".join(reversed(ALL.split(",")))
        self.assertEqual(report(*shuffled), self.cost)

    def test_out(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "cost.json"
            done = weir(*self.arguments, "--format", "json", "--out", str(path))
            self.assertEqual(done.stdout, "")
            self.assertEqual(json.loads(path.read_text()), self.cost)

    def test_a_file_that_cannot_be_written(self):
        done = weir("--out", "no/such/folder/cost.txt", status=2)
        self.assertIn("no/such/folder/cost.txt: cannot write", done.stderr)

    def test_explain(self):
        text = weir(*self.arguments, "--explain", "r_c").stdout
        self.assertIn("flow_control.r_c\n", text)
        for words in ("GFC, SIGCOMM '19", "countdown", "width follows", "for each (port, class)"):
            self.assertIn(words, text)
        self.assertEqual(text, weir(*self.arguments, "--explain", "flow_control.r_c").stdout)


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        of_a_report = schema("cost")
        jsonschema.Draft202012Validator.check_schema(of_a_report)
        cls.validator = jsonschema.Draft202012Validator(of_a_report)

    def test_what_weir_writes_is_valid(self):
        for arguments in (["--mechanisms", ALL, "--macros", "tb/cost/macros_example.toml"], [RING], ["--mechanisms", "none"],
                          ["--ports", "512", "--rate", "800Gbps", "--mechanisms", "pfc,gfc"]):
            self.assertEqual([error.message for error in self.validator.iter_errors(report(*arguments))], [])

    def test_a_wrong_one_is_refused(self):
        good = report("--mechanisms", "gfc,tcd")

        def broken(change):
            cost = copy.deepcopy(good)
            change(cost)
            return list(self.validator.iter_errors(cost))

        for change in (lambda c: c.pop("registers"), lambda c: c.update(schema="weir-cost-1"), lambda c: c.update(more=1), lambda c: c.pop("settings"),
                       lambda c: c["bits"].update(sram=-1), lambda c: c["registers"][0].pop("formula"),
                       lambda c: c["registers"][0].update(kind="rom"), lambda c: c["headroom"][0].update(each_bytes="1"),
                       lambda c: c["plain_pfc"]["percent_added"].update(all=1), lambda c: c["switch"].update(ports=0)):
            self.assertTrue(broken(change))


class Comparison(unittest.TestCase):
    SWITCH = ["--compare", "--ports", "64", "--rate", "400Gbps", "--cable", "300"]

    def test_forms_agree_with_one_another_and_with_a_report_of_each(self):
        done = weir(*self.SWITCH, "--format", "json")
        comparison = json.loads(done.stdout)
        of_forms = schema("cost_comparison")
        jsonschema.Draft202012Validator.check_schema(of_forms)
        jsonschema.validate(comparison, of_forms)
        self.assertEqual([s["scheme"] for s in comparison["schemes"]], ["pfc", "cbfc", "gfc_buffer_based"])
        rows = list(csv.DictReader(io.StringIO(weir(*self.SWITCH, "--format", "csv").stdout)))
        table = weir(*self.SWITCH).stdout
        page = weir(*self.SWITCH, "--format", "html").stdout
        for scheme, row in zip(comparison["schemes"], rows, strict=True):
            for key in ("scheme", "each_bytes", "packet_bytes", "least_buffer_bytes", "flip_flop_bits", "control_sram_bits"):
                self.assertEqual(row[key], str(scheme[key]))
            for text in (table, page):
                self.assertIn(f"{scheme['least_buffer_bytes']:,}", text)
            alone = report(*self.SWITCH[1:], "--mechanisms", scheme["scheme"])
            self.assertEqual(alone["headroom"][0]["least_buffer_bytes"], scheme["least_buffer_bytes"])
            self.assertEqual(alone["bits"]["flip_flop"], scheme["flip_flop_bits"])
            self.assertTrue(scheme["fits"])

    def test_one_that_does_not_fit_is_told(self):
        done = weir(*self.SWITCH, "--lossless", "8", "--min-frame", "1500B", "--format", "json", status=1)
        fits = {s["scheme"]: s["fits"] for s in json.loads(done.stdout)["schemes"]}
        self.assertEqual(fits, {"pfc": True, "cbfc": False, "gfc_buffer_based": False})
        self.assertEqual([line.split()[1] for line in done.stderr.splitlines()], ["cbfc", "gfc_buffer_based"])
        alone = weir(*self.SWITCH[1:], "--lossless", "8", "--mechanisms", "gfc", status=1)
        self.assertIn("gfc_buffer_based does not fit: it needs", alone.stderr)
        self.assertIn("warning: gfc_buffer_based does not fit", alone.stdout)

    def test_empty_names_are_refused(self):
        for names in ("pfc,,tcd", "pfc,", ",pfc", ""):
            self.assertTrue(weir("--mechanisms", names, status=2).stderr.startswith('weir: --mechanisms: there is no mechanism "";'), names)
        self.assertEqual(weir("--mechanisms", "pfc,tcd").stdout, weir("--mechanisms", "pfc", "tcd").stdout)

    def test_accounts_of_no_partitions_are_refused(self):
        accounts = ("--ports", "4", "--lossless", "2", "--partition-accounts", "memory")
        for options in ((), ("--mechanisms", "pfc,tcd"), ("--compare",), ("--chip", "pfc", "--chip", "cbfc")):
            said = weir(*accounts, *options, status=2).stderr
            self.assertEqual(said, "weir: --partition-accounts: no buffer here has partitions; wanted --mechanisms ttl_pfc\n", options)
        for options in (("--mechanisms", "ttl_pfc"), ("--chip", "pfc", "--chip", "ttl_pfc")):
            weir(*accounts, *options)

    def test_others_than_schemes_are_refused(self):
        self.assertIn('"itsy" takes no packet buffer', weir("--compare", "--mechanisms", "pfc,itsy", status=2).stderr)
        self.assertIn("--compare is for switches without a scenario", weir(RING, "--compare", status=2).stderr)


class Gfc(unittest.TestCase):
    SWITCH = ["--ports", "24", "--lossless", "8", "--rate", "10Gbps", "--mechanisms", "gfc"]

    def test_thresholds_of_a_port(self):
        each = report(*self.SWITCH)
        port = report(*self.SWITCH, "--thresholds", "port")
        self.assertEqual(register(each, "b_k")["bits"], 8 * register(port, "b_k")["bits"])
        tables = each["threshold_tables"]
        self.assertEqual((tables["bits"], tables["shared_bits"]), (register(each, "b_k")["bits"], register(port, "b_k")["bits"]))
        self.assertEqual(tables["shared_switch_flip_flops"], port["bits"]["flip_flop"])
        self.assertAlmostEqual(tables["shared_percent_added"], port["plain_pfc"]["percent_added"]["flip_flop"])
        self.assertIsNone(port["threshold_tables"])

    def test_the_page_says_what_it_is(self):
        page = (program.TOP / "docs/user_guide/cost.md").read_text(encoding="utf-8")
        for options in ((), ("--thresholds", "port")):
            added = report(*self.SWITCH, *options)["plain_pfc"]["percent_added"]["flip_flop"]
            self.assertIn(f"{added:+.0f} %", page)

    def test_what_has_no_rtl_is_named(self):
        cost = report(*self.SWITCH)
        mine = [r for r in cost["registers"] if r["mechanism"] == "gfc_buffer_based" and r["per"] == "port_class" and r["kind"] == "flip_flop"]
        lacking = [r for r in mine if r["rtl_block"] is None]
        note = next(n for n in cost["notes"] if n.startswith("gfc_buffer_based: ") and "have no RTL" in n)
        self.assertIn(f"{sum(r['each_bits'] for r in lacking)} of the {sum(r['each_bits'] for r in mine)} flip-flops", note)
        for r in lacking:
            self.assertIn(f"{r['register']} {r['each_bits']}", note)
        self.assertTrue(any("do nothing" in n for n in cost["notes"]))
        slow = report(*self.SWITCH, "--stages", "24")  # 10 Gbps / 2^24 is below 8 Kbps
        self.assertFalse(any("do nothing" in n for n in slow["notes"]))


class Sweep(unittest.TestCase):
    def test_csv_and_page(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            for name in ("one", "two"):
                out = pathlib.Path(folder) / name
                weir("--sweep", "ports=16..64", "classes=2..8", "rate=10Gbps..800Gbps", "stages=8..20", "--mechanisms",
                     "pfc,gfc,itsy", "--processing", "768ns", "--out", str(out))
                texts.append((out / "sweep.csv").read_text() + (out / "sweep.html").read_text())
                rows = list(csv.DictReader((out / "sweep.csv").read_text().splitlines()))
            self.assertEqual(texts[0], texts[1])
        self.assertEqual(len(rows), 3 * 3 * 8 * 3)
        self.assertEqual({row["stages"] for row in rows}, {"8", "16", "20"})
        at = {(r["ports"], r["classes"], r["line_bps"], r["stages"]): r for r in rows}
        row = at["32", "8", "40000000000", "16"]
        self.assertEqual(row["pfc_headroom_bytes"], "21968")
        same = ("--ports", "32", "--lossless", "8", "--rate", "40Gbps", "--processing", "768ns", "--stages", "16", "--format", "json")
        alone = json.loads(weir(*same, "--mechanisms", "gfc", status=1).stdout)  # 11 MB of the 12 MiB would be headroom
        none = json.loads(weir(*same, "--mechanisms", "none").stdout)
        self.assertEqual(int(row["gfc_flip_flop_bits"]), alone["bits"]["flip_flop"] - none["bits"]["flip_flop"])
        self.assertEqual(int(row["without_sram_bits"]), none["bits"]["sram"])


class BadInput(unittest.TestCase):
    def test_one_line_and_status_2(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "macros.toml"
            table.write_text('[[macro]]\nname = "a"\nwords = 0\n')
            for arguments, words in (
                    (["--ports", "0"], "--ports: wanted 1..1024; got 0"),
                    (["--ports", "-1"], "--ports"),
                    (["--classes", "9"], "--classes: wanted 1..8; got 9"),
                    (["--classes", "2", "--lossless", "3"], "--lossless: wanted 1..2; got 3"),
                    (["--rate", "40"], "which has no unit"),
                    (["--rate", "1bps"], "--rate: wanted 1Gbps to 1.6Tbps"),
                    (["--mechanisms", "gfc_bufer_based"], 'the nearest is "gfc_buffer_based"'),
                    (["--mechanisms", "itzy"], 'the nearest is "itsy"'),
                    (["--mechanisms", "gcf"], 'the nearest is "gfc"'),
                    (["--mechanisms", "gfc,tcd,itsy"], "itsy follows PFC from a VIQ to the queue that fills it"),
                    (["--mechanisms", "nothing_like_it_at_all"], "see weir list mechanisms"),
                    (["--mechanisms", "cbfc", "--ports", "4", "--classes", "3", "--counter-bits", "12"],
                     "counters of 12 bits express 2048 blocks"),
                    (["--mechanisms", "gfc", "--stages", "25"], "--stages: wanted 1..24; got 25"),
                    (["--explain", "r_q"], 'this switch has no register "r_q"'),
                    (["--explain", "xof"], 'the nearest is "xoff"'),
                    (["--format", "yaml"], "--format"),
                    (["--cable", "5", "--delay", "1us"], "--"),
                    (["--device", "s1"], "--device needs a scenario"),
                    ([RING, "--ports", "4"], "--ports describes a switch without a scenario"),
                    ([RING, "--device", "s9"], "has no switch \"s9\""),
                    ([RING, "--set", "switch.mmu.bufer=1MB"], "the nearest known key is 'switch.mmu.buffer'"),
                    (["no_such.toml"], "no_such.toml: cannot be read"),
                    (["--macros", "no_such.toml"], "--macros: no_such.toml: cannot be read"),
                    (["--macros", str(table)], "macros.toml:3:9: key 'macro.words': wanted an integer 1.."),
                    (["--sweep", "ports=16..8"], "ends before it begins"),
                    (["--sweep", "port=1..8"], 'the nearest is "ports"'),
                    (["--sweep", "ports=1..8", "--format", "json"], "--format is for a single switch"),
                    (["--sweep", "ports=1..8", "--thresholds", "port"], "--thresholds is for a single switch"),
                    (["--compare", "--all"], "--all makes no sense beside --compare"),
                    (["--compare", "--thresholds", "port"], "--thresholds makes no sense beside --compare"),
                    (["--liberty", "x.lib"], "--synth")):
                done = program.run("cost", *arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), (arguments, done))
                self.assertIn(words, done.stderr, arguments)


if __name__ == "__main__":
    program.main()
