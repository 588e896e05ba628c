// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a stage comparator to the ends of what its registers and its queue can be, and to what follows
// right upon a write (coverage.h): played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>
#include <string>
#include <utility>

#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

namespace {

using reference::StageComparatorInputs;
using ComparatorScript = Script<StageComparatorInputs>;

class ComparatorWriter {
 public:
  ComparatorWriter(const reference::StageComparatorConfig& config, std::string name, std::string exercises)
      : config_(config), count_(config.max_thresholds), q_max_((1U << config.q_bits) - 1), never_(2 * q_max_ + 1) {
    script_.name = std::move(name);
    script_.exercises = std::move(exercises);
  }

  std::uint32_t count() const { return count_; }
  std::uint32_t q_max() const { return q_max_; }
  void depth(std::uint32_t q, std::uint64_t cycles = 1) { script_.add({.q = q}, cycles); }
  void reset(std::uint32_t q = 0) { script_.add({.rst_n = false, .q = q}); }
  // A reset, with no threshold within reach after it.
  void clear() {
    reset();
    for (std::uint32_t k = 1; k <= count_; ++k) {
      if (config_.b_reset(k) != never_) {
        set(k, never_);
      }
    }
  }
  void set(std::uint32_t k, std::uint32_t threshold, std::uint32_t q = 0) {
    script_.add({.threshold_we = true, .threshold_index = k, .threshold = threshold, .q = q});
  }
  // A table with q_max / (N + 1) between its thresholds.
  void even_table() {
    for (std::uint32_t k = 1; k <= count_; ++k) {
      set(k, even(k));
    }
  }
  std::uint32_t even(std::uint32_t k) const {
    return static_cast<std::uint32_t>(std::uint64_t{q_max_} * k / (count_ + 1));
  }
  ComparatorScript done() {
    reset();
    return std::move(script_);
  }

 private:
  reference::StageComparatorConfig config_;
  std::uint32_t count_;
  std::uint32_t q_max_;
  std::uint32_t never_;
  ComparatorScript script_;
};

ComparatorScript extremes(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(
      config, "extremes",
      "each register alone: at 0, at the deepest queue and one above, with every other out of reach");
  const std::uint32_t top = write.q_max();
  for (std::uint32_t k = 1; k <= write.count(); ++k) {
    write.clear();
    for (const std::uint32_t b : {0U, top, top + 1, 2 * top + 1, 1U, top - 1}) {
      write.set(k, b);
      for (const std::uint32_t q : {0U, 1U, top - 1, top, 0U}) {
        write.depth(q);
      }
    }
  }
  // And with all others reached, or at the same end.
  for (const std::uint32_t b : {0U, top}) {
    write.reset();
    for (std::uint32_t k = 1; k <= write.count(); ++k) {
      write.set(k, b);
      for (const std::uint32_t q : {0U, 1U, top - 1, top}) {
        write.depth(q);
      }
    }
  }
  return write.done();
}

ComparatorScript values(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "values", "each register, and those that there are not, with each extreme value");
  const std::uint32_t top = write.q_max();
  const std::uint32_t indices = std::uint32_t{1} << config.stage_bits();
  for (std::uint32_t k = 0; k < indices; ++k) {
    for (const std::uint32_t b : {0U, top / 3, top, top + 1, 2 * top + 1}) {
      write.set(k, b, top);
      write.depth(top);
      write.depth(b <= top ? b - std::min(b, 1U) : top);
    }
  }
  return write.done();
}

// Writes of two thresholds in consecutive cycles, to the same register and to others.
ComparatorScript writes_in_a_row(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "writes_in_a_row",
                         "the second of two writes in a row and some cycles apart, to the same and another register");
  const auto around = [&](std::uint32_t k, unsigned pause) {
    for (const std::uint32_t first : {k, k % write.count() + 1, (k + write.count() - 2) % write.count() + 1}) {
      for (const auto& [one, two] : {std::pair{1000U, 500U}, std::pair{500U, 1000U}}) {
        write.clear();
        write.set(first, one);
        if (pause != 0) {
          write.depth(700, pause);
        }
        write.set(k, two);
        for (const std::uint32_t q : {700U, 700U, 499U, 1000U}) {
          write.depth(q);
        }
      }
    }
  };
  for (std::uint32_t k = 1; k <= write.count(); ++k) {
    around(k, 0);
  }
  for (unsigned pause = 1; pause <= 10; ++pause) {
    around((pause - 1) % write.count() + 1, pause);
  }
  return write.done();
}

ComparatorScript resets(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "resets",
                         "a reset of one cycle right after a write, in each stage and of each register");
  const std::uint32_t top = write.q_max();
  for (std::uint32_t k = 1; k <= write.count(); ++k) {
    for (const std::uint32_t b : {0U, 500U}) {
      write.even_table();
      write.depth(write.even(k), 2);
      write.set(k, b, write.even(k));
      write.reset(write.even(k));
      write.depth(top, 2);
      write.depth(0);
    }
    // While a change is being told.
    write.even_table();
    write.depth(0, 2);
    write.depth(write.even(k));
    write.reset();
    write.depth(0);
  }
  return write.done();
}

ComparatorScript steps(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "steps", "from each stage to every other");
  write.reset();
  write.even_table();
  for (std::uint32_t from = 0; from <= write.count(); ++from) {
    for (std::uint32_t to = 0; to <= write.count(); ++to) {
      write.depth(write.even(from));
      write.depth(write.even(to));
    }
    write.depth(write.even(from), 2);
  }
  return write.done();
}

// The depth against a threshold: pairs that differ by one or in one bit, at each bit, by one register after the other.
ComparatorScript differences(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "differences",
                         "a depth and a threshold that differ by one, or in one bit, at each bit");
  write.clear();
  std::uint32_t k = 1;
  const auto ask = [&](std::uint32_t depth, std::uint32_t threshold) {
    write.set(k, threshold);
    write.depth(depth);
    write.depth(0);
    write.set(k, config.never_reached());
    k = k % write.count() + 1;
  };
  for (unsigned bit = 0; bit < config.q_bits; ++bit) {
    pairs(bit, write.q_max(), ask);
    ask(1U << bit, (1U << bit) + 1);
  }
  return write.done();
}

ComparatorScript stand_still(const reference::StageComparatorConfig& config, unsigned least, unsigned most) {
  ComparatorWriter write(config, "ages",
                         "a table and a depth that stand for more than 2^k cycles, then a write, then each threshold");
  for (unsigned k = least; k <= most; ++k) {
    write.reset();
    write.even_table();
    const std::uint32_t middle = write.even(write.count() / 2);
    write.depth(middle, stand_for(k));
    write.depth(middle + 1);  // the same stage
    write.set(write.count() / 2 + 1, middle, middle + 1);
    write.depth(middle + 1, 2);
    for (std::uint32_t n = 1; n <= write.count(); ++n) {
      write.depth(write.even(n) - 1);
      write.depth(write.even(n));
    }
  }
  return write.done();
}

// The reset value of each register: among all others, then alone, with the others out of reach. A reset comes with
// another table standing.
ComparatorScript reset_values(const reference::StageComparatorConfig& config) {
  ComparatorWriter write(config, "reset_values", "what each register holds after a reset, among all others and alone");
  const auto around = [&](std::uint32_t k) {
    for (const int side : {-1, 0, 1}) {
      write.depth(static_cast<std::uint32_t>(
          std::clamp<std::int64_t>(std::int64_t{config.b_reset(k)} + side, 0, write.q_max())));
    }
  };
  write.even_table();
  write.reset();
  for (std::uint32_t k = 1; k <= write.count(); ++k) {
    around(k);
  }
  for (std::uint32_t k = 1; k <= write.count(); ++k) {
    write.even_table();
    write.reset();
    for (std::uint32_t other = 1; other <= write.count(); ++other) {
      if (other != k) {
        write.set(other, config.never_reached());
      }
    }
    around(k);
  }
  return write.done();
}

}  // namespace

std::vector<Script<StageComparatorInputs>> StageComparatorKind::scripts(const Setup& setup) {
  std::vector<ComparatorScript> scripts = {extremes(setup), values(setup), writes_in_a_row(setup),
                                           resets(setup),   steps(setup),  differences(setup)};
  if (!setup.resets_as_built()) {
    scripts.push_back(reset_values(setup));
  }
  return scripts;
}

std::vector<Script<StageComparatorInputs>> StageComparatorKind::ages(const Setup& setup, unsigned least,
                                                                     unsigned most) {
  return {stand_still(setup, least, most)};
}

}  // namespace weir::cosim
