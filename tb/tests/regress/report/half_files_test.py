# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Neither a full disk nor a kill leaves half a file under a final name.

usage: half_files_test.py WRITE_SAMPLE_RUN
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

# Those that are the same bytes in every run; run.log has the wall clock in it.
SAME_EVERY_TIME = {"summary.json", "timeseries.csv", "report.html", "waves.fst", "waves.vcd", "waves.gtkw",
                   "waves_vcd.gtkw"}


def contents(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class HalfFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        whole = pathlib.Path(cls.folder.name) / "whole"
        subprocess.run([WRITE_SAMPLE_RUN, "ring", whole], stdout=subprocess.DEVNULL, check=True)
        cls.whole = contents(whole)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def assert_whole_or_absent(self, folder):
        """Returns the names of temporary files."""
        found = contents(folder) if folder.exists() else {}
        for name in found.keys() & SAME_EVERY_TIME:
            # The save file of the VCD has the name of that of the FST until it is renamed.
            allowed = (self.whole[name], self.whole["waves_vcd.gtkw"] if name == "waves.gtkw" else self.whole[name])
            self.assertIn(found[name], allowed, f"{name} is not whole")
        return sorted(name for name in found if ".partial" in name)

    def test_two_runs_are_the_same_bytes(self):
        again = pathlib.Path(self.folder.name) / "again"
        subprocess.run([WRITE_SAMPLE_RUN, "ring", again], stdout=subprocess.DEVNULL, check=True)
        found = contents(again)
        for name in SAME_EVERY_TIME:
            self.assertEqual(found[name], self.whole[name], name)

    def test_the_report_is_written_again_byte_for_byte(self):
        run = pathlib.Path(self.folder.name) / "rewritten"
        subprocess.run([WRITE_SAMPLE_RUN, "ring", run], stdout=subprocess.DEVNULL, check=True)
        (run / "report.html").unlink()
        subprocess.run([WRITE_SAMPLE_RUN, "rewrite", run], check=True)
        self.assertEqual((run / "report.html").read_bytes(), self.whole["report.html"])

    def test_a_directory_in_use_is_refused(self):
        run = pathlib.Path(self.folder.name) / "in_use"
        run.mkdir()
        (run / "mine.txt").write_text("precious", encoding="utf-8")
        done = subprocess.run([WRITE_SAMPLE_RUN, "ring", run], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"{run}: holds files already; wanted: a new or an empty directory\n")
        self.assertEqual([path.name for path in run.iterdir()], ["mine.txt"])

    def test_files_that_reach_a_limit(self):
        largest = max(len(content) for content in self.whole.values())
        for step in range(8):
            limit = largest * step // 8

            def constrain(limit=limit):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

            run = pathlib.Path(self.folder.name) / f"limit_{step}"
            done = subprocess.run([WRITE_SAMPLE_RUN, "ring", run], preexec_fn=constrain, restore_signals=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 3, limit)
            self.assertRegex(done.stderr, rf"\A{run}/[a-z_.]+: cannot write: .*\n\Z")
            self.assertEqual(self.assert_whole_or_absent(run), [], "temporary files are removed")

    def test_a_disk_that_is_full(self):
        disk = pathlib.Path(self.folder.name) / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True,
                                 check=False)
        if mounted.returncode != 0:
            self.skipTest("a file system of its own cannot be mounted here")
        try:
            done = subprocess.run([WRITE_SAMPLE_RUN, "ring", disk / "run"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, r"\A.*/run/[a-z_.]+: cannot write: No space left on device\n\Z")
            self.assertEqual(self.assert_whole_or_absent(disk / "run"), [])
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_a_run_that_is_killed(self):
        caught = set()
        # From the first write on, wherever each lands: every one must leave whole files only.
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            for step in range(12):
                run = pathlib.Path(self.folder.name) / f"killed_{number}_{step}"
                process = subprocess.Popen([WRITE_SAMPLE_RUN, "ring", run], stdout=subprocess.DEVNULL)
                while process.poll() is None and len(os.listdir(run) if run.exists() else []) <= step // 2:
                    pass
                process.send_signal(number)
                process.wait()
                caught.update(self.assert_whole_or_absent(run))
        self.assertTrue(caught, "no kill came while a file was being written: the test shows nothing")


if __name__ == "__main__":
    WRITE_SAMPLE_RUN = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
