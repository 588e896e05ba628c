// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The arbiter that iSLIP was made to replace: "basic round-robin matching", whose pointers move whether or not a grant
// is accepted. Its outputs keep granting the same input (McKeown 1999, section II.B), which shows that our tests of
// throughput can fail.

#pragma once

#include "hw_model/datapath/crossbar/arbiter.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar {

class BasicRoundRobin final : public CellArbiter {
 public:
  explicit BasicRoundRobin(std::size_t ports) : grant_(ports), accept_(ports) {}

  std::size_t match(const PortMatrix& requests, const PortSet& outputs, std::vector<Match>& matches) override {
    const std::size_t ports = grant_.size();
    PortMatrix grants(ports);
    matches.clear();
    for_each_port(outputs.bits(), [&](std::size_t output) {
      const std::size_t input = next_in(requests.row(output), grant_[output]);
      grants.insert(input, output);
      grant_[output] = (input + 1) % ports;
    });
    for (std::size_t input = 0; input < ports; ++input) {
      if (const std::size_t output = next_in(grants.row(input), accept_[input]); output != kNoPort) {
        matches.push_back({PortId(input), PortId(output)});
        accept_[input] = (output + 1) % ports;
      }
    }
    return matches.size();
  }
  void match_alone(const PortMatrix&, const Match& pair) override {
    grant_[pair.output.index()] = (pair.input.index() + 1) % grant_.size();
    accept_[pair.input.index()] = (pair.output.index() + 1) % grant_.size();
  }
  void reset() override {
    std::fill(grant_.begin(), grant_.end(), std::size_t{0});
    std::fill(accept_.begin(), accept_.end(), std::size_t{0});
  }

 private:
  std::vector<std::size_t> grant_;
  std::vector<std::size_t> accept_;
};

}  // namespace weir::crossbar
