// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lock-step: two models of a block get the same inputs every cycle, and all their outputs are compared every cycle. The
// first difference stops the run and reports the cycle, the inputs, the outputs of both, and a waveform.

#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/cycle_waves.h"
#include "tb/cosim/kind.h"

namespace weir::cosim {

class LockstepMismatch : public std::runtime_error {
 public:
  LockstepMismatch(const std::string& what, std::uint64_t cycle, std::filesystem::path waves)
      : std::runtime_error(what), cycle_(cycle), waves_(std::move(waves)) {}

  std::uint64_t cycle() const { return cycle_; }                 // counted from 0
  const std::filesystem::path& waves() const { return waves_; }  // empty: none was written

 private:
  std::uint64_t cycle_;
  std::filesystem::path waves_;
};

struct LockstepOptions {
  std::string instance_name = "lockstep";
  std::filesystem::path wave_folder;  // empty: no waveform
  std::size_t wave_cycles = 256;      // cycles kept before a difference
};

// The report of a difference, from rows of port values; the last row is the differing cycle.
struct LockstepRecord {
  std::string block;
  Time period;
  std::vector<std::uint64_t> cycles;  // number of each row's cycle
  WaveScope inputs;
  WaveScope reference;
  WaveScope rtl;
};
[[noreturn]] void report_mismatch(LockstepRecord record, const LockstepOptions& options);

template <class In, class Out>
class Lockstep {
 public:
  // `block`: the RTL module, for messages.
  Lockstep(std::string block, std::unique_ptr<Dut<In, Out>> reference, std::unique_ptr<Dut<In, Out>> rtl,
           BlockPorts<In, Out> ports, LockstepOptions options)
      : block_(std::move(block)),
        reference_(std::move(reference)),
        rtl_(std::move(rtl)),
        ports_(std::move(ports)),
        options_(std::move(options)) {
    const std::size_t rows = options_.wave_cycles + 2 * kBatch;
    inputs_.resize(rows);
    rtl_out_.resize(rows);
    reference_out_.resize(kBatch);
  }

  // Clocks both models once for each element; throws LockstepMismatch. Returns the last batch's outputs.
  std::span<const Out> clock(std::span<const In> in) {
    std::span<const Out> last;
    while (!in.empty()) {
      const auto batch = in.first(std::min(in.size(), kBatch));
      std::copy(batch.begin(), batch.end(), room_for(batch.size()).begin());
      last = clock_prepared(batch.size());
      in = in.subspan(batch.size());
    }
    return last;
  }

  Out clock(const In& in) { return clock(std::span<const In>(&in, 1)).front(); }

  // For use without copying: fill the span from room_for(), at most kBatch long, then clock that many cycles.
  std::span<In> room_for(std::size_t cycles) {
    if (used_ + cycles > inputs_.size()) {
      forget();
    }
    return std::span<In>(inputs_).subspan(used_, cycles);
  }
  std::span<const Out> clock_prepared(std::size_t cycles) {
    const std::span<const In> in = std::span<const In>(inputs_).subspan(used_, cycles);
    const std::span<Out> model = std::span<Out>(reference_out_).first(cycles);
    const std::span<Out> rtl = std::span<Out>(rtl_out_).subspan(used_, cycles);
    reference_->clock(in, model);
    rtl_->clock(in, rtl);
    if (!std::equal(model.begin(), model.end(), rtl.begin())) {
      const auto at = std::mismatch(model.begin(), model.end(), rtl.begin()).first - model.begin();
      fail(used_ + static_cast<std::size_t>(at));
    }
    used_ += cycles;
    cycle_ += cycles;
    return rtl;
  }

  // The outputs for these inputs without a clock edge; compares both models.
  Out evaluate(const In& in) {
    room_for(1).front() = in;
    reference_out_.front() = reference_->evaluate(in);
    rtl_out_[used_] = rtl_->evaluate(in);
    if (reference_out_.front() != rtl_out_[used_]) {
      fail(used_);
    }
    return rtl_out_[used_];
  }
  // The reference's outputs in the last evaluate().
  const Out& reference() const { return reference_out_.front(); }

  // Plays one cycle. True: further such cycles change neither model (Dut::holds). The outputs are last().
  bool holds(const In& in) {
    evaluate(in);
    ++used_;
    ++cycle_;
    const bool reference = reference_->holds(in);
    const bool rtl = rtl_->holds(in);
    return reference && rtl;
  }
  const Out& last() const { return rtl_out_[used_ - 1]; }
  // Skips cycles equal to the last one; only after holds() was true.
  void rest(std::uint64_t cycles) {
    rests_.push_back({used_, cycles});
    cycle_ += cycles;
  }

  std::uint64_t cycles() const { return cycle_; }  // including skipped cycles
  const std::string& block() const { return block_; }
  const BlockPorts<In, Out>& ports() const { return ports_; }

  static constexpr std::size_t kBatch = 256;

 private:
  // Skipped cycles before a row.
  struct Rest {
    std::size_t row;
    std::uint64_t cycles;
  };

  // Keeps the last wave_cycles rows.
  void forget() {
    const std::size_t kept = std::min(used_, options_.wave_cycles);
    std::erase_if(rests_, [&](const Rest& rest) { return rest.row <= used_ - kept; });
    for (Rest& rest : rests_) {
      rest.row -= used_ - kept;
    }
    const auto move_down = [&](auto& rows) {
      std::copy(rows.begin() + static_cast<std::ptrdiff_t>(used_ - kept),
                rows.begin() + static_cast<std::ptrdiff_t>(used_), rows.begin());
    };
    move_down(inputs_);
    move_down(rtl_out_);
    used_ = kept;
  }

  [[noreturn]] void fail(std::size_t row) {
    const std::size_t first = row + 1 - std::min(row + 1, options_.wave_cycles);
    LockstepRecord record{.block = block_,
                          .period = ports_.period,
                          .cycles = numbers_of(first, row),
                          .inputs = {"inputs", names_of(ports_.inputs), {}},
                          .reference = {"reference", names_of(ports_.outputs), {}},
                          .rtl = {"rtl", names_of(ports_.outputs), {}}};
    for (std::size_t n = first; n <= row; ++n) {
      record.inputs.values.push_back(values_at(ports_.inputs, inputs_[n]));
      // Before the batch being compared, both models had the same outputs.
      record.reference.values.push_back(values_at(ports_.outputs, n < used_ ? rtl_out_[n] : reference_out_[n - used_]));
      record.rtl.values.push_back(values_at(ports_.outputs, rtl_out_[n]));
    }
    report_mismatch(std::move(record), options_);
  }

  // The cycle numbers of these rows; `last` is at or after the last clocked row.
  std::vector<std::uint64_t> numbers_of(std::size_t first, std::size_t last) const {
    std::vector<std::uint64_t> numbers(last - first + 1);
    std::uint64_t number = cycle_ + last - used_;
    auto rest = rests_.rbegin();
    for (std::size_t row = last + 1; row-- > first; --number) {
      numbers[row - first] = number;
      for (; rest != rests_.rend() && rest->row == row; ++rest) {
        number -= rest->cycles;
      }
    }
    return numbers;
  }

  std::string block_;
  std::unique_ptr<Dut<In, Out>> reference_;
  std::unique_ptr<Dut<In, Out>> rtl_;
  BlockPorts<In, Out> ports_;
  LockstepOptions options_;

  // The last cycles, oldest first; the RTL writes its outputs directly into rtl_out_.
  std::vector<In> inputs_;
  std::vector<Out> rtl_out_;
  std::vector<Out> reference_out_;  // of the batch being compared
  std::vector<Rest> rests_;         // oldest first
  std::size_t used_ = 0;
  std::uint64_t cycle_ = 0;
};

template <class Kind>
using LockstepFor = Lockstep<typename Kind::Inputs, typename Kind::Outputs>;

}  // namespace weir::cosim
