# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What tshark makes of TCP as it leaves and enters hosts: no error, right checksums, numbers that a protocol analyser follows, and as many
segments that went again as the run reports.

usage: tcp_captures_test.py WEIR
"""

import struct

import weir_run  # first: it says where the others are
import capture_test

TAPS = ("--pcap", "sr1.p0", "--pcap", "st1.p0")
NONE = ("congestion.detector=none", "traffic.control=none", "flow_control.scheme=none")
CHECKED = ("-o", "tcp.check_checksum:TRUE")
FIELDS = ["frame.interface_name", "frame.packet_flags_direction", "ip.checksum.status", "ip.len", "tcp.checksum.status", "tcp.len", "tcp.seq_raw",
          "tcp.ack_raw", "tcp.flags", "tcp.window_size_value", "tcp.srcport", "tcp.dstport", "eth.padding"]
OUT = "0x00000002"
PACKET = 6  # the block of pcapng


def fill(capture):
    """Puts the zeros of each frame behind its first bytes, which alone are kept: tshark sums only what is there."""
    data, out, at = capture.read_bytes(), bytearray(), 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        block = data[at:at + length]
        if kind == PACKET:
            interface, high, low, kept, original = struct.unpack_from("<IIIII", block, 8)
            packet = block[28:28 + kept].ljust(original, b"\0")
            packet += bytes(-original % 4)
            body = struct.pack("<IIIII", interface, high, low, original, original) + packet + block[28 + kept + -kept % 4:-4]
            block = struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)
        out += block
        at += length
    capture.write_bytes(out)


class TcpCaptures(weir_run.RunTest):
    def frames(self, capture):
        columns = [word for field in FIELDS for word in ("-e", field)]
        lines = capture_test.tshark(capture, *CHECKED, "-Y", "tcp", "-T", "fields", "-E", "separator=/t", *columns).splitlines()
        return [dict(zip(FIELDS, line.split("\t"))) for line in lines]

    def errors(self, capture):
        return capture_test.tshark(capture, *CHECKED, "-Y", "_ws.malformed || _ws.expert.severity >= 0x800000 || tcp.checksum.status == 0", "-T", "fields",
                                   "-e", "_ws.expert.message")

    def test_segments_are_whole_and_right(self):
        run = self.run_weir("scenarios/fera/fera_tcp.toml", (*NONE, "expect="), ("--until", "5ms", *TAPS))
        capture = run.out / "capture.pcapng"
        fill(capture)
        self.assertEqual(self.errors(capture), "")
        frames = self.frames(capture)
        self.assertEqual({(frame["ip.checksum.status"], frame["tcp.checksum.status"], frame["tcp.window_size_value"]) for frame in frames}, {("1", "1", "63272")})
        sent = [frame for frame in frames if frame["frame.packet_flags_direction"] == OUT]
        self.assertEqual({frame["tcp.len"] for frame in sent}, {"1438"})
        answers = [frame for frame in frames if frame["frame.packet_flags_direction"] != OUT]
        self.assertEqual({(frame["tcp.len"], frame["ip.len"], frame["eth.padding"]) for frame in answers}, {("0", "40", "0000")})
        # The reference pair says PSH with every seventh segment, the bulk connections never; of these there are ten.
        pushed = {(frame["frame.interface_name"], frame["tcp.flags"]) for frame in sent}
        self.assertEqual(pushed, {("sr1.p0", "0x0010"), ("sr1.p0", "0x0018"), ("st1.p0", "0x0010")})
        self.assertEqual(len({frame["tcp.srcport"] for frame in sent if frame["frame.interface_name"] == "st1.p0"}), 10)
        for name, interface in (("bulk1", "st1.p0"), ("reference1", "sr1.p0")):
            flow = next(flow for flow in run.summary["flows"] if flow["name"] == name)
            seen = [(frame["tcp.srcport"], frame["tcp.seq_raw"]) for frame in sent if frame["frame.interface_name"] == interface]
            # One packet may wait in its port.
            self.assertLessEqual(flow["sent_packets"] - len(seen), 1)
            self.assertLessEqual(abs(flow["retransmitted_packets"] - (len(seen) - len(set(seen)))), 1)
        self.assertGreater(sum(flow["retransmitted_packets"] for flow in run.summary["flows"]), 0)

    def test_a_flipped_bit_is_found(self):
        run = self.run_weir("scenarios/fera/fera_tcp.toml", (*NONE, "expect="), ("--until", "1ms", "--pcap", "sr1.p0"))
        capture = run.out / "capture.pcapng"
        fill(capture)
        self.assertEqual(self.errors(capture), "")
        whole = bytearray(capture.read_bytes())
        number = int(self.frames(capture)[0]["tcp.seq_raw"]).to_bytes(4, "big")
        whole[whole.index(number)] ^= 1
        capture.write_bytes(whole)
        self.assertNotEqual(self.errors(capture), "")


if __name__ == "__main__":
    weir_run.main()
