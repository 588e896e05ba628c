// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/arbiter.h"

#include <algorithm>
#include <utility>

namespace weir::crossbar {

Islip::Islip(std::size_t ports, unsigned iterations, RoundWeights* weights, std::unique_ptr<ClockedSides> clocked,
             std::unique_ptr<ClockedIslip> block)
    : ports_(ports),
      iterations_(iterations),
      weights_(weights),
      clocked_(std::move(clocked)),
      block_(std::move(block)),
      in_a_word_(ports <= kPortsPerWord && weights == nullptr && clocked_ == nullptr),
      grant_pointer_(ports),
      accept_pointer_(ports),
      free_inputs_(ports),
      open_outputs_(ports),
      granted_inputs_(ports),
      grants_(ports) {
  free_inputs_.fill();
}

std::size_t Islip::match(const PortMatrix& requests, const PortSet& outputs, std::vector<Match>& matches) {
  matches.clear();
  if (in_a_word_) {
    const PortWord open = outputs.word(0);
    return open == 0 ? 0 : match_plain(requests, open, [&](std::size_t input, std::size_t output) {
      matches.push_back({PortId(input), PortId(output)});
    });
  }
  if (iterations_ > 1) {
    open_outputs_ = outputs;
  }
  grant(requests, outputs.bits());
  accept(true, matches);
  const std::size_t of_the_first = matches.size();
  for (unsigned iteration = 1; iteration < iterations_; ++iteration) {
    grant(requests, open_outputs_.bits());
    if (granted_inputs_.empty()) {
      break;
    }
    accept(false, matches);
  }
  for (const Match& match : matches) {
    free_inputs_.insert(match.input.index());
  }
  return of_the_first;
}

void Islip::match_alone(const PortMatrix& requests, const Match& pair) {
  const std::size_t output = pair.output.index();
  if (weights_ != nullptr) {
    granted(requests.row(output), output);  // there may be another round
  }
  if (clocked_ != nullptr) {
    clock_alone(pair.input.index(), output);
  }
  move_pointers(pair.input.index(), output);
}

void Islip::reset() {
  std::fill(grant_pointer_.begin(), grant_pointer_.end(), std::uint16_t{0});
  std::fill(accept_pointer_.begin(), accept_pointer_.end(), std::uint16_t{0});
  if (clocked_ != nullptr) {
    clocked_->grant.reset();
    clocked_->accept.reset();
  }
  if (block_ != nullptr) {
    block_->reset();
  }
}

void Islip::at(Time now) {
  if (clocked_ != nullptr) {
    clocked_->at(now);
  }
  if (block_ != nullptr) {
    block_->at(now);
  }
}

bool Islip::settle(const AskedSlot& slot, std::vector<Match>& matches) {
  return block_ != nullptr && block_->settle(slot, matches, {grant_pointer_, accept_pointer_});
}

void Islip::rest(const AskedSlot& slot) {
  if (block_ != nullptr) {
    block_->rest(slot);
  }
}

// A cycle in which one input asks for one output.
void Islip::clock_alone(std::size_t input, std::size_t output) {
  clocked_->grant.choose(output, bit_of(input), grant_pointer_[output], input);
  clocked_->accept.choose(input, bit_of(output), accept_pointer_[input], output);
  clocked_->grant.accept(output);
  clocked_->accept.accept(input);
  clocked_->edge();
}

std::size_t Islip::granted(PortBits asking, std::size_t output) {
  const PortBits free = free_inputs_.bits();
  if (weights_ != nullptr) {
    return weights_->next(asking, free, output, grant_pointer_[output]);
  }
  const std::size_t input = next_in_both(asking, free, grant_pointer_[output]);
  if (clocked_ == nullptr || input == kNoPort) {
    return input;
  }
  return clocked_->grant.choose(output, asking[0] & free[0], grant_pointer_[output], input);
}

void Islip::grant(const PortMatrix& requests, PortBits outputs) {
  for_each_port(outputs, [&](std::size_t output) {
    const std::size_t input = granted(requests.row(output), output);
    if (input == kNoPort) {
      open_outputs_.erase(output);  // requests only decrease: this output stays without a partner
      return;
    }
    grants_.insert(input, output);
    granted_inputs_.insert(input);
  });
}

void Islip::accept(bool first_iteration, std::vector<Match>& matches) {
  for_each_port(granted_inputs_.bits(), [&](std::size_t input) {
    std::size_t output = next_in(grants_.row(input), accept_pointer_[input]);
    if (clocked_ != nullptr) {
      output = clocked_->accept.choose(input, grants_.row(input)[0], accept_pointer_[input], output);
      if (first_iteration) {
        clocked_->grant.accept(output);
        clocked_->accept.accept(input);
      }
    }
    grants_.clear_row(input);
    free_inputs_.erase(input);
    open_outputs_.erase(output);
    matches.push_back({PortId(input), PortId(output)});
    if (first_iteration) {
      move_pointers(input, output);
    }
  });
  granted_inputs_.clear();
  if (clocked_ != nullptr) {
    clocked_->edge();
  }
}

std::unique_ptr<CellArbiter> make_arbiter(Arbiter arbiter, std::size_t ports, unsigned iterations,
                                          RoundWeights* weights, std::unique_ptr<ClockedSides> clocked,
                                          std::unique_ptr<ClockedIslip> block) {
  return std::make_unique<Islip>(ports, arbiter == Arbiter::kRoundRobin ? 1 : iterations, weights, std::move(clocked),
                                 std::move(block));
}

std::unique_ptr<RoundWeights> make_weights(Arbiter arbiter, std::size_t ports) {
  return arbiter == Arbiter::kWeightedRoundRobin ? std::make_unique<RoundWeights>(ports) : nullptr;
}

}  // namespace weir::crossbar
