// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/retry.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "tb/bounds/response.h"
#include "tb/report/human.h"
#include "tb/text/option_range.h"
#include "tb/text/quantity.h"

namespace weir::headroom {
namespace {

using text::to_text;

// Half of the numbers: beyond it a receiver takes missing frames for duplicates.
constexpr std::uint32_t kMostFrames = std::uint32_t{1} << (llr::LlrConfig::kSeqBits - 1);
constexpr Bytes kLargestWindow{std::numeric_limits<std::uint32_t>::max()};
constexpr Bytes kSmallestWindow{64};
constexpr Bytes kLeastSpacing{320};
constexpr Bytes kMostSpacing{32'760};
constexpr Time kLongestProcessing{1'000'000'000};

std::string in_frames(std::uint32_t frames) { return report::human_count(frames); }

}  // namespace

void check(const RetryRequest& request) {
  text::check_count("--llr-frames", request.frames.value_or(1), 1, kMostFrames);
  text::check_range("--llr-bytes", request.bytes.value_or(kSmallestWindow), kSmallestWindow, kLargestWindow);
  text::check_range("--llr-spacing", request.spacing, kLeastSpacing, kMostSpacing);
  text::check_range("--llr-processing", request.processing.value_or(Time(0)), Time(0), kLongestProcessing);
}

llr::LlrLinkFacts facts_of(const RetryRequest& request, BitRate rate, std::int64_t cable) {
  return {.rate = rate, .delay = cable * bounds::kTimePerMetre, .processing = request.processing.value_or(Time(0))};
}

bounds::RetryWindow window_of(const RetryRequest& request, const RetryLink& link) {
  bounds::RetryWindow window;
  window.frames =
      request.frames.value_or(std::min(llr::least_window(link.facts, link.shortest, request.spacing), kMostFrames));
  window.bytes = request.bytes.value_or(
      std::min(llr::replay_room(link.facts, link.shortest, link.longest, request.spacing).bytes, kLargestWindow));
  return window;
}

std::vector<std::string> notes_of(const RetryRequest& request, const RetryLink& link, const std::string& name) {
  std::vector<std::string> notes;
  const std::uint32_t asked = llr::least_window(link.facts, link.shortest, request.spacing);
  const bounds::RetryWindow window = window_of(request, link);
  if (window.frames < asked) {
    notes.push_back(
        fmt::format("{}: a window of {} frames is less than the {} that full rate asks for with frames of {}", name,
                    in_frames(window.frames), in_frames(asked), to_text(link.shortest)));
  }
  const llr::ReplayRoomFacts room = llr::replay_room(link.facts, link.shortest, link.longest, request.spacing);
  if (window.bytes < room.bytes) {
    notes.push_back(
        fmt::format("{}: a window of {} B is less than the {} B that full rate asks for with frames of {} B", name,
                    report::human_count(static_cast<std::uint64_t>(window.bytes.count())),
                    report::human_count(static_cast<std::uint64_t>(room.bytes.count())), room.at.count()));
  }
  const Time loop = llr::loop_time(link.facts, link.longest, request.spacing);
  if (loop >= llr::LlrConfig::kLongestReplayTimer) {
    notes.push_back(
        fmt::format("{}: the loop of the largest frame takes {}, and the replay timer ends at {}: frames are replayed "
                    "without an error",
                    name, to_text(loop), to_text(llr::LlrConfig::kLongestReplayTimer)));
  }
  return notes;
}

}  // namespace weir::headroom
