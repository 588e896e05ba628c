// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/viq_admission/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::ViqAdmissionConfig;
using reference::ViqAdmissionCycle;
using reference::ViqAdmissionInputs;

namespace {

constexpr std::uint64_t kSettingsCycles = 128;

}  // namespace

ViqAdmissionStimulus::ViqAdmissionStimulus(std::uint64_t seed, const ViqAdmissionConfig& config)
    : random_(seed, "viq_admission_stimulus"), block_(config), config_(config) {}

void ViqAdmissionStimulus::fill(std::span<ViqAdmissionInputs> cycles) {
  for (ViqAdmissionInputs& cycle : cycles) {
    if (settings_left_ == 0) {
      next_settings();
    }
    --settings_left_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 9) != 0;
    cycle_.arrives = take(draw, 2) != 0;
    cycle_.departs = take(draw, 2) >= 2;
    cycle_.arrives_lossless = take(draw, 1) != 0;
    cycle_.arrives_veq_full = take(draw, 3) == 0;
    next_arrival();
    next_departure();
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

// Below 2^n for an n that is drawn, too.
std::uint32_t ViqAdmissionStimulus::any_magnitude(unsigned bits) {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(bits))));
}

std::uint32_t ViqAdmissionStimulus::any_viq() { return static_cast<std::uint32_t>(random_.below(few_)); }

// One of the numbers, within what a count of cells may be.
std::uint32_t ViqAdmissionStimulus::one_of(Candidates candidates) {
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(candidates.begin()[random_.below(candidates.size())], 0, config_.most_cells()));
}

void ViqAdmissionStimulus::next_settings() {
  settings_left_ = kSettingsCycles;
  few_ = std::min<std::uint32_t>(config_.viqs(), std::uint32_t{1} << random_.below(config_.viq_bits + 1));
  const unsigned bits = config_.cell_bits;
  cycle_.shared = any_magnitude(bits);
  cycle_.pool = random_.below(3) == 0 ? 0 : any_magnitude(bits);
  cycle_.minimum = random_.below(2) == 0 ? 0 : any_magnitude(bits - 2);
  cycle_.limit = any_magnitude(bits);
  cycle_.headroom = any_magnitude(bits);
  cycle_.xoff = random_.below(4) == 0 ? any_magnitude(bits) : cycle_.limit - cycle_.limit / 4;
  cycle_.gap = random_.below(2) == 0 ? 0 : any_magnitude(bits);
  cycle_.alpha = random_.below(4) == 0 ? 0 : any_magnitude(reference::kViqAlphaBits);
  cycle_.lossless_alpha = random_.below(4) == 0 ? 0 : any_magnitude(reference::kViqAlphaBits);
  if (random_.below(8) == 0) {  // one VIQ may hold more than a count
    cycle_.shared = cycle_.headroom = config_.most_cells();
    cycle_.minimum = any_magnitude(bits);
    cycle_.pool = 0;
  }
}

// By what stands now; packets under way may still change it.
void ViqAdmissionStimulus::next_arrival() {
  cycle_.arrives_viq = any_viq();
  const ViqAdmissionCycle::Row& row = block_.row(cycle_.arrives_viq);
  const std::int64_t free = block_.free(cycle_);
  const std::int64_t lacks = std::max<std::int64_t>(std::int64_t{cycle_.minimum} - row.cells, 0);
  const std::int64_t threshold =
      block_.threshold(cycle_, cycle_.arrives_lossless ? cycle_.lossless_alpha : cycle_.alpha);
  const auto beside = static_cast<std::int64_t>(random_.below(3)) - 1;
  const std::int64_t of_pool = std::int64_t{cycle_.headroom} - row.held;
  cycle_.arrives_cells =
      one_of({any_magnitude(config_.cell_bits), lacks + beside, lacks + free + beside, threshold - row.cells + beside,
              std::int64_t{cycle_.xoff} - row.cells + beside,
              std::int64_t{cycle_.limit} + cycle_.headroom - row.cells + beside, block_.pool_free(cycle_) + beside,
              of_pool + beside, std::int64_t{config_.most_cells()} - row.cells + 1 + beside, free / 3, 1, 8});
}

void ViqAdmissionStimulus::next_departure() {
  cycle_.departs_viq = random_.below(4) == 0 ? cycle_.arrives_viq : any_viq();
  const ViqAdmissionCycle::Row& row = block_.row(cycle_.departs_viq);
  const auto beside = static_cast<std::int64_t>(random_.below(3)) - 1;
  const std::int64_t all = std::int64_t{row.cells} + row.held;
  const std::int64_t xon = std::int64_t{block_.lowered_xoff(cycle_)} - cycle_.gap;
  cycle_.departs_cells = one_of({all, all + beside, all / 2, std::int64_t{row.held} + beside,
                                 all - cycle_.minimum + beside, all - xon + beside, 1, 0});
}

}  // namespace weir::cosim
