// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// equivalence list SCENARIO
//   the names of the switches
// equivalence record SCENARIO SWITCH FRAMES > REGISTERS
//   runs a scenario as `weir run` does, up to the last whole quantum, writes what comes in at the ports of one switch,
//   as
//   --pcap captures it, and at the end all registers of the switch; FRAMES.run.vcd has the changes of its signals
// equivalence replay SCENARIO SWITCH FRAMES REGISTERS
//   makes a weir::Switch of the same file, sends it these frames at their times, and at the end writes the same
//   registers of this switch, found by their names; FRAMES.library.vcd has its waves
//
// FRAMES: a line for each frame: port, time of its last bit in ps, length with FCS, its bytes (the last ones may be
// missing: they are 0). REGISTERS: a line for each element: name, indices, bytes, value.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/weir/switch.h"
#include "tb/platform/weir/waves.h"
#include "tb/report/trace_merger.h"
#include "tb/report/waves.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/run_events.h"
#include "tb/scenario/stretch.h"

namespace {

using weir::PortId;
using weir::Time;

struct Register {
  std::string name;
  std::vector<std::uint64_t> indices;
  std::uint64_t bytes = 0;
};

struct Frame {
  std::size_t port = 0;
  Time arrival;
  std::size_t length = 0;
  std::vector<unsigned char> bytes;  // without FCS
  Time begin{};                      // when its first bit leaves its sender
};

// A register bus without time.
class Bus final : public sc_core::sc_module {
 public:
  explicit Bus(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {}

  tlm_utils::simple_initiator_socket<Bus> socket;

  // Prints a register with its value, the highest byte first.
  void print(const Register& one, std::uint64_t address) {
    std::vector<unsigned char> value(one.bytes);
    tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_address(address);
    payload.set_data_ptr(value.data());
    payload.set_data_length(static_cast<unsigned>(one.bytes));
    payload.set_streaming_width(static_cast<unsigned>(one.bytes));
    const bool read = socket->transport_dbg(payload) == one.bytes;
    std::printf("%s %zu", one.name.c_str(), one.indices.size());
    for (const std::uint64_t index : one.indices)
      std::printf(" %llu", static_cast<unsigned long long>(index));
    std::printf(" %llu %s", static_cast<unsigned long long>(one.bytes), read ? "" : "unread");
    for (auto byte = value.rbegin(); byte != value.rend(); ++byte)
      std::printf("%02x", *byte);
    std::printf("\n");
  }
};

weir::scenario::Scenario load(const std::string& file) {
  weir::scenario::Scenario scenario = weir::scenario::load_file(file);
  const Time stretch = weir::scenario::stretch_of(scenario.topology);
  scenario.duration = scenario.duration / stretch * stretch;
  return scenario;
}

int list(const std::string& file) {
  for (const weir::network::DeviceSpec& device : load(file).topology.devices) {
    if (device.kind == weir::network::DeviceKind::kSwitch)
      std::printf("%s\n", device.name.c_str());
  }
  return 0;
}

int record(const std::string& file, const std::string& name, const std::string& frames) {
  const weir::scenario::Scenario scenario = load(file);
  const auto net = weir::scenario::build(scenario);
  const weir::scenario::RunEvents events(scenario, *net);
  const std::size_t index = scenario.topology.find(name);
  weir::asic::SwitchAsic& asic = *net->devices.at(index).asic;
  Bus bus("bus");
  bus.socket.bind(asic.csr().socket);
  asic.trace_classes(weir::scenario::classes_of(scenario));
  const auto waves = weir::report::make_vcd_writer(frames + ".run.vcd");
  weir::report::TraceMerger merger({asic.trace()}, *waves);
  std::ofstream out(frames);
  for (std::size_t i = 0; i < asic.ports(); ++i) {
    asic.port(PortId(i)).set_tap([&out, i](weir::frame::Packet& packet, Time at, weir::port::Port::Direction way) {
      if (way == weir::port::Port::Direction::kOut)
        return;
      const auto whole = weir::link::FramePool::whole_of(packet);
      const std::size_t length = static_cast<std::size_t>(packet.length.count()) - 4;
      out << i << ' ' << at.count() << ' ' << packet.length.count() << ' ';
      const char* const digits = "0123456789abcdef";
      for (std::size_t b = 0; b < std::min(length, whole.empty() ? packet.bytes.size() : whole.size()); ++b) {
        const unsigned byte = whole.empty() ? packet.bytes[b] : whole[b];
        out << digits[byte >> 4U] << digits[byte & 0xfU];
      }
      out << '\n';
    });
  }
  sc_core::sc_start(weir::link::to_kernel(scenario.duration));
  merger.finish(scenario.duration);
  for (const weir::ledger::MappedRegister& mapped : asic.csr().map().registers()) {
    for (std::uint64_t element = 0; element < mapped.declaration.count(); ++element) {
      const weir::ledger::Indices indices = mapped.indices_of(element);
      bus.print({mapped.path(), indices, mapped.element_bytes}, mapped.address(indices));
    }
  }
  return 0;
}

std::vector<Frame> read_frames(const std::string& file, const std::vector<weir::link::LinkConfig>& links) {
  std::vector<Frame> frames;
  std::ifstream in(file);
  std::int64_t arrival = 0;
  std::string digits;
  for (Frame frame; in >> frame.port >> arrival >> frame.length >> digits;) {
    frame.arrival = Time(arrival);
    frame.bytes.assign(frame.length - 4, 0);
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
      frame.bytes[i / 2] = static_cast<unsigned char>(std::stoul(digits.substr(i, 2), nullptr, 16));
    const weir::link::LinkConfig& link = links.at(frame.port);
    const Time wire = weir::link::wire_time(weir::Bytes(static_cast<std::int64_t>(frame.length)), link);
    frame.begin = std::max(frame.arrival - link.delay - wire, Time(0));
    frames.push_back(frame);
  }
  std::stable_sort(frames.begin(), frames.end(), [](const Frame& a, const Frame& b) { return a.begin < b.begin; });
  return frames;
}

// The far ends of all cables of a switch.
class FarEnds final : public sc_core::sc_module {
 public:
  FarEnds(const sc_core::sc_module_name& name, weir::Switch& to, std::vector<Frame> frames)
      : sc_core::sc_module(name), frames_(std::move(frames)) {
    for (std::size_t i = 0; i < to.rx.size(); ++i) {
      const std::string number = std::to_string(i);
      out_.push_back(std::make_unique<tlm_utils::simple_initiator_socket<FarEnds>>(("out_" + number).c_str()));
      in_.push_back(std::make_unique<tlm_utils::simple_target_socket<FarEnds>>(("in_" + number).c_str()));
      in_.back()->register_nb_transport_fw(this, &FarEnds::take);
      out_.back()->bind(to.rx[i]);
      to.tx[i].bind(*in_.back());
    }
    SC_HAS_PROCESS(FarEnds);
    SC_THREAD(send);
  }

 private:
  void send() {
    for (Frame& frame : frames_) {
      if (frame.begin > weir::link::kernel_time())
        wait(weir::link::until(frame.begin));
      tlm::tlm_generic_payload payload;
      payload.set_write();
      payload.set_address(0);
      payload.set_data_ptr(frame.bytes.data());
      payload.set_data_length(static_cast<unsigned>(frame.bytes.size()));
      payload.set_streaming_width(static_cast<unsigned>(frame.bytes.size()));
      sc_core::sc_time delay = weir::link::until(frame.arrival);
      (*out_[frame.port])->b_transport(payload, delay);
      if (!payload.is_response_ok())
        SC_REPORT_ERROR("equivalence", payload.get_response_string().c_str());
    }
  }

  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }

  std::vector<Frame> frames_;
  std::vector<std::unique_ptr<tlm_utils::simple_initiator_socket<FarEnds>>> out_;
  std::vector<std::unique_ptr<tlm_utils::simple_target_socket<FarEnds>>> in_;
};

int replay(const std::string& file, const std::string& name, const std::string& frames, const std::string& registers) {
  const weir::scenario::Scenario scenario = load(file);
  const auto peers = weir::network::peers_of(scenario.topology);
  const auto links = config_of(scenario, scenario.topology.find(name), peers).ports;
  weir::Switch one("one", weir::from_file(file, name));
  weir::Waves waves(frames + ".library.vcd", {&one});
  FarEnds far_ends("far_ends", one, read_frames(frames, links));
  Bus bus("bus");
  bus.socket.bind(one.csr);
  sc_core::sc_start(weir::link::to_kernel(scenario.duration));
  waves.close();
  std::ifstream in(registers);
  Register wanted;
  std::size_t dimensions = 0;
  std::string value;
  while (in >> wanted.name >> dimensions) {
    wanted.indices.resize(dimensions);
    for (std::uint64_t& index : wanted.indices)
      in >> index;
    in >> wanted.bytes >> value;
    bus.print(wanted, one.address(wanted.name, wanted.indices));
  }
  return 0;
}

}  // namespace

int sc_main(int count, char* words[]) {
  const std::vector<std::string> given(words + 1, words + count);
  try {
    if (given.size() == 2 && given[0] == "list")
      return list(given[1]);
    if (given.size() == 4 && given[0] == "record")
      return record(given[1], given[2], given[3]);
    if (given.size() == 5 && given[0] == "replay")
      return replay(given[1], given[2], given[3], given[4]);
    std::cerr << "equivalence: wanted list, record or replay\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 2;
}
