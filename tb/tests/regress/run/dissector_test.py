# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tb/wireshark/weir.lua in tshark: each field of the frames of whole runs is what this file reads from the frame's bytes, by
docs/reference/wire_formats.md; frames that end early or hold what receivers refuse are named so, and no script fails.

usage: dissector_test.py WEIR
"""

import collections
import struct
import subprocess

import weir_run
import story_captures_test

SCRIPT = weir_run.TOP / "tb" / "wireshark" / "weir.lua"
# Scenario, end, ports, and what the capture must have.
CASES = [
    ("itsy/simultaneous_repaired", "500us", "s1.*", {0x20}),
    ("itsy/ring_port_level", "2ms", "s1.*", {0x20, 0x22, 0x23, "rider"}),
    ("fera/fera_late_joiner", "1ms", "es1.p0", {0x10}),
    ("ring/cbfc", "1ms", "s1.p1", {0x01}),
    ("ring/gfc_conceptual", "1ms", "s1.p1", {0x02}),
]
FIELDS = ["subtype", "class", "cbfc.op", "cbfc.fctbs", "cbfc.fccl", "gfc.depth", "itsy.entry.switch", "itsy.entry.port", "itsy.entry.seq",
          "itsy.entry.ttl", "itsy.trigger.switch", "itsy.trigger.port", "itsy.trigger.host", "itsy.loop.switch", "itsy.loop.port",
          "fera.version", "fera.op", "fera.flow", "fera.rate", "fera.port", "fera.sequence", "fera.clock"]


def bits(octets, *widths):
    """Numbers of these widths, from the first bit on."""
    value, left, found = int.from_bytes(octets, "big"), 8 * len(octets), []
    for width in widths:
        left -= width
        found.append(value >> left & (1 << width) - 1)
    return found


def checks(octets, into):
    """Entries of S 14, P 6, Seq 8, TTL 4 bits and triggers of S 14, P 6, host 1 in three octets; one class in these runs."""
    entries, triggers = (bin(mask).count("1") for mask in octets[:2])
    at = 2
    for _ in range(entries):
        s, p, seq, ttl = bits(octets[at:at + 4], 14, 6, 8, 4)
        for name, value in (("switch", s), ("port", p), ("seq", seq), ("ttl", ttl + 1)):
            into[f"itsy.entry.{name}"].append(value)
        at += 4
    for _ in range(triggers):
        _, s, p, host = bits(octets[at:at + 3], 3, 14, 6, 1)
        for name, value in (("switch", s), ("port", p), ("host", host)):
            into[f"itsy.trigger.{name}"].append(value)
        at += 3


def message(body, into):
    """A private message, from its subtype on; returns its subtype."""
    kind = body[0]
    into["subtype"].append(kind)
    if kind == 0x01:
        names, values = ("class", "cbfc.op", "cbfc.fctbs", "cbfc.fccl"), struct.unpack_from(">BBxII", body, 1)
    elif kind == 0x02:
        names, values = ("class", "gfc.depth"), struct.unpack_from(">BxxI", body, 1)
    elif kind == 0x10:
        names = ("fera.version", "fera.op", "class", "fera.flow", "fera.rate", "fera.port", "fera.sequence", "fera.clock")
        values = struct.unpack_from(">BBBIIIIQ", body, 1)
    else:
        names, values = (), ()
    for name, value in zip(names, values):
        into[name].append(value)
    if kind in (0x20, 0x21):
        checks(body[1:], into)
    if kind in (0x22, 0x23):
        traffic_class, ports = bits(body[1:2], 3, 5)
        into["class"].append(traffic_class)
        checks(bytes([1, 0]) + body[2:6], into)
        numbers = bits(body[6:46], *[14, 6] * ports)
        into["itsy.loop.switch"] += numbers[0::2]
        into["itsy.loop.port"] += numbers[1::2]
    return kind


def read(frame):
    """What a frame has of weir's messages, as (kind, {field: numbers}); kind None: nothing."""
    into = collections.defaultdict(list)
    at = 16 if frame[12:14] == b"\x81\x00" else 12
    if frame[at:at + 2] == b"\x88\xb5":
        return message(frame[at + 2:], into), into
    if frame[12:16] == b"\x88\x08\x01\x01" and frame[34:36] == b"\x17\x54":
        checks(frame[36:], into)
        return "rider", into
    return None, into


def number(text):
    return int(text, 16) if text.startswith("0x") else int(text)


class Dissector(weir_run.RunTest):
    def shown(self, capture):
        """Of each frame: {field: numbers}, and the expert messages."""
        words = [word for name in FIELDS for word in ("-e", f"weir.{name}")]
        done = subprocess.run(["tshark", "-n", "-X", f"lua_script:{SCRIPT}", "-r", capture, "-T", "fields", *words, "-e", "_ws.expert.message"],
                              capture_output=True, text=True, check=True)
        self.assertNotIn("Lua", done.stdout + done.stderr)
        for line in done.stdout.splitlines():
            *values, expert = line.split("\t")
            yield {name: [number(one) for one in value.split(",")] for name, value in zip(FIELDS, values) if value}, expert

    def made(self, name, frames):
        """A capture of these frames, in the format of libpcap."""
        path = self.scratch / name
        head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
        path.write_bytes(head + b"".join(struct.pack("<IIII", 0, 0, len(frame), len(frame)) + frame for frame in frames))
        return path

    def one_of_each(self):
        found = {}
        for scenario, until, ports, _ in CASES:
            run = self.run_weir(f"scenarios/{scenario}.toml", options=("--until", until, "--pcap", ports))
            for frame in story_captures_test.packets(run.out / "capture.pcapng"):
                kind, _ = read(frame.bytes)
                if kind is not None:
                    found.setdefault(kind, frame.bytes)
        return found

    def test_fields_are_those_of_the_bytes(self):
        for scenario, until, ports, wanted in CASES:
            with self.subTest(scenario):
                run = self.run_weir(f"scenarios/{scenario}.toml", options=("--until", until, "--pcap", ports))
                capture = run.out / "capture.pcapng"
                frames = story_captures_test.packets(capture)
                shown = list(self.shown(capture))
                self.assertEqual(len(frames), len(shown))
                kinds = set()
                for frame, (fields, expert) in zip(frames, shown):
                    kind, values = read(frame.bytes)
                    kinds |= {kind} - {None}
                    self.assertEqual(values, fields, f"frame {frame.number}")
                    self.assertNotRegex(expert, "truncated|refuse|unknown_subtype|wrong_destination")
                self.assertEqual(kinds & wanted, wanted)

    def test_faults_are_named_and_no_script_fails(self):
        each = self.one_of_each()
        for kind, frame in each.items():
            cut = [frame[:length] for length in range(14, len(frame))]
            for fields, expert in self.shown(self.made("cut.pcap", cut)):
                if fields.get("subtype") and not set(fields) - {"subtype"}:
                    self.assertIn("truncated", expert, kind)
            inverted = [bytes([*frame[:at], frame[at] ^ 1 << bit, *frame[at + 1:]]) for at in range(12, 48) for bit in range(8)]
            self.assertEqual(len(inverted), len(list(self.shown(self.made("inverted.pcap", inverted)))))
        credit = bytearray(each[0x01])
        faults = {"unknown_subtype": (14, 0x7F), "field_out_of_range": (16, 2), "wrong_destination": (5, 0)}
        for words, (at, value) in faults.items():
            planted = bytes(credit[:at]) + bytes([value]) + bytes(credit[at + 1:])
            ((_, expert),) = self.shown(self.made("planted.pcap", [planted]))
            self.assertIn(words, expert)


if __name__ == "__main__":
    weir_run.main()
