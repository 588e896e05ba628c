// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cable of a port for the Virtual Components Modeling Library (vcml): a module with the sockets eth_tx and eth_rx,
// which are bound to the eth_rx and eth_tx of a network controller, a vcml::ethernet::network or a
// vcml::ethernet::bridge. A template: this header needs nothing of vcml, and is compiled with what the program has.
// C++17.
//
//   using VcmlCable = weir::VcmlCable<vcml::eth_base_initiator_socket, vcml::eth_base_target_socket>;
//
// The module is no vcml::eth_host, and its sockets are vcml's base sockets, to which eth_initiator_socket and
// eth_target_socket bind as to any other. docs/user_guide/vcml.md.

#pragma once

#include <cstddef>
#include <cstdint>

#include <systemc>
#include <weir/cable.h>

namespace weir {

template <class Initiator, class Target>
class VcmlCable final : public sc_core::sc_module,
                        public Target::fw_interface_type,
                        public Initiator::bw_interface_type {
 public:
  using EthFrame = typename Target::fw_interface_type::protocol_types;

  Initiator eth_tx;
  Target eth_rx;

  VcmlCable(const sc_core::sc_module_name& name, Switch& of, std::size_t port)
      : sc_core::sc_module(name),
        eth_tx("eth_tx"),
        eth_rx("eth_rx"),
        cable_("cable", of, port, [this](Frame&& frame) { deliver(frame); }) {
    eth_tx.bind(static_cast<typename Initiator::bw_interface_type&>(*this));
    eth_rx.bind(static_cast<typename Target::fw_interface_type&>(*this));
  }

  // Frames that vcml has no room for, above 1,522 bytes: a vcml::eth_frame of such a length is an error.
  std::uint64_t oversize() const { return oversize_; }

 private:
  // vcml sends: the frame is on the wire as soon as the wire is free.
  void eth_transport(EthFrame& frame) override { cable_.send(Frame(frame.begin(), frame.end())); }

  void deliver(const Frame& frame) {
    if (frame.size() > EthFrame::FRAME_MAX_SIZE) {
      ++oversize_;
      return;
    }
    EthFrame theirs(frame.data(), frame.size());
    eth_tx->eth_transport(theirs);
  }

  Cable cable_;
  std::uint64_t oversize_ = 0;
};

}  // namespace weir
