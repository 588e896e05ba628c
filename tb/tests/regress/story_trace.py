# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What happened in a run by its waveforms and captures alone: changes of depths, gates and pauses, and the packets that came in at a port and have not left."""

import bisect
import collections
import json
import struct

import capture_file

GATE, PAUSE, VIQ, VEQ, SENDING, DECLARED = "egress_gate", "receiver_pause", "viq_depth", "veq_depth", "transmitter", "deadlock"
EVENTS = {(GATE, "held"): "held", (GATE, "open"): "freed", (DECLARED, "declared"): "declared"}
FRAME = 64  # bytes of a frame that pauses
Told = collections.namedtuple("Told", "until port quanta")  # quanta: {class: pause}; all classes where the frame is of IEEE 802.3x
Check = collections.namedtuple("Check", "at port c switch from_port ttl")  # a message of ITSY with an entry of 4 octets, as it comes in
Packet = collections.namedtuple("Packet", "at inward flow length point dropped")  # point: twice the PCP, and one more with DEI


class Signal:
    """times and values of changes; several may have the same time."""

    def __init__(self, initial):
        self.times, self.values = [0], [initial]

    def at(self, time):
        """The last value of that picosecond."""
        return self.values[bisect.bisect_right(self.times, time) - 1]

    def within(self, time):
        """All values of that picosecond, and the value before."""
        return set(self.values[max(bisect.bisect_left(self.times, time) - 1, 0):bisect.bisect_right(self.times, time)])

    def since(self, value, time):
        """Since when the signal has the value without a break, up to that time; None: it has another one then."""
        place = bisect.bisect_right(self.times, time) - 1
        if self.values[place] != value:
            return None
        while place and self.values[place - 1] == value:
            place -= 1
        return self.times[place]

    def changes(self, value):
        """Times at which the signal becomes the value."""
        return [self.times[i] for i in range(1, len(self.times)) if self.values[i] == value and self.values[i - 1] != value]


def vcd(path):
    """{(queue, signal): Signal}, in the order of the file, and [(time, queue, signal, value)]."""
    signals, names, scopes, changes, time = {}, {}, [], [], 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            head = line[0]
            if head == "$":
                words = line.split()
                if words[0] == "$scope":
                    scopes.append(words[2])
                elif words[0] == "$upscope":
                    scopes.pop()
                elif words[0] == "$var":
                    name, _, c = words[4].rpartition("_c")
                    scope = ".".join(scopes)
                    names[words[3]] = (f"{scope}.c{c}", name) if name else (scope, words[4])  # a queue's, or a port's
            elif head == "#":
                time = int(line[1:])
            elif head in "bs01":
                value, identity = line[1:].split() if head in "bs" else (head, line[1:].strip())
                value = int(value, 2) if head == "b" and not set(value) - set("01") else value
                key = names.get(identity)
                if key is None:
                    continue
                if key not in signals:
                    signals[key] = Signal(value)
                elif signals[key].values[-1] != value:
                    signals[key].times.append(time)
                    signals[key].values.append(value)
                    changes.append((time, *key, value))
    return signals, changes


def captured(path):
    """{device.port: [Packet]} of data frames with a UDP header, lengths with FCS; [Told] of the frames that ports have sent to pause their peers; [Check]."""
    ports, told, checks = collections.defaultdict(list), [], []
    for one in capture_file.packets(path):
        frame, inward, time = one.bytes, one.direction == capture_file.IN, one.at * 1000
        if frame[12:14] == b"\x88\x08" and not inward:
            told.append(Told(time, one.port, _quanta(frame)))
            continue
        if inward and frame[12:14] in (b"\x88\x08", b"\x88\xb5"):
            checks += [Check(time, one.port, *check) for check in _checks(frame)]
        ethernet = 16 if frame[12:14] == b"\x81\x00" else 12
        if frame[ethernet:ethernet + 2] != b"\x08\x00" or frame[ethernet + 11] != 17:
            continue
        flow = struct.unpack_from(">H", frame, ethernet + 22)[0]
        ports[one.port].append(Packet(time, inward, flow, one.length + 4, frame[14] >> 4 if ethernet == 16 else 0, one.comment))
    return ports, told, checks


def _checks(frame):
    """(class, S, P, TTL) of the messages of ITSY in a control frame."""
    if frame[12:14] == b"\x88\xb5" and frame[14] in (0x20, 0x21):
        body = frame[15:]
    elif frame[12:14] == b"\x88\xb5" and frame[14] == 0x22:
        body = bytes((1 << (frame[15] >> 5), 0)) + frame[16:]
    elif frame[34:36] in (b"\x17\x54", b"\x17\x55"):
        body = frame[36:]
    else:
        return []
    classes = [c for c in range(8) if body[0] >> c & 1]
    entries = [struct.unpack_from(">I", body, 2 + 4 * place)[0] for place in range(len(classes))]
    return [(c, entry >> 18, entry >> 12 & 63, (entry & 15) + 1) for c, entry in zip(classes, entries)]


def _quanta(frame):
    if frame[14:16] == b"\x00\x01":
        return {c: struct.unpack_from(">H", frame, 16)[0] for c in range(8)}
    classes = struct.unpack_from(">H", frame, 16)[0]
    return {c: struct.unpack_from(">H", frame, 18 + 2 * c)[0] for c in range(8) if classes >> c & 1}


class Trace:
    """A run's directory. Queues are device.port.class."""

    def __init__(self, folder):
        self.summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        self.signals, self.changes = vcd(folder / "waves.vcd")
        self.packets, self.told, self.checks = captured(folder / "capture.pcapng")
        self.end = round(self.summary["simulated_seconds"] * 1e12)
        self.hop, self.spans, self.found = 0, {}, {}
        network = self.summary["network"]
        self.order = {device["name"]: place for place, device in enumerate(network["devices"])}
        self.hosts = {device["name"] for device in network["devices"] if device["host"]}
        self.peer = {}
        for cable in network["cables"]:
            a, b = (f"{cable[end]}.p{cable[end + '_port']}" for end in "ab")
            self.peer[a], self.peer[b] = b, a
        self.queues = sorted({queue for queue, name in self.signals if name == GATE}, key=self.place)
        self.events = [(time, EVENTS[name, value], queue) for time, queue, name, value in self.changes if (name, value) in EVENTS]
        self.numbers = {flow["name"]: place for place, flow in enumerate(self.summary["flows"])}

    def place(self, queue):
        device, port, c = queue.rsplit(".", 2)
        return self.order[device], int(port[1:]), int(c[1:])

    def signal(self, queue, name):
        return self.signals.get((queue, name))

    def across(self, queue):
        """The queue of the class at the other end of the cable."""
        port, c = queue.rsplit(".", 1)
        return f"{self.peer.get(port, 'no port')}.c{int(c[1:]) + self.hop}"

    def waits(self, queue, time):
        """Whether packets wait in an egress queue, the frame in transmission left out; None: not known, for the port may send one of another class."""
        depth = self.signal(queue, VEQ).at(time)
        return None if depth and self.signal(queue, SENDING).at(time) == "sending" else depth > 0

    def waiting_spans(self, queue):
        """[(from, to, surely)]: the queue is held and packets wait in it, or perhaps do."""
        if queue not in self.spans:
            self.spans[queue] = self._waiting_spans(queue)
        return self.spans[queue]

    def _waiting_spans(self, queue):
        gate, veq, sending = (self.signal(queue, name) for name in (GATE, VEQ, SENDING))
        times, spans = sorted({*gate.times, *veq.times, *sending.times} | {self.end}), []
        holds = zip(gate.times, gate.times[1:] + [self.end], gate.values)
        for begin, until in ((a, b) for a, b, value in holds if value == "held"):
            inner = [*times[bisect.bisect_left(times, begin):bisect.bisect_left(times, until)], until]
            for start, end in zip(inner, inner[1:]):
                waits = self.waits(queue, start)
                if waits is not False:
                    spans.append((start, end, waits is True))
        return spans

    def held_with_packets_since(self, queue, time):
        """The earliest beginning of the hold with packets that lasts at that time, or None."""
        since = None
        for start, end, _ in self.waiting_spans(queue):
            if start > time:
                break
            since = start if since is None or start != last else since
            last = end
        return since if since is not None and last >= min(time, self.end) else None

    def surely_since(self, queue, time):
        """The latest beginning of that hold: its first moment at which the port is idle, or the VEQ has just let a frame go and is not empty."""
        since = self.held_with_packets_since(queue, time)
        sure = next((start for start, _, sure in self.waiting_spans(queue) if sure and start >= since), since) if since is not None else None
        return sure

    def held_time(self, queue):
        gate = self.signal(queue, GATE)
        return sum(b - a for a, b, value in zip(gate.times, gate.times[1:] + [self.end], gate.values) if value == "held")

    def pauses(self, known, hop):
        """[(until, what, queue)] in the order of the capture, refreshes left out: until is the end of the frame, in whole ns. known: queues that may be
        paused; hop: classes that a packet rises by from its sender's queue to the VIQ."""
        paused, made = set(), []
        for until, port, quanta in self.told:
            for c, pause in quanta.items():
                queue = f"{port}.c{c + hop}"
                if queue in known and bool(pause) != (queue in paused):
                    paused ^= {queue}
                    made.append((until, "pauses" if pause else "resumes", queue))
        return made

    def inside(self, port, time, weight):
        """Packets that came in at a port and have not left their device by then, as {(flow, point): bytes}. Routes without loops: a flow passes a device once."""
        if (port, time) not in self.found:
            self.found[port, time] = self._inside(port, time, weight)
        return self.found[port, time]

    def _inside(self, port, time, weight):
        device = port.rsplit(".", 1)[0]
        found = collections.Counter()
        for one in self.packets.get(port, ()):
            if one.inward and one.at <= time and not one.dropped:
                found[one.flow, one.point] += weight(one.length)
        flows = {flow for flow, _ in found}
        for other, packets in self.packets.items():
            if other.rsplit(".", 1)[0] == device and other != port:
                for one in packets:
                    if not one.inward and one.at <= time and one.flow in flows:
                        found[one.flow, one.point] -= weight(one.length)
        return found
