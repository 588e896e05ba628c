// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/class_mapper: the functions of class_mapper.h and hop_rules.h, which the switch calls, behind
// registers that software writes, with one service. Outputs follow from the registers before the clock edge; a write
// takes effect in the next cycle.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

// Codes of the register `source`: those of ClassSource, and above them codes without a meaning, which give class 0.
inline constexpr unsigned kSourceCodes = 1U << kClassSourceBits;

struct ClassMapperBlock {
  unsigned ttl_bits = kMapperTtlBits;
  unsigned source = kMapperSource;  // after a reset: ClassSource
  unsigned ttl0 = kMapperTtl0;      // after a reset

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

struct ClassMapperInputs {
  bool rst_n = true;
  bool write = false;  // takes source and ttl0
  bool pcp_write = false;
  bool dscp_write = false;
  bool class_shift = false;
  bool routed = false;  // the packet has a TTL, which this hop lowers by one
  std::uint8_t source = 0;
  std::uint8_t ttl0 = 0;
  std::uint8_t pcp_write_index = 0;  // code_point()
  std::uint8_t pcp_write_class = 0;
  std::uint8_t dscp_write_index = 0;
  std::uint8_t dscp_write_class = 0;
  std::uint8_t pcp = 0;
  bool dei = false;
  std::uint8_t dscp = 0;
  std::uint8_t ttl = 0;  // as it arrived; 0: none
  bool operator==(const ClassMapperInputs&) const = default;
};

struct ClassMapperOutputs {
  std::uint8_t traffic_class = 0;
  std::uint8_t pause_class = 0;
  bool pauses = false;
  bool expires = false;
  std::uint8_t source = 0;
  std::uint8_t ttl0 = 0;
  bool operator==(const ClassMapperOutputs&) const = default;
};

using ClockedClassMapper = ClockedBlock<ClassMapperBlock, ClassMapperInputs, ClassMapperOutputs>;

class ClassMapperCycle {
 public:
  explicit ClassMapperCycle(const ClassMapperBlock& block);

  // One cycle; outputs as before its clock edge.
  ClassMapperOutputs clock(const ClassMapperInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n sets the registers at once: reset is asynchronous.
  ClassMapperOutputs evaluate(const ClassMapperInputs& in);

  const ClassMapperConfig& registers() const { return mapper_.config(); }

  bool operator==(const ClassMapperCycle& other) const {
    const ClassMapperConfig& mine = registers();
    const ClassMapperConfig& others = other.registers();
    return mine.source == others.source && mine.ttl0 == others.ttl0 && mine.pcp_classes == others.pcp_classes &&
           mine.dscp_classes == others.dscp_classes;
  }

 private:
  ClassMapperConfig reset_;
  ClassMapper mapper_;
};

}  // namespace weir::reference
