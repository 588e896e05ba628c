// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cycles a second of each block, in one run: the Verilated block alone, then in lock-step with its reference, then as
// weir cosim plays it, with functional coverage sampled in a second thread, all on the same recorded stimulus, each
// thread on a processor of its own. The best of several rounds, since other work on the machine only ever slows one
// down. By wall clock, which wants two free processors; then by CPU time of the thread that plays, which does not, and
// of the other: where both are free, the slower of them is what the wall clock says.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sched.h>
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

constexpr std::size_t kStimulusCycles = 1 << 16;  // played again and again
constexpr std::size_t kPlayed = 100 * kStimulusCycles;
constexpr int kRounds = 5;

// Million cycles a second.
struct Speed {
  double wall = 0;
  double own = 0;     // of the CPU time of this thread
  double others = 0;  // of that of all others

  void take_better(const Speed& other) {
    wall = std::max(wall, other.wall);
    own = std::max(own, other.own);
    others = std::max(others, other.others);
  }
};

// `work` plays kPlayed cycles.
template <class Work>
Speed speed_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  const double own_start = cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID);
  const double all_start = cpu_seconds_now(CLOCK_PROCESS_CPUTIME_ID);
  work();
  const double own = cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID) - own_start;
  const double all = cpu_seconds_now(CLOCK_PROCESS_CPUTIME_ID) - all_start;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  constexpr double kMillions = static_cast<double>(kPlayed) / 1e6;
  return {kMillions / wall, kMillions / own, kMillions / (all - own)};
}

// This thread, and those that it starts from now on.
void run_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof(set), &set);  // where there is no such processor, anywhere
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
  run_on(1);
  CosimPlayer<Kind> player(lockstep_of(variant, variant.setup, variant.rtl), nullptr, variant.latency,
                           reference_dut<Kind>(variant.setup, variant.latency), coverage, result);
  const auto batches = [&](auto play) {
    return speed_of([&] {
      for (std::size_t from = 0; from < kPlayed; from += kBatch) {
        play(std::span<const In>(in).subspan(from % kStimulusCycles, kBatch));
      }
    });
  };
  run_on(0);
  Speed best[3];
  for (int round = 0; round < kRounds; ++round) {
    best[0].take_better(batches([&](auto batch) { alone->clock(batch, out); }));
    best[1].take_better(batches([&](auto batch) { lockstep.clock(batch); }));
    best[2].take_better(speed_of([&] {
      std::size_t next = 0;
      player.play(kPlayed, cycles, [&](std::span<In> chunk) {  // chunks end where the stimulus does
        std::ranges::copy(std::span<const In>(in).subspan(next % kStimulusCycles, chunk.size()), chunk.begin());
        next += chunk.size();
      });
    }));
  }
  const auto tell = [&](const char* clock, double Speed::*by) {
    std::printf("%-36s %-5s %6.1f %10.1f %6.2f %12.1f %6.2f", std::string(variant.name).c_str(), clock, best[0].*by,
                best[1].*by, best[1].*by / best[0].*by, best[2].*by, best[2].*by / best[0].*by);
  };
  tell("wall", &Speed::wall);
  std::printf("\n");
  tell("CPU", &Speed::own);
  std::printf(" %8.1f\n", best[2].others);
}

template <class Kind>
void measure_kind() {
  for (const Variant<Kind>& variant : Kind::variants()) {
    measure<Kind>(variant);
  }
}

void measure_all() {
  std::printf("%-36s %-5s %6s %10s %6s %12s %6s %8s\n", "million cycles a second", "", "alone", "lock-step", "ratio",
              "and coverage", "ratio", "sampling");
  measure_kind<RateLimiterKind>();
  measure_kind<StageComparatorKind>();
  measure_kind<LeadingZeroComparatorKind>();
}

}  // namespace
}  // namespace weir::cosim

int main() { weir::cosim::measure_all(); }
