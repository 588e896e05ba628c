// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of the line that a class gets where several classes share a port, and TCD's max(T_on) of that part. Sources:
// TCD, SIGCOMM '21, sections 4.2 and 4.5; else derived (docs/reference/congestion.md).

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

struct ClassShare {
  ClassId traffic_class;
  double share = 1;  // of the line, at least, while the class has packets; 0: others may take all, or nobody knows
  Bytes turn = {};   // that other classes may send before its turn, at most; unknown where `share` is 0
};

// The shares of the lossless classes that flows use, ascending, beside all other classes that flows use.
std::vector<ClassShare> class_shares(const Alike& alike);

// TCD eq. (3) for a class with a part of the line: C becomes share x C, and tau the longer by `wait`, the time in which
// the class waits for its turn after it has been let go. 0 < share <= 1, 0 < epsilon <= 1; rounded to a picosecond.
struct SharedLine {
  BitRate rate;
  double share = 1;
  Time wait = {};
};
Time longest_on_period(const SharedLine& line, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon);

// Of switches with TCD behind pauses: a line for each class whose ON periods may outlast max(T_on), as max(T_on) is in
// the port's time.
std::vector<std::string> share_warnings(const Alike& alike);

// A line for each lossless class that may starve, since another class that flows use always goes first. Nothing where
// classes follow the TTL.
std::vector<std::string> starvation_warnings(const scenario::Scenario& scenario);

}  // namespace weir::bounds
