# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Drawn switches, each with the shared headroom pool that `weir headroom --pool` says: the sets of queues are those of a search that tries every set
by the words of the guide; the witness fills the pool to the last cell and loses nothing, with a cell less it loses a frame; the smallest set that
breaks a ratio breaks it; and with the pool that is said to be safe heavy traffic on all ways loses nothing.

pools.py WEIR                 18 switches, and those kept
pools.py WEIR --switches N    as many
pools.py --self-test          shows that a set that is missed, one that cannot be, and runs that are not as said are found
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import exact

SWITCHES = 18
KEPT = (1033, 1118, 1130)  # in whose witness too little waited at an egress kept busy, or more than a buffer can hold
GBPS = 10**9
ALL = range(8)
EXACT_PORTS = 8


class Drawn:
    """A switch s1, what is behind its ports, and flows; the same for a number in every run."""

    def __init__(self, number):
        draw = random.Random(f"pool {number}")
        self.number = number
        scarce = draw.random() < 0.4  # inputs cannot keep all egresses busy at once that they can keep busy one by one
        self.ports = draw.choice((5, 6, 7, 8, 8, 11) if scarce else (2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 10, 12))
        rates = draw.choice(((100,), (100,), (25, 100), (10, 25, 40, 100)))
        fast = draw.randint(2, 3) if scarce else 0
        self.rate = {}      # cable -> bit/s; a cable is the name of its lower end
        self.delay = {}     # picoseconds
        self.hosts = []
        self.behind = []    # port -> device
        self.below = {}     # switch below s1 -> its hosts
        for port in range(self.ports):
            name = f"n{port}"
            self.rate[name] = draw.choice((10, 25, 40) if scarce else rates) * GBPS
            self.delay[name] = 5000 * draw.choice((1, 5, 40, 100))
            self.behind.append(name)
            if not scarce and draw.random() < 0.2:
                self.below[name] = [f"n{port}x", f"n{port}y"]
                for host in self.below[name]:
                    self.rate[host] = draw.choice(rates) * GBPS
                    self.delay[host] = 5000 * draw.choice((1, 5))
                self.hosts += self.below[name]
            else:
                self.hosts.append(name)
        sources = sum(self.rate[name] for name in self.behind[fast:]) // GBPS
        for name in self.behind[:fast]:
            self.rate[name] = max(10, round(sources * draw.uniform(0.35, 0.85))) * GBPS
        self.lossless = sorted(draw.sample(ALL, draw.choice((1, 1, 2, 3))))
        if draw.random() < 0.8:
            self.lossless = [c % 4 for c in self.lossless]
            self.lossless = sorted(set(self.lossless))
        self.lengths = sorted({64, draw.choice((64, 128, 512)), draw.choice((300, 1000, 1500))})[draw.choice((0, 1)):]
        self.cell = draw.choice((80, 128, 208, 254))
        self.overhead = draw.choice((0, 20))
        self.response = draw.choice((0, 300_000, 1_000_000))
        self.discipline = "round_robin" if draw.random() < 0.1 else "strict_priority"
        self.slow = {host for host in self.hosts if draw.random() < (0.05 if scarce else 0.2)}
        self.short = draw.choice(("", "", "", "", "", "", "", "alpha", "buffer")) if not scarce else ""  # packets may want headroom anywhere
        sinks = draw.sample(self.hosts, draw.randint(1, len(self.hosts)))
        self.flows = []     # source, destination, class
        for _ in range(draw.randint(1, 2 * self.ports)):
            source, sink = draw.choice(self.hosts), draw.choice(sinks)
            if source != sink:
                self.flows.append((source, sink, draw.choice([*self.lossless, *self.lossless, draw.choice(ALL)])))
        if scarce:
            self.flows = [(source, sink, draw.choice(self.lossless)) for source in self.hosts[fast:]
                          for sink in draw.sample(self.hosts[:fast], draw.choice((1, 1, 2, 2, fast)))]
        if not self.flows:
            self.flows = [(self.hosts[0], self.hosts[1], self.lossless[0])]
        # Every length in each lossless class, or no queue of it could be told what its frames are.
        self.flows += [(*self.flows[0][:2], self.lossless[0])] * len(self.lengths)
        self.draw = draw

    def up(self, host):
        return next((switch for switch, hosts in self.below.items() if host in hosts), None)

    def hops(self, source, sink):
        """(switch, device that the packet comes from, device that it goes to) on the way."""
        way = [source, self.up(source), "s1", self.up(sink), sink]
        if self.up(source) and self.up(source) == self.up(sink):
            way = [source, self.up(source), sink]
        way = [device for device in way if device]
        return [(way[i], way[i - 1], way[i + 1]) for i in range(1, len(way) - 1)]

    def text(self, pool=None, flows=None, duration="1ms"):
        lines = [f'[scenario]\nname = "drawn"\nduration = "{duration}"\n[topology]\nkind = "custom"\nwire_overhead = {str(self.overhead > 0).lower()}']
        switches = ["s1", *self.below]
        lines += [f'[[topology.device]]\nname = "{name}"\nkind = "{"switch" if name in switches else "host"}"'
                  for name in dict.fromkeys([*switches, *self.hosts])]
        lines += [f'[[topology.link]]\nbetween = ["{name}", "s1"]\nrate = "{self.rate[name]}bps"\ndelay = "{self.delay[name]}ps"' for name in self.behind]
        lines += [f'[[topology.link]]\nbetween = ["{host}", "{switch}"]\nrate = "{self.rate[host]}bps"\ndelay = "{self.delay[host]}ps"'
                  for switch, hosts in self.below.items() for host in hosts]
        lines.append(f'[switch.egress]\ndiscipline = "{self.discipline}"')
        limits = ", ".join('"8KB"' if c in self.lossless or self.short == "buffer" else '"1MB"' for c in ALL)
        lines.append(f'[switch.mmu]\nbuffer = "{100_009_000 if self.short == "buffer" else 400_000_000}B"\nviq_limit = [{limits}]\ncell = "{self.cell}B"\nheadroom = "1MB"\ncount_cells = true\nheadroom_pool = "100MB"')
        lines += ["lossless_alpha = 0.5"] if self.short == "alpha" else []
        if pool is not None:
            lines.append(f'[switch.s1.mmu]\nheadroom = "{min(10**6, pool)}B"\nheadroom_pool = "{pool}B"')
            lines += [f'buffer = "{pool + 9_000}B"'] if self.short == "buffer" else []
        lines.append(f'[flow_control]\nscheme = "pfc"\nlossless = {self.lossless}\nprocessing_delay = "{self.response}ps"\n'
                     '[flow_control.pfc]\nxoff = "8KB"\nxon = "6KB"')
        lines += [f'[[host]]\nhosts = ["{host}"]\nservice_rate = "{self.rate[host] // 4}bps"' for host in sorted(self.slow)]
        return "\n".join(lines) + "\n" + (self.flow_lines() if flows is None else flows)

    def flow_lines(self):
        last = len(self.flows) - len(self.lengths)
        return "".join(f'[[flow]]\nsrc = "{source}"\ndst = "{sink}"\nclass = {c}\nframe_length = "{self.lengths[max(0, i - last)]}B"\n'
                       for i, (source, sink, c) in enumerate(self.flows))

    def hammer(self):
        """First frames of the highest lossy class on all ways, which wait at overloaded egresses; then lossless frames on theirs, on and off."""
        lossy = [c for c in ALL if c not in self.lossless]
        lines = ""
        for source, sink, c in dict.fromkeys(self.flows):
            stop, length = self.draw.randrange(10_000, 40_000), self.draw.choice(self.lengths)
            lines += f'[[flow]]\nsrc = "{source}"\ndst = "{sink}"\nclass = {lossy[-1]}\nstop = "{stop}ns"\n'
            if c in self.lossless:
                lines += f'[[flow]]\nsrc = "{source}"\ndst = "{sink}"\nclass = {c}\nframe_length = "{length}B"\nstart = "{self.draw.randrange(40_000)}ns"\n'
                if self.draw.random() < 0.3:
                    lines += f'stop = "{self.draw.randrange(50_000, 90_000)}ns"\n'
        return lines


class Definition:
    """What the guide says, tried out set by set."""

    def __init__(self, drawn):
        self.drawn = drawn
        self.ways = {}      # switch -> {(from, to): classes}
        for source, sink, c in drawn.flows:
            for switch, before, after in drawn.hops(source, sink):
                self.ways.setdefault(switch, {}).setdefault((before, after), set()).add(c)
        self.fills = {"surely": set(), "perhaps": set()}  # (switch, from, class)
        while any([self.grow(kind) for kind in self.fills]):
            pass

    def rate(self, switch, device):
        return self.drawn.rate[device if switch == "s1" or device != "s1" else switch]

    def inputs(self, switch, after):
        return {before for before, to in self.ways.get(switch, {}) if to == after}

    def overloaded(self, switch, after):
        return sum(self.rate(switch, one) for one in self.inputs(switch, after)) > self.rate(switch, after)

    def runs_short(self, switch):
        """Whether the buffer cannot hold all queues that get packets, at their limits and a frame."""
        drawn, cells = self.drawn, lambda size: -(-size // self.drawn.cell)
        queues = {(before, c) for (before, _), classes in self.ways.get(switch, {}).items() for c in classes}
        limits = sum((cells(8_000 if c in drawn.lossless or drawn.short == "buffer" else 10**6) + cells(1500)) * drawn.cell for _, c in queues)
        return drawn.short == "alpha" or limits + 10**8 > (100_009_000 if drawn.short == "buffer" else 4 * 10**8)

    def goes_first(self, c):
        return self.drawn.discipline == "strict_priority" and any(k > c and k not in self.drawn.lossless for k in ALL)

    def held(self, switch, after, c, kind):
        if after in self.drawn.hosts:
            return after in self.drawn.slow
        return (after, switch, c) in self.fills[kind]

    def stands(self, switch, after, c, kind):
        if kind == "perhaps" and self.runs_short(switch):
            return True
        if self.held(switch, after, c, kind) or self.overloaded(switch, after) and (kind == "perhaps" or self.goes_first(c)):
            return True
        return kind == "perhaps" and any((switch, after, other) in self.fills[kind] for other in ALL)

    def grow(self, kind):
        found = {(switch, before, c) for switch, ways in self.ways.items() for (before, after), classes in ways.items()
                 for c in classes if c in self.drawn.lossless and self.stands(switch, after, c, kind)}
        more = found - self.fills[kind]
        self.fills[kind] |= found
        return bool(more)

    def cells(self, port):
        drawn, name = self.drawn, self.drawn.behind[port]
        time = lambda length: exact.line_time(length, drawn.rate[name], drawn.overhead)  # noqa: E731
        cells = lambda length: -(-length // drawn.cell)  # noqa: E731
        budget = time(1500) + time(64) + 2 * drawn.delay[name] + drawn.response
        lengths = sorted(set(drawn.lengths))
        best = {0: 0}       # line time -> cells
        for at in sorted_times(best, budget, [time(length) for length in lengths]):
            best[at] = max(best[at - time(length)] + cells(length) for length in lengths if at - time(length) in best)
        return 2 * cells(lengths[-1]) + max(best.values())

    def can_be_busy(self, egresses):
        for size in range(1, len(egresses) + 1):
            for some in itertools.combinations(egresses, size):
                into = set().union(*(self.inputs("s1", after) for after in some))
                if sum(self.rate("s1", one) for one in into) <= sum(self.rate("s1", one) for one in some):
                    return False
        return True

    def standing(self, busy):
        return {(before, c) for (before, after), classes in self.ways.get("s1", {}).items() for c in classes if c in self.drawn.lossless
                and (self.held("s1", after, c, "surely") or after in busy and self.goes_first(c))}

    def sets(self):
        useful = sorted({after for _, after in self.ways.get("s1", {})})
        for size in range(len(useful) + 1):
            for busy in itertools.combinations(useful, size):
                if self.can_be_busy(busy):
                    yield self.standing(busy)

    def largest(self, cells):
        return max(sum(cells[before] for before, _ in queues) for queues in self.sets())

    def fewest_ports(self, cells, pool):
        fewest = None
        for queues in self.sets():
            ports = sorted({before for before, _ in queues})
            for size in range(1, len(ports) + 1):
                if (fewest is None or size < fewest) and any(sum(cells[before] for before, _ in queues if before in some) > pool
                                                             for some in itertools.combinations(ports, size)):
                    fewest = size
        return fewest


def sorted_times(best, budget, steps):
    """All sums of steps within the budget, ascending."""
    found, left = {0}, [0]
    while left:
        at = left.pop()
        for step in steps:
            if at + step <= budget and at + step not in found:
                found.add(at + step)
                left.append(at + step)
    return sorted(found - set(best))


def fault_of_sets(drawn, report, definition):
    """What the report of s1 says otherwise than the definition; "": nothing."""
    port_of = {name: port for port, name in enumerate(drawn.behind)}
    cells = {name: definition.cells(port) for name, port in port_of.items()}
    filling = {f"s1.p{port_of[before]}.c{c}" for switch, before, c in definition.fills["perhaps"] if switch == "s1"}
    said = {queue["queue"] for queue in report["queues"] if queue["can_fill"]}
    if said != filling:
        return f"can fill: {sorted(said)}, wanted {sorted(filling)}"
    wanted = {f"s1.p{port_of[name]}.c{c}": cells[name] for name in drawn.behind for c in drawn.lossless}
    if {queue["queue"]: queue["cells"] for queue in report["queues"]} != wanted:
        return f"cells of queues: wanted {wanted}"
    if report["filling_cells"] != sum(wanted[queue] for queue in filling) or report["all_cells"] != sum(wanted.values()):
        return "sums of cells"
    if report["standing_cells"] != sum(wanted[queue] for queue in report["standing"]):
        return "cells of the set that stands"
    largest = definition.largest(cells)
    fewest = definition.fewest_ports(cells, report["pool_cells"]) if report["verdict"] == "BREAKS" else 0
    if report["standing_cells"] > largest or report["standing_cells"] < largest and report["exact"] or largest > report["filling_cells"]:
        return f"stand at once: {report['standing_cells']}, wanted {largest}"
    if not report["exact"] and drawn.ports <= EXACT_PORTS:
        return f"a search of {drawn.ports} ports is not exact"
    if fewest and not report["at_least_ports"] <= fewest <= len(report["breaking_ports"]):
        return f"breaks by {report['breaking_ports']}, at least {report['at_least_ports']}, wanted {fewest} ports"
    if fewest and drawn.ports <= EXACT_PORTS and len(report["breaking_ports"]) != fewest:
        return f"breaks by {report['breaking_ports']}, wanted {fewest} ports"
    return ""


def weir(program, *arguments, accepted=(0,)):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise ValueError(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stdout}{done.stderr}")
    return done


def pool_of(program, scenario, *options):
    report = json.loads(weir(program, "headroom", scenario, "--pool", "--format", "json", *options, accepted=(0, 1)).stdout)
    return next(one for one in report["switches"] if one["switch"] == "s1")


def run(program, scenario, folder, *options):
    """Frames lost for want of headroom, and the queues of s1 that have held some."""
    weir(program, "run", scenario, "--quiet", "--out", folder, *options, accepted=(0, 1))
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    held = {f"s1.p{queue['port']}.c{queue['class']}" for queue in summary["queues"] if queue["device"] == "s1" and queue.get("viq_headroom_peak_bytes")}
    return summary["drops"].get("headroom_exhausted", 0), held


def judge(program, number):
    drawn = Drawn(number)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenario, witness = folder / "s.toml", folder / "w.toml"
        scenario.write_text(drawn.text(), encoding="utf-8")
        report = pool_of(program, scenario)
        definition = Definition(drawn)
        fault = fault_of_sets(drawn, report, definition)
        if not fault and report["breaks_from"] and report["breaks_from"] <= 1000:
            ratio = f"{max(1.0, report['breaks_from']):.2f}"
            broken = pool_of(program, scenario, "--over-subscribe", ratio)
            fault = fault_of_sets(drawn, broken, definition) or ("" if broken["verdict"] == "BREAKS" else f"{ratio} does not break")
            if not fault:
                said = weir(program, "headroom", scenario, "--pool", "--over-subscribe", ratio, "--witness", witness, accepted=(0, 1))
                fault = f"ratio {ratio}: {said.stdout}" if said.returncode else ""
        if not fault and report["safe_ratio"] and pool_of(program, scenario, "--over-subscribe", f"{max(1, report['safe_ratio']):.2f}")["verdict"] != "holds":
            fault = "the safe ratio does not hold"
        if not fault and report["standing_cells"]:
            fault = fault_of_runs(program, scenario, witness, folder)
        if not fault and report["filling_cells"]:
            scenario.write_text(drawn.text(report["filling_cells"] * drawn.cell, drawn.hammer(), "100us"), encoding="utf-8")
            frames, held = run(program, scenario, folder / "hammer")
            beyond = held - {queue["queue"] for queue in report["queues"] if queue["can_fill"]}
            fault = f"heavy traffic loses {frames} frames of the safe pool" if frames else f"{beyond} cannot fill, but did" if beyond else ""
        kinds = (report["standing_cells"] > 0, report["standing_cells"] == report["filling_cells"], len(report["kept_busy"]) > 0, drawn.ports > EXACT_PORTS)
        return fault and f"switch {number}: {fault}", kinds


def fault_of_runs(program, scenario, witness, folder):
    said = weir(program, "headroom", scenario, "--pool", "--witness", witness, accepted=(0, 1))
    if said.returncode:
        return f"the witness: {said.stdout}"
    less = next(line for line in witness.read_text(encoding="utf-8").splitlines() if "--set" in line).removeprefix("#").split()
    return "" if run(program, witness, folder / "less", *less)[0] else "with a cell less nothing is lost"


def guarded(program, number):
    try:
        return judge(program, number)
    except ValueError as error:
        return f"switch {number}: {error}", (False,) * 4


def check(program, switches):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda number: guarded(program, number), [*range(switches), *KEPT]))
    faults = [fault for fault, _ in results if fault]
    stand, meet, busy, large = (sum(kinds[i] for _, kinds in results) for i in range(4))
    print("\n".join(faults) or f"{len(results)} switches are as said: queues stand in {stand}, by egresses kept busy in {busy}; "
                               f"the bounds meet in {meet}; {large} have more than {EXACT_PORTS} ports")
    return bool(faults) or stand < switches / 3 or busy < switches / 8


def self_test():
    """A report made from the definition is right; without one queue, with another ratio's set, or with a cell more it is not."""
    wrong = []
    for number in range(12):
        drawn = Drawn(number)
        definition = Definition(drawn)
        cells = [definition.cells(port) for port in range(drawn.ports)]
        name = lambda queue: f"s1.p{drawn.behind.index(queue[0])}.c{queue[1]}"  # noqa: E731
        by_name = {one: cells[port] for port, one in enumerate(drawn.behind)}
        best = max(definition.sets(), key=lambda queues: sum(by_name[before] for before, _ in queues))
        filling = {name((before, c)) for switch, before, c in definition.fills["perhaps"] if switch == "s1"}
        queues = [{"queue": f"s1.p{port}.c{c}", "cells": cells[port], "can_fill": f"s1.p{port}.c{c}" in filling}
                  for port in range(drawn.ports) for c in drawn.lossless]
        right = {"queues": queues, "filling_cells": sum(one["cells"] for one in queues if one["can_fill"]),
                 "all_cells": sum(one["cells"] for one in queues), "standing": [name(queue) for queue in best],
                 "standing_cells": sum(by_name[before] for before, _ in best), "exact": True, "verdict": "none"}
        planted = [{**right, "filling_cells": right["filling_cells"] + 1}, {**right, "queues": [{**one, "can_fill": not one["can_fill"]} for one in queues]},
                   {**right, "queues": [{**one, "cells": one["cells"] + 1} for one in queues]}]
        if best:
            planted.append({**right, "standing": right["standing"][1:],
                            "standing_cells": right["standing_cells"] - by_name[list(best)[0][0]]})
        wrong += [f"{number}: the right report: {fault_of_sets(drawn, right, definition)}"] if fault_of_sets(drawn, right, definition) else []
        wrong += [f"{number}: fault {i} is not found" for i, report in enumerate(planted) if not fault_of_sets(drawn, report, definition)]
    print("\n".join(wrong) or "ok")
    return bool(wrong)


if __name__ == "__main__":
    if "--self-test" in sys.argv:
        sys.exit(self_test())
    sys.exit(check(str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[3]) if "--switches" in sys.argv else SWITCHES))
