// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a waveform opens: at the event that a run's story tells of, with a marker at each step of the story, and the
// queues of the story first.

#pragma once

#include <string>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "tb/report/story.h"

namespace weir::report {

struct WaveView {
  Time from{0};
  Time to{0};                           // 0: the end of the run
  std::vector<Time> marks = {};         // named A, B, ... in the viewer; at most 26
  std::vector<std::string> ports = {};  // "s1.p2", before all other ports
};

// The steps from the first pause or hold to the closing of the circle, or to the last loss, with a twentieth of the run
// on both sides. Where rates are limited and nothing else happened: from the lowest rate. Without a step: the whole
// run.
WaveView wave_view(const Story& story);

// The windows of time around the marks of the view: from a twentieth of the run before a mark to a twentieth after the
// mark, or half as far, a quarter, and so on, until the windows together are at most an eighth of the run. Windows that
// meet are one. Empty: the view has no mark.
std::vector<TraceWindow> windows_around(const WaveView& view, Time end);

}  // namespace weir::report
