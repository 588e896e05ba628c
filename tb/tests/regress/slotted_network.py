# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A network in slots of a packet's time, to try arbitrations that the switch's crossbar has not: virtual output queues, packets of one length, links
of one rate and a slot each, a flow-control scheme with news `LATE` slots old. A model beside the model: no cells, no feedback on the wire, no limits.
"""

import collections
import math

BM, B1, B0, XOFF, XON = 200, 187, 160, 186, 184  # packets; as scenarios/gfc/ring_of_five.toml has them, B0 for both linear forms
LATE, PERIOD, STAGES = 6, 40, 16  # slots, slots, N
SCHEMES = ("pfc", "cbfc", "gfc_conceptual", "gfc_buffer_based", "gfc_time_based")


def stage_of(depth):
    """k of buffer-based GFC."""
    stage = 0
    while stage < STAGES and depth >= BM - (BM - B1) / 2 ** stage:
        stage += 1
    return stage


class Packet:
    def __init__(self, flow, now):
        self.flow, self.entered, self.arrived, self.hop = flow, None, now, 0


class Link:
    """Into a switch: the sender's gate, the VIQ behind it, and what the one knows of the other."""

    def __init__(self, scheme, from_host):
        self.scheme, self.from_host = scheme, from_host
        self.queues = collections.defaultdict(collections.deque)  # by next hop
        self.depth = self.sent = self.freed = self.peak = 0
        self.asserted = False
        self.news, self.known = collections.deque(), None
        self.next_start, self.stage, self.rate = 0, 0, 1.0

    def tell(self, now):
        """At the end of a slot: what the sender is to know LATE slots later."""
        if self.scheme == "pfc":
            self.asserted = self.depth >= XOFF or (self.asserted and self.depth > XON)
            said = self.asserted
        elif self.scheme in ("cbfc", "gfc_time_based"):
            if now % PERIOD:
                return
            said = self.freed
        else:
            said = self.depth
        self.news.append((now + LATE, said))

    def hear(self, now):
        while self.news and self.news[0][0] <= now:
            self.known = self.news.popleft()[1]
            if self.scheme.startswith("gfc"):
                self.assign(now)

    def assign(self, now):
        """A rate, and a countdown that is cut where it is raised."""
        before = self.rate
        if self.scheme == "gfc_buffer_based":
            self.rate = 0.5 ** stage_of(self.known)
        else:
            room = BM - self.known if self.scheme == "gfc_conceptual" else BM - (self.sent - self.known)
            self.rate = min(1.0, max(room, 1 / 1500) / (BM - B0))
        if self.rate > before:
            self.next_start = min(self.next_start, now + 1 / self.rate)

    def open(self, now):
        if self.scheme == "pfc":
            return not self.known
        if self.scheme == "cbfc":
            return self.sent - (self.known or 0) < BM
        return now >= self.next_start

    def send(self, now):
        self.sent += 1
        if self.scheme.startswith("gfc"):
            self.next_start = max(self.next_start, now) + 1 / self.rate if self.rate < 1 else now

    def take(self, packet, hop, now):
        packet.arrived = now
        if packet.entered is None:
            packet.entered = now
        self.queues[hop].append(packet)
        self.depth += 1
        self.peak = max(self.peak, self.depth)

    def give(self, hop, flow=None):
        queue = self.queues[hop]
        place = 0 if flow is None else next(i for i, packet in enumerate(queue) if packet.flow == flow)
        packet = queue[place]
        del queue[place]
        self.depth -= 1
        self.freed += 1
        return packet


class Network:
    """routes: of each flow the names of host, switches, host. arbitrate(output, inputs, hop, now) gives (input, flow or None); see ARBITRATIONS."""

    def __init__(self, routes, scheme, arbitration, starts):
        self.routes, self.starts = routes, starts
        self.links, self.feeds, self.weights = {}, collections.defaultdict(list), collections.Counter()
        self.flows_of = collections.defaultdict(list)
        for flow, route in enumerate(routes):
            for before, here, after in zip(route, route[1:], route[2:]):
                self.links.setdefault((before, here), Link(scheme, before == route[0]))
                if (before, here) not in self.feeds[here, after]:
                    self.feeds[here, after].append((before, here))
                self.weights[(here, after), (before, here)] += 1
                self.flows_of[here, after].append(flow)
        self.outputs = list(self.feeds)
        self.arbitrate = ARBITRATIONS[arbitration](self)
        self.turn, self.left = collections.Counter(), {}
        self.delivered = [0] * len(routes)
        self.under_way = []  # (link, packet, its next hop)

    def slot(self, now):
        arriving, self.under_way = self.under_way, []
        for link, packet, hop in arriving:
            link.take(packet, hop, now)
        for link in self.links.values():
            link.hear(now)
        for output in self.outputs:
            onward = self.links.get(output)
            if onward is not None and not onward.open(now):
                continue
            inputs = [name for name in self.feeds[output] if self.links[name].queues[output[1]]]
            if inputs:
                chosen, flow = self.arbitrate(output, inputs, now)
                self.forward(self.links[chosen].give(output[1], flow), onward, now)
        for flow, route in enumerate(self.routes):
            link = self.links[route[0], route[1]]
            if now >= self.starts[flow] and link.open(now):
                self.forward(Packet(flow, now), link, now)
        for link in self.links.values():
            link.tell(now)

    def forward(self, packet, link, now):
        if link is None:
            self.delivered[packet.flow] += 1
            return
        packet.hop += 1
        link.send(now)
        self.under_way.append((link, packet, self.routes[packet.flow][packet.hop + 1]))


def run(routes, scheme, arbitration, slots, starts):
    """Parts of a link that each flow gets in the last half, and the highest VIQ of those that switches fill, and of the others, in packets."""
    network = Network(routes, scheme, arbitration, starts)
    before = []
    for now in range(slots):
        if now == slots // 2:
            before = list(network.delivered)
        network.slot(now)
    shares = [(after - one) / (slots - slots // 2) for after, one in zip(network.delivered, before)]
    peak = {own: max((link.peak for link in network.links.values() if link.from_host == own), default=0) for own in (False, True)}
    return shares, peak[False], peak[True]


def round_robin(network):
    def choose(output, inputs, now):
        order = network.feeds[output]
        chosen = min(inputs, key=lambda name: (order.index(name) - network.turn[output]) % len(order))
        network.turn[output] = (order.index(chosen) + 1) % len(order)
        return chosen, None
    return choose


def weighted(network):
    """An input keeps its turn for as many packets as flows of it want this output."""
    turn = round_robin(network)

    def choose(output, inputs, now):
        name, left = network.left.get(output, (None, 0))
        if left == 0 or name not in inputs:
            name = turn(output, inputs, now)[0]
            left = network.weights[output, name]
        network.left[output] = (name, left - 1)
        return name, None
    return choose


def fabric_first(network):
    """Inputs from switches before those from hosts."""
    turn = round_robin(network)
    return lambda output, inputs, now: turn(output, [name for name in inputs if not network.links[name].from_host] or inputs, now)


def fabric_thrice(network):
    """Three packets of switches for one of a host, where both wait."""
    turn = round_robin(network)

    def choose(output, inputs, now):
        fabric = [name for name in inputs if not network.links[name].from_host]
        if not fabric or len(fabric) == len(inputs):
            return turn(output, inputs, now)
        passed = network.left.get(output, 0)
        network.left[output] = (passed + 1) % 4
        return turn(output, fabric if passed < 3 else [name for name in inputs if name not in fabric], now)
    return choose


def head(network, output, name):
    return network.links[name].queues[output[1]][0]


def oldest_in_network(network):
    return lambda output, inputs, now: (min(inputs, key=lambda name: (head(network, output, name).entered, name)), None)


def oldest_in_switch(network):
    return lambda output, inputs, now: (min(inputs, key=lambda name: (head(network, output, name).arrived, name)), None)


def longest(network):
    return lambda output, inputs, now: (max(inputs, key=lambda name: (len(network.links[name].queues[output[1]]), name)), None)


def by_flow(network):
    """A queue a flow, round robin."""
    def choose(output, inputs, now):
        flows = network.flows_of[output]
        waiting = {packet.flow: name for name in inputs for packet in network.links[name].queues[output[1]]}
        chosen = min(waiting, key=lambda flow: (flows.index(flow) - network.turn[output]) % len(flows))
        network.turn[output] = (flows.index(chosen) + 1) % len(flows)
        return waiting[chosen], chosen
    return choose


ARBITRATIONS = {
    "round robin": round_robin,
    "weighted by flows": weighted,
    "three of switches, one of a host": fabric_thrice,
    "switches first": fabric_first,
    "oldest in the network": oldest_in_network,
    "oldest in the switch": oldest_in_switch,
    "longest queue": longest,
    "a queue a flow": by_flow,
}


def jain(shares):
    return sum(shares) ** 2 / (len(shares) * sum(share * share for share in shares)) if math.fsum(shares) else 0.0
