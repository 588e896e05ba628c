# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A run in which nobody sent a PFC says why: each reason, brought about by the settings that bring it about.

usage: quiet_test.py WEIR
"""

import weir_run

INCAST = "scenarios/small/pfc_incast.toml"
BRIEF = ("scenario.duration=20us",)  # in which no VIQ reaches its XOFF of 150 KB


class Quiet(weir_run.RunTest):
    def quiet(self, *sets, scenario=INCAST):
        run = self.run_weir(scenario, sets, status=(0, 1))
        return run, {one["queue"]: one for one in run.summary["quiet_queues"]}

    def test_the_incast_pauses_and_names_only_those_that_did_not(self):
        run, quiet = self.quiet()
        self.assertNotIn("no PFC was sent", run.stdout)
        self.assertNotIn("s1.p0.c0", quiet)
        self.assertEqual(quiet["s1.p4.c0"]["reason"], "nothing_received")
        self.assertEqual(quiet["s1.p5.c0"]["reason"], "below_xoff")
        self.assertEqual(quiet["s1.p9.c7"]["reason"], "not_lossless")
        self.assertEqual(len(quiet), 10 - 4 + 1)
        paused = run.queue("s1.p0.c0")
        self.assertGreater(paused["pausing_seconds"], 0)
        self.assertGreater(paused["viq_headroom_peak_bytes"], 10_000)
        self.assertLessEqual(paused["viq_headroom_peak_bytes"], 11_968)

    def test_both_ends_of_a_pause_count_it(self):
        run = self.run_weir(INCAST, status=(0,))
        told, obeyed = run.queue("s1.p0.c0")["pausing_seconds"], run.queue("h1.p0.c0")["paused_seconds"]
        self.assertGreater(told, 1e-3)
        # From one to the other a PAUSE and a RESUME take the same way.
        self.assertAlmostEqual(told, obeyed, delta=3e-6)

    def test_without_flow_control(self):
        run, quiet = self.quiet("flow_control.scheme=none")
        self.assertEqual([one["reason"] for one in quiet.values()], ["scheme_none"])
        self.assertIn("no PFC was sent: flow_control.scheme is none: nothing pauses, and a full queue drops\n", run.stdout)

    def test_credits_and_rates_say_nothing_of_it(self):
        run, quiet = self.quiet(*BRIEF, "flow_control.scheme=cbfc")
        self.assertEqual(quiet, {})
        self.assertNotIn("no PFC", run.stdout)

    def test_below_xoff(self):
        run, quiet = self.quiet(*BRIEF)
        text = quiet["s1.p0.c0"]["text"]
        self.assertEqual(quiet["s1.p0.c0"]["reason"], "below_xoff")
        self.assertRegex(text, r"^the VIQ stood at [0-9.]+ KB at most, [0-9.]+ KB below XOFF, 150 KB$")
        self.assertRegex(run.stdout, r"no PFC was sent: s1\.p[0-3]\.c0: the VIQ stood at ")
        page = (run.out / "report.html").read_text(encoding="utf-8")
        self.assertTrue(text in page)
        self.assertTrue("And 2 lossless queues that received nothing." in page)

    def test_not_lossless(self):
        run, quiet = self.quiet(*BRIEF, "flow_control.lossless=[1]")
        self.assertEqual(quiet["s1.p0.c0"]["reason"], "not_lossless")
        self.assertEqual(quiet["s1.p0.c1"]["reason"], "nothing_received")
        self.assertIn("class 0 is not in flow_control.lossless", run.stdout)

    def test_buffer_too_small(self):
        run, quiet = self.quiet("scenario.duration=40us", "switch.mmu.buffer=200KB")
        self.assertEqual(quiet["s1.p1.c0"]["reason"], "dropped_before_xoff")
        self.assertIn("(buffer_full) while the VIQ stood at", run.stdout)

    def test_partition_too_small(self):
        run, quiet = self.quiet("scenario.duration=200us", "switch.mmu.buffer=1MB", "switch.mmu.partitions=8")
        self.assertEqual(quiet["s1.p0.c0"]["reason"], "xoff_out_of_reach")
        self.assertIn("XOFF, 150 KB, is above the most that the VIQ may hold, 124.", run.stdout)

    def test_no_route(self):
        run, quiet = self.quiet(*BRIEF, "switch.forwarding.tables=listed")
        self.assertEqual(quiet["s1.p0.c0"]["reason"], "dropped_before_admission")
        self.assertIn("dropped before admission (no_route)", run.stdout)

    def test_nobody_to_pause(self):
        _, quiet = self.quiet("scenario.duration=5ms", scenario="scenarios/ttl/ttl_ring.toml")
        self.assertEqual(quiet["s1.p0.c0"]["reason"], "pauses_nobody")

    def test_all_viqs_of_a_port_together(self):
        _, quiet = self.quiet(*BRIEF, "flow_control.scheme=pause", "flow_control.lossless=[0, 7]")
        self.assertEqual(quiet["s1.p0.c7"]["viq_peak_bytes"], quiet["s1.p0.c0"]["viq_peak_bytes"])
        self.assertIn("the lossless VIQs of the port together", quiet["s1.p0.c0"]["text"])


if __name__ == "__main__":
    weir_run.main()
