# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A line of Markdown has at most 120 columns, but for tables, code blocks, headings, what a program writes, and lines that
cannot be broken: a link or a piece of code that is longer."""

import re

import house

LIMIT = 120
WHOLE = re.compile(r"(`+)(?:(?!\1).)+?\1|!?\[(?:[^\[\]]|\[[^\]]*\])*\]\([^)\s]*\)")  # inline code, a link
BEGIN, END = re.compile(r"<!-- .*begin -->"), re.compile(r"<!-- .*end -->")
FOOT = "Tables by `weir study page "  # a line of a program below a page
TO_THE_END = "<!-- keys -->"  # behind it all is written by a program


def lines_of_prose(text):
    """(number, line) of what somebody has written as text."""
    code = made = False
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped == TO_THE_END:
            return
        if stripped.startswith("```"):
            code = not code
        made = made and not END.match(stripped) or bool(BEGIN.match(stripped))
        if not code and not made and not stripped.startswith(("|", "#", "<!--", FOOT)) and not line.startswith("    "):
            yield number, line


def can_be_broken(line):
    """Whether there is a place for a break behind the first word and before the last column that is allowed."""
    text = WHOLE.sub(lambda whole: whole[0].replace(" ", "_"), line.strip())
    return " " in text[:LIMIT].partition(" ")[2]


def check(files):
    return [f"{path}:{number}: {len(line)} columns; break it (at most {LIMIT})"
            for path, text in files.items() if path.endswith(".md")
            for number, line in lines_of_prose(text) if len(line) > LIMIT and can_be_broken(line)]


LONG = "word " * 30
PLANTED = [
    ("right", {"a.md": "word " * 23 + "\n\n- item\n", "a.txt": LONG}, None),
    ("a table, a heading, code", {"a.md": f"| {LONG}|\n# {LONG}\n```\n{LONG}\n```\n\n    {LONG}\n"}, None),
    ("figures of a program", {"a.md": f"<!-- cells: begin -->\n{LONG}\n<!-- cells: end -->\n"}, None),
    ("keys of a program", {"a.md": f"{TO_THE_END}\n{LONG}\n"}, None),
    ("the foot of a page", {"a.md": f"{FOOT}plan.toml`: {LONG}\n"}, None),
    ("a long link, and long code", {"a.md": f"[{LONG}](a.md)\n- `{LONG}`\n"}, None),
    ("long", {"a.md": f"\n{LONG}\n"}, "a.md:2: 150 columns"),
    ("a long item", {"a.md": f"- {LONG}\n"}, "a.md:1: 152 columns"),
    ("long behind code", {"a.md": f"```\n{LONG}\n```\n{LONG}\n"}, "a.md:4: 150 columns"),
    ("long behind figures", {"a.md": f"<!-- begin -->\n{LONG}\n<!-- end -->\n{LONG}\n"}, "a.md:4: 150 columns"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
