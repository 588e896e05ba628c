# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tb/wireshark/weir.lua in tshark: each field of the frames of whole runs is what this file reads from the frame's bytes, by
docs/reference/wire_formats.md, and their messages are as many as summary.json counts. Frames that end early, or with one
bit inverted, have the fault that they should have, and no script fails.

usage: dissector_test.py WEIR
"""

import collections
import re
import struct
import subprocess

import weir_run
import capture_file

SCRIPT = weir_run.TOP / "tb" / "wireshark" / "weir.lua"
FIELDS = re.findall(r'ProtoField\.\w+\("weir\.([\w.]+)"', SCRIPT.read_text(encoding="utf-8"))
FAULTS = ("truncated", "field_out_of_range", "unknown_subtype", "wrong_destination")
BRIDGE = bytes.fromhex("0180c200000e")
ON_LINE = 84  # octets of 64 B with preamble and gap
SEVERAL_HOPS = (0x10, 0x30)
MOST_FLOWS = 3  # in 0x26
# Preferences of the dissector.
PLAIN, WIDE, STAGES, SEVEN_BITS = (), ("wide_entries:TRUE",), ("gfc_stages:TRUE",), ("port_bits:7",)
# Scenario, settings, end, ports, preferences, and what the capture must have.
CASES = [
    ("itsy/simultaneous_repaired", (), "500us", "s*.*", PLAIN, {0x20}),
    ("itsy/on_loop_published", (), "1ms", "*.*", PLAIN, {0x20, 0x21, "rider"}),
    ("itsy/ring_port_level", (), "2ms", "s*.*", PLAIN, {0x20, 0x22, 0x23, "rider"}),
    ("itsy/mesh_rounds", (), "1ms", "s*.*", PLAIN, {0x20, 0x24, "rider with ALIVE"}),
    ("itsy/recurrence_limited", (), "2ms", "s*.*", PLAIN, {0x26}),
    ("itsy/baselines", (), "1ms", "s*.*", WIDE, {0x21, "rider"}),
    ("itsy/on_loop_published", ("deadlock.itsy.port_bits=7",), "1ms", "*.*", SEVEN_BITS, {0x20, 0x21, "rider"}),
    ("fera/fera_late_joiner", (), "1ms", "es1.p0", PLAIN, {0x10}),
    ("ring/cbfc", (), "1ms", "s1.p1", PLAIN, {0x01}),
    ("ring/gfc_conceptual", (), "200us", "s1.p1", PLAIN, {0x02}),
    ("ring/gfc_buffer_based", (), "3ms", "s*.*", STAGES, {"stages"}),
    ("ttl/ttl_edge", (), "100us", "s1.p1", PLAIN, {"label"}),
    ("small/red_notify", (), "200us", "s1.*", PLAIN, {0x30}),
]
# Bodies that are numbers one behind the other.
BODIES = {
    0x01: (">BBxII", "class cbfc.op cbfc.fctbs cbfc.fccl"),
    0x02: (">BxxI", "class gfc.depth"),
    0x10: (">BBBIIIIQ", "fera.version fera.op class fera.flow fera.rate fera.port fera.sequence fera.clock"),
    0x24: (">BB", "itsy.alive.classes itsy.alive.round"),
    0x30: (">BIIIHHIi", "flow.protocol notification.depth flow.src flow.dst flow.sport flow.dport notification.qp notification.index"),
}


class Fault(Exception):
    """What the dissector's expert says."""


def bits(octets, *widths):
    """Numbers of these widths, from the first bit on."""
    value, left, found = int.from_bytes(octets, "big"), 8 * len(octets), []
    for width in widths:
        left -= width
        found.append(value >> left & (1 << width) - 1)
    return found


def want(holds):
    if not holds:
        raise Fault("field_out_of_range")


class Reader:
    """Reads a message into `fields`, {name: numbers}."""

    def __init__(self, octets, prefs):
        self.octets, self.at, self.fields = octets, 0, collections.defaultdict(list)
        self.s, self.p, self.seq, self.ttl = (16, 8, 10, 6) if prefs == WIDE else (13, 7, 8, 4) if prefs == SEVEN_BITS else (14, 6, 8, 4)
        self.entry_octets, self.trigger_octets = (5, 4) if prefs == WIDE else (4, 3)

    def take(self, count):
        if self.at + count > len(self.octets):
            raise Fault("truncated")
        self.at += count
        return self.octets[self.at - count:self.at]

    def put(self, names, values):
        for name, value in zip(names.split(), values, strict=True):
            self.fields[name].append(value)
        return values

    def numbers(self, form, names):
        return self.put(names, struct.unpack(form, self.take(struct.calcsize(form))))

    def entry(self):
        s, p, seq, ttl = bits(self.take(self.entry_octets), self.s, self.p, self.seq, self.ttl)
        self.put("itsy.entry.switch itsy.entry.port itsy.entry.seq itsy.entry.ttl", (s, p, seq, ttl + 1))
        return s > 0

    def trigger(self):
        _, s, p, host = bits(self.take(self.trigger_octets), 8 * self.trigger_octets - self.s - self.p - 1, self.s, self.p, 1)
        self.put("itsy.trigger.switch itsy.trigger.port itsy.trigger.host", (s, p, host))
        return s > 0

    def checks(self):
        entries, triggers = self.numbers(">BB", "itsy.classes itsy.triggers")
        of = lambda mask: [c for c in range(8) if mask >> c & 1]
        named = not triggers & ~entries
        for c in of(entries):
            self.put("itsy.entry.class", (c,))
            named &= self.entry()
        for c in of(triggers & entries):
            self.put("itsy.trigger.class", (c,))
            named &= self.trigger()
        want(named)

    def whole(self):
        """Messages that are refused if any of their 60 octets is missing."""
        at = self.at
        self.take(45)
        self.at = at

    def ports(self):
        self.whole()
        _, count = self.put("class itsy.ports", bits(self.take(1), 3, 5))
        named = self.entry()
        want(named and count <= (13 if self.s + self.p == 24 else 16))
        numbers = bits(self.take(46 - self.at), *[self.s, self.p] * count)
        self.put("itsy.loop.switch itsy.loop.port " * count, numbers)
        want(all(numbers[0::2]))

    def groups(self):
        self.whole()
        want(self.numbers(">B", "class")[0] < 8)
        octets = self.take(32)
        self.fields["itsy.group"] += [g for g in range(256) if octets[g // 8] >> g % 8 & 1]

    def limit(self):
        self.whole()
        (c,) = self.numbers(">B", "class")
        s, _ = self.put("itsy.trigger.switch itsy.trigger.port", bits(self.take(3), 24 - self.p, self.p))
        _, flows = self.numbers(">BB", "itsy.limit.ttl itsy.limit.flows")
        want(c < 8 and s and flows <= MOST_FLOWS)
        for _ in range(flows):
            self.numbers(">IIHHB", "flow.src flow.dst flow.sport flow.dport flow.protocol")

    def numbered(self, kind):
        values = self.numbers(*BODIES[kind])
        if kind == 0x30:
            self.put("notification.point_port notification.point_class", bits(self.take(8), 48, 16))
        want({0x01: lambda c, op, *_: c < 8 and op < 2,
              0x02: lambda c, _: c < 8,
              0x10: lambda version, op, c, _, rate, *__: version == 1 and op < 2 and c < 8 and rate,
              0x24: lambda classes, number_of_round: classes and number_of_round < 16,
              0x30: lambda *_: True}[kind](*values))

    def message(self, bridge):
        """From its subtype on."""
        kind = self.numbers(">B", "subtype")[0]
        others = {0x20: self.checks, 0x21: self.checks, 0x22: self.ports, 0x23: self.ports, 0x25: self.groups, 0x26: self.limit}
        if kind not in {**others, **BODIES}:
            raise Fault("unknown_subtype")
        if bridge == (kind in SEVERAL_HOPS):
            raise Fault("wrong_destination")
        if kind in SEVERAL_HOPS and len(self.octets) > 41:
            self.put("ttl", (self.octets[41],))
        self.octets = self.octets[:46]
        if kind in others:
            others[kind]()
        else:
            self.numbered(kind)


def kind_of(frame, prefs):
    """A subtype or a word; None: the dissector has nothing to say of the frame."""
    at = behind_tags(frame)
    if frame[at:at + 2] == b"\x88\xb5":
        return frame[at + 2] if len(frame) > at + 2 else "no subtype"
    if frame[12:16] == b"\x88\x08\x01\x01" and len(frame) >= 36 and frame[34:36] in (b"\x17\x54", b"\x17\x55"):
        return "rider" if frame[35] == 0x54 else "rider with ALIVE"
    if frame[12:16] == b"\x88\x08\x01\x01" and prefs == STAGES and len(frame) >= 34:
        return "stages"
    return "label" if frame[12:14] == b"\x88\xa8" and len(frame) >= 16 else None


def behind_tags(frame):
    at = 12
    while frame[at:at + 2] in (b"\x81\x00", b"\x88\xa8", b"\x91\x00"):
        at += 4
    return at


def read(frame, prefs):
    """What the dissector should show of a frame: ({field: numbers}, the fault or None)."""
    kind = kind_of(frame, prefs)
    reader = Reader(frame[behind_tags(frame) + 2:], prefs)
    try:
        if isinstance(kind, int) or kind == "no subtype":
            reader.message(frame[:6] == BRIDGE)
        if kind == "label":
            reader.put("label", (frame[14] >> 5,))
        if kind == "stages":
            for c in range(8):
                if frame[17] >> c & 1:
                    reader.put("gfc.stage_class gfc.stage", (c, int.from_bytes(frame[18 + 2 * c:20 + 2 * c], "big")))
        if kind in ("rider", "rider with ALIVE"):
            if len(frame) < 60:
                raise Fault("truncated")
            parts = (36, 58, 60) if kind == "rider with ALIVE" else (36, 60)
            reader.octets, reader.at = frame[36:parts[1]], 0
            reader.checks()
            if len(parts) > 2:
                reader.octets, reader.at = frame[58:60], 0
                reader.numbered(0x24)
    except Fault as fault:
        return dict(reader.fields), str(fault)
    return dict(reader.fields), None


def number(text):
    if ":" in text:
        return int(text.replace(":", ""), 16)
    if "." in text:
        return int.from_bytes(map(int, text.split(".")), "big")
    return int(text, 0)


class Dissector(weir_run.RunTest):
    def setUp(self):
        if not hasattr(Dissector, "runs"):
            Dissector.runs = [self.run_weir(f"scenarios/{scenario}.toml", sets, ("--until", until, "--pcap", ports))
                              for scenario, sets, until, ports, *_ in CASES]
            Dissector.captured = [self.of_weir(run, case[4]) for case, run in zip(CASES, self.runs)]

    @staticmethod
    def of_weir(run, prefs):
        """The captured frames that the dissector has something to say of, and some of the others."""
        frames = capture_file.packets(run.out / "capture.pcapng")
        return [frame for frame in frames if kind_of(frame.bytes, prefs) is not None or frame.number <= 100]

    def shown(self, frames, prefs):
        """Of each frame: {field: numbers}, and the expert messages."""
        path = self.scratch / "frames.pcap"
        capture_file.write_pcap(path, frames)
        words = [word for name in FIELDS for word in ("-e", f"weir.{name}")]
        options = [word for pref in prefs for word in ("-o", f"weir.{pref}")]
        done = subprocess.run(["tshark", "-n", "-X", f"lua_script:{SCRIPT}", *options, "-r", path, "-T", "fields", *words, "-e",
                               "_ws.expert.message"], capture_output=True, text=True, check=True)
        self.assertNotIn("Lua", done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), len(frames))
        for line in lines:
            *values, expert = line.split("\t")
            yield {name: [number(one) for one in value.split(",")] for name, value in zip(FIELDS, values) if value}, expert

    def compare(self, frames, prefs):
        """Returns the faults, and what is shown of each frame."""
        faults, all_shown = set(), []
        for frame, (fields, expert) in zip(frames, self.shown(frames, prefs)):
            expected, fault = read(frame, prefs)
            self.assertEqual([word for word in FAULTS if word in expert], [fault] if fault else [], frame.hex())
            if fault is None:
                self.assertEqual(fields, expected, frame.hex())
            faults.add(fault)
            all_shown.append(fields)
        return faults, all_shown

    def of_each_kind(self, prefs):
        found = {}
        for case, frames in zip(CASES, self.captured):
            for frame in frames if case[4] == prefs else ():
                found.setdefault(kind_of(frame.bytes, prefs), frame.bytes)
        found.pop(None, None)
        if prefs == PLAIN:
            found[0x25] = BRIDGE + bytes(6) + b"\x88\xb5\x25\x03" + bytes.fromhex("0180") + bytes(29) + b"\x42" + bytes(12)
        return found

    def test_captures_have_every_kind(self):
        for case, frames in zip(CASES, self.captured):
            kinds = {kind_of(frame.bytes, case[4]) for frame in frames}
            self.assertEqual(case[5] - kinds, set(), case[0])

    def test_fields_are_those_of_the_bytes(self):
        names = set()
        for prefs in (PLAIN, WIDE, STAGES, SEVEN_BITS):
            runs = [(case[0], run, frames) for case, run, frames in zip(CASES, self.runs, self.captured) if case[4] == prefs]
            blocked = [frame for kind, frame in self.of_each_kind(prefs).items() if kind == 0x25]
            faults, shown = self.compare([frame.bytes for _, _, frames in runs for frame in frames] + blocked, prefs)
            self.assertEqual(faults, {None})
            names.update(*shown)
            for scenario, run, frames in runs:
                sent = [fields for frame, fields in zip(frames, shown) if frame.direction == capture_file.OUT]
                shown = shown[len(frames):]
                if scenario.startswith("itsy/"):
                    self.count_messages(run.summary, sent)
        self.assertEqual(set(FIELDS) - names, set(), "fields that no frame has")

    def count_messages(self, summary, sent):
        """Every port of these runs is captured: what all of them send is what the run counts."""
        messages = sum(len(fields.get("itsy.entry.switch", ())) + len(fields.get("itsy.limit.ttl", ()))
                       + sum(mask.bit_count() for mask in fields.get("itsy.alive.classes", ())) for fields in sent)
        alone = sum(fields.get("subtype", [0])[0] // 16 == 2 for fields in sent)
        self.assertEqual((messages, alone * ON_LINE), (summary["check_messages"], summary["check_bytes"]))

    def test_faults_are_named(self):
        for prefs in (PLAIN, WIDE, STAGES):
            frames = self.of_each_kind(prefs).values()
            cut = [frame[:length] for frame in frames for length in range(14, min(len(frame), 60))]
            inverted = [bytes([*frame[:at], frame[at] ^ 1 << bit, *frame[at + 1:]]) for frame in frames for at in (5, *range(12, 48), 58, 59)
                        if at < len(frame) for bit in range(8)]
            faults, _ = self.compare(cut + inverted, prefs)
            self.assertLessEqual({None, *(FAULTS if prefs == PLAIN else ())}, faults)


if __name__ == "__main__":
    weir_run.main()
