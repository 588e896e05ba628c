// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/drops.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/invariant.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/link_local.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::oracle {

namespace {

constexpr std::size_t kReported = 16;

std::size_t lossless_viqs(const asic::SwitchAsic& asic) {
  std::size_t viqs = 0;
  for (std::size_t p = 0; p < asic.ports(); ++p) {
    const flow_control::FlowControl& engine = asic.engine(PortId(p));
    for_each_class(flow_control::at_switches(engine.config()), [&](ClassId c) { viqs += engine.guards(c) ? 1 : 0; });
  }
  return viqs;
}

// Why a VIQ finds no headroom in the pool: its own limit, or that the others have it.
std::string pool_bound(const mmu::Mmu& mmu, const frame::Packet& packet, std::optional<Bytes> required) {
  const mmu::HeadroomPool& pool = mmu.headroom_pool();
  const auto in_bytes = [&](std::int64_t cells) { return bytes_text(cells * mmu.config().cell); };
  const std::int64_t wanted = mmu.counted(packet.length) / mmu.config().cell;
  std::string bound = "it holds " + in_bytes(pool.held(packet.ingress, packet.traffic_class)) + " of headroom, and " +
                      in_bytes(wanted) + " more ";
  bound += wanted > pool.free() ? "are not in the headroom pool, of which " + in_bytes(pool.used()) + " of " +
                                      in_bytes(pool.cells()) + " are in use"
                                : "are over its headroom " + bytes_text(mmu.config().headroom);
  if (required) {
    bound += "; the headroom of each VIQ that loses nothing is " + bytes_text(std::max(*required, Bytes(0)));
  }
  return bound;
}

std::string headroom_bound(const mmu::Mmu& mmu, const frame::Packet& packet, std::optional<Bytes> required) {
  return "VIQ depth " + bytes_text(mmu.viq_depth(packet.ingress, packet.traffic_class)) + " + " +
         bytes_text(mmu.counted(packet.length)) + " is over viq_limit " +
         bytes_text(mmu.config().viq_limit[packet.traffic_class]) + " + headroom " + bytes_text(mmu.config().headroom) +
         (required ? "; the headroom that loses nothing is " + bytes_text(std::max(*required, Bytes(0))) : "");
}

std::string bound_of(const mmu::Mmu& mmu, const frame::Packet& packet, mmu::Admission answer,
                     std::optional<Bytes> required) {
  const ClassId c = packet.traffic_class;
  if (answer == mmu::Admission::kPartitionFull) {
    return "the partition of the class, " + std::to_string(mmu.partitions().cells(c)) + " cells, has " +
           std::to_string(mmu.partitions().used(c)) + " in use";
  }
  if (answer == mmu::Admission::kHeadroomExhausted) {
    return mmu.headroom_pool().exists() ? pool_bound(mmu, packet, required) : headroom_bound(mmu, packet, required);
  }
  return "the buffer of " + bytes_text(mmu.config().buffer) + " has no free cells";
}

}  // namespace

bool guarantees_headroom(const mmu::MmuConfig& config, std::size_t lossless_viqs, Bytes each) {
  const auto all = static_cast<std::int64_t>(lossless_viqs) * config.cells(each);
  return config.headroom >= each && (!config.pooled() || config.headroom_pool / config.cell >= all);
}

void SwitchDrops::dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) {
  if (frame::is_damaged_link_local(drop.packet)) {
    return;  // no packet of a flow
  }
  const auto [port, c] = std::pair(drop.packet.ingress, drop.packet.traffic_class);
  if (drop.answer && at.engine(port).guards(c)) {
    if (peer_forgot(at, port, c, now)) {
      ++of_reset_[{port, c}][static_cast<std::size_t>(*drop.answer)];
    } else {
      lost(at, drop.packet, *drop.answer, now);
    }
  }
  by_flow_[drop.packet.flow].add(frame::made_length(drop.packet));
}

// Whether a reset has made the peer at this port forget, or miss, that it stands told to pause what fills the VIQ:
// until the VIQ has drained, what is in it may be more than its headroom is for.
bool SwitchDrops::peer_forgot(const asic::SwitchAsic& at, PortId port, ClassId c, Time now) const {
  if (disturbances_ == nullptr || disturbances_->resets.empty()) {
    return false;
  }
  const Time told = at.engine(port).pausing_since(c);
  if (told == kNever) {
    return false;
  }
  const port::Port& tells = at.port(port);
  const Time heard = told + tells.wire_time(frame::kMinFrameLength) + tells.link().delay;
  return std::any_of(disturbances_->resets.begin(), disturbances_->resets.end(), [&](const auto& reset) {
    return reset.device == (*peers_)[port.index()].device && reset.from <= now && heard < reset.end;
  });
}

namespace {

// Adds a lost packet to what its VIQ would have needed: its depth, this packet, and what was lost in this pause before.
void count_need(const asic::SwitchAsic& at, const frame::Packet& packet, QueueLosses& losses) {
  const Time pause = at.engine(packet.ingress).pausing_since(packet.traffic_class);
  if (pause == kNever) {
    return;
  }
  if (pause != losses.pause) {
    losses.pause = pause;
    losses.lost_in_pause = Bytes(0);
  }
  losses.lost_in_pause += at.mmu().counted(packet.length);
  const Bytes depth = at.mmu().viq_depth(packet.ingress, packet.traffic_class) + losses.lost_in_pause;
  losses.most_needed = std::max(losses.most_needed, depth - at.mmu().config().viq_limit[packet.traffic_class]);
}

}  // namespace

LossCause SwitchDrops::cause_of(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer,
                                bool disturbed) const {
  if (answer == mmu::Admission::kPartitionFull) {
    return LossCause::kPartitionFull;
  }
  if (answer != mmu::Admission::kHeadroomExhausted) {
    return LossCause::kBufferFull;
  }
  const mmu::Mmu& mmu = at.mmu();
  if (mmu.headroom_pool().exists() && mmu.counted(packet.length) / mmu.config().cell > mmu.headroom_pool().free()) {
    return LossCause::kPoolEmpty;
  }
  if (disturbed) {
    return LossCause::kObeyedLate;
  }
  if (!required_headroom_) {
    return LossCause::kNoBoundKnown;
  }
  return mmu.config().headroom < *required_headroom_ ? LossCause::kBelowBound : LossCause::kObeyedLate;
}

void SwitchDrops::lost(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer, Time now) {
  const bool disturbed = disturbances_ != nullptr && disturbances_->first <= now;
  const bool excluded = answer == mmu::Admission::kHeadroomExhausted && required_headroom_ && !disturbed &&
                        guarantees_headroom(at.mmu().config(), lossless_viqs(at), *required_headroom_);
  QueueLosses& losses = by_queue_[{packet.ingress, packet.traffic_class}];
  const bool first = losses.packets == 0;
  ++losses.packets;
  losses.last = now;
  if (answer == mmu::Admission::kHeadroomExhausted) {
    count_need(at, packet, losses);
  }
  if (!excluded && !first && lossless_.size() == kReported) {
    return;
  }
  const std::string of_class = std::to_string(packet.traffic_class.index());
  const std::string what = frame::identity(packet) + " (" + bytes_text(packet.length) + ")";
  const std::string queue =
      at.basename() + std::string(".p") + std::to_string(packet.ingress.index()) + ".c" + of_class;
  const std::string bound = bound_of(at.mmu(), packet, answer, required_headroom_);
  if (excluded) {
    broken_invariant("a lossless class loses a packet although its headroom is as required: " + bound, queue, what,
                     now);
  }
  if (first) {
    losses.first = now;
    losses.bound = bound;
    losses.cause = cause_of(at, packet, answer, disturbed);
  }
  if (lossless_.size() < kReported) {
    lossless_.push_back({now, packet.flow,
                         "lossless class " + of_class + " lost packet " + what + " at queue " + queue + ": " + bound});
  }
}

Drops::Drops(network::Network& network,
             const std::function<std::optional<Bytes>(std::size_t device)>& required_headroom)
    : network_(network) {
  devices_.reserve(network.devices.size());
  for (std::size_t d = 0; d < network.devices.size(); ++d) {
    devices_.emplace_back(required_headroom(d), disturbances_, network.peers[d]);
  }
  for (std::size_t d = 0; d < devices_.size(); ++d) {
    if (network.devices[d].asic != nullptr) {
      network.devices[d].asic->tell_drops(devices_[d]);
    }
  }
}

void Drops::settings_change(Time from) { disturbances_.first = std::min(disturbances_.first, from); }

void Drops::reset(const Disturbances::Reset& reset) {
  disturbances_.resets.push_back(reset);
  disturbances_.first = std::min(disturbances_.first, reset.from);
}

Drops::~Drops() {
  for (std::size_t d = 0; d < devices_.size(); ++d) {
    if (network_.devices[d].asic != nullptr) {
      network_.devices[d].asic->tell_no_more(devices_[d]);
    }
  }
}

}  // namespace weir::oracle
