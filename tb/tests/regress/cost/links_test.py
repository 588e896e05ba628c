# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""weir cost --links against a second computation that counts frames, credits and cells one by one.

usage: links_test.py WEIR
"""

import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "headroom"))
import llr  # noqa: E402

BITS = 8 * 10**12


def weir(*arguments, status=0):
    done = subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def costs(*arguments):
    return json.loads(weir("cost", "--format", "json", *arguments))


def credits(rate, metres, length, block, channels, *, processing, store, spacing=6400):
    """Credits of the frames that leave until those of the first one are free again."""
    loop = (length + 16 + -(-channels // 2) * spacing) * BITS + (2 * 5000 * metres + processing + store) * rate
    return -(-length // block) * -(-loop // ((length + 20) * BITS))


def cells_of(number, block, shortest, longest, cell):
    """The most cells of frames that take so many credits, one credit after the other."""
    most = [0] * (number + 1)
    for have in range(1, number + 1):
        for k in range(-(-shortest // block), min(-(-longest // block), have) + 1):
            most[have] = max(most[have], most[have - k] + -(-min(k * block, longest) // cell))
    return most[number]


class Links(unittest.TestCase):
    def test_are_those_of_a_second_computation(self):
        draw = random.Random(1)
        for _ in range(12):
            gbps, metres = draw.choice((100, 200, 400, 800)), draw.choice((1, 5, 40))
            small, against, longest = draw.choice((64, 100)), draw.choice((256, 512)), draw.choice((1500, 4096))
            block, channels, cell = draw.choice((64, 128, 256)), draw.choice((1, 7, 32)), draw.choice((128, 208, 256))
            processing, store = draw.choice((0, 123_000)), draw.choice((0, 50_000))
            spacing = draw.choice((512, 2048))
            (link,) = costs("--links", f"{gbps}Gbps", "--cables", metres, "--min-frame", f"{small}B", "--against", f"{against}B", "--max-frame",
                            f"{longest}B", "--block", f"{block}B", "--channels", channels, "--cell", f"{cell}B", "--llr-processing",
                            f"{processing}ps", "--store", f"{store}ps", "--llr-spacing", f"{spacing}B")["links"]
            rate = gbps * 10**9
            for name, smallest in (("smallest", small), ("against", against)):
                frames, limit = llr.window(rate, metres, smallest, longest, spacing=spacing, processing=processing)
                found = link["llr"][name]
                self.assertEqual((found["window_frames"], found["window_bytes"], found["memory_bytes"]), (frames, limit, limit + longest))
                self.assertEqual(llr.least_window(rate, metres, found["window_at_bytes"], spacing=spacing, processing=processing)
                                 * found["window_at_bytes"], limit)
                for number, round_of in zip((1, channels), link["credits"], strict=True):
                    of = lambda length: credits(rate, metres, length, block, number, processing=processing, store=store)  # noqa: E731, B023
                    self.assertEqual(round_of[name]["channels"], number)
                    self.assertEqual(round_of[name]["smallest_credits"], of(smallest))
                    self.assertEqual(round_of[name]["every_credits"], max(map(of, range(smallest, longest + 1))))
                    self.assertEqual(of(round_of[name]["every_at_bytes"]), round_of[name]["every_credits"])
            for scheme in link["schemes"]:
                if scheme["advertised_bytes"] > 0:
                    number = scheme["advertised_bytes"] // block
                    self.assertEqual(scheme["each_bytes"], cells_of(number, block, small, longest, cell) * cell, scheme["scheme"])
            loop = -(-(longest + 8 + spacing + 8) * BITS // rate) + 2 * 5000 * metres + processing
            self.assertEqual(link["loop_ps"], loop)
            self.assertEqual(link["least_timer_ps"], loop // 1000 * 1000 + 1000)

    def test_headroom_is_that_of_weir_headroom(self):
        for gbps, metres, window in ((100, 40, ()), (800, 500, ("--llr",)), (800, 500, ("--llr", "--replay-first"))):
            with self.subTest(gbps=gbps, window=window):
                (link,) = costs("--links", f"{gbps}Gbps", "--cables", metres, "--max-frame", "9216B")["links"]
                (same,) = json.loads(weir("headroom", "--rate", f"{gbps}Gbps", "--cable", metres, "--max-frame", "9216B", "--format", "json",
                                          *window))["links"]
                name = {0: "pfc", 1: "pfc, LLR", 2: "pfc, LLR, replays first"}[len(window)]
                (scheme,) = (one for one in link["schemes"] if one["scheme"] == name)
                self.assertEqual(scheme["each_bytes"], same["headroom_bytes"] + 9216)
                self.assertEqual(scheme["queue_bytes"], 32 * scheme["each_bytes"])
                if window:
                    self.assertEqual(link["llr"]["smallest"]["window_frames"], same["llr"]["window_frames"])
                    self.assertEqual(link["llr"]["smallest"]["window_bytes"], same["llr"]["window_bytes"])
                    self.assertEqual(scheme["replay_bytes"], 32 * (same["llr"]["window_bytes"] + 9216))

    def test_closed_forms(self):
        """800 Gbps and 500 m: windows, replay memory of 64 ports, credits with 1 and with 32 channels."""
        (link,) = costs("--links", "800Gbps", "--cables", 500, "--max-frame", "9216B", "--ports", 64)["links"]
        self.assertEqual(link["llr"]["smallest"], {"window_frames": 5978, "window_bytes": 519156, "window_at_bytes": 9108, "memory_bytes": 528372,
                                                   "beside_bits": link["llr"]["smallest"]["beside_bits"]})
        (retry,) = (one for one in link["schemes"] if one["scheme"] == "pfc, LLR")
        self.assertEqual(retry["replay_bytes"], 33_225_984 + 589_824)
        self.assertEqual([one["smallest"]["smallest_credits"] for one in link["credits"]], [6030, 7173])
        (other,) = costs("--links", "400Gbps", "--cables", 40, "--max-frame", "9216B")["links"]
        self.assertEqual((other["llr"]["smallest"]["window_frames"], other["llr"]["against"]["window_frames"]), (264, 43))

    def test_logic_is_what_the_blocks_declare(self):
        report = costs("--links", "100Gbps", "--cables", "1,500", "--ports", 16)
        added = set()
        for link in report["links"]:
            schemes = {one["scheme"]: one for one in link["schemes"]}
            more = schemes["pfc, LLR"]["flip_flop_bits"] - schemes["pfc"]["flip_flop_bits"]
            self.assertEqual(more % 16, 0)
            added.add(more)
            self.assertEqual(schemes["pfc, LLR"]["control_sram_bits"] - schemes["pfc"]["control_sram_bits"],
                             16 * link["llr"]["smallest"]["beside_bits"])
        self.assertEqual(len(added), 1)
        frames = [link["llr"]["smallest"]["window_frames"] for link in report["links"]]
        bits = [link["llr"]["smallest"]["beside_bits"] for link in report["links"]]
        self.assertEqual(bits[1] - bits[0], (14 + 1 + 2 * 32 + 32) * (frames[1] - frames[0]))  # length, FCS, place twice, time of each frame

    def test_says_what_cannot_be_expressed(self):
        said = weir("cost", "--links", "1.6Tbps", "--cables", "500,10000", "--max-frame", "9216B")
        self.assertIn("1.6Tbps 500 m: Ultra Ethernet's credits, 32 channels: ", said)
        self.assertIn("more than CF_Updates tell apart, 16,383", said)
        self.assertIn("1.6Tbps 10000 m: LLR: the replay timer ends at 65.535us", said)
        self.assertNotIn("1.6Tbps 500 m: LLR", said)
        self.assertNotIn("tell apart", weir("cost", "--links", "1.6Tbps", "--cables", "500", "--max-frame", "9216B", "--block", "256B"))

    def test_formats_agree(self):
        options = ("--links", "100Gbps,800Gbps", "--cables", "1,300")
        report = costs(*options)
        jsonschema.validate(report, json.loads(weir("schema", "cost_links")))
        rows = list(csv.DictReader(io.StringIO(weir("cost", *options, "--format", "csv"))))
        flat = [(link, one) for link in report["links"] for one in link["schemes"]]
        texts = [weir("cost", *options, "--format", form) for form in ("table", "html")]
        for (link, one), row in zip(flat, rows, strict=True):
            self.assertEqual((int(row["rate_bps"]), float(row["cable_m"])), (link["rate_bps"], link["cable_m"]))
            for key, value in one.items():
                self.assertEqual(row[key], str(value))
            for text in texts:
                for key in ("each_bytes", "against_each_bytes", "queue_bytes", "flip_flop_bits"):
                    self.assertIn(f"{one[key]:,}", text)
        self.assertEqual(texts[0], weir("cost", *options))

    def test_refusals(self):
        for options, message in ((("--links", "2Tbps"), "--links: wanted rates of 1Gbps to 1.6Tbps; got 2Tbps"),
                                 (("--links", "fast"), "--links: wanted a rate"),
                                 (("--links", "10Gbps", "--cables", "0"), "--cables: wanted 0.001 to 120000 metres; got 0"),
                                 (("--links", "10Gbps", "--cables", "1e-320"), "--cables: wanted 0.001 to 120000 metres; got 1e-320"),
                                 (("--links", "10Gbps", "--channels", "33"), "--channels: wanted 1 to 32; got 33"),
                                 (("--links", "10Gbps", "--against", "63B"), "--against: wanted 64B to 1.5KB; got 63B"),
                                 (("--links", "10Gbps", "--block", "65B"), "--block: credits of Ultra Ethernet have 32 to 2,048 B, a power of two; got 65B"),
                                 (("--links", "10Gbps", "--llr-spacing", "5B"), "--llr-spacing: wanted 320B to 32.76KB; got 5B"),
                                 (("--links", "10Gbps", "--store", "soon"), "--store: wanted a time"),
                                 (("--links", "10Gbps", "--store", "2ms"), "--store: wanted 0ps to 1ms; got 2ms"),
                                 (("--links", "10Gbps", "--rate", "10Gbps"), "--rate makes no sense beside --links"),
                                 (("--links", "10Gbps", "--compare"), "--compare makes no sense beside --links"),
                                 (("--channels", "3"), "--channels requires --links")):
            said = weir("cost", *options, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


if __name__ == "__main__":
    WEIR = sys.argv.pop(1)
    unittest.main()
