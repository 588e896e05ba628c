// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --pcap DEVICE.PORT: what passes ports of a run (port_capture.h). At the end the frames by which the steps of the
// run's story came about get the steps as comments.

#pragma once

#include <string>
#include <vector>

#include "tb/capture/port_capture.h"
#include "tb/network/network.h"
#include "tb/report/run_directory.h"
#include "tb/report/story.h"

namespace weir {

class RunCapture final {
 public:
  // `taps`: patterns of ports such as "s1.p0", '*' for any letters; a port is captured once. Throws
  // std::invalid_argument for a tap without a port in the network; the message names the ports.
  RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links,
             const report::RunDirectory& directory, const std::string& program,
             const std::string& comment);  // `net` must outlive this object

  // As of PortCapture.
  void write_until(Time horizon) { ports_.write_until(horizon); }
  void finish(Time reached) { ports_.finish(reached); }
  void close() { ports_.close(); }
  // Writes the story's steps to their frames, after finish(). Where that fails, the capture stays without them.
  void comment(const report::Story& story, const network::Network& net);

 private:
  capture::PortCapture ports_;
};

}  // namespace weir
