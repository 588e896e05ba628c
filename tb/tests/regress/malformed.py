# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The cases of malformed.toml, as scenario files."""

import dataclasses
import pathlib
import re
import tomllib

TABLE = pathlib.Path(__file__).with_name("malformed.toml")
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


def case_of(name, row):
    says = f"{name}.toml:{row['says']}" if re.match(r"\d", row["says"]) else row["says"]
    beside = row.get("beside", {})
    if "set" in row:
        base = without({assignment.partition("=")[0] for assignment in row["set"]})
        return Case(name, "".join(line + "\n" for line in row["set"]) + base, says, base, row["set"], beside)
    missing = [] if row.get("alone") else [table for words, table in TABLES
                                           if not re.search(rf"^\[\[?({words})\b", row["text"], re.MULTILINE)]
    return Case(name, "\n".join([row["text"], *missing]), says, "", [], beside)


def cases():
    return [case_of(name, row) for name, row in tomllib.loads(TABLE.read_text()).items()]
