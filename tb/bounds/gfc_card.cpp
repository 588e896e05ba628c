// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cards of the three forms of gentle flow control: fluid margins, and what is proved for packets.

#include <algorithm>
#include <bit>

#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/bounds/gfc_bounds.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

using flow_control::FlowControlConfig;
using text::to_text;

// The rate falls with what the VIQ counts.
class ConceptualCard final : public GfcCard {
 public:
  std::string error_of_wire(const FlowControlConfig&) const override {
    return "feedback of conceptual GFC is not on the wire and never hit, but a packet of a lossless class that an "
           "error hits is lost on the link";
  }
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {late_margin(port.rate, latency_of(port, device)), "e C tau",
            "derived of fluids; GFC, Theorem 4.1, has 4 C tau"};
  }
  GfcForm form(const FlowControlConfig& config) const override {
    return {"flow_control.gfc_conceptual.", "b0", config.gfc_conceptual.b0, config.gfc_conceptual.bm,
            "GFC, Theorem 4.1"};
  }
  GfcFluid fluid(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) const override {
    const Time tau = latency_of(link, sender);
    return {counted(alike, late_margin(link.rate, tau), link), "B0 <= Bm - e C tau", "tau = " + to_text(tau),
            "derived; GFC, Theorem 4.1, has 4 C tau"};
  }
  std::optional<GfcBound> bound(const GfcLoop& loop, const asic::SwitchConfig&,
                                const asic::SwitchConfig& receiver) const override {
    return conceptual_bound(loop, receiver.flow_control.gfc_conceptual.b0, receiver.flow_control.gfc_conceptual.bm);
  }
  void fit(const QueueRequest& request, bool, asic::SwitchConfig& device) const override {
    const Span span = span_in(request.share, *this, device);
    device.flow_control.gfc_conceptual = {.b0 = span.first, .bm = span.bm};
  }
  bool feedback_may_be_late() const override { return true; }  // its messages take no time on the wire
};

std::vector<Bytes> thresholds_of(const flow_control::GfcBufferBasedConfig& gfc) {
  return reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages);
}

// Stages are steps of the sender's own rate; what packets and cells add to them is exact (buffer_based_bound).
class BufferBasedCard final : public GfcCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {buffer_based_margin(port.rate, latency_of(port, device)), "2 C tau", "GFC, eq. 5"};
  }
  GfcForm form(const FlowControlConfig& config) const override {
    return {"flow_control.gfc_buffer_based.", "b1", config.gfc_buffer_based.b1, config.gfc_buffer_based.bm,
            "GFC, eq. 5"};
  }
  GfcFluid fluid(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) const override {
    const Time tau = latency_of(link, sender) + retry_wait(link, sender, *alike.device);
    return {buffer_based_margin(link.rate, tau), "B1 <= Bm - 2 C tau", "tau = " + to_text(tau), "GFC, eq. 5"};
  }
  std::optional<GfcBound> bound(const GfcLoop& loop, const asic::SwitchConfig& sender,
                                const asic::SwitchConfig& receiver) const override {
    std::vector<Bytes> thresholds = thresholds_of(receiver.flow_control.gfc_buffer_based);
    // A sender goes no slower than at its own last stage.
    thresholds.resize(std::min(thresholds.size(), thresholds_of(sender.flow_control.gfc_buffer_based).size()));
    return buffer_based_bound(loop, thresholds);
  }
  bool sends_messages() const override { return false; }  // but PFC frames, with a stage for each class

  void fit(const QueueRequest& request, bool, asic::SwitchConfig& device) const override {
    flow_control::GfcBufferBasedConfig& gfc = device.flow_control.gfc_buffer_based;
    const Span span = span_in(request.share, *this, device);
    gfc.bm = span.bm;
    gfc.b1 = span.first;
    if (request.comparator == flow_control::ComparatorForm::kLeadingZero) {
      // Its distance from bm to b1 is a power of two: the next one that keeps the bound, if the queue has it.
      const auto wide = std::bit_ceil(static_cast<std::uint64_t>((gfc.bm - gfc.b1).count()));
      const auto most = std::bit_floor(static_cast<std::uint64_t>(gfc.bm.count()));
      gfc.b1 = gfc.bm - Bytes(static_cast<std::int64_t>(std::min(wide, most)));
    }
    gfc.comparator = request.comparator;
    // The leading-zero form takes the rule's table, or its first stages.
    gfc.stages = request.stages.value_or(std::min(request.most_stages, reference::gfc_stage_count(gfc.bm, gfc.b1)));
    gfc.max_thresholds = gfc.stages;
    gfc.q_bits = ledger::bits_for(static_cast<std::uint64_t>(gfc.bm.count()));
  }
};

// Credits count blocks of what is sent.
class TimeBasedCard final : public GfcCard {
 public:
  std::string error_of_wire(const FlowControlConfig&) const override { return kErrorTakesCredits; }
  // Theorem 5.1 is about tau <= T; `weir check` draws the line at t_r. Beyond it, what any news of that age needs.
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    const Time period = flow_control::credit_period(device.flow_control.gfc_time_based.credits, port.rate);
    if (device.flow_control.processing_delay <= period) {
      return {time_based_margin(port.rate, latency_of(port, device), period), "(sqrt(tau/T) + 1)^2 C T",
              "GFC, Theorem 5.1"};
    }
    const GfcLoop loop{.rate = port.rate,
                       .frames = {},
                       .delay = port.delay,
                       .processing = device.flow_control.processing_delay,
                       .pipeline = Time(0),
                       .wait = wire_time(device.max_frame, port),
                       .feedback = wire_time(frame::kControlFrameLength, port),
                       .limiter = {}};
    const int classes = std::popcount(device.flow_control.lossless);
    return {late_margin(port.rate, credit_age(loop, period, classes)), "e C (T + t_r + waits)",
            "derived of fluids; GFC, Theorem 5.1, does not hold for t_r > T"};
  }
  Bytes packets(const asic::SwitchConfig& device) const override { return 4 * device.max_frame; }

  GfcForm form(const FlowControlConfig& config) const override {
    return {"flow_control.gfc_time_based.", "b0", config.gfc_time_based.b0, config.gfc_time_based.bm,
            "GFC, Theorem 5.1"};
  }

  // Theorem 5.1 takes the rate of the message before last to be obeyed for tau in each period, which is so for
  // tau <= T. Where t_r is longer the rate is linear in news that is at most credit_age() old.
  GfcFluid fluid(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) const override {
    const FlowControlConfig& config = alike.device->flow_control;
    const Time period = flow_control::credit_period(config.gfc_time_based.credits, link.rate);
    if (sender.flow_control.processing_delay <= period) {
      const Time tau = latency_of(link, sender) + retry_wait(link, sender, *alike.device);
      return {time_based_margin(link.rate, tau, period), "B0 <= Bm - (sqrt(tau/T) + 1)^2 C T", "tau = " + to_text(tau),
              "GFC, Theorem 5.1"};
    }
    const GfcLoop loop = gfc_loop(*alike.scenario, link, sender, *alike.device);
    const Time late = credit_age(loop, period, std::popcount(config.lossless));
    return {late_margin(link.rate, late), "B0 <= Bm - e C D", "D = T + t_r + waits = " + to_text(late),
            "derived; GFC, Theorem 5.1, does not hold for t_r > T"};
  }

  std::optional<GfcBound> bound(const GfcLoop& loop, const asic::SwitchConfig&,
                                const asic::SwitchConfig& receiver) const override {
    if (receiver.mmu.count_cells) {
      return std::nullopt;  // credits are blocks, not cells
    }
    const flow_control::GfcTimeBasedConfig& own = receiver.flow_control.gfc_time_based;
    return time_based_bound(loop, own.b0, own.bm, flow_control::credit_period(own.credits, loop.rate),
                            std::popcount(receiver.flow_control.lossless));
  }

  void fit(const QueueRequest& request, bool wanted, asic::SwitchConfig& device) const override {
    flow_control::GfcTimeBasedConfig& gfc = device.flow_control.gfc_time_based;
    gfc.credits = credits_for(request, wanted, gfc.credits);
    const Span span = span_in(request.share, *this, device);
    gfc.bm = span.bm;
    gfc.b0 = span.first;
  }
};

}  // namespace

const SchemeCard& gfc_conceptual_card() {
  static const ConceptualCard kCard;
  return kCard;
}

const SchemeCard& gfc_buffer_based_card() {
  static const BufferBasedCard kCard;
  return kCard;
}

const SchemeCard& gfc_time_based_card() {
  static const TimeBasedCard kCard;
  return kCard;
}

}  // namespace weir::bounds
