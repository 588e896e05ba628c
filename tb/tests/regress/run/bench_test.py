# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir bench measures and prints a table. How fast is no matter of tests.

usage: bench_test.py WEIR
"""

import subprocess

import weir_run


class Bench(weir_run.RunTest):
    def bench(self, *arguments):
        return subprocess.run([self.weir, "bench", *arguments], cwd=weir_run.TOP, capture_output=True, text=True, check=False)

    def test_a_workload_has_a_ratio(self):
        done = self.bench("ft4_perm", "--runs", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        header, *rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(header[:2] + header[-3:], ["workload", "quantum", "ratio", "memory", "MB"])
        self.assertEqual([row[:2] for row in rows], [["ft4_perm", "on"], ["ft4_perm", "off"]])
        for _, _, hops, notifications, ratio, megabytes in rows:
            for figure in (hops, notifications, ratio, megabytes):
                self.assertGreater(float(figure), 0)
            self.assertAlmostEqual(float(hops) / float(notifications), float(ratio), delta=0.02)

    def test_no_such_workload(self):
        done = self.bench("ft5_perm")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "weir: bench: no workload 'ft5_perm' in scenarios/bench\n")


if __name__ == "__main__":
    weir_run.main()
