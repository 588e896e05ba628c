# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws what hosts send: listed flows, patterns, workloads, and the rate controls of them."""

import struct

import key_table

CONTROLS_OF = {  # a detector, and the controls that listen to it
    "red_ecn": ("dcqcn", "ib_cc", "timely"), "ib_fecn": ("ib_cc",), "tcd": ("dcqcn", "timely", "ib_cc"), "tcd_infiniband": ("ib_cc",),
    "fera": ("fera",), "bcn": ("bcn",),
}
PACKETS = 12_000  # of all hosts, each counted once a link: what a run may cost


class Demand:
    """`tables` has traffic, flow and workload; `files` what these refer to; `duration` in ps."""

    def __init__(self, draw, table, network, device):
        self.draw, self.table, self.network, self.device = draw, table, network, device
        self.tables, self.files = {"traffic": {}}, {}
        frame_time = (device.frame + 20) * 8e12 / network.rate
        links = len(network.hosts) * (network.diameter + 1)
        self.duration = int(min(max(PACKETS / links * frame_time * (2 if network.circle else 1), 100e6), draw.one_of((300, 1000, 2500)) * 1e6))
        self._settings()
        self._flows()
        if draw.chance(25):
            self._workload()

    def time(self, low, high):
        """Of the run, as text."""
        return key_table.time(int(self.duration * (low + (high - low) * self.draw.random()) / 1000) * 1000)

    def _class(self):
        device, draw = self.device, self.draw
        if device.by_hops:
            return 0
        return draw.one_of(device.lossless) if device.lossless and draw.chance(75) else draw.below(8)

    def _settings(self):
        """Of controls: steps and timers that show in a run of a millisecond."""
        detector, draw = self.device.axes["detector"], self.draw
        if detector == "fera" and draw.chance(50):
            self.tables["traffic"]["fera"] = {"tag_share": draw.one_of((0.05, 0.5, 1.0))}
        if draw.chance(30):
            self.tables["traffic"]["dcqcn"] = {"increase_timer": "20us", "r_ai": "400Mbps"}
        if draw.chance(30):
            self.tables["traffic"]["timely"] = {"segment": key_table.length(self.device.frame * draw.between(1, 8)), "t_low": "10us", "t_high": "100us"}
        if draw.chance(10):
            limit = draw.between(2, 20)
            self.tables["traffic"]["ib_cc"] = {"cct": "file", "file": "cct.csv", "limit": limit}
            self.files["cct.csv"] = ("multiplier,shift\n" + "".join(f"{8 * i},{i % 4}\n" for i in range(limit + 1))).encode()
        elif draw.chance(20):
            self.tables["traffic"]["ib_cc"] = {"cct": draw.one_of(("linear", "quadratic")), "timer": "20us"}
        self.tables["traffic"]["tcp"] = {"window_segments": draw.between(2, 7), "initial_timeout": f"{draw.between(1, 3) * 300}us",
                                         "least_timeout": f"{draw.between(1, 3) * 100}us"}

    def _flows(self):
        draw, traffic = self.draw, self.tables["traffic"]
        pattern = draw.one_of(self.table.words("traffic.pattern")) if draw.chance(0 if self.network.circle else 30) else "none"
        if pattern == "all_to_all" and len(self.network.hosts) > 6:
            pattern = "incast"
        if pattern != "none" or draw.chance(5):
            traffic["pattern"] = pattern
        if pattern != "none":
            if pattern == "incast":
                traffic["target"] = draw.one_of(self.network.hosts)
            if pattern == "permutation":
                numbers = [int(host[1:]) for host in self.network.hosts]
                traffic["pairs"] = [[a, b] for a, b in zip(numbers, numbers[1:])]
            if draw.chance(20):
                traffic["stagger"] = f"{draw.between(1, 9)}us"
            traffic.update(self._sending(allow_capture=pattern == "incast"))
        count = draw.one_of((0, 1, 2)) if pattern != "none" else draw.between(1, min(8, len(self.network.hosts) + 1))
        hot = draw.one_of(self.network.hosts) if draw.chance(40) else None
        flows = []
        for number in range(count):
            source = draw.one_of(self.network.hosts)
            target = hot if hot and draw.chance(75) else draw.one_of(self.network.hosts)
            if source != target:
                flows.append({"src": source, "dst": target, **self._sending(allow_capture=number == 0 and pattern == "none")})
        self._along_ring(flows)
        if not flows and pattern == "none":
            flows.append({"src": self.network.hosts[0], "dst": self.network.hosts[-1], **self._sending(False)})
        if flows:
            self.tables["flow"] = flows

    def _along_ring(self, flows):
        """The same way round, two switches further or more each, which closes a circle: mostly without a pause, and in one class or two."""
        network, draw = self.network, self.draw
        if not network.circle:
            return
        flows.clear()
        count, step = len(network.switches), draw.between(2, 3)
        classes = [self._class(), self._class()] if draw.chance(40) else [self._class()]
        for i in range(count):
            way = [(i + j) % count for j in range(min(step, count - 1) + 1)]
            route = [network.hosts[way[0]], *(network.switches[j] for j in way), network.hosts[way[-1]]]
            sending = self._sending(False)
            sending.pop("pcp", None)  # of another class
            if draw.chance(80):
                sending = {"frame_length": sending["frame_length"]}
            flows.append({"src": route[0], "dst": route[-1], "route": route, **sending, "class": classes[i % len(classes)]})
        if draw.chance(65):
            flows += self._against_ring()

    def _against_ring(self):
        """The other way, later and in a class that nothing holds: refreshes of pauses wait behind such frames."""
        network, device, draw = self.network, self.device, self.draw
        lossy = 0 if device.by_hops else next((c for c in range(8) if c not in (device.lossless or ())), 0)
        return [{"src": network.hosts[i], "dst": network.hosts[i - 1], "class": lossy, "frame_length": key_table.length(device.frame - 4),
                 "start": self.time(0.3, 0.7)} for i in range(len(network.hosts)) if draw.chance(70)]

    def _sending(self, allow_capture):
        """What a flow says of its packets and their times."""
        draw = self.draw
        kinds = list(self.table.words("traffic.kind"))
        kind = draw.one_of(kinds) if draw.chance(50) else "backlogged"
        if allow_capture and (kind == "pcap" or draw.chance(8)):
            return self._capture()
        if kind == "pcap":
            kind = "poisson"
        flow = {"kind": kind, "class": self._class()}
        self._lengths(flow)
        self._times(flow, kind)
        if draw.chance(55):
            self._control(flow)
        elif draw.chance(25):
            flow["framing"] = draw.one_of(self.table.words("traffic.framing"))
        self._framing(flow)
        if "control" not in flow and flow.get("framing") != "tcp" and draw.chance(20):
            flow["acknowledged"] = True
        if draw.chance(15):
            flow["dei"] = True
        if draw.chance(8):
            flow["pcp"] = self.device.points["dei" in flow::2].index(flow["class"])
        return flow

    def _times(self, flow, kind):
        draw, rate = self.draw, self.network.rate
        if kind != "backlogged":
            flow["rate"] = key_table.rate(rate * draw.between(5, 100) // 100)
        if kind == "bernoulli":
            flow["probability"] = draw.one_of((0.1, 0.5, 0.9))
        if kind == "on_off":
            flow["on_time"], flow["off_time"] = f"{draw.between(2, 60)}us", f"{draw.between(2, 60)}us"
            flow["turns"] = draw.one_of(self.table.words("traffic.turns"))
        if draw.chance(30):
            flow["start"] = self.time(0, 0.4)
        if draw.chance(30):
            flow["stop"] = self.time(0.5, 1)
        elif draw.chance(20):
            flow["size"] = key_table.length(self.device.frame * draw.between(1, 200))

    def _lengths(self, flow):
        most = self.device.frame - (4 if self.device.axes["mapper"] == "label" else 0)
        flow["frame_length"] = key_table.length(most if self.draw.chance(55) else self.draw.between(min(90, most), most))

    def _control(self, flow):
        draw, detector = self.draw, self.device.axes["detector"]
        words = self.table.words("traffic.control")
        control = draw.one_of(CONTROLS_OF.get(detector, words)) if draw.chance(60) else draw.one_of(words)
        by_table = self.device.axes["mapper"] == "dscp" or "pcp_classes" in self.device.tables["switch"]["class_mapper"]
        if by_table and control == "fera":
            flow["class"] = 0
        flow["control"] = control
        if control in ("dcqcn", "timely", "ib_cc"):
            flow["ecn"] = draw.one_of(("ect0", "ect1"))
            if detector in ("tcd", "tcd_infiniband") and draw.chance(70):
                flow["tcd"], flow["ecn"] = True, "ect1"
        if control == "ib_cc" or draw.chance(30):
            flow["framing"] = "rocev2"
        if control == "window":
            flow["window_packets"] = draw.between(1, 30)
            flow["acknowledge_every"] = draw.one_of((1, 1, 2, 5))
        if control in ("window", "timely"):
            flow["timeout"] = f"{draw.between(1, 10) * 50}us"
        if control in ("none", "bcn", "fera") and draw.chance(40):
            flow["framing"] = "tcp"
        if control in ("dcqcn", "ib_cc") and draw.chance(30):
            flow["notify_interval"] = f"{draw.between(0, 30)}us"

    def _framing(self, flow):
        framing = flow.get("framing")
        if framing == "rocev2" and self.draw.chance(70) and "ecn" not in flow:
            flow["ecn"] = "ect0"
        if framing == "tcp":
            flow["connections"] = self.draw.between(1, 3)
            if "size" not in flow and flow["kind"] == "backlogged" and self.draw.chance(40):
                flow["transaction_packets"] = self.draw.between(1, 20)
        elif "ecn" not in flow and self.draw.chance(30):
            flow["ecn"] = self.draw.one_of(self.table.words("traffic.ecn"))

    def _capture(self):
        frames = self.draw.between(5, 60)
        self.files["frames.pcap"] = capture_of(frames, self.duration // (2 * frames), self.draw)
        flow = {"kind": "pcap", "file": "frames.pcap", "pace": self.draw.one_of(self.table.words("traffic.pace"))}
        if self.draw.chance(60):
            flow["fcs"] = self.draw.one_of(self.table.words("traffic.fcs"))
        return flow

    def _workload(self):
        draw = self.draw
        arrivals = draw.one_of(self.table.words("workload[].arrivals"))
        load = {"arrivals": arrivals, "class": self._class()}
        self._lengths(load)
        if arrivals == "list":
            load["file"] = "flows.csv"
            self.files["flows.csv"] = self._list().encode()
        else:
            load["choose"] = draw.one_of(self.table.words("workload[].choose"))
            self._sizes(load)
            load["flows"] = draw.between(1, 20)
            if draw.chance(30):
                load["sources"] = [draw.one_of(self.network.hosts)]
        if arrivals in ("poisson", "periodic"):
            load["interval"] = self.time(0.05, 0.3)
        load["framing"] = "udp"
        if draw.chance(40):
            self._control(load)
            if load.get("framing") == "tcp" and not draw.chance(3):
                load["framing"] = "rocev2"
        load["kind"] = "backlogged"
        self._framing(load)
        del load["kind"]
        if arrivals == "closed_loop" and load.get("control") not in ("window", "timely"):
            load["acknowledged"] = True
        self.tables["workload"] = [load]

    def _sizes(self, load):
        if self.draw.chance(25):
            load["sizes"] = "sizes.csv"
            self.files["sizes.csv"] = b"bytes,percent\n500,20\n3000,60\n40000,100\n"
        else:
            load["size"] = key_table.length(self.device.frame * self.draw.between(1, 40))

    def _list(self):
        rows = ["start,src,dst,bytes"]
        for _ in range(self.draw.between(2, 8)):
            a, b = self.draw.one_of(self.network.hosts), self.draw.one_of(self.network.hosts)
            if a != b:
                rows.append(f"{self.time(0, 0.8)},{a},{b},{self.draw.between(1, 60_000)}")
        return "\n".join(rows) + "\n"


def capture_of(count, gap, draw):
    """A classic capture without FCS of `count` UDP packets to one address, `gap` ps apart."""
    data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    for number in range(count):
        payload = bytes(draw.between(20, 200))
        udp = struct.pack(">HHHH", 1000, 2000, 8 + len(payload), 0) + payload
        header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), number, 0, 8, 17, 0, bytes([172, 16, 0, 1]), bytes([172, 16, 0, 2]))
        header = header[:10] + struct.pack(">H", _checksum(header)) + header[12:]
        frame = bytes.fromhex("020000000001020000000002") + b"\x08\x00" + header + udp
        nanoseconds = number * gap // 1000
        data += struct.pack("<IIII", nanoseconds // 10**9, nanoseconds % 10**9, len(frame), len(frame)) + frame
    return data


def _checksum(header):
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
