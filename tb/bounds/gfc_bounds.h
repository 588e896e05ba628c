// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bounds of the three forms of GFC for a scenario: the fluid bounds of the paper, and what whole packets add to
// them (gfc_packet_bound.h). The forms differ in their cards (gfc_card.cpp).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/gfc_packet_bound.h"
#include "tb/bounds/scheme_card.h"

namespace weir::bounds {

// How long link-level retry holds back the receiver's messages while nothing is lost, if both ends want it:
// window_wait() for as many messages as the window has frames.
Time retry_wait(const link::LinkConfig& link, const asic::SwitchConfig& sender, const asic::SwitchConfig& receiver);

// The loop of the lossless classes over this link, from a sender to a receiver.
GfcLoop gfc_loop(const scenario::Scenario& scenario, const link::LinkConfig& link, const asic::SwitchConfig& sender,
                 const asic::SwitchConfig& receiver);

// The thresholds of a form, and what the form calls them.
struct GfcForm {
  std::string key;    // of its settings: "flow_control.gfc_conceptual."
  std::string first;  // the threshold that the fluid bound is about: "b0"
  Bytes threshold;
  Bytes bm;
  std::string paper;  // its source
};

// The fluid bound of a form over one link.
struct GfcFluid {
  Bytes margin;         // the least Bm - threshold, in what the VIQ counts
  std::string formula;  // "B0 <= Bm - e C tau"
  std::string delay;    // "tau = 7.4us"
  std::string source;
};

class GfcCard : public SchemeCard {
 public:
  virtual GfcForm form(const flow_control::FlowControlConfig& config) const = 0;
  virtual GfcFluid fluid(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) const = 0;
  // As gfc_bound().
  virtual std::optional<GfcBound> bound(const GfcLoop& loop, const asic::SwitchConfig& sender,
                                        const asic::SwitchConfig& receiver) const = 0;
  // Whether feedback is in messages that links may lose, double or delay, and nothing tells the sender.
  virtual bool sends_messages() const { return true; }

  // Beyond Bm (docs/results/gfc_bound.md); of the conceptual form seen, not proved, at e C tau.
  Bytes packets(const asic::SwitchConfig& device) const override { return 3 * device.max_frame; }
  std::optional<Bytes> required_headroom(const Alike& alike) const override;
  std::vector<std::string> warnings(const Alike& alike) const override;
};

// Whether the scheme is one of the three.
bool is_gfc(flow_control::Scheme scheme);

// What a VIQ that this link fills may hold. Nothing where the scheme is no form of GFC, or where no bound is known
// (gfc_packet_bound.h; for credits, also where cells are counted).
std::optional<GfcBound> gfc_bound(const scenario::Scenario& scenario, const link::LinkConfig& link,
                                  const asic::SwitchConfig& sender, const asic::SwitchConfig& receiver);

// Most that a VIQ of any of their links holds in the scenario's duration; nothing as above.
std::optional<Bytes> gfc_room(const Alike& alike);
std::optional<Bytes> gfc_room(const scenario::Scenario& scenario);  // of all switches

}  // namespace weir::bounds
