// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/quantities.h"

#include <algorithm>
#include <array>

namespace weir::report {

namespace {

struct KnownQuantity {
  std::string_view id;
  std::string_view title;
  std::string_view note;
  bool step = false;
  bool integer = false;
  std::array<std::string_view, 4> states = {};
};

// Known quantities in the order of the page; other quantities come after these, with their name as title.
constexpr std::array<KnownQuantity, 22> kQuantities = {{
    {"viq_depth_bytes", "VIQ depth", "bytes buffered that came in through a port"},
    {"veq_depth_bytes", "VEQ depth", "bytes that wait to leave through a port"},
    {"waiting_depth_bytes", "Waiting depth", "bytes that wait for a port, in its VEQ and at inputs"},
    {"delivered_bps", "Delivered rate", "of each flow, since the sample before"},
    {"control_bps", "Rate of its control", "what the rate control of a flow holds it to", true},
    {"receiver_stage", "Stage told", "what a port tells its sender; 0: line rate, each stage halves it", true, true},
    {"sender_stage", "Stage obeyed", "what a port has been told; 0: line rate, each stage halves it", true, true},
    {"receiver_rate", "Rate told", "what a port lets its sender send", true},
    {"sender_rate", "Rate obeyed", "what a port may send", true},
    {"receiver_credits", "Room offered", "what a port still takes from its sender"},
    {"sender_credits", "Credits held", "what a port may still send"},
    {"receiver_pause", "Pause told", "what a port has told its sender last", true, true, {"open", "paused"}},
    {"sender_pause", "Pause obeyed", "whether a port has been told to pause", true, true, {"open", "paused"}},
    {"assigned_rate_bps", "Assigned rate", "what the sender into a port may send at most", true},
    {"stage", "GFC stage", "0: line rate; each stage halves it", true, true},
    {"llr_outstanding", "Outstanding frames", "sent by link-level retry and not acknowledged", true, true},
    {"paused_ratio", "Held back", "part of the time in which a port must not send what it has", true},
    {"tcd_state",
     "Congestion (TCD)",
     "what a queue was when a packet last left it",
     true,
     true,
     {"non-congestion", "congestion", "undetermined", "released"}},
    {"fera_rate", "Advertised rate (FERA)", "what a port tells each flow to send at most", true},
    {"red_state",
     "Depth beside RED's thresholds",
     "of a queue when a packet last left it",
     true,
     true,
     {"below", "between", "above"}},
    {"fecn_state",
     "Congestion (FECN)",
     "what a queue was when a packet last left it",
     true,
     true,
     {"below", "root", "victim"}},
    {"hold_and_wait_ratio", "Hold and wait", "part of the time in which a port holds packets and may send none", true},
}};

// The scales of each base unit, from large to small.
constexpr std::array<UnitScale, 19> kScales = {{
    {"bytes", "GB", 1e9},    {"bytes", "MB", 1e6},    {"bytes", "KB", 1e3},  {"bytes", "B", 1},
    {"bps", "Tbps", 1e12},   {"bps", "Gbps", 1e9},    {"bps", "Mbps", 1e6},  {"bps", "Kbps", 1e3},
    {"bps", "bps", 1},       {"Mbit/s", "Gbps", 1e3}, {"Mbit/s", "Mbps", 1}, {"kbit/s", "Gbps", 1e6},
    {"kbit/s", "Mbps", 1e3}, {"kbit/s", "Kbps", 1},   {"seconds", "s", 1},   {"seconds", "ms", 1e-3},
    {"seconds", "us", 1e-6}, {"seconds", "ns", 1e-9}, {"ratio", "%", 1e-2},
}};

}  // namespace

Quantity quantity_of(std::string_view id) {
  const auto known = std::ranges::find(kQuantities, id, &KnownQuantity::id);
  Quantity quantity;
  if (known == kQuantities.end()) {
    quantity.title = id;
    std::ranges::replace(quantity.title, '_', ' ');
    quantity.note = "as sampled";
    return quantity;
  }
  quantity.title = known->title;
  quantity.note = known->note;
  quantity.step = known->step;
  quantity.integer = known->integer;
  for (const std::string_view state : known->states) {
    if (!state.empty()) {
      quantity.states.emplace_back(state);
    }
  }
  return quantity;
}

std::size_t quantity_rank(std::string_view id) {
  return static_cast<std::size_t>(std::ranges::find(kQuantities, id, &KnownQuantity::id) - kQuantities.begin());
}

UnitScale scale_for(std::string_view base, double highest) {
  UnitScale chosen{base, base, 1};
  for (const UnitScale& scale : kScales) {
    if (scale.base != base) {
      continue;
    }
    chosen = scale;
    // 1.5 MB reads worse than 1500 KB beside thresholds of some hundred KB: go up at twice the factor.
    if (highest >= 2 * scale.factor) {
      break;
    }
  }
  return chosen;
}

}  // namespace weir::report
