#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""gentle_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of gentle_port plays the golden vectors. It is made of the second model of
equipped_port; limiter, comparator and what stands between them are from the pages of the blocks alone, sentence by sentence, by somebody who knew
RTL and cycle model. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys

import equipped_port_second_test as equipped_port
import rate_limiter_second as limiter
from lossless_port_second_test import Given, bits_of, first_difference, packed, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("i.heard_valid and not i.heard_credit", "i.heard_valid"), ("and i.heard_head >> 16 == 0x0101", ""), ("and i.heard_head >> c & 1", ""),
          ("min(i.heard_times[c], i.stages)", "i.heard_times[c] % 32"), ("and i.sent_class == c", ""), ("follow if sent else idle", "idle"),
          ("[int(stage != told)", "[int(stage > told)"), ("any(due) and kind == 0", "any(due) and kind != 1"),
          ("0 if tells else i.mac_ready", "i.mac_ready"), ("[a & b for", "[a for"), ("stage if due[c] else 0", "stage"),
          ("tells and i.mac_ready", "tells"), ("(waits[0], waits[1])", "(waits[1], waits[0])"), ("stage_of(table, i.admitted_depth)", "stage_of(now, i.admitted_depth)"),
          ("stage_of(table, i.released_depth)", "stage_of(now, i.released_depth)"), ("0x01010000 |", "0x00010000 |"), ("if rest <= 0", "if rest < 0"),
          ("span - rest.bit_length() + 1", "span - rest.bit_length()"), ("registers[i.shown][2]", "registers[0][2]"), ("lambda i: i.tick", "lambda i: 1")] + limiter.FAULTS
MODEL = limiter.MODEL + '''
def stage_of(table, depth):
    bm, span, stages = table
    rest = bm - 1 - depth
    if rest <= 0:
        return stages
    return max(0, min(span - rest.bit_length() + 1, stages))

unit, gap_of, passes = 1, lambda r_l, stage: (r_l << stage) - r_l, lambda i: i.tick

def cycle(state, running, i):
    port, registers, queues, waits, table = state
    after, lets = list(registers), [1] * 8
    for c in gentle:
        assigned = i.heard_valid and not i.heard_credit and i.heard_head >> 16 == 0x0101 and i.heard_head >> c & 1
        rate = min(i.heard_times[c], i.stages) if assigned else None
        sent = running and i.sent_valid and i.sent_class == c
        after[c], idle, follow = limiter_cycle(registers[c], i, sent, rate)
        lets[c] = follow if sent else idle
    # What goes to the MAC.
    due = [int(stage != told) for stage, told in queues]
    kind = port_cycle(port, running, i)[1]["mac_kind"] if any(due) else None
    tells = int(bool(running and any(due) and kind == 0))
    port, shown = port_cycle(port, running, Given(i, open=[a & b for a, b in zip(i.open, lets)], mac_ready=0 if tells else i.mac_ready))
    if tells:
        times = [stage if due[c] else 0 for c, (stage, told) in enumerate(queues)]
        shown |= {"mac_valid": 1, "mac_kind": 1, "mac_class": 0, "mac_head": 0x01010000 | packed(due),
                  "mac_times_0_3": packed(times[3::-1], 16), "mac_times_4_7": packed(times[:3:-1], 16)}
    shown |= {"lets": packed(lets), "stages_due": packed(due), "tells": tells, "obeyed": packed([each[1] for each in registers], 5),
              "wait": registers[i.shown][2]}
    # The edge: what is told, stages of the cycle before, depths.
    queues = [[stage, stage if tells and i.mac_ready else told] for stage, told in queues]
    for wait in (waits[0], waits[1]):
        if wait is not None and wait[0] in gentle:
            queues[wait[0]][0] = wait[1]
    now = (i.bm, i.log2_span, i.stages)
    waits = ((i.admitted_class, stage_of(table, i.admitted_depth)) if i.admitted_valid else None,
             (i.released_class, stage_of(table, i.released_depth)) if i.released_valid else None)
    return (port, after, queues, waits, now), shown
'''


class GentlePort(equipped_port.EquippedPort):
    """The rules of a text around the second model of equipped_port, and a state after a reset."""
    def __init__(self, text, document, values):
        super().__init__(equipped_port.MODEL, document, values)
        rules = {"port_cycle": self.cycle, "Given": Given, "packed": packed, "gentle": [c for c in range(8) if values["GENTLE"] >> c & 1]}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

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
        return super().after_reset(), [(0, 0, 0)] * 8, [[0, 0]] * 8, (None, None), ((1 << 26) - 1, 0, 0)


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, GENTLE=255)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"lets": 8, "stages_due": 8, "tells": 1, "obeyed": 40, "wait": 40}
    document = registers_of(weir)
    rows = rows_of(weir, "gentle_port", parameters, lambda row: Given(equipped_port.inputs(row, values["BLOCKS_W"], values["Q_W"]), alike=1))
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(GentlePort(text, document, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
