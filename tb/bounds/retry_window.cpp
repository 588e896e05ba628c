// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/retry_window.h"

#include <algorithm>

namespace weir::bounds {
namespace {

std::int64_t ceiling(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

// The window in units of the queue. Of all frames that count j units the shortest is in a fullest window, because it
// leaves most bytes to the others: a frame of the least count takes `least` bytes, one of j more units (j - 1) u + 1.
struct Problem {
  std::int64_t unit;
  std::int64_t least;      // bytes of the shortest frame
  std::int64_t low, high;  // units of a frame, at least and at most
  std::int64_t frames;     // at most
  std::int64_t bytes;      // at most

  std::int64_t bytes_of(std::int64_t units) const { return units == low ? least : (units - 1) * unit + 1; }
};

Problem problem_of(const RetryWindow& window, const CountedFrames& frames) {
  const std::int64_t unit = std::max(frames.cell, Bytes(1)).count();
  const std::int64_t least = (frames.shortest + frames.tag).count();
  const std::int64_t most_frames = std::min(std::int64_t{window.frames}, window.bytes / frames.shortest);
  return {.unit = unit,
          .least = least,
          .low = ceiling(least, unit),
          .high = ceiling((frames.longest + frames.tag).count(), unit),
          .frames = most_frames,
          .bytes = (window.bytes + most_frames * frames.tag).count()};
}

// `longer` frames of more than the least count, and as many of the least one as still fit: one more of them counts
// `low` units, and takes at most `low` units from the longer ones.
struct Mix {
  std::int64_t longer = 0;
  std::int64_t alike = 0;
  std::int64_t units = 0;
};

Mix mix_of(const Problem& problem, std::int64_t longer) {
  const std::int64_t left = problem.bytes - longer * problem.bytes_of(problem.low + 1);
  const std::int64_t alike = std::min(problem.frames - longer, left / problem.least);
  // Each of the longer frames has a byte in its last unit; the others fill units.
  const std::int64_t filled = (problem.bytes - alike * problem.least - longer) / problem.unit;
  return {longer, alike, alike * problem.low + std::min(longer * problem.high, longer + filled)};
}

std::vector<FramesAlike> frames_of(const Problem& problem, const Mix& best, Bytes tag) {
  std::vector<FramesAlike> frames;
  const auto add = [&](std::int64_t units, std::int64_t count) {
    if (count > 0) {
      frames.push_back({Bytes(problem.bytes_of(units)) - tag, count});
    }
  };
  add(problem.low, best.alike);
  if (best.longer > 0) {
    const std::int64_t beyond = best.units - best.alike * problem.low - best.longer * (problem.low + 1);
    const std::int64_t span = problem.high - problem.low - 1;
    const std::int64_t full = span > 0 ? beyond / span : 0;
    const std::int64_t rest = span > 0 ? beyond % span : 0;
    add(problem.low + 1, best.longer - full - (rest > 0 ? 1 : 0));
    add(problem.low + 1 + rest, rest > 0 ? 1 : 0);
    add(problem.high, full);
  }
  return frames;
}

}  // namespace

FullWindow fullest_window(const RetryWindow& window, const CountedFrames& frames) {
  const Problem problem = problem_of(window, frames);
  Mix best = {.longer = 0, .alike = problem.frames, .units = problem.frames * problem.low};
  if (problem.high > problem.low) {
    for (std::int64_t longer = 1;
         longer <= problem.frames && longer * problem.bytes_of(problem.low + 1) <= problem.bytes; ++longer) {
      const Mix mix = mix_of(problem, longer);
      best = mix.units > best.units ? mix : best;
    }
  }
  return {Bytes(best.units * problem.unit), frames_of(problem, best, frames.tag)};
}

Time replay_time(const RetryWindow& window, const CountedFrames& frames, Bytes overhead, BitRate rate) {
  const std::int64_t count = std::min(std::int64_t{window.frames}, window.bytes / frames.shortest);
  const Bytes bytes = std::min(count * frames.longest, window.bytes);
  // Each line time is rounded up to a picosecond.
  const bool whole = kBitsPerByte * kPicosecondsPerSecond % rate.count() == 0;
  return serialization_time(bytes + count * overhead, rate) + Time(whole ? 0 : count);
}

}  // namespace weir::bounds
