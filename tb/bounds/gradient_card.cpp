// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule, whose reports are credits.

#include <bit>
#include <stdexcept>

#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "tb/bounds/gradient_bounds.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

class GradientCard final : public SchemeCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return room_of_credits(device, device.flow_control.gfc_gradient.reports, port,
                           "up to Bm, as of credits; then (n + 1) L, n = its ports "
                           "(docs/reference/gradient_gate.md, theorem B)");
  }
  Bytes packets(const asic::SwitchConfig& device) const override {
    return device.max_frame * static_cast<std::int64_t>(device.ports.size() + 1);
  }
  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    const auto bound = gradient_bound(alike);
    return bound && bound->fits_counters() ? std::optional(bound->held - least_limit(alike)) : std::nullopt;
  }
  std::vector<std::string> warnings(const Alike& alike) const override { return gradient_warnings(alike); }

  // Makes counters wide enough for what theorem B lets a VIQ hold if all ports of the switch feed one another.
  void fit(const QueueRequest& request, bool wanted, asic::SwitchConfig& device) const override {
    flow_control::GfcGradientConfig& gfc = device.flow_control.gfc_gradient;
    gfc.reports = credits_for(request, false, gfc.reports);
    gfc.bm = span_in(request.share, *this, device).bm;
    const std::uint64_t most = flow_control::gradient_rule(gfc, device.max_frame).most_held(request.ports, true);
    const auto least = static_cast<unsigned>(std::bit_width(most));
    gfc.reports.counter_bits = request.counter_bits.value_or(least);
    if (wanted && gfc.reports.counter_bits < least) {
      throw std::invalid_argument("--counter-bits: counters of " + std::to_string(gfc.reports.counter_bits) +
                                  " bits express " +
                                  std::to_string((std::uint64_t{1} << gfc.reports.counter_bits) - 1) + " blocks of " +
                                  text::to_text(request.credit_block) + "; under gfc_gradient a VIQ may come to " +
                                  std::to_string(most) + ", which takes " + std::to_string(least) + " bits");
    }
  }
  bool feedback_may_be_late() const override { return true; }
};

}  // namespace

const SchemeCard& gradient_card() {
  static const GradientCard kCard;
  return kCard;
}

}  // namespace weir::bounds
