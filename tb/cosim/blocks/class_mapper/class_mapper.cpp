// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/class_mapper/class_mapper.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::ClassMapperBlock;
using reference::ClassMapperInputs;
using reference::ClassMapperOutputs;

namespace {

constexpr Time kPeriod{1200};

// Number by number, as header and parameters name them.
constexpr Width<ClassMapperBlock> kWidths[] = {
    {"ttl_bits", "TTL_W", &ClassMapperBlock::ttl_bits, reference::kMapperTtlBits, 5,
     "for hops beyond class 7 by either count"},
    {"source", "SOURCE", &ClassMapperBlock::source, reference::kMapperSource},
    {"ttl0", "TTL0", &ClassMapperBlock::ttl0, reference::kMapperTtl0},
};

}  // namespace

BlockPorts<ClassMapperInputs, ClassMapperOutputs> ClassMapperKind::ports(const Setup& setup) {
  setup.validate();
  using In = ClassMapperInputs;
  using Out = ClassMapperOutputs;
  const unsigned ttl = setup.ttl_bits;
  constexpr unsigned kSource = reference::kClassSourceBits;
  return {
      .period = kPeriod,
      .inputs = {port("rst_ni", 1, &In::rst_n), port("write_i", 1, &In::write), port("source_i", kSource, &In::source),
                 port("ttl0_i", ttl, &In::ttl0), port("pcp_write_i", 1, &In::pcp_write),
                 port("pcp_write_index_i", 4, &In::pcp_write_index), port("pcp_write_class_i", 3, &In::pcp_write_class),
                 port("dscp_write_i", 1, &In::dscp_write), port("dscp_write_index_i", 6, &In::dscp_write_index),
                 port("dscp_write_class_i", 3, &In::dscp_write_class), port("class_shift_i", 1, &In::class_shift),
                 port("routed_i", 1, &In::routed), port("pcp_i", 3, &In::pcp), port("dei_i", 1, &In::dei),
                 port("dscp_i", 6, &In::dscp), port("ttl_i", ttl, &In::ttl)},
      .outputs = {port("class_o", 3, &Out::traffic_class), port("pause_class_o", 3, &Out::pause_class),
                  port("pauses_o", 1, &Out::pauses), port("expires_o", 1, &Out::expires),
                  port("source_o", kSource, &Out::source), port("ttl0_o", ttl, &Out::ttl0)}};
}

std::span<const Width<ClassMapperBlock>> ClassMapperKind::widths() { return kWidths; }

Block ClassMapperKind::block(const Variant<ClassMapperKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
