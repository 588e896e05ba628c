// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a shared object of mechanisms exports that are made of weir's own headers, for `weir --plugin FILE`; one of
// parts has WEIR_PARTS of weir/parts.h instead. One of its files ends with
//
//   WEIR_PLUGIN {
//     weir::congestion::add_detector("mine", "one sentence", card);
//     weir::bounds::add_detector_card("mine", card_of_the_bench);
//   }
//
// The body may throw std::invalid_argument, one line: the program then ends with status 2. Schemes: add_scheme() and
// add_scheme_card(). Each of them has both cards. Deadlock units: deadlock::add_unit(); the bench has no card of them.

#pragma once

#include <cstddef>

#include "hw_model/base/version.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "tb/bounds/detector_card.h"
#include "tb/bounds/scheme_card.h"

namespace weir::plugin {

// What must be the same in the program and in a shared object, because structs and classes of weir cross between them.
struct Build {
  const char* version = kVersion;
  long language = __cplusplus;
  std::size_t device = sizeof(asic::SwitchConfig);
  std::size_t cards = sizeof(flow_control::SchemeCard) + sizeof(congestion::DetectorCard) + sizeof(deadlock::UnitCard);
  std::size_t engine = sizeof(flow_control::FlowControl);
  std::size_t detector = sizeof(congestion::PortContext);
  std::size_t unit = sizeof(deadlock::SwitchContext);
};

}  // namespace weir::plugin

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): two symbols for dlsym()
#define WEIR_PLUGIN                                           \
  extern "C" const weir::plugin::Build* weir_plugin_build() { \
    static const weir::plugin::Build kBuild;                  \
    return &kBuild;                                           \
  }                                                           \
  extern "C" void weir_plugin_add()
