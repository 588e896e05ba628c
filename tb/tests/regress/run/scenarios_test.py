# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every scenario of the fat tree, of FERA, of GFC, of the ring, of ITSY, of TCD, of TTL-shifted PFC and every small one holds what it expects; and an expectation that does not hold is told.

usage: scenarios_test.py WEIR
"""

import html
import json
import re
import subprocess

import weir_run


# Those that take minutes; long_scenarios_test.py has them.
LONG = ("fera_thousand", "tcd_fct", "tcd_mpi_io")


def logged(folder):
    """The lines of run.log: level, time in ps, text."""
    lines = (folder / "run.log").read_text(encoding="utf-8").splitlines()
    found = [re.match(r"\S+ (\w+) +(\S+) s  (.*)", line) for line in lines]
    return [(line[1], round(1e12 * float(line[2])), line[3]) for line in found]


def hold(test, path):
    """All that a scenario expects must hold."""
    run = test.run_weir(path, status=(0,))
    expectations = run.summary["expectations"]
    test.assertTrue(expectations, "a scenario that expects nothing shows nothing")
    test.assertTrue(all(expectation["held"] for expectation in expectations))
    test.assertIn(f"verdict: all {len(expectations)} expectations held\n", run.stdout)
    test.assertFalse(run.summary["partial"])


class Scenarios(weir_run.RunTest):
    def test_every_expectation_holds(self):
        files = [path for folder in ("fat_tree", "fera", "gfc", "gfc_dcqcn", "gfc_networks", "itsy", "ring", "small", "tcd", "ttl") for path in sorted((weir_run.TOP / "scenarios" / folder).glob("*.toml"))]
        self.assertGreaterEqual(len(files), 9)
        for path in files:
            if path.stem not in LONG:
                with self.subTest(path.stem):
                    hold(self, path)

    def test_a_wrong_expectation_fails_and_is_named(self):
        for wrong, value in (("deadlock=true", False), ("drops=1", 0), ("packets_delivered=7", None)):
            run = self.run_weir("scenarios/small/gfc_two_to_one.toml", [f"expect.{wrong}"], status=(1,))
            failed = [expectation for expectation in run.summary["expectations"] if not expectation["held"]]
            self.assertEqual([expectation["text"] for expectation in failed], [wrong.replace("=", " = ")])
            if value is not None:
                self.assertEqual(failed[0]["value"], value)
            self.assertRegex(run.stdout, rf"FAILED +{failed[0]['text']}")
            self.assertEqual(run.stderr, "")

    def test_a_link_that_loses_more_than_a_scheme_bears_is_noticed(self):
        for scenario, sets, failed in (
                ("fault_lost_credits", ["link_fault.credits.probability=1.0"], "throughput"),
                ("fault_late_depths", ["link_fault.late.most=200us", "link_fault.late.probability=1.0"], "drops")):
            with self.subTest(scenario):
                run = self.run_weir(f"scenarios/small/{scenario}.toml", sets, status=(1,))
                texts = [expectation["text"] for expectation in run.summary["expectations"] if not expectation["held"]]
                self.assertTrue(any(failed in text for text in texts), texts)

    def test_in_the_time_of_the_port_a_victim_of_two_classes_is_marked_and_warned_of(self):
        # Of tcd_dwrr with the paper's T: the next pause comes before the default T is over.
        for scenario, period, warning in (
                ("tcd_strict", "0ps", "class 0 is sent behind classes that go first"),
                ("tcd_dwrr", "100.4us", "class 0 shares the line (switch.egress) and has 10.0 % of it: max(T_on) of that share is 194.4us")):
            with self.subTest(scenario):
                run = self.run_weir(f"scenarios/tcd/{scenario}.toml", ["congestion.tcd.time=port", f"congestion.tcd.period={period}"], status=(1,))
                self.assertIn("flow.v.ce_packets = 0", [one["text"] for one in run.summary["expectations"] if not one["held"]])
                self.assertTrue(any(warning in text for text in run.summary["warnings"]), run.summary["warnings"])

    def test_a_register_write_that_the_switch_refuses_ends_the_run(self):
        run = self.run_weir("scenarios/small/event_write_register.toml", ["event.xon_1.value=50000"], status=(2,))
        self.assertRegex(run.stderr, r"^weir: .*event_write_register\.toml:\d+:\d+: key 'event\.xoff_1\.value': the switch refuses: "
                                     r"flow_control\.pfc\.xon: wanted less than xoff, 20KB; got 50KB\n$")

    def test_check_tries_register_writes_in_their_order(self):
        def checked(*words):
            return subprocess.run([self.weir, "check", "scenarios/small/event_write_register.toml", *words], cwd=weir_run.TOP,
                                  capture_output=True, text=True, check=False)
        self.assertEqual(checked().returncode, 0)
        refused = checked("--set", "event.xon_1.value=50000")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertRegex(refused.stderr, r"key 'event\.xoff_1\.value': the switch refuses: flow_control\.pfc\.xon: wanted less than xoff")
        # The other order: XON is above XOFF, but for an XOFF that is high enough.
        self.assertEqual(checked("--set", "event.xoff_1.at=1us").returncode, 2)
        self.assertEqual(checked("--set", "event.xoff_1.at=1us", "--set", "event.xoff_1.value=90000").returncode, 0)

    def test_headroom_one_packet_too_small_loses_and_says_where_and_why(self):
        run = self.run_weir("scenarios/small/pfc_incast_short_headroom.toml", status=(0,))
        self.assertGreater(sum(run.summary["drops"].values()), 0)
        fault = run.summary["faults"][0]
        # Which packet, which queue, which bound.
        self.assertRegex(fault, r"packet \d+ of flow \w+ \(1500 B\) at queue s1\.p[0-3]\.c0: VIQ depth \d+ B \+ 1500 B is over "
                                r"viq_limit 150000 B \+ headroom 10468 B; the headroom that loses nothing is 10500 B")
        loss, = run.summary["losses"]
        self.assertEqual((loss["device"], loss["class"], loss["packets"]), ("s1", 0, sum(run.summary["drops"].values())))
        times = [int(re.match(r"at (\d+) ps", text)[1]) for text in run.summary["faults"]]
        self.assertEqual([round(1e12 * loss[f"{which}_seconds"]) for which in ("first", "last")], [times[0], times[-1]])
        line = (f"s1.p{loss['port']}.c0 lost {loss['packets']} packets of class 0 (lossless) from {1e-6 * times[0]:.1f} us to "
                f"{1e-6 * times[-1]:.1f} us: {loss['bound']}")
        self.assertIn(f"fault: {line}\n", run.stdout)
        self.assertIn(html.escape(line), (run.out / "report.html").read_text(encoding="utf-8"))
        self.assertEqual([line for line in logged(run.out) if " lost " in line[2]],
                         [("error", times[0], line), *(("error", at, text) for at, text in zip(times, run.summary["faults"]))])

    def test_losses_of_many_queues_are_in_the_order_of_time(self):
        run = self.run_weir("scenarios/small/own_settings.toml", ["switch.s2.mmu.headroom=5KB", "switch.s1.mmu.headroom=1KB"],
                            status=(1,))
        losses = run.summary["losses"]
        self.assertGreater(len({loss["device"] for loss in losses}), 1)
        firsts = [loss["first_seconds"] for loss in losses]
        self.assertEqual(firsts, sorted(firsts))
        self.assertNotEqual(losses, sorted(losses, key=lambda loss: (loss["device"], loss["port"])), "not by switch")
        self.assertEqual(sum(loss["packets"] for loss in losses), run.summary["drops"]["headroom_exhausted"])
        at = [time for _, time, _ in logged(run.out)]
        self.assertEqual(at, sorted(at))

    def test_the_log_has_the_deadlock_at_its_time(self):
        run = self.run_weir("scenarios/ring/pfc.toml", ["switch.crossbar.strategy=output_queued"], status=(1,))
        line, = [line for line in logged(run.out) if line[2].startswith("deadlock formed")]
        self.assertEqual(line[1], round(1e12 * run.summary["deadlock"]["formed_at_seconds"]))

    def test_the_one_switch_whose_headroom_is_short_is_warned_of_and_loses(self):
        run = self.run_weir("scenarios/small/own_settings.toml", ["switch.s2.mmu.headroom=5KB"], status=(1,))
        self.assertRegex(run.summary["warnings"][0], r"^s2: the headroom above flow_control\.pfc\.xoff .* = 5KB breaks the safety bound")
        self.assertEqual(len(run.summary["warnings"]), 1)
        self.assertTrue(run.summary["faults"])
        for fault in run.summary["faults"]:
            self.assertRegex(fault, r"at queue s2\.p[02]\.c0: .* over viq_limit 100500 B \+ headroom 5000 B; the headroom that loses nothing is 9000 B")

    def test_a_resolved_scenario_with_switches_of_their_own_runs_to_the_same(self):
        run = self.run_weir("scenarios/small/own_settings.toml", status=(0,))
        again = self.run_weir(run.out / "resolved.toml", status=(0,))
        for name in ("resolved.toml", "timeseries.csv"):
            self.assertEqual((run.out / name).read_bytes(), (again.out / name).read_bytes())
        for key in ("flows", "queues", "resolved_sha256", "packet_hops"):
            self.assertEqual(run.summary[key], again.summary[key])

    def test_registers_and_cost_are_of_the_switch_that_is_asked_for(self):
        def said(command, *options):
            return subprocess.run([self.weir, command, "scenarios/small/own_settings.toml", *options], cwd=weir_run.TOP,
                                  capture_output=True, text=True, check=True).stdout

        for device, limit in (("s1", 60_000), ("s2", 100_500), ("s3", 150_000)):
            blocks = json.loads(said("registers", "--device", device, "--format", "json"))["blocks"]
            mmu = next(block for block in blocks if block["name"] == "mmu")
            register = next(one for one in mmu["registers"] if one["name"] == "viq_limit")
            self.assertEqual(int(register["reset"], 16), limit)
            self.assertIn(f"{device} of own_settings, ", said("cost", "--device", device))
        self.assertIn(", one of 3 kinds of switch", said("cost"))

    def test_a_headroom_pool_too_small_loses_and_says_what_is_exhausted(self):
        base = "scenarios/small/dynamic_threshold.toml"
        run = self.run_weir(base, ["switch.mmu.headroom=13104B"], status=(1,))
        self.assertGreater(run.summary["drops"]["headroom_exhausted"], 0)
        self.assertRegex(run.summary["faults"][0], r"it holds 11648 B of headroom, and 1664 B more are over its headroom 13104 B; "
                                                   r"the headroom of each VIQ that loses nothing is 13312 B; flow")
        self.assertRegex(run.summary["warnings"][0], r"switch\.mmu\.headroom = 13\.104KB.* 13\.312KB")
        # Each VIQ may take enough, and all together may not.
        run = self.run_weir(base, ["switch.mmu.headroom_pool=30000B"], status=(1,))
        self.assertRegex(run.summary["faults"][0], r"1664 B more are not in the headroom pool, of which 29952 B of 29952 B are in use")
        self.assertRegex(run.summary["warnings"][0], r"switch\.mmu\.headroom_pool = 30KB is less than what the lossless VIQs of s1 may "
                                                     r"need at once, 8 that packets can fill: 106\.496KB: packets may be lost")

    def test_xoff_moves_with_the_free_buffer(self):
        run = self.run_weir("scenarios/small/dynamic_threshold.toml", status=(0,))
        shared, n, alpha = 1250 * 208, 4, 0.5
        settled = alpha * shared / (1 + n * alpha)  # Choudhury and Hahne, equation 2
        for port in range(n):
            queue = run.queue(f"s1.p{port}.c0")
            outside = queue["viq_peak_bytes"] - queue["viq_headroom_peak_bytes"]
            self.assertAlmostEqual(outside, settled, delta=2 * 1664)
            self.assertEqual(queue["viq_headroom_peak_bytes"], 8 * 1664, "the packet that finds the threshold, and seven more")
        self.assertLessEqual(run.summary["buffers"][0]["headroom_pool_peak_bytes"], n * 14976)


if __name__ == "__main__":
    weir_run.main()
