# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Same seed, same bytes in every build: builds the program with the presets release, debug and asan and compares what
they write with what this build writes. The sanitizers, leak detection included, must find nothing on the way.

usage: builds_test.py WEIR
"""

import fcntl
import os
import subprocess

import weir_run

PRESETS = ("release", "debug", "asan")
CASES = [(scenario, weir_run.FIFO, "5ms") for scenario in weir_run.RING] + [
    ("scenarios/ring/pfc.toml", ("switch.crossbar.strategy=output_queued",), "5ms"),
    ("scenarios/ring/gfc_buffer_based.toml", ("limiter.fidelity=lockstep", "limiter.comparator_fidelity=lockstep"), "2ms"),
    ("scenarios/small/pfc_incast.toml", (), "400us"),
    ("scenarios/small/gfc_two_to_one.toml", ("scenario.quantum=off",), "1ms"),
    ("scenarios/bench/ft4_perm.toml", ("scenario.sample_interval=10us",), "100us"),
]
# A finding must not look like an expectation that did not hold.
SANITIZERS = {"ASAN_OPTIONS": "exitcode=86:detect_leaks=1:strict_string_checks=1:check_initialization_order=1",
              "UBSAN_OPTIONS": "exitcode=86:print_stacktrace=1"}


def build(preset):
    """The program of that preset, built where ./weir builds it, and locked as ./weir does."""
    folder = weir_run.TOP / "build"
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for step in (["cmake", "--preset", preset], ["cmake", "--build", f"build/{preset}", "--target", "weir"]):
            done = subprocess.run(step, cwd=weir_run.TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  check=False)
            if done.returncode != 0:
                raise AssertionError(f"{' '.join(step)}:\n{done.stdout[-8000:]}")
    return folder / preset / "weir"


class Builds(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.wanted = [cls.results(cls.weir, case) for case in CASES]

    @classmethod
    def results(cls, program, case):
        scenario, sets, until = case
        environment = dict(os.environ, **SANITIZERS)
        run = weir_run.Run(program, scenario, cls.new_out(), sets, ("--until", until), environment=environment)
        if run.stderr:
            raise AssertionError(f"{program}: {run.stderr}")
        return run.results()

    def compare(self, preset):
        program = build(preset)
        for case, wanted in zip(CASES, self.wanted):
            with self.subTest(preset, case=case):
                self.assertIsNone(weir_run.first_difference(wanted, self.results(program, case)))
        return program

    def test_release(self):
        self.compare("release")

    def test_debug(self):
        self.compare("debug")

    def test_asan(self):
        program = self.compare("asan")
        # What else the program does, for the sanitizers' sake: waves, captures, bad input.
        for options in (("--waves", "fst", "--pcap", "s1.p0"), ("--waves", "vcd")):
            run = weir_run.Run(program, "scenarios/ring/pfc.toml", self.new_out(), weir_run.FIFO,
                               ("--until", "3ms", *options), environment=dict(os.environ, **SANITIZERS))
            self.assertEqual(run.stderr, "")
        for arguments in (["report", str(run.out)], ["list", "scenarios"], ["check", "scenarios/ring/cbfc.toml"],
                          ["run", "scenarios/ring/pfc.toml", "--set", "switch.mmu.bufer=1MB"]):
            done = subprocess.run([program, *arguments], cwd=weir_run.TOP, env=dict(os.environ, **SANITIZERS),
                                  capture_output=True, text=True, check=False)
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertNotIn("Sanitizer", done.stderr)

    def test_the_sanitizers_are_there(self):
        names = subprocess.run(["nm", "-D", build("asan")], capture_output=True, text=True, check=True).stdout
        for sanitizer in ("__asan_init", "__ubsan_handle_add_overflow"):
            self.assertIn(sanitizer, names)


if __name__ == "__main__":
    weir_run.main()
