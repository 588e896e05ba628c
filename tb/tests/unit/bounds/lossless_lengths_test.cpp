// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Among the lengths that bounds are reckoned for is each with which packets are answered in a lossless class, and no
// other.

#include "tb/bounds/lossless_lengths.h"

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::bounds::lossless_lengths_test {

using Sets = std::vector<std::string>;

std::vector<Bytes> lengths(Sets sets) {
  sets.insert(sets.begin(), "flow_control.scheme=pfc");
  return lossless_lengths(scenario::load_minimal(std::move(sets)));
}

// Two switches: what one of them makes is counted by the other.
std::vector<Bytes> lengths_of_two(Sets sets) {
  sets.insert(sets.begin(), "flow_control.scheme=pfc");
  return lossless_lengths(scenario::load_text(scenario::kCustomScenario, "s.toml", {std::move(sets), {}, {}}));
}

TEST(LosslessLengths, ArePacketsAndWhatAcknowledgesThem) {
  EXPECT_THAT(lengths({}), ElementsAre(1'500_B));
  EXPECT_THAT(lengths({"traffic.acknowledged=true"}), ElementsAre(64_B, 1'500_B));
  EXPECT_THAT(lengths({"traffic.control=window", "traffic.window=30KB"}), ElementsAre(64_B, 1'500_B));
  EXPECT_THAT(lengths({"traffic.control=timely", "traffic.acknowledgement_length=80B"}), ElementsAre(80_B, 1'500_B));
  EXPECT_THAT(lengths({"traffic.framing=tcp"}), ElementsAre(64_B, 1'500_B));
  EXPECT_THAT(lengths({"traffic.control=window", "traffic.window=30KB", "flow_control.lossless=[3]"}), IsEmpty());
}

TEST(LosslessLengths, AreThoseOfNotificationsWhereMarksMayBe) {
  const Sets dcqcn{"traffic.control=dcqcn", "traffic.ecn=ect0"};
  const auto with = [&](const Sets& more) {
    Sets sets = dcqcn;
    sets.insert(sets.end(), more.begin(), more.end());
    return lengths(sets);
  };
  EXPECT_THAT(with({}), ElementsAre(1'500_B)) << "nothing marks";
  EXPECT_THAT(with({"congestion.detector=red_ecn"}), ElementsAre(64_B, 1'500_B));
  EXPECT_THAT(with({"congestion.detector=red_ecn", "traffic.framing=rocev2"}), ElementsAre(82_B, 1'500_B));
  const Sets fecn{"traffic.control=ib_cc", "traffic.framing=rocev2", "traffic.ecn=ect0", "congestion.detector=ib_fecn",
                  "traffic.acknowledgement_length=100B"};
  EXPECT_THAT(lengths(fecn), ElementsAre(100_B, 1'500_B));
}

TEST(LosslessLengths, AreThoseOfWhatSwitchesMakeWhereAnotherSwitchCountsIt) {
  const Sets bcn{"congestion.detector=bcn"};
  EXPECT_THAT(lengths(bcn), ElementsAre(1'500_B)) << "from the only switch to a host";
  EXPECT_THAT(lengths_of_two(bcn), ElementsAre(64_B, 1'500_B));
  const Sets red{"congestion.detector=red_ecn", "congestion.red_ecn.notify=true"};
  EXPECT_THAT(lengths_of_two(red), ElementsAre(1'500_B)) << "no packet can be marked";
  Sets capable = red;
  capable.emplace_back("traffic.ecn=ect0");
  EXPECT_THAT(lengths_of_two(capable), ElementsAre(64_B, 1'500_B));
}

TEST(LosslessLengths, AreThoseOfRateTags) {
  EXPECT_THAT(lengths({"traffic.control=fera", "congestion.detector=fera"}), ElementsAre(64_B, 1'500_B));
}

TEST(LosslessLengths, AreWithAndWithoutAHopLabel) {
  EXPECT_THAT(lengths({"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=label", "switch.max_frame=1504B"}),
              ElementsAre(1'500_B, 1'504_B));
}

TEST(LosslessLengths, FillABufferWhereNothingBoundsHowMany) {
  const auto filling = [](Sets sets) {
    sets.insert(sets.begin(), "flow_control.scheme=pfc");
    return filling_lengths(scenario::load_minimal(std::move(sets)));
  };
  EXPECT_THAT(filling({"traffic.acknowledged=true"}), ElementsAre(64_B, 1'500_B));
  EXPECT_THAT(filling({"traffic.control=window", "traffic.window=30KB"}), ElementsAre(1'500_B));
  EXPECT_THAT(filling({"traffic.control=fera", "congestion.detector=fera"}), ElementsAre(1'500_B));
}

}  // namespace weir::bounds::lossless_lengths_test
