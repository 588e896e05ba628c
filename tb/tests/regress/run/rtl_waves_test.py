# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Waveforms of runs with limiters and comparators in RTL show the RTL's registers: by the arithmetic of the limiter's page,
at the instants at which its clock changes them; in lock-step beside those of the model; and looking changes nothing.

usage: rtl_waves_test.py WEIR
"""

import bisect

import weir_run  # first: it says where the others are
import waves_test

RING = "scenarios/ring/gfc_buffer_based.toml"
EARLY = ("flow_control.gfc_buffer_based.b1=100KB",)  # stages from 0.3 ms on
PERIOD, TICK = 1200, 60  # ps, subticks
PACKET = 60_000          # 1500 B at 10 Gbps, in subticks
LIMITER = ("r_l", "r_r", "r_c")


def in_fidelity(word):
    return (*EARLY, f"limiter.fidelity={word}", f"limiter.comparator_fidelity={word}")


def number_at(changes, time):
    return changes[bisect.bisect_right(changes, time, key=lambda change: change[0]) - 1][1]


def edges_before(time):
    """Clock edges after which the registers are what they are at that time."""
    return -(-time // PERIOD) - 1


def wrong_countdowns(r_l, r_r, r_c):
    """(how many were loads and countdowns, those that are not as the page says)"""
    loads, counts, wrong = 0, 0, []
    for (before, old), (now, new) in zip(r_c, r_c[1:]):
        if new > old:
            loads += 1
            wait = number_at(r_l, now) * ((1 << number_at(r_r, now)) - 1)
            if not -TICK < new - wait < TICK or number_at(r_l, now) != PACKET or now % PERIOD != 1:
                wrong.append((now, new, wait))
        elif not any(before < time <= now for time, _ in (*r_l, *r_r)):
            counts += 1
            if new != old - TICK * (edges_before(now) - edges_before(before)) and not old - new == TICK * (old // TICK):
                wrong.append((before, old, now, new))
    return loads, counts, wrong


class RtlWaves(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.runs = {word: cls.recorded(RING, in_fidelity(word)) for word in ("reference", "rtl", "lockstep")}
        cls.run_of = {word: run for word, (run, _) in cls.runs.items()}
        cls.shown = {word: shown for word, (_, shown) in cls.runs.items()}

    @classmethod
    def recorded(cls, scenario, sets, *options):
        """(run, {signal: changes}), with numbers as numbers."""
        run = cls.run_weir(scenario, sets, ("--until", "3ms", "--waves", "vcd", *options))
        changes = waves_test.vcd_changes((run.out / "waves.vcd").read_text(encoding="utf-8"))
        return run, {name: [(time, int(value, 2)) for time, value in values] if "rtl_" in name or "model_" in name else values
                     for name, values in changes.items()}

    def ports(self):
        return sorted({name.rpartition(".")[0] for name in self.shown["lockstep"] if ".p" in name})

    def of_port(self, word, port):
        """{register: changes}"""
        return {name.split(".")[-1].removesuffix("_c0"): values for name, values in self.shown[word].items()
                if name.startswith(port + ".") and ("rtl_" in name or "model_" in name)}

    def test_each_port_has_them_by_fidelity(self):
        rtl = {"rtl_q", "rtl_stage", *(f"rtl_{name}" for name in LIMITER)}
        wanted = {"reference": set(), "rtl": rtl, "lockstep": rtl | {"model_stage", *(f"model_{name}" for name in LIMITER)}}
        self.assertEqual(len(self.ports()), 12)
        for word, names in wanted.items():
            for port in self.ports():
                self.assertEqual(set(self.of_port(word, port)), names, (word, port))

    def test_rtl_and_lockstep_show_the_same(self):
        for port in self.ports():
            both = self.of_port("lockstep", port)
            self.assertEqual({name: values for name, values in both.items() if name.startswith("rtl_")}, self.of_port("rtl", port))

    def test_registers_of_the_rtl_are_those_of_the_model(self):
        compared = 0
        for port in self.ports():
            shown = self.of_port("lockstep", port)
            for name in ("stage", *LIMITER):
                self.assertEqual(shown[f"rtl_{name}"], shown[f"model_{name}"], (port, name))
                compared += len(shown[f"rtl_{name}"])
        self.assertGreater(compared, 10_000)

    def test_registers_are_what_the_page_says_when_it_says(self):
        loads, counts = 0, 0
        for port in self.ports():
            shown = self.of_port("rtl", port)
            self.assertLessEqual({value for _, value in shown["rtl_r_l"]}, {0, PACKET})
            some, more, wrong = wrong_countdowns(*(shown[f"rtl_{name}"] for name in LIMITER))
            self.assertEqual(wrong[:5], [], port)
            loads, counts = loads + some, counts + more
        self.assertGreater(loads, 1000)
        self.assertGreater(counts, 5000)

    def test_a_register_that_is_wrong_is_found(self):
        port = max(self.ports(), key=lambda port: len(self.of_port("rtl", port)["rtl_r_c"]))
        r_l, r_r, r_c = (self.of_port("rtl", port)[f"rtl_{name}"] for name in LIMITER)
        at = len(r_c) // 2
        time, value = r_c[at]
        for wrong in ([*r_c[:at], (time, value + TICK), *r_c[at + 1:]], [*r_c[:at], (time + PERIOD, value), *r_c[at + 1:]]):
            self.assertNotEqual(wrong_countdowns(r_l, r_r, wrong)[2], [])
        self.assertNotEqual(wrong_countdowns(r_l, [(time, value + 1) for time, value in r_r], r_c)[2], [])

    def test_comparators_are_asked_of_the_depth_and_say_the_stage(self):
        told = 0
        for port in self.ports():
            rtl, others = self.of_port("rtl", port), self.shown["rtl"]
            if len(rtl["rtl_q"]) == 1:
                continue  # a host, which admits nothing
            for shown, other in ((rtl["rtl_q"], "viq_depth_c0"), (rtl["rtl_stage"], "receiver_stage_c0")):
                self.assertEqual(shown, [(time, int(value, 2)) for time, value in others[f"{port}.{other}"]], (port, other))
            told += len(rtl["rtl_stage"]) - 1
        self.assertGreater(told, 5)

    def test_looking_changes_nothing(self):
        for word in ("rtl", "lockstep"):
            alone = self.run_weir(RING, in_fidelity(word), ("--until", "3ms"))
            self.assertIsNone(weir_run.first_difference(alone.results(), self.run_of[word].results()))
            files = sorted(path.name for path in alone.out.glob("coverage_*.csv"))
            self.assertEqual(len(files), 2 if word == "lockstep" else 0)
            for name in files:
                self.assert_same_coverage(*((run.out / name).read_text(encoding="utf-8") for run in (alone, self.run_of[word])))

    def assert_same_coverage(self, alone, watched):
        """But for the last packet of each limiter, after whose clock edge only a watched limiter is asked; and but for cycles: those of a
        limiter that rests are counted when it is asked, and a watched limiter is asked more often."""
        counted = 0
        for one, other in zip(alone.splitlines(), watched.splitlines(), strict=True):
            (*bin_of_one, hits, ruled_out), (*bin_of_other, more_hits, more) = one.split(","), other.split(",")
            self.assertEqual((bin_of_one, ruled_out), (bin_of_other, more))
            if hits != more_hits and bin_of_one[0] != "cycles":
                self.assertIn(int(more_hits) - int(hits), range(1, len(self.ports()) + 1), one)
            counted += hits.isdigit() and int(hits) > 0
        self.assertGreater(counted, 10)

    def test_a_window_and_patterns_are_cut_out_of_the_whole(self):
        begin, end = 1_500_000_000, 1_600_000_000
        _, part = self.recorded(RING, in_fidelity("rtl"), "--waves-from", "1500us", "--waves-to", "1600us", "--probe", "*.rtl_*")
        whole = self.shown["rtl"]
        self.assertEqual(sorted(part), sorted(name for name in whole if "rtl_" in name))
        for name, values in part.items():
            inside = [(time, value) for time, value in whole[name] if begin <= time < end]
            # What happens by itself at the beginning is there; the value of the time before is that of the last look.
            self.assertEqual([change for change in values if change[0] > begin], [change for change in inside if change[0] > begin], name)

    def test_the_save_file_has_them_beside_what_they_obey(self):
        asked = waves_test.signals_asked_for(self.run_of["lockstep"].out / "waves.gtkw")
        seen = 0
        for port in self.ports():
            of_port = [path.split(".")[-1].split("[")[0].removesuffix("_c0") for path in asked if path.startswith(port + ".")]
            if "sender_stage" in of_port:
                first, last = of_port.index("sender_stage") + 1, of_port.index("transmitter")
                self.assertEqual(of_port[first:last], [name for name in of_port if name.startswith(("rtl_", "model_"))])
                self.assertGreaterEqual(last - first, 6)
                seen += 1
        self.assertGreater(seen, 1)

    def test_fixed_point(self):
        _, shown = self.recorded("scenarios/ring/gfc_time_based.toml", ("limiter.fidelity=lockstep",), "--probe", "*.rtl_*",
                                 "--probe", "*.model_*")
        self.assertEqual({name.split(".")[-1] for name in shown}, {f"{side}_{name}_c0" for side in ("rtl", "model") for name in LIMITER})
        moved = 0
        for name, values in shown.items():
            if "rtl_" in name:
                self.assertEqual(values, shown[name.replace("rtl_", "model_")], name)
                moved += len(values) - 1
        self.assertGreater(moved, 1000)


if __name__ == "__main__":
    weir_run.main()
