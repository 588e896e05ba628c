// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch of a ring of two that resolves deadlocks, by hand. Port 0 of each leads to port 1 of the other, and port 2
// to a host or to a third switch. XON is 3000 bytes.

#pragma once

#include "hw_model/frame/data_frame.h"
#include "hw_model/mechanisms/deadlock/itsy_resolver.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::ring_of_two {

inline constexpr ClassId kC(0);
inline constexpr PortId kOut(0);
inline constexpr PortId kIn(1);
inline constexpr PortId kHost(2);
inline constexpr frame::Ipv4Address kThere(10, 0, 0, 1);      // by way of kOut
inline constexpr frame::Ipv4Address kElsewhere(10, 0, 0, 2);  // by way of kHost
inline constexpr Bytes kXon = 3000_B;
inline constexpr Bytes kPacket = 1500_B;

inline frame::DestinationGroups groups_of(std::initializer_list<frame::Ipv4Address> destinations) {
  frame::DestinationGroups groups;
  for (const frame::Ipv4Address destination : destinations)
    groups.set(frame::group_of(destination.value()));
  return groups;
}

class Switch final : private SwitchActions {
 public:
  // `hosts`: as of ItsyConfig.
  Switch(std::uint32_t id, Resolution resolution, std::vector<std::uint8_t> hosts = {})
      : context_(context_with(id, resolution, std::move(hosts))),
        protocol({.switch_id = id}, 3, static_cast<std::uint32_t>(kXon.count())),
        resolver(context_, *this) {
    for (int n = 0; n < 4; ++n)
      enqueue(kIn, n % 2 == 0 ? 1 : 2);
    enqueue(kHost, 3);
    protocol.pausing(kIn, true, kOut);
    protocol.held(kOut, true);
  }

  void enqueue(PortId ingress, std::uint16_t flow, frame::Ipv4Address destination = kThere, Time now = 0_us) {
    frame::Packet packet;
    packet.ingress = ingress;
    packet.egress = kOut;
    packet.traffic_class = kC;
    packet.length = kPacket;
    frame::write_data_frame(packet.bytes, {.destination_ip = destination, .source_port = flow, .length = kPacket});
    waiting.push_back(packet);
    protocol.enqueued(kOut, ingress, static_cast<std::uint32_t>(kPacket.count()));
    resolver.taken(packet, now);
    resolver.queued(packet, now);
  }
  void leave(std::size_t place = 0) {
    const PortId ingress = waiting[place].ingress;
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(place));
    protocol.departed(kOut, ingress, static_cast<std::uint32_t>(kPacket.count()));
    resolver.left(ingress, kC, protocol.causality(), 0_us);
  }
  void declare() {
    const auto check = protocol.take(kIn);
    ASSERT_EQ(protocol.arrived(kOut, *check), kIn);
    resolver.declared(kC, check->entry);
  }
  // What it sends upstream.
  frame::ItsyListMessage sends() {
    EXPECT_TRUE(resolver.due(kIn));
    return *resolver.take(kIn);
  }
  void arrives(const frame::ItsyListMessage& message) { resolver.arrived(kOut, message, protocol, 0_us); }

  std::vector<Bytes> lent_to;  // VIQ kIn
  std::vector<Bytes> lent_to_others;
  std::vector<std::pair<PortId, frame::DestinationGroups>> blocked;  // at which egress
  std::vector<PortId> resumed;
  std::vector<PortId> kept;  // paused
  std::vector<std::size_t> dropped;
  std::deque<frame::Packet> waiting;
  Bytes resumes_below = 100_KB;
  bool lends = true;

 private:
  static SwitchContext context_with(std::uint32_t id, Resolution resolution, std::vector<std::uint8_t> hosts) {
    SwitchContext context;
    context.config.unit = Unit::kItsy;
    context.config.itsy.resolution = resolution;
    context.config.itsy.switch_id = id;
    context.config.itsy.loan = 2_KB;
    context.config.itsy.flow_idle = 10_us;
    context.config.itsy.hosts = std::move(hosts);
    context.ports = 3;
    return context;
  }
  void schedule(PortId, ClassId, Time) override {}
  void drop_head(PortId, ClassId, Time) override { ADD_FAILURE(); }
  Bytes xon(PortId, ClassId) const override { return kXon; }
  bool lend(PortId ingress, ClassId, Bytes room, Time) override {
    (ingress == kIn ? lent_to : lent_to_others).push_back(room);
    return lends;
  }
  bool resume(PortId ingress, ClassId, Time) override {
    if (static_cast<std::int64_t>(waiting.size()) * kPacket >= resumes_below)
      return false;
    resumed.push_back(ingress);
    return true;
  }
  bool keep_paused(PortId ingress, ClassId, bool on, Time) override {
    if (on)
      kept.push_back(ingress);
    else
      std::erase(kept, ingress);
    return true;
  }
  bool drop_waiting(PortId egress, ClassId, PortId ingress, const MayDrop& may, Time) override {
    EXPECT_EQ(egress, kOut);
    for (std::size_t n = 0; n < waiting.size(); ++n) {
      if (waiting[n].ingress != ingress || !may(waiting[n]))
        continue;
      dropped.push_back(n);
      leave(n);
      return true;
    }
    return false;
  }

  frame::DestinationGroups groups_to(PortId egress) const override {
    return groups_of({egress == kOut ? kThere : kElsewhere});
  }
  void block_groups(PortId egress, ClassId, const frame::DestinationGroups& groups, Time) override {
    blocked.emplace_back(egress, groups);
  }
  void visit_waiting(PortId egress, ClassId, const std::function<void(const frame::Packet&)>& visit) const override {
    for (const frame::Packet& packet : waiting) {
      if (packet.egress == egress)
        visit(packet);
    }
  }

  SwitchContext context_;

 public:
  reference::ItsyRepaired protocol;
  ItsyResolver resolver;
};

struct Ring {
  explicit Ring(Resolution resolution, std::vector<std::uint8_t> hosts = {})
      : one(1, resolution, std::move(hosts)), two(2, resolution) {}

  // Until the message of `one` is home.
  void resolve() {
    one.declare();
    two.arrives(one.sends());
    one.arrives(two.sends());
  }
  Switch one;
  Switch two;
};

}  // namespace weir::deadlock::ring_of_two
