// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/paused_link.h"

#include <algorithm>

#include "tb/bounds/lossless_lengths.h"

namespace weir::bounds {

PausedLink paused_link(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) {
  const asic::SwitchConfig& device = *alike.device;
  PausedLink paused{.rate = link.rate,
                    .overhead = on_wire(Bytes(0), link),
                    .frames = FrameLengths::of(sent_lengths(*alike.scenario, device)),
                    .cell = device.mmu.count_cells ? device.mmu.cell : Bytes(0),
                    .label = asic::label_length(alike.scenario->device)};
  paused.times = pause_times(paused, device.max_frame, link.delay, sender.flow_control.processing_delay, Time(0),
                             parser::longest_latency(device.parser));
  return paused;
}

std::vector<Bytes> counted_lengths(const Alike& alike) {
  const mmu::MmuConfig& mmu = alike.device->mmu;
  std::vector<Bytes> lengths = lossless_lengths(*alike.scenario);
  if (mmu.count_cells) {
    std::transform(lengths.begin(), lengths.end(), lengths.begin(),
                   [&mmu](Bytes length) { return mmu.whole_cells(length); });
  }
  return lengths;
}

}  // namespace weir::bounds
