// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long a request waits under iSLIP with one iteration, by exhaustive search from reset: for 2, 3 and 4 ports every
// state of the pointers that any requests lead to, and from each every set of requests that stand for ever. And the
// requests that come and go such that one that always stands is never served.

#include <bit>
#include <deque>
#include <iostream>
#include <map>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar::islip_waits_test {

using Set = std::uint32_t;       // of (input, output): bit input * ports + output
using Pointers = std::uint32_t;  // two bits each: of the outputs, then of the inputs

class Rule {
 public:
  explicit Rule(unsigned ports) : ports_(ports), first_(std::size_t{1} << ports, std::vector<Set>(ports)) {
    for (Set members = 1; members < first_.size(); ++members) {
      for (unsigned from = 0; from < ports; ++from) {
        unsigned port = from;
        while ((members >> port & 1U) == 0) {
          port = next(port);
        }
        first_[members][from] = Set{1} << port;
      }
    }
  }
  std::size_t states() const { return std::size_t{1} << 4 * ports_; }
  Set all() const { return (Set{1} << ports_ * ports_) - 1; }
  Set bit(unsigned input, unsigned output) const { return Set{1} << (input * ports_ + output); }
  unsigned next(unsigned port) const { return port + 1 == ports_ ? 0 : port + 1; }
  unsigned grant(Pointers now, unsigned output) const { return now >> 2 * output & 3U; }
  unsigned accept(Pointers now, unsigned input) const { return now >> 2 * (ports_ + input) & 3U; }
  Pointers with(Pointers now, unsigned place, unsigned value) const {
    return (now & ~(Pointers{3} << 2 * place)) | value << 2 * place;
  }
  Pointers pointers(const std::vector<unsigned>& grant, const std::vector<unsigned>& accept) const {
    Pointers now = 0;
    for (unsigned n = 0; n < ports_; ++n) {
      now = with(with(now, n, grant[n]), ports_ + n, accept[n]);
    }
    return now;
  }

  // Of the members, the first at or after `from`, as a set; none of none.
  Set first(Set members, unsigned from) const { return first_[members][from]; }
  // The grant of each output for each pointer.
  std::vector<Set> grants_of(Set requests) const {
    std::vector<Set> grants;
    for (unsigned output = 0; output < ports_; ++output) {
      Set asking = 0;
      for (unsigned input = 0; input < ports_; ++input) {
        asking |= (requests >> (input * ports_ + output) & 1U) << input;
      }
      for (unsigned pointer = 0; pointer < ports_; ++pointer) {
        const Set input = first(asking, pointer);
        grants.push_back(input == 0 ? 0 : bit(static_cast<unsigned>(std::countr_zero(input)), output));
      }
    }
    return grants;
  }
  // The matching of a slot.
  Set match(Pointers now, const std::vector<Set>& grants_of_each) const {
    Set grants = 0;
    for (unsigned output = 0; output < ports_; ++output) {
      grants |= grants_of_each[output * ports_ + grant(now, output)];
    }
    Set matching = 0;
    for (unsigned input = 0; input < ports_; ++input) {
      const Set granting = grants >> input * ports_ & ((Set{1} << ports_) - 1);
      matching |= first(granting, accept(now, input)) << input * ports_;
    }
    return matching;
  }
  Pointers after(Pointers now, Set matching) const {
    for (; matching != 0; matching &= matching - 1) {
      const auto pair = static_cast<unsigned>(std::countr_zero(matching));
      const unsigned input = pair / ports_;
      const unsigned output = pair % ports_;
      now = with(with(now, output, next(input)), ports_ + input, next(output));
    }
    return now;
  }

  // All inputs, or all outputs, named by the next number.
  Pointers renamed_pointers(Pointers now, bool inputs) const {
    Pointers other = 0;
    for (unsigned n = 0; n < ports_; ++n) {
      other = with(other, inputs ? n : next(n), inputs ? next(grant(now, n)) : grant(now, n));
      other = with(other, ports_ + (inputs ? next(n) : n), inputs ? accept(now, n) : next(accept(now, n)));
    }
    return other;
  }
  Set renamed(Set requests, bool inputs) const {
    Set other = 0;
    for (unsigned pair = 0; pair < ports_ * ports_; ++pair) {
      if ((requests >> pair & 1U) != 0) {
        const unsigned input = pair / ports_;
        const unsigned output = pair % ports_;
        other |= inputs ? bit(next(input), output) : bit(input, next(output));
      }
    }
    return other;
  }
  // Whether no naming of inputs and outputs by turns makes the set a lower number.
  bool is_lowest(Set requests) const {
    Set other = requests;
    for (unsigned i = 0; i < ports_; ++i, other = renamed(other, true)) {
      for (unsigned o = 0; o < ports_; ++o, other = renamed(other, false)) {
        if (other < requests) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  unsigned ports_;
  std::vector<std::vector<Set>> first_;
};

// Every set of requests that is a matching of itself: whatever is asked, a slot ends as if one of these had been asked.
std::vector<Set> matchings(unsigned ports, unsigned input = 0, Set taken = 0) {
  if (input == ports) {
    return {0};
  }
  std::vector<Set> all = matchings(ports, input + 1, taken);
  for (unsigned output = 0; output < ports; ++output) {
    if ((taken >> output & 1U) == 0) {
      for (const Set others : matchings(ports, input + 1, taken | Set{1} << output)) {
        all.push_back(others | Set{1} << (input * ports + output));
      }
    }
  }
  return all;
}

// The pointers that requests of any kind lead to, each with those before it and the matching that led there.
std::map<Pointers, std::pair<Pointers, Set>> reached(const Rule& rule, unsigned ports) {
  const std::vector<Set> choices = matchings(ports);
  std::map<Pointers, std::pair<Pointers, Set>> from{{0, {0, 0}}};
  std::deque<Pointers> open{0};
  for (; !open.empty(); open.pop_front()) {
    for (const Set matching : choices) {
      const Pointers next = rule.after(open.front(), matching);
      if (from.emplace(next, std::pair{open.front(), matching}).second) {
        open.push_back(next);
      }
    }
  }
  return from;
}

// The most slots, that of its service included, that a request of a set that stands for ever waits.
class Search {
 public:
  Search(const Rule& rule, std::vector<Pointers> states)
      : rule_(rule),
        states_(std::move(states)),
        number_(rule.states()),
        next_(states_.size()),
        served_(states_.size()),
        before_(states_.size()) {
    for (std::size_t n = 0; n < states_.size(); ++n) {
      number_[states_[n]] = n;
    }
  }

  unsigned longest_wait(Set requests) {
    const std::vector<Set> grants = rule_.grants_of(requests);
    for (std::size_t n = 0; n < states_.size(); ++n) {
      served_[n] = rule_.match(states_[n], grants);
      next_[n] = number_[rule_.after(states_[n], served_[n])];
    }
    unserved_.assign(states_.size(), requests);
    for (unsigned slots = 0;; ++slots) {
      Set any = 0;
      for (std::size_t n = 0; n < states_.size(); ++n) {
        any |= unserved_[n];
        before_[n] = unserved_[next_[n]] & ~served_[n];
      }
      if (any == 0) {
        return slots;
      }
      std::swap(unserved_, before_);
    }
  }

 private:
  const Rule& rule_;
  std::vector<Pointers> states_;
  std::vector<std::size_t> number_;  // of the state with these pointers
  std::vector<std::size_t> next_;
  std::vector<Set> served_;
  std::vector<Set> unserved_;  // of those that asked so many slots ago
  std::vector<Set> before_;
};

// Of sets that differ by names in turn alone, one is searched: what is reached stays the same under such names.
unsigned longest_wait(unsigned ports) {
  const Rule rule(ports);
  const auto from = reached(rule, ports);
  std::vector<Pointers> states;
  for (const auto& [now, way] : from) {
    states.push_back(now);
    EXPECT_TRUE(from.contains(rule.renamed_pointers(now, true)) && from.contains(rule.renamed_pointers(now, false)));
  }
  Search search(rule, std::move(states));
  unsigned longest = 0;
  for (Set requests = 1; requests <= rule.all(); ++requests) {
    if (rule.is_lowest(requests)) {
      longest = std::max(longest, search.longest_wait(requests));
    }
  }
  return longest;
}

TEST(IslipWaits, RequestsThatStandForEverWaitForSoLongAtMost) {
  const std::vector<unsigned> longest{longest_wait(2), longest_wait(3), longest_wait(4)};
  std::cout << "longest waits with 2, 3 and 4 ports, slots: " << testing::PrintToString(longest) << '\n';
  EXPECT_EQ(longest, (std::vector<unsigned>{3, 6, 9}));
}

// The crossbar's arbiter, brought to a state by matchings from reset.
struct Arbiter {
  explicit Arbiter(unsigned count) : ports(count), islip(count, 1) {}
  Set slot(Set requests) {
    PortMatrix matrix(ports);
    PortSet outputs(ports);
    for (unsigned n = 0; n < ports * ports; ++n) {
      if ((requests >> n & 1U) != 0) {
        matrix.insert(n % ports, n / ports);
        outputs.insert(n % ports);
      }
    }
    std::vector<Match> matches;
    islip.match(matrix, outputs, matches);
    Set matching = 0;
    for (const Match& match : matches) {
      matching |= Set{1} << (match.input.index() * ports + match.output.index());
    }
    return matching;
  }
  unsigned ports;
  Islip islip;
};

// From reset to these pointers.
void lead(Arbiter& arbiter, const std::map<Pointers, std::pair<Pointers, Set>>& from, Pointers to) {
  if (to != 0) {
    const auto& [before, matching] = from.at(to);
    lead(arbiter, from, before);
    EXPECT_EQ(arbiter.slot(matching), matching);
  }
}

TEST(IslipWaits, SearchTheRuleOfTheCrossbarsArbiter) {
  const Rule rule(3);
  RandomStream random(1, "islip_waits");
  const auto from = reached(rule, 3);
  for (const auto& [state, way] : from) {
    Arbiter arbiter(3);
    lead(arbiter, from, state);
    Pointers now = state;
    for (int slot = 0; slot < 20; ++slot) {
      const Set requests = static_cast<Set>(random.next()) & rule.all();
      const Set matching = rule.match(now, rule.grants_of(requests));
      ASSERT_EQ(arbiter.slot(requests), matching);
      now = rule.after(now, matching);
    }
  }
}

// Input 0 always asks for output 0; each time when output 0 grants it, it accepts another output.
TEST(IslipWaits, RequestsThatComeAndGoStarveOneThatStands) {
  const Rule rule(3);
  const Pointers first = rule.pointers({1, 2, 1}, {0, 2, 0});
  const Pointers second = rule.pointers({1, 1, 2}, {2, 0, 0});
  const Set one = rule.bit(0, 0) | rule.bit(0, 1) | rule.bit(1, 0) | rule.bit(1, 2);
  const Set other = rule.bit(0, 0) | rule.bit(0, 2) | rule.bit(1, 1);
  Arbiter arbiter(3);
  lead(arbiter, reached(rule, 3), first);
  const auto pointers = [&] {
    std::vector<unsigned> grant;
    std::vector<unsigned> accept;
    for (std::size_t port = 0; port < 3; ++port) {
      grant.push_back(static_cast<unsigned>(arbiter.islip.grant_pointer(PortId(port))));
      accept.push_back(static_cast<unsigned>(arbiter.islip.accept_pointer(PortId(port))));
    }
    return rule.pointers(grant, accept);
  };
  for (int round = 0; round < 1000; ++round) {
    ASSERT_EQ(pointers(), first);
    EXPECT_EQ(arbiter.slot(one) & rule.bit(0, 0), 0U);
    ASSERT_EQ(pointers(), second);
    EXPECT_EQ(arbiter.slot(other) & rule.bit(0, 0), 0U);
  }
}

}  // namespace weir::crossbar::islip_waits_test
