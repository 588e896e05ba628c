#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""lossless_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of lossless_port, written from the block's page around the second models
of its parts, plays the golden vectors. A bank may change at an edge of its clock alone. Then each line of FAULTS, a rule told wrongly, has to
differ."""

import collections
import functools
import json
import subprocess
import sys
from types import SimpleNamespace

import egress_scheduler_second_test as egress_scheduler
import ib_credits_second_test as ib_credits
import port_registers_second_test as port_registers
from egress_scheduler_second_test import fields
from second_model import LONG, difference, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("i.admitted_depth >= k.xoff", "i.admitted_depth > k.xoff"), ("i.released_depth <= k.xon", "i.released_depth < k.xon"),
          ("i.heard_valid and not i.heard_credit", "i.heard_valid"), ("i.heard_valid and i.heard_credit and", "i.heard_valid and"),
          ("i.heard_class == c", "True"), ("i.sent_class == c", "True"), ("step if any(refresh + pause) else 0", "step"),
          ("i.link_up and k.enable", "i.link_up"), ("else k.lossless_classes >> c & 1", "else 1"), ("c == 0 if i.port_pause", "True if i.port_pause"),
          ("told[c] and i.credited[c] and", "told[c] and"), ("says[c][0] or not i.credited[c]", "says[c][0]"),
          ("elif due:  # a frame", "elif due and not messages:"), ("min(messages)", "max(messages)"), ("and i.port_open[best]", ""),
          ("and not due and not messages", "and not due"), ("i.level | k.force", "i.level"), ("& k.mask", ""),
          ("(bus['interrupt_status'] | level) & k.mask", "bus['interrupt_status'] & k.mask"),
          ("[prescaler], [i.link_up]", "[prescaler], [int(link_up)]"),
          ("if bus['value_number'] in places else None", "if bus['value_number'] in places and bus['value_number'] != 395 else None"),
          ("i.request or bus['answers'] or i.set", "i.request or bus['answers']"), ("any(refresh + pause) or told_now", "told_now"),
          ("ready and any(i.waiting)", "ready"), ("asserted[c] != told[c] or", "asserted[c] > told[c] or"), ("sum(1 << c for c in due)", "0"),
          ("k.refresh_quanta if asserted[c] else 0", "refresh[c]"), ("0 < refresh[c] <= quanta", "0 < refresh[c] < quanta")]
MODEL = '''
# The values that the port has: of which table, and where in that.
firsts = (339, 347, 355, 363, 371, 387, 395, 428)
places = {first + c: (table, c) for table, first in enumerate(firsts) for c in range(8 if table < 6 else 1)}

def frame(pfc, i, k, part):
    """The classes for which a frame is due; head and times of the frame that is built now."""
    asserted, told, refresh_due = pfc[:3]
    due = [c for c in range(8) if part[c] and (asserted[c] != told[c] or (asserted[c] and refresh_due[c]))]
    times = [k.pause_quanta if c in due and asserted[c] else 0 for c in range(8)]
    return (due, 0x00010000 | times[0], [0] * 8) if i.port_pause else (due, 0x01010000 | sum(1 << c for c in due), times)

def pfc_edge(pfc, i, k, e):
    asserted, told, refresh_due, refresh, pause = ([*each] for each in pfc[:5])
    quanta, prescaler = divmod(pfc[5] + e.step, 512)
    for c in range(8):
        if 0 < refresh[c] <= quanta:
            refresh_due[c] = 1
        refresh[c], pause[c] = max(refresh[c] - quanta, 0), max(pause[c] - quanta, 0)
        if e.told and c in e.due:
            told[c], refresh_due[c], refresh[c] = asserted[c], 0, k.refresh_quanta if asserted[c] else 0
        if e.filled[c]:
            asserted[c] = 1
        if e.drained[c]:
            asserted[c] = 0
        if i.above[c]:
            asserted[c] = 1
        if i.below[c]:
            asserted[c] = 0
        opcode, is_for, time = (0x0001, c == 0, i.heard_head & 0xffff) if i.port_pause else (0x0101, i.heard_head >> c & 1, i.heard_times[c])
        if e.heard and i.heard_head >> 16 == opcode and is_for:
            pause[c] = time
        if not e.part[c]:
            asserted[c] = told[c] = refresh_due[c] = refresh[c] = pause[c] = 0
    return asserted, told, refresh_due, refresh, pause, prescaler

def cycle(state, running, i):
    own, bank, pfc, turns, credits = state
    k = settings(bank)
    asserted, told_paused, refresh_due, refresh, pause, prescaler = pfc
    # Flow control: what the blocks are given, and what they say.
    link_up = i.link_up and k.enable
    part = [link_up and (c == 0 if i.port_pause else k.lossless_classes >> c & 1) for c in range(8)]
    filled = [i.admitted_valid and i.admitted_class == c and i.admitted_depth >= k.xoff for c in range(8)]
    drained = [i.released_valid and i.released_class == c and i.released_depth <= k.xon for c in range(8)]
    heard = i.heard_valid and not i.heard_credit
    due, head, times = frame(pfc, i, k, part)
    blocked = [int(pause[0 if i.port_pause else c] > 0) for c in range(8)]
    gets = [Events(sent=i.sent_valid and i.sent_class == c, admitted=i.admitted_valid and i.admitted_class == c,
                   released=i.released_valid and i.released_class == c, period=i.periods[c], take=0, init=i.init,
                   heard=i.heard_valid and i.heard_credit and i.heard_class == c) for c in range(8)]
    says = [credit_outputs(credits[c], i.heads[c], i.buffer) for c in range(8)]
    credit = [int(says[c][0] or not i.credited[c]) for c in range(8)]
    told = [says[c][7] for c in range(8)]
    messages = [c for c in range(8) if told[c] and i.credited[c] and running]
    # What goes to the MAC, and whether it is taken.
    ready = running and i.mac_ready and not due and not messages
    turns, (chosen, _, _, deficits) = turns_cycle(turns, i, blocked, credit, ready)
    best = chosen.bit_length() - 1
    kind = None
    if not running:
        pass
    elif due:  # a frame
        kind = 1
    elif messages:
        kind = 2
    elif chosen and i.port_open[best]:
        kind = 0
    taken = kind is not None and i.mac_ready
    told_now = taken and kind == 1
    of = min(messages) if kind == 2 else best if kind == 0 else 0
    if taken and kind == 2:
        gets[of] = gets[of]._replace(take=1)
    # The bus: numbers of values that the port has.
    level = i.level | k.force
    value = i.value
    if own is not None:
        table, c = places[own]
        value = (deficits, asserted, told_paused, refresh_due, refresh, pause, [prescaler], [i.link_up])[table][c]
    bank, bus = bank_cycle(bank, i, level, value)
    own = bus['value_number'] if bus['value_number'] in places else None
    shown = {'ready': int(running), 'goes': chosen if taken and kind == 0 else 0, 'blocked': packed(blocked), 'credit': packed(credit),
             'mac_valid': int(kind is not None), 'mac_kind': kind or 0, 'mac_class': of,
             'mac_head': head, 'mac_times_0_3': packed(times[3::-1], 16), 'mac_times_4_7': packed(times[:3:-1], 16),
             'mac_fctbs': says[of][2] if kind == 2 else 0, 'mac_fccl': says[of][6] if kind == 2 else 0,
             'interrupt': int((bus['interrupt_status'] | level) & k.mask != 0)}
    shown |= {name: bus[name] for name in OF_BANK} | ({'value_reads': 0, 'value_number': 0} if own is not None else {})
    clocks = [i.request or bus['answers'] or i.set,
              any(refresh + pause) or told_now or heard or any((*filled, *drained, *i.above, *i.below)) or
              any(not part[c] and (asserted[c] or told_paused[c] or refresh_due[c]) for c in range(8)), ready and any(i.waiting)]
    clocks += [any(each) for each in gets]
    shown['clocks'] = packed([int(bool(each)) for each in clocks]) if running else 0
    step = i.step
    events = Namespace(step=step if any(refresh + pause) else 0, told=told_now, due=due, filled=filled, drained=drained, heard=heard, part=part)
    pfc = pfc_edge(pfc, i, k, events)
    return (own, bank, pfc, turns, [credit_edge(credits[c], gets[c], i) for c in range(8)]), shown
'''

OF_BANK = ("answers", "error", "data", "value_reads", "value_number", "port_mac_address", "port_max_frame", "forwarding_route_port")
SETTINGS = ("xoff", "xon", "pause_quanta", "refresh_quanta", "lossless_classes", "enable", "mask", "force")
MASKS = ("waiting", "open", "port_open", "strict", "credited", "above", "below")


# What happens to the credits of a class.
Events = collections.namedtuple("Events", "sent admitted released period take init heard")


def packed(places, bits=1):
    word = 0
    for place in reversed(places):
        word = word << bits | place
    return word


class Given:
    """What i has, and others in place of some of that."""
    def __init__(self, i, **others):
        vars(self).update(vars(i), **others)


def halves(given, name, bits):
    return fields(getattr(given, f"{name}_0_3"), bits, 4), fields(getattr(given, f"{name}_4_7"), bits, 4)


def inputs(numbers, blocks_w):
    """The inputs of a row; those of eight classes as lists, class 0 first."""
    i = port_registers.inputs(numbers)
    for name in MASKS:
        setattr(i, name, fields(getattr(i, name), 1, 8))
    low, high = halves(i, "heard_times", 16)  # as on the wire: the first class in the highest bits
    i.heard_times = low[::-1] + high[::-1]
    i.length, i.heads = (low + high for low, high in (halves(i, "lengths", 14), halves(i, "head_blocks", blocks_w)))
    i.weight, i.periods = fields(i.weights, 8, 8), fields(i.period, 1, 8)
    i.alike = 1
    return i


def banks(state):
    """What the clock of each bank moves, in the order of clocks_o."""
    own, bank, pfc, turns, credits = state
    return [(own, bank), pfc, turns, *credits]


def cycles_alike(state, after, given, left):
    """How many of the `left` cycles behind this one show the same as this one: nothing moves but timers of PFC, and none of these ends."""
    before, now = banks(state), banks(after)
    if before == now:
        return left
    timers = [each for each in now[1][3] + now[1][4] if each]
    if given.heard_valid or after[0] is not None or not timers or before[:1] + before[2:] != now[:1] + now[2:] or before[1][:3] != now[1][:3]:
        return 0
    same = all(bool(one) == bool(other) for kind in (3, 4) for one, other in zip(before[1][kind], now[1][kind]))
    return min(left, max(512 * min(timers) - 1 - now[1][5], 0) // max(given.step, 1)) if same else 0


class Port:
    """The rules of a text around those of the parts, and a state after a reset."""
    def __init__(self, text, document, values):
        self.document = port_registers.Bank(document, values["PORT"])
        self.names = {short: self.name_of(short) for short in SETTINGS}
        self.first = values["FIRST"]
        parts = [{"half": 1 << values["COUNTER_W"] - 1}, {}, {}]
        for part, rules in zip((ib_credits, egress_scheduler, port_registers), parts):
            exec(part.MODEL, rules)  # pylint: disable=exec-used
        self.bank_rule = parts[2]["cycle"]
        self.settings_of = None, None
        rules = {"credit_outputs": functools.lru_cache(1 << 12)(parts[0]["outputs"]), "credit_edge": parts[0]["edge"],
                 "turns_cycle": parts[1]["cycle"], "Events": Events, "Namespace": SimpleNamespace, "bank_cycle": self.bank_cycle,
                 "settings": self.settings, "packed": packed, "OF_BANK": OF_BANK}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    def name_of(self, short):
        found = [name for name in self.document.names if name.endswith("_" + short)]
        assert len(found) == 1, f"{short}: {found}"
        return found[0]

    def settings(self, bank):
        if self.settings_of[0] is not bank.settings:
            self.settings_of = bank.settings, SimpleNamespace(**{short: bank.settings[name] for short, name in self.names.items()})
        return self.settings_of[1]

    def bank_cycle(self, bank, *given):
        bank = bank.copy()
        return bank, self.bank_rule(bank, *given)

    banks, cycles_alike = staticmethod(banks), staticmethod(cycles_alike)

    @staticmethod
    def clocks(shown):
        return shown["clocks"]

    def after_reset(self):
        return None, port_registers.State(self.document), ([0] * 8,) * 5 + (0,), (0, [0] * 8), [(0, self.first, 0, 0, False)] * 8


class Inside:
    """A port inside a top, the same with each text of the top. What its cycles come to is kept, for texts that give the port the same. A top has no
    other inputs for the port than the three here, and those of the row."""
    def __init__(self, port):
        self.port, self.kept, self.reset = port, {}, port.after_reset()

    def cycle(self, state, running, i):
        key = id(state), running, i.cycle, i.alike, i.mac_ready, *i.open, *i.credited
        _, (after, shown) = self.kept.get(key) or (state, self.port.cycle(state, running, i))
        if len(self.kept) < 1 << 16:
            self.kept[key] = state, (after, shown)  # the state, too, so that no other has its id
        return after, dict(shown)

    def after_reset(self):
        return self.reset


def further(before, now, times):
    """What is there so many cycles after now, if each of them moves numbers as the cycle before now did."""
    if isinstance(now, SimpleNamespace):
        return SimpleNamespace(**{name: further(getattr(before, name), value, times) for name, value in vars(now).items()})
    if isinstance(now, (tuple, list)) and len(now) == len(before):
        each = [further(*pair, times) for pair in zip(before, now)]
        return now._make(each) if hasattr(now, "_make") else type(now)(each)
    return now + (now - before) * times if isinstance(now, int) and isinstance(before, int) else now


def first_difference(port, rows, bits):
    state, edges = port.after_reset(), 0
    for given, wanted, steps in rows:
        edges = edges if given.rst_n else 0
        n, before = 0, None
        while n < given.cycles:
            running = edges == 2
            state = state if running else port.after_reset()
            after, shown = port.cycle(state, running, given)
            wrong = difference(given.cycle, n, wanted, steps, shown, bits)
            if wrong:
                return wrong
            moved = [place for place, (one, other) in enumerate(zip(port.banks(state), port.banks(after))) if one != other]
            moved = [place for place in moved if not port.clocks(shown) >> place & 1]
            if running and moved:
                return f"cycle {given.cycle} + {n}: banks {moved} change without an edge of their clock"
            left = given.cycles - n - 1
            alike = 0 if not left else port.cycles_alike(state, after, given, left) if running else left if not given.rst_n else 0
            if alike and steps:
                return f"cycle {given.cycle} + {n}: nothing moves, wanted steps {steps}"
            ran = state
            if running:
                state = port.cycle(after, True, Given(given, step=given.step * alike, alike=alike))[0] if alike else after
            edges = min(edges + 1, 2) if given.rst_n else 0
            n += 1 + alike
            # In a long run of cycles that count, two are enough at the end: they show whether all between have counted so.
            if running and steps and left > LONG and before and further(before, ran, 1) == after:
                state, n = further(ran, after, left - 2), given.cycles - 2
            before = ran
    return None


def registers_of(weir):
    return json.loads(subprocess.run([weir, "registers", "--format", "json"], check=True, capture_output=True, text=True).stdout)


def bits_of(counter_w):
    bits = dict.fromkeys(("ready", "mac_valid", "answers", "error", "value_reads", "forwarding_route_port", "interrupt"), 1)
    return bits | {"goes": 8, "mac_kind": 2, "mac_class": 3, "mac_head": 32, "mac_times_0_3": 64, "mac_times_4_7": 64, "mac_fctbs": counter_w,
                   "mac_fccl": counter_w, "blocked": 8, "credit": 8, "data": 32, "value_number": 9, "port_mac_address": 48,
                   "port_max_frame": 14, "clocks": 11}


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048)
    document, bits = registers_of(weir), bits_of(values["COUNTER_W"])
    rows = rows_of(weir, "lossless_port", parameters, lambda row: inputs(row, values["BLOCKS_W"]))
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(Port(text, document, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
