// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/bcn.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

using ledger::kOne;

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

struct Bcn::Rows {
  using Row = ledger::RowsOf<PortContext>;

  static unsigned interval(const PortContext& context) {
    return ledger::bits_for(context.config.bcn.sampling_interval);
  }

  static constexpr auto kAll = Row::list(
      Row::setting<&BcnConfig::q_eq>({"bcn_q_eq", depth_bits, kOne, "bits of the buffer in bytes", "Q_eq in bytes"}),
      Row::setting<&BcnConfig::w>(
          {"bcn_w", kWeightBits, kOne, "", "weight of the queue's change in the congestion index"}),
      Row::setting<&BcnConfig::sampling_interval>({"bcn_sampling_interval", interval, kOne,
                                                   "bits of the interval in packets",
                                                   "packets from one sample to the next"}),
      Row::state<&Queue::until_sample>({"bcn_until_sample", interval, per_lossless_class, "as bcn_sampling_interval",
                                        "packets until the next sample"})
          .reset([](const PortContext& context) -> std::uint64_t { return context.config.bcn.sampling_interval; }),
      Row::state<&Queue::depth>(
          {"bcn_queue", depth_bits, per_lossless_class, "bits of the buffer in bytes", "q at the sample before"}),
      Row::events<&Queue::messages>({"bcn_messages", 64, per_lossless_class, "messages", "messages sent to sources"}),
      Row::model_only<&Queue::said>("for waveforms: the sign of a message"),
      Row::holds<&Bcn::settings_>("bcn_q_eq", "bcn_w", "bcn_sampling_interval"),
      Row::model_only<&Bcn::classes_>("constant: those with flow control"), Row::part<&Bcn::queues_>());
};

void Bcn::declare(ledger::Block& block, const PortContext& context) {
  const BcnConfig& config = context.config.bcn;
  require_within_buffer(context, config.q_eq, "bcn: q_eq");
  check_settings(config);
  ledger::declare(block, {"bcn", "FERA, section 6.2"}, context, Rows::kAll, config);
}

void Bcn::bind_registers(const ledger::Binder& binder) {
  const auto settings =
      std::make_shared<ledger::Drafted<BcnConfig>>([this]() -> const BcnConfig& { return settings_; }, check_settings,
                                                   [this](const BcnConfig& draft, Time) { settings_ = draft; });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(settings), ledger::objects([this](const ledger::RegisterAccess& at) -> const Queue& {
                  return queues_[nth_class(classes_, at.indices[0]).index()];
                })});
}

}  // namespace weir::congestion
