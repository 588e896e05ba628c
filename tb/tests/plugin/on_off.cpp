// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scheme in a plugin: ON and OFF without timers. A VIQ that reaches `off` stops its class at the other end, one that
// has fallen to `on` lets the class go on. The frames are those of PFC with the longest pause and with none.

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/kept_settings.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"
#include "hw_model/reference/pfc_timer.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/plugin/plugin.h"

namespace weir::flow_control {
namespace {

struct OnOffConfig {
  Bytes off = 800_KB;
  Bytes on = 797_KB;
};

constexpr const char* kTable = "flow_control.on_off";

const ledger::SettingsOf<OnOffConfig>& on_off_settings() {
  using Config = OnOffConfig;
  const ledger::HeldIn<Config> held{.width = [](const Config& config) { return bits_of(config.off); },
                                    .width_follows = "bits of OFF in bytes"};
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::off, "off", {1_B, kMost}, "VIQ depth at or above which OFF is sent.", held),
      ledger::setting(&Config::on, "on", {0_B, kMost}, "VIQ depth at or below which ON is sent.", held),
  };
  return kSettings;
}

ledger::SettingsOf<FlowControlConfig> kept_settings() {
  return ledger::within(&FlowControlConfig::others, kTable, on_off_settings);
}

OnOffConfig of(const FlowControlConfig& config) { return ledger::read(config.others, kTable, on_off_settings()); }

class OnOff final : public FlowControl {
 public:
  explicit OnOff(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;
  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;

  HoldsAt holds_peer(ClassId c) const override;
  std::uint64_t receiver_state(ClassId c) const override { return (asserted_ & mask_of(c)) != 0 ? 1 : 0; }
  std::uint64_t sender_state(ClassId c) const override { return (held_ & mask_of(c)) != 0 ? 1 : 0; }
  Bytes first_threshold() const override { return of(config()).off; }

 private:
  void changed(ClassId c, Time now);
  void update_due(Time now);

  PerClass<reference::PfcThreshold> thresholds_;
  ClassMask asserted_ = 0;
  ClassMask told_ = 0;
};

OnOff::OnOff(const PortContext& context) : FlowControl(context) {
  thresholds_.fill(reference::PfcThreshold(of(context.config).off, of(context.config).on));
}

void OnOff::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && thresholds_[c.index()].filled(depth))
    changed(c, now);
}

void OnOff::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && thresholds_[c.index()].drained(depth))
    changed(c, now);
}

void OnOff::changed(ClassId c, Time now) {
  asserted_ ^= mask_of(c);
  update_due(now);
}

void OnOff::update_due(Time now) {
  const bool was_due = feedback_due_;
  feedback_due_ = asserted_ != told_;
  if (feedback_due_ && !was_due)
    port_->feedback_due(now);
}

std::size_t OnOff::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  const auto said = static_cast<ClassMask>(asserted_ ^ told_);
  if (said == 0)
    return 0;
  frame::PfcFrame frame;
  frame.enabled = said;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassMask bit = mask_of(ClassId(i));
    if ((said & bit) == 0)
      continue;
    const bool off = (asserted_ & bit) != 0;
    frame.time[i] = off ? 0xffff : 0;
    ++counters_[i].feedback_frames;
    ++(off ? counters_[i].pauses_sent : counters_[i].resumes_sent);
  }
  told_ = asserted_;
  feedback_due_ = false;
  const std::size_t written = frame::write_pfc(bytes, address_, frame);
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((said & mask_of(ClassId(i))) != 0)
      port_->pausing(ClassId(i), (told_ & mask_of(ClassId(i))) != 0, now);
  }
  return written;
}

void OnOff::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  if (!control)
    return;
  const auto* pfc = std::get_if<frame::PfcFrame>(&*control);
  if (pfc == nullptr)
    return;
  const ClassMask before = held_;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassMask bit = mask_of(ClassId(i));
    if ((pfc->enabled & lossless_ & bit) == 0)
      continue;
    counters_[i].pauses_received += pfc->time[i] != 0 ? 1 : 0;
    held_ = static_cast<ClassMask>(pfc->time[i] != 0 ? held_ | bit : held_ & ~bit);
  }
  // All classes first: the port may start a packet inside gate_changed.
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (((before ^ held_) & mask_of(ClassId(i))) != 0)
      port_->gate_changed(ClassId(i), now);
  }
}

HoldsAt OnOff::holds_peer(ClassId c) const {
  if ((asserted_ & mask_of(c)) == 0)
    return FlowControl::holds_peer(c);
  return [on = of(config()).on](Bytes stuck, Bytes) { return stuck > on; };
}

void OnOff::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.settings(kept_settings());
  const auto flag = [](const ClassMask& classes) {
    return [&classes](ClassId c, Time) { return (classes & mask_of(c)) != 0 ? 1U : 0U; };
  };
  registers.state("off_asserted", flag(asserted_));
  registers.state("told_off", flag(told_));
  registers.state("held_off", flag(held_));
}

// The comparators see the new thresholds at once.
void OnOff::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    if (!lossless(c))
      continue;
    thresholds_[i].set(of(config()).off, of(config()).on);
    if (thresholds_[i].filled(depth(c)) || thresholds_[i].drained(depth(c)))
      asserted_ ^= mask_of(c);
  }
  update_due(now);
}

ledger::Block OnOff::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<OnOff>(
      ledger::holds(&OnOff::thresholds_, "off", "on", "off_asserted"), ledger::holds(&OnOff::asserted_, "off_asserted"),
      ledger::holds(&OnOff::told_, "told_off"));
  const ledger::Origin origin("on_off", "IEEE 802.1Q clause 36 without its timers");
  ledger::Block block("flow_control");
  ledger::declare_all(block, origin, on_off_settings(), of(context.config));
  const auto flag = [&](const char* name, const char* what) {
    block.add(origin.state({.name = name,
                            .width = 1,
                            .dimensions = per_lossless_class(context),
                            .width_follows = "a flag",
                            .description = what}));
  };
  flag("off_asserted", "the VIQ asks for OFF");
  flag("told_off", "the peer was last told OFF");
  flag("held_off", "the peer has told OFF: the class may not send");
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

void check_on_off(const FlowControlConfig& config, const PortFacts&, ledger::Complaints& complaints) {
  const OnOffConfig own = of(config);
  complaints.unless(own.on < own.off, {"flow_control.on_off.on", "flow_control.on_off.off"},
                    "wanted less than off, " + quantity_text(own.off) + "; got " + quantity_text(own.on));
}

constexpr SchemeCard kCard{.traits = {.may_deadlock = true},
                           .table =
                               [] {
                                 return SchemeTable{kTable, "ON and OFF without timers.", kept_settings()};
                               },
                           .check = check_on_off,
                           .make = make_engine<OnOff>,
                           .declare = OnOff::declare};

class OnOffCard final : public bounds::SchemeCard {
 public:
  bounds::RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {bounds::pfc_headroom(on_wire(device.max_frame, port), on_wire(frame::kControlFrameLength, port), port.rate,
                                 port.delay, device.flow_control.processing_delay),
            "2 (MTU + s_off + r t_wire) + r t_pro", "as of PFC: TTL-based buffer management, eq. 14"};
  }
  Bytes packets(const asic::SwitchConfig& device) const override { return device.max_frame - Bytes(1); }

  std::vector<std::string> warnings(const bounds::Alike& alike) const override {
    const Bytes off = of(alike.device->flow_control).off;
    const bounds::Worst worst =
        bounds::worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
          return bounds::counted(alike, room(sender, link).each, link);
        });
    const std::vector<Bytes> lengths = bounds::lossless_lengths(*alike.scenario);
    return {bounds::room_warning(alike, "flow_control.on_off.off, and eq. 14 above it,",
                                 off + worst.margin + bounds::largest_overshoot(off, lengths))};
  }
};

}  // namespace
}  // namespace weir::flow_control

WEIR_PLUGIN {
  using namespace weir;  // NOLINT(google-build-using-namespace)
  static const flow_control::OnOffCard kOfBench;
  flow_control::add_scheme("on_off", "ON and OFF by two thresholds, without timers", flow_control::kCard);
  bounds::add_scheme_card("on_off", kOfBench);
}
