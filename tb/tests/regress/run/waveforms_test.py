# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The waveforms of real runs: what they show at the instants of the time series is what the time series says, an FST and
a VCD say the same, and GTKWave finds every signal of the save file.

usage: waveforms_test.py WEIR
"""

import bisect
import json
import shutil
import subprocess

import weir_run  # first: it says where the others are
import waves_test

COLUMN_OF = {"viq_depth": "viq_depth_bytes", "veq_depth": "veq_depth_bytes"}
# What the sampler records as well, by scheme: what is told, what is obeyed.
STATES = {"pfc": ("receiver_pause", "sender_pause"), "gfc_buffer_based": ("receiver_stage", "sender_stage"),
          "gfc_time_based": ("receiver_credits", "sender_rate")}


def changes_of(folder, wave_format):
    if wave_format == "vcd":
        return waves_test.vcd_changes((folder / "waves.vcd").read_text(encoding="utf-8"))
    text = subprocess.run(["fst2vcd", folder / "waves.fst"], capture_output=True, text=True, check=True).stdout
    return waves_test.without_unknown(waves_test.vcd_changes(text))


def value_at(changes, picoseconds):
    """The last value at or before that time."""
    return changes[bisect.bisect_right(changes, picoseconds, key=lambda change: change[0]) - 1][1]


def picoseconds_of(text):
    whole, _, fraction = text.partition(".")
    return int(whole) * 10**12 + int(fraction.ljust(12, "0"))


def differences(columns, changes, states=None):
    """(number of samples compared, what differs). `states`: how a VCD writes a state, name to number."""
    names = {name.split(" ")[0]: name for name in columns}  # "s1.p0.c0.sender_rate [Mbit/s]"
    times = [picoseconds_of(text) for text in columns["time_seconds"]]
    compared, found = 0, []
    for signal, values in changes.items():
        scope, _, name = signal.rpartition(".")
        what, _, traffic_class = name.rpartition("_")
        column = names.get(f"{scope}.{traffic_class}.{COLUMN_OF.get(what, what)}")
        if column is None:
            continue  # what only the waveform has
        for time, sample in zip(times, columns[column]):
            shown = value_at(values, time)
            number = states[shown] if states and shown in states else int(shown, 2)
            compared += 1
            if number != float(sample):
                found.append(f"{signal} at {time} ps: {number}, timeseries.csv has {sample}")
    return compared, found


class Waveforms(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        options = ("--until", "5ms")
        cls.runs = {(scheme, form): cls.run_weir(f"scenarios/ring/{scheme}.toml", weir_run.FIFO, (*options, "--waves", form))
                    for scheme in STATES for form in ("fst", "vcd")}
        cls.changes = {key: changes_of(run.out, key[1]) for key, run in cls.runs.items()}

    def test_what_is_shown_is_what_was_sampled(self):
        for (scheme, form), run in self.runs.items():
            states = {"open": 0, "paused": 1} if form == "vcd" else None
            compared, found = differences(run.columns, self.changes[scheme, form], states)
            self.assertEqual(found[:5], [])
            # Nine ports that carry data, of each four signals, 1000 samples.
            self.assertGreaterEqual(compared, 4 * 9 * 999, (scheme, form))

    def test_so_it_is_whatever_moves_the_packets(self):
        crossbar = "switch.crossbar."
        for sets in ([], [crossbar + "strategy=output_queued"], [*weir_run.FIFO, crossbar + "transfer=packet"],
                     [crossbar + "transfer=packet", crossbar + "jitter=10ns"]):
            run = self.run_weir("scenarios/ring/pfc.toml", sets, ("--until", "3ms", "--waves", "fst"))
            compared, found = differences(run.columns, changes_of(run.out, "fst"))
            self.assertEqual(found[:5], [], sets)
            self.assertGreater(compared, 10_000)

    def test_a_detectors_state_is_what_was_sampled(self):
        run = self.run_weir("scenarios/tcd/tcd_covered.toml", options=("--waves", "fst"))
        changes = changes_of(run.out, "fst")
        self.assertEqual(differences(run.columns, changes)[1], [])
        # Non-congestion, undetermined, released, congestion.
        self.assertEqual([int(value, 2) for _, value in changes["s1.p2.tcd_state_c0"]], [0, 2, 3, 1])
        self.assertIn("1", [sample for name, column in run.columns.items() if name.startswith("s1.p2.c0.tcd_state")
                            for sample in column])

    def test_a_wrong_value_is_found(self):
        run, changes = self.runs["pfc", "fst"], dict(self.changes["pfc", "fst"])
        viq = changes["s1.p0.viq_depth_c0"]
        position = next(i for i, (time, value) in enumerate(viq) if value != "0" and i > 1000)
        changes["s1.p0.viq_depth_c0"] = [*viq[:position], *[(t, v) for t, v in viq[position:] if t > viq[position][0] + 10**7]]
        self.assertNotEqual(differences(run.columns, changes)[1], [])

    def test_fst_and_vcd_say_the_same(self):
        for scheme in STATES:
            fst, vcd = self.changes[scheme, "fst"], self.changes[scheme, "vcd"]
            self.assertEqual(fst.keys(), vcd.keys())
            names = {}
            for signal, values in vcd.items():
                self.assertEqual([time for time, _ in fst[signal]], [time for time, _ in values], signal)
                for (_, number), (_, shown) in zip(fst[signal], values):
                    # The states of a VCD are words: one word for one number.
                    kind = signal.split(".")[-1]
                    self.assertEqual(names.setdefault((kind, shown), number), number, signal)
                    self.assertTrue(shown.isalpha() or shown == number, signal)

    def test_named_signals_change_as_often_as_the_run_did(self):
        run, changes = self.runs["pfc", "fst"], self.changes["pfc", "fst"]
        # Every packet that came in or went out again is a change of the VIQ, but for those at one and the same instant.
        queue = run.queue("s1.p0.c0")
        viq = changes["s1.p0.viq_depth_c0"]
        left = queue["received_packets"] - queue["viq_final_bytes"] // 1500
        self.assertLessEqual(len(viq), 1 + queue["received_packets"] + left)
        self.assertGreater(len(viq), queue["received_packets"])
        self.assertEqual(max(int(value, 2) for _, value in viq), queue["viq_peak_bytes"])
        # The deadlock: one pause that is refreshed and stands to the end.
        for signal in ("h1.p0.sender_pause_c0", "s1.p1.sender_pause_c0", "s1.p0.receiver_pause_c0"):
            self.assertEqual([value for _, value in changes[signal]], ["0", "1"], signal)
        formed = run.summary["deadlock"]["formed_at_seconds"] * 1e12
        gates = [changes[f"s{i}.p1.egress_gate_c0"] for i in (1, 2, 3)]
        self.assertTrue(all(gate[-1][1] == "1" and gate[-1][0] <= formed for gate in gates), gates)

        stages = [int(value, 2) for _, value in self.changes["gfc_buffer_based", "fst"]["s1.p2.receiver_stage_c0"]]
        frames = self.runs["gfc_buffer_based", "fst"].queue("s1.p2.c0")["feedback_frames"]
        self.assertEqual(stages[0], 0)
        self.assertGreaterEqual(max(stages), 3)
        # A stage that is left again before the port is free is shown and not sent.
        self.assertGreaterEqual(len(stages) - 1, frames)

    def test_the_oracle_shows_a_deadlock_from_the_sample_that_finds_it(self):
        """From the sample at which the story counts the queues behind the circle to that at which the circle is open."""
        options = ("--until", "2ms", "--waves", "vcd")
        run = self.run_weir("scenarios/small/watchdog.toml", ("scenario.sample_interval=20us",), options)
        shown = waves_test.vcd_changes((run.out / "waves.vcd").read_text(encoding="utf-8"))["oracle.deadlock"]
        told = {one["rule"]: one["at_ps"] for one in json.loads((run.out / "story.json").read_text(encoding="utf-8"))["sentences"]}
        self.assertEqual(shown[:3], [(0, "none"), (told["behind"], "stands"), (told["dissolved"], "none")])
        self.assertGreater(told["behind"], round(run.summary["deadlock"]["formed_at_seconds"] * 1e12))
        self.assertEqual(sum(value == "stands" for _, value in shown), run.summary["deadlock"]["later"] + 1)
        self.assertEqual([value for _, value in shown], ["none", *["stands", "none"] * len(shown)][:len(shown)])
        run = self.run_weir("scenarios/ring/pfc.toml", (), ("--until", "1ms", "--waves", "vcd"))
        changes = waves_test.vcd_changes((run.out / "waves.vcd").read_text(encoding="utf-8"))
        self.assertEqual(changes["oracle.deadlock"], [(0, "none")])

    def test_gtkwave_finds_every_signal_of_the_save_file(self):
        for (scheme, form), run in self.runs.items():
            asked = waves_test.signals_asked_for(run.out / "waves.gtkw")
            shown = waves_test.signals_shown(waves_test.traces_in(run.out, "waves.gtkw", f"waves.{form}", 4_000_000_000))
            self.assertGreaterEqual(len(asked), 30)
            self.assertEqual([name.split(" ")[0] for _, name, _ in shown],
                             [path.split(".")[-1].split("[")[0] for path in asked], (scheme, form))
            self.assertTrue(all(value not in ("", "x") for _, _, value in shown), shown)
            by_name = {name: value for _, name, value in shown}
            if scheme == "pfc":
                self.assertEqual((by_name["sender_pause_c0"], by_name["egress_gate_c0"]), ("paused", "held"))
            if scheme == "gfc_buffer_based":
                self.assertTrue(by_name["receiver_stage_c0"].isdigit())

    def test_the_picture_of_the_ring_in_the_docs(self):
        sets = (*weir_run.FIFO, "switch.crossbar.transfer=packet", "switch.crossbar.jitter=10ns")
        run = self.run_weir("scenarios/ring/pfc.toml", sets, ("--until", "5ms", "--waves", "fst"))
        save_file = weir_run.TOP / "docs/figures/ring_gtkwave.gtkw"
        shutil.copy(save_file, run.out)
        formed = round(run.summary["deadlock"]["formed_at_seconds"] * 1e12)
        self.assertIn(f" {formed}\n", save_file.read_text(encoding="utf-8"), "the marker is where the deadlock forms")
        shown = waves_test.signals_shown(waves_test.traces_in(run.out, save_file.name, "waves.fst", formed))
        self.assertEqual(len(shown), len(waves_test.signals_asked_for(save_file)))
        by_name = {name: value for _, name, value in shown}
        self.assertEqual({by_name[f"s{i} p1 egress_gate"] for i in (1, 2, 3)}, {"held"})
        # What the page says: the queues fed by the ring climb in a straight line, those fed by hosts swing about XOFF.
        changes = changes_of(run.out, "fst")
        for i in (1, 2, 3):
            ring, host = changes[f"s{i}.p2.viq_depth_c0"], changes[f"s{i}.p0.viq_depth_c0"]
            for microseconds in range(500, 2500, 250):
                self.assertAlmostEqual(int(value_at(ring, microseconds * 10**6), 2) / microseconds, 330, delta=17)
            swing = [int(value, 2) for time, value in host if 1_600_000_000 < time < 2_500_000_000]
            self.assertTrue(min(swing) < 750_000 and max(swing) > 830_000, (min(swing), max(swing)))
            gate = changes[f"h{i}.p0.egress_gate_c0"]
            self.assertEqual("".join(value for _, value in gate), "01" * 4)


if __name__ == "__main__":
    weir_run.main()
