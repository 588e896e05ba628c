// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/retry_profile.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/text/option_range.h"
#include "tb/text/quantity.h"

namespace weir::cost {
namespace {

using llr::LlrConfig;
using text::to_text;

// Ranges of the operating system's table; those of the registers are wider.
constexpr std::uint32_t kMostReplays = 255;  // endless
constexpr Time kLongestTimeout = LlrConfig::kLongestAge;
constexpr Bytes kLeastSpacing{400};
constexpr Bytes kMostSpacing{16'384};

constexpr Time kShortestUsual{1'000'000};
constexpr Time kBesideLoops{500'000};
constexpr std::int64_t kBitsPerMegabit = 1'000'000;

void check_time(const char* option, std::optional<Time> time, Time lowest, Time highest) {
  if (!time) {
    return;
  }
  text::check_range(option, *time, lowest, highest);
  if (*time % LlrConfig::kTick != Time(0)) {
    throw std::invalid_argument(fmt::format("{}: wanted whole ns; got {}", option, to_text(*time)));
  }
}

void check(const RetryProfileRequest& request) {
  text::check_count("--llr-replays", request.replay_count, 1, kMostReplays);
  text::check_range("--llr-spacing (of profiles)", request.spacing, kLeastSpacing, kMostSpacing);
  check_time("--llr-timer", request.replay_timer, LlrConfig::kTick, LlrConfig::kLongestReplayTimer);
  check_time("--llr-pcs-lost", request.pcs_lost_timeout, LlrConfig::kTick, kLongestTimeout);
  check_time("--llr-age", request.data_age_timeout, LlrConfig::kTick, kLongestTimeout);
}

std::string link_of(const RetryProfile& profile) {
  return fmt::format("{} {} m", to_text(profile.rate), profile.cable);
}

// The replay timer of a link, judged.
Time timer_of(const RetryProfile& profile, const RetryProfileRequest& request) {
  if (profile.rate.count() % kBitsPerMegabit != 0) {
    throw std::invalid_argument(
        fmt::format("--format llr-profile: wanted rates in whole Mbps; got {}", to_text(profile.rate)));
  }
  if (request.replay_timer && *request.replay_timer <= profile.loop) {
    throw std::invalid_argument(
        fmt::format("--llr-timer: wanted more than {}, the loop of the largest frame at {}; got {}",
                    to_text(profile.loop), link_of(profile), to_text(*request.replay_timer)));
  }
  const Time timer = request.replay_timer.value_or(usual_replay_timer(profile.loop));
  const Time given_up = (std::int64_t{request.replay_count} + 1) * timer;
  if (request.data_age_timeout && request.replay_count < kMostReplays && *request.data_age_timeout <= given_up) {
    throw std::invalid_argument(
        fmt::format("--llr-age: wanted more than {}, after which the replay timer itself ends in FLUSH at {}; got {}",
                    to_text(given_up), link_of(profile), to_text(*request.data_age_timeout)));
  }
  return timer;
}

std::string in_ticks(std::optional<Time> time) { return time ? fmt::format("{}", *time / LlrConfig::kTick) : "-"; }

}  // namespace

Time usual_replay_timer(Time loop) {
  const Time usual = (3 * loop + kBesideLoops) / LlrConfig::kTick * LlrConfig::kTick;
  return std::clamp(usual, kShortestUsual, LlrConfig::kLongestReplayTimer);
}

std::string retry_profiles_text(std::span<const RetryProfile> profiles, const RetryProfileRequest& request,
                                std::span<const std::string> comments) {
  check(request);
  std::string text;
  for (const std::string& comment : comments) {
    text += fmt::format("# {}\n", comment);
  }
  text +=
      "speed cable outstanding_frames outstanding_bytes replay_timer replay_count pcs_lost_timeout data_age_timeout "
      "ctlos_spacing init_action flush_action\n";
  for (const RetryProfile& one : profiles) {
    text += fmt::format("{} {}m {} {} {} {} {} {} {} {} {}\n", one.rate.count() / kBitsPerMegabit, one.cable,
                        one.window.frames, one.window.bytes.count(), in_ticks(timer_of(one, request)),
                        request.replay_count, in_ticks(request.pcs_lost_timeout), in_ticks(request.data_age_timeout),
                        request.spacing.count(), name_in(llr::kFrameActions, request.init_action),
                        name_in(llr::kFrameActions, request.flush_action));
  }
  return text;
}

}  // namespace weir::cost
