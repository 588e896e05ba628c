# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A code file has at most 400 lines; a longer one stands in long_files.txt with its reason."""

import house

LIMIT = 400
EXCEPTIONS = "tb/tests/regress/long_files.txt"
CODE = (".h", ".cpp", ".c", ".sv", ".py", ".sh", ".cmake", "CMakeLists.txt", ".js", ".css")


def check(files):
    problems = []
    reasons = {}
    for line in files.get(EXCEPTIONS, "").splitlines():
        if line and not line.startswith("#"):
            path, _, reason = line.partition(":")
            reasons[path] = reason.strip()
            if not reasons[path]:
                problems.append(f"{EXCEPTIONS}: {path} has no reason")
    for path, text in files.items():
        lines = text.count("\n")
        if not path.endswith(CODE) or lines <= LIMIT:
            if path in reasons:
                problems.append(f"{EXCEPTIONS}: {path} is no longer too long")
        elif path in reasons:
            print(f"{path}: {lines} lines: {reasons[path]}")
        else:
            problems.append(f"{path}: {lines} lines; split it (at most {LIMIT})")
    problems += [f"{EXCEPTIONS}: {path} does not exist" for path in reasons if path not in files]
    return problems


PLANTED = [
    ("right", {"a.cpp": "\n" * LIMIT, "a.csv": "\n" * 1000}, None),
    ("excepted", {"a.cpp": "\n" * 500, EXCEPTIONS: "# why\na.cpp: one table\n"}, None),
    ("long", {"a.cpp": "\n" * (LIMIT + 1)}, "a.cpp: 401 lines"),
    ("without reason", {"a.cpp": "\n" * 500, EXCEPTIONS: "a.cpp:\n"}, "no reason"),
    ("stale", {"a.cpp": "\n", EXCEPTIONS: "a.cpp: one table\n"}, "no longer"),
    ("gone", {EXCEPTIONS: "a.cpp: one table\n"}, "does not exist"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
