// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Capture files in memory, and the source that plays them. All formats: the regression run.replay.

#include <cstdio>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/traffic/capture_file.h"
#include "tb/traffic/pcap_source.h"

namespace weir::traffic::capture_test {

using ByteString = std::vector<std::uint8_t>;

struct Record {
  std::uint64_t nanoseconds;
  ByteString bytes;
  std::uint32_t more = 0;  // on the wire, and not in the capture
};

void put(ByteString& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  }
}

ByteString pcap(const std::vector<Record>& records, std::uint32_t link = 1) {
  ByteString out;
  put(out, 0xa1b23c4d, 4);
  put(out, 2, 2);
  put(out, 4, 2);
  put(out, 0, 8);
  put(out, 65535, 4);
  put(out, link, 4);
  for (const Record& record : records) {
    put(out, record.nanoseconds / 1'000'000'000, 4);
    put(out, record.nanoseconds % 1'000'000'000, 4);
    put(out, record.bytes.size(), 4);
    put(out, record.bytes.size() + record.more, 4);
    out.insert(out.end(), record.bytes.begin(), record.bytes.end());
  }
  return out;
}

CaptureFile read(ByteString bytes, CaptureFcs fcs = CaptureFcs::kAuto) {
  return read_capture(fmemopen(bytes.data(), bytes.size(), "rb"), "x.pcap", fcs);
}

ByteString frame_of(std::size_t size, std::uint8_t first = 2) {
  ByteString bytes(size, 0x55);
  bytes[0] = first;
  return bytes;
}

ByteString with_fcs(ByteString bytes) {
  bytes.resize(bytes.size() + 4);
  frame::write_fcs(bytes);
  return bytes;
}

std::vector<Bytes> lengths(const CaptureFile& capture) {
  std::vector<Bytes> all;
  for (const CapturedFrame& frame : capture.frames()) {
    all.push_back(frame.length);
  }
  return all;
}

TEST(CaptureFile, PadsWhatAHostCapturedBeforeItsNic) {
  const CaptureFile capture = read(pcap({{7, frame_of(100)}, {9, frame_of(42)}}));
  EXPECT_FALSE(capture.has_fcs());
  EXPECT_THAT(lengths(capture), ElementsAre(104_B, 64_B));
  EXPECT_EQ(capture.frames()[1].at, 2_ns);
  const auto bytes = capture.bytes(capture.frames()[1]);
  EXPECT_EQ(bytes.size(), 60U);
  EXPECT_EQ(bytes[41], 0x55);
  EXPECT_EQ(bytes[42], 0);
}

TEST(CaptureFile, FindsFrameCheckSequences) {
  ByteString wrong = with_fcs(frame_of(80));
  wrong.back() ^= 1;
  const CaptureFile capture = read(pcap({{0, wrong}, {1, with_fcs(frame_of(42))}}));
  EXPECT_TRUE(capture.has_fcs());
  EXPECT_THAT(lengths(capture), ElementsAre(84_B, 46_B));
  EXPECT_TRUE(capture.frames()[0].fcs_wrong);
  EXPECT_FALSE(capture.frames()[1].fcs_wrong) << "a runt, and sound otherwise";
  EXPECT_FALSE(read(pcap({{0, with_fcs(frame_of(80))}}), CaptureFcs::kAbsent).has_fcs());
  EXPECT_TRUE(read(pcap({{0, wrong}}), CaptureFcs::kPresent).frames()[0].fcs_wrong);
  // The header says: no FCS, whatever the bytes are.
  EXPECT_FALSE(read(pcap({{0, with_fcs(frame_of(80))}}, 1U | 1U << 26U)).has_fcs());
}

TEST(CaptureFile, CountsWhatItLeavesOutOrChanges) {
  ByteString pause(frame::kControlFrameBytes);
  frame::write_pause(pause, frame::MacAddress(1), {.quanta = 1});
  ByteString unknown = pause;
  unknown[15] = 0x77;
  const CaptureFile capture = read(pcap({{50, frame_of(64), 100},
                                         {20, frame_of(64)},
                                         {60, pause},
                                         {61, unknown},
                                         {62, frame_of(9212)},
                                         {63, frame_of(9213)},
                                         {64, {}}}));
  EXPECT_THAT(lengths(capture), ElementsAre(168_B, 68_B, 64_B, 9216_B));
  EXPECT_EQ(capture.cut(), 1U);
  EXPECT_EQ(capture.back_in_time(), 1U);
  EXPECT_EQ(capture.link_local(), 1U) << "the unknown opcode is played";
  EXPECT_EQ(capture.empty(), 1U);
  EXPECT_EQ(capture.too_long(), 1U);
  EXPECT_EQ(capture.frames()[1].at, 0_ns);
  EXPECT_EQ(capture.bytes(capture.frames()[0])[64], 0) << "what was cut off";
}

TEST(CaptureFile, RefusesWhatIsNoneInOneLine) {
  const auto refused = [](const ByteString& bytes, const char* words) {
    EXPECT_THAT([&] { read(bytes); }, ThrowsMessage<CaptureError>(HasSubstr(words)));
  };
  refused({1}, "truncated dump file");
  refused(ByteString(100, 'x'), "unknown file format");
  refused(pcap({}),
          "x.pcap: has no frame that can be played: of 0 packets 0 are empty, 0 longer than 9216 B, 0 MAC control, "
          "which stays on "
          "the link on which it was captured");
  refused(pcap({{0, frame_of(60)}}, 101), "wanted a capture of Ethernet; its link type is Raw IP");
  ByteString cut = pcap({{0, frame_of(60)}});
  cut.pop_back();
  refused(cut, "truncated dump file");
  EXPECT_THAT([] { read_capture("/"); }, ThrowsMessage<CaptureError>("/: is no file"));
  EXPECT_THAT([] { read_capture("no/such"); }, ThrowsMessage<CaptureError>("no/such: there is no such file"));
}

TEST(CaptureFile, HasNoTimeThatCannotBeCounted) {
  const CaptureFile capture = read(pcap({{0, frame_of(60)}, {2'000'000'000'000'000'000, frame_of(60)}}));
  EXPECT_EQ(capture.frames()[1].at, kMostSpan);
}

Demand demand_of(std::vector<Record> records) {
  Demand demand;
  demand.kind = SourceKind::kPcap;
  demand.start = 1_us;
  demand.capture = std::make_shared<const CaptureFile>(read(pcap(records)));
  return demand;
}

TEST(PcapSource, PlaysAtTheTimesOfTheCapture) {
  const Demand demand = demand_of({{100, frame_of(60)}, {100, frame_of(61)}, {300, frame_of(62)}});
  PcapSource source(demand, {0, 1, 2});
  EXPECT_EQ(source.wake(1_us), 1'200_ns) << "two are due";
  ASSERT_TRUE(source.has_packet(1_us));
  EXPECT_EQ(source.next().length, 64_B);
  source.take();
  EXPECT_EQ(source.next_bytes().size(), 61U);
  source.take();
  EXPECT_FALSE(source.has_packet(1_us));
  EXPECT_EQ(source.wake(1'200_ns), kNever);
  EXPECT_EQ(source.next().length, 66_B);
}

TEST(PcapSource, ScalesTimes) {
  Demand demand = demand_of({{0, frame_of(60)}, {1'000, frame_of(60)}});
  demand.speed = 4;
  EXPECT_EQ(PcapSource(demand, {0, 1}).due_time(1), 1'250_ns);
  demand.speed = 0.5;
  EXPECT_EQ(PcapSource(demand, {0, 1}).due_time(1), 3_us);
}

TEST(PcapSource, AtLineRateAllIsDueAtOnceAndOnlyItsOwnFrames) {
  Demand demand = demand_of({{0, frame_of(60)}, {1'000'000, frame_of(61)}, {2'000'000, frame_of(62)}});
  demand.pace = Pace::kLineRate;
  PcapSource source(demand, {0, 2});
  EXPECT_EQ(source.wake(1_us), kNever);
  source.take();
  EXPECT_EQ(source.next().length, 66_B);
  source.take();
  EXPECT_FALSE(source.has_packet(1_us));
}

}  // namespace weir::traffic::capture_test
