// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What each unit test needs: GoogleTest with the names of its matchers, containers and algorithms of the language,
// SystemC, and units with their literals. Precompiled for all tests (CMakeLists.txt). A test includes this file, or a
// bench of this folder, which does, and nothing that stands here.

// A guard by name: with ccache in between, GCC may not know this file again by #pragma once when it is precompiled.
#ifndef WEIR_TB_TESTS_UNIT_SWITCH_KIT_H
#define WEIR_TB_TESTS_UNIT_SWITCH_KIT_H

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw_model/base/units.h"

namespace weir {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): tests only
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::EndsWith;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::Not;
using testing::Optional;
using testing::Pair;
using testing::SizeIs;
using testing::StartsWith;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

// The kernel, for a span or from now until `end`.
inline void run(Time span) { sc_core::sc_start(sc_core::sc_time(static_cast<double>(span.count()), sc_core::SC_PS)); }

inline void run_until(Time end) {
  sc_core::sc_start(sc_core::sc_time(static_cast<double>(end.count()), sc_core::SC_PS) - sc_core::sc_time_stamp());
}

// What the Error says that `call` throws; empty: it throws none.
template <class Error = std::invalid_argument>
std::string error_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace weir

#endif
