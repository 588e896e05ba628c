// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Conversions between the kernel's time and the model's, which is in picoseconds. The kernel may count in finer units,
// a whole number of them to a picosecond: between two picoseconds a span is rounded up, the present down.

#pragma once

#include <systemc>

#include "hw_model/base/units.h"

namespace weir::link {

// Kernel units in a picosecond: 1; 1000 at a resolution of 1 fs. Constant once a port or a device is made.
extern std::int64_t kernel_units;

// Takes over the kernel's resolution for all later conversions. A resolution coarser than a picosecond would round each
// frame: it is an error of the report handler, "weir/time", and std::invalid_argument if the handler returns.
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
