// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cycles a CPU second of each block, in one run: the Verilated block alone, then in lock-step with its reference, then
// with functional coverage, too, on the same recorded stimulus. The best of several rounds, since other work on the
// machine only ever slows one down.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/run_block.h"

namespace weir::cosim {
namespace {

constexpr std::size_t kStimulusCycles = 1 << 16;
constexpr int kPasses = 100;
constexpr int kRounds = 5;

template <class Work>
double million_cycles_a_second(const Work& work) {
  const std::clock_t start = std::clock();
  for (int pass = 0; pass < kPasses; ++pass) {
    work();
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return static_cast<double>(kStimulusCycles) * kPasses / seconds / 1e6;
}

template <class Kind>
void measure(const Variant<Kind>& variant) {
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  constexpr std::size_t kBatch = LockstepFor<Kind>::kBatch;
  std::vector<In> in(kStimulusCycles);
  typename Kind::Stimulus(1, variant.setup).fill(in);
  std::vector<In> arriving;  // what the outputs belong to
  LateInputs<In> late(variant.latency);
  std::ranges::transform(in, std::back_inserter(arriving), [&](const In& cycle) { return late.next(cycle); });
  std::vector<Out> out(kBatch);
  const auto alone = variant.rtl(variant.setup);
  auto lockstep = lockstep_of(variant, variant.setup, variant.rtl);
  auto covered = lockstep_of(variant, variant.setup, variant.rtl);
  typename Kind::Coverage coverage(variant.setup, variant.latency);
  coverage.start(variant.setup);
  const auto batches = [&](auto play) {
    return million_cycles_a_second([&] {
      for (std::size_t from = 0; from < in.size(); from += kBatch) {
        play(std::span<const In>(in).subspan(from, kBatch), std::span<const In>(arriving).subspan(from, kBatch));
      }
    });
  };
  double best[3] = {};
  for (int round = 0; round < kRounds; ++round) {
    best[0] = std::max(best[0], batches([&](auto batch, auto) { alone->clock(batch, out); }));
    best[1] = std::max(best[1], batches([&](auto batch, auto) { lockstep.clock(batch); }));
    best[2] =
        std::max(best[2], batches([&](auto batch, auto caused) { coverage.sample(caused, covered.clock(batch)); }));
  }
  std::printf("%-36s %8.1f %10.1f %6.2f %12.1f %6.2f\n", std::string(variant.name).c_str(), best[0], best[1],
              best[1] / best[0], best[2], best[2] / best[0]);
}

template <class Kind>
void measure_kind() {
  for (const Variant<Kind>& variant : Kind::variants()) {
    measure<Kind>(variant);
  }
}

void measure_all() {
  std::printf("%-36s %8s %10s %6s %12s %6s\n", "million cycles a CPU second", "alone", "lock-step", "ratio",
              "and coverage", "ratio");
  measure_kind<RateLimiterKind>();
  measure_kind<StageComparatorKind>();
  measure_kind<LeadingZeroComparatorKind>();
}

}  // namespace
}  // namespace weir::cosim

int main() { weir::cosim::measure_all(); }
