# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the search through ITSY's protocols finds, in docs/results/itsy_holes.md.

holes_page.py PROGRAM [--deep]            fails where a case does not find what it must, or where the page holds something else
holes_page.py PROGRAM [--deep] --write    puts what was found into the page
"""

import pathlib
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402  pylint: disable=wrong-import-position

PAGE = TOP / "docs/results/itsy_holes.md"


def main(program, *options):
    return results_page.search_page(PAGE, program, "deep" if "--deep" in options else "short", "--write" in options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
