// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_settings.h"

#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_settings_test {

std::string complaint(const LlrConfig& config) {
  return error_of([&] {
    ledger::Refusal refusal;
    check(config, refusal);
  });
}

TEST(LlrSettings, DefaultsAreTheRepairedProfile) {
  EXPECT_EQ(complaint({}), "");
  const LlrConfig sai = with_profile({}, Profile::kSai);
  EXPECT_EQ(sai.bad_frame_rule, BadFrameRule::kAny);
  EXPECT_EQ(sai.dup_in_nack_sent, DupInNackSent::kSilent);
  const LlrConfig repaired = with_profile(sai, Profile::kRepaired);
  for (const ledger::Setting<LlrConfig>& one : llr_settings())
    EXPECT_EQ(one.get(repaired, 0), one.get(LlrConfig{}, 0)) << one.word;
}

TEST(LlrSettings, RefusesWithTheFigure) {
  LlrConfig config;
  config.outstanding_frames_max = 524'289;
  EXPECT_THAT(complaint(config), HasSubstr("outstanding_frames_max: wanted an integer from 1 to 524288"));
  config = {};
  config.seq_bits = 3;
  config.outstanding_frames_max = 5;
  EXPECT_EQ(complaint(config), "outstanding_frames_max: wanted at most half of the numbers, 4; got 5");
  config = {};
  config.replay_timer_max = Time(2'000'000);
  config.replay_count_max = 3;
  config.data_age_timeout = Time(8'000'000);
  EXPECT_EQ(complaint(config),
            "data_age_timeout: wanted more than (replay_count_max + 1) x replay_timer_max, 8us, after which the timer "
            "itself ends in FLUSH; got 8us");
  config.data_age_timeout += LlrConfig::kTick;
  EXPECT_EQ(complaint(config), "");
  config.replay_count_max = 255;
  config.data_age_timeout = Time(1'000);
  EXPECT_EQ(complaint(config), "");
}

}  // namespace weir::llr::llr_settings_test
