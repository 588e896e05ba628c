// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_rx_cycle.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::llr::llr_rx_cycle_test {

std::string refusal(const LlrRxCycleConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(LlrRxCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.seq_bits = 2, .data_bits = 1}), "");
  EXPECT_EQ(refusal({.seq_bits = 1}), "llr_rx: seq_bits is 1, wanted 2..30");
  EXPECT_EQ(refusal({.data_bits = 31}), "llr_rx: data_bits is 31, wanted 1..30");
}

LlrRxInputs frame(std::uint32_t seq, std::uint8_t fcs = 0) {
  return {.frame = true, .frame_seq = seq, .frame_fcs = fcs};
}

// With this number expected.
LlrRxCycle begun(std::uint32_t seq) {
  LlrRxCycle rx({.seq_bits = 4});
  rx.clock({.init = true, .init_seq = seq, .init_data = 3});
  rx.clock({.echo_take = true});
  return rx;
}

// The cycles of the wave in rtl/llr_rx/llr_rx.md.
TEST(LlrRxCycle, DoesWhatThePageShows) {
  LlrRxCycle rx = begun(14);
  struct Column {
    LlrRxInputs in;
    bool accept;
    bool nack_due;
    std::uint32_t last;
    std::uint8_t state;
    std::uint32_t next;
  };
  for (const Column& column : {Column{{}, false, false, 13, 1, 14}, Column{frame(15), false, false, 13, 1, 14},
                               Column{{}, false, true, 13, 2, 14}, Column{{.nack_take = true}, false, true, 13, 2, 14},
                               Column{frame(14), true, false, 13, 3, 14}, Column{frame(15, 1), true, false, 14, 1, 15},
                               Column{frame(0, 2), false, false, 15, 1, 0}}) {
    const LlrRxOutputs out = rx.clock(column.in);
    EXPECT_EQ(out.accept, column.accept) << column.next;
    EXPECT_EQ(out.nack_due, column.nack_due) << column.next;
    EXPECT_EQ(out.last_seq, column.last) << column.next;
    EXPECT_EQ(out.state, column.state) << column.next;
    EXPECT_EQ(out.next_rx_seq, column.next) << column.next;
  }
}

// The NACK has left, the frame ends the silence, and the LLR_INIT replaces both.
TEST(LlrRxCycle, TakesASetAFrameAndAnInitOfOneCycleInThisOrder) {
  LlrRxCycle rx = begun(6);
  rx.clock(frame(7));
  LlrRxInputs all = frame(6);
  all.nack_take = true;
  all.init = true;
  all.init_seq = 9;
  all.init_data = 5;
  const LlrRxOutputs out = rx.clock(all);
  EXPECT_TRUE(out.accept && out.llr_tx_nack_ctl_os && out.llr_rx_replay && out.llr_rx_init_ctl_os);
  const LlrRxOutputs after = rx.evaluate({});
  EXPECT_EQ(after.state, 1);
  EXPECT_EQ(after.next_rx_seq, 9U);
  EXPECT_FALSE(after.ack_news);
  EXPECT_TRUE(after.echo_due);
  EXPECT_EQ(after.echo_seq, 9U);
  EXPECT_EQ(after.echo_data, 5U);
}

// What is taken without being due, and what comes while the mode is off, changes nothing but the counts of FCS and
// INIT.
TEST(LlrRxCycle, LeavesWhatIsNotDueAndWhatComesWhileOff) {
  LlrRxCycle rx = begun(3);
  rx.clock({.nack_take = true});
  EXPECT_EQ(rx.evaluate({}).state, 1);
  LlrRxInputs off = frame(3);
  off.llr_mode_local = false;
  off.ack_take = true;
  off.init = true;
  const LlrRxOutputs out = rx.clock(off);
  EXPECT_FALSE(out.accept || out.ack_due || out.llr_tx_ack_ctl_os || out.llr_rx_expected_seq_good);
  EXPECT_TRUE(out.llr_rx_ok && out.llr_rx_init_ctl_os);
  EXPECT_EQ(rx.evaluate({}).state, 0);
  EXPECT_EQ(rx.evaluate({}).next_rx_seq, 3U);
  EXPECT_EQ(rx.evaluate({.rst_n = false}).next_rx_seq, 0U);
}

}  // namespace weir::llr::llr_rx_cycle_test
