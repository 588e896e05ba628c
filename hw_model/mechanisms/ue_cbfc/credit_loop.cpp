// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/credit_loop.h"

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ordered_set.h"

namespace weir::ue_cbfc {
namespace {

constexpr std::int64_t kPreamble = frame::kPreamble.count();
constexpr std::int64_t kSet = frame::kOrderedSetLength.count();
constexpr std::int64_t kPreambleAndGap = frame::kPreambleAndGap.count();

// Until the turn comes to each channel, in bytes of line time.
Bytes round_of(const UeCbfcConfig& config, const CreditLinkFacts& link) {
  return std::int64_t{(link.channels + 1) / 2} * config.cf_min_spacing;
}

}  // namespace

std::uint32_t credits_for_rate(const UeCbfcConfig& config, const CreditLinkFacts& link, Bytes length) {
  const auto on_the_line = [](std::int64_t bytes) { return Wide{bytes} * kBitsPerByte * kPicosecondsPerSecond; };
  const Wide beside = Wide{(2 * link.delay + link.processing + link.store).count()} * link.rate.count();
  const Wide loop = on_the_line(length.count() + kPreamble + round_of(config, link).count() + kSet) + beside;
  const Wide frame = on_the_line(length.count() + kPreambleAndGap);
  return config.credits(length) * static_cast<std::uint32_t>((loop + frame - 1) / frame);
}

CreditRoomFacts credits_for_lengths(const UeCbfcConfig& config, const CreditLinkFacts& link, Bytes shortest,
                                    Bytes longest) {
  CreditRoomFacts most;
  for (Bytes length = shortest; length <= longest; length += Bytes(1)) {
    const std::uint32_t credits = credits_for_rate(config, link, length);
    if (credits > most.credits)
      most = {credits, length};
  }
  return most;
}

Time longest_leak(const UeCbfcConfig& config, const CreditLinkFacts& link) {
  return config.cc_message_timer + 2 * link.delay + serialization_time(round_of(config, link), link.rate);
}

}  // namespace weir::ue_cbfc
