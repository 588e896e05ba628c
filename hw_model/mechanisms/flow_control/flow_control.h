// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flow-control engine of a port, which none, PFC, CBFC and the forms of GFC implement: the receiving side tells the
// peer, the sending side obeys the peer, software sets and reads both, and the bench looks on. Feedback takes this way
// only. Who uses an engine takes the side that it needs.

#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "hw_model/base/cold_line.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/bench_view.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"
#include "hw_model/mechanisms/flow_control/sending_side.h"
#include "hw_model/mechanisms/flow_control/software_side.h"

namespace weir::flow_control {

class FlowControl : public ReceivingSide, public SendingSide, public SoftwareSide, public BenchView {
 public:
  virtual ~FlowControl() = default;
  FlowControl(const FlowControl&) = delete;
  FlowControl& operator=(const FlowControl&) = delete;

  // The engine at the other end of the cable, where it is one of this network: what it offers is known from the start.
  // Before the run.
  virtual void meet(const FlowControl& /*peer*/) {}

  // On a link with link-level retry feedback is repaired; a pause is not, which is said again (pause_engine.h).
  bool numbered() const override { return true; }

  // Asks for the cache lines of the engine, in two rounds: those of the two sides and the first of the scheme's own;
  // and what the scheme keeps elsewhere.
  [[gnu::always_inline]] void prefetch_engine(unsigned round) const {
    if (round == 0) {
      ask_for_line(&lossless_);
      ask_for_line(&held_);
      ask_for_line(this + 1);
    } else {
      prefetch();
    }
  }

  // Called at time 0, before any packet.
  virtual void start(Time) {}

  // The switch has been reset: both sides forget what was told and heard. Settings and counters stay. Only for schemes
  // whose peers need not be told: none, and those that pause for a time.
  virtual void reset(Time) {}

  // The link of the port has gone down or come up: both sides forget what was told and heard. What queues ask for
  // stays, and the peer is told anew. For the same schemes.
  virtual void forget_peer(Time) {}

  // Adds what every scheme has to the block of a policy: which classes it protects, and what it has done for each.
  static void declare_common(ledger::Block& block, const PortContext& context, const ledger::Origin& origin);

 protected:
  explicit FlowControl(const PortContext& context);

  // Sets whether feedback is due (build_feedback has something to write); the port is told when that begins.
  void set_feedback_due(bool due, Time now) {
    const bool begins = due && !feedback_due_;
    feedback_due_ = due;
    if (begins)
      port_->feedback_due(now);
  }
};

// The engines of a device, by port.
using Engines = std::vector<std::unique_ptr<FlowControl>>;

// The same as one of their users sees them.
template <class Side>
std::vector<Side*> sides(const Engines& engines) {
  std::vector<Side*> sides(engines.size());
  std::transform(engines.begin(), engines.end(), sides.begin(), [](const auto& engine) { return engine.get(); });
  return sides;
}

// Throws std::invalid_argument, one line, on settings that no hardware could have: those of flow_control_settings.h.
void require_possible(const PortContext& context);

// The engine that `context.config.scheme` names. Throws std::invalid_argument
// on settings that no hardware could have.
std::unique_ptr<FlowControl> make_flow_control(const PortContext& context);

// "class" of a declaration: the lossless classes in ascending order.
ledger::Dimensions per_lossless_class(const PortContext& context);

// The registers of that engine, for one port: exactly its state and its settings. Throws std::invalid_argument on
// settings that no hardware could have.
ledger::Block declare_flow_control(const PortContext& context);

}  // namespace weir::flow_control
