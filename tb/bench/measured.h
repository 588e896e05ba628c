// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A measured row of `weir bench`: each figure of each round, as text, as JSON, and against an earlier measurement.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/bench/row.h"
#include "tb/bench/sample.h"

namespace weir::bench {

struct Measured {
  std::string row;
  bool quantum = true;
  std::size_t ports = 0;               // of switches and hosts
  std::vector<double> per_cpu_second;  // link-hops or runs
  std::vector<double> yardstick;       // notifications a CPU second
  std::vector<double> megabytes;       // peak of the row's process
  std::vector<double> idle_megabytes;  // peak of the yardstick's process: program and libraries
  std::vector<double> against;         // CPU time a hop over that of the other side; empty: there is none

  // Speed over the yardstick's of the same round.
  std::vector<double> ratios() const;
  // Bytes of a port: what the row's process has more than the yardstick's.
  double kilobytes_a_port() const;
};

// `rounds` of yardstick, row and other side in turn, so that a drift of the machine's speed affects all.
Measured measure(const Row& row, const std::string& file, bool quantum, unsigned rounds, const Load& load);

// The table's head, and a row of it: medians, and mean and 95 % interval of `against`.
std::string table_head();
std::string table_row(const Measured& measured);

// The file of --json; figures of each round, so that another measurement can be held against them.
std::string json_of(const std::vector<Measured>& rows, const std::string& program);
// Throws std::invalid_argument in one line that begins with `name`: `text` is no such file.
std::vector<Measured> from_json(const std::string& text, const std::string& name);

// Speed of a row as a multiple of its earlier speed: the ratio of the means of `ratios()`, and half of its 95 %
// interval (both sides' half intervals, relative, as the root of the sum of their squares).
struct Change {
  std::string row;
  bool quantum = true;
  double speed = 1;
  double half = 0;

  // Slower by more than `tolerance` (0.05: 5 %), and not by chance.
  bool slower(double tolerance) const { return speed + half < 1 - tolerance; }
};
// The rows that are in both, in the order of `now`.
std::vector<Change> changes(const std::vector<Measured>& earlier, const std::vector<Measured>& now);
std::string text_of(const std::vector<Change>& changes, double tolerance);

}  // namespace weir::bench
