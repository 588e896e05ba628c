// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/class_mapper/stimulus.h"

namespace weir::cosim {

using reference::ClassMapperInputs;

ClassMapperStimulus::ClassMapperStimulus(std::uint64_t seed, const reference::ClassMapperBlock& block)
    : random_(seed, "class_mapper_stimulus"), block_(block), ttl_bits_(block.ttl_bits) {}

void ClassMapperStimulus::fill(std::span<ClassMapperInputs> cycles) {
  const auto most = static_cast<std::uint8_t>((1U << ttl_bits_) - 1);
  for (ClassMapperInputs& cycle : cycles) {
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 10) != 0;
    cycle_.write = take(draw, 4) == 0;
    const std::uint64_t code = take(draw, 5);  // any of 8, more often the four that a header field decides
    cycle_.source = static_cast<std::uint8_t>(code < reference::kSourceCodes ? code : code & 3U);
    const std::uint64_t magnitude = take(draw, 3);
    cycle_.ttl0 = static_cast<std::uint8_t>((take(draw, 8) >> magnitude) & most);
    cycle_.dscp_write = take(draw, 2) == 0;
    cycle_.dscp_write_index = static_cast<std::uint8_t>(take(draw, 6));
    cycle_.dscp_write_class = static_cast<std::uint8_t>(take(draw, 3));
    cycle_.class_shift = take(draw, 1) != 0;
    cycle_.routed = take(draw, 2) != 0;
    cycle_.dscp = static_cast<std::uint8_t>(take(draw, 6));
    if (take(draw, 2) == 0) {  // what is written in this cycle
      cycle_.dscp = cycle_.dscp_write_index;
    }
    cycle_.ttl = next_ttl(draw);
    draw_point(random_.next());
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

// A write of the table of PCPs, and a packet's PCP and DEI: often those written in this cycle.
void ClassMapperStimulus::draw_point(std::uint64_t draw) {
  cycle_.pcp_write = take(draw, 2) == 0;
  cycle_.pcp_write_index = static_cast<std::uint8_t>(take(draw, 4));
  cycle_.pcp_write_class = static_cast<std::uint8_t>(take(draw, 3));
  const auto any = static_cast<std::uint8_t>(take(draw, 4));
  const std::uint8_t point = take(draw, 2) == 0 ? cycle_.pcp_write_index : any;
  cycle_.pcp = static_cast<std::uint8_t>(point >> 1U);
  cycle_.dei = (point & 1U) != 0;
}

// Takes at most 11 bits off the draw: any, at and beside ttl0, or of the last hops.
std::uint8_t ClassMapperStimulus::next_ttl(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 3);
  const auto any = static_cast<unsigned>(take(draw, 8));
  const unsigned ttl0 = block_.registers().ttl0;
  const unsigned ttl = kind == 0 ? any : kind == 1 ? ttl0 + any % 5 - 2 : kind == 2 ? any % 4 : ttl0 + 1 - any % 18;
  return static_cast<std::uint8_t>(ttl & ((1U << ttl_bits_) - 1));
}

}  // namespace weir::cosim
