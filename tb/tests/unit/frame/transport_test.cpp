// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCP, RoCEv2, and whole frames.

#include "hw_model/frame/headers.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::transport_test {

TEST(Tcp, ReadsAndWritesKnownBytes) {
  const auto bytes = hex("c000 0050 01020304 05060708 6012 7210 abcd 0000 01010101");
  const auto tcp = read_tcp(bytes, Bytes(24));
  ASSERT_TRUE(tcp);
  EXPECT_EQ(*tcp, (TcpHeader{.source_port = 0xc000,
                             .destination_port = 80,
                             .sequence = 0x01020304,
                             .acknowledgement = 0x05060708,
                             .header_length = 24,
                             .flags = 0x12,
                             .window = 0x7210,
                             .checksum = 0xabcd,
                             .urgent = 0}));
  std::vector<std::uint8_t> again(24);
  EXPECT_EQ(write_tcp(again, *tcp), 24U);
  EXPECT_EQ(std::vector(again.begin(), again.begin() + 20), std::vector(bytes.begin(), bytes.begin() + 20));
  for (const std::uint8_t length : {std::uint8_t{16}, std::uint8_t{22}, std::uint8_t{64}}) {
    EXPECT_EQ(write_tcp(again, {.header_length = length}), 0U);
  }
}

TEST(Tcp, RefusesWhatIsNone) {
  auto bytes = hex("c000 0050 01020304 05060708 6012 7210 abcd 0000 01010101");
  EXPECT_EQ(read_tcp(bytes, Bytes(19)).error(), DecodeError::kTruncated);
  EXPECT_EQ(read_tcp(bytes, Bytes(23)).error(), DecodeError::kBadTcpOffset);
  EXPECT_EQ(read_tcp(std::span(bytes).first(19), Bytes(24)).error(), DecodeError::kBeyondParseDepth);
  EXPECT_EQ(read_tcp(std::span(bytes).first(23), Bytes(24)).error(), DecodeError::kBeyondParseDepth);
  bytes[12] = 0x40;
  EXPECT_EQ(read_tcp(bytes, Bytes(24)).error(), DecodeError::kBadTcpOffset);
}

// RDMA WRITE only with immediate: BTH, RETH, ImmDt.
const auto kWrite =
    hex("0b a2 ffff 60123456 80abcdef"
        "0011223344556677 8899aabb 00001000"
        "deadbeef");

TEST(Roce, ReadsAndWritesKnownBytes) {
  const auto roce = read_roce(kWrite, Bytes(32));
  ASSERT_TRUE(roce);
  EXPECT_EQ(roce->bth, (Bth{.opcode = 11,
                            .solicited_event = true,
                            .migration_request = false,
                            .pad_count = 2,
                            .header_version = 2,
                            .partition_key = 0xffff,
                            .fecn = false,
                            .becn = true,
                            .undetermined = true,
                            .destination_qp = 0x123456,
                            .acknowledge_request = true,
                            .sequence = 0xabcdef}));
  EXPECT_EQ(roce->extensions.reth_virtual_address, 0x0011223344556677U);
  EXPECT_EQ(roce->extensions.reth_remote_key, 0x8899aabbU);
  EXPECT_EQ(roce->extensions.reth_dma_length, 4096U);
  EXPECT_EQ(roce->extensions.immediate, 0xdeadbeefU);
  EXPECT_EQ(roce->length(), 32U);
  std::vector<std::uint8_t> again(32);
  EXPECT_EQ(write_roce(again, *roce), 32U);
  EXPECT_EQ(again, kWrite);
  RoceHeaders out_of_range = *roce;
  out_of_range.bth.sequence = 1U << 24U;
  EXPECT_EQ(write_roce(again, out_of_range), 0U);
}

TEST(Roce, RefusesWhatIsCut) {
  for (std::size_t n = 0; n < 32; ++n) {
    EXPECT_EQ(read_roce(std::span(kWrite).first(n), Bytes(static_cast<std::int64_t>(n))).error(),
              DecodeError::kTruncated);
    EXPECT_EQ(read_roce(std::span(kWrite).first(n), Bytes(32)).error(), DecodeError::kBeyondParseDepth);
  }
}

TEST(Roce, OpcodesImplyTheirExtensionHeaders) {
  using enum RoceExtension;
  const auto set = [](std::initializer_list<RoceExtension> list) {
    RoceExtensionMask mask = 0;
    for (const RoceExtension e : list) {
      mask = static_cast<RoceExtensionMask>(mask | mask_of(e));
    }
    return mask;
  };
  EXPECT_EQ(roce_extensions(0x04), 0) << "RC SEND only";
  EXPECT_EQ(roce_extensions(0x0c), set({kReth})) << "RC READ request";
  EXPECT_EQ(roce_extensions(0x11), set({kAeth})) << "RC acknowledge";
  EXPECT_EQ(roce_extensions(0x12), set({kAeth, kAtomicAckEth}));
  EXPECT_EQ(roce_extensions(0x13), set({kAtomicEth})) << "RC compare and swap";
  EXPECT_EQ(roce_extensions(0x17), set({kIeth})) << "RC SEND only with invalidate";
  EXPECT_EQ(roce_extensions(0x2a), set({kReth})) << "UC WRITE only";
  EXPECT_EQ(roce_extensions(0x2c), 0) << "UC has no READ";
  EXPECT_EQ(roce_extensions(0x4a), set({kRdeth, kDeth, kReth})) << "RD WRITE only";
  EXPECT_EQ(roce_extensions(0x51), set({kRdeth, kAeth})) << "RD acknowledge";
  EXPECT_EQ(roce_extensions(0x64), set({kDeth})) << "UD SEND only";
  EXPECT_EQ(roce_extensions(0x65), set({kDeth, kImmDt}));
  EXPECT_EQ(roce_extensions(0x60), 0) << "UD has no SEND first";
  EXPECT_EQ(roce_extensions(0xa4), set({kXrceth})) << "XRC SEND only";
  EXPECT_EQ(roce_extensions(0xb1), set({kAeth})) << "XRC acknowledge";
  EXPECT_EQ(roce_extensions(kCnpOpcode), 0);
  EXPECT_EQ(roce_extensions(0xff), 0);
}

TEST(Headers, TellHowFarTheyWereRead) {
  // Ethernet, IPv4, UDP to 4791, a BTH that is cut.
  const auto bytes =
      hex("020000000002 020000000001 0800"
          "45000028 00004000 40114e8e c0000201 c6336402"
          "c000 12b7 0014 0000"
          "0b a2 ffff 40123456 80abcdef");
  const Headers headers = read_headers(bytes, Bytes(static_cast<std::int64_t>(bytes.size() + 4)));
  EXPECT_EQ(headers.error, DecodeError::kTruncated);
  EXPECT_EQ(internet_checksum(std::span(bytes).subspan(14, 20)), 0) << "of this test's own bytes";
  ASSERT_TRUE(headers.udp);
  EXPECT_FALSE(headers.roce);
  EXPECT_EQ(headers.length, 42U);
}

}  // namespace weir::frame::transport_test
