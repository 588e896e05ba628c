# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""ports_in_switches_test.py WEIR [--whole]: ports in RTL as a whole change no result, and what they have no RTL for is refused."""

import subprocess

import weir_run

DWRR = "switch.egress.discipline=dwrr"
PERMUTATION = "scenarios/bench/ft4_perm.toml"
CREDITS = "scenarios/ring/cbfc.toml"
MULTI = "scenarios/tcd/tcd_multi.toml"
STAGES = "scenarios/ring/gfc_buffer_based.toml"
GRADIENT = "scenarios/ring/gfc_gradient.toml"
CREDIT_RATES = "scenarios/ring/gfc_time_based.toml"
BY_POWERS = ["flow_control.gfc_buffer_based.bm=20000B", "flow_control.gfc_buffer_based.b1=3616B"]


def whole_rates(width, bits=16):
    """Bm - B0 of so many bytes, which divides the rates of lines into whole bits per second."""
    table = "flow_control.gfc_time_based"
    return [f"{table}.block=64B", f"{table}.counter_bits={bits}", f"{table}.bm={2 * width}B", f"{table}.b0={width}B"]


class PortsInSwitches(weir_run.RunTest):
    def check(self, scenario, until, sets=(), top="lossless_port"):
        with self.subTest(f"{scenario} {sets}"):
            plain = self.run_weir(scenario, sets=sets, options=["--until", until])
            for fidelity in ("rtl", "lockstep") if self.whole else ("lockstep",):
                run = self.run_weir(scenario, sets=[*sets, f"fidelity.{top}={fidelity}"], options=["--until", until])
                self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
            self.assertRegex(run.stdout, rf"lock-step {top}: \d+ instances, no difference")
            return plain

    def test_permutation_of_a_fat_tree(self):
        self.check(PERMUTATION, "1ms" if self.whole else "100us")

    def test_pauses(self):
        for scenario, until, sets in self.of_the_tier(
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
        for scenario, until, sets in self.of_the_tier(
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
        for scenario, top, part in ((MULTI, "lossless_port", "pfc_engine"), (MULTI, "equipped_port", "egress_scheduler"),
                                    (MULTI, "equipped_port", "tcd_detector"), (STAGES, "gentle_port", "rate_limiter_stage"),
                                    (STAGES, "gentle_port", "stage_comparator_threshold"),
                                    (GRADIENT, "gradient_port", "gradient_gate"),
                                    (CREDIT_RATES, "linear_port", "linear_rate"), (CREDIT_RATES, "linear_port", "rate_limiter_fixed_point")):
            sets = [DWRR, f"fidelity.{top}=rtl", *{STAGES: BY_POWERS, CREDIT_RATES: whole_rates(500_000)}.get(scenario, ())]
            run = self.run_weir(scenario, sets=sets, options=["--until", "1us", "--record", part], status=(2,))
            self.assertEqual(run.stderr, f'weir: --record {part}: fidelity.{top} has this block; wanted it to be "reference" there\n')

    def test_limiters(self):
        for scenario, until, bm, width in self.of_the_tier(
                (STAGES, "100us", 20_000, 16_384),
                ("scenarios/gfc/cascade.toml", "50us", 30_000, 16_384),
                ("scenarios/gfc/messages.toml", "1200us", 40_000, 16_384),
                ("scenarios/gfc/priorities.toml", "100us", 20_000, 8_192)):
            stages = [f"flow_control.gfc_buffer_based.bm={bm}B", f"flow_control.gfc_buffer_based.b1={bm - width}B"]
            plain = self.check(scenario, until, [DWRR, *stages], top="gentle_port")
            self.assertGreater(sum(queue["feedback_frames"] for queue in plain.summary["queues"]), 20, scenario)

    def test_credits_that_make_rates(self):
        for scenario, until, sets in self.of_the_tier(
                (CREDIT_RATES, "400us", whole_rates(20_000)),
                (CREDIT_RATES, "200us", [*whole_rates(20_000), "flow_control.processing_delay=0ns", "limiter.rounding=ceil"]),
                (CREDIT_RATES, "200us", [*whole_rates(12_500, bits=12), "flow_control.processing_delay=20us", "flow_control.gfc_time_based.period=5us"]),
                ("scenarios/gfc/slow_sink.toml", "200us", ["flow_control.scheme=gfc_time_based", *whole_rates(20_000)])):
            plain = self.check(scenario, until, [DWRR, *sets], top="linear_port")
            self.assertGreater(sum(queue["feedback_frames"] for queue in plain.summary["queues"]), 20, scenario)

    def test_credits_that_make_rates_with_new_settings(self):
        """Each of the events changes what comes behind. Rates that are not whole are refused, before the run where the order of writes is known."""
        file = self.new_out().with_suffix(".toml")
        text = f'base = "{weir_run.TOP}/scenarios/gfc/slow_sink.toml"\n[scenario]\nname = "new_settings"\n[expect]\nbase = true\n'
        results, sets = [], ["flow_control.scheme=gfc_time_based", DWRR, *whole_rates(20_000)]
        write = 'do = "write_register"\ndevice = "s2"\nregister = "flow_control.'
        for at, event in ((50, 'do = "set_link_rate"\nbetween = ["s2", "s3"]\nrate = "7Gbps"\n'), (80, f'{write}linear_range[2]"\nvalue = 125\n'),
                          (90, f'{write}buffer_blocks[2]"\nvalue = 400\n'), (100, f'{write}limiter_clamp[2]"\nvalue = 0\n')):
            text += f'[[event]]\nat = "{at}us"\n{event}'
            file.write_text(text, encoding="utf-8")
            results.append(self.run_weir(file, sets=sets, options=["--until", "300us"]).results()["timeseries.csv"])
        self.assertEqual(len(set(results)), len(results))
        self.check(file, "300us", sets, top="linear_port")
        file.write_text(text + f'[[event]]\nat = "120us"\n{write}linear_range[2]"\nvalue = 300\n', encoding="utf-8")
        sets.append("fidelity.linear_port=rtl")
        refused = [self.run_weir(file, sets=sets, options=["--until", "300us"], status=(2,)).stderr]
        refused.append(subprocess.run([self.weir, "check", file, *(word for one in sets for word in ("--set", one))], cwd=weir_run.TOP,
                                      capture_output=True, text=True, check=False).stderr)
        for said in refused:
            self.assertRegex(said, r"key 'event\[5\]\.value': the switch refuses: flow_control\.gfc_time_based\.bm - b0 is 19\.2KB, and a rate is a "
                                   r"fraction of 10Gbps that is rounded to bit/s, which the RTL does not do\n$")

    def test_all_means_no_part_of_a_port(self):
        run = self.run_weir(STAGES, sets=[DWRR, *BY_POWERS, "fidelity.all=lockstep", "fidelity.gentle_port=lockstep"], options=["--until", "20us"])
        self.assertNotRegex(run.stdout, "lock-step (rate_limiter|stage_comparator|egress_scheduler|pfc_engine)")
        run = self.run_weir(GRADIENT, sets=[DWRR, "fidelity.all=lockstep", "fidelity.gradient_port=lockstep"], options=["--until", "20us"])
        self.assertNotRegex(run.stdout, "lock-step (gradient_gate|egress_scheduler)")
        run = self.run_weir(CREDIT_RATES, sets=[DWRR, *whole_rates(500_000), "fidelity.all=lockstep", "fidelity.linear_port=lockstep"], options=["--until", "20us"])
        self.assertRegex(run.stdout, "lock-step linear_port: 12 instances")
        self.assertNotRegex(run.stdout, "lock-step (linear_rate|rate_limiter|egress_scheduler|ib_credits)")

    def test_limiters_with_new_settings(self):
        """Each of the writes changes what comes behind."""
        file = self.new_out().with_suffix(".toml")
        text = (f'base = "{weir_run.TOP / STAGES}"\n[scenario]\nname = "new_settings"\n[expect]\nbase = true\n'
                '[flow_control.gfc_buffer_based]\ncomparator = "leading_zero"\nbm = "20000B"\nb1 = "3616B"\n')
        results = []
        for at, register, value in ((30, "limiter_rounding[1]", 0), (60, "bm[2][0]", 17_000), (70, "log2_span[2][0]", 12),
                                    (80, "stages[0][0]", 2), (90, "limiter_clamp[1]", 0)):
            text += (f'[[event]]\nat = "{at}us"\ndo = "write_register"\ndevice = "s1"\nregister = "flow_control.{register}"\n'
                     f'value = {value}\n')
            file.write_text(text, encoding="utf-8")
            results.append(self.run_weir(file, sets=[DWRR], options=["--until", "160us"]).results()["timeseries.csv"])
        self.assertEqual(len(set(results)), len(results))
        self.check(file, "160us", [DWRR], top="gentle_port")

    def test_gates(self):
        for sets in self.of_the_tier(
                [], ["switch.crossbar.strategy=combined", "fidelity.all=lockstep"],
                ["scenario.quantum=off", "flow_control.gfc_gradient.block=64B", "switch.crossbar.transfer=packet"]):
            plain = self.check(GRADIENT, "300us", [DWRR, *sets], top="gradient_port")
            self.assertGreater(sum(queue["feedback_frames"] for queue in plain.summary["queues"]), 20)

    def test_gates_whose_counts_wrap(self):
        """A VIQ of more blocks than counters express, of which `check` warns."""
        file = self.new_out().with_suffix(".toml")
        file.write_text(f'base = "{weir_run.TOP}/tb/tests/patches/gradient_line.toml"\n[scenario]\nname = "wraps"\n[expect]\nbase = false\n'
                        '[switch.mmu]\nviq_limit = "400KB"\n[flow_control.gfc_gradient]\nbm = "62000B"\nblock = "1B"\n', encoding="utf-8")
        plain = self.check(file, "300us", [DWRR], top="gradient_port")
        self.assertGreater(max(queue["viq_peak_bytes"] for queue in plain.summary["queues"]), 1 << 16)

    def test_gates_with_a_new_bm(self):
        file = self.new_out().with_suffix(".toml")
        text = f'base = "{weir_run.TOP / GRADIENT}"\n[scenario]\nname = "new_bm"\n[expect]\nbase = true\n'
        results = []
        for at, value in ((100, 2_000), (180, 25_000)):
            text += "".join(f'[[event]]\nat = "{at}us"\ndo = "write_register"\ndevice = "s1"\nvalue = {value}\n'
                            f'register = "flow_control.gradient_stop[{port}]"\n' for port in range(3))
            file.write_text(text, encoding="utf-8")
            results.append(self.run_weir(file, sets=[DWRR], options=["--until", "300us"]).results()["timeseries.csv"])
        self.assertNotEqual(*results)
        self.check(file, "300us", [DWRR], top="gradient_port")

    def test_credits(self):
        narrow = ["flow_control.cbfc.counter_bits=12", "flow_control.cbfc.buffer=100KB"]
        for scenario, sets in self.of_the_tier((CREDITS, []), (CREDITS, [*narrow, DWRR]),
                                               ("scenarios/small/fault_lost_credits.toml", narrow)):
            self.check(scenario, "1ms", sets)

    def test_other_schemes_have_the_scheduler(self):
        for scenario in self.of_the_tier("scenarios/ring/none.toml", STAGES, "scenarios/small/ue_cbfc.toml"):
            self.check(scenario, "500us", [DWRR])


if __name__ == "__main__":
    weir_run.main()
