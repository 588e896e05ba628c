# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Records of a link in captures (docs/reference/wire_formats.md, Captures of the link), read by this file alone, and what
must hold of all records of a run."""

import collections
import struct

import capture_file

OUT, IN = capture_file.OUT, capture_file.IN
SET, PREAMBLE = 1, 2
IN_FRAME, DAMAGED, NO_NEWS, REPLAY = 1, 2, 4, 8
ACK, NACK, INIT, ECHO, CF = 1, 2, 3, 4, 16
NUMBERS = 1 << 20
SET_BYTES, ANY_TWO = 8, 400
# at, ends: in ps. place: bytes of the frame before a set. length: of the frame. port: without ".link".
Record = collections.namedtuple("Record", "packet port direction at kind flags sender place length ends octets")


class Wrong(Exception):
    """What does not hold."""


def want(holds, *what):
    if not holds:
        raise Wrong(*what)


def record_of(frame):
    version, kind, flags, ps, sender, number = struct.unpack_from(">BBHH6sI", frame.bytes)
    want(version == 1 and len(frame.bytes) == (24 if kind == SET else 28), "no record", frame)
    ends = frame.at + struct.unpack_from(">I", frame.bytes, 24)[0] if kind == PREAMBLE else None
    return Record(frame.number, frame.port.removesuffix(".link"), frame.direction, 1000 * frame.at + ps, kind, flags, sender,
                  number if kind == SET else None, number if kind == PREAMBLE else None, ends, frame.bytes[16:24])


def number_of_set(octets):
    """The 20 bits of a set of link-level retry."""
    return int.from_bytes(octets[2:5], "big") >> 4


def channels(octets):
    """((index, count), (index, count)) of a CF_Update."""
    parts = [int.from_bytes(octets[at:at + 3], "big") >> 4 for at in (2, 5)]
    return tuple((part >> 15, part & 0x7FFF) for part in parts)


def number_of_frame(octets):
    """The number in a preamble; None: the ordinary one."""
    return (octets[1] >> 4) << 16 | octets[2] << 8 | octets[3] if octets[1] & 15 == 7 else None


class Capture:
    """All that a run has captured. `rates`: bit/s of a port; `peers`: the port at the other end; `delay` in ps."""

    def __init__(self, path, rate, delay, peers):
        self.rate, self.delay, self.peers = rate, delay, peers
        self.frames, self.records = [], []
        for frame in capture_file.packets(path):
            (self.records if frame.port.endswith(".link") else self.frames).append(frame)
        self.order = [frame.at for frame in capture_file.packets(path)]
        self.records = [record_of(frame) for frame in self.records]

    def of(self, port, direction, kind=None):
        return [record for record in self.records
                if (record.port, record.direction) == (port, direction) and kind in (None, record.kind)]

    def ports(self):
        return sorted({record.port for record in self.records})

    def time(self, octets):
        return -(-octets * 8 * 10**12 // self.rate)

    def counts(self, port, direction):
        """Sets by type; those that the wire has damaged are not heard."""
        return collections.Counter(record.octets[1] for record in self.of(port, direction, SET) if not record.flags & DAMAGED)


def check_order(capture):
    want(capture.order == sorted(capture.order), "times of the file")
    for port in capture.ports():
        for direction in (OUT, IN):
            times = [record.at for record in capture.of(port, direction)]
            want(times == sorted(times), "times", port, direction)
            sets = [record.at for record in capture.of(port, direction, SET)]
            for before, after in zip(sets, sets[1:]):
                want(direction == IN or after - before >= capture.time(ANY_TWO), "two sets too close", port, before, after)


def check_places(capture, directions=(OUT, IN)):
    """A set inside a frame has its instant, and a frame that follows waits for the sets inside the one before."""
    for port in capture.ports():
        for direction in directions:
            frame, behind = None, 0
            for record in capture.of(port, direction):
                if record.kind == PREAMBLE:
                    want(record.at >= behind, "a frame begins too early", record)
                    frame, behind = record, 1000 * record.ends
                    continue
                inside = frame is not None and record.at // 1000 < frame.ends
                want(inside == bool(record.flags & IN_FRAME) or abs(record.at // 1000 - frame.ends) <= 1, "inside or not", record)
                if record.flags & IN_FRAME:
                    want(0 <= record.at - frame.at - capture.time(record.place) < 2 * capture.time(1), "its place", record)
                    want(record.place >= 64, "behind the start of the frame", record)
                else:
                    want(record.place == 0, "no frame around it", record)
                behind = max(behind, record.at) + capture.time(SET_BYTES)


def check_cable(capture, late=0):
    """What leaves arrives, a delay later and in order; the last ones are still under way. `late`: of sets at most."""
    for port in capture.ports():
        sent, got = capture.of(port, OUT), capture.of(capture.peers[port], IN)
        for kind in (SET, PREAMBLE):
            left, came = ([record for record in records if record.kind == kind] for records in (sent, got))
            want(0 <= len(left) - len(came) <= 2 + (capture.delay + late) // capture.time(ANY_TWO if kind == SET else 64), "under way",
                 port, len(left), len(came))
            for one, other in zip(left, came):
                want(one.octets == other.octets and one.sender == other.sender, "not what was sent", one, other)
                want(one.place == other.place and one.length == other.length, "not as it was sent", one, other)
                want(0 <= other.at - one.at - capture.delay <= (late if kind == SET else 0), "the delay", one, other)
                want(not one.flags & DAMAGED, "a sender cannot know", one)


def check_numbers(capture):
    """ACKs and NACKs say what the receiver has accepted by then: its own record of frames, run by the rules of the page."""
    bad = {(frame.port, frame.direction, frame.at) for frame in capture.frames if "FCS does not hold" in frame.comment}
    for port in capture.ports():
        arrived = []  # (time at which the port knows, order, what)
        for record in capture.of(port, IN):
            if record.flags & DAMAGED:
                continue
            if record.kind == PREAMBLE and number_of_frame(record.octets) is not None:
                arrived.append((1000 * record.ends, number_of_frame(record.octets), (port, IN, record.ends) in bad))
            elif record.kind == SET and record.octets[1] == INIT:
                arrived.append((record.at + capture.time(SET_BYTES), number_of_set(record.octets), None))
        arrived.sort(key=lambda one: one[0])
        expected, place, last = None, 0, None
        for record in capture.of(port, OUT, SET):
            kind, number = record.octets[1], number_of_set(record.octets)
            if kind not in (ACK, NACK):
                last = None if kind == ECHO else last
                continue
            may_be = set()
            while place < len(arrived) and arrived[place][0] <= record.at + 1000:
                at, seq, is_bad = arrived[place]
                if at > record.at - 1000:
                    may_be.add(expected)
                if is_bad is None or (seq == expected and not is_bad):
                    expected = seq if is_bad is None else (seq + 1) % NUMBERS
                place += 1
            may_be.add(expected)
            want((number + 1) % NUMBERS in may_be, "says what it has not accepted", record, may_be)
            want(last is None or (number - last) % NUMBERS < NUMBERS // 2, "goes back", record, last)
            last = number


def check_counters(capture, summary, effect=0):
    """Counters of summary.json. `effect`: a CF_Update takes effect that much after it has arrived."""
    end = round(summary["simulated_seconds"] * 10**12)
    for port in summary.get("llr", ()):
        name = f"{port['device']}.p{port['port']}"
        for direction, word in ((OUT, "tx"), (IN, "rx")):
            counted = {kind: port[f"llr_{word}_{of}_ctl_os"] for kind, of in ((ACK, "ack"), (NACK, "nack"), (INIT, "init"), (ECHO, "init_echo"))}
            seen = capture.counts(name, direction)
            want({kind: seen[kind] for kind in counted} == counted, "sets", name, word, seen, counted)
        numbered = [record for record in capture.of(name, OUT, PREAMBLE) if number_of_frame(record.octets) is not None]
        want(len(numbered) == port["llr_tx_ok"] + port["llr_tx_poisoned"], "frames sent", name)
        want(sum(bool(record.flags & REPLAY) for record in numbered) == port["frames_replayed"], "replays", name)
        came = [record for record in capture.of(name, IN, PREAMBLE)
                if number_of_frame(record.octets) is not None and not record.flags & DAMAGED and 1000 * record.ends < end]
        want(len(came) == port["llr_rx_ok"] + port["llr_rx_poisoned"] + port["llr_rx_bad"], "frames received", name, len(came))
    for port in summary.get("ue_cbfc", ()):
        name = f"{port['device']}.p{port['port']}"
        want(capture.counts(name, OUT)[CF] == port["cbfc_num_cf_update_messages_tx"], "CF_Updates sent", name)
        heard = sum(record.octets[1] == CF and not record.flags & DAMAGED and record.at + capture.time(SET_BYTES) + effect < end
                    for record in capture.of(name, IN, SET))
        want(heard == port["cbfc_num_cf_update_messages_rx"], "CF_Updates received", name, heard)
