// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flows that a host sends: which of them have a packet to send, and whose turn is next.
//
// Packets are pulled: one is made when the queue of its class is empty. The flows of a class that have a packet and
// whose rate control allows it take turns, packet by packet; finding the next flow costs O(log flows) (ready_set.h).
// One queue (timer_queue.h) holds all times of demand, pacing and timeouts. The device's scheduler holds the earliest
// of these times as a kSource event; an event does the work of one timer, at equal times that of the flow added first.

//
// A flow drawn by a workload occupies a place here only while it lives: it takes a free place when it begins and leaves
// the place when it ends. It begins at its time, or at the end of the flow before it (host::Begins).

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/congestion_notification.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/reference/class_mapper.h"
#include "tb/host/flow.h"
#include "tb/host/go_back_n.h"
#include "tb/host/ready_set.h"
#include "tb/host/tcp_flow.h"
#include "tb/host/tcp_wire.h"
#include "tb/host/timer_queue.h"
#include "tb/traffic/pcap_source.h"

namespace weir::host {

class Sources {
 public:
  struct Context {
    const std::vector<FlowSpec>* flows = nullptr;
    std::vector<FlowMeasurement>* measurements = nullptr;
    link::FramePool* pool = nullptr;
    egress::Egress* egress = nullptr;
    Scheduler* scheduler = nullptr;
    const parser::Parser* parser = nullptr;
    const reference::ClassMapper* class_mapper = nullptr;
  };

  explicit Sources(const Context& context) : context_(context) {}

  // This host sends `flow`. Before the run; flows of workloads in the order of their starts, flows that begin after
  // another flow in the order of their turns.
  void add(std::uint32_t flow);
  // At time 0, after all add().
  void start();
  // A flow whose demand has no start begins now.
  void start_flow(std::uint32_t flow, Time now);

  // The work of a kSource event.
  void wake(Time now);

  // Asks for the cache lines that refill() is going to touch for the flow that has sent last, in rounds:
  // TimedDevice::prefetch.
  void prefetch(ClassId c, unsigned round) const;

  // Keeps one packet of the class waiting, so that the port never idles while a flow has something to send.
  void refill(ClassId c, Time now);

  // From now on no packet of the class is made (`hold`), or packets are made again. Demand waits meanwhile.
  void hold(ClassId c, bool hold, Time now);

  // An answer has arrived; false: no flow of this host has this connection.
  bool answered(const Transport& answer, const Connection& connection, Time now);
  bool hears() const { return hears_; }
  // An acknowledgement of a flow without numbers, which the caller has counted.
  void acknowledged(std::uint32_t flow, Time now) {
    if (!unacknowledged_.empty()) {
      count_down(flow, now);
    }
  }

  // A switch's notification about a packet; false: no flow of this host. expect_notifications(): before the run.
  void expect_notifications() { notified_ = true; }
  bool notified(const frame::CongestionNotification& notification, Time now);

  // An answer to a TCP connection; false: none of this host (tcp_sources.cpp).
  bool answered(const TcpSegment& answer, const Connection& connection, Time now);

  // A rate tag of a flow of this host has returned (tagged_sources.cpp).
  void tag_returned(const frame::FeraTag& tag, Time now);

  std::uint64_t made() const { return made_; }  // packets and rate tags
  // The present rate of the flow's rate control; nullopt: it has no rate, or the flow does not live.
  std::optional<BitRate> rate_of(std::uint32_t flow) const;

 private:
  static constexpr PortId kPort{0};

  // Slots of timers: the first two belong to the host, then each source has two.
  static constexpr std::size_t kSlots = 2;
  static constexpr std::size_t kDemand = 0;
  static constexpr std::size_t kControl = 1;
  static constexpr std::size_t kArrivals = 0;
  static constexpr std::size_t slot_of(std::size_t source, std::size_t timer) { return kSlots * (source + 1) + timer; }

  // Further state of a flow with numbers.
  struct Numbered {
    Numbered(const FlowSpec& flow, Sent& sent);

    bool resends() const { return flow.control != nullptr && flow.control->resends; }
    std::int64_t in_flight() const { return static_cast<std::int64_t>(packets.in_flight()); }
    bool waits() const { return control != nullptr || tcp != nullptr; }
    Time next_timer() const;

    const FlowSpec& flow;
    GoBackN packets;                       // used if the flow resends; otherwise nothing is ever in flight
    std::unique_ptr<RateControl> control;  // null: sends as the port takes it
    std::unique_ptr<TcpFlow> tcp;          // set for a TCP flow
    bool last_is_due = false;              // the demand will offer no more packets than are due now
  };

  struct alignas(64) FlowSource {
    std::array<std::uint8_t, frame::kHeaderBytes> bytes{};  // of each packet, except for the number; written once
    std::unique_ptr<traffic::Source> demand;
    traffic::PcapSource* capture = nullptr;  // equal to `demand` if that plays a capture
    std::unique_ptr<Numbered> numbered;
    Bytes length;
    std::uint32_t flow = 0;
    std::uint32_t place = 0;  // index into Turns::members of its class
    ClassId traffic_class;
    bool plain = true;   // all packets of the flow are alike
    bool drawn = false;  // by a workload
  };

  // The flows of a class.
  struct Turns {
    std::vector<std::uint32_t> members;  // indices into sources_, by place
    ReadySet ready;                      // places; may still hold a flow whose stop time has passed
    std::size_t last = 0;                // place of the flow that sent last
  };

  // Flows of a workload that have not begun.
  struct Queue {
    std::vector<std::uint32_t> flows;
    std::size_t next = 0;
  };

  void add_captured(std::uint32_t flow);
  FlowSource source_of(std::uint32_t flow);
  std::uint32_t add(FlowSource source);
  void hear_of(const FlowSpec& spec, std::uint32_t place);
  void start_at(std::uint32_t place, Time start);
  void begin(std::uint32_t flow, Time now);
  void begin_next(std::uint32_t workload, Time now);
  void begin_at_their_time(Time now);
  void sent_all(FlowSource& source, Time now);
  void leave(FlowSource& source);
  void count_down(std::uint32_t flow, Time now);
  void work(std::size_t slot, Time now);
  bool has_packet(const FlowSource& source, Time now) const;
  Time sendable_at(FlowSource& source, Time now) const;
  Time next_send(FlowSource& source, Time now) const;
  void look_again(FlowSource& source, Time now);
  FlowSource* next_source(ClassId c, Time now);
  void make_packet(FlowSource& source, Time now);
  void fill(const FlowSource& source, frame::Packet& packet) const;
  void number(FlowSource& source, frame::Packet& packet, Time now);
  void number_segment(FlowSource& source, frame::Packet& packet, Time now);
  void copy_captured(const traffic::PcapSource& source, frame::Packet& packet) const;
  void expire(FlowSource& source, Time now);
  bool send_due_tag(ClassId c, Time now);
  void make_tag(FlowSource& source, Time now);
  void arm();

  Context context_;
  std::vector<FlowSource> sources_;
  std::uint32_t latest_ = 0;  // index of the one that has sent last
  PerClass<Turns> turns_;
  PerClass<std::vector<std::uint32_t>> tags_due_;  // indices into sources_: flows that want to send a tag by itself
  TimerQueue timers_;  // slots: flows that begin at their time; then two per source, its demand and its rate control
  Time armed_ = kNever;
  ClassMask held_ = 0;                                                         // no packet of these classes is made
  std::unordered_map<Connection, std::uint32_t, ConnectionHash> hearing_;      // indices into sources_
  std::unordered_map<Connection, std::uint32_t, ConnectionHash> notified_of_;  // flows, if notifications are expected
  bool notified_ = false;
  bool hears_ = false;  // some flow has a rate control or TCP

  Queue arrivals_;                                                   // flows of workloads that begin at their time
  std::map<std::uint32_t, Queue> chains_;                            // by workload: flows that begin after another flow
  PerClass<std::vector<std::uint32_t>> free_;                        // indices into sources_: places of ended flows
  std::unordered_map<std::uint32_t, std::uint32_t> place_of_;        // by flow: living flows (if !notified_, with tags)
  std::unordered_map<std::uint32_t, std::uint64_t> unacknowledged_;  // packets of flows that the next flow waits for
  std::uint64_t made_ = 0;
};

}  // namespace weir::host
