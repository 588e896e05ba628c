#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""gentle_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of gentle_port plays the golden vectors. It is made of the second model of
equipped_port; limiter, comparator and what stands between them are from the pages of the blocks, by somebody who knew the pages alone. Then each
line of FAULTS, a rule told wrongly, has to differ."""

import sys
from types import SimpleNamespace

import equipped_port_second_test as equipped_port
import rate_limiter_second as limiter
from lossless_port_second_test import Given, bits_of, first_difference, packed, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("rest <= 0", "rest < 0"), ("min(m - t, n)", "m - t"), ("and not i.heard_credit and", "and"),
          ("i.heard_head >> 16 == 0x0101", "True"), ("min(i.heard_times[c], i.stages)", "i.heard_times[c]"),
          ("min(i.heard_times[c], i.stages)", "min(i.heard_times[c] & 31, i.stages)"), ("i.open[c] and lets[c]", "lets[c]"),
          ("i.open[c] and lets[c]", "i.open[c]"), ("s.stage[c] if due[c] else 0", "s.stage[c]"), ("if tells and i.mac_ready:", "if tells:"),
          ("s.told = list(s.stage)", "s.told = [s.stage[c] if i.open[c] else s.told[c] for c in range(8)]"),
          ("in s.compared:", "in s.compared[::-1]:"), ("*s.table)", "i.bm, i.log2_span, i.stages)"),
          ("0x01010000 | packed(due)", "0x01010000 | packed(lets)"), ("lets[c], after[c] =", "_, after[c] =")]
FAULTS += limiter.FAULTS + equipped_port.TELLING_FAULTS
# Of a class without GFC; they show where there is one.
FAULTS_WITHOUT = [("valid and c in gentle", "valid"), ("for c in gentle if running", "for c in range(8) if running")]
MODEL = limiter.MODEL + equipped_port.TELLING + '''
tick, gap_of = 60, lambda r_l, k: (r_l << k) - r_l

def stage_of(q, bm, m, n):
    rest = bm - 1 - q
    if rest <= 0:
        return n
    t = rest.bit_length() - 1
    return 0 if t >= m else min(m - t, n)

def cycle(state, running, i):
    port, limiters, s = state
    s = Namespace(**vars(s))
    # 1. Limiters.
    lets, after = [True] * 8, list(limiters)
    for c in gentle if running else ():
        rate = None
        if i.heard_valid and not i.heard_credit and i.heard_head >> 16 == 0x0101 and i.heard_head >> c & 1:
            rate = min(i.heard_times[c], i.stages)
        lets[c], after[c] = limiter(limiters[c], i, i.sent_valid and i.sent_class == c, rate)
    # 2. Packets.
    inside = Given(i, open=[int(i.open[c] and lets[c]) for c in range(8)])
    # 3. Stages that are due.
    due = [s.stage[c] != s.told[c] for c in range(8)]
    # 4. What goes to the MAC.
    tells, port, shown = port_or_own(port, running, inside, any(due))
    if tells:
        times = [s.stage[c] if due[c] else 0 for c in range(8)]
        shown |= {"mac_valid": 1, "mac_kind": 1, "mac_class": 0, "mac_head": 0x01010000 | packed(due), "mac_times_0_3": packed(times[3::-1], 16),
                  "mac_times_4_7": packed(times[:3:-1], 16), "mac_fctbs": 0, "mac_fccl": 0}
    shown |= {"lets": packed(lets), "stages_due": packed(due), "tells": int(tells), "obeyed": packed([r_r for _, r_r, _ in limiters], 5),
              "wait": limiters[i.shown][2]}
    # 5. Told.
    if tells and i.mac_ready:
        s.told = list(s.stage)
    # 6. Stage.
    s.stage = list(s.stage)
    for valid, c, stage in s.compared:
        if valid and c in gentle:
            s.stage[c] = stage
    # 7. Depth.
    came = (i.admitted_valid, i.admitted_class, i.admitted_depth), (i.released_valid, i.released_class, i.released_depth)
    s.compared = [(valid, c, stage_of(depth if valid else 0, *s.table)) for valid, c, depth in came]
    s.table = (i.bm, i.log2_span, i.stages)
    return (port, after, s), shown
'''


class GentlePort:
    """The rules of a text around the second model of equipped_port, and a state after a reset."""
    def __init__(self, text, inside, values):
        self.inside = inside
        rules = {"Namespace": SimpleNamespace, "port_cycle": inside.cycle, "Given": Given, "packed": packed,
                 "gentle": [c for c in range(8) if values["GENTLE"] >> c & 1]}
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
        if state[2:] != after[2:] or state[1][given.shown] != after[1][given.shown] or moved and (given.sent_valid or given.heard_valid):
            return 0
        left = min([left, *(now[2] // 60 for _, now in moved)])
        return equipped_port.EquippedPort.cycles_alike(state[0], after[0], given, left)

    def after_reset(self):
        return self.inside.after_reset(), [(0, 0, 0)] * 8, SimpleNamespace(stage=[0] * 8, told=[0] * 8, compared=[(0, 0, 0)] * 2,
                                                                           table=((1 << 26) - 1, 0, 0))


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, GENTLE=255)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"lets": 8, "stages_due": 8, "tells": 1, "obeyed": 40, "wait": 40}
    inside = equipped_port.inside_of(registers_of(weir), values)
    rows = rows_of(weir, "gentle_port", parameters, lambda numbers: equipped_port.inputs(numbers, values["BLOCKS_W"], values["Q_W"]))
    faults = FAULTS + (FAULTS_WITHOUT if values["GENTLE"] != 255 else [])
    return judged(rows, MODEL, faults, lambda text: first_difference(GentlePort(text, inside, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
