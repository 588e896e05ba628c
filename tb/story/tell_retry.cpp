// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of link-level retry: the first replay, the first flush and the first new initialisation of the run, and
// how many there were.

#include <fmt/format.h>

#include "tb/report/human.h"
#include "tb/story/tell.h"

namespace weir::story {
namespace {

using report::StoryEvent;

// `what`: what happens at the port, with the name of the port, that of its peer, and the bytes of the event; `unit`:
// what there are several of.
void say(const Sources& from, StoryEvent event, const char* what, const char* unit, Draft& draft) {
  const Repeated& all = from.record.repeated(event);
  if (all.number == 0) {
    return;
  }
  const Event& first = all.first;
  const std::string bytes = report::human_bytes(static_cast<double>(first.depth.count()));
  const std::string text = fmt::format(fmt::runtime(what), from.name(first), from.peer(first.queue), bytes);
  draft.say(first.at, from.name(first), report::word_of(event),
            fmt::format("{}: the first of {} at {}", text, report::counted(all.number, unit),
                        report::counted(all.ports.size(), "port")),
            {first});
}

}  // namespace

void tell_retry(const Sources& sources, Draft& draft) {
  say(sources, StoryEvent::kReplays, "{0} sends {2} again to {1}", "replay", draft);
  say(sources, StoryEvent::kFlushes, "{0} gives up {2} that {1} has not acknowledged", "flush", draft);
  say(sources, StoryEvent::kInitialised, "{0} and {1} begin link-level retry again", "initialisation", draft);
}

}  // namespace weir::story
