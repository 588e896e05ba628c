# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Two tests that run at once never write one file: a test's files are in a directory of its own.

A name that is fixed fails only when the other test runs in the same moment, which a run of either alone never shows.
"""

import re

import house

OWN = "tb/tests/unit/temporary_directory.h"
SHARED = re.compile(r"\b(TempDir|temp_directory_path|tmpnam)\s*\(")


def check(files):
    return [
        f"{path}:{number}: '{found.group(1)}' is everybody's; wanted a TemporaryDirectory ({OWN})"
        for path, text in files.items()
        if path.startswith("tb/tests/") and path.endswith((".cpp", ".h")) and path != OWN
        for number, line in enumerate(text.splitlines(), start=1)
        if (found := SHARED.search(line))
    ]


PLANTED = [
    ("right", {"tb/tests/unit/a_test.cpp": "const TemporaryDirectory temporary;\n",
               OWN: "std::filesystem::temp_directory_path()\n",
               "tb/synthesis/tools.cpp": "std::filesystem::temp_directory_path()\n"}, None),
    ("of the test library", {"tb/tests/unit/a_test.cpp": "\ntesting::TempDir() + x"}, "a_test.cpp:2: 'TempDir'"),
    ("of the language", {"tb/tests/rtl/b.h": "fs::temp_directory_path() / x"}, "b.h:1: 'temp_directory_path'"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
