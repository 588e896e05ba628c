// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Makes a bank of mutants from Verilator's class; included by the code that make_mutants.py writes.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/cosim/mutants/rest.h"
#include "tb/cosim/run_block.h"
#include "tb/cosim/vector_recorder.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <class Kind, class V>
class MutatedBlock : public Verilated<Kind, V> {
 public:
  MutatedBlock(const typename Kind::Setup& setup, const Mutant& mutant) : Verilated<Kind, V>(setup) {
    drive(this->model_.fault_i, mutant.fault);
    drive(this->model_.k_i, mutant.k);
    pass(1);
  }

  // Whether its faults' counts can advance by more than one at a clock.
  static constexpr bool kPasses = requires(V & model) { model.passed_i; };

  // The next clock stands for `cycles` cycles with the previous inputs.
  void pass(std::uint32_t cycles) {
    if constexpr (requires(V & model) { model.passed_i; }) {
      drive(this->model_.passed_i, cycles);
    }
  }
};

// Thrown when every mutant of a herd has been found.
struct NobodyLeft {};

// A herd of mutants beside the unchanged block, with the block's outputs. Throws NobodyLeft from clock().
template <class Kind, class V>
class Herd final : public DutFor<Kind> {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;

  // The mutants that `found` does not have yet; a mutant with different outputs gets `where` there.
  Herd(const typename Kind::Setup& setup, std::span<const Mutant> mutants,
       const std::function<bool(const Mutant&)>& plays, std::string where, std::vector<std::string>& found)
      : original_(setup, Mutant{}), where_(std::move(where)), found_(&found) {
    for (std::size_t n = 0; n < mutants.size(); ++n) {
      if (found[n].empty() && plays(mutants[n])) {
        alive_.push_back({n, std::make_unique<MutatedBlock<Kind, V>>(setup, mutants[n])});
      }
    }
  }

  void clock(std::span<const In> in, std::span<Out> out) override {
    steps_.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
      const bool same = is_clocked_ && in[i] == last_.in && stands_still(in[i]);
      if (MutatedBlock<Kind, V>::kPasses && rest_.passes(same)) {
        ++passed_;
      } else {
        if (passed_ > 0) {
          play(last_.in, std::exchange(passed_, 0));
        }
        play(in[i], 1);
      }
      out[i] = last_.out;
    }
    std::erase_if(alive_, [&](Member& member) {
      for (const Step& step : steps_) {
        member.block->pass(step.cycles);
        if (member.block->clock(step.in) != step.out) {
          (*found_)[member.number] = where_;
          return true;
        }
      }
      return false;
    });
    if (alive_.empty()) {
      throw NobodyLeft();
    }
  }
  Out evaluate(const In& in) override { return original_.evaluate(in); }
  bool holds(const In& in) override {
    Out out;
    clock({&in, 1}, {&out, 1});
    return false;
  }

  bool empty() const { return alive_.empty(); }

 private:
  struct Member {
    std::size_t number;
    std::unique_ptr<MutatedBlock<Kind, V>> block;
  };
  // A clock that stands for some cycles, with the inputs and the unchanged block's outputs.
  struct Step {
    In in{};
    std::uint32_t cycles = 1;
    Out out{};
  };

  void play(const In in, std::uint32_t cycles) {
    original_.pass(cycles);
    last_ = {in, cycles, original_.clock(in)};
    is_clocked_ = true;
    steps_.push_back(last_);
  }

  // Whether inputs that stay leave the block as it is after a cycle. A kind whose blocks have an input for time says
  // so.
  static bool stands_still(const In& in) {
    if constexpr (requires { Kind::stands_still(in); }) {
      return Kind::stands_still(in);
    }
    return true;
  }

  MutatedBlock<Kind, V> original_;
  Rest rest_;
  bool is_clocked_ = false;
  Step last_{};
  std::uint32_t passed_ = 0;  // cycles to be played at once
  std::vector<Step> steps_;
  std::vector<Member> alive_;
  std::string where_;
  std::vector<std::string>* found_;
};

template <class Kind, class V>
std::vector<std::string> found_in_vectors(const Variant<Kind>& variant, std::span<const Mutant> hunted) {
  std::vector<std::string> found(hunted.size());
  const TriedFactory<Kind> herd = [&](const typename Kind::Setup& setup, const VectorSegment& segment) {
    auto made = std::make_unique<Herd<Kind, V>>(
        setup, hunted, [&](const Mutant& mutant) { return !segment.is_long || mutant.in_a_wait; }, segment.name, found);
    return made->empty() ? nullptr : std::move(made);
  };
  try {
    vectors_of(variant, VectorOptions{}, herd);
  } catch (const NobodyLeft&) {
  }
  return found;
}

template <class Kind, class V>
std::vector<bool> found_in_lockstep(const Variant<Kind>& variant, std::span<const Mutant> hunted,
                                    CosimOptions options) {
  std::vector<std::string> found(hunted.size());
  options.alone = false;
  const DutFactory<Kind> herd = [&](const typename Kind::Setup& setup) {
    return std::make_unique<Herd<Kind, V>>(
        setup, hunted, [](const Mutant&) { return true; }, "lock-step", found);
  };
  try {
    run_block(variant, herd, options);
  } catch (const NobodyLeft&) {
  }
  std::vector<bool> differs;
  for (const std::string& where : found) {
    differs.push_back(!where.empty());
  }
  return differs;
}

template <class Kind, class V>
MutantBank make_bank(std::string_view block, std::span<const Mutant> mutants, const OtherParameters& parameters) {
  const std::vector<Variant<Kind>> variants = Kind::variants();
  Variant<Kind> variant = *std::ranges::find(variants, block, &Variant<Kind>::name);
  set_parameters(block, parameters, Kind::parameters(variant.setup));
  return {block, mutants,
          [variant](const Mutant& mutant) {
            Variant<Kind> other = variant;
            other.rtl = [mutant](const typename Kind::Setup& setup) {
              return std::make_unique<DutOf<typename Kind::Inputs, typename Kind::Outputs, MutatedBlock<Kind, V>>>(
                  setup, mutant);
            };
            if constexpr (requires { Kind::kInSwitches; })
              other.widest = {};  // would stand in every switch in place of the mutant
            return Kind::block(other);
          },
          [variant](std::span<const Mutant> hunted) { return found_in_vectors<Kind, V>(variant, hunted); },
          [variant](std::span<const Mutant> hunted, const CosimOptions& options) {
            return found_in_lockstep<Kind, V>(variant, hunted, options);
          }};
}

}  // namespace weir::cosim
