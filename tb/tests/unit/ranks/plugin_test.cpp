// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/plugin.h"

#include "tb/network/ring.h"
#include "tb/network/star.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::plugin_test {

std::string refusal_of(const std::string& file) {
  return error_of([&] { Plugin plugin{std::filesystem::path(file)}; });
}

// One line, which says what is missing.
TEST(RanksPlugin, SaysWhatIsMissing) {
  EXPECT_THAT(refusal_of(""), AllOf(StartsWith("several ranks need libweir_mpi.so: neither in /"),
                                    HasSubstr("libopenmpi-dev and libmetis-dev"), Not(HasSubstr("\n"))));
  EXPECT_THAT(refusal_of("/nowhere/libweir_mpi.so"),
              AllOf(HasSubstr("/nowhere/libweir_mpi.so: cannot open"), HasSubstr("libopenmpi3"), Not(HasSubstr("\n"))));
  EXPECT_THAT(refusal_of("libm.so.6"), HasSubstr("there is no function weir_ranks_build in libm.so.6"));
}

#ifdef WEIR_MPI

TEST(RanksPlugin, IsOfTheSameBuild) {
  EXPECT_THAT(refusal_of(WEIR_FOREIGN_RANKS),
              AllOf(HasSubstr("is of weir 0.0.1"), HasSubstr(std::string("weir ") + kVersion)));
}

Graph graph_of_alike(const network::Topology& topology) {
  return graph_of(topology, {.devices = std::vector<double>(topology.devices.size(), 1e6),
                             .cables = std::vector<double>(topology.cables.size(), 1e6)});
}

// METIS complains on standard output of few vertices, or leaves some without a part.
TEST(RanksPlugin, DividesFewDevicesQuietly) {
  const Plugin metis(WEIR_MPI);
  testing::internal::CaptureStdout();
  for (std::size_t size = 3; size <= 20; ++size) {
    for (const network::Topology& topology : {network::make_ring(size, {}), network::make_star(size, {})}) {
      const Graph graph = graph_of_alike(topology);
      for (std::uint32_t ranks = 1; ranks <= 64; ++ranks) {
        const std::vector<std::uint32_t> rank_of = metis.divide(graph, ranks);
        ASSERT_THAT(rank_of, Each(testing::Lt(ranks)));
        ASSERT_EQ(metis.divide(graph, ranks), rank_of) << "always the same";
        const std::set<std::uint32_t> used(rank_of.begin(), rank_of.end());
        ASSERT_GE(used.size(), std::min<std::size_t>(ranks, topology.devices.size() / 2)) << size << ", " << ranks;
      }
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(RanksPlugin, DividesWithoutEdges) {
  const Graph apart{.first = {0, 0, 0, 0, 0}, .to = {}, .cost = {}, .load = {5, 5, 5, 5}};
  const Plugin metis(WEIR_MPI);
  EXPECT_EQ(std::ranges::count(metis.divide(apart, 2), 1U), 2);
  EXPECT_THAT(metis.divide({.first = {0}, .to = {}, .cost = {}, .load = {}}, 3), IsEmpty());
}

#endif

}  // namespace weir::ranks::plugin_test
