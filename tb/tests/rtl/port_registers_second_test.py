#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""port_registers_second_test.py WEIR [PARAMETER=VALUE...]: a second model of port_registers, written from the block's page and the JSON of the
register map with a dictionary of words, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import json
import subprocess
import sys

from second_model import difference, inputs_of, judged, rows_of, values_of

# A rule of the page as code, and the same told wrongly.
FAULTS = [("(word & ~bits) | (i.data & bits)", "i.data & bits"), ("(word & ~bits) | (i.data & bits)", "(word & ~bits) | i.data"),
          ("i.data & bits & ~has", "i.data & ~has"), ("i.data & bits & ~has", "0"), ("word & ~(i.data & bits)", "word & ~bits"),
          ("s.flags | i.set", "s.flags"), ("s.flags | i.set", "s.flags | i.set | level"), ("word | level", "word"),
          ("s.snapshot_of == number", "s.snapshot_of is not None"), ("s.snapshot_of == number", "False"), ("s.snapshot_of = None  # over", "pass"),
          ("s.comes = number if wide", "s.comes = None if wide"), ("value >> 32 if high else value", "value"),
          ("'error' if bits else", "'error' if True else"), ("'error' if bits else", "'error' if False else")]
MODEL = '''
def read_of(s, level, place):
    """What a read of this place is answered with, in the next cycle; and the number of the value that it asks for."""
    kind, number, has, wide, high = place
    if kind == 'setting':
        return ('word', s.words[number]), None
    if kind == 'flags':
        word = s.flags
        return ('word', word | level), None
    if high and s.snapshot_of == number:
        s.snapshot_of = None  # over
        return ('snapshot', 0), None
    if wide and not high:
        s.snapshot_of = number
    s.comes = number if wide and not high else None
    return ('value', high), number

def cycle(s, i, level, value):
    answer, comes = s.answer, s.comes
    shown = {'answers': int(answer is not None), 'error': int(answer == 'error'), 'data': 0, 'value_reads': 0, 'value_number': 0}
    if answer not in (None, 'error'):
        what, high = answer
        shown['data'] = high if what == 'word' else s.snapshot if what == 'snapshot' else (value >> 32 if high else value) & 0xffffffff
    shown |= {'snapshot_held': int(s.snapshot_of is not None), 'snapshot_number': s.number, 'snapshot': s.snapshot}
    shown |= s.settings
    shown['interrupt_status'] = s.flags
    s.answer = s.comes = None
    cleared = None
    if i.request:
        place = s.places.get(i.address)
        kind = place[0] if place else None
        bits = sum(255 << 8 * byte for byte in range(4) if i.strobe >> byte & 1)
        s.answer = 'error'
        if kind in ('setting', 'flags') and i.write:
            number, has = place[1], place[2]
            if not i.data & bits & ~has:
                s.answer = ('word', 0)
                if kind == 'setting':
                    word = s.words[number]
                    s.put(number, (word & ~bits) | (i.data & bits))
                else:
                    word = s.flags
                    cleared = word & ~(i.data & bits)
        elif kind in ('setting', 'flags'):
            s.answer, _ = read_of(s, level, place)
        elif kind == 'value' and i.write:
            s.answer = 'error' if bits else ('word', 0)
        elif kind == 'value':
            s.answer, asked = read_of(s, level, place)
            if asked is not None:
                shown |= {'value_reads': 1, 'value_number': asked}
    if comes is not None:
        s.snapshot = value >> 32
    if s.comes is not None:
        s.number = s.comes
    s.flags = s.flags if cleared is None else cleared
    s.flags = s.flags | i.set
    return shown
'''


class Bank:
    """The words of a port, from the JSON of the map."""
    def __init__(self, document, port):
        self.places, self.resets, self.names, numbers = {}, {}, {}, 0
        self.bits = {"answers": 1, "error": 1, "data": 32, "value_reads": 1, "snapshot_held": 1, "snapshot": 32}
        for block, register in ((block["name"], register) for block in document["blocks"] for register in block["registers"]):
            dimensions = register["dimensions"]
            if not dimensions or dimensions[0]["of"] != "port":
                continue
            start = int(register["offset"], 16) + port * dimensions[0]["stride_bytes"]
            if register["access"] == "ro":
                for at in range(0, dimensions[0]["stride_bytes"], register["element_bytes"]):
                    wide = register["element_bytes"] == 8
                    self.places[start + at] = ("value", numbers, 0, wide, False)
                    if wide:
                        self.places[start + at + 4] = ("value", numbers, 0, True, True)
                    numbers += 1
                continue
            name, reset = f"{block}_{register['name']}", int(register["reset"], 16)
            self.names[name], self.bits[name] = [], register["width"]
            for low in range(0, register["width"], 32):
                has = (1 << min(register["width"] - low, 32)) - 1
                self.places[start + low // 8] = ("flags" if register["access"] == "w1c" else "setting", start + low // 8, has, False, False)
                self.resets[start + low // 8] = reset >> low & 0xffffffff
                self.names[name].append(start + low // 8)
        self.bits |= dict.fromkeys(("value_number", "snapshot_number"), (numbers - 1).bit_length())


class State:
    """Words and settings are no more written once a state has them: a copy of the state may have them, too."""
    def __init__(self, bank):
        self.places, self.names, self.words = bank.places, bank.names, {}
        self.flags = self.number = self.snapshot = 0
        self.answer = self.comes = self.snapshot_of = None
        self.have(bank.resets)

    def have(self, words):
        self.words = words
        self.settings = {name: sum(words[at] << 32 * place for place, at in enumerate(places)) for name, places in self.names.items()}

    def put(self, number, word):
        self.have(self.words | {number: word})

    def copy(self):
        other = object.__new__(State)
        vars(other).update(vars(self))
        return other

    def __eq__(self, other):
        return vars(self) == vars(other)

    def rests(self):
        return self.answer is self.comes is None


def inputs(numbers):
    i = inputs_of(numbers)
    i.set, i.level = i.interrupt_status_set, i.interrupt_status_level
    return i


def first_difference(text, rows, bank):
    rules = {}
    exec(text, rules)  # pylint: disable=exec-used
    state = State(bank)
    for given, wanted, steps in rows:
        state = state if given.rst_n else State(bank)
        for n in range(given.cycles):
            rests = n > 1 and state.rests() and not given.request and not given.set
            shown = rules["cycle"](state, given, given.level, given.value)
            wrong = difference(given.cycle, n, wanted, steps, shown, bank.bits)
            if wrong:
                return wrong
            if not given.rst_n or rests:
                break  # so it stays
        state = state if given.rst_n else State(bank)
    return None


def main(weir, *parameters):
    values = values_of(parameters, PORT=11)
    document = json.loads(subprocess.run([weir, "registers", "--format", "json"], check=True, capture_output=True, text=True).stdout)
    bank = Bank(document, values["PORT"])
    rows = rows_of(weir, "port_registers", parameters, inputs)
    return judged(rows, MODEL, FAULTS, lambda text: first_difference(text, rows, bank))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
