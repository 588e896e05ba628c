# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Waveforms of a window of time and of chosen signals say what the whole waveform says there, and the run is the same.

usage: wave_window_test.py WEIR
"""

import json
import os
import signal
import subprocess

import weir_run  # first: it says where the others are
import waves_test

RING = "scenarios/ring/pfc.toml"
FAR_APART = "scenarios/bench/ft4_perm.toml"
SCHEMES = (RING, "scenarios/ring/gfc_buffer_based.toml", "scenarios/ring/cbfc.toml")
END, FROM, UNTIL = "3ms", "1234567ns", "2345678ns"
PICOSECONDS = {END: 3 * 10**9, FROM: 1_234_567_000, UNTIL: 2_345_678_000}


def windowed(changes, begin, end):
    """What a file of begin <= time < end holds of a signal: first the value at `begin`."""
    before = [value for time, value in changes if time < begin]
    inside = [(time, value) for time, value in changes if begin <= time < end]
    return ([(begin, before[-1])] if before else []) + inside


def marks_of(story):
    """The times of the steps around which --waves-around records."""
    timed = [step for step in story["sentences"] if step["at_ps"] is not None]
    steps = [step["at_ps"] for step in timed if step["rule"] not in ("starved", "lowest_rate")]
    return sorted((steps or [step["at_ps"] for step in timed if step["rule"] == "lowest_rate"])[:26])


def windows_around(marks, end):
    """[(from, until)], as the page says: a twentieth of the run on both sides of a step, or half as far, and so on, until
    all together are at most an eighth of the run."""
    reach = end // 20
    while True:
        windows = []
        for mark in marks:
            window = (max(mark - reach, 0), min(mark + reach, end) + 1)
            if windows and window[0] <= windows[-1][1]:
                window = (windows.pop()[0], window[1])
            windows.append(window)
        if sum(until - begin for begin, until in windows) <= end // 8:
            return windows
        reach //= 2


def with_gaps(changes, windows):
    """What a file of several windows holds of a signal: x from the end of a window to the next."""
    inside = [windowed(changes, begin, end) + [(end, "x")] for begin, end in windows]
    return [change for window in inside for change in window][:-1]


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
                windows = windows_around(marks_of(story), PICOSECONDS[END])
                self.assertEqual(sorted(whole), sorted(part))
                self.assertEqual({name: with_gaps(whole[name], windows) for name in part}, part)
                self.assertIn(f"[timestart] {windows[0][0]}\n", (other.out / "waves.gtkw").read_text(encoding="utf-8"))

    def test_steps_that_lie_far_apart_have_windows_of_their_own(self):
        """The first pause and the longest wait of ft4_perm are more than half of the run apart."""
        probe = ("--probe", "se1.p0")
        run = self.run_weir(FAR_APART, (), ("--waves", "vcd", *probe))
        other = self.run_weir(FAR_APART, (), ("--waves", "vcd", "--waves-around", "story", *probe))
        self.assert_same_run(run, other)
        story = json.loads((run.out / "story.json").read_text(encoding="utf-8"))
        marks, end = marks_of(story), story["end_ps"]
        self.assertGreater(marks[-1] - marks[0], end // 2)
        windows = windows_around(marks, end)
        self.assertGreater(len(windows), 1)
        whole, part = (waves_test.vcd_changes((one.out / "waves.vcd").read_text(encoding="utf-8")) for one in (run, other))
        self.assertEqual({name: with_gaps(whole[name], windows) for name in part}, part)
        self.assertLess((other.out / "waves.vcd").stat().st_size, (run.out / "waves.vcd").stat().st_size / 5)
        wrong = [(begin, until + 10**6) for begin, until in windows]
        self.assertNotEqual({name: with_gaps(whole[name], wrong) for name in part}, part, "wider windows equal")

    def test_gtkwave_shows_what_is_between_windows_as_unknown(self):
        run = self.run_weir(FAR_APART, (), ("--waves", "fst", "--waves-around", "story", "--probe", "se7.p0"))
        marks = marks_of(json.loads((run.out / "story.json").read_text(encoding="utf-8")))
        shown = {time: {name: value for _, name, value in
                        waves_test.signals_shown(waves_test.traces_in(run.out, "waves.gtkw", "waves.fst", time))}
                 for time in (marks[0], (marks[0] + marks[-1]) // 2, marks[-1])}
        before, between, after = shown.values()
        self.assertEqual((before["receiver_pause_c0"], before["viq_depth_c0 [B]"]), ("paused", "100500"))
        self.assertTrue(all(set(value.lower()) == {"x"} for value in between.values()), between)
        self.assertTrue(all(set(value.lower()) != {"x"} for value in after.values()), after)

    def test_a_signal_during_the_second_run_leaves_the_results(self):
        whole = self.run_weir(FAR_APART, (), ("--until", "6ms"))
        for number, to_both in ((signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False)):
            with self.subTest(number=number, to_both=to_both):
                out = self.new_out()
                options = ("--until", "6ms", "--waves", "fst", "--waves-around", "story")
                process = subprocess.Popen(weir_run.command(self.weir, FAR_APART, out, options=options), cwd=weir_run.TOP,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
                while not (out / "waves.fst.partial").exists():
                    self.assertIsNone(process.poll(), "the second run is over before it began")
                if to_both:  # as Ctrl-C in a terminal
                    os.killpg(process.pid, number)
                else:
                    process.send_signal(number)
                stdout, stderr = process.communicate(timeout=60)
                self.assertEqual(stderr, "weir: the waveform ends early, as does the run that records it\n")
                self.assertEqual(process.returncode, 128 + number)
                self.assertEqual(stdout.splitlines()[-1], f"results: {out}")
                files = {path.name for path in out.iterdir()}
                self.assertEqual(files, {path.name for path in whole.out.iterdir()} | {"waves.fst", "waves.gtkw"})
                for name in ("timeseries.csv", "story.json"):
                    self.assertEqual((out / name).read_bytes(), (whole.out / name).read_bytes())
                self.assertFalse(json.loads((out / "summary.json").read_text(encoding="utf-8"))["partial"])
                shown = subprocess.run(["fst2vcd", out / "waves.fst"], capture_output=True, text=True, check=True).stdout
                self.assertIn("viq_depth_c0", shown)
                self.assertGreater(len(waves_test.vcd_changes(shown)), 100)

    def test_a_story_without_steps_has_no_waveform(self):
        run = self.run_weir(RING, (), ("--until", "1ns", "--waves", "fst", "--waves-around", "story"))
        self.assertEqual(run.stderr, "no waveform: the story has no step\n")
        self.assertFalse((run.out / "waves.fst").exists())


if __name__ == "__main__":
    weir_run.main()
