// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What ports whose classes have rate limiters get beside the inputs of a port: settings of the limiters, and how long
// the packet took that has left.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "hw_model/cycle_models/rate_limiter_cycle.h"

namespace weir::reference {

struct LimitedPortInputs : EquippedPortInputs {
  std::uint32_t rounding = 0;  // settings of the limiters
  bool clamp = false;
  std::uint32_t sent_ticks = 0;  // transmission time of the packet that has left
  std::uint32_t sent_subticks = 0;
  std::uint32_t sent_phase = 0;
  bool tick = true;  // passes with this cycle
  bool operator==(const LimitedPortInputs&) const = default;
};

// What the limiter of class c is given, in reset until the port runs, with the value that is assigned to R_r.
inline RateLimiterInputs limiter_inputs(const LimitedPortInputs& in, bool running, std::size_t c,
                                        std::optional<std::uint64_t> r_r) {
  return {.rst_n = running,
          .sent = running && in.sent_valid && in.sent_class == c,
          .rate_valid = r_r.has_value(),
          .mode = mode_code(static_cast<Rounding>(in.rounding), in.clamp ? RateRaise::kClamp : RateRaise::kHold),
          .r_l_ticks = in.sent_ticks,
          .r_l_subticks = in.sent_subticks,
          .phase = in.sent_phase,
          .r_r = r_r.value_or(0)};
}

}  // namespace weir::reference
