// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/resolution_count_min.h"

#include <algorithm>
#include <functional>

#include "hw_model/frame/five_tuple.h"

namespace weir::deadlock {
namespace {

reference::ItsyCountMinDrop::Settings settings_of(const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  return {.sketch = {.rows = config.sketch_rows,
                     .cells = config.sketch_cells,
                     .cell_bits = config.sketch_cell_bits,
                     .seed = context.seed},
          .top_flows = config.top_flows,
          .tolerated_loss = config.tolerated_loss};
}

// The amount of an ingress that waits at all egresses.
Bytes waiting(const reference::ItsyCausality& causality, PortId i) {
  std::int64_t amount = 0;
  for (std::size_t e = 0; e < causality.ports(); ++e)
    amount += causality.count(PortId(e), i);
  return Bytes(amount);
}

}  // namespace

CountMinDrop::CountMinDrop(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      ports_(context.ports, reference::ItsyCountMinDrop(settings_of(context))),
      dropped_(context.ports),
      flow_idle_(context.config.itsy.flow_idle),
      instead_(context, actions) {}

bool CountMinDrop::act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) {
  look_for_idle(now);
  if (!part.first)
    return instead_.act(part, causality, now);
  const Bytes depth = waiting(causality, part.ingress);
  const Bytes xon = actions_.xon(part.ingress, part.c) - actions_.lent(part.ingress, part.c);
  rounds_.active() ? rounds_.again(depth) : rounds_.begin(depth, xon);
  while (rounds_.active()) {
    while (rounds_.wants() > 0) {
      if (!drop(part, now))
        return instead_.act(part, causality, now);
      rounds_.dropped(waiting(causality, part.ingress));
    }
    if (!rounds_.active() || actions_.resume(part.ingress, part.c, now))
      return false;
    rounds_.again(waiting(causality, part.ingress));
  }
  return false;
}

// Drops the first waiting packet of the largest flow that may lose one.
bool CountMinDrop::drop(const LoopPart& part, Time now) {
  reference::ItsyCountMinDrop& known = ports_[part.egress.index()];
  const auto of_largest = [&](std::uint32_t size) {
    return [&known, size, this, &part](const frame::Packet& packet) {
      const reference::ItsyFlowId flow = frame::five_tuple(packet);
      const reference::ItsyTopFlows::Slot* slot = known.top().find(flow);
      if (slot == nullptr || slot->size < size || !known.may_drop(flow, packet.length))
        return false;
      known.dropped(flow, packet.length);
      ++dropped_[part.egress.index()];
      return true;
    };
  };
  std::vector<std::uint32_t> sizes;
  for (const reference::ItsyTopFlows::Slot& slot : known.top().slots())
    sizes.push_back(slot.size);
  std::ranges::sort(sizes, std::greater<>());
  for (const std::uint32_t size : sizes) {
    if (size > 0 && actions_.drop_waiting(part.egress, part.c, part.ingress, of_largest(size), now))
      return true;
  }
  return false;
}

void CountMinDrop::end(const LoopPart& part, Time now) {
  rounds_.end();
  instead_.end(part, now);
}

// Hardware examines the flows at each multiple of flow_idle; the model does so at the next packet. After two missed
// multiples no flow is left.
void CountMinDrop::look_for_idle(Time now) {
  if (flow_idle_ == Time(0) || now - looked_at_ < flow_idle_)
    return;
  const bool twice = now - looked_at_ >= flow_idle_ * 2;
  looked_at_ = now / flow_idle_ * flow_idle_;
  for (reference::ItsyCountMinDrop& port : ports_) {
    port.end_idle();
    if (twice)
      port.end_idle();
  }
}

void CountMinDrop::queued(const frame::Packet& packet, Time now) {
  look_for_idle(now);
  ports_[packet.egress.index()].passes(frame::five_tuple(packet), packet.length);
}

void CountMinDrop::reset() {
  rounds_.end();
  instead_.reset();
  for (reference::ItsyCountMinDrop& port : ports_)
    port.reset();
}

}  // namespace weir::deadlock
