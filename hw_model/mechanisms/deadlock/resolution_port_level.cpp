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

// Pauses first; the pauses and the RESUME are at different ports.
bool PortLevel::act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) {
  part_ = part;
  for (std::size_t n = 0; n < blocked_.size(); ++n) {
    if (causality.count(part.egress, PortId(n)) > 0)
      block(PortId(n), now);
  }
  refused_ += actions_.lend(part.ingress, part.c, loan_, now) ? 0 : 1;
  actions_.resume(part.ingress, part.c, now);
  return true;
}

void PortLevel::block(PortId ingress, Time now) {
  if (ingress == part_->ingress || spared_[ingress.index()] != 0 || blocked(ingress))
    return;
  blocked_[ingress.index()] = actions_.keep_paused(ingress, part_->c, true, now) ? 1 : 0;
}

void PortLevel::taken(const frame::Packet& packet, Time now) {
  if (part_ && packet.egress == part_->egress && packet.traffic_class == part_->c)
    block(packet.ingress, now);
}

void PortLevel::end(const LoopPart& part, Time now) {
  part_.reset();
  for (std::size_t n = 0; n < blocked_.size(); ++n) {
    if (blocked_[n] != 0)
      actions_.keep_paused(PortId(n), part.c, false, now);
    blocked_[n] = 0;
  }
}

}  // namespace weir::deadlock
