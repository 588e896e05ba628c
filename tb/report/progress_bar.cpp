// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/progress_bar.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {

namespace {

constexpr std::chrono::milliseconds kBetweenDrawings(100);
constexpr unsigned kMaxBar = 30;

}  // namespace

ProgressBar::ProgressBar(Time duration)
    : duration_(duration), clock_(&std::chrono::steady_clock::now), started_(clock_()), drawn_(started_) {}

ProgressBar::ProgressBar(Time duration, unsigned columns, Clock clock, TerminalLine::Sink sink)
    : duration_(duration),
      line_(columns, std::move(sink)),
      clock_(std::move(clock)),
      started_(columns == 0 ? std::chrono::steady_clock::time_point() : clock_()),
      drawn_(started_) {}

void ProgressBar::update(Time now) {
  if (line_.columns() == 0) {
    return;
  }
  const auto wall = clock_();
  if (wall - drawn_ < kBetweenDrawings) {
    return;
  }
  draw(now, wall);
}

void ProgressBar::draw(Time now, std::chrono::steady_clock::time_point wall) {
  drawn_ = wall;
  const double elapsed = std::chrono::duration<double>(wall - started_).count();
  const double part = duration_.count() > 0 ? std::clamp(seconds(now) / seconds(duration_), 0.0, 1.0) : 0.0;
  const double rate = elapsed > 0 ? seconds(now) / elapsed : 0.0;
  const std::string left = rate > 0 ? fmt::format("{:.0f} s left", (seconds(duration_) - seconds(now)) / rate) : "";
  std::string text = fmt::format(" {:3.0f} %  {} of {}  {}/s  {}", part * 100, human_seconds(seconds(now)),
                                 human_seconds(seconds(duration_)), human_seconds(rate), left);
  const std::size_t columns = line_.columns();
  const auto room = columns > text.size() + 4 ? std::min<std::size_t>(kMaxBar, columns - text.size() - 4) : 0;
  const auto full = static_cast<std::size_t>(part * static_cast<double>(room));
  if (room > 0) {
    text = fmt::format("[{}{}]{}", std::string(full, '='), std::string(room - full, ' '), text);
  }
  line_.show(std::move(text));
}

}  // namespace weir::report
