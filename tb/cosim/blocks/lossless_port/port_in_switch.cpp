// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_in_switch.h"

#include <span>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/lockstep.h"

namespace weir::cosim {

using reference::kKeptRegisters;
using reference::LosslessPortCycle;

namespace {

using In = PortInSwitch::Inputs;
using Out = PortInSwitch::Outputs;

constexpr unsigned kReleaseCycles = 2;  // behind a reset, in which nothing counts
constexpr std::uint32_t kAllBytes = 0xf;
constexpr unsigned kCyclesARead = 3;

// The cycle model that the port looks into, as one side of lock-step.
class SharedModel final : public DutFor<LosslessPortKind> {
 public:
  explicit SharedModel(LosslessPortCycle& model) : model_(model) {}

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
  LosslessPortCycle& model_;
};

}  // namespace

class PortInSwitch::Core {
 public:
  virtual ~Core() = default;
  virtual Out clock(const In& in) = 0;
  virtual Out evaluate(const In& in) = 0;
};

// RTL that decides.
class PortInSwitch::Alone final : public Core {
 public:
  Alone(const Variant<LosslessPortKind>& variant, LosslessPortCycle& model)
      : rtl_(variant.rtl(variant.setup)), model_(model) {}

  Out clock(const In& in) override {
    model_.clock(in);
    return rtl_.clock(in);
  }
  Out evaluate(const In& in) override { return rtl_.evaluate(in); }

 private:
  DutCore<LosslessPortKind> rtl_;
  LosslessPortCycle& model_;
};

// RTL that is compared, with coverage.
class PortInSwitch::Beside final : public Core {
 public:
  Beside(const Variant<LosslessPortKind>& variant, LosslessPortCycle& model, const std::string& name,
         const LockstepTrail& trail, const Time& now)
      : lockstep_(std::string(variant.name), std::make_unique<SharedModel>(model), variant.rtl(variant.setup),
                  LosslessPortKind::ports(variant.setup), {.instance_name = name, .wave_folder = trail.wave_folder}),
        coverage_(trail.coverage == nullptr ? nullptr : trail.coverage->open(variant, variant.setup)),
        now_(now) {}

  Out clock(const In& in) override {
    return timed([&] {
      const Out out = lockstep_.clock(in);
      if (coverage_ != nullptr)
        coverage_->sample({&in, 1}, {&out, 1});
      return out;
    });
  }
  Out evaluate(const In& in) override {
    return timed([&] { return lockstep_.evaluate(in); });
  }

 private:
  // Says when a difference of RTL and cycle model came.
  template <class Play>
  Out timed(Play play) const {
    try {
      return play();
    } catch (const LockstepMismatch& difference) {
      throw LockstepMismatch(std::string(difference.what()) + "; at " + quantity_text(now_), difference.cycle(),
                             difference.waves());
    }
  }

  LockstepFor<LosslessPortKind> lockstep_;
  std::shared_ptr<LosslessPortCoverage> coverage_;
  const Time& now_;
};

PortInSwitch::PortInSwitch(const Variant<LosslessPortKind>& variant, std::string name, Fidelity fidelity,
                           const LockstepTrail& trail)
    : name_(std::move(name)), widths_(variant.setup), compares_(fidelity == Fidelity::lockstep), model_(variant.setup) {
  if (compares_)
    core_ = std::make_unique<Beside>(variant, model_, name_, trail, now_);
  else
    core_ = std::make_unique<Alone>(variant, model_);
  for (const ValuePlace& place : value_places(widths_.port)) {
    if (reference::lossless_port_has(place.number))
      values_.push_back(place.address);
  }
  still_.open = still_.port_open = kAllClasses;
  reset();
}

PortInSwitch::~PortInSwitch() = default;

Out PortInSwitch::play(const In& in) {
  ++cycles_;
  return core_->clock(in);
}

Out PortInSwitch::clock(In in) {
  if (until_read_ == 0) {
    until_read_ = kCyclesARead;
    in.request = true;
    in.address = values_[next_value_];
    next_value_ = (next_value_ + 1) % values_.size();
  }
  --until_read_;
  return play(in);
}

Out PortInSwitch::evaluate(const In& in) { return core_->evaluate(in); }

void PortInSwitch::keep(Kept which, std::uint32_t value) {
  if (kept_[which] == value)
    return;
  In in = still_;
  in.request = in.write = true;
  in.address = kKeptRegisters[which].address + widths_.port * kKeptRegisters[which].stride;
  in.data = value;
  in.strobe = kAllBytes;
  play(in);
  kept_[which] = value;
}

bool PortInSwitch::fits(Kept which, Bytes value) {
  return value >= Bytes(0) && value.count() < std::int64_t{1} << kKeptRegisters[which].width;
}

void PortInSwitch::reset() {
  ++resets_;
  In in = still_;
  in.rst_n = false;
  play(in);
  for (unsigned cycle = 0; cycle < kReleaseCycles; ++cycle)
    play(still_);
  for (std::size_t which = 0; which < kept_.size(); ++which)
    kept_[which] = kKeptRegisters[which].reset;
  keep(kLossless, 0);
}

void PortInSwitch::differs(const std::string& instance, std::string_view part, const std::string& output,
                           std::uint64_t rtl, std::uint64_t model) const {
  throw LockstepMismatch("lock-step: " + instance + " (" + std::string(part) + " of lossless_port) at " +
                             quantity_text(now_) + ": after " + std::to_string(cycles_) + " cycles " + output + " is " +
                             std::to_string(rtl) + " in RTL, " + std::to_string(model) + " in the switch's model",
                         cycles_, {});
}

}  // namespace weir::cosim
