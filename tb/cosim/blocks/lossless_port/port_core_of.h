// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port's top of one kind (port_core.h).

#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "tb/cosim/blocks/lossless_port/port_core.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/lockstep.h"

namespace weir::cosim {

// Copies those of these parts that both structs are derived from.
template <class... Parts, class From, class To>
void copy_parts(const From& from, To& to) {
  const auto copy = [&]<class Part>(std::type_identity<Part>) {
    if constexpr (std::derived_from<From, Part> && std::derived_from<To, Part>)
      static_cast<Part&>(to) = from;
  };
  (copy(std::type_identity<Parts>()), ...);
}

template <class Kind>
class PortCoreOf : public PortCore {
 public:
  using Model = decltype(Kind::model(typename Kind::Setup()));

  explicit PortCoreOf(const Variant<Kind>& variant)
      : top_(variant.name), widths_(variant.setup), model_(Kind::model(variant.setup)) {}

  std::string_view top() const override { return top_; }
  reference::EquippedPortConfig widths() const override {
    reference::EquippedPortConfig widths;
    copy_parts<reference::LosslessPortConfig, reference::EquippedPortConfig>(widths_, widths);
    return widths;
  }
  const reference::LosslessPortCycle& model() const override {
    if constexpr (requires { model_.port(); })
      return model_.port();
    else
      return model_;
  }
  const reference::TcdDetectorCycle* detector(std::size_t c) const override {
    if constexpr (requires { model_.detector(c); })
      return (widths_.tcd >> c & 1U) != 0 ? &model_.detector(c) : nullptr;
    else
      return nullptr;
  }
  const reference::RateLimiterCycle* limiter(std::size_t c) const override {
    if constexpr (requires { widths_.gentle; })
      return (widths_.gentle >> c & 1U) != 0 ? &model_.limiter(c) : nullptr;
    else if constexpr (requires { widths_.linear; })
      return (widths_.linear >> c & 1U) != 0 ? &model_.limiter(c) : nullptr;
    else
      return nullptr;
  }
  const reference::GradientGateCycle* gate(std::size_t c) const override {
    if constexpr (requires { model_.gate(c); })
      return (widths_.gradient >> c & 1U) != 0 ? &model_.gate(c) : nullptr;
    else
      return nullptr;
  }

  unsigned division() const override {
    if constexpr (requires { widths_.division(); })
      return widths_.division();
    else
      return 0;
  }

 protected:
  // The inputs of this top.
  static typename Kind::Inputs of_top(const Inputs& all) {
    typename Kind::Inputs in;
    copy_parts<reference::LosslessPortInputs, reference::EquippedPortInputs, reference::LimitedPortInputs,
               reference::GentlePortInputs, reference::CrossbarRequests>(all, in);
    if constexpr (requires { in.linear_range; })
      in.linear_range = all.linear_range;
    return in;
  }
  // As the outputs of all tops; one without limiters lets all classes go.
  static Outputs whole(const typename Kind::Outputs& out) {
    Outputs all;
    all.lets = kAllClasses;
    copy_parts<reference::LosslessPortOutputs, reference::EquippedPortOutputs, reference::GentlePortOutputs,
               reference::CrossbarAnswers>(out, all);
    if constexpr (requires { out.tells; })
      all.tells = out.tells;
    if constexpr (requires { out.factor; }) {
      all.lets = out.lets;
      all.factor = out.factor;
      all.wait = out.wait;
    }
    return all;
  }
  Model& cycle_model() { return model_; }

 private:
  std::string top_;
  typename Kind::Setup widths_;
  Model model_;
};

// RTL that decides.
template <class Kind>
class PortAlone final : public PortCoreOf<Kind> {
 public:
  using typename PortCore::Inputs;
  using typename PortCore::Outputs;

  explicit PortAlone(const Variant<Kind>& variant) : PortCoreOf<Kind>(variant), rtl_(variant.rtl(variant.setup)) {}

  Outputs clock(const Inputs& in) override {
    const typename Kind::Inputs cycle = this->of_top(in);
    this->cycle_model().clock(cycle);
    return this->whole(rtl_.clock(cycle));
  }
  Outputs evaluate(const Inputs& in) override { return this->whole(rtl_.evaluate(this->of_top(in))); }

 private:
  DutCore<Kind> rtl_;
};

// RTL that is compared, with coverage.
template <class Kind>
class PortBeside final : public PortCoreOf<Kind> {
 public:
  using typename PortCore::Inputs;
  using typename PortCore::Outputs;

  // `now`: the time of what is played, for messages.
  PortBeside(const Variant<Kind>& variant, const std::string& name, const LockstepTrail& trail, const Time& now)
      : PortCoreOf<Kind>(variant),
        lockstep_(std::string(variant.name), std::make_unique<SharedModel>(this->cycle_model()),
                  variant.rtl(variant.setup), Kind::ports(variant.setup),
                  {.instance_name = name, .wave_folder = trail.wave_folder}),
        coverage_(trail.coverage == nullptr ? nullptr : trail.coverage->open(variant, variant.setup)),
        now_(now) {}

  Outputs clock(const Inputs& in) override {
    return timed([&] {
      const In cycle = this->of_top(in);
      const Out out = lockstep_.clock(cycle);
      if (coverage_ != nullptr)
        coverage_->sample({&cycle, 1}, {&out, 1});
      return this->whole(out);
    });
  }
  Outputs evaluate(const Inputs& in) override {
    return timed([&] { return this->whole(lockstep_.evaluate(this->of_top(in))); });
  }

 private:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  using Model = typename PortCoreOf<Kind>::Model;

  // The cycle model that the port looks into, as one side of lock-step.
  class SharedModel final : public DutFor<Kind> {
   public:
    explicit SharedModel(Model& model) : model_(model) {}

    void clock(std::span<const In> in, std::span<Out> out) override {
      for (std::size_t i = 0; i < in.size(); ++i)
        out[i] = model_.clock(in[i]);
    }
    Out evaluate(const In& in) override { return model_.evaluate(in); }
    bool holds(const In& in) override {
      model_.clock(in);
      return false;
    }

   private:
    Model& model_;
  };

  // Says when a difference of RTL and cycle model came.
  template <class Play>
  Outputs timed(Play play) const {
    try {
      return play();
    } catch (const LockstepMismatch& difference) {
      throw LockstepMismatch(std::string(difference.what()) + "; at " + quantity_text(now_), difference.cycle(),
                             difference.waves());
    }
  }

  LockstepFor<Kind> lockstep_;
  std::shared_ptr<InstanceCoverage<Kind>> coverage_;
  const Time& now_;
};

}  // namespace weir::cosim
