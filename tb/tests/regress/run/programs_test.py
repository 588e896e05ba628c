# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir-model, which ./weir builds first: says of each command whether the whole program is needed, and gives the results
of the whole program where it is not.

usage: programs_test.py WEIR
"""

import pathlib
import re
import subprocess

import weir_run

SCENARIO = "scenarios/ring/gfc_buffer_based.toml"
SUFFICES, TAKES_WHOLE = 0, 4
OF_THE_MODEL = {"new", "keys", "run", "check", "cbd", "report", "explain"}


class Programs(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.model = pathlib.Path(cls.weir).with_name("weir-model")

    def started(self, *arguments):
        return subprocess.run([self.model, *arguments], cwd=weir_run.TOP, capture_output=True, text=True, check=False)

    def asked(self, *arguments):
        done = self.started("--suffices", *arguments)
        self.assertEqual(done.stdout + done.stderr, "", arguments)
        return done.returncode

    def test_knows_each_command_of_the_whole_program(self):
        told = subprocess.run([self.weir, "--help"], capture_output=True, text=True, check=True).stdout
        commands = re.findall(r"^  (\w+) ", told.partition("Subcommands:")[2], re.MULTILINE)
        self.assertGreater(len(commands), 10)
        for command in commands:
            self.assertEqual(self.asked(command, "--help"), SUFFICES if command in OF_THE_MODEL else TAKES_WHOLE, command)

    def test_suffices_for_models(self):
        for arguments in ((SCENARIO,), (SCENARIO, "--waves", "fst", "--pcap", "s1.p0"), ("scenarios/ring/pfc.toml",)):
            self.assertEqual(self.asked("run", *arguments), SUFFICES, arguments)

    def test_takes_the_whole_program_for_rtl(self):
        for arguments in (("--set", "limiter.fidelity=rtl"), ("--set", "limiter.fidelity=lockstep"),
                          ("--set", "limiter.comparator_fidelity=rtl"), ("--record", "rate_limiter_stage"),
                          ("--set", "flow_control.gfc_buffer_based.comparator=leading_zero",
                           "--set", "flow_control.gfc_buffer_based.b1=737856B")):
            self.assertEqual(self.asked("run", SCENARIO, *arguments), TAKES_WHOLE, arguments)

    def test_leaves_bad_input_to_whoever_says_what_is_wrong(self):
        for arguments in (("rnu",), (), ("run", "no_such.toml"), ("run", SCENARIO, "--set", "a=b"), ("run", SCENARIO, "--bad")):
            self.assertEqual(self.asked(*arguments), SUFFICES, arguments)

    def test_says_what_it_lacks(self):
        for arguments in (("cost",), ("run", SCENARIO, "--set", "limiter.fidelity=rtl")):
            done = self.started(*arguments)
            self.assertEqual((done.returncode, done.stderr),
                             (2, f"weir: weir-model cannot do this {arguments[0]}: wanted the whole program, weir\n"))

    def test_gives_the_results_of_the_whole_program(self):
        runs = [weir_run.Run(program, SCENARIO, self.new_out(), options=("--until", "3ms")) for program in (self.weir, self.model)]
        self.assertIsNone(weir_run.first_difference(runs[0].results(), runs[1].results()))


if __name__ == "__main__":
    weir_run.main()
