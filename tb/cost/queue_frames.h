// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frames that fill a lossless queue, for which the headroom of PFC and PAUSE is reckoned (bounds/pause_headroom.h).

#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/bounds/pause_headroom.h"

namespace weir::cost {

struct QueueFrames {
  Bytes shortest{64};              // of all lengths up to the switch's largest frame, where none are listed
  std::vector<Bytes> listed = {};  // as a scenario makes them
  // What a frame costs on the line beside itself; nothing: what the port's link charges.
  std::optional<Bytes> overhead = link::kWireOverhead;
  bounds::RetryWindow retry = {};  // of links with LLR
  Time replay = {};                // for which PAUSE waits
};

// The link into `port` of a switch whose packet buffer is given out in cells: its peer obeys as the switch does.
inline bounds::PausedLink paused_link(const asic::SwitchConfig& device, const link::LinkConfig& port,
                                      const QueueFrames& frames) {
  bounds::PausedLink paused{
      .rate = port.rate, .overhead = frames.overhead.value_or(on_wire(Bytes(0), port)), .cell = device.mmu.cell};
  if (frames.listed.empty()) {
    paused.frames = bounds::FrameLengths::between(std::min(frames.shortest, device.max_frame), device.max_frame);
  } else {
    paused.frames = bounds::FrameLengths::of(frames.listed);
    paused.tag = asic::tag_length(device);
  }
  paused.times = bounds::pause_times(paused, device.max_frame, port.delay, device.flow_control.processing_delay,
                                     Time(0), parser::longest_latency(device.parser));
  paused.retry = frames.retry;
  paused.times.replay = frames.replay;
  return paused;
}

}  // namespace weir::cost
