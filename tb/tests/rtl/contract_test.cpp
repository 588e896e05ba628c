// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a rate limiter asks of whoever drives it is asserted, by name; what other blocks ask of software is not printed.

#include <unistd.h>

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"
#include "tb/tests/rtl/variants.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::contract_test {

using In = reference::RateLimiterInputs;

class Contract : public testing::TestWithParam<const char*> {
 protected:
  static void play(const In& in) {
    const auto variant = variant_named<RateLimiterKind>(GetParam());
    auto core = DutCore<RateLimiterKind>(variant.rtl(variant.setup));
    core.clock(in);
    core.clock(In{});
  }
  // Verilator says it on standard output.
  static void play_aloud(const In& in) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    play(in);
  }
};

TEST_P(Contract, FractionsOfATickAreFractions) {
  EXPECT_DEATH(play_aloud({.sent = true, .r_l_ticks = 1, .r_l_subticks = 60}),
               "Assertion failed.*r_l_subticks_below_a_tick");
  EXPECT_DEATH(play_aloud({.sent = true, .r_l_ticks = 1, .phase = 60}), "Assertion failed.*phase_below_a_tick");
}

TEST_P(Contract, NothingIsAskedWithoutAPacket) {
  play({.sent = true, .r_l_ticks = 1, .r_l_subticks = 59, .phase = 59});
  play({.rate_valid = true, .r_l_subticks = 63, .phase = 63});
  play({.rst_n = false, .sent = true, .r_l_subticks = 63, .phase = 63});
}

// From a VIQ without cells something departs: Icarus warns of it, weir does not.
TEST(ContractOfSoftware, IsNotPrinted) {
  const auto variant = variant_named<ViqAdmissionKind>("viq_admission");
  auto core = DutCore<ViqAdmissionKind>(variant.rtl(variant.setup));
  testing::internal::CaptureStdout();
  core.clock(reference::ViqAdmissionInputs{.departs = true, .departs_cells = 1});
  EXPECT_TRUE(core.evaluate(reference::ViqAdmissionInputs{}).broken);
  core.clock(reference::ViqAdmissionInputs{});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

INSTANTIATE_TEST_SUITE_P(Limiters, Contract,
                         testing::Values("rate_limiter_stage", "rate_limiter_stage_lookahead",
                                         "rate_limiter_fixed_point"));

}  // namespace weir::cosim::contract_test
