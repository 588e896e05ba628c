# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What tests of second models share: the rows of a block's golden vectors, and that the vectors tell rules from the same told wrongly."""

import csv
import pathlib
import re
import subprocess
import tempfile
from types import SimpleNamespace


def values_of(parameters, **built):
    return built | {name: int(value) for name, value in (each.split("=") for each in parameters)}


def tables_of(weir, block, parameters):
    """The rows of stimulus.csv and expected.csv, in pairs, as they stand there."""
    with tempfile.TemporaryDirectory(prefix=f"weir_{block}_") as folder:
        options = [word for each in parameters for word in ("--parameter", each)]
        subprocess.run([weir, "vectors", block, "--out", folder, *options], check=True, stdout=subprocess.DEVNULL)
        tables = []
        for name in ("stimulus.csv", "expected.csv"):
            with open(pathlib.Path(folder) / name, encoding="utf-8") as file:
                tables.append(list(csv.DictReader(file)))
    return zip(*tables, strict=True)


def inputs_of(row):
    """The numbers of a row of stimulus.csv, by their names without _i."""
    return SimpleNamespace(**{re.sub("_i$|i$", "", name): int(value) for name, value in row.items() if name != "segment"})


def rows_of(weir, block, parameters, inputs=inputs_of):
    """A row each: `inputs` of its stimulus, the outputs by their names without _o, and by how much these move a cycle."""
    rows = []
    for given, shown in tables_of(weir, block, parameters):
        numbers = {key: int(value) for key, value in shown.items() if key.endswith(("_o", "_step"))}
        rows.append((inputs(given), {key.removesuffix("_o"): value for key, value in numbers.items() if not key.endswith("_step")},
                     {key.removesuffix("_o_step"): value for key, value in numbers.items() if key.endswith("_step")}))
    return rows


def difference(cycle, n, wanted, steps, shown, bits):
    """What is shown otherwise in cycle n of a row; None: nothing."""
    assert shown.keys() == wanted.keys(), shown.keys() ^ wanted.keys()
    wrong = [name for name, value in wanted.items() if (value + n * steps[name] - shown[name]) % (1 << bits[name])]
    told = [f"{name} {shown[name]}, wanted {wanted[name] + n * steps[name]}" for name in wrong]
    return f"cycle {cycle} + {n}: " + ", ".join(told) if told else None


def judged(rows, text, faults, first_difference):
    """0 if the rules of the text show what the rows want, and with any one of the faults do not. `first_difference` plays a text."""
    problems = [wrong for wrong in [first_difference(text)] if wrong]
    for old, new in faults:
        assert text.count(old) == 1, old
        if first_difference(text.replace(old, new)) is None:
            problems.append(f"the vectors do not tell {new!r} from {old!r}")
    print("\n".join(problems) or f"{len(rows)} rows as the second model has them")
    return 1 if problems else 0
