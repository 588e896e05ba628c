# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Counts, of accepted files, those with each value of each enumerated key, and with each pair of words of two axes."""

import collections
import itertools

import axes
import drawing
import toml_text

LEAST = 20  # of 20,000 accepted files
# A value or a pair that no accepted file has `check` refuses, if as many were drawn.
WITNESSES = 10


class Counts:
    """drawn and accepted: {value or pair: files}; said: {value or pair: {what check says: files}}."""

    def __init__(self, table):
        self.table = table
        self.drawn, self.accepted = collections.Counter(), collections.Counter()
        self.said = collections.defaultdict(collections.Counter)
        self.files = [0, 0]

    def add(self, file, checked):
        accepted = checked.status == 0
        self.files[0] += 1
        self.files[1] += accepted
        for one in {*self.values_of(file), *pairs_of(file)}:
            self.drawn[one] += 1
            self.accepted[one] += accepted
            if not accepted and not self.accepted[one]:
                self.said[one][checked.said.split(": ", 1)[-1].split("key ", 1)[-1]] += 1

    def values_of(self, file):
        for dotted, words in self.table.enumerations().items():
            for value in _values(file.scenario, dotted):
                if value in words:
                    yield dotted, value

    def wanted(self):
        """All values and pairs, but for the keys that the properties vary in each file."""
        for dotted, words in self.table.enumerations().items():
            if not drawing.comes_later(dotted):
                yield from ((dotted, word) for word in words)
        yield from axes.pairs_of(self.table)

    def refused(self):
        """{value or pair: what check says most} of those that no accepted file has, but enough of the drawn ones."""
        return {one: self.said[one].most_common(1)[0][0] for one in self.wanted() if not self.accepted[one] and self.drawn[one] >= WITNESSES}

    def rare(self, least):
        refused = self.refused()
        return [(one, self.drawn[one], self.accepted[one]) for one in self.wanted() if self.accepted[one] < least and one not in refused]


def pairs_of(file):
    return itertools.combinations([(axis, file.axes[axis]) for axis in axes.AXES], 2)


def _values(scenario, dotted):
    """All values of a key in a file: in each element of a list."""
    tables, _, key = dotted.rpartition(".")
    if tables.endswith("[]"):
        elements = toml_text.get(scenario, tables[:-2].split(".")) or []
        return [element[key] for element in elements if key in element]
    value = toml_text.get(scenario, dotted.split("."))
    return [value] if value is not None else []


def text_of(counts):
    """The tables of the page."""
    lines = ["| key | files with each value |", "|---|---|"]
    for dotted, words in counts.table.enumerations().items():
        if not drawing.comes_later(dotted):
            lines.append(f"| `{dotted}` | {', '.join(f'{word} {counts.accepted[dotted, word]:,}' for word in words)} |")
    refused = counts.refused()
    lines += ["", "| pair of axes | pairs | refused by `check` | fewest accepted files of the others |", "|---|---|---|---|"]
    of_axes = collections.defaultdict(list)
    for pair in axes.pairs_of(counts.table):
        of_axes[pair[0][0], pair[1][0]].append(pair)
    for names, pairs in of_axes.items():
        fewest = min((pair for pair in pairs if pair not in refused), key=lambda pair: counts.accepted[pair])
        lines.append(f"| {names[0]}, {names[1]} | {len(pairs)} | {sum(pair in refused for pair in pairs)} | "
                     f"{counts.accepted[fewest]:,} ({fewest[0][1]}, {fewest[1][1]}) |")
    lines += ["", "| refused | drawn | most often with |", "|---|---|---|"]
    for one, said in refused.items():
        name = f"{one[0][1]}, {one[1][1]}" if isinstance(one[0], tuple) else f"`{one[0]}` = {one[1]}"
        lines.append(f"| {name} | {counts.drawn[one]} | {said.replace('|', '/')[:100]} |")
    return "\n".join(lines) + "\n"
