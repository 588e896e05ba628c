// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A driver's bus to the registers of a switch, for a caller outside of the kernel: an access takes its time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "tb/platform/weir/switch.h"

namespace weir::c_interface {

struct RegisterAccess {
  std::uint64_t address = 0;
  unsigned bytes = 4;                      // 4 or 8
  std::optional<std::uint64_t> written{};  // none: a read
  std::uint64_t value = 0;                 // that was read
  bool accepted = false;
  bool done = false;
};

class RegisterBus final : public sc_core::sc_module {
 public:
  // Binds the registers of a switch; before the run.
  RegisterBus(const sc_core::sc_module_name& name, Switch& of);

  // Begins an access, between two runs of the kernel, which pauses when the access is done.
  void begin(RegisterAccess& access);
  // Reads at once, without time.
  void peek(RegisterAccess& access);

 private:
  void serve();

  tlm_utils::simple_initiator_socket<RegisterBus> socket_;
  sc_core::sc_event asked_;
  RegisterAccess* access_ = nullptr;
};

}  // namespace weir::c_interface
