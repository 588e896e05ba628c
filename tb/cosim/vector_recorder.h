// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays cycles on a kind's model and stores them as vectors, run-length coded.

#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/kind.h"
#include "tb/cosim/recorded_script.h"
#include "tb/cosim/runs.h"
#include "tb/cosim/vectors.h"
#include "tb/cosim/whole_port.h"

namespace weir::cosim {

// A block that plays the vectors has different outputs.
class VectorsDiffer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Makes a block to play a segment; null: the segment is not tried.
template <class Kind>
using TriedFactory =
    std::function<std::unique_ptr<DutFor<Kind>>(const typename Kind::Setup& setup, const VectorSegment& segment)>;

template <class Kind>
class VectorRecorder {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  using Setup = typename Kind::Setup;

  // For a block whose outputs lag the model's by `latency` cycles; the stimulus is the same. With `tried`, the tried
  // block also plays all cycles, and their coverage is not counted.
  VectorRecorder(Vectors& vectors, const Setup& widths, unsigned latency, TriedFactory<Kind> tried = {})
      : vectors_(vectors), coverage_(widths, latency), latency_(latency), tried_(std::move(tried)) {}

  // Begins a segment with this setup. The first cycle is a reset, which removes the previous segment's state.
  void begin(std::string name, std::string exercises, const Setup& setup) {
    ports_ = Kind::ports(setup);
    checked_ = false;
    open(std::move(name), std::move(exercises), setup, false);
  }

  // Plays one cycle; returns the model's outputs without latency.
  Out clock(const In& in) {
    const In arriving = late_.next(in);
    const Out shown = shown_->clock(late_shown_.next(in));
    add(in, shown);
    arrived_.push_back(dut_ ? in : arriving);
    outputs_.push_back(shown);
    if (arrived_.size() == kSampled) {
      sample();
    }
    return latency_ == 0 ? shown : model_->clock(in);
  }

  // Plays a script as a segment; leaves it out if these widths are too narrow. No input is under way at a reset.
  void play(const Script<In>& script, const std::string& mode, const Setup& setup) {
    ports_ = Kind::ports(setup);
    for (const Run<In>& run : script.runs) {
      if (const std::string wanted = beyond(run.in); !wanted.empty()) {
        leave_out(script.name + mode, wanted);
        return;
      }
    }
    checked_ = true;
    open(script.name + mode, script.exercises, setup, script.is_long);
    for (const Run<In>& run : with_time_to_arrive(script.runs, latency_)) {
      for (std::uint64_t n = 0; n < run.cycles; ++n) {
        clock(run.in);
      }
    }
  }

  void leave_out(const std::string& segment, const std::string& wanted) {
    vectors_.left_out.push_back(segment + ": it wants " + wanted);
  }

  // Plays the scripts of a block with one mode.
  void play_all(const Setup& setup, unsigned most) {
    for (const auto& scripts : {Kind::scripts(setup), Kind::ages(setup, 0, most)}) {
      for (const Script<In>& script : scripts) {
        play(script, "", setup);
      }
    }
  }

  // The segment of all directed stimulus.
  void directed(std::string exercises, const Setup& setup) {
    begin("directed", std::move(exercises), setup);
    for (const In& in : Kind::directed(setup)) {
      clock(in);
    }
  }

  // The segment of constrained random stimulus, if there is to be some.
  void random(std::string exercises, const VectorOptions& options, const Setup& setup) {
    if (options.random_cycles > 0) {
      begin("random", std::move(exercises), setup);
      random(options.seed, setup, options.random_cycles);
    }
  }
  // Plays constrained random cycles in the current segment.
  void random(std::uint64_t seed, const Setup& setup, std::uint64_t cycles) {
    std::vector<In> inputs(cycles);
    typename Kind::Stimulus(seed, setup).fill(inputs);
    for (const In& in : inputs) {
      clock(in);
    }
  }

  // The coverage of all segments.
  std::vector<CoverageGroup> coverage() {
    sample();
    return coverage_.take();
  }

 private:
  using Model = decltype(Kind::model(std::declval<const Setup&>()));

  static constexpr std::size_t kSampled = 4096;

  // Opens a segment; ports_ is set already.
  void open(std::string name, std::string exercises, const Setup& setup, bool is_long) {
    sample();
    VectorSegment segment{.name = std::move(name), .exercises = std::move(exercises), .is_long = is_long};
    segment.first_run = vectors_.runs.size();
    segment.first = vectors_.cycles();
    vectors_.segments.push_back(std::move(segment));
    model_.emplace(Kind::model(setup));
    shown_.emplace(Kind::model(setup));
    late_ = LateInputs<In>(latency_);
    late_shown_ = LateInputs<In>(latency_, LateInputs<In>::reset());
    dut_.reset();
    if (tried_) {
      if (auto dut = tried_(setup, vectors_.segments.back())) {
        dut_.emplace(std::move(dut));
      }
    }
    coverage_.start(setup);
    In reset;
    reset.rst_n = false;
    clock(reset);
  }

  // Throws VectorsDiffer.
  void sample() {
    if (!dut_) {
      coverage_.sample(arrived_, outputs_);
    } else if (!std::ranges::equal(dut_->clock(arrived_), outputs_)) {
      throw VectorsDiffer(vectors_.segments.back().name);
    }
    arrived_.clear();
    outputs_.clear();
  }

  static std::uint64_t mask(const Port& port) { return ~std::uint64_t{0} >> (64 - port.bits); }

  // Extends the last run if this cycle continues it.
  void add(const In& in, const Out& out) {
    VectorSegment& segment = vectors_.segments.back();
    ++segment.cycles;
    values_.clear();
    for (const PortOf<Out>& port : ports_.outputs) {
      values_.push_back(port.get(out));
    }
    if (segment.runs == 0 || !(in == last_) || !goes_on(vectors_.runs.back())) {
      if (const std::string wanted = checked_ ? "" : beyond(in); !wanted.empty()) {
        throw std::invalid_argument("--parameter: too narrow for segment " + segment.name + ": it wants " + wanted);
      }
      VectorRun& run = vectors_.runs.emplace_back();
      run.inputs = values_at(ports_.inputs, in);
      run.outputs = values_;
      run.steps.assign(values_.size(), 0);
      ++segment.runs;
      last_ = in;
    } else {
      ++vectors_.runs.back().cycles;
    }
    std::swap(values_, before_);
  }

  // The reason why the inputs do not fit this block's ports (they are for wider ones); empty: they fit.
  std::string beyond(const In& in) const {
    for (const PortOf<In>& port : ports_.inputs) {
      if (const std::uint64_t most = std::min(mask(port), port.highest); port.get(in) > most) {
        return port.name + " = " + std::to_string(port.get(in)) + ", which is at most " + std::to_string(most);
      }
    }
    return "";
  }

  bool goes_on(VectorRun& run) const {
    const auto step = [&](std::size_t i) { return (values_[i] - before_[i]) & mask(ports_.outputs[i]); };
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (run.cycles > 1 && step(i) != run.steps[i]) {
        return false;
      }
    }
    for (std::size_t i = 0; run.cycles == 1 && i < values_.size(); ++i) {
      run.steps[i] = step(i);
    }
    return true;
  }

  Vectors& vectors_;
  typename Kind::Coverage coverage_;
  unsigned latency_;
  TriedFactory<Kind> tried_;
  std::optional<DutCore<Kind>> dut_;  // the tried block of this segment
  std::optional<Model> model_;
  std::optional<Model> shown_;  // the model with late inputs
  LateInputs<In> late_shown_;
  LateInputs<In> late_;        // delays inputs as coverage sees them
  BlockPorts<In, Out> ports_;  // of the segment
  bool checked_ = false;       // the inputs are known to fit the ports
  std::vector<In> arrived_;    // not sampled yet; the sent inputs if a block is tried
  std::vector<Out> outputs_;
  In last_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> before_;
};

// Throws VectorsDiffer if a tried block differs.
template <BlockKind Kind>
Vectors vectors_of(const Variant<Kind>& variant, const VectorOptions& options, const TriedFactory<Kind>& tried = {}) {
  typename Kind::Setup setup = variant.setup;
  set_parameters(variant.name, options.parameters, Kind::parameters(setup));
  std::optional<Recorded<Kind>> recorded;
  if (options.recording != nullptr) {
    recorded = recorded_cycles(*options.recording, variant);
    setup = recorded->mode.setup;
  }
  const auto ports = Kind::ports(setup);  // validates
  Vectors vectors{.block = std::string(variant.name),
                  .period = ports.period,
                  .parameters = stated_values(Kind::parameters(setup)),
                  .inputs = names_of(ports.inputs),
                  .outputs = names_of(ports.outputs)};
  VectorRecorder<Kind> recorder(vectors, setup, variant.latency, tried);
  if (recorded) {
    recorder.play(script_of(*options.recording, *recorded), "", setup);
  } else {
    Kind::require_playable(setup);
    Kind::play(setup, options, recorder);
  }
  vectors.coverage = recorder.coverage();
  // Of a whole port Icarus Verilog plays some thousand cycles a second, of other blocks a hundred times as many.
  for (VectorSegment& segment : vectors.segments) {
    segment.is_long |= is_whole_port(variant.name) && segment.cycles > 60'000;
  }
  return vectors;
}

}  // namespace weir::cosim
