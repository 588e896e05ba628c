// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cycles a CPU second of each block, in one run: the Verilated block alone, then in lock-step with its reference, on
// the same recorded stimulus. The best of several rounds, since other work on the machine only ever slows one down.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
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

template <class Lock, class In, class Out, class Stimulus>
void measure(std::unique_ptr<Dut<In, Out>> alone, Lock lockstep, Stimulus stimulus) {
  std::vector<In> in(kStimulusCycles);
  stimulus.fill(in);
  std::vector<Out> out(Lock::kBatch);
  double best_alone = 0;
  double best_lockstep = 0;
  for (int round = 0; round < kRounds; ++round) {
    best_alone = std::max(best_alone, million_cycles_a_second([&] {
                            for (std::size_t from = 0; from < in.size(); from += Lock::kBatch) {
                              alone->clock(std::span<const In>(in).subspan(from, Lock::kBatch), out);
                            }
                          }));
    best_lockstep = std::max(best_lockstep, million_cycles_a_second([&] { lockstep.clock(in); }));
  }
  std::printf("%-36s %8.1f %10.1f %6.2f\n", lockstep.block().c_str(), best_alone, best_lockstep,
              best_lockstep / best_alone);
}

template <class Kind>
void measure_kind() {
  for (const Variant<Kind>& variant : Kind::variants()) {
    measure(variant.rtl(variant.setup), lockstep_of(variant, variant.setup, variant.rtl),
            typename Kind::Stimulus(1, variant.setup));
  }
}

void measure_all() {
  std::printf("%-36s %8s %10s %6s\n", "million cycles a CPU second", "alone", "lock-step", "ratio");
  measure_kind<RateLimiterKind>();
  measure_kind<StageComparatorKind>();
  measure_kind<LeadingZeroComparatorKind>();
}

}  // namespace
}  // namespace weir::cosim

int main() { weir::cosim::measure_all(); }
