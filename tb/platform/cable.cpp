// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/cable.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/ethernet.h"
#include "tb/platform/chip.h"
#include "tb/platform/inside.h"
#include "tb/platform/refuse.h"

namespace weir {

namespace {

constexpr std::size_t kShortest = 60;  // without FCS

}  // namespace

namespace platform {

// The other end of the wire, for the sockets of the switch.
class CableInside final : public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
 public:
  struct Coming {
    Time at;
    Frame frame;
  };

  CableInside(const port::Port* of, Cable::Take taker, Cable::Bit bit)
      : in("in"), out("out"), port(of), take(std::move(taker)), at(bit), due("due") {
    in.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    out.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  Switch::Rx in;
  Switch::Tx out;
  const port::Port* port;  // null: the cable leads nowhere
  Cable::Take take;
  Cable::Bit at;
  std::deque<Coming> coming;  // in the order of their times
  sc_core::sc_event due;
  Time free;
  std::uint64_t refused = 0;

  // Of so many bytes and an FCS.
  Time wire_time(std::size_t bytes) const {
    return port != nullptr ? port->wire_time(Bytes(static_cast<std::int64_t>(bytes + frame::kFcsBytes))) : Time(0);
  }

  // Returns when the last bit has left.
  Time send(const Cable& cable, const Frame& bytes, std::uint64_t address, Time since) {
    if (port == nullptr)
      return link::kernel_time();
    const std::size_t fcs = address == link::kWithFcs ? std::min(bytes.size(), frame::kFcsBytes) : 0;
    const Time end = std::max(std::max(since, free) + wire_time(bytes.size() - fcs), link::kernel_time());
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(const_cast<std::uint8_t*>(bytes.data()));  // is not written by a write
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    sc_core::sc_time delay = link::until(end + port->link().delay);
    out->b_transport(payload, delay);
    if (payload.is_response_error()) {
      if (++refused == 1)
        SC_REPORT_WARNING("weir/cable", (std::string(cable.name()) + ": the switch refuses a frame of " +
                                         std::to_string(bytes.size()) + " bytes: " + payload.get_response_string())
                                            .c_str());
      return std::max(free, link::kernel_time());
    }
    free = end;
    return end;
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time& delay) override {
    const std::uint8_t* data = payload.get_data_ptr();
    Frame bytes(data, data + payload.get_data_length());
    const Time now = link::kernel_time();
    Time when = link::to_time(sc_core::sc_time_stamp() + delay);
    if (at == Cable::Bit::kFirst)
      when = std::max(when - wire_time(bytes.size()), now);
    // Feedback out of band may overtake.
    const auto behind = std::upper_bound(coming.begin(), coming.end(), when,
                                         [](Time one, const Coming& other) { return one < other.at; });
    coming.insert(behind, Coming{when, std::move(bytes)});
    due.notify(link::until(coming.front().at));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    nb_transport_fw(payload, phase, delay);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;  // the switch completes every frame in the call
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

}  // namespace platform

Cable::Cable(const sc_core::sc_module_name& name, Switch& of, std::size_t port, Take take, Bit at)
    : sc_core::sc_module(name) {
  platform::Chip* const chip = platform::Inside::chip(of);
  const bool has_port = chip != nullptr && port < of.tx.size();
  inside_ = std::make_unique<platform::CableInside>(has_port ? &chip->asic->port(PortId(port)) : nullptr,
                                                    std::move(take), at);
  SC_HAS_PROCESS(Cable);
  SC_METHOD(deliver);
  sensitive << inside_->due;
  dont_initialize();
  if (has_port) {
    of.tx[port].bind(inside_->in);
    inside_->out.bind(of.rx[port]);
  } else if (chip != nullptr) {
    platform::refuse(this->name(), "port " + std::to_string(port) + ": the switch has " + std::to_string(of.tx.size()) +
                                       " ports, from 0");
  }
}

Cable::~Cable() = default;

void Cable::deliver() {
  auto& coming = inside_->coming;
  while (!coming.empty() && coming.front().at <= link::kernel_time()) {
    Frame frame = std::move(coming.front().frame);
    coming.pop_front();
    inside_->take(std::move(frame));
  }
  if (!coming.empty())
    inside_->due.notify(link::until(coming.front().at));
}

sc_core::sc_time Cable::send(const Frame& frame) {
  if (frame.size() >= kShortest)
    return link::to_kernel(inside_->send(*this, frame, link::kWithoutFcs, link::kernel_time()));
  Frame padded = frame;
  padded.resize(kShortest);
  return link::to_kernel(inside_->send(*this, padded, link::kWithoutFcs, link::kernel_time()));
}

sc_core::sc_time Cable::relay(const Frame& frame, const sc_core::sc_time& since) {
  return link::to_kernel(inside_->send(*this, frame, link::kWithFcs, link::to_time(since)));
}

sc_core::sc_time Cable::free_at() const { return link::to_kernel(inside_->free); }

sc_core::sc_time Cable::wire_time(std::size_t bytes) const { return link::to_kernel(inside_->wire_time(bytes)); }

sc_core::sc_time Cable::delay() const {
  return inside_->port != nullptr ? link::to_kernel(inside_->port->link().delay) : sc_core::SC_ZERO_TIME;
}

std::uint64_t Cable::rate() const {
  return inside_->port != nullptr ? static_cast<std::uint64_t>(inside_->port->link().rate.count()) : 0;
}

bool Cable::has_gaps() const { return inside_->port != nullptr && inside_->port->link().wire_overhead; }

std::uint64_t Cable::refused() const { return inside_->refused; }

std::uint32_t fcs_of(const Frame& frame) { return frame::frame_check_sequence(frame); }

}  // namespace weir
