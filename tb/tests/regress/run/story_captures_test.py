# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The steps of a story as comments of captured frames: they stand at the frames, and at no others, that this page of rules names
from story.json, the frames' bytes and the settings.

usage: story_captures_test.py WEIR
"""

import collections
import json
import re
import tomllib

import weir_run  # first: it says where the others are
import capture_test
from capture_file import IN, OUT, packets

OUTPUT_QUEUED = ("switch.crossbar.strategy=output_queued",)
ON_THE_WIRE = 51_200  # ps for 64 B at 10 Gbps
TIMES = {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9}
# Scenario, settings, end, ports; how many frames have a step, and how often each rule takes part.
CASES = [
    ("ring/pfc", OUTPUT_QUEUED, "3ms", ("s1.p1", "s2.p2", "s1.p2"), 3, {"xoff": 3, "last_edge": 2}),
    ("itsy/simultaneous_repaired", (), "500us", ("s1.*", "s2.p2"), 4, {"xoff": 3, "last_edge": 2, "declared": 1}),
    ("itsy/on_loop_published", (), "1ms", ("l*",), None, {"declared": 1}),
    ("itsy/ring_count_min_drop", (), "1ms", ("s1.*",), None, {"resolves": 1}),
    ("ring/cbfc", OUTPUT_QUEUED, "23ms", ("s1.p1", "s2.p2"), 2, {"held": 2, "last_edge": 2}),
    ("ttl/ttl_ring", (), "2ms", ("s2.p0", "h2.p0"), 4, {"xoff": 2, "longest_wait": 2}),
    ("small/pause_incast", (), "2ms", ("s1.*", "h*"), None, {"xoff": 2}),
]


class Judge:
    """Which frames of a run's capture have which steps, from its files."""

    def __init__(self, run, frames):
        self.story = json.loads((run.out / "story.json").read_text(encoding="utf-8"))
        self.frames = frames
        settings = tomllib.loads((run.out / "resolved.toml").read_text(encoding="utf-8"))
        number, unit = re.fullmatch(r"([\d.]+) ?(\w+)", settings["flow_control"]["processing_delay"]).groups()
        self.processing = round(float(number) * TIMES[unit])
        self.peers = {}
        for cable in run.summary["network"]["cables"]:
            a, b = (f"{cable[end]}.p{cable[end + '_port']}" for end in "ab")
            self.peers[a], self.peers[b] = b, a
        delays = {round(float(value) * TIMES[unit]) for value, unit in
                  re.findall(r'delay = "([\d.]+)(\w+)"', (run.out / "resolved.toml").read_text(encoding="utf-8").split("[topology]")[1].split("\n[")[0])}
        (self.delay,) = delays

    def there(self, port, direction):
        return [frame for frame in self.frames if (frame.port, frame.direction) == (port, direction)]

    def at(self, port, direction, picoseconds):
        return [frame for frame in self.there(port, direction) if frame.at == picoseconds // 1000]

    def pauses(self, queue, time):
        port = queue.rpartition(".")[0]
        return self.at(port, OUT, time + ON_THE_WIRE) + self.at(self.peers[port], IN, time + ON_THE_WIRE + self.delay)

    def held(self, queue, time):
        port = queue.rpartition(".")[0]
        arrival = time - self.processing
        found = []
        for side, direction, by in ((port, IN, arrival), (self.peers[port], OUT, arrival - self.delay)):
            feedback = [frame for frame in self.there(side, direction) if frame.at <= by // 1000
                        and (frame.bytes[12:14] == b"\x88\x08" or frame.bytes[12:15] == b"\x88\xb5\x01")]
            found += feedback[-1:]
        return found

    def declared(self, queue, time):
        """The message comes in by any port, alone or on a PFC frame."""
        device = queue.split(".", 1)[0]
        here = [frame for port in self.peers if port.startswith(device + ".") for frame in self.at(port, IN, time - self.processing)]
        return [frame for frame in here if frame.bytes[12:14] == b"\x88\xb5" or frame.bytes[34:36] in (b"\x17\x54", b"\x17\x55")]

    def expected(self):
        """{number of the frame: [number of the step]}, and how often each rule has told."""
        steps, told = collections.defaultdict(list), collections.Counter()
        events = self.story["events"]
        for number, sentence in enumerate(self.story["sentences"], start=1):
            proofs = [(events["what"][e], self.story["queues"][events["queue"][e]], events["at_ps"][e]) for e in sentence["events"]]
            if not proofs and sentence["rule"] == "held":
                proofs = [("held", sentence["queue"], sentence["at_ps"])]
            for what, queue, time in proofs:
                for frame in getattr(self, {"resolves": "declared"}.get(what, what))(queue, time) if what in ("pauses", "held", "declared", "resolves") else []:
                    steps[frame.number].append(number)
                    told[sentence["rule"]] += 1
        return dict(steps), told


class StoryCaptures(weir_run.RunTest):
    def captured(self, scenario, settings, end, ports):
        taps = [word for port in ports for word in ("--pcap", port)]
        return self.run_weir(f"scenarios/{scenario}.toml", settings, ("--until", end, *taps))

    def test_steps_stand_at_their_frames(self):
        for scenario, settings, end, ports, count, rules in CASES:
            with self.subTest(scenario):
                run = self.captured(scenario, settings, end, ports)
                capture = run.out / "capture.pcapng"
                judge = Judge(run, list(packets(capture)))
                expected, told = judge.expected()
                self.assertEqual(len(expected), count or len(expected))
                self.assertEqual({rule: told[rule] for rule in rules}, rules)
                lines = capture_test.tshark(capture, "-Y", 'frame.comment contains "story, step"', "-T", "fields", "-e", "frame.number", "-e",
                                            "frame.comment").splitlines()
                shown = {int(number): text for number, text in (line.split("\t") for line in lines)}
                self.assertEqual({number: [int(step) for step in re.findall(r"story, step (\d+), ", text)] for number, text in shown.items()},
                                 expected)
                for number, text in shown.items():
                    for step in expected[number]:
                        self.assertIn(judge.story["sentences"][step - 1]["text"], text)

    def test_without_a_story_the_frames_are_the_same(self):
        with_story, without = (self.captured("itsy/simultaneous_repaired", (f"measure.story={on}",), "500us", ("s1.*",)).out / "capture.pcapng"
                               for on in ("true", "false"))
        plain = lambda capture: [frame._replace(comment="") for frame in packets(capture)]
        self.assertEqual(plain(with_story), plain(without))
        self.assertTrue(b"story, step 5, 340.1536 us: itsy declares" in with_story.read_bytes())
        self.assertFalse(b"story, step" in without.read_bytes())

    def test_quanta_change_nothing(self):
        sections = set()
        for quantum in ("on", "off"):
            capture = self.captured("itsy/simultaneous_repaired", (f"scenario.quantum={quantum}",), "500us", ("s1.*",)).out / "capture.pcapng"
            content = capture.read_bytes()
            sections.add(content[int.from_bytes(content[4:8], "little"):])  # behind the header, which names the settings
        self.assertEqual(len(sections), 1)


if __name__ == "__main__":
    weir_run.main()
