// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One cycle of a Verilated block. Pins<Kind>, in the kind's verilated.h, connects members of a cycle to ports;
// Verilator's class is a parameter, so that all variants and their mutants share the code. Include only in a .cpp that
// includes a V*.h and no SystemC. A cycle is two evaluations: inputs with the clock low, after which the outputs are
// read, then the rising edge.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tb/cosim/kind.h"
#include "verilated.h"
#include "verilated_save.h"

namespace weir::cosim {

// One context for all blocks, never destroyed: Verilator 5.006 removes a block's scopes from whichever context the
// thread used last, and starts a thread pool for each context unless told otherwise.
inline VerilatedContext& shared_context() {
  static VerilatedContext* const kContext = [] {
    auto* made = new VerilatedContext;
    made->threads(1);
    return made;
  }();
  return *kContext;
}

// The whole state of a Verilated block as bytes.
class Image final : public VerilatedSerialize {
 public:
  Image() { m_isOpen = true; }

  template <class V>
  void take(V& model, std::vector<std::uint8_t>& bytes) {
    bytes_.clear();
    *this << model;
    flush();
    bytes.swap(bytes_);
  }
  void flush() override {
    bytes_.insert(bytes_.end(), m_bufp, m_cp);
    m_cp = m_bufp;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

inline Image& shared_image() {
  static Image image;
  return image;
}

// Sets a port; Verilator's ports are references to the smallest sufficient unsigned type.
template <class PortType>
void drive(PortType& port, std::uint64_t value) {
  port = static_cast<PortType>(value);
}

template <class Member, class PortType>
void read(Member& member, const PortType& port) {
  member = static_cast<Member>(port);
}

// The connection of a kind's cycles to ports, static functions over Verilator's class `V`, made from the names of the
// ports (cmake/rtl_pins.cmake) or by hand:
//   drive(V&, inputs, setup)
//   outputs(const V&)
template <class Kind>
struct Pins;

template <class Kind, class V>
class Verilated {
 public:
  using Inputs = typename Kind::Inputs;
  using Outputs = typename Kind::Outputs;

  explicit Verilated(const typename Kind::Setup& setup) : model_(&shared_context(), "rtl"), setup_(setup) {
    Pins<Kind>::drive(model_, Inputs{}, setup_);
    model_.rst_ni = 0;
    edge();
    model_.rst_ni = 1;
  }
  Verilated(const Verilated&) = delete;
  Verilated& operator=(const Verilated&) = delete;

  Outputs evaluate(const Inputs& in) {
    clock_low(in);
    return Pins<Kind>::outputs(model_);
  }

  Outputs clock(const Inputs& in) {
    const Outputs out = evaluate(in);
    model_.clk_i = 1;
    model_.eval();
    return out;
  }

  // Compares two images at the same inputs and a low clock. Only for a block Verilated with the option to save.
  bool holds(const Inputs& in) requires requires(VerilatedSerialize& image, V& model) { image << model; }
  {
    clock_low(in);
    shared_image().take(model_, before_);
    model_.clk_i = 1;
    model_.eval();
    clock_low(in);
    shared_image().take(model_, after_);
    return before_ == after_;
  }

 protected:
  void clock_low(const Inputs& in) {
    Pins<Kind>::drive(model_, in, setup_);
    model_.clk_i = 0;
    model_.eval();
  }

  // A cycle with the previous inputs.
  void edge() {
    model_.clk_i = 0;
    model_.eval();
    model_.clk_i = 1;
    model_.eval();
  }

  V model_;
  typename Kind::Setup setup_;

 private:
  std::vector<std::uint8_t> before_;
  std::vector<std::uint8_t> after_;
};

// RTL of any widths, which the setup must be.
template <class Kind, class V>
std::unique_ptr<DutFor<Kind>> verilated_as_is(const typename Kind::Setup& setup) {
  return std::make_unique<DutOf<typename Kind::Inputs, typename Kind::Outputs, Verilated<Kind, V>>>(setup);
}

// Throws std::invalid_argument for widths with which the RTL was not built.
template <class Kind, class V>
std::unique_ptr<DutFor<Kind>> verilated_dut(const typename Kind::Setup& setup) {
  Kind::require_built(setup);
  return verilated_as_is<Kind, V>(setup);
}

}  // namespace weir::cosim
