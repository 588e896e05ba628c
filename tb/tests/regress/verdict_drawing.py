# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a network by its number, in which packets may come to stand: any lossless scheme, any kind of topology, two or three lossless classes, ways that may
close circles. Networks and switches are those of the fuzz across mechanisms (tb/tests/scenario_fuzz)."""

import dataclasses
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "scenario_fuzz"))
import axes as axes_room  # noqa: E402
import device as device_room  # noqa: E402
import key_table  # noqa: E402
import network as network_room  # noqa: E402
import toml_text  # noqa: E402
from draw import Draw  # noqa: E402

OFTEN = {"ring": 6, "custom": 4, "file": 2, "random": 2, "leaf_spine": 2}  # where circles are; other kinds come once a turn
RUNNING = 4  # every so many networks have sources that go on
FRAMES = 300  # for which sources send, of the largest length at the slowest rate of a cable
LIMITED = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")
CREDIT_PERIODS = 60 * 10**6  # ps: three of the longest
CREDITS = ("cbfc", "gfc_time_based", "gfc_gradient")


class Switches(device_room.Device):
    """Two or three lossless classes and room enough, so that what stands does so for its peers and not for losses."""

    def _lossless(self):
        if self.scheme == "ttl_pfc":
            return None
        classes, count = list(range(8)), self.draw.one_of((2, 3))
        return sorted(classes.pop(self.draw.below(len(classes))) for _ in range(count))

    def _generous(self, enough):
        return int(enough * 2)

    def _flow_control(self):
        super()._flow_control()
        pfc = self.tables["flow_control"].get("pfc", {})
        if self.scheme in ("pfc", "ttl_pfc") and "xoff" in pfc and self.draw.chance(30):
            for key in ("xoff", "xon"):  # of each class its own, none above that of all
                pfc[key] = [pfc[key]] * 8
            for c in range(0, 8, 2):
                pfc["xon"][c] = key_table.length(key_table.parsed(pfc["xon"][c])[1] * 3 // 4)


@dataclasses.dataclass
class Drawn:
    """A file. running: its sources go on; short: measure.standing_after is set; brief: its length, ps."""
    number: int
    scheme: str
    kind: str
    running: bool
    short: bool
    scenario: dict
    files: dict
    brief: int

    @property
    def limited(self):
        """A packet may take longer than the standing_after that is set."""
        return self.short and self.scheme in LIMITED

    def written(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        path = folder / "drawn.toml"
        path.write_text(toml_text.text_of(self.scenario), encoding="utf-8")
        return path


class Drawing:
    """cables: a function from a scenario that has no flows to the cables of its network, for topologies that the program draws."""

    def __init__(self, number, table, cables):
        self.draw, self.table = Draw(f"verdict {number}"), table
        schemes = [word for word in table.words("flow_control.scheme") if word != "none"]
        kinds = [kind for kind in table.words("topology.kind") for _ in range(OFTEN.get(kind, 1))]
        self.number, self.scheme = number, schemes[number % len(schemes)]
        self.running = self.draw.below(RUNNING) == 0
        self.network = network_room.Network(self.draw, (self.draw.one_of(kinds),))
        self.network.circle = self.draw.chance(75)  # thresholds of a few frames, which fill while sources send
        for key in ("failed", "failure_probability"):
            self.network.table.pop(key, None)
        self.device = Switches(self.draw, table, self._axes(), self.network, False)
        if self.running and self.draw.chance(60):
            self.device.put("switch.egress", "discipline", "strict_priority")
            for key in ("weights", "strict", "vl_limit", "shaper"):
                self.device.tables["switch"]["egress"].pop(key, None)
        if self.draw.chance(70):  # else a few pauses lapse
            self.device.tables["flow_control"].get("pfc", {}).pop("pause_quanta", None)
        if self.scheme in LIMITED and self.device.frame * 8 * 10**12 // self._slowest() > 15 * 10**6:
            self.device.put("limiter", "period", "12ns")
        self.frame_time = (self.device.frame + 20) * 8 * 10**12 // self._slowest()
        self.duration = FRAMES * self.frame_time
        self.scenario = {"scenario": {"name": f"verdict_{number}", "duration": key_table.time(self.duration), "seed": self.draw.below(1000)},
                         "topology": self.network.table, **self.device.tables}
        self.trunks = self.network.trunks() or self._trunks(cables)
        self._flows()
        self._causes()
        self._standing_after()

    def _axes(self):
        """A crossbar and an arbiter that the scheme goes with; no detector, no unit, no event."""
        mapper = "ttl" if self.scheme == "ttl_pfc" else axes_room.AXES["mapper"][1]
        axes = {"scheme": self.scheme, "detector": "none", "unit": "none", "mapper": mapper, "event": "none"}
        while True:
            for axis in ("crossbar", "arbiter"):
                axes[axis] = self.draw.one_of(self.table.words(axes_room.AXES[axis][0]))
            if not axes_room.conflicts(axes):
                return axes

    def _slowest(self):
        links = [link["rate"] for link in self.network.table.get("link", []) if "rate" in link]
        return min(key_table.parsed(rate)[1] for rate in (self.network.table["rate"], self.network.table.get("trunk_rate", "1000Gbps"), *links))

    def _trunks(self, cables):
        if self.network.kind != "random":
            return []
        return [cable for cable in cables(self.scenario, self.network.hosts[:2]) if not set(cable) & set(self.network.hosts)]

    def _standing_after(self):
        """Where sources go on, or credits come all the time, a run of a hundred times the default would take minutes. Longer than a host stops; under
        limiters a packet may take longer, and the queue then stands as was asked for."""
        if self.running or self.draw.chance(70 if self.scheme == "gfc_time_based" else 25):
            stops = [key_table.parsed(event["length"])[1] for event in self.scenario.get("event", []) if "length" in event]
            toml_text.put(self.scenario, ("measure", "standing_after"), key_table.time(max(self.duration // 3, CREDIT_PERIODS, *(2 * stop for stop in stops))))

    def _class(self):
        """One of them mostly, which makes more circles."""
        classes = self.device.lossless
        return 0 if self.device.by_hops else classes[0] if self.draw.chance(50) else self.draw.one_of(classes)

    def _way(self):
        """A way from host to host without loops; around a ring always the same way, mostly."""
        draw, network = self.draw, self.network
        source = draw.one_of(network.hosts)
        way = [network.switch_of(source)]
        longest = min(len(network.switches), max(2, self.device.hops) - 1 if self.device.by_hops else 8)
        for _ in range(draw.between(min(2, longest - 1), longest - 1) if longest > 1 else 0):
            onward = sorted({b if a == way[-1] else a for a, b in self.trunks if way[-1] in (a, b)} - set(way))
            if network.kind == "ring" and draw.chance(90):
                following = network.switches[(network.switches.index(way[-1]) + 1) % len(network.switches)]
                onward = [switch for switch in onward if switch == following]
            if not onward:
                break
            way.append(draw.one_of(onward))
        ends = [host for host in network.hosts if network.switch_of(host) == way[-1] and host != source]
        return [source, *way, draw.one_of(ends)] if ends else None

    def _flows(self):
        draw, hosts, flows = self.draw, self.network.hosts, []
        most = self.device.frame
        for _ in range(draw.between(len(hosts), 2 * len(hosts) + 2)):
            way = self._way() if draw.chance(85) else None
            source, target = (way[0], way[-1]) if way else (draw.one_of(hosts), draw.one_of(hosts))
            if source == target:
                continue
            flow = {"src": source, "dst": target, "class": self._class(),
                    "frame_length": key_table.length(most if draw.chance(70) else draw.between(min(most, 90), most))}
            if way and (self.network.kind != "star"):
                flow["route"] = way
            if draw.chance(15):
                flow["kind"], flow["rate"] = "poisson", key_table.rate(self.network.rate * draw.between(10, 90) // 100)
            if not self.running:
                flow["stop"] = key_table.time(self.duration * draw.between(30, 65) // 100)
            flows.append(flow)
        self.scenario["flow"] = flows or [{"src": hosts[0], "dst": hosts[-1], "class": self._class(), "stop": key_table.time(self.duration // 2)}]

    def _causes(self):
        """What else makes a network stand, or seem to: a host that stops, for a while or for ever, and credits that a link loses."""
        draw = self.draw
        if draw.chance(14):
            event = {"do": "stop_host", "host": draw.one_of(self.network.hosts), "class": draw.one_of(self.device.lossless or range(3)),
                     "at": key_table.time(self.duration * draw.between(5, 30) // 100)}
            if draw.chance(50):
                event["length"] = key_table.time(self.duration * draw.between(5, 50) // 100)
            self.scenario["event"] = [event]
        if self.scheme in CREDITS and draw.chance(15):
            self.scenario["link_fault"] = [{"do": "lose", "probability": draw.one_of((0.01, 0.1))}]


def drawn(number, table, cables):
    made = Drawing(number, table, cables)
    short = "standing_after" in made.scenario.get("measure", {})
    return Drawn(number, made.scheme, made.network.kind, made.running, short, made.scenario, dict(made.network.files), made.duration)
