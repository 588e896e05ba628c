# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A list of state fields, or of rows, compiles when it is complete, and does not when a member is missing or listed twice.

Usage: state_fields_test.py COMPILER
"""

import subprocess
import sys

import house

SOURCE = """
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/ledger/state_fields.h"
#include <optional>
#include <memory>
using namespace weir;
struct State { Bytes depth; std::array<std::uint32_t, 7> by_reason{}; frame::PacketQueue waiting; MEMBER };
struct Other { Bytes depth; };
constexpr auto kFields = ledger::state_fields<State>(
    ledger::holds(&State::depth, "depth"), ledger::holds(&State::by_reason, "by_reason"),
    ledger::holds(&State::waiting, "head", "tail") LIST);
"""
ROWS = """
#include "hw_model/base/units.h"
#include "hw_model/ledger/rows.h"
#include <optional>
using namespace weir;
struct Hardware {};
struct State { Bytes depth; std::optional<Time> since; MEMBER };
using Row = ledger::RowsOf<Hardware>;
constexpr auto kRows = Row::list(
    Row::state<&State::depth>({"depth", 8, {}, "", "bytes"}), Row::part<&State::since>() LIST);
"""
CASES = [
    ("complete", "", "", None),
    ("complete with an optional", "std::optional<ClassId> c; bool b = false;",
     ', ledger::part(&State::c), ledger::model_only(&State::b, "a wire")', None),
    ("complete with a pointer", "std::unique_ptr<int> p; Time t = kNever;",
     ', ledger::part(&State::p), ledger::model_only(&State::t, "an event")', None),
    ("a member is missing", "bool added = false;", "", "a member of the state is in no list"),
    ("a member behind an optional is missing", "std::optional<ClassId> c; bool added = false;",
     ", ledger::part(&State::c)", "a member of the state is in no list"),
    ("a member is listed twice", "Bytes added;", ', ledger::holds(&State::depth, "depth")', "error"),
    ("rows: complete", "bool b = false;", ', Row::internal<&State::b>({"b", 1, {}, "", "a bit"})', None),
    ("rows: two registers of a member", "", ', Row::internal<&State::depth>({"peak", 8, {}, "", "bytes"})', None),
    ("rows: a member is missing", "bool added = false;", "", "a member of the state is in no list"),
    ("rows: a note on a member with a register", "", ', Row::model_only<&State::depth>("a wire")', "is listed twice"),
    ("a member of another type", "Bytes added;", ', ledger::holds(&Other::depth, "depth")', "error"),
]


def compiled(compiler, source, member, listed):
    source = source.replace("MEMBER", member).replace("LIST", listed)
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I", str(house.TOP), "-x", "c++", "-"],
                          input=source, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr


def main():
    problems = 0
    for name, member, listed, wanted in CASES:
        compiles, words = compiled(sys.argv[1], ROWS if name.startswith("rows") else SOURCE, member, listed)
        if compiles != (wanted is None) or (wanted is not None and wanted not in words):
            problems += 1
            print(f"{name}: {'compiles' if compiles else words}")
    print(f"{problems} problems in {len(CASES)} cases")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
