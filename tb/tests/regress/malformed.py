# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The cases of malformed.txt, as scenario files."""

import dataclasses
import pathlib
import re

TABLE = pathlib.Path(__file__).with_name("malformed.txt")
BASE = (("scenario.duration", '"1ms"'), ("topology.kind", '"star"'), ("topology.hosts", "3"))
FLOW = '[[flow]]\nsrc = "h1"\ndst = "h3"\n'
# A table that the case may bring itself, what shows that it does, and what stands in for it.
TABLES = (("scenario", '[scenario]\nduration = "1ms"\n'), ("topology", '[topology]\nkind = "star"\nhosts = 3\n'),
          ("flow|traffic", FLOW))


@dataclasses.dataclass
class Case:
    name: str
    text: str  # of the file NAME.toml
    says: str  # the line that it gets, behind "weir: "
    base: str  # what is left of the file when `sets` are given to --set
    sets: list[str]
    beside: dict[str, str]  # further files: name, text


def without(keys):
    """The base without what these keys set; a topology of another kind has keys of its own."""
    lines = [f"{key} = {value}\n" for key, value in BASE
             if key not in keys and not ("topology.kind" in keys and key.startswith("topology."))]
    flow = "" if any(re.match(r"(flow|traffic)\b", key) for key in keys) else FLOW
    return "".join(lines) + flow


def lines_of(row):
    return row.replace(" | ", "\n") + "\n"


def case_of(title, rows):
    name, _, alone = title.partition(" ")
    case = Case(name, "", "", "", [], {})
    for row in rows:
        if row.startswith("=> "):
            case.says = re.sub(r"^(?=\d)", f"{name}.toml:", row.removeprefix("=> "))
        elif row.startswith("--set "):
            case.sets += row.removeprefix("--set ").split(" | ")
        elif beside := re.match(r"beside (\S+): ", row):
            case.beside[beside[1]] = lines_of(row[beside.end():])
        else:
            case.text += ("\n" if case.text and row.startswith("[") else "") + lines_of(row)
    if case.sets:
        case.base = without({assignment.partition("=")[0] for assignment in case.sets})
        case.text = "\n".join([*case.sets, case.base])
    elif not alone:
        missing = [table for words, table in TABLES if not re.search(rf"^\[\[?({words})\b", case.text, re.MULTILINE)]
        case.text = "\n".join([case.text, *missing])
    return case


def cases():
    """A line of the table that begins with a letter is a title, and the rows of the case follow."""
    parts = re.split(r"^(\w.*)\n", TABLE.read_text(), flags=re.MULTILINE)
    made = [case_of(title, [row[2:] for row in rows.splitlines()]) for title, rows in zip(parts[1::2], parts[2::2])]
    if len({case.name for case in made}) != len(made) or not all(case.says for case in made):
        raise ValueError(f"{TABLE.name}: two cases of a name, or a case that says nothing")
    return made
