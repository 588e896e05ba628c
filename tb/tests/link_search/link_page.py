# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the search through Ultra Ethernet's link finds, in docs/results/ue_link_search.md.

link_page.py PROGRAM short|deep            fails where a case does not find what it must, or where the page holds something else
link_page.py PROGRAM short|deep --write    puts what was found into the page
"""

import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402  pylint: disable=wrong-import-position

PAGE = TOP / "docs/results/ue_link_search.md"


def main(program, group, *options):
    done = subprocess.run([program, group], capture_output=True, text=True, check=False)
    print(done.stderr)
    if done.returncode != 0:
        return f"a case did not find what it must:\n{done.stdout}"
    text = PAGE.read_text(encoding="utf-8")
    wanted = results_page.put(text, group, done.stdout)
    if "--write" in options:
        PAGE.write_text(wanted, encoding="utf-8")
    elif text != wanted:
        return f"{PAGE.relative_to(TOP)} does not hold what was found; --write puts it there"
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
