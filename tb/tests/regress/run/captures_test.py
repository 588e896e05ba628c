# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What tshark makes of the captures of real runs: control frames are PFC, data frames are whole and right, and their
numbers are those that the run reports.

usage: captures_test.py WEIR
"""

import weir_run  # first: it says where the others are
import capture_test

IN, OUT = "0x00000001", "0x00000002"
FIELDS = ["frame.time_epoch", "frame.interface_name", "frame.packet_flags_direction", "frame.len", "frame.protocols", "eth.src",
          "eth.dst", "vlan.priority", "ip.src", "ip.dst", "ip.ttl", "ip.len", "ip.checksum.status", "udp.length", "macc.opcode",
          "macc.cbfc.enbv"] + [f"macc.cbfc.pause_time.c{c}" for c in range(8)]
PFC_ADDRESS = "01:80:c2:00:00:01"
FRAME = 1500 - 4  # without the FCS
TAPS = ("--pcap", "s1.p0", "--pcap", "h1.p0")
RESET = """
[scenario]
duration = "261120ns"
[topology]
kind = "ring"
switches = 6
delay = "2470375ps"
[[flow]]
src = "h1"
dst = "h4"
route = ["h1", "s1", "s2", "s3", "s4", "h4"]
[[flow]]
src = "h5"
dst = "h2"
route = ["h5", "s5", "s6", "s1", "s2", "h2"]
[[event]]
do = "reset_switch"
device = "s1"
at = "106194ns"
"""


def of(frames, interface, direction, control):
    return [frame for frame in frames if frame["frame.interface_name"] == interface
            and frame["frame.packet_flags_direction"] == direction and ("macc.opcode" in frame) == control]


def picoseconds(frame):
    seconds, _, fraction = frame["frame.time_epoch"].partition(".")
    return (int(seconds) * 10**9 + int(fraction.ljust(9, "0")[:9])) * 1000


class Captures(weir_run.RunTest):
    def captured(self, scheme, sets, until):
        run = self.run_weir(f"scenarios/ring/{scheme}.toml", sets, ("--until", until, *TAPS))
        capture = run.out / "capture.pcapng"
        frames = capture_test.decode(capture, FIELDS)
        self.assertEqual(capture_test.tshark(capture, "-Y", "_ws.malformed || _ws.expert.severity >= 0x400000", "-T", "fields",
                                             "-e", "_ws.expert.message"), "", "warnings or errors")
        return run, frames

    def test_a_pattern_is_its_ports_once_each(self):
        listed = [word for port in ("s1.p0", "s1.p1", "s1.p2") for word in ("--pcap", port)]
        captures = [(self.run_weir("scenarios/ring/pfc.toml", (), ("--until", "200us", *taps)).out / "capture.pcapng").read_bytes()
                    for taps in (listed, ("--pcap", "s1.*"), ("--pcap", "s1.p0", "--pcap", "s1.*"))]
        self.assertEqual(captures[1:], captures[:1] * 2)

    def check_order(self, frames):
        times = [picoseconds(frame) for frame in frames]
        self.assertEqual(times, sorted(times))
        for interface in ("s1.p0", "h1.p0"):
            for direction in (IN, OUT):
                frame_times = [picoseconds(frame) for control in (False, True) for frame in of(frames, interface, direction, control)]
                self.assertEqual(len(frame_times), len(set(frame_times)), "two frames at once in one direction of a link")

    def check_cable(self, frames):
        """What leaves at one end of the cable arrives at the other, byte for byte, one link delay later."""
        for near, far in (("s1.p0", "h1.p0"), ("h1.p0", "s1.p0")):
            for control in (False, True):
                sent, arrived = of(frames, near, OUT, control), of(frames, far, IN, control)
                # The last ones are still on their way.
                self.assertLessEqual(len(arrived), len(sent))
                self.assertLessEqual(len(sent) - len(arrived), 110 if control else 3)
                for before, after in zip(sent, arrived):
                    self.assertEqual(before["raw"], after["raw"])
                    # Each time is cut to nanoseconds by itself.
                    self.assertAlmostEqual(picoseconds(after) - picoseconds(before), 1_000_000, delta=1000)

    def check_data(self, run, frames):
        sent = of(frames, "h1.p0", OUT, False)
        self.assertEqual(len(sent), run.queue("h1.p0.c0")["sent_packets"])
        # The last ones have arrived and not been admitted.
        self.assertLessEqual(abs(len(of(frames, "s1.p0", IN, False)) - run.queue("s1.p0.c0")["received_packets"]), 1)
        delivered = of(frames, "h1.p0", IN, False)
        self.assertEqual(len(delivered), next(flow for flow in run.summary["flows"] if flow["dst"] == "h1")["delivered_packets"])
        self.assertTrue(sent and delivered)
        for frame in sent + delivered:
            self.assertTrue(frame["frame.protocols"].startswith("eth:ethertype:vlan:ethertype:ip:udp"), frame)
            self.assertEqual((frame["frame.len"], frame["vlan.priority"], frame["ip.checksum.status"]), (str(FRAME), "0", "1"))
            self.assertEqual(int(frame["ip.len"]), FRAME - 18)
            self.assertEqual(int(frame["udp.length"]), FRAME - 18 - 20)
        self.assertEqual({frame["ip.ttl"] for frame in sent}, {"64"})
        self.assertEqual({frame["ip.ttl"] for frame in delivered}, {"61"}, "three switches on the way")

    def control_sent(self, frames):
        sent = of(frames, "s1.p0", OUT, True)
        for frame in sent:
            self.assertEqual((frame["eth.dst"], frame["macc.opcode"], frame["macc.cbfc.enbv"], frame["frame.len"]),
                             (PFC_ADDRESS, "0x0101", "0x0001", "60"))
            self.assertRegex(frame["frame.protocols"], r"^eth:ethertype:macc")
            self.assertEqual({frame[f"macc.cbfc.pause_time.c{c}"] for c in range(1, 8)}, {"0"})
        self.assertEqual(len({frame["eth.src"] for frame in sent}), 1)
        return [int(frame["macc.cbfc.pause_time.c0"]) for frame in sent]

    def test_pauses_and_their_refreshes_in_a_deadlock(self):
        run, frames = self.captured("pfc", weir_run.FIFO, "20ms")
        self.check_order(frames)
        self.check_cable(frames)
        self.check_data(run, frames)
        times = self.control_sent(frames)
        queue = run.queue("s1.p0.c0")
        self.assertEqual(set(times), {65535})
        self.assertEqual(len(times), queue["pauses_sent"])
        self.assertGreater(len(times), 10, "refreshes")
        self.assertEqual((queue["resumes_sent"], queue["feedback_bytes"]), (0, 64 * len(times)))
        # Half the timer of 65535 quanta at 10 Gbps.
        sent = [picoseconds(frame) for frame in of(frames, "s1.p0", OUT, True)]
        for before, after in zip(sent, sent[1:]):
            self.assertAlmostEqual(after - before, 65535 * 51_200 // 2, delta=1_300_000)
        self.assertEqual(run.queue("h1.p0.c0")["pauses_received"], len(of(frames, "h1.p0", IN, True)))

    def test_pauses_and_resumes(self):
        run, frames = self.captured("pfc", (), "20ms")
        self.check_order(frames)
        self.check_cable(frames)
        self.check_data(run, frames)
        times = self.control_sent(frames)
        queue = run.queue("s1.p0.c0")
        self.assertEqual([time for time in times if time], [65535] * queue["pauses_sent"])
        self.assertEqual(times.count(0), queue["resumes_sent"])
        self.assertGreater(queue["resumes_sent"], 5)
        self.assertTrue(all(bool(a) != bool(b) for a, b in zip(times, times[1:])), "a pause, its end, the next pause")
        self.assertEqual(len(times), queue["feedback_frames"])

    def test_a_frame_for_several_classes_counts_once(self):
        """802.3x: every frame speaks of all lossless classes; their bytes add up to what is on the wire."""
        everything = ("flow_control.scheme=pause", "flow_control.lossless=[0, 1, 2, 3, 4, 5, 6, 7]", "switch.mmu.buffer=64MB")
        run, frames = self.captured("pfc", everything, "20ms")
        queues = [queue for queue in run.summary["queues"] if (queue["device"], queue["port"]) == ("s1", 0)]
        sent = of(frames, "s1.p0", OUT, True)
        self.assertGreater(len(sent), 10)
        self.assertEqual({queue["feedback_frames"] for queue in queues}, {len(sent)})
        self.assertEqual(len(queues), 8)
        self.assertEqual({queue["feedback_bytes"] for queue in queues}, {8 * len(sent)}, "64 B in eight parts")

    def test_stages_of_buffer_based_gfc(self):
        run, frames = self.captured("gfc_buffer_based", weir_run.FIFO, "20ms")
        self.check_order(frames)
        self.check_cable(frames)
        self.check_data(run, frames)
        stages = self.control_sent(frames)
        queue = run.queue("s1.p0.c0")
        self.assertEqual(len(stages), queue["feedback_frames"])
        self.assertEqual((queue["pauses_sent"], queue["resumes_sent"]), (0, 0))
        self.assertGreaterEqual(max(stages), 3)
        self.assertTrue(all(a != b for a, b in zip([0, *stages], stages)), "a frame says what has changed")
        # What has been told last is what the other end obeys.
        told = run.columns["s1.p0.c0.receiver_stage"][-1]
        self.assertEqual((float(told), float(run.columns["h1.p0.c0.sender_stage"][-1])), (stages[-1], stages[-1]))

    def test_order_holds_however_often_the_capture_is_written(self):
        # A control frame is taken t_r after its arrival: longer than the stretches of such a run.
        for until in ("1700us", "5ms"):
            run = self.run_weir("scenarios/ring/pfc.toml", weir_run.FIFO, ("--until", until, *TAPS))
            text = capture_test.tshark(run.out / "capture.pcapng", "-T", "fields", "-e", "frame.time_epoch")
            self.assertEqual(text.split(), sorted(text.split()))

    def test_what_a_reset_drops_is_noted_alike_without_quanta(self):
        path = self.scratch / "reset.toml"
        path.write_text(RESET, encoding="utf-8")
        sections = []
        for quantum in ("on", "off"):
            run = self.run_weir(path, [f"scenario.quantum={quantum}"], ("--pcap", "s1.p0"))
            content = (run.out / "capture.pcapng").read_bytes()
            sections.append(content[int.from_bytes(content[4:8], "little"):])  # behind the header, which names the settings
        self.assertEqual(*sections)
        self.assertIn(b"dropped at s1.p0: reset, some time after its arrival", sections[0])


if __name__ == "__main__":
    weir_run.main()
