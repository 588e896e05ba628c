// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits, and the gradient rule, whose reports are credits: what is on its way, or not yet reported, at line rate.

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/gradient_bounds.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"

namespace weir::bounds {
namespace {

constexpr const char* kFormula = "(C tau + C T_c) in whole blocks";

// Frames that do not fill their blocks take more of it.
Bytes credit_buffer(const asic::SwitchConfig& device, const flow_control::CbfcConfig& credits,
                    const link::LinkConfig& port) {
  const Time news = latency_of(port, device) + flow_control::credit_period(credits, port.rate);
  const Bytes frame = device.max_frame;
  const auto frames = (bytes_at_least(news, port.rate) + frame - Bytes(1)) / frame;
  const Bytes in_blocks = (frame + credits.block - Bytes(1)) / credits.block * credits.block;
  return frames * in_blocks;
}

class CbfcCard final : public SchemeCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {credit_buffer(device, device.flow_control.cbfc, port), kFormula,
            "InfiniBand Architecture, volume 1, section 7.9.4: credits every T_c"};
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
};

class GradientCard final : public SchemeCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {credit_buffer(device, device.flow_control.gfc_gradient.reports, port), kFormula,
            "up to Bm, as of credits; then (n + 1) L, n = its ports "
            "(docs/reference/gradient_gate.md, theorem B)"};
  }
  Bytes packets(const asic::SwitchConfig& device) const override {
    return device.max_frame * static_cast<std::int64_t>(device.ports.size() + 1);
  }
  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    const auto bound = gradient_bound(alike);
    return bound ? std::optional(bound->held - least_limit(alike)) : std::nullopt;
  }
  std::vector<std::string> warnings(const Alike& alike) const override { return gradient_warnings(alike); }
};

}  // namespace

const SchemeCard& cbfc_card() {
  static const CbfcCard kCard;
  return kCard;
}

const SchemeCard& gradient_card() {
  static const GradientCard kCard;
  return kCard;
}

}  // namespace weir::bounds
