// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"

namespace weir::cosim {

namespace {

using reference::StageComparatorConfig;
using reference::StageComparatorInputs;

class DirectedComparator {
 public:
  explicit DirectedComparator(const StageComparatorConfig& config)
      : count_(config.max_thresholds),
        indices_(std::uint32_t{1} << config.stage_bits()),
        q_max_((std::uint32_t{1} << config.q_bits) - 1) {}

  std::vector<StageComparatorInputs> write() {
    std::vector<std::uint32_t> even;
    for (std::uint32_t k = 1; k <= count_; ++k) {
      even.push_back(static_cast<std::uint32_t>(std::uint64_t{q_max_} * k / (count_ + 1)));
    }
    std::vector<std::uint32_t> backwards(even.rbegin(), even.rend());
    std::vector<std::uint32_t> halving;  // GFC's own, to the last byte
    for (std::uint32_t k = 0; k < count_; ++k) {
      halving.push_back(q_max_ - std::max<std::uint32_t>(q_max_ >> k, 1));
    }
    std::vector<std::uint32_t> packed;
    for (std::uint32_t k = 0; k < count_; ++k) {
      packed.push_back(std::min(q_max_, 4 * k));
    }
    for (const auto& table : {even, halving, packed}) {
      reset(0);
      load(table);
      edges(table);
    }
    resets(even);
    jumps(even);
    out_of_order(backwards);
    registers(even);
    reset(0);
    return std::move(cycles_);
  }

 private:
  void depth(std::uint32_t q, int cycles = 1) {
    for (int i = 0; i < cycles; ++i) {
      cycles_.push_back({.q = q});
    }
  }
  void reset(std::uint32_t q) { cycles_.push_back({.rst_n = false, .q = q}); }
  void set(std::uint32_t index, std::uint32_t threshold, std::uint32_t q) {
    cycles_.push_back({.threshold_we = true, .threshold_index = index, .threshold = threshold, .q = q});
  }
  void load(const std::vector<std::uint32_t>& table) {
    for (std::uint32_t k = 1; k <= count_; ++k) {
      set(k, table[k - 1], table[k - 1]);  // the depth meets a threshold that is being written
    }
  }

  // Depths one below, at and one above each threshold, upwards and downwards, each held for a second cycle.
  void edges(const std::vector<std::uint32_t>& table) {
    depth(0, 2);
    for (const std::uint32_t b : table) {
      for (const std::uint32_t q : {b - std::min(b, 1U), b, std::min(b + 1, q_max_)}) {
        depth(q, 2);
      }
    }
    depth(q_max_, 2);
    for (auto b = table.rbegin(); b != table.rend(); ++b) {
      for (const std::uint32_t q : {std::min(*b + 1, q_max_), *b, *b - std::min(*b, 1U)}) {
        depth(q, 2);
      }
    }
  }

  // A reset out of each stage clears stage and table.
  void resets(const std::vector<std::uint32_t>& table) {
    for (const std::uint32_t b : table) {
      load(table);
      depth(b, 3);
      reset(b);
      depth(q_max_, 2);
      // And while the change is being told.
      load(table);
      depth(0, 3);
      depth(b);
      reset(b);
      depth(0);
    }
  }

  // Jumps from the lowest and the highest depth to each stage and back.
  void jumps(const std::vector<std::uint32_t>& table) {
    load(table);
    for (const std::uint32_t b : table) {
      for (const std::uint32_t q : {std::uint32_t{0}, b, q_max_, b}) {
        depth(q);
      }
    }
    depth(0, 2);
    depth(q_max_);
    depth(0, 2);
  }

  // Makes each register in turn the lowest of three, with all others out of reach.
  void out_of_order(const std::vector<std::uint32_t>& table) {
    load(table);
    edges(table);
    for (std::uint32_t k = 1; k <= count_; ++k) {
      reset(0);
      set(k, 7, 0);
      set(k % count_ + 1, 200, 0);
      set((k + 1) % count_ + 1, 100, 0);
      for (const std::uint32_t q : {0U, 6U, 7U, 8U, 99U, 100U, 200U, q_max_}) {
        depth(q);
      }
    }
  }

  // Every index, those without a register included, with the extremes of a threshold.
  void registers(const std::vector<std::uint32_t>& table) {
    for (std::uint32_t index = 0; index < indices_; ++index) {
      reset(0);
      load(table);
      for (const std::uint32_t value : {0U, q_max_ / 3, q_max_, q_max_ + 1, 2 * q_max_ + 1}) {
        set(index, value, q_max_);
        depth(0);
        depth(q_max_ - 1);
        depth(q_max_);
        // Data without a write.
        cycles_.push_back({.threshold_index = index, .threshold = 0, .q = 0});
        depth(0);
      }
    }
  }

  std::uint32_t count_;
  std::uint32_t indices_;  // of registers, those that there are not included
  std::uint32_t q_max_;
  std::vector<StageComparatorInputs> cycles_;
};

}  // namespace

std::vector<StageComparatorInputs> StageComparatorKind::directed(const StageComparatorConfig& config) {
  return DirectedComparator(config).write();
}

}  // namespace weir::cosim
