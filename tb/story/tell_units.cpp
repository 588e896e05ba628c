// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of the deadlock units: which VIQs they declared, when and by which check, which storms they found, and
// what they did.

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
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

// What units told: the first by `opening` and its own text, and when each later one came. The rule has the event's
// word.
struct Told {
  const std::vector<report::Detection>& all;
  StoryEvent event;
  const char* opening;  // with unit and queue
};

void say(const Sources& from, const Told& told, Draft& draft) {
  if (told.all.empty()) {
    return;
  }
  const report::Detection& first = told.all.front();
  const Time at = time_of(first.at_seconds);
  std::vector<Event> proofs = from.proof(at, first.place, told.event);
  std::string text = fmt::format(fmt::runtime(told.opening), first.mechanism, first.place) + first.text;
  const std::size_t named = std::min(told.all.size(), kNamedLater + 1);
  for (std::size_t i = 1; i < named; ++i) {
    const report::Detection& later = told.all[i];
    text += fmt::format("{}{} {}", i == 1 ? "; then " : ", ", later.place, after(later, first));
    const std::vector<Event> proof = from.proof(time_of(later.at_seconds), later.place, told.event);
    proofs.insert(proofs.end(), proof.begin(), proof.end());
  }
  if (named < told.all.size()) {
    text += fmt::format(" and {} more, the last {}", report::human_count(told.all.size() - named),
                        after(told.all.back(), first));
  }
  draft.say(at, first.place, report::word_of(told.event), text, std::move(proofs));
}

std::uint64_t dropped(const Sources& from, const std::string& reason) {
  const auto found = from.results.drops.find(reason);
  return found == from.results.drops.end() ? 0 : found->second;
}

std::string act_of_itsy(const Sources& from, const Event& act) {
  const deadlock::Resolution used = from.scenario.device_of(act.queue.device).deadlock.itsy.resolution;
  const auto* const resolution = std::ranges::find(deadlock::kResolutions, used, &deadlock::ResolutionName::value);
  const std::uint64_t acts = from.results.loop_acts.value_or(1);
  std::string text = fmt::format("itsy acts on {} by {} ({}): the first of {} of switches", from.name(act.queue),
                                 resolution->name, resolution->text, report::counted(acts, "act"));
  if (const std::uint64_t packets = dropped(from, "resolution"); packets > 0) {
    text += fmt::format("; {} dropped", report::counted(packets, "packet"));
  }
  return text;
}

void say_acts(const Sources& from, Draft& draft) {
  const std::optional<Event>& act = from.record.first_act();
  if (!act) {
    return;
  }
  const deadlock::DeadlockConfig& unit = from.scenario.device_of(act->queue.device).deadlock;
  const std::string name(deadlock::name_of(unit.unit));
  draft.say(act->at, from.name(act->queue), "resolves",
            deadlock::declares(unit)
                ? act_of_itsy(from, *act)
                : fmt::format("{} drops a packet of {}: the first of {}", name, from.name(act->queue),
                              report::counted(dropped(from, name), "packet")),
            {*act});
}

}  // namespace

void tell_units(const Sources& sources, Draft& draft) {
  const report::Results& results = sources.results;
  say(sources, {results.detections, StoryEvent::kDeclared, "{} declares {} deadlocked: "}, draft);
  say(sources, {results.storms, StoryEvent::kStorm, "{} finds a storm at {}: "}, draft);
  say_acts(sources, draft);
  say(sources, {results.storms_over, StoryEvent::kStormOver, "{} sees the storm at {} end: "}, draft);
}

}  // namespace weir::story
