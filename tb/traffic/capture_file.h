// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames of a capture file, to be played by pcap_source. pcap and pcapng, in the byte order of any machine, with times
// down to nanoseconds, of Ethernet, with or without frame check sequences. libpcap reads the format.
//
// A capture without FCS was taken in a host, before the NIC padded and signed its frames, or after it checked them: a
// frame shorter than 60 bytes is padded, and its FCS is right. A capture with FCS shows the wire: runts stay runts, and
// an FCS that does not hold is played as one. Classic pcap may say in its header which it is; otherwise one frame whose
// last four bytes are its FCS decides, which no other four bytes are but once in 2^32.
//
// Left out, and counted: what no MAC sends (longer than 9216 B, or nothing at all), and sound MAC control and private
// messages, which never leave the link that they were captured on. A capture of which nothing is left is refused.

#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::traffic {

// One line: the file, and what is wrong with it.
struct CaptureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What lies later in a capture is taken to be at this time: beyond the end of any run.
inline constexpr Time kMostSpan{4'000'000'000'000'000'000};

enum class CaptureFcs { kAuto, kPresent, kAbsent };

struct CapturedFrame {
  Time at;       // since the first frame of the file; never before the frame before it
  Bytes length;  // frame length: destination MAC to FCS, which is counted also where the capture left it out
  bool fcs_wrong = false;
  std::size_t offset = 0;  // into the bytes of the file
  std::size_t size = 0;    // length - 4: all bytes before the FCS
};

class CaptureFile {
 public:
  const std::vector<CapturedFrame>& frames() const { return frames_; }
  // Destination MAC to the last byte before the FCS. What a snapshot length has cut off is zeros.
  std::span<const std::uint8_t> bytes(const CapturedFrame& frame) const {
    return std::span(bytes_).subspan(frame.offset, frame.size);
  }

  bool has_fcs() const { return has_fcs_; }
  std::uint64_t cut() const { return cut_; }                    // frames of which the capture has not all bytes
  std::uint64_t link_local() const { return link_local_; }      // left out: MAC control and private messages
  std::uint64_t empty() const { return empty_; }                // left out: without a byte
  std::uint64_t too_long() const { return too_long_; }          // left out: longer than 9216 B
  std::uint64_t back_in_time() const { return back_in_time_; }  // frames earlier than the one before them

 private:
  friend class CaptureReader;

  std::vector<CapturedFrame> frames_;
  std::vector<std::uint8_t> bytes_;
  bool has_fcs_ = false;
  std::uint64_t cut_ = 0;
  std::uint64_t link_local_ = 0;
  std::uint64_t empty_ = 0;
  std::uint64_t too_long_ = 0;
  std::uint64_t back_in_time_ = 0;
};

// Throws CaptureError: no such file, no capture, not of Ethernet, damaged, without a frame that can be played.
CaptureFile read_capture(const std::string& path, CaptureFcs fcs = CaptureFcs::kAuto);

// The same of an open stream, which it closes; `name` stands in messages.
CaptureFile read_capture(std::FILE* stream, const std::string& name, CaptureFcs fcs = CaptureFcs::kAuto);

}  // namespace weir::traffic
