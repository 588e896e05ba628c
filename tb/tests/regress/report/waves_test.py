# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Waveforms as others read them: fst2vcd counts the changes of named signals, GTKWave finds every signal of the save
file and shows states by name. And the checks can fail.

usage: waves_test.py WRITE_SAMPLE_RUN
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import gtkwave

HERE = pathlib.Path(__file__).parent
BLANK = 1 << 9
ANALOG_HEIGHT = 1 << 17
ANALOG_STEP = 1 << 15


def vcd_changes(text):
    """{scoped name: list of (time, value)} of a VCD."""
    names, scopes, changes, now = {}, [], collections.defaultdict(list), 0
    header, _, body = text.partition("$enddefinitions $end")
    for words in (line.split() for line in header.splitlines()):
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            names[words[3]] = ".".join(scopes + [words[4]])
    for line in body.splitlines():
        if line.startswith("#"):
            now = int(line[1:])
        elif line[:1] in ("b", "s"):
            value, identifier = line.split()
            changes[names[identifier]].append((now, value[1:]))
        elif line[:1] in ("0", "1", "x"):
            changes[names[line[1:]]].append((now, line[0]))
    return changes


def without_unknown(changes):
    """fst2vcd also tells what has no value yet, and writes leading zeros."""
    return {name: [(time, value.lstrip("0") or "0") for time, value in values if "x" not in value]
            for name, values in changes.items()}


def traces_in(folder, save_file, wave_file, marker):
    """[(flags, name, value)] of the traces that GTKWave shows."""
    environment = dict(os.environ, WEIR_MARKER=str(marker))
    if picture := os.environ.get("WEIR_TEST_PICTURES"):
        environment["WEIR_PICTURE"] = f"{picture}/{folder.name}_{save_file}.png"
    said = gtkwave.said(folder, HERE / "list_traces.tcl", save_file, wave_file, environment)
    traces = [line.split("|")[1:] for line in said.splitlines() if line.startswith("trace|")]
    return [(int(flags), name, value) for flags, name, value in traces]


def signals_shown(traces):
    return [trace for trace in traces if not trace[0] & (BLANK | ANALOG_HEIGHT)]


def signals_asked_for(save_file):
    return re.findall(r"^\+\{.*\} (\S+)$", save_file.read_text(encoding="utf-8"), re.MULTILINE)


class Waves(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for kind in ("ring", "deadlock"):
            subprocess.run([WRITE_SAMPLE_RUN, kind, pathlib.Path(cls.folder.name) / kind], stdout=subprocess.DEVNULL,
                           check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_of(self, kind):
        return pathlib.Path(self.folder.name) / kind

    def fst_changes(self, kind):
        text = subprocess.run(["fst2vcd", self.run_of(kind) / "waves.fst"], capture_output=True, text=True, check=True)
        self.assertIn("\t1ps", text.stdout)
        return without_unknown(vcd_changes(text.stdout))

    def test_fst_and_vcd_hold_the_same_numbers(self):
        vcd = vcd_changes((self.run_of("ring") / "waves.vcd").read_text(encoding="utf-8"))
        fst = self.fst_changes("ring")
        compared = 0
        for name, values in vcd.items():
            if "pause_state" not in name:  # text in a VCD
                self.assertEqual(fst[name], values, name)
                compared += len(values)
        self.assertGreater(compared, 10_000)

    def test_named_signals_change_as_the_run_did(self):
        ring = self.fst_changes("ring")
        self.assertGreater(len(ring["s1.p0.viq_depth_c0"]), 1000)
        self.assertEqual(ring["s1.p1.viq_depth_c0"], [(0, "0")])
        stages = [int(value, 2) for _, value in ring["s1.p0.stage_c0"]]
        self.assertEqual(stages[0], 0)
        self.assertGreaterEqual(max(stages), 5)
        deadlock = self.fst_changes("deadlock")
        self.assertEqual(deadlock["s1.p0.pause_state_c0"], [(0, "0"), (4_320_000_000, "1")])
        self.assertEqual(deadlock["s1.p0.gate_open_c0"], [(0, "1"), (4_320_000_000, "0")])

    def test_gtkwave_finds_every_signal_of_the_save_file(self):
        for kind in ("ring", "deadlock"):
            folder = self.run_of(kind)
            asked = signals_asked_for(folder / "waves.gtkw")
            shown = signals_shown(traces_in(folder, "waves.gtkw", "waves.fst", 50_000_000_000))
            self.assertGreaterEqual(len(asked), 9)
            self.assertEqual([name.split(" ")[0] for _, name, _ in shown],
                             [re.sub(r"\[.*", "", path).split(".")[-1] for path in asked])
            self.assertTrue(all(value not in ("", "x") for _, _, value in shown), shown)

    def test_gtkwave_shows_states_by_name_and_depths_as_curves(self):
        folder = self.run_of("deadlock")
        for marker, state in ((1_000_000_000, "running"), (50_000_000_000, "paused")):
            shown = signals_shown(traces_in(folder, "waves.gtkw", "waves.fst", marker))
            states = {value for _, name, value in shown if name == "pause_state_c0"}
            self.assertEqual(states, {state})
        curves = [name for flags, name, _ in shown if flags & ANALOG_STEP]
        self.assertEqual(set(curves), {"viq_depth_c0 [B]"})

    def test_gtkwave_reads_the_vcd_with_a_save_file_of_its_own(self):
        folder = self.run_of("deadlock")
        shown = signals_shown(traces_in(folder, "waves_vcd.gtkw", "waves.vcd", 50_000_000_000))
        self.assertEqual(len(shown), len(signals_asked_for(folder / "waves_vcd.gtkw")))
        self.assertEqual({value for _, name, value in shown if name == "pause_state_c0"}, {"paused"})

    def test_a_signal_without_its_range_is_found_missing(self):
        folder = self.run_of("ring")
        text = (folder / "waves.gtkw").read_text(encoding="utf-8")
        (folder / "broken.gtkw").write_text(text.replace("s1.p0.viq_depth_c0[19:0]", "s1.p0.viq_depth_c0"),
                                            encoding="utf-8")
        asked = signals_asked_for(folder / "broken.gtkw")
        shown = signals_shown(traces_in(folder, "broken.gtkw", "waves.fst", 0))
        self.assertEqual(len(shown), len(asked) - 1)


if __name__ == "__main__":
    WRITE_SAMPLE_RUN = sys.argv.pop(1)
    unittest.main()
