// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the crossbar as software reads and writes them.

#include <algorithm>
#include <memory>
#include <vector>

#include "hw_model/base/require.h"
#include "hw_model/datapath/crossbar/input_side.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/ledger/drafted.h"

namespace weir::crossbar {

void RoundWeights::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  using Weights = std::vector<std::uint8_t>;
  const auto live = std::make_shared<ledger::Drafted<Weights>>(
      [this]() -> const Weights& { return weights_; },
      [](const Weights& draft) {
        require(std::find(draft.begin(), draft.end(), 0) == draft.end(),
                "arbiter_weight: wanted 1 or more packets a round, or the input would never be served; got 0");
      },
      [this](const Weights& draft, Time) {
        weights_ = draft;
        for (std::size_t output = 0; output < ports_; ++output) {
          for (std::size_t input = 0; input < ports_; ++input) {
            judge(input, output);
          }
        }
      });
  const auto at_pair = [this](const At& at) { return pair(PortId(at.indices[0]), PortId(at.indices[1])); };
  binder.bind("arbiter_weight", {.read = [live, at_pair](const At& at) { return live->live()[at_pair(at)]; },
                                 .write =
                                     [live, at_pair](const At& at, std::uint64_t value) {
                                       live->draft()[at_pair(at)] = static_cast<std::uint8_t>(value);
                                     },
                                 .settings = live});
}

void InputSide::bind_registers(const ledger::Binder& binder) const {
  using At = ledger::RegisterAccess;
  binder.bind("queue_waiting", {.read = [this](const At& at) {
                const std::vector<Queue>& queues = classes_[at.indices[1]].queues;  // none until a class is used
                const std::size_t output = at.indices.size() > 2 ? at.indices[2] : 0;
                return queues.empty() || queues[index(at.indices[0], output)].packets.empty() ? 0U : 1U;
              }});
  binder.bind("reserved", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(reserved_.at(PortId(at.indices[0]), ClassId(at.indices[1])).count());
              }});
}

}  // namespace weir::crossbar
