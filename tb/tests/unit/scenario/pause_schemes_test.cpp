// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the loader makes of PAUSE and of TTL-shifted PFC: classes, bounds, warnings.

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tb/scenario/loader.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario {
namespace {

using namespace weir::literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

Scenario load(std::vector<std::string> sets, std::vector<std::string> more) {
  sets.insert(sets.end(), {"flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=747KB", "switch.mmu.viq_limit=750KB",
                           "switch.mmu.headroom=50KB"});
  sets.insert(sets.end(), more.begin(), more.end());
  return load_text(kMinimalScenario, "s.toml", {std::move(sets), {}, {}});
}

Scenario pause(std::vector<std::string> more = {}) { return load({"flow_control.scheme=pause"}, std::move(more)); }

Scenario ttl_pfc(std::vector<std::string> more = {}) {
  return load({"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4"},
              std::move(more));
}

// Eq. 14 at 10 Gbps and 1 us, as for PFC.
TEST(PauseSchemes, NeedTheHeadroomOfPfc) {
  EXPECT_THAT(pause().device.mmu.required_headroom, Optional(5'628_B));
  EXPECT_THAT(ttl_pfc().device.mmu.required_headroom, Optional(5'628_B));
  EXPECT_THAT(pause({"switch.mmu.headroom=5627B"}).warnings, ElementsAre(HasSubstr("eq. 14")));
  EXPECT_THAT(pause({"switch.mmu.headroom=5628B"}).warnings, IsEmpty());
  EXPECT_THAT(ttl_pfc({"switch.mmu.headroom=5627B"}).warnings, ElementsAre(HasSubstr("eq. 14")));
  EXPECT_THAT(ttl_pfc({"switch.mmu.headroom=5628B"}).warnings, IsEmpty());
}

TEST(PauseSchemes, XonIsADepthOrAnOffset) {
  const auto xon = [](const std::vector<std::string>& sets) {
    return load_text(kMinimalScenario, "s.toml", {sets, {}, {}}).device.flow_control.pfc.xon;
  };
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon=96KB", "flow_control.scheme=pfc"}), 96_KB);
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon_offset=3KB"}), 97_KB);
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon_offset=100KB", "flow_control.scheme=pfc"}), 0_B);
  EXPECT_EQ(xon({"flow_control.pfc.xon_offset=1KB"}), 799_KB) << "below the default of XOFF";
}

// 3 ports x 800 KB are 2.4 MB: one XOFF for all classes of a port, and one a class.
TEST(PauseSchemes, ClassesOfAPortShareTheBufferUnderPause) {
  const std::vector<std::string> small{"switch.mmu.buffer=3MB"};
  EXPECT_THAT(pause({"switch.mmu.buffer=3MB", "flow_control.lossless=[0, 1, 2]"}).warnings, IsEmpty());
  EXPECT_THAT(ttl_pfc(small).warnings, ElementsAre(HasSubstr("4 classes")));
}

TEST(PauseSchemes, TtlPfcProtectsTheClassOfEveryHop) {
  EXPECT_EQ(ttl_pfc().device.flow_control.lossless, 0x0f);
  EXPECT_EQ(ttl_pfc({"switch.class_mapper.ttl0=8"}).device.flow_control.lossless, 0xff);
  EXPECT_EQ(ttl_pfc({"flow_control.lossless=[0, 1, 2, 3, 7]"}).device.flow_control.lossless, 0x8f);
}

// TTL-based buffer management, section 1.3. A partition of 8 KB x 8 takes a frame of each of 3 ports, of 2.6 KB not.
TEST(PauseSchemes, APartitionTakesAFrameOfEachPort) {
  const auto with = [](const std::string& frame) {
    return ttl_pfc({"switch.mmu.buffer=64KB", "switch.mmu.viq_limit=4KB", "switch.mmu.headroom=1KB",
                    "flow_control.pfc.xoff=4KB", "flow_control.pfc.xon=1KB", "switch.max_frame=" + frame})
        .warnings;
  };
  EXPECT_THAT(with("2666B"), Not(Contains(HasSubstr("a partition of"))));
  EXPECT_THAT(with("2667B"), Contains(HasSubstr("a partition of s1, switch.mmu.buffer / 8 classes = 8KB, is less than "
                                                "ports x MTU = 8.001KB")));
}

}  // namespace
}  // namespace weir::scenario
