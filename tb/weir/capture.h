// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --pcap DEVICE.PORT: what enters and leaves ports of a run, as one pcapng file with an interface a port. Frames are
// kept until nothing earlier can follow, and written in the order of time, port, direction.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/datapath/port/port.h"
#include "tb/network/network.h"
#include "tb/report/pcapng.h"
#include "tb/report/run_directory.h"

namespace weir {

class Capture {
 public:
  // `taps`: "s1.p0" each. Throws std::invalid_argument for one that the network does not have, naming what there is.
  Capture(network::Network& net, const std::vector<std::string>& taps, const report::RunDirectory& directory,
          const std::string& comment);

  // Every device has run up to `horizon`: writes what happened before, but for what may yet be overtaken.
  void write_until(Time horizon);
  void close();

 private:
  struct Tapped {
    const port::Port* port;
    Time processing_delay;
  };
  struct Frame {
    Time at;
    std::uint32_t interface;
    port::Port::Direction direction;
    std::uint64_t order;  // of capture, the last resort
    Bytes length;
    std::array<std::uint8_t, frame::kHeaderBytes> bytes;
  };

  void tap(network::Network& net, const std::string& name);
  Time complete_until(Time horizon) const;
  void write_before(Time end);

  report::PcapngWriter writer_;
  std::vector<report::CaptureInterface> interfaces_;
  std::vector<Tapped> tapped_;
  std::vector<Frame> frames_;
};

}  // namespace weir
