# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Random small networks under every scheme, by the program lossless_property, and their figures in
docs/results/lossless_property.md.

lossless_property.py PROGRAM            fails where the program finds a fault in the first networks
lossless_property.py PROGRAM --whole    the same in all networks, and the page holds the figures of this run
lossless_property.py PROGRAM --write    runs all networks and puts the figures of this run into the page
lossless_property.py --self-test        shows that a wrong figure is found
"""

import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import results_page  # pylint: disable=wrong-import-position

PAGE = results_page.TOP / "docs/results/lossless_property.md"
NETWORKS = "1000"
FIRST = "50"


def self_test():
    page = f"words\n{results_page.BEGIN}| 1 |\n{results_page.END}words\n"
    assert not results_page.stale(PAGE, page, "| 1 |\n")
    assert results_page.stale(PAGE, page, "| 2 |\n")
    assert f"--networks {NETWORKS}" in PAGE.read_text(encoding="utf-8")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    whole = "--whole" in arguments or "--write" in arguments
    done = subprocess.run([arguments[0], "--networks", NETWORKS if whole else FIRST], capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr)
    if "--write" in arguments:
        results_page.write(PAGE, done.stdout)
    stale = results_page.stale(PAGE, PAGE.read_text(encoding="utf-8"), done.stdout) if whole else []
    print("\n".join(stale))
    return 1 if stale else done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
