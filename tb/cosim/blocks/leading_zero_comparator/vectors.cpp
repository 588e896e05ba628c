// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the stage comparator's leading-zero form.

#include <algorithm>
#include <bit>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::LeadingZeroInputs;
using reference::StageComparatorConfig;

class LeadingZeroVectors {
 public:
  LeadingZeroVectors(const StageComparatorConfig& config, const VectorOptions& options,
                     VectorRecorder<LeadingZeroComparatorKind>& recorder)
      : config_(config),
        options_(options),
        recorder_(recorder),
        noise_(options.seed, "leading_zero_vectors_noise"),
        q_max_((1U << config.q_bits) - 1),
        stages_max_((1U << reference::kStageBits) - 1) {}

  void all() {
    reset();
    spans();
    registers();
    for (const BitRate rate : options_.rates) {
      packets(rate);
    }
    random();
    recorder_.play_all(config_, kShortAge);
  }

 private:
  void begin(const std::string& name, const std::string& exercises) { recorder_.begin(name, exercises, config_); }
  // Values at the table's pins count only with table_we_i.
  void at(std::int64_t q) {
    LeadingZeroInputs in;
    const std::uint64_t draw = noise_.next();
    in.bm = static_cast<std::uint32_t>(draw) & (2 * q_max_ + 1);
    in.log2_span = static_cast<std::uint32_t>(draw >> 32) % (config_.q_bits + 1);
    in.stages = static_cast<std::uint32_t>(draw >> 48) & stages_max_;
    in.q = static_cast<std::uint32_t>(std::clamp<std::int64_t>(q, 0, q_max_));
    recorder_.clock(in);
  }
  void write(std::uint32_t bm, std::uint32_t log2_span, std::uint32_t stages, std::uint32_t q) {
    recorder_.clock({.table_we = true, .bm = bm, .log2_span = log2_span, .stages = stages, .q = std::min(q, q_max_)});
  }
  void around(std::int64_t q) {
    at(q - 1);
    at(q);
    at(q + 1);
  }

  void reset() {
    begin("reset", "stage 0 after a reset, however deep the queue; a reset while a stage stands, with a write");
    at(q_max_);
    at(q_max_);
    const LeadingZeroInputs in{.rst_n = false, .table_we = true, .bm = 100, .log2_span = 4, .stages = 5, .q = q_max_};
    for (const std::uint32_t bm : {100U, q_max_ + 1}) {
      write(bm, 4, 5, q_max_);
      at(q_max_);
      at(q_max_);
      recorder_.clock(in);
      at(q_max_);
      at(q_max_);
      write(bm, 4, 5, 0);
      at(q_max_);
      recorder_.clock(in);  // in the first cycle of a new stage
      at(q_max_);
    }
    // Each register by itself, so that a value that a reset has left in it would count.
    write(100, 0, 3, 0);
    around(99);
    recorder_.clock(in);
    write(q_max_, 6, 0, q_max_);
    at(q_max_);
    at(0);
  }

  void spans() {
    begin("spans", "every power of two as span: one byte below, at and above each threshold, at B_m and beyond");
    for (std::uint32_t m = 0; m <= config_.q_bits; ++m) {
      for (const std::int64_t bm : {std::int64_t{1} << m, std::int64_t{q_max_} - 3, std::int64_t{q_max_} + 1}) {
        if (bm < std::int64_t{1} << m) {
          continue;
        }
        write(static_cast<std::uint32_t>(bm), m, m + 1, 0);
        for (std::uint32_t k = 1; k <= m + 1; ++k) {
          around(bm - (std::int64_t{1} << (m - k + 1)));
        }
        around(bm);
        at(q_max_);
        at(0);
      }
    }
  }

  void registers() {
    begin("registers", "fewer and more stages than the span has; every bit of B_m; tables that no queue has");
    for (std::uint32_t stages = 0; stages <= stages_max_; ++stages) {
      write(2000, 10, stages, 0);
      for (const std::int64_t q : {975, 976, 1487, 1488, 1743, 1744, 1998, 1999, 2000, 3000}) {
        at(q);
      }
    }
    for (std::uint32_t bit = 0; bit <= config_.q_bits; ++bit) {
      const std::int64_t bm = std::int64_t{1} << bit;
      write(static_cast<std::uint32_t>(bm), 3, 4, 0);
      around(bm - 8);
      around(bm - 1);
      at(0);
      write(static_cast<std::uint32_t>(2 * bm - 1), 3, 4, 0);
      around(2 * bm - 9);
      at(2 * bm - 2);
    }
    write(2 * q_max_ + 1, config_.q_bits, stages_max_, q_max_);
    at(q_max_);
    write(0, config_.q_bits, 7, 0);
    at(0);
    at(q_max_);
  }

  void packets(BitRate line) {
    const std::string mbps = std::to_string(line.count() / 1'000'000);
    begin("packets_" + mbps + "mbps",
          "a table of 100 us of a line of " + mbps + " Mbps, frames of 64 to 9216 bytes up and down");
    const auto bm = static_cast<std::uint32_t>(std::clamp<std::int64_t>(line.count() / 80'000, 4, q_max_));
    const auto m = static_cast<std::uint32_t>(std::bit_width(bm)) - 2;
    write(bm, m, m + 1, 0);
    std::int64_t q = std::int64_t{bm} - (std::int64_t{1} << m) - 20'000;
    for (const unsigned bytes : vector_packet_sizes()) {
      for (const int direction : {1, 1, 1, -1}) {
        q = std::clamp<std::int64_t>(q + direction * static_cast<int>(bytes), 0, bm);
        at(q);
      }
    }
    for (unsigned n = 0; q > 0 && n < 60; ++n) {
      q = std::max<std::int64_t>(0, q - 1518);
      at(q);
    }
  }

  void random() {
    if (options_.random_cycles == 0) {
      return;
    }
    begin("random", "constrained random: tables of all kinds, depths at and beside thresholds, writes, resets");
    recorder_.random(options_.seed, config_, options_.random_cycles);
  }

  StageComparatorConfig config_;
  const VectorOptions& options_;
  VectorRecorder<LeadingZeroComparatorKind>& recorder_;
  RandomStream noise_;
  std::uint32_t q_max_;
  std::uint32_t stages_max_;
};

}  // namespace

void LeadingZeroComparatorKind::play(const Setup& setup, const VectorOptions& options,
                                     VectorRecorder<LeadingZeroComparatorKind>& recorder) {
  LeadingZeroVectors(setup, options, recorder).all();
}

}  // namespace weir::cosim
