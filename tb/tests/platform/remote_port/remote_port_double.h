// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A test double of what weir/remote_port.h needs of the remote-port of libsystemctlm-soc, written from its
// documentation: an adaptor with devices, a memory master and wires. Not libsystemctlm-soc: in place of the socket to
// QEMU stands double_guest(), which makes the accesses of a processor.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

struct remoteport_tlm_dev {
  virtual ~remoteport_tlm_dev() = default;
};

struct remoteport_tlm : sc_core::sc_module {
  sc_core::sc_in<bool> rst{"rst"};
  std::vector<remoteport_tlm_dev*> devices;

  SC_HAS_PROCESS(remoteport_tlm);
  remoteport_tlm(sc_core::sc_module_name module, int, const char*) : sc_module(module), devices(64) {
    SC_THREAD(process);
  }
  void register_dev(unsigned dev_id, remoteport_tlm_dev* dev) { devices.at(dev_id) = dev; }
  void process();
};

struct remoteport_tlm_memory_master : sc_core::sc_module, remoteport_tlm_dev {
  tlm_utils::simple_initiator_socket<remoteport_tlm_memory_master> sk{"sk"};

  explicit remoteport_tlm_memory_master(sc_core::sc_module_name module) : sc_module(module) {}

  // An access of the guest; returns whether the bus answers well.
  bool access(tlm::tlm_command command, std::uint64_t address, void* data, unsigned length) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    sc_core::sc_time delay;
    sk->b_transport(payload, delay);
    wait(delay);
    return payload.is_response_ok();
  }
};

struct remoteport_tlm_wires : sc_core::sc_module, remoteport_tlm_dev {
  std::unique_ptr<sc_core::sc_in<bool>[]> wires_in;

  remoteport_tlm_wires(sc_core::sc_module_name module, unsigned in, unsigned, bool = true)
      : sc_module(module), wires_in(new sc_core::sc_in<bool>[in]) {}
};

void double_guest(remoteport_tlm_memory_master& bus, const sc_core::sc_in<bool>& interrupt);

inline void remoteport_tlm::process() {
  wait(rst.negedge_event());
  double_guest(dynamic_cast<remoteport_tlm_memory_master&>(*devices.at(9)),
               dynamic_cast<remoteport_tlm_wires&>(*devices.at(12)).wires_in[0]);
}
