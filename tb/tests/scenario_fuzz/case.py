# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A drawn file under test: what `check` says of it, its first run, and others to compare with that."""

import copy
import functools
import shutil

import drawing
import toml_text


class Case:
    def __init__(self, program, file, folder):
        self.program, self.file, self.folder = program, file, folder
        self.path = file.written(folder)

    @functools.cached_property
    def checked(self):
        return self.program.check(self.path)

    def forget(self):
        if "first" in self.__dict__:
            self.first.forget()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def accepted(self):
        return self.checked.status == 0

    @property
    def scheme(self):
        return self.file.scenario.get("flow_control", {}).get("scheme", "none")

    @functools.cached_property
    def captures(self):
        """Options that capture a port of a switch and one of a host."""
        text, number = self.file.text, self.file.number
        known = [name for name in ("s1", "leaf1", "se1") if name in self._devices()]
        places = [f"{known[0]}.p0"] if known else []
        return [word for place in places if number % 3 == 0 and text for word in ("--pcap", place)]

    def _devices(self):
        topology = self.file.scenario["topology"]
        kind = topology["kind"]
        return {"leaf_spine": ("leaf1",), "fat_tree": ("se1",)}.get(kind, ("s1",))

    @functools.cached_property
    def first(self):
        return self.program.run(self.path, options=self.captures)

    @property
    def ended(self):
        """The first run has ended as it should, and left what others are compared with."""
        return self.first.status in (0, 1) or was_cut_short(self.first)

    def again(self, sets=(), options=None, path=None):
        return self.program.run(path or self.path, sets, self.captures if options is None else options)

    def differs(self, what, other):
        """In words where the other run differs from the first one; None: nowhere."""
        if other.status != self.first.status:
            return f"{what}: status {other.status} against {self.first.status}: {other.said or self.first.said}"
        difference = first_difference(self.first.results(), other.results())
        other.forget()
        return difference and f"{what}: {difference}"

    def changed(self, change, name):
        """Another case: `change` is a function of the scenario, which it may alter."""
        scenario = copy.deepcopy(self.file.scenario)
        change(scenario)
        file = drawing.File(self.file.number, scenario, self.file.files, self.file.axes)
        return type(self)(self.program, file, self.folder / name)

    def has(self, *path):
        return toml_text.get(self.file.scenario, path)

    def does(self, word):
        return any(event["do"] == word for event in self.file.scenario.get("event", []))


def was_cut_short(outcome):
    """The switch has refused a register write in the middle, and what was measured until then is kept."""
    summary = outcome.summary if outcome.out else None
    return outcome.status == 2 and summary is not None and summary["partial"]


def first_difference(a, b):
    """Where two {file: text} differ, in words; None where they do not."""
    if a.keys() != b.keys():
        return f"files {sorted(a.keys() ^ b.keys())} in one only"
    for name in a:
        if a[name] == b[name]:
            continue
        for number, (left, right) in enumerate(zip(a[name].split("\n"), b[name].split("\n")), start=1):
            if left != right:
                at = next((i for i, (x, y) in enumerate(zip(left, right)) if x != y), min(len(left), len(right)))
                window = slice(max(at - 50, 0), at + 30)
                return f"{name}:{number}: '{left[window]}' against '{right[window]}'"
        return f"{name}: one is longer"
    return None
