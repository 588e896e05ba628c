// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/bcn.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kWeightBits = 8;

void check_settings(const BcnConfig& settings) {
  require(settings.sampling_interval >= 1, "bcn: sampling_interval is 0 packets, wanted 1 or more");
}

// The index in units, rounded down, which is a shift, and clamped to what a message can express.
std::int32_t in_units(Bytes e) {
  const std::int64_t unit = Bcn::kUnit.count();
  const std::int64_t units = e.count() >= 0 ? e.count() / unit : -((unit - 1 - e.count()) / unit);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(units, -kMost, kMost));
}

}  // namespace

Bcn::Bcn(const PortContext& context) : settings_(context.config.bcn), classes_(context.lossless) {
  check_settings(settings_);
  Bcn::reset(Time(0));
}

void Bcn::offered(const frame::Packet& packet, Bytes depth, Time now) {
  Queue& queue = queues_[packet.traffic_class.index()];
  if ((classes_ & mask_of(packet.traffic_class)) == 0 || --queue.until_sample > 0) {
    return;
  }
  queue.until_sample = settings_.sampling_interval;
  const Bytes q = depth + packet.length;
  const std::int32_t e = in_units(settings_.q_eq - q - std::int64_t{settings_.w} * (q - queue.depth));
  queue.depth = q;
  queue.said = e == 0 ? Said::kNothing : (e < 0 ? Said::kSlowDown : Said::kSpeedUp);
  if (e != 0 && port_->notify(packet, {.depth = q, .index = e}, now)) {
    ++queue.messages;
  }
}

void Bcn::reset(Time) {
  for (Queue& queue : queues_) {
    queue = {.until_sample = settings_.sampling_interval, .messages = queue.messages};
  }
}

std::optional<Probe> Bcn::probe() const {
  return Probe{
      .name = "bcn_said", .kind = Probe::Kind::kState, .width = 2, .states = {"nothing", "slow_down", "speed_up"}};
}

void Bcn::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  const auto settings =
      std::make_shared<ledger::Drafted<BcnConfig>>([this]() -> const BcnConfig& { return settings_; }, check_settings,
                                                   [this](const BcnConfig& draft, Time) { settings_ = draft; });
  const auto setting = [&](const char* name, auto read, auto write) {
    binder.bind(name, {.read = [this, read](const At&) { return static_cast<std::uint64_t>(read(settings_)); },
                       .write = [settings, write](const At&, std::uint64_t value) { write(settings->draft(), value); },
                       .settings = settings});
  };
  setting(
      "bcn_q_eq", [](const BcnConfig& now) { return now.q_eq.count(); },
      [](BcnConfig& draft, std::uint64_t value) { draft.q_eq = Bytes(static_cast<std::int64_t>(value)); });
  setting(
      "bcn_w", [](const BcnConfig& now) { return now.w; },
      [](BcnConfig& draft, std::uint64_t value) { draft.w = static_cast<unsigned>(value); });
  setting(
      "bcn_sampling_interval", [](const BcnConfig& now) { return now.sampling_interval; },
      [](BcnConfig& draft, std::uint64_t value) { draft.sampling_interval = static_cast<unsigned>(value); });
  const auto state = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return static_cast<std::uint64_t>(read(queues_[nth_class(classes_, at.indices[0]).index()]));
                }});
  };
  state("bcn_until_sample", [](const Queue& queue) { return queue.until_sample; });
  state("bcn_queue", [](const Queue& queue) { return queue.depth.count(); });
  state("bcn_messages", [](const Queue& queue) { return queue.messages; });
}

void Bcn::check_declared(const ledger::Block& block) {
  static constexpr auto kQueue = ledger::state_fields<Queue>(
      ledger::holds(&Queue::until_sample, "bcn_until_sample"), ledger::holds(&Queue::depth, "bcn_queue"),
      ledger::model_only(&Queue::said, "for waveforms: the sign of a message"),
      ledger::holds(&Queue::messages, "bcn_messages"));
  static constexpr auto kFields = ledger::state_fields<Bcn>(
      ledger::holds(&Bcn::settings_, "bcn_q_eq", "bcn_w", "bcn_sampling_interval"),
      ledger::model_only(&Bcn::classes_, "constant: those with flow control"), ledger::part(&Bcn::queues_));
  ledger::require_declared(block, kQueue);
  ledger::require_declared(block, kFields);
}

// The message itself is made in the buffer of notifications, which all ports share.
void declare_bcn(ledger::Block& block, const PortContext& context) {
  const BcnConfig& config = context.config.bcn;
  require_within_buffer(context, config.q_eq, "bcn: q_eq");
  check_settings(config);
  const ledger::Origin origin("bcn", "FERA, section 6.2");
  const ledger::Dimensions each_class = per_lossless_class(context);
  const unsigned depth = depth_bits(context);
  const unsigned interval = ledger::bits_for(config.sampling_interval);
  block
      .add(origin.setting({.name = "bcn_q_eq",
                           .width = depth,
                           .reset = static_cast<std::uint64_t>(config.q_eq.count()),
                           .width_follows = "bits of the buffer in bytes",
                           .description = "Q_eq in bytes"}))
      .add(origin.setting({.name = "bcn_w",
                           .width = kWeightBits,
                           .reset = config.w,
                           .description = "weight of the queue's change in the congestion index"}))
      .add(origin.setting({.name = "bcn_sampling_interval",
                           .width = interval,
                           .reset = config.sampling_interval,
                           .width_follows = "bits of the interval in packets",
                           .description = "packets from one sample to the next"}))
      .add(origin.state({.name = "bcn_until_sample",
                         .width = interval,
                         .dimensions = each_class,
                         .reset = config.sampling_interval,
                         .width_follows = "as bcn_sampling_interval",
                         .description = "packets until the next sample"}))
      .add(origin.state({.name = "bcn_queue",
                         .width = depth,
                         .dimensions = each_class,
                         .width_follows = "bits of the buffer in bytes",
                         .description = "q at the sample before"}))
      .add(origin.events(
          "messages", {.name = "bcn_messages", .dimensions = each_class, .description = "messages sent to sources"}));
  Bcn::check_declared(block);
}

}  // namespace weir::congestion
