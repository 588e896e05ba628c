// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The network of a process that is no SystemC program: its switches, the callers' ends of their cables, and the time.
// Functions throw std::exception with one line for the caller.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tb/c_interface/register_bus.h"
#include "tb/c_interface/station.h"
#include "tb/platform/weir/switch.h"
#include "tb/platform/weir/waves.h"

// A switch with all that stands around it.
struct weir_switch {
  weir_switch(const std::string& name, const weir::Settings& settings);

  weir::platform::Chip& chip() const;
  // Names of all registers, each element of an array.
  const std::vector<std::string>& register_names();
  void require_port(std::size_t port) const;
  // Whether a cable to another switch, or to the caller, is bound.
  bool has_cable(std::size_t port);
  // Throw std::invalid_argument: flow control allows no pins, or there is no such port.
  sc_core::sc_signal<bool>& reset_pin();
  sc_core::sc_signal<bool>& link_pin(std::size_t port);

  weir::Switch module;
  weir::c_interface::RegisterBus bus;
  sc_core::sc_signal<bool> irq;
  std::vector<std::unique_ptr<weir::c_interface::Station>> stations;  // by port; null: the cable leads to a switch

 private:
  void require_pins() const;

  sc_core::sc_signal<bool> rst_n_;
  std::vector<std::unique_ptr<sc_core::sc_signal<bool>>> links_;  // none: peers would keep what the switch forgets
  std::vector<std::string> names_;
};

namespace weir::c_interface {

class World {
 public:
  // The one of this process; it is never destroyed, because SystemC's objects are not either.
  static World& of_this_process();

  // All calls come from the thread of the first one.
  void enter();

  weir_switch* make(const Settings& settings, const std::string& name);
  void connect(weir_switch& a, std::size_t port_of_a, weir_switch& b, std::size_t port_of_b);
  void record(const std::string& path);
  void close_recordings();

  // Ends the making, and elaborates.
  void start();
  void run_until(std::uint64_t time);
  // The end of the quantum in which the kernel is.
  static Time earliest(const weir_switch& of);
  void send(weir_switch& to, std::size_t port, const void* frame, std::size_t bytes,
            std::optional<std::uint64_t> arrival);
  // The caller's end of the cable of a port.
  static Station& station(const weir_switch& of, std::size_t port);
  // Runs until the answer.
  std::uint64_t access(weir_switch& of, const std::string& name, std::optional<std::uint64_t> written);
  static std::uint64_t peek(weir_switch& of, const std::string& name);

 private:
  // Runs the kernel until it stands still or `end`; an error of a device ends all.
  void run(const sc_core::sc_time& span, sc_core::sc_starvation_policy policy);
  void require_making(const char* what) const;

  std::thread::id thread_ = std::this_thread::get_id();
  std::vector<std::unique_ptr<weir_switch>> switches_;
  std::vector<std::unique_ptr<Waves>> waves_;
  std::vector<std::unique_ptr<Capture>> captures_;
  bool making_ = true;
  std::string broken_;  // the error that ended the run; empty: none
};

}  // namespace weir::c_interface
