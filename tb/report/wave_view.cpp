// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/wave_view.h"

#include <algorithm>

#include "tb/report/queue_place.h"

namespace weir::report {

namespace {

// The times of the first 26 sentences that tell of a step.
template <class IsStep>
std::vector<Time> marks_of(const Story& story, IsStep is_step) {
  constexpr std::size_t kMostMarks = 26;
  std::vector<Time> marks;
  for (const Sentence& sentence : story.sentences) {
    if (sentence.at_ps && is_step(sentence.rule) && marks.size() < kMostMarks) {
      marks.emplace_back(*sentence.at_ps);
    }
  }
  return marks;
}

// Each mark with `reach` on both sides; the windows that meet as one.
std::vector<TraceWindow> windows_of(std::vector<Time> marks, Time reach, Time end) {
  std::ranges::sort(marks);
  std::vector<TraceWindow> windows;
  for (const Time mark : marks) {
    const TraceWindow window{std::max(mark - reach, Time(0)), std::min(mark + reach, end) + Time(1)};
    if (!windows.empty() && window.from <= windows.back().until) {
      windows.back().until = window.until;
    } else {
      windows.push_back(window);
    }
  }
  return windows;
}

Time sum_of(const std::vector<TraceWindow>& windows) {
  Time sum{0};
  for (const TraceWindow& window : windows) {
    sum += window.until - window.from;
  }
  return sum;
}

}  // namespace

std::vector<TraceWindow> windows_around(const WaveView& view, Time end) {
  Time reach = end / 20;
  std::vector<TraceWindow> windows = windows_of(view.marks, reach, end);
  while (sum_of(windows) > end / 8 && reach > Time(0)) {
    reach = reach / 2;
    windows = windows_of(view.marks, reach, end);
  }
  return windows;
}

WaveView wave_view(const Story& story) {
  const Time end(story.end_ps);
  WaveView view{.to = end};
  view.marks = marks_of(story, [](const std::string& rule) { return rule != "starved" && rule != "lowest_rate"; });
  if (view.marks.empty()) {
    view.marks = marks_of(story, [](const std::string& rule) { return rule == "lowest_rate"; });
  }
  for (const Sentence& sentence : story.sentences) {
    const bool of_class = parse_place(sentence.queue).has_value();  // not of a port
    const std::string port = of_class ? sentence.queue.substr(0, sentence.queue.rfind('.')) : sentence.queue;
    if (!port.empty() && std::ranges::find(view.ports, port) == view.ports.end()) {
      view.ports.push_back(port);
    }
  }
  if (!view.marks.empty()) {
    const Time reach = end / 20;
    view.from = std::max(view.marks.front() - reach, Time(0));
    view.to = std::min(view.marks.back() + reach, end);
  }
  return view;
}

}  // namespace weir::report
