// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A block under test known only by its ports, such as RTL that is compiled on request; and its use in place of a
// variant's own RTL. Values are in the order of the kind's ports.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/kind.h"

namespace weir::cosim {

// The interface of a block.
struct BlockShape {
  std::string block;
  Time period;
  std::vector<Port> inputs;            // including rst_ni, without clk_i
  std::vector<std::uint64_t> highest;  // highest value of each input
  std::vector<Port> outputs;
  std::vector<ParameterValue> parameters;  // in the module's order
  unsigned latency = 0;
};

class PortDut {
 public:
  virtual ~PortDut() = default;

  // `cycles` rows of inputs, as many rows of outputs.
  virtual void clock(std::size_t cycles, const std::uint64_t* in, std::uint64_t* out) = 0;
  virtual void evaluate(const std::uint64_t* in, std::uint64_t* out) = 0;
};

// Any block of a kind, by its ports.
template <class Kind>
class PortsOfDut final : public PortDut {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;

  PortsOfDut(std::unique_ptr<DutFor<Kind>> core, BlockPorts<In, Out> ports)
      : core_(std::move(core)), ports_(std::move(ports)) {}

  void clock(std::size_t cycles, const std::uint64_t* in, std::uint64_t* out) override {
    for (std::size_t n = 0; n < cycles; ++n) {
      const In cycle = taken(in + n * ports_.inputs.size());
      Out shown;
      core_->clock(std::span<const In>(&cycle, 1), std::span<Out>(&shown, 1));
      show(shown, out + n * ports_.outputs.size());
    }
  }
  void evaluate(const std::uint64_t* in, std::uint64_t* out) override { show(core_->evaluate(taken(in)), out); }

 private:
  In taken(const std::uint64_t* row) const {
    In cycle;
    for (std::size_t i = 0; i < ports_.inputs.size(); ++i) {
      ports_.inputs[i].set(cycle, row[i]);
    }
    return cycle;
  }
  void show(const Out& shown, std::uint64_t* row) const {
    for (std::size_t i = 0; i < ports_.outputs.size(); ++i) {
      row[i] = ports_.outputs[i].get(shown);
    }
  }

  std::unique_ptr<DutFor<Kind>> core_;
  BlockPorts<In, Out> ports_;
};

using PortDutFactory = std::function<std::unique_ptr<PortDut>()>;

template <class Kind>
class DutOfPorts final : public DutFor<Kind> {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;

  DutOfPorts(std::unique_ptr<PortDut> core, BlockPorts<In, Out> ports)
      : core_(std::move(core)), ports_(std::move(ports)) {}

  void clock(std::span<const In> in, std::span<Out> out) override {
    take(in);
    core_->clock(in.size(), inputs_.data(), outputs_.data());
    for (std::size_t n = 0; n < in.size(); ++n) {
      out[n] = shown(n);
    }
  }
  Out evaluate(const In& in) override {
    take(std::span<const In>(&in, 1));
    core_->evaluate(inputs_.data(), outputs_.data());
    return shown(0);
  }
  bool holds(const In& in) override {
    Out out;
    clock(std::span<const In>(&in, 1), std::span<Out>(&out, 1));
    return false;  // its state is unknown
  }

 private:
  void take(std::span<const In> in) {
    inputs_.clear();
    for (const In& cycle : in) {
      for (const PortOf<In>& port : ports_.inputs) {
        inputs_.push_back(port.get(cycle));
      }
    }
    outputs_.resize(in.size() * ports_.outputs.size());
  }
  Out shown(std::size_t row) const {
    Out out;
    for (std::size_t i = 0; i < ports_.outputs.size(); ++i) {
      ports_.outputs[i].set(out, outputs_[row * ports_.outputs.size() + i]);
    }
    return out;
  }

  std::unique_ptr<PortDut> core_;
  BlockPorts<In, Out> ports_;
  std::vector<std::uint64_t> inputs_;
  std::vector<std::uint64_t> outputs_;
};

// The block to be compared: the variant's own RTL, or its replacement.
template <class Kind>
DutFactory<Kind> rtl_or(const DutFactory<Kind>& own, const PortDutFactory& instead) {
  if (!instead) {
    return own;
  }
  return [instead](const typename Kind::Setup& setup) {
    Kind::require_built(setup);
    return std::make_unique<DutOfPorts<Kind>>(instead(), Kind::ports(setup));
  };
}

template <class Kind>
BlockShape shape_of(const Variant<Kind>& variant) {
  typename Kind::Setup setup = variant.setup;
  const auto ports = Kind::ports(setup);
  BlockShape shape{.block = std::string(variant.name),
                   .period = ports.period,
                   .inputs = names_of(ports.inputs),
                   .highest = {},
                   .outputs = names_of(ports.outputs),
                   .parameters = stated_values(Kind::parameters(setup)),
                   .latency = variant.latency};
  for (const auto& port : ports.inputs) {
    shape.highest.push_back(port.highest);
  }
  return shape;
}

}  // namespace weir::cosim
