// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames that enter and leave ports, as one pcapng file with one interface per port. Frames are kept until no earlier
// frame can follow, and written by time, port, direction. A frame that its device drops gets a comment with the reason:
// at its arrival, or, if that is written already, in a second record. A port whose link carries ordered sets may have a
// second interface for these (link_tap.h).
//
// In a network that is divided among ranks each rank captures at its own ports, and one of them writes the file.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/port/port.h"
#include "tb/capture/link_tap.h"
#include "tb/report/pcapng.h"

namespace weir::capture {

// Throws std::invalid_argument if no name of a port, "s1.p0", matches `pattern`; the message names the nearest.
void require_port(const std::string& pattern, const std::vector<std::string>& names);

class PortCapture final : private asic::DropListener {
 public:
  // As PcapngWriter, which throws OutputError. Without a file: of a rank that does not write.
  PortCapture(const std::filesystem::path& file, const std::string& program, const std::string& comment);
  PortCapture();
  ~PortCapture() override;
  PortCapture(const PortCapture&) = delete;
  PortCapture& operator=(const PortCapture&) = delete;

  // One end of a cable: a port of the device with this index.
  struct End {
    asic::Device* device = nullptr;
    std::uint32_t index = 0;
    PortId port;
  };
  struct Port {
    std::string name;                   // "s1.p0"
    End end;                            // without a device: a port of another rank
    asic::SwitchAsic* drops = nullptr;  // the device, if it is a switch
    BitRate rate;                       // of the link
    Time longest_parse;                 // from arrival to admission
  };
  // Captures those of the ports whose name matches `pattern`, '*' for any letters, each once, from now on; before the
  // run. Devices outlive this object. Throws as require_port().
  void tap(const std::string& pattern, const std::vector<Port>& ports);

  // Captures ordered sets and preambles of the tapped ports whose cables carry such. `peer_of`: the other end of a
  // cable, if it is known. After the last tap(), so that interfaces of frames are numbered as they would be without.
  void tap_links(LinkCapture links, const std::function<std::optional<End>(const End&)>& peer_of);

  // Of the ports, by the interface of their frames.
  const std::vector<std::string>& names() const { return names_; }

  // Every device has run up to `horizon`: writes earlier frames, except those still being parsed.
  void write_until(Time horizon);
  // The run has ended at `reached`: frames on their way to a port then have not arrived, and are not written.
  void finish(Time reached);

  // The same in a divided network: what write_until() and finish() would write, as a text; and writes the texts of all
  // ranks.
  std::string tell_until(Time horizon);
  std::string tell_rest(Time reached);
  void write(const std::vector<std::string>& told);

  // The file so far, for comments; after finish().
  report::PcapngWriter& writer() { return *writer_; }
  // Gives the file its name. The last call.
  void close() { writer_->close(); }

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

  void tap(const Port& one);
  void tap_link(std::size_t tapped, const End& there, LinkCapture links);
  void keep(std::uint32_t interface, LinkRecord record);
  void record(std::uint32_t interface, frame::Packet& packet, Time at, port::Port::Direction direction);
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;
  void record_drop(std::uint32_t interface, const frame::Packet& packet, Time now, std::string_view reason);
  // The frames before `end`; here they are no more.
  std::vector<Frame> take_before(Time end);
  std::vector<Frame> take_until(Time horizon);
  std::vector<Frame> take_rest(Time reached);
  void write(std::vector<Frame> frames);
  static std::string text_of(const std::vector<Frame>& frames);
  static void read(std::string_view text, std::vector<Frame>& frames);
  void settle(Time now);

  std::unique_ptr<report::PcapngWriter> writer_;  // null: another rank writes
  std::vector<report::CaptureInterface> interfaces_;
  std::vector<std::string> names_;  // by interface
  std::vector<End> ends_;           // by interface
  std::vector<port::Port*> ports_;  // by interface; null: of another rank
  // By the interface of the port's frames; null: nothing of its link is captured.
  std::vector<std::unique_ptr<LinkTap>> links_;
  std::vector<asic::SwitchAsic*> switches_;  // switches whose drops are reported here
  Time parsing_;                             // the longest time from arrival to admission
  Time lateness_;                            // records of links may be made so late
  std::uint64_t recorded_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace weir::capture
