# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws what switches say to each other under ITSY, out of captures of runs: docs/figures/itsy_*.svg.

itsy_sequences.py WEIR           fails where a drawing is not that of the run
itsy_sequences.py WEIR --write   draws them
itsy_sequences.py --self-test    frames made by hand are read as what they are, and a wrong drawing is told
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import xml.dom.minidom

import results_page

FIGURES = results_page.TOP / "docs" / "figures"

# Scenario: from and to, in us; the switches in the order in which messages go, the first once more at the end.
DRAWN = {
    "on_loop_published": (257, 266, ["l2", "c1", "l1", "c2", "l2"]),
    "on_loop_repaired": (257, 266, ["l2", "c1", "l1", "c2", "l2"]),
    "off_loop_published": (215, 227, ["s2", "s5", "s1", "s4", "s2"]),
    "off_loop_repaired": (215, 227, ["s2", "s5", "s1", "s4", "s2"]),
    "h1_published": (138, 147, ["s2", "s1", "s3", "s2"]),
    "h2_published": (174, 185, ["s2", "s1", "s3", "s2"]),
    "simultaneous_published": (334, 345, ["s2", "s1", "s3", "s2"]),
    "simultaneous_repaired": (334, 345, ["s2", "s1", "s3", "s2"]),
    "h4_published": (210, 227, ["s2", "s5", "s1", "s4", "s2"]),
    "h4_repaired": (210, 227, ["s2", "s5", "s1", "s4", "s2"]),
    "h5_published": (600, 622, ["s2", "s1", "s3", "s2"]),
}
CHECKING, CONSISTENCY = 0x20, 0x21
OUT = 2
COLUMN, ROW, LEFT, TOP = 190, 17, 120, 50


def options(data):
    """{code: value} of a block of pcapng."""
    found = {}
    while len(data) >= 4:
        code, length = struct.unpack_from("<HH", data)
        if code == 0:
            break
        found[code] = data[4:4 + length]
        data = data[4 + (length + 3) // 4 * 4:]
    return found


def frames(capture):
    """(interface, picoseconds, whether it leaves, bytes) of a capture in nanoseconds or finer."""
    interfaces, at = [], 0
    while at < len(capture):
        kind, length = struct.unpack_from("<II", capture, at)
        body = capture[at + 8:at + length - 4]
        if kind == 1:
            said = options(body[8:])
            interfaces.append((said[2].decode(), 10 ** (12 - said.get(9, b"\x06")[0])))
        elif kind == 6:
            interface, high, low, size = struct.unpack_from("<IIII", body)
            name, unit = interfaces[interface]
            flags = struct.unpack("<I", options(body[20 + (size + 3) // 4 * 4:])[2])[0]
            yield name, ((high << 32) + low) * unit, flags & 3 == OUT, body[20:20 + size]
        at += length


def entry(data):
    """S, P and Seq of the 32 bits of class 0."""
    bits = int.from_bytes(data[:4], "big")
    return bits >> 18, bits >> 12 & 0x3F, bits >> 4 & 0xFF


def read(frame):
    """(what, entry or None) of a frame that says something of class 0, or None."""
    kind = struct.unpack_from(">H", frame, 12)[0]
    if kind == 0x8808 and struct.unpack_from(">H", frame, 14)[0] == 0x0101 and frame[17] & 1:
        said = entry(frame[38:]) if frame[34:36] == b"\x17\x54" and frame[36] & 1 else None
        return ("PAUSE" if struct.unpack_from(">H", frame, 18)[0] else "RESUME"), said
    if kind == 0x88B5 and frame[14] in (CHECKING, CONSISTENCY) and frame[15] & 1:
        return ("check" if frame[14] == CHECKING else "second"), entry(frame[17:])
    return None


def messages(capture, cables, first, last):
    """(sent at, arrived at, from, to, what, entry) of what crosses cables in that time; refreshes are left out."""
    waiting, told, found = {}, {}, []
    for port, at, leaves, data in frames(capture):
        said = read(data)
        if port not in cables or said is None:
            continue
        if leaves:
            waiting.setdefault(port, []).append((at, said))
            continue
        sender = cables[port]
        sent, (what, of) = waiting[sender].pop(0)
        refresh = what == "PAUSE" and told.get(sender) == "PAUSE" and of is None
        told[sender] = what if what in ("PAUSE", "RESUME") else told.get(sender)
        if not refresh and first <= sent <= last:
            found.append((sent, at, sender.split(".")[0], port.split(".")[0], what, of))
    return sorted(found)


def arrow(x, y, to_x, to_y, label, colour):
    slope = (to_y - y) / (to_x - x)
    text_y = y + slope * (to_x - x) / 2 - 6
    return (f'<path d="M{x} {y}L{to_x} {to_y}" stroke="{colour}" marker-end="url(#end)"/>'
            f'<text x="{(x + to_x) / 2:.0f}" y="{text_y:.0f}" text-anchor="middle" fill="{colour}">{label}</text>')


def drawing(title, columns, sent, declared, names):
    """An SVG: time goes down, and each instant at which something is sent, arrives or is declared has a row."""
    instants = sorted({at for one in sent for at in one[:2]} | {at for at, _ in declared})
    row = {at: TOP + 20 + n * ROW for n, at in enumerate(instants)}
    x = [LEFT + n * COLUMN for n in range(len(columns))]
    height, width = TOP + 40 + len(instants) * ROW, x[-1] + 120
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f"<title>{title}</title>",
             '<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
             '<path d="M0 0 10 5 0 10z" fill="#555"/></marker></defs>', f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for at, name in zip(x, columns):
        parts.append(f'<text x="{at}" y="30" text-anchor="middle" font-weight="bold">{name}</text>'
                     f'<path d="M{at} 40V{height - 10}" stroke="#bbb"/>')
    for at in instants:
        parts.append(f'<text x="8" y="{row[at] + 4}" fill="#777">{at / 1e6:.3f} us</text>')
    colours = {"PAUSE": "#a33", "RESUME": "#383", "check": "#1f5f99", "second": "#774499"}
    for begin, end, sender, receiver, what, of in sent:
        of_text = f" {{{names[of[0]]}, p{of[1]}, {of[2]}}}" if of else ""
        for n in range(len(columns) - 1):
            if (columns[n], columns[n + 1]) == (sender, receiver):
                parts.append(arrow(x[n], row[begin], x[n + 1], row[end], what + of_text, colours[what]))
    for at, place in declared:
        device = place.split(".")[0]
        parts += [f'<circle cx="{x[n]}" cy="{row[at]}" r="5" fill="#d60"/><text x="{x[n] + 8}" y="{row[at] + 4}" fill="#d60">'
                  f"{place.rsplit('.', 1)[0]} declared</text>" for n in range(len(columns)) if columns[n] == device]
    text = "\n".join([*parts, "</svg>"]) + "\n"
    xml.dom.minidom.parseString(text)
    return text


def drawn(weir, name):
    first, last, columns = DRAWN[name]
    scenario = results_page.TOP / "scenarios" / "itsy" / f"{name}.toml"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        taps = [word for device in sorted(set(columns)) for word in ("--pcap", f"{device}.*")]
        summary = results_page.run(weir, scenario, out, "--until", f"{last + 20}us", "--set", "expect=", *taps)
        peers = {(queue["device"], queue["peer"]): f"{queue['device']}.p{queue['port']}" for queue in summary["queues"]}
        cables = {port: peers[peer, device] for (device, peer), port in peers.items() if device in columns and peer in columns}
        sent = messages((out / "capture.pcapng").read_bytes(), cables, first * 10**6, last * 10**6)
    names = dict(enumerate(switches(summary), 1))
    declared = [(round(one["at_seconds"] * 1e12), one["place"]) for one in summary["detections"]]
    return drawing(f"ITSY, {name}.toml", columns, sent, [one for one in declared if one[0] <= last * 10**6], names)


def switches(summary):
    """By their numbers, from 1 on; a host has one cable."""
    peers = {}
    for queue in summary["queues"]:
        peers.setdefault(queue["device"], set()).add(queue["peer"])
    return [device for device, others in peers.items() if len(others) > 1]


def self_test():
    def block(kind, body):
        body += bytes(-len(body) % 4)
        return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)

    pause = bytes(12) + b"\x88\x08\x01\x01\x00\x01\xff\xff" + bytes(14) + b"\x17\x54\x01\x00" + (2 << 18 | 3 << 12 | 4 << 4).to_bytes(4, "big") + bytes(18)
    alone = bytes(12) + b"\x88\xb5\x21\x01\x00" + (5 << 18 | 6 << 12 | 7 << 4).to_bytes(4, "big") + bytes(39)
    assert read(pause) == ("PAUSE", (2, 3, 4)) and read(alone) == ("second", (5, 6, 7))
    assert read(bytes(12) + b"\x08\x00" + bytes(50)) is None
    ports = b"".join(block(1, struct.pack("<HHI", 1, 0, 0) + struct.pack("<HH", 2, 5) + name + bytes(3) + struct.pack("<HHI", 9, 1, 9))
                     for name in (b"s1.p0", b"s2.p1"))

    def packet(interface, at, way, data):
        return block(6, struct.pack("<IIIII", interface, 0, at, len(data), len(data)) + data + struct.pack("<HHI", 2, 4, way))

    capture = ports + packet(0, 5, 2, pause) + packet(1, 6, 1, pause)
    sent = messages(capture, {"s2.p1": "s1.p0", "s1.p0": "s2.p1"}, 0, 10**6)
    assert sent == [(5000, 6000, "s1", "s2", "PAUSE", (2, 3, 4))], sent
    names = {2: "s2"}
    assert "PAUSE {s2, p3, 4}" in drawing("a", ["s1", "s2"], sent, [(7000, "s2.p1.c0")], names)
    assert stale("b", "another") and not stale("b", None)


def stale(name, text):
    """A line where the drawing is another; None: as it is."""
    path = FIGURES / f"itsy_{name}.svg"
    if text is None or (path.exists() and path.read_text(encoding="utf-8") == text):
        return []
    return [f"docs/figures/itsy_{name}.svg is not that of the run; --write draws it"]


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    found = []
    for name in DRAWN:
        text = drawn(arguments[0], name)
        if "--write" in arguments:
            (FIGURES / f"itsy_{name}.svg").write_text(text, encoding="utf-8")
        found += stale(name, text)
    print("\n".join(found) or f"{len(DRAWN)} drawings are those of the runs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
