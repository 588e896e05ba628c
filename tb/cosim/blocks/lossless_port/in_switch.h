// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of a switch or host in RTL behind the factories by which the switch makes its parts: PFC engine, credits of a
// class, scheduler; the detector of a class where the top has detectors, its limiter and comparator, its gradient gate,
// or its limiter and credits of time-based GFC, where the top has these. Ports that have another fidelity get what the
// factories made before.

#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "tb/cosim/block.h"
#include "tb/cosim/blocks/lossless_port/port_core_of.h"
#include "tb/cosim/blocks/lossless_port/port_gates.h"
#include "tb/cosim/blocks/lossless_port/port_parts.h"
#include "tb/cosim/blocks/lossless_port/port_rates.h"
#include "tb/cosim/blocks/lossless_port/port_stages.h"
#include "tb/cosim/make_block.h"

namespace weir::cosim {

// "s1.p2" of "s1.p2.c0", and 0.
std::string port_of(const std::string& instance);
std::size_t class_of(const std::string& instance);

// The widths of the RTL for a port with these credits, whose counters have as many bits, since others wrap elsewhere.
// Throws std::invalid_argument where there is none.
reference::IbCreditsConfig credits_built(const reference::IbCreditsConfig& asked);

// Throws std::invalid_argument where a detector of the switch is wider than that of the RTL.
void require_within(const reference::TcdDetectorConfig& asked, const reference::TcdDetectorConfig& built);

// The ports with a top of one kind that have a part by now, while one of their parts lives.
template <class Kind>
class PortsInSwitch {
 public:
  PortsInSwitch(Variant<Kind> variant, FidelityAt fidelity, LockstepTrail trail)
      : variant_(std::move(variant)), fidelity_(std::move(fidelity)), trail_(std::move(trail)) {}

  bool has(const std::string& instance) const { return fidelity_.of(port_of(instance)) != Fidelity::reference; }

  // The port for one more part; a part that the port has already begins another port of that name. `widths`: of a port
  // that begins.
  SharedPort part(const std::string& part, const std::string& instance, const typename Kind::Setup& widths) {
    const std::string name = port_of(instance);
    Made& made = made_[name];
    SharedPort port = made.port.lock();
    if (port != nullptr && made.parts.insert(part).second)
      return port;
    port = begin(name, widths);
    made = {port, {part}};
    return port;
  }

  // The port that a part joins which may be made again while the port lives, or one that begins with it.
  SharedPort joined(const std::string& instance) {
    Made& made = made_[port_of(instance)];
    SharedPort port = made.port.lock();
    if (port == nullptr) {
      port = begin(port_of(instance), variant_.setup);
      made = {port, {}};
    }
    return port;
  }

  const typename Kind::Setup& widths() const { return variant_.setup; }
  typename Kind::Setup widths(const reference::IbCreditsConfig& asked) const {
    const reference::IbCreditsConfig built = credits_built(asked);
    typename Kind::Setup widths = variant_.setup;
    widths.counter_bits = built.counter_bits;
    widths.blocks_bits = built.blocks_bits;
    widths.first = built.first;
    return widths;
  }

 private:
  struct Made {
    std::weak_ptr<PortInSwitch> port;
    std::set<std::string> parts;
  };

  SharedPort begin(const std::string& name, const typename Kind::Setup& widths) const {
    Variant<Kind> chosen = variant_;
    chosen.setup = widths;
    if constexpr (requires { Kind::kInSwitches; }) {
      if (variant_.widest) {
        chosen.setup = Kind::kInSwitches;
        chosen.rtl = variant_.widest;
      }
    }
    const bool compares = fidelity_.of(name) == Fidelity::lockstep;
    return std::make_shared<PortInSwitch>(
        [&](const Time& now) -> std::unique_ptr<PortCore> {
          if (compares)
            return std::make_unique<PortBeside<Kind>>(chosen, name, trail_, now);
          return std::make_unique<PortAlone<Kind>>(chosen);
        },
        name, compares);
  }

  Variant<Kind> variant_;
  FidelityAt fidelity_;
  LockstepTrail trail_;
  std::map<std::string, Made> made_;
};

// In front of what these factories make of `Part`: `make(ports, asked, name)` where the port is in RTL.
template <class Part, class Config, class Ports, class Make>
void put_before(reference::Factories& factories, const std::shared_ptr<Ports>& ports, Make make) {
  factories.put<Part>([ports, make, others = factories.of<Part>()](const Config& asked,
                                                                   const std::string& name) -> std::unique_ptr<Part> {
    return ports->has(name) ? make(*ports, asked, name) : others(asked, name);
  });
}

// Limiters of this form.
template <class Ports>
void install_limiters(reference::Factories& factories, const std::shared_ptr<Ports>& ports, reference::RateForm built) {
  factories.put<reference::RateLimiter>([ports, built, others = factories.of<reference::RateLimiter>()](
                                            reference::RateForm form, const reference::RateLimiterConfig& config,
                                            const std::string& name) -> std::unique_ptr<reference::RateLimiter> {
    if (!ports->has(name))
      return others(form, config, name);
    require_limiter(built, form, config);
    const std::size_t c = class_of(name);
    return std::make_unique<LimiterOfPort>(ports->part("limiter" + std::to_string(c), name, ports->widths()), name, c,
                                           built, config);
  });
}

// Limiters with stages, and comparators.
template <class Ports>
void install_stages(reference::Factories& factories, const std::shared_ptr<Ports>& ports) {
  install_limiters(factories, ports, reference::RateForm::kStage);
  put_before<reference::StageComparator, reference::StageComparatorConfig>(
      factories, ports, [](Ports& all, const reference::StageComparatorConfig& asked, const std::string& name) {
        return std::make_unique<StagesOfPort>(all.joined(name), name, class_of(name), asked);
      });
}

// Limiters with factors, and what makes the factors.
template <class Ports>
void install_rates(reference::Factories& factories, const std::shared_ptr<Ports>& ports) {
  install_limiters(factories, ports, reference::RateForm::kFixedPoint);
  put_before<reference::LinearRateBlock, reference::LinearRateConfig>(
      factories, ports, [](Ports& all, const reference::LinearRateConfig&, const std::string& name) {
        return std::make_unique<RatesOfPort>(all.part("rates", name, all.widths()), name, all.widths().rate());
      });
}

template <class Kind>
void install_port(reference::Factories& factories, const Variant<Kind>& variant, const FidelityAt& fidelity,
                  const LockstepTrail& trail) {
  if (fidelity.is_reference())
    return;
  using Ports = PortsInSwitch<Kind>;
  const auto ports = std::make_shared<Ports>(variant, fidelity, trail);
  put_before<reference::PfcEngineBlock, reference::PfcEngineConfig>(
      factories, ports, [](Ports& all, const reference::PfcEngineConfig&, const std::string& name) {
        return std::make_unique<PausesOfPort>(all.part("pauses", name, all.widths()), name);
      });
  put_before<reference::IbCreditsBlock, reference::IbCreditsConfig>(
      factories, ports, [](Ports& all, const reference::IbCreditsConfig& asked, const std::string& name) {
        const std::size_t c = class_of(name);
        return std::make_unique<CreditsOfPort>(all.part("c" + std::to_string(c), name, all.widths(asked)), name, c);
      });
  put_before<reference::EgressSchedulerBlock, reference::EgressSchedulerConfig>(
      factories, ports, [](Ports& all, const reference::EgressSchedulerConfig&, const std::string& name) {
        return std::make_unique<SchedulerOfPort>(all.part("scheduler", name, all.widths()), name);
      });
  if constexpr (requires { variant.setup.gentle; })
    install_stages(factories, ports);
  else if constexpr (requires { variant.setup.gradient; })
    put_before<reference::GradientGateBlock, reference::GradientGateConfig>(
        factories, ports, [](Ports& all, const reference::GradientGateConfig& asked, const std::string& name) {
          const std::size_t c = class_of(name);
          return std::make_unique<GateOfPort>(all.part("gate" + std::to_string(c), name, all.widths()), name, c, asked);
        });
  else if constexpr (requires { variant.setup.linear; })
    install_rates(factories, ports);
  else if constexpr (requires { variant.setup.tcd; })
    put_before<reference::TcdBlock, reference::TcdDetectorConfig>(
        factories, ports, [](Ports& all, const reference::TcdDetectorConfig& asked, const std::string& name) {
          const std::size_t c = class_of(name);
          auto made =
              std::make_unique<DetectorOfPort>(all.part("tcd" + std::to_string(c), name, all.widths()), name, c);
          require_within(asked, made->widths());
          return made;
        });
}

// The entry in the list of blocks.
template <class Kind>
Block port_block(const Variant<Kind>& variant) {
  Block block = make_block(variant);
  block.install = [variant](reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
    install_port(factories, variant, fidelity, trail);
  };
  return block;
}

}  // namespace weir::cosim
