# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Waveforms of a window of time and of chosen signals say what the whole waveform says there, and the run is the same.

usage: wave_window_test.py WEIR
"""

import json
import unittest

import weir_run  # first: it says where the others are
import waves_test

RING = "scenarios/ring/pfc.toml"
SCHEMES = (RING, "scenarios/ring/gfc_buffer_based.toml", "scenarios/ring/cbfc.toml")
END, FROM, UNTIL = "3ms", "1234567ns", "2345678ns"
PICOSECONDS = {END: 3 * 10**9, FROM: 1_234_567_000, UNTIL: 2_345_678_000}


def windowed(changes, begin, end):
    """What a file of begin <= time < end holds of a signal: first the value at `begin`."""
    before = [value for time, value in changes if time < begin]
    inside = [(time, value) for time, value in changes if begin <= time < end]
    return ([(begin, before[-1])] if before else []) + inside


def differences(whole, part, begin, end):
    """The signals of `part` that differ from `whole` in the window."""
    return sorted(name for name in part if windowed(whole[name], begin, end) != part[name])


class WaveWindow(weir_run.RunTest):
    def recorded(self, scenario, *options):
        """(run, {signal: changes})"""
        run = self.run_weir(scenario, (), ("--until", END, "--waves", "vcd", *options))
        return run, waves_test.vcd_changes((run.out / "waves.vcd").read_text(encoding="utf-8"))

    def assert_same_run(self, one, other):
        self.assertIsNone(weir_run.first_difference(one.results(), other.results()))
        self.assertEqual((one.out / "story.json").read_bytes(), (other.out / "story.json").read_bytes())

    def test_a_window_is_cut_out_of_the_whole(self):
        begin, end = PICOSECONDS[FROM], PICOSECONDS[UNTIL]
        for scenario in SCHEMES:
            with self.subTest(scenario):
                run, whole = self.recorded(scenario)
                other, part = self.recorded(scenario, "--waves-from", FROM, "--waves-to", UNTIL)
                self.assertEqual(sorted(whole), sorted(part))
                self.assertEqual(differences(whole, part, begin, end), [])
                self.assertGreater(sum(map(len, part.values())), 1000)
                self.assert_same_run(run, other)
                self.assertNotEqual(differences(whole, part, begin + 100_000_000, end), [], "a later window equals")
                self.assertNotEqual(differences(whole, part, begin, end - 100_000_000), [], "a shorter window equals")

    def test_probes_are_cut_out_of_the_whole(self):
        run, whole = self.recorded(RING)
        for glob, selects in (("s1", lambda path: path[0] == "s1"), ("s*.p0", lambda path: path[0].startswith("s") and path[1] == "p0"),
                              ("*.viq_depth_c0", lambda path: path[-1] == "viq_depth_c0"), ("oracle", lambda path: path == ["oracle", "deadlock"])):
            with self.subTest(glob):
                other, part = self.recorded(RING, "--probe", glob)
                self.assertEqual(part, {name: values for name, values in whole.items() if selects(name.split("."))})
                self.assertGreater(len(whole), len(part))
                self.assert_same_run(run, other)

    def test_probes_and_window_together(self):
        _, whole = self.recorded(RING)
        _, part = self.recorded(RING, "--probe", "s2.p1", "--probe", "s1", "--waves-from", FROM)
        self.assertEqual({name.split(".")[0] for name in part}, {"s1", "s2"})
        self.assertEqual(differences(whole, part, PICOSECONDS[FROM], PICOSECONDS[END] + 1), [])

    def test_around_the_story_is_cut_out_of_the_whole(self):
        for scenario in SCHEMES:
            with self.subTest(scenario):
                run, whole = self.recorded(scenario)
                other, part = self.recorded(scenario, "--waves-around", "story")
                self.assert_same_run(run, other)
                story = json.loads((run.out / "story.json").read_text(encoding="utf-8"))
                steps = [step["at_ps"] for step in story["sentences"] if step["at_ps"] is not None]
                begin = max(min(steps) - PICOSECONDS[END] // 20, 0)
                end = min(max(steps) + PICOSECONDS[END] // 20, PICOSECONDS[END])
                self.assertLess(end - begin, PICOSECONDS[END] * 9 // 10, "the window is nearly the run")
                self.assertEqual(sorted(whole), sorted(part))
                self.assertEqual(differences(whole, part, begin, end + 1), [])
                self.assertIn(f"[timestart] {begin}\n", (other.out / "waves.gtkw").read_text(encoding="utf-8"))

    def test_a_story_without_steps_has_no_waveform(self):
        run = self.run_weir(RING, (), ("--until", "1ns", "--waves", "fst", "--waves-around", "story"))
        self.assertEqual(run.stderr, "no waveform: the story has no step\n")
        self.assertFalse((run.out / "waves.fst").exists())


if __name__ == "__main__":
    weir_run.main()
