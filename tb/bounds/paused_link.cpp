// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/paused_link.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/link_damage.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/scenario/device_config.h"

namespace weir::bounds {

namespace {

RetryWindow window_of(const asic::SwitchConfig& device, const llr::LlrPortConfig& sender) {
  const bool numbered = (flow_control::at_switches(device.flow_control) & ~sender.plain_classes) != 0;
  return numbered ? RetryWindow{sender.link.outstanding_frames_max, sender.link.outstanding_bytes_max} : RetryWindow{};
}

// The most ordered sets between the beginning of a frame, so long on the line, and that of the next frame: those inside
// the first one, and one at its end.
std::int64_t sets_beside(const llr::LlrConfig& retry, Bytes frame) {
  const Bytes apart = std::max(retry.ctlos_frame_spacing, retry.ctlos_min_spacing);
  const Bytes after_first = frame - retry.ctlos_frame_start_spacing;
  return (after_first > Bytes(0) ? 1 + after_first / apart : 0) + 1;
}

}  // namespace

Time replay_on(const asic::SwitchConfig& device, const link::LinkConfig& link) {
  const llr::LlrConfig& retry = device.llr.link;
  const RetryWindow window{retry.outstanding_frames_max, retry.outstanding_bytes_max};
  const Time frames = replay_time(window, {.shortest = frame::kMinFrameLength, .longest = device.max_frame},
                                  on_wire(Bytes(0), link), link.rate);
  const std::int64_t count = std::min(std::int64_t{window.frames}, window.bytes / frame::kMinFrameLength);
  const std::int64_t sets = std::min(count * sets_beside(retry, on_wire(device.max_frame, link)),
                                     bytes_in(frames, link.rate) / retry.ctlos_min_spacing + 1);
  return frames + serialization_time(sets * frame::kOrderedSetLength, link.rate);
}

// Of the repair: the lost PAUSE, the frame that shows the gap, both ways, and the NACK, which waits for its place. A
// frame of ours that has begun when the NACK comes is one that the window had no room for in the replay before.
Time retry_before_pause(const asic::SwitchConfig& device, const asic::SwitchConfig& peer, const link::LinkConfig& link,
                        bool errors) {
  const llr::LlrPortConfig& retry = device.llr;
  if (!retry.pause_eligible)
    return retry.replay_first ? replay_on(device, link) : Time(0);
  const Time replay = std::max(replay_on(device, link), window_wait(device, peer, link));
  if (!errors)
    return replay;
  const Bytes shows = on_wire(device.max_frame, link);
  const std::int64_t sets = sets_beside(retry.link, shows) + 1;
  const Bytes bytes = on_wire(frame::kControlFrameLength, link) + shows + sets * frame::kOrderedSetLength +
                      nack_place(peer.llr.link, on_wire(peer.max_frame, link));
  return replay + serialization_time(bytes, link.rate) + 2 * link.delay;
}

PausedLink paused_link(const Alike& alike, const network::Cable& cable, const asic::SwitchConfig& sender) {
  const asic::SwitchConfig& device = *alike.device;
  const link::LinkConfig& link = cable.link;
  PausedLink paused{.rate = link.rate,
                    .overhead = on_wire(Bytes(0), link),
                    .frames = FrameLengths::of(sent_lengths(*alike.scenario, device)),
                    .cell = device.mmu.count_cells ? device.mmu.cell : Bytes(0),
                    .tag = asic::tag_length(alike.scenario->device)};
  paused.times = pause_times(paused, device.max_frame, link.delay, sender.flow_control.processing_delay, Time(0),
                             parser::longest_latency(device.parser));
  if (scenario::carries_llr(*alike.scenario, cable)) {
    paused.retry = window_of(device, sender.llr);
    const Bytes sets = sets_beside(device.llr.link, on_wire(device.max_frame, link)) * frame::kOrderedSetLength;
    paused.times.sets = serialization_time(sets, link.rate);
    paused.times.replay = retry_before_pause(device, sender, link, damages(*alike.scenario, cable));
  }
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
