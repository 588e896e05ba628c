// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port against a component that knows nothing but the TLM-2.0 base protocol. Each test needs a process of its own, as
// ctest gives it.

#include "hw_model/datapath/port/port.h"

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "tb/tests/unit/datapath/port_bench.h"

namespace weir::port::port_test {

using PortTest = PortBench;

TEST_F(PortTest, SendsAFrameByOneCallWithItsDelay) {
  elaborate(5_us);
  frame::Packet& sent = packet();
  const auto bytes = sent.bytes;
  port_.send(sent, 7_us);
  ASSERT_EQ(far_.received.size(), 1U);
  const FarEnd::Call& call = far_.received.front();
  EXPECT_EQ(call.phase, tlm::BEGIN_REQ);
  EXPECT_EQ(call.command, tlm::TLM_WRITE_COMMAND);
  EXPECT_EQ(call.address, 0U);
  EXPECT_EQ(call.status_before, tlm::TLM_INCOMPLETE_RESPONSE);
  EXPECT_EQ(call.delay, 7_us + kDelay - 5_us) << "from the kernel's time to the last bit at the far end";
  EXPECT_EQ(call.data, std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
  EXPECT_EQ(call.streaming_width, call.data.size());
  EXPECT_EQ(pool_.in_use(), 0U) << "ownership has passed";
  EXPECT_EQ(port_.counters().frames_sent, 1U);
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(PortTest, SaysNoMoreBytesThanTheFrameHas) {
  elaborate();
  frame::DataFrameFields fields = some_fields();
  fields.length = 64_B;
  port_.send(packet(fields), 1_us);
  EXPECT_EQ(far_.received.front().data.size(), 60U) << "the FCS is not among them";
}

TEST_F(PortTest, OutOfBandFeedbackTakesThePropagationAlone) {
  elaborate();
  port_.send_out_of_band(packet(), 3_us);
  EXPECT_EQ(far_.received.front().delay, 3_us + kDelay);
  EXPECT_EQ(port_.counters().frames_sent, 0U);
}

TEST_F(PortTest, CarriesFrameAfterFrameInOneTransaction) {
  elaborate();
  port_.send(packet(), 1_us);
  port_.send(packet(), 2_us);
  EXPECT_EQ(far_.received[0].transaction, far_.received[1].transaction);
}

TEST_F(PortTest, ChargesPreambleAndGapWhereTheLinkDoes) {
  EXPECT_EQ(port_.wire_time(1500_B), 1'200_ns);
  link::LinkConfig config = link();
  config.wire_overhead = true;
  const Port charging("charging", kPort, config, parser_, scheduler_, pool_);
  EXPECT_EQ(charging.wire_time(1500_B), 1'216_ns);
  EXPECT_EQ(charging.wire_time(64_B), Time(67'200));
}

TEST_F(PortTest, AdoptsAFrameFromElsewhere) {
  elaborate(4_us);
  EXPECT_EQ(far_.send(data_bytes(777_B), 2_us), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(far_.returned, tlm::TLM_COMPLETED);
  EXPECT_EQ(far_.send_blocking(data_bytes(), 4_us), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(port_.frames_under_way(), 2U);
  const frame::Packet& adopted = port_.data_under_way().front();
  EXPECT_EQ(adopted.length, 777_B);
  EXPECT_EQ(adopted.at, 6_us);
  EXPECT_EQ(adopted.ingress, kPort);
  EXPECT_EQ(adopted.injected, 4_us);
  // Parsed: Ethernet, tag, IPv4, UDP, and the lookup.
  EXPECT_THAT(run(), ElementsAre(Due{6_us + 47_ns, EventKind::kAdmission}, Due{8_us + 47_ns, EventKind::kAdmission}));
  EXPECT_THAT(lengths_, ElementsAre(777_B, 1500_B));
  EXPECT_EQ(headers_[0].error, std::nullopt);
  EXPECT_EQ(headers_[0].code_point, 3 << 1);
  EXPECT_EQ(port_.counters().frames_received, 2U);
}

// What the MAC finds faulty keeps its place in the line, and asks for admission at once with the reason.
TEST_F(PortTest, NamesRuntsOversizeAndWrongFcs) {
  elaborate();
  std::vector<std::uint8_t> with_fcs = data_bytes(100_B);
  with_fcs.resize(100);
  frame::write_fcs(with_fcs);
  std::vector<std::uint8_t> wrong_fcs = with_fcs;
  wrong_fcs[50] ^= 1;
  const std::vector<std::pair<std::vector<std::uint8_t>, std::uint64_t>> frames{
      {std::vector<std::uint8_t>(1), link::kWithoutFcs},
      {std::vector<std::uint8_t>(59), link::kWithoutFcs},
      {std::vector<std::uint8_t>(60), link::kWithoutFcs},
      {std::vector<std::uint8_t>(9212), link::kWithoutFcs},
      {std::vector<std::uint8_t>(9213), link::kWithoutFcs},
      {std::vector<std::uint8_t>(65'535), link::kWithoutFcs},
      {with_fcs, link::kWithFcs},
      {wrong_fcs, link::kWithFcs},
      {std::vector<std::uint8_t>(3), link::kWithFcs}};
  Time at = 1_us;
  for (const auto& [bytes, address] : frames) {
    EXPECT_EQ(far_.send(bytes, at += 100_us, tlm::BEGIN_REQ, tlm::TLM_WRITE_COMMAND, address), tlm::TLM_OK_RESPONSE);
  }
  run();
  using enum frame::DecodeError;
  std::vector<std::optional<frame::DecodeError>> errors;
  for (const parser::HeaderVector& header : headers_) {
    errors.push_back(header.error);
  }
  EXPECT_THAT(errors, ElementsAre(kRunt, kRunt, std::nullopt, std::nullopt, kOversize, kOversize, std::nullopt, kBadFcs,
                                  kRunt));
  EXPECT_THAT(lengths_, ElementsAre(5_B, 63_B, 64_B, 9216_B, 9217_B, 65'539_B, 100_B, 100_B, 3_B));
}

TEST_F(PortTest, ItsLargestFrameIsASetting) {
  Port small("small", kPort, link(), parser_, scheduler_, pool_, 200_B);
  FarEnd other("other");
  plug(small, other);
  elaborate();
  other.send(data_bytes(200_B), 1_us);
  other.send(data_bytes(201_B), 2_us);
  parser::HeaderVector header;
  pool_.release(small.take_admitted(header));
  EXPECT_EQ(header.error, std::nullopt);
  pool_.release(small.take_admitted(header));
  EXPECT_EQ(header.error, frame::DecodeError::kOversize);
}

// Control frames that no engine understands do not reach it: they are dropped like data.
TEST_F(PortTest, ControlFramesThatAreNotUnderstoodGoTheWayOfData) {
  elaborate();
  std::vector<std::uint8_t> unknown = pfc_bytes();
  unknown[15] = 0x02;
  std::vector<std::uint8_t> to_another = pfc_bytes();
  to_another[5] = 0x02;
  std::vector<std::uint8_t> runt = pfc_bytes();
  runt.resize(59);
  std::vector<std::uint8_t> message(frame::kControlFrameBytes);
  frame::write_cbfc_credit(message, frame::MacAddress(1), {});
  std::vector<std::uint8_t> unknown_message = message;
  unknown_message[14] = 0x7f;
  Time at = 1_us;
  for (const auto& bytes : {unknown, to_another, runt, pfc_bytes(), message, unknown_message}) {
    far_.send(bytes, at += 1_us);
  }
  run();
  std::vector<std::optional<frame::DecodeError>> errors;
  for (const parser::HeaderVector& header : headers_) {
    errors.push_back(header.error);
  }
  using enum frame::DecodeError;
  EXPECT_THAT(errors, ElementsAre(kUnknownOpcode, kWrongDestination, kRunt, kUnknownSubtype));
  EXPECT_EQ(port_.counters().control_frames_received, 2U);
}

std::vector<std::uint8_t> sent_to(frame::MacAddress address, std::vector<std::uint8_t> bytes) {
  frame::WireWriter(bytes).u48(address.value());
  return bytes;
}

// IEEE 802.3 annex 31B: the reserved address, or that of the station itself.
TEST_F(PortTest, MacControlMayBeSentToThePortsOwnAddress) {
  elaborate();
  std::vector<std::uint8_t> pause(frame::kControlFrameBytes);
  frame::write_pause(pause, frame::MacAddress(1), {.quanta = 100});
  far_.send(sent_to(station_, pause), 1_us);
  far_.send(sent_to(station_, pfc_bytes()), 2_us);
  far_.send(sent_to(frame::MacAddress::of_port(3, 1), pause), 3_us);
  run();
  EXPECT_EQ(port_.counters().control_frames_received, 2U);
  ASSERT_EQ(headers_.size(), 1U);
  EXPECT_EQ(headers_.front().error, frame::DecodeError::kWrongDestination);
}

TEST_F(PortTest, FollowsItsAddressWhereSoftwareChangesIt) {
  elaborate();
  station_ = frame::MacAddress(0x02'00'00'00'00'55U);
  far_.send(sent_to(station_, pfc_bytes()), 1_us);
  run();
  EXPECT_EQ(port_.counters().control_frames_received, 1U);
}

TEST_F(PortTest, TakesTheKindsOfFramesThatItIsTold) {
  static constexpr std::array kOnly{control::FrameKind{.type = frame::EtherType::kLocalExperiment, .code = 0x7f}};
  port_.take_control(kOnly, station_);
  elaborate();
  std::vector<std::uint8_t> message(frame::kControlFrameBytes);
  frame::write_cbfc_credit(message, frame::MacAddress(1), {});
  far_.send(pfc_bytes(), 1_us);
  far_.send(message, 2_us);
  message[14] = 0x7f;
  far_.send(message, 3_us);
  far_.send(sent_to(station_, message), 4_us);  // a private message has no other link-local address
  run();
  EXPECT_EQ(port_.counters().control_frames_received, 1U);
  EXPECT_EQ(port_.counters().frames_received, 3U);
}

// All bytes of a foreign frame come out again, with what a hop has changed in its headers.
TEST_F(PortTest, KeepsAllBytesOfAForeignFrame) {
  elaborate();
  std::vector<std::uint8_t> bytes = data_bytes(1500_B);
  for (std::size_t i = frame::kMaxDataHeaderBytes; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(i * 7);
  }
  far_.send(bytes, 5_us);
  far_.send(std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + 62), 8_us);
  parser::HeaderVector header;
  frame::Packet& taken = port_.take_admitted(header);
  taken.bytes[26] = 0x3f;  // the TTL
  bytes[26] = 0x3f;
  port_.send(taken, 10_us);
  EXPECT_EQ(far_.received.at(0).data, bytes);
  port_.send(port_.take_admitted(header), 12_us);
  EXPECT_EQ(far_.received.at(1).data.size(), 62U);
  port_.send(packet(), 14_us);
  EXPECT_EQ(far_.received.at(2).data.size(), frame::kHeaderBytes) << "an ordinary frame has nothing of them";
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(PortTest, FramesOfAKindStayInOrder) {
  elaborate();
  far_.send(data_bytes(1500_B), 5_us);
  far_.send(data_bytes(64_B), 5'052_ns);
  far_.send(data_bytes(700_B), 6_us);
  run();
  EXPECT_THAT(lengths_, ElementsAre(1500_B, 64_B, 700_B));
}

// An untagged frame close behind a tagged one is parsed faster, and still waits for it.
TEST_F(PortTest, AFasterParseDoesNotOvertake) {
  Port fast("fast", kPort, {.rate = 400_Gbps, .delay = kDelay}, parser_, scheduler_, pool_);
  FarEnd other("other");
  plug(fast, other);
  elaborate();
  other.send(data_bytes(), 5_us);
  std::vector<std::uint8_t> plain(60);
  plain[12] = 0x08;
  plain[13] = 0x06;
  other.send(plain, 5_us + 2_ns);  // one state: 17 ns
  other.send(plain, 5_us + 40_ns);
  EXPECT_THAT(run(fast), ElementsAre(Due{5'047_ns, EventKind::kAdmission}, Due{5'047_ns, EventKind::kAdmission},
                                     Due{5'057_ns, EventKind::kAdmission}));
  EXPECT_THAT(lengths_, ElementsAre(1500_B, 64_B, 64_B));
}

TEST_F(PortTest, ControlFramesTakeEffectAfterTheProcessingDelay) {
  port_.process_control(kProcessing, false);
  elaborate();
  far_.send(pfc_bytes(), 5_us);
  far_.send(pfc_bytes(), 5'100_ns);
  EXPECT_THAT(run(), ElementsAre(Due{5'700_ns, EventKind::kControlEffect}, Due{5'800_ns, EventKind::kControlEffect}));
  EXPECT_EQ(port_.counters().control_frames_received, 2U);
  EXPECT_EQ(port_.counters().frames_received, 0U);
}

TEST_F(PortTest, ControlFramesAreNoticedOnArrivalWhereAsked) {
  port_.process_control(kProcessing, true);
  elaborate();
  far_.send(pfc_bytes(), 5_us);
  far_.send(pfc_bytes(), 5'100_ns);
  EXPECT_THAT(run(), ElementsAre(Due{5'000_ns, EventKind::kControlArrival}, Due{5'100_ns, EventKind::kControlArrival},
                                 Due{5'700_ns, EventKind::kControlEffect}, Due{5'800_ns, EventKind::kControlEffect}));
}

TEST_F(PortTest, ControlFramesNeverDelayData) {
  port_.process_control(kProcessing, true);
  elaborate();
  far_.send(data_bytes(), 5_us);
  far_.send(pfc_bytes(), 5'052_ns);
  far_.send(data_bytes(), 7_us);
  far_.send(pfc_bytes(), 7'052_ns);
  std::vector<Due> admissions;
  for (const Due& due : run()) {
    if (std::get<EventKind>(due) == EventKind::kAdmission) {
      admissions.push_back(due);
    }
  }
  EXPECT_THAT(admissions, ElementsAre(Due{5'047_ns, EventKind::kAdmission}, Due{7'047_ns, EventKind::kAdmission}));
}

// Feedback without a time on the wire overtakes the data frame that is still being sent: that is what it is for.
TEST_F(PortTest, OutOfBandFeedbackMayOvertakeAFrameOnTheWire) {
  elaborate();
  far_.send(data_bytes(), 5_us);
  std::vector<std::uint8_t> depth(frame::kControlFrameBytes);
  frame::write_gfc_queue_depth(depth, frame::MacAddress(1), {.traffic_class = ClassId(0), .depth = 100_B});
  EXPECT_EQ(far_.send(depth, 4_us), tlm::TLM_OK_RESPONSE);
  EXPECT_THAT(report_of([&] { far_.send(depth, 3_us); }), HasSubstr("before the one that was sent before it"));
  EXPECT_THAT(run(), ElementsAre(Due{4_us, EventKind::kControlEffect}, Due{5'047_ns, EventKind::kAdmission}));
}

// Each asks the quantum of the other: here only that of b is longer than the cable.
TEST_F(PortTest, KnowsThePortAtTheOtherEndForOneOfOurs) {
  Scheduler theirs(*this);
  theirs.set_quantum(2 * kDelay);
  Port a("a", kPort, link(), parser_, scheduler_, pool_);
  Port b("b", kPort, link(), parser_, theirs, pool_);
  join(a, b);
  EXPECT_THAT(report_of([] { elaborate(); }), testing::StartsWith("a: the delay of its cable"));
}

TEST_F(PortTest, TheTapSeesEveryFrameOnceAtItsLastBit) {
  std::vector<std::tuple<Time, Port::Direction, Bytes>> seen;
  port_.set_tap([&](const frame::Packet& p, Time at, Port::Direction d) { seen.emplace_back(at, d, p.length); });
  port_.process_control(kProcessing, false);
  elaborate();
  port_.send(packet(), 2_us);
  far_.send(data_bytes(), 5_us);
  far_.send(pfc_bytes(), 5'500_ns);
  port_.send_out_of_band(packet(), 6_us);
  using enum Port::Direction;
  EXPECT_THAT(seen, ElementsAre(std::tuple(2_us, kOut, 1500_B), std::tuple(5_us, kIn, 1500_B),
                                std::tuple(5'500_ns, kIn, 64_B), std::tuple(6_us, kOut, 1500_B)));
  run();
  EXPECT_EQ(seen.size(), 4U);
}

}  // namespace weir::port::port_test
