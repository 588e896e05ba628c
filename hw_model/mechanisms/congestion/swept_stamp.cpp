// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/swept_stamp.h"

namespace weir::congestion {
namespace {

constexpr std::uint64_t modulo(std::uint64_t tick, unsigned width) { return tick & ((std::uint64_t{1} << width) - 1); }

}  // namespace

void SweptStamp::begin(std::uint64_t tick, const SweepConfig& sweep) {
  stamp_ = modulo(tick, sweep.width);
  running_ = true;
  began_ = tick;
}

// A sweep before the span's end changes nothing. With a safe width the first sweep at or after the end sees the stamp's
// true age.
bool SweptStamp::runs(std::uint64_t tick, std::uint64_t length, const SweepConfig& sweep, unsigned place) {
  const auto shown_age = [&](std::uint64_t at) { return modulo(at - stamp_, sweep.width); };
  for (std::uint64_t look = sweep.next_look(began_ + length, place); running_ && look <= tick; look += sweep.stamps) {
    running_ = shown_age(look) < length;
  }
  return running_ && shown_age(tick) < length;
}

}  // namespace weir::congestion
