# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Who may include whom. A link line alone does not stop an include.

The chip: base <- frame, ledger <- reference <- cycle_models <- mechanism interfaces <- datapath | mechanism policies <- asic <- tb: neither
the datapath nor a policy includes the other.
The bench: text <- network, host, traffic, oracle, baselines, cosim, own_rtl, register_map, parts <- scenario, report <- ranks <- capture <-
bounds, platform <- c_interface <- plugin <- cost <- headroom <- sweep <- study <- driver <- run <- bench <- commands; tests may see everything.
A file includes its own room and what stands to the left. The folders of datapath, and the rooms of one step of the
bench, may also meet each other, but never in a circle. Policies of one mechanism do not include each other; only a
file with cards names them.
"""

import re

import house

STEPS = [
    ["base"],
    ["frame", "ledger"],
    ["reference"],
    ["cycle_models"],
    ["mechanism interface"],
    ["datapath/link", "datapath/port", "datapath/parser", "datapath/forwarding", "datapath/mmu", "datapath/crossbar",
     "datapath/egress"],
    ["mechanism policy"],
    ["asic"],
    ["tb/text"],
    ["tb/network", "tb/host", "tb/traffic", "tb/oracle", "tb/baselines", "tb/cosim", "tb/synthesis", "tb/own_rtl", "tb/bench_kit",
     "tb/register_map", "tb/install_example", "tb/parts"],
    ["tb/scenario", "tb/report"],
    ["tb/ranks"],
    ["tb/capture"],
    ["tb/bounds", "tb/platform"],
    ["tb/c_interface"],
    ["tb/plugin"],
    ["tb/cost"],
    ["tb/headroom"],
    ["tb/sweep"],
    ["tb/study"],
    ["tb/driver"],
    ["tb/story"],
    ["tb/run"],
    ["tb/bench"],
    ["tb/commands"],
    ["tb/tests"],
]
STEP_OF = {room: step for step, rooms in enumerate(STEPS) for room in rooms}
NEIGHBOURS_MEET = {STEP_OF["datapath/link"], STEP_OF["tb/network"], STEP_OF["tb/scenario"]}
WITHOUT_SYSTEMC = {"base", "frame", "ledger", "reference", "cycle_models", "mechanism interface", "mechanism policy"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


def is_interface(path):
    """What the datapath may see: hw_model/mechanisms/<m>/<m>.h, <m>_config.h, and the headers of one user's interface."""
    mechanism, name = path.split("/")[2], path.split("/")[-1]
    return name in (f"{mechanism}.h", f"{mechanism}_config.h") or re.search(r"_(services|side|view)\.h$", name) is not None


def is_policy(path, text):
    """A header of a mechanism with a final class that implements something; what policies share is not final."""
    if not path.startswith("hw_model/mechanisms/") or not path.endswith(".h") or is_interface(path):
        return False
    return re.search(r"\bclass \w+ final\s*:[^;{]*\bpublic\b(?! ledger::)", text) is not None


def room_of(path):
    """The room of a source file; None for what is in no known room."""
    parts = path.split("/")
    if parts[:2] == ["hw_model", "mechanisms"] and len(parts) > 3:
        return "mechanism interface" if is_interface(path) else "mechanism policy"
    for room in ("/".join(parts[:2]), "/".join(parts[1:2]), "/".join(parts[1:3])):
        if room in STEP_OF and (room.startswith("tb/") or parts[0] == "hw_model"):
            return room
    return None


def stem(path):
    """Without the suffix; a policy's registers are declared and bound in a file of their own, and so may be its messages, and what clocks its RTL."""
    return re.sub(r"(_registers|_messages|_clocking)?\.(h|cpp)$", "", path)


def judge(path, room, bracket, target, files, meetings):
    """What is wrong with one include, or None. Meetings of neighbours are noted for the search for circles."""
    if bracket == "<":
        if room in WITHOUT_SYSTEMC and re.match(r"systemc|tlm|sysc/", target):
            return f"{room} knows no SystemC"
        return None
    if re.match(r"V\w+\.h$|verilated\w*\.h$|\w+_mutants\.h$", target):
        return None if room in ("tb/cosim", "tb/tests") else "only cosim sees code that is made from the RTL"
    if target.startswith("weir/"):
        return None if room == "tb/tests" else "the installed header is for users of the library"
    if not target.startswith(("hw_model/", "tb/")):
        return "is not written from the top level"
    target_room = room_of(target)
    if target_room is None:
        return "is in no room of the order in include_directions.py"
    if room == "tb/tests":
        return None
    if room == target_room:
        policy = is_policy(target, files.get(target, ""))
        factory = path.split("/")[-1].startswith("make_")
        has_card = path.endswith(("_settings.cpp", "_table.cpp", "_cards.cpp"))
        if policy and not factory and not has_card and stem(path) != stem(target):
            return "policies do not include each other"
        return None
    if STEP_OF[target_room] == STEP_OF[room] and STEP_OF[room] in NEIGHBOURS_MEET:
        meetings.setdefault(room, {}).setdefault(target_room, path)
        return None
    if STEP_OF[target_room] >= STEP_OF[room] or room == "mechanism policy" and target_room.startswith("datapath/"):
        return f"{room} does not see {target_room}"
    return None


def circle(meetings):
    """Rooms that include each other in a circle, first room repeated at the end; empty without one."""

    def walk(room, trail):
        if room in trail:
            return trail[trail.index(room):] + [room]
        for neighbour in sorted(meetings.get(room, {})):
            found = walk(neighbour, trail + [room])
            if found:
                return found
        return []

    for room in sorted(meetings):
        found = walk(room, [])
        if found:
            return found
    return []


def check(files):
    problems = []
    meetings = {}
    for path, text in files.items():
        if not path.endswith((".h", ".cpp")) or not path.startswith(("hw_model/", "tb/")):
            continue
        room = room_of(path)
        if room is None:
            problems.append(f"{path}: is in no room of the order in include_directions.py")
            continue
        for bracket, target in INCLUDE.findall(text):
            wrong = judge(path, room, bracket, target, files, meetings)
            if wrong:
                problems.append(f"{path}: {target}: {wrong}")
    ring = circle(meetings)
    if ring:
        where = ", ".join(meetings[a][b] for a, b in zip(ring, ring[1:]))
        problems.append(f"{' -> '.join(ring)}: rooms include each other in a circle: {where}")
    return problems


def plant(path, target, **others):
    line = f"#include {target}\n" if target.startswith("<") else f'#include "{target}"\n'
    return {path: line, **others}


FC = "hw_model/mechanisms/flow_control/"
PFC = {FC + "pfc.h": "class Pfc final : public FlowControl {\n"}
PLANTED = [
    ("right: left", plant("hw_model/datapath/mmu/mmu.h", FC + "flow_control.h"), None),
    ("right: one side", plant("hw_model/datapath/mmu/mmu.h", FC + "receiving_side.h"), None),
    ("right: own policy", plant(FC + "pfc.cpp", FC + "pfc.h", **PFC), None),
    ("right: factory", plant(FC + "make_flow_control.cpp", FC + "pfc.h", **PFC), None),
    ("right: card", plant(FC + "pause_settings.cpp", FC + "pfc.h", **PFC), None),
    ("right: helper", plant(FC + "pfc.cpp", FC + "require.h", **{FC + "require.h": "class A final {\n"}), None),
    ("right: own registers", plant(FC + "pfc_registers.cpp", FC + "pfc.h", **PFC), None),
    ("right: software's way",
     plant(FC + "pfc.cpp", FC + "access.h", **{FC + "access.h": "class A final : public ledger::Settings {\n"}), None),
    ("another's registers", plant(FC + "gfc_registers.cpp", FC + "pfc.h", **PFC), "policies do not include each other"),
    ("right: base", plant(FC + "gfc.h", FC + "rate.h", **{FC + "rate.h": "class R : public FlowControl {\n"}), None),
    ("right: bench", plant("tb/scenario/builder.cpp", "tb/network/topology.h"), None),
    ("right: neighbours", plant("hw_model/datapath/port/port.h", "hw_model/datapath/link/link_config.h"), None),
    ("right: test", plant("tb/tests/unit/a_test.cpp", FC + "pfc.h", **PFC), None),
    ("right: asic", plant("hw_model/asic/a.cpp", FC + "pfc.h", **PFC), None),
    ("upwards", plant("hw_model/base/ids.h", "hw_model/frame/packet.h"), "base does not see frame"),
    ("sideways", plant("hw_model/frame/a.h", "hw_model/ledger/block.h"), "frame does not see ledger"),
    ("policy from the datapath", plant("hw_model/datapath/mmu/mmu.cpp", FC + "pfc.h"), "does not see mechanism policy"),
    ("datapath from a policy", plant(FC + "pfc.cpp", "hw_model/datapath/mmu/mmu.h"), "does not see datapath/mmu"),
    ("policy from a policy", plant(FC + "gfc.cpp", FC + "pfc.h", **PFC), "policies do not include each other"),
    ("policy from a helper", plant(FC + "require.h", FC + "pfc.h", **PFC), "policies do not include each other"),
    ("bench from the chip", plant("hw_model/asic/a.cpp", "tb/network/topology.h"), "asic does not see tb/network"),
    ("command from a report", plant("tb/report/a.cpp", "tb/commands/program.h"), "tb/report does not see tb/commands"),
    ("bounds from the loader", plant("tb/scenario/a.cpp", "tb/bounds/judged.h"), "tb/scenario does not see tb/bounds"),
    ("scenario from a host", plant("tb/host/a.cpp", "tb/scenario/scenario.h"), "tb/host does not see tb/scenario"),
    ("test from a room", plant("tb/host/a.cpp", "tb/tests/unit/a.h"), "tb/host does not see tb/tests"),
    ("relative", plant("hw_model/base/a.cpp", "ids.h"), "not written from the top"),
    ("new room", plant("hw_model/attic/a.cpp", "hw_model/base/ids.h"), "in no room"),
    ("kernel in the base", plant("hw_model/base/a.cpp", "<systemc>"), "knows no SystemC"),
    ("generated code in the chip", plant("hw_model/asic/a.cpp", "Vlimiter.h"), "only cosim"),
    ("right: installed header", plant("tb/tests/platform/a.cpp", "weir/switch.h"), None),
    ("installed header in the bench", plant("tb/run/a.cpp", "weir/switch.h"), "for users of the library"),
    ("right: generated code", plant("tb/cosim/a.cpp", "Vlimiter.h"), None),
    ("circle",
     {**plant("tb/host/a.h", "tb/network/a.h"), **plant("tb/network/a.h", "tb/host/a.h")}, "in a circle"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
