# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What stands for ever is called a deadlock, what moves again is not, and nothing from outside ends a run as a fault of the model: pauses of
whole ports, pauses that lapse, resets, register writes, units by switch.

usage: verdict_test.py WEIR
"""

import subprocess

import weir_run

NETWORK = """
[scenario]
name = "verdict"
duration = "{duration}"
[topology]
kind = "{kind}"
{size}
rate = "10Gbps"
delay = "1us"
[switch.crossbar]
strategy = "output_queued"
[switch.mmu]
viq_limit = "200KB"
headroom = "100KB"
[flow_control]
scheme = "{scheme}"
lossless = {lossless}
[flow_control.pfc]
xoff = "{xoff}"
xon = "{xon}"
"""


def network(duration="10ms", kind="ring", size="switches = 3", scheme="pfc", lossless="[0, 1]", xoff="100KB", xon="97KB"):
    return NETWORK.format(duration=duration, kind=kind, size=size, scheme=scheme, lossless=lossless, xoff=xoff, xon=xon)


def flow(path, more="", **keys):
    """Of hosts h<first> and h<last>, over these switches of a ring."""
    keys = {"src": f"h{path[0]}", "dst": f"h{path[-1]}", **keys}
    route = [keys["src"], *(f"s{number}" for number in path), keys["dst"]]
    lines = "".join(f'{key} = {value if isinstance(value, int) else repr(value)}\n' for key, value in keys.items())
    return f"[[flow]]\n{lines}route = {route}\n{more}"


class Verdict(weir_run.RunTest):
    def file(self, text):
        path = self.new_out().with_suffix(".toml")
        path.write_text(text, encoding="utf-8")
        return path

    def run_text(self, text, sets=(), **more):
        return self.run_weir(self.file(text), sets, **more)

    def test_classes_of_a_port_stand_together_where_the_port_is_paused(self):
        # None of the VIQs of s3 alone is above XON.
        for scheme in ("pause", "egress_pause"):
            ring = network("20ms", scheme=scheme) + '[switch.egress]\ndiscipline = "dwrr"\n'
            ring += flow((1, 2, 3), stop="8ms") + flow((2, 3, 1), stop="8ms", **{"class": 1}) + flow((3, 1, 2), stop="8ms")
            with self.subTest(scheme):
                run = self.run_text(ring)
                self.assertEqual([queue[:5] for queue in run.summary["deadlock"]["cycle"]], ["s1.p1", "s2.p1", "s3.p1"])
                self.assertLess(run.summary["deadlock"]["formed_at_seconds"], 8e-3)
                self.assertIsNone(run.summary["deadlock"]["dissolved_at_seconds"])
                self.assertGreater(run.summary["packets_in_network"], 0)

    def test_classes_that_go_first_are_no_deadlock_of_a_port_that_is_paused(self):
        # By strict priority class 1 goes on for ever.
        ring = network(scheme="pause") + flow((1, 2, 3)) + flow((2, 3, 1), **{"class": 1}) + flow((3, 1, 2))
        run = self.run_text(ring)
        self.assertIsNone(run.summary["deadlock"])
        self.assertGreater(run.summary["flows"][1]["delivered_packets"], 8000)

    def lapsing(self):
        """A ring whose pauses run out while a jumbo frame of a lossy class is before their refresh."""
        ring = network(lossless="[0]").replace("[switch.mmu]", '[switch]\nmax_frame = "9216B"\n[switch.mmu]')
        ring += "pause_quanta = 1000\nrefresh_fraction = 0.9\n"
        for path in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
            ring += flow(path, frame_length="9216B")
        for path, rate, length in (((2, 1), "8Gbps", "9216B"), ((1, 3), "7Gbps", "9000B")):
            ring += flow(path, start="2ms", kind="constant_rate", rate=rate, frame_length=length, **{"class": 1})
        return ring

    def test_a_pause_that_lapses_ends_a_deadlock_and_no_run(self):
        deadlock = self.run_text(self.lapsing()).summary["deadlock"]
        self.assertLess(deadlock["formed_at_seconds"], 1e-3)
        self.assertGreater(deadlock["dissolved_at_seconds"], 2e-3)

    def incast(self, do):
        """Eight hosts on one that is slow: s2 tells s1 to pause before the VIQs of s1 have reached their XOFF."""
        text = network("500us", "dumbbell", "left = 8\nright = 1", lossless="[0]", xoff="27000B", xon="24000B")
        text = text.replace('viq_limit = "200KB"\nheadroom = "100KB"', 'viq_limit = "40000B"')
        text += '[[topology.link]]\nbetween = ["h9", "s2"]\nrate = "1Gbps"\n'
        text += '[traffic]\npattern = "incast"\ntarget = "h9"\nkind = "constant_rate"\nrate = "1100Mbps"\n'
        return text + f'[[event]]\nname = "e"\nat = "100us"\n{do}\n'

    def test_what_a_switch_overflows_because_it_forgot_a_pause_is_lost_by_the_reset(self):
        for quantum in ("on", "off"):
            with self.subTest(quantum):
                run = self.run_text(self.incast('do = "reset_switch"\ndevice = "s1"'), [f"scenario.quantum={quantum}"])
                self.assertEqual(list(run.summary["drops"]), ["reset"])
                self.assertEqual(run.summary["faults"], [])
                self.assertGreater(run.queue("s2.p1.c0")["drops"], 10)

    def test_what_is_lost_behind_a_register_write_is_a_loss_and_no_fault_of_the_model(self):
        # From then on s1 takes class 1 for class 0, and goes on where s2 pauses class 1.
        text = self.incast('do = "write_register"\ndevice = "s1"\nregister = "forwarding.class_source"\nvalue = 1')
        text = text.replace("lossless = [0]", "lossless = [0, 1]").replace("[traffic]\n", "[traffic]\nclass = 1\n")
        run = self.run_text(text)
        self.assertIn("lossless class 1 lost packet", run.summary["faults"][0])
        self.assertIn("at queue s2.p1.c1", run.summary["faults"][0])

    def test_packets_overtake_where_software_gives_their_flow_another_class(self):
        text = ('[scenario]\nduration = "1ms"\n[topology]\nkind = "star"\nhosts = 3\n[switch.class_mapper]\nsource = "ttl"\n'
                '[switch.egress]\ndiscipline = "dwrr"\n'
                '[[flow]]\nsrc = "h2"\ndst = "h1"\nkind = "constant_rate"\nrate = "860Mbps"\n[[flow]]\nsrc = "h3"\ndst = "h1"\n'
                '[[event]]\ndo = "write_register"\ndevice = "s1"\nregister = "forwarding.ttl0"\nvalue = 2\nat = "513991ns"\n')
        for quantum in ("on", "off"):
            run = self.run_text(text, [f"scenario.quantum={quantum}"], status=(0,))
            self.assertEqual(run.summary["packets_dropped"], 0)

    def test_a_register_write_that_the_bus_refuses_keeps_the_results_so_far(self):
        # XON above XOFF: known only when the write takes place. One that is later in the same stretch is not what is told.
        text = network("2ms", lossless="[0]") + flow((1, 2))
        for switch, at in (("s2", "500700ns"), ("s1", "500300ns")):
            text += (f'[[event]]\nat = "{at}"\ndo = "write_register"\ndevice = "{switch}"\n'
                     'register = "flow_control.xon[0]"\nvalue = 120000\n')
        text += "[expect]\ndeadlock = false\n"
        on, off = (self.run_text(text, [f"scenario.quantum={quantum}"], status=(2,)) for quantum in ("on", "off"))
        for run in (on, off):
            self.assertRegex(run.stderr, r"^weir: .*\.toml:\d+:\d+: key 'event\[2\]\.value': the switch refuses: [^\n]*\n$")
            self.assertIn(run.stderr[len("weir: "):-1], run.summary["partial_reason"])
            self.assertTrue(run.summary["partial"])
            self.assertAlmostEqual(run.summary["simulated_seconds"], 501e-6)
            self.assertGreater(run.summary["packets_delivered"], 400)
            self.assertIsNone(run.summary["expectations"][0]["held"])
            self.assertTrue((run.out / "report.html").exists())
        on, off = (run.results() for run in (on, off))
        self.assertEqual(on["timeseries.csv"], off["timeseries.csv"])

    def test_a_run_of_a_sweep_with_a_refused_write_has_failed_and_has_results(self):
        text = network("2ms", lossless="[0]") + flow((1, 2))
        text += ('[[event]]\nname = "write"\nat = "500us"\ndo = "write_register"\ndevice = "s1"\n'
                 'register = "flow_control.xon[0]"\nvalue = 90000\n')
        base = self.file(text)
        plan = base.with_name("plan.toml")
        plan.write_text(f'[sweep]\nscenarios = ["{base}"]\nkeep = "all"\nresults = ["packets_delivered"]\n'
                        '[[axis]]\nkey = "event.write.value"\nvalues = [90000, 120000]\n', encoding="utf-8")
        done = subprocess.run([self.weir, "sweep", "run", str(plan)], cwd=self.scratch, capture_output=True, text=True, check=False)
        self.assertIn("1 done, 1 failed", done.stdout + done.stderr)

    def test_a_ring_that_stands_is_told_with_what_holds_it(self):
        ring = network("20ms", lossless="[0]") + "".join(flow(path) for path in ((1, 2, 3), (2, 3, 1), (3, 1, 2)))
        run = self.run_text(ring, ["expect.standing=true"], status=(0,))
        self.assertEqual(run.summary["standing"], "yes")
        self.assertAlmostEqual(run.summary["standing_after_seconds"], 2 * 65535 * 51.2e-9)
        self.assertIn("s1.p1.c0", run.summary["standing_queues"])
        self.assertRegex(run.summary["standing_hold"]["held_by"], "^a circle of waits through s[123].p1.c0$")
        self.assertRegex(run.stdout, "\nstanding: yes, ")
        brief = self.run_text(ring, ["scenario.duration=10ms"])
        self.assertEqual(brief.summary["standing"], "not judged")
        self.assertAlmostEqual(brief.summary["standing_needs_seconds"], 4 * 65535 * 51.2e-9)
        self.assertRegex(brief.stdout, r"\nstanding: not judged \(needs 13\.4\d* ms\)")
        moving = self.run_text(network("20ms", lossless="[0]") + flow((1, 2)) + flow((3, 2)), ["expect.standing=false"], status=(0,))
        self.assertEqual(moving.summary["standing_queues"], [])

    def test_a_host_that_has_stopped_is_named_and_is_no_deadlock(self):
        text = network("20ms", "dumbbell", "left = 2\nright = 1", lossless="[0]")
        text += '[[flow]]\nsrc = "h1"\ndst = "h3"\n[[flow]]\nsrc = "h2"\ndst = "h3"\n'
        text += '[[event]]\nat = "1ms"\ndo = "stop_host"\nhost = "h3"\n'
        run = self.run_text(text)
        self.assertIsNone(run.summary["deadlock"])
        self.assertEqual(run.summary["standing"], "yes")
        self.assertEqual(run.summary["standing_hold"]["held_by"], "h3, which takes no packet of class 0 any more")

    def test_a_cycle_that_stands_because_a_host_has_stopped_names_the_host(self):
        # A ring that runs full while h3 takes nothing for a while; what is for h2 keeps it so, and the ring alone would not.
        ring = network("12ms", lossless="[0]", xoff="60KB", xon="50KB")
        for path, rate in (((1, 2), 8), ((1, 2, 3), 1), ((2, 3, 1), 5), ((3, 1, 2), 10)):
            ring += flow(path, kind="constant_rate", rate=f"{rate}Gbps")
        ring += '[[event]]\nat = "1ms"\ndo = "stop_host"\nhost = "h3"\nlength = "500us"\n'
        stops = ring + '[[event]]\nat = "1200us"\ndo = "stop_host"\nhost = "h2"\n'
        deadlock = self.run_text(stops).summary["deadlock"]
        self.assertEqual(deadlock["behind"], ["h2.c0"])
        self.assertEqual([queue[:5] for queue in deadlock["cycle"]], ["s1.p1", "s2.p1", "s3.p1"])
        self.assertIsNone(deadlock["dissolved_at_seconds"])
        alone = self.run_text(network("12ms", lossless="[0]") + "".join(flow(path) for path in ((1, 2, 3), (2, 3, 1), (3, 1, 2))))
        self.assertNotIn("behind", alone.summary["deadlock"])

    def without_thresholds(self, scheme, keys, *network_of):
        """Of a scheme other than PFC; what has sent nothing for a millisecond stands."""
        text = network(*network_of, scheme=scheme, lossless="[0]").split("[flow_control.pfc]")[0].replace("200KB", "1MB")
        return text + f'[flow_control.{scheme}]\n{keys}[measure]\nstanding_after = "1ms"\n'

    def test_a_queue_without_credits_for_which_nothing_waits_has_lost_them(self):
        text = self.without_thresholds("cbfc", 'buffer = "100KB"\nperiod = "10us"\n', "4ms", "star", "hosts = 3")
        text += '[[flow]]\nsrc = "h1"\ndst = "h3"\n'
        lost = self.run_text(text + '[[link_fault]]\ndo = "lose"\nsubtype = 0x01\nprobability = 1.0\n').summary
        self.assertEqual((lost["standing"], lost["standing_queues"]), ("yes", ["h1.p0.c0"]))
        self.assertEqual(lost["standing_hold"]["held_by"], "lost credits of s1, where nothing waits of it")
        self.assertEqual(self.run_text(text).summary["standing"], "no")

    def test_a_limiter_that_is_slower_than_the_verdict_is_named(self):
        # The ring of five of GFC's bound: every rate falls to the floor, at which a packet takes milliseconds.
        keys = 'b0 = "60KB"\nbm = "100KB"\n[limiter]\nfloor_rate = "100Kbps"\n'
        text = self.without_thresholds("gfc_conceptual", keys, "20ms", "ring", "switches = 5")
        text += "".join(flow(tuple((first + hop) % 5 + 1 for hop in range(4))) for first in range(5))
        run = self.run_text(text).summary
        self.assertEqual(run["standing"], "yes")
        self.assertRegex(run["standing_hold"]["held_by"], r"^a limiter at its floor at [hs][1-5]\.p[01]\.c0$")
        self.assertIsNone(run["deadlock"])

    def test_a_class_that_starves_is_no_standing_network(self):
        text = network("20ms", "dumbbell", "left = 2\nright = 1")
        text += '[[flow]]\nsrc = "h1"\ndst = "h3"\n[[flow]]\nsrc = "h2"\ndst = "h3"\nclass = 1\n'
        run = self.run_text(text)
        self.assertEqual(run.summary["standing"], "no")
        self.assertRegex(run.summary["standing_hold"]["held_by"], "^classes that go first at s[12]")

    def starving(self):
        """Two classes to h3, of which one goes first; a queue that has sent nothing for 100 us stands."""
        text = network("3ms", "dumbbell", "left = 2\nright = 1") + '[measure]\nstanding_after = "100us"\n'
        return text + '[[flow]]\nsrc = "h1"\ndst = "h3"\n[[flow]]\nsrc = "h2"\ndst = "h3"\nclass = 1\n'

    def test_a_network_that_moves_between_samples_does_not_stand(self):
        # The last sample is longer ago than a queue has to stand for.
        for interval in ("1ms", "2ms"):
            with self.subTest(interval):
                self.assertEqual(self.run_text(self.starving(), [f"scenario.sample_interval={interval}"]).summary["standing"], "no")

    def test_a_queue_that_is_paused_now_and_then_behind_classes_that_go_first_stands(self):
        # h4 is sent twice what its cable takes, so that s1 pauses the ports of both hosts, and lets them go again.
        text = network("30ms", "star", "hosts = 4", "egress_pause", xoff="10KB", xon="5KB") + '[measure]\nstanding_after = "1ms"\n'
        text += '[[flow]]\nsrc = "h1"\ndst = "h3"\n[[flow]]\nsrc = "h1"\ndst = "h4"\nclass = 1\n[[flow]]\nsrc = "h2"\ndst = "h4"\nclass = 1\n'
        run = self.run_text(text)
        self.assertGreater(next(queue for queue in run.summary["queues"] if queue["device"] == "h1")["pauses_received"], 10)
        self.assertLess(run.summary["flows"][0]["delivered_packets"], 2)
        self.assertEqual(run.summary["standing_queues"], ["h1.p0.c0"])

    def test_a_limiter_has_time_for_a_packet_at_its_lowest_rate(self):
        # A byte of 40 KB, or a last stage, whatever the floor; else the longest pause.
        for scheme, keys, longest in (("gfc_conceptual", 'b0 = "60KB"\n', 1500 * 8 / (1e10 / 40_000)), ("gfc_time_based", 'b0 = "60KB"\n', 1500 * 8 / (1e10 / 40_000)),
                                      ("gfc_buffer_based", 'b1 = "60KB"\nstages = 13\n', 1500 * 8 / (1e10 / 2**13)),
                                      ("gfc_buffer_based", 'b1 = "60KB"\nstages = 3\n', 65535 * 512 / 1e10)):
            text = self.without_thresholds(scheme, f'{keys}bm = "100KB"\n[limiter]\nfloor_rate = "100Mbps"\n', "1ms", "star", "hosts = 3")
            run = self.run_text(text.replace("[measure]\nstanding_after = \"1ms\"\n", "") + '[[flow]]\nsrc = "h1"\ndst = "h3"\n').summary
            with self.subTest(scheme=scheme, keys=keys):
                self.assertAlmostEqual(run["standing_after_seconds"], 2 * longest, delta=1e-4 * longest)
                self.assertEqual(run["standing"], "not judged")

    def test_a_limiter_below_its_floor_is_in_no_circle(self):
        # The ring of five of GFC's bound: for a packet at a byte's share of the rate the limiters hold their queues, and let them go again.
        text = self.without_thresholds("gfc_conceptual", 'b0 = "60KB"\nbm = "100KB"\n[limiter]\nfloor_rate = "500Mbps"\n', "20ms", "ring", "switches = 5")
        run = self.run_text(text + "".join(flow(tuple((first + hop) % 5 + 1 for hop in range(4))) for first in range(5))).summary
        self.assertRegex(run["standing_hold"]["held_by"], "^a limiter at its floor at ")

    def test_units_that_differ_by_switch_are_refused_where_one_is_itsy(self):
        text = network(size="switches = 6", lossless="[0]") + 'refresh_fraction = 0.3\n[deadlock]\nunit = "itsy"\n'
        path = self.file(text + '[switch.s2]\ndeadlock.unit = "watchdog"\n' + flow((2, 3, 4)))
        for command in ("check", "run"):
            done = subprocess.run([self.weir, command, str(path)], cwd=self.scratch, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("\"itsy\" is for all switches or for none", done.stderr)
            self.assertIn("s1 has it and s2 has not", done.stderr)

    def test_what_a_watchdog_ends_is_found_alike_with_quanta_and_without(self):
        # Each deadlock is judged by what every device was at its instant, and some are already further by then.
        ring = network("12ms", size="switches = 6", lossless="[4]", xoff="88500B", xon="87000B")
        ring += '[deadlock]\nunit = "watchdog"\n[deadlock.watchdog]\ntimeout = "50us"\n'
        for path in ((1, 2, 3, 4), (3, 4, 5, 6, 1), (5, 6, 1, 2, 3)):
            ring += flow(path, **{"class": 4})
        on, off = (self.run_text(ring, [f"scenario.quantum={quantum}"]) for quantum in ("on", "off"))
        self.assertGreater(on.summary["deadlock"]["later"], 20)
        self.assertEqual(on.summary["deadlock"], off.summary["deadlock"])
        self.assertEqual(on.summary["deadlocks"], off.summary["deadlocks"])

    def test_the_first_hundred_deadlocks_and_the_last_are_listed(self):
        sets = ["scenario.sample_interval=20us", "expect.deadlocks_found={min=102}"]
        long = self.run_weir("scenarios/small/watchdog.toml", sets).summary
        short = self.run_weir("scenarios/small/watchdog.toml", sets, ("--until", "10ms"), status=(1,)).summary
        self.assertEqual((len(long["deadlocks"]), len(short["deadlocks"])), (101, short["deadlock"]["later"] + 1))
        self.assertGreater(len(short["deadlocks"]), 10)
        self.assertEqual(short["deadlocks"][:-1], long["deadlocks"][:len(short["deadlocks"]) - 1])
        self.assertGreater(long["deadlocks"][-1]["formed_at_seconds"], long["deadlocks"][-2]["dissolved_at_seconds"] + 1e-3)
        # The last one stands: there is no time at which all were over, as there is for the ring under a PFC watchdog.
        self.assertIsNone(long["deadlocks"][-1]["dissolved_at_seconds"])
        for scenario, status in (("watchdog", 1), ("pfcwd", 0)):
            self.run_weir(f"scenarios/small/{scenario}.toml", ["scenario.sample_interval=20us", "expect.deadlocks_over_time={max=\"20ms\"}"], status=(status,))


if __name__ == "__main__":
    weir_run.main()
