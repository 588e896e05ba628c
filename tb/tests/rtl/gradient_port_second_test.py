#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""gradient_port_second_test.py WEIR [PARAMETER=VALUE...]: a second model of gradient_port plays the golden vectors. It is made of the second
model of equipped_port; the gate and what stands between them are from the pages of the blocks, by somebody who knew the pages alone. Then each line
of FAULTS, a rule told wrongly, has to differ."""

import sys
from types import SimpleNamespace

import equipped_port_second_test as equipped_port
from lossless_port_second_test import Given, bits_of, first_difference, registers_of
from second_model import judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("i.wants_depth if i.credited[want] else whole - 1", "i.wants_depth"), ("< i.stop or", "<= i.stop or"), ("depth >= h", "depth > h"),
          ("running and (starts", "(starts"),
          ("i.credited[c] and c not in ruled", "i.credited[c]"), ("gates[c].due and i.credited[c]", "gates[c].due"),
          ("gates[c].sent % whole,", "gates[c].heard % whole,"),
          ("gates[c].freed % whole}", "(gates[c].freed + i.released_valid * i.released_blocks) % whole}"),
          ("takes and want == n", "i.wants and want == n"), ("i.heard_valid and i.heard_credit and", "i.heard_valid and"),
          ("gate.heard = i.heard_fccl", "gate.heard = i.heard_fctbs"),
          ("gate.heard = i.heard_fccl", "gate.heard = i.heard_fccl if i.credited[n] else gate.heard"),
          ("gate.untaken -= i.taken_blocks", "gate.untaken = max(gate.untaken - i.taken_blocks, 0)"),
          ("i.taken_valid and i", "i.taken_valid and not i.admitted_valid and i"),
          ("gate.freed += i.released_blocks", "gate.freed += i.admitted_blocks"), ("tells and i.mac_ready and c == n", "tells and c == n"),
          ("if i.periods[n]:", "if i.periods[n] and not tells:"), ("if i.periods[n]:", "if i.periods[n] or i.init:"),
          ("c for c in ruled if", "c for c in ruled[::-1] if"),
          ("i.released_valid and i.released_class == n", "i.released_valid and i.released_class == n and i.credited[n]"),
          ("if i.periods[n]:", "if i.periods[n] and i.credited[n]:"), ("(gate.sent - gate.heard) % whole", "max(gate.sent % whole - gate.heard, 0)"),
          ("i.admitted_valid and i.admitted_class == n", "i.admitted_valid and i.admitted_class == n and i.credited[n]"),
          ("held(gates[i.shown])", "held(gates[want])"), ("gates[n + 1].untaken", "gates[n].untaken + 0")]
MODEL = equipped_port.TELLING + '''
def held(gate):
    return (gate.sent - gate.heard) % whole

def cycle(state, running, i):
    port, gates = state
    gates, want = [Namespace(**vars(each)) for each in gates], i.wants_class
    # 1. Gates. 2. Taking. 3. Without messages.
    depth, h = i.wants_depth if i.credited[want] else whole - 1, held(gates[want])
    starts = i.wants and (h < i.stop or depth >= h)
    takes = running and (starts if want in ruled else i.wants)
    # 4. The port inside.
    inside = Given(i, credited=[int(i.credited[c] and c not in ruled) for c in range(8)])
    # 5. What goes to the MAC.
    c = next((c for c in ruled if gates[c].due and i.credited[c]), None)
    tells, port, shown = port_or_own(port, running, inside, c is not None)
    if tells:
        shown |= {"mac_valid": 1, "mac_kind": 2, "mac_class": c, "mac_fctbs": gates[c].sent % whole, "mac_fccl": gates[c].freed % whole}
    shown |= {"takes": int(bool(takes)), "tells": int(tells), "held": held(gates[i.shown])}
    for n in range(0, 8, 2):
        shown[f"untaken_{n}_{n + 1}"] = gates[n].untaken % whole + whole * (gates[n + 1].untaken % whole)
    # The edge.
    for n in ruled:
        gate = gates[n]
        if takes and want == n:
            gate.sent += i.wants_blocks
        if i.heard_valid and i.heard_credit and i.heard_class == n:
            gate.heard = i.heard_fccl
        if i.admitted_valid and i.admitted_class == n:
            gate.untaken += i.admitted_blocks
        if i.taken_valid and i.taken_class == n:
            gate.untaken -= i.taken_blocks
        if i.released_valid and i.released_class == n:
            gate.freed += i.released_blocks
        # 6. Due.
        if tells and i.mac_ready and c == n:
            gate.due = False
        if i.periods[n]:
            gate.due = True
    return (port, gates), shown
'''


class GradientPort:
    """The rules of a text around the second model of equipped_port, and a state after a reset."""
    def __init__(self, text, inside, values):
        self.inside = inside
        rules = {"Namespace": SimpleNamespace, "port_cycle": inside.cycle, "Given": Given,
                 "ruled": [c for c in range(8) if values["GRADIENT"] >> c & 1], "whole": 1 << values["COUNTER_W"]}
        exec(text, rules)  # pylint: disable=exec-used
        self.cycle = rules["cycle"]

    clocks = staticmethod(equipped_port.EquippedPort.clocks)

    @staticmethod
    def banks(state):
        return equipped_port.EquippedPort.banks(state[0])

    @staticmethod
    def cycles_alike(state, after, given, left):
        return equipped_port.EquippedPort.cycles_alike(state[0], after[0], given, left) if state[1:] == after[1:] else 0

    def after_reset(self):
        return self.inside.after_reset(), [SimpleNamespace(sent=0, heard=0, untaken=0, freed=0, due=False) for _ in range(8)]


def main(weir, *parameters):
    values = values_of(parameters, PORT=11, COUNTER_W=12, BLOCKS_W=8, FIRST=2048, TCD=255, STAMP_W=18, Q_W=24, GRADIENT=247)
    bits = bits_of(values["COUNTER_W"]) | equipped_port.bits_of_parts(values)
    bits |= {"takes": 1, "tells": 1, "held": values["COUNTER_W"]}
    bits |= {f"untaken_{c}_{c + 1}": 2 * values["COUNTER_W"] for c in range(0, 8, 2)}
    inside = equipped_port.inside_of(registers_of(weir), values)
    rows = rows_of(weir, "gradient_port", parameters, lambda numbers: equipped_port.inputs(numbers, values["BLOCKS_W"], values["Q_W"]))
    return judged(rows, MODEL, FAULTS + equipped_port.TELLING_FAULTS, lambda text: first_difference(GradientPort(text, inside, values), rows, bits))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
