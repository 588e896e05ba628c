// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the stage comparator with threshold registers.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::StageComparatorConfig;
using reference::StageComparatorInputs;

class ComparatorVectors {
 public:
  ComparatorVectors(const StageComparatorConfig& config, const VectorOptions& options,
                    VectorRecorder<StageComparatorKind>& recorder)
      : config_(config),
        options_(options),
        recorder_(recorder),
        noise_(options.seed, "comparator_vectors_noise"),
        count_(config.max_thresholds),
        q_max_((1U << config.q_bits) - 1),
        never_(2 * q_max_ + 1) {}

  void all() {
    reset();
    registers();
    indices();
    bits();
    never_reached();
    changes();
    for (const BitRate rate : options_.rates) {
      gfc_table(rate);
    }
    random(options_.random_cycles);
    recorder_.play_all(config_, kShortAge);
  }

 private:
  void begin(const std::string& name, const std::string& exercises) { recorder_.begin(name, exercises, config_); }
  // Values at the write pins count only with threshold_we_i.
  void at(std::uint32_t q) {
    StageComparatorInputs in;
    in.q = std::min(q, q_max_);
    const std::uint64_t draw = noise_.next();
    in.threshold_index = static_cast<std::uint32_t>(draw) % (count_ + 1);
    in.threshold = static_cast<std::uint32_t>(draw >> 32) & never_;
    recorder_.clock(in);
  }
  void write(std::uint32_t index, std::uint32_t threshold, std::uint32_t q) {
    StageComparatorInputs in;
    in.threshold_we = true;
    in.threshold_index = index;
    in.threshold = threshold;
    in.q = std::min(q, q_max_);
    recorder_.clock(in);
  }
  std::uint32_t second() const { return std::min(count_, 2U); }
  void around(std::uint32_t q) {
    at(std::max(q, 1U) - 1);
    at(q);
    at(q + 1);
  }

  void reset() {
    begin("reset", "nothing reached after a reset; a reset while a stage stands, with a write on the pins");
    at(0);
    at(q_max_);
    for (std::uint32_t k = 1; k <= count_; ++k) {
      write(k, k, 0);
    }
    for (const std::uint32_t q : {count_, count_, 0U, count_}) {
      at(q);
    }
    StageComparatorInputs in{.rst_n = false, .threshold_we = true, .threshold_index = 1, .threshold = 0, .q = q_max_};
    for (unsigned n = 0; n < 2; ++n) {
      recorder_.clock(in);
    }
    at(q_max_);
    at(q_max_);
    write(second(), 5, q_max_);
    at(5);
    at(5);
    recorder_.clock(in);  // in the first cycle of a new stage
    at(0);
    at(0);
  }

  void registers() {
    begin("registers", "each register alone: one byte below, at and above its threshold; writes hit no other");
    for (std::uint32_t k = 1; k <= count_; ++k) {
      const std::uint32_t b = std::min(q_max_ - 1, 1000 * k + k);
      write(k, b, 0);
      around(b);
      around(1000 * (k - 1) + k - 1);
    }
    for (std::uint32_t k = count_; k >= 1; --k) {  // and back to never, the highest first
      write(k, never_, q_max_);
      at(q_max_);
      at(0);
    }
  }

  void indices() {
    begin("indices", "writes to 0 and beyond the last register are ignored");
    for (std::uint32_t k = 1; k <= count_; ++k) {
      write(k, 100 * k, 0);
    }
    for (std::uint32_t k = 0; k < 1U << config_.stage_bits(); k = k == 0 ? count_ + 1 : k + 1) {
      write(k, 0, 99);
      at(99);
      at(99);
    }
    at(q_max_);
    at(100 * count_ - 1);
  }

  void bits() {
    begin("bits", "every bit of depth and threshold alone, and all bits below it");
    for (unsigned bit = 0; bit < config_.q_bits; ++bit) {
      const std::uint32_t one = 1U << bit;
      write(1, one, 0);
      around(one);
      at(q_max_ - one);
      write(1, 2 * one - 1, 0);
      around(2 * one - 1);
      write(1, q_max_ - one, 0);
      around(q_max_ - one);
    }
  }

  void never_reached() {
    begin("never_reached", "the deepest queue reaches the highest threshold, and none of 2^Q_W and above");
    for (const std::uint32_t b : {q_max_, q_max_ + 1, q_max_ + 2, never_ - 1, never_, q_max_ - 1, 0U}) {
      write(count_, b, 0);
      at(q_max_);
      at(q_max_ - 1);
      at(0);
      at(0);
    }
  }

  void changes() {
    begin("changes", "up and down by one and by many; equal thresholds; no order; a write that changes the stage");
    for (std::uint32_t k = 1; k <= count_; ++k) {
      write(k, 100 * k, 0);
    }
    for (std::uint32_t k = 0; k <= count_; ++k) {
      at(100 * k);
      at(100 * k + 99);
    }
    for (std::uint32_t k = count_ + 1; k-- > 0;) {
      at(100 * k);
    }
    at(100 * count_);
    at(0);
    at(100 * count_);
    at(150);
    at(150);
    write(second(), 150, 150);
    at(150);
    at(150);
    write(second(), 151, 150);
    at(150);
    at(150);
    for (std::uint32_t k = 1; k <= count_; ++k) {  // equal ones are crossed together
      write(k, k < count_ / 2 ? 500 : 600, 499 + k % 2);
    }
    for (const std::uint32_t q : {499U, 500U, 599U, 600U, 601U, 499U}) {
      at(q);
    }
    for (std::uint32_t k = 1; k <= count_; ++k) {  // the wrong way round: any of them that is reached counts
      write(k, 100 * (count_ + 1 - k), 100 * k);
    }
    for (std::uint32_t k = 0; k <= count_; ++k) {
      around(100 * k);
    }
  }

  // B_m of a queue on such a line: what 100 us of it hold, at most what the register does. B_1 at half.
  void gfc_table(BitRate line) {
    const std::string mbps = std::to_string(line.count() / 1'000'000);
    begin("gfc_table_" + mbps + "mbps",
          "GFC's table for a line of " + mbps + " Mbps: each threshold, then frames of 64 to 9216 bytes up and down");
    const std::int64_t room = line.count() / 80'000;
    const Bytes bm(std::clamp<std::int64_t>(room, 4, q_max_));
    std::vector<Bytes> table = reference::gfc_stage_thresholds(bm, Bytes(bm.count() / 2));
    table.resize(std::min<std::size_t>(table.size(), count_));
    for (std::uint32_t k = 1; k <= table.size(); ++k) {
      write(k, static_cast<std::uint32_t>(table[k - 1].count()), 0);
    }
    for (const Bytes b : table) {
      around(static_cast<std::uint32_t>(b.count()));
    }
    std::int64_t q = table.front().count() - 20'000;
    for (const unsigned bytes : vector_packet_sizes()) {
      for (const int direction : {1, 1, 1, -1}) {
        q = std::clamp<std::int64_t>(q + direction * static_cast<int>(bytes), 0, bm.count());
        at(static_cast<std::uint32_t>(q));
      }
    }
    for (unsigned n = 0; q > 0 && n < 60; ++n) {
      q = std::max<std::int64_t>(0, q - 1518);
      at(static_cast<std::uint32_t>(q));
    }
  }

  void random(std::uint64_t cycles) {
    if (cycles == 0) {
      return;
    }
    begin("random", "constrained random: tables of all kinds, depths at and beside thresholds, writes, resets");
    recorder_.random(options_.seed, config_, cycles);
  }

  StageComparatorConfig config_;
  const VectorOptions& options_;
  VectorRecorder<StageComparatorKind>& recorder_;
  RandomStream noise_;
  std::uint32_t count_;
  std::uint32_t q_max_;
  std::uint32_t never_;
};

}  // namespace

void StageComparatorKind::play(const Setup& setup, const VectorOptions& options,
                               VectorRecorder<StageComparatorKind>& recorder) {
  ComparatorVectors(setup, options, recorder).all();
}

}  // namespace weir::cosim
