// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/watchdog.h"

#include <bit>
#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::deadlock {
namespace {

using At = ledger::RegisterAccess;

class WatchdogSettings final : public ledger::Settings {
 public:
  explicit WatchdogSettings(Watchdog& watchdog) : watchdog_(watchdog) {}

  void set_timeout(Time timeout) { timeout_ = timeout; }
  void set_loan(Bytes loan) { loan_ = loan; }
  void begin() override {
    timeout_ = watchdog_.timeout();
    loan_ = watchdog_.loan();
  }
  void check() const override { check(timeout_, loan_); }
  void apply(Time) override {
    watchdog_.set_timeout(timeout_);
    watchdog_.set_loan(loan_);
  }

  static void check(Time timeout, Bytes loan) {
    if (timeout < WatchdogConfig::kTick || timeout > WatchdogConfig::kLongest ||
        timeout % WatchdogConfig::kTick != Time(0))
      throw std::invalid_argument("watchdog: timeout is " + std::to_string(timeout.count()) +
                                  " ps, wanted a multiple of 1 us from 1 us to 1 s");
    if (loan < WatchdogConfig::kLeastLoan || loan > WatchdogConfig::kMostLoan)
      throw std::invalid_argument("watchdog: loan is " + std::to_string(loan.count()) +
                                  " B, wanted 64 B to 16,000,000 B");
  }

 private:
  Watchdog& watchdog_;
  Time timeout_;
  Bytes loan_;
};

void declare_loans(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin,
                   const ledger::Dimensions& each) {
  block
      .add(origin.setting({.name = "watchdog_loan",
                           .width = ledger::bits_for(static_cast<std::uint64_t>(WatchdogConfig::kMostLoan.count())),
                           .reset = static_cast<std::uint64_t>(context.config.watchdog.loan.count()),
                           .width_follows = "up to 16 MB in bytes",
                           .description = "bytes by which a VIQ may grow with a loan"}))
      .add(origin.events("loans",
                         {.name = "watchdog_loans",
                          .dimensions = each,
                          .description = "VIQs that were lent room and resumed because heads here stood too long"}));
}

}  // namespace

Watchdog::Watchdog(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      lossless_(context.lossless),
      action_(context.config.watchdog.action),
      timeout_(context.config.watchdog.timeout),
      loan_(context.config.watchdog.loan),
      pausing_(context.ports),
      queues_(context.ports) {
  WatchdogSettings::check(timeout_, loan_);
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

void Watchdog::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<WatchdogSettings>(*this);
  binder.bind("watchdog_timeout",
              {.read = [this](const At&) { return static_cast<std::uint64_t>(timeout_ / WatchdogConfig::kTick); },
               .write =
                   [settings](const At&, std::uint64_t value) {
                     settings->set_timeout(static_cast<std::int64_t>(value) * WatchdogConfig::kTick);
                   },
               .settings = settings});
  if (action_ == Action::kLendAndResume)
    binder.bind("watchdog_loan", {.read = [this](const At&) { return static_cast<std::uint64_t>(loan_.count()); },
                                  .write =
                                      [settings](const At&, std::uint64_t value) {
                                        settings->set_loan(Bytes(static_cast<std::int64_t>(value)));
                                      },
                                  .settings = settings});
  const auto state = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return std::uint64_t{read(queues_.at(PortId(at.indices[0]), nth_class(lossless_, at.indices[1])))};
                }});
  };
  state("watchdog_standing", [](const Queue& queue) { return queue.standing ? 1U : 0U; });
  state("watchdog_stood_since",
        [](const Queue& queue) { return static_cast<std::uint64_t>(queue.stood_since / WatchdogConfig::kTick); });
  state("watchdog_held", [](const Queue& queue) { return queue.held ? 1U : 0U; });
  state("watchdog_dropped", [](const Queue& queue) { return queue.dropped; });
  if (action_ == Action::kLendAndResume)
    state("watchdog_loans", [](const Queue& queue) { return queue.loans; });
}

ledger::Block Watchdog::declare(const SwitchContext& context) {
  static constexpr auto kQueue = ledger::state_fields<Queue>(
      ledger::holds(&Queue::held, "watchdog_held"), ledger::holds(&Queue::standing, "watchdog_standing"),
      ledger::holds(&Queue::stood_since, "watchdog_stood_since"),
      ledger::model_only(&Queue::looks_at, "a scheduled event stands for the sweep"),
      ledger::holds(&Queue::dropped, "watchdog_dropped"),
      ledger::model_only(&Queue::loans, "watchdog_loans, declared where it lends; 0 elsewhere"));
  static constexpr auto kFields = ledger::state_fields<Watchdog>(
      ledger::model_only(&Watchdog::lossless_, "flow_control.lossless_classes"),
      ledger::model_only(&Watchdog::action_, "a constant: what the watchdog is built to do"),
      ledger::holds(&Watchdog::timeout_, "watchdog_timeout"),
      ledger::model_only(&Watchdog::loan_, "watchdog_loan, declared where it lends; without use elsewhere"),
      ledger::model_only(&Watchdog::pausing_, "wires from flow control: told_paused"),
      ledger::part(&Watchdog::queues_));
  WatchdogSettings::check(context.config.watchdog.timeout, context.config.watchdog.loan);
  const ledger::Origin origin("watchdog", "PFC watchdog of commodity switches");
  const ledger::Dimensions each = {{"port", context.ports},
                                   {"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
  // The sweep looks at every queue within a tick, so a stamp modulo 2^bits that is older than the longest timeout would
  // have been acted on; one bit more than the longest timeout tells the two apart.
  const unsigned stamp =
      ledger::bits_for(static_cast<std::uint64_t>(WatchdogConfig::kLongest / WatchdogConfig::kTick)) + 1;
  ledger::Block block("deadlock");
  block
      .add(origin.setting({.name = "watchdog_timeout",
                           .width = stamp - 1,
                           .reset = static_cast<std::uint64_t>(context.config.watchdog.timeout / WatchdogConfig::kTick),
                           .width_follows = "up to 1 s in microseconds",
                           .description = "microseconds for which a head may stand at a held queue"}))
      .add(origin.internal({.name = "watchdog_now",
                            .width = stamp,
                            .width_follows = "a bit more than the longest timeout",
                            .description = "microseconds since reset, modulo 2^width"}))
      .add(origin.state({.name = "watchdog_held",
                         .dimensions = each,
                         .description = "the queue may send nothing because of flow control"}))
      .add(origin.state(
          {.name = "watchdog_standing", .dimensions = each, .description = "a head packet stands at the held queue"}))
      .add(origin.state({.name = "watchdog_stood_since",
                         .width = stamp,
                         .dimensions = each,
                         .width_follows = "as watchdog_now",
                         .description = "time at which the head packet began to stand"}))
      .add(origin.events("packets", {.name = "watchdog_dropped",
                                     .dimensions = each,
                                     .description = "head packets dropped because they stood too long"}));
  if (context.config.watchdog.action == Action::kLendAndResume)
    declare_loans(block, context, origin, each);
  ledger::require_declared(block, kQueue);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::deadlock
