// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cycles a second of each block, in one run: the Verilated block alone, then in lock-step with its reference, then as
// weir cosim plays it, with functional coverage sampled in a second thread, all on the same recorded stimulus. The best
// of several rounds, since other work on the machine only ever slows one down.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/player.h"
#include "tb/cosim/run_block.h"

namespace weir::cosim {
namespace {

constexpr std::size_t kStimulusCycles = 1 << 16;
constexpr int kPasses = 100;
constexpr int kRounds = 5;

template <class Work>
double million_cycles_a_second(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  for (int pass = 0; pass < kPasses; ++pass) {
    work();
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return static_cast<double>(kStimulusCycles) * kPasses / seconds / 1e6;
}

template <class Kind>
void measure(const Variant<Kind>& variant) {
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  constexpr std::size_t kBatch = LockstepFor<Kind>::kBatch;
  std::vector<In> in(kStimulusCycles);
  typename Kind::Stimulus(1, variant.setup).fill(in);
  std::vector<Out> out(kBatch);
  const auto alone = variant.rtl(variant.setup);
  auto lockstep = lockstep_of(variant, variant.setup, variant.rtl);
  typename Kind::Coverage coverage(variant.setup, variant.latency);
  coverage.start(variant.setup);
  CosimResult result;
  std::uint64_t cycles = 0;
  CosimPlayer<Kind> player(lockstep_of(variant, variant.setup, variant.rtl), nullptr, variant.latency, coverage,
                           result);
  const auto batches = [&](auto play) {
    return million_cycles_a_second([&] {
      for (std::size_t from = 0; from < in.size(); from += kBatch) {
        play(std::span<const In>(in).subspan(from, kBatch));
      }
    });
  };
  double best[3] = {};
  for (int round = 0; round < kRounds; ++round) {
    best[0] = std::max(best[0], batches([&](auto batch) { alone->clock(batch, out); }));
    best[1] = std::max(best[1], batches([&](auto batch) { lockstep.clock(batch); }));
    best[2] = std::max(best[2], million_cycles_a_second([&] {
                         auto next = in.begin();
                         player.play(in.size(), cycles, [&](std::span<In> chunk) {
                           std::copy_n(next, chunk.size(), chunk.begin());
                           next += static_cast<std::ptrdiff_t>(chunk.size());
                         });
                       }));
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
  std::printf("%-36s %8s %10s %6s %12s %6s\n", "million cycles a second", "alone", "lock-step", "ratio", "and coverage",
              "ratio");
  measure_kind<RateLimiterKind>();
  measure_kind<StageComparatorKind>();
  measure_kind<LeadingZeroComparatorKind>();
}

}  // namespace
}  // namespace weir::cosim

int main() { weir::cosim::measure_all(); }
