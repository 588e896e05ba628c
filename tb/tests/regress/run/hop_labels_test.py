# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Hop labels on the wire, as tshark shows them: put on by the first switch, counted up by each, taken off before hosts; whatever the TTL. And what a host can do
that forges them, where its labels are not trusted, and where they are.

usage: hop_labels_test.py WEIR
"""

import collections
import struct

import weir_run  # first: it says where the others are
import capture_test
import replay_test

frames = replay_test.make_capture

SCENARIO = "scenarios/ttl/ttl_edge.toml"
FIELDS = ["frame.interface_name", "frame.packet_flags_direction", "frame.protocols"]
IN, OUT = "0x00000001", "0x00000002"
LINE = """
[scenario]
duration = "2ms"
[topology]
kind = "parking_lot"
switches = 3
rate = "10Gbps"
[switch]
max_frame = "1504B"
[switch.class_mapper]
source = "label"
services = [0, 3, 6, 7]
[flow_control]
scheme = "ttl_pfc"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
[switch.mmu]
viq_limit = "100KB"
headroom = "30KB"
[[flow]]
name = "f"
src = "h1"
dst = "h3"
"""
PLAYED = """kind = "pcap"
file = "frames.pcap"
"""


def label(raw):
    """(PCP, VID) of a hop label; None: there is none."""
    if raw[12:14] != b"\x88\xa8":
        return None
    control = struct.unpack("!H", raw[14:16])[0]
    assert not control & 0x1000, "DEI stays 0"
    return control >> 13, control & 0xFFF


class HopLabels(weir_run.RunTest):
    def captured(self, scenario, taps, sets=(), options=()):
        """(run, {(port, direction): [(raw, protocols)]}), data frames alone."""
        run = self.run_weir(scenario, ("expect=", *sets), (*options, *(word for tap in taps for word in ("--pcap", tap))))
        found = collections.defaultdict(list)
        for frame in capture_test.decode(run.out / "capture.pcapng", FIELDS):
            if "ethertype:ip" in frame["frame.protocols"]:
                found[frame["frame.interface_name"], frame["frame.packet_flags_direction"]].append(
                    (bytes.fromhex(frame["raw"]), frame["frame.protocols"]))
        return run, found

    def replayed(self, data, *sets, taps=("h1.p0", "s1.p1", "s2.p2", "h3.p0")):
        """A line of three switches that h1 sends these frames over."""
        folder = self.new_out()
        folder.mkdir()
        (folder / "frames.pcap").write_bytes(replay_test.classic(list(enumerate(data, start=1)), nanoseconds=True))
        scenario = folder / "line.toml"
        scenario.write_text(LINE + PLAYED, encoding="utf-8")
        return self.captured(scenario, taps, sets)

    def test_put_on_counted_up_and_taken_off(self):
        _, found = self.captured(SCENARIO, ("h1.p0", "s1.p1", "s2.p1", "h3.p0"), options=("--until", "100us"))
        for port in ("h1.p0", "h3.p0"):
            for direction in (IN, OUT):
                self.assertTrue(found[port, direction])
                self.assertEqual({label(raw) for raw, _ in found[port, direction]}, {None}, "none on a cable to a host")
        first = {label(raw) for raw, _ in found["s1.p1", OUT]}
        self.assertLessEqual({(1, 0), (2, 0), (4, 0), (7, 0)}, first, "from h1 at its first switch, from h3 at its second; plain 7 as it is")
        self.assertNotIn((0, 0), first)
        self.assertNotIn((3, 0), first)
        self.assertTrue(all("ieee8021ad" in protocols for _, protocols in found["s1.p1", OUT]))

    def test_ttls_of_real_packets(self):
        sent = [frames.ethernet(0x0800, frames.ipv4(frames.UDP, frames.udp(5001, frames.payload(size)), ttl=ttl), tags)
                for ttl in (64, 128, 255) for size in (18, 60, 1400) for tags in ((), ((0x8100, 3, 42),))]
        run, found = self.replayed(sent)
        self.assertEqual(run.summary["drops"], {})
        self.assertEqual(run.summary["warnings"], [])
        labels = lambda port: collections.Counter(label(raw)[0] for raw, _ in found[port, OUT])
        self.assertEqual(labels("s1.p1"), {1: 9, 4: 9}, "service 0, and 3 by its PCP")
        wanted = [replay_test.one_hop_further(replay_test.one_hop_further(replay_test.one_hop_further(frame))) for frame in sent]
        self.assertEqual(sorted(raw for raw, _ in found["h3.p0", IN]), sorted(wanted), "all there is, but for three TTLs")

    def test_switches_that_do_not_decrement(self):
        scenario = self.new_out()
        scenario.write_text(LINE + 'size = "15KB"\nclass = 0\n', encoding="utf-8")
        run, found = self.captured(scenario, ("s1.p1", "s2.p2", "h3.p0"), ("switch.forwarding.tables=bridged",))
        self.assertEqual(run.summary["packets_delivered"], 10)
        self.assertEqual([{label(raw) for raw, _ in found[port, OUT]} for port in ("s1.p1", "s2.p2")], [{(1, 0)}, {(2, 0)}])
        self.assertEqual({raw[12 + 2 + 8] if raw[12:14] == b"\x08\x00" else raw[12 + 6 + 8] for raw, _ in found["h3.p0", IN]}, {64})

    def forged(self, *labels):
        body = frames.ipv4(frames.UDP, frames.udp(5001, frames.payload(100)))
        return [frames.ethernet(0x0800, body, ((0x88A8, pcp, 0),)) for pcp in labels]

    def test_a_forged_label_is_written_anew(self):
        run, found = self.replayed(self.forged(1, 2, 2))
        self.assertEqual(run.summary["drops"], {})
        self.assertEqual({label(raw)[0] for raw, _ in found["s1.p1", OUT]}, {1}, "the first of its service, whatever it says")
        self.assertEqual([label(raw)[0] for raw, _ in found["h3.p0", IN]].count(2), 2, "and what it says comes out as it was")

    def test_a_forged_label_that_is_trusted(self):
        run, found = self.replayed(self.forged(0, 1, 2, 7), "switch.class_mapper.label_trust=all")
        self.assertEqual((run.summary["bytes_injected"], run.summary["bytes_dropped"]), (600, 300), "as h1 has sent them")
        self.assertEqual(run.summary["bytes_delivered"], 300, "with the labels that switches have taken off")
        self.assertEqual(run.summary["drops"], {"no_class": 2}, "1 ends at the second switch, 2 at the first: it lives no longer")
        self.assertEqual(sorted(label(raw)[0] for raw, _ in found["s1.p1", OUT]), [1, 2, 7], "7 has reached another service")
        self.assertEqual(len(found["h3.p0", IN]), 2)

    def test_a_frame_too_short_without_its_label_is_padded(self):
        body = frames.ipv4(frames.UDP, frames.udp(5001, frames.payload(14)))
        short = frames.ethernet(0x0800, body, ((0x88A8, 0, 0),))
        self.assertEqual(len(short), 60, "64 B with the FCS")
        run, found = self.replayed([short], "switch.class_mapper.label_trust=all")
        self.assertEqual(run.summary["drops"], {})
        self.assertEqual(run.summary["flows"][0]["delivered_bytes"], 64)
        self.assertEqual((run.summary["bytes_injected"], run.summary["bytes_delivered"]), (64, 64))
        self.assertEqual([label(raw) for raw, _ in found["h3.p0", IN]], [None])

    def test_three_tags_are_refused_at_the_edge(self):
        body = frames.ipv4(frames.UDP, frames.udp(5001, frames.payload(100)))
        run, _ = self.replayed([frames.ethernet(0x0800, body, ((0x88A8, 1, 0), (0x8100, 1, 7)))])
        self.assertEqual(run.summary["drops"], {"too_many_tags": 1})
        self.assertEqual([q["device"] for q in run.summary["queues"] if q["drops"]], ["s1"])


if __name__ == "__main__":
    weir_run.main()
