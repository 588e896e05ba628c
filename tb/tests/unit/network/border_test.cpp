// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A cable between two ranks, both of which are in this process. Each test needs a process of its own, as ctest gives
// it.

#include "tb/network/border.h"

#include <numeric>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::border_test {

constexpr Time kDelay{1'000'000};

// An own device: sends into the cable, and keeps what comes.
struct Station : sc_core::sc_module, tlm::tlm_bw_transport_if<>, tlm::tlm_fw_transport_if<> {
  Station(const sc_core::sc_module_name& name, link::FramePool& frames)
      : sc_core::sc_module(name), tx("tx"), rx("rx"), pool(frames) {
    tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

  void send(frame::Packet& packet, Time arrival) {
    link::FrameTransaction& transaction = pool.carrier();
    transaction.carry(packet);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = link::until(arrival);
    tx->nb_transport_fw(transaction, phase, delay);
    pool.crossed();
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time& delay) override {
    arrived.push_back(pool.take_packet(payload));
    times.push_back(link::to_time(sc_core::sc_time_stamp() + delay));
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> tx;
  tlm::tlm_target_socket<> rx;
  link::FramePool& pool;
  std::vector<frame::Packet*> arrived;
  std::vector<Time> times;
};

Topology two_cables() {
  Topology topology;
  const std::size_t a = topology.add_device("a", DeviceKind::kSwitch);
  const std::size_t b = topology.add_device("b", DeviceKind::kSwitch);
  const std::size_t c = topology.add_device("c", DeviceKind::kSwitch);
  topology.add_cable(a, c, {.delay = kDelay});  // within rank 0
  topology.add_cable(a, b, {.delay = kDelay});
  return topology;
}

class BorderTest : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
      const Topology topology = two_cables();
      Border& border =
          *borders_.emplace_back(std::make_unique<Border>(pools_[rank], Division{rank, 2, {0, 1, 0}}, topology));
      Station& station =
          *stations_.emplace_back(std::make_unique<Station>(("station" + std::to_string(rank)).c_str(), pools_[rank]));
      station.tx.bind(border.far_end(1).rx);
      border.far_end(1).tx.bind(station.rx);
    }
    sc_core::sc_start(link::to_kernel(kDelay));
  }

  void meet() {
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
      borders_[1 - rank]->deliver(message_from(rank));
    }
  }

  std::vector<std::byte> message_from(std::uint32_t rank) {
    std::vector<std::byte> message{std::byte{1}};  // of a meeting before
    borders_[rank]->take(1 - rank, message);
    return message;
  }

  link::FramePool pools_[2];
  std::vector<std::unique_ptr<Border>> borders_;
  std::vector<std::unique_ptr<Station>> stations_;
};

TEST_F(BorderTest, BringsEachFieldOfAFrameInTheOrderOfSendingAtItsTime) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    frame::Packet& packet = pools_[0].acquire();
    packet.length = Bytes(1500 + i);
    packet.flow = 7;
    packet.sequence = i;
    packet.traffic_class = ClassId(5);
    packet.injected = Time(123);
    packet.link_number = 9;
    packet.extras = frame::kFcsWrong | frame::kTagPutOn;
    packet.bytes.fill(static_cast<std::uint8_t>(i));
    stations_[0]->send(packet, 3 * kDelay + Time(i));
  }
  meet();
  EXPECT_EQ(pools_[0].in_use(), 0U) << "a frame that has been sent is no frame of the pool";
  ASSERT_EQ(stations_[1]->arrived.size(), 3U);
  EXPECT_TRUE(stations_[0]->arrived.empty());
  EXPECT_EQ(pools_[1].in_use(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const frame::Packet& packet = *stations_[1]->arrived[i];
    EXPECT_EQ(stations_[1]->times[i], 3 * kDelay + Time(i));
    EXPECT_EQ(packet.length, Bytes(1500 + i));
    EXPECT_EQ(packet.flow, 7U);
    EXPECT_EQ(packet.sequence, i);
    EXPECT_EQ(packet.traffic_class, ClassId(5));
    EXPECT_EQ(packet.injected, Time(123));
    EXPECT_EQ(packet.link_number, 9U);
    EXPECT_EQ(packet.extras, frame::kFcsWrong | frame::kTagPutOn);
    EXPECT_EQ(packet.bytes[63], i);
  }
  meet();
  EXPECT_EQ(stations_[1]->arrived.size(), 3U) << "a frame is taken once";
}

TEST_F(BorderTest, BringsAllBytesOfAFrameThatHasThem) {
  std::vector<std::uint8_t> bytes(9000);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  frame::Packet& whole = pools_[0].acquire();
  pools_[0].keep_whole(whole, bytes);
  whole.bytes[3] = 77;  // a switch has rewritten it
  stations_[0]->send(whole, 2 * kDelay);
  stations_[0]->send(pools_[0].acquire(), 3 * kDelay);
  meet();
  ASSERT_EQ(stations_[1]->arrived.size(), 2U);
  const auto there = link::FramePool::whole_of(*stations_[1]->arrived[0]);
  bytes[3] = 77;
  EXPECT_TRUE(std::ranges::equal(there, bytes));
  EXPECT_TRUE(link::FramePool::whole_of(*stations_[1]->arrived[1]).empty());
}

TEST_F(BorderTest, RefusesWhatIsNoFrame) {
  stations_[0]->send(pools_[0].acquire(), 2 * kDelay);
  std::vector<std::byte> other = message_from(0);
  const std::span<const std::byte> frames(other);
  EXPECT_THROW(borders_[1]->deliver(frames.first(frames.size() - 1)), std::invalid_argument);
  EXPECT_THROW(borders_[1]->deliver(frames.first(1)), std::invalid_argument);
  other[sizeof(std::int64_t)] = std::byte{0};  // the cable within rank 0
  EXPECT_THROW(borders_[1]->deliver(other), std::invalid_argument);
}

TEST_F(BorderTest, BringsManyFrames) {
  for (std::uint32_t i = 0; i < 100; ++i) {
    frame::Packet& packet = pools_[0].acquire();
    packet.sequence = i;
    stations_[0]->send(packet, 2 * kDelay);
  }
  meet();
  ASSERT_EQ(stations_[1]->arrived.size(), 100U);
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(stations_[1]->arrived[i]->sequence, i);
  }
}

TEST_F(BorderTest, HasAFarEndForEachCableToAnotherRankAlone) {
  EXPECT_THROW(borders_[0]->far_end(0), std::out_of_range);
}

}  // namespace weir::network::border_test
