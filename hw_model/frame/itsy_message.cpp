// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_message.h"

#include <algorithm>

#include "hw_model/frame/private_header.h"

namespace weir::frame {
namespace {

// Fields of a word, highest first.
class Packed {
 public:
  bool add(std::uint64_t value, unsigned bits) {
    word_ = word_ << bits | value;
    return value >> bits == 0;
  }
  void write(WireWriter& out, unsigned octets) const {
    for (unsigned n = octets; n > 0; --n) {
      out.u8(static_cast<std::uint8_t>(word_ >> 8 * (n - 1)));
    }
  }

 private:
  std::uint64_t word_ = 0;
};

class Unpacked {
 public:
  Unpacked(WireReader& in, unsigned octets) {
    for (unsigned n = 0; n < octets; ++n) {
      word_ = word_ << 8 | in.u8();
    }
  }
  // Takes the lowest field.
  std::uint32_t take(unsigned bits) {
    const auto value = static_cast<std::uint32_t>(word_ & ((std::uint64_t{1} << bits) - 1));
    word_ >>= bits;
    return value;
  }

 private:
  std::uint64_t word_ = 0;
};

bool put_entry(WireWriter& out, const ItsyEntry& entry, const ItsyWidths& widths) {
  Packed word;
  const bool fits = word.add(entry.switch_id, widths.switch_id) && word.add(entry.port.index(), widths.port) &&
                    word.add(entry.seq, widths.seq) && word.add(std::max<unsigned>(entry.ttl, 1) - 1U, widths.ttl);
  word.write(out, widths.entry_octets());
  return fits && entry.switch_id > 0;
}

bool put_trigger(WireWriter& out, const ItsyTrigger& trigger, const ItsyWidths& widths) {
  Packed word;
  const bool fits = word.add(trigger.switch_id, widths.switch_id) && word.add(trigger.port.index(), widths.port) &&
                    word.add(trigger.host ? 1 : 0, 1);
  word.write(out, widths.trigger_octets());
  return fits && trigger.switch_id > 0;
}

// Writes bitmaps, entries, triggers, in `room` octets. Returns the classes written; none if one of them cannot be
// written.
ClassMask put(WireWriter& out, std::size_t room, ItsyKind kind, const ItsyMessages& messages,
              const ItsyWidths& widths) {
  ClassMask classes = 0;
  ClassMask triggers = 0;
  room -= kItsyBitmaps;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const auto& message = messages[c];
    if (!message || message->kind != kind)
      continue;
    const std::size_t wants = widths.entry_octets() + (message->trigger ? widths.trigger_octets() : 0);
    if (wants > room)
      break;
    room -= wants;
    classes = static_cast<ClassMask>(classes | mask_of(ClassId(c)));
    triggers = static_cast<ClassMask>(triggers | (message->trigger ? mask_of(ClassId(c)) : 0));
  }
  out.u8(classes);
  out.u8(triggers);
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((classes & mask_of(ClassId(c))) != 0 && !put_entry(out, messages[c]->entry, widths))
      return 0;
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((triggers & mask_of(ClassId(c))) != 0 && !put_trigger(out, *messages[c]->trigger, widths))
      return 0;
  }
  return out.ok() ? classes : ClassMask{0};
}

Decoded<ItsyMessages> take(WireReader& in, ItsyKind kind, const ItsyWidths& widths) {
  ItsyMessages messages;
  const ClassMask classes = in.u8();
  const ClassMask triggers = in.u8();
  bool named = (triggers & ~classes) == 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((classes & mask_of(ClassId(c))) == 0)
      continue;
    Unpacked word(in, widths.entry_octets());
    ItsyEntry entry;
    entry.ttl = static_cast<std::uint8_t>(word.take(widths.ttl) + 1);
    entry.seq = word.take(widths.seq);
    entry.port = PortId(word.take(widths.port));
    entry.switch_id = word.take(widths.switch_id);
    named = named && entry.switch_id > 0;
    messages[c] = ItsyMessage{.kind = kind, .entry = entry, .trigger = {}};
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((triggers & classes & mask_of(ClassId(c))) == 0)
      continue;
    Unpacked word(in, widths.trigger_octets());
    ItsyTrigger trigger;
    trigger.host = word.take(1) != 0;
    trigger.port = PortId(word.take(widths.port));
    trigger.switch_id = word.take(widths.switch_id);
    named = named && trigger.switch_id > 0;
    messages[c]->trigger = trigger;
  }
  if (!in.ok())
    return tl::unexpected(DecodeError::kTruncated);
  if (!named)
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  return messages;
}

}  // namespace

ClassMask ride_itsy(std::span<std::uint8_t> frame, const ItsyMessages& messages, const ItsyWidths& widths) {
  if (frame.size() < kControlFrameBytes || !is_pfc(frame))
    return 0;
  const auto padding = frame.subspan(kItsyRides, kControlFrameBytes - kItsyRides);
  if (std::ranges::any_of(padding, [](std::uint8_t octet) { return octet != 0; }))
    return 0;
  WireWriter out(padding);
  out.u16(kItsyMagic);
  const ClassMask classes = put(out, padding.size() - sizeof(kItsyMagic), ItsyKind::kChecking, messages, widths);
  if (classes == 0)
    std::ranges::fill(padding, std::uint8_t{0});
  return classes;
}

ClassMask write_itsy(std::span<std::uint8_t> bytes, MacAddress source, ItsyKind kind, const ItsyMessages& messages,
                     const ItsyWidths& widths) {
  const PrivateSubtype subtype =
      kind == ItsyKind::kChecking ? PrivateSubtype::kItsyChecking : PrivateSubtype::kItsyConsistency;
  if (write_private_header(bytes, source, static_cast<std::uint8_t>(subtype)) == 0)
    return 0;
  const auto body = bytes.subspan(kPrivateBody, kControlFrameBytes - kPrivateBody);
  WireWriter out(body);
  return put(out, body.size(), kind, messages, widths);
}

Decoded<ItsyMessages> read_itsy_rider(std::span<const std::uint8_t> frame, const ItsyWidths& widths) {
  if (frame.size() < kControlFrameBytes)
    return tl::unexpected(DecodeError::kTruncated);
  auto padding = frame.subspan(kItsyRides, kControlFrameBytes - kItsyRides);
  const std::uint16_t magic = WireReader(padding).u16();
  if (magic != kItsyMagic && magic != kItsyMagicWithAlive)
    return ItsyMessages{};
  if (magic == kItsyMagicWithAlive)
    padding = padding.first(padding.size() - kItsyAliveOctets);
  WireReader in(padding.subspan(sizeof(magic)));
  return take(in, ItsyKind::kChecking, widths);
}

Decoded<ItsyMessages> read_itsy(std::span<const std::uint8_t> frame, const ItsyWidths& widths) {
  WireReader in(frame.first(std::min(frame.size(), kControlFrameBytes)));
  const auto subtype =
      read_private_subtype(in, frame, {PrivateSubtype::kItsyChecking, PrivateSubtype::kItsyConsistency});
  if (!subtype)
    return tl::unexpected(subtype.error());
  return take(in, *subtype == PrivateSubtype::kItsyChecking ? ItsyKind::kChecking : ItsyKind::kConsistency, widths);
}

bool is_itsy(std::span<const std::uint8_t> frame) {
  using enum PrivateSubtype;
  WireReader in(frame);
  return read_private_subtype(
             in, frame,
             {kItsyChecking, kItsyConsistency, kItsyCollecting, kItsyResuming, kItsyAlive, kItsyGroups, kItsyLimit})
      .has_value();
}

}  // namespace weir::frame
