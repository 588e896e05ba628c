// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The processor's side of a switch's register bus: reads and writes as in driver code. One module per switch; its
// blocking calls need a thread of the kernel, its debug calls work anywhere.

#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "hw_model/base/units.h"

namespace weir::driver {

class BusError : public std::runtime_error {
 public:
  BusError(tlm::tlm_response_status status, const std::string& what) : std::runtime_error(what), status_(status) {}
  tlm::tlm_response_status status() const { return status_; }

 private:
  tlm::tlm_response_status status_;
};

class RegisterBus final : public sc_core::sc_module {
 public:
  explicit RegisterBus(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {}

  mutable tlm_utils::simple_initiator_socket<RegisterBus> socket;  // mutable, because a debug read changes nothing here

  // Access to a register of up to 4, or up to 8, bytes. Each call waits for the answer; throws BusError for an error.
  std::uint32_t read32(std::uint64_t offset) { return static_cast<std::uint32_t>(read(offset, 4)); }
  std::uint64_t read64(std::uint64_t offset) { return read(offset, 8); }
  void write32(std::uint64_t offset, std::uint32_t value) { write(offset, std::vector<std::uint64_t>{value}, 4); }
  void write64(std::uint64_t offset, std::uint64_t value) { write(offset, std::vector<std::uint64_t>{value}, 8); }

  // Writes consecutive registers in one burst: either all change, at once, or none does.
  void write_burst(std::uint64_t offset, std::span<const std::uint64_t> values, unsigned bytes_each) {
    write(offset, values, bytes_each);
  }

  // The present value, without delay. `bytes`: 4 or 8. Throws std::out_of_range if no register is there.
  std::uint64_t debug_read(std::uint64_t offset, unsigned bytes) const;
  // False: the switch refuses the value.
  bool debug_write(std::uint64_t offset, std::uint64_t value, unsigned bytes);

  // The program's local time, ahead of the kernel's; wait_until() advances the kernel to `at`.
  Time now() const;
  void wait_until(Time at);

 private:
  std::uint64_t read(std::uint64_t offset, unsigned bytes);
  void write(std::uint64_t offset, std::span<const std::uint64_t> values, unsigned bytes_each);
  void transfer(tlm::tlm_command command, std::uint64_t offset, std::span<std::uint8_t> data);
  void fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint64_t offset,
            std::span<std::uint8_t> data) const;

  sc_core::sc_time delay_;  // local time - kernel time
};

}  // namespace weir::driver
