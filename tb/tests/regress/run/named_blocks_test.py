# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""named_blocks_test.py WEIR: a block that [fidelity] asks for by its name runs in lock-step, or the scenario is refused."""

import re
import subprocess

import weir_run

# Scenarios that differ in the blocks of their devices, to 1 us.
SCENARIOS = (
    "ring/pfc", "ring/cbfc", "ring/gfc_buffer_based", "ring/gfc_time_based", "ring/gfc_gradient", "small/ue_cbfc", "small/llr",
    "small/dwrr_shaped", "ttl/ttl_ring", "fera/fera_symmetric", "tcd/tcd_single", "itsy/h2_repaired",
)
# The key of a block whose name is another.
KEYS = {
    "rate_limiter_stage": "rate_limiter", "rate_limiter_fixed_point": "rate_limiter", "stage_comparator_threshold": "stage_comparator",
    "stage_comparator_leading_zero": "stage_comparator", "partition_admission_memory": "partition_admission",
}
MISSING = r"key 'fidelity\.{key}': no device that this is about has the block; wanted one that is there \(([a-z_, ]*)\), 'all', or \"reference\""


class NamedBlocks(weir_run.RunTest):
    def refusal(self, scenario, key):
        """What `check` says of a block by its name; nothing where it takes the key."""
        done = subprocess.run([self.weir, "check", scenario, "--set", f"fidelity.{key}=lockstep"], cwd=weir_run.TOP, capture_output=True,
                              text=True, check=False)
        self.assertIn(done.returncode, (0, 2))
        return done.stderr if done.returncode == 2 else ""

    def test_blocks_that_are_there(self):
        for name in SCENARIOS:
            with self.subTest(name):
                scenario = f"scenarios/{name}.toml"
                absent = "llr_tx" if name != "small/llr" else "tcd_detector"
                listed = re.search(MISSING.format(key=absent), self.refusal(scenario, absent))
                self.assertTrue(listed, self.refusal(scenario, absent))
                there = set(listed[1].split(", "))
                run = self.run_weir(scenario, sets=["fidelity.all=lockstep"], options=["--until", "1us"])
                made = {KEYS.get(block, block) for block in re.findall(r"^lock-step (\w+): \d+ instance", run.stdout, re.MULTILINE)}
                self.assertLessEqual(made, there)
                for key in there - made:  # `all` leaves the device its model
                    self.assertRegex(self.refusal(scenario, key), rf"key 'fidelity\.{key}': \w+: ")

    def test_an_entry_about_other_devices(self):
        out = str(self.new_out()) + ".toml"
        with open(out, "w", encoding="utf-8") as file:
            file.write(f'base = "{weir_run.TOP}/scenarios/ring/pfc.toml"\n[[fidelity.at]]\nports = ["h1"]\negress_scheduler = "rtl"\n')
        for command in (["check", out], ["run", out, "--out", str(self.new_out())]):
            done = subprocess.run([self.weir, *command], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("key 'fidelity.at[1].egress_scheduler': no device that this is about has the block", done.stderr)


if __name__ == "__main__":
    weir_run.main()
