// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a comparator of the leading-zero form to what its three numbers can be together, and to what
// follows right upon a write (coverage.h): played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>
#include <string>
#include <utility>

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"

namespace weir::cosim {

namespace {

using reference::LeadingZeroInputs;
using LeadingZeroScript = Script<LeadingZeroInputs>;

class LeadingZeroWriter {
 public:
  LeadingZeroWriter(const reference::StageComparatorConfig& config, std::string name, std::string exercises)
      : q_bits_(config.q_bits), q_max_((1U << config.q_bits) - 1) {
    script_.name = std::move(name);
    script_.exercises = std::move(exercises);
  }

  std::uint32_t q_bits() const { return q_bits_; }
  std::uint32_t q_max() const { return q_max_; }
  void depth(std::int64_t q, std::uint64_t cycles = 1) {
    script_.add({.q = static_cast<std::uint32_t>(std::clamp<std::int64_t>(q, 0, q_max_))}, cycles);
  }
  void reset() { script_.add({.rst_n = false}); }
  void set(std::uint32_t bm, std::uint32_t log2_span, std::uint32_t stages, std::uint32_t q = 0) {
    script_.add({.table_we = true, .bm = bm, .log2_span = log2_span, .stages = stages, .q = q});
  }
  LeadingZeroScript done() {
    reset();
    return std::move(script_);
  }

 private:
  std::uint32_t q_bits_;
  std::uint32_t q_max_;
  LeadingZeroScript script_;
};

void around_thresholds(LeadingZeroWriter& write, std::uint32_t bm, std::uint32_t m) {
  for (std::uint32_t k = 1; k <= m + 1; ++k) {
    const std::int64_t b = std::int64_t{bm} - (std::int64_t{1} << (m + 1 - k));
    for (const int side : {-1, 0, 1}) {
      write.depth(b + side);
    }
  }
  write.depth(write.q_max());
  write.depth(0);
}

void around_each(LeadingZeroWriter& write, std::uint32_t bm, std::uint32_t m, std::uint32_t stages) {
  write.set(bm, m, stages);
  around_thresholds(write, bm, m);
}

LeadingZeroScript stages(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "stages",
                          "each span with no stages, fewer than the rule asks for, as many, and more");
  constexpr std::uint32_t kMost = (1U << reference::kStageBits) - 1;
  for (std::uint32_t m = 0; m <= write.q_bits(); ++m) {
    for (const std::uint32_t stages : {0U, 1U, m, m + 1, m + 2, kMost}) {
      around_each(write, (1U << m) + 77, m, std::min(stages, kMost));
    }
    around_each(write, write.q_max(), m, m);
    around_each(write, write.q_max(), m, m + 1);
  }
  return write.done();
}

LeadingZeroScript ends(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "ends", "B_1 at 0 with an empty queue, B_m beyond the deepest one, for each span");
  for (std::uint32_t m = 0; m <= write.q_bits(); ++m) {
    for (const std::uint32_t bm : {1U << m, write.q_max() + 1}) {
      write.reset();
      write.set(bm, m, m + 1);
      for (const std::int64_t q : {std::int64_t{0}, std::int64_t{1}, std::int64_t{bm} - 2, std::int64_t{bm} - 1,
                                   std::int64_t{write.q_max()}, std::int64_t{0}}) {
        write.depth(q);
      }
    }
  }
  return write.done();
}

// The highest one of Bm - 1 - q beside each span, the stage beside each number of stages, and each stage after each.
LeadingZeroScript each_number(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "each_number",
                          "each highest one beside each span and each N, and each stage after each");
  constexpr std::uint32_t kMost = (1U << reference::kStageBits) - 1;
  const std::int64_t bm = std::int64_t{write.q_max()} + 2;  // the largest of which 2^Q_W can be left
  const auto ask_each = [&](std::uint32_t m, std::uint32_t stages) {
    write.set(static_cast<std::uint32_t>(bm), m, stages);
    for (std::uint32_t top = 0; top <= write.q_bits(); ++top) {
      write.depth(bm - 1 - (std::int64_t{1} << top));
    }
  };
  for (std::uint32_t m = 0; m <= write.q_bits(); ++m) {
    ask_each(m, kMost);
  }
  for (std::uint32_t stages = 0; stages <= kMost; ++stages) {
    ask_each(write.q_bits(), stages);
  }
  for (std::uint32_t from = 0; from <= write.q_bits(); ++from) {
    for (std::uint32_t to = 0; to <= write.q_bits(); ++to) {
      write.depth(bm - 1 - (std::int64_t{1} << from));
      write.depth(bm - 1 - (std::int64_t{1} << to));
    }
  }
  return write.done();
}

// A depth at which each of the two tables has a stage of its own.
LeadingZeroScript writes_in_a_row(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "writes_in_a_row", "the second of two writes in a row changes one number of three");
  const auto two = [&](const LeadingZeroInputs& one, const LeadingZeroInputs& other, std::int64_t q) {
    for (const auto& [first, second] : {std::pair{one, other}, std::pair{other, one}}) {
      write.reset();
      write.set(first.bm, first.log2_span, first.stages);
      write.set(second.bm, second.log2_span, second.stages);
      write.depth(q, 2);
      write.depth(write.q_max());
    }
  };
  for (std::uint32_t bit = 0; bit < write.q_bits(); ++bit) {
    const std::uint32_t bm = write.q_max() - (1U << bit);
    two({.bm = bm, .log2_span = 0, .stages = 1}, {.bm = bm | 1U << bit, .log2_span = 0, .stages = 1}, bm - 1);
    two({.bm = 1U << bit, .log2_span = bit, .stages = 1}, {.bm = 1U << bit, .log2_span = bit + 1, .stages = 1}, 0);
    two({.bm = 1U << bit, .log2_span = bit, .stages = 31}, {.bm = 1U << bit, .log2_span = bit + 1, .stages = 31}, 0);
  }
  for (std::uint32_t bit = 0; bit < reference::kStageBits; ++bit) {
    two({.bm = 1, .log2_span = 0, .stages = 0}, {.bm = 1, .log2_span = 0, .stages = 1U << bit}, 5);
  }
  return write.done();
}

LeadingZeroScript writes_apart(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "writes_apart",
                          "a write some cycles after a reset, and another some cycles after it");
  for (unsigned pause = 0; pause <= 10; ++pause) {
    for (const bool both : {false, true}) {
      write.reset();
      if (pause != 0) {
        write.depth(write.q_max(), pause);
      }
      write.set(1, 0, 3, write.q_max());
      if (both && pause != 0) {
        write.depth(write.q_max(), pause);
      }
      if (both) {
        write.set(1, 0, 9, write.q_max());
      }
      write.depth(write.q_max(), 2);
      write.depth(0);
    }
  }
  return write.done();
}

LeadingZeroScript resets(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "resets",
                          "a reset of one cycle right after a write, and in the first cycle of a stage");
  constexpr std::uint32_t kMost = (1U << reference::kStageBits) - 1;
  for (std::uint32_t stages = 0; stages <= kMost; ++stages) {
    for (const std::uint32_t bm : {1U, write.q_max()}) {
      write.set(1, 0, stages);
      write.depth(write.q_max(), 2);
      write.set(bm, 0, stages, write.q_max());
      write.reset();
      write.depth(write.q_max(), 2);
    }
    write.set(1, 0, stages);
    write.depth(write.q_max());
    write.reset();
    write.depth(0);
    // Changes of the number of stages from below, from above, from far and from near.
    for (const std::uint32_t other :
         {stages + 1, stages + 5, stages - std::min(stages, 1U), stages - std::min(stages, 5U)}) {
      write.set(1, 0, std::min(other, kMost), write.q_max());
      write.depth(write.q_max());
      write.set(1, 0, stages, write.q_max());
      write.depth(write.q_max(), 2);
    }
  }
  return write.done();
}

LeadingZeroScript reset_values(const reference::StageComparatorConfig& config) {
  LeadingZeroWriter write(config, "reset_values", "the thresholds of the table that stands after a reset");
  write.set(1, 0, 1);
  write.reset();
  around_thresholds(write, config.bm_reset.value_or(config.never_reached()),
                    std::min(config.log2_span_reset, config.q_bits));
  return write.done();
}

}  // namespace

std::vector<Script<LeadingZeroInputs>> LeadingZeroComparatorKind::scripts(const Setup& setup) {
  std::vector<LeadingZeroScript> scripts = {stages(setup),          ends(setup),         each_number(setup),
                                            writes_in_a_row(setup), writes_apart(setup), resets(setup)};
  if (!setup.resets_as_built()) {
    scripts.push_back(reset_values(setup));
  }
  return scripts;
}

std::vector<Script<LeadingZeroInputs>> LeadingZeroComparatorKind::ages(const Setup& setup, unsigned least,
                                                                       unsigned most) {
  LeadingZeroWriter write(setup, "ages",
                          "a table and a depth that stand for more than 2^k cycles, then a write, then each threshold");
  const unsigned span = setup.q_bits - 1;
  for (unsigned k = least; k <= most; ++k) {
    write.reset();
    write.set(write.q_max(), span, span + 1);
    const std::uint32_t q = write.q_max() / 3 * 2;
    write.depth(q, stand_for(k));
    write.depth(q + 1);  // the same stage
    write.set(write.q_max(), span - 1, span, q + 1);
    write.depth(q + 1, 2);
    write.set(write.q_max(), span, span + 1, q + 1);
    for (unsigned bit = 0; bit <= span; ++bit) {
      write.depth(std::int64_t{write.q_max()} - (std::int64_t{1} << bit) - 1);
      write.depth(std::int64_t{write.q_max()} - (std::int64_t{1} << bit));
    }
  }
  return {write.done()};
}

}  // namespace weir::cosim
