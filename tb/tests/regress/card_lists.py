# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Enumerators of schemes, detectors, deadlock units and sources of classes are named where they are defined and in the
lists of cards. Other code asks a card.

An example of a user of the library chooses a scheme, the cost of a chip a source of classes; tests and vectors name what
they test.
"""

import re

import house

ENUMERATOR = re.compile(r"\b(Scheme|DetectorKind|Unit|ClassSource)::k[A-Z]\w*")
LISTS = ("flow_control_config.h", "congestion_config.h", "deadlock_config.h", "class_source.h", "class_mapper.h",
         "scheme_cards.cpp", "detector_cards.cpp", "unit_cards.cpp", "asic/deadlock_rules.cpp")
FREE = ("tb/tests/", "tb/install_example/", "tb/cosim/", "tb/cost/mechanisms.cpp")
COMMENT = re.compile(r"//.*")


def check(files):
    problems = []
    for path, text in files.items():
        if not path.endswith((".h", ".cpp")) or path.startswith(FREE) or path.endswith(LISTS):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if found := ENUMERATOR.search(COMMENT.sub("", line)):
                problems.append(f"{path}:{number}: names {found[0]}; wanted a trait of its card")
    return problems


PLANTED = [
    ("right: a list", {"tb/bounds/scheme_cards.cpp": "    case Scheme::kPfc:\n"}, None),
    ("right: a trait", {"tb/bounds/a.cpp": "if (traits_of(scheme).pauses) {\n"}, None),
    ("right: a test", {"tb/tests/unit/a_test.cpp": "Scheme::kPfc\n"}, None),
    ("right: a comment", {"hw_model/asic/a.cpp": "f();  // not Unit::kNone\n"}, None),
    ("a unit", {"tb/run/a.cpp": "if (config.unit == deadlock::Unit::kItsy)\n"}, "names Unit::kItsy"),
    ("a source of classes", {"tb/bounds/a.cpp": "\nclass_mapper.source != reference::ClassSource::kTtl\n"}, "a.cpp:2: names ClassSource::kTtl"),
    ("a scheme", {"hw_model/asic/a.cpp": "\nif (scheme == flow_control::Scheme::kCbfc)\n"}, "a.cpp:2: names Scheme::kCbfc"),
    ("a detector", {"tb/run/a.cpp": "config.has(DetectorKind::kFera)\n"}, "names DetectorKind::kFera"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
