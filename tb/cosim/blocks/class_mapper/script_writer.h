// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that set up a class mapper and query it.

#pragma once

#include "hw_model/cycle_models/class_mapper_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class MapperWriter : public ScriptWriter<MapperWriter, reference::ClassMapperInputs> {
 public:
  using Source = reference::ClassSource;

  explicit MapperWriter(const reference::ClassMapperBlock& block)
      : most_((1U << block.ttl_bits) - 1), ttl_bits_(block.ttl_bits) {}

  unsigned most() const { return most_; }  // the highest TTL
  unsigned ttl_bits() const { return ttl_bits_; }

  void set(Source source, unsigned ttl0) {
    add({.write = true, .source = static_cast<std::uint8_t>(source), .ttl0 = static_cast<std::uint8_t>(ttl0)});
  }
  void enter_point(unsigned point, unsigned traffic_class) {
    add({.pcp_write = true,
         .pcp_write_index = static_cast<std::uint8_t>(point),
         .pcp_write_class = static_cast<std::uint8_t>(traffic_class)});
  }
  void enter(unsigned dscp, unsigned traffic_class) {
    add({.dscp_write = true,
         .dscp_write_index = static_cast<std::uint8_t>(dscp),
         .dscp_write_class = static_cast<std::uint8_t>(traffic_class)});
  }
  // A packet with this TTL, first without and then with the shift.
  void ask_ttl(unsigned ttl) {
    for (const bool shift : {false, true}) {
      add({.class_shift = shift, .routed = true, .pcp = 5, .dscp = 17, .ttl = static_cast<std::uint8_t>(ttl)});
    }
  }
  // A packet with this PCP and DEI.
  void ask_point(unsigned point) {
    add({.class_shift = true,
         .pcp = static_cast<std::uint8_t>(point >> 1U),
         .dei = (point & 1U) != 0,
         .dscp = 23,
         .ttl = 3});
  }
  void ask_dscp(unsigned dscp) {
    add({.class_shift = true, .pcp = 2, .dscp = static_cast<std::uint8_t>(dscp), .ttl = 3});
  }

 private:
  unsigned most_;
  unsigned ttl_bits_;
};

}  // namespace weir::cosim
