# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a file with a failure smaller: tables, elements of lists and keys go as long as the same property fails in the same way."""

import copy
import re

import case as case_room
import drawing
import properties

NEEDED = (("scenario",), ("topology",), ("scenario", "duration"), ("topology", "kind"))


def kind_of(wrong):
    """A failure without its numbers and names."""
    return re.sub(r"\b(?:[hsf]\d+|leaf\d+|spine\d+|s[eac]\d+|w\d+)\b|[0-9.]+|'.*?'", "#", wrong)[:60]


def smaller(case, name, wrong):
    """The smallest file found."""
    file, kind, tried = case.file, kind_of(wrong), 0

    def fails(scenario):
        nonlocal tried
        tried += 1
        changed = case_room.Case(case.program, drawing.File(file.number, scenario, file.files, file.axes), case.folder / f"smaller_{tried}")
        try:
            return changed.accepted and any(found == name and kind_of(text) == kind for found, text in properties.failures(changed, [name]))
        finally:
            changed.forget()

    scenario, changed = file.scenario, True
    while changed:
        changed = False
        for path in list(_places(scenario)):
            without = _without(scenario, path)
            if without is not None and fails(without):
                scenario, changed = without, True
    return drawing.File(file.number, scenario, file.files, file.axes)


def _places(node, path=()):
    """Paths of all tables, elements and keys, those that hold the most first; elements from the last to the first."""
    if isinstance(node, dict):
        for key in list(node):
            if (*path, key) not in NEEDED:
                yield (*path, key)
        for key, value in node.items():
            yield from _places(value, (*path, key))
    elif isinstance(node, list) and node and isinstance(node[0], dict):
        for index in reversed(range(len(node))):
            yield (*path, index)
        for index, value in enumerate(node):
            yield from _places(value, (*path, index))


def _without(scenario, path):
    """A copy without what is at this path; None where it has gone already."""
    scenario = copy.deepcopy(scenario)
    node = scenario
    for part in path[:-1]:
        try:
            node = node[part]
        except (KeyError, IndexError, TypeError):
            return None
    try:
        del node[path[-1]]
    except (KeyError, IndexError, TypeError):
        return None
    if node == [] and len(path) > 1:
        return _without(scenario, path[:-1])
    return scenario
