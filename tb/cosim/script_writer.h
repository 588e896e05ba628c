// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What writers of a kind's cycles share. `Writer`, the kind's own, may add cycles and reset in its own way.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/runs.h"

namespace weir::cosim {

template <class Writer, class Input>
class ScriptWriter {
 public:
  using In = Input;

  void add(const In& in) { cycles_.push_back(in); }
  void reset() { static_cast<Writer*>(this)->add({.rst_n = false}); }

  std::vector<In> cycles() { return std::move(cycles_); }
  // A script of what has been written since the one before, with a reset at its
  // end.
  Script<In> script(std::string name, std::string exercises) {
    static_cast<Writer*>(this)->reset();
    Script<In> script{.name = std::move(name), .exercises = std::move(exercises)};
    move_to(script);
    return script;
  }
  // What has been written since, at the end of a script.
  void move_to(Script<In>& script) {
    for (const In& in : cycles_) {
      script.add(in);
    }
    cycles_.clear();
  }

 protected:
  std::vector<In> cycles_;
};

// Pairs that differ by one or in one bit, at this bit, with the bits above it clear and set.
template <class Ask>
void pairs(unsigned bit, std::uint32_t most, Ask ask) {
  const std::uint32_t one = std::uint32_t{1} << bit;
  for (const std::uint32_t above : {0U, most & ~(2 * one - 1)}) {
    ask(above + one, above + one - 1);
    ask(above + one - 1, above + one);
    ask(above + one, above + one);
  }
  ask(most, most ^ one);
  ask(most ^ one, most);
}

}  // namespace weir::cosim
