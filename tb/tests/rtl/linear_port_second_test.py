#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""linear_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of linear_port plays the golden vectors. It is made of the second models of
equipped_port and ib_credits; limiter, division and what stands between them are from the pages of the blocks, by somebody who knew the pages alone.
Then each line of FAULTS, a rule told wrongly, has to differ."""

import functools
import sys
from types import SimpleNamespace

import equipped_port_second_test as equipped_port
import ib_credits_second_test as ib_credits
import rate_limiter_second as limiter
from lossless_port_second_test import Events, Given, bits_of, first_difference, packed, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("remained <= whole // 2", "remained < whole // 2"), ("remained <= whole // 2", "True"), (" else 0, 1)", " else 0, 2)"),
          ("-((rest - span << 16) // rest)", "(span - rest << 16) // rest"), ("s.valid and s.last == c", "s.valid"),
          ("i.credited[c] and c not in linear", "i.credited[c]"),
          ("i.open[c] and lets[c]", "lets[c]"), ("i.open[c] and lets[c]", "i.open[c]"), ("says[c][7] and i.credited[c]", "says[c][7]"),
          ("c for c in linear if says", "c for c in linear[::-1] if says"), ("take=i.mac_ready", "take=True"),
          ("1 << s.last if s.left else 0", "1 << s.last if s.left or s.valid else 0"),
          ("elif taken is not None:", "elif taken is not None and not i.init:"),
          ("elif taken is not None:", "elif taken is not None and not state[2].valid:"),
          ("n for n in linear if s.kept[n]", "n for n in linear[::-1] if s.kept[n]"), ("steps - 1", "steps"),
          ("factor_of(s.kept[taken], i.linear_range)", "factor_of((i.heard_fccl - says[taken][2]) % whole, i.linear_range)"),
          ("s.kept[taken], s.last = None, taken", "s.last = taken"),
          ("s.kept[n] = (i.heard_fccl - says[n][2]) % whole", "s.kept[n] = (i.heard_fccl - says[n][2]) % whole if s.kept[n] is None else s.kept[n]"),
          ("i.heard_fccl - says[n][2]", "i.heard_fccl - says[n][2] - (i.sent_blocks if gets[n].sent else 0)"),
          ("if i.init:", "if i.init and not gets[n].heard:"), ("i.heard_valid and i.heard_credit and i", "i.heard_valid and i"),
          ("period=i.periods[c]", "period=any(i.periods)"), ("says[i.shown][1] if", "says[i.shown][6] if"),
          ('"factor": limiters[i.shown][1]', '"factor": s.factor'), ("if gets[n].heard:", "if gets[n].heard and i.credited[n]:"),
          ("lets[c], after[c] =", "_, after[c] ="), ("if i.shown in linear else 0", "if True else 0"),
          ("    for n in linear:", "    for n in range(8):")]
FAULTS += limiter.FAULTS + equipped_port.TELLING_FAULTS
# A gap of one tick without a rest is rare: the vectors as built have it.
AS_BUILT = [("i.rounding == 3 and total >= tick", "i.rounding == 3 and total > tick")]
MODEL = limiter.MODEL + equipped_port.TELLING + '''
tick, gap_of = 60 << 16, lambda r_l, factor: r_l * factor

def factor_of(remained, span):
    rest = max(remained << block_shift if remained <= whole // 2 else 0, 1)
    return min(max(-((rest - span << 16) // rest), 0), (1 << 42) - 1)

def cycle(state, running, i):
    port, limiters, s = state
    s = Namespace(**vars(s))
    # 1. Rate. 2. Limiters.
    lets, after = [True] * 8, list(limiters)
    for c in linear if running else ():
        rate = s.factor if s.valid and s.last == c else None
        lets[c], after[c] = limiter(limiters[c], i, i.sent_valid and i.sent_class == c, rate)
    # 3. Credits. 4. Packets: what the port inside is given.
    inside = Given(i, open=[int(i.open[c] and lets[c]) for c in range(8)], credited=[int(i.credited[c] and c not in linear) for c in range(8)])
    gets = [Events(sent=i.sent_valid and i.sent_class == c, admitted=i.admitted_valid and i.admitted_class == c,
                   released=i.released_valid and i.released_class == c, heard=i.heard_valid and i.heard_credit and i.heard_class == c,
                   period=i.periods[c], take=0, init=i.init) for c in range(8)]
    says = [credit_outputs(s.credits[c], 0, i.buffer) for c in range(8)]
    # 5. What goes to the MAC.
    c = next((c for c in linear if says[c][7] and i.credited[c]), None)
    tells, port, shown = port_or_own(port, running, inside, c is not None)
    if tells:
        shown |= {"mac_valid": 1, "mac_kind": 2, "mac_class": c, "mac_fctbs": says[c][2], "mac_fccl": says[c][6]}
        gets[c] = gets[c]._replace(take=i.mac_ready)
    shown |= {"lets": packed(lets), "tells": int(tells), "kept": packed([each is not None for each in s.kept]),
              "divides": 1 << s.last if s.left else 0, "remaining": says[i.shown][1] if i.shown in linear else 0, "factor": limiters[i.shown][1], "wait": limiters[i.shown][2]}
    # 6. Division: the factor is there `steps` cycles after the message is taken. 7. Taken.
    s.kept = list(s.kept)
    taken = next((n for n in linear if s.kept[n] is not None), None)
    s.valid = s.left == 1
    if s.left:
        s.left -= 1
    elif taken is not None:
        s.left, s.factor = steps - 1, factor_of(s.kept[taken], i.linear_range)
        s.kept[taken], s.last = None, taken
    # 8. Heard. 9. Link.
    for n in linear:
        if gets[n].heard:
            s.kept[n] = (i.heard_fccl - says[n][2]) % whole
        if i.init:
            s.kept[n] = None
    s.credits = [credit_edge(s.credits[n], gets[n], i) if n in linear else s.credits[n] for n in range(8)]
    return (port, after, s), shown
'''


class LinearPort:
    """The rules of a text around the second models of equipped_port and ib_credits, and a state after a reset."""
    def __init__(self, text, inside, values):
        self.inside, self.first = inside, values["FIRST"]
        half, shift = 1 << values["COUNTER_W"] - 1, values["BLOCK_SHIFT"]
        credits = {"half": half}
        exec(ib_credits.MODEL, credits)  # pylint: disable=exec-used
        rules = {"port_cycle": inside.cycle, "credit_outputs": functools.lru_cache(1 << 12)(credits["outputs"]), "credit_edge": credits["edge"],
                 "Given": Given, "Events": Events, "Namespace": SimpleNamespace, "packed": packed,
                 "linear": [c for c in range(8) if values["LINEAR"] >> c & 1], "whole": 2 * half, "block_shift": shift,
                 "steps": values["COUNTER_W"] + shift + 18}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    clocks = staticmethod(equipped_port.EquippedPort.clocks)

    @staticmethod
    def banks(state):
        return equipped_port.EquippedPort.banks(state[0])

    @staticmethod
    def cycles_alike(state, after, given, left):
        """A limiter whose wait is not shown may count, as long as it holds its class."""
        moved = [(before, now) for before, now in zip(state[1], after[1]) if before != now]
        if state[2:] != after[2:] or state[1][given.shown] != after[1][given.shown] or moved and given.sent_valid:
            return 0
        left = min([left, *(now[2] // (60 << 16) for _, now in moved)])
        return equipped_port.EquippedPort.cycles_alike(state[0], after[0], given, left)

    def after_reset(self):
        return self.inside.after_reset(), [(0, 0, 0)] * 8, SimpleNamespace(
            credits=[(0, self.first, 0, 0, False)] * 8, kept=[None] * 8, last=None, left=0, factor=0, valid=False)


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, LINEAR=247, BLOCK_SHIFT=6)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"lets": 8, "tells": 1, "kept": 8, "divides": 8, "remaining": values["COUNTER_W"], "factor": 42, "wait": 56}
    inside = equipped_port.inside_of(registers_of(weir), values)
    rows = rows_of(weir, "linear_port", parameters, lambda numbers: equipped_port.inputs(numbers, values["BLOCKS_W"], values["Q_W"]))
    faults = [fault for fault in FAULTS if fault not in AS_BUILT or values["LINEAR"] == 247]
    return judged(rows, MODEL, faults, lambda text: first_difference(LinearPort(text, inside, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
