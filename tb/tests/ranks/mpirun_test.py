# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Ranks that start themselves by mpirun, talk, and end in every way; nothing is left of them.

Usage: mpirun_test.py RANKS_PROGRAM
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = None
PATIENCE = 10  # seconds, in which ended processes are gone


def environment(folder, **more):
    """Without what this test may have from an mpirun or srun around it."""
    mine = {name: value for name, value in os.environ.items() if not re.match(r"OMPI_|PMIX_|SLURM_", name)}
    return {**mine, "TMPDIR": folder, **more}


class Ranks(unittest.TestCase):
    def setUp(self):
        self.token = f"{self.id()}.{os.getpid()}"  # by which the processes of a test are found
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def call(self, word, ranks, **more):
        done = subprocess.run([PROGRAM, word, str(ranks), self.token], capture_output=True, text=True, check=False, timeout=60,
                              env=environment(self.folder, **more))
        return done.returncode, done.stdout, done.stderr

    def processes(self):
        """The words of each process, by its number."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if self.token in words:
                found[int(path.parent.name)] = words
        return found

    def expect_nothing_left(self, segments=()):
        end = time.monotonic() + PATIENCE
        while self.processes() or any(path.exists() for path in segments):
            self.assertLess(time.monotonic(), end, (self.processes(), segments))
            time.sleep(0.02)

    def asleep(self, ranks):
        """The process that started ranks, when all sleep, and the shared memory between them."""
        process = subprocess.Popen([PROGRAM, "sleep", str(ranks), self.token], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=environment(self.folder))
        self.addCleanup(process.kill)
        words = process.stdout.readline().split()
        self.assertEqual(words[0], "asleep")
        self.assertGreaterEqual(len(self.processes()), ranks + 2, "the one that starts, mpirun, the ranks")
        segments = list(pathlib.Path("/dev/shm").glob(f"vader_segment.*.{int(words[1]):x}.*"))
        self.assertEqual(len(segments), ranks)
        return process, segments

    def test_messages_arrive(self):
        for ranks in (1, 2, 3, 4):
            self.assertEqual(self.call("talk", ranks), (0, "", ""), ranks)

    def test_a_rank_loads_no_parts_that_it_does_not_use(self):
        self.assertEqual(self.call("load", 2), (0, "", ""))
        status, said, _ = self.call("load", 2, OMPI_MCA_coll="^adapt")  # who asks for a part has it
        self.assertNotEqual(status, 0)
        self.assertIn("does not hold: no mca_coll_tuned\n", said)

    def test_waiting_is_counted(self):
        self.assertEqual(self.call("wait", 2), (0, "", ""))

    def test_a_rank_aborts(self):
        self.assertEqual(self.call("abort", 3), (3, "", ""))
        self.expect_nothing_left()

    def test_a_rank_throws(self):
        self.assertEqual(self.call("throw", 3), (3, "", "weir: rank 1 cannot go on\n"))
        self.expect_nothing_left()

    def test_a_rank_is_killed(self):
        self.assertEqual(self.call("kill", 3), (128 + signal.SIGKILL, "", ""))
        self.expect_nothing_left()

    def test_a_rank_ends_with_a_status_and_another_goes_on(self):
        self.assertEqual(self.call("status", 2), (1, "rank 1 has ended, too\n", ""))

    def test_a_signal_reaches_the_ranks(self):
        for number, word in ((signal.SIGINT, "interrupted\n"), (signal.SIGTERM, "terminated\n")):
            process, segments = self.asleep(2)
            process.send_signal(number)
            self.assertEqual(process.communicate(timeout=PATIENCE), (word, ""))
            self.assertEqual(process.returncode, 130)  # what the ranks return
            self.expect_nothing_left(segments)

    def test_a_second_signal_ends_all(self):
        process, segments = self.asleep(2)
        rank = [number for number, words in self.processes().items() if words[0] == PROGRAM and number != process.pid][0]
        os.kill(rank, signal.SIGSTOP)  # it does not listen any more
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.expect_nothing_left(segments)

    def test_the_process_that_starts_is_killed(self):
        process, segments = self.asleep(2)
        process.kill()
        self.expect_nothing_left(segments)
        process.communicate()

    def test_mpirun_is_killed(self):
        process, segments = self.asleep(2)
        mpirun = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
        os.kill(int(mpirun[0]), signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGKILL)
        self.expect_nothing_left()
        for segment in segments:
            segment.unlink(missing_ok=True)  # who is killed by -9 cannot clean up

    def test_another_number_was_started(self):
        for names in ({"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "3"}, {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "3"}):
            self.assertEqual(self.call("talk", 2, **names), (2, "", "weir: --ranks 2, but mpirun or srun has started 3\n"))

    def test_srun_without_pmix(self):
        status, _, line = self.call("talk", 4, SLURM_PROCID="0", SLURM_STEP_NUM_TASKS="4")
        self.assertEqual(status, 2)
        self.assertRegex(line, r"^weir: srun has started several tasks .*; wanted srun --mpi=pmix\n$")

    def test_without_mpirun(self):
        status, _, line = self.call("talk", 2, PATH="/nowhere")
        self.assertEqual((status, line), (2, "weir: several ranks need mpirun: No such file or directory; wanted openmpi-bin installed\n"))


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
