// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mapper behind the parser of one port as a clocked block (rtl/class_mapper) beside the model. Each packet
// that is routed, or that the parser drops because of its TTL, is one cycle. Registers of the block that differ from
// those of the switch are written before the packet, one entry of each table a cycle, in cycles that carry no time. The
// block decides the class of the packet, and whether it has expired; where it stands in lock-step it is compared with
// the model: class, class to pause, and expiry.

#pragma once

#include <cstddef>
#include <memory>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/class_mapper_cycle.h"
#include "hw_model/datapath/parser/header_vector.h"

namespace weir::forwarding {

class ClockedMapper {
 public:
  explicit ClockedMapper(std::unique_ptr<reference::ClockedClassMapper> block);

  // What the switch knows of the packet: the class by the model, the class that its VIQ pauses (kClasses: none), and
  // whether that is the class below (`shift`).
  struct Asked {
    const parser::HeaderVector& header;
    ClassId traffic_class;
    std::size_t paused = kClasses;
    bool shift = false;
  };
  struct Answer {
    ClassId traffic_class;
    bool expires = false;
  };
  Answer ask(const Asked& asked, const reference::ClassMapperConfig& settings, Time now);

  // A cycle in reset, after which software writes the registers again.
  void reset(Time now);

 private:
  reference::ClassMapperInputs write_of(const reference::ClassMapperConfig& settings) const;
  void take(const reference::ClassMapperInputs& in);

  std::unique_ptr<reference::ClockedClassMapper> block_;
  reference::ClassMapperConfig reset_;  // registers of the block after a reset
  reference::ClassMapperConfig has_;    // and now
};

}  // namespace weir::forwarding
