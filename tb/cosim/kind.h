// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A kind of block, and its variants.
//
// A kind is what blocks with the same ports have in common, in tb/cosim/blocks/<kind>: a class of types and static
// functions, below. A variant is one RTL module of that kind. Lock-step, vectors, coverage and recordings are made of
// these alone, and name no block.
//
//   Inputs, Outputs      of one cycle, compared by ==; Inputs{} is a cycle in which nothing happens, rst_n its reset
//   Setup                widths, form and mode: what a block is built for
//   Stimulus             Stimulus(seed, setup).fill(cycles): constrained random (stimulus.h)
//   Coverage             Coverage(setup, latency), start(setup of a mode), sample(inputs, outputs), take()
//   model(setup)         the reference: clock(inputs) and evaluate(inputs), outputs as before the clock edge
//   ports(setup)         throws std::invalid_argument for a setup that cannot be
//   require_built(setup) throws std::invalid_argument for widths that the RTL was not built with (require_width)
//   modes(setup)         each with its name; of a kind with one mode only: OneMode
//   directed(setup)      walks through every cross that coverage asks for, so that no hole is left to chance; a reset
//                        is its end
//   scripts(setup)       walks to every magnitude, run-length coded: for lock-step, and segments of the vectors
//   ages(setup, least, most)  what lasts more than 2^k cycles, for each such k
//   parameters(setup)    of the RTL, in its order; those that a user may set are set in this setup
//   require_playable(setup)  throws std::invalid_argument where the vectors would not fit these widths
//   play(setup, options, recorder)  the segments of its golden vectors (vector_recorder.h)
//   header(setup), take_header(recording, setup), mode_name(setup)  the setup in a recording, one line a member
//   variants()           a line each, in a file of its own because it includes the Verilated headers
//   block(variant)       what make_block.h makes of it, and how a switch has it, where one can

#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/cosim/dut.h"
#include "tb/cosim/late.h"
#include "tb/cosim/ports.h"

namespace weir::cosim {

void require_width(const char* field, unsigned asked, unsigned built);

template <class Setup>
struct Mode {
  std::string name;
  Setup setup;
};

// The modes of a kind that has one only.
template <class Setup>
struct OneMode {
  static std::vector<Mode<Setup>> modes(const Setup& setup) { return {{mode_name(setup), setup}}; }
  static std::string mode_name(const Setup& /*setup*/) { return ""; }
};

template <class Kind>
class VectorRecorder;  // vector_recorder.h

// A parameter of an RTL module: a whole number, or registers in one number, the first in the lowest bits.
struct RtlParameter {
  std::string_view name;
  std::vector<std::uint64_t> values;
  unsigned bits = 0;                                          // of each register; 0: a whole number
  std::function<void(std::span<const std::uint64_t>)> set{};  // takes others; none: it follows from others
  bool stated = true;                                         // false: a module need not have it, at its default

  bool settable() const { return set != nullptr; }
  std::string verilog() const;  // the value
};
// A width that a user may set.
RtlParameter width_parameter(std::string_view name, unsigned& value);
// A register's value after a reset, stated where it is not the default.
RtlParameter reset_parameter(std::string_view name, unsigned bits, std::uint32_t value, bool stated,
                             std::function<void(std::uint32_t)> set);
// The one number of a parameter that has one. Throws std::invalid_argument.
std::uint64_t only_value(std::string_view name, std::span<const std::uint64_t> values);

// As many bits as the widest register has. Throws std::invalid_argument.
std::uint32_t register_value(std::string_view name, std::uint64_t value);

// A parameter's value as a module gets it.
struct ParameterValue {
  std::string name;
  std::vector<std::uint64_t> values;
  unsigned bits = 0;  // as RtlParameter
  std::string verilog;
  bool settable = false;  // the others follow
};
// Of those that are stated.
std::vector<ParameterValue> stated_values(std::span<const RtlParameter> parameters);

template <class Kind>
using DutFor = Dut<typename Kind::Inputs, typename Kind::Outputs>;

// Makes what is compared with the reference: the Verilated block, a mutant, another's.
template <class Kind>
using DutFactory = std::function<std::unique_ptr<DutFor<Kind>>(const typename Kind::Setup& setup)>;

// A Dut that it owns, cycle by cycle or a batch at a time.
template <class Kind>
class DutCore {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;

  explicit DutCore(std::unique_ptr<DutFor<Kind>> dut) : dut_(std::move(dut)) {}

  // The outputs stand until the next call.
  std::span<const Out> clock(std::span<const In> in) {
    outputs_.resize(in.size());
    dut_->clock(in, outputs_);
    return outputs_;
  }
  Out clock(const In& in) { return clock(std::span<const In>(&in, 1)).front(); }
  Out evaluate(const In& in) { return dut_->evaluate(in); }
  bool holds(const In& in) { return dut_->holds(in); }
  void rest(std::uint64_t /*cycles*/) {}

 private:
  std::unique_ptr<DutFor<Kind>> dut_;
  std::vector<Out> outputs_;
};

template <class Kind>
struct Variant {
  std::string_view name;  // RTL module
  std::string_view text;  // what it is, for lists
  typename Kind::Setup setup{};
  unsigned latency = 0;  // cycles by which its outputs come after those of the reference
  DutFactory<Kind> rtl{};
};

template <class Kind>
concept BlockKind = requires(const typename Kind::Setup& setup, typename Kind::Inputs in,
                             typename Kind::Stimulus stimulus) {
  { in.rst_n } -> std::convertible_to<bool>;
  { Kind::ports(setup) } -> std::same_as<BlockPorts<typename Kind::Inputs, typename Kind::Outputs>>;
  { Kind::modes(setup) } -> std::same_as<std::vector<Mode<typename Kind::Setup>>>;
  { Kind::directed(setup) } -> std::same_as<std::vector<typename Kind::Inputs>>;
  { Kind::model(setup).clock(in) } -> std::same_as<typename Kind::Outputs>;
  typename Kind::Coverage;
};

// The C++ model as a block, its outputs as late as those of the variant.
template <class Kind>
std::unique_ptr<DutFor<Kind>> reference_dut(const typename Kind::Setup& setup, unsigned latency = 0) {
  using Model = decltype(Kind::model(setup));
  auto dut = std::make_unique<DutOf<typename Kind::Inputs, typename Kind::Outputs, Model>>(Kind::model(setup));
  if (latency == 0) {
    return dut;
  }
  return std::make_unique<LateDut<typename Kind::Inputs, typename Kind::Outputs>>(std::move(dut), latency);
}

}  // namespace weir::cosim
