# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws events, link faults and settings of single switches."""

import axes as axes_room
import key_table

# Events of link-level retry; and those that last, with a length or for ever.
RETRY = ("hold_acks", "freeze_acks", "flush_retry", "init_retry", "clear_counters")
LASTING = ("hold_acks", "freeze_acks", *axes_room.CC_UPDATES)

# Of the warnings that control frames with numbers may take the whole window of link-level retry, and that CF_Updates do not
# tell apart all credits.
FILLED = "and data waits for ever"
ASTRAY = "and the channel may stop for ever"

# Private frames that faults may strike: credits, depths, rate tags, notifications.
SUBTYPES = (0x01, 0x02, 0x10, 0x30)


def events(draw, table, network, device, demand, kind, registers):
    """At least one event of this kind. registers: a function that gives what software may write at a switch, as Program.registers."""
    words = [kind] + [draw.one_of(table.words("event[].do")) for _ in range(draw.one_of((0, 0, 0, 1)))]
    made = []
    for number, word in enumerate(words):
        if number and word in ("write_register", "start_flow", *_refused(device)):
            continue
        event = {"do": word}
        _of_kind(draw, table, network, device, demand, event, registers)
        if len(event) > 1:
            made.append(event)
            _time(draw, demand, event)
    return made


def _refused(device):
    words = ["reset_switch"] if device.scheme not in (*axes_room.PAUSES, "ue_cbfc") else []
    if device.scheme != "ue_cbfc":
        words += (*axes_room.CC_UPDATES, *axes_room.CHANNELS)
    words += ["cut_link"] if device.scheme in ("gfc_buffer_based", "gfc_gradient") else []
    return words + (["stop_host", "set_drain_rate"] if device.axes["mapper"] == "label" else [])


def _of_kind(draw, table, network, device, demand, event, registers):
    word = event["do"]
    if word == "set_link_rate":
        cable = draw.one_of(network.cables)
        event.update(between=list(cable), rate=key_table.rate(network.rate // draw.one_of((10, 20, 100))))
        if draw.chance(40):
            event["from"] = draw.one_of(cable)
    elif word == "stop_host":
        event["host"] = draw.one_of(network.hosts)
        event["class"] = draw.one_of(device.lossless) if device.lossless and draw.chance(85) else draw.below(8)
        if draw.chance(80):
            event["length"] = demand.time(0.02, 0.4)
        if draw.chance(50):
            event["how"] = draw.one_of(table.words("event[].how"))
    elif word == "set_drain_rate":
        event["host"] = draw.one_of(network.hosts)
        event["class"] = draw.one_of(device.lossless) if device.lossless and draw.chance(85) else draw.below(8)
        event["rate"] = key_table.rate(network.rate // draw.one_of((1, 2, 3, 10)))
    elif word == "start_flow":
        flows = demand.tables.setdefault("flow", [])
        if not flows:
            flows.append({"src": network.hosts[0], "dst": network.hosts[-1], "class": 0, "frame_length": key_table.length(device.frame - 4)})
        number = draw.below(len(flows))
        flows[number].pop("start", None)
        flows[number].pop("stop", None)
        event["flow"] = flows[number].get("name", f"f{number + 1}")
    elif word == "write_register":
        event["device"] = draw.one_of(network.switches)
        path, sizes, width, reset = draw.one_of(registers(event["device"]) or [("port.max_frame", [1], 14, 1500)])
        event.update(register=path + "".join(f"[{draw.below(size)}]" for size in sizes), value=_value(draw, width, reset))
    elif word in RETRY or word in axes_room.CC_UPDATES:
        _at_ports(draw, network, demand, event)
    elif word in axes_room.CHANNELS:
        _channels(draw, network, device, event)
    elif word == "reset_switch":
        event["device"] = draw.one_of(network.switches)
        if draw.chance(50):
            event["length"] = demand.time(0.01, 0.2)
    elif word == "cut_link" and network.cables:
        event.update(between=list(draw.one_of(network.cables)), at=demand.time(0.05, 0.9))
        if draw.chance(85):
            event["length"] = demand.time(0.001, 0.2)


def _at_ports(draw, network, demand, event):
    word = event["do"]
    if word == "clear_counters" and draw.chance(40):
        event["device"] = draw.one_of(network.hosts + network.switches)
        return
    if not network.cables:
        return
    cable = draw.one_of(network.cables)
    event["between"] = list(cable)
    if draw.chance(60):
        event["from"] = draw.one_of(cable)
    if word in LASTING and draw.chance(85):
        event["length"] = demand.time(0.01, 0.3)
    if word == "init_retry" and draw.chance(30):
        event.update(at="0us", first_number=draw.one_of((0, 1, 1048575, draw.below(1 << 20))))


def _channels(draw, network, device, event):
    """Of a lossless class; without one there is no channel, and no such event."""
    if not device.lossless or not network.cables:
        return
    removes = event["do"] == "remove_channel"
    if removes or draw.chance(60):
        event["class"] = draw.one_of(device.lossless)
    if not removes and draw.chance(30):
        event["device"] = draw.one_of(network.switches)
        return
    cable = draw.one_of(network.cables)
    event["between"] = list(cable)
    if removes or draw.chance(60):
        event["from"] = draw.one_of(cable)


def _value(draw, width, reset):
    near = (reset, reset + 1, max(reset - 1, 0), 2 * reset, reset // 2, 0, 1, (1 << width) - 1, draw.below(1 << min(width, 40)))
    return min(draw.one_of(near), (1 << width) - 1, 2**62)


def _time(draw, demand, event):
    if "at" in event:
        return
    flows = demand.tables.get("flow", [])
    if event["do"] not in ("start_flow", "clear_counters") and flows and draw.chance(15):
        event.update(after=f"f{draw.below(len(flows)) + 1}", below="1Gbps", over="100us")
    else:
        event["at"] = demand.time(0.05, 0.9)


def link_faults(draw, network):
    faults = []
    for _ in range(draw.between(1, 2)):
        fault = {"do": draw.one_of(("lose", "double", "delay")), "probability": draw.one_of((0.01, 0.1, 0.5))}
        if network.cables and draw.chance(60):
            cable = draw.one_of(network.cables)
            fault["between"] = list(cable)
            if draw.chance(50):
                fault["from"] = draw.one_of(cable)
        if draw.chance(15):
            fault["riding"] = True
        else:
            if draw.chance(60):
                fault["subtype"] = draw.one_of(SUBTYPES)
            if fault["do"] != "lose":
                fault["most"] = f"{draw.between(1, 30)}us"
        faults.append(fault)
    return faults


def link_damage(draw, network, scheme, demand, retry):
    """retry: whether the links may have link-level retry."""
    kinds = ("bits", "bits", "frames", "codewords", *(("sets", "delay_sets", "double_sets") if scheme == "ue_cbfc" or retry else ()))
    errors = []
    for _ in range(draw.between(1, 3)):
        error = {"do": draw.one_of(kinds)}
        if network.cables and draw.chance(60):
            cable = draw.one_of(network.cables)
            error["between"] = list(cable)
            if draw.chance(50):
                error["from"] = draw.one_of(cable)
        error.update(_ERRORS[error["do"]](draw))
        if retry and error["do"] == "frames" and draw.chance(30):
            error["count"] = "llr_number"
        if scheme == "gfc_buffer_based" and draw.chance(90):
            error.update(do="frames", count="data")
            for key in ("bit_error_rate", "period", "interleave"):
                error.pop(key, None)
        if draw.chance(30):
            error["start"] = demand.time(0.05, 0.4)
        if draw.chance(20):
            error["end"] = demand.time(0.5, 0.9)
        errors.append(error)
    return errors


def _hit_numbers(draw):
    first = draw.between(1, 60)
    if draw.chance(40):
        return {"numbers": [first, first + 1, first + draw.between(2, 200)]}
    return {"first": first, **({"last": first + draw.below(40)} if draw.chance(70) else {})}


_ERRORS = {
    "bits": lambda draw: {"bit_error_rate": draw.one_of((1e-8, 1e-7, 1e-6, 1e-5, 1e-4))},
    "frames": lambda draw: {"as": draw.one_of(("bad_fcs", "poisoned", "marked")),
                            "count": draw.one_of(("any", "any", "data", "control", "cc_update")), **_hit_numbers(draw)},
    "sets": _hit_numbers,
    "double_sets": _hit_numbers,
    "codewords": lambda draw: {"period": f"{draw.between(5, 80)}us", "interleave": draw.one_of((1, 2, 4, 8))},
    "delay_sets": lambda draw: {"delay": f"{draw.between(1, 30)}us"},
}


def own_settings(draw, table, network, scenario):
    """A few keys of one switch, beside those of all."""
    own = {}
    for _ in range(draw.between(1, 3)):
        path = draw.one_of(table.own)
        key = table.key_of_own(path)
        common = ("switch", *path) if path[0] in ("parser", "forwarding", "mmu", "crossbar", "egress") else path
        value = _near(draw, key, scenario, common)
        if value is not None:
            place = own
            for part in path[:-1]:
                place = place.setdefault(part, {})
            place[path[-1]] = value
    if own:
        scenario["switch"][draw.one_of((draw.one_of(network.switches), network.switches[0][:1] + "*1"))] = own


def _near(draw, key, scenario, path):
    value = scenario
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    if isinstance(value, str) and value[:1].isdigit() and key.kind in key_table.UNITS:
        dimension, number = key_table.parsed(value)
        return key_table.quantity(dimension, int(number * draw.one_of((1, 2, 1.25, 0.75))))
    return key_table.draw_value(draw, key) if key.kind != "other" else None
