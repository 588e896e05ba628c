// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/wave_view.h"

#include <algorithm>

namespace weir::report {

WaveView wave_view(const Story& story) {
  constexpr std::size_t kMostMarks = 26;
  const Time end(story.end_ps);
  WaveView view{.to = end};
  for (const Sentence& sentence : story.sentences) {
    const bool is_step = sentence.rule != "starved" && sentence.rule != "lowest_rate";
    if (sentence.at_ps && is_step && view.marks.size() < kMostMarks) {
      view.marks.emplace_back(*sentence.at_ps);
    }
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
