#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""gradient_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of gradient_port plays the golden vectors. It is made of the second
model of equipped_port; the gate and what stands between them are from the pages of the blocks alone, sentence by sentence, by somebody who knew
RTL and cycle model. Then each line of FAULTS, a rule told wrongly, has to differ."""

import sys

import equipped_port_second_test as equipped_port
from lossless_port_second_test import Given, bits_of, first_difference, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("held < i.stop or", "held <= i.stop or"), ("i.wants_depth >= held", "i.wants_depth > held"), ("not i.credited[of] or", ""),
          ("running and i.wants and", "i.wants and"), ("(sent - heard) % whole", "max(sent - heard, 0)"),
          ("if takes and of == c", "if i.wants and of == c"), ("sent + i.wants_blocks", "sent + i.taken_blocks"),
          ("i.heard_valid and i.heard_credit and", "i.heard_valid and"), ("heard = i.heard_fccl", "heard = i.heard_fctbs"),
          ("i.admitted_valid and i.admitted_class == c", "i.admitted_valid"), ("i.taken_valid and i.taken_class == c", "i.taken_valid"),
          ("untaken - i.taken_blocks", "max(untaken - i.taken_blocks, 0)"), ("i.released_valid and i.released_class == c", "i.released_valid"),
          ("freed + i.released_blocks", "freed + i.admitted_blocks"), ("due = True", "due = not due"), ("i.periods[c]", "any(i.periods)"),
          ("if tells and i.mac_ready and c == first", "if tells and c == first"), ("counts[c][4] and i.credited[c]", "counts[c][4]"),
          ("and kind == 0", "and kind != 1"), ("min(messages)", "max(messages)"), ("0 if tells else i.mac_ready", "i.mac_ready"),
          ("0 if c in ruled else i.credited[c]", "i.credited[c]"), ("counts[first][0]", "counts[first][3]"), ("counts[first][3]", "counts[first][1]"),
          ("counts[i.shown][:2]", "counts[0][:2]"), ("counts[2 * n + 1][2]", "counts[2 * n][2]")]
MODEL = '''
def held_of(sent, heard):
    return (sent - heard) % whole

def cycle(state, running, i):
    port, counts = state
    of = i.wants_class
    held = held_of(*counts[of][:2])
    takes = int(bool(running and i.wants and (of not in ruled or not i.credited[of] or held < i.stop or i.wants_depth >= held)))
    # What goes to the MAC.
    messages = [c for c in ruled if counts[c][4] and i.credited[c]]
    inside = Given(i, credited=[0 if c in ruled else i.credited[c] for c in range(8)])
    kind = port_cycle(port, running, inside)[1]["mac_kind"] if messages else None
    tells = int(bool(running and messages and kind == 0))
    port, shown = port_cycle(port, running, Given(inside, mac_ready=0 if tells else i.mac_ready))
    first = min(messages) if messages else None
    if tells:
        shown |= {"mac_valid": 1, "mac_kind": 2, "mac_class": first, "mac_fctbs": counts[first][0] % whole, "mac_fccl": counts[first][3] % whole}
    shown |= {"takes": takes, "tells": tells, "held": held_of(*counts[i.shown][:2])}
    for n in range(4):
        shown[f"untaken_{2 * n}_{2 * n + 1}"] = counts[2 * n][2] % whole + counts[2 * n + 1][2] % whole * whole
    # The edge: each event counts once.
    after = list(counts)
    for c in ruled:
        sent, heard, untaken, freed, due = counts[c]
        if takes and of == c:
            sent = sent + i.wants_blocks
        if i.heard_valid and i.heard_credit and i.heard_class == c:
            heard = i.heard_fccl
        if i.admitted_valid and i.admitted_class == c:
            untaken = untaken + i.admitted_blocks
        if i.taken_valid and i.taken_class == c:
            untaken = untaken - i.taken_blocks
        if i.released_valid and i.released_class == c:
            freed = freed + i.released_blocks
        if tells and i.mac_ready and c == first:
            due = False
        if i.periods[c]:
            due = True
        after[c] = (sent, heard, untaken, freed, due)
    return (port, after), shown
'''


class GradientPort(equipped_port.EquippedPort):
    """The rules of a text around the second model of equipped_port, and a state after a reset."""
    def __init__(self, text, document, values):
        super().__init__(equipped_port.MODEL, document, values)
        rules = {"port_cycle": self.cycle, "Given": Given, "ruled": [c for c in range(8) if values["GRADIENT"] >> c & 1],
                 "whole": 1 << values["COUNTER_W"]}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    @staticmethod
    def banks(state):
        return equipped_port.EquippedPort.banks(state[0])

    @staticmethod
    def cycles_alike(state, after, given, left):
        return equipped_port.EquippedPort.cycles_alike(state[0], after[0], given, left) if state[1:] == after[1:] else 0

    def after_reset(self):
        return super().after_reset(), [(0, 0, 0, 0, False)] * 8


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, GRADIENT=247)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"takes": 1, "tells": 1, "held": values["COUNTER_W"]}
    bits |= {f"untaken_{c}_{c + 1}": 2 * values["COUNTER_W"] for c in range(0, 8, 2)}
    document = registers_of(weir)
    rows = rows_of(weir, "gradient_port", parameters, lambda row: Given(equipped_port.inputs(row, values["BLOCKS_W"], values["Q_W"]), alike=1))
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(GradientPort(text, document, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
