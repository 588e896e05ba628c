// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The three forms of gentle flow control: fluid margins, and what is proved for packets.

#include <bit>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/gfc_bounds.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"

namespace weir::bounds {
namespace {

using flow_control::Scheme;

class GfcCard : public SchemeCard {
 public:
  // Beyond Bm (docs/results/gfc_bound.md); of the conceptual form seen, not proved, at e C tau.
  Bytes packets(const asic::SwitchConfig& device) const override { return 3 * device.max_frame; }

  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    const auto room = gfc_room(alike);
    return room ? std::optional(*room - least_limit(alike)) : std::nullopt;
  }
  std::vector<std::string> warnings(const Alike& alike) const override { return gfc_warnings(alike); }
};

class ConceptualCard final : public GfcCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {late_margin(port.rate, latency_of(port, device)), "e C tau",
            "derived of fluids; GFC, Theorem 4.1, has 4 C tau"};
  }
};

class BufferBasedCard final : public GfcCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {buffer_based_margin(port.rate, latency_of(port, device)), "2 C tau", "GFC, eq. 5"};
  }
};

class TimeBasedCard final : public GfcCard {
 public:
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
};

}  // namespace

const SchemeCard& gfc_card(Scheme scheme) {
  static const ConceptualCard kConceptual;
  static const BufferBasedCard kBufferBased;
  static const TimeBasedCard kTimeBased;
  if (scheme == Scheme::kGfcConceptual) {
    return kConceptual;
  }
  return scheme == Scheme::kGfcBufferBased ? static_cast<const SchemeCard&>(kBufferBased) : kTimeBased;
}

}  // namespace weir::bounds
