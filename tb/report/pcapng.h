// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Capture files of `weir run --pcap DEVICE.PORT`: one pcapng file, one interface for each tapped port, nanosecond
// time stamps. Source: PCAP Next Generation capture file format (IETF draft-ietf-opsawg-pcapng), blocks SHB, IDB, EPB.
// A capture holds what the model knows of a frame: its first bytes. The packet's original length is the frame length
// without the FCS, so an analyser sees a truncated capture and not a malformed frame. A 60-byte control frame is whole.

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "tb/report/run_directory.h"

namespace weir::report {

using CaptureInterface = Id<struct CaptureInterfaceTag, std::uint32_t>;

// As epb_flags codes it: seen from the tapped port.
enum class CaptureDirection : std::uint8_t { kUnknown = 0, kInbound = 1, kOutbound = 2 };

// The file has its final name only after close(); a writer that is destroyed unclosed leaves nothing (OutputFile).
// Everything that writes throws OutputError, whose text names the file.
class PcapngWriter {
 public:
  // `application` and `comment` describe the section: who wrote it, of which scenario and seed. Empty: left out.
  PcapngWriter(const std::filesystem::path& path, std::string_view application, std::string_view comment = {});

  // `name` is what an analyser shows, "device.port".
  CaptureInterface add_interface(std::string_view name, BitRate speed);

  // Appends one frame. `at` >= 0 is cut to whole nanoseconds; `bytes` are its first bytes from the destination MAC
  // on (those of the FCS and beyond are not written), `frame_length` counts destination MAC to FCS. Packets appear
  // in the order of the calls. A comment is shown with the packet; beyond 65,535 bytes it is cut.
  // Throws std::out_of_range for an interface that add_interface has not returned.
  void write(CaptureInterface interface, Time at, std::span<const std::uint8_t> bytes, Bytes frame_length,
             CaptureDirection direction = CaptureDirection::kUnknown, std::string_view comment = {});

  // Gives the file its final name, replacing a file that has it. The last call; nothing can be written after it.
  void close();

 private:
  void write_block();

  OutputFile file_;
  std::vector<std::uint8_t> block_;  // the block being composed; kept, so that a packet allocates nothing
  std::size_t interfaces_ = 0;
};

}  // namespace weir::report
