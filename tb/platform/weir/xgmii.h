// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cable of a port as pins: XGMII with 64 bits and one edge a cycle (IEEE 802.3 clause 46, as MACs in FPGAs and
// ASICs have it), so that a MAC in RTL stands at a port of the switch. C++17.
//
// The pins have the types that `verilator --sc` gives to ports of this width. All are sampled at the rising edge of clk
// and change behind it. Byte 0 of a word, the first on the wire, is in its lowest bits.
//
//   idle 0x07, start 0xfb, terminate 0xfd, error 0xfe; a frame starts in byte 0 or 4, with seven bytes of preamble (the
//   first of them is the start character), 0xd5, and ends with its FCS
//
// What leaves the switch begins at the first place behind the arrival of its first bit, with 12 bytes from terminate to
// start on average (deficit idle count). What comes back is on the cable since its start character; a frame with an
// error character, or without 0xd5 behind the preamble, comes to the switch with a wrong FCS.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <systemc>

namespace weir {

class Switch;  // of weir/switch.h
namespace platform {
class XgmiiInside;
}  // namespace platform

class Xgmii final : public sc_core::sc_module {
 public:
  // The cable must have `wire_overhead`: preamble and gaps are on these pins. Error "weir/settings" otherwise, or where
  // 64 bits a cycle of clk are another rate than the cable's.
  Xgmii(const sc_core::sc_module_name& name, Switch& of, std::size_t port);
  ~Xgmii() override;
  Xgmii(const Xgmii&) = delete;
  Xgmii& operator=(const Xgmii&) = delete;

  sc_core::sc_in<bool> clk;

  // From the switch to the device: what its MAC receives.
  sc_core::sc_out<std::uint64_t> rxd;
  sc_core::sc_out<std::uint32_t> rxc;  // bit i: byte i is a character of control
  // From the device: what its MAC transmits.
  sc_core::sc_in<std::uint64_t> txd;
  sc_core::sc_in<std::uint32_t> txc;

  // Frames that have crossed the pins, to and from the device; of these, frames that were broken on the pins.
  std::uint64_t frames_to() const;
  std::uint64_t frames_from() const;
  std::uint64_t broken() const;

 private:
  void edge();

  std::unique_ptr<platform::XgmiiInside> inside_;
};

}  // namespace weir
