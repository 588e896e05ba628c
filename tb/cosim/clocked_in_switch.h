// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A kind of block whose instances stand in a switch as clocked blocks (hw_model/cycle_models/clocked_block.h): RTL, or
// RTL in lock-step with its cycle model and with the switch's model; with its cycles in a recording. For kinds with
// widths() whose setup is the block's widths, and whose outputs come in the cycle of the inputs or a cycle later: of
// the latter nothing can be evaluated before its edge; kWidest of a kind: the setup of Variant::widest;
// in_switch(asked) of a kind whose Variant::rtl makes several: the setup of the one for a switch.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "tb/cosim/block.h"
#include "tb/cosim/covered_lockstep.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/make_block.h"
#include "tb/cosim/recorder.h"

namespace weir::cosim {

template <class Kind>
using ClockedBlockOf = reference::ClockedBlock<typename Kind::Setup, typename Kind::Inputs, typename Kind::Outputs>;

// The variant as it is for switches that it fits, else in its widest form, where it has one; of a kind with several
// forms the one for the switch.
template <class Kind>
Variant<Kind> for_switch(Variant<Kind> variant, const typename Kind::Setup& asked) {
  const auto fits = [&](const Width<typename Kind::Setup>& width) {
    return asked.*width.of <= variant.setup.*width.of;
  };
  if constexpr (requires { Kind::in_switch(asked); })
    variant.setup = Kind::in_switch(asked);
  if constexpr (requires { Kind::kWidest; }) {
    if (variant.widest && !std::ranges::all_of(Kind::widths(), fits)) {
      variant.setup = Kind::kWidest;
      variant.rtl = variant.widest;
    }
  }
  for (const Width<typename Kind::Setup>& width : Kind::widths()) {
    if (!fits(width))
      require_width(width.parameter, asked.*width.of, variant.setup.*width.of);
  }
  return variant;
}

// A cycle of a block, and the outputs of these inputs. Of a block that gives them a cycle later they are read in that
// cycle, before anything comes in it: it is the cycle of the next inputs.
template <class Player, class In>
auto answered(Player& player, const In& in, unsigned latency) {
  auto out = player.clock(in);
  return latency == 0 ? out : player.evaluate(In{});
}

template <class Kind>
class RtlInSwitch final : public ClockedBlockOf<Kind> {
 public:
  explicit RtlInSwitch(const Variant<Kind>& variant)
      : widths_(variant.setup), latency_(variant.latency), core_(variant.rtl(variant.setup)) {}
  typename Kind::Setup widths() const override { return widths_; }
  typename Kind::Outputs clock(const typename Kind::Inputs& in) override { return answered(core_, in, latency_); }
  typename Kind::Outputs evaluate(const typename Kind::Inputs& in) override { return core_.evaluate(in); }

 private:
  typename Kind::Setup widths_;
  unsigned latency_;
  DutCore<Kind> core_;
};

template <class Kind>
class LockstepInSwitch final : public ClockedBlockOf<Kind> {
 public:
  using Inputs = typename Kind::Inputs;
  using Outputs = typename Kind::Outputs;

  LockstepInSwitch(const Variant<Kind>& variant, std::string name, const LockstepTrail& trail)
      : block_(variant.name),
        name_(std::move(name)),
        widths_(variant.setup),
        latency_(variant.latency),
        outputs_(Kind::ports(variant.setup).outputs),
        core_(variant, variant.setup, name_, trail) {}

  typename Kind::Setup widths() const override { return widths_; }
  Outputs clock(const Inputs& in) override {
    return timed([&] {
      ++cycles_;
      return answered(core_, in, latency_);
    });
  }
  Outputs evaluate(const Inputs& in) override {
    return timed([&] { return core_.evaluate(in); });
  }
  void compare(const Outputs& out, const Outputs& model) override {
    if (out == model)
      return;
    for (const PortOf<Outputs>& port : outputs_) {
      if (port.get(out) != port.get(model))
        throw LockstepMismatch("lock-step: " + name_ + " (" + block_ + ") at " + quantity_text(this->now()) +
                                   ": after " + std::to_string(cycles_) + " cycles " + port.name + " is " +
                                   std::to_string(port.get(out)) + " in RTL, " + std::to_string(port.get(model)) +
                                   " in the switch's model",
                               cycles_, {});
    }
  }

 private:
  // Says when a difference of RTL and cycle model came.
  template <class Play>
  Outputs timed(Play play) const {
    try {
      return play();
    } catch (const LockstepMismatch& difference) {
      throw LockstepMismatch(std::string(difference.what()) + "; at " + quantity_text(this->now()), difference.cycle(),
                             difference.waves());
    }
  }

  std::string block_;
  std::string name_;
  typename Kind::Setup widths_;
  unsigned latency_;
  std::vector<PortOf<Outputs>> outputs_;
  std::uint64_t cycles_ = 0;
  mutable CoveredLockstep<Kind> core_;
};

// The cycle model, as late as the variant, or the block that the switch has, with each of its cycles in a recording.
template <class Kind>
class RecordedInSwitch final : public ClockedBlockOf<Kind> {
 public:
  using Inputs = typename Kind::Inputs;
  using Outputs = typename Kind::Outputs;

  RecordedInSwitch(std::unique_ptr<ClockedBlockOf<Kind>> inner, const typename Kind::Setup& setup, unsigned latency,
                   std::shared_ptr<RecordedRows<Kind>> rows)
      : inner_(std::move(inner)),
        widths_(setup),
        latency_(latency),
        model_(reference_dut<Kind>(setup, latency)),
        rows_(std::move(rows)) {}
  typename Kind::Setup widths() const override { return widths_; }

  Outputs clock(const Inputs& in) override {
    const Outputs out = model_.clock(in);
    rows_->add(rows_->next(), in, out);
    if (inner_ != nullptr)
      return told().clock(in);
    return latency_ == 0 ? out : model_.evaluate({});
  }
  Outputs evaluate(const Inputs& in) override { return inner_ != nullptr ? told().evaluate(in) : model_.evaluate(in); }
  void compare(const Outputs& out, const Outputs& model) override {
    if (inner_ != nullptr)
      told().compare(out, model);
  }

 private:
  ClockedBlockOf<Kind>& told() {
    inner_->at(this->now());
    return *inner_;
  }

  std::unique_ptr<ClockedBlockOf<Kind>> inner_;
  typename Kind::Setup widths_;
  unsigned latency_;
  DutCore<Kind> model_;
  std::shared_ptr<RecordedRows<Kind>> rows_;
};

template <class Kind>
void install_in_switch(reference::Factories& factories, const Variant<Kind>& variant, const FidelityAt& fidelity,
                       const LockstepTrail& trail) {
  using Made = std::unique_ptr<ClockedBlockOf<Kind>>;
  if (fidelity.is_reference())
    return;  // what the factories have by themselves
  factories.put<ClockedBlockOf<Kind>>([=](const typename Kind::Setup& asked, const std::string& name) -> Made {
    const Fidelity here = fidelity.of(name);
    if (here == Fidelity::reference)
      return nullptr;
    const Variant<Kind> chosen = for_switch(variant, asked);
    if (here == Fidelity::rtl)
      return std::make_unique<RtlInSwitch<Kind>>(chosen);
    return std::make_unique<LockstepInSwitch<Kind>>(chosen, name, trail);
  });
}

template <class Kind>
void record_in_switch(reference::Factories& factories, const Variant<Kind>& variant, Recorder& recorder) {
  using Made = std::unique_ptr<ClockedBlockOf<Kind>>;
  factories.put<ClockedBlockOf<Kind>>([variant, &recorder, inner = factories.of<ClockedBlockOf<Kind>>()](
                                          const typename Kind::Setup& asked, const std::string& name) -> Made {
    auto made = inner(asked, name);
    if (!recorder.wants(name))
      return made;
    const Variant<Kind> chosen = for_switch(variant, asked);
    const auto rows = std::make_shared<RecordedRows<Kind>>(recorder.rows_of(chosen, chosen.setup));
    recorder.at_end([rows](Time) { rows->end(rows->next()); });
    return std::make_unique<RecordedInSwitch<Kind>>(std::move(made), chosen.setup, chosen.latency, rows);
  });
}

// The entry in the list of blocks.
template <class Kind>
Block clocked_block(const Variant<Kind>& variant) {
  Block block = make_block(variant);
  block.install = [variant](reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
    install_in_switch(factories, variant, fidelity, trail);
  };
  block.record = [variant](reference::Factories& factories, Recorder& recorder) {
    record_in_switch(factories, variant, recorder);
  };
  return block;
}

}  // namespace weir::cosim
