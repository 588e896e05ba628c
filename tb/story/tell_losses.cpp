// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of packets lost in lossless classes: a sentence a queue.

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/human.h"
#include "tb/story/tell.h"

namespace weir::story {
namespace {

constexpr std::size_t kNamedLosers = 4;

}  // namespace

void tell_losses(const Sources& sources, Draft& draft) {
  const std::vector<report::LossResult>& losses = sources.results.losses;
  for (std::size_t i = 0; i < std::min(losses.size(), kNamedLosers); ++i) {
    const report::LossResult& loss = losses[i];
    const std::string queue = report::place_name(loss.device, loss.port, loss.traffic_class);
    std::string text =
        fmt::format("{} loses {} {} of a lossless class, the first here: {}", queue, report::human_count(loss.packets),
                    loss.packets == 1 ? "packet" : "packets", loss.cause);
    if (loss.headroom_needed_bytes) {
      text += fmt::format("; {} of headroom would have held what came in one pause",
                          report::human_bytes(static_cast<double>(*loss.headroom_needed_bytes)));
    }
    const Time at = time_of(loss.first_seconds);
    draft.say(at, queue, "no_room", text, sources.proof(at, queue, report::StoryEvent::kLost));
  }
  if (losses.size() > kNamedLosers) {
    std::uint64_t packets = 0;
    for (std::size_t i = kNamedLosers; i < losses.size(); ++i) {
      packets += losses[i].packets;
    }
    draft.say({}, "", "no_room",
              fmt::format("{} more queues lose {} packets of lossless classes", losses.size() - kNamedLosers,
                          report::human_count(packets)));
  }
}

}  // namespace weir::story
