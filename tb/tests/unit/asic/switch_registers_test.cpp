// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of a whole switch: each that has an address is bound to what the switch keeps;
// a switch that has just been made reads as its declared reset values; a thing that software
// changes, the switch does.

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/tests/unit/datapath/far_end.h"

namespace weir::asic::switch_registers_test {

using flow_control::Scheme;

constexpr Time kDelay = 1_us;
constexpr std::size_t kPorts = 3;

SwitchConfig config_with(Scheme scheme, ClassMask lossless = 0x48) {
  SwitchConfig config;
  config.ports.assign(kPorts, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
  config.mmu = {.buffer = 1_MB, .viq_limit = 60'000_B, .headroom = 40'000_B};
  config.flow_control.scheme = scheme;
  config.flow_control.lossless = lossless;
  config.flow_control.pfc = {.xoff = 50'000_B, .xon = 47'000_B};
  config.flow_control.gfc_gradient.bm = 50'000_B;
  if (scheme == Scheme::kGfcGradient)
    config.crossbar.strategy = crossbar::Strategy::kInputQueued;
  if (scheme == Scheme::kTtlPfc) {
    config.class_mapper.source = reference::ClassSource::kTtl;
    config.flow_control.lossless = 0xff;
  }
  return config;
}

class SwitchRegistersTest : public testing::Test {
 protected:
  SwitchAsic& make(const SwitchConfig& config) {
    asics_.push_back(std::make_unique<SwitchAsic>(("s" + std::to_string(asics_.size())).c_str(), config,
                                                  Timing{.quantum = kDelay, .until = 1'000'000_us}, Factories{}, pool_,
                                                  7 + static_cast<std::uint32_t>(asics_.size()), 1));
    SwitchAsic& asic = *asics_.back();
    for (std::size_t p = 0; p < config.ports.size(); ++p) {
      far_.push_back(std::make_unique<FarEnd>(("far" + std::to_string(far_.size())).c_str()));
      plug(asic.port(PortId(p)), *far_.back());
    }
    return asic;
  }

  link::FramePool pool_;
  std::vector<std::unique_ptr<SwitchAsic>> asics_;
  std::vector<std::unique_ptr<FarEnd>> far_;
};

std::vector<SwitchConfig> many_configs() {
  std::vector<SwitchConfig> configs;
  for (const flow_control::SchemeName& scheme : flow_control::schemes()) {
    configs.push_back(config_with(scheme.value));
    if (scheme.value != Scheme::kTtlPfc)
      configs.push_back(config_with(scheme.value, 0));
  }
  SwitchConfig leading_zero = config_with(Scheme::kGfcBufferBased);
  leading_zero.flow_control.gfc_buffer_based = {
      .b1 = 500'000_B, .bm = Bytes(500'000 + (1 << 17)), .comparator = flow_control::ComparatorForm::kLeadingZero};
  configs.push_back(leading_zero);
  for (const Scheme scheme : {Scheme::kPfc, Scheme::kTtlPfc}) {
    SwitchConfig pooled = config_with(scheme);
    pooled.mmu.headroom_pool = 200'000_B;
    pooled.mmu.lossless_alpha_128ths = 64;
    pooled.mmu.count_cells = true;
    configs.push_back(pooled);
  }
  for (const Scheme scheme : {Scheme::kPfc, Scheme::kTtlPfc}) {
    SwitchConfig by_class = config_with(scheme);
    by_class.flow_control.pfc.xoff = 49'000_B;
    by_class.flow_control.pfc.xoff.set(ClassId(7), 50'000_B);
    by_class.flow_control.pfc.xon = 47'000_B;
    by_class.flow_control.pfc.xon.set(ClassId(7), 47'000_B);
    by_class.mmu.viq_limit = 60'000_B;
    by_class.mmu.viq_limit.set(ClassId(0), 59'000_B);
    configs.push_back(by_class);
  }
  for (const congestion::DetectorName& detector : congestion::detectors()) {
    SwitchConfig config = config_with(Scheme::kPfc, 0x28);
    config.congestion.detectors = {detector.value};
    config.congestion.ib_fecn.delayed = congestion::Delayed::kHead;
    configs.push_back(config);
    config.congestion.ib_fecn.delayed = congestion::Delayed::kQueued;
    config.congestion.tcd.rule = congestion::ReleaseRule::kNotDecreased;
    config.crossbar.strategy = crossbar::Strategy::kInputQueued;
    configs.push_back(config);
  }
  SwitchConfig enhanced = config_with(Scheme::kEgressPause, 0x28);
  enhanced.congestion.detectors = {congestion::DetectorKind::kFera};
  reference::FeraSettings& meter = enhanced.congestion.fera.meter;
  meter.lambda = 0.4;
  meter.delta = 0.03;
  meter.eta = 1.7;
  meter.gamma = 0.97;
  meter.takes_off_time = true;
  for (const auto& form : reference::kFeraForms) {
    for (const auto& control : reference::kFeraQueueControls) {
      meter.form = form.value;
      meter.queue_control = control.value;
      if (form.value != reference::FeraForm::kDivisorFree || control.value != reference::FeraQueueControl::kHyperbolic)
        configs.push_back(enhanced);
    }
  }
  for (const Scheme scheme : {Scheme::kEgressPause, Scheme::kPfc}) {
    SwitchConfig edges = config_with(scheme, 0x28);
    edges.congestion.detectors = {congestion::DetectorKind::kFera};
    edges.congestion.fera_edge.at = congestion::FeraEdgeAt::kHosts;
    edges.congestion.fera_edge.ports = {1, 0, 1};
    configs.push_back(edges);
  }
  for (const crossbar::Queueing queueing : {crossbar::Queueing::kFifo, crossbar::Queueing::kVirtualOutput}) {
    for (const crossbar::Transfer transfer : {crossbar::Transfer::kCell, crossbar::Transfer::kPacket}) {
      SwitchConfig config = config_with(Scheme::kPfc);
      config.crossbar.strategy = crossbar::Strategy::kInputQueued;
      config.crossbar.queueing = queueing;
      config.crossbar.transfer = transfer;
      configs.push_back(config);
    }
  }
  for (const auto& protocol : deadlock::kProtocols) {
    SwitchConfig config = config_with(Scheme::kPfc, 0x28);
    config.flow_control.pfc.refresh_fraction = 0.25;
    config.deadlock.unit = deadlock::Unit::kItsy;
    config.deadlock.itsy.protocol = protocol.value;
    config.deadlock.itsy.switch_id = 1;
    config.deadlock.itsy.trigger_limit = BitRate(1'000'000'000);
    configs.push_back(config);
  }
  return configs;
}

TEST_F(SwitchRegistersTest, EveryRegisterIsBound) {
  std::size_t bound = 0;
  for (const SwitchConfig& config : many_configs()) {
    ledger::RegisterBank& bank = make(config).csr().bank();
    for (const ledger::MappedRegister& mapped : bank.map().registers()) {
      EXPECT_TRUE(bank.is_bound(mapped)) << mapped.path() << ": has an address and no owner";
      ++bound;
    }
  }
  EXPECT_GT(bound, 400U);
}

// What each switch of a network gets of its own before the run.
bool is_individual(const ledger::MappedRegister& mapped) {
  return mapped.path() == "port.mac_address" || mapped.path() == "forwarding.hash_seed";
}

TEST_F(SwitchRegistersTest, ReadsItsResetValuesAtFirst) {
  for (const SwitchConfig& config : many_configs()) {
    ledger::RegisterBank& bank = make(config).csr().bank();
    for (const ledger::MappedRegister& mapped : bank.map().registers()) {
      if (is_individual(mapped))
        continue;
      for (std::uint64_t element = 0; element < mapped.declaration.count(); ++element) {
        EXPECT_EQ(bank.read(mapped, element, 0, Time(0)), mapped.reset_of(mapped.indices_of(element)))
            << mapped.path() << " element " << element;
      }
    }
  }
}

TEST_F(SwitchRegistersTest, SettingsTakeWhatTheyRead) {
  for (const SwitchConfig& config : many_configs()) {
    SwitchAsic& asic = make(config);
    ledger::RegisterBank& bank = asic.csr().bank();
    for (const ledger::MappedRegister& mapped : bank.map().registers()) {
      if (mapped.declaration.access != ledger::Access::kReadWrite || !bank.is_bound(mapped))
        continue;
      const std::uint64_t last = mapped.declaration.count() - 1;
      const std::uint64_t value = bank.read(mapped, last, 0, Time(0));
      const ledger::RegisterBank::Write write{&mapped, last, 0, value, ~std::uint64_t{0}};
      EXPECT_NO_THROW(bank.write(std::vector{write}, Time(0))) << mapped.path();
      EXPECT_EQ(bank.read(mapped, last, 0, Time(0)), value) << mapped.path();
    }
  }
}

}  // namespace weir::asic::switch_registers_test
