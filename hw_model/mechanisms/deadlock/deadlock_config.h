// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's deadlock unit, resolved: every field has a value. Those of ITSY are read only when it is
// the unit, those of a resolution only when it is chosen.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/itsy_message.h"

namespace weir::deadlock {

enum class Unit : std::uint8_t { kNone, kItsy, kWatchdog };

enum class Resolution : std::uint8_t {
  kNone,          // detection only
  kCountMinDrop,  // drops packets of the largest flows, within the loss that they tolerate
  kPortLevel,     // gives the loop's queue buffer and resumes only the loop's port
  kFlowLevel,     // as kPortLevel, and lets destinations pass that do not enter the loop
};

inline constexpr std::array<Named<Unit>, 3> kUnits{
    {{Unit::kNone, "none"}, {Unit::kWatchdog, "watchdog"}, {Unit::kItsy, "itsy"}}};

// Which ITSY (docs/reference/deadlock.md).
enum class Protocol : std::uint8_t {
  kRepaired,   // one message round the circle, over queues that hold more than XON
  kPublished,  // as in the paper: a second message has to find what the first has stored
};
inline constexpr std::array<Named<Protocol>, 2> kProtocols{
    {{Protocol::kRepaired, "repaired"}, {Protocol::kPublished, "published"}}};

// What lists and reports call them.
using ResolutionName = Named<Resolution>;
inline constexpr std::array kResolutions = {
    ResolutionName{Resolution::kNone, "none", "a deadlock is reported only"},
    ResolutionName{Resolution::kCountMinDrop, "count_min_drop", "drops of the largest flows"},
    ResolutionName{Resolution::kPortLevel, "port_level", "buffer for the loop, other ports stay blocked"},
    ResolutionName{Resolution::kFlowLevel, "flow_level", "as port_level, by destination"},
};

// Of the network that a switch stands in, what its rounds have to go by; no settings of a file.
struct ItsyNetwork {
  Time longest_hop = Time(0);    // a cable, the longest frame and what is before a message at its port, t_r
  Time longest_pause = Time(0);  // that no refresh follows
  std::uint64_t pauses = 0;      // VIQs that switches pause at switches: no chain of pauses is longer
};

struct ItsyConfig {
  Protocol protocol = Protocol::kRepaired;
  Resolution resolution = Resolution::kNone;
  bool wide_entries = false;  // 40 bits on the wire in place of 32
  static constexpr unsigned kMostPortBits = 10;
  unsigned port_bits = 0;  // of P, at the cost of S; 0: those of the entry
  std::uint8_t ttl = 16;   // hops of a check
  bool sums = true;        // a VIQ may be stuck behind several egresses of one message together
  Time t_re = Time(0);     // after which a VIQ that pauses says so again; 0: four times what a check lives

  // Rounds.
  static constexpr unsigned kMostHops = 1023;
  unsigned rounds = 0;          // K, hops of a round; 0: there are none
  Time round_period = Time(0);  // from the beginning of a round to that of the next; 0: twice as long as a round
  Time round_skew = Time(0);    // by which clocks of switches differ at most
  bool round_attack = false;    // K may be too small, and a round may end with no regard to the skew

  // A host that has held a queue for so long is cut off: what waits for it is dropped until it lets the queue go. 0:
  // never.
  Time cut_off = Time(0);

  // Heavy hitters of a switch whose pause set off a deadlock: the rate to which the switches at which they come in from
  // hosts limit each of them, and for how long. 0: none is limited.
  BitRate trigger_limit = BitRate(0);
  Time trigger_limit_time = Time(10'000'000'000);

  // Where the switch stands; no settings of a file.
  std::uint32_t switch_id = 0;           // S, from 1 on, of its own in the network
  std::vector<std::uint8_t> hosts = {};  // whether a host is at this port; shorter: no
  ItsyNetwork network = {};

  frame::ItsyWidths widths() const {
    const frame::ItsyWidths widths = wide_entries ? frame::kItsyUpTo256Ports : frame::kItsyUpTo64Ports;
    return port_bits == 0 ? widths : widths.with_port(port_bits);
  }
  Time round_length() const {
    return network.longest_hop * static_cast<std::int64_t>(rounds) + (round_attack ? Time(0) : round_skew);
  }
  Time period_of_rounds() const { return round_period > Time(0) ? round_period : round_length() * 2; }
  bool is_host(std::size_t port) const { return port < hosts.size() && hosts[port] != 0; }

  // Count-min drop.
  unsigned sketch_rows = 4;        // m, hash functions
  unsigned sketch_cells = 1024;    // e, cells a row
  unsigned sketch_cell_bits = 32;  // bytes of a flow, in units of 64 B
  unsigned top_flows = 16;         // k, slots of the heap
  unsigned flow_id_bits = 104;     // the 5-tuple of IPv4
  double tolerated_loss = 1e-4;    // of a flow
  Time flow_idle = Time(0);        // a flow of the heap without a packet for so long is over; 0: none ever is

  // Port level and flow level.
  Bytes loan = Bytes(16'000);  // by which the VIQ of the loop may grow, each time
};

// What a watchdog does when a head has stood for too long.
enum class Action : std::uint8_t { kDropHead, kLendAndResume };

inline constexpr std::array<Named<Action>, 2> kActions{
    {{Action::kDropHead, "drop_head"}, {Action::kLendAndResume, "lend_and_resume"}}};

// Timeouts are whole microseconds, up to a second.
struct WatchdogConfig {
  static constexpr Time kTick{1'000'000};
  static constexpr Time kLongest{1'000'000'000'000};
  Time timeout = Time(200'000'000'000);  // 200 ms: what switch operators commonly set
  Action action = Action::kDropHead;

  static constexpr Bytes kLeastLoan{64};
  static constexpr Bytes kMostLoan{16'000'000};
  Bytes loan = Bytes(16'000);  // by which a VIQ may grow, each time; for kLendAndResume alone
};

struct DeadlockConfig {
  Unit unit = Unit::kNone;
  WatchdogConfig watchdog;
  ItsyConfig itsy;
};

// Whether the unit may lend VIQs room: then the MMU keeps accounts of it.
inline bool lends(const DeadlockConfig& config) {
  return config.unit == Unit::kWatchdog ? config.watchdog.action == Action::kLendAndResume
                                        : config.unit == Unit::kItsy && config.itsy.resolution != Resolution::kNone;
}

}  // namespace weir::deadlock
