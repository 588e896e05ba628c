// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays cycles on a model and keeps them as vectors.

#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/cosim/delayed.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

template <class In, class Out>
class VectorRecorder {
 public:
  using Clock = std::function<Out(const In&)>;

  // Of a block whose outputs come `latency` cycles after those of the model; the stimulus is the same.
  explicit VectorRecorder(Vectors& vectors, unsigned latency = 0) : vectors_(vectors), latency_(latency) {}

  // A segment: `clock` is a model that has just been reset, `ports` turn its cycles into values. Its first cycle is a
  // reset, so that nothing is left of the segment before.
  void begin(std::string name, std::string exercises, Clock clock, BlockPorts<In, Out> ports) {
    vectors_.segments.push_back({std::move(name), std::move(exercises), vectors_.stimulus.size(), 0});
    late_ = Delayed<In, Out>(clock, latency_);
    clock_ = std::move(clock);
    ports_ = std::move(ports);
    In reset;
    reset.rst_n = false;
    this->clock(reset);
  }

  // The model's outputs at once.
  Out clock(const In& in) {
    const Out out = clock_(in);
    vectors_.stimulus.push_back(ports_.input_values(in));
    vectors_.expected.push_back(ports_.output_values(late_.clock(in)));
    ++vectors_.segments.back().cycles;
    return out;
  }

 private:
  Vectors& vectors_;
  unsigned latency_;
  Clock clock_;
  Delayed<In, Out> late_{nullptr, 0};
  BlockPorts<In, Out> ports_;
};

// Takes the widths that are asked for: `fields` names what a user may set. Throws std::invalid_argument for another.
inline void set_vector_parameters(std::string_view block, const VectorOptions& options,
                                  std::span<const std::pair<std::string_view, unsigned*>> fields) {
  for (const auto& [name, value] : options.parameters) {
    bool found = false;
    std::string known;
    for (const auto& [field, target] : fields) {
      if (field == name) {
        *target = value;
        found = true;
      }
      known += (known.empty() ? "" : ", ") + std::string(field);
    }
    if (!found) {
      throw std::invalid_argument("--parameter: " + std::string(block) + " has no parameter " + name +
                                  " that can be set; wanted one of " + known);
    }
  }
}

}  // namespace weir::cosim
