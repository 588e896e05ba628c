# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What the tests of sweeps share: plans, the program, and the rows that it leaves."""

import sqlite3
import subprocess

import weir_run

STABLE = ("id, state, resolved_sha256, program, command, wanted, held, message, log, simulated_seconds, directory")


class SweepCase(weir_run.RunTest):
    environment = None  # of the program; None: ours

    def start(self, *words, **more):
        return subprocess.Popen([self.weir, "sweep", *map(str, words)], env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **more)

    def sweep(self, *words, status=0):
        process = self.start(*words)
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, status, out + err)
        return out + err

    @staticmethod
    def rows(plan):
        """All that a sweep leaves, times and host apart."""
        with sqlite3.connect(plan.with_suffix(".sqlite")) as store:
            tables = {name: store.execute(f"select * from {name} order by 1, 2").fetchall()
                      for name in ("axis", "point", "axis_value", "result", "expectation")}
            tables["run"] = store.execute(f"select {STABLE} from run order by id").fetchall()
        return tables

    def new_plan(self, text):
        folder = self.new_out()
        folder.mkdir()
        plan = folder / "plan.toml"
        plan.write_text(text, encoding="utf-8")
        return plan
