# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The PFC watchdog in whole runs: how soon each rule finds the deadlocked ring, what its actions do to guilty and innocent flows, and that no
result depends on the quantum.

usage: pfcwd_test.py WEIR
"""

import math

import weir_run

RULES = ("broadcom", "cisco", "mellanox", "mellanox_until_4784", "vs", "barefoot", "teralynx")
RING = "scenarios/small/pfcwd.toml"
P = 200e-6

# h3 takes nothing from 500 us to 1.5 ms. f2 shares s1's input with f1, and its own output is free.
STORM = """
[scenario]
name = "storm"
duration = "4ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
delay = "1us"
[switch.mmu]
viq_limit = "60KB"
headroom = "60KB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "60KB"
xon = "57KB"
pause_quanta = 2000
[deadlock]
unit = "pfcwd"
[deadlock.pfcwd]
detection = "200us"
restoration = "200us"
poll = "100us"
[[flow]]
name = "f1"
src = "h1"
dst = "h3"
[[flow]]
name = "f2"
src = "h1"
dst = "h2"
[[event]]
name = "stop"
at = "500us"
do = "stop_host"
host = "h3"
class = 0
length = "1ms"
"""


def settings(**values):
    return [f"deadlock.pfcwd.{key}={value}" for key, value in values.items()]


class Pfcwd(weir_run.RunTest):
    def storm(self, **values):
        path = self.new_out().with_suffix(".toml")
        path.write_text(STORM, encoding="utf-8")
        return self.run_weir(path, settings(**values))

    def test_each_rule_finds_the_deadlocked_ring_within_its_polls(self):
        for rule in RULES:
            for detection, delay in ((P, "1us"), (3 * P, "100ns")):
                sets = settings(rule=rule, action="alert", detection=f"{round(detection * 1e6)}us") + [f"topology.delay={delay}"]
                runs = [self.run_weir(RING, [*sets, f"scenario.quantum={quantum}"]) for quantum in ("on", "off")]
                with self.subTest(rule=rule, delay=delay):
                    self.assertIsNone(weir_run.first_difference(*(run.results() for run in runs)))
                    summary = runs[0].summary
                    formed = summary["deadlock"]["formed_at_seconds"]
                    self.assertIsNone(summary["deadlock"]["dissolved_at_seconds"])
                    told = {}
                    for storm in summary["storms"]:
                        told.setdefault(storm["place"], storm["at_seconds"])
                    for queue in summary["deadlock"]["cycle"]:
                        # Polls after the deadlock has formed, the one that tells included; a storm may be older than the deadlock.
                        polls = math.floor(told[queue] / P + 0.5) - math.floor(formed / P)
                        needed = round(detection / P)
                        self.assertIn(polls, (needed, needed + 1), queue)

    def test_a_ring_that_is_acted_upon_gives_the_same_bytes_in_quanta_and_event_by_event(self):
        for values in ({"action": "drop", "action_delay": "30us"}, {"action": "forward", "poll_jitter": "40us"},
                       {"rule": "mellanox", "poll_interval": "207us", "first_poll": "3us"}, {"big_red_switch": "true"},
                       {"hardware.dld": "100us", "hardware.dlr": "60us"}, {"counts_when_disabled": "false", "action_delay": "30us"}):
            for delay in ("1us", "100ns"):
                sets = settings(**values) + [f"topology.delay={delay}"]
                runs = [self.run_weir(RING, [*sets, f"scenario.quantum={quantum}"]) for quantum in ("on", "off")]
                with self.subTest(delay=delay, **values):
                    self.assertIsNone(weir_run.first_difference(*(run.results() for run in runs)))
                    self.assertTrue(runs[0].summary.get("storms") or runs[0].summary["drops"].get("pfcwd"))

    def test_the_oracle_sees_the_ring_dissolve_where_the_watchdog_acts(self):
        for delay in ("0us", "70us"):
            summary = self.run_weir(RING, settings(action_delay=delay) + ["scenario.sample_interval=1us"]).summary
            acts = summary["storms"][0]["at_seconds"] + float(delay[:-2]) * 1e-6
            self.assertAlmostEqual(summary["deadlock"]["dissolved_at_seconds"], acts, delta=2e-6)
            self.assertGreater(summary["deadlock"]["later"], 5)
            # All deadlocks are listed; the ring is told of again in each, while it stands.
            listed = summary["deadlocks"]
            self.assertEqual(len(listed), summary["deadlock"]["later"] + 1)
            self.assertEqual({key: listed[0][key] for key in ("formed_at_seconds", "dissolved_at_seconds", "cycle")},
                             {key: summary["deadlock"][key] for key in ("formed_at_seconds", "dissolved_at_seconds", "cycle")})
            for one, after in zip(listed, listed[1:]):
                self.assertTrue(one["formed_at_seconds"] < one["found_at_seconds"] < one["dissolved_at_seconds"] < after["formed_at_seconds"])
                self.assertTrue(any(one["formed_at_seconds"] < storm["at_seconds"] <= one["dissolved_at_seconds"] and storm["place"] in one["cycle"]
                                    for storm in summary["storms"]))

    def test_a_pause_that_no_poll_sees_ends_for_the_rule_and_is_warned_of(self):
        sets = settings(action="alert")
        for quanta, flaps in ((65535, True), (2000, False)):
            summary = self.run_weir(RING, [*sets, f"flow_control.pfc.pause_quanta={quanta}"], status=(0, 1)).summary
            self.assertIsNone(summary["deadlock"]["dissolved_at_seconds"])
            over = [one for one in summary.get("storms_over", []) if one["at_seconds"] > summary["deadlock"]["formed_at_seconds"]]
            self.assertEqual((bool(over), any("deadlock.pfcwd: a pause that stands" in one for one in summary["warnings"])), (flaps, flaps))

    def test_software_throws_the_big_red_switch_and_takes_it_back(self):
        write = '[[event]]\nname = "{0}"\nat = "{1}"\ndo = "write_register"\ndevice = "s1"\nregister = "deadlock.pfcwd_big_red_switch"\nvalue = {2}\n'
        path = self.new_out().with_suffix(".toml")
        path.write_text(STORM + write.format("on", "2ms", 1) + write.format("off", "3ms", 0), encoding="utf-8")
        run = self.run_weir(path, ["scenario.sample_interval=500us"])
        rates = [float(rate) for rate in run.columns["flow.f2.delivered_bps"]]
        self.assertGreater(rates[3], 1e9)  # 1.5 to 2 ms
        self.assertEqual(rates[5], 0)      # 2.5 to 3 ms
        self.assertGreater(rates[6], 1e9)  # 3 to 3.5 ms

    def test_drop_frees_the_innocent_and_costs_the_guilty(self):
        dropped, alerted = self.storm().summary, self.storm(action="alert").summary
        self.assertEqual([storm["place"] for storm in dropped["storms"]], ["s1.p2.c0"])
        self.assertEqual([storm["place"] for storm in dropped["storms_over"]], ["s1.p2.c0"])
        self.assertEqual(set(dropped["drops"]), {"pfcwd"})
        self.assertEqual(dropped["flows"][0]["lost_packets"] if "lost_packets" in dropped["flows"][0] else dropped["drops"]["pfcwd"],
                         dropped["drops"]["pfcwd"])
        self.assertEqual(alerted["drops"], {})
        self.assertGreater(dropped["flows"][1]["delivered_packets"], 1.15 * alerted["flows"][1]["delivered_packets"])

    def test_forward_sends_into_the_pause(self):
        summary = self.storm(action="forward").summary
        queue = next(one for one in summary["queues"] if (one["device"], one["port"]) == ("s1", 2))
        self.assertLess(queue["paused_seconds"], 0.7e-3)
        self.assertGreater(self.storm(action="alert").queue("s1.p2.c0")["paused_seconds"], 0.9e-3)

    def test_the_big_red_switch_drops_all_lossless_queues(self):
        summary = self.storm(big_red_switch="true").summary
        self.assertEqual([flow["delivered_packets"] for flow in summary["flows"]], [0, 0])
        self.assertNotIn("storms", summary)
        self.assertGreater(summary["drops"]["pfcwd"], 3000)


if __name__ == "__main__":
    weir_run.main()
