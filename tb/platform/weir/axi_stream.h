// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cable of a port as pins: two AXI4-Streams of 64 bits, as at the client side of a MAC. Frames are without preamble
// and FCS. C++17.
//
// The pins have the types that `verilator --sc` gives to ports of this width. All are sampled at the rising edge of clk
// and change behind it. Byte 0 of a word, the first on the wire, is in its lowest bits; tkeep has zeros in the last
// word alone, above the last byte.
//
// What leaves the switch begins with the first edge behind the arrival of its first bit, a word a cycle; what comes
// back is on the cable since its first word, or since the cable is free. So each stream carries the cable's rate if clk
// carries it with 64 bits, and no more.
//
// Back-pressure, where its pin is bound: rx_tready of the device holds words, and frames wait in the fifo. tx_tready
// holds the device while the cable is busy; without it, its frames wait in a fifo of the same size. A frame for which a
// fifo has no room is lost, counted, and the first is a warning "weir/cable": the cable has no other answer to a
// receiver that does not keep up, and pauses are the device's to send.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <systemc>

namespace weir {

class Switch;  // of weir/switch.h
namespace platform {
class AxiStreamInside;
}  // namespace platform

class AxiStream final : public sc_core::sc_module {
 public:
  // `fifo`: bytes of frames that wait in each direction.
  AxiStream(const sc_core::sc_module_name& name, Switch& of, std::size_t port, std::size_t fifo = 65'536);
  ~AxiStream() override;
  AxiStream(const AxiStream&) = delete;
  AxiStream& operator=(const AxiStream&) = delete;

  sc_core::sc_in<bool> clk;

  // From the switch to the device.
  sc_core::sc_out<std::uint64_t> rx_tdata;
  sc_core::sc_out<std::uint32_t> rx_tkeep;
  sc_core::sc_out<bool> rx_tvalid;
  sc_core::sc_out<bool> rx_tlast;
  sc_core::sc_in<bool> rx_tready;  // not bound: always ready

  // From the device to the switch.
  sc_core::sc_in<std::uint64_t> tx_tdata;
  sc_core::sc_in<std::uint32_t> tx_tkeep;
  sc_core::sc_in<bool> tx_tvalid;
  sc_core::sc_in<bool> tx_tlast;
  sc_core::sc_in<bool> tx_tuser;    // with the last word: the frame is bad, and comes with a wrong FCS. Not bound: low
  sc_core::sc_out<bool> tx_tready;  // not bound: the device does not wait

  // Frames that have crossed the pins, to and from the device; of the latter, bad ones; frames lost at a full fifo.
  std::uint64_t frames_to() const;
  std::uint64_t frames_from() const;
  std::uint64_t bad() const;
  std::uint64_t lost() const;

 private:
  void edge();
  void before_end_of_elaboration() override;

  std::unique_ptr<platform::AxiStreamInside> inside_;
};

}  // namespace weir
