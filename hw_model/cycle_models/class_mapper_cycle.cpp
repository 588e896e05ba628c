// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/class_mapper_cycle.h"

#include <stdexcept>
#include <string>

#include "hw_model/reference/hop_rules.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void ClassMapperBlock::validate() const {
  for (const std::string& wrong : {out_of_range("ttl_bits", ttl_bits, "TTL_W"),
                                   out_of_range("source", source, "SOURCE"), out_of_range("ttl0", ttl0, "TTL0")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("class mapper: " + wrong);
    }
  }
  if (ttl0 >= 1U << ttl_bits) {
    throw std::invalid_argument("class mapper: ttl0 is " + std::to_string(ttl0) +
                                ", wanted at most what ttl_bits = " + std::to_string(ttl_bits) + " holds");
  }
}

ClassMapperCycle::ClassMapperCycle(const ClassMapperBlock& block)
    : reset_{.source = (block.validate(), static_cast<ClassSource>(block.source)),
             .ttl0 = static_cast<std::uint8_t>(block.ttl0)},
      mapper_(reset_) {}

ClassMapperOutputs ClassMapperCycle::evaluate(const ClassMapperInputs& in) {
  if (!in.rst_n) {
    mapper_ = ClassMapper(reset_);
  }
  const ClassId traffic_class = mapper_.map(code_point(in.pcp, in.dei), in.dscp, in.ttl);
  const std::size_t paused = class_paused_by(registers().services, traffic_class, in.class_shift);
  const bool pauses = paused < kClasses;
  return {.traffic_class = static_cast<std::uint8_t>(traffic_class.index()),
          .pause_class = static_cast<std::uint8_t>(pauses ? paused : 0),
          .pauses = pauses,
          .expires = in.routed && ttl_expires(in.ttl),
          .source = static_cast<std::uint8_t>(registers().source),
          .ttl0 = registers().ttl0};
}

ClassMapperOutputs ClassMapperCycle::clock(const ClassMapperInputs& in) {
  const ClassMapperOutputs out = evaluate(in);
  if (!in.rst_n || (!in.write && !in.pcp_write && !in.dscp_write)) {
    return out;
  }
  ClassMapperConfig next = registers();
  if (in.write) {
    next.source = static_cast<ClassSource>(in.source);
    next.ttl0 = in.ttl0;
  }
  if (in.pcp_write) {
    next.pcp_classes[in.pcp_write_index] = ClassId(in.pcp_write_class);
  }
  if (in.dscp_write) {
    next.dscp_classes[in.dscp_write_index] = ClassId(in.dscp_write_class);
  }
  mapper_ = ClassMapper(next);
  return out;
}

}  // namespace weir::reference
