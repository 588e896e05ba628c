// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --pcap DEVICE.PORT: frames that enter and leave ports of a run, as one pcapng file with one interface per port.
// Frames are kept until no earlier frame can follow, and written by time, port, direction. A frame that its device
// drops gets a comment with the reason: at its arrival, or, if that is written already, in a second record. At the end
// the frames by which the steps of the run's story came about get the steps as comments. A port whose link carries
// ordered sets has a second interface for these (link_tap.h).

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/port/port.h"
#include "tb/network/network.h"
#include "tb/report/pcapng.h"
#include "tb/report/run_directory.h"
#include "tb/report/story.h"
#include "tb/run/link_tap.h"

namespace weir {

class Capture final : private asic::DropListener {
 public:
  // `taps`: patterns of ports such as "s1.p0", '*' for any letters; a port is captured once. Throws
  // std::invalid_argument for a tap without a port in the network; the message names the ports.
  Capture(network::Network& net, const std::vector<std::string>& taps, LinkCapture links,
          const report::RunDirectory& directory, const std::string& program,
          const std::string& comment);  // `net` must outlive this object
  ~Capture() override;
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // Every device has run up to `horizon`: writes earlier frames, except those still being parsed.
  void write_until(Time horizon);
  // The run has ended at `reached`: frames on their way to a port then have not arrived, and are not written.
  void finish(Time reached);
  // Writes the story's steps to their frames, after finish(). Where that fails, the capture stays without them.
  void comment(const report::Story& story, const network::Network& net);
  // Gives the file its name. The last call.
  void close() { writer_.close(); }

 private:
  struct Frame {
    Time at;
    Time whole;  // when all of it has passed the port
    std::uint32_t interface = 0;
    port::Port::Direction direction{};
    std::uint64_t order = 0;                // order of recording, for equal frames
    const frame::Packet* packet = nullptr;  // while it may still be dropped; used as identity only
    Bytes length;
    std::string comment;
    std::vector<std::uint8_t> bytes;  // the bytes of the frame that the model has
    bool of_link = false;             // no frame, but a record of the link
    bool preamble = false;            // and of this kind
  };

  void tap_all(network::Network& net, const std::string& pattern);
  void tap(network::Device& device, PortId id, const std::string& name);
  void tap_links(network::Network& net, LinkCapture links);
  void keep(std::uint32_t interface, LinkRecord record);
  void record(std::uint32_t interface, frame::Packet& packet, Time at, port::Port::Direction direction);
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;
  void record_drop(std::uint32_t interface, const frame::Packet& packet, Time now, std::string_view reason);
  void write_before(Time end);
  void settle(Time now);

  report::PcapngWriter writer_;
  std::vector<report::CaptureInterface> interfaces_;
  std::vector<std::string> names_;  // by interface
  std::vector<port::Port*> ports_;  // by interface
  std::vector<network::End> ends_;  // by interface
  // By the interface of the port's frames; null: its link carries no ordered sets.
  std::vector<std::unique_ptr<LinkTap>> links_;
  std::vector<asic::SwitchAsic*> switches_;  // switches whose drops are reported here
  Time parsing_;                             // the longest time from arrival to admission
  Time lateness_;                            // records of links may be made so late
  std::uint64_t recorded_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace weir
