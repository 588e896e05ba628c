// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/kernel_time.h"

#include <stdexcept>

namespace weir::link {

std::int64_t kernel_units = 1;

void take_resolution() {
  kernel_units = static_cast<std::int64_t>(sc_core::sc_time(1, sc_core::SC_PS).value());
  if (kernel_units > 0)
    return;
  const std::string what = "the kernel's time resolution is " + sc_core::sc_get_time_resolution().to_string() +
                           ", wanted 1 ps or finer: frames begin and end at picoseconds";
  SC_REPORT_ERROR("weir/time", what.c_str());
  throw std::invalid_argument(what);
}

}  // namespace weir::link
