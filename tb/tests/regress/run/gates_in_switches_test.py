# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""gates_in_switches_test.py WEIR: class mappers, gradient gates and dividers of time-based GFC in RTL change no result, their
recordings replay to the same outputs everywhere, and software sets nothing that a class mapper in RTL has not."""

import replays
import weir_run


BUILT = ((None, None), ("8", None), (None, "6"))  # blocks_bits and block_shift in a recording's header


class GatesInSwitches(replays.ReplayTest):
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
            header, _, rows = replays.read_recording(recording)
            self.assertGreater(len(rows), rows_at_least)
            if (header.get("blocks_bits"), header.get("block_shift")) in BUILT:
                self.replay(recording)
            else:  # weir cosim has the RTL as built
                self.assertEqual(replays.icarus(recording, self.new_out()).splitlines()[0], f"{len(rows)} passed, 0 failed")

    def test_class_mappers(self):
        for scenario, instance, until, sets in (
                ("scenarios/ttl/ttl_ring.toml", "s1.p0", "400us", []),
                ("scenarios/ttl/ttl_loop.toml", "s1.p0", "400us", []),  # packets expire
                ("scenarios/ttl/ttl_halved.toml", "se1.p0", "200us", ["scenario.quantum=off"]),
                ("scenarios/small/dwrr_shaped.toml", "s1.p0", "400us", ["fidelity.egress_scheduler=lockstep"]),
                ("scenarios/small/event_reset.toml", "s1.p0", "6ms", [])):
            self.check(scenario, "class_mapper", instance, until, sets, 20)

    def test_gradient_gates(self):
        for instance, until, sets in (("s1.p0.c0", "400us", []), ("s2.p1.c0", "400us", ["switch.crossbar.strategy=input_queued"]),
                                      ("h1.p0.c0", "400us", ["scenario.quantum=off"])):
            self.check("scenarios/ring/gfc_gradient.toml", "gradient_gate", instance, until, sets, 20)

    def test_dividers(self):
        for scenario, instance, until, sets in (
                ("scenarios/ring/gfc_time_based.toml", "s1.p0", "1ms", ["fidelity.rate_limiter=lockstep"]),
                ("scenarios/ring/gfc_time_based.toml", "h1.p0", "1ms", ["flow_control.processing_delay=10ns", "scenario.quantum=off"])):
            self.check(scenario, "linear_rate", instance, until, sets, 100)

    def test_software_chooses_no_classes_without_rtl(self):
        scenario = self.scratch / "mapper.toml"
        scenario.write_text(f'base = "{weir_run.TOP}/scenarios/ring/none.toml"\n[scenario]\nduration = "100us"\n[switch.class_mapper]\nsource = "ttl"\nttl0 = 4\n'
                            '[[event]]\nname = "w"\nat = "50us"\ndo = "write_register"\ndevice = "s1"\nregister = "forwarding.services"\nvalue = 17\n'
                            '[expect]\nbase = false\n', encoding="utf-8")
        self.run_weir(scenario)
        done = self.run_weir(scenario, sets=["fidelity.class_mapper=rtl"], status=(2,))
        self.assertIn("switch.class_mapper.services divides the classes, and the RTL has one service in a switch with the RTL of class_mapper",
                      done.stderr)


if __name__ == "__main__":
    weir_run.main()
