# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a network under a lossless scheme by a number, as a scenario file: graph, cables, frames, thresholds about their bounds, arbitration, drains."""

import dataclasses
import math

from draw import Draw

GFC = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")
SCHEMES = (*GFC, "pfc", "cbfc")
GRAPHS = ("star", "star", "star", "line", "ring", "ring", "tree", "random")
RATES = (1, 10, 25, 40, 100, 400)  # Gbps
LENGTHS = (64, 256, 512, 1000, 1500, 4096, 9000)
LONGEST_FRAME_TIME = 19  # us: what the registers of a limiter take
CROSSBARS = (
    'strategy = "output_queued"\n',
    'strategy = "input_queued"\nqueueing = "virtual_output"\nspeedup = 1.05\ncell = "64B"\n',
    'strategy = "input_queued"\nqueueing = "virtual_output"\nspeedup = 2.0\ncell = "512B"\narbiter = "islip"\n',
    'strategy = "input_queued"\nqueueing = "fifo"\nspeedup = 1.0\ncell = "256B"\n',
    'strategy = "input_queued"\nqueueing = "fifo"\ntransfer = "packet"\njitter = "10ns"\n',
    'strategy = "combined"\ncell = "256B"\n',
)
DISCIPLINES = ('discipline = "strict_priority"\n', 'discipline = "round_robin"\n', 'discipline = "dwrr"\nweights = [1, 2, 3, 4, 1, 2, 3, 4]\n')


@dataclasses.dataclass
class Cable:
    a: str
    b: str
    gbps: float = 0.0
    delay: float = 0.0  # us


@dataclasses.dataclass
class Drawn:
    """A file. room: viq_limit + headroom, bytes; times in us."""
    text: str = ""
    scheme: str = ""
    lossless: tuple = ()
    room: int = 0


class Network:
    """What is drawn before thresholds are."""

    def __init__(self, draw):
        self.draw, self.scheme = draw, draw.one_of((*GFC, *GFC, *SCHEMES))
        self.graph = draw.one_of(GRAPHS)
        self.join()
        self.gbps = draw.one_of(RATES)
        self.longest = draw.one_of([length for length in LENGTHS if length <= self.gbps * 125 * LONGEST_FRAME_TIME])
        self.frame = self.longest / (self.gbps * 125)  # us
        self.cable()
        others = [length for length in LENGTHS if self.longest / 10 <= length <= self.longest]
        self.lengths = sorted({self.longest, *(draw.one_of(others) for _ in range(draw.one_of((0, 0, 1, 2))))})
        self.overhead = draw.chance(25)
        self.response = self.frame * draw.one_of((0, 0.3, 1, 3, 10, 30))
        self.other_response = self.frame * draw.one_of((1, 5, 20)) if draw.chance(15) else None  # of s1
        self.pipeline = draw.one_of((0, 0, 0, 10))  # cycles a header
        self.cells = draw.chance(30)
        self.cell = draw.one_of((64, 208))
        classes = [0, 3, 5, 6]
        self.lossless = tuple(sorted(classes.pop(draw.below(len(classes))) for _ in range(draw.one_of((1, 1, 2, 3)))))
        self.lossy = classes[0]

    def join(self):
        draw, count = self.draw, 1 if self.graph == "star" else self.draw.between(3 if self.graph == "ring" else 2, 5)
        self.switches = [f"s{i + 1}" for i in range(count)]
        pairs = {(draw.below(i) if self.graph in ("tree", "random") else i - 1, i) for i in range(1, count)}
        if self.graph == "ring":
            pairs.add((0, count - 1))
        if self.graph == "random":
            pairs |= {tuple(sorted((draw.below(count), draw.below(count)))) for _ in range(count)}
        self.cables = [Cable(self.switches[a], self.switches[b]) for a, b in sorted(pairs) if a != b]
        self.hosts = []
        for switch in self.switches:
            for _ in range(draw.between(3, 6) if count == 1 else draw.between(1, 2)):
                self.hosts.append(f"h{len(self.hosts) + 1}")
                self.cables.append(Cable(switch, self.hosts[-1]))

    def cable(self):
        draw, alike, delay = self.draw, self.draw.chance(60), self.frame * 10 ** (-2 + 3 * self.draw.random())
        sink = draw.one_of((1, 1, 2, 5, 20, 100))
        self.hot = draw.one_of(self.hosts)
        for cable in self.cables:
            cable.gbps = self.gbps / (1 if alike else draw.one_of((1, 1, 2, 4)))
            cable.delay = delay if alike else delay * (0.25 + draw.random())
            if cable.b == self.hot:
                cable.gbps /= sink
            cable.gbps = max(cable.gbps, self.longest / (125 * LONGEST_FRAME_TIME))
        self.slowest = min(cable.gbps for cable in self.cables)

    def longest_response(self):
        return max(self.response, self.other_response or 0)

    def wire(self, length):
        return length + (20 if self.overhead else 0)

    def most(self, margin):
        """The most of margin(bytes in a us, tau in us, cable) over all cables, in whole bytes."""
        found = []
        for cable in self.cables:
            a_microsecond = cable.gbps * 125
            found.append(margin(a_microsecond, 2 * self.wire(self.longest) / a_microsecond + 2 * cable.delay + self.longest_response(), cable))
        return math.ceil(max(found)) + 1

    def walk(self, source):
        """A way without loops to another host; none where it ends at the source's own switch alone."""
        home = {cable.b: cable.a for cable in self.cables if cable.b in self.hosts}
        near = {switch: sorted({cable.b if cable.a == switch else cable.a for cable in self.cables
                                if switch in (cable.a, cable.b)} - set(self.hosts)) for switch in self.switches}
        way = [home[source]]
        for _ in range(self.draw.below(len(self.switches))):
            onward = [switch for switch in near[way[-1]] if switch not in way]
            if self.graph == "ring":  # all the same way round, which closes the circle
                following = self.switches[(self.switches.index(way[-1]) + 1) % len(self.switches)]
                onward = [switch for switch in onward if switch == following]
            if not onward:
                break
            way.append(self.draw.one_of(onward))
        ends = [host for host in self.hosts if home[host] == way[-1] and host != source]
        return [source, *way, self.draw.one_of(ends)] if ends else []


def gfc_margin(net, period):
    """The least Bm - B0 or Bm - B1 of the paper, bytes."""
    if net.scheme == "gfc_conceptual":
        return net.most(lambda rate, tau, cable: 4 * tau * rate)
    if net.scheme == "gfc_buffer_based":
        return net.most(lambda rate, tau, cable: 2 * tau * rate)
    return net.most(lambda rate, tau, cable: (math.sqrt(tau / period) + 1) ** 2 * period * rate)


def ps(microseconds):
    return f'"{microseconds * 1e6:.0f}ps"'


def thresholds(net):
    """The scheme's own table, what a VIQ is to take before headroom, and headroom."""
    draw = net.draw
    first = net.longest * (2 + draw.below(10))
    block = draw.one_of((net.cell, 2 * net.cell)) if net.cells else draw.one_of((4, 64))
    period = max(net.frame * draw.one_of((4, 12, 44)), 100 * len(net.lossless) / (net.slowest * 125))  # longer than the messages of all classes
    credits = f'block = "{block}B"\ncounter_bits = 30\nperiod = {ps(period)}\n'
    if net.scheme == "pfc":
        room = net.most(lambda rate, tau, cable: 2 * (net.wire(net.longest) + net.wire(64)) + rate * (2 * cable.delay + net.longest_response()))
        room = int(room * draw.one_of((0.5, 0.9, 1, 1, 1.3)) * (4 if net.cells else 1)) + net.longest * draw.one_of((0, 0.5, 1, 1, 2))
        quanta = draw.one_of((65_535, 65_535, 200))
        return f'[flow_control.pfc]\nxoff = "{first}B"\nxon = "{max(0, first - 2 * net.longest)}B"\npause_quanta = {quanta}\n', first, int(room)
    if net.scheme == "cbfc":
        size = (first * 2 + block - 1) // block * block
        return f'[flow_control.cbfc]\nbuffer = "{size}B"\n{credits}', size, net.longest * draw.one_of((-1, 0, 0, 1))
    more = draw.one_of((0.7, 1, 1, 1.5, 2)) if net.scheme == "gfc_conceptual" else draw.one_of((0.6, 1, 1, 1.2, 2, 3))
    margin = math.ceil(gfc_margin(net, period) * more * (draw.one_of((1, 3)) if net.cells else 1))
    bm = (first + margin + block - 1) // block * block
    table = f'[flow_control.{net.scheme}]\nbm = "{bm}B"\n{"b1" if net.scheme == "gfc_buffer_based" else "b0"} = "{bm - margin}B"\n'
    return table + (credits if net.scheme == "gfc_time_based" else ""), bm, net.longest * draw.one_of((0, 1, 2, 3, 4, 4, 4, 5))


def topology_text(net):
    text = '[topology]\nkind = "custom"\n'
    for name in (*net.switches, *net.hosts):
        text += f'\n[[topology.device]]\nname = "{name}"\nkind = "{"switch" if name[0] == "s" else "host"}"\n'
    for cable in net.cables:
        text += f'\n[[topology.link]]\nbetween = ["{cable.a}", "{cable.b}"]\nrate = "{cable.gbps * 1e9:.0f}bps"\ndelay = {ps(cable.delay)}\n'
        text += f'wire_overhead = {"true" if net.overhead else "false"}\n'
    return text


def switch_text(net, limit, headroom):
    draw, cells = net.draw, max((length + net.cell - 1) // net.cell * net.cell / length for length in net.lengths)
    ports = max(sum(name in (cable.a, cable.b) for cable in net.cables) for name in net.switches)
    needed = math.ceil(ports * (len(net.lossless) + 1) * (limit + headroom) * cells)
    buffer = min(4 << 30, max(4 * net.longest, round(needed * draw.one_of((0.4, 1, 1.1, 2, 2, 2, 2, 2)))))
    text = f'[switch]\nmax_frame = "{net.longest}B"\n\n[switch.parser]\nstate_cycles = {net.pipeline}\n\n'
    text += f'[switch.mmu]\nbuffer = "{buffer}B"\ncell = "{net.cell}B"\nviq_limit = "{limit}B"\nheadroom = "{headroom}B"\n'
    text += f'count_cells = {"true" if net.cells else "false"}\n\n[switch.crossbar]\n{draw.one_of(CROSSBARS)}\n[switch.egress]\n{draw.one_of(DISCIPLINES)}'
    if net.other_response is not None:
        text += f"\n[switch.s1.flow_control]\nprocessing_delay = {ps(net.other_response)}\n"
    return text


def flow_texts(net, duration):
    draw, text = net.draw, ""
    incast, ways = draw.chance(45), net.graph in ("ring", "random") and draw.chance(75)
    for host in net.hosts:
        for _ in range(draw.one_of((1, 1, 2))):
            way = net.walk(host) if ways else []
            others = [other for other in net.hosts if other != host]
            target = way[-1] if way else net.hot if incast and host != net.hot else draw.one_of(others)
            chosen = net.lossy if draw.chance(10) else draw.one_of(net.lossless)
            text += f'\n[[flow]]\nsrc = "{host}"\ndst = "{target}"\nclass = {chosen}\nframe_length = "{draw.one_of(net.lengths)}B"\n'
            text += "route = [" + ", ".join(f'"{name}"' for name in way) + "]\n" if way else ""
            text += f"start = {ps(duration * 0.2 * draw.random())}\n" if draw.chance(40) else ""
            if draw.chance(15):
                text += f'kind = "on_off"\nrate = "{net.slowest * 1e9:.0f}bps"\non_time = {ps(duration / 20)}\noff_time = {ps(duration / 20)}\n'
    return text


def event_texts(net, duration):
    """Hosts that take nothing for a while, or ever again; cables that slow down; messages that are lost."""
    draw, text = net.draw, ""
    for _ in range(draw.one_of((0, 0, 1, 2))):
        text += f'\n[[event]]\nat = {ps(duration * (0.05 + 0.5 * draw.random()))}\ndo = "stop_host"\nhost = "{draw.one_of(net.hosts)}"\nclass = {draw.one_of(net.lossless)}\n'
        text += f'length = {ps(duration * 0.3 * draw.random() + 0.001)}\n' if draw.chance(60) else ""
    if draw.chance(15):
        cable = draw.one_of(net.cables)
        slower = max(cable.gbps / draw.one_of((2, 4)), net.longest / (125 * LONGEST_FRAME_TIME))
        text += f'\n[[event]]\nat = {ps(duration * 0.1)}\ndo = "set_link_rate"\nbetween = ["{cable.a}", "{cable.b}"]\nrate = "{slower * 1e9:.0f}bps"\n'
        text += f'from = "{draw.one_of((cable.a, cable.b))}"\n' if draw.chance(70) else ""
    if draw.chance(5):
        text += '\n[[link_fault]]\ndo = "lose"\nprobability = 0.3\n'
    return text


def drawn(number):
    """File `number`."""
    net = Network(Draw(f"random file {number}"))
    table, limit, headroom = thresholds(net)
    limit, headroom = limit + min(headroom, 0), max(headroom, 0)
    duration = 1500 * net.frame  # several times what fills a VIQ
    text = f"[scenario]\nduration = {ps(duration)}\nsample_interval = {ps(duration / 20)}\nseed = {number}\n\n" + topology_text(net) + "\n" + switch_text(net, limit, headroom)
    text += f'\n[limiter]\nrounding = "{net.draw.one_of(("residual", "floor", "nearest", "ceil"))}"\n'
    text += f'\n[flow_control]\nscheme = "{net.scheme}"\nlossless = {list(net.lossless)}\nprocessing_delay = {ps(net.response)}\n\n{table}'
    text += flow_texts(net, duration) + event_texts(net, duration)
    return Drawn(text, net.scheme, net.lossless, limit + headroom)
