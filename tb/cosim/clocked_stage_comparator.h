// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A clocked stage comparator, of either form, in the place of the one that the switch asks. `Core` has clock(inputs) ->
// outputs and evaluate(inputs) -> outputs; it is clocked once for each queue depth asked for.

#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/stage_comparator.h"
#include "hw_model/reference/stage_comparator_cycle.h"

namespace weir::cosim {

template <class Core>
class ClockedStageComparator final : public reference::StageComparator {
 public:
  // Writes the threshold registers, one a cycle.
  template <class... Arguments>
  explicit ClockedStageComparator(const reference::StageComparatorConfig& config, Arguments&&... arguments)
      : core_(std::forward<Arguments>(arguments)...), q_max_((std::int64_t{1} << config.q_bits) - 1) {
    reference::StageComparatorInputs write;
    write.threshold_we = true;
    for (const Bytes threshold : config.thresholds) {
      ++write.threshold_index;
      write.threshold = static_cast<std::uint32_t>(threshold.count());
      core_.clock(write);
    }
  }

  unsigned stage(Bytes q) override {
    reference::StageComparatorInputs in;
    in.q = static_cast<std::uint32_t>(std::min(q.count(), q_max_));
    core_.clock(in);
    return core_.evaluate(in).stage;
  }

 private:
  Core core_;
  std::int64_t q_max_;
};

// The leading-zero table with these thresholds; throws std::invalid_argument when there is none.
inline reference::LeadingZeroTable leading_zero_table_of(const reference::StageComparatorConfig& config) {
  config.validate();
  const auto table = reference::leading_zero_table(config.thresholds);
  if (!table) {
    throw std::invalid_argument(
        "stage comparator: the leading-zero form wants thresholds bm - 2^(m-k+1), that is bm - b1 a power of two");
  }
  return *table;
}

template <class Core>
class ClockedLeadingZeroComparator final : public reference::StageComparator {
 public:
  template <class... Arguments>
  explicit ClockedLeadingZeroComparator(const reference::StageComparatorConfig& config, Arguments&&... arguments)
      : core_(std::forward<Arguments>(arguments)...), q_max_((std::int64_t{1} << config.q_bits) - 1) {
    const reference::LeadingZeroTable table = leading_zero_table_of(config);
    core_.clock({.table_we = true,
                 .bm = static_cast<std::uint32_t>(table.bm.count()),
                 .log2_span = table.log2_span,
                 .stages = table.stages});
  }

  unsigned stage(Bytes q) override {
    const reference::LeadingZeroInputs in{.q = static_cast<std::uint32_t>(std::min(q.count(), q_max_))};
    core_.clock(in);
    return core_.evaluate(in).stage;
  }

 private:
  Core core_;
  std::int64_t q_max_;
};

}  // namespace weir::cosim
