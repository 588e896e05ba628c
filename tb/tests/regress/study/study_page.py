# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""study_page.py WEIR PLAN [--tenth]: the claims of a plan hold, and its page has the tables of its runs."""

import subprocess
import sys
import tempfile


def main(weir, plan, *options):
    with tempfile.TemporaryDirectory() as scratch:
        for command in (["run"], ["page", "--check"]):
            status = subprocess.run([weir, "study", *command, plan, "--store", f"{scratch}/runs.sqlite", *options], check=False).returncode
            if status != 0:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
