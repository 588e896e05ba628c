# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A function of C++ has at most 60 lines, from its first line to its closing brace; in tests, which list cases, any number.

The code is formatted: what begins at the first column and ends with a closing brace alone in the first column is a
function; namespaces, types (which end with "};") and macros are none. Functions within classes are not looked at."""

import re

import house

LIMIT = 60
NO_FUNCTION = re.compile(r"namespace\b|extern \"|#|//|[})]|public|private|protected")


def functions(text):
    """(number of the first line, lines, that line) of each function."""
    first = None
    continued = False  # of a macro
    for number, line in enumerate(text.split("\n"), start=1):
        if continued or line.startswith("#"):
            continued = line.endswith("\\")
            continue
        if line == "}" and first is not None:
            yield first[0], number - first[0] + 1, first[1]
        if line.startswith("}"):
            first = None
        elif first is None and line and not line[0].isspace() and not NO_FUNCTION.match(line):
            first = (number, line)
        elif first is None:
            continue
        if first is not None and first[0] <= number and line.endswith((";", "}")) and not line[0].isspace():
            first = None  # a declaration, or a function of one line


def check(files):
    return [f"{path}:{number}: {lines} lines, of a function that begins '{first}'; split it (at most {LIMIT})"
            for path, text in files.items() if path.endswith((".h", ".cpp")) and not path.startswith("tb/tests/")
            for number, lines, first in functions(text) if lines > LIMIT]


def function(lines, head="void f() {"):
    return head + "\n" + "  g();\n" * (lines - head.count("\n") - 2) + "}\n"


PLANTED = [
    ("right", {"a.cpp": "namespace weir {\n\nint a;\n\n" + function(LIMIT) + "\n" + function(LIMIT) + "\n}  // namespace weir\n"}, None),
    ("a type", {"a.h": function(LIMIT * 2, "struct Long {").replace("}\n", "};\n")}, None),
    ("a macro", {"a.h": "#define F \\\n" + function(LIMIT * 2).replace("\n", " \\\n") + "\nint a;\n"}, None),
    ("many short ones of a namespace", {"a.cpp": "namespace {\n" + "constexpr int kA = 1;\n" * 100 + "}\n"}, None),
    ("short behind one of a line", {"a.cpp": "int f() { return 1; }\n\n" + function(LIMIT)}, None),
    ("a test", {"tb/tests/unit/a_test.cpp": function(LIMIT + 1)}, None),
    ("long", {"a.cpp": "namespace weir {\n\n" + function(LIMIT + 1)}, "a.cpp:3: 61 lines"),
    ("long behind another", {"a.cpp": function(3) + "\n" + function(70)}, "a.cpp:5: 70 lines"),
    ("long with its template", {"a.h": "template <class T>\n" + function(LIMIT)}, "a.h:1: 61 lines"),
    ("long with a wrapped head", {"a.cpp": function(LIMIT + 1, "void f(int a,\n       int b) {")}, "a.cpp:1: 61 lines"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
