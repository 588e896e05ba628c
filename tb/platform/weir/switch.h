// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch with lossless flow control as a SystemC module, configured by a scenario file of `weir run`. C++17; this
// header includes SystemC, TLM-2.0 and the standard library alone. How to use it: docs/user_guide/library.md.
//
// What a user does wrong is an error of SystemC's report handler, type "weir/settings", in one line: by default it is
// thrown as sc_core::sc_report. Where the handler returns instead, each function says what it gives.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>

namespace weir {

namespace platform {
struct Request;
struct Chip;
struct Inside;
}  // namespace platform

// The configuration of one switch: a scenario, and the name of a switch in it. Nothing is read or checked before a
// Switch is made of the settings, or to_toml() is called.
class Settings {
 public:
  Settings(const Settings&) = default;
  Settings& operator=(const Settings&) = default;
  ~Settings() = default;

  // Overrides a key of the scenario, as `weir run --set KEY=VALUE` does: set("flow_control.pfc.xoff", "200KB"). A later
  // call wins. Returns this object.
  Settings& set(const std::string& key, const std::string& value);

  // The whole scenario with every default, as a text that from_text() reads. After an error: an empty text.
  std::string to_toml() const;

 private:
  friend class Switch;
  friend Settings from_file(const std::string&, const std::string&);
  friend Settings from_text(const std::string&, const std::string&);
  explicit Settings(std::shared_ptr<const platform::Request> request);

  std::shared_ptr<const platform::Request> request_;
};

// The switch `name` of a scenario file, or of a scenario's text. An empty name means the name of the module that is
// made of the settings. Files that a text names are looked up in the working directory.
Settings from_file(const std::string& file, const std::string& name = "");
Settings from_text(const std::string& text, const std::string& name = "");

// The sockets of one direction, or the pins of one kind, by port.
template <class Socket>
class Sockets {
 public:
  std::size_t size() const { return sockets_.size(); }

  // The socket of a port, from 0. After an error, a port that the switch has not: a socket that leads nowhere.
  Socket& operator[](std::size_t port);

 private:
  friend class Switch;
  explicit Sockets(const char* direction);
  void make(std::size_t ports);

  const char* direction_;
  const sc_core::sc_module* owner_ = nullptr;
  std::vector<std::unique_ptr<Socket>> sockets_;
  Socket spare_;  // leads nowhere
};

// A counter of a switch.
struct Stat {
  std::string name;  // "board.s1.flow_control.pauses_received[1][0]": module, block, register and indices
  std::uint64_t value = 0;
};

// One switch. It has the ports, rates, delays, addresses, routes, index and seeds that `weir run` gives to the switch
// of that name; hosts, flows and events of the scenario are checked and left out. After an error of the constructor: a
// switch without ports, whose registers answer every access with an error.
class Switch : public sc_core::sc_module {
 public:
  using Rx = tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  using Tx = tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  using Csr = Rx;

  Switch(const sc_core::sc_module_name& name, const Settings& settings);
  ~Switch() override;
  Switch(const Switch&) = delete;
  Switch& operator=(const Switch&) = delete;

  // Frames that come in and go out: a frame is one transaction of the base protocol. A cable is bound at both sockets
  // of its port; a port with none bound has no cable. Bind them in constructors.
  Sockets<Rx> rx;
  Sockets<Tx> tx;

  // The registers.
  Csr csr;

  // Pins; none of them has to be bound.
  //
  // High while a cause stands that is not masked (registers interrupt.status and mask). It rises at the picosecond of
  // its cause, whatever the quantum, and falls when an access or a reset takes effect.
  sc_core::sc_out<bool> irq;

  // An input that is not bound is high. A change acts at the end of the quantum in which the kernel is. Neither may be
  // bound where flow control counts credits or rates, which peers would go on counting.
  //
  // Low: the switch is in reset. All packets and all that was heard of peers are gone, frames that arrive are lost,
  // nothing is sent, and a register access that has not taken effect is answered with an error. Settings, routes and
  // counters stay.
  sc_core::sc_in<bool> rst_n;
  // Low: the cable of the port is cut. What is sent and what arrives is lost and counted; queued packets go on. At both
  // changes the port forgets what its peer has said and was told.
  Sockets<sc_core::sc_in<bool>> link;

  // How far the switch runs ahead of the kernel: a frame that is sent to it arrives at the earliest at the next
  // multiple of this time. 0: it does not run ahead.
  sc_core::sc_time quantum() const;

  // The byte address behind `csr` of a register, "mmu.admitted", of which `indices` choose one, as in the register map
  // (`weir registers`). After an error: an address without a register.
  std::uint64_t address(const std::string& name, const std::vector<std::uint64_t>& indices = {}) const;

  // Why the last write to a register was refused, in one line; empty: it was not refused.
  std::string refusal() const;

 private:
  friend struct platform::Inside;
  void build(const Settings& settings);
  void reset_changed();
  void links_changed();
  void drive_irq();
  void before_end_of_elaboration() override;
  void end_of_elaboration() override;
  void start_of_simulation() override;

  std::unique_ptr<platform::Chip> chip_;
};

// All counters of a switch, in the order of the register map, as `csr` would read them by transport_dbg now. After an
// error of the constructor: none.
std::vector<Stat> stats(const Switch& of);

extern template class Sockets<Switch::Rx>;
extern template class Sockets<Switch::Tx>;
extern template class Sockets<sc_core::sc_in<bool>>;

}  // namespace weir
