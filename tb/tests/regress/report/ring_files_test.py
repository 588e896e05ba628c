# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The files of the ring, simulated: waves in fst2vcd and GTKWave, the report in a browser.

usage: ring_files_test.py WEIR TOP_OF_THE_SOURCE
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser
import waves_test

FIFO_OUTPUT = ["--set", "switch.crossbar.strategy=output_queued"]


class RingFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name in ("gfc_buffer_based", "pfc"):
            # 0: as expected, 1: not so; these settings are to deadlock and to crawl.
            done = subprocess.run([WEIR, "run", f"{TOP}/scenarios/ring/{name}.toml", *FIFO_OUTPUT, "--until", "10ms",
                                   "--waves", "fst", "--out", cls.run_of(name)], capture_output=True, text=True,
                                  check=False)
            if done.returncode not in (0, 1):
                raise AssertionError(done.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_of(cls, name):
        return pathlib.Path(cls.folder.name) / name

    def changes(self, name):
        text = subprocess.run(["fst2vcd", self.run_of(name) / "waves.fst"], capture_output=True, text=True, check=True)
        return waves_test.without_unknown(waves_test.vcd_changes(text.stdout))

    def test_buffer_based_gfc_climbs_through_its_stages(self):
        changes = self.changes("gfc_buffer_based")
        depths = [int(value, 2) for _, value in changes["s1.p0.viq_depth_c0"]]
        self.assertGreater(len(depths), 1000)
        summary = json.loads((self.run_of("gfc_buffer_based") / "summary.json").read_text(encoding="utf-8"))
        peaks = {(queue["device"], queue["port"]): queue["viq_peak_bytes"] for queue in summary["queues"]}
        self.assertEqual(max(depths), peaks["s1", 0], "waves and summary agree on the highest VIQ")
        stages = [int(value, 2) for _, value in changes["s1.p0.receiver_stage_c0"]]
        self.assertEqual(stages[:2], [0, 1])
        self.assertEqual([int(value, 2) for _, value in changes["h1.p0.sender_stage_c0"]][:2], [0, 1])

    def test_pfc_pauses_and_stays_paused(self):
        changes = self.changes("pfc")
        times, states = zip(*changes["s1.p0.receiver_pause_c0"])
        self.assertEqual(states[:2], ("0", "1"))
        self.assertEqual(states[-1], "1", "the deadlock does not resolve")
        obeyed = changes["h1.p0.sender_pause_c0"]
        self.assertEqual([value for _, value in obeyed], list(states))
        self.assertTrue(all(there < then for there, (then, _) in list(zip(times, obeyed))[1:]), "cause, then effect")

    def test_gtkwave_shows_depths_stages_and_pauses(self):
        at = 5_000_000_000
        shown = {}
        for name in ("gfc_buffer_based", "pfc"):
            folder = self.run_of(name)
            traces = waves_test.signals_shown(waves_test.traces_in(folder, "waves.gtkw", "waves.fst", at))
            self.assertEqual(len(traces), len(waves_test.signals_asked_for(folder / "waves.gtkw")))
            shown[name] = traces
        curves = {name for flags, name, _ in shown["pfc"] if flags & waves_test.ANALOG_STEP}
        self.assertIn("viq_depth_c0 [B]", curves)
        self.assertEqual({value for _, name, value in shown["pfc"] if name == "receiver_pause_c0"}, {"paused"})
        stages = [value for _, name, value in shown["gfc_buffer_based"] if name == "receiver_stage_c0"]
        self.assertTrue(stages and all(0 <= int(value) <= 20 for value in stages), stages)

    def test_the_report_draws_the_run(self):
        for name, plot in (("gfc_buffer_based", "receiver_stage"), ("pfc", "receiver_pause")):
            opened = browser.open_page((self.run_of(name) / "report.html").read_text(encoding="utf-8"))
            self.assertEqual(browser.problems(opened), [])
            self.assertTrue(any(drawn.startswith(plot) for drawn in opened.plots), opened.plots)
        self.assertEqual(opened.dom.count('class="blocked"'), 3, "the deadlock's cycle is drawn")

    def test_the_report_is_written_again(self):
        page = self.run_of("pfc") / "report.html"
        before = page.read_bytes()
        page.unlink()
        subprocess.run([WEIR, "report", page.parent], stdout=subprocess.DEVNULL, check=True)
        self.assertEqual(page.read_bytes(), before)


if __name__ == "__main__":
    TOP = sys.argv.pop(2)
    WEIR = sys.argv.pop(1)
    unittest.main()
