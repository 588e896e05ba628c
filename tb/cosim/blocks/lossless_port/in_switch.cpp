// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/in_switch.h"

#include <stdexcept>

namespace weir::cosim {

std::string port_of(const std::string& instance) {
  return instance.substr(0, instance.find('.', instance.find('.') + 1));
}

std::size_t class_of(const std::string& instance) { return static_cast<std::size_t>(instance.back() - '0'); }

reference::IbCreditsConfig credits_built(const reference::IbCreditsConfig& asked) {
  const reference::IbCreditsConfig narrow;
  const reference::IbCreditsConfig& wide = reference::kWideIbCredits;
  if (asked.counter_bits != narrow.counter_bits && asked.counter_bits != wide.counter_bits)
    throw std::invalid_argument("the RTL is built with COUNTER_W = " + std::to_string(narrow.counter_bits) + " and " +
                                std::to_string(wide.counter_bits) + ", asked for " +
                                std::to_string(asked.counter_bits) + "; use fidelity \"reference\"");
  const reference::IbCreditsConfig& built = asked.counter_bits == narrow.counter_bits ? narrow : wide;
  if (asked.blocks_bits > built.blocks_bits)
    require_width("BLOCKS_W", asked.blocks_bits, built.blocks_bits);
  return built;
}

void require_within(const reference::TcdDetectorConfig& asked, const reference::TcdDetectorConfig& built) {
  if (asked.stamp_bits > built.stamp_bits)
    require_width("STAMP_W", asked.stamp_bits, built.stamp_bits);
  if (asked.q_bits > built.q_bits)
    require_width("Q_W", asked.q_bits, built.q_bits);
}

}  // namespace weir::cosim
