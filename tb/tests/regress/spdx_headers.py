# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every text file opens with the two SPDX lines, in the comment syntax of its language."""

import house

WORDS = ("SPDX-FileCopyrightText: The weir authors", "SPDX-License-Identifier: Apache-2.0")

COMMENTS = {
    ("//", ""): {".h", ".cpp", ".cc", ".v", ".sv", ".svh", ".vlt", ".js", ".lark"},
    ("#", ""): {".cmake", ".dict", ".in", ".map", ".patch", ".py", ".sh", ".toml", ".tcl", ".ys", ".sby", ".txt", ".yml", ".yaml", ".gitignore", ".bash", ".zsh", ".fish"},
    ("<!--", " -->"): {".html", ".md", ".xsd"},
    ("/*", " */"): {".c", ".css"},
    ("--", ""): {".lua"},
}
BY_NAME = {"CMakeLists.txt", ".clang-format", ".clang-tidy", ".editorconfig", "weir", "run", "postinst", "prerm"}
# No comments in the format, or another's words.
EXEMPT = {".csv", ".dat", ".expected", ".gtkw", ".hex", ".ipynb", ".json", ".mem", ".svg"}
EXEMPT_NAMES = {"LICENSE", "NOTICE"}


def comment_of(path):
    """(opening, closing) of a line comment; None for what needs no header; KeyError for an unknown kind of file."""
    name = path.rsplit("/", 1)[-1]
    ending = "." + name.rsplit(".", 1)[-1] if "." in name else ""
    if name in EXEMPT_NAMES or ending in EXEMPT:
        return None
    if name in BY_NAME:
        return ("#", "")
    for comment, endings in COMMENTS.items():
        if ending in endings:
            return comment
    raise KeyError(path)


def check(files):
    problems = []
    for path, text in files.items():
        try:
            comment = comment_of(path)
        except KeyError:
            problems.append(f"{path}: unknown kind of file; say in spdx_headers.py how it writes comments")
            continue
        if comment is None:
            continue
        lines = text.splitlines()
        if lines and (lines[0].startswith(("#!", "#compdef ")) or lines[0].lower().startswith("<!doctype")):
            del lines[0]
        allowed = {comment, ("/*", " */")} if path.endswith(".h") else {comment}  # a header may be C, too
        if not any(lines[:2] == [f"{before} {words}{after}" for words in WORDS] for before, after in allowed):
            problems.append(f"{path}: does not open with the two SPDX lines")
    return problems


GOOD = f"// {WORDS[0]}\n// {WORDS[1]}\n"
PLANTED = [
    ("right", {"a.cpp": GOOD, "a.sh": "#!/bin/sh\n" + GOOD.replace("//", "#"), "a.png.json": "{}"}, None),
    ("right in a page", {"a.md": f"<!-- {WORDS[0]} -->\n<!-- {WORDS[1]} -->\n# A\n"}, None),
    ("missing", {"a.h": "#pragma once\n"}, "a.h: does not open"),
    ("half", {"a.h": f"// {WORDS[0]}\n"}, "a.h: does not open"),
    ("in other words", {"a.h": GOOD.replace("Apache-2.0", "MIT")}, "a.h: does not open"),
    ("empty", {"a.cpp": ""}, "a.cpp: does not open"),
    ("unknown", {"a.xyz": GOOD}, "a.xyz: unknown kind"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
