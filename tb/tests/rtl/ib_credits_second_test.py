#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""ib_credits_second_test.py WEIR [PARAMETER=VALUE...]: a second model of ib_credits, written from the block's page in numbers without end,
which are modulo 2^w only at the ports, plays the golden vectors. Then each line of FAULTS, a rule told wrongly, has to differ."""

import csv
import pathlib
import subprocess
import sys
import tempfile

# A rule of the page as code, and the same told wrongly.
FAULTS = [("ahead(in_.head_blocks) <= half", "ahead(in_.head_blocks) < half"), ("min(free, half)", "free"), ("occupied += in_.admitted_blocks", "occupied += 0"),
          ("sent = limit = received = 0", "sent = limit = received = occupied = 0"), ("if in_.resync:", "if False:"),
          ("max(buffer - occupied, 0)", "buffer - occupied"), ("due = True  # period", "due = due"), ("received = in_.heard_fctbs", "received += in_.heard_fctbs")]
MODEL = '''
def outputs(state, in_):
    sent, limit, received, occupied, due = state
    def ahead(blocks):
        return (limit - (sent + blocks)) % (2 * half)
    buffer = in_.buffer
    occupied %= 2 * half
    free = max(buffer - occupied, 0)
    told = received + min(free, half)
    may = ahead(in_.head_blocks) <= half
    available = ahead(0) if ahead(0) <= half else 0
    return [int(may)] + [count % (2 * half) for count in (available, sent, limit, received, occupied, told)] + [int(due)]

def edge(state, in_):
    sent, limit, received, occupied, due = state
    if in_.sent:
        sent += in_.sent_blocks
    if in_.admitted:
        received += in_.admitted_blocks
        occupied += in_.admitted_blocks
    if in_.heard:
        limit = in_.heard_fccl
        if in_.resync:
            received = in_.heard_fctbs
    if in_.released:
        occupied -= in_.released_blocks
    if in_.take:
        due = False
    if in_.period:
        due = True  # period
    if in_.init:
        sent = limit = received = 0
        due = True
    return sent, limit, received, occupied, due
'''


class Cycle:
    def __init__(self, row):
        for name, value in row.items():
            if name != "segment":
                setattr(self, name.replace("_ni", "_n").removesuffix("_i"), int(value))


def first_difference(text, half, first, rows):
    rules = {"half": half}
    exec(text, rules)  # pylint: disable=exec-used
    after_reset = (0, first, 0, 0, False)
    state = after_reset
    for in_, wanted in rows:
        state = after_reset if not in_.rst_n else state
        # In a run of equal cycles each count moves by the same step; the vectors have idle runs alone that are long.
        for n in range(min(in_.cycles, 3)):
            found = rules["outputs"](state, in_)
            if n == 0 and found != wanted:
                return f"cycle {in_.cycle}: {found}, wanted {wanted}"
            state = rules["edge"](state, in_) if in_.rst_n else state
        if in_.rst_n and in_.cycles > 3 and any((in_.sent, in_.admitted, in_.heard, in_.released, in_.take, in_.period, in_.init)):
            for _ in range(in_.cycles - 3):
                state = rules["edge"](state, in_)
    return None


def main(weir, *parameters):
    values = {"COUNTER_W": 12, "FIRST": 2048, **{name: int(value) for name, value in (each.split("=") for each in parameters)}}
    with tempfile.TemporaryDirectory(prefix="weir_ib_credits_") as folder:
        options = [word for each in parameters for word in ("--parameter", each)]
        subprocess.run([weir, "vectors", "ib_credits", "--out", folder, *options], check=True, stdout=subprocess.DEVNULL)
        tables = []
        for name in ("stimulus.csv", "expected.csv"):
            with open(pathlib.Path(folder) / name, encoding="utf-8") as file:
                tables.append(list(csv.DictReader(file)))
    names = [name for name in tables[1][0] if name.endswith("_o")]
    rows = [(Cycle(given), [int(shown[name]) for name in names]) for given, shown in zip(*tables, strict=True)]
    half = 1 << values["COUNTER_W"] - 1
    wrong = first_difference(MODEL, half, values["FIRST"], rows)
    problems = [wrong] if wrong else []
    for old, new in FAULTS:
        assert MODEL.count(old) == 1, old
        if first_difference(MODEL.replace(old, new), half, values["FIRST"], rows) is None:
            problems.append(f"the vectors do not tell {new!r} from {old!r}")
    print("\n".join(problems) or f"{len(rows)} rows as the second model has them")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
