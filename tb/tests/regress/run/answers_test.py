# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Answers beside packets: in the headroom that `check` asks for, behind hop labels, with a TTL that just suffices, from a resolved scenario.

usage: answers_test.py WEIR
"""

import subprocess

import weir_run

WINDOW = """
[scenario]
duration = "300us"
[topology]
kind = "star"
hosts = 4
delay = "700ns"
[switch.mmu]
viq_limit = "36KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "36KB"
xon = "6KB"
[traffic]
control = "window"
window = "90KB"
"""
WINDOW_CELLS = WINDOW.replace('"star"\nhosts = 4\ndelay = "700ns"', '"dumbbell"\nleft = 2\nright = 2\ndelay = "2us"').replace(
    'viq_limit = "36KB"', 'viq_limit = "21632B"\ncount_cells = true').replace('xoff = "36KB"', 'xoff = "21632B"')
TOLD = """
[scenario]
duration = "1ms"
[topology]
kind = "ring"
switches = 3
[switch.mmu]
viq_limit = "24KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "24KB"
xon = "15KB"
"""
BCN = TOLD + '[congestion]\ndetector = "bcn"\n[congestion.bcn]\nsampling_interval = 1\nq_eq = "3KB"\n'
RED = TOLD + """[congestion]
detector = "red_ecn"
[congestion.red_ecn]
k_min = "1500B"
k_max = "3KB"
notify = true
notify_interval = "1us"
[traffic]
ecn = "ect0"
"""
RATE_CONTROL = WINDOW.partition("control = ")[0]
DCQCN = RATE_CONTROL + """control = "dcqcn"
ecn = "ect0"
[congestion]
detector = "red_ecn"
[congestion.red_ecn]
k_min = "0B"
k_max = "1500B"
"""
IB_CC = RATE_CONTROL + """control = "ib_cc"
framing = "rocev2"
[congestion]
detector = "ib_fecn"
"""
# A scenario, its flows, the headroom with which packets of 1500 B alone would lose nothing, and the one that answers ask for.
EXACT = [(WINDOW, ("h1 h2", "h2 h1", "h1 h4", "h1 h3", "h4 h3", "h3 h1", "h3 h4", "h4 h1"), 4500, 6288),
         (DCQCN, ("h1 h2", "h4 h2", "h2 h1", "h3 h1", "h1 h4", "h2 h4"), 4500, 6288),
         (IB_CC, ("h1 h2", "h4 h2", "h2 h1", "h3 h1", "h1 h4", "h2 h4"), 4500, 6302),
         (BCN, ("h1 h3", "h2 h3", "h3 h1", "h3 h2", "h1 h2"), 4500, 7056),
         (RED, ("h1 h3", "h2 h3", "h3 h1", "h3 h2", "h1 h2"), 4500, 7056),
         (WINDOW_CELLS, ("h4 h3", "h2 h3", "h3 h1", "h2 h4", "h3 h2", "h1 h3", "h3 h4"), 8320, 24336)]
LABELS = """
[scenario]
duration = "1ms"
[topology]
kind = "ring"
switches = 3
[switch]
max_frame = "4096B"
[switch.class_mapper]
source = "label"
[flow_control]
scheme = "ttl_pfc"
[congestion]
detector = "bcn"
[traffic]
kind = "constant_rate"
rate = "12400Mbps"
framing = "rocev2"
acknowledged = true
"""
LAST_TTL = """
[scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
[switch.class_mapper]
source = "ttl_parity"
ttl0 = 2
[traffic]
stop = "500us"
"""
TRANSPORTS = ('framing = "rocev2"\nacknowledged = true\n', 'control = "timely"\ntimeout = "200us"\n', 'control = "window"\nwindow_packets = 18\n',
              'framing = "tcp"\n', 'framing = "rocev2"\ncontrol = "window"\nwindow_packets = 4\n')
INHERITED = """
[scenario]
duration = "300us"
[topology]
kind = "ring"
switches = 3
[congestion]
detector = "red_ecn"
[congestion.red_ecn]
k_min = "0B"
k_max = "1500B"
[traffic]
pattern = "shift"
control = "dcqcn"
ecn = "ect0"
[[flow]]
src = "h1"
dst = "h3"
"""


def flows(pairs):
    return "".join('[[flow]]\nsrc = "{}"\ndst = "{}"\n'.format(*pair.split()) for pair in pairs)


class Answers(weir_run.RunTest):
    def file(self, text):
        path = self.scratch / "answers.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def warnings(self, path, headroom):
        done = subprocess.run([self.weir, "check", path, "--set", f"switch.mmu.headroom={headroom}B"], capture_output=True, text=True,
                              check=True)
        return [line for line in (done.stdout + done.stderr).splitlines() if "may be lost" in line]

    def test_the_headroom_that_check_asks_for_holds_answers_too(self):
        for text, pairs, of_packets, least in EXACT:
            with self.subTest(text):
                path = self.file(text + flows(pairs))
                self.assertTrue(self.warnings(path, of_packets))
                self.assertTrue(self.warnings(path, least - 1))
                self.assertEqual(self.warnings(path, least), [])
                run = self.run_weir(path, [f"switch.mmu.headroom={least}B"])
                self.assertEqual((run.status, run.summary["packets_dropped"]), (0, 0), run.stderr)

    def test_switches_tell_of_answers_with_a_hop_label(self):
        run = self.run_weir(self.file(LABELS + flows(["h1 h3"])))
        self.assertEqual(run.status, 0, run.stderr)
        told = next(row for row in run.summary["books"] if row["frames"] == "notification")
        self.assertGreater(told["consumed_packets"], 10)

    def test_a_host_takes_what_comes_with_the_last_ttl(self):
        for transport in TRANSPORTS:
            with self.subTest(transport):
                run = self.run_weir(self.file(LAST_TTL + transport + flows(["h1 h2", "h3 h2"])))
                self.assertEqual((run.status, run.summary["faults"]), (0, []), run.stderr)
                for flow in run.summary["flows"]:
                    self.assertGreater(flow["delivered_packets"], 20)

    def test_a_resolved_scenario_gives_no_flow_a_default_of_another(self):
        for own in ('control = "timely"\n', 'framing = "tcp"\ncontrol = "none"\n', 'control = "none"\n'):
            with self.subTest(own):
                first = self.run_weir(self.file(INHERITED + own))
                again = self.run_weir(first.out / "resolved.toml")
                self.assertIsNone(weir_run.first_difference(first.results(), again.results()))
                self.assertEqual((first.out / "resolved.toml").read_text(encoding="utf-8"), (again.out / "resolved.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    weir_run.main()
