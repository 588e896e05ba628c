// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of the first deadlock: the pauses that close its cycle, the wait that closed the cycle, what waits behind
// the cycle, and how the deadlock ended.

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/report/human.h"
#include "tb/story/tell.h"

namespace weir::story {
namespace {

constexpr std::size_t kWholeCycle = 6;  // waits; of a longer cycle only the first and the last are told
constexpr std::size_t kNamedFlows = 3;
constexpr std::size_t kNamedQueues = 4;
constexpr std::size_t kLaterCircles = 3;  // that can send again

using oracle::CycleLink;
using report::StoryEvent;

std::string bytes(Bytes amount) { return report::human_bytes(static_cast<double>(amount.count())); }

// "f2 61 %, f3 39 %"
std::string shares(const Sources& from, const CycleLink& link) {
  Bytes all;
  for (const CycleLink::Share& share : link.waits_for) {
    all += share.bytes;
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamedFlows, link.waits_for.size()); ++i) {
    const CycleLink::Share& share = link.waits_for[i];
    text += fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", from.flow(share.flow),
                        100.0 * static_cast<double>(share.bytes.count()) / static_cast<double>(all.count()));
  }
  return link.waits_for.size() > kNamedFlows
             ? text + " and " + report::counted(link.waits_for.size() - kNamedFlows, "more flow")
             : text;
}

// "a, b, c, d and 7 more"
std::string some_of(const std::vector<std::string>& names) {
  const std::size_t named = std::min(names.size(), kNamedQueues);
  const std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<long>(named), ", "));
  return named < names.size() ? text + fmt::format(" and {} more", names.size() - named) : text;
}

// `ended`: the deadlock has dissolved, and with it this pause.
void say_pause(const Sources& from, const CycleLink& link, bool ended, Draft& draft) {
  const std::vector<Event> proof = from.proof(link.paused_since, link.viq, StoryEvent::kPauses);
  std::string text = proof.empty() ? from.name(link.viq) + " pauses " + from.peer(link.viq) : from.pause(proof.front());
  text += ended ? ": " : ", for good: ";
  text += shares(from, link) + " of what cannot leave";
  draft.say(link.paused_since, from.name(link.viq), "xoff", text, proof);
}

void say_shortage(const Sources& from, const CycleLink& link, Draft& draft) {
  const bool host = from.is_host(link.viq.device);
  const std::string why =
      host ? from.device(link.viq.device) + " takes no packets any more"
           : from.name(link.viq) + " holds " + bytes(link.depth) + ", of which " + shares(from, link) + " cannot leave";
  draft.say(link.held_since, from.name(link.queue), "held",
            from.name(link.queue) + " may send nothing from here on: " + why);
}

void say_waits(const Sources& from, const oracle::DeadlockFound& found, Draft& draft) {
  std::vector<CycleLink> links = found.links;
  const auto since = [](const CycleLink& link) {
    return link.paused_since != kNever ? link.paused_since : link.held_since;
  };
  std::ranges::stable_sort(links, {}, since);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool left_out = links.size() > kWholeCycle && i + 2 >= kWholeCycle && i + 1 < links.size();
    if (left_out && i + 2 == kWholeCycle) {
      draft.say(since(links[i]), from.name(links[i].viq), links[i].paused_since != kNever ? "xoff" : "held",
                fmt::format("{} and {} more in the same way", from.name(links[i].viq), links.size() - kWholeCycle));
    }
    if (!left_out) {
      links[i].paused_since != kNever ? say_pause(from, links[i], found.dissolved_at.has_value(), draft)
                                      : say_shortage(from, links[i], draft);
    }
  }
}

// "a -> b -> c -> a"
std::string circle_of(const oracle::DeadlockFound& found) {
  std::vector<std::string> names = found.cycle;
  names.push_back(found.cycle.front());
  if (names.size() > kWholeCycle + 1) {
    names = {found.cycle[0], found.cycle[1], fmt::format("{} more", found.cycle.size() - 3), found.cycle.back(),
             found.cycle.front()};
  }
  return fmt::format("{}", fmt::join(names, " -> "));
}

// The wait that closed the cycle. `and_then` ends the sentence.
void say_last_edge(const Sources& from, const oracle::DeadlockFound& found, const char* and_then, Draft& draft) {
  const oracle::QueueId last = found.closed_by;
  const std::string circle = fmt::format("the circle {} is closed{}", circle_of(found), and_then);
  if (from.is_host(last.device) && last.port != PortId(0)) {
    draft.say(found.formed_at, "", "last_edge", from.device(last.device) + " takes no packets any more: " + circle);
    return;
  }
  const bool beside = std::ranges::find(found.links, last, &CycleLink::queue) == found.links.end();
  draft.say(found.formed_at, from.name(last), "last_edge",
            fmt::format("{}{} is held: {}", from.name(last), beside ? ", beside the circle," : "", circle),
            from.proof(found.formed_at, last, StoryEvent::kHeld));
}

void say_behind(const oracle::DeadlockFound& found, Draft& draft) {
  if (!found.behind.empty()) {
    draft.say({}, "", "behind",
              "there would be no deadlock without " + some_of(found.behind) + ", which takes no packets any more");
  }
  if (!found.waiting_on_cycle.empty()) {
    const std::size_t number = found.waiting_on_cycle.size();
    draft.say(found.found_at, "", "behind",
              fmt::format("{} more queue{} for the circle by now: {}", number, number == 1 ? " waits" : "s wait",
                          some_of(found.waiting_on_cycle)));
  }
}

void say_end(const Sources& from, Draft& draft) {
  const oracle::DeadlockFound& first = from.deadlocks.front();
  if (!first.dissolved_at) {
    return;
  }
  const std::size_t later = from.deadlocks.size() - 1;
  draft.say(*first.dissolved_at, "", "dissolved",
            "a queue of the circle can send again" +
                (later > 0 ? fmt::format("; {} after it", report::counted(later, "more deadlock")) : ""));
  for (std::size_t i = 1; i <= std::min(later, kLaterCircles); ++i) {
    const oracle::DeadlockFound& again = from.deadlocks[i];
    if (again.dissolved_at) {
      draft.say(again.formed_at, again.cycle.front(), "again",
                fmt::format("the circle {} is closed; a queue of the circle can send again at {}", circle_of(again),
                            report::human_seconds(seconds(*again.dissolved_at))));
    }
  }
  if (later > 0 && !from.deadlocks.back().dissolved_at) {
    say_last_edge(from, from.deadlocks.back(), ", and stays closed to the end", draft);
  }
}

}  // namespace

void tell_deadlock(const Sources& sources, Draft& draft) {
  if (!sources.deadlocks.empty()) {
    const oracle::DeadlockFound& found = sources.deadlocks.front();
    say_waits(sources, found, draft);
    say_last_edge(sources, found, "", draft);
    say_behind(found, draft);
  }
}

void tell_dissolved(const Sources& sources, Draft& draft) {
  if (!sources.deadlocks.empty()) {
    say_end(sources, draft);
  }
}

}  // namespace weir::story
