// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register bus: what TLM-2.0 asks of a target, and when a transfer takes effect. Each test needs a process of its
// own, as ctest gives it.

#include "tb/tests/unit/asic/csr_bench.h"

namespace weir::asic::csr_target_test {

TEST_F(CsrTargetTest, WritesAndReadsBothWidthsAndBursts) {
  run([this](Program& program) {
    EXPECT_EQ(program.write(0x4, {0x11, 0x22, 0x03, 0}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "narrow", {1}), 0x32211U);
    EXPECT_EQ(program.write(0x10, {1, 2, 3, 4, 5, 6, 7, 8}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "wide", {0}), 0x0807060504030201U);
    EXPECT_EQ(program.write(0x14, {9, 9, 9, 9}), tlm::TLM_OK_RESPONSE) << "the upper half alone";
    EXPECT_EQ(key_value(*device_, "wide", {0}), 0x0909090904030201U);
    Data burst(16);
    EXPECT_EQ(program.read(0x4, burst), tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(burst, ElementsAre(0x11, 0x22, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4))
        << "from register to register";
    EXPECT_EQ(program.write(0x80 + 32 + 20, {7, 0, 0, 0, 0xff, 0xff}), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(program.write(0x80 + 32 + 20, {7, 0, 0, 0, 0xff, 0, 0, 0}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "huge", {1}, 2), 0x0000000700000000U);
    EXPECT_EQ(key_value(*device_, "huge", {1}, 3), 0xffU) << "bits 192 to 199";
  });
}

// What a register has no bits for is not cut off: a driver that writes it is wrong.
TEST_F(CsrTargetTest, RefusesBitsBeyondTheWidth) {
  run([this](Program& program) {
    const auto refused = tlm::TLM_GENERIC_ERROR_RESPONSE;
    const std::string& why = device_->csr.refusal();
    EXPECT_EQ(program.write(0x0, {9, 0, 0, 0, 0x11, 0x22, 0x33, 0x44}), refused);
    EXPECT_EQ(why, "block.narrow[1] has 20 bits; wanted at most 1048575; got 1144201745");
    EXPECT_EQ(key_value(*device_, "narrow", {0}), 0U) << "nothing of a refused transfer is done";
    EXPECT_EQ(key_value(*device_, "narrow", {1}), 0U);
    EXPECT_EQ(program.write(0x40, {0, 0x10, 0, 0}), refused);
    EXPECT_EQ(why, "block.flags[0] has 12 bits; wanted at most 4095; got 4096");
    EXPECT_EQ(program.write(0x80 + 32 + 20, {7, 0, 0, 0, 0xff, 0xff, 0, 0}), refused);
    EXPECT_EQ(why, "block.huge[1] has 200 bits; wanted at most 255 from bit 192 on; got 65535");
    EXPECT_EQ(program.write(0x80 + 32 + 28, {1, 0, 0, 0}), refused) << "beyond the last bit of the element";
    Data data{0x11, 0x22, 0x33, 0x44};
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x4, data, {0xff, 0xff, 0, 0}), tlm::TLM_OK_RESPONSE)
        << "of bytes that are not enabled nothing is asked";
    EXPECT_EQ(key_value(*device_, "narrow", {1}), 0x2211U);
  });
}

TEST_F(CsrTargetTest, ForgetsWhyAnEarlierWriteWasRefused) {
  run([this](Program& program) {
    const std::string& why = device_->csr.refusal();
    const auto refuse = [&] {
      EXPECT_EQ(program.write(0x4, {0, 0, 0, 1}), tlm::TLM_GENERIC_ERROR_RESPONSE);
      EXPECT_NE(why, "");
    };
    refuse();
    Data word(4);
    EXPECT_EQ(program.read(0x4, word), tlm::TLM_OK_RESPONSE);
    EXPECT_NE(why, "") << "a read is no write that was taken";
    EXPECT_EQ(program.write(0x4, {0, 0, 1, 0}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(why, "");
    refuse();
    EXPECT_EQ(program.write(0x20, {1, 2, 3, 4}), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(why, "") << "this one has no such reason";
  });
}

TEST_F(CsrTargetTest, ObeysByteEnables) {
  run([this](Program& program) {
    program.write(0x10, {1, 2, 3, 4, 5, 6, 7, 8});
    Data data{0xa, 0xb, 0xc, 0xd, 0xe, 0xf, 0x10, 0x11};
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x10, data, {0, 0xff}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "wide", {0}), 0x11070f050d030b01U) << "repeated along the data";
  });
}

TEST_F(CsrTargetTest, ClearsFlagsByWritingOnes) {
  run([this](Program& program) {
    device_->values[{"block.flags", {1}, 0}] = 0xfff;
    EXPECT_EQ(program.write(0x44, {0x0f, 0, 0, 0}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "flags", {1}), 0xff0U);
    Data ones{0xff, 0x0f, 0xff, 0xff};
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x44, ones, {0, 0xff, 0, 0}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "flags", {1}), 0x0f0U) << "of the enabled byte only";
  });
}

TEST_F(CsrTargetTest, StreamsToOnePlace) {
  run([this](Program& program) {
    Data fifo{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x8, fifo, {}, 4), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(key_value(*device_, "narrow", {2}), 3U) << "the last word stays";
    EXPECT_EQ(key_value(*device_, "narrow", {3}), 0U);
    Data read(12);
    EXPECT_EQ(program.transfer(tlm::TLM_READ_COMMAND, 0x8, read, {}, 4), tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(read, ElementsAre(3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0));
    EXPECT_EQ(program.transfer(tlm::TLM_READ_COMMAND, 0x8, read, {}, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(program.transfer(tlm::TLM_READ_COMMAND, 0x8, read, {}, 6), tlm::TLM_BURST_ERROR_RESPONSE);
  });
}

TEST_F(CsrTargetTest, AnswersErrorsAsTlmSays) {
  run([this](Program& program) {
    Data word(4);
    EXPECT_EQ(program.read(0x48, word), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "between registers";
    EXPECT_EQ(program.read(0x4000'0000'0000, word), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    Data burst(16, 1);
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x40, burst), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "runs out";
    EXPECT_EQ(program.read(0x2, word), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(program.write(0x20, {1, 2, 3, 4}), tlm::TLM_COMMAND_ERROR_RESPONSE) << "a counter";
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x18, burst), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(key_value(*device_, "wide", {1}), 0U) << "nothing of a refused transfer is done";
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x20, word, {0}), tlm::TLM_OK_RESPONSE) << "no byte is written";
    EXPECT_EQ(program.transfer(tlm::TLM_WRITE_COMMAND, 0x0, word, {0xff, 1}), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(program.transfer(tlm::TLM_IGNORE_COMMAND, 0x48, word), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(device_->csr.refusal(), "");
    device_->refused_value = 13;
    program.write(0x4, {1, 0, 0, 0});
    EXPECT_EQ(program.write(0x0, {12, 0, 0, 0, 13, 0, 0, 0}), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(key_value(*device_, "narrow", {0}), 0U);
    EXPECT_EQ(key_value(*device_, "narrow", {1}), 1U);
    EXPECT_EQ(device_->csr.refusal(), "block.narrow cannot be that");
  });
}

TEST_F(CsrTargetTest, GrantsNoDirectMemory) {
  run([](Program& program) {
    tlm::tlm_dmi dmi;
    program.payload.set_address(0);
    program.payload.set_dmi_allowed(true);
    EXPECT_FALSE(program.socket->get_direct_mem_ptr(program.payload, dmi));
    Data word(4);
    program.payload.set_dmi_allowed(true);
    program.read(0, word);
    EXPECT_FALSE(program.payload.is_dmi_allowed());
  });
}

TEST_F(CsrTargetTest, DebugTakesNoTimeAndSeesTheSame) {
  run([this](Program& program) {
    program.write(0x10, {1, 2, 3, 4, 5, 6, 7, 8});
    const Time before = program.local_time();
    Data data(8);
    program.payload.set_command(tlm::TLM_READ_COMMAND);
    program.payload.set_address(0x10);
    program.payload.set_data_ptr(data.data());
    program.payload.set_data_length(8);
    EXPECT_EQ(program.socket->transport_dbg(program.payload), 8U);
    EXPECT_THAT(data, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
    program.payload.set_command(tlm::TLM_WRITE_COMMAND);
    data[0] = 0x77;
    EXPECT_EQ(program.socket->transport_dbg(program.payload), 8U);
    EXPECT_EQ(key_value(*device_, "wide", {0}) & 0xff, 0x77U);
    program.payload.set_address(0x20);
    EXPECT_EQ(program.socket->transport_dbg(program.payload), 0U) << "a counter";
    program.payload.set_address(0x48);
    EXPECT_EQ(program.socket->transport_dbg(program.payload), 0U);
    EXPECT_EQ(program.local_time(), before);
  });
}

// The four phases of the base protocol, which the socket makes of b_transport.
TEST_F(CsrTargetTest, AnswersNonBlockingCalls) {
  run([this](Program& program) {
    program.write(0x4, {0x11, 0x22, 0x03, 0});
    std::vector<tlm::tlm_phase> phases;
    sc_core::sc_event answered;
    program.on_response = [&](const tlm::tlm_phase& phase) {
      phases.push_back(phase);
      if (phase == tlm::BEGIN_RESP)
        answered.notify(sc_core::SC_ZERO_TIME);
    };
    Data data(4);
    program.payload.set_command(tlm::TLM_READ_COMMAND);
    program.payload.set_address(0x4);
    program.payload.set_data_ptr(data.data());
    program.payload.set_data_length(4);
    program.payload.set_streaming_width(4);
    program.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    EXPECT_NE(program.socket->nb_transport_fw(program.payload, phase, none), tlm::TLM_COMPLETED);
    sc_core::wait(answered);
    EXPECT_EQ(phases.back(), tlm::BEGIN_RESP);
    EXPECT_EQ(program.payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(data, ElementsAre(0x11, 0x22, 3, 0));
    phase = tlm::END_RESP;
    program.socket->nb_transport_fw(program.payload, phase, none);
  });
}

// Debuggers and watchdogs kill and reset the threads of a processor, whatever they are doing.
TEST_F(CsrTargetTest, AnAccessEndsWithTheThreadThatWaitsForIt) {
  run([this](Program& program) {
    auto thread = sc_core::sc_spawn([&] { program.write(0x4, {1, 1, 1, 0}); });
    sc_core::wait(sc_core::sc_time(200, sc_core::SC_NS));
    thread.kill();
    sc_core::wait(sc_core::sc_time(3, sc_core::SC_US));
    EXPECT_EQ(key_value(*device_, "narrow", {1}), 0U) << "nobody wants it any more";
    Data word(4);
    EXPECT_EQ(program.read(0x4, word), tlm::TLM_OK_RESPONSE) << "the bus goes on";
  });
  EXPECT_THAT(device_->accessed, ElementsAre(4_us));
}

TEST_F(CsrTargetTest, AThreadThatIsResetBeginsAnew) {
  std::vector<Time> starts;
  run([&](Program& program) {
    auto thread = sc_core::sc_spawn([&] {
      starts.push_back(program.local_time());
      program.delay = starts.size() == 1 ? 0_us : 2_us;
      Data word(4);
      program.read(0x4, word);
      starts.push_back(program.local_time());
    });
    sc_core::wait(sc_core::sc_time(500, sc_core::SC_NS));
    thread.reset();
    sc_core::wait(sc_core::sc_time(5, sc_core::SC_US));
  });
  EXPECT_THAT(device_->accessed, ElementsAre(2'500_ns + Time(8 * 1'200))) << "the second read alone, at its own time";
  ASSERT_THAT(starts, SizeIs(3));
  EXPECT_EQ(starts[2], 2'500_ns + 2 * Time(8 * 1'200));
}

// The local times of a program and of the effects of its reads.
struct Timeline {
  std::vector<Time> effects;
  std::vector<Time> answers;
};

void read_thrice(Program& program, Timeline& timeline) {
  Data word(4);
  sc_core::wait(sc_core::sc_time(2'300, sc_core::SC_NS));
  program.read(0, word);
  timeline.answers.push_back(program.local_time());
  program.delay += 3_us;
  program.read(0, word);
  timeline.answers.push_back(program.local_time());
  sc_core::wait(sc_core::sc_time(static_cast<double>(program.delay.count()), sc_core::SC_PS));
  program.delay = 0_us;
  Data burst(16);
  program.read(0, burst);
  timeline.answers.push_back(program.local_time());
}

constexpr Time kAnswer = Time(8 * 1'200);

void expect_timeline(const Timeline& timeline, const std::vector<Time>& accessed) {
  EXPECT_THAT(accessed, SizeIs(6));
  EXPECT_EQ(accessed[0], 3_us) << "the end of the quantum of the call";
  EXPECT_EQ(timeline.answers[0], 3_us + kAnswer);
  EXPECT_EQ(accessed[1], 6_us + 2 * kAnswer) << "the initiator is more than a quantum ahead: its own time counts";
  EXPECT_EQ(timeline.answers[1], 6_us + 3 * kAnswer);
  EXPECT_EQ(accessed[2], 7_us);
  EXPECT_EQ(timeline.answers[2], 7_us + kAnswer + 3 * Time(1'200)) << "a cycle for each further word";
}

TEST_F(CsrTargetTest, ActsAtTheEndOfTheQuantum) {
  Timeline timeline;
  run([&](Program& program) { read_thrice(program, timeline); });
  expect_timeline(timeline, device_->accessed);
}

TEST_F(CsrTargetTest, ActsAtTheSameTimeWithoutQuanta) {
  Timeline timeline;
  run([&](Program& program) { read_thrice(program, timeline); },
      {.quantum = 0_us, .until = 1'000'000_us, .lookahead = kQuantum});
  expect_timeline(timeline, device_->accessed);
}

TEST_F(CsrTargetTest, LeavesNothingBoundWhenNobodyAsks) {
  RegisterDevice device("s2", some_chip(), {.quantum = kQuantum});
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_THAT(device.accessed, IsEmpty()) << "and an unbound socket is no error";
}

}  // namespace weir::asic::csr_target_test
