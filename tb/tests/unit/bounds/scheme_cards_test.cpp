// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Each scheme says what room it needs, and where a scenario does not have it.

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/scheme_card.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::scheme_cards_test {

using flow_control::Scheme;

class SchemeCards : public testing::TestWithParam<std::string> {
 protected:
  Scheme scheme() const {
    return std::ranges::find(flow_control::schemes(), GetParam(), &flow_control::SchemeName::name)->value;
  }
};

std::vector<std::string> words() {
  std::vector<std::string> all;
  for (const flow_control::SchemeName& one : flow_control::schemes()) {
    all.emplace_back(one.name);
  }
  return all;
}

// What `weir cost` prints: without a room or a source it would print no headroom at all.
TEST_P(SchemeCards, HaveARoomWithItsSource) {
  asic::SwitchConfig device;
  device.ports.assign(4, link::LinkConfig{.rate = 10_Gbps, .delay = 1_us});
  const SchemeCard* const card = scheme_card(scheme());
  if (scheme() == Scheme::kNone) {
    EXPECT_EQ(card, nullptr);
    return;
  }
  ASSERT_NE(card, nullptr);
  const RoomOfPort room = card->room(device, device.ports.front());
  EXPECT_GT(room.each, 0_B);
  EXPECT_STRNE(room.formula, "");
  EXPECT_STRNE(room.source, "");
}

// What `weir check` says of a VIQ that cannot keep what the scheme promises, or of a PAUSE that lapses.
TEST_P(SchemeCards, WarnWhereTheRoomIsMissing) {
  std::vector<std::string> sets{
      "flow_control.scheme=" + GetParam(), "switch.mmu.viq_limit=4KB", "switch.mmu.headroom=0B",
      "flow_control.pfc.xoff=4KB",         "flow_control.pfc.xon=1KB", "flow_control.pfc.pause_quanta=10"};
  if (scheme() == Scheme::kTtlPfc) {
    sets.insert(sets.end(), {"switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4"});
  }
  if (flow_control::traits_of(scheme()).judges_inputs) {
    sets.insert(sets.end(), {"switch.crossbar.strategy=input_queued", "switch.crossbar.transfer=packet"});
  }
  if (scheme() == Scheme::kCbfc) {
    sets.emplace_back("flow_control.cbfc.buffer=8KB");  // by default what the VIQ may take
  }
  const bool promises_nothing = scheme() == Scheme::kNone;
  EXPECT_EQ(judged_minimal(sets).warnings.empty(), promises_nothing);
}

INSTANTIATE_TEST_SUITE_P(All, SchemeCards, testing::ValuesIn(words()), [](const auto& one) { return one.param; });

}  // namespace weir::bounds::scheme_cards_test
