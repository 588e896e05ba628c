# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""random_files.py PIPED_RUN WEIR N FROM: draws random scenario files across mechanisms (tb/tests/scenario_fuzz), from
number FROM on, until ranks have taken N of those that `check` accepts, and compares the files of a run on 2, 3 or 4
ranks, among which the devices are divided at random, with those of one process. What ranks refuse is counted by key.
"""

import argparse
import collections
import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "scenario_fuzz"),
                str(pathlib.Path(__file__).resolve().parents[1] / "regress")]

import fuzz  # noqa: E402
import same_bytes  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("piped_run")
    parser.add_argument("weir", type=pathlib.Path)
    parser.add_argument("files", type=int)
    parser.add_argument("first", type=int)
    options = parser.parse_args()
    refused, problems, taken, number = collections.Counter(), [], 0, options.first
    with tempfile.TemporaryDirectory(prefix="weir_ranks_") as folder:
        drawn = fuzz.Fuzz(options.weir.resolve(), folder, [])
        runs = same_bytes.Runs(options.piped_run, pathlib.Path(folder), pathlib.Path(folder) / "runs")
        runs.folder.mkdir()
        while taken < options.files:
            case = drawn.case(number)
            if case.accepted:
                path = case.file.written(pathlib.Path(folder) / f"taken_{number}")
                ranks = 2 + number % 3
                found = same_bytes.problems_of(runs, path, [], [(ranks, 1 + number)])
                if found and f"ends with {same_bytes.REFUSAL}:" in found[0]:
                    refused[found[0].rsplit("\n", 2)[-2].split(":")[0]] += 1
                else:
                    taken += 1
                    problems += [f"file {number}: {problem}" for problem in found]
            case.forget()
            number += 1
    print(f"{taken} files compared of {number - options.first} drawn; refused: {dict(refused)}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
