// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a PFC engine into a given state. Time passes as the writer says, in quanta: the steps
// that give these quanta are of a model that goes along.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class PfcWriter : public ScriptWriter<PfcWriter, reference::PfcEngineInputs> {
 public:
  explicit PfcWriter(const reference::PfcEngineConfig& config)
      : full_(std::uint32_t{1} << config.prescaler_bits), engine_(config) {}

  static constexpr std::uint32_t kPfcHead = 0x01010000;
  static constexpr std::uint32_t kPauseHead = 0x00010000;

  // A cycle in which this many quanta end; not two in more than a few cycles in a row.
  void add(In in, unsigned quanta = 0) {
    const auto wanted = static_cast<std::int64_t>(quanta) * full_ + full_ / 2 - engine_.registers().prescaler;
    in.step = static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, 2 * std::int64_t{full_} - 1));
    add_as_is(in);
  }
  void add_as_is(const In& in) {
    engine_.clock(in);
    cycles_.push_back(in);
  }
  void idle(int cycles = 1, unsigned quanta = 0) {
    for (int n = 0; n < cycles; ++n) {
      add({}, quanta);
    }
  }

  std::uint32_t full() const { return full_; }  // a quantum
  const reference::PfcEngineCycle& engine() const { return engine_; }

  // A frame of the peer that gives these classes this time.
  static In message(std::uint8_t classes, std::uint16_t time) {
    const std::uint64_t times = std::uint64_t{time} * 0x0001'0001'0001'0001U;
    return {.heard = true, .heard_head = kPfcHead | classes, .heard_times_0_3 = times, .heard_times_4_7 = times};
  }

  // The states of the receiving side: asserted, told, and whether a refresh is due. `refresh` is what the refresh timer
  // then has left, where it runs.
  struct State {
    bool asserted;
    bool told;
    bool refresh_due;
  };
  static constexpr State kStates[] = {{false, false, false}, {true, false, false}, {true, true, false},
                                      {true, true, true},    {false, true, false}, {false, true, true}};
  void bring(const State& state, std::uint8_t classes, std::uint16_t refresh) {
    if (state.asserted || state.told) {
      add({.filled = classes});
    }
    if (state.told) {
      add({.told = true, .refresh_quanta = state.refresh_due ? std::uint16_t{1} : refresh});
      idle(state.refresh_due ? 1 : 0, 1);
    }
    if (!state.asserted && state.told) {
      add({.drained = classes});
    }
  }

 private:
  std::uint32_t full_;
  reference::PfcEngineCycle engine_;
};

}  // namespace weir::cosim
