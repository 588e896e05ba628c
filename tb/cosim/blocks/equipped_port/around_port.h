// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A writer of cycles for kinds of port around equipped_port.

#pragma once

#include <cstddef>
#include <cstdint>

#include "tb/cosim/blocks/equipped_port/script_writer.h"
#include "tb/cosim/blocks/lossless_port/script_writer.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

// `Writer` gives a cycle its own settings: set(In&). Limiters, where a port has them, have residual rounding and clamp.
template <class Writer, class Input>
class AroundPortWriter : public ScriptWriter<Writer, Input> {
 public:
  using In = Input;
  static constexpr std::uint32_t kAll = 255;

  explicit AroundPortWriter(const reference::EquippedPortConfig& config) : lossless_(config), port_(config) {}

  // A cycle of the port.
  In of(const reference::EquippedPortInputs& port) const {
    In in;
    static_cast<reference::EquippedPortInputs&>(in) = port;
    if constexpr (requires { in.rounding; }) {
      in.rounding = 3;
      in.clamp = true;
    }
    static_cast<const Writer*>(this)->set(in);
    return in;
  }
  In of(const reference::LosslessPortInputs& port) const { return of(port_.of(port)); }
  In still() const { return of(port_.still()); }
  void idle(std::uint64_t cycles = 1) { this->cycles_.insert(this->cycles_.end(), cycles, still()); }
  void reset() {
    In in = still();
    in.rst_n = false;
    this->add(in);
  }
  // A reset and its release; PFC for these classes.
  void wake(std::uint32_t pfc = 0) {
    reset();
    idle(2);
    this->add(of(lossless_.written(LosslessPortWriter::kLossless, pfc)));
  }
  In shown(In in, std::uint32_t c) const {
    in.shown = c;
    return in;
  }
  void show(std::uint32_t c, std::uint64_t cycles = 1) {
    this->cycles_.insert(this->cycles_.end(), cycles, shown(still(), c));
  }
  In ready(In in) const {
    in.mac_ready = true;
    return in;
  }
  // The MAC takes what is due.
  void drain(int cycles) {
    this->cycles_.insert(this->cycles_.end(), static_cast<std::size_t>(cycles), ready(still()));
  }
  In waits(std::uint32_t classes) const { return of(port_.waits(classes)); }
  In goes(std::uint32_t c) const { return shown(ready(waits(1U << c)), c); }

  const LosslessPortWriter& lossless() const { return lossless_; }
  const EquippedPortWriter& port() const { return port_; }

 private:
  LosslessPortWriter lossless_;
  EquippedPortWriter port_;
};

}  // namespace weir::cosim
