# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A minute of a fat tree with a host in a storm, under a PFC watchdog with the times of operators: nothing is scaled or skipped.

usage: pfcwd_minute_test.py WEIR
"""

import resource

import weir_run

POLL = 0.2

# 15 hosts send to a sixteenth, which takes nothing from 1 ms on. A sender has 60 KB in flight, and sends them again after 10 ms without an answer.
STORM = """
[scenario]
name = "minute"
duration = "60s"
sample_interval = "100ms"
[topology]
kind = "fat_tree"
k = 4
rate = "100Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "100KB"
headroom = "33464B"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
processing_delay = "307.2ns"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
[deadlock]
unit = "pfcwd"
[traffic]
pattern = "incast"
target = "h15"
control = "window"
window = "60KB"
timeout = "10ms"
[[event]]
name = "storm"
at = "1ms"
do = "stop_host"
host = "h15"
how = "at_once"
"""


class Minute(weir_run.RunTest):
    def test_takes_less_than_a_minute_and_is_what_short_runs_are(self):
        path = self.new_out().with_suffix(".toml")
        path.write_text(STORM, encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        whole = self.run_weir(path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 60)
        short, events = (self.run_weir(path, [f"scenario.quantum={quantum}"], ("--until", "1s")) for quantum in ("on", "off"))
        self.assertIsNone(weir_run.first_difference(short.results(), events.results()))
        self._goes_on_from(short, whole)
        self._polls(whole.summary)

    def _goes_on_from(self, short, whole):
        """Sample by sample, a tenth of a second each, and storm by storm the long run begins as the short one does."""
        self.assertEqual(short.columns.keys(), whole.columns.keys())
        for name, values in short.columns.items():
            self.assertEqual(values, whole.columns[name][:len(values)], name)
        for kind in ("storms", "storms_over"):
            told = short.summary.get(kind, [])
            self.assertEqual(told, whole.summary.get(kind, [])[:len(told)])

    def _polls(self, summary):
        """The first poll stores, the second one is bad; the last switch tells of its host once and of no end, because PFC goes on coming."""
        storms = summary["storms"]
        self.assertEqual(storms[0]["at_seconds"], 2 * POLL)
        self.assertGreater(summary["drops"]["pfcwd"], 0)
        self.assertTrue(all(round(one["at_seconds"] / POLL, 9).is_integer() for one in storms))
        to_host = [one["place"] for one in storms if "PFC frames of h15 " in one["text"]]
        self.assertEqual(len(to_host), 1)
        self.assertNotIn(to_host[0], [one["place"] for one in summary.get("storms_over", [])])


if __name__ == "__main__":
    weir_run.main()
