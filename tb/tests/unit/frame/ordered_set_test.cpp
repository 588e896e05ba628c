// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ordered_set.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::frame::ordered_set_test {

TEST(OrderedSet, BytesOfEachKind) {
  EXPECT_EQ(write_ordered_set({OrderedSetType::kLlrAck, 0xABCDE, 0}),
            (OrderedSetBytes{0x4B, 0x01, 0xAB, 0xCD, 0xE6, 0, 0, 0}));
  EXPECT_EQ(write_ordered_set({OrderedSetType::kLlrNack, 0x00001, 0}),
            (OrderedSetBytes{0x4B, 0x02, 0x00, 0x00, 0x16, 0, 0, 0}));
  EXPECT_EQ(write_ordered_set({OrderedSetType::kLlrInit, 0xFFFFF, 0x1234}),
            (OrderedSetBytes{0x4B, 0x03, 0xFF, 0xFF, 0xF6, 0x12, 0x34, 0}));
  EXPECT_EQ(write_ordered_set({OrderedSetType::kLlrInitEcho, 0x80000, 0xFFFF}),
            (OrderedSetBytes{0x4B, 0x04, 0x80, 0x00, 0x06, 0xFF, 0xFF, 0}));
  EXPECT_EQ(write_cf_update_set({{{31, 0x7FFF}, {1, 0x1234}}}),
            (OrderedSetBytes{0x4B, 0x10, 0xFF, 0xFF, 0xF6, 0x09, 0x23, 0x40}));
}

TEST(OrderedSet, IsReadAsItWasWritten) {
  std::mt19937 numbers(1);
  const auto below = [&numbers](std::uint32_t end) { return static_cast<std::uint32_t>(numbers() % end); };
  for (int n = 0; n < 2'000; ++n) {
    const OrderedSet set{static_cast<OrderedSetType>(1 + below(4)), below(1U << 20U), below(1U << 16U)};
    EXPECT_EQ(read_ordered_set(write_ordered_set(set)), set);
    EXPECT_EQ(read_cf_update_set(write_ordered_set(set)), std::nullopt);
    const std::array<FreedCredits, 2> freed{{{static_cast<std::uint8_t>(below(32)), below(1U << 15U)},
                                             {static_cast<std::uint8_t>(below(32)), below(1U << 15U)}}};
    EXPECT_EQ(read_cf_update_set(write_cf_update_set(freed)), freed);
    EXPECT_EQ(read_ordered_set(write_cf_update_set(freed)), std::nullopt);
  }
}

TEST(OrderedSet, OtherBytesAreNone) {
  const OrderedSetBytes ack = write_ordered_set({OrderedSetType::kLlrAck, 5, 0});
  for (const auto& [place, value] :
       {std::pair<std::size_t, std::uint8_t>{0, 0x78}, {1, 0x00}, {1, 0x05}, {1, 0x11}, {4, 0x55}}) {
    OrderedSetBytes other = ack;
    other[place] = value;
    EXPECT_EQ(type_of(other), std::nullopt);
    EXPECT_EQ(read_ordered_set(other), std::nullopt);
    EXPECT_EQ(read_cf_update_set(other), std::nullopt);
  }
}

TEST(Preamble, CarriesTheNumber) {
  EXPECT_EQ(write_preamble(std::nullopt), (PreambleBytes{0xFB, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5}));
  EXPECT_EQ(write_preamble(0xABCDE), (PreambleBytes{0xFB, 0xA7, 0xBC, 0xDE, 0x55, 0x55, 0x55, 0xD5}));
  EXPECT_EQ(read_preamble(write_preamble(std::nullopt)), (Preamble{true, std::nullopt}));
  for (const std::uint32_t seq : {0U, 1U, 0x55555U, 0xFFFFFU})
    EXPECT_EQ(read_preamble(write_preamble(seq)), (Preamble{true, seq}));
  for (std::size_t place = 0; place < 8; ++place) {
    PreambleBytes damaged = write_preamble(std::nullopt);
    damaged[place] ^= 0x80;
    EXPECT_FALSE(read_preamble(damaged).whole) << place;
  }
}

}  // namespace weir::frame::ordered_set_test
