# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A table of Markdown begins with its head: rows behind an empty line would be text. Code blocks are left out."""

import re

import house

RULE = re.compile(r"\|(?=.*-)[-:| ]+$")  # below the head


def first_rows(text):
    """(number, is a head) of each first row of a table."""
    lines = text.split("\n")
    code = False
    for i, line in enumerate(lines):
        if line.strip().startswith("```"):
            code = not code
        if not code and line.startswith("|") and (i == 0 or not lines[i - 1].startswith("|")):
            yield i + 1, i + 1 < len(lines) and bool(RULE.match(lines[i + 1])) and not RULE.match(line)


def check(files):
    return [f"{path}:{number}: no head of a table, so that the row is text; is the line above to be empty?"
            for path, text in files.items() if path.endswith(".md")
            for number, is_head in first_rows(text) if not is_head]


PLANTED = [
    ("right", {"a.md": "text\n\n| a | b |\n|---|---:|\n| 1 | 2 |\n", "a.txt": "| 1 |\n"}, None),
    ("an empty head", {"a.md": "| | |\n|---|---|\n| 1 | 2 |\n"}, None),
    ("a row in code", {"a.md": "```\n| 1 |\n```\n"}, None),
    ("two tables", {"a.md": "| a |\n|---|\n\n| b |\n|:---|\n| 1 |\n"}, None),
    ("an empty line in a table", {"a.md": "| a |\n|---|\n| 1 |\n\n| 2 |\n"}, "a.md:5: no head"),
    ("without a rule", {"a.md": "| a |\n| 1 |\n"}, "a.md:1: no head"),
    ("without a head", {"a.md": "\n|---|\n| 1 |\n"}, "a.md:2: no head"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
