// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/host_cut_off.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/deadlock/itsy.h"

namespace weir::deadlock {

using ledger::kOne;

HostCutOff::HostCutOff(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions), after_(context.config.itsy.cut_off), queues_(context.ports) {
  for (std::size_t p = 0; p < context.ports; ++p)
    hosts_.push_back(context.config.itsy.is_host(p) ? 1 : 0);
}

void HostCutOff::held(PortId egress, ClassId c, bool on, Time now) {
  if (hosts_[egress.index()] == 0)
    return;
  Queue& queue = queues_.at(egress, c);
  queue.cut = false;
  queue.cuts_at = on ? now + after_ : kNever;
  if (on)
    actions_.schedule(egress, c, queue.cuts_at);
}

void HostCutOff::queued(PortId egress, ClassId c, Time now) {
  Queue& queue = queues_.at(egress, c);
  if (!queue.cut || queue.drops_at == now)
    return;
  queue.drops_at = now;
  actions_.schedule(egress, c, now);
}

void HostCutOff::timer(PortId egress, ClassId c, Time now) {
  Queue& queue = queues_.at(egress, c);
  if (now == queue.cuts_at) {
    queue.cuts_at = kNever;
    queue.cut = true;
    ++queue.times;
    drop_all(egress, c, now);
  }
  if (now == queue.drops_at) {
    queue.drops_at = kNever;
    if (queue.cut)
      drop_all(egress, c, now);
  }
}

void HostCutOff::drop_all(PortId egress, ClassId c, Time now) {
  for (std::size_t i = 0; i < queues_.ports(); ++i) {
    while (actions_.drop_waiting(
        egress, c, PortId(i), [](const frame::Packet&) { return true; }, now)) {
    }
  }
}

// Timers that are pending find nothing to do; how often it was cut stays.
void HostCutOff::reset() {
  for (std::size_t p = 0; p < queues_.ports(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      Queue& queue = queues_.at(PortId(p), ClassId(c));
      queue.cut = false;
      queue.cuts_at = queue.drops_at = kNever;
    }
  }
}

struct HostCutOff::Rows {
  using Row = ledger::RowsOf<SwitchContext>;

  static unsigned ticks(const SwitchContext& context) {
    return ledger::bits_for(static_cast<std::uint64_t>(context.config.itsy.cut_off / itsy_tick(context)));
  }

  static constexpr auto kAll = Row::list(
      Row::internal<&HostCutOff::after_>({"host_cut_off_after", ticks, kOne, "deadlock.itsy.cut_off in T_re / 128",
                                          "time for which a host may hold a queue; set at load"}),
      Row::internal<&Queue::cuts_at>({"host_held_for", ticks, per_queue, "as host_cut_off_after",
                                      "ticks for which the host of this port has held the queue"}),
      Row::state<&Queue::cut>({"host_cut_off", 1, per_queue, "",
                               "the class is lossy at this port, because the host has held it for too long"}),
      Row::events<&Queue::times>({"host_cut_offs", 64, per_queue, "times", "times at which the host was cut off"}),
      Row::model_only<&Queue::drops_at>("a scheduled event stands for a drop at admission"),
      Row::model_only<&HostCutOff::hosts_>("host_ports"), Row::part<&HostCutOff::queues_>());
};

void HostCutOff::declare(ledger::Block& block, const SwitchContext& context) {
  ledger::declare(block, {"itsy", "ITSY, section V"}, context, Rows::kAll);
}

void HostCutOff::bind_registers(const ledger::Binder& binder, ClassMask lossless) const {
  ledger::bind(binder, Rows::kAll, {ledger::objects([this, lossless](const ledger::RegisterAccess& at) -> const Queue& {
                 return queues_.at(PortId(at.indices[0]), nth_class(lossless, at.indices[1]));
               })});
}

}  // namespace weir::deadlock
