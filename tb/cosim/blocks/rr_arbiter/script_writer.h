// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a round-robin arbiter to a pointer and a lock and let inputs ask there.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "hw_model/reference/round_robin.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class RrArbiterWriter : public ScriptWriter<RrArbiterWriter, reference::RrArbiterInputs> {
 public:
  explicit RrArbiterWriter(const reference::RrArbiterConfig& config) : config_(config) {}

  unsigned inputs() const { return config_.inputs; }
  std::uint64_t all() const { return config_.all(); }
  std::uint64_t bit(unsigned input) const { return std::uint64_t{1} << input % inputs(); }
  unsigned after(unsigned input) const { return static_cast<unsigned>(reference::turn_after(input, inputs())); }

  // The input asks alone and is served, without a lock: the pointer is behind it.
  void serve(unsigned input) { add({.req = bit(input), .accept = true}); }
  // To a pointer, without a lock.
  void to(unsigned pointer) {
    add({});  // a lock lapses
    serve(pointer + inputs() - 1);
  }
  // To a pointer, with a lock of this owner, which has not been served.
  void to(unsigned pointer, unsigned owner) {
    to(pointer);
    add({.req = bit(owner), .lock = true});
  }
  void idle(int cycles) {
    for (int n = 0; n < cycles; ++n) {
      add({});
    }
  }
  // All ask for so many turns: where the pointer is, and whether there is a lock, shows in the grants.
  void show(int turns = 2) {
    for (int n = 0; n < turns; ++n) {
      add({.req = all(), .accept = true});
    }
  }

  // What a cycle may bring, in the order of the number: who asks (nobody, the owner or pointer `of` alone, others
  // alone, all), acceptance, lock; at last a reset beside all of it.
  static constexpr unsigned kEvents = 14;
  In event(unsigned which, unsigned of) const {
    if (which == 0) {
      return {};
    }
    if (which == kEvents - 1) {
      return {.rst_n = false, .req = all(), .accept = true, .lock = true};
    }
    const unsigned ask = (which - 1) / 4;
    return {.req = ask == 0   ? bit(of)
                   : ask == 1 ? all() & ~bit(of)
                              : all(),
            .accept = ((which - 1) & 1U) != 0,
            .lock = ((which - 1) & 2U) != 0};
  }

 private:
  reference::RrArbiterConfig config_;
};

}  // namespace weir::cosim
