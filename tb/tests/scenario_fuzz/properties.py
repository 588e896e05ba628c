# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold of each file that `check` accepts. A property is a function of a case: what is wrong, in words, or None."""

import books
import drained
import headroom
import mutations

DETECTORS = ("tcd", "tcd_infiniband", "fera")  # with RTL
CLOCKED = ("cbfc", "ue_cbfc", "gfc_gradient", "pfc", "pause", "ttl_pfc", "egress_pfc", "egress_pause")  # with RTL beside the engine
LIMITERS = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")


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


def _fidelity(case, fidelity):
    axes = case.file.axes
    has_rtl = (case.scheme in LIMITERS or axes.get("detector") in DETECTORS or axes.get("unit") == "itsy"
               or case.scheme in CLOCKED or "llr" in case.file.scenario.get("link", {})
               or case.has("switch", "mmu", "count_cells") or case.has("switch", "mmu", "partitions"))
    if not has_rtl and case.file.number % 10:
        return None
    return case.differs(fidelity, case.again([f"fidelity.all={fidelity}"]))


def rtl(case):
    """FERA's RTL counts pauses of its port in cycles, and its first rate is a constant: rates may differ."""
    fera = case.file.axes.get("detector") == "fera"
    slowed = case.does("reset_switch") and case.does("set_link_rate")
    return None if fera and (case.scheme in ("egress_pfc", "egress_pause") or slowed) else _fidelity(case, "rtl")


def lockstep(case):
    return _fidelity(case, "lockstep")


def _by_deficits(scenario):
    scenario.setdefault("switch", {}).setdefault("egress", {})["discipline"] = "dwrr"


def port(case):
    """Each port as one block in RTL, with detectors where there are any, and with a discipline that the RTL has, where `check` takes both."""
    other = case.changed(_by_deficits, "port")
    wrong = None
    for top in ["lossless_port"] + ["equipped_port"] * (case.file.axes.get("detector") in DETECTORS):
        if other.accepted and wrong is None:
            run = other.again([f"fidelity.{top}=lockstep"])
            if run.status != 2 or f"key 'fidelity.{top}'" not in run.said:
                wrong = other.differs(top, run)
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
