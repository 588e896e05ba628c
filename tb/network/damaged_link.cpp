// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/damaged_link.h"

#include <algorithm>

#include "hw_model/base/portable_math.h"
#include "hw_model/frame/cc_update.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/link_local.h"
#include "hw_model/frame/packet_fields.h"
#include "hw_model/mechanisms/llr/llr_config.h"

namespace weir::network {
namespace {

constexpr std::int64_t kSetBits = 64;
constexpr std::uint32_t kNumberMask = (std::uint32_t{1} << llr::LlrConfig::kSeqBits) - 1;

// Beyond any run: 2^62 bits last two days at 10 Tbps.
constexpr double kMostBits = 0x1p62;

std::uint8_t bits_of(DamageMark mark) {
  switch (mark) {
    case DamageMark::kBadFcs:
      return frame::kFcsWrong;
    case DamageMark::kPoisoned:
      return frame::kFcsWrong | frame::kPoisoned;
    case DamageMark::kMarked:
      return frame::kFcsWrong | frame::kMarked;
  }
  return 0;
}

bool counts(CountedFrames counted, const frame::Packet& packet, bool control) {
  switch (counted) {
    case CountedFrames::kAny:
      return true;
    case CountedFrames::kData:
      return !control;
    case CountedFrames::kControl:
      return control;
    case CountedFrames::kLlrNumber:
      return false;  // DamagedLink::damage_of
    case CountedFrames::kCcUpdate:
      return control && frame::read_cc_update(packet.bytes, frame::destination_mac(packet)).has_value();
  }
  return false;
}

// A frame that PCS marks is no more than that; an FCS that was wrong on purpose is not when a bit of the frame is hit.
std::uint8_t worse(std::uint8_t one, std::uint8_t other) {
  if (((one | other) & frame::kMarked) != 0) {
    return bits_of(DamageMark::kMarked);
  }
  const bool poisoned = one == 0 || other == 0 || (one & other & frame::kPoisoned) != 0;
  return poisoned ? one | other : bits_of(DamageMark::kBadFcs);
}

}  // namespace

void DamagedLink::add(const LinkError& error, const RandomStream& random) {
  Cause cause{error, random};
  hits_frames_ |= error.kind == ErrorKind::kFrames;
  if (error.kind == ErrorKind::kBits) {
    // log(1 - p): the series for a p so small that 1 - p is 1.
    const double p = error.rate;
    cause.log_of_whole = p < 1e-8 ? -p * (1 + p / 2) : portable_log(1 - p);
    cause.draw_whole_bits();
  } else if (error.kind == ErrorKind::kCodewords && error.phase == kNever) {
    const auto period = static_cast<std::uint64_t>(error.period.count());
    cause.error.phase = Time(static_cast<std::int64_t>(cause.random.below(period)));
  }
  causes_.push_back(cause);
  bits_alone_ = causes_.size() == 1 && error.kind == ErrorKind::kBits;
  delays_sets_ |= error.kind == ErrorKind::kDelaySets;
}

void DamagedLink::Cause::draw_whole_bits() {
  const double bits = error.rate > 0 ? portable_log(1 - random.unit()) / log_of_whole : kMostBits;
  whole_bits = static_cast<std::int64_t>(std::min(bits, kMostBits));
}

// Errors have no memory: those behind the first in the same frame change nothing, and the next is drawn from its end
// on.
std::int64_t DamagedLink::Cause::first_error(std::int64_t bits) {
  if (whole_bits >= bits) {
    whole_bits -= bits;
    return -1;
  }
  const std::int64_t place = whole_bits;
  draw_whole_bits();
  return place;
}

bool DamagedLink::Cause::hits(std::uint64_t number) const {
  return error.numbers.empty() ? error.first <= number && number <= error.last
                               : std::binary_search(error.numbers.begin(), error.numbers.end(), number);
}

bool DamagedLink::Cause::next_number_is_hit() { return hits(++seen); }

// New frames have one number after the other; with each initialisation the upper bits, and perhaps the number, change.
bool DamagedLink::is_replay(const frame::Packet& packet) {
  const std::uint32_t number = packet.link_number;
  if (number == frame::kNoLinkNumber) {
    return false;
  }
  const bool same_start = newest_ != frame::kNoLinkNumber && (newest_ & ~kNumberMask) == (number & ~kNumberMask);
  if (same_start && (number & kNumberMask) != ((newest_ + 1) & kNumberMask)) {
    return true;
  }
  newest_ = number;
  return false;
}

// Whether the last span that begins before `end` reaches beyond `begin`.
bool DamagedLink::Cause::hits_span(Time begin, Time end, BitRate rate) const {
  if (end <= error.phase) {
    return false;
  }
  const std::int64_t before = (end - error.phase - Time(1)) / error.period;
  const Time span_begins = error.phase + error.period * before;
  return begin < span_begins + serialization_time(error.span, rate);
}

std::uint8_t DamagedLink::damage_of(Cause& cause, const Leaving& frame) const {
  const LinkError& error = cause.error;
  switch (error.kind) {
    case ErrorKind::kBits: {
      if (!cause.acts_at(frame.begin)) {
        return 0;
      }
      const std::int64_t preamble = preamble_bits();
      const std::int64_t place = cause.first_error(preamble + frame.packet.length.count() * kBitsPerByte);
      return place < 0 ? std::uint8_t{0} : bits_of(place < preamble ? DamageMark::kMarked : DamageMark::kBadFcs);
    }
    case ErrorKind::kFrames: {
      const bool hit = error.counted == CountedFrames::kLlrNumber
                           ? frame.numbered() && !frame.replay && cause.hits(frame.packet.link_number & kNumberMask)
                           : counts(error.counted, frame.packet, frame.control) && cause.next_number_is_hit();
      const bool can_be = error.mark != DamageMark::kPoisoned || !frame.replay;
      return hit && can_be && cause.acts_at(frame.begin) ? bits_of(error.mark) : std::uint8_t{0};
    }
    case ErrorKind::kCodewords: {
      const Time gap = link_.wire_overhead ? serialization_time(frame::kGap, link_.rate) : Time(0);
      const bool hit = cause.acts_at(frame.begin) && cause.hits_span(frame.begin, frame.end - gap, link_.rate);
      return hit ? bits_of(DamageMark::kMarked) : std::uint8_t{0};
    }
    case ErrorKind::kCut:
      return cause.acts_at(frame.begin) ? bits_of(DamageMark::kMarked) : std::uint8_t{0};
    case ErrorKind::kSets:
    case ErrorKind::kDelaySets:
    case ErrorKind::kDoubleSets:
      break;
  }
  return 0;
}

// Nearly all frames and sets of a line with bit errors are whole: no more is asked about them.
[[gnu::hot]] link::FrameFate DamagedLink::frame_leaves(const frame::Packet& packet, Time begin, Time end) {
  const std::int64_t bits = preamble_bits() + packet.length.count() * kBitsPerByte;
  const bool sound = bits_alone_ && (packet.extras & frame::kPoisoned) == 0;
  return sound && causes_.front().leaves_whole(bits, begin) ? link::FrameFate() : damaged_frame(packet, begin, end);
}

[[gnu::hot]] link::SetFate DamagedLink::set_leaves(Time begin, Time end) {
  return bits_alone_ && causes_.front().leaves_whole(kSetBits, begin) ? link::SetFate::kArrives
                                                                      : damaged_set(begin, end);
}

link::FrameFate DamagedLink::damaged_frame(const frame::Packet& packet, Time begin, Time end) {
  const Leaving frame{packet, frame::is_link_local(packet), hits_frames_ && is_replay(packet), begin, end};
  const bool retried = frame.control && frame.numbered();  // nobody has poisoned it: retry repairs it
  std::uint8_t damage = 0;
  bool sent_poisoned = false;
  for (Cause& cause : causes_) {
    const std::uint8_t own = damage_of(cause, frame);
    if (own == 0) {
      continue;
    }
    sent_poisoned |= (own & frame::kPoisoned) != 0 && !retried;
    damage = worse(damage, own);
  }
  if (retried) {
    damage = static_cast<std::uint8_t>(damage & ~frame::kPoisoned);
  }
  if (damage != 0) {
    count(frame, damage, sent_poisoned);
  }
  const bool was_poisoned = (packet.extras & frame::kPoisoned) != 0;
  return {was_poisoned ? worse(bits_of(DamageMark::kPoisoned), damage) : damage, sent_poisoned};
}

void DamagedLink::count(const Leaving& frame, std::uint8_t damage, bool sent_poisoned) {
  ++((damage & frame::kMarked) != 0     ? counters_.marked
     : (damage & frame::kPoisoned) != 0 ? counters_.poisoned
                                        : counters_.bad_fcs);
  if (frame.numbered() && !sent_poisoned) {
    return;  // link-level retry sends it again
  }
  if (frame.control) {
    ++counters_.control;
    counters_.unit_messages += frame::is_itsy(frame.packet.bytes) ? 1 : 0;
  } else if ((lossless_ & mask_of(frame.packet.traffic_class)) != 0) {
    LostPackets& lost = counters_.lossless[frame.packet.traffic_class.index()];
    ++lost.packets;
    lost.first = std::min(lost.first, frame.end);
    lost.last = frame.end;
  }
}

link::SetFate DamagedLink::damaged_set(Time begin, Time end) {
  bool spoiled = false;
  bool doubled = false;
  for (Cause& cause : causes_) {
    const bool acts = cause.acts_at(begin);
    switch (cause.error.kind) {
      case ErrorKind::kBits:
        spoiled |= acts && cause.first_error(kSetBits) >= 0;
        break;
      case ErrorKind::kSets:
        spoiled |= cause.next_number_is_hit() && acts;
        break;
      case ErrorKind::kDoubleSets:
        doubled |= cause.next_number_is_hit() && acts;
        break;
      case ErrorKind::kCut:
        spoiled |= acts;
        break;
      case ErrorKind::kCodewords:
        spoiled |= acts && cause.hits_span(begin, end, link_.rate);
        break;
      case ErrorKind::kFrames:
      case ErrorKind::kDelaySets:
        break;
    }
  }
  counters_.sets += spoiled ? 1 : 0;
  counters_.doubled_sets += doubled && !spoiled ? 1 : 0;
  return spoiled ? link::SetFate::kSpoiled : doubled ? link::SetFate::kDoubled : link::SetFate::kArrives;
}

[[gnu::hot]] Time DamagedLink::set_delay(Time now) const {
  Time late;
  if (!delays_sets_) [[likely]]
    return late;
  for (const Cause& cause : causes_) {
    late += cause.error.kind == ErrorKind::kDelaySets && cause.acts_at(now) ? cause.error.delay : Time(0);
  }
  return late;
}

}  // namespace weir::network
