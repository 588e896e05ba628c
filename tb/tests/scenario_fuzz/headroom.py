# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""At exactly the headroom that `check` asks for nothing is lost."""

import re

import key_table
import toml_text

ABOVE_XOFF = ("pfc", "ttl_pfc", "pause")
OF_ROOM = ("cbfc", "gfc_conceptual", "gfc_buffer_based", "gfc_time_based", "gfc_gradient")  # viq_limit and headroom together
SIZE = r"([0-9.]+[A-Za-z]+)"
ABOVE = re.compile(rf"xoff\) = {SIZE} (breaks|keeps) (.*)")
PROMISED = re.compile(rf" = {SIZE} is more than a VIQ may take .* = {SIZE}: ")
PACKETS = re.compile(rf"headroom\) = {SIZE} (?:keeps Bm, but not|is less than).* = {SIZE} \(")
DISTURBING = ("set_link_rate", "write_register", "reset_switch")


def nothing_lost(case):
    if case.scheme not in (*ABOVE_XOFF, *OF_ROOM) or any(map(case.does, DISTURBING)) or case.has("link_fault") or case.has("link_damage") or case.does("cut_link"):
        return None
    if '"pfcwd"' in case.path.read_text(encoding="utf-8"):  # a queue in a storm obeys no PAUSE
        return None
    limit = _least_limit(case)
    room = _exact(case, limit)
    if room is None:
        return None
    exact = case.changed(lambda scenario: _put(scenario, limit, room), "headroom")
    run = exact.program.run(exact.path)
    what = f"{case.scheme}, headroom = {room}B, as check asks for"
    try:
        if run.status not in (0, 1):
            return f"{what}: status {run.status}: {run.said}"
        lost = run.summary["faults"]
        return f"{what}: {lost[0]}" if lost else None
    finally:
        run.forget()


def _least_limit(case):
    """Where limit and headroom are one room, all of it but a frame shall be headroom; None: the limit stays."""
    if case.scheme in ABOVE_XOFF:
        return None
    frame = key_table.parsed(case.has("switch", "max_frame") or "1500B")[1]
    return key_table.length(frame + 300)


def _put(scenario, limit, room):
    toml_text.put(scenario, ("switch", "mmu", "headroom"), key_table.length(room))
    if limit:
        toml_text.put(scenario, ("switch", "mmu", "viq_limit"), limit)


def _exact(case, limit):
    """The least headroom, in bytes, that `check` does not warn of; None: others of its warnings stay, or it never warns."""
    room, least = 0, None
    for _ in range(5):
        sets = [f"switch.mmu.headroom={room}B", *([f"switch.mmu.viq_limit={limit}"] if limit else [])]
        outcome = case.program.check(case.path, sets)
        if outcome.status:
            return None
        warnings = [warning for warning in outcome.warnings if " lost" in warning]
        if not warnings:
            return least
        more = max(map(_lacks, warnings))
        if more <= 0:
            return None
        room += more
        least = room
    return None


def _lacks(warning):
    """Bytes that a warning asks for; 0 where it is about something else."""
    promised, packets = PROMISED.search(warning), PACKETS.search(warning)
    if promised:
        return _size(promised[1]) - _size(promised[2])
    if packets:
        return _size(packets[2]) - _size(packets[1])
    found = ABOVE.search(warning)
    if not found:
        return 0
    has, _, rest = found.groups()
    after_xoff = re.search(rf"the safety bound of {SIZE}", rest)
    overshoot = re.search(rf"but not the {SIZE}", rest)
    return _size(after_xoff[1]) + (_size(overshoot[1]) if overshoot else 0) - _size(has)


def _size(text):
    return key_table.parsed(text)[1]
