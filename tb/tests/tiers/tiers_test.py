# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""tiers_test.py CTEST BUILD long NAME... ci NAME...: the tests with these labels are those named, and the others are more."""

import re
import subprocess
import sys

SHORT = ("-LE", "^(long|ci)$")  # the tests of ./weir test, as ctest is asked for them


def listed(ctest, build, *options):
    """The names of the tests that these options of ctest choose; those of GoogleTest may have blanks."""
    lines = subprocess.run([ctest, "--test-dir", build, "-N", *options], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\s*Test\s+#\d+: (.*?)(?: \(Disabled\))?$", lines, re.MULTILINE))


def differences(label, wanted, labelled):
    return ([f"{name}: there is no such test, or it has not the label {label}" for name in sorted(wanted - labelled)] +
            [f"{name}: has the label {label}, and is not in the list" for name in sorted(labelled - wanted)])


def main(ctest, build, *named):
    at = named.index("ci")
    wanted = {"long": set(named[1:at]), "ci": set(named[at + 1:])}
    problems = [line for label, names in wanted.items() for line in differences(label, names, listed(ctest, build, "-L", f"^{label}$"))]
    short = listed(ctest, build, *SHORT)
    if "run.determinism" not in short or len(short) <= sum(map(len, wanted.values())):
        problems.append(f"{len(short)} tests are left, or run.determinism is not among them")
    print("\n".join(problems) or f"{len(wanted['long'])} long tests, {len(wanted['ci'])} of --ci, {len(short)} others")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
