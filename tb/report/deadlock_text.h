// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// The text behind the time of forming: hosts that the deadlock needs, ", dissolved at 5 ms", and the number of later
// deadlocks; empty if the deadlock stands at the end.
std::string how_it_ended(const Deadlock& deadlock);

// "no, no queue with packets went 6.7 ms without sending any"; or how many queues stand, and the queue held longest
// with the reason.
std::string standing_text(const Results& results);

// The text for "no deadlock": "none"; or "none that stood until queues had settled" if units declared deadlocks and
// ended them. Under a scheme in which no cycle can be found: a sentence that says so, and the longest hold at the end.
std::string none_text(const Results& results);

// One line for each of the first eight, "itsy at 5 us, s1.p0: text", and one with the number of the others.
std::vector<std::string> detection_lines(const std::vector<Detection>& detections);

// "declarations: 3 true, none false; deadlocks: 1 formed, none missed; the slowest declared after 12 us". Minor items
// are left out when they are 0.
std::string score_text(const ScoreResult& score);
// For a run with a score. The score does not count deadlocks behind hosts that have stopped, which the oracle may find.
std::string score_text(const Results& results);

// Findings and cost of another deadlock-detection method.
std::string baseline_text(const BaselineResult& one);

}  // namespace weir::report
