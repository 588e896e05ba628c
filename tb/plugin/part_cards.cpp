// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/plugin/part_cards.h"

#include <deque>

#include "tb/bounds/detector_card.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"
#include "tb/parts/own_parts.h"

namespace weir::plugin {
namespace {

// Of a detector nothing is known but what the part does: no bound, and no warning.
class CardOfDetector final : public bounds::DetectorCard {
  std::vector<std::string> warnings(const bounds::Alike&) const override { return {}; }
};

using OwnScheme = parts::Places<parts::FlowControl>::Added;

// Of a scheme what it promises is known: the depth at which the peer is stopped, above which comes what is under way,
// or the depth that no VIQ exceeds.
class CardOfScheme final : public bounds::SchemeCard {
 public:
  explicit CardOfScheme(OwnScheme scheme) : scheme_(scheme) {}

  bounds::RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    const parts::Promise promise = promised(device, port);
    if (promise.stops_at <= 0)
      return {Bytes(promise.fits), "Promise::fits", "weir/parts.h: the part says it"};
    return {bounds::pfc_headroom(on_wire(device.max_frame, port), on_wire(frame::kControlFrameLength, port), port.rate,
                                 port.delay, device.flow_control.processing_delay),
            "2 (MTU + s_stop + r t_wire) + r t_pro", "as of PFC: TTL-based buffer management, eq. 14"};
  }
  Bytes packets(const asic::SwitchConfig& device) const override {
    const bool stops = device.ports.empty() || promised(device, device.ports.front()).stops_at > 0;
    return stops ? device.max_frame - Bytes(1) : Bytes(0);
  }

  std::vector<std::string> warnings(const bounds::Alike& alike) const override {
    const std::vector<Bytes> lengths = bounds::lossless_lengths(*alike.scenario);
    const bounds::Worst worst =
        bounds::worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
          const Bytes stops_at(promised(*alike.device, link).stops_at);
          const Bytes more = stops_at > Bytes(0) ? bounds::largest_overshoot(stops_at, lengths) : Bytes(0);
          return stops_at + more + bounds::counted(alike, room(sender, link).each, link);
        });
    return {bounds::room_warning(
        alike, "what " + scheme_.part->chosen_by + " = \"" + scheme_.part->word + "\" promises", worst.margin)};
  }

 private:
  parts::Promise promised(const asic::SwitchConfig& device, const link::LinkConfig& port) const {
    return parts::promise_of(scheme_, device.flow_control, port.rate, device.max_frame);
  }

  OwnScheme scheme_;
};

}  // namespace

void add_part_cards(std::size_t detectors, std::size_t schemes) {
  static const CardOfDetector kOfDetector;
  static std::deque<CardOfScheme> of_schemes;
  for (std::size_t i = detectors; i < parts::own_detectors().size(); ++i)
    bounds::add_detector_card(parts::own_detectors()[i].part->word, kOfDetector);
  for (std::size_t i = schemes; i < parts::own_schemes().size(); ++i)
    bounds::add_scheme_card(parts::own_schemes()[i].part->word, of_schemes.emplace_back(parts::own_schemes()[i]));
}

}  // namespace weir::plugin
