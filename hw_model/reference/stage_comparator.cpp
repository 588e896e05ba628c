// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/stage_comparator.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

void require_comparator(bool holds, const std::string& what) {
  if (!holds) {
    throw std::invalid_argument("stage comparator: " + what);
  }
}

class ReferenceStageComparator final : public StageComparator {
 public:
  explicit ReferenceStageComparator(const StageComparatorConfig& config)
      : thresholds_((config.validate(), config.thresholds)), q_max_((std::int64_t{1} << config.q_bits) - 1) {}

  unsigned stage(Bytes q) override {
    const Bytes seen = std::min(q, q_max_);
    return static_cast<unsigned>(std::upper_bound(thresholds_.begin(), thresholds_.end(), seen) - thresholds_.begin());
  }

 private:
  std::vector<Bytes> thresholds_;
  Bytes q_max_;
};

}  // namespace

void StageComparatorConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("q_bits", q_bits, "Q_W"), out_of_range("max_thresholds", max_thresholds, "THRESHOLDS")}) {
    require_comparator(wrong.empty(), wrong);
  }
  require_comparator(thresholds.size() <= max_thresholds, std::to_string(thresholds.size()) + " thresholds, at most " +
                                                              std::to_string(max_thresholds) + " registers");
  Bytes below{0};
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const std::string name =
        "threshold b" + std::to_string(i + 1) + " = " + std::to_string(thresholds[i].count()) + " B";
    require_comparator(thresholds[i] >= below,
                       name + " is less than the one before it (" + std::to_string(below.count()) + " B)");
    require_comparator(thresholds[i].count() < std::int64_t{1} << q_bits,
                       name + " does not fit " + std::to_string(q_bits) + " bits");
    below = thresholds[i];
  }
  validate_resets();
}

void StageComparatorConfig::validate_resets() const {
  require_comparator(b_k_reset.size() <= max_thresholds, "B_K_RESET has " + std::to_string(b_k_reset.size()) +
                                                             " thresholds, wanted at most " +
                                                             std::to_string(max_thresholds));
  const auto at_most = [](const std::string& name, std::uint32_t value, std::uint32_t most) {
    require_comparator(value <= most, name + " is " + std::to_string(value) + ", wanted 0.." + std::to_string(most));
  };
  for (const std::uint32_t b : b_k_reset) {
    at_most("a threshold of B_K_RESET", b, never_reached());
  }
  at_most("BM_RESET", bm_reset.value_or(0), never_reached());
  at_most("LOG2_SPAN_RESET", log2_span_reset, (1U << std::bit_width(q_bits)) - 1);
  at_most("STAGES_RESET", stages_reset, (1U << kStageBits) - 1);
}

std::unique_ptr<StageComparator> make_reference_stage_comparator(const StageComparatorConfig& config,
                                                                 const std::string& /*instance_name*/) {
  return std::make_unique<ReferenceStageComparator>(config);
}

StageComparator::Factory StageComparator::reference() { return make_reference_stage_comparator; }

unsigned gfc_stage_count(Bytes bm, Bytes b1) {
  require_comparator(b1.count() >= 0 && b1 < bm,
                     "b1 = " + std::to_string(b1.count()) +
                         " B, wanted 0 or more and less than bm = " + std::to_string(bm.count()) + " B");
  // (Bm - B1)/2^(k-1) <= 1, and N is 1 when Bm - B1 is a single byte.
  return 1 + static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>((bm - b1).count() - 1)));
}

std::vector<Bytes> gfc_stage_thresholds(Bytes bm, Bytes b1, unsigned stages) {
  const unsigned rule = gfc_stage_count(bm, b1);
  const unsigned count = stages == 0 ? rule : stages;
  require_comparator(count <= 62, std::to_string(count) + " stages, wanted 1..62");
  std::vector<Bytes> thresholds;
  for (unsigned k = 1; k <= count; ++k) {
    const std::int64_t divisor = std::int64_t{1} << (k - 1);
    thresholds.push_back(bm - Bytes(((bm - b1).count() + divisor - 1) / divisor));
  }
  return thresholds;
}

std::optional<LeadingZeroTable> leading_zero_table(const std::vector<Bytes>& thresholds) {
  if (thresholds.empty()) {
    return LeadingZeroTable{};
  }
  LeadingZeroTable table{.bm = thresholds.front() + Bytes(1), .stages = static_cast<unsigned>(thresholds.size())};
  // The first step is half of Bm - B1; no step at all means that every threshold is Bm - 1.
  const std::int64_t step = thresholds.size() < 2 ? 0 : (thresholds[1] - thresholds[0]).count();
  if (step > 0) {
    if (!std::has_single_bit(static_cast<std::uint64_t>(step))) {
      return std::nullopt;
    }
    table.bm = thresholds[1] + Bytes(step);
    table.log2_span = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(step)));
  }
  if (table.stages > 62 || gfc_stage_thresholds(table.bm, thresholds.front(), table.stages) != thresholds) {
    return std::nullopt;
  }
  return table;
}

}  // namespace weir::reference
