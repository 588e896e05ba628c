# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""admission_in_switches_test.py WEIR [--whole]: the admission of switches in RTL changes no result, its recordings replay to the same
outputs everywhere, and software sets nothing that the RTL has not."""

import replays
import weir_run


class AdmissionInSwitches(replays.ReplayTest):
    def test_admission_replays_the_same_everywhere_and_changes_no_result(self):
        cells = "switch.mmu.count_cells=true"
        for scenario, until, sets in self.of_the_tier(
                ("scenarios/ring/pfc.toml", "2ms", [cells]),
                ("scenarios/ring/pfc.toml", "1ms", [cells, "scenario.quantum=off", "fidelity.pfc_engine=lockstep"]),
                ("scenarios/ring/none.toml", "2ms", [cells, "switch.mmu.alpha=0.5", "switch.mmu.viq_reserved=2080B"]),
                ("scenarios/small/dynamic_threshold.toml", "200us", []),  # XOFF moves; a pool; the widest RTL
                ("scenarios/small/dynamic_threshold.toml", "200us", ["switch.mmu.lossless_alpha=0.0625", "switch.mmu.headroom=13104B"]),
                ("scenarios/small/dwrr_shaped.toml", "500us", [cells, "switch.mmu.buffer=400KB", "switch.mmu.alpha=1.0"]),
                ("scenarios/small/event_reset.toml", "6ms", [cells])):
            with self.subTest(f"{scenario} {sets}"):
                plain = self.run_weir(scenario, sets=sets, options=["--until", until])
                recordings = set()
                for fidelity in ("reference", "rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.viq_admission={fidelity}"],
                                        options=["--until", until, "--record", "viq_admission=s1"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                    recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
                self.assertEqual(len(recordings), 1)
                self.assertRegex(run.stdout, r"lock-step viq_admission: \d+ instances?, no difference")
                recording = run.out / "recording.csv"
                header, _, rows = replays.read_recording(recording)
                self.assertGreater(len(rows), 100)
                if header["viq_bits"] == "5":
                    self.replay(recording)
                else:  # weir cosim has the RTL as built
                    self.assertEqual(replays.icarus(recording, self.new_out()).splitlines()[0], f"{len(rows)} passed, 0 failed")

    def test_software_sets_nothing_that_the_admission_has_not(self):
        scenario = self.scratch / "admission.toml"
        for register, value, said in (("mmu.viq_reserved", 2080, "switch.mmu.viq_reserved cannot change"),
                                      ("flow_control.xoff[1]", 900_000, "flow_control.pfc.xoff and xon cannot change"),
                                      ("mmu.viq_limit", 790_000, "flow_control.pfc.xoff is above switch.mmu.viq_limit")):
            scenario.write_text(f'base = "{weir_run.TOP}/scenarios/ring/pfc.toml"\n[scenario]\nduration = "100us"\n[switch.mmu]\ncount_cells = true\nheadroom = "100KB"\n'
                                f'[[event]]\nname = "w"\nat = "50us"\ndo = "write_register"\ndevice = "s1"\nregister = "{register}"\nvalue = {value}\n'
                                '[expect]\nbase = false\n', encoding="utf-8")
            with self.subTest(register):
                self.run_weir(scenario)
                done = self.run_weir(scenario, sets=["fidelity.viq_admission=rtl"], status=(2,))
                self.assertIn(said, done.stderr)
                self.assertIn(" in a switch with the RTL of viq_admission", done.stderr)


if __name__ == "__main__":
    weir_run.main()
