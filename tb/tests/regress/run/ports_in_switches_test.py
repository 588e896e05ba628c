# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""ports_in_switches_test.py WEIR: ports in RTL as a whole change no result, and what they have no RTL for is refused."""

import weir_run

DWRR = "switch.egress.discipline=dwrr"
PERMUTATION = "scenarios/bench/ft4_perm.toml"
CREDITS = "scenarios/ring/cbfc.toml"
MULTI = "scenarios/tcd/tcd_multi.toml"


class PortsInSwitches(weir_run.RunTest):
    def check(self, scenario, until, sets=(), fidelities=("rtl", "lockstep"), top="lossless_port"):
        with self.subTest(f"{scenario} {sets}"):
            plain = self.run_weir(scenario, sets=sets, options=["--until", until])
            for fidelity in fidelities:
                run = self.run_weir(scenario, sets=[*sets, f"fidelity.{top}={fidelity}"], options=["--until", until])
                self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
            self.assertRegex(run.stdout, rf"lock-step {top}: \d+ instances, no difference")

    def test_permutation_of_a_fat_tree(self):
        self.check(PERMUTATION, "100us", fidelities=["lockstep"])

    def test_pauses(self):
        for scenario, until, sets in (
                ("scenarios/ring/pfc.toml", "1ms", []),
                ("scenarios/ring/pfc.toml", "1ms", ["scenario.quantum=off", *weir_run.FIFO, DWRR]),
                ("scenarios/ring/pfc.toml", "1ms", ["fidelity.all=lockstep", "switch.mmu.count_cells=true"]),
                ("scenarios/small/pause_incast.toml", "1ms", [DWRR]),
                ("scenarios/small/pfc_incast.toml", "1ms", ["flow_control.pfc.pause_quanta=90"]),
                ("scenarios/small/egress_pfc.toml", "1ms", [DWRR]),
                ("scenarios/small/dwrr_shaped.toml", "1ms", []),  # strict classes, weights, both shapers
                ("scenarios/small/dynamic_threshold.toml", "1ms", []),  # XOFF that moves
                ("scenarios/ttl/ttl_ring.toml", "1ms", [DWRR]),
                ("scenarios/small/event_reset.toml", "6ms", [])):
            self.check(scenario, until, sets)

    def test_detectors(self):
        port = "congestion.tcd.time=port"
        for scenario, until, sets in (
                (MULTI, "2ms", [DWRR]),
                ("scenarios/tcd/tcd_victim.toml", "3ms", [DWRR]),
                ("scenarios/tcd/tcd_strict.toml", "4ms", [port]),
                ("scenarios/tcd/tcd_beside_red.toml", "2ms", [port]),
                ("scenarios/tcd/tcd_shared.toml", "2ms", [DWRR]),
                ("scenarios/small/event_reset.toml", "6ms", [DWRR, "congestion.detector=tcd"])):
            self.check(scenario, until, sets, top="equipped_port")

    def test_ports_of_either_kind_beside_parts(self):
        file = self.new_out().with_suffix(".toml")
        here = "".join(f'[[fidelity.at]]\nports = ["{ports}"]\n{top} = "lockstep"\n'
                       for ports, top in (("l0", "equipped_port"), ("s*.p0", "lossless_port")))
        file.write_text(f'base = "{weir_run.TOP / MULTI}"\n[scenario]\nname = "mixed"\n[expect]\nbase = true\n[fidelity]\nall = "lockstep"\n{here}', encoding="utf-8")
        plain = self.run_weir(MULTI, sets=[DWRR, "scenario.name=mixed"], options=["--until", "1ms"])
        run = self.run_weir(file, sets=[DWRR], options=["--until", "1ms"])
        self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
        for block in "lossless_port", "equipped_port", "tcd_detector", "pfc_engine":
            self.assertRegex(run.stdout, rf"lock-step {block}: \d+ instances, no difference")

    def test_cycles_of_a_part_are_not_recorded(self):
        for top, part in ("lossless_port", "pfc_engine"), ("equipped_port", "egress_scheduler"), ("equipped_port", "tcd_detector"):
            run = self.run_weir(MULTI, sets=[DWRR, f"fidelity.{top}=rtl"], options=["--until", "1us", "--record", part], status=(2,))
            self.assertEqual(run.stderr, f'weir: --record {part}: fidelity.{top} has this block; wanted it to be "reference" there\n')

    def test_credits(self):
        narrow = ["flow_control.cbfc.counter_bits=12", "flow_control.cbfc.buffer=100KB"]
        for scenario, sets in ((CREDITS, []), (CREDITS, [*narrow, DWRR]),
                               ("scenarios/small/fault_lost_credits.toml", narrow)):
            self.check(scenario, "1ms", sets)

    def test_other_schemes_have_the_scheduler(self):
        for scenario in ("scenarios/ring/none.toml", "scenarios/ring/gfc_buffer_based.toml", "scenarios/small/ue_cbfc.toml"):
            self.check(scenario, "500us", [DWRR])


class Whole(weir_run.RunTest):
    def test_permutation_of_a_fat_tree(self):
        plain = self.run_weir(PERMUTATION, options=["--until", "1ms"])
        run = self.run_weir(PERMUTATION, sets=["fidelity.lossless_port=lockstep"], options=["--until", "1ms"])
        self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))


if __name__ == "__main__":
    weir_run.main()
