# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Same seed, same bytes: summary.json (but version and wall clock) and timeseries.csv do not depend on how devices are
scheduled, on what a limiter is made of, or on who watches. And the comparison can fail.

usage: determinism_test.py WEIR
"""

import subprocess

import weir_run

SHORT = ("--until", "5ms")  # the VIQs reach their thresholds after 1.3 ms
JITTER = (*weir_run.FIFO, "switch.crossbar.transfer=packet", "switch.crossbar.jitter=10ns")
QUANTUM_OFF = "scenario.quantum=off"


class Determinism(weir_run.RunTest):
    def assert_same(self, scenario, first, second, options=((), ())):
        """Each of `first` and `second`: settings; `options`: further options of either."""
        runs = [self.run_weir(scenario, sets, (*SHORT, *more)) for sets, more in zip((first, second), options)]
        self.assertIsNone(weir_run.first_difference(runs[0].results(), runs[1].results()))
        return runs

    def test_twice(self):
        for scenario in weir_run.RING:
            with self.subTest(scenario):
                self.assert_same(scenario, weir_run.FIFO, weir_run.FIFO)

    def test_quantum_on_and_off(self):
        for scenario in weir_run.RING:
            for sets in ((), weir_run.FIFO, ("switch.crossbar.strategy=output_queued",), JITTER):
                with self.subTest(scenario, sets=sets):
                    self.assert_same(scenario, sets, (*sets, QUANTUM_OFF))

    def test_quantum_on_and_off_elsewhere(self):
        for scenario, until in (("small/pfc_incast", "500us"), ("small/gfc_two_to_one", "1ms"), ("bench/ft4_perm", "200us")):
            with self.subTest(scenario):
                options = ("--until", until)
                sets = ["scenario.sample_interval=10us"]
                runs = [self.run_weir(f"scenarios/{scenario}.toml", sets + quantum, options)
                        for quantum in ([], [QUANTUM_OFF])]
                self.assertIsNone(weir_run.first_difference(runs[0].results(), runs[1].results()))

    def test_quantum_on_and_off_with_events(self):
        small = weir_run.TOP / "scenarios" / "small"
        for scenario in sorted([*small.glob("event_*.toml"), *small.glob("fault_*.toml")]):
            with self.subTest(scenario.stem):
                runs = [self.run_weir(scenario, quantum, status=(0,)) for quantum in ([], [QUANTUM_OFF])]
                self.assertIsNone(weir_run.first_difference(runs[0].results(), runs[1].results()))

    def test_reference_rtl_and_lockstep(self):
        for scheme, blocks in (("gfc_buffer_based", ("fidelity", "comparator_fidelity")), ("gfc_time_based", ("fidelity",)),
                               ("gfc_conceptual", ("fidelity",))):
            scenario = f"scenarios/ring/{scheme}.toml"
            reference = self.run_weir(scenario, weir_run.FIFO, SHORT).results()
            for fidelity in ("rtl", "lockstep"):
                with self.subTest(scheme, fidelity=fidelity):
                    sets = [f"limiter.{block}={fidelity}" for block in blocks]
                    run = self.run_weir(scenario, (*weir_run.FIFO, *sets), SHORT)
                    self.assertIsNone(weir_run.first_difference(reference, run.results()))

    def test_watching_changes_nothing(self):
        for watching in (("--waves", "fst"), ("--waves", "vcd"), ("--pcap", "s1.p0", "--pcap", "h1.p0")):
            for scenario in ("scenarios/ring/pfc.toml", "scenarios/ring/gfc_time_based.toml"):
                with self.subTest(scenario, watching=watching):
                    self.assert_same(scenario, weir_run.FIFO, weir_run.FIFO, ((), watching))

    def test_the_seed_decides_what_is_random(self):
        scenario = "scenarios/ring/pfc.toml"
        same = [self.run_weir(scenario, JITTER, (*SHORT, "--seed", "7")).results() for _ in range(2)]
        self.assertIsNone(weir_run.first_difference(*same))
        other = self.run_weir(scenario, JITTER, (*SHORT, "--seed", "8")).results()
        self.assertIsNotNone(weir_run.first_difference({"timeseries.csv": same[0]["timeseries.csv"]}, other))

    def test_release_where_it_is_built(self):
        """The program that users run, where ./weir has built it of this source; builds_test.py builds it, and others."""
        folder = weir_run.TOP / "build" / "release"
        state = subprocess.run(["ninja", "-C", folder, "-n", "weir"], capture_output=True, text=True, check=False)
        if "no work to do" not in state.stdout:
            self.skipTest("build/release is not there, or older than the source")
        for scenario in weir_run.RING:
            with self.subTest(scenario):
                release = weir_run.Run(folder / "weir", scenario, self.new_out(), weir_run.FIFO, SHORT)
                self.assertIsNone(weir_run.first_difference(
                    self.run_weir(scenario, weir_run.FIFO, SHORT).results(), release.results()))

    def test_a_picosecond_is_noticed(self):
        scenario = "scenarios/ring/gfc_buffer_based.toml"
        reference = self.run_weir(scenario, weir_run.FIFO, SHORT).results()
        for sets in (["topology.delay=1000001ps"], ["flow.f1.start=1ps"], ["flow_control.gfc_buffer_based.b1=751500B"]):
            changed = self.run_weir(scenario, [*weir_run.FIFO, *sets], SHORT).results()
            self.assertIsNotNone(weir_run.first_difference(reference, changed), sets)


if __name__ == "__main__":
    weir_run.main()
