// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Events of a run: an action at a given time, or once a flow has slowed down (docs/reference/events.md).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "tb/host/intake.h"
#include "tb/network/topology.h"

namespace weir::scenario {

// Sets the rate at which these ends of cables send their next frames; at most the rate with which the cable was built.
// Values derived from the line rate stay: pause quanta, credit periods, stages of GFC, shapers.
struct SetLinkRate {
  std::vector<network::End> ends;
  BitRate rate;
};

// A host takes no packet of a class for a time.
struct StopHost {
  std::size_t host = 0;  // index into Topology::devices, like `device` below
  ClassId traffic_class;
  Time length = kNever;
  host::Stop how = host::Stop::kAtOnce;
};

// From now on a host takes the packets of a class at this rate.
struct SetDrainRate {
  std::size_t host = 0;
  ClassId traffic_class;
  BitRate rate;
};

// Starts a flow that does not start by itself: its Flow::start is kNever.
struct StartFlow {
  std::size_t flow = 0;  // index into Scenario::flows
};

// Software writes one element of a register of a switch.
struct WriteRegister {
  std::size_t device = 0;
  std::string block;
  std::string name;
  std::vector<std::uint64_t> indices;
  std::uint64_t value = 0;
  std::string register_where;  // file:line:column: key '...', for later refusals
  std::string value_where;
};

// Resets a switch in hardware: SwitchAsic::reset.
struct ResetSwitch {
  std::size_t device = 0;
  Time length;
};

// What ports do otherwise for a time, and what management does to them: link-level retry, CC_Updates of ue_cbfc.
enum class PortDeed : std::uint8_t {
  kHoldAcks,         // the receiver says no ACKs
  kFreezeAcks,       // it says ACKs with one number
  kFlushRetry,       // the transmitter gives up what it keeps
  kInitRetry,        // the transmitter begins anew
  kClearCounters,    // of link-level retry and of messages of ue_cbfc
  kStopCcUpdates,    // the sending side says no CC_Updates
  kIgnoreCcUpdates,  // the receiving side heeds no CC_Updates
};
struct ActAtPorts {
  PortDeed deed{};
  std::vector<network::End> ends;             // that do so
  Time length = kNever;                       // of what lasts
  std::optional<std::uint32_t> first_number;  // kInitRetry; nullopt: the number that comes next
};

// Software sets channels of ue_cbfc up while the network runs, or removes them (channel_software.h).
struct SetChannels {
  struct Way {
    network::End sender;
    network::End receiver;
  };
  std::vector<Way> ways;
  ClassMask classes = 0;
  bool removes = false;
  std::optional<std::uint32_t> limit;  // nullopt: what the receiver offers
};

// Condition: an interval of length `over` in which the flow delivers at least `below`, and a later one with less.
// Intervals are counted from time 0.
struct FlowSlows {
  std::size_t flow = 0;
  BitRate below;
  Time over;
};

// A cable carries nothing for a time. What is lost on it is an entry of Scenario::link_damage; here is what both ports
// notice.
struct CutLink {
  std::vector<network::End> ends;  // both
  Time length = kNever;
};

struct ScenarioEvent {
  std::string name;
  Time at;                         // if there is no condition
  std::optional<FlowSlows> after;  // the condition instead
  std::variant<SetLinkRate, StopHost, SetDrainRate, StartFlow, WriteRegister, ResetSwitch, ActAtPorts, SetChannels,
               CutLink>
      what;
  std::string when_text;  // for people
  std::string what_text;  // likewise
};

}  // namespace weir::scenario
