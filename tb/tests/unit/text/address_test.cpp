// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/address.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::text::address_test {

TEST(Address, ReadsBothVersions) {
  EXPECT_EQ(parse_ipv4("10.0.2.255"), frame::Ipv4Address(10, 0, 2, 255));
  EXPECT_EQ(parse_ipv6("2001:db8::1"), frame::Ipv6Address(0x2001'0db8'0000'0000U, 1));
  EXPECT_EQ(parse_ipv6("::ffff:10.0.0.1"), frame::Ipv6Address(0, 0x0000'ffff'0a00'0001U));
}

TEST(Address, TakesNothingElse) {
  for (const std::string text :
       {"", "10.0.0", "10.0.0.256", "10.0.0.1/8", " 10.0.0.1", "10.0.0.1 ", "h1", "2001:db8::1"}) {
    EXPECT_FALSE(parse_ipv4(text)) << text;
  }
  EXPECT_FALSE(parse_ipv4(std::string("10.0.0.1\0", 9)));
  for (const std::string text : {"", "2001:db8", "10.0.0.1", "1:2:3:4:5:6:7:8:9", "::1/64"}) {
    EXPECT_FALSE(parse_ipv6(text)) << text;
  }
}

}  // namespace weir::text::address_test
