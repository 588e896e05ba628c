// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The story of a run: what happened, in sentences, and the events that prove the sentences. The content of story.json,
// in memory. The sentences are made once, by the run (tb/story); console, report and `weir explain` show them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/report/field.h"

namespace weir::report {

enum class StoryEvent : std::uint8_t {
  kPauses,
  kResumes,
  kHeld,
  kFreed,
  kLost,
  kDeclared,
  kResolves,
  kStorm,
  kStormOver,
  kReplays,
  kFlushes,
  kInitialised
};
inline constexpr std::array<std::string_view, 12> kStoryEvents{"pauses",     "resumes",  "held",     "freed",
                                                               "lost",       "declared", "resolves", "storm",
                                                               "storm_over", "replays",  "flushes",  "initialised"};
// Events of link-level retry are of a port, not of a queue.
constexpr bool is_of_a_port(StoryEvent event) { return event >= StoryEvent::kReplays; }
constexpr std::string_view word_of(StoryEvent event) { return kStoryEvents[static_cast<std::size_t>(event)]; }
inline constexpr std::array<std::string_view, 18> kStoryRules{
    "xoff",    "held",         "lowest_rate", "last_edge", "behind",      "declared",
    "storm",   "resolves",     "storm_over",  "dissolved", "again",       "no_room",
    "starved", "longest_wait", "replays",     "flushes",   "initialised", "nearest"};

struct Sentence {
  std::optional<std::int64_t> at_ps;  // nullopt: of the whole run
  std::string queue;                  // empty: of no single queue
  std::string rule;                   // one of kStoryRules
  std::string text;
  std::vector<std::uint64_t> events;  // places in the columns of StoryEvents
};

template <>
struct Fields<Sentence> {
  using S = Sentence;
  static constexpr std::tuple all{
      field(&S::at_ps, {.word = "at_ps", .meaning = "Time in picoseconds; null: the sentence is about the whole run."}),
      field(&S::queue,
            {.word = "queue", .meaning = "Queue as device.port.class, or port as device.port; empty: no single one."}),
      field(&S::rule,
            {.word = "rule", .meaning = "What made it happen: docs/reference/story.md.", .one_of = kStoryRules}),
      field(&S::text, {.word = "text", .meaning = "The sentence, without time."}),
      field(&S::events, {.word = "events", .meaning = "The events that prove the sentence: places in `events`."}),
  };
};

// Events by column, in the order in which they happened; all columns have the same length.
struct StoryEvents {
  std::vector<std::int64_t> at_ps;
  std::vector<std::string> what;
  std::vector<std::uint64_t> queue;
  std::vector<std::int64_t> depth_bytes;
};

template <>
struct Fields<StoryEvents> {
  using E = StoryEvents;
  static constexpr std::tuple all{
      field(&E::at_ps, {.word = "at_ps", .meaning = "Time in picoseconds."}),
      field(
          &E::what,
          {.word = "what",
           .meaning = "pauses, resumes: the device tells its peer at the VIQ's port to stop or to go on. held, freed: "
                      "flow control holds the egress queue, or no more. lost: a packet of a lossless class finds no "
                      "room. declared, resolves: the deadlock unit declares the VIQ deadlocked, or acts on it. "
                      "replays, flushes, initialised: link-level retry of the port begins a replay, has given up, "
                      "begins again.",
           .one_of = kStoryEvents}),
      field(&E::queue,
            {.word = "queue",
             .meaning = "Place in `queues`: a VIQ, an egress queue for held and freed, or the port of link-level "
                        "retry."}),
      field(&E::depth_bytes,
            {.word = "depth_bytes",
             .meaning = "Depth of the VIQ of that port and class; replays, flushes: bytes that are sent again, or "
                        "given up."}),
  };
};

struct Story {
  std::string scenario = {};
  std::uint64_t seed = 0;
  std::string resolved_sha256 = {};
  std::int64_t end_ps = 0;
  std::vector<Sentence> sentences = {};
  std::uint64_t left_out = 0;
  std::uint64_t left_out_behind = 0;
  std::vector<std::string> queues = {};
  StoryEvents events = {};
};

template <>
struct Fields<Story> {
  using S = Story;
  static constexpr std::tuple all{
      field(&S::scenario, {.word = "scenario", .meaning = "Name of the scenario."}),
      field(&S::seed, {.word = "seed", .meaning = "Seed of the run."}),
      field(&S::resolved_sha256, {.word = "resolved_sha256", .meaning = "SHA-256 of resolved.toml."}),
      field(&S::end_ps, {.word = "end_ps", .meaning = "Simulated time in picoseconds."}),
      field(&S::sentences, {.word = "sentences", .meaning = "What happened, in the order of telling."}),
      field(&S::left_out, {.word = "left_out",
                           .meaning = "Events that are not in `events`: those between the first 10,000 and the last "
                                      "10,000, but for events that prove a sentence."}),
      field(&S::left_out_behind,
            {.word = "left_out_behind", .meaning = "Number of kept events before the first that is left out."}),
      field(&S::queues, {.word = "queues",
                         .meaning = "Names of the queues of events, as device.port.class, and of ports, as "
                                    "device.port."}),
      field(&S::events, {.word = "events", .meaning = "Pauses, holds, losses, declarations, and link-level retry."}),
  };
};

// A run keeps so many first events, and as many last ones.
inline constexpr std::size_t kStoryKept = 10'000;

inline constexpr const char* kStorySchema = "weir-story-1";

std::string story_to_json(const Story& story);

// `where` names the text in messages. Throws BadRunFile: not JSON, another schema, a field missing or of a wrong type.
Story story_from_json(const std::string& text, const std::string& where);

// The JSON Schema of story.json (`weir schema story`).
std::string story_schema();

// The story for people: a line a sentence, with its time, at most `most` lines; of more sentences the last line says
// how many others story.json has. Times have one unit and as many digits as tell successive pauses apart.
std::vector<std::string> story_lines(const Story& story, std::size_t most);

// The time of a sentence as story_lines() writes it; empty for a sentence about the whole run.
std::string story_time(const Story& story, const Sentence& sentence);

}  // namespace weir::report
