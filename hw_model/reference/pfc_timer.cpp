// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/pfc_timer.h"

namespace weir::reference {

std::uint16_t PfcTimer::quanta_left(Time now) const {
  if (!paused(now))
    return 0;
  const Wide quantum_bit_picoseconds = Wide{512} * kPicosecondsPerSecond;
  const Wide left = Wide{(expires_at_ - now).count()} * line_rate_.count();
  return static_cast<std::uint16_t>((left + quantum_bit_picoseconds - 1) / quantum_bit_picoseconds);
}

}  // namespace weir::reference
