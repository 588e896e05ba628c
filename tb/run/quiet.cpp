// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/quiet.h"

#include <algorithm>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/report/human.h"
#include "tb/report/quiet_queues.h"

namespace weir {

namespace {

Bytes whole_buffer(const mmu::Mmu& mmu) { return mmu.buffer().cells() * mmu.config().cell; }

// The most that a VIQ may hold: its limit, within the class's partition or the buffer.
Bytes reachable(const mmu::Mmu& mmu, PortId p, ClassId c) {
  const Bytes limit = std::min(mmu.limit(p, c), whole_buffer(mmu));
  return mmu.config().partitioned() ? std::min(limit, mmu.partitions().cells(c) * mmu.config().cell) : limit;
}

// 802.3x looks at all lossless VIQs of the port together.
void add_together(const asic::SwitchAsic& asic, PortId p, report::QuietFacts& facts) {
  facts.together = true;
  facts.viq_peak = 0;
  facts.reachable = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (asic.engine(p).lossless(ClassId(c))) {
      facts.viq_peak += asic.mmu().counters(p, ClassId(c)).peak.count();
      facts.reachable += reachable(asic.mmu(), p, ClassId(c)).count();
    }
  }
  facts.reachable = std::min(facts.reachable, whole_buffer(asic.mmu()).count());
}

report::QuietFacts facts_of(const asic::SwitchAsic& asic, PortId p, ClassId c, const report::QueueResult* seen) {
  const flow_control::FlowControl& engine = asic.engine(p);
  const flow_control::FlowControlConfig& config = engine.config();
  report::QuietFacts facts;
  facts.traffic_class = static_cast<unsigned>(c.index());
  facts.lossless = engine.lossless(c);
  facts.pauses_nobody = flow_control::traits_of(config.scheme).follows_ttl && config.ttl_pfc.paused_by(c) == kClasses;
  const flow_control::MovingThreshold* const moving = engine.moving_threshold();
  facts.xoff = (moving != nullptr ? moving->lowest_threshold(c) : engine.first_threshold_of(c)).count();
  facts.reachable = reachable(asic.mmu(), p, c).count();
  facts.viq_peak = asic.mmu().counters(p, c).peak.count();
  facts.paused = engine.receiver_state(c) != 0;
  if (flow_control::traits_of(config.scheme).is_of_the_port && facts.lossless) {
    add_together(asic, p, facts);
  }
  if (seen != nullptr) {
    facts.admitted = seen->received_packets;
    facts.drops = seen->drops;
  }
  return facts;
}

}  // namespace

void say_if_no_flow_control(const scenario::Scenario& scenario, report::Results& results) {
  if (!flow_control::traits_of(scenario.device.flow_control.scheme).protects) {
    results.quiet_queues.push_back(report::no_flow_control());
  }
}

void find_quiet_queues(const scenario::Scenario& scenario, const network::Network& net, std::size_t device,
                       std::span<const report::QueueResult> queues, report::Results& results) {
  const asic::SwitchAsic* const asic = net.devices[device].asic;
  if (asic == nullptr || !flow_control::traits_of(scenario.device.flow_control.scheme).pauses_viqs()) {
    return;
  }
  auto next = queues.begin();  // in the order of this walk, without those that saw nothing
  for (std::size_t p = 0; p < net.topology.devices[device].ports; ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      const bool saw = next != queues.end() && next->traffic_class == c && next->port == p;
      const report::QueueResult* seen = saw ? &*next++ : nullptr;
      report::QuietFacts facts = facts_of(*asic, PortId(p), ClassId(c), seen);
      const bool received = facts.admitted > 0 || !facts.drops.empty();
      if ((seen == nullptr || seen->pauses_sent == 0) && (facts.lossless || received)) {
        facts.queue =
            report::place_name(net.topology.devices[device].name, static_cast<unsigned>(p), facts.traffic_class);
        results.quiet_queues.push_back(report::explain(facts));
      }
    }
  }
}

}  // namespace weir
