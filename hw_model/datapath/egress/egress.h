// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Egress scheduler of all ports of a device, with their VEQs.
//
// A port that falls idle, in order: sends a control frame that is due, flow control's first (mechanisms/control; they
// go before data and never pre-empt); asks its flow-control engine which classes are held; picks among the rest by its
// discipline; takes the head of that class's VEQ onto the wire. At the end of transmission the packet leaves VEQ and
// VIQ together, and the crossbar learns of the room. Latency: none; a choice takes effect at the instant at which the
// port is idle.
//
// Disciplines are in turns.h, those from outside of weir behind discipline_card.h; who is told of the queues,
// congestion detectors and the deadlock unit, in watchers.h.
//
// Shapers (shaper.h) limit the rate of a port and of a class: a class without tokens is passed over, like a held class;
// if the port has too few tokens for the packet in turn, all classes wait, so that short packets do not overtake a long
// one for ever.
//
// Destinations of a class may be blocked at a port (ITSY's flow-level resolution): egress_parking.cpp.
//
// Hold-and-wait: the time in which a VEQ is not empty and may send nothing because of flow control (paused, or short of
// credits). The spacing of a rate limiter is not hold-and-wait.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hw_model/base/cold_line.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/stopwatch.h"
#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/egress/clocked_scheduler.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/egress/shaper.h"
#include "hw_model/datapath/egress/turns.h"
#include "hw_model/datapath/egress/watchers.h"
#include "hw_model/datapath/link/link_retry.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/itsy_groups.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/control/control.h"
#include "hw_model/mechanisms/flow_control/port_services.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"
#include "hw_model/mechanisms/flow_control/sending_side.h"

namespace weir::egress {

// The receiver of the egress scheduler's news: the MMU of a switch, the sources of a host. departed(): the last bit of
// a data frame has left.
class Departure {
 public:
  virtual void departed(PortId egress, PortId ingress, ClassId traffic_class, Bytes length, Time now) = 0;

  // Flow control may let more packets of a class go from inputs to this port.
  virtual void inputs_may_go(PortId /*egress*/, ClassId, Time /*now*/) {}

 protected:
  ~Departure() = default;
};

struct QueueCounters {
  Bytes peak;
  std::uint64_t sent = 0;
  Stopwatch held;           // held by flow control, whether or not anything waits
  Stopwatch hold_and_wait;  // held while something waits
};

struct EgressHardware;

class Egress : public crossbar::Output, private control::Ports {
 public:
  Egress(const EgressConfig& config, std::vector<std::unique_ptr<port::Port>>& ports, Scheduler& scheduler,
         Departure& departure);

  // The services of port p for its engine, and the two sides of the engine that is made with them.
  flow_control::PortServices& services(PortId p) { return lanes_[p.index()]; }
  void obey(PortId p, flow_control::SendingSide& sending, flow_control::ReceivingSide& receiving) {
    lanes_[p.index()].sending = &sending;
    lanes_[p.index()].receiving = &receiving;
  }

  // From now on the frames of port p leave by link-level retry. Before the run.
  void protect(PortId p, link::LinkRetry& retry) { lanes_[p.index()].retry = &retry; }
  // Link-level retry lets a port send what was to wait, or has a frame to send again.
  void may_send(PortId p, Time now) {
    if (Lane& lane = lanes_[p.index()]; !lane.busy) {
      serve(lane, now);
    }
  }

  // From now on the blocks of these factories choose at the ports of the device, where there are any. Before the run.
  void take_blocks(const reference::Factories& factories, const std::string& device);

  // From now on the port asks this source, too, after flow control and the sources that have joined before. Before the
  // run.
  void join(PortId p, control::Source& source);

  // Of the discipline that the settings name, which comes from outside of weir: one a port, which chooses while the
  // settings name it. Before the run.
  void take_disciplines(std::vector<std::unique_ptr<PortDiscipline>> disciplines);

  Watchers& watchers() { return watchers_; }
  const Watchers& watchers() const { return watchers_; }

  // Takes a data packet into VEQ (packet.egress, packet.traffic_class).
  void enqueue(frame::Packet& packet, Time now) override;
  Bytes veq_depth(PortId port, ClassId c) const override { return veq_.at(port, c).depth; }

  // Takes the packet `place` places behind the head of a VEQ out of it; null: fewer wait. The caller owns it and tells
  // the MMU and the crossbar (Departure).
  frame::Packet* take(PortId p, ClassId c, std::size_t place, Time now);

  // Keeps packets to these destinations in that VEQ and lets later packets overtake them; the empty set frees all. The
  // order of the packets to one destination stays.
  void block(PortId p, ClassId c, const frame::DestinationGroups& groups, Time now);
  // Number of packets that block() keeps back.
  std::size_t parked(PortId p, ClassId c) const { return veq_.at(p, c).parked; }

  // Appends all packets but those on the wire to the list: the caller owns them and tells the MMU and the crossbar.
  // Resets turns, deficits and buckets, the detectors and the deadlock unit. After the reset of the engines.
  void reset(std::vector<frame::Packet*>& packets, Time now);

  // The work of this block's events.
  void transmit_end(PortId p, Time now);
  void gate_open(PortId p, Time now);

  // Asks for the cache lines that transmit_end() is going to touch, in rounds: TimedDevice::prefetch.
  [[gnu::always_inline]] void prefetch_transmission(PortId p, unsigned round) const {
    const Lane& lane = lanes_[p.index()];
    if (round == 0) {
      ask_for_line(&lane);
    } else if (round == 1) {
      ask_for_line(lane.sending);
      ask_for_line(lane.receiving);
      ask_for_line(&veq_.at(p, lane.last));
    } else if (round == 2) {
      veq_.at(p, lane.last).waiting.prefetch_places();
    } else {
      veq_.at(p, lane.last).waiting.prefetch_first(2, 0);
    }
  }

  // The (ingress port, class) of the frame on the wire.
  std::pair<PortId, ClassId> departing(PortId p) const {
    return {lanes_[p.index()].departing_ingress, lanes_[p.index()].last};
  }

  // Binds the registers of block "egress" to this scheduler. `check` throws std::invalid_argument if a draft of the
  // settings does not fit the switch.
  using SettingsCheck = std::function<void(const EgressConfig&)>;
  void bind_registers(const ledger::Binder& binder, const SettingsCheck& check);
  // Those of the port's discipline, if it comes from outside of weir.
  void bind_own_turns(PortId p, const ledger::Binder& binder) const;

  // Each port uses these settings from its next choice on; packets that wait for tokens are judged anew.
  void reconfigure(const EgressConfig& settings, Time now);

  const EgressConfig& config() const { return config_; }

  // For the oracle, probes and invariants.
  const frame::PacketQueue& waiting(PortId p, ClassId c) const { return veq_.at(p, c).waiting; }
  const QueueCounters& counters(PortId p, ClassId c) const { return veq_.at(p, c).counters; }
  Bytes total() const { return total_; }  // bytes in all VEQs, frames in transmission included
  bool transmitting(PortId p) const { return lanes_[p.index()].busy; }

  // Block "egress": VEQs as lists of the MMU's packets, and the scheduler's state. Throws std::invalid_argument for
  // settings that check_settings refuses.
  static ledger::Block declare(const EgressHardware& hardware);

 private:
  struct Rows;
  struct alignas(64) Veq {
    frame::PacketQueue waiting;
    Bytes depth;             // waiting packets and the one in transmission
    std::size_t parked = 0;  // packets kept back ahead of the next one to leave
    QueueCounters counters;  // of them, only those of time are on another cache line

    frame::Packet& next() const { return parked == 0 ? waiting.front() : waiting[parked]; }
    bool may_leave() const { return waiting.size() > parked; }
    frame::Packet& take_next();
  };

  // What takes the time on the wire of a busy lane. kDiscarded: a data frame that link-level retry has dropped.
  enum class OnWire : std::uint8_t { kControl, kData, kDiscarded };

  // The state of a port's transmitter, and the way of the port's engine back to the scheduler.
  // What a frame touches is on the first of its two cache lines.
  struct alignas(64) Lane final : flow_control::PortServices {
    port::Port* port = nullptr;
    flow_control::SendingSide* sending = nullptr;
    flow_control::ReceivingSide* receiving = nullptr;
    link::LinkRetry* retry = nullptr;  // null: the link repairs nothing
    Time departing_since;              // of the data frame on the wire
    frame::FrameLength departing_length;
    PortId departing_ingress;
    PortId id;
    bool busy = false;
    OnWire on_wire = OnWire::kControl;
    ClassMask nonempty = 0;   // classes with waiting packets that are not parked
    ClassMask blocks = 0;     // classes with blocked destinations
    ClassId last;             // class of the data frame on the wire, or of the one before
    bool joined_due = false;  // a source that has joined may have something to say
    Egress* egress = nullptr;
    Time gate_event = kNever;  // the pending kGateOpen
    link::WayOut way{};        // with `retry`: that of the data frame that begins now

    void schedule(Time at, EventKind timer, ClassId c) override;
    void feedback_due(Time now) override;
    void gate_changed(ClassId c, Time now) override;
    void hold_changed(ClassId c, Time now) override;
    void pausing(ClassId c, bool on, Time now) override;
    void asking(ClassId c, bool on, Time now) override;
    void pfc_received(ClassId c, std::uint16_t quanta, Time now) override;
    void set_due(Time now) override { port->set_due(now); }
    Time admitted_by(Time arrival) const override { return arrival + port->longest_parse(); }
  };

  void control_due(PortId p, Time now) override;

  void serve(Lane& lane, Time now, bool last = false);  // `last`: the last act of the work at hand
  void serve_frames(Lane& lane, Time now);
  void serve_attended(Lane& lane, Time now, bool last);
  int class_to_send(Lane& lane, Time now);
  bool send_control(Lane& lane, Time now);
  struct Built {
    std::size_t bytes = 0;  // 0: nothing was due
    bool numbered = false;  // the frame gets a number of link-level retry
  };
  Built build_control(Lane& lane, std::span<std::uint8_t> bytes, Time now);
  void send_out_of_band(Lane& lane, Time now);
  void send_data(Lane& lane, ClassId c, Time now);
  void send_replay(Lane& lane, Time now);
  bool discards(const Lane& lane, ClassId c) const;
  Time sendable_at(const Lane& lane, ClassId c, Time now) const;
  static constexpr int kNone = ClockedScheduler::kNone;
  ClockedScheduler* block_of(const Lane& lane) const {
    return clocked_.empty() ? nullptr : clocked_[lane.id.index()].get();
  }
  PortAsks asks_of(const Lane& lane, Time now) const;
  int choose_by_block(Lane& lane, ClockedScheduler& block, Time now);
  int choose(Lane& lane, Time now);
  int choose_counted(Lane& lane, ClassMask candidates, Time now);
  int choose_shaped(Lane& lane, ClassMask candidates, Time now);
  void wake_at(Lane& lane, Time at);
  ClassId next_in_turn(const Lane& lane, ClassMask candidates, Time now) const;
  ClassId next_in_own_turn(const Lane& lane, ClassMask candidates, Time now) const;
  void sent_in_own_turn(const Lane& lane, const frame::Packet& packet, Time now);
  void choose_discipline();
  void require_built(const EgressConfig& draft) const;
  void reset_own_turns(Time now);
  void park(Lane& lane, Time now);
  void reset(Lane& lane, ClassId c, std::vector<frame::Packet*>& packets, Time now);
  void note_hold(const Lane& lane, ClassId c, bool held, Time now);
  void tell_depth(PortId p, ClassId c, Time now);

  // The discipline from outside of weir with which the device is built.
  struct OwnTurns {
    Discipline value{};
    std::vector<std::unique_ptr<PortDiscipline>> of_ports;  // empty: none
  };

  EgressConfig config_;
  Scheduler& scheduler_;
  Departure& departure_;
  std::vector<Lane> lanes_;
  PerPortClass<Veq> veq_;
  Turns turns_;
  OwnTurns own_;
  const OwnTurns* own_turns_ = nullptr;                     // own_ while it chooses
  std::vector<std::unique_ptr<ClockedScheduler>> clocked_;  // by port; empty: none anywhere
  Watchers watchers_;
  std::unique_ptr<Shapers> shapers_;                                 // null where no port has one
  std::unique_ptr<PerPortClass<frame::DestinationGroups>> blocked_;  // null until the first
  std::vector<std::vector<control::Source*>> joined_;  // sources beside flow control, by port; empty: none anywhere
  Bytes total_;
};

}  // namespace weir::egress
