// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the egress scheduler as software reads and writes them.

#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/datapath/egress/egress.h"

namespace weir::egress {
namespace {

using At = ledger::RegisterAccess;

constexpr std::int64_t kNanosecond = 1'000;

class EgressSettings final : public ledger::Settings {
 public:
  explicit EgressSettings(Egress& egress) : egress_(egress), draft_(egress.config()) {}

  EgressConfig& draft() { return draft_; }
  void begin() override { draft_ = egress_.config(); }
  void check() const override {}
  void apply(Time) override { egress_.reconfigure(draft_); }

 private:
  Egress& egress_;
  EgressConfig draft_;
};

}  // namespace

void Egress::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<EgressSettings>(*this);
  binder.bind("discipline", {.read = [this](const At&) { return static_cast<std::uint64_t>(config_.discipline); },
                             .write =
                                 [settings](const At&, std::uint64_t value) {
                                   if (value > static_cast<std::uint64_t>(Discipline::kRoundRobin))
                                     throw std::invalid_argument("egress: discipline " + std::to_string(value) +
                                                                 " has no behaviour yet, wanted 0 or 1");
                                   settings->draft().discipline = static_cast<Discipline>(value);
                                 },
                             .settings = settings});
  const auto of_queue = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return static_cast<std::uint64_t>(read(veq_.at(PortId(at.indices[0]), ClassId(at.indices[1]))));
                }});
  };
  of_queue("veq_depth", [](const Veq& veq) { return veq.depth.count(); });
  of_queue("veq_peak", [](const Veq& veq) { return veq.counters.peak.count(); });
  of_queue("sent", [](const Veq& veq) { return veq.counters.sent; });
  const auto time_of_queue = [&](const char* name, auto stopwatch) {
    binder.bind(name, {.read = [this, stopwatch](const At& at) {
                  const Veq& veq = veq_.at(PortId(at.indices[0]), ClassId(at.indices[1]));
                  return static_cast<std::uint64_t>(stopwatch(veq.counters).total(at.now) / Time(kNanosecond));
                }});
  };
  time_of_queue("held_time", [](const QueueCounters& counters) { return counters.held; });
  time_of_queue("hold_and_wait_time", [](const QueueCounters& counters) { return counters.hold_and_wait; });
  binder.bind("veq_waiting", {.read = [this](const At& at) {
                return (lanes_[at.indices[0]].nonempty & mask_of(ClassId(at.indices[1]))) != 0 ? 1U : 0U;
              }});
}

}  // namespace weir::egress
