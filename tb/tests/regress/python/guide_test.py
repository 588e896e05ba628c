# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""docs/user_guide/python.md: its code runs, block after block, in an empty folder; where a block of text follows a block
of code, the code prints this text. The cells of docs/user_guide/papers.ipynb run, and draw three figures.

Usage: guide_test.py WEIR | guide_test.py --self-test
"""

import contextlib
import io
import json
import os
import pathlib
import re
import sys
import tempfile

import matplotlib

TOP = pathlib.Path(__file__).resolve().parents[4]
GUIDE = TOP / "docs" / "user_guide" / "python.md"
NOTEBOOK = TOP / "docs" / "user_guide" / "papers.ipynb"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_code(code, name, names):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, name, "exec"), names)  # pylint: disable=exec-used
    return "".join(line.rstrip() + "\n" for line in printed.getvalue().splitlines())


def check_guide(text):
    """Problems of a page's blocks."""
    problems, names, printed, blocks = [], {}, None, 0
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found.group(1) == "python":
            blocks += 1
            printed = run_code(found.group(2), f"line {line}", names)
        elif printed != found.group(2):
            problems.append(f"line {line}: the code prints\n{printed}in place of\n{found.group(2)}")
    return problems + ([] if blocks else ["there is no code"])


def check_figure(name, figure):
    """Problems of a drawn figure: axes without a name and a unit, curves without points or that are alike."""
    problems = []
    for axes in figure.axes:
        labels = [axes.get_ylabel(), *([axes.get_xlabel()] if axes is figure.axes[-1] else [])]
        problems += [f"{name}: '{label}' has no unit" for label in labels if not re.fullmatch(r"\w.* \(.+\)", label)]
        curves = [tuple(line.get_ydata()) for line in axes.get_lines()]
        if len(curves) < 2 or len(set(curves)) != len(curves) or any(len(curve) < 6 for curve in curves):
            problems.append(f"{name}: wanted several different curves; got {[len(curve) for curve in curves]} points")
    return problems if figure.axes else [f"{name}: is empty"]


def check_notebook(notebook):
    """Problems of the cells, whose outputs are not kept, and of the figures that they draw."""
    problems, names = [], {}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        if cell["outputs"] or cell["execution_count"] is not None:
            problems.append(f"cell {number}: has outputs; strip them")
        run_code("".join(cell["source"]), f"cell {number}", names)
    figures = {name: value for name, value in names.items() if name.startswith("figure_")}
    if len(figures) != 3:
        problems.append(f"wanted three figures; got {sorted(figures)}")
    for name, figure in figures.items():
        problems += check_figure(name, figure)
        figure.savefig(f"{name}.png")
    if "ring" in names and (names["ring"]["CBFC"].deadlock is None or names["ring"]["time-based GFC"].deadlock is not None):
        problems.append("the ring: wanted a deadlock under CBFC, and none under GFC")
    return problems


DRAW = "import matplotlib.pyplot as plt\nfigure_{0}, axes = plt.subplots()\n"


def prove():
    """What the checks miss of planted faults."""
    def cell(source, outputs=()):
        return {"cell_type": "code", "execution_count": None, "outputs": list(outputs), "source": [source]}
    good = DRAW + "axes.plot(range(6))\naxes.plot([1] * 6)\naxes.set(xlabel='time (ms)', ylabel='depth (KB)')"
    three = [cell(good.format(number)) for number in range(3)]
    planted = [
        (check_guide("```python\nprint(2)\n```\n```text\n2\n```\n"), None),
        (check_guide("```python\nprint(2)\n```\n```text\n3\n```\n"), "line 4: the code prints"),
        (check_guide("```\nprint(2)\n```\n"), "there is no code"),
        (check_notebook({"cells": three}), None),
        (check_notebook({"cells": three[:2]}), "wanted three figures"),
        (check_notebook({"cells": [*three, cell("1", ["1"])]}), "has outputs"),
        (check_notebook({"cells": [*three, cell("axes.set(ylabel='depth')")]}), "'depth' has no unit"),
        (check_notebook({"cells": [*three, cell("axes.lines[1].set_ydata(range(6))")]}), "several different curves"),
    ]
    return [f"planted fault {number}: found {found}" for number, (found, words) in enumerate(planted)
            if bool(found) != bool(words) or words and not any(words in problem for problem in found)]


def main(argument):
    matplotlib.use("Agg")
    os.environ["WEIR_PROGRAM"] = argument
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if argument == "--self-test":
            problems = prove()
        else:
            problems = [f"{GUIDE.name}: {problem}" for problem in check_guide(GUIDE.read_text(encoding="utf-8"))]
            notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
            problems += [f"{NOTEBOOK.name}: {problem}" for problem in check_notebook(notebook)]
        os.chdir(TOP)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
