// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Internal invariants. A broken one means that the model itself is wrong: the run stops (exit status 3) and
// says which packet, which queue and when. Cheap invariants are checked in every build; those that walk tables
// are checked where kCheckInvariants is true (every build that tests run).

#pragma once

#include <stdexcept>
#include <string>

#include "hw_model/base/units.h"

namespace weir {

#ifdef WEIR_CHECK_INVARIANTS
inline constexpr bool kCheckInvariants = true;
#else
inline constexpr bool kCheckInvariants = false;
#endif

class InvariantBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Throws InvariantBroken: "<what>; queue <queue>; packet <packet>; at <time>".
// `packet` is empty where no single packet is at fault.
[[noreturn]] void broken_invariant(const std::string& what, const std::string& queue, const std::string& packet,
                                   Time at);

}  // namespace weir
