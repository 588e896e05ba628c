// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// Behind when it formed: hosts that it needs, ", dissolved at 5 ms", and how many came after it; empty where it stands
// to the end.
std::string how_it_ended(const Deadlock& deadlock);

// "no, none of the queues that hold packets have sent none for 6.7 ms", and which has stood for longest and why.
std::string standing_text(const Results& results);

// "none" where no deadlock was found, or, where units declared some that they ended, "none that stood until queues had
// settled". Where the scheme lets no cycle be found: that, and the longest hold that stands at the end.
std::string none_text(const Results& results);

// A line each of the first eight, "itsy at 5 us, s1.p0: text", and one that says how many more there are.
std::vector<std::string> detection_lines(const std::vector<Detection>& detections);

// "declarations: 3 true, none false; deadlocks: 1 formed, none missed; the slowest declared after 12 us". What is 0 and
// beside the point is left out.
std::string score_text(const ScoreResult& score);
// Of a run with a score; what the oracle has found behind hosts that have stopped is none to the score.
std::string score_text(const Results& results);

// What another way to find deadlocks has found, and its price.
std::string baseline_text(const BaselineResult& one);

}  // namespace weir::report
