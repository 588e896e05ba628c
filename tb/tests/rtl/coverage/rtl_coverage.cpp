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
#include "tb/cosim/blocks/leading_zero_comparator/verilated.h"
#include "tb/cosim/blocks/rate_limiter/verilated.h"
#include "tb/cosim/blocks/stage_comparator/verilated.h"
#include "tb/tests/rtl/variants.h"
#include "verilated_cov.h"

namespace weir::cosim {
namespace {

// The counts are in the blocks: they must live until these are written.
std::vector<std::shared_ptr<void>> played_blocks;

// Directed and random stimulus in every mode.
template <class Kind, class V>
void play(std::string_view name, std::uint64_t cycles) {
  for (const auto& mode : Kind::modes(variant_named<Kind>(name).setup)) {
    const auto block = std::make_shared<Verilated<Kind, V>>(mode.setup);
    for (const typename Kind::Inputs& in : Kind::directed(mode.setup)) {
      block->clock(in);
    }
    typename Kind::Stimulus random(1, mode.setup);
    std::vector<typename Kind::Inputs> batch(256);
    for (std::uint64_t done = 0; done < cycles; done += batch.size()) {
      random.fill(batch);
      for (const typename Kind::Inputs& in : batch) {
        block->clock(in);
      }
    }
    played_blocks.push_back(block);
  }
}

}  // namespace

int run(const char* file, std::uint64_t cycles) {
  play<RateLimiterKind, Vcounted_rate_limiter_stage>("rate_limiter_stage", cycles);
  play<RateLimiterKind, Vcounted_rate_limiter_fixed_point>("rate_limiter_fixed_point", cycles);
  play<StageComparatorKind, Vcounted_stage_comparator_threshold>("stage_comparator_threshold", cycles);
  play<LeadingZeroComparatorKind, Vcounted_stage_comparator_leading_zero>("stage_comparator_leading_zero", cycles);
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
