// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A kind of block, and its variants.
//
// A kind, in tb/cosim/blocks/<kind>, is the common part of blocks with the same ports: a class of types and static
// functions, listed below. A variant is one RTL module of that kind. Lock-step, vectors, coverage and recordings are
// made from these alone and name no block.
//
//   Inputs, Outputs      of one cycle, compared by ==; Inputs{} is an idle cycle; rst_n is the reset
//   Setup                the block's widths, form and mode
//   Stimulus             Stimulus(seed, setup).fill(cycles): constrained random (stimulus.h)
//   Coverage             Coverage(setup, latency), start(setup of a mode), sample(inputs, outputs), take()
//   model(setup)         the reference: clock(inputs) and evaluate(inputs), outputs as before the clock edge
//   ports(setup)         throws std::invalid_argument for an impossible setup
//   require_built(setup) throws std::invalid_argument for widths with which the RTL was not built (require_width)
//   modes(setup)         each mode with its name; OneMode for a kind with one mode
//   directed(setup)      walks through every cross of the coverage, so that no hole is left to chance; ends with a
//                        reset
//   scripts(setup)       walks to every magnitude, run-length coded: for lock-step, and as segments of the vectors
//   ages(setup, least, most)  durations of more than 2^k cycles, for each k from least to most
//   parameters(setup)    of the RTL, in the module's order; setting one that is settable changes this setup
//   require_playable(setup)  throws std::invalid_argument if the vectors do not fit these widths
//   play(setup, options, recorder)  the segments of its golden vectors (vector_recorder.h)
//   header(setup), take_header(recording, setup), mode_name(setup)  the setup in a recording, one line per member
//   variants()           one line each, in a file of its own because it includes the Verilated headers
//   block(variant)       the result of make_block.h, with `install` and `record` if a switch can contain the block

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

// Base of a kind with one mode.
template <class Setup>
struct OneMode {
  static std::vector<Mode<Setup>> modes(const Setup& setup) { return {{mode_name(setup), setup}}; }
  static std::string mode_name(const Setup& /*setup*/) { return ""; }
};

template <class Kind>
class VectorRecorder;  // vector_recorder.h

// A parameter of an RTL module: a whole number, or several registers in one number, the first in the lowest bits.
struct RtlParameter {
  std::string_view name;
  std::vector<std::uint64_t> values;
  unsigned bits = 0;                                          // of each register; 0: a whole number
  std::function<void(std::span<const std::uint64_t>)> set{};  // empty: it follows from others
  bool stated = true;                                         // false: a module may lack it and use the default

  bool settable() const { return set != nullptr; }
  std::string verilog() const;  // the value in Verilog's notation
};
// A width that users may set.
RtlParameter width_parameter(std::string_view name, unsigned& value);
// The reset value of a register, stated if it is not the default.
RtlParameter reset_parameter(std::string_view name, unsigned bits, std::uint32_t value, bool stated,
                             std::function<void(std::uint32_t)> set);
// The value of a parameter with one value. Throws std::invalid_argument for several.
std::uint64_t only_value(std::string_view name, std::span<const std::uint64_t> values);

// Checks that the value fits the widest register. Throws std::invalid_argument.
std::uint32_t register_value(std::string_view name, std::uint64_t value);

// The value of a parameter as passed to a module.
struct ParameterValue {
  std::string name;
  std::vector<std::uint64_t> values;
  unsigned bits = 0;  // as in RtlParameter
  std::string verilog;
  bool settable = false;  // false: it follows from others
};
// The values of stated parameters.
std::vector<ParameterValue> stated_values(std::span<const RtlParameter> parameters);

template <class Kind>
using DutFor = Dut<typename Kind::Inputs, typename Kind::Outputs>;

// Makes the block to be compared with the reference: the Verilated block, a mutant, a user's block.
template <class Kind>
using DutFactory = std::function<std::unique_ptr<DutFor<Kind>>(const typename Kind::Setup& setup)>;

// Owns a Dut and plays it cycle by cycle or in batches.
template <class Kind>
class DutCore {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  static constexpr unsigned kSides = 1;  // models that are clocked

  explicit DutCore(std::unique_ptr<DutFor<Kind>> dut) : dut_(std::move(dut)) {}

  // The returned outputs are valid until the next call.
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
  std::string_view text;  // description, for lists
  typename Kind::Setup setup{};
  unsigned latency = 0;  // cycles by which its outputs lag those of the reference
  DutFactory<Kind> rtl{};
  DutFactory<Kind> widest{};  // in a switch that asks for more than the widths of `rtl`; empty: there is none
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

// The C++ model as a block, with outputs as late as the variant's.
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
