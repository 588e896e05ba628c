// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/switch_settings.h"

namespace weir::asic {

mmu::PolicyContext policy_context(const SwitchConfig& config, const std::string& device, std::uint64_t seed) {
  mmu::PolicyContext context{.config = config.admission,
                             .classes = config.classes,
                             .max_frame = config.max_frame,
                             .buffer = config.mmu.buffer,
                             .name = device,
                             .seed = seed};
  for (const link::LinkConfig& port : config.ports)
    context.rates.push_back(port.rate);
  return context;
}

}  // namespace weir::asic
