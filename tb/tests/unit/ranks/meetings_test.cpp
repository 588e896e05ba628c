// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/meetings.h"

#include <gtest/gtest.h>

namespace weir::ranks {
namespace {

constexpr Time kMicrosecond{1'000'000};

// Keeps with whom this rank has met.
class Noted final : public Communicator {
 public:
  std::uint32_t rank() const override { return 0; }
  std::uint32_t ranks() const override { return 3; }
  void exchange(std::span<const std::uint32_t> peers, std::span<const Message>, std::span<Message>) override {
    met.emplace_back(peers.begin(), peers.end());
  }
  std::vector<std::string> gather(const std::string& text) override { return {text}; }
  std::string broadcast(const std::string& text) override { return text; }
  double waited() const override { return 0; }
  double cpu_seconds() const override { return 0; }
  [[noreturn]] void abort(int status) override { std::_Exit(status); }

  std::vector<std::vector<std::uint32_t>> met;
};

// The times and ranks of the first meetings of a device with cables of these delays to ranks 1 and 2.
std::vector<std::pair<Time, std::vector<std::uint32_t>>> first_meetings(
    const std::vector<std::pair<std::size_t, Time>>& cables, Time quantum, std::size_t number) {
  network::Topology topology;
  topology.add_devices("s", 0, 3, network::DeviceKind::kSwitch);
  for (const auto& [to, delay] : cables) {
    topology.add_cable(0, to, {.delay = delay});
  }
  link::FramePool pool;
  network::Border border(pool, {0, 3, {0, 1, 2}}, topology);
  Noted noted;
  Meetings meetings(noted, border, topology, quantum);
  std::vector<std::pair<Time, std::vector<std::uint32_t>>> found;
  while (found.size() < number && meetings.next() != kNever) {
    const Time at = meetings.next();
    meetings.meet(at);
    found.emplace_back(at, noted.met.back());
  }
  return found;
}

using Ranks = std::vector<std::uint32_t>;

TEST(Meetings, AreAtMultiplesOfTheLeastDelayOfTheCablesBetweenTwo) {
  const auto found =
      first_meetings({{1, 3 * kMicrosecond}, {1, 2 * kMicrosecond}, {2, 5 * kMicrosecond}}, kMicrosecond, 5);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0], std::pair(2 * kMicrosecond, Ranks{1}));
  EXPECT_EQ(found[1], std::pair(4 * kMicrosecond, Ranks{1}));
  EXPECT_EQ(found[2], std::pair(5 * kMicrosecond, Ranks{2}));
  EXPECT_EQ(found[3], std::pair(6 * kMicrosecond, Ranks{1}));
  EXPECT_EQ(found[4], std::pair(8 * kMicrosecond, Ranks{1}));
}

TEST(Meetings, AreAtTheEndOfAQuantum) {
  const auto found = first_meetings({{1, Time(2'999'999)}, {2, kMicrosecond}}, kMicrosecond, 3);
  EXPECT_EQ(found[0], std::pair(kMicrosecond, Ranks{2}));
  EXPECT_EQ(found[1], std::pair(2 * kMicrosecond, (Ranks{1, 2}))) << "a device runs to the end of its quantum";
}

TEST(Meetings, AreNoneWithoutCables) { EXPECT_TRUE(first_meetings({}, kMicrosecond, 1).empty()); }

}  // namespace
}  // namespace weir::ranks
