// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A time stamp of finite width that says whether the span which began at it is over, and the bit that makes it safe.
//
// The stamp is taken modulo 2^width, so a span that began long ago would seem to have begun just now. No width alone is
// safe against that, because the stamp may go unread for any time. So a bit says that the span is not over, and a sweep
// examines one stamp of each port every tick and clears its bit if the stamp's age has reached the span's length. Then
// no stamp in use is older than that length and one round of the sweep, and
//   2^width > length + stamps of the port + 1
// is safe; the 1 is for the tick in which the span began. Nothing else is assumed.
//
// The hardware sweeps; the model computes the result of the sweep when asked.

#pragma once

#include <cstdint>
#include <string_view>

namespace weir::congestion {

// The sweep of a port, and the stamps that it looks at.
struct SweepConfig {
  unsigned width = 1;   // of a stamp, 1..63
  unsigned stamps = 1;  // of the port; stamp i is looked at in ticks i modulo `stamps`

  // The first tick, `from` included, in which the sweep looks at this place.
  std::uint64_t next_look(std::uint64_t from, unsigned place) const {
    return from + (place + stamps - from % stamps) % stamps;
  }
};

class SweptStamp {
 public:
  void begin(std::uint64_t tick, const SweepConfig& sweep);

  // The span is over, whatever its length.
  void end() { running_ = false; }

  // Whether the span is not over in this tick, which is no earlier than in any earlier call: less than `length` ticks
  // have passed. `place`: of the stamp. length > 0.
  bool runs(std::uint64_t tick, std::uint64_t length, const SweepConfig& sweep, unsigned place);

  std::uint64_t stamp() const { return stamp_; }

  // The notes on its members in the rows of a detector, which declares both registers.
  template <class Row>
  static consteval auto notes(std::string_view stamp, std::string_view running) {
    return Row::list(
        Row::template holds<&SweptStamp::stamp_>(stamp), Row::template holds<&SweptStamp::running_>(running),
        Row::template model_only<&SweptStamp::began_>("from when on to work out the sweep, which hardware does"));
  }

 private:
  std::uint64_t stamp_ = 0;  // modulo 2^width
  bool running_ = false;
  std::uint64_t began_ = 0;  // the tick, of any width, from which on the sweep examines the stamp
};

}  // namespace weir::congestion
