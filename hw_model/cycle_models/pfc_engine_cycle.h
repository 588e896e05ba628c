// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/pfc_engine, register for register: the PAUSE frames of one port, by PFC a class each, or by
// 802.3x for the port as a whole.
//
// What a cycle brings acts in this order, and the outputs are those of the registers before it:
//   time     the quanta that end in the cycle are taken from all timers
//   told     the frame of this cycle's body is built: told, and the refresh timers, of all classes that are in it
//   depth    filled, drained, above, below
//   message  a frame of the peer loads the pause timers that it names
//   settings a class without PFC, and every class while the link is down, holds nothing
//
// A quantum is 512 bit times. The prescaler counts parts of it, 2^-prescaler_bits each: with 9 bits, bits of the line.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

struct PfcEngineConfig {
  unsigned prescaler_bits = kPfcPrescalerBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

// Masks have a bit a class. The body of a frame is as on the wire: `head` is opcode and class-enable vector, or opcode
// and time of an 802.3x PAUSE; of the times the first is in the highest bits.
struct PfcEngineInputs {
  bool rst_n = true;
  bool told = false;
  bool heard = false;
  bool port_pause = false;
  bool link_up = true;
  std::uint8_t filled = 0;
  std::uint8_t drained = 0;
  std::uint8_t above = 0;
  std::uint8_t below = 0;
  std::uint8_t enable = 0xff;
  std::uint16_t pause_quanta = 0xffff;
  std::uint16_t refresh_quanta = 0x7fff;
  std::uint32_t step = 960;  // 800 Gbps in 1.2 ns
  std::uint32_t heard_head = 0;
  std::uint64_t heard_times_0_3 = 0;
  std::uint64_t heard_times_4_7 = 0;
  bool operator==(const PfcEngineInputs&) const = default;
};

struct PfcEngineOutputs {
  std::uint8_t quanta = 0;
  bool due = false;
  std::uint8_t pauses = 0;
  std::uint8_t refreshes = 0;
  std::uint8_t resumes = 0;
  std::uint8_t blocked = 0;
  std::uint8_t expires = 0;
  std::uint8_t asserted = 0;
  std::uint8_t told = 0;
  std::uint8_t refresh_due = 0;
  std::uint32_t prescaler = 0;
  std::uint32_t head = 0;
  std::uint64_t times_0_3 = 0;
  std::uint64_t times_4_7 = 0;
  std::uint64_t refresh_timers_0_3 = 0;
  std::uint64_t refresh_timers_4_7 = 0;
  std::uint64_t pause_timers_0_3 = 0;
  std::uint64_t pause_timers_4_7 = 0;
  bool operator==(const PfcEngineOutputs&) const = default;
};

using PfcEngineBlock = ClockedBlock<PfcEngineConfig, PfcEngineInputs, PfcEngineOutputs>;

class PfcEngineCycle {
 public:
  explicit PfcEngineCycle(const PfcEngineConfig& config);

  // One cycle; outputs as before its clock edge.
  PfcEngineOutputs clock(const PfcEngineInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  PfcEngineOutputs evaluate(const PfcEngineInputs& in);

  struct Registers {
    std::uint32_t prescaler = 0;
    ClassMask asserted = 0;
    ClassMask told = 0;
    ClassMask refresh_due = 0;
    std::array<std::uint16_t, kClasses> refresh_timer{};
    std::array<std::uint16_t, kClasses> pause_timer{};
    bool operator==(const Registers&) const = default;
  };
  const Registers& registers() const { return at_; }
  bool operator==(const PfcEngineCycle&) const = default;

 private:
  ClassMask due(const PfcEngineInputs& in) const;
  unsigned quanta(const PfcEngineInputs& in) const { return (at_.prescaler + in.step) >> prescaler_bits_; }
  void body(const PfcEngineInputs& in, PfcEngineOutputs& out) const;

  unsigned prescaler_bits_;
  Registers at_;
};

// The classes that take part: of 802.3x the first, which stands for the port.
constexpr ClassMask pfc_engine_live(const PfcEngineInputs& in) {
  return static_cast<ClassMask>(!in.link_up ? 0 : in.port_pause ? 1 : in.enable);
}

// The classes whose timers a frame of the peer loads, and the time that it gives to one.
ClassMask pfc_engine_loads(const PfcEngineInputs& in);
std::uint16_t pfc_engine_time(const PfcEngineInputs& in, std::size_t c);

}  // namespace weir::reference
