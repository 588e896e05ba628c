// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the egress scheduler as software reads and writes them.

#include <memory>
#include <stdexcept>

#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/ledger/drafted.h"

namespace weir::egress {
namespace {

using At = ledger::RegisterAccess;

constexpr std::int64_t kNanosecond = 1'000;

using Live = std::shared_ptr<ledger::Drafted<EgressConfig>>;

// The shaper of [port] or of [port][class].
template <class Config>
auto& shaper_at(Config& config, const At& at) {
  auto& port = config.shapers[at.indices[0]];
  return at.indices.size() == 1 ? port.port : port.classes[at.indices[1]];
}

void bind_shapers(const Live& live, const ledger::Binder& binder) {
  for (const ledger::Setting<ShaperConfig>& one : shaper_settings()) {
    for (const char* of : {"port_", "class_"}) {
      binder.bind(
          of + one.register_name,
          {.read = [live, get = one.get](
                       const At& at) { return static_cast<std::uint64_t>(get(shaper_at(live->live(), at), 0).count); },
           .write =
               [live, set = one.set](const At& at, std::uint64_t value) {
                 set(shaper_at(live->draft(), at), 0, {static_cast<std::int64_t>(value)});
               },
           .settings = live});
    }
  }
}

}  // namespace

void Egress::bind_registers(const ledger::Binder& binder, const SettingsCheck& check) {
  const auto settings = std::make_shared<ledger::Drafted<EgressConfig>>(
      [this]() -> const EgressConfig& { return config_; },
      [this, check](const EgressConfig& draft) {
        if (arbitrates_lanes(draft) && lane_arbiters_.empty()) {
          throw std::invalid_argument("switch.egress.discipline: this switch is built without VL arbiters");
        }
        check(draft);
      },
      [this](const EgressConfig& draft, Time now) { reconfigure(draft, now); });
  EgressConfig built = config_;  // whatever its discipline is now
  built.discipline = lane_arbiters_.empty() ? Discipline::kDwrr : Discipline::kVlArbitration;
  ledger::bind_all(binder, settings, held_settings(built));
  if (shapers_) {
    bind_shapers(settings, binder);
  }
  const auto of_queue = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return static_cast<std::uint64_t>(read(veq_.at(PortId(at.indices[0]), ClassId(at.indices[1]))));
                }});
  };
  of_queue("veq_depth", [](const Veq& veq) { return veq.depth.count(); });
  of_queue("deficit", [](const Veq& veq) { return veq.deficit.count(); });
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
  if (!shapers_) {
    return;
  }
  binder.bind("port_tokens", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(shapers_->port_tokens(PortId(at.indices[0]), at.now).count());
              }});
  binder.bind("class_tokens", {.read = [this](const At& at) {
                const PortId p(at.indices[0]);
                return static_cast<std::uint64_t>(shapers_->class_tokens(p, ClassId(at.indices[1]), at.now).count());
              }});
}

}  // namespace weir::egress
