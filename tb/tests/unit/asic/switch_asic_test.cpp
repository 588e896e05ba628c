// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch of three ports between plain TLM components: a packet's way, every reason for a drop, and the pause that
// goes back. 10 Gbps: 1250 B take 1 us. Each test needs a process of its own, as ctest gives it.

#include "hw_model/asic/switch_asic.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/mac_control.h"
#include "tb/oracle/drops.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::asic::switch_asic_test {

using testing::Field;

constexpr Time kDelay = 1_us;
constexpr PortId kIn{0};
constexpr PortId kOut{1};
constexpr ClassId kClass{3};

class SwitchAsicTest : public testing::Test {
 protected:
  SwitchAsicTest() {
    config_.ports.assign(3, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
    config_.parser = {.clock = 1_ns, .state_cycles = 10, .lookup_cycles = 7};  // a tagged UDP packet: 47 ns
    config_.mmu = {.viq_limit = 10'000_B};
    config_.flow_control.lossless = 0;
  }

  void use_pfc() {
    config_.flow_control.scheme = flow_control::Scheme::kPfc;
    config_.flow_control.lossless = mask_of(kClass);
  }

  SwitchAsic& make() {
    asic_ = std::make_unique<SwitchAsic>("s1", config_, Timing{.quantum = kDelay, .until = 1'000_us}, Factories{},
                                         pool_, 7, 1);
    for (std::size_t p = 0; p < 3; ++p) {
      far_.push_back(std::make_unique<FarEnd>(("far" + std::to_string(p)).c_str()));
      plug(asic_->port(PortId(p)), *far_[p]);
    }
    asic_->forwarding().add_host(0x0a000002, std::vector{kOut});
    asic_->tell_drops(drops_);
    return *asic_;
  }

  static frame::DataFrameFields fields() {
    frame::DataFrameFields fields = some_fields();
    fields.length = 1250_B;
    return fields;
  }
  void arrive(const std::vector<std::uint8_t>& bytes, Time delay, PortId p = kIn) {
    EXPECT_EQ(far_[p.index()]->send(bytes, delay), tlm::TLM_OK_RESPONSE);
  }
  static Time end_of(const FarEnd::Call& call) { return call.at + call.delay - kDelay; }

  SwitchConfig config_;
  link::FramePool pool_;
  oracle::SwitchDrops drops_;
  std::unique_ptr<SwitchAsic> asic_;
  std::vector<std::unique_ptr<FarEnd>> far_;
};

TEST_F(SwitchAsicTest, StoresParsesRoutesAndForwards) {
  const SwitchAsic& asic = make();
  run(0_us);
  arrive(bytes_of(fields()), 5_us);
  run(6_us);
  EXPECT_EQ(asic.mmu().viq_depth(kIn, kClass), 1250_B) << "until its last bit has left";
  EXPECT_EQ(asic.egress().veq_depth(kOut, kClass), 1250_B);
  asic.check();
  run(4_us);
  ASSERT_THAT(far_[1]->received, SizeIs(1));
  EXPECT_EQ(end_of(far_[1]->received.front()), 5_us + 47_ns + 1_us);
  const auto ip = frame::read_ipv4(std::span(far_[1]->received.front().data).subspan(18), 1228_B);
  ASSERT_TRUE(ip);
  EXPECT_EQ(ip->ttl, 63);
  EXPECT_EQ(asic.mmu().viq_depth(kIn, kClass), 0_B);
  EXPECT_EQ(asic.egress().total(), 0_B);
  EXPECT_EQ(asic.mmu().counters(kIn, kClass).admitted, 1U);
  EXPECT_EQ(asic.egress().counters(kOut, kClass).sent, 1U);
  EXPECT_THAT(far_[0]->received, IsEmpty());
  EXPECT_THAT(far_[2]->received, IsEmpty());
  EXPECT_EQ(pool_.in_use(), 0U);
  asic.check();
}

TEST_F(SwitchAsicTest, DropsWithTheReason) {
  const SwitchAsic& asic = make();
  run(0_us);
  frame::DataFrameFields expired = fields();
  expired.ttl = 1;
  frame::DataFrameFields nowhere = fields();
  nowhere.destination_ip = frame::Ipv4Address(10, 0, 0, 3);
  std::vector<std::uint8_t> not_ip = bytes_of(fields());
  not_ip[17] = 0x06;  // ARP
  std::vector<std::uint8_t> malformed = bytes_of(fields());
  malformed[18] = 0x44;
  std::vector<std::uint8_t> bad_checksum = bytes_of(fields());
  bad_checksum[28] = static_cast<std::uint8_t>(bad_checksum[28] + 1);
  Time at = 2_us;
  for (const auto& bytes : {bytes_of(expired), bytes_of(nowhere), bytes_of(nowhere), not_ip, malformed, bad_checksum}) {
    arrive(bytes, at += 2_us);
  }
  run(30_us);
  const DropCounters& drops = asic.drops(kIn, kClass);
  EXPECT_EQ(drops.of(frame::DecodeError::kTtlExpired), 1U);
  EXPECT_EQ(drops.no_route, 2U);
  EXPECT_EQ(drops.not_ip, 1U);
  EXPECT_EQ(drops.of(frame::DecodeError::kBadIpHeaderLength), 1U);
  EXPECT_EQ(drops.of(frame::DecodeError::kBadIpHeaderChecksum), 1U);
  EXPECT_EQ(drops.of(frame::DecodeError::kRunt), 0U);
  EXPECT_EQ(drops.total(), 6U);
  EXPECT_THAT(drops_.by_flow(), ElementsAre(Pair(frame::kForeignFlow, Field(&Amount::packets, 6U))));
  EXPECT_THAT(drops_.lossless(), IsEmpty());
  EXPECT_EQ(asic.mmu().counters(kIn, kClass).admitted, 0U);
  EXPECT_THAT(far_[1]->received, IsEmpty());
  EXPECT_EQ(pool_.in_use(), 0U);
}

// Two inputs at line rate into one output: a VIQ grows by half of what comes in.
TEST_F(SwitchAsicTest, ALossyClassDropsAtItsLimit) {
  const SwitchAsic& asic = make();
  run(0_us);
  for (int i = 0; i < 40; ++i) {
    arrive(bytes_of(fields()), 2_us + 1_us * i, kIn);
    arrive(bytes_of(fields()), 2_us + 1_us * i, PortId(2));
  }
  run(100_us);
  const auto full = static_cast<std::size_t>(mmu::Admission::kViqFull);
  const std::uint64_t dropped = asic.drops(kIn, kClass).admission[full] + asic.drops(PortId(2), kClass).admission[full];
  EXPECT_GT(dropped, 0U);
  EXPECT_EQ(dropped + far_[1]->received.size(), 80U);
  EXPECT_EQ(asic.mmu().counters(kIn, kClass).peak, 10'000_B);
  EXPECT_THAT(drops_.lossless(), IsEmpty());
  EXPECT_EQ(pool_.in_use(), 0U);
}

// XOFF on the third packet: PAUSE leaves the port it came in by, RESUME when the VIQ has drained to XON.
TEST_F(SwitchAsicTest, PausesAndResumesTheSender) {
  use_pfc();
  config_.flow_control.pfc = {.xoff = 3'750_B, .xon = 1'250_B};
  config_.ports[kIn.index()].rate = 20_Gbps;
  const SwitchAsic& asic = make();
  run(0_us);
  for (int i = 0; i < 4; ++i) {
    arrive(bytes_of(fields()), 2_us + 500_ns * i);
  }
  run(20_us);
  // Admissions at 2.047, 2.547, 3.047 (a packet leaves in that instant, before) and 3.547 us: the fourth reaches XOFF.
  // Departures from 3.047 us on, one each us: at 5.047 us one packet is left.
  ASSERT_THAT(far_[0]->received, SizeIs(2));
  constexpr Time kControlTime = Time(25'600);
  EXPECT_EQ(end_of(far_[0]->received[0]), 3'547_ns + kControlTime);
  EXPECT_EQ(end_of(far_[0]->received[1]), 5'047_ns + kControlTime);
  const auto read = [&](std::size_t i) {
    return std::get<frame::PfcFrame>(frame::read_mac_control(far_[0]->received[i].data).value());
  };
  EXPECT_EQ(read(0), frame::pfc_frame(mask_of(kClass), 0xffff));
  EXPECT_EQ(read(1), frame::pfc_frame(mask_of(kClass), 0));
  EXPECT_EQ(asic.engine(kIn).counters(kClass).pauses_sent, 1U);
  EXPECT_THAT(far_[1]->received, SizeIs(4));
}

TEST_F(SwitchAsicTest, ObeysAPauseAfterItsProcessingDelay) {
  use_pfc();
  config_.flow_control.pfc = {.xoff = 10'000_B, .xon = 5'000_B};
  config_.flow_control.processing_delay = 700_ns;
  const SwitchAsic& asic = make();
  run(0_us);
  for (int i = 0; i < 5; ++i) {
    arrive(bytes_of(fields()), 2_us + 1_us * i);
  }
  std::vector<std::uint8_t> pause(frame::kControlFrameBytes);
  frame::write_pfc(pause, frame::MacAddress(0x02U), frame::pfc_frame(mask_of(kClass), 0xffff));
  arrive(pause, 3_us, kOut);
  run(20_us);
  // In effect at 3.7 us, while the second frame is being sent (3.047 to 4.047 us).
  ASSERT_THAT(far_[1]->received, SizeIs(2));
  EXPECT_EQ(end_of(far_[1]->received[1]), 4'047_ns);
  EXPECT_EQ(asic.egress().counters(kOut, kClass).held.since(), 3'700_ns);
  EXPECT_EQ(asic.mmu().viq_depth(kIn, kClass), 3'750_B);
  asic.check();
}

// 10 packets of two cells each fill the buffer; 30 more find none.
class LosslessDrops : public SwitchAsicTest {
 protected:
  LosslessDrops() {
    use_pfc();
    config_.mmu.buffer = 20'000_B;
    config_.mmu.cell = 1'000_B;
    config_.mmu.viq_limit = 15'000_B;
    config_.flow_control.pfc = {.xoff = 15'000_B, .xon = 10'000_B};
    config_.ports[kIn.index()].rate = 1'000_Gbps;
  }

  void overflow() {
    run(0_us);
    for (int i = 0; i < 40; ++i) {
      arrive(bytes_of(fields()), 2_us + 10_ns * i);
    }
    run(100_us);
  }
};

TEST_F(LosslessDrops, AreReportedAndTheRunGoesOn) {
  const SwitchAsic& asic = make();
  overflow();
  EXPECT_EQ(asic.drops(kIn, kClass).admission[static_cast<std::size_t>(mmu::Admission::kBufferFull)], 30U);
  ASSERT_THAT(drops_.lossless(), SizeIs(16)) << "the first 16 are written out";
  EXPECT_EQ(drops_.lossless().front().text,
            "lossless class 3 lost packet 11 of those that came in at s1.p0 (1250 B) at queue s1.p0.c3: the buffer of "
            "20000 B has no free cells");
  EXPECT_THAT(drops_.by_flow(), ElementsAre(Pair(frame::kForeignFlow, Field(&Amount::packets, 30U))));
  EXPECT_THAT(far_[1]->received, SizeIs(10));
}

// A queue that loses its first packet behind those that are written out has its bound, too.
TEST_F(LosslessDrops, AreCountedForEachQueueWithFirstAndLastTime) {
  constexpr PortId kLater{2};
  config_.ports[kLater.index()].rate = 1'000_Gbps;
  make();
  run(0_us);
  for (int i = 0; i < 40; ++i) {
    arrive(bytes_of(fields()), 2_us + 10_ns * i);
  }
  arrive(bytes_of(fields()), 2'500_ns, kLater);
  run(100_us);
  ASSERT_THAT(drops_.by_queue(), SizeIs(2));
  const oracle::QueueLosses& first = drops_.by_queue().at({kIn, kClass});
  EXPECT_EQ(first.packets, 30U);
  EXPECT_EQ(first.first, drops_.lossless().front().at);
  EXPECT_EQ(first.last - first.first, 290_ns);
  const oracle::QueueLosses& later = drops_.by_queue().at({kLater, kClass});
  EXPECT_EQ(later.packets, 1U);
  EXPECT_EQ(later.first, later.last);
  EXPECT_EQ(later.first - first.last, 110_ns);
  EXPECT_EQ(later.bound, "the buffer of 20000 B has no free cells");
}

TEST_F(LosslessDrops, AreCountedWhereNobodyListens) {
  SwitchAsic& asic = make();
  asic.tell_no_more(drops_);
  overflow();
  EXPECT_EQ(asic.drops(kIn, kClass).total(), 30U);
  EXPECT_THAT(drops_.by_flow(), IsEmpty());
  EXPECT_THAT(far_[1]->received, SizeIs(10));
}

// Headroom of 0, and the bound says that it is enough: with XOFF at the limit no packet can come after it.
class LossAgainstTheBound : public LosslessDrops {
 protected:
  LossAgainstTheBound() {
    config_.mmu = {.viq_limit = 5'000_B};
    config_.flow_control.pfc = {.xoff = 5'000_B, .xon = 1'250_B};
    drops_ = oracle::SwitchDrops(0_B);
  }
};

TEST_F(LossAgainstTheBound, EndsTheRun) {
  make();
  EXPECT_THAT([&] { overflow(); }, testing::Throws<std::exception>(testing::Property(
                                       &std::exception::what, HasSubstr("although its headroom is as required"))));
}

// The bound was that of other settings.
TEST_F(LossAgainstTheBound, IsAResultOnceSoftwareHasChangedSettings) {
  SwitchAsic& asic = make();
  ledger::RegisterBank& bank = asic.csr().bank();
  const std::vector writes = {
      ledger::RegisterBank::Write{.mapped = bank.map().find("mmu", "viq_limit"), .value = 5'001, .mask = ~0ULL}};
  bank.write(writes, 0_us);
  overflow();
  EXPECT_THAT(drops_.lossless(), SizeIs(16));
  EXPECT_EQ(
      drops_.lossless().front().text,
      "lossless class 3 lost packet 5 of those that came in at s1.p0 (1250 B) at queue s1.p0.c3: VIQ depth 5000 B + "
      "1250 B is over viq_limit 5001 B + headroom 0 B");
}

// Software lowers XOFF below what the VIQ holds, in the middle of a run and before all other work of that time.
TEST_F(SwitchAsicTest, AnActionShowsInTheWavesAtItsTime) {
  use_pfc();
  config_.flow_control.pfc = {.xoff = 9'000_B, .xon = 1'250_B};
  config_.ports[kIn.index()].rate = 20_Gbps;
  SwitchAsic& asic = make();
  asic.trace_classes(mask_of(kClass));
  constexpr Time kThen = 3'100_ns;  // one packet is being sent, one waits
  asic.at(kThen, [&asic](Time now) {
    ledger::RegisterBank& bank = asic.csr().bank();
    const std::vector writes = {ledger::RegisterBank::Write{
        .mapped = bank.map().find("flow_control", "xoff"), .element = kIn.index(), .value = 2'500, .mask = ~0ULL}};
    bank.write(writes, now);
  });
  run(0_us);
  for (int i = 0; i < 3; ++i) {
    arrive(bytes_of(fields()), 2_us + 500_ns * i);
  }
  run(3'500_ns);
  EXPECT_EQ(asic.engine(kIn).receiver_state(kClass), 1U);
  std::vector<Time> changes;
  for (const TraceRecord& record : asic.trace()->records()) {
    const Probe& probe = asic.trace()->probes()[record.probe];
    if (probe.port == "p0" && probe.name == "receiver_pause_c3") {
      changes.push_back(record.at);
    }
  }
  EXPECT_THAT(changes, ElementsAre(0_us, kThen)) << "open from the start, then paused";
}

TEST_F(SwitchAsicTest, NamesItsStagesInTheHierarchy) {
  make();
  for (const char* name : {"s1.parser", "s1.forwarding", "s1.mmu", "s1.egress", "s1.p0", "s1.p2"}) {
    EXPECT_NE(sc_core::sc_find_object(name), nullptr) << name;
  }
}

}  // namespace weir::asic::switch_asic_test
