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
#include "tb/story/devices.h"

namespace weir {

// Throws std::invalid_argument for a tap without a port in the network; the message names the nearest.
void require_taps(const network::Topology& topology, const std::vector<std::string>& taps);

class RunCapture final {
 public:
  // `taps`: patterns of ports such as "s1.p0", '*' for any letters, of require_taps(); a port is captured once.
  RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links,
             const report::RunDirectory& directory, const std::string& program,
             const std::string& comment);  // `net` must outlive this object
  // Of a rank that writes no file.
  RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links);

  capture::PortCapture& ports() { return ports_; }
  // Writes the story's steps to their frames, after finish(). Where that fails, the capture stays without them.
  void comment(const report::Story& story, const network::Network& net, const story::Devices& devices);

 private:
  void tap(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links);

  capture::PortCapture ports_;
};

}  // namespace weir
