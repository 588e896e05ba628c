# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a small network of any kind of [topology], and knows its hosts, switches, cables and the longest way."""

import key_table

RATES = (1, 5, 10, 10, 25, 40, 100)  # Gbps
NS = 1000  # ps


class Network:
    """two_sided: as ttl_parity wants it. holds: where a scheme may hold queues for ever, rings are drawn more often.

    cables: pairs of names, where they are known. diameter: switches that a shortest path passes at most. Rates in bit/s, times in ps.
    """

    def __init__(self, draw, kinds, two_sided=False, holds=False):
        self.draw, self.table, self.files = draw, {}, {}
        self.cables, self.hosts, self.switches = [], [], []
        kinds = [kind for kind in kinds if not two_sided or kind in ("star", "leaf_spine", "fat_tree")]
        self.kind = "ring" if "ring" in kinds and draw.chance(45 if holds else 15) else draw.one_of(kinds)  # where queues wait in circles
        self.table["kind"] = self.kind
        self.rate = draw.one_of(RATES) * 10**9
        self.delay = int(NS * draw.one_of((50, 200, 500, 1000, 2000)) * (0.5 + draw.random()))
        self.wire_overhead = draw.chance(25)
        getattr(self, "_" + self.kind, self._unknown)()
        self.circle = self.kind == "ring" and draw.chance(70)  # flows go the same way round, and may hold each other for ever
        self._options()

    def trunks(self):
        """Cables between switches."""
        return [(a, b) for a, b in self.cables if a in self.switches and b in self.switches]

    def switch_of(self, host):
        return next(a if b == host else b for a, b in self.cables if host in (a, b))

    def _unknown(self):
        """A kind of a later version: as a ring, or refused."""
        self._ring()

    def _join(self, switch, hosts, first=None):
        first = len(self.hosts) + 1 if first is None else first
        for number in range(hosts):
            self.hosts.append(f"h{first + number}")
            self.cables.append((switch, self.hosts[-1]))

    def _line(self, count, hosts):
        self.switches = [f"s{i + 1}" for i in range(count)]
        for switch in self.switches:
            self._join(switch, hosts)
        self.cables += list(zip(self.switches, self.switches[1:]))

    def _ring(self):
        count = self.draw.one_of((3, 3, 4, 5, 6, 6))
        self.table["switches"], self.diameter = count, count // 2 + 1
        self._line(count, 1)
        self.cables.append((self.switches[-1], self.switches[0]))

    def _star(self):
        self.table["hosts"], self.diameter = self.draw.between(3, 7), 1
        self._line(1, self.table["hosts"])

    def _fat_tree(self):
        k = 4 if self.draw.chance(25) else 2
        half, self.diameter = k // 2, 5
        self.table["k"] = k
        names = {kind: [f"{kind}{i + 1}" for i in range(count)] for kind, count in (("se", k * half), ("sa", k * half), ("sc", half * half))}
        self.switches = [name for kind in names.values() for name in kind]
        for number, edge in enumerate(names["se"]):
            self._join(edge, half, first=number * half)
            self.cables += [(edge, names["sa"][number // half * half + j]) for j in range(half)]
        self.cables += [(above, names["sc"][number % half * half + j]) for number, above in enumerate(names["sa"]) for j in range(half)]

    def _leaf_spine(self):
        leaves, spines, each = self.draw.between(2, 3), self.draw.between(1, 2), self.draw.between(1, 3)
        self.table.update(leaves=leaves, spines=spines, hosts_per_switch=each)
        self.switches = [f"leaf{i + 1}" for i in range(leaves)]
        for leaf in self.switches:
            self._join(leaf, each)
        above = [f"spine{i + 1}" for i in range(spines)]
        self.cables += [(leaf, spine) for leaf in self.switches for spine in above]
        self.switches, self.diameter = self.switches + above, 3

    def _dumbbell(self):
        left, right = self.draw.between(1, 4), self.draw.between(1, 4)
        self.table.update(left=left, right=right)
        self.switches, self.diameter = ["s1", "s2"], 2
        self._join("s1", left)
        self._join("s2", right)
        self.cables.append(("s1", "s2"))

    def _parking_lot(self):
        count, each = self.draw.between(2, 4), self.draw.between(1, 2)
        self.table.update(switches=count, hosts_per_switch=each)
        self._line(count, each)
        self._join(self.switches[-1], 1)
        self.diameter = count

    def _random(self):
        """Which switches are neighbours is the program's draw, and so only the cables of hosts are known."""
        count, each = self.draw.one_of((4, 6)), self.draw.between(1, 2)
        self.table.update(switches=count, hosts_per_switch=each)
        self._line(count, each)
        self.cables = [cable for cable in self.cables if cable[1] in self.hosts]
        if self.draw.chance(50):
            self.table["degree"] = self.draw.between(2, 3)
        else:
            self.table["probability"] = 0.6
        self.diameter = 4
        self.table["seed"] = self.draw.below(1000)

    def _tree(self):
        count = self.draw.between(2, 6)
        self._line(count, 0)
        trunks = [(self.switches[self.draw.below(i)], self.switches[i]) for i in range(1, count)]
        trunks += [(self.switches[self.draw.below(i)], self.switches[i]) for i in range(2, count) if self.draw.chance(30)]
        self.cables = list(dict.fromkeys(trunks))  # a second cable between two switches is as good, but rare
        for switch in self.switches:
            self._join(switch, self.draw.between(1, 2))
        self.diameter = count

    def _file(self):
        self._tree()
        rows = [f"{a},{b},," if self.draw.chance(80) else f"{a},{b},{key_table.rate(self.rate // 2)},{key_table.time(2 * self.delay)}"
                for a, b in self.cables]
        self.table["file"] = "net.csv"
        self.files["net.csv"] = ("a,b,rate,delay\n" + "\n".join(rows) + "\n").encode()

    def _custom(self):
        self._tree()
        self.table["device"] = [{"name": name, "kind": "host"} for name in self.hosts] + [{"name": name, "kind": "switch"} for name in self.switches]
        self.table["link"] = [{"between": list(cable)} for cable in self.cables]

    def _options(self):
        draw, table = self.draw, self.table
        table["rate"], table["delay"] = key_table.rate(self.rate), key_table.time(self.delay)
        if self.wire_overhead:
            table["wire_overhead"] = True
        if self.kind not in ("file", "custom") and draw.chance(25):
            table["trunk_rate"] = key_table.rate(self.rate * draw.one_of((1, 2, 4)) // 2)
        if self.kind not in ("file", "custom") and draw.chance(25):
            table["trunk_delay"] = key_table.time(self.delay * draw.between(1, 5))
        if self.cables and draw.chance(20):
            self._special(draw.one_of(self.cables))
        if draw.chance(5) and len(self.trunks()) > 1 and self.kind != "custom":
            table["failed"] = [list(draw.one_of(self.trunks()))]
        if draw.chance(3):
            table["failure_probability"] = draw.one_of((0.1, 0.0))
        if draw.chance(10):
            table["first_address"] = draw.one_of(("10.1.0.1", "192.168.7.1", "128.0.0.0"))

    def _special(self, cable):
        links = self.table.setdefault("link", [])
        link = next((one for one in links if one["between"] == list(cable)), None)
        if link is None:
            links.append(link := {"between": list(cable)})
        link["rate"] = key_table.rate(self.rate // self.draw.one_of((2, 4, 10)))
        if self.draw.chance(30):
            link["delay"] = key_table.time(3 * self.delay)
