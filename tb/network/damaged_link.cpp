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

constexpr std::int64_t kPreambleBits = 64;
constexpr std::int64_t kSetBits = 64;
constexpr Bytes kGap{12};

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
      return false;  // Cause::new_number_is_hit
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
bool DamagedLink::Cause::new_number_is_hit(const frame::Packet& packet) {
  constexpr std::uint32_t kMask = (std::uint32_t{1} << llr::LlrConfig::kSeqBits) - 1;
  const std::uint32_t number = packet.link_number;
  if (number == frame::kNoLinkNumber) {
    return false;
  }
  const bool same_start = newest != frame::kNoLinkNumber && (newest & ~kMask) == (number & ~kMask);
  if (same_start && (number & kMask) != ((newest + 1) & kMask)) {
    return false;
  }
  newest = number;
  return hits(number & kMask);
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

std::uint8_t DamagedLink::damage_of(Cause& cause, const frame::Packet& packet, bool control, Time begin,
                                    Time end) const {
  const LinkError& error = cause.error;
  switch (error.kind) {
    case ErrorKind::kBits: {
      if (!cause.acts_at(begin)) {
        return 0;
      }
      const std::int64_t preamble = link_.wire_overhead ? kPreambleBits : 0;
      const std::int64_t place = cause.first_error(preamble + packet.length.count() * kBitsPerByte);
      return place < 0 ? std::uint8_t{0} : bits_of(place < preamble ? DamageMark::kMarked : DamageMark::kBadFcs);
    }
    case ErrorKind::kFrames: {
      const bool hit = error.counted == CountedFrames::kLlrNumber
                           ? cause.new_number_is_hit(packet)
                           : counts(error.counted, packet, control) && cause.next_number_is_hit();
      return hit && cause.acts_at(begin) ? bits_of(error.mark) : std::uint8_t{0};
    }
    case ErrorKind::kCodewords: {
      const Time gap = link_.wire_overhead ? serialization_time(kGap, link_.rate) : Time(0);
      const bool hit = cause.acts_at(begin) && cause.hits_span(begin, end - gap, link_.rate);
      return hit ? bits_of(DamageMark::kMarked) : std::uint8_t{0};
    }
    case ErrorKind::kSets:
    case ErrorKind::kDelaySets:
      break;
  }
  return 0;
}

std::uint8_t DamagedLink::frame_leaves(const frame::Packet& packet, Time begin, Time end) {
  const bool control = frame::is_link_local(packet);
  std::uint8_t damage = 0;
  for (Cause& cause : causes_) {
    damage = worse(damage, damage_of(cause, packet, control, begin, end));
  }
  if (control && packet.link_number != frame::kNoLinkNumber) {
    damage = static_cast<std::uint8_t>(damage & ~frame::kPoisoned);  // nobody has poisoned it: retry repairs it
  }
  if (damage != 0) {
    count(packet, control, damage, end);
  }
  return damage;
}

void DamagedLink::count(const frame::Packet& packet, bool control, std::uint8_t damage, Time end) {
  ++((damage & frame::kMarked) != 0     ? counters_.marked
     : (damage & frame::kPoisoned) != 0 ? counters_.poisoned
                                        : counters_.bad_fcs);
  if (packet.link_number != frame::kNoLinkNumber && (damage & frame::kPoisoned) == 0) {
    return;  // link-level retry sends it again
  }
  if (control) {
    ++counters_.control;
    counters_.unit_messages += frame::is_itsy(packet.bytes) ? 1 : 0;
  } else if ((lossless_ & mask_of(packet.traffic_class)) != 0) {
    LostPackets& lost = counters_.lossless[packet.traffic_class.index()];
    ++lost.packets;
    lost.first = std::min(lost.first, end);
    lost.last = end;
  }
}

bool DamagedLink::spoils_set(Time begin, Time end) {
  bool spoiled = false;
  for (Cause& cause : causes_) {
    const bool acts = cause.acts_at(begin);
    switch (cause.error.kind) {
      case ErrorKind::kBits:
        spoiled |= acts && cause.first_error(kSetBits) >= 0;
        break;
      case ErrorKind::kSets:
        spoiled |= cause.next_number_is_hit() && acts;
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
  return spoiled;
}

Time DamagedLink::set_delay(Time now) const {
  Time late;
  for (const Cause& cause : causes_) {
    late += cause.error.kind == ErrorKind::kDelaySets && cause.acts_at(now) ? cause.error.delay : Time(0);
  }
  return late;
}

}  // namespace weir::network
