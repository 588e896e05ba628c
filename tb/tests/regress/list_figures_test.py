# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""`weir list figures` says what the table of docs/results/README.md says of figures that the program repeats, with files
that exist; installed, with those of the prefix.

usage: list_figures_test.py WEIR
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import house

PAGE = "docs/results/README.md"
ROW = re.compile(r"^\| (\w+) \| \[(figures? [^\]]+)\].* \| (holds in part|holds|does not hold|ours differs)\b.* \| `\./(weir (?!test)[^`]+)` \|$", re.MULTILINE)
LINE = re.compile(r"(\w+) +(figures? .*?) +(holds in part|holds|does not hold|ours differs) +(weir .*)")


def listed(weir, folder):
    done = subprocess.run([weir, "list", "figures"], cwd=folder, capture_output=True, text=True, check=True)
    return [LINE.fullmatch(line).groups() if LINE.fullmatch(line) else (line,) for line in done.stdout.splitlines()]


def check(page, rows, folder):
    """Problems of listed rows beside the page; files are looked for from the folder."""
    wanted = ROW.findall(page)
    problems = [f"wanted {row}" for row in wanted if row not in rows] + [f"is not on the page: {row}" for row in rows if row not in wanted]
    problems += [f"there is no {name}" for row in rows for name in re.findall(r"\S+\.toml", row[-1]) if not (folder / name).is_file()]
    return problems + ([] if len(rows) > 10 else [f"only {len(rows)} figures"])


def main(weir):
    page = (house.TOP / PAGE).read_text(encoding="utf-8")
    rows = listed(weir, house.TOP)
    problems = check(page, rows, house.TOP)
    planted = [check(page, rows[1:], house.TOP), check(page.replace("| holds |", "| does not hold |"), rows, house.TOP),
               check(page, rows, house.TOP / "docs"), check("", [], house.TOP)]
    problems += [f"planted fault {number} is not found" for number, found in enumerate(planted) if not found]
    with tempfile.TemporaryDirectory() as name:
        prefix = pathlib.Path(name) / "prefix"
        (prefix / "bin").mkdir(parents=True)
        shutil.copy(weir, prefix / "bin" / "weir")
        for part in ("scenarios", "sweeps"):
            shutil.copytree(house.TOP / part, prefix / "share" / "weir" / part, ignore=shutil.ignore_patterns("*.sqlite*", "*.runs"))
        for _, figure, _, command in (installed := listed(prefix / "bin" / "weir", name)):
            problems += [f"{figure}: there is no {file}" for file in re.findall(r"\S+\.toml", command) if not pathlib.Path(file).is_absolute()]
            if not re.search(r" sweep run .* --out \.$| study run .* --store \S+\.sqlite$|^weir (run|cost|check) ", command):
                problems.append(f"{figure}: where would '{command}' put its results?")
        if len(installed) != len(rows):
            problems.append(f"installed, {len(installed)} figures; wanted {len(rows)}")
        problems += check(page, rows, prefix / "share" / "weir")
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
