// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What stands behind weir::Waves and weir::Capture: a file that grows whenever one of its switches is woken. A switch
// is woken at most once a quantum, and not at all without work, so that a simulation that comes to rest ends.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "hw_model/base/units.h"
#include "tb/platform/weir/switch.h"

namespace weir::platform {

struct Chip;

// What a list of switches means. Throws std::invalid_argument: a null pointer, no switch, one twice, or one whose
// settings were refused; or the simulation has begun.
std::vector<Chip*> chips_of(const std::vector<Switch*>& switches);

class Recorder : public sc_core::sc_module, public std::enable_shared_from_this<Recorder> {
 public:
  // Puts itself into the switches' lists, so that each can say when it ends.
  void attach();
  // Writes what has happened up to now, and gives the file its name; once.
  void close();
  // The same for somebody who ends and cannot throw, whatever the user wants warnings to do.
  void close_at_an_end();
  // A switch ends.
  void leave(const Chip* chip);

 protected:
  Recorder(const sc_core::sc_module_name& name, std::vector<Chip*> chips);

  // All switches have run up to `horizon`. These may throw report::OutputError.
  virtual void write_until(Time horizon) = 0;
  virtual void finish(Time reached) = 0;
  // The file is given up or complete, and switches go on.
  virtual void drop() = 0;
  virtual void begin() {}

  const std::vector<Chip*>& chips() const { return chips_; }
  void watch(Chip* chip);

 private:
  void woken();
  void start_of_simulation() override;
  void end_of_simulation() override { close(); }
  template <class Write>
  void attempt(const Write& write);

  std::vector<Chip*> chips_;    // that live
  std::vector<Chip*> watched_;  // those, and others whose ends this object must know
  bool open_ = true;
};

}  // namespace weir::platform
