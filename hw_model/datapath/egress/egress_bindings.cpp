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
  EgressSettings(Egress& egress, Bytes largest_frame)
      : egress_(egress), largest_frame_(largest_frame), draft_(egress.config()) {}

  EgressConfig& draft() { return draft_; }
  void begin() override { draft_ = egress_.config(); }
  void check() const override { Egress::check_settings(draft_, largest_frame_); }
  void apply(Time now) override { egress_.reconfigure(draft_, now); }

 private:
  Egress& egress_;
  Bytes largest_frame_;
  EgressConfig draft_;
};

void bind_settings(Egress& egress, Bytes largest_frame, const ledger::Binder& binder) {
  const auto settings = std::make_shared<EgressSettings>(egress, largest_frame);
  const auto setting = [&](const char* name, auto read, auto write) {
    binder.bind(name,
                {.read = [&egress, read](const At& at) { return std::uint64_t{read(egress.config(), at)}; },
                 .write = [settings, write](const At& at, std::uint64_t value) { write(settings->draft(), at, value); },
                 .settings = settings});
  };
  setting(
      "discipline", [](const EgressConfig& now, const At&) { return static_cast<unsigned>(now.discipline); },
      [](EgressConfig& draft, const At&, std::uint64_t value) { draft.discipline = static_cast<Discipline>(value); });
  setting(
      "strict", [](const EgressConfig& now, const At&) { return now.strict; },
      [](EgressConfig& draft, const At&, std::uint64_t value) { draft.strict = static_cast<ClassMask>(value); });
  setting(
      "quantum", [](const EgressConfig& now, const At&) { return static_cast<std::uint64_t>(now.quantum.count()); },
      [](EgressConfig& draft, const At&, std::uint64_t value) {
        draft.quantum = Bytes(static_cast<std::int64_t>(value));
      });
  setting(
      "weight", [](const EgressConfig& now, const At& at) { return now.weights[at.indices[0]]; },
      [](EgressConfig& draft, const At& at, std::uint64_t value) {
        draft.weights[at.indices[0]] = static_cast<std::uint8_t>(value);
      });
  if (egress.config().shapers.empty()) {
    return;
  }
  // The shaper of [port] or of [port][class].
  const auto shaper = [](auto& config, const At& at) -> auto& {
    auto& port = config.shapers[at.indices[0]];
    return at.indices.size() == 1 ? port.port : port.classes[at.indices[1]];
  };
  for (const char* name : {"port_rate", "class_rate"}) {
    setting(
        name,
        [shaper](const EgressConfig& now, const At& at) {
          return static_cast<std::uint64_t>(shaper(now, at).rate.count());
        },
        [shaper](EgressConfig& draft, const At& at, std::uint64_t value) {
          shaper(draft, at).rate = BitRate(static_cast<std::int64_t>(value));
        });
  }
  for (const char* name : {"port_burst", "class_burst"}) {
    setting(
        name,
        [shaper](const EgressConfig& now, const At& at) {
          return static_cast<std::uint64_t>(shaper(now, at).burst.count());
        },
        [shaper](EgressConfig& draft, const At& at, std::uint64_t value) {
          shaper(draft, at).burst = Bytes(static_cast<std::int64_t>(value));
        });
  }
}

}  // namespace

void Egress::check_settings(const EgressConfig& settings, Bytes max_frame) {
  for (std::size_t c = 0; c < settings.weights.size(); ++c) {
    if (settings.weights[c] == 0) {
      throw std::invalid_argument("egress: the weight of class " + std::to_string(c) + " is 0, wanted 1 or more");
    }
  }
  const bool dwrr = settings.discipline == Discipline::kDwrr || settings.discipline == Discipline::kStrictOverDwrr;
  if (dwrr && settings.quantum < max_frame) {
    throw std::invalid_argument("egress: quantum is " + std::to_string(settings.quantum.count()) +
                                " B, wanted the largest frame, " + std::to_string(max_frame.count()) + " B, or more");
  }
  check_shapers(settings.shapers, max_frame);
}

void Egress::bind_registers(const ledger::Binder& binder, Bytes largest_frame) {
  bind_settings(*this, largest_frame, binder);
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
