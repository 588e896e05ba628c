// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_loop.h"

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ordered_set.h"

namespace weir::llr {
namespace {

constexpr std::int64_t kPreamble = frame::kPreamble.count();
constexpr std::int64_t kSet = frame::kOrderedSetLength.count();
constexpr std::int64_t kPreambleAndGap = frame::kPreambleAndGap.count();

// Bits of the loop that the line carries, times picoseconds a second.
Wide line_bits(Bytes length, Bytes spacing) {
  return Wide{length.count() + kPreamble + spacing.count() + kSet} * kBitsPerByte * kPicosecondsPerSecond;
}
// The rest of it as bits at this rate, likewise.
Wide rest_bits(const LlrLinkFacts& link) {
  return Wide{(2 * link.delay + link.processing).count()} * link.rate.count();
}

}  // namespace

Time loop_time(const LlrLinkFacts& link, Bytes length, Bytes spacing) {
  const Wide rate = link.rate.count();
  return 2 * link.delay + link.processing +
         Time(static_cast<std::int64_t>((line_bits(length, spacing) + rate - 1) / rate));
}

std::uint32_t least_window(const LlrLinkFacts& link, Bytes length, Bytes spacing) {
  const Wide frame = Wide{length.count() + kPreambleAndGap} * kBitsPerByte * kPicosecondsPerSecond;
  return static_cast<std::uint32_t>((line_bits(length, spacing) + rest_bits(link) + frame - 1) / frame);
}

ReplayRoomFacts replay_room(const LlrLinkFacts& link, Bytes shortest, Bytes longest, Bytes spacing) {
  ReplayRoomFacts most;
  for (Bytes length = shortest; length <= longest; length += Bytes(1)) {
    const Bytes bytes = std::int64_t{least_window(link, length, spacing)} * length;
    if (bytes > most.bytes)
      most = {bytes, length};
  }
  return most;
}

Time recovery_time(const LlrConfig& config, const LlrLinkFacts& link, Bytes longest) {
  return config.replay_timer_max + loop_time(link, longest, config.ctlos_target_spacing);
}

void check_link(const LlrConfig& config, const LlrLinkFacts& link, Bytes longest, ledger::Complaints& complaints) {
  const Time loop = loop_time(link, longest, config.ctlos_target_spacing);
  complaints.unless(config.replay_timer_max > loop, {"replay_timer_max"},
                    "wanted more than the loop of the largest frame, " + quantity_text(loop) +
                        ", or frames are replayed without an error; got " + quantity_text(config.replay_timer_max));
}

}  // namespace weir::llr
