// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The switch in a SystemC platform that is not ours. Two stations, each an initiator and a target of its own, sit at
// the two ports of a switch: the right one pauses its port, the left one sends until the switch, congested, pauses it
// in turn; then the right one lets go, and all frames arrive. At the end software reads two counters from the switch.
//
//   left ──► s1.p0 ─ switch s1 ─ s1.p1 ──► right
//        ◄── PFC                      ◄── PFC
//
// Exit status 0 when every frame and both pauses came, 1 otherwise.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"

namespace {

using namespace weir::literals;
using weir::Bytes;
using weir::ClassId;
using weir::PortId;
using weir::Time;

using FrameBytes = std::vector<std::uint8_t>;  // destination MAC to the last byte before the FCS

constexpr weir::BitRate kRate = 10_Gbps;
constexpr Time kDelay = 1_us;  // of each cable
constexpr Bytes kLength = 1'250_B;
constexpr unsigned kFrames = 20;
constexpr ClassId kClass{3};
constexpr weir::frame::Ipv4Address kRightIp(10, 0, 0, 2);

sc_core::sc_time kernel(Time t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t.count())); }

// A MAC of the user's own: sends a frame at a time, takes frames in as their last bits arrive, obeys PFC for kClass.
class Station final : public sc_core::sc_module {
 public:
  explicit Station(const sc_core::sc_module_name& name) : sc_core::sc_module(name), out("out"), in("in") {
    in.register_nb_transport_fw(this, &Station::nb_transport_fw);
    SC_HAS_PROCESS(Station);
    SC_METHOD(take);
    sensitive << last_bit_;
    dont_initialize();
  }

  tlm_utils::simple_initiator_socket<Station> out;  // to the port's rx
  tlm_utils::simple_target_socket<Station> in;      // from the port's tx

  // In a thread: waits until kClass may send, then for as long as the frame is on the wire.
  void send_data(FrameBytes frame) {
    while (paused_) {
      wait(resumed_);
    }
    wait(kernel(transmit(frame)));
  }

  void send_pfc(std::uint16_t quanta) {
    FrameBytes frame(weir::frame::kControlFrameBytes);
    const weir::frame::MacAddress mine(0x02'00'00'00'00'0aU);
    weir::frame::write_pfc(frame, mine, weir::frame::pfc_frame(mask_of(kClass), quanta));
    transmit(frame);
  }

  unsigned received() const { return received_; }
  unsigned wrong() const { return wrong_; }
  unsigned pauses() const { return pauses_; }
  unsigned resumes() const { return resumes_; }

 private:
  // The call comes as the first bit leaves, and annotates the time until the last one arrives: at least the delay of
  // the cable, which is the quantum that the switch runs ahead. The port copies the bytes; the payload stays ours.
  Time transmit(FrameBytes& frame) {
    const Time wire = serialization_time(Bytes(static_cast<std::int64_t>(frame.size())) + 4_B, kRate);  // with FCS
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(weir::link::kWithoutFcs);
    payload.set_data_ptr(frame.data());
    payload.set_data_length(static_cast<unsigned>(frame.size()));
    payload.set_streaming_width(static_cast<unsigned>(frame.size()));
    sc_core::sc_time until_last_bit = kernel(wire + kDelay);
    out->b_transport(payload, until_last_bit);
    if (!payload.is_response_ok()) {
      SC_REPORT_FATAL(name(), payload.get_response_string().c_str());
    }
    return wire;
  }

  // The transaction is the port's, which sends its next frame with it: what is wanted is copied before the answer, and
  // nothing is released.
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    const std::span<const std::uint8_t> bytes(payload.get_data_ptr(), payload.get_data_length());
    under_way_.emplace_back(bytes.begin(), bytes.end());
    last_bit_.notify(delay);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }

  // The last bit of the frame at the head of the line has arrived.
  void take() {
    const FrameBytes frame = std::move(under_way_.front());
    under_way_.pop_front();
    const auto control = weir::frame::read_mac_control(frame);
    if (!control) {
      ++received_;
      // The switch has taken one from the TTL, and left the rest as it was: 4 bytes of FCS are not there.
      wrong_ += frame.size() + 4 != static_cast<std::size_t>(kLength.count()) || frame.back() != received_ ? 1U : 0U;
    } else if (const auto* pfc = std::get_if<weir::frame::PfcFrame>(&*control);
               pfc != nullptr && (pfc->enabled & mask_of(kClass)) != 0) {
      paused_ = pfc->time[kClass.index()] > 0;
      ++(paused_ ? pauses_ : resumes_);
      std::printf("%10.3f us  %s: %s\n", sc_core::sc_time_stamp().to_seconds() * 1e6, basename(),
                  paused_ ? "paused" : "resumed");
      resumed_.notify();
    }
  }

  std::deque<FrameBytes> under_way_;
  sc_core::sc_event_queue last_bit_{"last_bit"};
  sc_core::sc_event resumed_{"resumed"};
  bool paused_ = false;
  unsigned received_ = 0;
  unsigned wrong_ = 0;
  unsigned pauses_ = 0;
  unsigned resumes_ = 0;
};

// The processor on the switch's register bus.
class Software final : public sc_core::sc_module {
 public:
  explicit Software(const sc_core::sc_module_name& name) : sc_core::sc_module(name), bus("bus") {}

  tlm_utils::simple_initiator_socket<Software> bus;

  // In a thread: a register of up to 64 bits, once the transfer has taken effect.
  std::uint64_t read(const weir::ledger::MappedRegister& mapped, const weir::ledger::Indices& indices) {
    std::uint64_t value = 0;
    const auto length = static_cast<unsigned>(mapped.element_bytes);
    tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_address(mapped.address(indices));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    sc_core::sc_time rest;
    bus->b_transport(payload, rest);
    if (!payload.is_response_ok()) {
      SC_REPORT_FATAL(name(), payload.get_response_string().c_str());
    }
    wait(rest);
    return value;
  }
};

weir::asic::SwitchConfig switch_config() {
  weir::asic::SwitchConfig config;
  config.ports.assign(2, weir::link::LinkConfig{.rate = kRate, .delay = kDelay});
  config.mmu = {.viq_limit = 10'000_B, .headroom = 10'000_B};
  config.flow_control.scheme = weir::flow_control::Scheme::kPfc;
  config.flow_control.lossless = mask_of(kClass);
  config.flow_control.pfc.xoff = 5'000_B;
  config.flow_control.pfc.xon = 2'500_B;
  return config;
}

class Platform final : public sc_core::sc_module {
 public:
  explicit Platform(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name),
        s1("s1", switch_config(), weir::asic::Timing{.quantum = kDelay}, weir::asic::Factories{}, pool_, 0, 1),
        left("left"),
        right("right"),
        software("software") {
    connect(s1.port(PortId(0)), left);
    connect(s1.port(PortId(1)), right);
    software.bus.bind(s1.csr().socket);
    s1.forwarding().add_prefix(kRightIp, 32, std::vector{PortId(1)});
    SC_HAS_PROCESS(Platform);
    SC_THREAD(send);
    SC_THREAD(hold_and_let_go);
    SC_THREAD(read_counters);
  }

 private:
  weir::link::FramePool pool_;  // before the switch, which gives its frames back to it

 public:
  weir::asic::SwitchAsic s1;
  Station left;
  Station right;
  Software software;
  std::uint64_t admitted = 0;
  std::uint64_t pauses_sent = 0;

 private:
  static void connect(weir::port::Port& port, Station& station) {
    port.tx.bind(station.in);
    station.out.bind(port.rx);
  }

  void send() {
    wait(5, sc_core::SC_US);
    for (unsigned i = 1; i <= kFrames; ++i) {
      FrameBytes frame(static_cast<std::size_t>(kLength.count()) - 4);
      weir::frame::write_data_frame(frame, {.destination = weir::frame::MacAddress(0x02'00'00'00'00'0bU),
                                            .source = weir::frame::MacAddress(0x02'00'00'00'00'0cU),
                                            .traffic_class = kClass,
                                            .source_ip = weir::frame::Ipv4Address(10, 0, 0, 1),
                                            .destination_ip = kRightIp,
                                            .length = kLength});
      frame.back() = static_cast<std::uint8_t>(i);
      left.send_data(std::move(frame));
    }
  }

  void hold_and_let_go() {
    right.send_pfc(0xffff);
    wait(50, sc_core::SC_US);
    right.send_pfc(0);
  }

  void read_counters() {
    wait(150, sc_core::SC_US);
    const weir::ledger::AddressMap& map = s1.csr().map();
    // Of port 0; the second index of `pauses_sent` counts the lossless classes alone.
    admitted = software.read(*map.find("mmu", "admitted"), {0, kClass.index()});
    pauses_sent = software.read(*map.find("flow_control", "pauses_sent"), {0, 0});
  }
};

}  // namespace

int sc_main(int, char*[]) {
  Platform platform("platform");
  sc_core::sc_start(200, sc_core::SC_US);
  const Station& left = platform.left;
  const Station& right = platform.right;
  std::printf("right: %u of %u frames, %u wrong\n", right.received(), kFrames, right.wrong());
  std::printf("left: %u pause, %u resume\n", left.pauses(), left.resumes());
  std::printf("counters of port 0: admitted %llu, pauses_sent %llu\n",
              static_cast<unsigned long long>(platform.admitted),
              static_cast<unsigned long long>(platform.pauses_sent));
  const bool good = right.received() == kFrames && right.wrong() == 0 && left.pauses() == 1 && left.resumes() == 1 &&
                    platform.admitted == kFrames && platform.pauses_sent == 1;
  std::printf("%s\n", good ? "as expected" : "NOT as expected");
  return good ? 0 : 1;
}
