# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold of each file that `check` accepts. A property is a function of a case: what is wrong, in words, or None."""

import collections

import books
import drained
import headroom
import key_table
import mutations

DETECTORS = ("tcd", "tcd_infiniband", "fera")  # with RTL
CLOCKED = ("cbfc", "ue_cbfc", "gfc_gradient", "pfc", "pause", "ttl_pfc", "egress_pfc", "egress_pause")  # with RTL beside the engine
LIMITERS = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")
SCHEDULED = ("strict_priority", "dwrr", "strict_over_dwrr")  # by the RTL
TOPS = {"gfc_buffer_based": ["gentle_port"], "gfc_gradient": ["gradient_port"], "gfc_time_based": ["linear_port"]}
SLOW = {"gfc_buffer_based", "gfc_time_based"}  # half a million cycles of a port a CPU second, each tick of a limiter played
DISOBEYS = "deadlock.unit may keep a class from obeying PAUSE"
COMPARED = collections.Counter()  # of ports in RTL: files, by what stands beside the ports


def ends(case):
    """No internal fault, no file that `run` refuses and `check` takes, no run without end."""
    first = case.first
    if case.ended:
        return None
    return "the run does not end" if first.status is None else f"status {first.status}: {first.said}"


def quantum(case):
    return case.differs("quantum off", case.again(["scenario.quantum=off"]))


def repeated(case):
    return case.differs("again", case.again())


def resolved(case):
    path = case.first.out / "resolved.toml"
    if not path.exists():
        return "there is no resolved.toml"
    return case.differs("resolved.toml", case.again(path=path))


def waves(case):
    return case.differs("with waves", case.again(options=[*case.captures, "--waves", "fst"]))


def _differs(case, what, run):
    """As Case.differs; that software writes what a block in RTL has not is refused, and no difference."""
    refused = run.status == 2 and "the switch refuses: " in run.said and " RTL of " in run.said
    return None if refused else case.differs(what, run)


def _fidelity(case, fidelity):
    axes = case.file.axes
    has_rtl = (case.scheme in LIMITERS or axes.get("detector") in DETECTORS or axes.get("unit") == "itsy"
               or case.scheme in CLOCKED or "llr" in case.file.scenario.get("link", {})
               or case.has("switch", "mmu", "count_cells") or case.has("switch", "mmu", "partitions"))
    if not has_rtl and case.file.number % 10:
        return None
    return _differs(case, fidelity, case.again([f"fidelity.all={fidelity}"]))


def rtl(case):
    """FERA's RTL counts pauses of its port in cycles, and its first rate is a constant: rates may differ."""
    fera = case.file.axes.get("detector") == "fera"
    slowed = case.does("reset_switch") and case.does("set_link_rate")
    return None if fera and (case.scheme in ("egress_pfc", "egress_pause") or slowed) else _fidelity(case, "rtl")


def lockstep(case):
    return _fidelity(case, "lockstep")


def _as_built(scenario):
    """With a discipline that the RTL has, stages over a power of two, whole rates of credits without a floor; of 100 us with limiters."""
    if scenario.get("flow_control", {}).get("scheme") in SLOW:
        length = key_table.parsed(scenario["scenario"]["duration"])[1]
        scenario["scenario"]["until"] = key_table.time(min(length, 100_000_000))
    egress = scenario.setdefault("switch", {}).setdefault("egress", {})
    if egress.get("discipline") not in SCHEDULED:
        egress["discipline"] = "dwrr"
        for key in ("strict", "vl_limit"):
            egress.pop(key, None)
    gfc = scenario.get("flow_control", {}).get("gfc_buffer_based", {})
    if "b1" in gfc and "bm" in gfc:
        b1, bm = (key_table.parsed(gfc[key])[1] for key in ("b1", "bm"))
        if b1 < bm:
            gfc["b1"] = key_table.length(bm - 2 ** ((bm - b1).bit_length() - 1))
    gfc = scenario.get("flow_control", {}).get("gfc_time_based", {})
    if "b0" in gfc and "bm" in gfc:
        b0, bm = (key_table.parsed(gfc[key])[1] for key in ("b0", "bm"))
        whole = [2 ** twos * 5 ** fives for twos in range(10) for fives in range(10)]
        if b0 < bm:
            gfc["b0"] = key_table.length(bm - max(width for width in whole if width <= bm - b0))
        gfc["block"], gfc["counter_bits"] = "64B", 16
        scenario.get("limiter", {}).pop("floor_rate", None)
        scenario["event"] = [event for event in scenario.get("event", []) if "linear_range" not in event.get("register", "")]


def _at_hosts(top):
    """Ports of hosts alone."""
    def change(scenario):
        _as_built(scenario)
        scenario["fidelity"] = {"at": [{"ports": ["h*"], top: "lockstep"}]}
    return change


def _beside(case):
    """What stands beside the ports of a file, in words."""
    axes = case.file.axes
    yield from (f"{axis} {axes[axis]}" for axis in ("mapper", "unit") if axes.get(axis, "pcp") not in ("pcp", "none"))
    yield from (word for word, has in (("damage", case.has("link_damage")), ("retry", "llr" in case.file.scenario.get("link", {})),
                                       ("reset", case.does("reset_switch"))) if has)


def _port_as(case, other, top, sets):
    """What is wrong with the run with this top; a run that `check` refuses for the top is none."""
    run = other.again(sets)
    if run.status == 2 and f"key 'fidelity.{top}'" in run.said:
        if DISOBEYS not in run.said or "lockstep" not in sets[-1]:
            return None
        hosts = case.changed(_at_hosts(top), "hosts")
        wrong = other.differs(f"{top} of hosts", hosts.again()) if hosts.accepted else None
        COMPARED[f"{top} of hosts"] += hosts.accepted
        hosts.forget()
        return wrong
    COMPARED[sets[-1].removeprefix("fidelity.")] += 1
    return _differs(other, " ".join(sets), run)


def port(case):
    """Each port as one block in RTL, with detectors, stages or gates where there are any, and with what the RTL has, where `check` takes both:
    in lock-step, of each second file with all other blocks so, too, and of each third file as RTL alone."""
    other, number = case.changed(_as_built, "port"), case.file.number
    detects = case.file.axes.get("detector") in DETECTORS
    tops = ["lossless_port"] + ["equipped_port"] * detects + TOPS.get(case.scheme, [])
    ways = [[*["fidelity.all=lockstep"] * (number % 2), "fidelity.{}=lockstep"]] + [["fidelity.{}=rtl"]] * (number % 3 == 0)
    wrong, before = None, COMPARED.total()
    for top in tops:
        for way in ways:
            if other.accepted and wrong is None:
                wrong = _port_as(case, other, top, [one.format(top) for one in way])
    COMPARED.update(_beside(case) if COMPARED.total() > before else [])
    other.forget()
    return wrong


def lossless(case):
    """What a lossless class loses because there is no room `check` has warned of."""
    lost = case.first.summary["faults"]
    if lost and not any(" lost" in warning for warning in case.checked.warnings):
        return f"lost without a warning: {lost[0]}"
    return None


# In this order; the first one decides whether there is a run for the others.
PROPERTIES = {
    "ends": ends,
    "quantum": quantum,
    "repeated": repeated,
    "resolved": resolved,
    "waves": waves,
    "rtl": rtl,
    "lockstep": lockstep,
    "port": port,
    "books": books.balance,
    "lossless": lossless,
    "headroom": headroom.nothing_lost,
    "drained": drained.verdict,
    "mutations": mutations.agree,
}


def failures(case, names=PROPERTIES):
    """[(property, what is wrong)] of an accepted case."""
    if wrong := ends(case):
        return [("ends", wrong)] if "ends" in names else []
    found = [(name, PROPERTIES[name](case)) for name in names]
    return [(name, wrong) for name, wrong in found if wrong]
