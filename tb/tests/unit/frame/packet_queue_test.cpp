// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/packet_queue.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::frame::packet_queue_test {

TEST(PacketQueue, KeepsTheOrderWhileItGrowsAndWraps) {
  std::deque<Packet> packets(100);
  for (std::size_t i = 0; i < packets.size(); ++i)
    packets[i].sequence = static_cast<std::uint32_t>(i);
  PacketQueue queue;
  std::size_t in = 0;
  std::size_t out = 0;
  const auto take = [&] {
    ASSERT_EQ(queue.front().sequence, out++);
    queue.pop_front();
  };
  for (std::size_t round = 0; in < packets.size(); ++round) {
    for (std::size_t i = 0; i < 5 + round && in < packets.size(); ++i)
      queue.push_back(packets[in++]);
    queue.prefetch(1);
    queue.prefetch(1000);
    take();
    take();
  }
  EXPECT_EQ(queue.size(), in - out);
  std::vector<std::uint32_t> seen;
  for (const Packet& packet : queue)
    seen.push_back(packet.sequence);
  ASSERT_EQ(seen.size(), in - out);
  EXPECT_EQ(seen.front(), out);
  EXPECT_EQ(seen.back(), in - 1);
  while (!queue.empty())
    take();
  EXPECT_EQ(out, in);
}

}  // namespace weir::frame::packet_queue_test
