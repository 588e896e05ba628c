# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a scenario file by a number: the same number, the same file."""

import dataclasses
import pathlib
import sys

import axes as axes_room
import demand as demand_room
import device as device_room
import happenings
import key_table
import network as network_room
import toml_text

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "regress"))
from draw import Draw  # noqa: E402

# What no file draws: names, texts, digests of files, what the properties vary themselves, and the tables of a network.
PLAIN = ("scenario", "topology", "origin", "expect", "flow", "workload", "event", "link_fault", "link_damage", "fidelity")
BY_RECIPE = ("switch.class_mapper.pcp_classes", "switch.class_mapper.dscp_classes")
COMMON = (("switch", "forwarding"), ("limiter",))
LATER = ("limiter.fidelity", "limiter.comparator_fidelity", "scenario.quantum")


def comes_later(dotted):
    """Whether the properties vary the key in each file."""
    return dotted in LATER or dotted.startswith("fidelity.")


@dataclasses.dataclass
class File:
    """scenario: nested tables; files: what stands beside it, by name; axes: {axis: word}."""
    number: int
    scenario: dict
    files: dict
    axes: dict

    @property
    def text(self):
        return toml_text.text_of(self.scenario)

    def written(self, folder):
        """Its path in a folder that is made."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(data)
        path = folder / "file.toml"
        path.write_text(self.text, encoding="utf-8")
        return path


def drawn(number, table, registers=None, damaged=False, ports=False):
    """registers: a function from a File and a switch to what software may write there, see happenings.events. damaged: links of
    every file err, else those of some. ports: more files have what stands beside a port: mappers, units, resets, retry, damage."""
    draw = Draw(f"scenario {number}")
    axes, empty = axes_room.draw_axes(draw, table)
    if ports:
        axes_room.add(draw, table, axes, empty, {"event": ("reset_switch",), "unit": table.words("deadlock.unit"), "mapper": axes_room.MAPPERS})
    hops = axes["mapper"] == "ttl_parity"
    network = network_room.Network(draw, table.words("topology.kind"), two_sided=hops and draw.chance(95),
                                   holds=not empty and axes["scheme"] in ("pfc", "egress_pfc"))
    device = device_room.Device(draw, table, axes, network, empty)
    demand = demand_room.Demand(draw, table, network, device)
    scenario = {"scenario": {"name": f"fuzz_{number}", "duration": key_table.time(demand.duration), "seed": draw.below(1000)},
                "topology": network.table, **device.tables, **demand.tables}
    _measures(draw, scenario, demand)
    file = File(number, scenario, {**network.files, **demand.files}, axes)
    if axes["event"] != axes_room.NONE:
        def writable(switch):
            return registers(file, switch) if registers else []
        made = happenings.events(draw, table, network, device, demand, axes["event"], writable)
        scenario.update(event=made, **({"flow": demand.tables["flow"]} if "flow" in demand.tables else {}))
    if draw.chance(10):
        scenario["link_fault"] = happenings.link_faults(draw, network)
    if draw.chance(8):
        happenings.own_settings(draw, table, network, scenario)
    _words(draw, table, scenario)
    _any_keys(draw, table, scenario)
    if damaged:
        scenario.pop("link_fault", None)
    of_retry = any(event["do"] in happenings.RETRY for event in scenario.get("event", []))
    if draw.chance(95 if of_retry else 40 if damaged or ports else 12):
        _retry(draw, scenario)
    if draw.chance(100 if damaged else 40 if ports and "link_fault" not in scenario else 15):
        scenario["link_damage"] = happenings.link_damage(draw, network, axes["scheme"], demand,
                                                          "llr" in scenario.get("link", {}))
    return file


def _retry(draw, scenario):
    """Link-level retry, with a timer longer than the loop of most links; links with faults carry no ordered sets."""
    scenario.pop("link_fault", None)
    llr = {"wanted": True, "replay_timer_max": draw.one_of(("65us", "65us", "20us", "5us"))}
    for key, values in (("hosts", (True, True, False)), ("profile", ("repaired", "sai")), ("idle_ack", (True, True, False)),
                        ("replay_count_max", (1, 0, 3, 255)), ("re_init_on_flush", (True, False)),
                        ("init_llr_frame_action", ("block", "best_effort", "discard")),
                        ("flush_llr_frame_action", ("block", "best_effort", "discard")),
                        ("replay_first", (False, True)), ("pause_eligible", (False, True)),
                        ("outstanding_frames_max", (512, 512, 1, 7, 64)), ("init_seq", ("tx_seq", "zero"))):
        if draw.chance(50):
            llr[key] = draw.one_of(values)
    if draw.chance(15):
        llr["plain_classes"] = [draw.below(8)]
    for key, values in (("echo_check", ("none", "seq", "data", "both")), ("bad_frame_rule", ("expected", "any")),
                        ("dup_in_nack_sent", ("resume", "silent")), ("init_data", ("counts", "constant"))):
        if draw.chance(12):
            llr[key] = draw.one_of(values)
    toml_text.put(scenario, ("link", "llr"), llr)


def _measures(draw, scenario, demand):
    scenario["scenario"]["sample_interval"] = key_table.time(demand.duration // draw.one_of((20, 50, 200)) // 1000 * 1000)
    for key in ("latency", "occupancy", "feedback"):
        if draw.chance(30):
            toml_text.put(scenario, ("measure", key), True)
    if scenario["deadlock"].get("unit") == "itsy" and draw.chance(25):
        toml_text.put(scenario, ("measure", "baselines"), {"period": "20us"})


def _words(draw, table, scenario):
    """Enumerations that nothing has drawn yet, those of tables that the file has most often."""
    for key in table.keys:
        if key.kind != "word" or key.in_list or key.table[0] in (*PLAIN, "traffic") and key.table != ("traffic", "fera"):
            continue
        used = toml_text.get(scenario, key.table) or key.table in COMMON
        if draw.chance(9 if used else 0.5) and key.dotted not in LATER and toml_text.get(scenario, key.path) is None:
            toml_text.put(scenario, key.path, draw.one_of(key.words))


def _any_keys(draw, table, scenario):
    """A few keys of the whole table, whatever they mean: those of tables that the file has most often."""
    for _ in range(draw.one_of((0, 0, 1, 2, 3, 5))):
        groups = [group for group in table.tables if group[0][0] not in PLAIN and not group[1]]
        used = [group for group in groups if toml_text.get(scenario, group[0])]
        keys = table.tables[draw.one_of(used if draw.chance(85) else groups)]
        key = draw.one_of(keys)
        if key.kind == "other" or key.dotted in (*LATER, *BY_RECIPE) or toml_text.get(scenario, key.path) is not None:
            continue
        toml_text.put(scenario, key.path, key_table.draw_value(draw, key))
