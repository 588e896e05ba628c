// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers and interrupt of a switch for QEMU, by the remote-port of libsystemctlm-soc: a module with an adaptor, a
// memory master for the registers and a wire for the interrupt. A template: this header needs nothing of
// libsystemctlm-soc, and is compiled with what the program has. C++17.
//
//   using RemotePort = weir::RemotePort<remoteport_tlm, remoteport_tlm_memory_master, remoteport_tlm_wires>;
//   RemotePort qemu{"qemu", s1, "unix:qemu-rport-_pl@0", {9, 12}};
//
// An access of 1 or 2 bytes, which the registers do not have, is made as one of the word around it, a write with byte
// enables. All others must be of aligned words. The registers are little endian. docs/user_guide/remote_port.md.

#pragma once

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <weir/switch.h>

namespace weir {

// What QEMU's device tree says of the switch.
struct RemotePortPlace {
  unsigned memory_device = 0;     // remote-port numbers of the registers' region, and of the interrupt
  unsigned interrupt_device = 1;  // whose line 0 is the switch's
  std::uint64_t base = 0;         // the address in which register map offset 0 arrives
};

// Between the memory master and the registers.
class RemotePortBus final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<RemotePortBus> in{"in"};
  tlm_utils::simple_initiator_socket<RemotePortBus> out{"out"};

  RemotePortBus(const sc_core::sc_module_name& name, std::uint64_t base) : sc_core::sc_module(name), base_(base) {
    in.register_b_transport(this, &RemotePortBus::b_transport);
    in.register_transport_dbg(this, &RemotePortBus::transport_dbg);
  }

 private:
  static constexpr unsigned kWord = 4;

  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    const std::uint64_t address = access.get_address();
    if (address < base_) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    if (access.get_data_length() < kWord && access.get_byte_enable_ptr() == nullptr) {
      part_of_word(access, delay);
      return;
    }
    access.set_address(address - base_);
    out->b_transport(access, delay);
    access.set_address(address);
  }

  void part_of_word(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    const std::uint64_t offset = access.get_address() - base_;
    const auto first = static_cast<unsigned>(offset % kWord);
    const unsigned length = access.get_data_length();
    if (first + length > kWord) {
      access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
      return;
    }
    std::array<unsigned char, kWord> word{};
    std::array<unsigned char, kWord> enables{};
    for (unsigned i = 0; i < length; ++i) {
      word[first + i] = access.get_data_ptr()[i];
      enables[first + i] = TLM_BYTE_ENABLED;
    }
    tlm::tlm_generic_payload whole;
    whole.set_command(access.get_command());
    whole.set_address(offset - first);
    whole.set_data_ptr(word.data());
    whole.set_data_length(kWord);
    whole.set_streaming_width(kWord);
    if (access.is_write()) {
      whole.set_byte_enable_ptr(enables.data());
      whole.set_byte_enable_length(kWord);
    }
    out->b_transport(whole, delay);
    for (unsigned i = 0; access.is_read() && i < length; ++i)
      access.get_data_ptr()[i] = word[first + i];
    access.set_response_status(whole.get_response_status());
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& access) {
    const std::uint64_t address = access.get_address();
    if (address < base_)
      return 0;
    access.set_address(address - base_);
    const unsigned done = out->transport_dbg(access);
    access.set_address(address);
    return done;
  }

  std::uint64_t base_;
};

template <class Adaptor, class Master, class Wires>
class RemotePort final : public sc_core::sc_module {
 public:
  // `socket`: the descriptor of the socket to QEMU, as the adaptor opens it. QEMU's machine may be larger than the
  // switch: other devices of the board are registered with `adaptor` beside these.
  RemotePort(const sc_core::sc_module_name& name, Switch& of, const char* socket, const RemotePortPlace& place)
      : sc_core::sc_module(name),
        adaptor("adaptor", -1, socket),
        registers("registers"),
        wires("wires", 1, 0),
        bus_("bus", place.base),
        irq_("irq"),
        reset_("reset", true) {
    adaptor.register_dev(place.memory_device, &registers);
    adaptor.register_dev(place.interrupt_device, &wires);
    adaptor.rst.bind(reset_);
    registers.sk.bind(bus_.in);
    bus_.out.bind(of.csr);
    of.irq.bind(irq_);
    wires.wires_in[0].bind(irq_);
    SC_HAS_PROCESS(RemotePort);
    SC_THREAD(start);
  }

  Adaptor adaptor;
  Master registers;
  Wires wires;

 private:
  // The adaptor begins at the falling edge.
  void start() {
    wait(1, sc_core::SC_NS);
    reset_.write(false);
  }

  RemotePortBus bus_;
  sc_core::sc_signal<bool> irq_;
  sc_core::sc_signal<bool> reset_;
};

}  // namespace weir
