# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A second model of TTL-shifted PFC, of packets that move one at a time in any order: no clock, no shared code with weir.

A state has packets in input queues, output queues and hosts. A move is a packet injected, taken to its output, or sent to the next device; who moves next is
drawn, and some are drawn rarely. So all orders are possible that any crossbar, scheduler, length of cable and rate may bring about. A packet may be sent while the
VIQ that it goes to does not pause. A run injects and goes on until nothing can move: what is left then is a deadlocked state in the sense of TTL-based buffer
management, eq. (13). Depths above XOFF are not bounded: what is lost by too little headroom is another question.
"""

import collections
import dataclasses

MTU = 1500


def full(hop):
    """The document: class i at hop i."""
    return hop


def saturating(classes):
    """As many classes as there are, the last for all further hops."""
    return lambda hop: min(hop, classes)


def wrapping(classes):
    """As many classes as there are, again from the first."""
    return lambda hop: (hop - 1) % classes + 1


def parity(hop):
    """A class for two hops: q(h) = ceil(h/2)."""
    return (hop + 1) // 2


def plain(_):
    """PFC: one class."""
    return 1


@dataclasses.dataclass(frozen=True)
class Switch:
    """Where a packet waits in a switch. A room of 0 has no end."""

    input_queue: str = "none"  # or "class", a FIFO an (input, class); "all", one an input for all classes; "output", one an (input, output, class)
    output_by_class: bool = True  # or one output queue for all classes
    output_room: int = 0  # packets


SWITCHES = {
    "output queues": Switch(),
    "input FIFOs": Switch("class", output_room=1),
    "virtual output queues": Switch("output", output_room=1),
    "input FIFOs, one output queue for all classes": Switch("class", output_by_class=False),
    "one input FIFO for all classes": Switch("all", output_room=1),
    "one output slot for all classes": Switch("class", output_by_class=False, output_room=1),
}


@dataclasses.dataclass(frozen=True)
class Rules:
    class_of: object = full  # hop -> class
    switch: Switch = Switch()
    xoff: int = 2 * MTU
    xon: int = 0
    lengths: tuple = (MTU,)
    packets: int = 60  # a flow
    counts_hop: object = lambda node: True  # whether a device takes one off the TTL
    first_label: object = lambda walk: 0  # how many hops a source says that it has behind it
    highest: int = 0  # packets of a class above are dropped; 0: there is none
    loses_resume: float = 0.0  # probability; a pause that is not refreshed ends by its timer if there is one
    timer: bool = True
    late: float = 1.0  # probability with which news that are under way arrive before something else happens
    host: str = "takes"  # "never": hosts that stop for ever; "at times"; "answers": takes no request while an answer waits; "answers apart": those have classes of their own


class Run:
    """One order of moves. Flows are walks of devices from host to host; `draw` is a random.Random."""

    def __init__(self, walks, rules, draw):
        self.rules, self.draw, self.walks = rules, draw, [tuple(walk) for walk in walks]
        self.left = [rules.packets] * len(walks)
        self.queues = collections.defaultdict(collections.deque)  # packets are (walk, hop, length, service)
        self.depth = collections.Counter()  # of a VIQ: (device, from, class, service)
        self.asks, self.held = set(), set()  # VIQs that pause; those of them of which the sender has heard
        self.news = collections.defaultdict(collections.deque)
        self.speed, self.classes = {}, {}
        self.delivered, self.printed_case_2 = 0, 0

    def hop_class(self, walk, hop):
        if (walk, hop) not in self.classes:
            counted = sum(self.rules.counts_hop(node) for node in walk[1:hop + 1])
            self.classes[walk, hop] = self.rules.class_of(max(counted, 1) + self.rules.first_label(walk))
        return self.classes[walk, hop]

    def viq(self, packet, hop):
        walk, _, _, service = packet
        return walk[hop], walk[hop - 1], self.hop_class(walk, hop), service

    # News of a VIQ to its sender, in order.
    def tell(self, viq):
        pauses = viq in self.asks
        if not pauses and self.draw.random() < self.rules.loses_resume:
            if self.rules.timer:
                self.news[viq].append(False)
            return
        self.news[viq].append(pauses)
        if self.rules.late >= 1.0:
            self.hear(viq)

    def hear(self, viq):
        if not self.news[viq]:
            return False
        (self.held.add if self.news[viq].popleft() else self.held.discard)(viq)
        return True

    def fill(self, viq, length):
        self.depth[viq] += length
        if self.depth[viq] >= self.rules.xoff and viq not in self.asks:
            self.asks.add(viq)
            self.tell(viq)

    def drain(self, viq, length):
        self.depth[viq] -= length
        if self.depth[viq] <= self.rules.xon and viq in self.asks:
            self.asks.discard(viq)
            self.tell(viq)

    # A packet has come to a switch: it counts in its VIQ until it leaves the switch.
    def arrive(self, packet):
        walk, hop, _, service = packet
        viq = self.viq(packet, hop)
        self.fill(viq, packet[2])
        by = self.rules.switch.input_queue
        if by == "none":
            self.queues[self.output(packet)].append(packet)
        elif by == "output":
            self.queues["in", *viq, walk[hop + 1]].append(packet)
        else:
            self.queues[("in", *viq[:2]) if by == "all" else ("in", *viq)].append(packet)

    def output(self, packet):
        walk, hop, _, service = packet
        key = ("out", walk[hop], walk[hop + 1])
        return (*key, self.hop_class(walk, hop), service) if self.rules.switch.output_by_class else key

    def may_send(self, packet):
        walk, hop, _, service = packet
        if hop + 2 == len(walk):
            return self.host_takes(walk[-1], walk, service)
        if self.rules.highest and self.hop_class(walk, hop + 1) > self.rules.highest:
            return True  # the next switch drops it
        return self.viq(packet, hop + 1) not in self.held

    def host_takes(self, host, walk, service):
        how = self.rules.host
        if how == "takes" or (how == "never" and host != self.walks[0][-1]):
            return True
        if how == "never":
            return False
        if how == "at times":
            return self.draw.random() < 0.2
        # A request is taken while the answer to the one before has gone; an answer of the same classes waits behind the same pause.
        answers = self.queues["answer", host]
        return not answers or (how == "answers apart" and service == 1)

    def send(self, packet):
        walk, hop, length, service = packet
        if hop > 0:
            self.drain(self.viq(packet, hop), length)
        if hop + 2 < len(walk):
            if not self.rules.highest or self.hop_class(walk, hop + 1) <= self.rules.highest:
                self.arrive((walk, hop + 1, length, service))
            return
        self.delivered += 1
        if self.rules.host.startswith("answers") and service == 0 and walk in self.walks:
            self.queues["answer", walk[-1]].append((walk[::-1], 0, length, 1 if self.rules.host == "answers apart" else 0))

    # What can be tried next.
    def try_inject(self, flow):
        walk = self.walks[flow]
        packet = (walk, 0, self.draw.choice(self.rules.lengths), 0)
        if not self.left[flow] or not self.may_send(packet):
            return False
        self.left[flow] -= 1
        self.send(packet)
        return True

    def try_queue(self, key):
        queue = self.queues[key]
        if not queue:
            return False
        packet = queue[0]
        if key[0] == "in":
            output, room = self.queues[self.output(packet)], self.rules.switch.output_room
            if room and len(output) >= room:
                return False
            output.append(queue.popleft())
            return True
        if not self.may_send(packet):
            return False
        queue.popleft()
        self.send(packet)
        return True

    # Case 2 of the proof as printed: what is of the highest class of all output queues is not paused.
    def look_at_case_2(self):
        heads = [(self.hop_class(queue[0][0], queue[0][1]), queue[0]) for key, queue in self.queues.items() if key[0] == "out" and queue]
        if heads:
            highest = max(c for c, _ in heads)
            self.printed_case_2 += any(c == highest and not self.may_send(packet) for c, packet in heads)

    def one_round(self, injects):
        """Everything is tried once, in a drawn order; whether something has moved."""
        moves = [(self.try_queue, key) for key, queue in self.queues.items() if queue] + [(self.hear, viq) for viq, news in self.news.items() if news]
        if injects:
            moves += [(self.try_inject, flow) for flow, left in enumerate(self.left) if left]
        self.draw.shuffle(moves)
        moved = False
        for move, what in moves:
            speed = self.speed.setdefault((move.__name__, what), self.draw.choice((0.05, 0.3, 1.0)))
            if move == self.hear:
                speed = self.rules.late
            if self.draw.random() < speed:
                moved |= move(what)
        return moved

    def nothing_moves(self):
        """In this state, whoever is drawn. What a host takes at times, it takes some time."""
        return not any(self.hear(viq) for viq in list(self.news)) and not any(
            self.try_queue(key) for key in list(self.queues) for _ in range(100 if self.rules.host == "at times" else 1))

    def go(self, rounds=400):
        """Injects for some rounds, then until nothing moves; the packets that are left, which is 0 unless the state is deadlocked."""
        for _ in range(rounds):
            if not self.one_round(injects=True) and not any(self.left):
                break
            if self.rules.switch.input_queue != "none":
                self.look_at_case_2()
        while self.one_round(injects=False) or not self.nothing_moves():
            pass
        return sum(map(len, self.queues.values()))
