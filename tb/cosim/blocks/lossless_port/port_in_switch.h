// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of a switch or host as one top in RTL: by itself, or in lock-step with its cycle model (port_core.h). The
// blocks that the switch has (port_parts.h) stand before it; what happens at one of them is a cycle of the whole port.
//
// One cycle in three with an event also reads a value of the map, one after another, so that what the blocks hold is
// compared as software reads it. The bank of the registers has an edge in that cycle and in the next, for the answer;
// in the third it has none, so that a gate of another bank that opens only with it shows.
//
// Where the switch has detectors, a cycle is in the tick of its instant, and between two of them the sweep looks at
// each detector once its span is over. A packet of a watched class starts in one cycle with its departure at the
// detector: that cycle is evaluated as the scheduler starts the packet, and played as the detector hears of the packet.
//
// Where the switch has limiters, a tick of theirs is one cycle, and all else has cycles without a tick (decision 0319).

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/blocks/lossless_port/port_core.h"

namespace weir::cosim {

class PortInSwitch {
 public:
  using Inputs = PortCore::Inputs;
  using Outputs = PortCore::Outputs;

  // Registers that the port keeps, by their place in kKeptRegisters.
  enum Kept : std::size_t { kXoff = 3, kXon = 4, kPauseQuanta = 5, kRefreshQuanta = 6, kLossless = 7 };

  // `make`: the core, which is given the time of what it plays. `name`: "s1.p2". After a reset, and with no class that
  // has PFC. `compares`: in lock-step.
  using MakeCore = std::function<std::unique_ptr<PortCore>(const Time& now)>;
  PortInSwitch(const MakeCore& make, std::string name, bool compares);

  // Of what follows, for messages, and for the stamps of detectors.
  void at(Time now);

  // A cycle without an event: the settings as they stand.
  const Inputs& still() const { return still_; }
  Inputs& still() { return still_; }

  // One cycle with these inputs; outputs as before its edge.
  Outputs clock(Inputs in);
  // The outputs of such a cycle without its edge.
  Outputs evaluate(const Inputs& in);
  // The registers as the next cycle finds them.
  const reference::LosslessPortCycle& model();
  const reference::EquippedPortConfig& widths() const { return widths_; }

  // Writes a register by the bus, if it has another value.
  void keep(Kept which, std::uint32_t value);
  static bool fits(Kept which, Bytes value);

  // A reset and its release. Registers are as after a reset, but that no class has PFC.
  void reset();
  // How many resets there have been.
  std::uint64_t resets() const { return resets_; }

  // Detectors: the switch watches this class, with ticks that last so long.
  void watch(std::size_t c, Time tick);
  // Looks of the sweep up to this tick, before settings change.
  void sweep_past(std::uint64_t tick);
  // As clock(), of a cycle in which a packet may start: with a watched class the edge waits for departs().
  Outputs start(const Inputs& in);
  // The cycle in which the packet of this class starts, which start() has shown. `tell` adds what the detector is told.
  Outputs departs(std::size_t c, const std::function<void(Inputs&)>& tell);
  // A cycle in which an OFF period of the class ends, unless one of this tick has shown it. Returns the tick in which
  // the last one ended, as a stamp.
  std::uint32_t off_ends(std::size_t c);
  std::uint32_t tick() const { return still_.now; }

  // The gradient gate of a class as the next cycle finds it, or nullptr where the top has none.
  const reference::GradientGateCycle* gate(std::size_t c);

  // Limiters: each counts ticks that last so long.
  void limit(Time tick) { limiter_tick_ = tick; }
  // As at(); with `through`, a tick that ends with this instant has passed, too.
  void pass_to(Time now, bool through);
  // The tick in which an instant lies.
  std::int64_t tick_of(Time now) const;
  Time limiter_tick() const { return limiter_tick_; }
  // These classes may go by the switch: a packet may start as the tick ends in which its wait is over.
  void let(std::uint32_t classes, Time now);
  // Classes that their limiters hold.
  std::uint32_t limited();
  // A packet of the class ends, or its rate is obeyed, in the tick of this instant.
  void packet_ends(std::size_t c, Time end, Time transmission);
  void obeys(std::size_t c, std::uint64_t rate, Time now);
  // Credits of time-based GFC: such classes, and the blocks of the packet that is about to end.
  void credit(std::size_t c) { still_.credited = linear_ |= 1U << c; }
  std::uint32_t linear() const { return linear_; }
  void sends(std::uint32_t blocks) { sends_ = blocks; }
  // A message takes effect, with so many blocks left, modulo the counter; one that changes the rate as the rate is
  // obeyed.
  struct Message {
    std::uint32_t left = 0;
    std::uint64_t range = 1;
    std::uint64_t factor = 0;  // by the model
  };
  void takes_effect(std::size_t c, const Message& message, Time now);
  // Blocks of a packet of the class whose end the port has still to hear.
  std::uint32_t unheard(std::size_t c) const { return pending_.sent && pending_.sent_class == c ? pending_.blocks : 0; }
  // The tick from whose end on the class may go.
  std::int64_t idle_edge(std::size_t c);
  reference::RateLimiterRegisters limiter_registers(std::size_t c);
  // The stage that a packet's depth gives the queue of its class, by this table.
  std::uint32_t compare_stage(std::size_t c, bool comes, std::uint32_t depth, const reference::LeadingZeroTable& table);
  // A frame of stages goes.
  Outputs tells();

  bool compares() const { return compares_; }
  // Ends the run: RTL and the switch's model differ in this output of a part.
  [[noreturn]] void differs(const std::string& instance, std::string_view part, const std::string& output,
                            std::uint64_t rtl, std::uint64_t model) const;

 private:
  Outputs play(const Inputs& in);
  Outputs play_now(const Inputs& in);
  void settle();
  Inputs with_read(Inputs in);
  std::uint32_t stamp_of(std::uint64_t tick) const;
  std::uint64_t look_of(std::size_t c) const;
  void sweep_until(std::uint64_t tick);

  std::string name_;
  bool compares_;
  Time now_;
  std::unique_ptr<PortCore> core_;
  reference::EquippedPortConfig widths_;
  Inputs still_;
  std::array<std::uint64_t, reference::PortRegistersCycle::kKept> kept_{};
  std::vector<std::uint32_t> values_;  // addresses of what the port holds
  std::size_t next_value_ = 0;
  unsigned until_read_ = 0;  // cycles with an event
  std::uint64_t resets_ = 0;
  std::uint64_t cycles_ = 0;

  std::uint32_t watched_ = 0;       // classes; 0: ticks stand
  Time tick_{};                     // how long one lasts
  std::uint64_t ticks_ = 0;         // of the inputs
  std::uint64_t played_ = 0;        // of the last cycle
  std::optional<Inputs> starts_;    // the cycle in which a packet starts, before its edge
  std::uint32_t off_ = 0;           // classes that the peer held in the last cycle
  PerClass<std::uint32_t> ends_{};  // stamps of the last ends

  // What limiters hear in a tick that has not passed.
  struct Tick {
    std::int64_t number = 0;
    bool sent = false;
    std::uint32_t sent_class = 0;
    std::int64_t r_l = 0;  // subticks
    std::int64_t phase = 0;
    std::uint32_t blocks = 0;
    std::uint32_t heard = 0;  // classes
    PerClass<std::uint32_t> stages{};
    PerClass<Message> messages{};
    bool empty() const { return !sent && heard == 0; }
  };
  Inputs inputs_of(const Tick& tick) const;
  void pass_ticks(std::int64_t last);
  void take(const Tick& tick, std::int64_t number);
  void hears(std::size_t c, const Message& message, Time now);
  void hear(const Tick& tick, bool passes);
  void divide(std::size_t c, const Message& message);
  void note(const Outputs& out, std::uint32_t classes, std::uint32_t ends);
  reference::RateLimiterInputs limiter_hears(const Inputs& in, std::size_t c) const;
  std::int64_t ticks_of(std::uint64_t wait) const;
  std::uint64_t wait_of(std::size_t c);

  Time limiter_tick_{};             // 0: no class has a limiter
  std::int64_t passed_ = 0;         // ticks
  Tick pending_;                    // of the tick at hand
  bool counts_ = false;             // some limiter does, perhaps
  PerClass<std::int64_t> idle_{};   // ticks, from whose end on a class may go
  PerClass<std::uint32_t> told_{};  // stages in the last frames

  unsigned division_ = 0;              // cycles; 0: limiters have stages
  std::uint32_t linear_ = 0;           // classes
  std::uint32_t sends_ = 0;            // blocks
  PerClass<std::uint32_t> fctbs_{};    // at the port
  PerClass<std::uint64_t> factors_{};  // of the last rates
  Message effect_;                     // changes the rate that is obeyed next
};

}  // namespace weir::cosim
