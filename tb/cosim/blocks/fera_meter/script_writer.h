// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that give FERA's meter a port with a given r, arrivals, pause and queue depth in one interval, and
// query it. Follows the unit, so that inputs are stable while the unit works.

#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "hw_model/reference/fera_fixed_point.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

class FeraWriter {
 public:
  using In = reference::FeraMeterInputs;
  using Config = reference::FeraMeterConfig;

  // The measurements of a port in one interval.
  struct Load {
    std::uint64_t arrived = 0;
    std::uint32_t paused = 0;  // cycles
    std::uint32_t queue = 0;
  };

  explicit FeraWriter(const Config& config) : config_(config), unit_(config) { calm(); }

  const Config& config() const { return config_; }
  const reference::FeraMeterCycle& unit() const { return unit_; }
  unsigned ports() const { return config_.ports; }
  bool divides() const { return config_.form == reference::FeraForm::kDividing; }
  static std::uint64_t most(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }
  // The value, limited to the largest of `bits` bits.
  static std::uint32_t fit(std::uint64_t value, unsigned bits) {
    return static_cast<std::uint32_t>(std::min(value, most(bits)));
  }
  std::uint32_t one() const { return std::uint32_t{1} << config_.fraction_bits; }
  std::uint64_t full() const { return std::uint64_t{1} << (config_.rate_bits - 1); }   // the line rate
  std::uint32_t frame() const { return fit(~std::uint64_t{0}, config_.length_bits); }  // the longest frame

  // Settings, and inputs about the port being served; change them only while the unit is idle.
  In& stands() { return stands_; }
  // Sets T to 1,024 cycles, of which at least half counts; q at Q_eq leaves r unchanged; at most 64 bytes a cycle.
  void calm() {
    stands_ = In{};
    stands_.interval = fit(1024, config_.interval_bits);
    stands_.least_clock = stands_.interval / 2;
    stands_.q_eq = fit(16'384, config_.q_bits);
    stands_.gain = std::uint64_t{1} << (config_.fraction_bits + config_.q_bits - 16);
    stands_.least_f = one() / 8;
    stands_.least_step = one() / 4 * 3;
    stands_.most_step = 2 * one();
    stands_.line = full();
    stands_.least = 1;
    stands_.kbps = 10'000'000;
    capacity(fit(4096, config_.capacity_bits));
  }
  // Sets all inputs that depend on C T; `bytes` >= 1.
  void capacity(std::uint64_t bytes) {
    constexpr unsigned kGuardBits = 2;
    stands_.capacity = bytes;
    const auto bits = static_cast<unsigned>(std::bit_width(bytes)) + kGuardBits;
    stands_.shift = bits;
    stands_.inverse = static_cast<std::uint32_t>(reference::fera_quotient(
        Wide{1} << (bits + config_.fraction_bits), static_cast<Wide>(bytes), reference::FeraRounding::kNearest));
    const Wide fraction = static_cast<Wide>(bytes) << reference::FeraMeterCycle::kCycleBits;
    stands_.cycle_bytes =
        static_cast<std::uint64_t>(std::min((Wide{1} << reference::FeraMeterCycle::kCycleBytesBits) - 1,
                                            (fraction + stands_.interval - 1) / stands_.interval));
  }

  // Adds cycles with these events; pause requests and the read port are as set.
  void add(In event, std::uint64_t cycles = 1) {
    In in = stands_;
    in.rst_n = event.rst_n;
    in.arrives = event.arrives;
    in.arrives_port = event.arrives_port;
    in.arrives_length = event.arrives_length;
    in.tick = event.tick;
    in.tick_port = event.tick_port;
    in.tick_queue = event.tick_queue;
    in.asks = asks_;
    in.read_port = read_;
    for (std::uint64_t n = 0; n < cycles; ++n) {
      unit_.clock(in);
    }
    if (!runs_.empty() && runs_.back().in == in) {
      runs_.back().cycles += cycles;
    } else {
      runs_.push_back({in, cycles});
    }
  }
  void asks(std::uint64_t ports) { asks_ = ports; }
  void read(unsigned port) { read_ = port; }
  void reset() { add({.rst_n = false}); }
  void idle(std::uint64_t cycles = 1) {
    if (cycles > 0) {
      add({}, cycles);
    }
  }
  void arrive(unsigned port, std::uint32_t length) {
    add({.arrives = true, .arrives_port = port, .arrives_length = length});
  }
  void tick(unsigned port, std::uint32_t queue = 0) { add({.tick = true, .tick_port = port, .tick_queue = queue}); }
  bool any_due() const {
    for (unsigned n = 0; n < ports(); ++n) {
      if (unit_.due(n)) {
        return true;
      }
    }
    return false;
  }
  // Idles until all ports are served.
  void serve() {
    while (unit_.busy() || any_due()) {
      idle();
    }
  }
  // Reads all registers, one port per cycle.
  void look() {
    const unsigned before = read_;
    for (unsigned n = 0; n < ports(); ++n) {
      read(n);
      idle();
    }
    read(before);
  }

  // Sets r (>= 1) of a port by a tick without load; the unit then remembers the present C.
  void set_rate(unsigned port, std::uint64_t r) {
    const In before = stands_;
    stands_.line = stands_.least = r;
    stands_.scales_fall = stands_.scales_rise = false;
    tick(port);
    serve();
    stands_ = before;
  }
  // Applies the load and a tick, and reads the result.
  void ask(unsigned port, const Load& load) {
    read(port);
    std::uint64_t left = load.arrived;
    for (std::uint32_t n = 0; n < load.paused || left > 0; ++n) {
      asks(n < load.paused ? std::uint64_t{1} << port : 0);
      const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, frame()));
      add({.arrives = length > 0, .arrives_port = port, .arrives_length = length});
      left -= length;
    }
    asks(0);
    tick(port, load.queue);
    serve();
  }

  Script<In> script(std::string name, std::string exercises, bool is_long = false) {
    reset();
    Script<In> script{.name = std::move(name), .exercises = std::move(exercises), .runs = std::move(runs_)};
    script.is_long = is_long;
    runs_.clear();
    return script;
  }

 private:
  Config config_;
  reference::FeraMeterCycle unit_;
  In stands_{};
  std::uint64_t asks_ = 0;
  unsigned read_ = 0;
  std::vector<Run<In>> runs_;
};

}  // namespace weir::cosim
