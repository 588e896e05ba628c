# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The story of a run: its words for sixteen scenarios, its events, and what may not change them.

usage: story_test.py WEIR
"""

import json
import re
import subprocess

import weir_run

OUTPUT_QUEUED = ("switch.crossbar.strategy=output_queued",)
CIRCLE = "the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed"
# (scenario, settings, end): the lines of the story.
WORDS = {
    ("scenarios/ring/pfc.toml", OUTPUT_QUEUED, "5ms"): [
        "2.7104 ms  s2.p2.c0 pauses s1 at 801 KB (XOFF 800 KB), for good: f1 100 % of what cannot leave",
        "2.7104 ms  s3.p2.c0 pauses s2 at 801 KB (XOFF 800 KB), for good: f2 100 % of what cannot leave",
        "2.7104 ms  s1.p2.c0 pauses s3 at 801 KB (XOFF 800 KB), for good: f3 100 % of what cannot leave",
        "2.7971 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        "3.7500 ms  f1, f2, f3 deliver nothing from here to the end: held by the circle",
    ],
    ("scenarios/ring/cbfc.toml", OUTPUT_QUEUED, "25ms"): [
        "22.3591 ms  s1.p1.c0 may send nothing from here on: s2.p2.c0 holds 976.5 KB, of which f1 100 % cannot leave",
        "22.3591 ms  s2.p1.c0 may send nothing from here on: s3.p2.c0 holds 976.5 KB, of which f2 100 % cannot leave",
        "22.3591 ms  s3.p1.c0 may send nothing from here on: s1.p2.c0 holds 976.5 KB, of which f3 100 % cannot leave",
        "22.3591 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
    ],
    ("scenarios/ring/gfc_buffer_based.toml", (), "5ms"): [
        "1.2900 ms  h1.p0.c0 is slowed to stage 1, the highest stage in any sample",
    ],
    ("scenarios/ring/gfc_time_based.toml", (), "5ms"): [
        "2.6050 ms  h1.p0.c0 may send at 4.98 Gbps of 10 Gbps, the smallest part in any sample",
    ],
    ("scenarios/ring/none.toml", (), "5ms"): [
        "no flow control held anybody; the fullest egress queue was h1.p0.c0: 3 KB; 4,251 packets dropped",
    ],
    ("scenarios/itsy/simultaneous_repaired.toml", (), "1ms"): [
        "0.3356 ms  s2.p2.c0 pauses s1 at 100.5 KB (XOFF 100 KB), for good: f1 100 % of what cannot leave",
        "0.3356 ms  s3.p2.c0 pauses s2 at 100.5 KB (XOFF 100 KB), for good: f2 100 % of what cannot leave",
        "0.3356 ms  s1.p2.c0 pauses s3 at 100.5 KB (XOFF 100 KB), for good: f3 100 % of what cannot leave",
        "0.3367 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        "0.3402 ms  itsy declares s1.p2.c0 deadlocked: its check came home over s1.p1 after 3 hops; the first to pause was s2.p2; "
        "then s2.p2.c0 at once, s3.p2.c0 at once",
        "0.7500 ms  f1, f2, f3 deliver nothing from here to the end: held by the circle",
    ],
    ("scenarios/itsy/ring_count_min_drop.toml", (), "1ms"): [
        "0.3068 ms  s2.p2.c0 pauses s1 at 101.5 KB (XOFF 100 KB): f1 100 % of what cannot leave",
        "0.3068 ms  s3.p2.c0 pauses s2 at 101.5 KB (XOFF 100 KB): f2 100 % of what cannot leave",
        "0.3114 ms  itsy declares s1.p2.c0 deadlocked: its check came home over s1.p1 after 3 hops; the first to pause was s2.p2; "
        "then s2.p2.c0 at once, s3.p2.c0 at once, s1.p2.c0 after 133 us and 4 more, the last after 633.2 us",
        "0.3145 ms  itsy acts on s1.p2.c0 by count_min_drop (drops of the largest flows): the first of 11 acts of switches; 2 packets dropped",
        "0.3178 ms  s1.p2.c0 pauses s3 at 101.5 KB (XOFF 100 KB): f3 100 % of what cannot leave",
        "0.3188 ms  s3.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        "0.3460 ms  2 more queues wait for the circle by now: h1.p0.c0, h2.p0.c0",
        "0.4490 ms  a queue of the circle can send again",
    ],
    ("scenarios/small/circle_closed_beside.toml", (), "1ms"): [
        "0.3611 ms  s3.p0.c0 pauses s2 at 12 KB (XOFF 12 KB), for good: f2 100 % of what cannot leave",
        "0.3636 ms  s1.p1.c0 pauses s3 at 12 KB (XOFF 12 KB), for good: f3 100 % of what cannot leave",
        "0.3722 ms  s2.p0.c0 pauses s1 at 12 KB (XOFF 12 KB), for good: f1 57 %, f4 43 % of what cannot leave",
        "0.3747 ms  s2.p2.c0, beside the circle, is held: the circle s1.p0.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p0.c0 is closed",
        "0.4080 ms  6 more queues wait for the circle by now: s2.p2.c0, s4.p1.c0, h1.p0.c0, h2.p0.c0 and 2 more",
        "0.7500 ms  f1, f2, f3, f4 and 2 more flows deliver nothing from here to the end: held by the circle",
    ],
    ("scenarios/small/watchdog.toml", (), "1ms"): [
        "0.3356 ms  s2.p2.c0 pauses s1 at 100.5 KB (XOFF 100 KB): f1 100 % of what cannot leave",
        "0.3356 ms  s3.p2.c0 pauses s2 at 100.5 KB (XOFF 100 KB): f2 100 % of what cannot leave",
        "0.3356 ms  s1.p2.c0 pauses s3 at 100.5 KB (XOFF 100 KB): f3 100 % of what cannot leave",
        "0.3367 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        "0.4367 ms  watchdog drops a packet of s1.p2.c0: the first of 18 packets",
        "0.9380 ms  a queue of the circle can send again",
    ],
    ("scenarios/small/pfcwd.toml", (), "5ms"): [
        "0.3356 ms  s2.p2.c0 pauses s1 at 100.5 KB (XOFF 100 KB): f1 100 % of what cannot leave",
        "0.3356 ms  s3.p2.c0 pauses s2 at 100.5 KB (XOFF 100 KB): f2 100 % of what cannot leave",
        "0.3356 ms  s1.p2.c0 pauses s3 at 100.5 KB (XOFF 100 KB): f3 100 % of what cannot leave",
        "0.3367 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        "0.6000 ms  pfcwd finds a storm at s1.p1.c0: PFC frames of s2 hold the queue; then s2.p1.c0 at once, s3.p1.c0 at once, "
        "s1.p1.c0 after 1 ms and 11 more, the last after 4 ms",
        "0.6000 ms  pfcwd drops a packet of s1.p2.c0: the first of 7,005 packets",
        "0.6000 ms  a queue of the circle can send again; 4 more deadlocks after it",
        "1.0000 ms  pfcwd sees the storm at s1.p1.c0 end: s2 holds the queue no longer; then s2.p1.c0 at once, s3.p1.c0 at once, "
        "s1.p1.c0 after 1 ms and 8 more, the last after 3 ms",
        "1.3349 ms  the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed; a queue of the circle can send again at 1.6 ms",
        "2.3349 ms  the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed; a queue of the circle can send again at 2.6 ms",
        "3.3349 ms  the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed; a queue of the circle can send again at 3.6 ms",
    ],
    ("scenarios/small/event_reset.toml", (), "20ms"): [
        " 0.3356 ms  s2.p2.c0 pauses s1 at 100.5 KB (XOFF 100 KB): f1 100 % of what cannot leave",
        " 0.3356 ms  s3.p2.c0 pauses s2 at 100.5 KB (XOFF 100 KB): f2 100 % of what cannot leave",
        " 0.3356 ms  s1.p2.c0 pauses s3 at 100.5 KB (XOFF 100 KB): f3 100 % of what cannot leave",
        " 0.3367 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed",
        " 0.3800 ms  3 more queues wait for the circle by now: h1.p0.c0, h2.p0.c0, h3.p0.c0",
        " 5.0000 ms  a queue of the circle can send again; 1 more deadlock after it",
        " 7.3660 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0 is closed, and stays closed to the end",
        "15.0000 ms  f1, f2, f3 deliver nothing from here to the end: held by the circle",
    ],
    ("scenarios/itsy/host_stops.toml", (), "2ms"): [
        "0.1000 ms  h4.p0.c0 pauses s3: the first of 4 pauses by 4 queues",
        "1.5000 ms  stopped delivers nothing from here to the end: held by h4, which takes no packet of class 0 any more",
        "           s3.p1.c0 waits longest for h4: 1.899 ms of 2 ms",
    ],
    ("scenarios/ttl/ttl_loop_pfc.toml", (), "20ms"): [
        " 0.7258 ms  s1.p1.c0 pauses s2 at 99 KB (XOFF 99 KB), for good: round 100 % of what cannot leave",
        " 0.7355 ms  s2.p2.c0 pauses s1 at 99 KB (XOFF 99 KB), for good: round 100 % of what cannot leave",
        " 0.7366 ms  s1.p1.c0 is held: the circle s1.p1.c0 -> s2.p2.c0 -> s1.p1.c0 is closed",
        " 0.7800 ms  2 more queues wait for the circle by now: h1.p0.c0, h2.p0.c0",
        "15.0000 ms  round, there, back deliver nothing from here to the end: held by the circle",
    ],
    ("scenarios/ttl/ttl_ring.toml", (), "20ms"): [
        " 1.2862 ms  s2.p0.c1 pauses h2 at 801 KB (XOFF 800 KB): the first of 156 pauses by 3 queues",
        "10.4066 ms  h2.p0.c0 waits longest for s2: 9.248 ms of 20 ms; the longest of 51 pauses, 183.6 us, begins here",
    ],
    ("scenarios/gfc/slow_sink.toml", (), "40ms"): [
        "0.1285 ms  flow control holds h2.p0.c0 for s2, for the first time in the run",
        "           h2.p0.c0 waits longest for s2: 39.66 ms of 40 ms",
    ],
    ("scenarios/tcd/tcd_victim.toml", (), "10ms"): [
        "3.3260 ms  t2.p0.c0 pauses l0 at 320.3 KB (XOFF 320 KB): the first of 20 pauses by 7 queues",
        "7.6194 ms  a13.p0.c0 waits longest for t2: 151 us of 10 ms; the longest of 2 pauses, 115.1 us, begins here",
    ],
}


def story_of(run):
    return json.loads((run.out / "story.json").read_text(encoding="utf-8"))


def said(stdout):
    """The lines below "story:", without their indent."""
    lines = stdout.split("\nstory:\n")[1].splitlines()
    return [line.removeprefix("  ") for line in lines if not line.startswith("results: ")]


class Story(weir_run.RunTest):
    def explain(self, folder, *options):
        return subprocess.run([self.weir, "explain", folder, *options], capture_output=True, text=True, check=False)

    def test_has_these_words(self):
        self.assertEqual(len(WORDS), 16)
        for (scenario, settings, end), lines in WORDS.items():
            with self.subTest(scenario):
                run = self.run_weir(scenario, settings, ("--until", end))
                self.assertEqual(said(run.stdout), lines)

    def test_of_links_of_two_rates_says_who_was_slowed(self):
        scenario, slow = "scenarios/small/gfc_two_to_one.toml", ('topology.link=[{between=["s1","h2"],rate="1Gbps"}]',)
        run = self.run_weir(scenario, slow, ("--until", "2ms"))
        self.assertEqual(said(run.stdout), ["0.5900 ms  h1.p0.c0 may send at 8.6 Gbps of 10 Gbps, the smallest part in any sample"])
        run = self.run_weir(scenario, (*slow, "flow_control.gfc_conceptual.b0=99KB"), ("--until", "60us"))
        self.assertNotIn("may send", run.stdout)  # h2 sends all that its link carries

    def test_is_told_again_with_its_proofs(self):
        run = self.run_weir("scenarios/ring/pfc.toml", OUTPUT_QUEUED, ("--until", "5ms"))
        told = self.explain(run.out)
        self.assertEqual((told.returncode, told.stdout.splitlines()), (0, said(run.stdout)))
        proved = self.explain(run.out, "--events").stdout
        self.assertRegex(proved, r"s2\.p2\.c0 pauses s1 .*\n {4}event \d+: 2710\d{6} ps s2\.p2\.c0 pauses, VIQ 801000 B\n")
        page = (run.out / "report.html").read_text(encoding="utf-8")
        self.assertIn(CIRCLE.replace("->", "&rarr;"), page)
        subprocess.run([self.weir, "report", run.out], check=True, capture_output=True)
        self.assertEqual((run.out / "report.html").read_text(encoding="utf-8"), page)

    def test_events_are_in_order_and_prove_the_sentences(self):
        run = self.run_weir("scenarios/itsy/simultaneous_repaired.toml")
        story = story_of(run)
        events = story["events"]
        self.assertEqual({len(column) for column in events.values()}, {len(events["at_ps"])})
        self.assertEqual(events["at_ps"], sorted(events["at_ps"]))
        self.assertEqual(events["what"].count("declared"), 3)
        pauses = [sentence for sentence in story["sentences"] if sentence["rule"] == "xoff"]
        self.assertEqual(len(pauses), 3)
        for sentence in pauses:
            (place,) = sentence["events"]
            self.assertEqual(events["at_ps"][place], sentence["at_ps"])
            self.assertEqual(events["what"][place], "pauses")
            self.assertEqual(story["queues"][events["queue"][place]], sentence["queue"])

    def test_of_many_events_keeps_the_first_the_last_and_the_proofs(self):
        run = self.run_weir("scenarios/ring/cbfc.toml", OUTPUT_QUEUED, ("--until", "25ms", "--set", "flow_control.cbfc.period=2us"))
        story = story_of(run)
        events = story["events"]
        self.assertGreater(story["left_out"], 0)
        self.assertEqual(story["left_out_behind"], 10_000)
        self.assertEqual(len(events["at_ps"]), 20_000)
        self.assertLess((run.out / "story.json").stat().st_size, 1_000_000)
        self.assertEqual(events["at_ps"], sorted(events["at_ps"]))

    def test_says_what_was_lost_and_the_headroom_that_would_have_held_it(self):
        scenario = "scenarios/small/pfc_incast_short_headroom.toml"
        run = self.run_weir(scenario, (), ("--until", "5ms"))
        losses = run.summary["losses"]
        self.assertEqual({loss["cause"] for loss in losses}, {"headroom below the bound"})
        lines = [line for line in said(run.stdout) if " loses " in line]
        self.assertEqual(len(lines), len(losses))
        self.assertIn(f"s1.p2.c0 loses {losses[0]['packets']:,} packets of a lossless class, the first here: headroom below "
                      "the bound; 10.5 KB of headroom would have held what came in one pause", lines[0])
        lost = [sentence for sentence in story_of(run)["sentences"] if sentence["rule"] == "no_room"]
        self.assertTrue(all(len(sentence["events"]) == 1 for sentence in lost))
        (needed,) = {loss["headroom_needed_bytes"] for loss in losses}
        for headroom, loses in ((needed, False), (needed - 1, True)):
            again = self.run_weir(scenario, (f"switch.mmu.headroom={headroom}B",), ("--until", "5ms"))
            self.assertEqual("losses" in again.summary, loses, headroom)

    def test_does_not_depend_on_the_quantum(self):
        for scenario, settings in (("scenarios/ring/pfc.toml", OUTPUT_QUEUED), ("scenarios/itsy/fat_tree_port_level.toml", ())):
            texts = set()
            for quantum in ("on", "off"):
                run = self.run_weir(scenario, settings, ("--until", "7ms", "--set", f"scenario.quantum={quantum}"))
                texts.add(re.sub(r'"resolved_sha256": "\w+"', "", (run.out / "story.json").read_text(encoding="utf-8")))
            self.assertEqual(len(texts), 1, scenario)

    def test_is_not_kept_where_it_is_not_wanted(self):
        run = self.run_weir("scenarios/ring/pfc.toml", ("measure.story=false",), ("--until", "1ms"))
        self.assertFalse((run.out / "story.json").exists())
        self.assertNotIn("story:", run.stdout)
        refused = self.explain(run.out)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertEqual(refused.stderr,
                         f"weir: {run.out}: has no story.json; wanted: a run with measure.story = true\n")

    def test_that_was_changed_is_refused(self):
        run = self.run_weir("scenarios/ring/pfc.toml", (), ("--until", "1ms"))
        path = run.out / "story.json"
        for text, words in (("{", "not the story of a run"), ('{"schema": "weir-story-2"}', "schema is 'weir-story-2'")):
            path.write_text(text, encoding="utf-8")
            refused = self.explain(run.out)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(words, refused.stderr)
            self.assertEqual(refused.stderr.count("\n"), 1)


if __name__ == "__main__":
    weir_run.main()
