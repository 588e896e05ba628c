# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What one run of watchdog_league.py is worth, from the words of its oracle in summary.json and the routes of its flows: plain data in, plain data out.

Queues are egress queues of switches, DEVICE.pPORT.cCLASS, as in summary.json."""

import csv
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
class Verdict:
    """Of one run. deadlock: None, "detected", "missed", "ended"; storm: {queue: seconds from the stop to what was told, or None}; told: {kind: times};
    standing: something stands at the end that no storm explains; killed: {whose: packets}."""
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


def deadlock_of(summary, network):
    """(formed, dissolved or None, queues of the circle, deadlocks after it) of the run's first deadlock among switches, or None."""
    knots = (summary.get("score") or {}).get("knots", [])
    if knots and network is not None:
        return knots[0]["formed_at_seconds"], knots[0]["dissolved_at_seconds"], {network.held_by(viq) for viq in knots[0]["viqs"]}, len(knots) - 1
    found = summary["deadlock"]
    if knots or not found or found.get("behind"):
        return (knots[0]["formed_at_seconds"], knots[0]["dissolved_at_seconds"], set(), len(knots) - 1) if knots else None
    return found["formed_at_seconds"], found["dissolved_at_seconds"], set(found["cycle"]), found["later"]


def kind_of(told, deadlock, network, back):
    """What a statement about a queue is worth: told is (seconds, queue); back: the seconds before it that the rule looks at."""
    at, queue = told
    if deadlock:
        formed, dissolved, circle, again = deadlock
        stood = formed <= at and (dissolved is None or at <= dissolved)
        if stood or (dissolved is not None and dissolved < at <= dissolved + back):
            if network is None or queue in network.tree(circle):
                return (TRUE if queue in circle else BEHIND) if stood else LATE
            if queue in network.tree(network.circles):  # of two deadlocks at once the run names one
                return UNJUDGED
    if network is not None and any(since <= at and queue in network.tree({stopped}) for stopped, since in network.storms.items()):
        return STORM
    if deadlock and again and dissolved is not None and at > dissolved and (network is None or queue in network.tree(network.circles)):
        return UNJUDGED
    return FALSE


def last_standing(out, circle, after):
    """The last sample, in seconds, until which every queue of the circle held bytes, was paused, and had not moved since the sample before."""
    last, before = after, None
    with open(out / "timeseries.csv", encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        column = {name: number for number, name in enumerate(next(rows))}
        depths = [column[f"{queue}.veq_depth_bytes"] for queue in sorted(circle)]
        pauses = [column[f"{queue}.sender_pause"] for queue in sorted(circle)]
        for row in rows:
            here = [row[number] for number in depths]
            if here == before and "0" not in here and all(row[number] not in ("0", "") for number in pauses):
                last = max(last, float(row[0]))
            before = here
    return last


def killed_of(summary, network, deadlock):
    """{whose: packets}: of flows that pass the circle or end at the storm's host; that pass a queue which may wait for these; of others."""
    causes = set(network.storms)
    if deadlock:
        causes |= deadlock[2] | (network.circles if deadlock[3] else set())
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


def told_kinds(kind, summary, deadlock, network, back):
    """{kind: statements}. A watchdog tells nothing: each flow of which it dropped packets counts once, by what the run had at any time."""
    score = summary.get("score")
    if kind == "itsy":
        return {TRUE: score["declared_true"], STORM: score["declared_behind_host"], FALSE: score["declared_false"], UNJUDGED: score["declared_apart"]}
    kinds = {}
    if kind == "watchdog":
        circle = deadlock[2] if deadlock else set()
        sets = ((TRUE, circle), (BEHIND, network.tree(circle)), (STORM, network.tree(network.storms)),
                (UNJUDGED, network.tree(network.circles) if deadlock else set()))
        for name in dropped_flows(summary):
            one = next((kind for kind, queues in sets if queues & set(network.ways[name])), FALSE)
            kinds[one] = kinds.get(one, 0) + 1
    for told in told_of(kind, summary):
        one = kind_of(told, deadlock, network, back)
        kinds[one] = kinds.get(one, 0) + 1
    return kinds


def detection(kind, summary, deadlock):
    """(word, seconds from forming)."""
    formed, dissolved, circle, _ = deadlock
    end = "missed" if dissolved is None else "ended"
    if kind == "itsy":
        declared = summary["score"]["knots"][0]["declared_at_seconds"] if summary["score"]["knots"] else None
        return ("detected", declared - formed) if declared is not None else (end, None)
    if kind == "watchdog":
        return "missed" if dissolved is None else "detected", None
    first = min((at for at, queue in told_of(kind, summary) if queue in circle and formed <= at and (dissolved is None or at <= dissolved)), default=None)
    return ("detected", first - formed) if first is not None else (end, None)


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


def judge(kind, back, summary, network, must, standing_until):
    """standing_until(circle, seconds): the last time at which the circle stood. must: queues to hosts that stay full without a unit."""
    deadlock = deadlock_of(summary, network)
    found = Verdict(delivered=summary["packets_delivered"], told=told_kinds(kind, summary, deadlock, network, back), killed=killed_of(summary, network, deadlock))
    found.storm = storm_detection(kind, summary, network, must)
    dead = {name for name, way in network.ways.items() if way[-1] in network.storms}
    found.standing = any(flow["in_network_packets"] for flow in summary["flows"] if flow["name"] not in dead)
    if deadlock:
        formed, dissolved, circle, found.again = deadlock
        found.deadlock, found.delay = detection(kind, summary, deadlock)
        if dissolved is None:
            found.standing = True
        else:
            found.broken = dissolved - formed
            knots = (summary.get("score") or {}).get("knots", [])
            ends = [knot["dissolved_at_seconds"] for knot in knots]
            found.standing |= None in ends
            last = max(end for end in ends if end is not None) if knots else standing_until(circle, dissolved) if found.again else dissolved
            found.recovered = None if found.standing else last - formed
    return found


def stuck_at_hosts(summary, network):
    """Queues to hosts that stop for ever, behind which packets stay in the run without a unit: what a watchdog for storms has to find."""
    return {network.ways[flow["name"]][-1] for flow in summary["flows"] if flow["in_network_packets"] and network.ways[flow["name"]][-1] in network.storms}


def judge_tree(kind, back, summary, standing_until):
    """Of a fat tree, whose flows are drawn as the run goes: without routes, so that a queue outside the circle counts as behind it while it stands."""
    deadlock = deadlock_of(summary, None)
    found = Verdict(delivered=summary["packets_delivered"], killed={"all": summary["packets_dropped"]})
    for told in told_of(kind, summary):
        one = kind_of(told, deadlock, None, back)
        found.told[TRUE if one == BEHIND else one] = found.told.get(TRUE if one == BEHIND else one, 0) + 1
    if kind == "itsy":
        found.told = told_kinds(kind, summary, deadlock, None, back)
    if not deadlock:
        return found
    formed, dissolved, circle, found.again = deadlock
    found.deadlock, found.delay = detection(kind, summary, deadlock)
    found.broken = None if dissolved is None else dissolved - formed
    ends = [knot["dissolved_at_seconds"] for knot in (summary.get("score") or {}).get("knots", [])]
    found.standing = dissolved is None or None in ends
    if not found.standing and found.again and not ends:
        found.standing = standing_until(circle, dissolved) >= summary["simulated_seconds"] - 1e-3
    return found
