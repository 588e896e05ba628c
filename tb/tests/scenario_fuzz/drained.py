# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""With all sources stopped, all is delivered in the end, or a verdict of the run says why not."""

import happenings
import key_table

TAIL = 20  # times the run's own length, without sources
RATES = ("gfc_conceptual", "gfc_buffer_based", "gfc_time_based")  # a limiter at its floor may take longer than any tail


def verdict(case):
    later = case.changed(_stop, "drained")
    if not later.accepted:
        return None  # a flow would stop before it starts
    found, needs = _found(later)
    if needs is None:
        return found
    # Too short to be told that it stands: as long as the verdict wants.
    longer = later.changed(lambda scenario: scenario["scenario"].update(until=needs), "judged")
    return _found(longer)[0] if longer.accepted else found


def _found(case):
    """What is wrong, and until when to run where that is open."""
    run = case.program.run(case.path)
    try:
        found = _judged(case, run)
        open_ = found is not None and run.status in (0, 1) and run.summary.get("standing") == "not judged"
        return found, key_table.time(int(run.summary["standing_needs_seconds"] * 1e12) + 1) if open_ else None
    finally:
        run.forget()


def _stop(scenario):
    """All sources stop with the time that the run had."""
    settings = scenario["scenario"]
    duration = key_table.parsed(settings["duration"])[1]
    end = settings["duration"]
    for sender in (*scenario.get("flow", []), *([scenario["traffic"]] if "pattern" in scenario.get("traffic", {}) else [])):
        if "stop" not in sender:
            sender["stop"] = end
    for load in scenario.get("workload", []):
        load.setdefault("end", end)
    settings["until"] = key_table.time(duration * (TAIL + 1))
    settings.pop("sample_interval", None)


def _judged(case, run):
    if run.status not in (0, 1):
        if run.status == 2 and case.does("write_register"):
            return None
        return f"without sources: status {run.status}: {run.said}"
    summary = run.summary
    left = summary["packets_in_network"]
    if not left or summary["deadlock"] or _stands(summary) or _is_held(case):
        return None
    standing = [(queue.get("standing_hold_seconds") or 0, f"{queue['device']}.p{queue['port']}.c{queue['class']}") for queue in summary["queues"]]
    longest, place = max(standing, default=(0, ""))
    if longest < summary["simulated_seconds"] / 2:
        return None  # it moves still: sends again what is lost, or goes through a link that an event has slowed down
    held = f"longest hold {longest:.6f} s of {summary['simulated_seconds']:.6f} s at {place or 'none'}"
    return f"{left} packets stay under {case.scheme}, and no verdict says why; {held}"


def _stands(summary):
    return summary.get("standing") == "yes"


def _is_held(case):
    """What holds packets for ever, and is no fault of the network: a host that has stopped, credits lost on links or, as `check`
    says, all that a slow one has time for, a window has room for or CF_Updates tell apart, what software wrote."""
    events = case.file.scenario.get("event", [])
    stopped = any(event["do"] == "stop_host" and "length" not in event for event in events)
    damaged = case.has("link_fault") or case.has("link_damage") or case.does("cut_link")
    lost_credits = damaged and case.scheme in ("cbfc", "gfc_time_based", "gfc_gradient", "gfc_conceptual")
    words = ("leaves no time for packets", happenings.FILLED, happenings.ASTRAY)
    filled = any(word in warning for warning in case.checked.warnings for word in words)
    silent = any(event["do"] in happenings.LASTING and "length" not in event for event in events)
    llr = case.file.scenario.get("link", {}).get("llr", {})
    flushed = llr.get("flush_llr_frame_action") == "block" and not llr.get("re_init_on_flush")
    gives_up = flushed and any(event["do"] in happenings.RETRY for event in events)
    return stopped or silent or gives_up or lost_credits or filled or case.does("write_register") or case.scheme in RATES

