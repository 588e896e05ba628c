// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port whose other end is a FarEnd, and whose device is the test.

#pragma once

#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::port {

inline constexpr PortId kPort{2};
inline constexpr Time kDelay = 1_us;
inline constexpr Time kProcessing = 700_ns;

using Due = std::tuple<Time, EventKind>;

class PortBench : public testing::Test, protected Scheduler::Owner {
 protected:
  // Modules are made in the test's own process before this, and none after it.
  static void elaborate(Time until = Time(0)) { weir::run(until); }

  frame::Packet& packet(frame::DataFrameFields fields = some_fields()) {
    frame::Packet& made = pool_.acquire();
    write_packet(made, fields);
    return made;
  }

  static std::vector<std::uint8_t> data_bytes(Bytes length = 1500_B, std::uint8_t fill = 0) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length.count()) - frame::kFcsBytes, fill);
    frame::DataFrameFields fields = some_fields();
    fields.length = length;
    std::array<std::uint8_t, frame::kMaxDataHeaderBytes> headers{};
    frame::write_data_frame(headers, fields);
    std::copy(headers.begin(), headers.end(), bytes.begin());
    return bytes;
  }
  static std::vector<std::uint8_t> pfc_bytes() {
    std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
    frame::write_pfc(bytes, frame::MacAddress(0x02'00'00'00'00'09U), frame::pfc_frame(1, 100));
    return bytes;
  }

  // All that is due, in the device's order, done as a device would.
  std::vector<Due> run() { return run(port_); }
  std::vector<Due> run(Port& port) {
    std::vector<Due> done;
    while (!scheduler_.empty()) {
      const Event event = scheduler_.pop();
      EXPECT_EQ(event.port, kPort);
      done.emplace_back(event.at, event.kind);
      parser::HeaderVector header;
      switch (event.kind) {
        case EventKind::kAdmission: {
          frame::Packet& taken = port.take_admitted(header);
          lengths_.push_back(taken.length);
          headers_.push_back(header);
          pool_.release(taken);
          break;
        }
        case EventKind::kControlArrival:
          EXPECT_EQ(port.arrived_control(event.at).at, event.at + kProcessing);
          break;
        case EventKind::kControlEffect:
          pool_.release(port.take_effective_control());
          break;
        default:
          ADD_FAILURE() << "no event of a port";
      }
    }
    EXPECT_EQ(port.frames_under_way(), 0U);
    EXPECT_EQ(pool_.in_use(), 0U);
    return done;
  }

  static link::LinkConfig link() { return {.rate = 10_Gbps, .delay = kDelay}; }

  frame::MacAddress station_ = frame::MacAddress::of_port(3, 2);
  Scheduler scheduler_{*this};
  link::FramePool pool_;
  parser::Parser parser_{{.clock = 1_ns, .state_cycles = 10, .lookup_cycles = 7}};
  Port port_{"port", kPort, link(), parser_, scheduler_, pool_};
  FarEnd far_{"far"};
  std::vector<Bytes> lengths_;
  std::vector<parser::HeaderVector> headers_;

  PortBench() {
    port_.take_control(flow_control::frame_kinds(), station_);
    plug(port_, far_);
  }

 private:
  void earliest_is_now(Time) override {}
};

}  // namespace weir::port
