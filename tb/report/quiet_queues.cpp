// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/quiet_queues.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {

namespace {

// Reasons for which the MMU drops; all others come before it.
constexpr std::array<std::string_view, 5> kByTheMmu = {"viq_full", "headroom_exhausted", "buffer_full", "veq_full",
                                                       "partition_full"};

std::string bytes(std::int64_t count) { return human_bytes(static_cast<double>(count)); }

struct Dropped {
  std::uint64_t packets = 0;
  std::string reasons;  // "buffer_full, no_route"
};

Dropped dropped(const QuietFacts& facts, bool by_the_mmu) {
  Dropped found;
  for (const auto& [reason, packets] : facts.drops) {
    if (packets > 0 && (std::ranges::find(kByTheMmu, reason) != kByTheMmu.end()) == by_the_mmu) {
      found.packets += packets;
      found.reasons += (found.reasons.empty() ? "" : ", ") + reason;
    }
  }
  return found;
}

std::string packets_text(std::uint64_t packets) {
  return human_count(packets) + (packets == 1 ? " packet" : " packets");
}

// Names the depth that counts against XOFF.
std::string whose(const QuietFacts& facts) {
  return facts.together ? "the lossless VIQs of the port together" : "the VIQ";
}

struct Finding {
  const char* reason;
  std::string text;
};

Finding below_xoff(const QuietFacts& facts) {
  const Dropped by_mmu = dropped(facts, true);
  const std::string gap = fmt::format("{} below XOFF, {}", bytes(facts.xoff - facts.viq_peak), bytes(facts.xoff));
  if (facts.xoff > facts.reachable) {
    return {"xoff_out_of_reach", fmt::format("XOFF, {}, is above the most that {} may hold, {}", bytes(facts.xoff),
                                             whose(facts), bytes(facts.reachable))};
  }
  if (by_mmu.packets > 0) {
    return {"dropped_before_xoff",
            fmt::format("{} dropped ({}) while {} stood at {} at most, {}", packets_text(by_mmu.packets),
                        by_mmu.reasons, whose(facts), bytes(facts.viq_peak), gap)};
  }
  return {"below_xoff", fmt::format("{} stood at {} at most, {}", whose(facts), bytes(facts.viq_peak), gap)};
}

Finding find(const QuietFacts& facts) {
  if (!facts.lossless) {
    return {"not_lossless", fmt::format("class {} is not in flow_control.lossless", facts.traffic_class)};
  }
  if (facts.pauses_nobody) {
    return {"pauses_nobody", fmt::format("the VIQ of class {} has nobody to pause", facts.traffic_class)};
  }
  const Dropped before = dropped(facts, false);
  if (facts.admitted == 0 && dropped(facts, true).packets == 0) {
    return before.packets == 0
               ? Finding{"nothing_received", fmt::format("no packet of class {} came in", facts.traffic_class)}
               : Finding{"dropped_before_admission", fmt::format("all that came in, {}, dropped before admission ({})",
                                                                 packets_text(before.packets), before.reasons)};
  }
  if (facts.viq_peak < facts.xoff) {
    return below_xoff(facts);
  }
  return {"not_sent", fmt::format("XOFF, {}, was reached, and {} before the port could send the frame",
                                  bytes(facts.xoff), facts.paused ? "the run ended" : "passed")};
}

}  // namespace

QuietQueue explain(const QuietFacts& facts) {
  Finding found = find(facts);
  return {facts.queue, facts.viq_peak, facts.lossless ? facts.xoff : 0, found.reason, std::move(found.text)};
}

QuietQueue no_flow_control() {
  return {"", 0, 0, "scheme_none", "flow_control.scheme is none: nothing pauses, and a full queue drops"};
}

std::string quiet_line(const Results& results) {
  const bool any_sent =
      std::ranges::any_of(results.queues, [](const QueueResult& queue) { return queue.pauses_sent > 0; });
  if (any_sent || results.quiet_queues.empty()) {
    return {};
  }
  if (results.quiet_queues.front().queue.empty()) {
    return "no PFC was sent: " + results.quiet_queues.front().text;
  }
  // A queue that dropped packets tells most, then the queue whose peak was highest; a queue that received nothing tells
  // least.
  const auto tells_more = [](const QuietQueue& a, const QuietQueue& b) {
    const auto rank = [](const QuietQueue& one) {
      return std::tuple(one.reason != "nothing_received", one.reason != "not_lossless", one.reason != "below_xoff",
                        one.viq_peak_bytes);
    };
    return rank(a) < rank(b);
  };
  const QuietQueue& nearest = *std::ranges::max_element(results.quiet_queues, tells_more);
  return fmt::format("no PFC was sent: {}: {}", nearest.queue, nearest.text);
}

}  // namespace weir::report
