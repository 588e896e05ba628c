// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Components at a switch's port that answer frames in every way that the TLM-2.0 base protocol has. Each test needs a
// process of its own, as ctest gives it.

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "tb/tests/unit/asic/platform.h"

namespace weir::asic::far_end_answers_test {

using Payload = tlm::tlm_generic_payload;

// A target that has nothing but b_transport, and is busy with each frame for a while.
class Blocking final : public sc_core::sc_module {
 public:
  Blocking(const sc_core::sc_module_name& name, Time busy)
      : sc_core::sc_module(name), in("in"), out("out"), busy_(busy) {
    in.register_b_transport(this, &Blocking::b_transport);
  }

  tlm_utils::simple_target_socket<Blocking> in;
  tlm_utils::simple_initiator_socket<Blocking> out;
  std::vector<Time> arrivals;
  tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

 private:
  void b_transport(Payload& payload, sc_core::sc_time& delay) {
    arrivals.push_back(link::kernel_time() + link::to_time(delay));
    sc_core::wait(link::to_kernel(busy_));
    EXPECT_EQ(payload.get_data_ptr()[12], 0x81) << "the frame is there until the answer";
    payload.set_response_status(answer);
  }

  Time busy_;
};

// A target of the loosely-timed style, which annotates its latency.
class Pipe final : public sc_core::sc_module {
 public:
  explicit Pipe(const sc_core::sc_module_name& name) : sc_core::sc_module(name), in("in"), out("out") {
    in.register_b_transport(this, &Pipe::b_transport);
  }

  tlm_utils::simple_target_socket<Pipe> in;
  tlm_utils::simple_initiator_socket<Pipe> out;
  std::vector<Time> arrivals;
  std::vector<Time> ends;
  std::size_t refused = 0;  // at the end, as many as this

 private:
  void b_transport(Payload& payload, sc_core::sc_time& delay) {
    arrivals.push_back(link::kernel_time() + link::to_time(delay));
    delay += sc_core::sc_time(10, sc_core::SC_US);
    ends.push_back(link::kernel_time() + link::to_time(delay));
    payload.set_response_status(arrivals.size() > 200 - refused ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                                : tlm::TLM_OK_RESPONSE);
  }
};

// A target of the approximately-timed style: END_REQ some time after the last bit, the response later, several frames
// at a time.
class FourPhase final : public sc_core::sc_module {
 public:
  FourPhase(const sc_core::sc_module_name& name, Time accept, Time respond)
      : sc_core::sc_module(name),
        in("in"),
        out("out"),
        accept_(accept),
        respond_(respond),
        events_(this, &FourPhase::on) {
    in.register_nb_transport_fw(this, &FourPhase::nb_transport_fw);
  }

  tlm_utils::simple_target_socket<FourPhase> in;
  tlm_utils::simple_initiator_socket<FourPhase> out;
  std::vector<Time> arrivals;
  std::vector<Time> responses;
  std::size_t most_at_once = 0;

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    events_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }

  void on(Payload& payload, const tlm::tlm_phase& phase) {
    tlm::tlm_phase next = phase;
    if (phase == tlm::BEGIN_REQ) {
      arrivals.push_back(link::kernel_time());
      most_at_once = std::max(most_at_once, arrivals.size() - responses.size());
      events_.notify(payload, tlm::END_REQ, link::to_kernel(accept_));
      events_.notify(payload, tlm::BEGIN_RESP, link::to_kernel(respond_));
    } else {
      sc_core::sc_time now = sc_core::SC_ZERO_TIME;
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      const auto answer = in->nb_transport_bw(payload, next, now);
      if (phase == tlm::BEGIN_RESP) {
        responses.push_back(link::kernel_time());
        EXPECT_EQ(answer, tlm::TLM_COMPLETED);
      }
    }
  }

  Time accept_;
  Time respond_;
  tlm_utils::peq_with_cb_and_phase<FourPhase> events_;
};

// A target whose every answer the test writes.
class Scripted final : public sc_core::sc_module {
 public:
  explicit Scripted(const sc_core::sc_module_name& name) : sc_core::sc_module(name), in("in"), out("out") {
    in.register_nb_transport_fw(this, &Scripted::nb_transport_fw);
  }

  tlm_utils::simple_target_socket<Scripted> in;
  tlm_utils::simple_initiator_socket<Scripted> out;
  std::vector<std::pair<unsigned, Time>> calls;  // phase and time
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&, sc_core::sc_time&)> answer;

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    calls.emplace_back(phase, link::kernel_time() + link::to_time(delay));
    return phase == tlm::BEGIN_REQ ? answer(payload, phase, delay) : tlm::TLM_COMPLETED;
  }
};

// Five frames back to back: at the right end of the second cable they arrive from 5 us on, one each us.
template <class Component>
void play_five(Platform& platform, Component& component) {
  platform.plug(component);
  run(0_us);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(platform.send(3_us + i * 1_us), tlm::TLM_OK_RESPONSE);
  run(50_us);
  EXPECT_EQ(platform.pool.in_use(), 0U) << "every frame has come back";
  platform.s1.check();
}

TEST(FarEndAnswers, ATargetMayHaveBTransportAlone) {
  Platform platform("top");
  Blocking target("target", 400_ns);
  play_five(platform, target);
  EXPECT_THAT(target.arrivals, ElementsAre(5_us, 6_us, 7_us, 8_us, 9_us));
  EXPECT_EQ(warnings(), 0);
}

// What a target annotates is its latency, not the time for which it is busy.
TEST(FarEndAnswers, ATargetThatAnnotatesItsLatencyIsAPipe) {
  Platform platform("top");
  Pipe target("target");
  target.refused = 3;
  platform.plug(target);
  run(0_us);
  std::vector<Time> wanted;
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(platform.send(3_us + i * 1_us), tlm::TLM_OK_RESPONSE);
    wanted.push_back(5_us + i * 1_us);
  }
  run(300_us);
  EXPECT_EQ(target.arrivals, wanted);
  EXPECT_EQ(target.ends.back(), 214_us);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().late, 0U);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().refused, 3U);
  EXPECT_EQ(warnings(), 1) << "of the frames refused";
  EXPECT_EQ(platform.pool.in_use(), 0U);
  platform.s1.check();
}

// The ports of a switch tell such a target from others, whichever gets its first frame first.
TEST(FarEndAnswers, APipeBesideATargetThatAcceptsLate) {
  SwitchConfig config = two_ports();
  config.ports.push_back(config.ports.front());
  Platform platform("top", config);
  Pipe pipe("pipe");
  FourPhase slow("slow", 1'500_ns, 1'500_ns);
  platform.plug(pipe);
  plug(platform.s1.port(PortId(2)), slow);
  platform.s1.forwarding().add_host(0x0a000003, std::vector{PortId(2)});
  run(0_us);
  frame::DataFrameFields fields = some_fields();
  fields.length = 1250_B;
  for (int i = 0; i < 10; ++i) {
    fields.destination_ip = frame::Ipv4Address(10, 0, 0, i % 2 == 0 ? 2 : 3);
    EXPECT_EQ(platform.left.send(bytes_of(fields), 3_us + i * 1_us), tlm::TLM_OK_RESPONSE);
  }
  run(300_us);
  EXPECT_THAT(pipe.arrivals, ElementsAre(5_us, 7_us, 9_us, 11_us, 13_us));
  EXPECT_THAT(slow.arrivals, ElementsAre(6_us, 8_us, 10_us, 12_us, 14_us));
  EXPECT_EQ(platform.pool.in_use(), 0U);
  EXPECT_EQ(warnings(), 0);
}

TEST(FarEndAnswers, ATargetThatIsNeverDoneIsReported) {
  Platform platform("top");
  Blocking target("target", 1_ms);
  platform.plug(target);
  run(0_us);
  for (int i = 0; i < 600; ++i)
    platform.send(3_us + i * 1_us);
  run(1'700_us);
  EXPECT_THAT(target.arrivals, ElementsAre(5_us, 1'005_us));
  EXPECT_EQ(warnings(), 2) << "a late frame, and many that wait";
}

TEST(FarEndAnswers, ATargetMayAcceptAndRespondLater) {
  Platform platform("top");
  FourPhase target("target", 1_us, 2'700_ns);
  play_five(platform, target);
  EXPECT_THAT(target.arrivals, ElementsAre(5_us, 6_us, 7_us, 8_us, 9_us));
  EXPECT_THAT(target.responses, ElementsAre(7'700_ns, 8'700_ns, 9'700_ns, 10'700_ns, 11'700_ns));
  EXPECT_EQ(target.most_at_once, 3U);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().late, 0U);
  EXPECT_EQ(warnings(), 0);
}

// A wire does not wait: frames that are not accepted in time come late, are counted, and hold nobody up.
TEST(FarEndAnswers, ATargetThatAcceptsTooSlowlyGetsItsFramesLate) {
  Platform platform("top");
  Blocking target("target", 1'500_ns);
  play_five(platform, target);
  EXPECT_THAT(target.arrivals, ElementsAre(5_us, 6'500_ns, 8_us, 9'500_ns, 11_us));
  EXPECT_EQ(platform.s1.port(kRight).counters().frames_sent, 5U);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().late, 4U);
  EXPECT_EQ(warnings(), 1) << "one a port";
}

TEST(FarEndAnswers, ATargetMayAcceptInTheCall) {
  Platform platform("top");
  Scripted target("target");
  std::vector<Payload*> accepted;
  target.answer = [&](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    accepted.push_back(&payload);
    phase = tlm::END_REQ;
    delay += sc_core::sc_time(600, sc_core::SC_NS);
    return tlm::TLM_UPDATED;
  };
  platform.plug(target);
  run(0_us);
  for (int i = 0; i < 3; ++i)
    platform.send(3_us + i * 1_us);
  run(20_us);
  constexpr unsigned kBegin = tlm::BEGIN_REQ;
  EXPECT_THAT(target.calls, ElementsAre(std::pair(kBegin, 5_us), std::pair(kBegin, 6_us), std::pair(kBegin, 7_us)));
  EXPECT_EQ(platform.pool.in_use(), 3U) << "until their responses";
  for (Payload* payload : accepted) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time now = sc_core::SC_ZERO_TIME;
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(target.in->nb_transport_bw(*payload, phase, now), tlm::TLM_COMPLETED);
  }
  EXPECT_EQ(platform.pool.in_use(), 0U);
  EXPECT_EQ(warnings(), 0);
}

TEST(FarEndAnswers, ATargetMayRespondInTheCall) {
  Platform platform("top");
  Scripted target("target");
  target.answer = [&](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    delay += sc_core::sc_time(100, sc_core::SC_NS);
    return tlm::TLM_UPDATED;
  };
  play_five(platform, target);
  ASSERT_EQ(target.calls.size(), 10U);
  constexpr unsigned kBegin = tlm::BEGIN_REQ;
  constexpr unsigned kEnd = tlm::END_RESP;
  EXPECT_EQ(target.calls[0], std::pair(kBegin, 5_us));
  EXPECT_EQ(target.calls[1], std::pair(kEnd, 5'100_ns));
  EXPECT_EQ(target.calls[8], std::pair(kBegin, 9_us));
  EXPECT_EQ(target.calls[9], std::pair(kEnd, 9'100_ns));
  EXPECT_EQ(warnings(), 0);
}

TEST(FarEndAnswers, ATargetMayCallBackFromWithinTheCall) {
  Platform platform("top");
  Scripted target("target");
  target.answer = [&](Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    for (tlm::tlm_phase phase : {tlm::END_REQ, tlm::BEGIN_RESP})
      target.in->nb_transport_bw(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  };
  play_five(platform, target);
  EXPECT_EQ(target.calls.size(), 5U);
  EXPECT_EQ(target.calls.back().second, 9_us);
  EXPECT_EQ(warnings(), 0);
}

// A frame on the wire cannot be refused: it is gone, and the user is told.
TEST(FarEndAnswers, ErrorResponsesAreCountedAndReported) {
  Platform platform("top");
  Scripted target("target");
  target.answer = [](Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  };
  play_five(platform, target);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().refused, 5U);
  EXPECT_EQ(warnings(), 1);
  EXPECT_EQ(platform.s1.port(kLeft).far_end_faults().refused, 0U);
}

TEST(FarEndAnswers, ErrorResponsesThatComeLaterAreCountedAndReported) {
  Platform platform("top");
  Blocking target("target", 100_ns);
  target.answer = tlm::TLM_BURST_ERROR_RESPONSE;
  play_five(platform, target);
  EXPECT_EQ(platform.s1.port(kRight).far_end_faults().refused, 5U);
  EXPECT_EQ(warnings(), 1);
}

TEST(FarEndAnswers, ATargetThatNeverAcceptsIsReported) {
  Platform platform("top");
  Scripted target("target");
  target.answer = [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_ACCEPTED; };
  platform.plug(target);
  run(0_us);
  for (int i = 0; i < 300; ++i)
    platform.send(3_us + i * 1_us);
  run(400_us);
  EXPECT_EQ(target.calls.size(), 1U);
  EXPECT_EQ(warnings(), 1);
}

TEST(FarEndAnswers, AnAnswerToNothingIsAnError) {
  Platform platform("top");
  Scripted target("target");
  Payload* last = nullptr;
  target.answer = [&](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    last = &payload;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  };
  play_five(platform, target);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time now = sc_core::SC_ZERO_TIME;
  EXPECT_EQ(report_of([&] { target.in->nb_transport_bw(*last, phase, now); }),
            "top.s1.p1: the other end answers a frame that is not under way");
}

}  // namespace weir::asic::far_end_answers_test
