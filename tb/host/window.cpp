// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A fixed window: a packet may be made if at most `window` frame bytes are then in flight. On an idle path with round
// trip R a flow gets the rate window / R, at most the line rate.

#include "tb/host/rate_control.h"

namespace weir::host {

namespace {

class Window final : public RateControl {
 public:
  explicit Window(Bytes window) : window_(window) {}

  Time next_send(Bytes length, Bytes in_flight, Time now) override {
    return in_flight + length <= window_ ? now : kNever;
  }

 private:
  Bytes window_;
};

}  // namespace

extern const RateControlKind kWindowControl;
constexpr RateControlKind kWindowControl{.word = "window",
                                         .meaning = "a fixed window with go-back-N: what is lost is sent again",
                                         .resends = true,
                                         .windowed = true,
                                         .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
                                           return std::make_unique<Window>(settings.window);
                                         }};

}  // namespace weir::host
