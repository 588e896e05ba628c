// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A flow-control scheme of one's own: a VIQ that reaches `stop` stops its class at the other end of the cable, and lets
// it go on when it has fallen to `go`. As PFC without timers: a lost message is not made good.

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

class StopGo final : public FlowControl {
 public:
  explicit StopGo(Build& build)
      : stop_(build.bytes({"stop", "VIQ depth at or above which the peer is stopped."}, 100'000, {1, 1'000'000'000})),
        go_(build.bytes({"go", "VIQ depth at or below which the peer goes on."}, 97'000, {0, 1'000'000'000})) {
    if (go_ >= stop_)
      build.refuse("go", "wanted less than stop, " + std::to_string(stop_) + " B; got " + std::to_string(go_) + " B");
    build.promise({stop_});
    build.declare({"asked", "classes that are to stop", 8, {}, 0, [this](const Indices&) { return asked_; }});
    build.declare({"told", "classes that were last told to stop", 8});
  }

  void admitted(unsigned c, Bytes, Bytes depth, Time) override {
    if (depth >= stop_)
      ask(asked_ | 1U << c);
  }
  void released(unsigned c, Bytes, Bytes depth, Time) override {
    if (depth <= go_)
      ask(asked_ & ~(1U << c));
  }
  void message(Message& message, Time) override {
    message.classes = asked_ ^ told_;
    for (unsigned c = 0; c < message.values.size(); ++c)
      message.values[c] = (asked_ >> c & 1) != 0 ? 0xffff : 0;
    told_ = asked_;
  }
  void heard(const Message& message, Time) override {
    for (unsigned c = 0; c < message.values.size(); ++c)
      if ((message.classes >> c & 1) != 0)
        hold(c, message.values[c] != 0);
  }
  bool stays_held(unsigned c, Bytes stuck) const override { return (asked_ >> c & 1) != 0 && stuck > go_; }

 private:
  void ask(unsigned classes) {
    asked_ = classes;
    say(asked_ != told_);
  }

  Bytes stop_, go_;
  unsigned asked_ = 0, told_ = 0;
};

}  // namespace

WEIR_PARTS { parts.add<StopGo>("stop_go", "stops and lets go a class by two thresholds of its VIQ"); }
