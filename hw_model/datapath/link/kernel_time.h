// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The kernel's time and ours, both ways. Ours is in picoseconds. The kernel may count finer, whole numbers of its units
// to a picosecond: what it says between two picoseconds is rounded up where it is a span, down where it is the present.

#pragma once

#include <systemc>

#include "hw_model/base/units.h"

namespace weir::link {

// Of the kernel's time in a picosecond: 1, 1000 at a resolution of 1 fs. Constant once a port or a device is made.
extern std::int64_t kernel_units;

// Takes the kernel's resolution for all that follows. One coarser than a picosecond is an error of the report handler,
// "weir/time", and std::invalid_argument should that return: each frame would be rounded.
void take_resolution();

inline Time to_time(const sc_core::sc_time& span) {
  const auto units = static_cast<std::int64_t>(span.value());
  return Time(kernel_units == 1 ? units : (units + kernel_units - 1) / kernel_units);
}

inline sc_core::sc_time to_kernel(Time span) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(span.count() * kernel_units));
}

inline Time kernel_time() {
  const auto units = static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
  return Time(kernel_units == 1 ? units : units / kernel_units);
}

// From the kernel's present to `at`, exactly. at >= kernel_time().
inline sc_core::sc_time until(Time at) { return to_kernel(at) - sc_core::sc_time_stamp(); }

}  // namespace weir::link
