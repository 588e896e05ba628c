// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"

namespace weir::mmu {

// A VIQ fills its guaranteed minimum first, which is set aside for it, then the shared pool up to its threshold, then
// its headroom. The buffer is allocated in whole cells; thresholds and depths count frame bytes unless `count_cells`.
struct MmuConfig {
  Bytes buffer = Bytes(12 * 1024 * 1024);  // the whole packet buffer
  Bytes cell = Bytes(208);                 // allocation unit
  bool count_cells = false;                // VIQ and VEQ depths in whole cells instead of frame bytes
  Bytes viq_reserved = Bytes(0);           // guaranteed minimum of each (ingress port, class), in whole cells
  std::uint32_t alpha_128ths = 0;          // lossy classes: threshold alpha x free shared buffer, in 1/128; 0: static
  Bytes viq_limit = Bytes(1'000'000);      // reserved + shared of each (ingress port, class), static
  Bytes headroom = Bytes(0);               // above viq_limit, for what arrives after XOFF
  Bytes veq_limit = Bytes(0);              // lossy classes only: drop above this VEQ depth; 0: none

  // The headroom with which flow control loses nothing, whatever the traffic; nothing where no bound holds for packets.
  // With at least this much, a lossless packet that finds its headroom exhausted is a fault of the model.
  std::optional<Bytes> required_headroom = {};
};

}  // namespace weir::mmu
