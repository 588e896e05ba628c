// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's deadlock unit, resolved: every field has a value. ITSY's settings are read only if the
// unit is ITSY, a resolution's settings only if that resolution is chosen.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/ledger/kept.h"
#include "hw_model/reference/pfc_watchdog.h"

namespace weir::deadlock {

enum class Unit : std::uint8_t { kNone, kItsy, kWatchdog, kPfcwd };

enum class Resolution : std::uint8_t {
  kNone,          // detection only
  kCountMinDrop,  // drops packets of the largest flows, within the loss that they tolerate
  kPortLevel,     // gives the loop's queue buffer and resumes only the loop's port
  kFlowLevel,     // as kPortLevel, and lets destinations pass that do not enter the loop
};

// units() has those from outside of weir, too.
inline constexpr std::array<Named<Unit>, 4> kUnits{
    {{Unit::kNone, "none"}, {Unit::kWatchdog, "watchdog"}, {Unit::kPfcwd, "pfcwd"}, {Unit::kItsy, "itsy"}}};

// Which ITSY (docs/reference/deadlock.md).
enum class Protocol : std::uint8_t {
  kRepaired,   // one message round the circle, over queues that hold more than XON
  kPublished,  // as in the paper: a second message must confirm what the first one has stored
};
inline constexpr std::array<Named<Protocol>, 2> kProtocols{
    {{Protocol::kRepaired, "repaired"}, {Protocol::kPublished, "published"}}};

// Resolutions as lists and reports name and describe them.
using ResolutionName = Named<Resolution>;
inline constexpr std::array kResolutions = {
    ResolutionName{Resolution::kNone, "none", "a deadlock is reported only"},
    ResolutionName{Resolution::kCountMinDrop, "count_min_drop", "drops of the largest flows"},
    ResolutionName{Resolution::kPortLevel, "port_level", "buffer for the loop, other ports stay blocked"},
    ResolutionName{Resolution::kFlowLevel, "flow_level", "as port_level, by destination"},
};

// Properties of the network by which rounds are timed; no keys of a scenario file.
struct ItsyNetwork {
  Time longest_hop = Time(0);    // worst case: cable, longest frame, frames ahead of a message at its port, t_r
  Time longest_pause = Time(0);  // of one PAUSE that no refresh follows
  std::uint64_t pauses = 0;      // VIQs by which one switch can pause another: no chain of pauses is longer
};

struct ItsyConfig {
  Protocol protocol = Protocol::kRepaired;
  Resolution resolution = Resolution::kNone;
  bool wide_entries = false;  // 40 bits on the wire in place of 32
  static constexpr unsigned kMostPortBits = 10;
  unsigned port_bits = 0;  // width of P; S shrinks by as much; 0: the entry's default
  std::uint8_t ttl = 16;   // hops of a check
  bool sums = true;        // a VIQ may also be stuck behind several egresses together, all reached by one check
  Time t_re = Time(0);     // mean time after which a pausing VIQ initiates again; 0: four times the life of a check

  // Rounds.
  static constexpr unsigned kMostHops = 1023;
  unsigned rounds = 0;          // K, hops of a round; 0: no rounds
  Time round_period = Time(0);  // from the start of one round to that of the next; 0: twice the length of a round
  Time round_skew = Time(0);    // largest difference between the clocks of two switches
  bool round_attack = false;    // accepts a K that is too small; a round's length leaves out the skew

  // A host that has held a queue for this time is cut off: packets waiting for the host are dropped until it lets the
  // queue go. 0: never.
  Time cut_off = Time(0);

  // The limit on each heavy hitter of a switch whose pause set off a deadlock, applied by the switch at which the flow
  // enters from its host: the rate (0: no limit) and the duration.
  BitRate trigger_limit = BitRate(0);
  Time trigger_limit_time = Time(10'000'000'000);

  // The switch's place in the network; no keys of a scenario file.
  std::uint32_t switch_id = 0;           // S, 1 or more, unique in the network
  std::vector<std::uint8_t> hosts = {};  // by port: 1 if a host is attached; 0 beyond the vector's end
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
  Time flow_idle = Time(0);        // a flow of the heap ends after this time without a packet; 0: never

  // Port level and flow level.
  Bytes loan = Bytes(16'000);  // by which one loan lets the VIQ of the loop grow
};

// What a watchdog does when a head packet has stood for too long.
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
  Bytes loan = Bytes(16'000);  // by which one loan lets a VIQ grow; kLendAndResume only
};

// What the PFC watchdog does to a queue in a storm.
enum class StormAction : std::uint8_t { kDrop, kForward, kAlert };

inline constexpr std::array<Named<StormAction>, 3> kStormActions{
    {{StormAction::kDrop, "drop"}, {StormAction::kForward, "forward"}, {StormAction::kAlert, "alert"}}};

// The watchdog of the chip, which no poll drives; both times 0: software polls.
struct PfcwdHardware {
  Time dld = Time(0);  // a class paused for longer than this is in a deadlock
  Time dlr = Time(0);  // and its queue is then acted upon for this time
};

// Times are whole microseconds but for the delay of the action.
struct PfcwdConfig {
  static constexpr Time kTick{1'000'000};
  static constexpr Time kLongestDetection{5'000'000'000'000};
  static constexpr Time kLongestRestoration{60'000'000'000'000};
  reference::PfcRule rule = reference::PfcRule::kBroadcom;
  Time detection = Time(200'000'000'000);
  Time restoration = Time(200'000'000'000);
  Time poll = Time(200'000'000'000);  // as the scripts reckon it
  Time poll_interval = Time(0);       // as the clock says, on average; 0: poll
  Time poll_jitter = Time(0);         // each interval is up to this much shorter or longer
  Time first_poll = Time(0);          // 0: after one interval
  StormAction action = StormAction::kDrop;
  Time action_delay = Time(0);  // from what is told to its effect
  bool counts_when_disabled = true;
  bool big_red_switch = false;
  PfcwdHardware hardware;

  Time interval() const { return poll_interval > Time(0) ? poll_interval : poll; }
};

struct DeadlockConfig {
  Unit unit = Unit::kNone;
  WatchdogConfig watchdog;
  PfcwdConfig pfcwd;
  ItsyConfig itsy;
  ledger::Kept others;  // of units from outside of weir
};

}  // namespace weir::deadlock
