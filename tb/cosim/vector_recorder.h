// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays cycles on the model of a kind and keeps them as vectors.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/kind.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

template <class Kind>
class VectorRecorder {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  using Setup = typename Kind::Setup;

  // Of a block whose outputs come `latency` cycles after those of the model; the stimulus is the same.
  explicit VectorRecorder(Vectors& vectors, unsigned latency = 0) : vectors_(vectors), latency_(latency) {}

  // A segment of the block set up so. Its first cycle is a reset, so that nothing is left of the segment before.
  void begin(std::string name, std::string exercises, const Setup& setup) {
    vectors_.segments.push_back({std::move(name), std::move(exercises), vectors_.stimulus.size(), 0});
    model_.emplace(Kind::model(setup));
    shown_.emplace(Kind::model(setup));
    late_ = LateInputs<In>(latency_);
    ports_ = Kind::ports(setup);
    In reset;
    reset.rst_n = false;
    clock(reset);
  }

  // The model's outputs at once.
  Out clock(const In& in) {
    vectors_.stimulus.push_back(values_at(ports_.inputs, in));
    vectors_.expected.push_back(values_at(ports_.outputs, shown_->clock(late_.next(in))));
    ++vectors_.segments.back().cycles;
    return model_->clock(in);
  }

  // A segment's cycles of constrained random stimulus.
  void random(std::uint64_t seed, const Setup& setup, std::uint64_t cycles) {
    std::vector<In> inputs(cycles);
    typename Kind::Stimulus(seed, setup).fill(inputs);
    for (const In& in : inputs) {
      clock(in);
    }
  }

 private:
  using Model = decltype(Kind::model(std::declval<const Setup&>()));

  Vectors& vectors_;
  unsigned latency_;
  std::optional<Model> model_;
  std::optional<Model> shown_;  // with its inputs late
  LateInputs<In> late_;
  BlockPorts<In, Out> ports_;
};

template <BlockKind Kind>
Vectors vectors_of(const Variant<Kind>& variant, const VectorOptions& options) {
  typename Kind::Setup setup = variant.setup;
  set_parameters(variant.name, options, Kind::parameters(setup));
  const auto ports = Kind::ports(setup);  // validates
  Vectors vectors{.block = std::string(variant.name),
                  .period = ports.period,
                  .inputs = names_of(ports.inputs),
                  .outputs = names_of(ports.outputs)};
  for (const RtlParameter& parameter : Kind::parameters(setup)) {
    vectors.parameters.emplace_back(parameter.name, parameter.value);
  }
  Kind::require_playable(setup);
  VectorRecorder<Kind> recorder(vectors, variant.latency);
  Kind::play(setup, options, recorder);
  return vectors;
}

}  // namespace weir::cosim
