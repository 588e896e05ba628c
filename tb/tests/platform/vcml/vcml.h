// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A test double of what weir/vcml.h needs of vcml, written from its documentation: names, types and rules of its
// Ethernet protocol, and a host with eth_tx and eth_rx. Not vcml.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <systemc>
#include <tlm>

namespace vcml {

struct eth_frame : std::vector<std::uint8_t> {
  enum : std::size_t { FRAME_MIN_SIZE = 64, FRAME_MAX_SIZE = 1522 };
  eth_frame() = default;
  eth_frame(const std::uint8_t* data, std::size_t length) : std::vector<std::uint8_t>(data, data + length) {
    if (length > FRAME_MAX_SIZE)
      throw std::length_error("payload too big");
    if (length < FRAME_MIN_SIZE)
      resize(FRAME_MIN_SIZE);
  }
};

class eth_fw_transport_if : public sc_core::sc_interface {
 public:
  using protocol_types = eth_frame;
  virtual void eth_transport(eth_frame& frame) = 0;
};

class eth_bw_transport_if : public sc_core::sc_interface {
 public:
  using protocol_types = eth_frame;
};

using eth_base_initiator_socket = tlm::tlm_base_initiator_socket<1, eth_fw_transport_if, eth_bw_transport_if>;
using eth_base_target_socket = tlm::tlm_base_target_socket<1, eth_fw_transport_if, eth_bw_transport_if>;

// The sockets of a host end in the host.
class eth_host {
 public:
  virtual ~eth_host() = default;
  virtual void eth_receive(const eth_frame& frame) = 0;
};

class eth_initiator_socket : public eth_base_initiator_socket {
 public:
  explicit eth_initiator_socket(const char* name) : eth_base_initiator_socket(name) { bind(end_); }
  void send(eth_frame& frame) { get_interface(0)->eth_transport(frame); }

 private:
  struct : eth_bw_transport_if {
  } end_;
};

class eth_target_socket : public eth_base_target_socket {
 public:
  eth_target_socket(const char* name, eth_host& host) : eth_base_target_socket(name), end_(host) { bind(end_); }

 private:
  struct end : eth_fw_transport_if {
    explicit end(eth_host& of) : host(of) {}
    void eth_transport(eth_frame& frame) override { host.eth_receive(frame); }
    eth_host& host;
  } end_;
};

}  // namespace vcml
