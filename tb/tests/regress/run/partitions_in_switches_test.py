# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""partitions_in_switches_test.py WEIR [--whole]: admission to partitions in RTL, with accounts in flip-flops and in a memory, changes no result, its
recordings replay to the same outputs everywhere, RTL for other ports is made at need, and software sets nothing that the RTL has not."""

import replays
import weir_run

TTL_RING = "scenarios/ttl/ttl_ring.toml"
MEMORY = "switch.mmu.partition_accounts=memory"


class PartitionsInSwitches(replays.ReplayTest):
    def test_admission_to_partitions_changes_no_result(self):
        for scenario, until, sets in self.of_the_tier(
                (TTL_RING, "2ms", []),
                (TTL_RING, "1ms", [MEMORY]),
                ("scenarios/ring/none.toml", "1ms", [MEMORY, "switch.mmu.partitions=2", "switch.mmu.veq_limit=3000B"]),
                (TTL_RING, "1ms", ["scenario.quantum=off", "fidelity.pfc_engine=lockstep", "fidelity.class_mapper=lockstep"]),
                ("scenarios/ttl/ttl_class_limits.toml", "1ms", []),
                ("scenarios/ring/none.toml", "2ms", ["switch.mmu.partitions=2", "switch.mmu.alpha=0.5", "switch.mmu.count_cells=true"]),
                ("scenarios/small/event_reset.toml", "6ms", ["switch.mmu.partitions=8"])):
            with self.subTest(f"{scenario} {sets}"):
                self.compare(scenario, until, sets)

    def compare(self, scenario, until, sets):
        block = "partition_admission" + ("_memory" if MEMORY in sets else "")
        plain = self.run_weir(scenario, sets=[one for one in sets if one != MEMORY], options=["--until", until])
        recordings = set()
        for fidelity in ("reference", "rtl", "lockstep"):
            run = self.run_weir(scenario, sets=[*sets, f"fidelity.partition_admission={fidelity}"],
                                options=["--until", until, "--record", f"{block}=s1"])
            self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
            recordings.add((run.out / "recording.csv").read_text(encoding="utf-8"))
        self.assertEqual(len(recordings), 1)
        self.assertRegex(run.stdout, rf"lock-step {block}: \d+ instances?, no difference")
        recording = run.out / "recording.csv"
        header, _, rows = replays.read_recording(recording)
        self.assertGreater(len(rows), 100)
        if (header["ports"], header["cell_bits"], header["q_bits"]) == ("4", "16", "24"):
            self.replay(recording)
        else:  # weir cosim has the RTL as built
            self.assertEqual(replays.icarus(recording, self.new_out()).splitlines()[0], f"{len(rows)} passed, 0 failed")
        return header

    def test_rtl_for_other_ports_is_made_at_need(self):
        header = self.compare(TTL_RING, "500us", ["switch.mmu.viq_reserved=2080B"])
        self.assertEqual(header["ports"], "3")

    def test_software_sets_nothing_that_the_admission_has_not(self):
        scenario = self.scratch / "admission.toml"
        for register, value, said in (("mmu.viq_reserved", 2080, "switch.mmu.viq_reserved cannot change"),
                                      ("flow_control.xoff[1]", 799_000, "flow_control.pfc.xoff and xon cannot change")):
            scenario.write_text(f'base = "{weir_run.TOP}/{TTL_RING}"\n[scenario]\nduration = "100us"\n'
                                f'[[event]]\nname = "w"\nat = "50us"\ndo = "write_register"\ndevice = "s1"\nregister = "{register}"\nvalue = {value}\n'
                                '[expect]\nbase = false\n', encoding="utf-8")
            with self.subTest(register):
                self.run_weir(scenario)
                done = self.run_weir(scenario, sets=["fidelity.partition_admission=rtl"], status=(2,))
                self.assertIn(said, done.stderr)
                self.assertIn(" in a switch with the RTL of partition_admission", done.stderr)


if __name__ == "__main__":
    weir_run.main()
