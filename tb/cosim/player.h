// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays stimulus on a block in lock-step, chunk by chunk. A second thread makes each chunk, and samples its coverage
// while the next chunk is played on both models. Some chunks are also played on the Verilated block alone, to measure
// its speed.

#pragma once

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/background.h"
#include "tb/cosim/cosim_run.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/late.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Both models agree, but not with the outputs in the recording.
class RecordingDiffers : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// `clock`: CLOCK_PROCESS_CPUTIME_ID or CLOCK_THREAD_CPUTIME_ID.
inline double cpu_seconds_now(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Kind>
class CosimPlayer {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  using Coverage = typename Kind::Coverage;

  // `alone`: another instance of the block under test, or null; `latency`: of its outputs; `sampled`: another instance
  // of the reference, for coverage.
  CosimPlayer(LockstepFor<Kind> lockstep, std::unique_ptr<DutFor<Kind>> alone, unsigned latency,
              std::unique_ptr<DutFor<Kind>> sampled, Coverage& coverage, CosimResult& result)
      : lockstep_(std::move(lockstep)),
        alone_(std::move(alone)),
        sampled_(std::move(sampled)),
        latency_(latency),
        late_(latency),
        coverage_(coverage),
        result_(result) {
    chunk_.fill(std::vector<In>(kChunk));
  }

  // `fill(span)` makes the next cycles, in the second thread; `check(inputs, outputs)` gets the played cycles, batch by
  // batch. Played cycles are counted in `counter`.
  template <class Fill, class Check>
  void play(std::uint64_t cycles, std::uint64_t& counter, Fill fill, Check check) {
    if (cycles == 0) {
      return;
    }
    double alone_seconds = 0;
    const double start = cpu_seconds_now(CLOCK_PROCESS_CPUTIME_ID);
    const auto chunk = [&](std::uint64_t n) {
      const std::uint64_t left = cycles - std::min(cycles, n * kChunk);
      return std::span(chunk_[n % chunk_.size()])
          .first(static_cast<std::size_t>(std::min<std::uint64_t>(left, kChunk)));
    };
    const std::uint64_t chunks = (cycles - 1) / kChunk + 1;
    const auto make = [&](std::uint64_t n) {
      if (n < chunks) {
        fill(chunk(n));
      }
    };
    const Background::Settled settled(background_);  // on an exception the second thread still uses the local variables
    for (std::uint64_t n = 0; n < kAhead; ++n) {
      background_.begin([&, n] { make(n); });
    }
    for (std::uint64_t n = 0; n < chunks; ++n, ++chunks_) {
      const std::span<const In> in = chunk(n);
      background_.wait_but(kAhead - 1);  // chunk n is made
      background_.begin([&, n] {
        if (n > 0) {
          sample(chunk(n - 1));
        }
        make(n + kAhead);
      });
      result_.lockstep_seconds += timed([&] { lock(in, check); });
      if (alone_ && chunks_ % kAloneEvery == 0) {
        alone_seconds += timed([&] { alone_->clock(in, alone_outputs_); });
        result_.alone_cycles += in.size();
      }
      counter += in.size();
    }
    background_.begin([&] { sample(chunk(chunks - 1)); });
    background_.wait();
    result_.alone_seconds += alone_seconds;
    result_.total_seconds += cpu_seconds_now(CLOCK_PROCESS_CPUTIME_ID) - start - alone_seconds;
  }

  template <class Fill>
  void play(std::uint64_t cycles, std::uint64_t& counter, Fill fill) {
    play(cycles, counter, fill, [](std::span<const In>, std::span<const Out>) {});
  }

  void play_runs(const std::vector<Run<In>>& runs, std::uint64_t most, std::uint64_t& counter) {
    RunReader<In> reader(runs);
    play(std::min(cycles_of(runs), most), counter, [&](std::span<In> in) { reader.fill(in); });
  }

  // Plays the rows of a recording at their cycles, with idle inputs between rows. `outputs` may be empty.
  void play_recording(const Recording& recording, std::span<const In> rows, std::span<const Out> outputs,
                      std::uint64_t most, std::uint64_t& counter) {
    std::uint64_t made = 0;    // cycles
    std::uint64_t played = 0;  // cycles
    std::size_t next = 0;
    std::size_t checked = 0;
    play(
        std::min(recording.length, most), counter,
        [&](std::span<In> in) {
          std::ranges::fill(in, In{});
          for (; next < rows.size() && recording.cycles[next] < made + in.size(); ++next) {
            in[static_cast<std::size_t>(recording.cycles[next] - made)] = rows[next];
          }
          made += in.size();
        },
        [&](std::span<const In> in, std::span<const Out> out) {
          for (; checked < outputs.size() && recording.cycles[checked] < played + in.size(); ++checked) {
            compare(recording, checked, outputs[checked],
                    out[static_cast<std::size_t>(recording.cycles[checked] - played)]);
            ++result_.outputs_as_recorded;
          }
          played += in.size();
        });
  }

 private:
  static constexpr std::size_t kChunk = 8192;
  static constexpr std::uint64_t kAhead = 2;  // chunks made ahead of the played one
  static constexpr std::uint64_t kAloneEvery = 4;

  // CPU seconds of this thread.
  template <class Work>
  static double timed(const Work& work) {
    const double before = cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID);
    work();
    return cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID) - before;
  }

  template <class Check>
  void lock(std::span<const In> in, Check& check) {
    while (!in.empty()) {
      const auto batch = in.first(std::min(in.size(), Lockstep<In, Out>::kBatch));
      check(batch, lockstep_.clock(batch));
      in = in.subspan(batch.size());
    }
  }

  // In the second thread. The outputs come from a reference of its own, which lock-step has found equal to the RTL:
  // recomputing them costs less than passing them between processors.
  void sample(std::span<const In> in) {
    while (!in.empty()) {
      const auto batch = in.first(std::min(in.size(), Lockstep<In, Out>::kBatch));
      const std::span<Out> out = std::span(sampled_outputs_).first(batch.size());
      sampled_->clock(batch, out);
      coverage_.sample(causes_of(batch), out);
      in = in.subspan(batch.size());
    }
  }

  // The inputs that arrive at the core in these cycles.
  std::span<const In> causes_of(std::span<const In> in) {
    if (latency_ == 0) {
      return in;
    }
    causes_.clear();
    for (const In& cycle : in) {
      causes_.push_back(late_.next(cycle));
    }
    return causes_;
  }

  void compare(const Recording& recording, std::size_t row, const Out& recorded, const Out& now) const {
    if (recorded == now) {
      return;
    }
    const auto& ports = lockstep_.ports();
    const auto was = values_at(ports.outputs, recorded);
    const auto is = values_at(ports.outputs, now);
    std::string text;
    for (std::size_t i = 0; i < ports.outputs.size(); ++i) {
      if (was[i] != is[i]) {
        text += (text.empty() ? "" : ", ") + ports.outputs[i].name + "=" + std::to_string(was[i]) + ", now " +
                std::to_string(is[i]);
      }
    }
    throw RecordingDiffers(recording.file + ":" + std::to_string(recording.lines[row]) + ": cycle " +
                           std::to_string(recording.cycles[row]) + ": recorded " + text);
  }

  LockstepFor<Kind> lockstep_;
  std::unique_ptr<DutFor<Kind>> alone_;
  // Used by the sampling thread.
  std::unique_ptr<DutFor<Kind>> sampled_;
  unsigned latency_;
  LateInputs<In> late_;
  std::vector<In> causes_;
  std::vector<Out> sampled_outputs_ = std::vector<Out>(Lockstep<In, Out>::kBatch);
  Coverage& coverage_;

  CosimResult& result_;
  // Inputs: one chunk is played while the previous one is sampled and the next ones are made.
  std::array<std::vector<In>, kAhead + 1> chunk_;
  std::vector<Out> alone_outputs_ = std::vector<Out>(kChunk);
  std::uint64_t chunks_ = 0;
  Background background_;  // last, so that its thread ends before the members that it uses
};

}  // namespace weir::cosim
