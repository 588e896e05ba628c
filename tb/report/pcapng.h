// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The writer of capture files (`weir run --pcap DEVICE.PORT`): one pcapng file, one interface per tapped port, time
// stamps in ns. Source: PCAP Next Generation capture file format (IETF draft-ietf-opsawg-pcapng), blocks SHB, IDB, EPB.
// A capture holds the bytes of a frame that the model has: its first ones. The packet's original length is the frame
// length without the FCS, so analysers report truncation, not malformed frames. A 60-byte control frame is whole.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "tb/report/run_directory.h"

namespace weir::report {

using CaptureInterface = Id<struct CaptureInterfaceTag, std::uint32_t>;

// Direction seen from the tapped port, coded as in epb_flags.
enum class CaptureDirection : std::uint8_t { kUnknown = 0, kInbound = 1, kOutbound = 2 };

// A packet that a capture has.
struct CapturedPacket {
  std::uint64_t number = 0;  // from 0 on, in the order of the file
  CaptureInterface interface {};
  std::int64_t at_ns = 0;
  CaptureDirection direction = CaptureDirection::kUnknown;
  std::span<const std::uint8_t> bytes;  // captured, from the destination MAC on
};

// Comments by the number of their packet.
using PacketComments = std::multimap<std::uint64_t, std::string>;

// Writes one capture file. The file gets its final name in close(); a writer destroyed before leaves no file
// (OutputFile). Every writing function throws OutputError, which names the file.
class PcapngWriter {
 public:
  // `application` and `comment` describe the section: the writing program, the scenario and its seed. Empty: left out.
  PcapngWriter(const std::filesystem::path& path, std::string_view application, std::string_view comment = {});

  // `name`, "device.port", is shown by analysers.
  CaptureInterface add_interface(std::string_view name, BitRate speed);
  // An interface whose packets are records of our own, of link type USER0, for write_record().
  CaptureInterface add_record_interface(std::string_view name, std::string_view description, BitRate speed);

  // Appends one frame. `at` >= 0 is cut to whole nanoseconds. `bytes`: the frame's first bytes, from the destination
  // MAC on (bytes of the FCS and beyond are not written). `frame_length`: destination MAC to FCS. Packets appear in the
  // order of the calls. `comment` is shown with the packet; it is cut after 65,535 bytes. Throws std::out_of_range for
  // an interface that add_interface() has not returned.
  void write(CaptureInterface interface, Time at, std::span<const std::uint8_t> bytes, Bytes frame_length,
             CaptureDirection direction = CaptureDirection::kUnknown, std::string_view comment = {});

  // Appends one record, whole. As write() otherwise.
  void write_record(CaptureInterface interface, Time at, std::span<const std::uint8_t> record,
                    CaptureDirection direction);

  // Calls visit() with each packet written so far, in order. A FIFO or a device cannot be read back: no calls.
  void for_each_packet(const std::function<void(const CapturedPacket&)>& visit);

  // Gives packets written before comments behind those that they have, by copying the file, block by block. Where the
  // copy cannot be written this throws OutputError, and the file stays as it was. Nothing for a FIFO or a device.
  void add_comments(const PacketComments& comments);

  // Gives the file its final name, replacing an existing file. The last call.
  void close();

 private:
  CaptureInterface add_interface(std::uint16_t link_type, std::string_view name, std::string_view description,
                                 BitRate speed);
  void write_packet(CaptureInterface interface, Time at, std::span<const std::uint8_t> captured, std::size_t original,
                    CaptureDirection direction, std::string_view comment);
  void write_block();
  void for_each_block(const std::function<void(std::span<const std::uint8_t>)>& visit);

  std::unique_ptr<OutputFile> file_;
  std::vector<std::uint8_t> block_;  // the block under construction; a member, so that a packet needs no allocation
  std::size_t interfaces_ = 0;
};

}  // namespace weir::report
