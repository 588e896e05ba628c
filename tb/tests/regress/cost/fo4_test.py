# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The FO4 of `weir synth`, worked out again from the tables of the liberty file: an inverter that drives four of its
kind, in an endless row of such inverters.

usage: fo4_test.py WEIR
"""

import bisect
import json
import pathlib
import re
import subprocess
import sys
import unittest

LIBERTY = pathlib.Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
CELL = "INVX1"  # of two inverters of the least area the one with the lesser input


def numbers(text):
    return [float(word) for word in re.findall(r"[0-9.]+", text)]


def table(cell, name):
    """(loads, slopes, rows) of a table of the cell; the template's first index is the load."""
    body = re.search(name + r"\(delay_template_5x5\)\s*\{(.*?)\}", cell, re.DOTALL).group(1)
    loads, slopes = (numbers(re.search(rf"index_{i} \(\"(.*?)\"", body).group(1)) for i in (1, 2))
    values = numbers(re.search(r"values \((.*)\)", body, re.DOTALL).group(1))
    return loads, slopes, [values[i:i + len(slopes)] for i in range(0, len(values), len(slopes))]


def between(axis, at):
    """(place of the lower neighbour, part of the way to the next)."""
    place = min(max(bisect.bisect_right(axis, at) - 1, 0), len(axis) - 2)
    return place, (at - axis[place]) / (axis[place + 1] - axis[place])


def value(of, load, slope):
    loads, slopes, rows = of
    (i, a), (j, b) = between(loads, load), between(slopes, slope)
    return ((1 - a) * ((1 - b) * rows[i][j] + b * rows[i][j + 1])
            + a * ((1 - b) * rows[i + 1][j] + b * rows[i + 1][j + 1]))


def fo4_ns(text):
    template = re.search(r"lu_table_template\(delay_template_5x5\)\s*\{(.*?)\}", text, re.DOTALL).group(1)
    assert re.search(r"variable_1\s*:\s*total_output_net_capacitance", template), template
    cell = text[text.index(f"cell ({CELL})"):]
    cell = cell[:cell.index("\n}")]
    pin = cell[:cell.index("pin(Y)")]
    rise_load, fall_load = (4 * float(re.search(rf"{edge}_capacitance : ([0-9.]+)", pin).group(1)) for edge in ("rise", "fall"))
    delays = {}
    slope = 0.1
    for _ in range(40):  # an edge and the next one, until the slopes stand
        delays["fall"], slope = (value(table(cell, name), fall_load, slope) for name in ("cell_fall", "fall_transition"))
        delays["rise"], slope = (value(table(cell, name), rise_load, slope) for name in ("cell_rise", "rise_transition"))
    return (delays["fall"] + delays["rise"]) / 2


class Fo4(unittest.TestCase):
    def test_the_delay_is_that_of_the_tables(self):
        done = subprocess.run([WEIR, "synth", "stage_comparator_leading_zero", "--format", "json"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        run = json.loads(done.stdout)
        wanted = fo4_ns(LIBERTY.read_text(encoding="latin-1"))
        self.assertGreater(wanted, 0.05)
        self.assertAlmostEqual(run["fo4_ns"] / wanted, 1, delta=0.01)
        fast = run["blocks"][0]["fast"]
        self.assertAlmostEqual(fast["longest_path_fo4"], fast["longest_path_ns"] / run["fo4_ns"], places=6)


if __name__ == "__main__":
    WEIR = sys.argv.pop()
    unittest.main()
