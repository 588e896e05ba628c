#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""linear_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of linear_port plays the golden vectors. It is made of the second models of
equipped_port and ib_credits; limiter, division and what stands between them are from the pages of the blocks alone, sentence by sentence, by
somebody who knew RTL and cycle model. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys

import equipped_port_second_test as equipped_port
import ib_credits_second_test as ib_credits
import rate_limiter_second as limiter
from lossless_port_second_test import Given, bits_of, first_difference, packed, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("i.heard_valid and i.heard_credit and", "i.heard_valid and"), ("i.sent_valid and i.sent_class == c", "i.sent_valid"),
          ("i.admitted_class == c", "True"), ("i.released_class == c", "True"), ("period=i.periods[c]", "period=int(any(i.periods))"),
          ("rated and taken == c", "rated"), ("follow if sent else idle", "idle"), ("says[c][7] and i.credited[c]", "says[c][7]"),
          ("and kind == 0", "and kind != 1"), ("min(messages)", "max(messages)"), ("0 if tells else i.mac_ready", "i.mac_ready"),
          ("0 if c in linear else i.credited[c]", "i.credited[c]"), ("[a & b for", "[a for"), ("gets[of].take = i.mac_ready", "gets[of].take = 1"),
          ("min(waiting)", "max(waiting)"), ("if waiting and not busy", "if waiting and left is None"), ("kept[taken] = None", "pass"),
          ("if i.init:", "if False:"), ("i.heard_fccl - says[c][2]", "i.heard_fccl"), ("> half else remained", "> 2 * half else remained"),
          ("or 1", "or 1 << shift"), ("+ room - 1) // room", ") // room"), ("rest << 16", "rest << 15"), ("1 << taken if busy else 0", "1 << taken"),
          ("registers[i.shown][2]", "registers[0][2]"), ("registers[i.shown][1]", "registers[0][1]"), ("says[i.shown][1]", "says[i.shown][6]"),
          ("lambda i: i.tick", "lambda i: 1")]
MODEL = limiter.MODEL + '''
unit, gap_of, passes = 1 << 16, lambda r_l, factor: r_l * factor, lambda i: i.tick

def factor_of(remained, whole):
    room = (0 if remained > half else remained) << shift or 1
    rest = max(whole - room, 0)
    return min(((rest << 16) + room - 1) // room, (1 << 42) - 1)

def cycle(state, running, i):
    port, credits, registers, kept, taken, (left, factor) = state
    rated, busy = left == 0, left not in (None, 0)
    after, lets, gets, says = list(registers), [1] * 8, [None] * 8, [[0] * 8] * 8
    for c in linear:
        heard = i.heard_valid and i.heard_credit and i.heard_class == c
        gets[c] = Given(i, head_blocks=0, sent=running and i.sent_valid and i.sent_class == c, admitted=i.admitted_valid and i.admitted_class == c,
                        released=i.released_valid and i.released_class == c, period=i.periods[c], take=0, heard=heard)
        says[c] = credit_outputs(credits[c], gets[c])
        sent = gets[c].sent
        after[c], idle, follow = limiter_cycle(registers[c], i, sent, factor if rated and taken == c else None)
        lets[c] = follow if sent else idle
    # What goes to the MAC.
    messages = [c for c in linear if says[c][7] and i.credited[c]]
    i = Given(i, open=[a & b for a, b in zip(i.open, lets)], credited=[0 if c in linear else i.credited[c] for c in range(8)])
    kind = port_cycle(port, running, i)[1]["mac_kind"] if messages else None
    tells = int(bool(running and messages and kind == 0))
    port, shown = port_cycle(port, running, Given(i, mac_ready=0 if tells else i.mac_ready))
    if tells:
        of = min(messages)
        gets[of].take = i.mac_ready
        shown |= {"mac_valid": 1, "mac_kind": 2, "mac_class": of, "mac_fctbs": says[of][2], "mac_fccl": says[of][6]}
    waiting = [c for c in range(8) if kept[c] is not None]
    shown |= {"lets": packed(lets), "tells": tells, "kept": sum(1 << c for c in waiting), "divides": 1 << taken if busy else 0,
              "remaining": says[i.shown][1], "factor": registers[i.shown][1], "wait": registers[i.shown][2]}
    # The edge: a message is taken, one comes in its place, the link comes up.
    kept, division = list(kept), (left - 1 if busy else None, factor)
    if waiting and not busy:
        taken = min(waiting)
        division = (steps, factor_of(kept[taken], i.linear_range))
        kept[taken] = None
    for c in linear:
        if gets[c].heard:
            kept[c] = (i.heard_fccl - says[c][2]) % (2 * half)
    if i.init:
        kept = [None] * 8
    credits = [credit_edge(credits[c], gets[c]) if c in linear else credits[c] for c in range(8)]
    return (port, credits, after, kept, taken, division), shown
'''


class LinearPort(equipped_port.EquippedPort):
    """The rules of a text around the second models of equipped_port and ib_credits, and a state after a reset."""
    def __init__(self, text, document, values):
        super().__init__(equipped_port.MODEL, document, values)
        half, shift = 1 << values["COUNTER_W"] - 1, values["BLOCK_SHIFT"]
        credits = {"half": half}
        exec(ib_credits.MODEL, credits)  # pylint: disable=exec-used
        rules = {"port_cycle": self.cycle, "credit_outputs": credits["outputs"], "credit_edge": credits["edge"], "Given": Given, "packed": packed,
                 "linear": [c for c in range(8) if values["LINEAR"] >> c & 1], "half": half, "shift": shift,
                 "steps": values["COUNTER_W"] + shift + 17}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    @staticmethod
    def banks(state):
        return equipped_port.EquippedPort.banks(state[0])

    @staticmethod
    def cycles_alike(state, after, given, left):
        """A limiter whose wait is not shown may count, as long as it holds its class."""
        moved = [(before, now) for before, now in zip(state[2], after[2]) if before != now]
        if state[1] != after[1] or state[3:] != after[3:] or state[2][given.shown] != after[2][given.shown] or moved and given.sent_valid:
            return 0
        left = min([left, *(now[2] // (60 << 16) for _, now in moved)])
        return equipped_port.EquippedPort.cycles_alike(state[0], after[0], given, left)

    def after_reset(self):
        return super().after_reset(), [(0, self.first, 0, 0, False)] * 8, [(0, 0, 0)] * 8, [None] * 8, 0, (None, 0)


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, LINEAR=247, BLOCK_SHIFT=6)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"lets": 8, "tells": 1, "kept": 8, "divides": 8, "remaining": values["COUNTER_W"], "factor": 42, "wait": 56}
    document = registers_of(weir)
    rows = rows_of(weir, "linear_port", parameters, lambda row: Given(equipped_port.inputs(row, values["BLOCKS_W"], values["Q_W"]), alike=1))
    return judged(rows, MODEL, FAULTS + limiter.FAULTS, lambda text: first_difference(LinearPort(text, document, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
