# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir bench measures and prints a table, keeps its figures, and holds them against earlier ones. How fast the model is
is no matter of tests.

usage: bench_test.py WEIR
"""

import json
import pathlib
import subprocess
import tempfile

import weir_run


def changed(rows, factor):
    """The rows with other speeds; yardsticks stay."""
    return [{**row, "per_cpu_second": [speed * factor for speed in row["per_cpu_second"]]} for row in rows]


class Bench(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = pathlib.Path(cls.folder.name) / "bench.json"

    def bench(self, *arguments):
        return subprocess.run([self.weir, "bench", *map(str, arguments)], cwd=weir_run.TOP, capture_output=True, text=True, check=False)

    def refused(self, message, *arguments):
        done = self.bench(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn(message, done.stderr)

    def test_a_workload_has_a_ratio(self):
        busy = "n=0; while [ $n -lt 100000 ]; do n=$((n+1)); done; echo note; echo hops 5000"
        done = self.bench("ft4_perm", "--runs", "1", "--json", self.file, "--beside", "shell=" + busy)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        header, *rows, beside = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(header[:2] + header[-7:], ["row", "quantum", "ratio", "memory", "MB", "KB/port", "CPU,", "x", "without"])
        self.assertEqual([row[:2] for row in rows], [["ft4_perm", "on"], ["ft4_perm", "off"]])
        for _, _, hops, notifications, ratio, megabytes, port in rows:
            for figure in (hops, notifications, ratio, megabytes, port):
                self.assertGreater(float(figure), 0)
            self.assertAlmostEqual(float(hops) / float(notifications), float(ratio), delta=0.02)
        self.assertEqual(beside[:2], ["ft4_perm.shell", "on"])
        self.assertGreater(float(beside[-3]), 10)  # CPU time a hop, of weir's: some 0.05 s for 5,000 hops
        self.assertLess(float(beside[2]), float(rows[0][2]) / 10)
        self.assertGreater(float(beside[5]), 0)  # MB
        kept = json.loads(self.file.read_text(encoding="utf-8"))
        self.assertEqual([(row["row"], row["quantum"], row["ports"]) for row in kept["rows"]],
                         [("ft4_perm", True, 96), ("ft4_perm", False, 96), ("ft4_perm.shell", True, 0)])
        self.compared_with(kept)

    def compared_with(self, kept):
        """Against a build that was a hundred times as fast, and against one that was a hundred times as slow."""
        for factor, status, ends in ((100, 1, "slower"), (0.01, 0, "0.000")):
            before = self.file.with_name("before.json")
            before.write_text(json.dumps({**kept, "rows": changed(kept["rows"][:1], factor)}), encoding="utf-8")
            done = self.bench("ft4_perm", "--runs", "1", "--quantum", "on", "--compare", before)
            self.assertEqual((done.returncode, done.stderr), (status, ""))
            self.assertTrue(done.stdout.rstrip().endswith(ends), done.stdout)

    def test_a_row_with_something_on_is_held_against_the_row_without(self):
        done = self.bench("ft4_perm.gfc_lockstep", "--runs", "2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        _, row = done.stdout.splitlines()
        against, _, half = row.split()[-3:]
        self.assertGreater(float(against), 1.5)  # lock-step clocks the RTL of each limiter, too
        self.assertGreaterEqual(float(half), 0)

    def test_a_switch_of_the_library_is_held_against_a_run_of_its_scenario(self):
        done = self.bench("star8_shift.switch_foreign", "--runs", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        _, row = done.stdout.splitlines()
        self.assertGreater(float(row.split()[2]), 0.01)  # millions of link-hops a CPU second: all frames arrived

    def test_refusals(self):
        for text in ("shell", "=echo", "Ns 3=echo", "shell="):
            self.refused("wanted NAME=COMMAND", "ft4_perm", "--beside", text)
        self.refused("--beside: wanted a row that is a workload alone", "ft4_perm.cells", "--beside", "shell=echo hops 1")
        self.refused("bench: no row 'ft5_perm'; wanted a workload of scenarios/bench", "ft5_perm")
        self.refused("bench: no row 'ft4_perm.nothing'", "ft4_perm.nothing")
        self.refused("/nowhere.json: cannot be read: No such file", "ft4_perm", "--compare", "/nowhere.json")
        self.refused("wanted a file of weir bench --json", "ft4_perm", "--compare", "README.md")
        self.refused("/nowhere", "ft4_perm", "--json", "/nowhere/bench.json")
        damaged = self.file.with_name("damaged.json")
        damaged.write_text('{"format": "weir-bench-1", "rows": [{"row": "ft4_perm"}]}', encoding="utf-8")
        self.refused("wanted a file of weir bench --json", "ft4_perm", "--compare", damaged)


if __name__ == "__main__":
    weir_run.main()
