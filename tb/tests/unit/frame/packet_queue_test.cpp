// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/packet_queue.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::frame::packet_queue_test {

TEST(PacketQueue, KeepsTheOrderFromBlockToBlock) {
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

TEST(PacketQueue, KeepsTheOrderOfThreeQueuesThatShareBlocks) {
  std::vector<Packet> packets(400);
  std::vector<Packet*> idle;
  for (Packet& packet : packets)
    idle.push_back(&packet);
  std::array<PacketQueue, 3> queues;
  std::array<std::deque<Packet*>, 3> expected;
  std::mt19937 draw(1);
  for (unsigned step = 0; step < 40'000; ++step) {
    const std::size_t at = draw() % queues.size();
    PacketQueue& queue = queues[at];
    std::deque<Packet*>& order = expected[at];
    const bool fills = step / 1'000 % 2 == 0;
    if (const auto what = draw() % 16; what < (fills ? 10U : 5U) && !idle.empty()) {
      queue.push_back(*idle.back());
      order.push_back(idle.back());
      idle.pop_back();
    } else if (what < 14 && !order.empty()) {
      ASSERT_EQ(&queue.front(), order.front());
      queue.pop_front();
      idle.push_back(order.front());
      order.pop_front();
    } else if (what == 14 && !order.empty()) {
      const std::size_t place = draw() % order.size();
      ASSERT_EQ(&queue[place], order[place]);
      ASSERT_EQ(&queue.take(place), order[place]);
      idle.push_back(order[place]);
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(place));
    } else if (what == 15) {
      const std::size_t other = draw() % queues.size();
      queue.swap(queues[other]);
      order.swap(expected[other]);
    }
    queue.prefetch(draw() % 20);
    for (std::size_t ahead = 0; !queue.empty() && ahead < 7; ++ahead)
      ASSERT_EQ(queue.near(ahead), ahead < queue.size() ? &queue[ahead] : &queue.front());
    ASSERT_EQ(queues[at].size(), expected[at].size());
    std::deque<Packet*> seen;
    for (Packet& packet : queues[at])
      seen.push_back(&packet);
    ASSERT_EQ(seen, expected[at]) << "step " << step;
  }
}

}  // namespace weir::frame::packet_queue_test
