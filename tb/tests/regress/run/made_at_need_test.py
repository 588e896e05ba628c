# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""made_at_need_test.py WEIR [--whole]: RTL whose counts have other widths than those of the build changes no result, and without a compiler such
RTL is refused in one line."""

import os
import pathlib
import shutil
import subprocess

import weir_run

# Block, scenario, settings; what a device wants and the program has not, and who is the first to want it.
CASES = (
    ("ib_credits", "scenarios/ring/cbfc.toml", ["flow_control.cbfc.counter_bits=20"],
     "h1: the host wants COUNTER_W = 20, and the RTL of this program has COUNTER_W = 12"),
    ("ib_credits", "scenarios/ring/cbfc.toml", ["flow_control.cbfc.counter_bits=12", "flow_control.cbfc.buffer=8KB", "flow_control.cbfc.block=4B"],
     "h1: the host wants BLOCKS_W = 9, and the RTL of this program has BLOCKS_W = 8"),
    ("gradient_gate", "scenarios/ring/gfc_gradient.toml", ["flow_control.gfc_gradient.counter_bits=20"],
     "h1: the host wants COUNTER_W = 20, and the RTL of this program has COUNTER_W = 16"),
    ("linear_rate", "scenarios/ring/gfc_time_based.toml", ["flow_control.gfc_time_based.counter_bits=24"],
     "h1: the host wants COUNTER_W = 24, and the RTL of this program has COUNTER_W = 16"),
    ("partition_admission", "scenarios/ttl/ttl_ring.toml", ["switch.mmu.viq_reserved=2080B"],
     "s1: the switch wants PORTS = 3, and the RTL of this program has PORTS = 4"),
    ("partition_admission", "scenarios/ttl/ttl_ring.toml", ["switch.mmu.partition_accounts=memory", "switch.mmu.buffer=24MiB"],
     "s1: the switch wants CELL_W = 17, and the RTL of this program has CELL_W = 16"),
)


class MadeAtNeed(weir_run.RunTest):
    def test_changes_no_result(self):
        for block, scenario, sets, _ in self.of_the_tier(*CASES[:4]):
            with self.subTest(f"{block} {sets}"):
                plain = self.run_weir(scenario, sets=sets, options=["--until", "300us"])
                for fidelity in ("rtl", "lockstep"):
                    run = self.run_weir(scenario, sets=[*sets, f"fidelity.{block}={fidelity}"], options=["--until", "300us"])
                    self.assertIsNone(weir_run.first_difference(plain.results(), run.results()))
                self.assertRegex(run.stdout, rf"lock-step {block}: \d+ instances, no difference")

    def test_without_a_compiler_the_parameter_is_named(self):
        tools = pathlib.Path(self.new_out())
        tools.mkdir()
        for tool in ("python3", "sh", "env"):
            (tools / tool).symlink_to(shutil.which(tool))
        for block, scenario, sets, said in CASES:
            settings = [word for one in [*sets, f"fidelity.{block}=rtl"] for word in ("--set", one)]
            for command in (["check", scenario], ["run", scenario, "--out", str(self.new_out())]):
                with self.subTest(f"{block} {sets} {command[0]}"):
                    done = subprocess.run([self.weir, *command, *settings], cwd=weir_run.TOP, env={**os.environ, "PATH": str(tools)},
                                          capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(f"{said}; RTL with other parameters needs the program verilator, which is not installed", done.stderr)
                    self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    weir_run.main()
