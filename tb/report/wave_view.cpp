// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/wave_view.h"

#include <algorithm>

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

}  // namespace

WaveView wave_view(const Story& story) {
  const Time end(story.end_ps);
  WaveView view{.to = end};
  view.marks = marks_of(story, [](const std::string& rule) { return rule != "starved" && rule != "lowest_rate"; });
  if (view.marks.empty()) {
    view.marks = marks_of(story, [](const std::string& rule) { return rule == "lowest_rate"; });
  }
  for (const Sentence& sentence : story.sentences) {
    const std::string port = sentence.queue.substr(0, sentence.queue.rfind('.'));
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
