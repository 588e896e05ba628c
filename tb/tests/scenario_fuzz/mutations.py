# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Files that cannot be meant, made of one that is accepted: `check` and `run` refuse them alike, with line and column."""

import copy
import functools
import re

import case as case_room
import drawing
import key_table
import toml_text
from draw import Draw

PLACE = re.compile(r":\d+:\d+: key ")


def agree(case):
    draw = Draw(f"mutation {case.file.number}")
    table = _table(case.program)
    mutant = draw.one_of(MUTATIONS)(draw, table, copy.deepcopy(case.file.scenario))
    if mutant is None:
        return None
    what, scenario = mutant
    changed = case_room.Case(case.program, drawing.File(case.file.number, scenario, case.file.files, case.file.axes), case.folder / "mutant")
    checked, run = changed.checked, changed.first
    run.forget()
    for name, outcome in (("check", checked), ("run", run)):
        if outcome.status != 2:
            return f"{what}: {name} ends with {outcome.status}: {outcome.said}"
        if not PLACE.search(outcome.said):
            return f"{what}: {name} names no line and column: {outcome.said}"
    if checked.said != run.said:
        return f"{what}: check says '{checked.said}', run '{run.said}'"
    return None


@functools.cache
def _table(program):
    return key_table.KeyTable(program.schema())


def _some_key(draw, table, scenario, kinds):
    """A key of one of these kinds that the file has, in a plain table."""
    keys = [key for key in table.keys if key.kind in kinds and not key.in_list and toml_text.get(scenario, key.path) is not None]
    return draw.one_of(keys) if keys else None


def _out_of_range(draw, table, scenario):
    key = _some_key(draw, table, scenario, ("integer", "number", *key_table.UNITS))
    if key is None:
        return None
    beyond = key.high + (1 if key.kind != "number" else 0.5)
    toml_text.put(scenario, key.path, key_table.quantity(key.kind, key.high + key.step) if key.kind in key_table.UNITS else beyond)
    return f"{key.dotted} above its range", scenario


def _wrong_word(draw, table, scenario):
    key = _some_key(draw, table, scenario, ("word",))
    if key is None:
        return None
    toml_text.put(scenario, key.path, draw.one_of(("nonsense", key.words[0][:-1], key.words[-1].upper() + "_")))
    return f"{key.dotted} with a wrong word", scenario


def _elsewhere(draw, table, scenario):
    """A key of one table in another that has none of the name."""
    key = draw.one_of([key for key in table.keys if not key.in_list and key.kind in ("boolean", "word", "integer")])
    groups = [group[0] for group in table.tables if not group[1] and group[0] != ("switch",)
              and ".".join((*group[0], key.name)) not in table.by_name and isinstance(toml_text.get(scenario, group[0]), dict)
              and key.name not in toml_text.get(scenario, group[0])]
    if not groups:
        return None
    group = draw.one_of(groups)
    toml_text.put(scenario, (*group, key.name), key_table.draw_value(draw, key))
    return f"{key.name} in [{'.'.join(group)}]", scenario


def _wrong_type(draw, table, scenario):
    wrong = {"word": 5, "boolean": "yes", "integer": "five", "number": "half", "class_list": "0", "weights": 3, **dict.fromkeys(key_table.UNITS, 12)}
    key = _some_key(draw, table, scenario, wrong)
    if key is None:
        return None
    toml_text.put(scenario, key.path, wrong[key.kind])
    return f"{key.dotted} of another type", scenario


MUTATIONS = (_out_of_range, _wrong_word, _elsewhere, _wrong_type)
