// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a component that is not ours may send into a port: the rules of the TLM-2.0 base protocol, and those of a wire.
// Each test needs a process of its own, as ctest gives it.

#include "hw_model/datapath/link/foreign_sender.h"

#include "tb/tests/unit/datapath/port_bench.h"

namespace weir::port::foreign_sender_test {

class ForeignSenderTest : public PortBench {
 protected:
  // Sends 1500 B with one attribute that `spoil` has set.
  template <class Spoil>
  tlm::tlm_response_status send_spoiled(Spoil spoil) {
    std::vector<std::uint8_t> bytes = data_bytes();
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    spoil(payload);
    sc_core::sc_time delay = link::to_kernel(5_us);
    far_.out->b_transport(payload, delay);
    return payload.get_response_status();
  }
};

TEST_F(ForeignSenderTest, RefusesWhatHasNoBytes) {
  elaborate();
  EXPECT_EQ(far_.send({}, 1_us), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(far_.send(std::vector<std::uint8_t>(65'536), 1_us), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(port_.frames_under_way(), 0U);
}

TEST_F(ForeignSenderTest, AnswersAnotherPhaseOrCommandWithAnError) {
  elaborate();
  EXPECT_EQ(far_.send(data_bytes(), 1_us, tlm::END_RESP), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(far_.returned, tlm::TLM_COMPLETED);
  EXPECT_EQ(far_.send(data_bytes(), 1_us, tlm::END_REQ), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(far_.send(data_bytes(), 1_us, tlm::BEGIN_REQ, tlm::TLM_READ_COMMAND), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(far_.send(data_bytes(), 1_us, tlm::BEGIN_REQ, tlm::TLM_IGNORE_COMMAND), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(port_.frames_under_way(), 0U);
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(ForeignSenderTest, AFrameInThePastIsAFault) {
  elaborate();
  scheduler_.set_horizon(2_us);
  EXPECT_EQ(
      report_of([&] { far_.send(data_bytes(), 2_us - 1_ps); }),
      "port: packet 1 of those that came in at port arrives at 1999999 ps, and this device may have done all work "
      "before 2000000 ps, the end of its quantum: the annotated delay is shorter than the quantum, 0 ps; lengthen "
      "it, or set a smaller Timing::quantum");
  EXPECT_THAT(report_of([&] { far_.send(pfc_bytes(), 2_us - 1_ps); }), HasSubstr("packet 2 of those"));
  EXPECT_EQ(pool_.in_use(), 0U);
  EXPECT_EQ(far_.send(data_bytes(), 2_us), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(far_.send(pfc_bytes(), 2'052_ns), tlm::TLM_OK_RESPONSE);
}

TEST_F(ForeignSenderTest, AFrameBeforeTheOneBeforeItIsAFault) {
  elaborate();
  far_.send(data_bytes(1500_B), 5_us);
  EXPECT_EQ(
      report_of([&] { far_.send(data_bytes(64_B), 5_us - 1_ps); }),
      "port: packet 2 of those that came in at port arrives at 4999999 ps, before the one that was sent before it: "
      "calls come in the order of the wire");
  EXPECT_THAT(report_of([&] { far_.send(pfc_bytes(), 4_us); }), HasSubstr("before the one that was sent before it"));
}

TEST_F(ForeignSenderTest, RefusesByteEnablesStreamingAndAddresses) {
  elaborate();
  std::uint8_t enable = 0xff;
  EXPECT_EQ(send_spoiled([&](auto& payload) {
              payload.set_byte_enable_ptr(&enable);
              payload.set_byte_enable_length(1);
            }),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(send_spoiled([](auto& payload) { payload.set_streaming_width(4); }), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(send_spoiled([](auto& payload) { payload.set_streaming_width(0); }), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(send_spoiled([](auto& payload) { payload.set_address(2); }), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(port_.frames_under_way(), 0U);
  EXPECT_EQ(send_spoiled([](auto& payload) { payload.set_streaming_width(9'000); }), tlm::TLM_OK_RESPONSE)
      << "wider than the data: no streaming";
}

// 1500 B take 1.2 us. Ends of frames may be a rounding apart, and no more.
TEST_F(ForeignSenderTest, RefusesFramesThatOverlapOnTheWire) {
  elaborate();
  EXPECT_EQ(far_.send(data_bytes(), 2_us), tlm::TLM_OK_RESPONSE);
  for (int i = 0; i < 400; ++i) {
    EXPECT_EQ(far_.send(data_bytes(), 2_us), tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  EXPECT_EQ(far_.send(data_bytes(), 3'200_ns - 2_ps), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(far_.send(data_bytes(), 3'200_ns - 1_ps), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(far_.send(pfc_bytes(), 3'250_ns), tlm::TLM_GENERIC_ERROR_RESPONSE) << "51.2 ns";
  EXPECT_EQ(far_.send(pfc_bytes(), 3'252_ns), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(port_.far_end_faults().overlapping, 402U);
  EXPECT_EQ(port_.frames_under_way(), 3U);
  EXPECT_EQ(pool_.in_use(), 3U);
  EXPECT_EQ(sc_core::sc_report_handler::get_count("weir/port", sc_core::SC_WARNING), 1) << "one a port";
}

TEST_F(ForeignSenderTest, CountsPreambleAndGapAsTheWireDoes) {
  link::LinkConfig config = link();
  config.wire_overhead = true;
  Port charging("charging", kPort, config, parser_, scheduler_, pool_);
  FarEnd other("other");
  plug(charging, other);
  elaborate();
  EXPECT_EQ(other.send(data_bytes(), 2_us), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(other.send(data_bytes(), 3'200_ns), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(other.send(data_bytes(), 3'216_ns), tlm::TLM_OK_RESPONSE);
}

TEST_F(ForeignSenderTest, NumbersItsFrames) {
  elaborate();
  far_.send(data_bytes(), 2_us);
  far_.send(data_bytes(), 4_us);
  std::vector<std::string> names;
  for (const frame::Packet& packet : port_.data_under_way()) {
    names.push_back(frame::identity(packet));
  }
  EXPECT_THAT(names, ElementsAre("1 of those that came in at port", "2 of those that came in at port"));
}

// Two networks with a pool each, joined by a cable: each frame returns to the pool that it came from.
TEST_F(ForeignSenderTest, FramesOfAnotherPoolAreCopied) {
  link::FramePool other_pool;
  Scheduler idle(*this);
  Port other("other", PortId(0), link(), parser_, idle, other_pool);
  Port third("third", kPort, link(), parser_, scheduler_, pool_);
  join(other, third);
  elaborate();
  frame::Packet& sent = other_pool.acquire();
  write_packet(sent, some_fields());
  std::vector<std::uint8_t> whole = data_bytes(1500_B, 7);
  other_pool.keep_whole(sent, whole);
  sent.flow = 4;
  sent.sequence = 9;
  other.send(sent, 2_us);
  EXPECT_EQ(other_pool.in_use(), 0U);
  EXPECT_EQ(pool_.in_use(), 1U);
  parser::HeaderVector header;
  frame::Packet& taken = third.take_admitted(header);
  EXPECT_EQ(frame::identity(taken), "9 of flow 4");
  EXPECT_EQ(taken.length, 1500_B);
  EXPECT_EQ(link::FramePool::whole_of(taken).size(), whole.size());
  EXPECT_EQ(link::FramePool::whole_of(taken).back(), 7);
  pool_.release(taken);
  EXPECT_EQ(pool_.in_use(), 0U);
}

}  // namespace weir::port::foreign_sender_test
