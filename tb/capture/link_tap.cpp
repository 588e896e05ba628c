// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/capture/link_tap.h"

#include <algorithm>
#include <utility>

#include "hw_model/datapath/link/ordered_set_line.h"
#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/llr/llr_config.h"

namespace weir::capture {

namespace {

using Direction = port::Port::Direction;

constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kSet = 1;  // kinds of records
constexpr std::uint8_t kPreamble = 2;
constexpr unsigned kInFrame = 1;  // flags
constexpr unsigned kDamaged = 2;
constexpr unsigned kWithoutNews = 4;
constexpr unsigned kReplay = 8;
constexpr std::int64_t kNanosecond = 1'000;
constexpr std::uint32_t kNumberMask = (std::uint32_t{1} << llr::LlrConfig::kSeqBits) - 1;

class Record {
 public:
  Record(std::uint8_t kind, unsigned flags, Time at, frame::MacAddress sender, Bytes bytes) {
    number(kVersion, 1);
    number(kind, 1);
    number(flags, 2);
    number(static_cast<std::uint64_t>(at.count() % kNanosecond), 2);
    number(sender.value(), 6);
    number(static_cast<std::uint64_t>(bytes.count()), 4);
  }
  void number(std::uint64_t value, unsigned octets) {
    for (unsigned n = octets; n-- != 0;)
      bytes_.push_back(static_cast<std::uint8_t>(value >> 8U * n));
  }
  void octets(const std::array<std::uint8_t, 8>& eight) { bytes_.insert(bytes_.end(), eight.begin(), eight.end()); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// Feedback that takes no time on the wire has no preamble.
bool is_out_of_band(const frame::Packet& packet) {
  const auto type = frame::big_endian<std::uint16_t>(&packet.bytes[12]);
  return type == static_cast<std::uint16_t>(frame::EtherType::kLocalExperiment) &&
         packet.bytes[14] == static_cast<std::uint8_t>(frame::PrivateSubtype::kGfcQueueDepth);
}

}  // namespace

LinkTap::LinkTap(const End& here, const End& peer, bool numbers, LinkCapture what, std::function<void(LinkRecord)> keep)
    : here_(here),
      peer_(peer),
      numbers_(numbers),
      what_(what),
      keep_(std::move(keep)),
      newest_{frame::kNoLinkNumber, frame::kNoLinkNumber} {
  here_.port.sets()->set_tap(this);
}

LinkTap::~LinkTap() { here_.port.sets()->set_tap(nullptr); }

void LinkTap::frame(const frame::Packet& packet, Time end, Direction direction) {
  if (!numbers_ || is_out_of_band(packet))
    return;
  const End& sender = direction == Direction::kOut ? here_ : peer_;
  const bool numbered = packet.link_number != frame::kNoLinkNumber;
  const Time first = end - sender.port.wire_time(packet.length);
  const bool damaged = (packet.extras & frame::kMarked) != 0;
  const bool replay = numbered && is_replay(packet.link_number, direction);
  Record record(kPreamble, (damaged ? kDamaged : 0U) | (replay ? kReplay : 0U), first, sender.address, packet.length);
  record.octets(frame::write_preamble(numbered ? std::optional(packet.link_number & kNumberMask) : std::nullopt));
  record.number(static_cast<std::uint64_t>(end.count() / kNanosecond - first.count() / kNanosecond), 4);
  keep_({.first = first, .last = first, .direction = direction, .preamble = true, .bytes = record.take()});
}

// New frames have one number after the other; with each initialisation the upper bits, and perhaps the number, change.
bool LinkTap::is_replay(std::uint32_t number, Direction direction) {
  std::uint32_t& newest = newest_[direction == Direction::kOut ? 1 : 0];
  const bool same_start = newest != frame::kNoLinkNumber && (newest & ~kNumberMask) == (number & ~kNumberMask);
  const std::uint32_t ahead = (number - newest - 1) & kNumberMask;
  if (same_start && ahead > kNumberMask / 2)
    return true;
  newest = number;
  return false;
}

void LinkTap::settle(Time now) {
  here_.port.settle_sets(now);
  peer_.port.settle_sets(now);
}

Time LinkTap::lateness() const {
  const auto byte = [](const port::Port& port) { return serialization_time(Bytes(1), port.link().rate); };
  return std::max(byte(here_.port), byte(peer_.port));
}

void LinkTap::seen(const link::SeenSet& set) {
  if (set.without_news && what_ == LinkCapture::kNews)
    return;
  const unsigned flags = (set.in_frame != Bytes(0) ? kInFrame : 0U) | (set.damaged ? kDamaged : 0U) |
                         (set.without_news ? kWithoutNews : 0U);
  Record record(kSet, flags, set.first, (set.leaves ? here_ : peer_).address, set.in_frame);
  record.octets(set.bytes);
  keep_({.first = set.first,
         .last = set.last,
         .direction = set.leaves ? Direction::kOut : Direction::kIn,
         .bytes = record.take()});
}

}  // namespace weir::capture
