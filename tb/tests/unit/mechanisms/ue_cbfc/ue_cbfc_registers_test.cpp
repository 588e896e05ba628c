// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_registers.h"

#include "hw_model/ledger/address_map.h"
#include "hw_model/ledger/chip.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_settings.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ue_cbfc::ue_cbfc_registers_test {

class Bound : public testing::Test {
 protected:
  Bound() {
    const auto settings =
        std::make_shared<ledger::Drafted<UeCbfcConfig>>([this]() -> const UeCbfcConfig& { return sender.config(); },
                                                        [](const UeCbfcConfig& draft) {
                                                          ledger::Refusal refusal;
                                                          check(draft, refusal);
                                                        },
                                                        [this](const UeCbfcConfig& draft, Time) {
                                                          sender.reconfigure(draft);
                                                          receiver.reconfigure(draft);
                                                        });
    const auto controls = std::make_shared<ledger::Drafted<VcControls>>(
        [this]() -> const VcControls& { return now = controls_of(sender, receiver); }, [](const VcControls&) {},
        [this](const VcControls& draft, Time) { wanted = draft; });
    bind_ue_cbfc(bank.binder("ue_cbfc"), {settings, controls, &sender, &receiver});
  }
  std::uint64_t read(const char* name, std::uint64_t element = 0) {
    return bank.read(*bank.map().find("ue_cbfc", name), element, 0, Time(0));
  }
  void write(const char* name, std::uint64_t value, std::uint64_t element = 0) {
    const ledger::RegisterBank::Write write{bank.map().find("ue_cbfc", name), element, 0, value, ~std::uint64_t{0}};
    bank.write({&write, 1}, Time(0));
  }

  VcControls now;
  VcControls wanted;
  UeCreditSender sender{UeCbfcConfig{}};
  UeCreditReceiver receiver{UeCbfcConfig{}};
  ledger::RegisterBank bank{ledger::AddressMap(ledger::Chip("chip").add(declare_ue_cbfc({})))};
};

TEST_F(Bound, EveryRegisterIsBoundAndReadsTheLiveState) {
  EXPECT_EQ(bank.unbound(), std::vector<std::string>{});
  sender.set_limit(31, 9);
  sender.set_enabled(31, true);
  receiver.set_enabled(31, true);
  sender.sent(31, 5);
  receiver.accepted(31, 4);
  receiver.freed(31, 3);
  sender.cf_update(receiver.take_cf_update());
  receiver.cc_update(sender.take_cc_update(16));
  EXPECT_EQ(read("sender_credits_limit", 31), 9U);
  EXPECT_EQ(read("sender_credits_consumed", 31), 5U);
  EXPECT_EQ(read("sender_credits_freed", 31), 3U);
  EXPECT_EQ(read("sender_credits_used", 31), 2U);
  EXPECT_EQ(read("sender_credits_used_watermark", 31), 5U);
  EXPECT_EQ(read("cbfc_sender_credits_used"), 2U);
  EXPECT_EQ(read("cbfc_sender_credits_used_watermark"), 5U);
  EXPECT_EQ(read("receiver_credits_consumed", 31), 5U);
  EXPECT_EQ(read("receiver_credits_freed", 31), 4U);
  for (const char* counter : {"cbfc_num_cc_update_messages_tx", "cbfc_num_cc_update_messages_rx",
                              "cbfc_num_cf_update_messages_tx", "cbfc_num_cf_update_messages_rx"})
    EXPECT_EQ(read(counter), 1U) << counter;
}

TEST_F(Bound, SettingsAreWrittenAndRefused) {
  write("packet_overhead", 0xF0);
  EXPECT_EQ(sender.config().packet_overhead, Bytes(-16));
  EXPECT_EQ(receiver.config().packet_overhead, Bytes(-16));
  EXPECT_EQ(read("packet_overhead"), 0xF0U);
  write("packet_overhead", 128);
  EXPECT_EQ(sender.config().packet_overhead, UeCbfcConfig::kNative);
  EXPECT_EQ(read("packet_overhead"), 128U);
  EXPECT_THROW(write("packet_overhead", 129), std::invalid_argument);
  write("cc_message_timer", 10);
  EXPECT_EQ(sender.config().cc_message_timer, Time(10'000'000));
  EXPECT_THROW(write("credit_size", 100), std::invalid_argument);
  EXPECT_THROW(write("cf_min_spacing", 700), std::invalid_argument);
}

TEST_F(Bound, SoftwareControlsChannels) {
  sender.set_enabled(3, true);
  write("sender_credits_limit", 77, 3);
  EXPECT_TRUE(wanted.sender_enable[3]) << "the others stay";
  EXPECT_EQ(wanted.limit[3], 77U);
  write("queue_dequeue_enable", 0, 31);
  EXPECT_FALSE(wanted.queue_dequeue_enable[31]);
  EXPECT_TRUE(wanted.queue_dequeue_enable[30]);
  write("queue_enqueue_enable", 0, 30);
  EXPECT_FALSE(wanted.queue_enqueue_enable[30]);
  EXPECT_TRUE(wanted.queue_enqueue_enable[31]);
  write("receiver_enable", 1, 4);
  EXPECT_TRUE(wanted.receiver_enable[4]);
}

TEST(UeCbfcRegisters, WidthsArePublic) {
  const ledger::Block block = declare_ue_cbfc({});
  EXPECT_EQ(block.find("sender_credits_consumed")->width, 20U);
  EXPECT_EQ(block.find("sender_credits_consumed")->count(), 32U);
  EXPECT_EQ(block.find("cc_message_timer")->reset, 256U);
  EXPECT_EQ(block.find("cf_min_spacing")->reset, 6'400U);
  EXPECT_EQ(block.find("cf_max_spacing")->reset, 262'144U);
}

}  // namespace weir::ue_cbfc::ue_cbfc_registers_test
