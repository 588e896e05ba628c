// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// rtl_coverage FILE [random cycles a mode]: plays directed and random stimulus on the RTL that counts lines and
// toggles, in every mode, and writes the counts in Verilator's format.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vcounted_rate_limiter_fixed_point.h"
#include "Vcounted_rate_limiter_stage.h"
#include "Vcounted_stage_comparator_leading_zero.h"
#include "Vcounted_stage_comparator_threshold.h"
#include "tb/cosim/directed.h"
#include "tb/cosim/stimulus.h"
#include "tb/cosim/verilated_models.h"
#include "verilated_cov.h"

namespace weir::cosim {
namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateRaise;
using reference::Rounding;
using reference::StageComparatorConfig;
using reference::StageComparatorInputs;

// The counts are in the blocks: they must live until these are written.
std::vector<std::shared_ptr<void>> played_blocks;

template <class Block, class In, class Random>
void play(std::shared_ptr<Block> block, const std::vector<In>& directed, Random random, std::uint64_t cycles) {
  for (const In& in : directed) {
    block->clock(in);
  }
  std::vector<In> batch(256);
  for (std::uint64_t done = 0; done < cycles; done += batch.size()) {
    random.fill(batch);
    for (const In& in : batch) {
      block->clock(in);
    }
  }
  played_blocks.push_back(std::move(block));
}

template <class V>
void play_limiter(RateForm form, std::uint64_t cycles) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual}) {
    for (const RateRaise rate_raise : {RateRaise::kHold, RateRaise::kClamp}) {
      RateLimiterConfig config;
      config.rounding = rounding;
      config.rate_raise = rate_raise;
      play(std::make_shared<VerilatedRateLimiterModel<V>>(config), directed_stimulus(form, config),
           RateLimiterStimulus(1, form, config), cycles);
    }
  }
}

}  // namespace

int run(const char* file, std::uint64_t cycles) {
  play_limiter<Vcounted_rate_limiter_stage>(RateForm::kStage, cycles);
  play_limiter<Vcounted_rate_limiter_fixed_point>(RateForm::kFixedPoint, cycles);
  const StageComparatorConfig config;
  play(std::make_shared<VerilatedStageComparatorModel<Vcounted_stage_comparator_threshold>>(),
       directed_stimulus(config), StageComparatorStimulus(1, config), cycles);
  play(std::make_shared<VerilatedLeadingZeroModel<Vcounted_stage_comparator_leading_zero>>(),
       directed_leading_zero_stimulus(config), LeadingZeroStimulus(1, config), cycles);
  shared_context().coveragep()->write(file);
  return 0;
}

}  // namespace weir::cosim

int main(int argc, char* argv[]) {
  if (argc < 2) {
    std::fputs("usage: rtl_coverage FILE [random cycles a mode]\n", stderr);
    return 2;
  }
  return weir::cosim::run(argv[1], argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 60'000);
}
