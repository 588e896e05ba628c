// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/progress_bar.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>

#include "tb/report/human.h"

namespace weir::report {

namespace {

constexpr std::chrono::milliseconds kBetweenDrawings(100);
constexpr unsigned kUsualColumns = 80;
constexpr unsigned kMaxBar = 30;

// Columns of the terminal that standard error is; 0: it is none.
unsigned terminal_columns() {
  if (::isatty(STDERR_FILENO) != 1) {
    return 0;
  }
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

void write_standard_error(const std::string& text) {
  // What cannot be shown is not worth an error.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

ProgressBar::ProgressBar(Time duration)
    : ProgressBar(duration, terminal_columns(), &std::chrono::steady_clock::now, &write_standard_error) {}

ProgressBar::ProgressBar(Time duration, unsigned columns, Clock clock, Sink sink)
    : duration_(duration), columns_(columns), clock_(std::move(clock)), sink_(std::move(sink)) {
  if (columns_ == 0) {
    return;
  }
  started_ = clock_();
  drawn_ = started_;
}

ProgressBar::~ProgressBar() { finish(); }

void ProgressBar::update(Time now) {
  if (columns_ == 0) {
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
  const auto room = columns_ > text.size() + 4 ? std::min<std::size_t>(kMaxBar, columns_ - text.size() - 4) : 0;
  const auto full = static_cast<std::size_t>(part * static_cast<double>(room));
  if (room > 0) {
    text = fmt::format("[{}{}]{}", std::string(full, '='), std::string(room - full, ' '), text);
  }
  text.resize(std::min<std::size_t>(text.size(), columns_ - 1));
  sink_("\r" + text + "\033[K");
  visible_ = true;
}

void ProgressBar::finish() {
  if (visible_) {
    sink_("\r\033[K");
  }
  visible_ = false;
}

}  // namespace weir::report
