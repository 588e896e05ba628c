# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""weir headroom --llr against a second computation, which counts frames and bytes one by one.

usage: llr.py WEIR some|all | --self-test
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

import exact

GBPS = 10**9
BITS = 8 * 10**12


def weir(*arguments, status=0):
    done = subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def links(*arguments):
    return json.loads(weir("headroom", "--format", "json", *arguments))["links"]


def least_window(rate, metres, length, spacing=2048, processing=0):
    """The least number of frames that fill the line from the first bit of a frame to its acknowledgement."""
    loop = (length + 8 + spacing + 8) * BITS + (2 * 5000 * metres + processing) * rate
    frames = loop // ((length + 20) * BITS)
    return frames + (frames * (length + 20) * BITS < loop)


def window(rate, metres, shortest, longest, **times):
    """Frames of the shortest length; bytes of the length that asks for most."""
    return (least_window(rate, metres, shortest, **times),
            max(least_window(rate, metres, length, **times) * length for length in range(shortest, longest + 1)))


def fullest(frames, limit, shortest, longest, cell):
    """The most cells of at most so many frames of at most so many bytes together."""
    lengths = {-(-length // cell): length for length in range(longest, shortest - 1, -1)}  # of each count the shortest
    least = {0: 0}  # fewest bytes of so many cells, of the frames so far
    found = dict(least)
    for _ in range(frames):
        longer = {}
        for cells, taken in least.items():
            for more, length in lengths.items():
                if taken + length <= limit:
                    longer[cells + more] = min(longer.get(cells + more, limit), taken + length)
        least = longer
        for cells, taken in least.items():
            found[cells] = min(found.get(cells, limit), taken)
        if not least:
            break
    return max(found)


class Window(unittest.TestCase):
    def test_is_that_of_a_second_computation(self):
        draw = random.Random(1)
        for _ in range({"some": 5, "all": 20}[HOW_MANY]):
            gbps = draw.choice((100, 400, 800, 1600))
            metres = draw.choice((1, 40, 300, 500))
            longest = draw.choice((512, 1518, 9216))
            shortest = draw.choice((64, 100, 512))
            ours = draw.choice((64, 1518, 9216))
            processing = draw.choice((0, 123_456))
            (link,) = links("--llr", "--rate", f"{gbps}Gbps", "--cable", metres, "--min-frame", f"{shortest}B", "--max-frame", f"{longest}B",
                            "--our-frame", f"{ours}B", "--llr-processing", f"{processing}ps")
            frames, limit = window(gbps * GBPS, metres, min(shortest, ours), max(longest, ours), processing=processing)
            self.assertEqual((link["llr"]["window_frames"], link["llr"]["window_bytes"]), (frames, limit), (gbps, metres, shortest, longest, ours))

    def test_counts_the_fullest_mix(self):
        draw = random.Random(2)
        for _ in range({"some": 6, "all": 25}[HOW_MANY]):
            shortest, longest = draw.choice(((64, 1518), (127, 700), (64, 64), (256, 300)))
            cell = draw.choice((64, 80, 208, 254))
            frames, limit = draw.randrange(1, 40), draw.randrange(1600, 20_000)
            (link,) = links("--llr", "--min-frame", f"{shortest}B", "--max-frame", f"{longest}B", "--cell", f"{cell}B", "--llr-frames", frames,
                            "--llr-bytes", f"{limit}B", "--cable", 1, "--peer", "0ns")
            cells = fullest(frames, limit, shortest, longest, cell)
            self.assertEqual(link["llr"]["counted_bytes"], cells * cell, (shortest, longest, cell, frames, limit))
            self.assertEqual(sum(one["frames"] * -(-one["frame_bytes"] // cell) for one in link["llr"]["full"]), cells)
            after = max(link["llr"]["counted_bytes"], link["mix_bytes"] + link["last_bytes"])
            self.assertEqual(link["llr"]["without_bytes"], link["mix_bytes"] + link["last_bytes"])
            self.assertEqual(link["headroom_bytes"], link["crosses_bytes"] + after)

    def test_of_the_settings_that_operators_publish(self):
        """Frames = bytes / 512: of small frames the frames end the window, of large ones the bytes."""
        options = ("--llr", "--rate", "800Gbps", "--cable", 40, "--cell", "0B", "--llr-frames", 115, "--llr-bytes", "58880B")
        (link,) = links(*options, "--max-frame", "9216B")
        self.assertEqual(link["llr"]["counted_bytes"], 58880)
        (small,) = links(*options, "--max-frame", "64B")
        self.assertEqual(small["llr"]["counted_bytes"], 115 * 64)
        self.assertIn("a window of 115 frames is less than the 502 that full rate asks for with frames of 64B", weir("headroom", *options))

    def test_both_have_worst_lengths_of_their_own(self):
        """The bound is fullest with frames of 64 B in cells of 254 B; of a window of few frames the longest are."""
        options = ("--llr", "--rate", "400Gbps", "--max-frame", "9216B", "--cell", "254B")
        (own,) = links(*options)
        self.assertEqual(own["llr"]["full"][0]["frame_bytes"], 64)
        (few,) = links(*options, "--llr-frames", 20, "--llr-bytes", "1MB")
        self.assertEqual(few["llr"]["full"], [{"frame_bytes": 9145, "frames": 20}])
        self.assertEqual(few["llr"]["counted_bytes"], 20 * 37 * 254)


class Replays(unittest.TestCase):
    OPTIONS = ("--rate", "800Gbps", "--cable", 500, "--max-frame", "64B", "--cell", "0B", "--peer", "453ns")

    def frames(self, *options):
        (link,) = links(*self.OPTIONS, *options)
        self.assertEqual(link["crosses_bytes"], 63)
        self.assertEqual((link["headroom_bytes"] - 63) % 64, 0)
        return (link["headroom_bytes"] - 63) // 64

    def test_go_first_or_not(self):
        plain = self.frames()
        self.assertEqual(plain, 6494)  # 6,493 of an idle way back, and our frame
        self.assertEqual(self.frames("--llr"), plain)
        self.assertEqual(self.frames("--llr", "--replay-first"), plain + 5978)
        self.assertEqual(self.frames("--llr", "--llr-frames", plain + 7, "--llr-bytes", "1MB"), plain + 7)

    def test_wait_of_a_pause_with_a_number(self):
        """The longer of our replay and of the wait for an acknowledgement, and the way of a NACK. 100 bytes are a nanosecond."""
        # Among frames of 84 B a set waits for its distance to the last one and for the end of a frame; in a long one for its distance in there.
        for ours, frames in ((9216, 1), (64, 5978)):
            (link,) = links("--llr", "--pause-eligible", "--rate", "800Gbps", "--cable", 500, "--max-frame", "64B", "--our-frame", f"{ours}B",
                            "--llr-frames", frames, "--llr-bytes", "1MB", "--llr-processing", "7ns")
            loop = 5000 + (ours + 8 + 256 + 400 + 2048 + 8) / 100 + 7
            nack = (84 + ours + 20) / 100 + 5000 + 7 + ({9216: 2048, 64: 400 + 84}[ours] + 8) / 100
            self.assertAlmostEqual(link["times"]["our_replay_ps"] / 1000, max(frames * (ours + 20) / 100, loop) + nack, places=3)

    def test_take_the_time_of_the_way_back(self):
        (link,) = links("--llr", "--replay-first", "--rate", "800Gbps", "--cable", 500, "--our-frame", "9216B")
        frames, limit = window(800 * GBPS, 500, 64, 9216)
        self.assertEqual(link["times"]["our_replay_ps"], (limit + 20 * frames) * 10)
        self.assertEqual(sum(link["times"].values()), link["budget_ps"])
        (without,) = links("--llr", "--rate", "800Gbps", "--cable", 500, "--our-frame", "9216B")
        self.assertNotIn("our_replay_ps", without["times"])
        cells = exact.headroom_cells(800 * GBPS, 500, 64, 1518, 9216, 208, 1158400, pipeline=link["times"]["our_replay_ps"])
        self.assertEqual(link["cells"], cells)


class Report(unittest.TestCase):
    OPTIONS = ("--llr", "--replay-first", "--rate", "400Gbps,800Gbps", "--cable", "5,500", "--max-frame", "9216B")

    def test_formats_agree(self):
        report = json.loads(weir("headroom", "--format", "json", *self.OPTIONS))
        jsonschema.validate(report, json.loads(weir("schema", "headroom")))
        rows = list(csv.DictReader(io.StringIO(weir("headroom", "--format", "csv", *self.OPTIONS))))
        table = weir("headroom", *self.OPTIONS, "--explain")
        page = weir("headroom", "--format", "html", *self.OPTIONS)
        profiles = weir("headroom", "--format", "pg-profile", *self.OPTIONS).splitlines()[2:]
        for link, row, profile in zip(report["links"], rows, profiles, strict=True):
            self.assertEqual([int(row[key]) for key in ("llr_window_frames", "llr_window_bytes", "llr_counted_bytes", "our_replay_ps")],
                             [link["llr"]["window_frames"], link["llr"]["window_bytes"], link["llr"]["counted_bytes"],
                              link["times"]["our_replay_ps"]])
            self.assertEqual(int(row["headroom_bytes"]), link["headroom_bytes"])
            self.assertEqual(profile.split()[4], str(link["headroom_bytes"]))
            for text in (table, page):
                for value in (link["llr"]["window_frames"], link["llr"]["window_bytes"], link["llr"]["counted_bytes"], link["headroom_bytes"]):
                    self.assertIn(f"{value:,}", text)
        for words in ("LLR's window", "OUTSTANDING_FRAMES_MAX", "--replay-first", "with LLR"):
            self.assertIn(words, table)
        self.assertNotIn("LLR", weir("headroom", "--explain"))

    def test_says_what_the_user_has_to_know(self):
        said = weir("headroom", "--llr", "--rate", "800Gbps", "--cable", "500,10000")
        self.assertIn("2,097,120 B", said)
        self.assertIn("--llr-processing", said)
        self.assertIn("800Gbps 10000 m: the loop of the largest frame takes", said)
        self.assertNotIn("800Gbps 500 m: the loop", said)
        self.assertNotIn("--llr-processing", weir("headroom", "--llr", "--llr-processing", "0ns"))

    def test_a_table_is_judged_with_it(self):
        with_window = weir("headroom", "--format", "pg-profile", "--llr", "--llr-frames", 5000, "--llr-bytes", "1MB", "--cable", 5)
        without = weir("headroom", "--format", "pg-profile", "--cable", 5)
        self.assertGreater(int(with_window.split()[-2]), int(without.split()[-2]))

    def test_refusals(self):
        for options, message in ((("--llr-frames", "5"), "--llr-frames requires --llr"),
                                 (("--replay-first",), "--replay-first requires --llr"),
                                 (("--pause-eligible",), "--pause-eligible requires --llr"),
                                 (("--llr", "--llr-frames", "0"), "--llr-frames: wanted 1 to 524288; got 0"),
                                 (("--llr", "--llr-frames", "524289"), "--llr-frames: wanted 1 to 524288; got 524289"),
                                 (("--llr", "--llr-bytes", "63B"), "--llr-bytes: wanted 64B to 4294967.295KB; got 63B"),
                                 (("--llr", "--llr-spacing", "319B"), "--llr-spacing: wanted 320B to 32.76KB; got 319B"),
                                 (("--llr", "--llr-processing", "soon"), "--llr-processing: wanted a time"),
                                 (("--llr", "--published"), "--llr makes no sense beside --published"),
                                 (("--llr", "--witness", "w.toml"), "wanted no --llr")):
            said = weir("headroom", *options, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


class OfAScenario(unittest.TestCase):
    SCENARIO = str(pathlib.Path(__file__).resolve().parents[4] / "scenarios/small/pfc_incast.toml")  # frames of one length
    OPTIONS = ("--set", "link.llr.wanted=true", "--set", "link.llr.replay_timer_max=60us")

    def queues(self, *options):
        done = subprocess.run([WEIR, "headroom", self.SCENARIO, "--format", "json", *options], capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        jsonschema.validate(report, json.loads(weir("schema", "headroom_scenario")))
        self.assertEqual(done.returncode, 1 if report["losing"] else 0)
        return report["alike"]

    def test_goes_by_the_larger(self):
        (plain, *_) = self.queues()
        self.assertNotIn("llr", plain)
        self.assertNotIn("ordered_sets_ps", plain["times"])
        for frames, limit in ((1, 262_144), (9, 262_144), (512, 262_144), (512, 20_000)):
            window = ("--set", f"link.llr.outstanding_frames_max={frames}", "--set", f"link.llr.outstanding_bytes_max={limit}B")
            for queue in self.queues(*self.OPTIONS, *window):
                length = queue["last_frame_bytes"]
                again = min(frames, limit // length)
                self.assertEqual(queue["llr"]["full"], [{"frame_bytes": length, "frames": again}])
                self.assertEqual(queue["llr"]["counted_bytes"], again * queue["last_bytes"])
                self.assertEqual(queue["needed_bytes"], queue["crosses_bytes"] + max(again * queue["last_bytes"], queue["mix_bytes"] + queue["last_bytes"]))
                self.assertEqual(sum(queue["times"].values()), queue["budget_ps"])

    def test_counts_sets_behind_our_frame(self):
        """Of a frame of up to 1,500 B: one from byte 256 on, and one at its end."""
        for queue in self.queues(*self.OPTIONS):
            self.assertEqual(queue["times"]["ordered_sets_ps"] * queue["rate_bps"], 2 * 8 * BITS)

    def test_is_none_where_no_class_has_numbers(self):
        for queue in self.queues(*self.OPTIONS, "--set", "link.llr.plain_classes=[0, 1, 2, 3, 4, 5, 6, 7]"):
            self.assertNotIn("llr", queue)

    def test_check_asks_for_it(self):
        given = ("--set", "link.llr.outstanding_frames_max=100")
        done = subprocess.run([WEIR, "check", self.SCENARIO, *self.OPTIONS, *given], capture_output=True, text=True, check=False)
        self.assertIn("all that link-level retry may send again", done.stdout + done.stderr)
        few = ("--set", "link.llr.outstanding_frames_max=1")
        self.assertIn("or window, B", weir("headroom", self.SCENARIO, *self.OPTIONS, *few))


class SelfTest(unittest.TestCase):
    def test_finds_a_window_that_is_too_small(self):
        """The second computation sees a frame less, a byte less, and mixes that one length would miss."""
        self.assertEqual(window(800 * GBPS, 500, 64, 9216), (5978, 519156))
        self.assertEqual(window(800 * GBPS, 40, 64, 9216), (502, 58716))
        self.assertEqual(least_window(400 * GBPS, 40, 512), 43)
        self.assertEqual(fullest(3, 192, 64, 300, 100), 3)
        self.assertEqual(fullest(3, 202, 64, 300, 100), 4)  # two of 101 B
        self.assertEqual(fullest(3, 201, 64, 300, 100), 3)


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        unittest.main(argv=sys.argv[:1], defaultTest="SelfTest")
    WEIR, HOW_MANY = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
