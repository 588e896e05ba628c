// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tb/report/field.h"

namespace weir::report {

inline constexpr std::array<std::string_view, 3> kStandingWords{"yes", "no", "not judged"};

// The queue that has held packets and sent none for the longest time.
struct StandingHold {
  std::string queue;
  double seconds = 0;
  std::string held_by;
};

template <>
struct Fields<StandingHold> {
  using S = StandingHold;
  static constexpr std::tuple all{
      field(&S::queue, {.word = "queue", .meaning = "Egress queue as device.port.class."}),
      field(&S::seconds,
            {.word = "seconds", .meaning = "Time up to the end in which the queue has held packets and sent none."}),
      field(&S::held_by,
            {.word = "held_by",
             .meaning = "What holds the queue, followed from queue to queue: a circle of waits, a host that has "
                        "stopped, lost credits, a limiter at its floor, or classes that go first."}),
  };
};

}  // namespace weir::report
