// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/switch_asic.h"

#include <algorithm>
#include <numeric>

#include "hw_model/base/invariant.h"

namespace weir::asic {

namespace {

// Reports are for reading; the counters count every drop.
constexpr std::size_t kLosslessDropsReported = 16;

BitRate fastest(const std::vector<link::LinkConfig>& links) {
  return std::max_element(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.rate < b.rate; })
      ->rate;
}

}  // namespace

std::uint64_t DropCounters::total() const {
  std::uint64_t sum = no_route + not_ip;
  if (by_error) {
    sum = std::accumulate(by_error->begin(), by_error->end(), sum);
  }
  for (std::size_t i = 0; i < mmu::kAdmissions; ++i) {
    if (mmu::is_drop(static_cast<mmu::Admission>(i))) {
      sum += admission[i];
    }
  }
  return sum;
}

std::uint64_t DropCounters::of(frame::DecodeError error) const {
  return by_error ? (*by_error)[static_cast<std::size_t>(error)] : 0;
}

std::uint64_t& DropCounters::count_of(frame::DecodeError error) {
  if (!by_error) {
    by_error = std::make_unique<ByError>();
  }
  return (*by_error)[static_cast<std::size_t>(error)];
}

SwitchAsic::SwitchAsic(const sc_core::sc_module_name& name, const SwitchConfig& config, const Timing& timing,
                       const Factories& factories, link::FramePool& pool, std::uint32_t index, std::uint64_t seed)
    : Device(name, config, timing, factories, pool, index),
      config_(config),
      forwarding_("forwarding", seed, config.class_mapper, config.forwarding),
      mmu_("mmu", resolved_mmu(config), config.ports.size(), engines_),
      crossbar_(crossbar::make_crossbar({.config = config.crossbar,
                                         .ports = config.ports.size(),
                                         .fastest_port = fastest(config.ports),
                                         .max_frame = config.max_frame,
                                         .seed = seed,
                                         .output = &egress_,
                                         .scheduler = &scheduler()})),
      drops_(config.ports.size()),
      csr_("csr", config.csr, timing, scheduler(), [this] { return make_register_bank(); }) {
  watch_ports(config_, basename(), seed, egress_);
}

void SwitchAsic::own_work(const Event& event) {
  if (event.kind == EventKind::kCrossbarSlot) {
    crossbar_->slot(event.port, event.at);
  } else if (event.kind == EventKind::kRegisterAccess) {
    csr_.access(event.at);
  } else {
    broken_invariant("a switch has no sources of its own", name(), "", event.at);
  }
}

void SwitchAsic::prefetch(const Event& event, unsigned round) const {
  Device::prefetch(event, round);
  if (round != 1) {
    return;
  }
  if (event.kind == EventKind::kAdmission) {
    mmu_.prefetch(event.port, forwarding_.class_of(port(event.port).head()));
  } else if (event.kind == EventKind::kTransmitEnd) {
    const auto [ingress, c] = egress_.departing(event.port);
    mmu_.prefetch(ingress, c);
  }
}

// A packet's way in: parsed, routed, admitted, handed to the crossbar.
void SwitchAsic::admission(PortId p, Time now) {
  parser::HeaderVector header;
  frame::Packet& packet = ports_[p.index()]->take_admitted(header);
  DropCounters& drops = drops_.at(p, forwarding_.class_of(header));
  if (header.error) {
    return drop(packet, drops.count_of(*header.error), frame::name(*header.error), now);
  }
  if (!forwarding_.route(packet, header)) {
    const bool ip = header.network != parser::Network::kNone;
    return drop(packet, ip ? drops.no_route : drops.not_ip, ip ? "no_route" : "not_ip", now);
  }
  const Bytes queued = egress_.veq_depth(packet.egress, packet.traffic_class);
  if (const egress::DetectorRow* detectors = egress_.detectors(packet.egress)) [[unlikely]] {
    detectors->offered(packet, queued, now);
  }
  const mmu::Admission admission = mmu_.admit(packet, queued, now);
  if (mmu::is_drop(admission)) {
    if (engines_[p.index()]->lossless(packet.traffic_class)) {
      lossless_drop(packet, admission, now);
    }
    return drop(packet, drops.admission[static_cast<std::size_t>(admission)], mmu::name(admission), now);
  }
  const PortId egress = packet.egress;
  crossbar_->packet_in(packet, now);
  show(egress, now);
}

void SwitchAsic::drop(frame::Packet& packet, std::uint64_t& counter, std::string_view reason, Time now) {
  ++counter;
  ports_[packet.ingress.index()]->note_drop(packet, reason, now);
  ++drops_by_flow_[packet.flow];
  pool_.release(packet);
}

// Why a VIQ finds no headroom in the pool: its own limit, or that the others have it.
std::string SwitchAsic::pool_bound(const frame::Packet& packet) const {
  const mmu::MmuConfig& config = mmu_.config();
  const auto in_bytes = [&](std::int64_t cells) { return std::to_string((cells * config.cell).count()) + " B"; };
  const std::int64_t held = mmu_.headroom_used(packet.ingress, packet.traffic_class);
  const std::int64_t wanted = mmu_.counted(packet.length) / config.cell;
  std::string bound = "it holds " + in_bytes(held) + " of headroom, and " + in_bytes(wanted) + " more ";
  bound += wanted > mmu_.pool_cells() - mmu_.pool_used()
               ? "are not in the headroom pool, of which " + in_bytes(mmu_.pool_used()) + " of " +
                     in_bytes(mmu_.pool_cells()) + " are in use"
               : "are over its headroom " + std::to_string(config.headroom.count()) + " B";
  if (config_.mmu.required_headroom) {
    bound += "; the headroom of each VIQ that loses nothing is " +
             std::to_string(std::max(*config_.mmu.required_headroom, Bytes(0)).count()) + " B";
  }
  return bound;
}

// Where the settings keep the bound of the scheme the model is wrong, and the run stops; otherwise they are.
void SwitchAsic::lossless_drop(const frame::Packet& packet, mmu::Admission reason, Time now) {
  const bool exhausted = reason == mmu::Admission::kHeadroomExhausted;
  const std::optional<Bytes> required = config_.mmu.required_headroom;
  const bool excluded = exhausted && required && mmu_.guarantees_headroom(*required);
  if (!excluded && lossless_drops_.size() == kLosslessDropsReported) {
    return;
  }
  const auto bytes = [](Bytes b) { return std::to_string(b.count()) + " B"; };
  const ClassId c = packet.traffic_class;
  const std::string lost =
      std::to_string(packet.sequence) + " of flow " + std::to_string(packet.flow) + " (" + bytes(packet.length) + ")";
  const std::string queue =
      basename() + std::string(".p") + std::to_string(packet.ingress.index()) + ".c" + std::to_string(c.index());
  std::string bound = "the buffer of " + bytes(config_.mmu.buffer) + " has no free cells";
  if (reason == mmu::Admission::kPartitionFull) {
    bound = "the partition of the class, " + std::to_string(mmu_.partition_cells(c)) + " cells, has " +
            std::to_string(mmu_.partition_used(c)) + " in use";
  }
  if (exhausted && mmu_.config().pooled()) {
    bound = pool_bound(packet);
  } else if (exhausted) {
    bound = "VIQ depth " + bytes(mmu_.viq_depth(packet.ingress, c)) + " + " + bytes(mmu_.counted(packet.length)) +
            " is over viq_limit " + bytes(mmu_.config().viq_limit) + " + headroom " + bytes(mmu_.config().headroom) +
            (required ? "; the headroom that loses nothing is " + bytes(std::max(*required, Bytes(0))) : "");
  }
  if (excluded) {
    broken_invariant("a lossless class loses a packet although its headroom is as required: " + bound, queue, lost,
                     now);
  }
  lossless_drops_.push_back(
      {now, packet.flow,
       "lossless class " + std::to_string(c.index()) + " lost packet " + lost + " at queue " + queue + ": " + bound});
}

// A packet's way out: it leaves VEQ and VIQ together, and the crossbar learns of the room.
void SwitchAsic::departed(PortId egress, PortId ingress, ClassId traffic_class, Bytes length, Time now) {
  mmu_.release(ingress, traffic_class, length, now);
  crossbar_->output_has_room(egress, traffic_class, now);
  show(ingress, now);
}

void SwitchAsic::check() const {
  mmu_.check(name(), local_time());
  const Bytes queued = egress_.total() + crossbar_->in_transit();
  if (!mmu_.config().count_cells && mmu_.used() != queued) {
    broken_invariant("the VIQs hold " + std::to_string(mmu_.used().count()) + " B, VEQs and crossbar " +
                         std::to_string(queued.count()),
                     name(), "", local_time());
  }
}

}  // namespace weir::asic
