// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/frame_transaction.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "hw_model/base/large_pages.h"
#include "tb/tests/unit/resident.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::link::frame_transaction_test {

frame::Packet& some_frame(FramePool& pool) {
  frame::Packet& packet = pool.acquire();
  packet.length = Bytes(1500);
  return packet;
}

TEST(FrameTransaction, AReceiverOfOursTakesTheFrame) {
  FramePool pool;
  FrameTransaction& transaction = pool.acquire_transaction();
  frame::Packet& packet = some_frame(pool);
  transaction.carry(packet);
  EXPECT_EQ(transaction.get_data_ptr(), packet.bytes.data());
  EXPECT_EQ(transaction.get_data_length(), frame::kHeaderBytes);
  EXPECT_EQ(FramePool::packet_of(transaction), &packet);
  EXPECT_EQ(pool.take_packet(transaction), &packet);
  EXPECT_EQ(pool.take_packet(transaction), nullptr);
  EXPECT_EQ(pool.in_use(), 1U);
  pool.release(packet);
  EXPECT_EQ(pool.in_use(), 0U);
}

TEST(FrameTransaction, WhoAcquiresItKeepsItsFrame) {
  FramePool pool;
  FrameTransaction& transaction = pool.acquire_transaction();
  transaction.carry(some_frame(pool));
  transaction.acquire();
  transaction.release();  // the port's
  EXPECT_EQ(pool.in_use(), 1U);
  EXPECT_NE(&pool.acquire_transaction(), &transaction);
  transaction.release();
  EXPECT_EQ(pool.in_use(), 0U);
  EXPECT_EQ(&pool.acquire_transaction(), &transaction);
}

TEST(FrameTransaction, OneCarriesAllFrames) {
  FramePool pool;
  FrameTransaction& carrier = pool.carrier();
  carrier.carry(some_frame(pool));
  pool.crossed();
  EXPECT_EQ(pool.in_use(), 0U) << "nobody took the frame";
  EXPECT_EQ(&pool.carrier(), &carrier);
  frame::Packet& taken = some_frame(pool);
  carrier.carry(taken);
  EXPECT_EQ(pool.take_packet(carrier), &taken);
  pool.crossed();
  EXPECT_EQ(pool.in_use(), 1U) << "the receiver's now";
  EXPECT_EQ(&pool.carrier(), &carrier);
}

TEST(FrameTransaction, ACarrierThatIsKeptIsReplaced) {
  FramePool pool;
  FrameTransaction& kept = pool.carrier();
  kept.carry(some_frame(pool));
  kept.acquire();
  pool.crossed();
  EXPECT_NE(&pool.carrier(), &kept);
  EXPECT_EQ(pool.in_use(), 1U);
  EXPECT_EQ(FramePool::packet_of(kept)->length, Bytes(1500));
  kept.release();
  EXPECT_EQ(pool.in_use(), 0U);
}

TEST(FrameTransaction, WholeFramesAreSaidWholeAndTheirBlocksUsedAgain) {
  FramePool pool;
  std::array<std::uint8_t, 300> bytes{};
  bytes.back() = 7;
  FrameTransaction& transaction = pool.acquire_transaction();
  const std::uint8_t* block = nullptr;
  for (int round = 0; round < 2; ++round) {
    frame::Packet& packet = some_frame(pool);
    pool.keep_whole(packet, bytes);
    packet.bytes[3] = 9;
    transaction.carry(packet);
    ASSERT_EQ(transaction.get_data_length(), bytes.size());
    EXPECT_EQ(transaction.get_data_ptr()[3], 9) << "as the packet has it now";
    EXPECT_EQ(transaction.get_data_ptr()[299], 7);
    const std::uint8_t* const before = std::exchange(block, transaction.get_data_ptr());
    EXPECT_TRUE(round == 0 || before == block);
    pool.release(*pool.take_packet(transaction));
  }
  frame::Packet& plain = some_frame(pool);
  EXPECT_EQ(plain.extras, 0);
  EXPECT_TRUE(FramePool::whole_of(plain).empty());
  pool.release(plain);
}

// Whether this kernel gives memory by small pages where it is asked to, and says which of them are there.
bool kernel_counts_pages() {
#ifdef __linux__
  void* const some = mmap(nullptr, kLargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (some == MAP_FAILED)
    return false;
  madvise(some, kLargePage, MADV_NOHUGEPAGE);
  *static_cast<volatile char*>(some) = 1;
  const std::size_t there = resident(some, kLargePage);
  munmap(some, kLargePage);
  return there != 0 && there <= 64;
#else
  return false;
#endif
}

TEST(FrameTransaction, FramesThatAreNeverUsedTakeNoMemory) {
  constexpr std::uint32_t kFrames = 60'000;  // 7.3 MiB: more than three slabs of 2 MiB
  FramePool pool;
  std::vector<frame::Packet*> frames;
  frames.reserve(kFrames);
  while (frames.size() < 2'000) {
    frames.push_back(&some_frame(pool));
    frames.back()->sequence = static_cast<std::uint32_t>(frames.size());
  }
  if (kernel_counts_pages()) {
    const auto slab = reinterpret_cast<std::uintptr_t>(frames.back()) & ~(kLargePage - 1);
    EXPECT_LT(resident(reinterpret_cast<void*>(slab), kLargePage), 512U);
  }
  while (frames.size() < kFrames) {
    frames.push_back(&some_frame(pool));
    frames.back()->sequence = static_cast<std::uint32_t>(frames.size());
  }
  for (std::uint32_t i = 0; i < kFrames; ++i) {  // wherever the kernel has moved them
    ASSERT_EQ(frames[i]->sequence, i + 1);
    ASSERT_EQ(frames[i]->length, Bytes(1500));
    ASSERT_EQ(frames[i]->extras, 0);
    ASSERT_EQ(frames[i]->whole, nullptr);
  }
}

}  // namespace weir::link::frame_transaction_test
