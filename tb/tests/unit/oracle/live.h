// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario of the repository, run with the oracles alone. One a process.

#pragma once

#include "tb/bounds/judged.h"
#include "tb/oracle/conservation.h"
#include "tb/oracle/deadlock.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle {

class Live {
 public:
  Live(const std::string& file, const std::vector<std::string>& sets, Time interval,
       Dissolving dissolving = Dissolving::kIsAFault)
      : Live(scenario::load_file(std::string(WEIR_SCENARIOS) + "/" + file, {sets, {}, {}}), interval, dissolving) {}

  Live(scenario::Scenario scenario, Time interval, Dissolving dissolving = Dissolving::kIsAFault)
      : scenario_(bounds::judged(std::move(scenario))),
        network_(scenario::build(scenario_)),
        drops_(*network_, scenario_.required_headroom),
        deadlock_(*network_, Time(0), dissolving),
        conservation_(*network_, drops_) {
    for (std::size_t d = 0; d < network_->devices.size(); ++d) {
      network_->devices[d]->sample_every(interval, [this, d](Time t) {
        deadlock_.snapshot(d, t);
        conservation_.snapshot(d, t);
      });
    }
  }

  // In `stretches` calls of sc_start; after each, both oracles are asked.
  void run(int stretches) {
    for (int i = 1; i <= stretches; ++i) {
      const Time end = scenario_.duration * i / stretches;
      run_until(end);
      deadlock_.evaluate();
      conservation_.evaluate(end);
    }
  }

  network::Network& network() { return *network_; }
  network::Device& device(const std::string& name) { return network_->devices[network_->topology.find(name)]; }
  const Drops& drops() const { return drops_; }
  DeadlockOracle& deadlock() { return deadlock_; }
  const DeadlockOracle& deadlock() const { return deadlock_; }
  ConservationChecker& conservation() { return conservation_; }
  const scenario::Scenario& scenario() const { return scenario_; }

 private:
  scenario::Scenario scenario_;
  std::unique_ptr<network::Network> network_;
  Drops drops_;
  DeadlockOracle deadlock_;
  ConservationChecker conservation_;
};

}  // namespace weir::oracle
