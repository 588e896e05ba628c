// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/itsy_causality/coverage.h"

#include <bit>

#include "tb/cosim/blocks/itsy_causality/coverage_bins.h"

namespace weir::cosim {

using namespace itsy_bins;

namespace {

const std::vector<std::string> kEvents = {"pause",    "resume",  "hold",  "release",   "take",  "again",
                                          "enqueues", "departs", "check", "life_over", "clear", "reset"};
const std::vector<std::string> kPortEvents(kEvents.begin(), kEvents.begin() + kCheck);
const std::vector<std::string> kNoYes = {"no", "yes"};
const std::vector<std::string> kTogetherNames = {"resume_and_take_of_own",
                                                 "resume_and_take_of_forwarded",
                                                 "resume_and_check_home",
                                                 "resume_and_check_over_it",
                                                 "release_and_check_home",
                                                 "release_and_check_that_goes_on",
                                                 "pause_and_check_over_it",
                                                 "hold_and_check_there",
                                                 "take_and_forward_to_it",
                                                 "take_and_initiation",
                                                 "one_goes_and_one_comes_of_a_pair",
                                                 "packet_and_hold",
                                                 "packet_and_pause",
                                                 "again_and_completion",
                                                 "life_over_and_again",
                                                 "life_over_and_resume_of_what_waits",
                                                 "hold_of_held",
                                                 "release_of_released",
                                                 "pause_of_pausing",
                                                 "forwarded_over_forwarded",
                                                 "clear_and_check_home",
                                                 "clear_and_take",
                                                 "reset_of_a_stuck_port",
                                                 "all_at_once"};

const std::vector<std::string> kSumFateNames = {
    "no_other_egress",      "not_above_xon",          "goes_on",       "home",   "old_number",
    "spoiled_by_a_release", "spoiled_by_a_departure", "row_of_a_hold", "resumes"};

using reference::most_of;

std::size_t event_of(const reference::ItsyCausalityInputs& in) {
  return !in.rst_n      ? kReset
         : in.clear     ? kClear
         : in.check     ? kCheck
         : in.pause     ? (in.pause_on ? kPause : kResume)
         : in.hold      ? (in.hold_on ? kHold : kRelease)
         : in.take      ? kTake
         : in.enqueues  ? kEnqueues
         : in.departs   ? kDeparts
         : in.again     ? kAgain
         : in.life_over ? kLifeOver
                        : kNone;
}

}  // namespace

ItsyCausalityCoverage::ItsyCausalityCoverage(const reference::ItsyCausalityConfig& widths, unsigned /*latency*/)
    : widths_(widths),
      unit_(widths),
      steps_("step",
             {{"event", kPortEvents}, numbers("port", 0, widths.ports - 1), {"state", {"idle", "on", "stuck"}}}),
      checks_("check", {{"whose", {"own_port", "own_switch_no_such_port", "other_switch"}},
                        {"fate", {"not_held", "home", "no_hop_left", "seen_before", "goes_on"}},
                        numbers("edges", 0, widths.ports)}),
      ttls_("ttl",
            {numbers("ttl_less_1", 0, most_of(widths.ttl_bits)), {"fate", {"no_hop_left", "seen_before", "goes_on"}}}),
      numbers_("number", {{"age", {"newest", "within", "oldest", "one_too_old", "far", "ahead", "any"}},
                          {"over_the_wrap", kNoYes}}),
      budgets_("budget", {{"cause", {"pause", "hold", "packet", "again", "life_over"}},
                          {"numbers_taken", {"none", "some", "all_but_one", "all"}}}),
      at_once_("at_once", {{"what", {"initiated_by_a_hold", "initiated_by_life_over", "forwarded"}},
                           numbers("ports", 1, widths.ports)}),
      comparisons_("of",
                   {{"departure", widths.count_bits},
                    {"arrival", widths.count_bits},
                    {"too_few", widths.count_bits},
                    {"stuck", widths.sums != 0 ? widths.count_bits : 0},
                    {"hops", widths.ttl_bits},
                    {"age", widths.seq_bits}},
                   "left"),
      names_("name_of", {{"input",
                          {"pause", "hold", "take", "again", "check", "initiator", "departs_egress", "departs_ingress",
                           "enqueues_egress", "enqueues_ingress"}},
                         numbers("bit_from_a_port", 0, widths.port_bits - 1)}),
      crossings_("crossing", {{"of", {"departure", "arrival"}},
                              {"was", {"below", "at_xon", "one_above", "above"}},
                              {"is", {"below", "at_xon", "one_above", "above"}}}),
      duplicates_("duplicate",
                  {{"differs_in", {"nothing", "switch", "port", "seq"}}, {"ttl", {"lower", "same", "higher"}}}),
      takes_("take", {{"what", {"nothing", "own", "own_and_forwarded", "over_an_edge", "without_an_edge"}},
                      numbers("port", 0, widths.ports - 1)}),
      pairs_("pair", {{"what", {"enqueues", "departs", "both", "completes", "forwards", "home"}},
                      numbers("egress", 0, widths.ports - 1),
                      numbers("ingress", 0, widths.ports - 1)}),
      ends_("end", {{"of",
                     {"more_departs_than_waits", "all_departs", "more_waits_than_fits", "as_much_as_fits", "seq_wraps",
                      "given_full"}},
                    numbers("port", 0, widths.ports - 1)}),
      events_(kEvents),
      coincidences_("coincidence", {{"of", kTogetherNames}}),
      sums_("sum", {{"fate", kSumFateNames}, numbers("egresses", 1, widths.ports)}),
      sum_passes_("sum_passes", {{"by", {"hold", "packet", "pause"}},
                                 {"is", {"one_above", "above"}},
                                 numbers("ingress", 0, widths.ports - 1)}) {
  rule_out_sums_and_checks();
  rule_out_the_rest();
}

// Rules out the bins of sums and checks that no cycle can hit.
void ItsyCausalityCoverage::rule_out_sums_and_checks() {
  for (std::size_t n = 0; n < widths_.ports; ++n) {  // alone it is one, else more
    for (std::size_t fate = kSumBelow; fate < kSumFates; ++fate) {
      if (n == 0) {
        sums_.rule_out(sums_.index({fate, n}));
      }
    }
    if (n > 0) {
      sums_.rule_out(sums_.index({kSumAlone, n}));
    }
  }
  for (std::size_t n = 0; n <= widths_.ports; ++n) {
    checks_.rule_out(checks_.index({kNoSuchPort, kHome, n}));
    checks_.rule_out(checks_.index({kOtherSwitch, kHome, n}));
    for (const Whose whose : {kOwnPort, kNoSuchPort, kOtherSwitch}) {
      if (n > 0) {
        checks_.rule_out(checks_.index({whose, kNotHeld, n}));
      }
    }
  }
  checks_.rule_out(checks_.index({kOwnPort, kHome, 0}));
}

void ItsyCausalityCoverage::rule_out_the_rest() {
  for (std::size_t ttl = 0; ttl <= most_of(widths_.ttl_bits); ++ttl) {
    if (ttl > 0) {
      ttls_.rule_out(ttls_.index({ttl, 0}));
    }
  }
  ttls_.rule_out(ttls_.index({0, 1}));
  ttls_.rule_out(ttls_.index({0, 2}));
  numbers_.rule_out(numbers_.index({kNewest, 1}));
  for (const std::size_t taken : {1U, 2U, 3U}) {
    budgets_.rule_out(budgets_.index({kByLifeOver, taken}));
  }
  for (std::size_t is = 0; is < 4; ++is) {  // what departs leaves less, what comes adds something
    for (std::size_t was = 0; was < 4; ++was) {
      if (is > was || (is == was && (is == 1 || is == 2))) {
        crossings_.rule_out(crossings_.index({kByDeparture, was, is}));
      }
      if (is < was || (is == was && (is == 1 || is == 2))) {
        crossings_.rule_out(crossings_.index({kByArrival, was, is}));
      }
    }
  }
}

void ItsyCausalityCoverage::start(const reference::ItsyCausalityConfig& /*mode*/) {
  unit_ = reference::ItsyCausalityCycle(widths_);
  events_.start_anew();
}

std::vector<CoverageGroup> ItsyCausalityCoverage::take() const {
  std::vector<CoverageGroup> groups = {steps_,       checks_,          ttls_,         numbers_,      budgets_, at_once_,
                                       comparisons_, names_,           crossings_,    duplicates_,   takes_,   pairs_,
                                       ends_,        events_.orders(), coincidences_, events_.held()};
  if (widths_.sums != 0) {
    groups.push_back(sums_);
    groups.push_back(sum_passes_);
  }
  return groups;
}

ItsyCausalityCoverage::Now ItsyCausalityCoverage::now(const Inputs& in) const {
  Now now{.held = out_.held, .pausing = out_.pausing};
  if (in.pause) {
    now.pauses = bit(in.pause_port);
    now.pausing = in.pause_on ? now.pausing | now.pauses : now.pausing & ~now.pauses;
  }
  if (in.hold) {
    now.held = in.hold_on ? now.held | bit(in.hold_port) : now.held & ~bit(in.hold_port);
  }
  return now;
}

ItsyCausalityCoverage::Ports ItsyCausalityCoverage::edges(const Now& now, std::uint32_t e) const {
  Ports found = 0;
  for (unsigned i = 0; i < widths_.ports; ++i) {
    found |= (now.held & bit(e)) != 0 && unit_.strong(e, i) ? bit(i) : 0;
  }
  return found & now.pausing;
}

ItsyCausalityCoverage::Ports ItsyCausalityCoverage::stuck(const Now& now) const {
  Ports found = 0;
  for (unsigned e = 0; e < widths_.ports; ++e) {
    found |= edges(now, e);
  }
  return found;
}

void ItsyCausalityCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    const std::size_t event = event_of(in[n]);
    events_.event(event);
    if (event == EventGroups::kNone) {
      if (unit_.scan().busy || unit_.scan().due != 0) {  // which goes on by itself
        out_ = out[n];
        sums(in[n], now(in[n]));
        unit_.clock(in[n]);
      }
      continue;
    }
    out_ = out[n];
    if (event != kReset) {
      const Now flags = now(in[n]);
      together(in[n], flags);
      if (event != kClear) {
        steps(in[n]);
        names(in[n]);
        check(in[n], flags);
        took(in[n], flags);
        packets(in[n], flags);
        initiations(in[n], flags);
        sums(in[n], flags);
      }
    } else {
      const Now before{.held = unit_.evaluate({}).held, .pausing = unit_.evaluate({}).pausing};
      coincide(stuck(before) != 0, kResetInMid);
    }
    unit_.clock(in[n]);
  }
}

// Names that are one bit from that of a port: another port, or none.
void ItsyCausalityCoverage::names(const Inputs& in) {
  const auto name = [&](bool is, NameOf input, std::uint32_t port) {
    for (std::uint32_t n = 0; is && n < widths_.ports; ++n) {
      if (std::has_single_bit(port ^ n)) {
        names_.hit(names_.index({input, static_cast<std::size_t>(std::countr_zero(port ^ n))}));
      }
    }
  };
  name(in.pause, kOfPause, in.pause_port);
  name(in.hold, kOfHold, in.hold_port);
  name(in.take, kOfTake, in.take_port);
  name(in.again, kOfAgain, in.again_port);
  name(in.check, kOfCheck, in.check_port);
  name(in.check && in.check_switch == in.switch_id, kOfInitiator, in.check_initiator);
  name(in.departs, kOfDepartsEgress, in.departs_egress);
  name(in.departs, kOfDepartsIngress, in.departs_ingress);
  name(in.enqueues, kOfEnqueuesEgress, in.enqueues_egress);
  name(in.enqueues, kOfEnqueuesIngress, in.enqueues_ingress);
}

void ItsyCausalityCoverage::steps(const Inputs& in) {
  const Now before{.held = out_.held, .pausing = out_.pausing};
  const Ports waits = stuck(before);
  const auto at_ingress = [&](Event event, std::uint32_t port) {
    if (bit(port) != 0) {
      const std::size_t state = (waits & bit(port)) != 0 ? 2 : (before.pausing & bit(port)) != 0 ? 1 : 0;
      steps_.hit(steps_.index({event, port, state}));
    }
  };
  if (in.pause) {
    at_ingress(in.pause_on ? kPause : kResume, in.pause_port);
  }
  if (in.take) {
    at_ingress(kTake, in.take_port);
  }
  if (in.again) {
    at_ingress(kAgain, in.again_port);
  }
  if (in.enqueues) {
    at_ingress(kEnqueues, in.enqueues_ingress);
  }
  if (in.departs) {
    at_ingress(kDeparts, in.departs_ingress);
  }
  if (in.hold && bit(in.hold_port) != 0) {
    const std::size_t state = edges(before, in.hold_port) != 0 ? 2 : (before.held & bit(in.hold_port)) != 0 ? 1 : 0;
    steps_.hit(steps_.index({in.hold_on ? kHold : kRelease, in.hold_port, state}));
  }
}

}  // namespace weir::cosim
