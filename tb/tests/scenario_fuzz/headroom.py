# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""At exactly the headroom that `check` asks for nothing is lost."""

import re

import key_table
import toml_text

SCHEMES = ("pfc", "ttl_pfc", "pause")
ABOVE = re.compile(r"xoff\) = ([0-9.]+[A-Za-z]+) (breaks|keeps) (.*)")
SIZE = r"([0-9.]+[A-Za-z]+)"
DISTURBED = ("event", "link_fault")


def nothing_lost(case):
    if case.scheme not in SCHEMES or any(case.has(word) for word in DISTURBED) or case.has("switch", "mmu", "headroom_pool"):
        return None
    room = _exact(case)
    if room is None:
        return None
    exact = case.changed(lambda scenario: toml_text.put(scenario, ("switch", "mmu", "headroom"), key_table.length(room)), "headroom")
    run = exact.program.run(exact.path)
    try:
        if run.status not in (0, 1):
            return f"headroom = {room}B, as check asks for: status {run.status}: {run.said}"
        lost = run.summary["faults"]
        return f"headroom = {room}B, as check asks for: {lost[0]}" if lost else None
    finally:
        run.forget()


def _exact(case):
    """The least headroom, in bytes, that `check` does not warn of; None: others of its warnings stay, or it never warns."""
    room, least = 0, None
    for _ in range(4):
        outcome = case.program.check(case.path, [f"switch.mmu.headroom={room}B"])
        if outcome.status:
            return None
        warnings = [warning for warning in outcome.warnings if " lost" in warning]
        if not warnings:
            return least
        more = max(map(_lacks, warnings))
        if not more:
            return None
        room += more
        least = room
    return None


def _lacks(warning):
    """Bytes that a warning of the headroom above XOFF asks for; 0 where it is about something else."""
    found = ABOVE.search(warning)
    if not found:
        return 0
    has, verb, rest = found.groups()
    sizes = [key_table.parsed(size)[1] for size in re.findall(rf"(?: = |, in whole cells |, with hop labels ){SIZE}", rest)]
    overshoot = re.search(rf"but not the {SIZE}", rest)
    wanted = sizes[-1] + (key_table.parsed(overshoot[1])[1] if overshoot else 0)
    return wanted - key_table.parsed(has)[1]
