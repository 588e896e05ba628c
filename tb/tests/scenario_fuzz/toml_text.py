# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A scenario as nested dictionaries, written as TOML: a dictionary is a table, a list of dictionaries is one [[table]] each."""

import json
import re


def text_of(scenario):
    lines = []
    _table(scenario, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(table, path, lines):
    plain = {key: value for key, value in table.items() if not _is_table(value)}
    if path and (plain or not table):
        lines.append(f"\n[{'.'.join(map(_key, path))}]")
    _members(plain, lines)
    for key, value in table.items():
        if isinstance(value, dict):
            _table(value, (*path, key), lines)
        elif _is_table(value):
            for element in value:
                lines.append(f"\n[[{'.'.join(map(_key, (*path, key)))}]]")
                _members(element, lines)


def _members(members, lines):
    lines.extend(f"{_key(key)} = {value_text(value)}" for key, value in members.items())


def _is_table(value):
    return isinstance(value, dict) or (isinstance(value, list) and value and all(isinstance(one, dict) for one in value))


def _key(key):
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def value_text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if "." in repr(value) or "e" in repr(value) else f"{value!r}.0"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value)


def get(scenario, path):
    """The value at a path such as ("switch", "mmu", "cell"), or None."""
    for key in path:
        if not isinstance(scenario, dict) or key not in scenario:
            return None
        scenario = scenario[key]
    return scenario


def put(scenario, path, value):
    for key in path[:-1]:
        scenario = scenario.setdefault(key, {})
    scenario[path[-1]] = value
