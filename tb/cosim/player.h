// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays stimulus on a block in lock-step, chunk by chunk: made, played on both models, sampled for coverage in a thread
// beside the next chunk, and now and then played on the Verilated block alone to see how fast it is without company.

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

// The blocks agree, but not with what the recording says they did.
class RecordingDiffers : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Of CLOCK_PROCESS_CPUTIME_ID, or CLOCK_THREAD_CPUTIME_ID.
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

  // `alone` is another instance of what is compared, or none; `latency`, how late its outputs are.
  CosimPlayer(LockstepFor<Kind> lockstep, std::unique_ptr<DutFor<Kind>> alone, unsigned latency, Coverage& coverage,
              CosimResult& result)
      : lockstep_(std::move(lockstep)),
        alone_(std::move(alone)),
        latency_(latency),
        late_(latency),
        coverage_(coverage),
        result_(result) {}

  // `fill(span)` makes the next cycles; `check(inputs, outputs)` sees them played. Counts them in `counter`.
  template <class Fill, class Check>
  void play(std::uint64_t cycles, std::uint64_t& counter, Fill fill, Check check) {
    double alone_seconds = 0;
    const double start = cpu_seconds_now(CLOCK_PROCESS_CPUTIME_ID);
    for (; cycles > 0; ++chunks_) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(cycles, kChunk));
      Chunk& chunk = chunk_[chunks_ % 2];
      const std::span<In> in = std::span(chunk.inputs).first(count);
      const std::span<const Out> out = std::span(chunk.outputs).first(count);
      fill(in);
      result_.lockstep_seconds += timed([&] { lock(in, chunk.outputs); });
      check(in, out);
      background_.begin([this, causes = causes_of(in, chunk), out] { coverage_.sample(causes, out); });
      if (alone_ && chunks_ % kAloneEvery == 0) {
        alone_seconds += timed([&] { alone_->clock(in, alone_outputs_); });
        result_.alone_cycles += count;
      }
      cycles -= count;
      counter += count;
    }
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

  // The rows of a recording at their cycles, nothing at the inputs between them. `outputs` may be empty.
  void play_recording(const Recording& recording, std::span<const In> rows, std::span<const Out> outputs,
                      std::uint64_t most, std::uint64_t& counter) {
    std::uint64_t base = 0;
    std::size_t next = 0;
    std::size_t checked = 0;
    play(
        std::min(recording.length, most), counter,
        [&](std::span<In> in) {
          std::ranges::fill(in, In{});
          for (; next < rows.size() && recording.cycles[next] < base + in.size(); ++next) {
            in[static_cast<std::size_t>(recording.cycles[next] - base)] = rows[next];
          }
        },
        [&](std::span<const In> in, std::span<const Out> out) {
          for (; checked < outputs.size() && checked < next; ++checked) {
            compare(recording, checked, outputs[checked],
                    out[static_cast<std::size_t>(recording.cycles[checked] - base)]);
            ++result_.outputs_as_recorded;
          }
          base += in.size();
        });
  }

 private:
  static constexpr std::size_t kChunk = 8192;
  static constexpr std::uint64_t kAloneEvery = 4;

  // Of two, one is played while the other is sampled.
  struct Chunk {
    std::vector<In> inputs = std::vector<In>(kChunk);
    std::vector<In> causes{};
    std::vector<Out> outputs = std::vector<Out>(kChunk);
  };

  // CPU seconds of this thread.
  template <class Work>
  static double timed(const Work& work) {
    const double before = cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID);
    work();
    return cpu_seconds_now(CLOCK_THREAD_CPUTIME_ID) - before;
  }

  // The inputs to which the outputs of these cycles belong.
  std::span<const In> causes_of(std::span<const In> in, Chunk& chunk) {
    if (latency_ == 0) {
      return in;
    }
    chunk.causes.clear();
    for (const In& cycle : in) {
      chunk.causes.push_back(late_.next(cycle));
    }
    return chunk.causes;
  }

  void lock(std::span<const In> in, std::vector<Out>& outputs) {
    auto out = outputs.begin();
    while (!in.empty()) {
      const auto batch = in.first(std::min(in.size(), Lockstep<In, Out>::kBatch));
      out = std::ranges::copy(lockstep_.clock(batch), out).out;
      in = in.subspan(batch.size());
    }
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
  unsigned latency_;
  LateInputs<In> late_;
  Coverage& coverage_;
  CosimResult& result_;
  std::array<Chunk, 2> chunk_;
  std::vector<Out> alone_outputs_ = std::vector<Out>(kChunk);
  std::uint64_t chunks_ = 0;
  Background background_;  // last, so that it ends before what it works on
};

}  // namespace weir::cosim
