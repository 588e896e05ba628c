// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A pipeline stage that is a module of the SystemC hierarchy, too: "s1.mmu" is both. The stages themselves are plain
// classes that meet at interfaces, so that each can be tested without a kernel (docs/decisions/0009).

#pragma once

#include <utility>

#include <systemc>

namespace weir::asic {

template <class Stage>
class StageModule final : public sc_core::sc_module, public Stage {
 public:
  template <class... Arguments>
  explicit StageModule(const sc_core::sc_module_name& name, Arguments&&... arguments)
      : sc_core::sc_module(name), Stage(std::forward<Arguments>(arguments)...) {}
};

}  // namespace weir::asic
