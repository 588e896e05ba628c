#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Random links of Ultra Ethernet, and random networks of them, with errors, late and lost ordered sets, resets and flushes, and what retry
and credits promise of them: README.md. Errors end before the run does, so that what they took can come home.

links.py WEIR some|all           some: 4 links, 3 networks; all: 200 and 100
    --only KIND NUMBER           this one alone, `link` or `network`
    --show KIND NUMBER           prints a file
    --keep DIR                   writes each file with a failure there
links.py WEIR --self-test        plants a fault for each promise, and wants it found
"""

import copy
import pathlib
import sys
import tempfile

import books
import case as case_room
import drawing
import happenings
import key_table
import network as network_room
import program
import properties
import toml_text

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "regress"))
from draw import Draw  # noqa: E402

COUNTS = {"some": {"link": 4, "network": 3}, "all": {"link": 200, "network": 100}}
US = 10**6  # ps
FRAME = 1500
LOCKSTEP = 10000 * US  # of a run in lock-step, at most
# What a FLUSH, an initialisation or a reset gives up is lost; nothing else is, where all frames have numbers.
GIVES_UP = ("flush_retry", "init_retry", "reset_switch")


class LinkCase(case_room.Case):
    @property
    def captures(self):
        """None where ACKs without news, which have an event each in a capture, would be millions."""
        duration, rate, spacing = (key_table.parsed(self.has(*path) or default)[1] for path, default in (
            (("scenario", "duration"), ""), (("topology", "rate"), "10Gbps"), (("link", "llr", "ctlos_target_spacing"), "2048B")))
        return super().captures if duration * rate < 10**6 * 8 * spacing * 10**12 else []


class OneLink(network_room.Network):
    """Two hosts at a switch."""

    def _star(self):
        self.table["hosts"], self.diameter = 2, 1
        self._line(1, 2)


def drawn(kind, number, table):
    """A file of a link or a network; the same number draws the same file."""
    draw = Draw(f"{kind} {number}")
    if kind == "link":
        network = OneLink(draw, ["star"])
        network.table.update(rate=key_table.rate(draw.one_of((10, 25, 100, 400, 800)) * 10**9), wire_overhead=True)
    else:
        network = network_room.Network(draw, table.words("topology.kind"))
    scheme = draw.one_of(("ue_cbfc",) * 6 + ("pfc",) * 3 + ("none",))
    lossless = sorted({draw.below(8) for _ in range(draw.between(1, 12))}) if scheme != "none" else []
    retry = scheme != "ue_cbfc" or draw.chance(85)
    errors_end = draw.between(60, 160) * US
    scenario = {
        "scenario": {"name": f"{kind}_{number}", "seed": draw.below(1000)},
        "topology": network.table,
        "switch": {"max_frame": key_table.length(FRAME), "mmu": {"buffer": "64MB", "viq_limit": "4MB"}},
        "flow_control": {"scheme": scheme, "lossless": lossless},
        "deadlock": {"unit": "none"},
    }
    if retry:
        toml_text.put(scenario, ("link", "llr"), _retry(draw))
    if scheme == "ue_cbfc":
        toml_text.put(scenario, ("flow_control", "ue_cbfc"), _credits(draw))
    scenario["flow"] = [_flow(draw, network, lossless) for _ in range(draw.between(2, 8))]
    scenario["scenario"]["duration"] = key_table.time(errors_end + 1000 * US + _drains(scenario, network))
    scenario["link_damage"] = [_damage(draw, network, scheme, retry, errors_end) for _ in range(draw.between(1, 4))]
    happens = [_event(draw, network, scheme, retry, lossless, errors_end) for _ in range(draw.between(0, 3))]
    if any(happens):
        scenario["event"] = [event for event in happens if event]
    return drawing.File(number, scenario, network.files, {})


def _drains(scenario, network):
    """Time in which all flows, one after the other, come through their windows and credits; on cables of five times the delay."""
    frames = [-(-key_table.parsed(flow["size"])[1] // key_table.parsed(flow["frame_length"])[1]) for flow in scenario["flow"]]
    llr, credits = (toml_text.get(scenario, path) or {} for path in (("link", "llr"), ("flow_control", "ue_cbfc")))
    spacing = sum(key_table.parsed(table.get(key, "2KB"))[1] for table, key in ((llr, "ctlos_target_spacing"), (credits, "cf_min_spacing")))
    loop = 10 * network.delay + (spacing + 8 * FRAME) * 8 * 10**12 // network.rate
    size = key_table.parsed(credits.get("credit_size", "64B"))[1]
    window = min(llr.get("outstanding_frames_max", 512), *(limit * size // (FRAME + 128) for limit in credits.get("limits", [10**6])), 64)
    return 2 * sum(frames) * loop // max(window, 1)


def _retry(draw):
    llr = {"wanted": True, "re_init_on_flush": True, "replay_timer_max": draw.one_of(("65us", "65us", "40us", "20us")),
           "init_llr_frame_action": draw.one_of(("block", "block", "best_effort", "discard"))}
    for key, values in (("replay_count_max", (0, 1, 3, 255)), ("idle_ack", (True, False)), ("init_seq", ("tx_seq", "zero")),
                        ("flush_llr_frame_action", ("block", "best_effort", "discard")), ("replay_first", (False, True)), ("pause_eligible", (False, True)),
                        ("outstanding_frames_max", (2, 8, 64, 512)), ("ctlos_target_spacing", ("400B", "2048B", "16KB"))):
        if draw.chance(50):
            llr[key] = draw.one_of(values)
    if llr.get("idle_ack") is False and llr.get("replay_count_max") == 255:
        llr.pop("idle_ack")  # a lost ACK would be the last one: only a FLUSH ends that
    return llr


def _credits(draw):
    size = 2 ** draw.between(5, 11)
    most = (FRAME + 127) // size + 1  # credits of the largest frame
    credits = {"credit_size": key_table.length(size), "packet_overhead": draw.between(-16, 128),
               "cc_message_timer": key_table.time(draw.one_of((1, 5, 20, 100)) * US), "cf_min_spacing": draw.one_of(("800B", "1600B", "6400B")),
               "limits": [min(most * draw.between(1, 40), 16383) for _ in range(8)]}
    if draw.chance(60):
        free = list(range(32))
        credits["channels"] = [free.pop(draw.below(len(free))) for _ in range(8)]
    return credits


def _flow(draw, network, lossless):
    src = draw.one_of(network.hosts)
    length = draw.one_of((64, 65, 500, FRAME - 4, draw.between(64, FRAME - 4)))
    return {"src": src, "dst": draw.one_of([host for host in network.hosts if host != src]),
            "class": draw.one_of(lossless) if lossless and draw.chance(85) else draw.below(8),
            "frame_length": key_table.length(length), "size": key_table.length(length * draw.between(5, 200)), "start": key_table.time(draw.below(60 * US))}


def _where(draw, network, entry):
    if network.cables and draw.chance(70):
        cable = draw.one_of(network.cables)
        entry["between"] = list(cable)
        if draw.chance(50):
            entry["from"] = draw.one_of(cable)


def _damage(draw, network, scheme, retry, errors_end):
    sets = ("sets", "sets", "delay_sets", "double_sets") if retry or scheme == "ue_cbfc" else ()
    entry = {"do": draw.one_of(("bits", "bits", "frames", "codewords", *sets)), "end": key_table.time(errors_end)}
    _where(draw, network, entry)
    first = draw.between(1, 60)
    entry.update({
        "bits": {"bit_error_rate": draw.one_of((1e-6, 1e-5, 1e-4))},
        "frames": {"as": draw.one_of(("bad_fcs", "marked")), "count": draw.one_of(("any", "data", "control", "llr_number" if retry else "any")),
                   "numbers": sorted({first + draw.below(200) for _ in range(draw.between(1, 20))})},
        "sets": {"numbers": sorted({first + draw.below(300) for _ in range(draw.between(1, 60))})},
        "double_sets": {"numbers": sorted({first + draw.below(300) for _ in range(draw.between(1, 60))})} if draw.chance(50) else {"first": first},
        "codewords": {"period": key_table.time(draw.between(3, 50) * US), "interleave": draw.one_of((1, 2, 4, 8))},
        "delay_sets": {"delay": key_table.time(draw.between(1, 5) * US)},
    }[entry["do"]])
    return entry


def _event(draw, network, scheme, retry, lossless, errors_end):
    """None where nothing fits."""
    words = (["hold_acks", "freeze_acks", "flush_retry", "init_retry"] if retry else []) + (["stop_cc_updates", "ignore_cc_updates"] if scheme == "ue_cbfc" else [])
    words += ["reset_switch", "cut_link", *(["stop_host"] if lossless else [])]
    word = draw.one_of(words)
    event = {"do": word, "at": key_table.time(draw.between(5 * US, errors_end - 20 * US))}
    length = key_table.time(draw.between(1, 15) * US)
    if word == "reset_switch":
        event.update(device=draw.one_of(network.switches), length=length)
    elif word == "stop_host":
        event.update({"host": draw.one_of(network.hosts), "class": draw.one_of(lossless), "length": length})
    elif not network.cables:
        return None
    else:
        event["between"] = list(draw.one_of(network.cables))
        if word != "cut_link" and draw.chance(60):
            event["from"] = draw.one_of(event["between"])
        if word not in ("flush_retry", "init_retry"):
            event["length"] = length
    return event


# What is promised. Each is a function of a case whose first run has ended: what is wrong, in words, or None.

def _lost(summary):
    """Packets of lossless classes that are lost, by cause."""
    lost = {}
    for loss in summary.get("losses", []):
        lost[loss["cause"]] = lost.get(loss["cause"], 0) + loss["packets"]
    return lost


def never_twice(case):
    """Of each flow at most what it has sent comes out of the network, in one way or another."""
    for flow in case.first.summary["flows"]:
        out = flow["delivered_packets"] + flow["discarded_packets"] + flow["dropped_packets"] + flow["in_network_packets"]
        if out > flow["sent_packets"]:
            return f"flow {flow['name']}: {out} packets of {flow['sent_packets']}"
    return None


def never_skipped(case):
    """A lossless packet is lost to a FLUSH, an initialisation, a reset, or without a number."""
    summary = case.first.summary
    lost = _lost(summary)
    llr = case.has("link", "llr")
    if not llr:
        return None
    numbered = llr["init_llr_frame_action"] == "block" and llr.get("flush_llr_frame_action", "best_effort") == "block"
    poisoned = any(entry.get("as") == "poisoned" for entry in case.file.scenario["link_damage"])
    if numbered and not poisoned and lost.get("lost on the link"):
        return f"{lost['lost on the link']} packets are lost on links whose frames all have numbers"
    gave_up = any(port["llr_tx_flush"] or port["llr_tx_discard"] for port in summary["llr"]) or any(map(case.does, GIVES_UP))
    if not gave_up and lost.get("given up"):
        return f"{lost['given up']} packets are given up, and nothing was flushed or discarded"
    return None


def never_overflows(case):
    summary = case.first.summary
    if summary["faults"]:
        return f"{summary['faults'][0]}"
    unknown = set(_lost(summary)) - {"given up", "lost on the link", "reset"}
    return f"lost by {sorted(unknown)}" if unknown else None


def comes_out(case):
    """With all sources done and all errors over nothing stays in the network, unless queues wait for each other or, as `check` says,
    control frames may fill a window."""
    left = _left(case)
    if not left or any(happenings.FILLED in warning for warning in case.checked.warnings):
        return None
    longer = case.changed(_lasts_longer, "longer")  # a single link may be slow
    try:
        left = _left(longer)
        return f"{left} packets stay in the network" if left else credits_come_home(longer)
    finally:
        longer.first.forget()


def _left(case):
    summary = case.first.summary
    return 0 if summary["deadlock"] or summary["standing"] == "yes" else summary["packets_in_network"]


def _lasts_longer(scenario):
    scenario["scenario"]["duration"] = key_table.time(20 * key_table.parsed(scenario["scenario"]["duration"])[1])


def credits_come_home(case):
    """At both ends of each channel the counts are those of an idle link."""
    summary = case.first.summary
    if case.scheme != "ue_cbfc" or summary["packets_in_network"]:
        return None
    ends = {(one["device"], one["port"], one["class"]): one for one in summary["channels"]}
    peers = {}
    for cable in summary["network"]["cables"]:
        peers[cable["a"], cable["a_port"]], peers[cable["b"], cable["b_port"]] = (cable["b"], cable["b_port"]), (cable["a"], cable["a_port"])
    for (device, port, traffic_class), sender in ends.items():
        receiver = ends[(*peers[device, port], traffic_class)]
        counts = (sender["sender_credits_used"], sender["sender_credits_freed"] - sender["sender_credits_consumed"],
                  receiver["receiver_credits_freed"] - sender["sender_credits_freed"],
                  receiver["receiver_credits_consumed"] - sender["sender_credits_consumed"])
        if any(counts):
            return (f"{device}.p{port}.c{traffic_class}: {counts[0]} credits are in use; S_CF - S_CC = {counts[1]}, R_CF - S_CF = {counts[2]}, "
                    f"R_CC - S_CC = {counts[3]}")
    return None


def lockstep(case):
    """With RTL and model of each block in lock-step, one file in ten gives the same results; of a long run its beginning."""
    if case.file.number % 10 != 1:
        return None
    if key_table.parsed(case.has("scenario", "duration"))[1] > LOCKSTEP:
        case = case.changed(lambda scenario: scenario["scenario"].update(duration=key_table.time(LOCKSTEP)), "begins")
    return case.differs("lockstep", case.again(["fidelity.all=lockstep"]))


PROMISES = {"ends": properties.ends, "books": books.balance, "never_twice": never_twice, "never_skipped": never_skipped,
            "never_overflows": never_overflows, "comes_out": comes_out, "credits_come_home": credits_come_home, "quantum": properties.quantum,
            "lockstep": lockstep}


def failures(case):
    if wrong := properties.ends(case):
        return [("ends", wrong)]
    found = [(name, promise(case)) for name, promise in PROMISES.items()]
    return [(name, wrong) for name, wrong in found if wrong]


class Links:
    def __init__(self, weir, folder):
        self.folder = pathlib.Path(folder)
        self.program = program.Program(weir, self.folder)
        self.table = key_table.KeyTable(self.program.schema())
        self.refused = []

    def case(self, kind, number):
        return LinkCase(self.program, drawn(kind, number, self.table), self.folder / f"{kind}_{number}")

    def try_file(self, kind, number):
        """[(promise, what is wrong)]; none where `check` refuses the file."""
        case = self.case(kind, number)
        if not case.accepted:
            self.refused.append(f"{kind} {number}: {case.checked.said}")
            return case, [("check", f"status {case.checked.status}: {case.checked.said}")] if case.checked.status != 2 else []
        return case, failures(case)


def try_all(links, wanted, keep):
    """Tries accepted files until there are as many of each kind as wanted; the number of failures."""
    failed, tried = 0, 0
    for kind, count in wanted.items():
        accepted, number = 0, 0
        while accepted < count:
            number += 1
            refused = len(links.refused)
            case, found = links.try_file(kind, number)
            accepted += len(links.refused) == refused
            for name, wrong in found:
                print(f"{kind} {number}: {name}: {wrong}", flush=True)
            if found and keep:
                case.file.written(pathlib.Path(keep) / f"{kind}_{number}")
            failed, tried = failed + bool(found), tried + 1
            case.forget()
    print(f"{tried} files, {len(links.refused)} refused, {failed} with failures; {program.cpu_seconds():.0f} CPU seconds")
    if 2 * len(links.refused) > tried:
        print("most files are refused: " + "; ".join(links.refused[:30]))
        return failed + 1
    return failed


class Told:
    """A case with a planted summary."""

    def __init__(self, case, change):
        summary = copy.deepcopy(case.first.summary)
        change(summary)
        self.file, self.scheme, self.has, self.does, self.checked = case.file, case.scheme, case.has, case.does, case.checked
        self.first = type("Run", (), {"summary": summary, "forget": lambda: None})

    def changed(self, *_):
        return self


def _add(summary, table, key, number):
    summary[table][0][key] += number


PLANTED = {
    never_twice: lambda summary: _add(summary, "flows", "delivered_packets", 1),
    never_skipped: lambda summary: summary.update(losses=[{"cause": "lost on the link", "packets": 1}]),
    never_overflows: lambda summary: summary.update(faults=["lost"]),
    comes_out: lambda summary: summary.update(packets_in_network=1),
    credits_come_home: lambda summary: _add(summary, "channels", "sender_credits_consumed", 2),
    books.balance: lambda summary: summary.update(packets_delivered=summary["packets_delivered"] + 1),
}


def self_test(links):
    scenario = {
        "scenario": {"name": "planted", "duration": "300us"}, "topology": {"kind": "star", "hosts": 2, "wire_overhead": True},
        "link": {"llr": {"wanted": True, "init_llr_frame_action": "block", "flush_llr_frame_action": "block"}},
        "flow_control": {"scheme": "ue_cbfc", "lossless": [0]}, "flow": [{"src": "h1", "dst": "h2", "size": "90KB"}],
        "link_damage": [{"do": "frames", "count": "data", "numbers": [7]}]}
    case = LinkCase(links.program, drawing.File(0, scenario, {}, {}), links.folder / "planted")
    problems = [f"{promise.__name__} finds no planted fault" for promise, change in PLANTED.items() if not promise(Told(case, change))]
    problems += [f"{promise.__name__}: {wrong}" for promise in PLANTED if (wrong := promise(Told(case, lambda _: None)))]
    again = LinkCase(links.program, drawing.File(1, scenario, {}, {}), links.folder / "again")
    if wrong := lockstep(again):
        problems.append(f"lockstep: {wrong}")
    again.again = lambda sets: again.program.run(again.path, [*sets, "scenario.duration=299us"])
    if not lockstep(again):
        problems.append("lockstep finds no planted fault")
    print("\n".join(problems) or f"{len(PLANTED) + 1} planted faults are found")
    return len(problems)


def main():
    weir, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="weir_links_") as folder:
        links = Links(weir, folder)
        if words[0] == "--self-test":
            return self_test(links)
        if words[0] == "--show":
            print(links.case(words[1], int(words[2])).file.text)
            return 0
        if words[0] == "--only":
            case, found = links.try_file(words[1], int(words[2]))
            print("\n".join(f"{name}: {wrong}" for name, wrong in found) or (case.checked.said if not case.accepted else "all is as promised"))
            return len(found)
        return try_all(links, COUNTS[words[0]], words[2] if words[1:2] == ["--keep"] else None)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
