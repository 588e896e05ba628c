// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --pcap DEVICE.PORT: what enters and leaves ports of a run, as one pcapng file with an interface a port. Frames are
// kept until nothing earlier can follow, and written in the order of time, port, direction. A frame that its device
// drops has a comment with the reason: at its arrival, or, where that is written already, once more at the time of the
// drop.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/port/port.h"
#include "tb/network/network.h"
#include "tb/report/pcapng.h"
#include "tb/report/run_directory.h"

namespace weir {

class Capture final : private asic::DropListener {
 public:
  // `taps`: "s1.p0" each, '*' for any letters; a port is captured once. Throws std::invalid_argument for one that the
  // network does not have, naming what there is.
  Capture(network::Network& net, const std::vector<std::string>& taps, const report::RunDirectory& directory,
          const std::string& program, const std::string& comment);  // the network outlives it
  ~Capture() override;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // Every device has run up to `horizon`: writes what happened before, but for frames that are still being parsed.
  void write_until(Time horizon);
  // The run has ended at `reached`: what was still on its way to a port has not arrived.
  void close(Time reached);

 private:
  struct Frame {
    Time at;
    std::uint32_t interface = 0;
    port::Port::Direction direction{};
    std::uint64_t order = 0;                // of capture, the last resort
    const frame::Packet* packet = nullptr;  // while it may still be dropped; never looked into
    Bytes length;
    std::string comment;
    std::vector<std::uint8_t> bytes;  // what is known of it
  };

  void tap_all(network::Network& net, const std::string& pattern);
  void tap(network::Device& device, PortId id, const std::string& name);
  void record(std::uint32_t interface, frame::Packet& packet, Time at, port::Port::Direction direction);
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;
  void record_drop(std::uint32_t interface, const frame::Packet& packet, Time now, std::string_view reason);
  void write_before(Time end);

  report::PcapngWriter writer_;
  std::vector<report::CaptureInterface> interfaces_;
  std::vector<std::string> names_;           // of the interfaces
  std::vector<port::Port*> ports_;           // of the interfaces
  std::vector<asic::SwitchAsic*> switches_;  // that tell their drops
  Time parsing_;                             // from arrival to admission, at most
  std::uint64_t recorded_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace weir
