// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mappers of rtl/: an entry each.

#include "Vclass_mapper.h"
#include "tb/cosim/blocks/class_mapper/verilated.h"

namespace weir::cosim {

std::vector<Variant<ClassMapperKind>> ClassMapperKind::variants() {
  return {
      {.name = "class_mapper",
       .text =
           "class of a packet by PCP and DEI, DSCP or hops, the class that its VIQ pauses, and whether it may go on",
       .rtl = verilated_dut<ClassMapperKind, Vclass_mapper>},
  };
}

}  // namespace weir::cosim
