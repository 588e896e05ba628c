// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credits of Ultra Ethernet: full rate asks for the credits of a loop, and a VIQ must hold all that its receiver
// offers.

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/ue_cbfc/credit_loop.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/scheme_card.h"
#include "tb/scenario/device_config.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

using flow_control::UeCreditsConfig;

// The loop of a channel on this link if its frames leave the receiver as soon as they have been sent on at line rate,
// behind an ordered set at most.
ue_cbfc::CreditLinkFacts facts_of(const link::LinkConfig& link, const asic::SwitchConfig& device, Bytes length) {
  return {.rate = link.rate,
          .delay = link.delay,
          .processing = device.flow_control.processing_delay,
          .store = parser::longest_latency(device.parser) +
                   serialization_time(on_wire(length, link) + frame::kOrderedSetLength, link.rate),
          .channels = static_cast<std::uint32_t>(std::max(std::popcount(device.flow_control.lossless), 1))};
}

std::uint32_t for_rate(const link::LinkConfig& link, const asic::SwitchConfig& device, Bytes length) {
  return ue_cbfc::credits_for_rate(device.flow_control.ue_cbfc.credits, facts_of(link, device, length), length);
}

// What so many credits count in a VIQ at most, whatever the lengths of their frames.
Bytes counted_of(std::uint32_t credits, const asic::SwitchConfig& device) {
  const UeCreditsConfig& ue = device.flow_control.ue_cbfc;
  Bytes most;
  for (Bytes length = frame::kMinFrameLength; length <= device.max_frame; length += Bytes(1)) {
    const Bytes counted = device.mmu.count_cells ? device.mmu.whole_cells(length) : length;
    most = std::max(most, counted * std::int64_t{credits} / ue.credits.credits(length));
  }
  return most;
}

std::string key_of(const UeCreditsConfig& ue) {
  return ue.pooled() ? "flow_control.ue_cbfc.pool_credits" : "flow_control.ue_cbfc.limits";
}

class UeCreditsCard final : public SchemeCard {
 public:
  std::string error_of_wire(const flow_control::FlowControlConfig& config) const override {
    return "the credits of a packet that is lost on the link come home with the next CC_Update, up to "
           "flow_control.ue_cbfc.cc_message_timer = " +
           text::to_text(config.ue_cbfc.credits.cc_message_timer) + " later, and more if that is lost, too";
  }
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    const UeCreditsConfig& ue = device.flow_control.ue_cbfc;
    return {std::int64_t{for_rate(port, device, device.max_frame)} * ue.credits.credit_size,
            "k ceil((C loop)/(L + 20)) credits, loop = 2 t_w + t_r + t_store + CF_MIN_SPACING ceil(V/2)/C",
            "Ultra Ethernet CBFC (SAI): credits come home by CF_Updates; docs/reference/ue_cbfc.md"};
  }
  Bytes packets(const asic::SwitchConfig&) const override { return Bytes(0); }
  Bytes below_threshold(const asic::SwitchConfig&) const override { return Bytes(0); }  // all is offered

  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    if (overtakes(alike)) {
      return std::nullopt;
    }
    Bytes most;
    for_each_class(alike.device->flow_control.lossless,
                   [&](ClassId c) { most = std::max(most, offered(*alike.device, c) - least_limit(alike)); });
    return most;
  }

  std::vector<std::string> warnings(const Alike& alike) const override {
    Bytes most;
    for_each_class(alike.device->flow_control.lossless,
                   [&](ClassId c) { most = std::max(most, offered(*alike.device, c)); });
    return {room_warning(alike, key_of(alike.device->flow_control.ue_cbfc), most), rate_warning(alike),
            overtakes(alike)
                ? "flow_control.ue_cbfc.cc_update_eligible = false: a CC_Update passes frames that link-level "
                  "retry sends again, their credits are free before they arrive, and their VIQ may overflow"
                : ""};
  }

  void fit(const QueueRequest& request, bool, asic::SwitchConfig& device) const override {
    UeCreditsConfig& ue = device.flow_control.ue_cbfc;
    const std::int64_t credits = request.share / Bytes(ue.bytes_of_credit());
    ue.limits.fill(static_cast<std::uint32_t>(std::clamp<std::int64_t>(credits, 1, ue.credits.highest_limit())));
  }
  bool feedback_may_be_late() const override { return true; }

 private:
  // A CC_Update without a number goes ahead of frames that are to be sent again.
  static bool overtakes(const Alike& alike) {
    return !alike.device->flow_control.ue_cbfc.credits.cc_update_eligible &&
           std::any_of(alike.links.begin(), alike.links.end(),
                       [&](const Inbound& inbound) { return scenario::carries_llr(*alike.scenario, *inbound.cable); });
  }

  static Bytes offered(const asic::SwitchConfig& device, ClassId c) {
    return counted_of(device.flow_control.ue_cbfc.most(c.index()), device);
  }

  // A channel with fewer credits than its loop asks for leaves the line idle.
  static std::string rate_warning(const Alike& alike) {
    const asic::SwitchConfig& device = *alike.device;
    const UeCreditsConfig& ue = device.flow_control.ue_cbfc;
    std::uint32_t least = ue_cbfc::UeCbfcConfig{}.counter_mask();
    for_each_class(device.flow_control.lossless, [&](ClassId c) { least = std::min(least, ue.most(c.index())); });
    std::string worst;
    std::uint32_t missing = 0;
    for (const Inbound& inbound : alike.links) {
      for (const Bytes length : lossless_lengths(*alike.scenario)) {
        const std::uint32_t wanted = for_rate(inbound.cable->link, device, length);
        if (wanted > least && wanted - least > missing) {
          missing = wanted - least;
          worst = named(alike) + key_of(ue) + " = " + std::to_string(least) + " credits are fewer than the " +
                  std::to_string(wanted) + " that full rate of frames of " + text::to_text(length) +
                  " asks for on link " + name_of(*alike.scenario, *inbound.cable) +
                  ": the sender waits for credits on their way home";
        }
      }
    }
    return worst;
  }
};

}  // namespace

const SchemeCard& ue_credits_card() {
  static const UeCreditsCard kCard;
  return kCard;
}

}  // namespace weir::bounds
