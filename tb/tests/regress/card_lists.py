# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Enumerators of schemes and detectors are named where they are defined and in the lists of cards. Other code asks a card.

An example of a user of the library chooses a scheme, and tests name what they test.
"""

import re

import house

ENUMERATOR = re.compile(r"\b(Scheme|DetectorKind)::k[A-Z]\w*")
LISTS = ("flow_control_config.h", "congestion_config.h", "scheme_cards.cpp", "detector_cards.cpp")


def check(files):
    problems = []
    for path, text in files.items():
        if not path.endswith((".h", ".cpp")) or path.startswith(("tb/tests/", "tb/install_example/")) or path.endswith(LISTS):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if found := ENUMERATOR.search(line):
                problems.append(f"{path}:{number}: names {found[0]}; wanted a trait of its card")
    return problems


PLANTED = [
    ("right: a list", {"tb/bounds/scheme_cards.cpp": "    case Scheme::kPfc:\n"}, None),
    ("right: a trait", {"tb/bounds/a.cpp": "if (traits_of(scheme).pauses) {\n"}, None),
    ("right: a test", {"tb/tests/unit/a_test.cpp": "Scheme::kPfc\n"}, None),
    ("a scheme", {"hw_model/asic/a.cpp": "\nif (scheme == flow_control::Scheme::kCbfc)\n"}, "a.cpp:2: names Scheme::kCbfc"),
    ("a detector", {"tb/run/a.cpp": "config.has(DetectorKind::kFera)\n"}, "names DetectorKind::kFera"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
