// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames of a capture file, to be played by pcap_source: pcap and pcapng of either byte order, times down to
// nanoseconds, Ethernet with or without frame check sequences. libpcap reads the format.
//
// A capture without FCS was taken in a host, before the NIC padded and signed its frames, or after it checked them: a
// frame shorter than 60 bytes is padded, and its FCS counts as right. A capture with FCS shows the wire: runts stay
// runts, and a wrong FCS is played as wrong. The header of classic pcap may say which it is. Otherwise the capture has
// FCS if some frame's last four bytes are the frame's FCS, which happens by chance once in 2^32.
//
// Left out and counted: frames that no MAC sends (longer than 9216 B, or empty), and valid MAC control and private
// messages, which never leave the link on which they were captured. A capture without any other frame is refused.

#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::traffic {

// One line: the file and the fault.
struct CaptureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Frames later in a capture count as at this time, beyond the end of any run.
inline constexpr Time kMostSpan{4'000'000'000'000'000'000};

enum class CaptureFcs { kAuto, kPresent, kAbsent };

struct CapturedFrame {
  Time at;       // since the first frame of the file; never before the previous frame
  Bytes length;  // frame length, destination MAC to FCS, even if the capture lacks the FCS
  bool fcs_wrong = false;
  std::size_t offset = 0;  // into the bytes of the file
  std::size_t size = 0;    // length - 4: all bytes before the FCS
};

class CaptureFile {
 public:
  const std::vector<CapturedFrame>& frames() const { return frames_; }
  // Destination MAC to the last byte before the FCS. Bytes cut off by a snapshot length are zeros.
  std::span<const std::uint8_t> bytes(const CapturedFrame& frame) const {
    return std::span(bytes_).subspan(frame.offset, frame.size);
  }

  bool has_fcs() const { return has_fcs_; }
  std::uint64_t cut() const { return cut_; }                    // frames that the capture holds only in part
  std::uint64_t link_local() const { return link_local_; }      // left out: MAC control and private messages
  std::uint64_t empty() const { return empty_; }                // left out: frames without a byte
  std::uint64_t too_long() const { return too_long_; }          // left out: longer than 9216 B
  std::uint64_t back_in_time() const { return back_in_time_; }  // frames earlier than the previous one

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

// Throws CaptureError: file missing, not a capture, not Ethernet, damaged, or without a playable frame.
CaptureFile read_capture(const std::string& path, CaptureFcs fcs = CaptureFcs::kAuto);

// The same from an open stream, which is closed; `name` is for messages.
CaptureFile read_capture(std::FILE* stream, const std::string& name, CaptureFcs fcs = CaptureFcs::kAuto);

}  // namespace weir::traffic
