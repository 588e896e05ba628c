# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Cables of the library to other worlds, as others have them: each page of docs/user_guide that is named here is typed, in
a copy of its example, with the library installed into a folder of its own and the source tree out of sight. Every g++
of a page compiles with warnings as errors, the library's headers not as those of the system ($MORE_FLAGS, and $LAST_FLAGS
behind the page's own). A block ```sh holds
commands, none of which may fail; a block ```text lines that they print, in their order; "..." stands for the rest of a
line. And no header brings a macro, a namespace or anything beyond the standard library, SystemC and TLM.

`tap` is the page that needs tap devices: skipped, with exit status 77, where this machine has none.

Usage: cables_test.py cables|tap CMAKE BUILD_DIRECTORY CXX_COMPILER WEIR
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from installed_test import HIDE, NAMESPACES, WARNINGS, can_hide, flags, house, install, preprocessed, run

EXAMPLES = house.TOP / "tb" / "tests" / "platform"
GUIDE = house.TOP / "docs" / "user_guide"
PAGES = {"cables": ("pins", "vcml", "remote_port"), "tap": ("tap",)}
TOOLS = {"cables": ("verilator", "make"), "tap": ("ip", "ping")}
HEADERS = ("axi_stream.h", "cable.h", "remote_port.h", "switch.h", "tap.h", "vcml.h", "waves.h", "xgmii.h")
MAY_INCLUDE = re.compile(r"[a-z]+|tlm_utils/\w+\.h|weir/\w+\.h")  # the standard library, systemc and tlm; ours
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIPPED = 77


def type_page(text, folder, environment, hide):
    """What is wrong with the commands of a page."""
    script, wanted = 'g++() { command "$CXX" $MORE_FLAGS "$@" $LAST_FLAGS; }\n', []
    for kind, block in BLOCK.findall(text):
        if kind == "sh":
            script += block
        else:
            wanted += block.splitlines()
    command = ["bash", "-ec", script]
    if hide:
        command = [*NAMESPACES, "sh", "-c", HIDE, house.TOP, *command]
    status, log = run(*command, cwd=folder, env=environment)
    printed = [line.strip() for line in log.splitlines()]
    problems = [] if status == 0 else [f"exit status {status}"]
    for line in wanted:
        at = next((i for i, one in enumerate(printed)
                   if (one.startswith(line[:-3]) if line.endswith("...") else one == line)), None)
        if at is None:
            problems.append(f"does not print '{line}' (or not in this order)")
        else:
            printed = printed[at + 1:]
    return [f"{', '.join(problems)}:\n{log}"] if problems else []


def check_headers(prefix, compiler, folder):
    problems = []
    cflags = flags(prefix)[0]
    for name in HEADERS:
        text = (prefix / "include" / "weir" / name).read_text(encoding="utf-8")
        includes = re.findall(r'^\s*#\s*include\s*["<]([^">]+)', text, re.MULTILINE)
        problems += [f"{name} includes {target}" for target in includes if not MAY_INCLUDE.fullmatch(target)]
        if re.search(r"using\s+namespace", text):
            problems.append(f"{name} brings a namespace")
        theirs = "".join(f"#include <{target}>\n" for target in ("systemc", "tlm", "memory", "string", "vector", *includes)
                         if not target.startswith("weir/") and MAY_INCLUDE.fullmatch(target))
        theirs += "#include <functional>\n"
        macros = [set(preprocessed(compiler, cflags, source, folder, "-dM")) for source in (theirs, theirs + f"#include <weir/{name}>\n")]
        problems += [f"{name} brings a macro: {line}" for line in sorted(macros[1] - macros[0])]
    return problems


def prove(prefix, compiler, folder, environment, hide):
    """What the checks miss of planted faults; spoils an installed header."""
    problems = []
    for page, words in (("```sh\necho one\n```\n```text\ntwo\n```\n", "does not print 'two'"),
                        ("```sh\nfalse\necho on\n```\n", "exit status 1"),
                        ("```sh\necho 'int f(int a) { return 0; }' > a.cpp\ng++ -c a.cpp\n```\n", "unused parameter")):
        if not any(words in problem for problem in type_page(page, folder, environment, hide)):
            problems.append(f"does not find the planted fault '{words}'")
    header = prefix / "include" / "weir" / "cable.h"
    text = header.read_text(encoding="utf-8")
    for planted, words in (("#define WEIR_X 1\n", "cable.h brings a macro: #define WEIR_X 1"), ("using namespace std;\n", "brings a namespace"),
                           ("#include <boost/version.hpp>\n", "cable.h includes boost")):
        header.write_text(text + planted, encoding="utf-8")
        if not any(words in problem for problem in check_headers(prefix, compiler, folder)):
            problems.append(f"does not find the planted fault '{words}'")
    return problems


def main():
    which, cmake, build, compiler, weir = sys.argv[1:]
    hide = can_hide()
    if which == "tap" and not (hide and os.access("/dev/net/tun", os.R_OK | os.W_OK)):
        print("skipped: this test needs /dev/net/tun, and namespaces of users, mounts, networks and processes (unshare)")
        sys.exit(SKIPPED)
    problems = [f"{tool}: is not installed" for tool in TOOLS[which] if shutil.which(tool) is None]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix, tools = folder / "prefix", folder / "tools"
        install(cmake, build, prefix)
        tools.mkdir()
        shutil.copy(weir, tools / "weir")
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "CXX": compiler, "MORE_FLAGS": " ".join(WARNINGS), "LAST_FLAGS": "",
                       "PKG_CONFIG_PATH": str(next(prefix.rglob("weir.pc")).parent)}
        for page in PAGES[which]:
            example = shutil.copytree(EXAMPLES / page, folder / page)
            text = (GUIDE / f"{page}.md").read_text(encoding="utf-8")
            problems += [f"{page}.md: {problem}" for problem in type_page(text, example, environment, hide)]
        if which == "cables":
            problems += check_headers(prefix, compiler, folder)
            problems += prove(prefix, compiler, folder, environment, hide)
    for problem in problems:
        print(problem)
    if not hide:
        print("the source tree was in sight: this machine has no namespaces for everybody (unshare)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
