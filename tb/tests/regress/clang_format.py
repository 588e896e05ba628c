# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every C++ file is as clang-format with the project's .clang-format writes it."""

import pathlib
import re
import shutil
import subprocess
import tempfile

import house

BATCH = 100  # files a call
PLACE = re.compile(r"^(\S+):(\d+):\d+: error: ", re.MULTILINE)


def check(files):
    sources = sorted(path for path in files if path.endswith((".h", ".cpp")))
    places = {}  # the first line of each file that clang-format would write in another way
    with tempfile.TemporaryDirectory() as folder:
        copies = pathlib.Path(folder)
        shutil.copy(house.TOP / ".clang-format", copies)
        for path in sources:
            (copies / path).parent.mkdir(parents=True, exist_ok=True)
            (copies / path).write_text(files[path], encoding="utf-8")
        for first in range(0, len(sources), BATCH):
            command = ["clang-format", "--dry-run", "-Werror", *sources[first : first + BATCH]]
            done = subprocess.run(command, cwd=copies, capture_output=True, text=True, check=False)
            found = PLACE.findall(done.stderr)
            if done.returncode and not found:
                raise SystemExit(f"clang-format: status {done.returncode}: {done.stderr.strip()}")
            for path, line in found:
                places.setdefault(path, line)
    return [f"{path}:{line}: not as clang-format writes it (clang-format -i {path})" for path, line in places.items()]


GOOD = "int f(int a) {\n  ++a;\n  return a;\n}\n"
PLANTED = [
    ("right", {"tb/a.cpp": GOOD, "tb/a.py": "a  =  1\n"}, None),
    ("wide", {"tb/a.cpp": GOOD + "// " + "word " * 30 + "\n"}, "tb/a.cpp:5: not as"),
    ("indented", {"tb/a.h": GOOD.replace("  ", "    ")}, "tb/a.h:1: not as"),
    ("empty lines at the end", {"tb/a.cpp": GOOD, "tb/b.cpp": GOOD + "\n\n"}, "tb/b.cpp:4: not as"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
