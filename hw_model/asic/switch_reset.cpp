// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The reset of a switch, and its links that go down and come up.

#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

// After a reset nothing repeats the feedback that peers have got; only a PAUSE expires by itself.
bool SwitchAsic::may_forget_peers() const {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config_.flow_control.scheme);
  return !traits.protects || traits.pauses || traits.outlives_reset;
}

// Resets the sets on the wire and the engines first, which would tell peers of the free room; then the crossbar, which
// would fill the room; then the queues with all their watchers.
void SwitchAsic::reset_until(Time end, Time now) {
  deafness_.reset_until(end);
  for (const auto& port : ports_) {
    port->reset_sets(now, end);
  }
  for (const auto& retry : retries_) {
    if (retry) {
      retry->reset(end, now);
    }
  }
  for (const auto& engine : engines_) {
    engine->reset(now);
  }
  mmu_.restart_block(now);
  keeps_ = PerPortClass<std::uint8_t>(ports());
  for (const auto& edge : edges_) {
    if (edge) {
      edge->reset();
    }
  }
  for (const auto& mapper : mappers_) {
    if (mapper) {
      mapper->reset(now);
    }
  }
  if (own_mapper_) {
    own_mapper_->reset(now);
  }
  if (policy_) {
    policy_->reset(now);
  }
  std::vector<frame::Packet*> lost;
  crossbar_->reset(lost, now);
  egress_.reset(lost, now);
  for (frame::Packet* packet : lost) {
    if (packet->ingress == frame::kNoIngress) {
      internal_source_.drop(*packet);
      continue;
    }
    mmu_.release(packet->ingress, packet->traffic_class, packet->length, now);
    drop(*packet, drops_of(packet->ingress, packet->traffic_class).reset_waiting, {*packet, "reset"}, now,
         Lost::kByReset);
  }
  for (std::size_t p = 0; p < ports(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      crossbar_->output_has_room(PortId(p), ClassId(c), now);
    }
  }
  interrupts_.reset(now);
}

// When the line lets go, all that has come to pass meanwhile is forgotten, too.
void SwitchAsic::hold_reset_now(bool held, Time now) {
  reset_until(held ? kNever : now, now);
  csr_.hold_reset(held, now);
}

// PCS of link-level retry is down or up with the link; without retry nothing in a port asks for PCS.
void SwitchAsic::follow_wishes(PortId p, Time now) {
  port::Port& port = *ports_[p.index()];
  const bool up = link_wishes_.up(p.index());
  if (port.link_state().up == up)
    return;
  port.set_link(up);
  deafness_.link(p, up, now, port.longest_parse());
  if (PortRetry* const retry = this->retry(p)) {
    retry->line_carries(up, now);
    retry->pcs(up, now);
  }
  engines_[p.index()]->forget_peer(now);
  interrupts_.raise(Cause::kLinkChange, p, now);
}

void SwitchAsic::drop_unheard(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  DropCounters& drops = drops_of(p, forwarding_.class_of(header));
  if (deafness_.why(p, packet.at) == Deafness::Why::kReset)
    return drop(packet, drops.reset, {packet, "reset"}, now, Lost::kByReset);
  ports_[p.index()]->count_lost();
  drop(packet, drops.link_down, {packet, "link_down"}, now);
}

}  // namespace weir::asic
