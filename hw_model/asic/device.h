// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The common base of a switch and a host: ports with a parser, a flow-control engine a port, the egress scheduler, and
// the work that these need. The two differ in where a parsed data frame goes (`admission`), what happens when a data
// frame has left (`departed`), and work that only one of the two has (`own_work`).

#pragma once

#include <memory>
#include <vector>

#include "hw_model/asic/deafness.h"
#include "hw_model/asic/engine_sets.h"
#include "hw_model/asic/port_assembly.h"
#include "hw_model/asic/port_probes.h"
#include "hw_model/asic/stage_module.h"
#include "hw_model/asic/switch_config.h"
#include "hw_model/asic/timed_device.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/mechanisms/control/control.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::asic {

class Device : public TimedDevice, private egress::Departure {
 public:
  // Destroys the last port first: the kernel finds that one soonest.
  ~Device() override;

  // Records the selected signals of the given classes' queues. Before the run.
  void trace_classes(ClassMask classes, const TraceSelection& selection = {});

  std::size_t ports() const { return ports_.size(); }
  port::Port& port(PortId p) { return *ports_[p.index()]; }
  const port::Port& port(PortId p) const { return *ports_[p.index()]; }
  flow_control::FlowControl& engine(PortId p) { return *engines_[p.index()]; }
  const flow_control::FlowControl& engine(PortId p) const { return *engines_[p.index()]; }

  // Port `p` has a cable to port `q` of `other`: each engine learns what the other one offers. Before the run.
  void meet(PortId p, Device& other, PortId q) {
    engines_[p.index()]->meet(*other.engines_[q.index()]);
    other.engines_[q.index()]->meet(*engines_[p.index()]);
    if (retry(p) != nullptr && other.retry(q) != nullptr) {
      retries_[p.index()]->meet(*other.retry(q));
      other.retries_[q.index()]->meet(*retry(p));
    }
  }
  // Engines with the settings of those of `other`, which was built with the same factories, share their object.
  void share_settings(const Device& other) {
    for (const auto& engine : engines_) {
      engine->share_settings(other.engine(PortId(0)));
    }
  }
  const egress::Egress& egress() const { return egress_; }
  // The link-level retry of a port; null: the port has none.
  PortRetry* retry(PortId p) { return retries_.empty() ? nullptr : retries_[p.index()].get(); }
  const PortRetry* retry(PortId p) const { return retries_.empty() ? nullptr : retries_[p.index()].get(); }

  // Adds a source and a sink of control frames beside flow control: at all ports, or at one. Before the run.
  void join(const control::Roles& roles);
  void join(PortId p, const control::Roles& roles);

  // From now on tells the listener all that a deadlock unit is told, except messages and timers; in a host, what
  // concerns its one port. At most one listener, before the run.
  void listen(deadlock::DeadlockUnit& listener) {
    listener_ = &listener;
    egress_.watchers().listen(listener);
  }

  // From now on tells the listener which queues flow control holds and which peers the device pauses. At most one
  // listener, before the run.
  void listen(egress::GateListener& listener) { egress_.watchers().listen(listener); }

  // The same of what link-level retry does at its ports.
  void listen(RetryListener& listener) {
    for (auto& retry : retries_) {
      if (retry) {
        retry->listen(listener);
      }
    }
  }

  // The VIQ depth that flow control watches; 0 in a device that buffers nothing on the way in.
  virtual Bytes viq_depth(PortId, ClassId) const { return Bytes(0); }

  // Frames of any kind that its ports have sent; out-of-band feedback is not counted.
  std::uint64_t frames_sent() const;
  // Control frames that a port has sent, each counted once, however often link-level retry repeats it.
  std::uint64_t control_frames_sent(PortId p) const;

  // Messages of deadlock units in frames of their own that came while it was being reset.
  std::uint64_t messages_unheard() const { return messages_unheard_; }

 protected:
  // `index`: for the addresses of this device's ports.
  Device(const sc_core::sc_module_name& name, const SwitchConfig& config, const Timing& timing,
         const Factories& factories, link::FramePool& pool, std::uint32_t index);

  // Makes the disciplines of the ports, if they come from outside of weir.
  void take_disciplines(const SwitchConfig& config, std::uint64_t seed);

  // The frame at the head of port p's line has been parsed and is to be taken.
  virtual void admission(PortId p, Time now) = 0;

  // Does the work of an event that belongs to no port; it may change what any port shows.
  virtual void own_work(Event event) = 0;

  void start_of_simulation() override;
  void prefetch(Event event, unsigned round) const override;

  // Records what has changed at this port, where the device is traced.
  void show(PortId p, Time now) {
    if (probes_) {
      probes_->update(p, now, [&](ClassId c) { return viq_depth(p, c); });
    }
  }

  void show_all(Time now) {
    if (probes_) {
      show_each(now);
    }
  }

  // Frames that arrive meanwhile are lost.
  Deafness deafness_;
  std::uint64_t messages_unheard_ = 0;

  deadlock::DeadlockUnit* listener_ = nullptr;

  link::FramePool& pool_;
  StageModule<parser::Parser> parser_;
  std::vector<std::unique_ptr<port::Port>> ports_;
  flow_control::Engines engines_;
  std::vector<std::unique_ptr<EngineSets>> sets_;  // of engines that speak by ordered sets
  bool keeps_order_ = false;                       // some engine asks for the order of frames
  StageModule<egress::Egress> egress_;
  std::vector<std::unique_ptr<PortRetry>> retries_;  // by port; empty: no port has link-level retry

 private:
  void work(Event event) final;
  void show_each(Time now);
  void admit(PortId p, Time now);
  void acted(Time now) final { show_all(now); }
  void trace_due(PortId p, Time now) final { show(p, now); }
  void control_arrival(PortId p, Time now);
  void control_effect(PortId p, Time now);

  std::vector<control::Sinks> sinks_;  // by port; empty: flow control alone

  std::unique_ptr<PortProbes> probes_;
};

}  // namespace weir::asic
