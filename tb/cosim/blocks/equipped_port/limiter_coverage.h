// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage that kinds of port whose classes have rate limiters share: packets whose class waits for its
// limiter, and those that may be followed at once; each set of classes that limiters hold; each rounding and clamp;
// each bit of a wait.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/limited_port.h"
#include "tb/cosim/blocks/equipped_port/offer_coverage.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LimiterCoverage {
 public:
  explicit LimiterCoverage(unsigned wait_bits)
      : sent_("sent", {numbers("class", 0, 7), {"then", {"waits", "follows"}}}),
        held_("limited", {numbers("class", 0, 7), {"another_goes", kWhether}}),
        sets_("limited_at_once", {numbers("classes", 0, kAllClasses), {"asks", {"one_of_these", "another"}}}),
        modes_("mode", {numbers("rounding", 0, 3), {"clamp", kWhether}, {"with", {"sent", "raised", "lowered"}}}),
        waits_("wait_bit", {numbers("bit", 0, wait_bits - 1), {"set", kWhether}}) {
    sets_.rule_out(sets_.index({0, 0}));
    sets_.rule_out(sets_.index({kAllClasses, 1}));
  }

  void rule_out_class_without(std::size_t c) {
    rule_out_class(sent_, c);
    rule_out_class(held_, c);
    for (std::size_t classes = 0; classes <= kAllClasses; ++classes) {
      if (bit(classes, c) != 0) {
        sets_.rule_out(sets_.index({classes, 0}));
        sets_.rule_out(sets_.index({classes, 1}));
      }
    }
  }

  // A cycle; `limited`: whether the class of `sent_class` has a limiter.
  template <class Out>
  void packets(const reference::LimitedPortInputs& in, const Out& out, bool limited) {
    if (in.sent_valid && limited) {
      sent_.hit(sent_.index({in.sent_class, bit(out.lets, in.sent_class)}));
      modes_.hit(modes_.index({in.rounding, in.clamp ? 1U : 0U, 0}));
    }
    const std::uint32_t limits = kAllClasses & ~out.lets;
    const std::uint32_t asks =
        in.mac_ready ? in.waiting & in.open & in.port_open & out.credit & ~out.blocked & limits : 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (bit(asks, c) != 0) {
        held_.hit(held_.index({c, out.goes != 0 ? 1U : 0U}));
      }
    }
    if (asks != 0) {
      sets_.hit(sets_.index({limits, 0}));
    }
    if (out.goes != 0) {
      sets_.hit(sets_.index({limits, 1}));
    }
  }
  // A limiter that holds its class is assigned another rate; `in`: of the cycle of the assignment.
  void rate(const reference::LimitedPortInputs& in, bool raised) {
    modes_.hit(modes_.index({in.rounding, in.clamp ? 1U : 0U, raised ? 1U : 2U}));
  }
  // R_c of the class shown.
  void wait(std::uint64_t r_c) {
    for (std::size_t n = 0; n < waits_.size() / 2; ++n) {
      waits_.hit(waits_.index({n, bit(r_c, n)}));
    }
  }

  const CoverageGroup& sent() const { return sent_; }
  const CoverageGroup& held() const { return held_; }
  const CoverageGroup& sets() const { return sets_; }
  const CoverageGroup& modes() const { return modes_; }
  const CoverageGroup& waits() const { return waits_; }

 private:
  CoverageGroup sent_;
  CoverageGroup held_;
  CoverageGroup sets_;
  CoverageGroup modes_;
  CoverageGroup waits_;
};

}  // namespace weir::cosim
