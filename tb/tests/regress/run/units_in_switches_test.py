# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""units_in_switches_test.py WEIR: ITSY's causality units and FERA's meters in RTL change no result, and their recordings replay to the
same outputs everywhere."""

import replays
import weir_run


class UnitsInSwitches(replays.ReplayTest):
    def check(self, scenario, block, instance, until, sets, rows_at_least):
        with self.subTest(f"{block} {scenario} {sets}"):
            plain = self.run_weir(scenario, sets=sets, options=["--until", until])
            recordings = set()
            for fidelity in ("reference", "rtl", "lockstep"):
                run = self.run_weir(scenario, sets=[*sets, f"fidelity.{block}={fidelity}"],
                                    options=["--until", until, "--record", f"{block}={instance}"])
                self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
            self.assertEqual(len(recordings), 1)
            self.assertRegex(run.stdout, rf"lock-step {block}: \d+ instances?, no difference")
            recording = run.out / "recording.csv"
            _, _, rows = replays.read_recording(recording)
            self.assertGreater(len(rows), rows_at_least)
            self.assertEqual(replays.icarus(recording, self.new_out()).splitlines()[0], f"{len(rows)} passed, 0 failed")

    def test_causality_units(self):
        for scenario, instance, until, sets in (
                ("scenarios/itsy/on_loop_repaired.toml", "l1.c0", "1ms", []),
                ("scenarios/itsy/h5_repaired.toml", "s1.c0", "2ms", ["scenario.quantum=off"]),
                ("scenarios/itsy/knot_repaired.toml", "s1.c0", "2ms", []),  # sums bring checks home
                ("scenarios/ring/pfc.toml", "s1.c0", "500us", ["deadlock.unit=itsy", "flow_control.pfc.refresh_fraction=0.25", "switch.crossbar.queueing=fifo", "switch.mmu.count_cells=true"])):
            self.check(scenario, "itsy_causality", instance, until, sets, 20)

    def test_meters(self):
        for scenario, block, until, sets in (
                ("scenarios/fera/fera_symmetric.toml", "fera_meter", "6ms", []),
                ("scenarios/fera/fera_symmetric.toml", "fera_meter_dividing", "6ms", ["congestion.fera.datapath=dividing", "scenario.quantum=off"])):
            self.check(scenario, block, "core.p4", until, sets, 20)

    def test_pauses_of_a_meter_are_compared_in_cycles(self):
        scenario, until = "scenarios/fera/fera_headroom.toml", ["--until", "3ms"]
        plain = self.run_weir(scenario, options=until)
        run = self.run_weir(scenario, sets=["fidelity.fera_meter=lockstep"], options=until)
        self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
        self.assertRegex(run.stdout, r"lock-step fera_meter: \d+ instances?, no difference")


if __name__ == "__main__":
    weir_run.main()
