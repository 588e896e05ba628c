#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Two mechanisms from outside of weir do what their standards say: small models of both, written from the standards
alone, predict runs packet by packet.

usage: real_mechanisms_test.py WEIR BB_CREDIT CODEL

bb_credit, buffer-to-buffer credits of Fibre Channel: the packets that few credits let through in a given time, and
credits that come back, or do not, after losses. codel, RFC 8289: which packets of a capture are marked.
"""

import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "regress"))
sys.dont_write_bytecode = True
import capture_file  # noqa: E402

WEIR, *PLUGINS = sys.argv[1:]
PS_OF_BYTE = 800  # at 10 Gbps
US, MS = 10**6, 10**9  # in ps

LINE = """
[scenario]
name = "line"
description = "One sender to one receiver."
duration = "10ms"
[topology]
kind = "star"
hosts = 2
rate = "10Gbps"
delay = "10us"
[switch.mmu]
viq_limit = "150KB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "bb_credit"
processing_delay = "500ns"
[[flow]]
name = "f1"
src = "h1"
dst = "h2"
"""

# The queue stands twice; the second time begins within 16 intervals of the first. Packets of f2 cannot carry a mark.
BURSTS = """
[scenario]
name = "bursts"
description = "Two hosts to one, with a break."
duration = "5ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "110KB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
[congestion]
detector = "codel"
[[flow]]
name = "f1"
src = "h1"
dst = "h3"
ecn = "ect0"
stop = "2ms"
[[flow]]
name = "f2"
src = "h2"
dst = "h3"
stop = "2ms"
[[flow]]
name = "f3"
src = "h1"
dst = "h3"
ecn = "ect0"
start = "2500us"
[[flow]]
name = "f4"
src = "h2"
dst = "h3"
ecn = "ect1"
start = "2500us"
"""


def delivered(credits, length, delay, processing, until):
    """Packets that a receiver has by `until`: a frame starts when the line is free and fewer than `credits` frames have no R_RDY. The switch
    sends a frame on when it has all of it, and then an R_RDY in a frame of 64 B."""
    frame, message = length * PS_OF_BYTE, 64 * PS_OF_BYTE
    answered, start, switch_free, back_free = [], -frame, 0, 0
    while True:
        number = len(answered)
        start = max(start + frame, answered[number - credits] if number >= credits else 0)
        switch_free = max(start + frame + delay, switch_free) + frame
        if switch_free + delay > until:
            return number
        back_free = max(switch_free, back_free) + message
        answered.append(back_free + delay + processing)


class Codel:
    """The dequeuing of RFC 8289, section 5, with marks: `marks` says whether a packet that leaves is marked."""

    def __init__(self, target, interval, frame):
        self.target, self.interval, self.frame = target, interval, frame
        self.first_above, self.dropping, self.drop_next, self.count, self.last_count = 0, False, 0, 0, 0

    def law(self, time):
        return time + math.floor(self.interval / math.sqrt(self.count))

    def marks(self, now, sojourn, behind, capable):
        may = False
        if sojourn < self.target or behind <= self.frame:
            self.first_above = 0
        elif self.first_above == 0:
            self.first_above = now + self.interval
        else:
            may = now >= self.first_above
        if not may:
            self.dropping = False
            return False
        if not capable or (self.dropping and now < self.drop_next):
            return False
        if self.dropping:
            self.count += 1
            self.drop_next = self.law(self.drop_next)
            return True
        self.dropping = True
        delta = self.count - self.last_count
        self.count = delta if delta > 1 and now - self.drop_next < 16 * self.interval else 1
        self.drop_next = self.law(now)
        self.last_count = self.count
        return True


def ecn(frame):
    return frame.bytes[19] & 3


def is_data(frame):
    return frame.bytes[12:14] == b"\x81\x00" and frame.bytes[16:18] == b"\x08\x00"


def departures(capture):
    """(time, sojourn, bytes behind, ECN before, ECN after) of each packet of a switch, whose ports a capture has: a frame is captured with its
    last bit, which comes in, or has left, then; queues are first in, first out. At one instant packets leave before others come."""
    came, events = collections.defaultdict(collections.deque), []
    frames = [frame for frame in capture_file.packets(capture) if is_data(frame)]
    for place, frame in enumerate(frames):
        flow, at = frame.bytes[30:42], frame.at * 1000
        if frame.direction == capture_file.IN:
            came[flow].append((at, place, ecn(frame)))
            events.append(((at, 1, place), None, frame))
            continue
        start = at - frame.length * PS_OF_BYTE - 4 * PS_OF_BYTE  # with the FCS, which captures leave out
        arrival, order, was = came[flow].popleft()
        events.append(((start, 0, 0) if arrival < start else (start, 1, order + 0.5), (start, start - arrival, was), frame))
    waiting = 0
    for _, leaves, frame in sorted(events, key=lambda event: event[0]):
        waiting += -frame.length - 4 if leaves else frame.length + 4
        if leaves:
            start, sojourn, was = leaves
            yield start, sojourn, waiting, was, ecn(frame)


class RealMechanisms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def weir(self, *arguments):
        options = [word for plugin in PLUGINS for word in ("--plugin", plugin)]
        done = subprocess.run([WEIR, *options, *map(str, arguments)], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def results(self, scenario, *sets, options=()):
        """The folder and the summary of a run."""
        count = len(list(self.folder.iterdir()))
        file, out = self.folder / f"{count}.toml", self.folder / f"{count}"
        file.write_text(scenario, encoding="utf-8")
        words = [word for one in sets for word in ("--set", one)]
        self.weir("run", file, *words, *options, "--quiet", "--out", out)
        return out, json.loads((out / "summary.json").read_text(encoding="utf-8"))

    def got(self, scenario, *sets):
        return self.results(scenario, *sets)[1]["flows"][0]["delivered_packets"]

    def test_few_credits_let_through_what_the_loop_allows(self):
        seen = set()
        for credits, length, delay in ((1, 1500, 10), (4, 1500, 10), (16, 1500, 10), (8, 256, 2), (3, 777, 5), (40, 1500, 10)):
            wanted = delivered(credits, length, delay * US, US // 2, 10 * MS)
            with self.subTest(credits=credits, length=length, delay=delay):
                self.assertEqual(self.got(LINE, f"flow_control.bb_credit.credits={credits}", f"flow.f1.frame_length={length}B",
                                          f"topology.delay={delay}us"), wanted)
            seen.add(wanted)
        self.assertEqual(len(seen), 6)

    def test_check_names_the_credits_of_the_loop(self):
        file = self.folder / "line.toml"
        file.write_text(LINE, encoding="utf-8")
        # 2 (10 us) + 0.5 us + (3 x 1500 + 64) B at 10 Gbps are 24.151 us, in which 20.13 frames of 1.2 us pass.
        self.assertIn("credits = 20 are fewer than the 21 that full rate of frames of 1.5KB asks for",
                      self.weir("check", file, "--set", "flow_control.bb_credit.credits=20"))
        self.assertNotIn("warning", self.weir("check", file, "--set", "flow_control.bb_credit.credits=21"))
        # Frames of 64 B: 20.5 us + (2 x 64 + 1500 + 64) B are 21.8536 us, in which 426.8 of them pass.
        self.assertIn("fewer than the 427 that full rate of frames of 64B asks for",
                      self.weir("check", file, "--set", "flow_control.bb_credit.credits=90", "--set", "flow.f1.frame_length=64B"))
        self.assertIn("151 frames of 1.5KB, = 226.5KB is more than a VIQ may take",
                      self.weir("check", file, "--set", "flow_control.bb_credit.credits=151", "--set", "switch.mmu.headroom=76KB"))

    def test_frames_never_exceed_the_credits(self):
        incast = LINE.replace("hosts = 2", "hosts = 3") + '[[flow]]\nname = "f2"\nsrc = "h3"\ndst = "h2"\n'
        _, summary = self.results(incast, "flow_control.bb_credit.credits=30", "topology.delay=100ns")
        self.assertEqual(summary["drops"], {})
        self.assertEqual(max(queue["viq_peak_bytes"] for queue in summary["queues"]), 30 * 1500)

    def test_lost_r_rdys_come_back_with_sc_n_alone(self):
        lossy = LINE + '[[link_fault]]\nname = "r_rdys"\ndo = "lose"\nsubtype = 0x40\nprobability = 0.05\nfrom = "s1"\nbetween = ["h1", "s1"]\n'
        whole = self.got(LINE, "flow_control.bb_credit.credits=32")
        self.assertLess(self.got(lossy, "flow_control.bb_credit.credits=32"), whole / 5)
        self.assertGreater(self.got(lossy, "flow_control.bb_credit.credits=32", "flow_control.bb_credit.sc_n=5"), 0.9 * whole)

    def test_credits_of_lost_frames_come_back_with_sc_n_alone(self):
        lossy = LINE + '[[link_damage]]\nname = "frames"\ndo = "bits"\nbit_error_rate = 2e-6\nfrom = "h1"\nbetween = ["h1", "s1"]\n'
        _, stuck = self.results(lossy, "flow_control.bb_credit.credits=32")
        self.assertEqual([link["lossless_lost"] for link in stuck["links"]], [32])
        whole = self.got(LINE, "flow_control.bb_credit.credits=32")
        self.assertLess(stuck["flows"][0]["delivered_packets"], whole / 2)
        self.assertGreater(self.got(lossy, "flow_control.bb_credit.credits=32", "flow_control.bb_credit.sc_n=5"), 0.9 * whole)

    def test_codel_marks_the_packets_of_the_rfc(self):
        for target, interval in ((5, 100), (20, 50), (1, 400)):
            with self.subTest(target=target, interval=interval):
                out, summary = self.results(BURSTS, f"congestion.codel.target={target}us", f"congestion.codel.interval={interval}us",
                                            options=("--pcap", "s1.*"))
                self.replay(out / "capture.pcapng", target, interval, sum(flow["ce_packets"] for flow in summary["flows"]))

    def replay(self, capture, target, interval, received):
        """The model says of each packet in the capture whether it has CE."""
        model, marks, begins = Codel(target * US, interval * US, 1500), 0, 0
        for now, sojourn, behind, was, after in departures(capture):
            was_dropping = model.dropping
            wanted = model.marks(now, sojourn, behind, was != 0)
            self.assertEqual(after == 3, wanted, f"a packet that leaves at {now} ps after {sojourn} ps, {behind} B behind it")
            marks += wanted
            begins += model.dropping and not was_dropping
        self.assertEqual(begins, 2)
        self.assertGreater(marks, 20)
        self.assertAlmostEqual(marks, received, delta=2)  # the last ones are on the wire


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
