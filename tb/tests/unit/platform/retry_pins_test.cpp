// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The pin of a link with link-level retry: PCS is down at a port of weir::Switch while its pin is low.

#include "hw_model/asic/port_retry.h"
#include "hw_model/asic/switch_asic.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::retry_pins_test {

using star_bench::Sink;

const std::string kTwo = R"([scenario]
duration = "1ms"

[topology]
kind = "custom"

[[topology.device]]
name = "h1"
kind = "host"

[[topology.device]]
name = "s1"
kind = "switch"

[[topology.device]]
name = "s2"
kind = "switch"

[[topology.device]]
name = "h2"
kind = "host"

[[topology.link]]
between = ["h1", "s1"]

[[topology.link]]
between = ["s1", "s2"]

[[topology.link]]
between = ["s2", "h2"]

[[flow]]
src = "h1"
dst = "h2"

[switch.forwarding]
tables = "bridged"

[link.llr]
wanted = true
hosts = false
replay_count_max = 255
init_llr_frame_action = "block"
flush_llr_frame_action = "block"
)";

// h1 - s1 - s2 - h2, with retry between the switches.
struct Bench {
  explicit Bench(const std::string& pcs_lost_timeout)
      : s1("s1", from_text(kTwo).set("link.llr.pcs_lost_timeout", pcs_lost_timeout)),
        s2("s2", from_text(kTwo).set("link.llr.pcs_lost_timeout", pcs_lost_timeout)) {
    h1.connect(s1, 0);
    s1.tx[1].bind(s2.rx[0]);
    s2.tx[0].bind(s1.rx[1]);
    h2.connect(s2, 1);
    s1.link[1].bind(near);
    s2.link[0].bind(far);
    near = true;
    far = true;
  }

  // A frame from h1 to h2, bridged, whose last bit arrives in 3 us.
  void send() { h1.send({2, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6}); }
  const asic::PortRetry& retry() {
    return *dynamic_cast<const asic::SwitchAsic&>(*sc_core::sc_find_object("s1.s1")).retry(PortId(1));
  }

  Switch s1;
  Switch s2;
  Sink h1{"h1"};
  Sink h2{"h2"};
  sc_core::sc_signal<bool> near{"near"};
  sc_core::sc_signal<bool> far{"far"};
};

TEST(RetryPins, AShortCutIsRepaired) {
  Bench bench("0ns");
  run_until(10'300_ns);
  EXPECT_EQ(bench.retry().tx().state, llr::TxState::kAdvance);
  bench.near = false;
  bench.far = false;
  run_until(11'300_ns);
  bench.send();
  run_until(20'300_ns);
  EXPECT_EQ(bench.h2.frames, 0U);
  EXPECT_EQ(bench.retry().kept(), 1U);
  bench.near = true;
  bench.far = true;
  run_until(100'000_ns);
  EXPECT_EQ(bench.h2.frames, 1U);
  EXPECT_EQ(bench.retry().kept(), 0U);
  EXPECT_EQ(bench.retry().tx().state, llr::TxState::kAdvance);
}

TEST(RetryPins, ALongerCutThanPcsLostTimeoutEndsInFlush) {
  Bench bench("5us");
  run_until(10'300_ns);
  EXPECT_EQ(bench.retry().tx().state, llr::TxState::kAdvance);
  bench.near = false;  // of one end alone
  run_until(11'300_ns);
  bench.send();
  run_until(20'300_ns);
  EXPECT_EQ(bench.retry().tx().state, llr::TxState::kFlush);
  EXPECT_EQ(bench.retry().kept(), 0U) << "what was kept is given up";
  EXPECT_EQ(bench.h2.frames, 0U);
}

}  // namespace weir::retry_pins_test
