// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/in_switch.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw_model/reference/tcd_block.h"
#include "tb/cosim/covered_lockstep.h"
#include "tb/cosim/recorder.h"

namespace weir::cosim {

namespace {

using reference::TcdBlock;
using reference::TcdDetectorConfig;
using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

bool fits(const TcdDetectorConfig& asked, const TcdDetectorConfig& built) {
  return asked.stamp_bits <= built.stamp_bits && asked.q_bits <= built.q_bits;
}

// The variant as it is for switches that it fits, else in its widest form, where it has one.
Variant<TcdDetectorKind> for_switch(Variant<TcdDetectorKind> variant, const TcdDetectorConfig& asked) {
  if (!fits(asked, variant.setup) && variant.widest) {
    variant.setup = TcdBlock::kWidest;
    variant.rtl = variant.widest;
  }
  if (asked.stamp_bits > variant.setup.stamp_bits)
    require_width("stamp_bits", asked.stamp_bits, variant.setup.stamp_bits);
  if (asked.q_bits > variant.setup.q_bits)
    require_width("q_bits", asked.q_bits, variant.setup.q_bits);
  return variant;
}

class RtlTcd final : public TcdBlock {
 public:
  explicit RtlTcd(const Variant<TcdDetectorKind>& variant)
      : widths_(variant.setup), core_(variant.rtl(variant.setup)) {}
  TcdDetectorConfig widths() const override { return widths_; }
  TcdDetectorOutputs clock(const TcdDetectorInputs& in) override { return core_.clock(in); }

 private:
  TcdDetectorConfig widths_;
  DutCore<TcdDetectorKind> core_;
};

class LockstepTcd final : public TcdBlock {
 public:
  LockstepTcd(const Variant<TcdDetectorKind>& variant, const TcdDetectorConfig& asked, std::string name,
              const LockstepTrail& trail)
      : name_(std::move(name)),
        widths_(variant.setup),
        stamp_mask_((std::uint32_t{1} << asked.stamp_bits) - 1),
        core_(variant, variant.setup, name_, trail) {}
  TcdDetectorConfig widths() const override { return widths_; }

  TcdDetectorOutputs clock(const TcdDetectorInputs& in) override {
    ++cycles_;
    return core_.clock(in);
  }
  // running_o is left out: the switch's model knows of no sweep.
  void compare(const TcdDetectorOutputs& out, const TcdDetectorOutputs& model) override {
    const auto same = [this](const char* port, std::uint64_t rtl, std::uint64_t switch_has) {
      if (rtl != switch_has)
        throw LockstepMismatch("tcd_detector " + name_ + ": cycle " + std::to_string(cycles_ - 1) + ": " + port +
                                   " is " + std::to_string(rtl) + " in RTL, " + std::to_string(switch_has) +
                                   " in the switch's model",
                               cycles_ - 1, {});
    };
    same("state_o", out.state, model.state);
    same("stamp_o", out.stamp & stamp_mask_, model.stamp);
    same("sample_o", out.sample, model.sample);
    same("pause_seen_o", out.pause_seen, model.pause_seen);
    same("held_o", out.held, model.held);
    same("ce_o", out.ce, model.ce);
    same("ue_o", out.ue, model.ue);
    same("ecn_o", out.ecn, model.ecn);
  }

 private:
  std::string name_;
  TcdDetectorConfig widths_;
  std::uint32_t stamp_mask_;
  std::uint64_t cycles_ = 0;
  CoveredLockstep<TcdDetectorKind> core_;
};

// The cycle model, or the block that the switch has, with each of its cycles in a recording.
class RecordedTcd final : public TcdBlock {
 public:
  RecordedTcd(std::unique_ptr<TcdBlock> inner, const TcdDetectorConfig& setup,
              std::shared_ptr<RecordedRows<TcdDetectorKind>> rows)
      : inner_(std::move(inner)), widths_(setup), model_(setup), rows_(std::move(rows)) {}
  TcdDetectorConfig widths() const override { return widths_; }

  TcdDetectorOutputs clock(const TcdDetectorInputs& in) override {
    const TcdDetectorOutputs out = model_.clock(in);
    rows_->add(rows_->next(), in, out);
    return inner_ != nullptr ? inner_->clock(in) : out;
  }
  void compare(const TcdDetectorOutputs& out, const TcdDetectorOutputs& model) override {
    if (inner_ != nullptr)
      inner_->compare(out, model);
  }

 private:
  std::unique_ptr<TcdBlock> inner_;
  TcdDetectorConfig widths_;
  reference::TcdDetectorCycle model_;
  std::shared_ptr<RecordedRows<TcdDetectorKind>> rows_;
};

}  // namespace

void install_tcd(reference::Factories& factories, const Variant<TcdDetectorKind>& variant, Fidelity fidelity,
                 const LockstepTrail& trail) {
  if (fidelity == Fidelity::reference)
    return;  // what the factories have by themselves
  factories.put<TcdBlock>([=](const TcdDetectorConfig& widths, const std::string& name) -> std::unique_ptr<TcdBlock> {
    const Variant<TcdDetectorKind> chosen = for_switch(variant, widths);
    if (fidelity == Fidelity::rtl)
      return std::make_unique<RtlTcd>(chosen);
    return std::make_unique<LockstepTcd>(chosen, widths, name, trail);
  });
}

void record_tcd(reference::Factories& factories, const Variant<TcdDetectorKind>& variant, Recorder& recorder) {
  factories.put<TcdBlock>([variant, &recorder, inner = factories.of<TcdBlock>()](
                              const TcdDetectorConfig& widths, const std::string& name) -> std::unique_ptr<TcdBlock> {
    auto made = inner(widths, name);
    if (!recorder.wants(name))
      return made;
    const Variant<TcdDetectorKind> chosen = for_switch(variant, widths);
    const auto rows = std::make_shared<RecordedRows<TcdDetectorKind>>(recorder.rows_of(chosen, chosen.setup));
    recorder.at_end([rows](Time) { rows->end(rows->next()); });
    return std::make_unique<RecordedTcd>(std::move(made), chosen.setup, rows);
  });
}

}  // namespace weir::cosim
