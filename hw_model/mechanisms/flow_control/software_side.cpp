// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/software_side.h"

#include <bit>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/require.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

namespace {

std::shared_ptr<const EngineSettings> settings_of(const PortContext& context) {
  return std::make_shared<const EngineSettings>(EngineSettings{.config = context.config,
                                                               .max_frame = context.max_frame,
                                                               .limiter = context.limiter,
                                                               .factories = context.factories});
}

}  // namespace

SoftwareSide::SoftwareSide(const PortContext& context)
    : port_(context.port),
      line_rate_(context.line_rate),
      address_(context.address),
      counters_(std::bit_width(context.config.lossless)),
      settings_(settings_of(context)),
      name_(context.name) {}

PortContext SoftwareSide::context() const {
  return {.config = settings_->config,
          .line_rate = line_rate_,
          .max_frame = settings_->max_frame,
          .name = name_,
          .address = address_,
          .port = port_,
          .limiter = settings_->limiter,
          .factories = settings_->factories};
}

void SoftwareSide::share_settings(const SoftwareSide& other) {
  const EngineSettings& others = *other.settings_;
  if (settings_->config == others.config && settings_->max_frame == others.max_frame &&
      settings_->limiter == others.limiter)
    settings_ = other.settings_;
}

void SoftwareSide::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  const EngineRegisters registers = registers_of(binder, around);
  registers.settings(flow_control_settings());
  registers.state("pauses_sent", [this](ClassId c, Time) { return counters(c).pauses_sent; });
  registers.state("resumes_sent", [this](ClassId c, Time) { return counters(c).resumes_sent; });
  registers.state("feedback_frames", [this](ClassId c, Time) { return counters(c).feedback_frames; });
  registers.state("pauses_received", [this](ClassId c, Time) { return counters(c).pauses_received; });
}

void SoftwareSide::bind_address(const ledger::Binder& port, const Surroundings& around) {
  registers_of(port, around)
      .setting(
          "mac_address", [](const PortContext& context) { return context.address.value(); },
          [](PortContext& draft, std::uint64_t value) { draft.address = frame::MacAddress(value); });
}

EngineRegisters SoftwareSide::registers_of(const ledger::Binder& binder, const Surroundings& around) {
  return {*this, binder, around, [this](std::uint64_t index) { return nth_class(config().lossless, index); }};
}

void SoftwareSide::check(const PortContext& settings) const {
  require(settings.config.lossless == config().lossless,
          "lossless_classes: is " + std::to_string(config().lossless) +
              " and cannot change while the switch runs: counters of both ends would no longer agree");
  require_possible(settings);
}

void SoftwareSide::reconfigure(const PortContext& settings, const ViqDepth&, Time) {
  settings_ = settings_of(settings);
  address_ = settings.address;
}

}  // namespace weir::flow_control
