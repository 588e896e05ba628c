// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which model a block in the switch uses: one line of configuration. All three give the same packets at the same times.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hw_model/base/named.h"

namespace weir::cosim {

// The words in scenario files.
// NOLINTBEGIN(readability-identifier-naming)
enum class Fidelity : std::uint8_t {
  reference,  // the C++ model
  rtl,        // the Verilated block
  lockstep,   // both, compared every cycle
};
inline constexpr std::array<Named<Fidelity>, 3> kFidelities{
    {{Fidelity::reference, "reference"}, {Fidelity::rtl, "rtl"}, {Fidelity::lockstep, "lockstep"}}};
// NOLINTEND(readability-identifier-naming)

}  // namespace weir::cosim
