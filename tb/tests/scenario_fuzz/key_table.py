# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The keys of scenario files, read from the program's own table (`weir schema scenario`), and values for them.

A key that the program learns is drawn without a word here: its kind, range and default are in the schema.
"""

import dataclasses
import math
import re

# Units of quantities, in the least one: ps, bit/s, bytes. The last one of these that divides a value is written.
UNITS = {
    "time": {"ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9, "s": 10**12},
    "rate": {"bps": 1, "Kbps": 10**3, "Mbps": 10**6, "Gbps": 10**9, "Tbps": 10**12},
    "bytes": {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30},
}
WRITTEN = {"time": ("us", "ns", "ps"), "rate": ("Mbps", "Kbps", "bps"), "bytes": ("B",)}
# Where the default is 0, "by itself", or there is none: what a small network might have.
TYPICAL = {"time": 5 * 10**6, "rate": 2 * 10**9, "bytes": 8_000}


def quantity(dimension, value):
    unit = next(unit for unit in WRITTEN[dimension] if value % UNITS[dimension][unit] == 0)
    return f"{value // UNITS[dimension][unit]}{unit}"


def time(picoseconds):
    return quantity("time", int(picoseconds))


def rate(bits):
    return quantity("rate", int(bits))


def length(count):
    return quantity("bytes", int(count))


def parsed(text):
    """(dimension, value) of a quantity."""
    number, unit = re.fullmatch(r"([0-9.]+) *([A-Za-z]+)", text).groups()
    dimension = next(name for name, units in UNITS.items() if unit in units)
    return dimension, round(float(number) * UNITS[dimension][unit])


@dataclasses.dataclass
class Key:
    """kind: word, boolean, integer, number, a dimension, class_list, weights, or "other", which only its own recipe draws."""
    table: tuple
    name: str
    kind: str
    words: tuple = ()
    low: float = 0
    high: float = 0
    step: int = 1
    default: object = None
    in_list: bool = False

    @property
    def path(self):
        return (*self.table, self.name)

    @property
    def dotted(self):
        return ".".join(self.table) + ("[]." if self.in_list else ".") + self.name


class KeyTable:
    def __init__(self, schema):
        self.schema = _of_whole_files(schema)
        self.keys = []
        del self.schema["properties"]["base"]  # another file, which no file of these has
        self._table(self.schema, (), False)
        self.by_name = {key.dotted: key for key in self.keys}
        self.tables = {}
        for key in self.keys:
            self.tables.setdefault((key.table, key.in_list), []).append(key)
        self.own = []  # of single switches, as paths below [switch.NAME]
        self._own(self.schema["properties"]["switch"].get("additionalProperties", {}), ())

    def words(self, dotted):
        return self.by_name[dotted].words

    def enumerations(self):
        return {key.dotted: key.words for key in self.keys if key.words and key.table[0] not in ("origin", "expect")}

    def _own(self, node, path):
        for name, member in node.get("properties", {}).items():
            if "properties" in member:
                self._own(member, (*path, name))
            else:
                self.own.append((*path, name))

    def key_of_own(self, path):
        """The key that all switches share with a path below [switch.NAME]."""
        return self.by_name.get(".".join(path)) or self.by_name[".".join(("switch", *path))]

    def _table(self, node, path, in_list):
        for name, member in node["properties"].items():
            if member.get("type") == "object":
                if name not in ("expect", "origin"):
                    self._table(member, (*path, name), False)
            elif member.get("type") == "array" and "properties" in member["items"]:
                self._table(member["items"], (*path, name), True)
            else:
                self.keys.append(_key(path, name, member, in_list))


def _of_whole_files(node):
    """The schema without what only a file with a base says: "default" in the place of a value, a table or a list."""
    if isinstance(node, list):
        return [_of_whole_files(one) for one in node]
    if not isinstance(node, dict):
        return node
    node = {key: _of_whole_files(value) for key, value in node.items()}
    if node.get("pattern") == "^default$":
        del node["pattern"]
        node["type"] = next(kind for kind in node["type"] if kind != "string")
    if {"const": "default"} in node.get("anyOf", ()):
        others = [one for one in node.pop("anyOf") if one != {"const": "default"}]
        node = {**(others[0] if len(others) == 1 else {"anyOf": others}), **node}
    return node


def _key(path, name, member, in_list):
    key = Key(path, name, "other", default=member.get("default"), in_list=in_list)
    if "anyOf" in member:  # one for all classes, or a list
        member = {**member["anyOf"][0], "description": member["description"]}
    dimension = _dimension(member.get("pattern", ""))
    if "enum" in member:
        key.kind, key.words = "word", tuple(member["enum"])
    elif member.get("type") == "boolean":
        key.kind = "boolean"
    elif member.get("type") in ("integer", "number") and "maximum" in member:
        key.kind, key.low, key.high = member["type"], member.get("minimum", 0), member["maximum"]
    elif dimension:
        key.kind = dimension
        key.low, key.high, key.step = _range(member.get("description", ""), dimension)
    elif member.get("type") == "array" and member["items"].get("maximum") == 7:
        key.kind = "class_list"
    elif member.get("type") == "array" and member["items"].get("maximum") == 255 and member["items"]["minimum"] == 1:
        key.kind = "weights"
    return key


def _dimension(pattern):
    units = re.search(r"\(([A-Za-z|]+)\)\$$", pattern)
    return next((name for name, known in UNITS.items() if units and units[1].split("|")[0] in known), None)


def _range(description, dimension):
    found = re.search(r"Range: (\S+)\.\.([0-9.]+[A-Za-z]+)(?:, a multiple of ([0-9.]+[a-zA-Z]+))?", description)
    if not found:
        return 1, 10**12, 1
    low, high, step = found.groups()
    return (0 if low == "0" else parsed(low)[1]), parsed(high)[1], parsed(step)[1] if step else 1


def draw_value(draw, key):
    """Near the default mostly, sometimes anywhere in the range, rarely one of its ends. A text, a number, a boolean or a list."""
    if key.kind == "word":
        return draw.one_of(key.words)
    if key.kind == "boolean":
        return draw.chance(50)
    if key.kind == "class_list":
        return sorted({draw.below(8) for _ in range(draw.between(1, 4))})
    if key.kind == "weights":
        return [draw.between(1, 9) for _ in range(8)]
    number = _draw_number(draw, key)
    if key.kind == "number":
        return float(round(number * 128) / 128 if number >= 0.05 else f"{number:.3g}")  # some are held in steps of 1/128
    number = int(min(max(round(number / key.step) * key.step, math.ceil(key.low / key.step) * key.step), key.high))
    return number if key.kind == "integer" else quantity(key.kind, number)


def _draw_number(draw, key):
    turn = draw.below(20)
    if turn == 0:
        return key.low
    if turn == 1 and key.kind in ("integer", "number"):
        return key.high
    if turn == 2 and key.kind in ("integer", "number"):
        return key.low + (key.high - key.low) * draw.random()
    default = key.default
    if isinstance(default, str):
        default = parsed(default)[1] if default[:1].isdigit() else None  # a word beside a quantity
    if not default:
        default = TYPICAL.get(key.kind) or min(key.high, max(key.low, 2))
    return min(max(default * 2 ** (4 * draw.random() - 2.5), key.low), key.high)
