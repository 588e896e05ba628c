// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bench's card of a flow-control scheme: the room that the scheme needs so that nothing is lost, of any port for
// `weir cost` and of a scenario for `weir check` (docs/decisions/0250). Each family of schemes has a file,
// NAME_card.cpp.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// The room above the threshold at which the scheme first acts, of a (port, lossless class), or of a port under PAUSE;
// of credits, the buffer that must be advertised so that a sender at line rate never waits for credits.
struct RoomOfPort {
  Bytes each;
  const char* formula;  // in the symbols of the source
  const char* source;   // paper and equation
};

// A switch that `weir cost` makes of a few numbers: what each (port, lossless class) gets.
struct QueueRequest {
  Bytes share;  // of the packet buffer
  unsigned ports;
  Bytes credit_block;
  std::optional<unsigned> counter_bits;  // of credits and of reports; none: as many as the share needs
  std::optional<unsigned> stages;        // of GFC; none: those of the rule, at most `most_stages`
  unsigned most_stages;
  flow_control::ComparatorForm comparator;
};

class SchemeCard {
 public:
  virtual ~SchemeCard() = default;

  virtual RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const = 0;

  // Room beyond room() for whole packets: the formulas are of fluids, or count from a whole packet on.
  virtual Bytes packets(const asic::SwitchConfig& device) const = 0;

  // Room below the threshold: without room for a frame the queue never takes one.
  virtual Bytes below_threshold(const asic::SwitchConfig& device) const { return device.max_frame; }

  // As bounds::required_headroom(), where links and events do nothing to feedback.
  virtual std::optional<Bytes> required_headroom(const Alike&) const { return std::nullopt; }

  // A line for each bound that the settings break; empty lines do not count.
  virtual std::vector<std::string> warnings(const Alike& alike) const = 0;

  // Sets thresholds and widths of the scheme by the share of a queue. `wanted`: the switch is asked to have the scheme;
  // then counters that do not express the share throw std::invalid_argument.
  virtual void fit(const QueueRequest& /*request*/, bool /*wanted*/, asic::SwitchConfig& /*device*/) const {}

  // What an error of the wire does beside losing a packet, as a line of text; empty: nothing more.
  virtual std::string error_of_wire(const flow_control::FlowControlConfig&) const { return ""; }

  // Whether nothing is lost though feedback comes late: a sender without news sends nothing, or feedback takes no time
  // on the wire.
  virtual bool feedback_may_be_late() const { return false; }

  // Whether the scheme bounds the depth of VIQs, so that all VIQs together must fit into the buffer.
  virtual bool bounds_viqs() const { return true; }
};

// A first threshold and Bm of a scheme within a share of the buffer: room between them, and beyond Bm for whole
// packets. Half of the share where the share has no room for both.
struct Span {
  Bytes first;
  Bytes bm;
};
Span span_in(Bytes share, const SchemeCard& card, const asic::SwitchConfig& device);

// What a lost packet does where credits count all packets that were ever sent.
inline constexpr const char* kErrorTakesCredits =
    "a packet that is lost on the link takes the credits of its blocks for good, and its class stops when all are "
    "gone; a credit message that is lost is made good by the next";

// The room for what such credits let come before they are known to be spent. `source`: where the formula is from.
RoomOfPort room_of_credits(const asic::SwitchConfig& device, const flow_control::CbfcConfig& credits,
                           const link::LinkConfig& port, const char* source);

// `credits` for a share of the buffer, with counters as wide as the share needs. Throws as SchemeCard::fit().
flow_control::CbfcConfig credits_for(const QueueRequest& request, bool wanted, flow_control::CbfcConfig credits);

// Null: of no flow control. Throws std::invalid_argument for a scheme from outside of weir whose card was not added.
const SchemeCard* scheme_card(flow_control::Scheme scheme);

// The card of a scheme that flow_control::add_scheme() adds; both arguments live as long as the process. Throws
// std::invalid_argument if the scheme has a card already.
void add_scheme_card(std::string_view word, const SchemeCard& card);

}  // namespace weir::bounds
