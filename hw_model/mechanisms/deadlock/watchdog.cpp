// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/watchdog.h"

#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/rows.h"

namespace weir::deadlock {
namespace {

using ledger::kOne;
using At = ledger::RegisterAccess;

void check(Time timeout, Bytes loan) {
  if (timeout < WatchdogConfig::kTick || timeout > WatchdogConfig::kLongest ||
      timeout % WatchdogConfig::kTick != Time(0))
    throw std::invalid_argument("watchdog: timeout is " + quantity_text(timeout) +
                                ", wanted a multiple of 1 us from 1 us to 1 s");
  if (loan < WatchdogConfig::kLeastLoan || loan > WatchdogConfig::kMostLoan)
    throw std::invalid_argument("watchdog: loan is " + std::to_string(loan.count()) +
                                " B, wanted 64 B to 16,000,000 B");
}

bool lends(const SwitchContext& context) { return context.config.watchdog.action == Action::kLendAndResume; }

}  // namespace

Watchdog::Watchdog(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      lossless_(context.lossless),
      action_(context.config.watchdog.action),
      timeout_(context.config.watchdog.timeout),
      loan_(context.config.watchdog.loan),
      pausing_(context.ports),
      queues_(context.ports) {
  check(timeout_, loan_);
}

void Watchdog::queued(const frame::Packet& packet, std::size_t waiting, Time now) {
  Queue& queue = queues_.at(packet.egress, packet.traffic_class);
  if (queue.held && waiting == 1)
    stand(queue, packet.egress, packet.traffic_class, now);
}

void Watchdog::left(const frame::Packet& packet, std::size_t waiting, Time now, Time) {
  Queue& queue = queues_.at(packet.egress, packet.traffic_class);
  queue.standing = false;
  if (queue.held && waiting > 0)
    stand(queue, packet.egress, packet.traffic_class, now);
}

void Watchdog::held(PortId egress, ClassId c, bool on, std::size_t waiting, Time now) {
  if (!watches(c))
    return;
  Queue& queue = queues_.at(egress, c);
  queue.held = on;
  queue.standing = false;
  if (on && waiting > 0)
    stand(queue, egress, c, now);
}

void Watchdog::pausing(PortId ingress, ClassId c, bool on, Time) {
  ClassMask& classes = pausing_[ingress.index()];
  classes = static_cast<ClassMask>(on ? classes | mask_of(c) : classes & ~mask_of(c));
}

void Watchdog::stand(Queue& queue, PortId egress, ClassId c, Time now) {
  queue.standing = true;
  queue.stood_since = now;
  look_at(queue, egress, c, now + timeout_);
}

// A timer that is pending already is not later than this one, unless the setting was made shorter; it looks again.
void Watchdog::look_at(Queue& queue, PortId egress, ClassId c, Time at) {
  if (at >= queue.looks_at)
    return;
  queue.looks_at = at;
  actions_.schedule(egress, c, at);
}

void Watchdog::timer(PortId egress, ClassId c, Time now) {
  Queue& queue = queues_.at(egress, c);
  if (now != queue.looks_at)
    return;  // stale
  queue.looks_at = kNever;
  if (!queue.standing)
    return;
  const Time up = queue.stood_since + timeout_;
  if (now < up) {
    look_at(queue, egress, c, up);
    return;
  }
  if (action_ == Action::kLendAndResume) {
    stand(queue, egress, c, now);
    return lend_and_resume(queue, c, now);
  }
  ++queue.dropped;
  actions_.drop_head(egress, c, now);  // which tells left()
}

// Timers that are pending find no head that stands.
void Watchdog::reset(Time) {
  for (std::size_t p = 0; p < queues_.ports(); ++p) {
    pausing_[p] = 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      Queue& queue = queues_.at(PortId(p), ClassId(c));
      queue.held = queue.standing = false;
      queue.stood_since = Time(0);
    }
  }
}

// A peer that goes on is told of by pausing(), at once or when the port can send it.
void Watchdog::lend_and_resume(Queue& queue, ClassId c, Time now) {
  for (std::size_t p = 0; p < pausing_.size(); ++p) {
    const PortId ingress(p);
    if ((pausing_[p] & mask_of(c)) != 0 && actions_.lend(ingress, c, loan_, now) && actions_.resume(ingress, c, now))
      ++queue.loans;
  }
}

struct Watchdog::Rows {
  using Row = ledger::RowsOf<SwitchContext>;

  // The sweep looks at every queue within a tick, so a stamp modulo 2^bits that is older than the longest timeout would
  // have been acted on; one bit more than the longest timeout tells the two apart.
  static constexpr unsigned kStampBits = ledger::bits_for(WatchdogConfig::kLongest / WatchdogConfig::kTick) + 1;

  static constexpr auto kAll = Row::list(
      Row::setting(
          {"watchdog_timeout", kStampBits - 1, kOne, "up to 1 s in microseconds",
           "microseconds for which a head may stand at a held queue"},
          [](const WatchdogConfig& now) { return now.timeout / WatchdogConfig::kTick; },
          [](WatchdogConfig& draft, std::uint64_t value) {
            draft.timeout = static_cast<std::int64_t>(value) * WatchdogConfig::kTick;
          }),
      Row::internal({"watchdog_now", kStampBits, kOne, "a bit more than the longest timeout",
                     "microseconds since reset, modulo 2^width"}),
      Row::state<&Queue::held>(
          {"watchdog_held", 1, per_queue, "", "the queue may send nothing because of flow control"}),
      Row::state<&Queue::standing>({"watchdog_standing", 1, per_queue, "", "a head packet stands at the held queue"}),
      Row::state<&Queue::stood_since>({"watchdog_stood_since", kStampBits, per_queue, "as watchdog_now",
                                       "time at which the head packet began to stand"},
                                      [](const Queue& queue) { return queue.stood_since / WatchdogConfig::kTick; }),
      Row::model_only<&Queue::looks_at>("a scheduled event stands for the sweep"),
      Row::events<&Queue::dropped>(
          {"watchdog_dropped", 64, per_queue, "packets", "head packets dropped because they stood too long"}),
      Row::setting<&WatchdogConfig::loan>({"watchdog_loan",
                                           ledger::bits_for(ledger::register_value(WatchdogConfig::kMostLoan)), kOne,
                                           "up to 16 MB in bytes", "bytes by which a VIQ may grow with a loan"})
          .when(lends),
      Row::events<&Queue::loans>({"watchdog_loans", 64, per_queue, "loans",
                                  "VIQs that were lent room and resumed because heads here stood too long"})
          .when(lends),
      Row::model_only<&Watchdog::lossless_>("flow_control.lossless_classes"),
      Row::model_only<&Watchdog::action_>("a constant: what the watchdog is built to do"),
      Row::holds<&Watchdog::timeout_>("watchdog_timeout"),
      Row::model_only<&Watchdog::loan_>("watchdog_loan, declared where it lends; without use elsewhere"),
      Row::model_only<&Watchdog::pausing_>("wires from flow control: told_paused"), Row::part<&Watchdog::queues_>());
};

void Watchdog::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<ledger::Drafted<WatchdogConfig>>(
      [this, now = std::make_shared<WatchdogConfig>()]() -> const WatchdogConfig& {
        now->timeout = timeout_;
        now->loan = loan_;
        return *now;
      },
      [](const WatchdogConfig& draft) { check(draft.timeout, draft.loan); },
      [this](const WatchdogConfig& draft, Time) {
        timeout_ = draft.timeout;
        loan_ = draft.loan;
      });
  ledger::bind(binder, Rows::kAll, {ledger::objects(settings), ledger::objects([this](const At& at) -> const Queue& {
                                      return queues_.at(PortId(at.indices[0]), nth_class(lossless_, at.indices[1]));
                                    })});
}

ledger::Block Watchdog::declare(const SwitchContext& context) {
  const WatchdogConfig& config = context.config.watchdog;
  check(config.timeout, config.loan);
  ledger::Block block("deadlock");
  ledger::declare(block, {"watchdog", "PFC watchdog of commodity switches"}, context, Rows::kAll, config);
  return block;
}

}  // namespace weir::deadlock
