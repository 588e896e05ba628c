// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/safety_bounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/buffer_bounds.h"
#include "tb/bounds/scheme_card.h"
#include "tb/bounds/slowed_feedback.h"

namespace weir::bounds {
using scenario::Scenario;

Time feedback_latency(Bytes frame, BitRate rate, Time wire, Time processing) {
  return serialization_time(2 * frame, rate) + 2 * wire + processing;
}

Bytes conceptual_margin(BitRate rate, Time tau) { return bytes_at_least(4 * tau, rate); }

Bytes buffer_based_margin(BitRate rate, Time tau) { return bytes_at_least(2 * tau, rate); }

Bytes time_based_margin(BitRate rate, Time tau, Time period) {
  // (sqrt(tau/T) + 1)^2 T = tau + 2 sqrt(tau T) + T: only the root is not exact.
  const double root = std::sqrt(static_cast<double>(tau.count()) * static_cast<double>(period.count()));
  return bytes_at_least(tau + period + Time(static_cast<std::int64_t>(std::ceil(2 * root))), rate);
}

Bytes late_margin(BitRate rate, Time late) {
  return bytes_at_least(Time(static_cast<std::int64_t>(std::ceil(std::numbers::e * static_cast<double>(late.count())))),
                        rate);
}

Bytes pfc_headroom(Bytes frame, Bytes pfc_frame, BitRate rate, Time wire, Time processing) {
  return 2 * (frame + pfc_frame) + bytes_at_least(2 * wire + processing, rate);
}

Bytes egress_pause_headroom(std::size_t ports, BitRate rate, Time tau) {
  const auto senders = static_cast<std::int64_t>(ports) - 1;
  return senders > 1 ? bytes_at_least((senders - 1) * tau, rate) : Bytes(0);
}

Bytes largest_overshoot(Bytes threshold, const std::vector<Bytes>& lengths) {
  // Depths are sums of packets, so multiples of what all lengths have in common.
  std::int64_t step = 0;
  std::int64_t longest = 0;
  for (const Bytes length : lengths) {
    step = std::gcd(step, length.count());
    longest = std::max(longest, length.count());
  }
  if (step == 0) {
    return Bytes(0);
  }
  const std::int64_t highest_below = (threshold.count() - 1) / step * step;
  return Bytes(highest_below + longest) - threshold;
}

std::optional<Bytes> required_headroom(const Alike& alike) {
  const Scenario& scenario = *alike.scenario;
  if (!scenario.link_faults.empty() || damages_feedback(scenario) || !slowed_feedback_warning(alike).empty()) {
    return std::nullopt;  // feedback may come too late, and more data than a wire carries
  }
  const SchemeCard* const card = scheme_card(alike.device->flow_control.scheme);
  return card != nullptr ? card->required_headroom(alike) : std::nullopt;
}

std::optional<Bytes> required_headroom(const Scenario& scenario) {
  for (const Alike& alike : alike_switches(scenario)) {
    if (alike.own == Scenario::kCommon) {
      return required_headroom(alike);
    }
  }
  return std::nullopt;
}

std::vector<std::string> safety_warnings(const Alike& alike) {
  const SchemeCard* const card = scheme_card(alike.device->flow_control.scheme);
  if (card == nullptr) {
    return {};
  }
  std::vector<std::string> found = card->warnings(alike);
  if (card->bounds_viqs() && !alike.device->mmu.pooled()) {  // with a pool a VIQ without a shared cell pauses
    found.push_back(alike.device->mmu.partitioned() ? divided_warning(alike) : buffer_warning(alike));
  }
  found.push_back(slowed_feedback_warning(alike));
  std::erase(found, "");
  return found;
}

std::vector<std::string> safety_warnings(const Scenario& scenario) {
  std::vector<std::string> found;
  for (const Alike& alike : alike_switches(scenario)) {
    for (std::string& warning : safety_warnings(alike)) {
      found.push_back(std::move(warning));
    }
  }
  return found;
}

}  // namespace weir::bounds
