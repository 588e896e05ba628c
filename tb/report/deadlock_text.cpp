// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/deadlock_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {
namespace {

constexpr std::size_t kMostDetections = 8;

std::string unless_none(std::uint64_t number, std::string_view what) {
  return number == 0 ? std::string() : fmt::format(", {} {}", human_count(number), what);
}

}  // namespace

std::string how_it_ended(const Deadlock& deadlock) {
  const std::string cause =
      deadlock.behind.empty()
          ? std::string()
          : fmt::format(", only because of what takes no packets any more ({})", fmt::join(deadlock.behind, ", "));
  if (!deadlock.dissolved_at_seconds) {
    return cause;
  }
  std::string text = cause + ", dissolved at " + human_seconds(*deadlock.dissolved_at_seconds);
  if (deadlock.later > 0) {
    text += fmt::format(", {} more after it", human_count(deadlock.later));
  }
  return text;
}

std::string standing_text(const Results& results) {
  std::string text = results.standing;
  const std::string after = human_seconds(results.standing_after_seconds);
  if (results.standing_needs_seconds) {
    text += " (needs " + human_seconds(*results.standing_needs_seconds) + ")";
  } else if (results.standing_queues.empty()) {
    text += ", no queue with packets went " + after + " without sending any";
  } else {
    text += fmt::format(", {} of the queues that hold packets have sent none for {}",
                        human_count(results.standing_queues.size()), after);
  }
  if (results.longest_standing_hold && !results.standing_queues.empty()) {
    const StandingHold& hold = *results.longest_standing_hold;
    text +=
        fmt::format("; the longest is {}, {}, because of {}", hold.queue, human_seconds(hold.seconds), hold.held_by);
  }
  return text;
}

std::string none_text(const Results& results) {
  if (!results.scheme_without_cycles.empty()) {
    const QueueResult* standing = longest_standing(results.queues);
    return fmt::format("none is told by a cycle under {}; {}", results.scheme_without_cycles,
                       standing == nullptr ? std::string("no queue is held at the end")
                                           : fmt::format("the longest hold that stands at the end is of {}.p{}.c{}, {}",
                                                         standing->device, standing->port, standing->traffic_class,
                                                         human_seconds(*standing->standing_hold_seconds)));
  }
  return results.score && results.score->formed > 0 ? "none that stood until queues had settled" : "none";
}

std::vector<std::string> detection_lines(const std::vector<Detection>& detections) {
  std::vector<std::string> lines;
  const std::size_t said = std::min(detections.size(), kMostDetections);
  for (std::size_t i = 0; i < said; ++i) {
    const Detection& one = detections[i];
    lines.push_back(fmt::format("{} at {}, {}: {}", one.mechanism, human_seconds(one.at_seconds), one.place, one.text));
  }
  if (said < detections.size()) {
    lines.push_back(fmt::format("{} more in summary.json, the last at {}", human_count(detections.size() - said),
                                human_seconds(detections.back().at_seconds)));
  }
  return lines;
}

std::string score_text(const ScoreResult& score) {
  const auto count = [](std::uint64_t number) { return number == 0 ? std::string("none") : human_count(number); };
  std::string text =
      fmt::format("declarations: {} true, {} false", count(score.declared_true), count(score.declared_false));
  text += unless_none(score.declared_apart, "false after something was disturbed");
  text += unless_none(score.declared_behind_host, "behind hosts that take nothing any more");
  text += fmt::format("; deadlocks: {} formed, {} missed", count(score.formed), count(score.missed));
  text += unless_none(score.undecided, "too young to tell");
  text += unless_none(score.broken_undeclared, "ended before they were declared");
  if (score.resolutions > 0) {
    text += fmt::format("; resolutions: {}, {} needless", count(score.resolutions), count(score.needless_resolutions));
  }
  if (score.longest_delay_seconds) {
    text += "; the slowest declared after " + human_seconds(*score.longest_delay_seconds);
  }
  return text;
}

std::string score_text(const Results& results) {
  const bool behind = results.deadlock && !results.deadlock->behind.empty();
  return score_text(*results.score) + (behind ? fmt::format("; the cycle behind {} is no deadlock to units",
                                                            fmt::join(results.deadlock->behind, ", "))
                                              : std::string());
}

std::string baseline_text(const BaselineResult& one) {
  std::string text = fmt::format("{}: {} found", one.name, human_count(one.found));
  if (one.first_delay_seconds && one.hops) {
    text += fmt::format(", the first after {} and {} hops", human_seconds(*one.first_delay_seconds), *one.hops);
  }
  text += unless_none(one.outside, "that were in no deadlock");
  return text + fmt::format("; {} messages, {} of line, headers of {} bits", human_count(one.messages),
                            human_bytes(static_cast<double>(one.line_bytes)), one.header_bits);
}

}  // namespace weir::report
