// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the forwarding engine and of the class mapper as software reads and writes them.

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "hw_model/datapath/forwarding/forwarding.h"

namespace weir::forwarding {
namespace {

using At = ledger::RegisterAccess;
using reference::ClassMapperConfig;

// Live settings, and a draft of them. `Check` throws when the draft is impossible.
template <class Live, class Draft, class Check>
class Drafted final : public ledger::Settings {
 public:
  Drafted(Live& live, Draft (*of)(const Live&), Check check) : live_(live), of_(of), check_(check), draft_(of(live)) {}

  Draft& draft() { return draft_; }
  void begin() override { draft_ = of_(live_); }
  void check() const override { check_(draft_); }
  void apply(Time) override { live_ = Live(draft_); }

 private:
  Live& live_;
  Draft (*of_)(const Live&);
  Check check_;
  Draft draft_;
};

template <class Live, class Draft, class Check>
auto drafted(Live& live, Draft (*of)(const Live&), Check check) {
  return std::make_shared<Drafted<Live, Draft, Check>>(live, of, check);
}

ClassMapperConfig config_of(const reference::ClassMapper& mapper) { return mapper.config(); }
std::uint64_t same(const std::uint64_t& value) { return value; }

void bind_mapper(reference::ClassMapper& mapper, unsigned classes, const ledger::Binder& binder) {
  const auto settings = drafted(mapper, config_of, [classes](const ClassMapperConfig& config) {
    const auto highest = std::max_element(config.dscp_classes.begin(), config.dscp_classes.end());
    if (highest->index() >= classes)
      throw std::invalid_argument("class mapper: a DSCP has class " + std::to_string(highest->index()) +
                                  ", the switch has " + std::to_string(classes));
  });
  binder.bind("class_source",
              {.read = [&mapper](const At&) { return static_cast<std::uint64_t>(mapper.config().source); },
               .write =
                   [settings](const At&, std::uint64_t value) {
                     if (value > static_cast<std::uint64_t>(reference::ClassSource::kTtl))
                       throw std::invalid_argument("class mapper: class_source is " + std::to_string(value) +
                                                   ", wanted 0, 1 or 2");
                     settings->draft().source = static_cast<reference::ClassSource>(value);
                   },
               .settings = settings});
  binder.bind(
      "dscp_class",
      {.read = [&mapper](const At& at) { return mapper.config().dscp_classes[at.indices[0]].index(); },
       .write = [settings](const At& at,
                           std::uint64_t value) { settings->draft().dscp_classes[at.indices[0]] = ClassId(value); },
       .settings = settings});
  binder.bind("ttl0",
              {.read = [&mapper](const At&) { return mapper.config().ttl0; },
               .write = [settings](const At&,
                                   std::uint64_t value) { settings->draft().ttl0 = static_cast<std::uint8_t>(value); },
               .settings = settings});
}

}  // namespace

void Forwarding::bind_registers(const ledger::Binder& binder, unsigned classes) {
  bind_mapper(mapper_, classes, binder);
  const auto seed = drafted(hash_seed_, same, [](std::uint64_t) {});
  binder.bind("hash_seed", {.read = [this](const At&) { return hash_seed_; },
                            .write = [seed](const At&, std::uint64_t value) { seed->draft() = value; },
                            .settings = seed});
}

}  // namespace weir::forwarding
