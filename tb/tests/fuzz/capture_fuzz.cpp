// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a capture file: frames within their bounds, in the order of time, or one line of error.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "hw_model/frame/headers.h"
#include "tb/traffic/capture_file.h"
#include "tb/traffic/pcap_source.h"

using namespace weir;

namespace {

void want(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check(const traffic::CaptureFile& capture) {
  want(!capture.frames().empty());
  Time before;
  for (const traffic::CapturedFrame& frame : capture.frames()) {
    want(frame.at >= before && frame.at <= traffic::kMostSpan);
    before = frame.at;
    want(frame.length <= frame::kMaxFrameLength && frame.size > 0);
    want(frame.length == Bytes(static_cast<std::int64_t>(frame.size + frame::kFcsBytes)));
    want(capture.has_fcs() || (frame.length >= frame::kMinFrameLength && !frame.fcs_wrong));
    want(capture.bytes(frame).size() == frame.size);
    static_cast<void>(frame::read_headers(capture.bytes(frame), frame.length));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  for (const auto fcs : {traffic::CaptureFcs::kAuto, traffic::CaptureFcs::kPresent}) {
    std::FILE* stream = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
    try {
      check(traffic::read_capture(stream, "fuzz.pcap", fcs));
    } catch (const traffic::CaptureError& error) {
      const std::string_view text = error.what();
      want(text.starts_with("fuzz.pcap: ") && text.find('\n') == std::string_view::npos);
    }
  }
  return 0;
}
