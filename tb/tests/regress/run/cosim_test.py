# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""cosim_test.py WEIR: lock-step from the command line, and stimulus recorded from a running scenario: it replays to
the same outputs in the C++ model, in the Verilated RTL and under Icarus."""

import json
import re
import subprocess

import replays
import weir_run

TCD = "scenarios/tcd/tcd_single.toml"
RING = "scenarios/ring/gfc_buffer_based.toml"
TIME_BASED = "scenarios/ring/gfc_time_based.toml"
# So that the stages begin in the first microseconds.
EARLY = ["flow_control.gfc_buffer_based.b1=20KB", "flow_control.gfc_buffer_based.bm=300KB"]


class CosimTest(replays.ReplayTest):
    def test_limiter_of_the_ring_replays_the_same_everywhere(self):
        header, rows = self.replay(self.record(RING, "rate_limiter_stage=h1.p0.c0", *EARLY))
        self.assertEqual(header["instance"], "h1.p0.c0")
        self.assertGreater(len(rows), 200)
        self.assertTrue(any(row[6] and row[7] for row in rows), "the limiter is told a stage")

    def test_fixed_point_limiter_of_the_ring_replays_the_same_everywhere(self):
        _, rows = self.replay(self.record(TIME_BASED, "rate_limiter_fixed_point"))
        self.assertGreater(len(rows), 100)

    def test_comparator_of_the_ring_replays_the_same_everywhere(self):
        _, rows = self.replay(self.record(RING, "stage_comparator_threshold=s1.p0.c0", *EARLY))
        self.assertGreater(max(row[6] for row in rows), 0)

    def test_leading_zero_comparator_of_the_ring_replays_the_same_everywhere(self):
        # bm - b1 = 2^18 B.
        form = ["flow_control.gfc_buffer_based.comparator=leading_zero", "flow_control.gfc_buffer_based.b1=737856B"]
        recordings = set()
        results = []
        for fidelity in ("reference", "rtl", "lockstep"):
            run = self.run_weir(RING, sets=[*form, f"limiter.comparator_fidelity={fidelity}"],
                                options=["--until", "3ms", "--record", "stage_comparator_leading_zero=s1.p0.c0"])
            recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
            results.append(run)
        self.assertEqual(len(recordings), 1)
        self.assertIsNone(weir_run.first_difference(results[0].results(), results[1].results()))
        _, rows = self.replay(results[2].out / "recording.csv")
        self.assertGreater(len(rows), 100)

    def test_tcd_detector_replays_the_same_everywhere_and_changes_no_result(self):
        as_built = "switch.mmu.buffer=12MB"
        plain = self.run_weir(TCD, sets=[as_built], options=["--until", "3ms"])
        recordings = set()
        for fidelity in ("reference", "rtl", "lockstep"):
            run = self.run_weir(TCD, sets=[as_built, f"fidelity.all={fidelity}"],
                                options=["--until", "3ms", "--record", "tcd_detector=t0.p2.c0"])
            self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
            recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
        self.assertEqual(len(recordings), 1)
        _, rows = self.replay(run.out / "recording.csv")
        self.assertGreater(len(rows), 100)

    def test_blocks_of_links_replay_the_same_everywhere_and_change_no_result(self):
        for scenario, block, instance in (("llr", "llr_tx", "h1.p0"), ("llr", "llr_rx", "s1.p0"),
                                          ("ue_cbfc", "ue_cbfc_receiver", "s1.p0"), ("ue_cbfc", "ue_cbfc_sender", "s1.p0")):
            with self.subTest(block):
                scenario = f"scenarios/small/{scenario}.toml"
                plain = self.run_weir(scenario)
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[f"fidelity.all={fidelity}"],
                                        options=["--record", f"{block}={instance}"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 100)

    def test_ib_credits_replay_the_same_everywhere_and_change_no_result(self):
        narrow = ["flow_control.cbfc.counter_bits=12", "flow_control.cbfc.buffer=100KB"]
        cells = ["switch.crossbar.strategy=input_queued", "switch.crossbar.arbiter=islip"]
        for scenario, sets in (("scenarios/ring/cbfc.toml", []), ("scenarios/ring/cbfc.toml", [*narrow, *cells]),
                               ("scenarios/small/fault_lost_credits.toml", narrow)):
            with self.subTest(f"{scenario} {sets}"):
                plain = self.run_weir(scenario, sets=sets, options=["--until", "2ms"])
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.all={fidelity}"],
                                        options=["--until", "2ms", "--record", "ib_credits=s1.p0.c0"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 100)

    def test_pauses_replay_the_same_everywhere_and_change_no_result(self):
        for scenario, instance, sets in (("scenarios/ring/pfc.toml", "s1.p0", []),
                                         ("scenarios/small/pause_incast.toml", "h1.p0", []),
                                         ("scenarios/small/pfc_incast.toml", "s1.p0", ["flow_control.pfc.pause_quanta=90"]),
                                         ("scenarios/small/egress_pfc.toml", "s1.p1", [])):
            with self.subTest(f"{scenario} {sets}"):
                plain = self.run_weir(scenario, sets=sets, options=["--until", "2ms"])
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.pfc_engine={fidelity}"],
                                        options=["--until", "2ms", "--record", f"pfc_engine={instance}"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 10)

    def test_schedulers_replay_the_same_everywhere_and_change_no_result(self):
        two = ["switch.egress.discipline=strict_over_dwrr", "switch.egress.weights=[1, 9, 1, 1, 1, 1, 1, 1]", "switch.egress.strict=[4]"]
        for scenario, instance, until, sets in (
                ("scenarios/small/dwrr_shaped.toml", "s1.p4", "2ms", []),  # strict classes, weights, both shapers, PFC
                ("scenarios/small/dwrr_shaped.toml", "s1.p4", "2ms", ["scenario.quantum=off", "fidelity.pfc_engine=lockstep"]),
                ("scenarios/tcd/tcd_dwrr.toml", "s2.p1", "400us", []),
                ("scenarios/tcd/tcd_strict.toml", "s2.p1", "400us", []),
                ("scenarios/gfc/priorities.toml", "s1.p2", "1ms", ["fidelity.rate_limiter=lockstep"]),
                ("scenarios/ring/cbfc.toml", "s1.p0", "1ms", [*two, "fidelity.ib_credits=lockstep"]),
                ("scenarios/small/llr.toml", "s1.p0", "1ms", [*two, "fidelity.llr_tx=lockstep"]),
                ("scenarios/small/event_reset.toml", "s1.p0", "1ms", [])):
            with self.subTest(f"{scenario} {sets}"):
                plain = self.run_weir(scenario, sets=sets, options=["--until", until])
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.egress_scheduler={fidelity}"],
                                        options=["--until", until, "--record", f"egress_scheduler={instance}"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                self.assertRegex(run.stdout, r"lock-step egress_scheduler: \d+ instances, no difference")
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 10)

    def test_software_chooses_no_discipline_without_rtl(self):
        scenario = self.scratch / "written.toml"
        scenario.write_text(f'base = "{weir_run.TOP}/scenarios/small/dwrr_shaped.toml"\n[[event]]\nname = "rr"\nat = "1ms"\ndo = "write_register"\n'
                            'device = "s1"\nregister = "egress.discipline"\nvalue = 1\n', encoding="utf-8")
        self.run_weir(scenario)
        done = self.run_weir(scenario, sets=["fidelity.egress_scheduler=rtl"], status=(2,))
        self.assertIn("switch.egress.discipline: the RTL of egress_scheduler has strict priority and DWRR", done.stderr)

    def test_arbiters_replay_the_same_everywhere_and_change_no_result(self):
        for sets, instance in (([], "s1.p0.grant"), ([], "s1.p0.accept"), (["switch.crossbar.transfer=packet"], "s1.p0.grant")):
            with self.subTest(f"{instance} {sets}"):
                scenario = "scenarios/ring/pfc.toml"
                plain = self.run_weir(scenario, sets=sets, options=["--until", "100us"])
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.rr_arbiter={fidelity}"],
                                        options=["--until", "100us", "--record", f"rr_arbiter={instance}"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 20)

    def test_islip_replays_the_same_everywhere_and_changes_no_result(self):
        cells = ["switch.crossbar.strategy=input_queued", "switch.crossbar.arbiter=islip"]
        for scenario, sets in (("scenarios/ring/pfc.toml", ["switch.crossbar.iterations=2"]),
                               ("scenarios/ring/pfc.toml", ["switch.crossbar.queueing=fifo"]),
                               ("scenarios/bench/ft4_perm.toml", ["switch.crossbar.iterations=4"])):
            with self.subTest(f"{scenario} {sets}"):
                plain = self.run_weir(scenario, sets=[*cells, *sets], options=["--until", "60us"])
                recordings = set()
                for fidelity, quantum in (("reference", "on"), ("rtl", "on"), ("rtl", "off"), ("lockstep", "on"), ("lockstep", "off")):
                    run = self.run_weir(scenario, sets=[*cells, *sets, f"fidelity.islip={fidelity}", f"scenario.quantum={quantum}"],
                                        options=["--until", "60us", "--record", "islip"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                self.assertRegex(run.stdout, r"lock-step islip: \d+ instances, no difference")
                _, rows = self.replay(run.out / "recording.csv")
                self.assertGreater(len(rows), 20)

    def test_icarus_bench_can_fail(self):
        recording = self.record(RING, "rate_limiter_stage", until="20us")
        text = recording.read_text(encoding="utf-8").splitlines()
        text[-2] = ",".join(text[-2].split(",")[:-1] + ["7"])
        recording.write_text("\n".join(text) + "\n", encoding="utf-8")
        self.assertRegex(replays.icarus(recording, self.new_out()), r"^\d+ passed, 1 failed")
        self.assertIn(", now ", self.cosim("rate_limiter_stage", "--stimulus", recording, status=3).stderr)

    def test_recording_changes_no_result_and_is_the_same_at_every_fidelity(self):
        plain = self.run_weir(RING, options=["--until", "300us"])
        recordings = set()
        for fidelity in ("reference", "rtl", "lockstep"):
            run = self.run_weir(RING, sets=[f"limiter.fidelity={fidelity}"],
                                options=["--until", "300us", "--record", "rate_limiter_stage"])
            self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
            recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
        self.assertEqual(len(recordings), 1)

    def test_directory_says_what_was_covered(self):
        out = self.new_out()
        done = self.cosim("stage_comparator_threshold", "--cycles", "20000", "--longest", "12", "--seed", "5", "--out", out)
        self.assertRegex(done.stdout, r"^stage_comparator_threshold: \d+ cycles, no difference")
        result = json.loads((out / "cosim.json").read_text(encoding="utf-8"))
        self.assertEqual(result["seed"], 5)
        self.assertEqual(result["cycles"]["directed"] + result["cycles"]["random"], 20000)
        for name, group in result["coverage"].items():
            holes = [f"cycles over_2^{k}" for k in range(13, 27)] if name == "held" else []
            self.assertEqual((group["hit"], group["holes"]), (group["bins"] - len(holes), holes))
        self.assertTrue((out / "coverage.csv").read_text(encoding="utf-8").startswith("group,condition_1,"))

    def test_a_scenario_in_lockstep_says_what_it_met(self):
        run = self.run_weir(RING, sets=["limiter.fidelity=lockstep", *EARLY], options=["--until", "300us"])
        self.assertRegex(run.stdout, r"lock-step rate_limiter_stage: 12 instances, no difference in [\d,]+ cycles \([\d,]+ passed over\); met, all in "
                                     r"coverage_rate_limiter_stage.csv:\ncoverage  event +\d+ of \d+ bins")
        self.assertNotIn("stage_comparator", run.stdout)
        bins = [line.split(",") for line in (run.out / "coverage_rate_limiter_stage.csv").read_text(encoding="utf-8").splitlines()]
        packets = sum(int(row[-2]) for row in bins if row[0] == "event" and row[4] == "event=packet")
        # One for each limiter may not have been clocked yet, or be on its cable.
        self.assertLessEqual(abs(packets - run.summary["packet_hops"]), 24)
        self.assertEqual(sum(int(row[-2]) for row in bins[1:] if row[0] == "mode"), 0)

    def test_compared_cycles_are_counted(self):
        """Of one instance as its recording has them; of all the same with each event by itself."""
        one = self.scratch / "one.toml"
        one.write_text(f'base = "{weir_run.TOP}/scenarios/ring/pfc.toml"\n[switch.crossbar]\narbiter = "islip"\n'
                       '[[fidelity.at]]\nports = ["s1"]\nislip = "lockstep"\n', encoding="utf-8")
        run = self.run_weir(one, options=["--until", "60us", "--record", "islip=s1"])
        header, _, _ = replays.read_recording(run.out / "recording.csv")
        self.assertIn(f"lock-step islip: 1 instance, no difference in {int(header['cycles']):,} cycles; met", run.stdout)
        for scenario, key, sets in ((RING, "all", EARLY), (TIME_BASED, "all", []), (TCD, "all", ["switch.mmu.buffer=12MB"]),
                                    ("scenarios/ring/pfc.toml", "lossless_port", [])):
            lines = []
            for quantum in ("on", "off"):
                run = self.run_weir(scenario, sets=[f"fidelity.{key}=lockstep", f"scenario.quantum={quantum}", *sets], options=["--until", "300us"])
                told = re.findall(r"^lock-step \w+: .* no difference in ([\d,]+) cycles?(?: \(([\d,]+) passed over\))?; met, all in (\S+):$",
                                  run.stdout, re.MULTILINE)
                self.assertEqual(len(told), run.stdout.count("lock-step "), run.stdout)
                for clocked, passed_over, file in [[word.replace(",", "") for word in words] for words in told]:
                    text = (run.out / file).read_text(encoding="utf-8")
                    self.assertTrue(text.endswith(f"\ncycles,cycle=clocked,,,,,{clocked},0\ncycles,cycle=passed_over,,,,,{passed_over or 0},0\n"), file)
                lines.append(told)
            self.assertEqual(*lines, scenario)

    def test_single_ports_run_otherwise(self):
        plain, own = self.scratch / "plain.toml", self.scratch / "ports.toml"
        base = f'base = "{weir_run.TOP}/scenarios/small/ue_cbfc.toml"\n'
        plain.write_text(base, encoding="utf-8")
        own.write_text(base + '[fidelity]\nall = "rtl"\n'
                       '[[fidelity.at]]\nports = ["s1", "h1.p0"]\nall = "lockstep"\n'
                       '[[fidelity.at]]\nports = ["s1.p1"]\nue_cbfc_sender = "reference"\n', encoding="utf-8")
        run = self.run_weir(own)
        self.assertIsNone(weir_run.first_difference(self.run_weir(plain).results(), run.results()))
        ports = len({one["port"] for one in run.summary["channels"] if one["device"] == "s1"})
        self.assertIn(f"lock-step ue_cbfc_receiver: {ports + 1} instances, no difference", run.stdout)
        self.assertIn(f"lock-step ue_cbfc_sender: {ports} instances, no difference", run.stdout)

    def test_holes_are_named(self):
        done = self.cosim("rate_limiter_stage", "--stimulus", "random", "--cycles", "50")
        self.assertIn("hole: stage 0, rounding floor, raise hold, event packet, r_c ", done.stdout)
        self.assertIn("more: coverage.csv", done.stdout)

    def test_bad_input_is_refused_in_one_line(self):
        (self.scratch / "no_recording.csv").write_text("cycle,q\n", encoding="utf-8")
        for arguments, wanted in (
                (["cosim", "rate_limiter_stag"], 'there is no block "rate_limiter_stag"; the nearest is "rate_limiter_stage"'),
                (["cosim", "mmu"], "wanted one of rate_limiter_stage, "),
                (["cosim", "rate_limiter_stage", "--stimulus", "nothing.csv"], 'there is no file "nothing.csv"'),
                (["cosim", "rate_limiter_stage", "--stimulus", "no_recording.csv"], "no_recording.csv:1: no recording"),
                (["cosim", "rate_limiter_stage", "--cycles", "0"], "--cycles"),
                (["run", weir_run.TOP / RING, "--record", "rate_limiter_stge"], 'the nearest is "rate_limiter_stage"'),
                (["run", weir_run.TOP / RING, "--record", "rate_limiter_stage=s7.p0.c0"], "no such instance"),
                (["run", weir_run.TOP / "scenarios/ring/pfc.toml", "--record", "rate_limiter_stage"],
                 "--record rate_limiter_stage: this scenario has none")):
            done = subprocess.run([self.weir, *map(str, arguments)], cwd=self.scratch, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(wanted, done.stderr)


if __name__ == "__main__":
    weir_run.main()
