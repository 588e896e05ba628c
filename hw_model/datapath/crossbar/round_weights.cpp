// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/round_weights.h"

#include <algorithm>
#include <string>

#include "hw_model/base/require.h"

namespace weir::crossbar {

RoundWeights::RoundWeights(std::size_t ports)
    : ports_(ports),
      weights_(ports * ports, 1),
      begun_(ports * ports),
      counted_in_(ports * ports),
      round_(ports),
      crossing_(ports * ports),
      below_(ports),
      under_way_(ports) {
  reset();
}

void RoundWeights::set(PortId input, PortId output, unsigned weight) {
  require(weight >= 1 && weight <= kMost, "arbiter_weight: wanted 1.." + std::to_string(kMost) +
                                              " packets a round, or the input would never be served; got " +
                                              std::to_string(weight));
  weights_[pair(input, output)] = static_cast<std::uint8_t>(weight);
  judge(input.index(), output.index());
}

void RoundWeights::judge(std::size_t input, std::size_t output) {
  const std::size_t at = output * ports_ + input;
  if (begun(output, at) < weights_[at]) {
    below_.insert(output, input);
  } else {
    below_.erase(output, input);
  }
}

std::size_t RoundWeights::next(PortBits asking, PortBits free, std::size_t output, std::size_t from) {
  if (next_in(asking, from) == kNoPort) {
    return kNoPort;  // the round goes on when somebody asks
  }
  const PortBits below = below_.row(output);
  const PortBits under_way = under_way_.row(output);
  const auto goes_on = [&](std::size_t word) { return asking[word] & (below[word] | under_way[word]); };
  if (next_of_words(asking.size(), from, goes_on) == kNoPort) {
    ++round_[output];
    below_.fill_row(output);
  }
  return next_of_words(asking.size(), from,
                       [&](std::size_t word) { return asking[word] & free[word] & (below[word] | under_way[word]); });
}

void RoundWeights::begins(PortId input, PortId output) {
  const std::size_t at = pair(input, output);
  begun_[at] = static_cast<std::uint8_t>(std::min(begun(output.index(), at) + 1, kMost));
  counted_in_[at] = round_[output.index()];
  judge(input.index(), output.index());
  ++crossing_[at];
  under_way_.insert(output.index(), input.index());
}

void RoundWeights::ends(PortId input, PortId output) {
  if (--crossing_[pair(input, output)] == 0) {
    under_way_.erase(output.index(), input.index());
  }
}

void RoundWeights::reset() {
  std::fill(begun_.begin(), begun_.end(), std::uint8_t{0});
  std::fill(crossing_.begin(), crossing_.end(), std::uint8_t{0});
  for (std::size_t output = 0; output < ports_; ++output) {
    below_.fill_row(output);
    under_way_.clear_row(output);
  }
}

}  // namespace weir::crossbar
