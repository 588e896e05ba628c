# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What one run of watchdog_league.py is worth, from the words of its oracle in summary.json and the routes of its flows: plain data in, plain data out.

Queues are egress queues of switches, DEVICE.pPORT.cCLASS, as in summary.json."""

import dataclasses
import tomllib

TRUE, BEHIND, LATE, STORM, FALSE, UNJUDGED = "true", "behind", "late", "storm", "false", "unjudged"


class Network:
    """Ways of flows over queues, what waits for what, and hosts that stop for ever: `storms` is {queue to the host: seconds}."""

    def __init__(self, text, summary):
        scenario = tomllib.loads(text)
        ends = [(cable[a], cable[f"{a}_port"], cable[b]) for cable in summary["network"]["cables"] for a, b in ("ab", "ba")]
        queue_to = {(device, peer): f"{device}.p{port}.c0" for device, port, peer in ends}
        self.peer_at = {(device, f"p{port}"): peer for device, port, peer in ends}
        self.queue_to = queue_to
        self.ways = {f"f{number}": [queue_to[pair] for pair in zip(flow["route"][1:], flow["route"][2:])]
                     for number, flow in enumerate(scenario["flow"], 1)}
        self.onward = {}
        for way in self.ways.values():
            for here, there in zip(way, way[1:]):
                self.onward.setdefault(here, set()).add(there)
        self.storms = {}
        for event in scenario.get("event", []):
            if event["do"] == "stop_host" and "length" not in event:
                at = int(event["at"].removesuffix("ns")) / 1e9
                for queue in (queue for (_, peer), queue in queue_to.items() if peer == event["host"]):
                    self.storms[queue] = min(at, self.storms.get(queue, at))
        self.circles = {queue for queue in self.onward if queue in self.reached({queue})}

    def reached(self, queues):
        """Queues that a packet may still have to pass behind one of these."""
        found, left = set(), list(queues)
        while left:
            for queue in self.onward.get(left.pop(), ()):
                if queue not in found:
                    found.add(queue)
                    left.append(queue)
        return found

    def tree(self, queues):
        """These queues, and those from which packets may have to wait for them."""
        queues = set(queues)
        return queues | {queue for queue in self.onward if self.reached({queue}) & queues}

    def held_by(self, viq):
        """The egress queue that a paused VIQ holds."""
        device, port, _ = viq.split(".")
        return self.queue_to[self.peer_at[device, port], device]


@dataclasses.dataclass
class Deadlock:
    """Of the oracle. circle: queues, none of a fat tree's knot; dissolved, declared: None, never."""
    formed: float
    dissolved: float
    circle: set
    declared: float = None

    def stands_at(self, at):
        return self.formed <= at and (self.dissolved is None or at <= self.dissolved)


@dataclasses.dataclass
class Verdict:
    """Of one run. deadlock: None, "detected", "missed", "ended"; storm: {queue: seconds from the stop to what was told, or None}; told: {kind: times};
    standing: something stands at the end that no storm explains; killed: {whose: packets}; later: {word as of deadlock: later deadlocks of the run}."""
    deadlock: str = None
    delay: float = None
    broken: float = None
    recovered: float = None
    again: int = 0
    storm: dict = dataclasses.field(default_factory=dict)
    told: dict = dataclasses.field(default_factory=dict)
    standing: bool = False
    killed: dict = dataclasses.field(default_factory=dict)
    delivered: int = 0
    later: dict = dataclasses.field(default_factory=dict)


def deadlocks_of(summary, network):
    """The run's deadlocks among switches, in the order of finding; of ITSY by the oracle of knots."""
    score = summary.get("score") or {}
    listed = score.get("knots") or summary.get("deadlocks", [])
    if listed and len(listed) < (score["formed"] if score.get("knots") else summary["deadlock"]["later"] + 1):
        raise ValueError("summary.json does not list all deadlocks of the run")
    if score.get("knots"):
        circle = lambda knot: {network.held_by(viq) for viq in knot["viqs"]} if network is not None else set()
        return [Deadlock(knot["formed_at_seconds"], knot["dissolved_at_seconds"], circle(knot), knot["declared_at_seconds"]) for knot in listed]
    return [Deadlock(one["formed_at_seconds"], one["dissolved_at_seconds"], set(one["cycle"])) for one in listed if not one.get("behind")]


def kind_of(told, deadlocks, network, back):
    """What a statement about a queue is worth: told is (seconds, queue); back: the seconds before it that the rule looks at."""
    at, queue = told
    waits_for = lambda circle: network is None or queue in network.tree(circle)
    standing = [one for one in deadlocks if one.stands_at(at)]
    just_over = [one for one in deadlocks if one.dissolved is not None and one.dissolved < at <= one.dissolved + back]
    if any(queue in one.circle for one in standing):
        return TRUE
    if any(waits_for(one.circle) for one in standing):
        return BEHIND
    if any(waits_for(one.circle) for one in just_over):
        return LATE
    if network is not None and any(since <= at and waits_for({stopped}) for stopped, since in network.storms.items()):
        return STORM
    # Of two deadlocks at once, the one that ends first is not found.
    return UNJUDGED if (standing or just_over) and waits_for(network.circles) else FALSE


def killed_of(summary, network, deadlocks):
    """{whose: packets}: of flows that pass a circle or end at the storm's host; that pass a queue which may wait for these; of others."""
    causes = set(network.storms).union(*(one.circle for one in deadlocks))
    tree, killed = network.tree(causes), {"cause": 0, "behind": 0, "innocent": 0}
    for flow in summary["flows"]:
        way = set(network.ways[flow["name"]])
        killed["cause" if way & causes else "behind" if way & tree else "innocent"] += flow["dropped_packets"]
    return killed


def dropped_flows(summary):
    return [flow["name"] for flow in summary["flows"] if flow["dropped_packets"]]


def told_of(kind, summary):
    """[(seconds, queue)] that the unit told."""
    return [(storm["at_seconds"], storm["place"]) for storm in summary.get("storms", [])] if kind == "pfcwd" else []


def told_kinds(kind, summary, deadlocks, network, back):
    """{kind: statements}. A watchdog tells nothing: each flow of which it dropped packets counts once, by what the run had at any time."""
    score = summary.get("score")
    if kind == "itsy":
        return {TRUE: score["declared_true"], STORM: score["declared_behind_host"], FALSE: score["declared_false"], UNJUDGED: score["declared_apart"]}
    kinds = {}
    if kind == "watchdog":
        circles = set().union(*(one.circle for one in deadlocks))
        sets = ((TRUE, circles), (BEHIND, network.tree(circles)), (STORM, network.tree(network.storms)),
                (UNJUDGED, network.tree(network.circles) if deadlocks else set()))
        for name in dropped_flows(summary):
            one = next((kind for kind, queues in sets if queues & set(network.ways[name])), FALSE)
            kinds[one] = kinds.get(one, 0) + 1
    for told in told_of(kind, summary):
        one = kind_of(told, deadlocks, network, back)
        kinds[one] = kinds.get(one, 0) + 1
    return kinds


def detection(kind, summary, deadlock):
    """(word, seconds from forming)."""
    end = "missed" if deadlock.dissolved is None else "ended"
    if kind == "itsy":
        declared = deadlock.declared
    elif kind == "watchdog":
        return "missed" if deadlock.dissolved is None else "detected", None
    else:
        declared = min((at for at, queue in told_of(kind, summary) if queue in deadlock.circle and deadlock.stands_at(at)), default=None)
    return ("detected", declared - deadlock.formed) if declared is not None else (end, None)


def judge_deadlocks(kind, summary, deadlocks, found):
    """Fills what a verdict says of the run's deadlocks."""
    found.again = len(deadlocks) - 1
    found.deadlock, found.delay = detection(kind, summary, deadlocks[0])
    for one in deadlocks[1:]:
        word = detection(kind, summary, one)[0]
        found.later[word] = found.later.get(word, 0) + 1
    found.broken = None if deadlocks[0].dissolved is None else deadlocks[0].dissolved - deadlocks[0].formed
    found.standing |= any(one.dissolved is None for one in deadlocks)
    found.recovered = None if found.standing else max(one.dissolved for one in deadlocks) - deadlocks[0].formed


def storm_detection(kind, summary, network, must):
    """{queue to a host that stops for ever: seconds from the stop until the queue was told, 0.0 where packets to the host are dropped by units that tell
    nothing, or None where packets still wait at the end}; without queues for which nothing waits any more."""
    found = {}
    dropped, waiting = ({network.ways[flow["name"]][-1] for flow in summary["flows"] if flow[key]} for key in ("dropped_packets", "in_network_packets"))
    for queue in must:
        if kind == "pfcwd":
            since = network.storms[queue]
            told = min((at - since for at, place in told_of(kind, summary) if place == queue and at >= since), default=None)
        else:
            told = 0.0 if queue in dropped else None
        if told is not None or queue in waiting:
            found[queue] = told
    return found


def judge(kind, back, summary, network, must):
    """must: queues to hosts that stay full without a unit."""
    deadlocks = deadlocks_of(summary, network)
    found = Verdict(delivered=summary["packets_delivered"], told=told_kinds(kind, summary, deadlocks, network, back),
                    killed=killed_of(summary, network, deadlocks))
    found.storm = storm_detection(kind, summary, network, must)
    dead = {name for name, way in network.ways.items() if way[-1] in network.storms}
    found.standing = any(flow["in_network_packets"] for flow in summary["flows"] if flow["name"] not in dead)
    if deadlocks:
        judge_deadlocks(kind, summary, deadlocks, found)
    return found


def stuck_at_hosts(summary, network):
    """Queues to hosts that stop for ever, behind which packets stay in the run without a unit: what a watchdog for storms has to find."""
    return {network.ways[flow["name"]][-1] for flow in summary["flows"] if flow["in_network_packets"] and network.ways[flow["name"]][-1] in network.storms}


def judge_tree(kind, back, summary):
    """Of a fat tree, whose flows are drawn as the run goes: without routes, so that a queue outside the circle counts as behind it while it stands."""
    deadlocks = deadlocks_of(summary, None)
    found = Verdict(delivered=summary["packets_delivered"], killed={"all": summary["packets_dropped"]})
    for word, times in told_kinds(kind, summary, deadlocks, None, back).items() if kind in ("pfcwd", "itsy") else ():
        word = TRUE if word == BEHIND else word
        found.told[word] = found.told.get(word, 0) + times
    if deadlocks:
        judge_deadlocks(kind, summary, deadlocks, found)
    return found
