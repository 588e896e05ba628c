// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits: what is on its way, or not yet reported, at line rate.

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

class CbfcCard final : public SchemeCard {
 public:
  std::string error_of_wire(const flow_control::FlowControlConfig&) const override { return kErrorTakesCredits; }
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return room_of_credits(device, device.flow_control.cbfc, port,
                           "InfiniBand Architecture, volume 1, section 7.9.4: credits every T_c");
  }
  Bytes packets(const asic::SwitchConfig&) const override { return Bytes(0); }
  Bytes below_threshold(const asic::SwitchConfig&) const override { return Bytes(0); }  // all is advertised

  // Credits count blocks of what is sent, not cells.
  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    if (alike.device->mmu.count_cells) {
      return std::nullopt;
    }
    return alike.device->flow_control.cbfc.buffer - least_limit(alike);
  }

  std::vector<std::string> warnings(const Alike& alike) const override {
    return {room_warning(alike, "flow_control.cbfc.buffer", alike.device->flow_control.cbfc.buffer)};
  }
  void fit(const QueueRequest& request, bool wanted, asic::SwitchConfig& device) const override {
    device.flow_control.cbfc = credits_for(request, wanted, device.flow_control.cbfc);
  }
  bool feedback_may_be_late() const override { return true; }
};

}  // namespace

// Frames that do not fill their blocks need more buffer.
RoomOfPort room_of_credits(const asic::SwitchConfig& device, const flow_control::CbfcConfig& credits,
                           const link::LinkConfig& port, const char* source) {
  const Time news = latency_of(port, device) + flow_control::credit_period(credits, port.rate);
  const Bytes frame = device.max_frame;
  const auto frames = (bytes_at_least(news, port.rate) + frame - Bytes(1)) / frame;
  const Bytes in_blocks = (frame + credits.block - Bytes(1)) / credits.block * credits.block;
  return {frames * in_blocks, "(C tau + C T_c) in whole blocks", source};
}

flow_control::CbfcConfig credits_for(const QueueRequest& request, bool wanted, flow_control::CbfcConfig credits) {
  constexpr unsigned kStandard = 12;  // InfiniBand's
  credits.block = request.credit_block;
  credits.buffer = request.share;
  const auto blocks = static_cast<std::uint64_t>(std::max<std::int64_t>(request.share / request.credit_block, 1));
  const unsigned least = static_cast<unsigned>(std::bit_width(blocks - 1)) + 1;
  credits.counter_bits = request.counter_bits.value_or(std::max(kStandard, least));
  if (wanted && credits.counter_bits < least) {
    throw std::invalid_argument("--counter-bits: counters of " + std::to_string(credits.counter_bits) +
                                " bits express " + std::to_string(std::uint64_t{1} << (credits.counter_bits - 1)) +
                                " blocks of " + text::to_text(request.credit_block) +
                                "; the share of a (port, class) in the buffer is " + std::to_string(blocks) +
                                " blocks, which takes " + std::to_string(least) + " bits");
  }
  return credits;
}

const SchemeCard& cbfc_card() {
  static const CbfcCard kCard;
  return kCard;
}

}  // namespace weir::bounds
