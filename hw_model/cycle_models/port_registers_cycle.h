// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/port_registers: the registers of a port on a bus of 32 bits. A request is answered in the next
// cycle. Registers that software writes are kept here; values that others hold are asked for by their number, and come
// with the answer. The upper half of a wide value is kept from the read of its lower half to that of its upper half.
// (docs/reference/port_registers.md)

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "hw_model/cycle_models/port_registers_layout.h"
#include "hw_model/reference/port_registers_widths.h"

namespace weir::reference {

struct PortRegistersConfig {
  unsigned port = kRegistersPort;  // whose addresses are answered

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const PortRegistersConfig&) const = default;
};

// A cycle without a request and without an event is idle.
struct PortRegistersInputs {
  bool rst_n = true;
  bool request = false;
  bool write = false;
  std::uint32_t address = 0;
  std::uint32_t data = 0;
  std::uint32_t strobe = 0;  // a bit for each byte that is written
  std::uint64_t value = 0;   // that the cycle before has asked for
  std::uint32_t interrupt_status_set = 0;
  std::uint32_t interrupt_status_level = 0;
  bool operator==(const PortRegistersInputs&) const = default;

  // The bits that a write takes.
  std::uint32_t bits() const;
};

struct PortRegistersOutputs {
  bool answers = false;
  bool error = false;
  std::uint32_t data = 0;
  bool value_reads = false;
  std::uint32_t value_number = 0;
  bool snapshot_held = false;
  std::uint32_t snapshot_number = 0;
  std::uint32_t snapshot = 0;
  std::uint64_t port_mac_address = 0;
  std::uint32_t port_max_frame = 0;
  std::uint32_t forwarding_route_port = 0;
  std::uint32_t flow_control_xoff = 0;
  std::uint32_t flow_control_xon = 0;
  std::uint32_t flow_control_pause_quanta = 0;
  std::uint32_t flow_control_refresh_quanta = 0;
  std::uint32_t flow_control_lossless_classes = 0;
  std::uint32_t management_enable = 0;
  std::uint32_t interrupt_status = 0;
  std::uint32_t interrupt_mask = 0;
  std::uint32_t interrupt_force = 0;
  bool operator==(const PortRegistersOutputs&) const = default;
};

// What an address of a port is.
struct RegisterPlace {
  enum class What : std::uint8_t { kNothing, kKept, kValue };
  What what = What::kNothing;
  std::size_t number = 0;  // of the kept register, or of the value
  bool wide = false;       // a value of two words
  bool high = false;       // the upper word
  bool operator==(const RegisterPlace&) const = default;
};
RegisterPlace register_place(unsigned port, std::uint32_t address);

// The number of values; the number of the first value of a row of kValueRegisters.
unsigned register_values();
unsigned first_value(std::size_t row);

class PortRegistersCycle {
 public:
  static constexpr std::size_t kKept = std::size(kKeptRegisters);

  explicit PortRegistersCycle(const PortRegistersConfig& config);

  // One cycle; outputs as before its clock edge.
  PortRegistersOutputs clock(const PortRegistersInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once: reset is asynchronous.
  PortRegistersOutputs evaluate(const PortRegistersInputs& in);

  // Whether a read of the upper half of this value is answered by a snapshot.
  bool holds(unsigned number) const { return held_ && held_number_ == number; }
  std::uint64_t kept(std::size_t which) const { return kept_[which]; }

 private:
  void reset();
  // As a kept register reads.
  std::uint64_t shown(std::size_t which, const PortRegistersInputs& in) const;
  bool refuses(const PortRegistersInputs& in, const RegisterPlace& place) const;
  void write(const PortRegistersInputs& in, const RegisterPlace& place);

  PortRegistersConfig config_;
  std::array<std::uint64_t, kKept> kept_{};
  bool answers_ = false;
  bool error_ = false;
  bool value_ = false;  // the answer is a half of the value that comes now
  bool high_ = false;
  bool begins_ = false;  // the value that comes now is one of which a snapshot is kept
  bool ends_ = false;    // the answer is the snapshot
  bool held_ = false;
  std::uint32_t held_number_ = 0;
  std::uint32_t word_ = 0;
  std::uint32_t snapshot_ = 0;
};

}  // namespace weir::reference
