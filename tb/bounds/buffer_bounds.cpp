// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/buffer_bounds.h"

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/filled_viqs.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using text::to_text;

namespace {

// "480KB", or "480KB, in cells 1.56MB" where frames do not fill their cells.
std::string with_cells(Bytes bytes, Bytes cells) {
  return to_text(bytes) + (cells > bytes ? ", in cells " + to_text(cells) : "");
}

}  // namespace

// Lossless VIQs are limited one by one; together they must fit into the buffer, or the last ones find it full.
std::string buffer_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const bool together = flow_control::traits_of(device.flow_control.scheme).is_of_the_port;  // one XOFF for all classes
  const ClassMask lossless = device.flow_control.lossless;
  const int classes = together ? 1 : __builtin_popcount(lossless);
  const std::vector<Bytes> lengths = filling_lengths(*alike.scenario);
  Bytes of_port;
  Bytes cells_of_port;
  for_each_class(together ? mask_of(lowest_class(lossless)) : lossless, [&](ClassId c) {
    of_port += device.mmu.viq_limit[c] + device.mmu.headroom;
    cells_of_port += in_cells(device.mmu, lengths, device.mmu.viq_limit[c] + device.mmu.headroom);
  });
  for (const std::size_t index : alike.switches) {
    const network::DeviceSpec& spec = alike.scenario->topology.devices[index];
    const Bytes all = of_port * static_cast<std::int64_t>(spec.ports);
    const Bytes cells = cells_of_port * static_cast<std::int64_t>(spec.ports);
    const Bytes lossy = lossy_share(alike, static_cast<std::int64_t>(spec.ports));
    if (cells + lossy > device.mmu.buffer) {
      return "the lossless VIQs of " + spec.name + ", " + std::to_string(spec.ports) + " ports x " +
             std::to_string(classes) + " classes x (switch.mmu.viq_limit + headroom) = " + with_cells(all, cells) +
             (lossy > Bytes(0) ? ", and the " + to_text(lossy) + " that lossy classes may take" : "") +
             ", exceed switch.mmu.buffer = " + to_text(device.mmu.buffer) + ": packets may be lost";
    }
  }
  return "";
}

// In a buffer with partitions the lossless VIQs of each class must fit into its partition.
std::string divided_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const std::vector<Bytes> lengths = filling_lengths(*alike.scenario);
  const FilledViqs filled(*alike.scenario);
  for (const std::size_t index : alike.switches) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      const auto ports = static_cast<std::int64_t>(filled.of_class(index, ClassId(c)));
      const Bytes partition = device.mmu.partition_size[c];
      const Bytes room = device.mmu.viq_limit[ClassId(c)] + device.mmu.headroom;
      const Bytes one = in_cells(device.mmu, lengths, room);
      if (one * ports > partition) {
        const Bytes all = room * ports;
        return "the VIQs of class " + std::to_string(c) + " of " + alike.scenario->topology.devices[index].name + ", " +
               std::to_string(ports) + " ports x (switch.mmu.viq_limit + headroom) = " + with_cells(all, one * ports) +
               ", exceed its partition of " + to_text(partition) + ": packets may be lost";
      }
    }
  }
  return "";
}

}  // namespace weir::bounds
