// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/recorder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/chip.h"
#include "tb/platform/inside.h"
#include "tb/report/run_directory.h"

namespace weir::platform {

std::vector<Chip*> chips_of(const std::vector<Switch*>& switches) {
  if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
    throw std::invalid_argument("the simulation has begun; make it where the switches are made");
  if (switches.empty())
    throw std::invalid_argument("there is no switch in the list");
  std::vector<Chip*> chips;
  for (const Switch* const one : switches) {
    if (one == nullptr)
      throw std::invalid_argument("there is a null pointer among the switches");
    Chip* const chip = Inside::chip(*one);
    if (chip == nullptr)
      throw std::invalid_argument(std::string(one->name()) + " has no ports, because its settings were refused");
    if (std::find(chips.begin(), chips.end(), chip) != chips.end())
      throw std::invalid_argument(std::string(one->name()) + " is there twice");
    chips.push_back(chip);
  }
  return chips;
}

Recorder::Recorder(const sc_core::sc_module_name& name, std::vector<Chip*> chips)
    : sc_core::sc_module(name), chips_(std::move(chips)) {
  SC_HAS_PROCESS(Recorder);
  SC_METHOD(woken);
  dont_initialize();
  for (const Chip* const chip : chips_) {
    const std::string wake = std::string(chip->asic->name()) + ".wake";  // of TimedDevice
    const sc_core::sc_event* const event = sc_core::sc_find_event(wake.c_str());
    if (event == nullptr)
      broken_invariant("a switch has no event by which it is woken", wake, "", Time(0));
    sensitive << *event;
  }
}

void Recorder::attach() {
  for (Chip* const chip : chips_)
    watch(chip);
}

void Recorder::watch(Chip* chip) {
  if (std::find(watched_.begin(), watched_.end(), chip) != watched_.end())
    return;
  watched_.push_back(chip);
  chip->recorders.push_back(shared_from_this());
}

template <class Write>
void Recorder::attempt(const Write& write) {
  std::string lost;
  std::string broken;
  try {
    write();
    return;
  } catch (const report::OutputError& error) {
    lost = error.what();
  } catch (const InvariantBroken& error) {
    broken = error.what();
  }
  open_ = false;
  drop();
  if (!broken.empty())
    SC_REPORT_ERROR("weir/invariant", broken.c_str());
  SC_REPORT_WARNING("weir/output", (lost + "; the simulation goes on without it").c_str());
}

void Recorder::woken() {
  if (open_)
    attempt([&] { write_until(link::kernel_time()); });
  else
    drop();
}

void Recorder::start_of_simulation() {
  if (open_)
    attempt([&] { begin(); });
}

void Recorder::close() {
  if (!std::exchange(open_, false))
    return;
  attempt([&] { finish(link::kernel_time()); });
  drop();
}

void Recorder::close_at_an_end() {
  try {
    close();
  } catch (const sc_core::sc_report&) {
  }
}

// Its state is still there.
void Recorder::leave(const Chip* chip) {
  close_at_an_end();
  std::erase(chips_, chip);
  std::erase(watched_, chip);
}

}  // namespace weir::platform
