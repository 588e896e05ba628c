# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What tests of second models share: the rows of a block's golden vectors, and that the vectors tell rules from the same told wrongly."""

import csv
import gc
import operator
import pathlib
import re
import subprocess
import tempfile
from types import SimpleNamespace

gc.disable()  # rows are many and in no cycle: the collector would look through them again and again

LONG = 1000  # cycles of a row that count, of which no more than a few need be played


def values_of(parameters, **built):
    return built | {name: int(value) for name, value in (each.split("=") for each in parameters)}


def numbers_of(names, end):
    """What makes of a line of a table its numbers, those in columns whose names have this end, by their names without the end."""
    columns = {place: re.sub(end, "", name) for place, name in enumerate(names) if name != "segment" and re.search(end, name)}
    of = operator.itemgetter(*columns)
    return lambda line: dict(zip(columns.values(), map(int, of(line))))


def inputs_of(numbers):
    return SimpleNamespace(**numbers)


def rows_of(weir, block, parameters, inputs=inputs_of):
    """A row each: what `inputs` makes of the numbers of its stimulus, which have their names without _i; the outputs by their names without _o;
    and by how much these move a cycle, those that move. Segments, each of which begins with a reset, come in the order of their lengths, where
    20 cycles of a row count, as most of them are alike: so many a fault is told soon."""
    segments = {}
    with tempfile.TemporaryDirectory(prefix=f"weir_{block}_") as folder:
        options = [word for each in parameters for word in ("--parameter", each)]
        subprocess.run([weir, "vectors", block, "--out", folder, *options], check=True, stdout=subprocess.DEVNULL)
        folder = pathlib.Path(folder)
        with open(folder / "stimulus.csv", encoding="utf-8") as stimulus, open(folder / "expected.csv", encoding="utf-8") as expected:
            given, shown = csv.reader(stimulus), csv.reader(expected)
            names = next(given), next(shown)
            given_of, shown_of, steps_of = numbers_of(names[0], "_?i$|$"), numbers_of(names[1], "_o$"), numbers_of(names[1], "_o_step$")
            at = names[0].index("segment")
            for one, other in zip(given, shown, strict=True):
                steps = {name: step for name, step in steps_of(other).items() if step}
                segments.setdefault(one[at], []).append((inputs(given_of(one)), shown_of(other), steps))
    assert not any(rows[0][0].rst_n for rows in segments.values())
    in_order = sorted(segments.values(), key=lambda rows: sum(min(given.cycles, 20) for given, _, _ in rows))
    return [row for rows in in_order for row in rows]


def difference(cycle, n, wanted, steps, shown, bits):
    """What is shown otherwise in cycle n of a row; None: nothing."""
    if shown == wanted and not steps:
        return None
    assert shown.keys() == wanted.keys(), shown.keys() ^ wanted.keys()
    now = {name: value + n * steps.get(name, 0) for name, value in wanted.items()}
    wrong = [f"{name} {shown[name]}, wanted {value}" for name, value in now.items() if (value - shown[name]) % (1 << bits[name])]
    return f"cycle {cycle} + {n}: " + ", ".join(wrong) if wrong else None


def judged(rows, text, faults, first_difference):
    """0 if the rules of the text show what the rows want, and with any one of the faults do not. `first_difference` plays a text."""
    problems = [wrong for wrong in [first_difference(text)] if wrong]
    for old, new in faults:
        assert text.count(old) == 1, old
        if first_difference(text.replace(old, new)) is None:
            problems.append(f"the vectors do not tell {new!r} from {old!r}")
    print("\n".join(problems) or f"{len(rows)} rows as the second model has them")
    return 1 if problems else 0
