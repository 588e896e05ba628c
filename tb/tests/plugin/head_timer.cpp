// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A deadlock unit in a plugin: a head packet that has stood at a held queue for `timeout` is dropped.

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/kept_settings.h"
#include "hw_model/ledger/rows.h"
#include "tb/plugin/plugin.h"

namespace {

using namespace weir;            // NOLINT(google-build-using-namespace): a file of its own
using namespace weir::literals;  // NOLINT(google-build-using-namespace)
using deadlock::DeadlockConfig;
using deadlock::SwitchContext;

struct HeadTimerConfig {
  Time timeout = 1_ms;
};

constexpr const char* kTable = "deadlock.head_timer";

const ledger::SettingsOf<HeadTimerConfig>& settings() {
  static const ledger::SettingsOf<HeadTimerConfig> kSettings = {
      ledger::setting(&HeadTimerConfig::timeout, "timeout", {1_us, 1'000_ms}, "Time that a head packet may stand.")};
  return kSettings;
}

HeadTimerConfig of(const DeadlockConfig& config) { return ledger::read(config.others, kTable, settings()); }

class HeadTimer final : public deadlock::DeadlockUnit {
 public:
  HeadTimer(const SwitchContext& context, deadlock::SwitchActions& actions)
      : actions_(actions), timeout_(of(context.config).timeout), queues_(context.ports) {}

  void queued(const frame::Packet& packet, std::size_t waiting, Time now) override {
    if (Queue& queue = queues_.at(packet.egress, packet.traffic_class); queue.held && waiting == 1)
      stand(queue, packet.egress, packet.traffic_class, now);
  }
  void left(const frame::Packet& packet, std::size_t waiting, Time now, Time) override {
    Queue& queue = queues_.at(packet.egress, packet.traffic_class);
    queue.up = kNever;
    if (queue.held && waiting > 0)
      stand(queue, packet.egress, packet.traffic_class, now);
  }
  void held(PortId egress, ClassId c, bool on, std::size_t waiting, Time now) override {
    Queue& queue = queues_.at(egress, c);
    queue.held = on;
    queue.up = kNever;
    if (on && waiting > 0)
      stand(queue, egress, c, now);
  }
  // A timer of a head that has left finds another time.
  void timer(PortId egress, ClassId c, Time now) override {
    Queue& queue = queues_.at(egress, c);
    if (queue.up != now)
      return;
    ++queue.dropped;
    actions_.drop_head(egress, c, now);  // which tells left()
  }
  std::uint64_t dropped(PortId p, ClassId c) const override { return queues_.at(p, c).dropped; }

 private:
  struct Queue {
    bool held = false;
    Time up = kNever;
    std::uint64_t dropped = 0;
  };

  void stand(Queue& queue, PortId egress, ClassId c, Time now) {
    queue.up = now + timeout_;
    actions_.schedule(egress, c, queue.up);
  }

  deadlock::SwitchActions& actions_;
  Time timeout_;
  PerPortClass<Queue> queues_;
};

ledger::Block declare(const SwitchContext& context) {
  ledger::Block block("deadlock");
  const ledger::Origin origin("head_timer", "a test");
  block.add(origin.internal({.name = "stood_since",
                             .width = 20,
                             .dimensions = deadlock::per_queue(context),
                             .width_follows = "microseconds up to a second",
                             .description = "when the head packet began to stand"}));
  return block;
}

constexpr deadlock::UnitCard kCard{
    .text = "drops a head that stands too long",
    .tables = []() -> std::vector<deadlock::UnitTable> {
      return {{kTable, "A timer of heads.", ledger::within(&DeadlockConfig::others, kTable, settings)}};
    },
    .check =
        [](const DeadlockConfig& config, ledger::Complaints& complaints) {
          const Time timeout = of(config).timeout;
          complaints.unless(timeout % 1_us == Time(0), {"deadlock.head_timer.timeout"},
                            "wanted whole microseconds; got " + quantity_text(timeout));
        },
    .patience = [](const DeadlockConfig& config) { return of(config).timeout; },
    .make = deadlock::make_unit<HeadTimer>,
    .declare = declare};

}  // namespace

WEIR_PLUGIN { deadlock::add_unit("head_timer", kCard); }
