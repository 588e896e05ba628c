// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two modules that keep the end of a large network short. The kernel searches its list of modules from the front for
// the one that is destroyed, and puts the last module of the list into the place of that one. Once these two have gone,
// which were made before all devices, the modules that a run has added and the last module of the network stand in
// their places, and then each further module in turn, if the devices are destroyed from the last to the first.

#pragma once

#include <array>
#include <memory>
#include <string>

#include <systemc>

namespace weir::network {

class ForemostModules {
 public:
  // Before any device is made.
  void make() {
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      modules_[i] = std::make_unique<Module>(("foremost:" + std::to_string(i)).c_str());  // no device has such a name
    }
  }
  // Before any device is destroyed.
  void destroy() { modules_ = {}; }

 private:
  class Module final : public sc_core::sc_module {
   public:
    explicit Module(const sc_core::sc_module_name& name) : sc_module(name) {}
  };
  std::array<std::unique_ptr<Module>, 2> modules_;
};

}  // namespace weir::network
