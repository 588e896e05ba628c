# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The table of LLR profiles, `--format llr-profile`: each row against a second computation and against runs with the row's settings.

usage: llr_profile.py WEIR some|all
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import llr

HEAD = ["speed", "cable", "outstanding_frames", "outstanding_bytes", "replay_timer", "replay_count", "pcs_lost_timeout", "data_age_timeout",
        "ctlos_spacing", "init_action", "flush_action"]
LLR_PROFILE = ("--format", "llr-profile")
SCENARIO = """
[scenario]
duration = "{until}ns"
[topology]
kind = "star"
hosts = 3
rate = "{rate}Gbps"
delay = "{delay}ns"
wire_overhead = true
[switch]
max_frame = "9216B"
[switch.mmu]
buffer = "200MB"
viq_limit = "60MB"
[switch.crossbar]
strategy = "output_queued"
[link.llr]
wanted = true
init_llr_frame_action = "{init_action}"
flush_llr_frame_action = "{flush_action}"
ctlos_target_spacing = "{ctlos_spacing}B"
outstanding_frames_max = {outstanding_frames}
outstanding_bytes_max = "{outstanding_bytes}B"
replay_timer_max = "{replay_timer}ns"
replay_count_max = {replay_count}
[[flow]]
src = "h1"
dst = "h2"
frame_length = "{length}B"
size = "{size}B"
start = "{start}us"
"""
BACK = """
[[flow]]
src = "h2"
dst = "h1"
frame_length = "{back}B"
start = "{start}us"
"""


def weir(*arguments, status=0):
    done = subprocess.run([WEIR, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def profiles(command, *options):
    """The rows as an operating system reads them: {column: word}."""
    lines = [line.split() for line in weir(command, *LLR_PROFILE, *options).splitlines() if line and not line.startswith("#")]
    assert lines[0] == HEAD, lines[0]
    return [dict(zip(lines[0], words, strict=True)) for words in lines[1:]]


def largest_loop(rate, metres, longest, spacing=2048, processing=0):
    """Picoseconds, rounded up, until the acknowledgement of the largest frame is there."""
    return -(-((longest + 8 + spacing + 8) * llr.BITS + (2 * 5000 * metres + processing) * rate) // rate)


class Rows(unittest.TestCase):
    def test_are_those_of_a_second_computation(self):
        draw = random.Random(7)
        for _ in range({"some": 2, "all": 8}[HOW_MANY]):
            rates, cables = draw.sample((100, 200, 400, 800, 1600), 2), draw.sample((1, 5, 40, 300, 500, 3000), 3)
            shortest, longest, spacing = draw.choice((64, 128)), draw.choice((1518, 9216)), draw.choice((400, 2048, 16384))
            processing = draw.choice((0, 250_000))
            link = ("--min-frame", f"{shortest}B", "--max-frame", f"{longest}B", "--llr-spacing", f"{spacing}B", "--llr-processing", f"{processing}ps")
            rows = profiles("headroom", "--llr", "--rate", ",".join(f"{rate}Gbps" for rate in rates), "--cable", ",".join(map(str, cables)), *link)
            links = [(rate, cable) for rate in rates for cable in cables]
            for (gbps, metres), row in zip(links, rows, strict=True):
                times = {"spacing": spacing, "processing": processing}
                frames, limit = llr.window(gbps * llr.GBPS, metres, shortest, longest, **times)
                loop = largest_loop(gbps * llr.GBPS, metres, longest, **times)
                timer = min(max((3 * loop + 500_000) // 1000, 1000), 65535)
                self.assertEqual([row[name] for name in HEAD],
                                 [str(gbps * 1000), f"{metres}m", str(frames), str(limit), str(timer), "1", "-", "-", str(spacing), "best_effort",
                                  "best_effort"])
                if loop < 65_535_000:
                    self.assertGreater(timer * 1000, loop)
            same = ("--links", ",".join(f"{rate}Gbps" for rate in rates), "--cables", ",".join(map(str, cables)), *link)
            self.assertEqual(profiles("cost", *same), rows)

    def test_have_what_the_options_say(self):
        (row,) = profiles("headroom", "--llr", "--rate", "800Gbps", "--cable", 40, "--max-frame", "9216B", "--llr-timer", "5us", "--llr-replays", 3,
                          "--llr-pcs-lost", "50us", "--llr-age", "21us", "--llr-init", "block", "--llr-flush", "discard", "--llr-frames", 115,
                          "--llr-bytes", "58768B")
        self.assertEqual(list(row.values()), ["800000", "40m", "115", "58768", "5000", "3", "50000", "21000", "2048", "block", "discard"])

    def test_say_what_registers_cannot_hold(self):
        said = weir("headroom", *LLR_PROFILE, "--llr", "--rate", "1.6Tbps", "--cable", "40,60000")
        self.assertIn("# 1.6Tbps 60000 m: the loop of the largest frame takes", said)
        self.assertNotIn("40 m:", said)
        self.assertIn("1600000 60000m 524288 ", said)
        self.assertIn(" 65535 1 ", said)
        self.assertIn("# the times of LLR's receiver", said)
        self.assertIn("LLR: the replay timer ends at 65.535us", weir("cost", *LLR_PROFILE, "--links", "1.6Tbps", "--cables", "60000"))

    def test_refusals(self):
        link = ("headroom", *LLR_PROFILE, "--llr", "--rate", "800Gbps", "--cable", 500)
        for arguments, message in (
                (("headroom", *LLR_PROFILE), "--format llr-profile: wanted --llr beside it"),
                (("cost", *LLR_PROFILE), "--format llr-profile: wanted --links beside it"),
                (("headroom", "--llr", "--llr-timer", "5us"), "--llr-timer: wanted --format llr-profile beside it"),
                (("cost", "--links", "10Gbps", "--llr-flush", "block"), "--llr-flush: wanted --format llr-profile beside it"),
                ((*link, "--llr-timer", "5us"), "--llr-timer: wanted more than 5035.82ns, the loop of the largest frame at 800Gbps 500 m; got 5us"),
                ((*link, "--llr-timer", "70us"), "--llr-timer: wanted 1ns to 65.535us; got 70us"),
                ((*link, "--llr-timer", "9us1"), "--llr-timer: wanted a time"),
                ((*link, "--llr-timer", "9000.5ns"), "--llr-timer: wanted whole ns; got 9000.5ns"),
                ((*link, "--llr-timer", "9us", "--llr-age", "18us"), "--llr-age: wanted more than 18us, after which the replay timer itself"),
                ((*link, "--llr-pcs-lost", "5s"), "--llr-pcs-lost: wanted 1ns to 4.29s; got 5s"),
                ((*link, "--llr-replays", 0), "--llr-replays: wanted 1 to 255; got 0"),
                ((*link, "--llr-replays", 256), "--llr-replays: wanted 1 to 255; got 256"),
                ((*link, "--llr-spacing", "320B"), "--llr-spacing (of profiles): wanted 400B to 16.384KB; got 320B"),
                ((*link, "--llr-init", "drop"), "--llr-init: wanted one of block, discard, best_effort; got \"drop\""),
                (("headroom", *LLR_PROFILE, "--llr", "--rate", "1000000001bps"), "--format llr-profile: wanted rates in whole Mbps; got")):
            said = weir(*arguments, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(message, said)


class Runs(unittest.TestCase):
    WIDE = {"outstanding_frames": 524288, "outstanding_bytes": 4294967295}  # all that registers can hold

    def completed(self, rate, metres, settings, length, back, frames):
        """Seconds until that many frames have arrived against frames of `back` bytes, if any, and the replays of the links."""
        start = 5 + 15 * metres // 1000  # us: after the initialisation
        until = start * 1000 + 4 * frames * (length + 20) * 8 // rate + 50 * metres + 20000
        text = (SCENARIO + (BACK if back else "")).format(rate=rate, delay=5 * metres, length=length, back=back, size=frames * length, start=start,
                                                          until=until, **settings)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "link.toml"
            path.write_text(text, encoding="utf-8")
            weir("run", path, "--out", path.with_name("out"))
            summary = json.loads((path.with_name("out") / "summary.json").read_text(encoding="utf-8"))
        return summary["flows"][0]["fct_seconds"], sum(port["llr_tx_replay"] for port in summary["llr"])

    def test_reach_line_rate(self):
        """As fast as with an endless window, and no replay without an error. With frames on the way back an ACK may wait until the first
        256 B of one have passed: its time and the set's as processing give the row for that."""
        for rate, metres in {"some": ((400, 40),), "all": ((100, 5), (400, 40), (800, 500))}[HOW_MANY]:
            link = ("headroom", "--llr", "--rate", f"{rate}Gbps", "--cable", metres, "--max-frame", "9216B", "--llr-processing")
            (alone,) = profiles(*link, "0ns")
            (busy,) = profiles(*link, f"{264 * 8000 // rate}ps")
            for length in (64, 1518, 9108):
                frames = 4 * llr.least_window(rate * llr.GBPS, metres, length) + 100
                for back, row in ((None, alone), (64, busy), (9216, busy)):
                    best, _ = self.completed(rate, metres, {**row, **self.WIDE}, length, back, frames)
                    self.assertEqual(self.completed(rate, metres, row, length, back, frames), (best, 0), (rate, metres, length, back))

    def test_are_slower_with_a_small_table(self):
        """Rows of a published sample: frames = bytes / 512, with which frames of 64 B do not fill the line."""
        (row,) = profiles("headroom", "--llr", "--rate", "400Gbps", "--cable", 40, "--llr-frames", 133, "--llr-bytes", "67760B", "--llr-timer", "5500ns")
        slow, _ = self.completed(400, 40, row, 64, None, 2000)
        fast, _ = self.completed(400, 40, {**row, **self.WIDE}, 64, None, 2000)
        self.assertGreater(slow, 1.5 * fast)


if __name__ == "__main__":
    WEIR, HOW_MANY = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
