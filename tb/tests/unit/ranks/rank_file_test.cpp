// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/rank_file.h"

#include "tb/network/line.h"
#include "tb/network/ring.h"
#include "tb/ranks/parts_text.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::rank_file_test {

// h1 and h2 at s1, h3 at s2.
const network::Topology& dumbbell() {
  static const network::Topology kLine = network::make_dumbbell(2, 1, {.rate = 10_Gbps, .delay = 1_us});
  return kLine;
}

std::map<std::string, std::uint32_t> ranks_of(const std::string& text) {
  const RankFile file = parse_rank_file(text, "r.toml", dumbbell());
  std::map<std::string, std::uint32_t> ranks;
  for (std::size_t i = 0; i < file.rank_of.size(); ++i) {
    ranks[dumbbell().devices[i].name] = file.rank_of[i];
  }
  return ranks;
}

std::string refusal(const std::string& text) {
  return error_of<scenario::ScenarioError>([&] { parse_rank_file(text, "r.toml", dumbbell()); });
}

using Ranks = std::map<std::string, std::uint32_t>;

TEST(RankFile, NamesTheDevicesOfEachRank) {
  EXPECT_EQ(ranks_of("rank = [[\"s2\", \"h3\", \"h1\"], [\"s1\", \"h2\"]]"),
            (Ranks{{"h1", 0}, {"h2", 1}, {"h3", 0}, {"s1", 1}, {"s2", 0}}));
  EXPECT_EQ(parse_rank_file("rank = [[\"s2\"], [], [\"s1\"]]", "r.toml", dumbbell()).ranks, 3U);
}

TEST(RankFile, LeavesHostsToTheirSwitches) {
  EXPECT_EQ(ranks_of("rank = [[\"s1\"], [\"s2\", \"h2\"]]"),
            (Ranks{{"h1", 0}, {"h2", 1}, {"h3", 1}, {"s1", 0}, {"s2", 1}}));
}

TEST(RankFile, SaysWhatIsWrong) {
  const std::string wanted = "wanted the devices of each rank, rank = [[\"s1\", \"h1\"], [\"s2\", \"h2\"]]";
  EXPECT_EQ(refusal(""), "r.toml:1:1: key 'rank': " + wanted);
  EXPECT_EQ(refusal("ranks = 3\n"), "r.toml:1:1: key 'ranks': unknown key; " + wanted);
  EXPECT_EQ(refusal("rank = 3\n"), "r.toml:1:8: key 'rank': " + wanted + ", 1 to 64 of them");
  EXPECT_EQ(refusal("rank = []\n"), "r.toml:1:8: key 'rank': " + wanted + ", 1 to 64 of them");
  EXPECT_EQ(refusal("rank = [\"s1\"]\n"), "r.toml:1:9: key 'rank': " + wanted);
  EXPECT_EQ(refusal("rank = [[\"s1\", 3]]\n"), "r.toml:1:16: key 'rank': wanted the name of a device; got an integer");
  EXPECT_EQ(refusal("rank = [[\"s1\", \"h1\"],\n[\"s2\", \"h1\"]]\n"),
            "r.toml:2:8: key 'rank': \"h1\" is in rank 0 already; wanted each device in one rank");
  EXPECT_EQ(refusal("rank = [[\"s1\", \"h3\"]]\n"), "r.toml:1:8: key 'rank': \"s2\" is in none");
  EXPECT_THAT(refusal("rank = [[\"s1\", \"h33\"]]\n"),
              StartsWith("r.toml:1:16: key 'rank': there is no device \"h33\"; the nearest is \"h3\""));
  EXPECT_THAT(refusal("rank = [[\"s1\""), StartsWith("r.toml:1:"));
  std::string many = "rank = [[\"s1\", \"s2\"]";
  for (int i = 0; i < 64; ++i) {
    many += ", []";
  }
  EXPECT_THAT(refusal(many + "]\n"), EndsWith("1 to 64 of them"));
}

// A cable of 2.5 us beside one of 1 us: devices run in quanta of 1 us, and ranks meet every 2 us.
TEST(PartsText, SaysWhatEachRankHas) {
  network::Topology line = dumbbell();
  line.cables.back().link.delay = Time(2'500'000);
  ASSERT_TRUE(line.joins_switches(line.cables.back()));
  const ExpectedLoad load{.devices = {0, 0, 0, 0, 0}, .cables = std::vector<double>(line.cables.size(), 3)};
  const RankFile file = parse_rank_file("rank = [[\"s1\"], [\"s2\"], []]", "r.toml", line);
  EXPECT_EQ(text_of(parts_of(line, load, file.ranks, file.rank_of), line),
            "3 ranks: 1 of 4 cables cut, which 25.0 % of all frames on cables cross\n"
            "  rank 0: 60.0 % of the work, 3 devices: h1, h2, s1\n"
            "  rank 1: 40.0 % of the work, 2 devices: h3, s2\n"
            "  rank 2: 0.0 % of the work, no device\n"
            "  ranks 0 and 1 meet every 2 us: 1 cable\n");
}

TEST(PartsText, PutsNumbersTogether) {
  const auto names_of = [](const std::vector<std::string>& names) {
    network::Topology topology;
    for (const std::string& name : names) {
      topology.add_device(name, network::DeviceKind::kSwitch);
    }
    const ExpectedLoad load{.devices = std::vector<double>(names.size()), .cables = {}};
    const std::string text = text_of(parts_of(topology, load, 1, std::vector<std::uint32_t>(names.size())), topology);
    const std::size_t begin = text.find("devices: ") + 9;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(names_of({"h0", "h1", "h2", "h4", "h5", "s6", "x", "y"}), "h0 to h2, h4, h5, s6, x, y");
  EXPECT_EQ(names_of({"h09", "h10", "h11", "99", "100"}), "h09, h10, h11, 99, 100");
  std::vector<std::string> apart;
  for (int i = 0; i < 40; i += 2) {
    apart.push_back("s" + std::to_string(i));
  }
  EXPECT_THAT(names_of(apart), EndsWith("s28, s30, and 4 more"));
}

}  // namespace weir::ranks::rank_file_test
