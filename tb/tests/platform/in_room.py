# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The library as a Debian has it whose packages libweir0 and libweir-dev are installed, and which never had the sources:
each example is built by each compiler in each standard of C++, with warnings as errors, and run. tap.cpp is built alone,
because a room has no tap devices.

Usage: in_room.py, where the program weir is on the path.
"""

import itertools
import os
import pathlib
import shutil
import sys
import tempfile

import cables_test
import installed_test

PREFIX = pathlib.Path("/usr")
COMPILERS = (("g++", "gcc"), ("clang++", "clang"))
STANDARDS = ("c++17", "c++20")
PAGES = ("pins", "vcml", "remote_port")


def check_pages(compiler, standard, folder):
    environment = {**os.environ, "CXX": compiler, "MORE_FLAGS": " ".join(installed_test.WARNINGS), "LAST_FLAGS": f"-std={standard}"}
    problems = []
    for page in PAGES:
        example = shutil.copytree(cables_test.EXAMPLES / page, folder / page)
        text = (cables_test.GUIDE / f"{page}.md").read_text(encoding="utf-8")
        problems += [f"{page}.md: {problem}" for problem in cables_test.type_page(text, example, environment, False)]
    cflags, libs = installed_test.flags(PREFIX)
    status, log = installed_test.run(compiler, f"-std={standard}", *installed_test.WARNINGS, *cflags, cables_test.EXAMPLES / "tap" / "tap.cpp",
                                     "-o", folder / "tap", *libs)
    return problems + ([f"tap.cpp does not build:\n{log}"] if status != 0 else [])


def check(compilers, standard, folder):
    compiler = compilers[0]
    problems = installed_test.check_hello(PREFIX, compiler, folder, standard)
    problems += installed_test.check_package("cmake", PREFIX, compiler, folder, standard)
    problems += installed_test.check_parts(PREFIX, compiler, folder, standard)
    problems += installed_test.check_watched(PREFIX, compiler, folder, standard)
    problems += installed_test.check_driver(PREFIX, compilers, shutil.which("weir"), folder, standard)
    return problems + check_pages(compiler, standard, folder)


def main():
    failed = False
    for compilers, standard in itertools.product(COMPILERS, STANDARDS):
        with tempfile.TemporaryDirectory() as name:
            problems = check(compilers, standard, pathlib.Path(name))
        print(f"{compilers[0]}, {standard}: {len(problems)} problems", flush=True)
        for problem in problems:
            print(problem)
        failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
