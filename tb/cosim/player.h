// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays stimulus on a block in lock-step, chunk by chunk: made, played on both models, sampled for coverage, and now
// and then played on the Verilated block alone to see how fast it is without company.

#pragma once

#include <algorithm>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

inline double cpu_seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
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
        result_(result),
        inputs_(kChunk),
        outputs_(kChunk) {}

  // `fill(span)` makes the next cycles; `check(inputs, outputs)` sees them played. Counts them in `counter`.
  template <class Fill, class Check>
  void play(std::uint64_t cycles, std::uint64_t& counter, Fill fill, Check check) {
    while (cycles > 0) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(cycles, kChunk));
      const double start = cpu_seconds_now();
      const std::span<In> in = std::span(inputs_).first(count);
      fill(in);
      const double made = cpu_seconds_now();
      lock(in);
      const double locked = cpu_seconds_now();
      coverage_.sample(causes_of(in), std::span<const Out>(outputs_).first(count));
      check(in, std::span<const Out>(outputs_).first(count));
      const double sampled = cpu_seconds_now();
      result_.lockstep_seconds += locked - made;
      result_.total_seconds += sampled - start;
      if (alone_ && chunks_++ % kAloneEvery == 0) {
        const double before = cpu_seconds_now();
        alone_->clock(in, outputs_);
        result_.alone_seconds += cpu_seconds_now() - before;
        result_.alone_cycles += count;
      }
      cycles -= count;
      counter += count;
    }
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

  // The inputs to which the outputs of these cycles belong.
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

  void lock(std::span<const In> in) {
    auto out = outputs_.begin();
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
  std::vector<In> inputs_;
  std::vector<Out> outputs_;
  std::vector<In> causes_;
  std::uint64_t chunks_ = 0;
};

}  // namespace weir::cosim
