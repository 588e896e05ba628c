# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Nothing in the project refers to where or how it was written: it stands alone."""

import re

import house

# Each pattern has one letter in brackets, so that this file does not contain what it looks for.
FORBIDDEN = {
    r"\.\./share[d]": "a folder outside the project",
    r"/wor[k]/": "a machine's path",
    r"/tm[p]/": "a machine's path (ask the system for a temporary folder)",
    r"/(home|Users)/[a-z]+/": "a machine's path",
    r"(?i)\b(deb|ftp|security|snapshot)\.debia[n]\.org": "a package host",
    r"(?i)\b(registry\.npmj[s]|pyp[i])\.org|artifact-registr[y]": "a package host",
    r"(?i)\bspec [0-9][05]\b|\bspec 01\b": "a document outside the project (name the paper or the standard)",
    r"(?i)\bissue #?\d": "a tracker outside the project",
    r"(?i)\bissues (show|list)\b": "a tool outside the project",
    r"(?i)\b(claud[e]|anthropi[c]|openA[I]|chatgp[t]|copilo[t])\b": "a tool outside the project",
    r"(?i)\b(language mode[l]|subagen[t]|AI-generate[d])": "how it was written",
}


def check(files):
    problems = []
    for path, text in files.items():
        for number, line in enumerate(text.splitlines(), start=1):
            for pattern, what in FORBIDDEN.items():
                found = re.search(pattern, line)
                if found:
                    problems.append(f"{path}:{number}: '{found.group()}' names {what}")
    return problems


PLANTED = [
    ("right", {"a.md": "GFC, SIGCOMM '19, section 5.3; a work of art; the framework/ folder; specific 3 ways\n"}, None),
    ("outside", {"a.md": "see ..{}shared/x\n".format("/")}, "names a folder"),
    ("path", {"a.cpp": 'open("{}tmp/x");\n'.format("/")}, "a.cpp:1: '/t"),
    ("host", {"b.sh": "\napt deb.{}.org\n".format("debian")}, "b.sh:2:"),
    ("document", {"a.h": "// as in spec {}\n".format(20)}, "names a document"),
    ("tracker", {"a.h": "// issue {}\n".format(2)}, "names a tracker"),
    ("tool", {"a.h": "// written by Claud{}\n".format("e")}, "names a tool"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
