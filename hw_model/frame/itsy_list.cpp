// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_list.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_header.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {
namespace {

constexpr unsigned kClassBits = 3;
constexpr unsigned kCountBits = 5;
constexpr std::size_t kBodyBits = 8 * (kControlFrameBytes - kPrivateBody);

std::size_t bits_before_list(const ItsyWidths& widths) { return kClassBits + kCountBits + 8 * widths.entry_octets(); }

// Fields one behind the other, highest bit first.
class BitWriter {
 public:
  explicit BitWriter(std::span<std::uint8_t> octets) : octets_(octets) {}
  void add(std::uint64_t value, unsigned bits) {
    fits_ = fits_ && value >> bits == 0;
    for (unsigned n = bits; n > 0; --n, ++next_) {
      const auto bit = static_cast<std::uint8_t>((value >> (n - 1) & 1U) << (7 - next_ % 8));
      octets_[next_ / 8] = static_cast<std::uint8_t>(octets_[next_ / 8] | bit);
    }
  }
  bool fits() const { return fits_; }

 private:
  std::span<std::uint8_t> octets_;
  std::size_t next_ = 0;
  bool fits_ = true;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> octets) : octets_(octets) {}
  std::uint32_t take(unsigned bits) {
    std::uint32_t value = 0;
    for (unsigned n = 0; n < bits; ++n, ++next_)
      value = value << 1U | (octets_[next_ / 8] >> (7 - next_ % 8) & 1U);
    return value;
  }

 private:
  std::span<const std::uint8_t> octets_;
  std::size_t next_ = 0;
};

}  // namespace

std::size_t itsy_list_room(const ItsyWidths& widths) {
  return std::min(ItsyPortList::kMost, (kBodyBits - bits_before_list(widths)) / (widths.switch_id + widths.port));
}

bool write_itsy_list(std::span<std::uint8_t> bytes, MacAddress source, const ItsyListMessage& message,
                     const ItsyWidths& widths) {
  const PrivateSubtype subtype =
      message.kind == ItsyListKind::kCollecting ? PrivateSubtype::kItsyCollecting : PrivateSubtype::kItsyResuming;
  if (message.list.size() > itsy_list_room(widths) ||
      write_private_header(bytes, source, static_cast<std::uint8_t>(subtype)) == 0)
    return false;
  BitWriter out(bytes.subspan(kPrivateBody, kControlFrameBytes - kPrivateBody));
  const ItsyEntry& entry = message.entry;
  out.add(message.traffic_class.index(), kClassBits);
  out.add(message.list.size(), kCountBits);
  out.add(entry.switch_id, widths.switch_id);
  out.add(entry.port.index(), widths.port);
  out.add(entry.seq, widths.seq);
  out.add(std::max<unsigned>(entry.ttl, 1) - 1U, widths.ttl);
  bool named = entry.switch_id > 0;
  for (std::size_t n = 0; n < message.list.size(); ++n) {
    out.add(message.list[n].switch_id, widths.switch_id);
    out.add(message.list[n].port.index(), widths.port);
    named = named && message.list[n].switch_id > 0;
  }
  return out.fits() && named;
}

Decoded<ItsyListMessage> read_itsy_list(std::span<const std::uint8_t> frame, const ItsyWidths& widths) {
  WireReader header(frame.first(std::min(frame.size(), kControlFrameBytes)));
  const auto subtype = read_private_subtype(
      header, frame, {PrivateSubtype::kItsyCollecting, PrivateSubtype::kItsyResuming}, kControlFrameBytes);
  if (!subtype)
    return tl::unexpected(subtype.error());
  BitReader in(frame.subspan(kPrivateBody, kControlFrameBytes - kPrivateBody));
  ItsyListMessage message;
  message.kind = *subtype == PrivateSubtype::kItsyCollecting ? ItsyListKind::kCollecting : ItsyListKind::kResuming;
  message.traffic_class = ClassId(in.take(kClassBits));
  const std::size_t ports = in.take(kCountBits);
  message.entry.switch_id = in.take(widths.switch_id);
  message.entry.port = PortId(in.take(widths.port));
  message.entry.seq = in.take(widths.seq);
  message.entry.ttl = static_cast<std::uint8_t>(in.take(widths.ttl) + 1);
  bool named = message.entry.switch_id > 0 && ports <= itsy_list_room(widths);
  for (std::size_t n = 0; named && n < ports; ++n) {
    const std::uint32_t switch_id = in.take(widths.switch_id);
    message.list.add({.switch_id = switch_id, .port = PortId(in.take(widths.port))});
    named = switch_id > 0;
  }
  if (!named)
    return tl::unexpected(DecodeError::kFieldOutOfRange);
  return message;
}

}  // namespace weir::frame
