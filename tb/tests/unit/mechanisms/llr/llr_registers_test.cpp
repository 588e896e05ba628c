// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_registers.h"

#include "hw_model/ledger/address_map.h"
#include "hw_model/ledger/chip.h"
#include "hw_model/mechanisms/llr/llr_settings.h"
#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_registers_test {

// Of SAI-Link_Layer_Retry.md, in lower case and without SAI_PORT_STAT_.
const std::vector<std::string> kPublicCounters = {"llr_tx_init_ctl_os",
                                                  "llr_tx_init_echo_ctl_os",
                                                  "llr_tx_ack_ctl_os",
                                                  "llr_tx_nack_ctl_os",
                                                  "llr_tx_discard",
                                                  "llr_tx_ok",
                                                  "llr_tx_poisoned",
                                                  "llr_tx_replay",
                                                  "llr_rx_init_ctl_os",
                                                  "llr_rx_init_echo_ctl_os",
                                                  "llr_rx_ack_ctl_os",
                                                  "llr_rx_nack_ctl_os",
                                                  "llr_rx_ack_nack_seq_error",
                                                  "llr_rx_ok",
                                                  "llr_rx_poisoned",
                                                  "llr_rx_bad",
                                                  "llr_rx_expected_seq_good",
                                                  "llr_rx_expected_seq_poisoned",
                                                  "llr_rx_expected_seq_bad",
                                                  "llr_rx_missing_seq",
                                                  "llr_rx_duplicate_seq",
                                                  "llr_rx_replay"};

TEST(LlrRegisters, AllPublicCountersAreDeclared) {
  EXPECT_EQ(kPublicCounters.size(), 22U);
  const ledger::Block block = declare_llr({});
  std::vector<std::string> counters;
  for (const ledger::RegisterDeclaration& one : block.registers()) {
    if (one.name.starts_with("llr_tx_") || one.name.starts_with("llr_rx_")) {
      if (one.width == 64)
        counters.push_back(one.name);
    }
  }
  EXPECT_EQ(counters, kPublicCounters);
}

TEST(LlrRegisters, WidthsAndResetsArePublic) {
  const ledger::Block block = declare_llr({});
  const auto width = [&](const char* name) { return block.find(name)->width; };
  EXPECT_EQ(width("outstanding_frames_max"), 20U);
  EXPECT_EQ(width("outstanding_bytes_max"), 32U);
  EXPECT_EQ(width("replay_timer_max"), 16U);
  EXPECT_EQ(width("replay_count_max"), 8U);
  EXPECT_EQ(width("init_data"), 16U);
  EXPECT_EQ(width("tx_seq"), 20U);
  EXPECT_EQ(block.find("replay_count_max")->reset, 1U);
  EXPECT_EQ(block.find("flush_llr_frame_action")->reset, 2U);
  EXPECT_EQ(block.find("acked_seq")->reset, 0xFFFFFU);
  EXPECT_EQ(block.find("replay_buffer")->bits(), 8U * 262'144U);
}

class Bound : public testing::Test {
 protected:
  Bound() {
    const auto settings =
        std::make_shared<ledger::Drafted<LlrConfig>>([this]() -> const LlrConfig& { return tx.config(); },
                                                     [](const LlrConfig& draft) {
                                                       ledger::Refusal refusal;
                                                       check(draft, refusal);
                                                     },
                                                     [this](const LlrConfig& draft, Time) {
                                                       tx.reconfigure(draft);
                                                       rx.reconfigure(draft);
                                                     });
    bind_llr(bank.binder("llr"), {settings, &tx.state(), [this](Time) -> const LlrTxCounters& { return tx.counters(); },
                                  &rx.state(), [this](Time) -> const LlrRxCounters& { return rx.counters(); }});
  }
  std::uint64_t read(const char* name, Time now = Time(0)) {
    return bank.read(*bank.map().find("llr", name), 0, 0, now);
  }
  void write(const char* name, std::uint64_t value) {
    const ledger::RegisterBank::Write write{bank.map().find("llr", name), 0, 0, value, ~std::uint64_t{0}};
    bank.write({&write, 1}, Time(0));
  }

  Tx tx{of_frames(512)};
  LlrRx rx{of_frames(512)};
  ledger::RegisterBank bank{ledger::AddressMap(ledger::Chip("chip").add(declare_llr({})))};
};

TEST_F(Bound, EveryRegisterIsBoundAndReadsTheLiveState) {
  EXPECT_EQ(bank.unbound(), std::vector<std::string>{});
  write("llr_mode_remote", 1);
  write("llr_mode_local", 1);
  EXPECT_EQ(read("tx_state"), 1U);
  rx.receive(tx.take_init());
  tx.receive(rx.take_echo(), Time(0));
  EXPECT_EQ(read("tx_state"), 2U);
  EXPECT_EQ(read("rx_state"), 1U);
  send(tx, 3);
  rx.receive(1, Fcs::kBad);
  EXPECT_EQ(read("tx_seq"), 3U);
  EXPECT_EQ(read("replay_timer", Time(1'000'001)), 2'000U);
  EXPECT_EQ(read("llr_tx_ok"), 3U);
  EXPECT_EQ(read("llr_rx_bad"), 1U);
  EXPECT_EQ(read("llr_rx_missing_seq"), 1U);
  EXPECT_EQ(read("rx_state"), 2U);
}

TEST_F(Bound, SettingsAreWrittenAndRefused) {
  write("replay_timer_max", 700);
  EXPECT_EQ(tx.config().replay_timer_max, Time(700'000));
  EXPECT_EQ(rx.config().replay_timer_max, Time(700'000));
  write("flush_llr_frame_action", 1);
  EXPECT_EQ(tx.config().flush_llr_frame_action, FrameAction::kDiscard);
  EXPECT_THROW(write("flush_llr_frame_action", 3), std::invalid_argument);
  EXPECT_THROW(write("outstanding_frames_max", 524'289), std::invalid_argument);
  EXPECT_THROW(write("data_age_timeout", 1'400), std::invalid_argument);
  write("data_age_timeout", 1'401);
}

}  // namespace weir::llr::llr_registers_test
