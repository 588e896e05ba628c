// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/pcapng.h"

#include <csignal>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include "tb/tests/unit/frame/hex.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::pcapng_test {

using frame::hex;

class Pcapng : public testing::Test {
 protected:
  std::vector<std::uint8_t> written() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(temporary_.path()), {}));
  }

  TemporaryDirectory temporary_;
  std::filesystem::path path_ = temporary_.path() / "run.pcapng";
};

// The block of a file that starts at `at`, without its type and its two lengths.
std::vector<std::uint8_t> body(const std::vector<std::uint8_t>& file, std::size_t at) {
  const std::size_t length = file.at(at + 4) + 256U * file.at(at + 5);
  return {file.begin() + static_cast<std::ptrdiff_t>(at + 8),
          file.begin() + static_cast<std::ptrdiff_t>(at + length - 4)};
}

TEST_F(Pcapng, SectionHeaderOnly) {
  PcapngWriter(path_, "weir").close();
  EXPECT_EQ(written(), hex("0a0d0d0a 28000000 4d3c2b1a 0100 0000 ffffffffffffffff"
                           "0400 0400 77656972 00000000 28000000"));
}

TEST_F(Pcapng, InterfaceIsNamedInNanosecondsWithoutFcs) {
  PcapngWriter capture(path_, "");
  EXPECT_EQ(capture.add_interface("s1.2", 10_Gbps), CaptureInterface(0));
  EXPECT_EQ(capture.add_interface("s1.3", 10_Gbps), CaptureInterface(1));
  capture.close();
  EXPECT_EQ(body(written(), 32), hex("0100 0000 00000000"
                                     "0200 0400 73312e32"
                                     "0800 0800 00e40b5402000000"
                                     "0900 0100 09000000"
                                     "0d00 0100 00000000"
                                     "00000000"));
}

TEST_F(Pcapng, RecordsAreWholeAndOfALinkTypeOfTheirOwn) {
  PcapngWriter capture(path_, "");
  const CaptureInterface tap = capture.add_record_interface("s1", "sets", 10_Gbps);
  capture.write_record(tap, Time(2'999), hex("010203"), CaptureDirection::kInbound);
  capture.close();
  const auto interface = body(written(), 32);
  EXPECT_EQ(interface, hex("9300 0000 00000000"
                           "0200 0200 73310000"
                           "0300 0400 73657473"
                           "0800 0800 00e40b5402000000"
                           "0900 0100 09000000"
                           "00000000"));
  EXPECT_EQ(body(written(), 32 + 12 + interface.size()), hex("00000000 00000000 02000000 03000000 03000000"
                                                             "010203 00"
                                                             "0200 0400 01000000"
                                                             "00000000"));
}

TEST_F(Pcapng, PacketIsCutToWhatIsKnown) {
  PcapngWriter capture(path_, "");
  const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
  const std::size_t at = 32 + 60;
  const auto known = hex("0102030405");
  capture.write(tap, Time(0x1'0000'0002 * 1000 + 999), known, 1500_B, CaptureDirection::kOutbound, "why");
  capture.close();
  EXPECT_EQ(body(written(), at), hex("00000000 01000000 02000000 05000000 d8050000"
                                     "0102030405 000000"
                                     "0100 0300 77687900"
                                     "0200 0400 02000000"
                                     "00000000"));
}

TEST_F(Pcapng, BytesOfTheFcsAndBeyondAreNotWritten) {
  PcapngWriter capture(path_, "");
  const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
  const std::vector<std::uint8_t> held(72, 0xee);  // more than a control frame has
  capture.write(tap, 0_ps, held, 64_B);
  capture.write(tap, 0_ps, held, 3_B);
  capture.close();
  const auto first = body(written(), 92);
  EXPECT_THAT(std::span(first).subspan(12, 8), testing::ElementsAreArray(hex("3c000000 3c000000")));
  const auto second = body(written(), 92 + 12 + first.size());
  EXPECT_THAT(std::span(second).subspan(12, 8), testing::ElementsAreArray(hex("00000000 00000000")));
}

TEST_F(Pcapng, SameCallsSameBytes) {
  std::array<std::vector<std::uint8_t>, 2> runs;
  for (auto& run : runs) {
    PcapngWriter capture(path_, "weir", "seed 1");
    capture.write(capture.add_interface("s1.0", 40_Gbps), 1_us, hex("00"), 64_B);
    capture.close();
    run = written();
  }
  EXPECT_EQ(runs[0], runs[1]);
}

TEST_F(Pcapng, OverlongCommentIsCutToItsField) {
  PcapngWriter capture(path_, "");
  capture.write(capture.add_interface("s", 1_Gbps), 0_ps, {}, 64_B, CaptureDirection::kUnknown,
                std::string(70'000, 'x'));
  capture.close();
  const auto file = written();
  EXPECT_EQ(file.size(), 92 + 32 + 4 + 65'536 + 8 + 4 + 0U);
}

TEST_F(Pcapng, PacketsAreReadBack) {
  PcapngWriter capture(path_, "weir");
  const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
  capture.write(tap, Time(0x1'0000'0002 * 1000), hex("0102030405"), 64_B, CaptureDirection::kOutbound, "why");
  capture.write(capture.add_interface("t", 1_Gbps), Time(0x1'0000'0003 * 1000), {}, 64_B, CaptureDirection::kInbound);
  std::vector<std::string> read;
  capture.for_each_packet([&](const CapturedPacket& packet) {
    read.push_back(fmt::format("{} {} {:x} {} {:02x}", packet.number, packet.interface.index(), packet.at_ns,
                               static_cast<int>(packet.direction), fmt::join(packet.bytes, "")));
  });
  EXPECT_THAT(read, testing::ElementsAre("0 0 100000002 2 0102030405", "1 1 100000003 1 "));
}

TEST_F(Pcapng, CommentsAreAddedBehindThoseThatPacketsHave) {
  PcapngWriter capture(path_, "weir");
  const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
  for (const char* const comment : {"a", "", "b"}) {
    capture.write(tap, 0_ps, hex("0102"), 64_B, CaptureDirection::kOutbound, comment);
  }
  capture.add_comments({{0, "first"}, {0, "next"}, {2, "last"}});
  EXPECT_EQ(files(), 1U);
  EXPECT_FALSE(std::filesystem::exists(path_));
  capture.close();
  EXPECT_EQ(files(), 1U);
  const std::string packet = "00000000 00000000 00000000 02000000 3c000000 01020000 ";
  const std::string flags = "0200 0400 02000000 ";
  const std::size_t first = 40 + 60;
  EXPECT_EQ(body(written(), first),
            hex(packet + "0100 0100 61000000" + flags + "0100 0500 6669727374000000 0100 0400 6e657874 00000000"));
  EXPECT_EQ(body(written(), first + 76), hex(packet + flags + "00000000"));
  EXPECT_EQ(body(written(), first + 76 + 48),
            hex(packet + "0100 0100 62000000" + flags + "0100 0400 6c617374 00000000"));
}

TEST_F(Pcapng, FinalNameAppearsAtCloseOnly) {
  PcapngWriter capture(path_, "weir");
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(files(), 1U);
  capture.close();
  EXPECT_TRUE(std::filesystem::exists(path_));
  EXPECT_EQ(files(), 1U);
}

TEST_F(Pcapng, AbandonedCaptureLeavesNothing) {
  { const PcapngWriter capture(path_, "weir"); }
  EXPECT_EQ(files(), 0U);
}

TEST_F(Pcapng, UnknownInterfaceIsRefused) {
  PcapngWriter capture(path_, "");
  EXPECT_THROW(capture.write(CaptureInterface(0), 0_ps, {}, 64_B), std::out_of_range);
}

TEST_F(Pcapng, UnwritableFolderIsNamed) {
  EXPECT_THAT(
      error_of<OutputError>([&] { PcapngWriter capture(temporary_.path() / "missing" / "run.pcapng", "weir"); }),
      testing::HasSubstr("missing/run.pcapng: cannot write: No such file or directory"));
}

// A full disk, as the file-size limit of the process shows it.
TEST_F(Pcapng, FullDiskLeavesNothing) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 100'000, .rlim_max = before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto fill = [&] {
    PcapngWriter capture(path_, "weir");
    const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
    for (int i = 0; i < 10'000; ++i)
      capture.write(tap, 0_ps, std::vector<std::uint8_t>(72), 1500_B);
    capture.close();
  };
  EXPECT_THROW(fill(), OutputError);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(files(), 0U);
}

TEST_F(Pcapng, WhereCommentsDoNotFitTheFileStaysWithoutThem) {
  PcapngWriter capture(path_, "weir");
  const CaptureInterface tap = capture.add_interface("s", 1_Gbps);
  capture.write(tap, 0_ps, hex("0102"), 64_B);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 10'000, .rlim_max = before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(capture.add_comments({{0, std::string(60'000, 'x')}, {0, std::string(60'000, 'y')}}), OutputError);
  setrlimit(RLIMIT_FSIZE, &before);
  capture.close();
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(body(written(), 40 + 60).size(), 36U);
}

}  // namespace weir::report::pcapng_test
