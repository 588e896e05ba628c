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
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kMarkingRateBits = 16;

}  // namespace

IbFecn::IbFecn(const PortContext& context)
    : settings_{context.config.ib_fecn.threshold, context.config.ib_fecn.packet_size,
                context.config.ib_fecn.marking_rate, context.config.ib_fecn.victim_mask},
      delayed_(context.config.ib_fecn.delayed),
      classes_(context.lossless) {
  ledger::Refusal refusal;
  check(context, refusal);
}

// Packets that wait when credits come have been delayed for lack of credits.
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

void IbFecn::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  const auto settings = std::make_shared<ledger::Drafted<Settings>>(
      [this]() -> const Settings& { return settings_; }, [](const Settings&) {},
      [this](const Settings& draft, Time) { settings_ = draft; });
  const auto setting = [&](const char* name, auto read, auto write) {
    binder.bind(name, {.read = [this, read](const At&) { return static_cast<std::uint64_t>(read(settings_)); },
                       .write = [settings, write](const At&, std::uint64_t value) { write(settings->draft(), value); },
                       .settings = settings});
  };
  const auto bytes = [](std::uint64_t value) { return Bytes(static_cast<std::int64_t>(value)); };
  setting(
      "fecn_threshold", [](const Settings& now) { return now.threshold.count(); },
      [bytes](Settings& draft, std::uint64_t value) { draft.threshold = bytes(value); });
  setting(
      "fecn_packet_size", [](const Settings& now) { return now.packet_size.count(); },
      [bytes](Settings& draft, std::uint64_t value) { draft.packet_size = bytes(value); });
  setting(
      "fecn_marking_rate", [](const Settings& now) { return now.marking_rate; },
      [](Settings& draft, std::uint64_t value) { draft.marking_rate = static_cast<unsigned>(value); });
  setting(
      "fecn_victim_mask", [](const Settings& now) { return now.victim_mask; },
      [](Settings& draft, std::uint64_t value) { draft.victim_mask = value != 0; });
  const auto state = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return static_cast<std::uint64_t>(read(queues_[nth_class(classes_, at.indices[0]).index()]));
                }});
  };
  if (delayed_ == Delayed::kQueued) {
    state("fecn_waiting", [](const Queue& queue) { return queue.waiting; });
    state("fecn_delayed", [](const Queue& queue) { return queue.delayed; });
  } else {
    state("fecn_stalled", [](const Queue& queue) { return queue.delayed; });
  }
  state("fecn_interval", [](const Queue& queue) { return queue.interval; });
  state("fecn_marked", [](const Queue& queue) { return queue.marked; });
}

void IbFecn::check_declared(const ledger::Block& block, Delayed delayed) {
  static constexpr auto kOthers = ledger::state_fields<Queue>(
      ledger::holds(&Queue::waiting, "fecn_waiting"), ledger::holds(&Queue::delayed, "fecn_delayed"),
      ledger::holds(&Queue::interval, "fecn_interval"), ledger::model_only(&Queue::state, "for waveforms: comparisons"),
      ledger::holds(&Queue::marked, "fecn_marked"));
  static constexpr auto kHead = ledger::state_fields<Queue>(
      ledger::model_only(&Queue::waiting, "whether there are any says the VEQ"),
      ledger::holds(&Queue::delayed, "fecn_stalled"), ledger::holds(&Queue::interval, "fecn_interval"),
      ledger::model_only(&Queue::state, "for waveforms: comparisons"), ledger::holds(&Queue::marked, "fecn_marked"));
  static constexpr auto kFields = ledger::state_fields<IbFecn>(
      ledger::holds(&IbFecn::settings_, "fecn_threshold", "fecn_packet_size", "fecn_marking_rate", "fecn_victim_mask"),
      ledger::model_only(&IbFecn::delayed_, "constant: which registers there are"),
      ledger::model_only(&IbFecn::classes_, "constant: those with flow control"), ledger::part(&IbFecn::queues_));
  ledger::require_declared(block, delayed == Delayed::kQueued ? kOthers : kHead);
  ledger::require_declared(block, kFields);
}

namespace {

// Declares the state in which a queue remembers which packets have waited for credits.
void declare_delayed(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const ledger::Dimensions each_class = per_lossless_class(context);
  if (context.config.ib_fecn.delayed == Delayed::kHead) {
    block.add(origin.state({.name = "fecn_stalled",
                            .dimensions = each_class,
                            .description = "the packet at the head has waited for credits"}));
    return;
  }
  const unsigned packets = packet_count_bits(context);
  block
      .add(origin.state({.name = "fecn_waiting",
                         .width = packets,
                         .dimensions = each_class,
                         .width_follows = "packets of 64 B in the buffer",
                         .description = "packets that wait for the port"}))
      .add(origin.state({.name = "fecn_delayed",
                         .width = packets,
                         .dimensions = each_class,
                         .width_follows = "as fecn_waiting",
                         .description = "of them, at the head: those that have waited for credits"}));
}

}  // namespace

void declare_ib_fecn(ledger::Block& block, const PortContext& context) {
  const IbFecnConfig& config = context.config.ib_fecn;
  const ledger::Origin origin("ib_fecn", "InfiniBand Architecture, volume 1, annex A10");
  const ledger::Dimensions each_class = per_lossless_class(context);
  block
      .add(origin.setting({.name = "fecn_threshold",
                           .width = depth_bits(context),
                           .reset = static_cast<std::uint64_t>(config.threshold.count()),
                           .width_follows = "bits of the buffer in bytes",
                           .description = "bytes behind a leaving packet above which its queue is congested"}))
      .add(origin.setting({.name = "fecn_packet_size",
                           .width = ledger::bits_for(static_cast<std::uint64_t>(context.max_frame.count())),
                           .reset = static_cast<std::uint64_t>(config.packet_size.count()),
                           .width_follows = "bits of the largest frame in bytes",
                           .description = "shorter packets are not marked"}))
      .add(origin.setting({.name = "fecn_marking_rate",
                           .width = kMarkingRateBits,
                           .reset = config.marking_rate,
                           .description = "packets between two that are marked"}))
      .add(origin.setting({.name = "fecn_victim_mask",
                           .reset = config.victim_mask ? 1U : 0U,
                           .description = "1: packets that have waited for credits are marked, too"}));
  declare_delayed(block, context, origin);
  block
      .add(origin.state({.name = "fecn_interval",
                         .width = kMarkingRateBits,
                         .dimensions = each_class,
                         .width_follows = "fecn_marking_rate",
                         .description = "packets until the next may be marked"}))
      .add(origin.events(
          "packets", {.name = "fecn_marked", .dimensions = each_class, .description = "packets that were given FECN"}));
  IbFecn::check_declared(block, config.delayed);
}

}  // namespace weir::congestion
