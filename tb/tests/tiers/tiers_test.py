# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tiers_test.py CTEST BUILD NAME...: the tests with the label `long` are those named, and the others are more."""

import re
import subprocess
import sys


def listed(ctest, build, *options):
    """The names of the tests that these options of ctest choose; those of GoogleTest may have blanks."""
    lines = subprocess.run([ctest, "--test-dir", build, "-N", *options], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\s*Test\s+#\d+: (.*?)(?: \(Disabled\))?$", lines, re.MULTILINE))


def main(ctest, build, *wanted):
    long = listed(ctest, build, "-L", "long")
    problems = [f"{name}: there is no such test, or it has no label" for name in set(wanted) - long]
    problems += [f"{name}: labelled, and not in the list" for name in long - set(wanted)]
    short = listed(ctest, build, "-LE", "long")
    if "run.determinism" not in short or len(short) <= len(wanted):
        problems.append(f"{len(short)} tests are left, or run.determinism is not among them")
    print("\n".join(problems) or f"{len(wanted)} long tests, {len(short)} others")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
