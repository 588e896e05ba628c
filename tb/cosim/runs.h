// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Run-length coded stimulus: a wait of 2^20 cycles is one line of a script.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weir::cosim {

// The same inputs for some cycles.
template <class In>
struct Run {
  In in{};
  std::uint64_t cycles = 1;
};

// A walk that exercises one thing, starting from a reset.
template <class In>
struct Script {
  std::string name;       // a word
  std::string exercises;  // one sentence
  std::vector<Run<In>> runs{};
  bool is_long = false;  // too many cycles to play in an event-driven simulator within a minute

  void add(const In& in, std::uint64_t cycles = 1) { runs.push_back({in, cycles}); }
};

// Cycles for which a script rests to reach lengths of more than 2^k cycles. For k >= 5 they also cover the latency of a
// late core.
inline std::uint64_t stand_for(unsigned k) { return (std::uint64_t{1} << k) + (k < 5 ? 1 : 10); }

// The runs with idle cycles before each reset, so that no input under way to a late core is lost.
template <class In>
std::vector<Run<In>> with_time_to_arrive(std::vector<Run<In>> runs, unsigned latency) {
  if (latency == 0) {
    return runs;
  }
  std::vector<Run<In>> spaced;
  bool in_reset = false;
  for (const Run<In>& run : runs) {
    if (!run.in.rst_n && !in_reset) {
      spaced.push_back({In{}, latency});
    }
    in_reset = !run.in.rst_n;
    spaced.push_back(run);
  }
  spaced.push_back({In{}, latency});
  return spaced;
}

// Expands runs cycle by cycle.
template <class In>
class RunReader {
 public:
  explicit RunReader(const std::vector<Run<In>>& runs) : runs_(&runs) {}

  void fill(std::span<In> cycles) {
    for (std::size_t done = 0; done < cycles.size();) {
      const Run<In>& run = (*runs_)[at_];
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(run.cycles - used_, cycles.size() - done));
      std::fill_n(cycles.begin() + static_cast<std::ptrdiff_t>(done), count, run.in);
      done += count;
      used_ += count;
      if (used_ == run.cycles) {
        ++at_;
        used_ = 0;
      }
    }
  }

 private:
  const std::vector<Run<In>>* runs_;
  std::size_t at_ = 0;
  std::uint64_t used_ = 0;  // cycles used of the run at_
};

template <class In>
std::uint64_t cycles_of(const std::vector<Run<In>>& runs) {
  std::uint64_t cycles = 0;
  for (const Run<In>& run : runs) {
    cycles += run.cycles;
  }
  return cycles;
}

}  // namespace weir::cosim
