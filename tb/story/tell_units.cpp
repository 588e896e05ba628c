// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of the deadlock units: which VIQs they declared, when and by which check, and what they did about it.

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/human.h"
#include "tb/story/tell.h"

namespace weir::story {
namespace {

constexpr std::size_t kNamedLater = 3;  // declarations behind the first one

using report::StoryEvent;

std::string after(const report::Detection& one, const report::Detection& first) {
  const Time later = time_of(one.at_seconds) - time_of(first.at_seconds);
  return later == Time(0) ? "at once" : "after " + report::human_seconds(seconds(later));
}

void say_declarations(const Sources& from, Draft& draft) {
  const std::vector<report::Detection>& all = from.results.detections;
  if (all.empty()) {
    return;
  }
  const report::Detection& first = all.front();
  const Time at = time_of(first.at_seconds);
  std::vector<Event> proofs = from.proof(at, first.place, StoryEvent::kDeclared);
  std::string text = fmt::format("{} declares {} deadlocked: {}", first.mechanism, first.place, first.text);
  const std::size_t named = std::min(all.size(), kNamedLater + 1);
  for (std::size_t i = 1; i < named; ++i) {
    text += fmt::format("{}{} {}", i == 1 ? "; then " : ", ", all[i].place, after(all[i], first));
    const std::vector<Event> proof = from.proof(time_of(all[i].at_seconds), all[i].place, StoryEvent::kDeclared);
    proofs.insert(proofs.end(), proof.begin(), proof.end());
  }
  if (named < all.size()) {
    text += fmt::format(" and {} more, the last {}", report::human_count(all.size() - named), after(all.back(), first));
  }
  draft.say(at, first.place, "declared", text, std::move(proofs));
}

std::uint64_t dropped(const Sources& from, const char* reason) {
  const auto found = from.results.drops.find(reason);
  return found == from.results.drops.end() ? 0 : found->second;
}

std::string act_of_itsy(const Sources& from, const Event& act) {
  const deadlock::Resolution used = from.scenario.device_of(act.queue.device).deadlock.itsy.resolution;
  const auto* const resolution = std::ranges::find(deadlock::kResolutions, used, &deadlock::ResolutionName::value);
  const std::uint64_t acts = from.results.loop_acts.value_or(1);
  std::string text = fmt::format("itsy acts on {} by {} ({}): the first of {} act{} of switches", from.name(act.queue),
                                 resolution->name, resolution->text, report::human_count(acts), acts == 1 ? "" : "s");
  if (const std::uint64_t packets = dropped(from, "resolution"); packets > 0) {
    text += fmt::format("; {} packet{} dropped", report::human_count(packets), packets == 1 ? "" : "s");
  }
  return text;
}

void say_acts(const Sources& from, Draft& draft) {
  const std::optional<Event>& act = from.record.first_act();
  if (!act) {
    return;
  }
  const deadlock::Unit unit = from.scenario.device_of(act->queue.device).deadlock.unit;
  const std::uint64_t packets = dropped(from, "watchdog");
  draft.say(act->at, from.name(act->queue), "resolves",
            unit == deadlock::Unit::kItsy
                ? act_of_itsy(from, *act)
                : fmt::format("watchdog drops a packet of {}: the first of {} packet{}", from.name(act->queue),
                              report::human_count(packets), packets == 1 ? "" : "s"),
            {*act});
}

}  // namespace

void tell_units(const Sources& sources, Draft& draft) {
  say_declarations(sources, draft);
  say_acts(sources, draft);
}

}  // namespace weir::story
