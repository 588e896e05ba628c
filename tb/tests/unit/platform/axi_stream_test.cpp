// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cable of a port as two AXI4-Streams.

#include "tb/platform/weir/axi_stream.h"

#include "tb/tests/unit/platform/cable_bench.h"

namespace weir::axi_stream_test {

using cable_bench::End;
using cable_bench::frame_to;
using cable_bench::frames_to;
using cable_bench::kFrames;
using cable_bench::star;
using cable_bench::sum_of;
using cable_bench::warnings;

// A device at port 0: it holds the words of the switch now and then, and sends frames, as fast as it may.
class AxiBench : public sc_core::sc_module {
 public:
  AxiBench(const sc_core::sc_module_name& name, bool waits, std::size_t fifo = 65'536)
      : sc_core::sc_module(name), axis("axis", s1, 0, fifo), waits_(waits) {
    axis.clk(clk);
    axis.rx_tdata(rx_tdata), axis.rx_tkeep(rx_tkeep), axis.rx_tvalid(rx_tvalid), axis.rx_tlast(rx_tlast);
    axis.tx_tdata(tx_tdata), axis.tx_tkeep(tx_tkeep), axis.tx_tvalid(tx_tvalid), axis.tx_tlast(tx_tlast);
    axis.tx_tuser(tx_tuser);
    if (waits) {
      axis.rx_tready(rx_tready);
      axis.tx_tready(tx_tready);
    }
    SC_HAS_PROCESS(AxiBench);
    SC_METHOD(edge);
    sensitive << clk.posedge_event();
    dont_initialize();
  }

  void edge() {
    hear();
    speak();
  }

  Switch s1{"s1", star("false")};
  sc_core::sc_clock clk{"clk", 4, sc_core::SC_NS};  // 16 Gbps: faster than the cable
  AxiStream axis;
  End h2{"h2", s1, 1};
  std::vector<Frame> to_send;
  std::size_t bad = std::numeric_limits<std::size_t>::max();  // the frame that is bad
  std::vector<Frame> heard;
  unsigned stalled = 0;    // words that the device has held
  unsigned held_back = 0;  // words of the device that were held
  bool stuck = false;      // the device takes nothing

 private:
  void hear() {
    const auto word = std::tuple(rx_tdata.read(), rx_tkeep.read(), rx_tlast.read());
    if (held_) {
      EXPECT_TRUE(rx_tvalid.read());
      EXPECT_EQ(word, last_word_) << "stays until it is taken";
    }
    held_ = false;
    if (rx_tvalid.read() && (!waits_ || rx_tready.read())) {
      for (unsigned i = 0; i < 8; ++i) {
        if ((rx_tkeep.read() >> i & 1U) != 0)
          hearing_.push_back(static_cast<std::uint8_t>(rx_tdata.read() >> (8 * i)));
      }
      EXPECT_TRUE(rx_tlast.read() || rx_tkeep.read() == 0xff);
      if (rx_tlast.read())
        heard.push_back(std::exchange(hearing_, {}));
    } else if (rx_tvalid.read()) {
      ++stalled;
      held_ = true;
      last_word_ = word;
    }
    random_ = random_ * 1'103'515'245U + 12'345U;
    rx_tready = !stuck && (random_ >> 16U) % 4 != 0;
  }

  void speak() {
    if (offers_ && (!waits_ || tx_tready.read())) {
      byte_ += 8;
      if (byte_ >= to_send[frame_].size()) {
        byte_ = 0;
        ++frame_;
      }
    } else if (offers_) {
      ++held_back;
    }
    offers_ = frame_ < to_send.size();
    tx_tvalid = offers_;
    if (!offers_)
      return;
    const Frame& frame = to_send[frame_];
    const std::size_t bytes = std::min<std::size_t>(8, frame.size() - byte_);
    std::uint64_t data = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      data |= std::uint64_t{frame[byte_ + i]} << (8 * i);
    tx_tdata = data;
    tx_tkeep = (1U << bytes) - 1;
    tx_tlast = byte_ + 8 >= frame.size();
    tx_tuser = frame_ == bad;
  }

  bool waits_;
  bool held_ = false;
  bool offers_ = false;
  std::size_t frame_ = 0;
  std::size_t byte_ = 0;
  std::uint32_t random_ = 1;
  Frame hearing_;
  std::tuple<std::uint64_t, std::uint32_t, bool> last_word_;
  sc_core::sc_signal<std::uint64_t> rx_tdata{"rx_tdata"}, tx_tdata{"tx_tdata"};
  sc_core::sc_signal<std::uint32_t> rx_tkeep{"rx_tkeep"}, tx_tkeep{"tx_tkeep"};
  sc_core::sc_signal<bool> rx_tvalid{"rx_tvalid"}, rx_tlast{"rx_tlast"}, rx_tready{"rx_tready"};
  sc_core::sc_signal<bool> tx_tvalid{"tx_tvalid"}, tx_tlast{"tx_tlast"}, tx_tuser{"tx_tuser"}, tx_tready{"tx_tready"};
};

void expect_all(bool waits) {
  AxiBench bench("bench", waits);
  bench.to_send = frames_to(1);
  bench.bad = 5;
  run(0_us);
  for (const Frame& frame : frames_to(0))
    bench.h2.cable.send(frame);
  run(40_us);
  EXPECT_EQ(bench.heard, frames_to(0));
  std::vector<Frame> right = frames_to(1);
  right.erase(right.begin() + 5);
  EXPECT_EQ(bench.h2.frames, right);
  EXPECT_EQ(bench.axis.bad(), 1U);
  EXPECT_EQ(sum_of(bench.s1, "dropped_bad_fcs"), 1U);
  EXPECT_EQ(bench.axis.frames_to(), kFrames);
  EXPECT_EQ(bench.axis.frames_from(), kFrames);
  EXPECT_EQ(bench.axis.lost(), 0U);
  EXPECT_EQ(bench.stalled > 0, waits);
  EXPECT_EQ(bench.held_back > 0, waits);
  EXPECT_EQ(warnings(), 0);
}

TEST(AxiStream, WithBackPressure) { expect_all(true); }

TEST(AxiStream, WithoutBackPressure) { expect_all(false); }

TEST(AxiStream, WhatItsFifosCannotHoldIsLost) {
  AxiBench bench("bench", false, 500);
  bench.to_send = frames_to(1);
  run(40_us);
  EXPECT_GT(bench.axis.lost(), 0U);
  EXPECT_EQ(bench.h2.frames.size() + bench.axis.lost(), kFrames);
  EXPECT_EQ(warnings(), 1);
}

TEST(AxiStream, ADeviceThatTakesNothingLosesWhatItsFifoCannotHold) {
  AxiBench bench("bench", true, 500);
  bench.stuck = true;
  run(0_us);
  for (int i = 0; i < 9; ++i)
    bench.h2.cable.send(frame_to(0, 100, 1));
  run(20_us);
  EXPECT_EQ(bench.axis.lost(), 4U) << "of 900 bytes 500 wait";
  EXPECT_EQ(warnings(), 1);
  bench.stuck = false;
  run(20_us);
  EXPECT_EQ(bench.heard.size(), 5U);
}

}  // namespace weir::axi_stream_test
