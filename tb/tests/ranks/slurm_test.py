# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Ranks that srun --mpi=pmix starts on two nodes, which are two slurmd on loopback.

Usage: slurm_test.py RANKS_PROGRAM WEIR
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress/run"))
import slurm_cluster  # noqa: E402

PROGRAM, WEIR = None, None


class Cluster(slurm_cluster.Cluster):
    """Its nodes have folders of their own for PMIx, for which two nodes of one machine cannot share /tmp."""

    def start_controller(self):
        for node in slurm_cluster.NODES:
            (self.folder / f"tmp_{node}").mkdir()
        with self.configuration.open("a", encoding="utf-8") as file:
            file.write(f"TmpFS={self.folder}/tmp_%n\n")
        super().start_controller()


class SlurmRanks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()

    @classmethod
    def tearDownClass(cls):
        left = cls.cluster.stop()
        if left:
            raise AssertionError(f"left behind: {left}")

    def call(self, *words):
        # Open MPI names shared memory by machine, job and rank on the node: two nodes of one machine would take each other's.
        environment = {**self.cluster.environment, "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,tcp"}
        done = subprocess.run([*map(str, words)], env=environment, capture_output=True, text=True, check=False, timeout=120, cwd=TOP)
        return done.returncode, done.stdout, done.stderr

    def srun(self, *words):
        return self.call("srun", "--quiet", *words)

    def test_messages_cross_between_nodes(self):
        # One rank a node: with three on one of them Open MPI 4.1.4 crashes in one of thirty starts, in MPI_Init, where what its TCP
        # receives from a rank that is through calls a null pointer.
        self.assertEqual(self.srun("--mpi=pmix", "-N", 2, "-n", 2, PROGRAM, "talk", 2), (0, "", ""))

    def test_messages_cross_within_a_node(self):
        self.assertEqual(self.srun("--mpi=pmix", "-N", 1, "-n", 4, PROGRAM, "talk", 4), (0, "", ""))

    def test_a_rank_aborts(self):
        status, _, error = self.srun("--mpi=pmix", "-N", 1, "-n", 3, PROGRAM, "abort", 3)
        self.assertEqual(status, 3, error)

    def test_another_number_was_started(self):
        status, out, error = self.srun("--mpi=pmix", "-n", 3, PROGRAM, "talk", 2)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("weir: --ranks 2, but mpirun or srun has started 3\n", error)

    def test_tasks_that_know_nothing_of_each_other(self):
        status, out, error = self.srun("-n", 2, PROGRAM, "talk", 2)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("; wanted srun --mpi=pmix\n", error)

    def test_a_run_has_the_same_results(self):
        with tempfile.TemporaryDirectory() as folder:
            results = []
            for name, start, more in (("one", ("-n", 1), ()), ("two", ("--mpi=pmix", "-N", 2, "-n", 2), ("--ranks", 2))):
                out = pathlib.Path(folder) / name
                status, _, error = self.srun(*start, WEIR, "run", "scenarios/ring/gfc_buffer_based.toml", "--until", "2ms",
                                             "--quiet", "--out", out, *more)
                self.assertIn(status, (0, 1), error)
                summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
                del summary["wall_seconds"]
                results.append((status, summary, (out / "timeseries.csv").read_bytes()))
            self.assertEqual(*results)

    def test_the_script_of_the_page_runs(self):
        page = (TOP / "docs/user_guide/ranks.md").read_text(encoding="utf-8")
        script = re.search(r"^```sh\n(#!.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            mine = script.replace(" weir run ", f" {WEIR} run ").replace(" --out out/", f" --until 20us --out {folder}/")
            (folder / "job.sh").write_text(mine, encoding="utf-8")
            status, _, error = self.call("sbatch", "--wait", "--output", folder / "printed", folder / "job.sh")
            self.assertEqual(status, 0, error + (folder / "printed").read_text(encoding="utf-8"))
            self.assertIn("rank 1: 672 of 1344 devices", (folder / "ft16_perm" / "run.log").read_text(encoding="utf-8"))


if __name__ == "__main__":
    WEIR = sys.argv.pop()
    PROGRAM = sys.argv.pop()
    unittest.main()
