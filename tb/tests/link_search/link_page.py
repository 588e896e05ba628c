# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the search through Ultra Ethernet's link finds, in docs/results/ue_link_search.md.

link_page.py PROGRAM short|deep            fails where a case does not find what it must, or where the page holds something else
link_page.py PROGRAM short|deep --write    puts what was found into the page
"""

import pathlib
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402  pylint: disable=wrong-import-position

PAGE = TOP / "docs/results/ue_link_search.md"


def main(program, group, *options):
    return results_page.search_page(PAGE, program, group, "--write" in options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
