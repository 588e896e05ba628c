// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

#include <algorithm>
#include <utility>

namespace weir::deadlock {

PortLevel::PortLevel(const SwitchContext& context, SwitchActions& actions, std::vector<std::uint8_t> spared)
    : actions_(actions), loan_(context.config.itsy.loan), spared_(std::move(spared)), blocked_(context.ports) {
  spared_.resize(context.ports);
}

// Pauses first: they and the RESUME are of different ports.
bool PortLevel::act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) {
  for (std::size_t n = 0; n < blocked_.size(); ++n) {
    const PortId i(n);
    if (i == part.ingress || spared_[n] != 0 || blocked(i) || causality.count(part.egress, i) == 0)
      continue;
    blocked_[n] = actions_.keep_paused(i, part.c, true, now) ? 1 : 0;
  }
  refused_ += actions_.lend(part.ingress, part.c, loan_, now) ? 0 : 1;
  actions_.resume(part.ingress, part.c, now);
  return true;
}

void PortLevel::end(const LoopPart& part, Time now) {
  for (std::size_t n = 0; n < blocked_.size(); ++n) {
    if (blocked_[n] != 0)
      actions_.keep_paused(PortId(n), part.c, false, now);
    blocked_[n] = 0;
  }
}

}  // namespace weir::deadlock
