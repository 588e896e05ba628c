// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/ib_fecn.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

using ledger::kOne;

constexpr unsigned kMarkingRateBits = 16;

IbFecn::Settings initial(const IbFecnConfig& config) {
  return {config.threshold, config.packet_size, config.marking_rate, config.victim_mask};
}

}  // namespace

IbFecn::IbFecn(const PortContext& context)
    : settings_(initial(context.config.ib_fecn)), delayed_(context.config.ib_fecn.delayed), classes_(context.lossless) {
  ledger::Refusal refusal;
  check(context, refusal);
}

// What waits when credits come has been delayed for their lack.
void IbFecn::gate(ClassId c, bool open, Time) {
  Queue& queue = queues_[c.index()];
  if (open) {
    queue.delayed = delayed_ == Delayed::kQueued ? queue.waiting : std::min<std::uint32_t>(queue.waiting, 1);
  }
}

void IbFecn::admitted(const frame::Packet& packet, Time) { ++queues_[packet.traffic_class.index()].waiting; }

// Whether the packet that leaves the head of its queue was delayed.
bool IbFecn::leaves(const frame::Packet& packet) {
  Queue& queue = queues_[packet.traffic_class.index()];
  --queue.waiting;
  if (queue.delayed == 0) {
    return false;
  }
  --queue.delayed;
  return true;
}

void IbFecn::removed(const frame::Packet& packet, Time) { leaves(packet); }

void IbFecn::departs(frame::Packet& packet, Bytes behind, Time) {
  const bool delayed = leaves(packet);
  Queue& queue = queues_[packet.traffic_class.index()];
  const bool above = behind > settings_.threshold;
  queue.state = !above ? State::kBelow : (delayed ? State::kVictim : State::kRoot);
  const bool watched = (classes_ & mask_of(packet.traffic_class)) != 0;
  if (!watched || !above || (delayed && !settings_.victim_mask) || packet.length < settings_.packet_size ||
      !frame::fecn_of(packet)) {
    return;
  }
  if (queue.interval > 0) {
    --queue.interval;
    return;
  }
  frame::set_fecn(packet);
  queue.interval = settings_.marking_rate;
  ++queue.marked;
}

void IbFecn::reset(Time) {
  for (Queue& queue : queues_) {
    queue = {.marked = queue.marked};
  }
}

std::optional<Probe> IbFecn::probe() const {
  return Probe{.name = "fecn_state", .kind = Probe::Kind::kState, .width = 2, .states = {"below", "root", "victim"}};
}

struct IbFecn::Rows {
  using Row = ledger::RowsOf<PortContext>;

  static bool queued(const PortContext& context) { return context.config.ib_fecn.delayed == Delayed::kQueued; }
  static bool head(const PortContext& context) { return !queued(context); }

  static constexpr auto kAll = Row::list(
      Row::setting<&Settings::threshold>({"fecn_threshold", depth_bits, kOne, "bits of the buffer in bytes",
                                          "bytes behind a leaving packet above which its queue is congested"}),
      Row::setting<&Settings::packet_size>(
          {"fecn_packet_size",
           [](const PortContext& context) { return ledger::bits_for(ledger::register_value(context.max_frame)); }, kOne,
           "bits of the largest frame in bytes", "shorter packets are not marked"}),
      Row::setting<&Settings::marking_rate>(
          {"fecn_marking_rate", kMarkingRateBits, kOne, "", "packets between two that are marked"}),
      Row::setting<&Settings::victim_mask>(
          {"fecn_victim_mask", 1, kOne, "", "1: packets that have waited for credits are marked, too"}),
      Row::state<&Queue::delayed>(
          {"fecn_stalled", 1, per_lossless_class, "", "the packet at the head has waited for credits"})
          .when(head),
      Row::state<&Queue::waiting>({"fecn_waiting", packet_count_bits, per_lossless_class,
                                   "packets of 64 B in the buffer", "packets that wait for the port"})
          .when(queued),
      Row::state<&Queue::delayed>({"fecn_delayed", packet_count_bits, per_lossless_class, "as fecn_waiting",
                                   "of them, at the head: those that have waited for credits"})
          .when(queued),
      Row::state<&Queue::interval>({"fecn_interval", kMarkingRateBits, per_lossless_class, "fecn_marking_rate",
                                    "packets until the next may be marked"}),
      Row::model_only<&Queue::state>("for waveforms: comparisons"),
      Row::events<&Queue::marked>({"fecn_marked", 64, per_lossless_class, "packets", "packets that were given FECN"}),
      Row::holds<&IbFecn::settings_>("fecn_threshold", "fecn_packet_size", "fecn_marking_rate", "fecn_victim_mask"),
      Row::model_only<&IbFecn::delayed_>("constant: which registers there are"),
      Row::model_only<&IbFecn::classes_>("constant: those with flow control"), Row::part<&IbFecn::queues_>());
};

void IbFecn::declare(ledger::Block& block, const PortContext& context) {
  ledger::declare(block, {"ib_fecn", "InfiniBand Architecture, volume 1, annex A10"}, context, Rows::kAll,
                  initial(context.config.ib_fecn));
}

void IbFecn::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<ledger::Drafted<Settings>>(
      [this]() -> const Settings& { return settings_; }, [](const Settings&) {},
      [this](const Settings& draft, Time) { settings_ = draft; });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(settings), ledger::objects([this](const ledger::RegisterAccess& at) -> const Queue& {
                  return queues_[nth_class(classes_, at.indices[0]).index()];
                })});
}

}  // namespace weir::congestion
