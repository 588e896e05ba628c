// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rates that a limiter that counts ticks really gives (GFC, SIGCOMM '19, section 5.3): an always full queue is sent
// through the limiter packet by packet, and the achieved rate is compared with the asked one. The same code tests the
// C++ model and the Verilated RTL. Errors are in ppm of the asked rate, positive if the queue is too fast.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::cosim {

// Words in scenario files and on the command line.
inline constexpr std::array<std::string_view, 4> kRoundingNames = {"floor", "ceil", "nearest", "residual"};
inline constexpr std::array<std::string_view, 2> kRateRaiseNames = {"hold", "clamp"};
inline constexpr std::array<std::string_view, 2> kFormNames = {"stage", "fixed_point"};

// The grid of cells. Lengths: powers of two, common frame lengths, and some just below a whole number of ticks on a
// fast line (119 B at 400 Gbps is 1.98 ticks), where rounding costs most.
inline constexpr std::array<std::int64_t, 7> kGridGbps = {10, 25, 40, 50, 100, 200, 400};
inline constexpr std::array<std::int64_t, 24> kGridBytes = {64,   65,   72,   96,   119,  128,  179,  192,
                                                            239,  256,  359,  384,  512,  576,  768,  1000,
                                                            1024, 1280, 1500, 1518, 2048, 4096, 9000, 9216};
// Asked rates in fixed-point form, in millionths of the line rate. In stage form all stages are asked.
inline constexpr std::array<std::int64_t, 24> kGridMillionths = {
    999'900, 999'000, 990'000, 950'000, 900'000, 800'000, 750'000, 700'000, 666'667, 600'000, 500'000, 400'000,
    333'333, 300'000, 250'000, 200'000, 100'000, 50'000,  20'000,  10'000,  1'000,   100,     10,      1};

// Numbers of packets over which the worst short-term rate is taken.
inline constexpr std::array<std::size_t, 3> kWindows = {1, 4, 16};

// One measurement.
struct Cell {
  reference::RateForm form = reference::RateForm::kStage;
  reference::RateLimiterConfig config;
  BitRate line;
  Bytes frame;
  std::uint64_t r_r = 0;
  // The time from one packet's start to the next at exactly the asked rate, in picoseconds.
  long double asked_interval_ps = 0;

  Time transmission() const { return serialization_time(frame, line); }
  double asked_bps() const;
  std::string name() const;  // "10 Gbps, 64 B, r_r 3, floor, clamp"
};

// A cell in stage form, C/2^stage, or in fixed-point form, `millionths` of C.
Cell stage_cell(const reference::RateLimiterConfig& config, BitRate line, Bytes frame, unsigned stage);
Cell fixed_point_cell(const reference::RateLimiterConfig& config, BitRate line, Bytes frame, std::int64_t millionths);

// Starts of `packets` packets of an always full queue, as an egress port sends them: each at the first allowed instant
// and for `transmission`.
std::vector<Time> backlog_starts(reference::RateLimiter& limiter, std::uint64_t r_r, Time transmission,
                                 std::size_t packets);

// The measured times of a cell.
struct Trace {
  std::vector<Time> starts;
  // After one packet at the asked rate, the rate is raised to C a tick after the packet's end: the time from then to
  // the next start.
  Time raised_to_line_wait;
  // The rate is doubled at the instant at which the next packet would be due at the doubled rate: the time from then to
  // the next start.
  Time doubled_wait;

  bool operator==(const Trace&) const = default;
};

Trace run_cell(const Cell& cell, const reference::RateLimiter::Factory& factory);

struct Figures {
  double long_run_ppm = 0;
  // Largest difference of long_run_ppm from an endless run; 0 if the intervals repeat exactly.
  double resolution_ppm = 0;
  std::array<double, kWindows.size()> fastest_ppm{};  // for each size of window in kWindows
  std::array<double, kWindows.size()> slowest_ppm{};
  bool below_floor = false;  // the asked rate is below config.floor_rate
  bool saturates = false;    // R_c is too narrow for the wait that the asked rate needs
};

Figures figures_of(const Cell& cell, const Trace& trace);

// Repeats a part of a cell, with at most `max_cycles` clock cycles of waiting, on another limiter (the RTL), and
// compares every instant. Returns the cycles; 0 if not even three packets fit. Throws std::runtime_error at the first
// difference, with cell, packet and both instants.
std::uint64_t confirm(const Cell& cell, const Trace& trace, const reference::RateLimiter::Factory& factory,
                      std::uint64_t max_cycles);

struct Row {
  Cell cell;
  std::int64_t setting = 0;  // stage, or asked millionths of the line rate
  Trace trace;
  Figures figures;
  std::uint64_t rtl_cycles = 0;  // 0: not confirmed
};

struct Sweep {
  reference::RateForm form = reference::RateForm::kStage;
  std::vector<BitRate> lines;
  std::vector<reference::Rounding> roundings;
  std::vector<reference::RateRaise> rate_raises;
};

// All cells, in the order rate_raise, rounding, line, setting, frame. For each combination of the first four, two
// lengths are confirmed with `rtl`, the shortest and another one in turn, within `cycles_a_cell`.
std::vector<Row> run_sweep(const Sweep& sweep, const reference::RateLimiter::Factory& rtl, std::uint64_t cycles_a_cell);

}  // namespace weir::cosim
