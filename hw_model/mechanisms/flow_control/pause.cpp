// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause.h"

#include <algorithm>

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

unsigned port_depth_bits(const PfcConfig& pfc) {
  return ledger::bits_for(static_cast<std::uint64_t>(pfc.xoff.count()));
}

}  // namespace

void Pause::set_depth(ClassId c, Bytes depth) {
  port_depth_ += depth - depths_[c.index()];
  depths_[c.index()] = depth;
}

void Pause::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  set_depth(c, depth);
  if (threshold(kOfThePort).filled(port_depth_))
    assert_pause(kOfThePort, true, now);
}

void Pause::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  set_depth(c, depth);
  if (threshold(kOfThePort).drained(port_depth_))
    assert_pause(kOfThePort, false, now);
}

void Pause::compare(const ViqDepth&, Time now) {
  threshold(kOfThePort).filled(port_depth_);
  threshold(kOfThePort).drained(port_depth_);
  assert_pause(kOfThePort, threshold(kOfThePort).asserted(), now);
}

std::size_t Pause::write(std::span<std::uint8_t> bytes, const frame::PfcFrame& pauses) const {
  return frame::write_pause(bytes, address_, {.quanta = pauses.time[kOfThePort.index()]});
}

// PFC frames are for ports that run PFC: not obeyed.
std::optional<frame::PfcFrame> Pause::read(const frame::MacControl& control) const {
  const auto* pause = std::get_if<frame::PauseFrame>(&control);
  return pause != nullptr ? std::optional(frame::pfc_frame(mask_of(kOfThePort), pause->quanta)) : std::nullopt;
}

void Pause::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  PauseEngine::bind_registers(binder, around);
  const std::uint64_t most = (std::uint64_t{1} << port_depth_bits(config().pfc)) - 1;
  registers_of(binder, around).port_state("port_depth", [this, most](Time) {
    return std::min(static_cast<std::uint64_t>(port_depth_.count()), most);
  });
}

ledger::Block Pause::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<Pause>(ledger::model_only(&Pause::depths_, "mmu.viq_depth"),
                                                              ledger::holds(&Pause::port_depth_, "port_depth"));
  const ledger::Origin origin("pause", "IEEE 802.3 annex 31B");
  ledger::Block block("flow_control");
  declare_pauses(block, context, origin, Stops::kPort);
  block.add(origin.state({.name = "port_depth",
                          .width = port_depth_bits(context.config.pfc),
                          .width_follows = "bits of XOFF in bytes; saturates",
                          .description = "bytes of all lossless VIQs of the port, the sum of the MMU's depths"}));
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
