// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Stage comparator of one virtual ingress queue: GFC, SIGCOMM '19, sections 4.2
// and 5.1. Threshold registers B_1..B_N; stage k when B_k <= q < B_(k+1), that
// is, the number of thresholds at or below the queue depth. A change of stage,
// up or down, is what makes the message generator send a feedback message. RTL:
// N comparators and a priority encoder, output registered, one cycle of
// latency.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

struct StageComparatorConfig {
  std::vector<Bytes> thresholds{};  // B_1..B_N, nondecreasing
  unsigned max_thresholds = kThresholds;
  unsigned q_bits = kQBits;

  unsigned least_stage_bits = 1;  // of the RTL's stage and register number: its pipelined form wants 2
  // Bits that hold 0..max_thresholds.
  unsigned stage_bits() const {
    return std::max(static_cast<unsigned>(std::bit_width(max_thresholds)), least_stage_bits);
  }

  // The values of the RTL's registers after a reset, if its parameters differ from their defaults (B_K_RESET; BM_RESET,
  // LOG2_SPAN_RESET, STAGES_RESET), in bytes and stages. Only the models of the RTL use them.
  std::vector<std::uint32_t> b_k_reset{};  // B_1 first; missing thresholds are never reached
  std::optional<std::uint32_t> bm_reset{};
  std::uint32_t log2_span_reset = 0;
  std::uint32_t stages_reset = 0;

  // All ones, which no depth reaches.
  std::uint32_t never_reached() const { return (std::uint32_t{2} << q_bits) - 1; }
  // B_k after a reset, k = 1..max_thresholds.
  std::uint32_t b_reset(std::size_t k) const { return k <= b_k_reset.size() ? b_k_reset[k - 1] : never_reached(); }
  bool resets_as_built() const {
    return b_k_reset.empty() && !bm_reset.has_value() && log2_span_reset == 0 && stages_reset == 0;
  }

  // Throws std::invalid_argument, one line that names the field and what is
  // wanted.
  void validate() const;

 private:
  void validate_resets() const;
};

// What waveforms show of a comparator in RTL: the VIQ depth at its input, and its stage register.
struct StageComparatorSides {
  unsigned sides = 0;  // 0: no RTL; 1: the RTL; 2, in lock-step: the RTL, then the model
  std::uint32_t q = 0;
  std::array<unsigned, 2> stage{};
};

class StageComparator {
 public:
  using Factory = std::function<std::unique_ptr<StageComparator>(const StageComparatorConfig& config,
                                                                 const std::string& instance_name)>;
  static Factory reference();  // of the C++ model, which takes any thresholds

  virtual ~StageComparator() = default;

  // Stage of queue depth `q`, 0..N. A depth beyond the width of q saturates.
  virtual unsigned stage(Bytes q) = 0;

  // Of the last call of stage().
  virtual StageComparatorSides rtl() const { return {}; }
};

std::unique_ptr<StageComparator> make_reference_stage_comparator(const StageComparatorConfig& config,
                                                                 const std::string& instance_name);

// GFC's table for buffer-based feedback: B_k = Bm - (Bm - B1)/2^(k-1), k
// = 1..N, rounded down to whole bytes. Rounding down is the safe side: a lower
// threshold asks for the lower rate earlier. `stages` = 0 takes N from the
// paper's rule (gfc_stage_count). Range: 0 <= B1 < Bm; throws
// std::invalid_argument.
std::vector<Bytes> gfc_stage_thresholds(Bytes bm, Bytes b1, unsigned stages = 0);

// N: the first k with B_k - B_(k-1) <= 1 byte before rounding (section 4.2),
// that is 1 + ceil(log2(Bm - B1)).
unsigned gfc_stage_count(Bytes bm, Bytes b1);

// The registers of the leading-zero form, which replace thresholds: B_k = Bm - 2^(m-k+1), rounded down, k = 1..N.
struct LeadingZeroTable {
  Bytes bm{0};
  unsigned log2_span = 0;  // m
  unsigned stages = 0;     // N
  bool operator==(const LeadingZeroTable&) const = default;
};

// The table with exactly these thresholds; nothing if none exists. The thresholds of gfc_stage_thresholds(bm, b1) have
// one if bm - b1 is a power of two. A single threshold is taken as Bm - 1, no threshold as N = 0.
std::optional<LeadingZeroTable> leading_zero_table(const std::vector<Bytes>& thresholds);

}  // namespace weir::reference
