// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the bounds of all schemes need: frames on a link, lossless frames of a scenario, switches that are alike, the
// worst of their links.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// Bytes that `rate` carries in `span`, rounded up.
Bytes bytes_at_least(Time span, BitRate rate);

// With three digits: "0.208".
std::string digits(double value);

// "h1-s1".
std::string name_of(const scenario::Scenario& scenario, const network::Cable& cable);

// A link into a switch: what obeys the switch is its sender.
struct Inbound {
  const network::Cable* cable;
  const asic::SwitchConfig* sender;
};

// Links of one kind into one switch have the same bounds. The kind is what a bound asks of the link and its sender.
struct LinkKind {
  BitRate rate;
  Time delay;
  bool wire_overhead;
  bool retries;  // by link-level retry
  const asic::SwitchConfig* sender;

  auto operator<=>(const LinkKind&) const = default;
};

LinkKind link_kind(const scenario::Scenario& scenario, const network::Cable& cable, const asic::SwitchConfig& sender);

// The switches that are built from the same settings, and the links into them, of those alike the first. What a VIQ
// holds is for its switch to say, how soon its sender obeys for the sender; the rest both have alike.
struct Alike {
  const scenario::Scenario* scenario;  // outlives it
  const asic::SwitchConfig* device;
  std::uint32_t own;                  // Scenario::own_index()
  std::vector<std::size_t> switches;  // devices of the topology, ascending
  std::vector<Inbound> links;
};

// In the order of their first switches; where no switch has settings of its own, all in one.
std::vector<Alike> alike_switches(const scenario::Scenario& scenario);

// "s1 and 2 like it: ", where not all switches are alike; otherwise "".
std::string named(const Alike& alike);

// tau of GFC on this link, for frames of switch.max_frame.
Time latency_of(const link::LinkConfig& link, const asic::SwitchConfig& sender);

// How long link-level retry holds back a frame of ours on this link, while nothing is lost: until its window opens.
Time window_wait(const asic::SwitchConfig& ours, const asic::SwitchConfig& peer, const link::LinkConfig& link);

// The longest wait of a NACK for its place on a line with frames of so many bytes: for its distance to another set, and
// then for the first bytes of a frame; or for its distance to a set in the same frame.
Bytes nack_place(const llr::LlrConfig& retry, Bytes frame);

// The link on which `margin` is largest, and that margin.
struct Worst {
  Bytes margin{-1};
  Inbound at{};
};

template <class Margin>
Worst worst_of(const Alike& alike, Margin margin) {
  Worst worst;
  for (const Inbound& inbound : alike.links) {
    const Bytes here = margin(inbound.cable->link, *inbound.sender);
    if (here > worst.margin) {
      worst = {here, inbound};
    }
  }
  return worst;
}

// What a VIQ counts at most for what comes in the time of `line` bytes of this link. In cells short frames count more
// than they are long, and take more of the line than they are long where that charges preamble and gap.
Bytes counted(const Alike& alike, Bytes line, const link::LinkConfig& link);

// What frames of these lengths that count `depth` in a VIQ take of the buffer at most, which is given out in cells.
Bytes in_cells(const mmu::MmuConfig& mmu, const std::vector<Bytes>& lengths, Bytes depth);

// Most that the lossy classes which flows use take of the buffer of a switch with so many ports.
Bytes lossy_share(const Alike& alike, std::int64_t ports);

// The least switch.mmu.viq_limit of its lossless classes.
Bytes least_limit(const Alike& alike);

// Whatever a scheme promises its sender, the MMU must be able to keep: a line that says where it cannot, or "".
std::string room_warning(const Alike& alike, const std::string& key, Bytes promised);

}  // namespace weir::bounds
