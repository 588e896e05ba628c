// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The arbiter of a crossbar of one's own: parallel iterative matching (T. Anderson et al., High-Speed Switch Scheduling
// for Local-Area Networks, ACM TOCS 11(4), 1993). In each iteration an output without a partner grants an input that
// asks, drawn evenly, and an input accepts a grant, drawn evenly.

#include <random>

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

class Pim final : public Arbiter {
 public:
  explicit Pim(Build& build)
      : iterations_(build.integer({"iterations", "Iterations of a slot."}, 1, {1, 16})),
        ports_(build.place().ports),
        draw_(build.place().seed) {
    build.declare({"random", "the state of the generator of random numbers", 64});
  }

  void match(const Requests& asked, std::vector<Pair>& pairs) override {
    std::vector<bool> matched_input(ports_), matched_output(ports_);
    for (std::int64_t i = 0; i < iterations_; ++i) {
      std::vector<std::vector<unsigned>> grants(ports_);  // by input
      for (unsigned output = 0; output < ports_; ++output) {
        std::vector<unsigned> asking;
        for (unsigned input = 0; asked.open(output) && !matched_output[output] && input < ports_; ++input)
          if (asked.asks(input, output) && !matched_input[input])
            asking.push_back(input);
        if (!asking.empty())
          grants[asking[draw_() % asking.size()]].push_back(output);
      }
      for (unsigned input = 0; input < ports_; ++input) {
        if (grants[input].empty())
          continue;
        const unsigned output = grants[input][draw_() % grants[input].size()];
        matched_input[input] = matched_output[output] = true;
        pairs.push_back({input, output});
      }
    }
  }

 private:
  std::int64_t iterations_;
  unsigned ports_;
  std::mt19937_64 draw_;
};

}  // namespace

WEIR_PARTS { parts.add<Pim>("pim", "matches inputs and outputs at random, in iterations"); }
