// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/pcapng.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace weir::report {
namespace {

constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a;
constexpr std::uint32_t kInterfaceDescription = 1;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
constexpr std::uint16_t kLinkTypeEthernet = 1;
constexpr std::uint16_t kLinkTypeUser0 = 147;
constexpr std::uint8_t kNanoseconds = 9;  // if_tsresol: 10^-9 s
constexpr Time kNanosecond{1'000};
constexpr Bytes kFcs{4};

constexpr std::uint16_t kEndOfOptions = 0;
constexpr std::uint16_t kComment = 1;
constexpr std::uint16_t kApplication = 4;    // of a section
constexpr std::uint16_t kInterfaceName = 2;  // of an interface, as the four below
constexpr std::uint16_t kInterfaceDescriptionText = 3;
constexpr std::uint16_t kInterfaceSpeed = 8;
constexpr std::uint16_t kTimeResolution = 9;
constexpr std::uint16_t kFcsLength = 13;
constexpr std::uint16_t kPacketFlags = 2;  // of a packet

// Octets of a block as Block makes it.
constexpr std::size_t kBlockHead = 8;                     // type and length
constexpr std::size_t kBlockTail = 8;                     // the end of the options, and the length again
constexpr std::size_t kBehindFlags = kBlockTail + 4;      // from the value of a packet's flags to the end
constexpr std::size_t kPacketData = kBlockHead + 5 * 4U;  // where the bytes of a packet begin

std::uint32_t number_at(std::span<const std::uint8_t> bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(bytes[place + i]) << 8 * i;
  }
  return value;
}

// Composes one block. Little-endian on every machine, so that equal runs give equal bytes.
class Block {
 public:
  Block(std::vector<std::uint8_t>& bytes, std::uint32_t type) : bytes_(bytes) {
    bytes_.clear();
    number(type, 4);
    number(0, 4);  // the length, known at finish()
  }

  void number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
  }

  // Appends data padded to whole 32-bit words; no length counts the padding.
  template <class Range>
  void padded(const Range& data) {
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
  }

  void option(std::uint16_t code, std::string_view text) {
    if (text.empty()) {
      return;
    }
    text = text.substr(0, std::numeric_limits<std::uint16_t>::max());
    number(code, 2);
    number(text.size(), 2);
    padded(text);
  }

  void option(std::uint16_t code, std::uint64_t value, std::size_t size) {
    number(code, 2);
    number(size, 2);
    number(value, size);
    padded(std::string_view{});
  }

  void finish() {
    number(kEndOfOptions, 4);
    const std::size_t length = bytes_.size() + 4;
    number(length, 4);
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[4 + i] = static_cast<std::uint8_t>(length >> 8 * i);
    }
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

}  // namespace

PcapngWriter::PcapngWriter(const std::filesystem::path& path, std::string_view application, std::string_view comment)
    : file_(std::make_unique<OutputFile>(path)) {
  Block section(block_, kSectionHeader);
  section.number(kByteOrderMagic, 4);
  section.number(1, 2);                                          // major version
  section.number(0, 2);                                          // minor version
  section.number(std::numeric_limits<std::uint64_t>::max(), 8);  // section length: not stated
  section.option(kComment, comment);
  section.option(kApplication, application);
  section.finish();
  write_block();
}

CaptureInterface PcapngWriter::add_interface(std::string_view name, BitRate speed) {
  return add_interface(kLinkTypeEthernet, name, {}, speed);
}

CaptureInterface PcapngWriter::add_record_interface(std::string_view name, std::string_view description,
                                                    BitRate speed) {
  return add_interface(kLinkTypeUser0, name, description, speed);
}

CaptureInterface PcapngWriter::add_interface(std::uint16_t link_type, std::string_view name,
                                             std::string_view description, BitRate speed) {
  Block block(block_, kInterfaceDescription);
  block.number(link_type, 2);
  block.number(0, 2);  // reserved
  block.number(0, 4);  // snapshot length: no limit
  block.option(kInterfaceName, name);
  block.option(kInterfaceDescriptionText, description);
  block.option(kInterfaceSpeed, static_cast<std::uint64_t>(speed.count()), 8);
  block.option(kTimeResolution, kNanoseconds, 1);
  if (link_type == kLinkTypeEthernet) {
    block.option(kFcsLength, 0, 1);
  }
  block.finish();
  write_block();
  return CaptureInterface(interfaces_++);
}

void PcapngWriter::write(CaptureInterface interface, Time at, std::span<const std::uint8_t> bytes, Bytes frame_length,
                         CaptureDirection direction, std::string_view comment) {
  const auto original = static_cast<std::size_t>(std::max(frame_length - kFcs, Bytes(0)).count());
  write_packet(interface, at, bytes.first(std::min(bytes.size(), original)), original, direction, comment);
}

void PcapngWriter::write_record(CaptureInterface interface, Time at, std::span<const std::uint8_t> record,
                                CaptureDirection direction) {
  write_packet(interface, at, record, record.size(), direction, {});
}

void PcapngWriter::write_packet(CaptureInterface interface, Time at, std::span<const std::uint8_t> captured,
                                std::size_t original, CaptureDirection direction, std::string_view comment) {
  if (interface.index() >= interfaces_) {
    throw std::out_of_range("capture: no such interface");
  }
  const auto nanoseconds = static_cast<std::uint64_t>(at / kNanosecond);

  Block packet(block_, kEnhancedPacket);
  packet.number(interface.index(), 4);
  packet.number(nanoseconds >> 32U, 4);
  packet.number(nanoseconds & 0xffff'ffffU, 4);
  packet.number(captured.size(), 4);
  packet.number(original, 4);
  packet.padded(captured);
  packet.option(kComment, comment);
  packet.option(kPacketFlags, static_cast<std::uint64_t>(direction), 4);
  packet.finish();
  write_block();
}

void PcapngWriter::for_each_block(const std::function<void(std::span<const std::uint8_t>)>& visit) {
  file_->flush();
  if (file_->temporary_path().empty()) {
    return;  // a FIFO or a device
  }
  std::ifstream in(file_->temporary_path(), std::ios::binary);
  std::vector<std::uint8_t> block(kBlockHead);
  while (in.read(reinterpret_cast<char*>(block.data()), kBlockHead)) {
    block.resize(number_at(block, 4));
    in.read(reinterpret_cast<char*>(block.data() + kBlockHead),
            static_cast<std::streamsize>(block.size() - kBlockHead));
    if (!in) {
      break;
    }
    visit(block);
    block.resize(kBlockHead);
  }
  if (in.bad() || in.gcount() != 0) {
    throw OutputError(file_->final_path().string() + ": cannot read what has been written");
  }
}

void PcapngWriter::for_each_packet(const std::function<void(const CapturedPacket&)>& visit) {
  std::uint64_t number = 0;
  for_each_block([&](std::span<const std::uint8_t> block) {
    if (number_at(block, 0) != kEnhancedPacket) {
      return;
    }
    const std::size_t captured = number_at(block, kPacketData - 8);
    const auto at = static_cast<std::uint64_t>(number_at(block, 12)) << 32U | number_at(block, 16);
    visit({.number = number++,
           .interface = CaptureInterface(number_at(block, 8)),
           .at_ns = static_cast<std::int64_t>(at),
           .direction = static_cast<CaptureDirection>(number_at(block, block.size() - kBehindFlags)),
           .bytes = block.subspan(kPacketData, captured)});
  });
}

void PcapngWriter::add_comments(const PacketComments& comments) {
  if (comments.empty() || file_->temporary_path().empty()) {
    return;
  }
  auto copy = std::make_unique<OutputFile>(file_->final_path(), ".commented.partial");
  std::uint64_t number = 0;
  for_each_block([&](std::span<const std::uint8_t> block) {
    auto [comment, last] = comments.equal_range(number);
    number += number_at(block, 0) == kEnhancedPacket ? 1 : 0;
    if (number_at(block, 0) != kEnhancedPacket || comment == last) {
      copy->write({reinterpret_cast<const char*>(block.data()), block.size()});
      return;
    }
    Block packet(block_, kEnhancedPacket);
    const auto before = block.subspan(kBlockHead, block.size() - kBlockHead - kBlockTail);
    block_.insert(block_.end(), before.begin(), before.end());
    for (; comment != last; ++comment) {
      packet.option(kComment, comment->second);
    }
    packet.finish();
    copy->write({reinterpret_cast<const char*>(block_.data()), block_.size()});
  });
  file_ = std::move(copy);
}

void PcapngWriter::close() { file_->commit(); }

void PcapngWriter::write_block() { file_->write({reinterpret_cast<const char*>(block_.data()), block_.size()}); }

}  // namespace weir::report
