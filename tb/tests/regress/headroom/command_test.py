# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""weir headroom against a second computation (exact.py), its formats against one another, and its refusals.

usage: command_test.py WEIR
"""

import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import jsonschema

import exact

QUANTA = {10: 67, 25: 80, 40: 118, 50: 147, 100: 394, 200: 453, 400: 905}
GBPS = 10**9


def weir(*arguments, status=0):
    done = subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr}")
    return done.stdout if status in (0, 1) else done.stderr


def links(*arguments):
    return json.loads(weir("headroom", "--format", "json", *arguments))["links"]


class Headroom(unittest.TestCase):
    def test_is_that_of_a_second_computation(self):
        draw = random.Random(1)
        for _ in range(25):
            gbps = draw.choice(list(QUANTA))
            metres = draw.choice((1, 5, 40, 300))
            longest = draw.choice((512, 1500, 4096, 9216))
            shortest = draw.choice((64, 127, 256, longest))
            ours = draw.choice((1500, 9216))
            cell = draw.choice((64, 128, 192, 208, 254, 256))
            overhead = draw.choice((0, 20))
            own = draw.randrange(0, 10**6)
            pipeline = draw.randrange(0, 10**5)
            peer = QUANTA[gbps] * 512 * 10**12 // (gbps * GBPS)
            (link,) = links("--rate", f"{gbps}Gbps", "--cable", metres, "--min-frame", f"{min(shortest, longest)}B", "--max-frame",
                            f"{longest}B", "--our-frame", f"{ours}B", "--cell", f"{cell}B", "--overhead", f"{overhead}B", "--phy",
                            f"{own}ps", "--pipeline", f"{pipeline}ps")
            cells = exact.headroom_cells(gbps * GBPS, metres, min(shortest, longest), longest, ours, cell, peer, own=own,
                                         pipeline=pipeline, overhead=overhead)
            self.assertEqual(link["cells"], cells, (gbps, metres, shortest, longest, ours, cell, overhead, own, pipeline))
            self.assertEqual(link["headroom_bytes"], cells * cell)

    def test_of_the_largest_frames_alone_would_lose(self):
        """400 Gbps over 300 m: frames of 64 B in cells of 254 B need three times what frames of 1,518 B need."""
        options = ("--rate", "400Gbps", "--max-frame", "1518B", "--cell", "254B")
        (small,) = links(*options)
        (large,) = links(*options, "--min-frame", "1518B")
        self.assertGreater(small["headroom_bytes"], 2.5 * large["headroom_bytes"])

    def test_the_worst_length_is_not_the_shortest(self):
        (link,) = links("--min-frame", "127B", "--max-frame", "1518B", "--cell", "254B")
        self.assertEqual(link["alike_frame_bytes"], 255)

    def test_mix_fits_into_the_budget(self):
        for link in links("--rate", "400Gbps,33.333333333Gbps", "--cable", "5,300", "--max-frame", "9216B", "--cell", "254B"):
            spent = sum(frames["frames"] * exact.line_time(frames["frame_bytes"], link["rate_bps"], 20) for frames in link["mix"])
            self.assertLessEqual(spent, link["budget_ps"])
            self.assertEqual(sum(frames["frames"] * -(-frames["frame_bytes"] // 254) * 254 for frames in link["mix"]), link["mix_bytes"])
            self.assertEqual(sum(link["times"].values()), link["budget_ps"])

    def test_pool_classes_and_unit(self):
        options = ("--max-frame", "1500B", "--cell", "208B")
        (one,) = links(*options)
        (pool,) = links(*options, "--pool")
        (three,) = links(*options, "--lossless", 3)
        (pause,) = links(*options, "--lossless", 3, "--scheme", "pause")
        (unit,) = links(*options, "--xoff-unit", "1KiB")
        (cells,) = links(*options, "--xoff-unit", "208B")
        self.assertEqual(pool["headroom_bytes"], one["headroom_bytes"] + 208)
        self.assertEqual(three["port_bytes"], 3 * one["headroom_bytes"])
        self.assertEqual(pause["port_bytes"], one["headroom_bytes"])
        self.assertEqual(unit["headroom_bytes"], one["headroom_bytes"] + 5 * 208)
        self.assertEqual(cells["headroom_bytes"], one["headroom_bytes"])

    def test_peer_and_phy(self):
        def times(*options):
            return links("--rate", "800Gbps", *options)[0]["times"]
        self.assertEqual(times()["peer_ps"], 1158400)
        self.assertEqual(times("--peer", "time")["peer_ps"], 1158400)
        self.assertEqual(times("--peer", "quanta")["peer_ps"], 579200)
        self.assertEqual(times("--peer", "1us")["peer_ps"], 10**6)
        self.assertEqual(times("--phy", "same")["own_phy_ps"], 1158400)
        self.assertEqual(times()["own_phy_ps"], 0)
        self.assertIn("extrapolated", weir("headroom", "--rate", "1.6Tbps"))
        self.assertNotIn("extrapolated", weir("headroom", "--rate", "1.6Tbps", "--peer", "1us"))
        self.assertIn("--phy same", weir("headroom"))
        self.assertNotIn("warning", weir("headroom", "--phy", "100ns"))

    def test_formats_agree(self):
        options = ("--rate", "100Gbps,400Gbps", "--cable", "5,300", "--sonic", "mellanox,barefoot", "--max-frame", "4096B")
        text = weir("headroom", "--format", "json", *options)
        report = json.loads(text)
        jsonschema.validate(report, json.loads(weir("schema", "headroom")))
        rows = list(csv.DictReader(io.StringIO(weir("headroom", "--format", "csv", *options))))
        page = weir("headroom", "--format", "html", *options)
        table = weir("headroom", *options, "--explain")
        profiles = weir("headroom", "--format", "pg-profile", *options).splitlines()[2:]
        self.assertEqual(len(rows), 4)
        for link, row, profile in zip(report["links"], rows, profiles, strict=True):
            self.assertEqual(int(row["headroom_bytes"]), link["headroom_bytes"])
            self.assertEqual(int(row["mellanox_bytes"]), link["vendors"]["mellanox"]["xoff_bytes"])
            self.assertEqual(int(row["barefoot_bytes"]), link["vendors"]["barefoot"]["xoff_bytes"])
            self.assertIn(f"{link['headroom_bytes']:,}", page)
            self.assertIn(f"{link['headroom_bytes']:,}", table)
            self.assertEqual(profile.split()[4], str(link["headroom_bytes"]))
            self.assertEqual(profile.split()[:2], [str(link["rate_bps"] // 10**6), f"{link['cable_m']}m"])
        self.assertEqual(text, weir("headroom", "--format", "json", *options))


class Check(unittest.TestCase):
    OPTIONS = ("--max-frame", "1500B", "--cell", "254B", "--phy", "same")

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.file = pathlib.Path(scratch.name) / "profiles.ini"

    def judge(self, text, *options, status):
        self.file.write_text(text, encoding="utf-8")
        return weir("headroom", "--check", self.file, *options, status=status)

    def test_holds_what_headroom_writes_and_not_a_byte_less(self):
        text = weir("headroom", "--format", "pg-profile", "--rate", "25Gbps,400Gbps", "--cable", "5,40,2000", *self.OPTIONS)
        self.assertIn("0 of 6 rows lose packets", self.judge(text, *self.OPTIONS, status=0))
        words = text.splitlines()[4].split()
        words[4] = str(int(words[4]) - 1)
        lines = text.splitlines()
        lines[4] = " ".join(words)
        said = self.judge("\n".join(lines), *self.OPTIONS, status=1)
        self.assertIn("1 of 6 rows lose packets", said)
        self.assertRegex(said, r"\n  5 +25Gbps 2000 m +LOSES")

    def test_says_the_times_that_a_row_covers(self):
        """A row made for a time covers that time, and not a nanosecond more than the next cell is worth."""
        made = weir("headroom", "--format", "pg-profile", "--rate", "100Gbps", "--cable", "300", "--peer", "700ns", "--cell", "254B")
        self.file.write_text(made, encoding="utf-8")
        (row,) = csv.DictReader(io.StringIO(weir("headroom", "--check", self.file, "--format", "csv", "--cell", "254B",
                                                 "--peer", "700ns")))
        covered = int(row["covers_ps"])
        self.assertGreaterEqual(covered, 700_000)
        self.assertLess(covered, 700_000 + exact.line_time(64, 100 * GBPS, 20))

    def test_finds_rows_below_their_cable_and_tables_that_fall(self):
        said = self.judge("400000 1500m 0 0 427008 0\n400000 2000m 0 0 555008 0\n"
                          "10000 40m 0 0 20480 0\n10000 250m 0 0 14336 0\n25000 40m 0 0 22528 0\n25000 250m 0 0 20480 0\n",
                          "--cell", "192B", status=1)
        self.assertIn("line 1: less than the cable holds, 750,000 B", said)
        self.assertIn("line 2: less than the cable holds, 1,000,000 B", said)
        self.assertIn("line 4: less than the shorter cable of line 3", said)
        self.assertIn("line 6: less than the shorter cable of line 5", said)
        self.assertNotIn("line 3: less", said)

    def test_says_what_is_wasted(self):
        said = self.judge("10000 5m 0 0 1000000 0\n", status=0)
        self.assertRegex(said, r"line 1: [0-9,]+ B to spare")


def scenario(name):
    return pathlib.Path(__file__).resolve().parents[4] / "scenarios" / name


class Scenario(unittest.TestCase):
    SHORT = scenario("small/pfc_incast_short_headroom.toml")

    def rows(self, *arguments, status=0):
        return list(csv.DictReader(io.StringIO(weir("headroom", *arguments, "--format", "csv", status=status))))

    def test_says_what_check_says(self):
        warning = weir("check", self.SHORT)
        rows = self.rows(self.SHORT, status=1)
        self.assertEqual({(row["needed_bytes"], row["given_bytes"]) for row in rows}, {("10500", "10468")})
        self.assertIn("= 10.468KB breaks the safety bound of 10.5KB that may come after XOFF", warning)
        self.assertEqual([f"s1 {port}" for port in range(10)], [f"{row['device']} {row['port']}" for row in rows])
        exact = "switch.mmu.headroom=10500B"
        self.assertNotIn("safety bound", weir("check", self.SHORT, "--set", exact))
        self.assertEqual({row["margin_bytes"] for row in self.rows(self.SHORT, "--set", exact)}, {"0"})

    def test_is_that_of_the_link_by_itself(self):
        """40 Gbps, 100 m, 768 ns, frames of 1500 B, no preamble and gap."""
        (link,) = links("--rate", "40Gbps", "--cable", 100, "--min-frame", "1500B", "--max-frame", "1500B", "--cell", "0B", "--overhead",
                        "0B", "--peer", "768ns")
        report = json.loads(weir("headroom", scenario("small/pfc_incast.toml"), "--format", "json"))
        (alike,) = report["alike"]
        keys = ("times", "mix", "last_bytes", "mix_bytes", "budget_ps")
        self.assertEqual({key: alike[key] for key in keys}, {key: link[key] for key in keys})
        # XOFF of the scenario is a whole number of frames; that of a link by itself lies anywhere.
        self.assertEqual((alike["crosses_bytes"], link["crosses_bytes"]), (0, 1499))

    def test_formats_agree(self):
        for name in ("small/own_settings.toml", "small/pause_incast.toml", "ttl/ttl_pool.toml", "small/dynamic_threshold.toml"):
            with self.subTest(name):
                report = json.loads(weir("headroom", scenario(name), "--format", "json"))
                jsonschema.validate(report, json.loads(weir("schema", "headroom_scenario")))
                rows = self.rows(scenario(name))
                texts = [weir("headroom", scenario(name), "--format", form) for form in ("table", "html")]
                self.assertEqual(len(rows), report["queues"])
                self.assertEqual(sum(len(alike["queues"]) for alike in report["alike"]), report["queues"])
                named = {queue: alike for alike in report["alike"] for queue in alike["queues"]}
                for row in rows:
                    queue = f"{row['device']}.p{row['port']}" + (f".c{row['class']}" if row["class"] else "")
                    for key in ("needed_bytes", "given_bytes", "margin_bytes", "budget_ps", "cells"):
                        self.assertEqual(int(row[key]), named[queue][key])
                for alike in report["alike"]:
                    for text in texts:
                        self.assertIn(f"{alike['needed_bytes']:,}", text)
                        self.assertIn(alike["queues"][0], text)
        self.assertIn("se1.p0.c1 and 399 like it", weir("headroom", scenario("ttl/ttl_pool.toml")))
        self.assertIn("the longest way through the parser", weir("headroom", scenario("ttl/ttl_pool.toml"), "--explain"))

    def test_says_why_a_figure_is_no_bound(self):
        said = weir("headroom", scenario("small/pfc_incast.toml"), "--set", "flow_control.pfc.pause_quanta=46")
        self.assertRegex(said, "warning: .*refresh")

    def test_refuses_what_makes_no_sense(self):
        file = scenario("small/pfc_incast.toml")
        for arguments, message in (
                ((file, "--rate", "10Gbps"), "--rate makes no sense beside SCENARIO"),
                ((file, "--min-frame", "64B"), "--min-frame makes no sense beside SCENARIO"),
                ((file, "--phy", "same"), "--phy makes no sense beside SCENARIO"),
                ((file, "--sonic", "mellanox"), "--sonic makes no sense beside SCENARIO"),
                ((file, "--check", "x.ini"), "--check makes no sense beside SCENARIO"),
                ((file, "--format", "pg-profile"), "wanted table, json, csv or html beside SCENARIO"),
                (("--set", "a=b"), "--set makes no sense without SCENARIO"),
                (("--seed", "3"), "--seed makes no sense without SCENARIO"),
                (("no.toml",), "no.toml"),
                ((file, "--set", "flow_control.scheme=cbfc"), "flow_control.scheme = \"cbfc\" pauses no ingress queue"),
                ((file, "--set", "flow_control.scheme=pcf"), "the nearest is \"pfc\"")):
            said = weir("headroom", *arguments, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


class Pools(unittest.TestCase):
    RING = scenario("ring/pfc.toml")

    def test_formats_agree(self):
        for name in ("ring/pfc.toml", "small/dynamic_threshold.toml", "small/own_settings.toml"):
            with self.subTest(name):
                report = json.loads(weir("headroom", scenario(name), "--pool", "--format", "json"))
                jsonschema.validate(report, json.loads(weir("schema", "headroom_pools")))
                rows = list(csv.DictReader(io.StringIO(weir("headroom", scenario(name), "--pool", "--format", "csv"))))
                table = weir("headroom", scenario(name), "--pool")
                page = weir("headroom", scenario(name), "--pool", "--format", "html")
                self.assertEqual(len(rows), len(report["switches"]))
                for one, row in zip(report["switches"], rows, strict=True):
                    self.assertEqual(row["switch"], one["switch"])
                    for key in ("all_cells", "filling_cells", "standing_cells", "pool_cells", "ports"):
                        self.assertEqual(int(row[key]), one[key])
                    self.assertLessEqual(one["standing_cells"], one["filling_cells"])
                    self.assertLessEqual(one["filling_cells"], one["all_cells"])
                    for text in (table, page):
                        self.assertIn(f"{one['filling_cells'] * one['cell_bytes']:,}", text)

    def test_ratios_are_those_of_the_cells(self):
        (one, *_) = json.loads(weir("headroom", self.RING, "--pool", "--format", "json"))["switches"]
        self.assertEqual((one["all_cells"], one["filling_cells"], one["standing_cells"]), (1824, 1216, 1216))
        self.assertEqual((one["safe_ratio"], one["breaks_from"]), (1.5, 1.51))
        held = json.loads(weir("headroom", self.RING, "--pool", "--over-subscribe", "1.5", "--format", "json"))
        self.assertEqual({(switch["pool_cells"], switch["verdict"]) for switch in held["switches"]}, {(1216, "holds")})
        broken = json.loads(weir("headroom", self.RING, "--pool", "--over-subscribe", "1.51", "--format", "json", status=1))
        self.assertEqual({(switch["pool_cells"], switch["verdict"], len(switch["breaking_ports"])) for switch in broken["switches"]},
                         {(1208, "BREAKS", 2)})
        said = weir("headroom", self.RING, "--pool", "--over-subscribe", "1.51", status=1)
        self.assertIn("s1 and 2 like it: a pool of 1,208 cells, 251,264 B, BREAKS: 2 ports, s1.p0.c0, s1.p2.c0, hold 1,216 cells", said)
        self.assertIn("nothing", weir("headroom", self.RING, "--pool"))

    def test_witness(self):
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name) / "w.toml"
            said = weir("headroom", self.RING, "--pool", "--witness", file)
            self.assertIn("a pool of 1216 cells: 1216 were in use at most, 0 frames were lost; as the report says", said)
            first = file.read_bytes()
            weir("headroom", self.RING, "--pool", "--witness", file)
            self.assertEqual(first, file.read_bytes())
            said = weir("headroom", self.RING, "--pool", "--over-subscribe", "2", "--witness", file)
            self.assertRegex(said, r"a pool of 912 cells: .* [1-9][0-9]* frames were lost; as the report says")

    def test_refusals(self):
        for arguments, message in (
                ((self.RING, "--pool", "--explain"), "--explain makes no sense beside --pool"),
                ((self.RING, "--over-subscribe", "2"), "--over-subscribe: wanted --pool beside SCENARIO"),
                ((self.RING, "--witness", "w.toml"), "--witness: wanted --pool beside SCENARIO"),
                (("--over-subscribe", "2"), "--over-subscribe makes no sense without SCENARIO"),
                *(((self.RING, "--pool", "--over-subscribe", ratio), "--over-subscribe: wanted a ratio from 1 to 1000 such as 2.5")
                  for ratio in ("0.5", "1001", "2:1", "1.", "1.1234567", "two", "")),
                ((self.RING, "--pool", "--witness", "w.pcap"), "--witness: wanted the name of a scenario, FILE.toml"),
                ((self.RING, "--pool", "--over-subscribe", "1", "--witness", "w.toml"), "no set of queues is known that breaks"),
                ((scenario("ttl/ttl_pool.toml"), "--pool"), "wanted pfc; got ttl_pfc")):
            said = weir("headroom", *arguments, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


class Refusals(unittest.TestCase):
    def test_are_one_line(self):
        for arguments, message in (
                (("--rate", "2Tbps"), "--rate: wanted 1Gbps to 1.6Tbps; got 2Tbps"),
                (("--cable", "-1"), "--cable: wanted 0 to 120000; got -1"),
                (("--min-frame", "2KB"), "--min-frame: wanted 64B to 1.518KB; got 2KB"),
                (("--cell", "1KB"), "--cell: wanted 0B to 512B; got 1KB"),
                (("--lossless", "9"), "--lossless: wanted 1 to 8; got 9"),
                (("--small", "101"), "--small: wanted 0 to 100; got 101"),
                (("--peer", "soon"), "--peer (larger, quanta, time, or a time): wanted a time"),
                (("--phy", "5"), "--phy (none, same, or a time): wanted a time"),
                (("--sonic", "cisco"), "mellanox"),
                (("--sonic", "mellanox", "--cell", "0B"), "--sonic: the formulas are of cells; wanted --cell of 1B or more"),
                (("--check", "/no/such/file"), "/no/such/file: cannot be read: No such file or directory"),
                (("--check", "/"), "/: is a directory; wanted a table of profiles"),
                (("--check", "x", "--rate", "10Gbps"), "--rate makes no sense beside --check"),
                (("--published", "--cable", "3"), "--cable makes no sense beside --published"),
                (("--published", "--format", "json"), "--format json: wanted table or csv beside --published")):
            said = weir("headroom", *arguments, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


class Witness(unittest.TestCase):
    LINK = ("--rate", "100Gbps", "--cable", "40", "--max-frame", "1500B", "--cell", "254B")

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.file = self.folder / "w.toml"

    def test_fills_the_queue_to_the_last_cell_and_not_with_a_cell_less(self):
        needed = links(*self.LINK)[0]["headroom_bytes"]
        self.assertIn(f"filled to {needed} B above XOFF, of {needed} B of headroom; to the last one", weir("headroom", *self.LINK, "--witness", self.file))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["w.pcap", "w.toml"])
        self.assertIn(f"--set switch.mmu.headroom={needed - 254}B", self.file.read_text(encoding="utf-8"))
        less = weir("run", self.file, "--json", "--out", self.folder / "less", "--set", f"switch.mmu.headroom={needed - 254}B", status=1)
        self.assertEqual(json.loads(less)["drops"], {"headroom_exhausted": 1})

    def test_fills_the_queues_of_several_classes_at_once(self):
        needed = links(*self.LINK)[0]["headroom_bytes"]
        said = weir("headroom", *self.LINK, "--lossless", "3", "--witness", self.file)
        self.assertIn(f"the queues of 3 classes filled to {needed}, {needed}, {needed} B above XOFF, of {needed} B of headroom; to the last one", said)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["w.pcap", "w.toml", "w_c1.pcap", "w_c2.pcap"])
        less = weir("run", self.file, "--json", "--out", self.folder / "less", "--set", f"switch.mmu.headroom={needed - 254}B", status=1)
        self.assertEqual(json.loads(less)["drops"], {"headroom_exhausted": 3})

    def test_is_the_same_each_time(self):
        weir("headroom", *self.LINK, "--witness", self.file)
        first = [(self.folder / name).read_bytes() for name in ("w.toml", "w.pcap")]
        weir("headroom", *self.LINK, "--witness", self.file)
        self.assertEqual(first, [(self.folder / name).read_bytes() for name in ("w.toml", "w.pcap")])

    def test_of_what_the_model_cannot_play_nothing_is_written(self):
        for options, words in ((("--cable", "0"), "wanted a --cable of 1 metre or more"), (("--overhead", "24B"), "got --overhead 24B"),
                               (("--pool",), "wanted no --pool"), (("--lossless", "8"), "wanted --lossless of at most 7"), (("--cable", "5,40"), "one --rate and one --cable"),
                               (("--pipeline", "999983ps"), "--pipeline 999.983ns is no whole number"),
                               (("--cell", "0B", "--rate", "999999Mbps", "--cable", "10000"), "no whole picoseconds"),
                               (("--format", "json"), "--format makes no sense beside --witness")):
            with self.subTest(options):
                link = [*self.LINK] if options[0] in ("--overhead", "--pool", "--lossless", "--pipeline", "--format") else ["--rate", "100Gbps"] * ("--rate" not in options)
                self.assertIn(words, weir("headroom", *link, *options, "--witness", self.file, status=2))
                self.assertEqual(list(self.folder.iterdir()), [])
        self.assertIn("wanted the name of a scenario, FILE.toml", weir("headroom", "--witness", self.folder / "w.txt", status=2))


if __name__ == "__main__":
    WEIR = sys.argv.pop(1)
    unittest.main()
