// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the pointers of an iSLIP to some ports and let inputs ask there.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/islip_cycle.h"
#include "hw_model/reference/round_robin.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class IslipWriter : public ScriptWriter<IslipWriter, reference::IslipInputs> {
 public:
  explicit IslipWriter(const reference::IslipConfig& config) : config_(config) {}

  unsigned inputs() const { return config_.inputs; }
  unsigned port(unsigned number) const { return number % inputs(); }
  std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - inputs() * inputs()); }
  std::uint64_t pair(unsigned output, unsigned input) const {
    return std::uint64_t{1} << (port(output) * inputs() + port(input));
  }
  std::uint64_t for_output(unsigned output) const { return config_.all() << port(output) * inputs(); }
  std::uint64_t of_input(unsigned input) const {
    std::uint64_t pairs = 0;
    for (unsigned output = 0; output < inputs(); ++output) {
      pairs |= pair(output, input);
    }
    return pairs;
  }
  // The first outputs and the first inputs, all with each other.
  std::uint64_t corner(unsigned outputs, unsigned inputs) const {
    std::uint64_t pairs = 0;
    for (unsigned output = 0; output < outputs; ++output) {
      for (unsigned input = 0; input < inputs; ++input) {
        pairs |= pair(output, input);
      }
    }
    return pairs;
  }
  // Input n with output n + by, each n.
  std::uint64_t diagonal(unsigned by) const {
    std::uint64_t pairs = 0;
    for (unsigned n = 0; n < inputs(); ++n) {
      pairs |= pair(n + by, n);
    }
    return pairs;
  }

  void ask(std::uint64_t pairs, bool take = true) { add({.take = take, .req = {pairs}}); }
  // The pair alone: both pointers are beyond it.
  void serve(unsigned output, unsigned input) { ask(pair(output, input)); }
  void grants_from(unsigned output, unsigned input) { serve(output, input + inputs() - 1); }
  void accepts_from(unsigned input, unsigned output) { serve(output + inputs() - 1, input); }
  // All grant pointers at one input, all accept pointers at one output.
  void all_from(unsigned input, unsigned output) {
    for (unsigned n = 0; n < inputs(); ++n) {
      accepts_from(n, output);
    }
    for (unsigned n = 0; n < inputs(); ++n) {
      grants_from(n, input);
    }
    // The grant pointers stand; the accept pointer of the input before has moved with each of them.
    serve(output + inputs() - 1, input + inputs() - 1);
  }
  // The pair in the second iteration: its output grants the next input first, which accepts the next output.
  void contend(unsigned output, unsigned input, bool take) {
    serve(output, input + 1);
    serve(output, input);
    ask(pair(output, input) | pair(output, input + 1) | pair(output + 1, input + 1), take);
  }
  void idle(int cycles) {
    for (int n = 0; n < cycles; ++n) {
      add({});
    }
  }
  // All ask: where the pointers are shows in the matchings.
  void show(int slots = 2) {
    for (int n = 0; n < slots; ++n) {
      ask(all());
    }
  }

  // What a cycle may bring, in the order of the number, without and with taking: nobody, a pair, an output, an input, a
  // contended output, a diagonal, the first pair that comes round, all; at last a reset beside all of it.
  static constexpr unsigned kEvents = 17;
  In event(unsigned which, unsigned of) const {
    if (which == kEvents - 1) {
      return {.rst_n = false, .take = true, .req = {all()}};
    }
    const std::uint64_t pairs[] = {0,
                                   pair(of, of),
                                   for_output(of),
                                   of_input(of),
                                   pair(of, of) | pair(of, of + 1) | pair(of + 1, of) | pair(of + 1, of + 1),
                                   diagonal(of),
                                   pair(inputs() - 1, inputs() - 1) | pair(of, of),
                                   all()};
    return {.take = which % 2 != 0, .req = {pairs[which / 2]}};
  }

 private:
  reference::IslipConfig config_;
};

}  // namespace weir::cosim
