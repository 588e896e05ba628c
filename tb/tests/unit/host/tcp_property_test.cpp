// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A sender and a receiver over a channel that loses, doubles and delays both ways as drawn, beside a model that is a
// row of flags, one a segment. Wanted: the receiver says at each moment what the flags say, takes each segment once,
// and the sender comes to its end; nothing is sent beyond the window, and nothing new twice.

#include <rapidcheck.h>

#include "hw_model/base/random_stream.h"
#include "tb/host/tcp_receiver.h"
#include "tb/host/tcp_sender.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::tcp_property_test {

constexpr std::uint64_t kSegmentBytes = 1000;
constexpr std::uint64_t kSegments = 200;

struct Channel {
  std::uint64_t seed = 0;
  std::uint64_t loss_percent = 0;
  std::uint64_t double_percent = 0;
  std::int64_t most_delay_us = 1;
};

enum class Plant { kNone, kForgetsEarly, kSaysTooMuch, kNoTimer, kIgnoresWindow };

// One of both ways.
struct Flight {
  Time at;
  std::uint64_t number = 0;
  bool answer = false;
  std::uint64_t order = 0;
};

class Trial {
 public:
  Trial(const Channel& channel, std::uint32_t every, Plant plant)
      : channel_(channel),
        random_(channel.seed, "channel"),
        settings_({.receive_window = Bytes(16 * kSegmentBytes),
                   .initial_timeout = 1_ms,
                   .longest_timeout = 4_ms,
                   .acknowledge_every = every,
                   .acknowledge_after = 300_us}),
        sender_(wrong(settings_, plant), Bytes(kSegmentBytes)),
        receiver_(settings_),
        plant_(plant),
        there_(kSegments, false) {}

  // What is wrong; nothing: all went well.
  std::optional<std::string> go() {
    while (!sender_.all_acknowledged() || sent_ < kSegments) {
      send();
      if (!fault_.empty() || !step()) {
        return fault_.empty() ? "it has come to a stand" : fault_;
      }
      if (now_ > 4'000_ms) {
        return "it does not end";
      }
    }
    return fault_.empty() ? std::nullopt : std::optional(fault_);
  }

 private:
  static TcpSettings wrong(TcpSettings settings, Plant plant) {
    if (plant == Plant::kIgnoresWindow) {
      settings.receive_window = Bytes(65535);
    }
    return settings;
  }

  void fly(std::uint64_t number, bool answer) {
    const unsigned copies = random_.below(100) < channel_.double_percent ? 2 : 1;
    for (unsigned i = 0; i < copies; ++i) {
      if (random_.below(100) >= channel_.loss_percent) {
        const auto delay = static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(channel_.most_delay_us)));
        flights_.push_back({now_ + 5_us + delay * 1_us, number, answer, order_++});
      }
    }
  }

  void send() {
    while (sender_.may_send(sent_ < kSegments)) {
      const TcpSender::Segment segment = sender_.send(now_);
      const std::uint64_t number = (segment.sequence - TcpSender::kFirstByte) / kSegmentBytes;
      if (segment.again != (number < sent_)) {
        fault_ = "a new segment is taken for an old one, or the other way round";
      }
      sent_ = std::max(sent_, number + 1);
      if ((number + 1) * kSegmentBytes + TcpSender::kFirstByte >
          receiver_.next() + static_cast<std::uint64_t>(settings_.receive_window.count())) {
        fault_ = "beyond the window";
      }
      fly(segment.sequence, false);
    }
  }

  // The next thing that happens; false: nothing will.
  bool step() {
    const auto first = std::min_element(flights_.begin(), flights_.end(), [](const Flight& a, const Flight& b) {
      return a.at != b.at ? a.at < b.at : a.order < b.order;
    });
    const Time flight = first == flights_.end() ? kNever : first->at;
    const Time timer = plant_ == Plant::kNoTimer ? kNever : sender_.next_timer();
    now_ = std::min({flight, timer, receiver_.deadline()});
    if (now_ == kNever) {
      return false;
    }
    if (receiver_.timer(now_)) {
      answer();
    } else if (flight == now_) {
      const Flight arrived = *first;
      flights_.erase(first);
      arrived.answer ? sender_.acknowledged(arrived.number, now_) : arrive(arrived.number);
    } else {
      sender_.timer(now_);
    }
    return true;
  }

  void arrive(std::uint64_t sequence) {
    const std::uint64_t number = (sequence - TcpSender::kFirstByte) / kSegmentBytes;
    const bool early = sequence > receiver_.next();
    if (early && plant_ == Plant::kForgetsEarly) {
      there_[number] = true;
      return answer();
    }
    const TcpReceiver::Response response = receiver_.received(sequence, Bytes(kSegmentBytes), now_);
    if (response.taken == there_[number]) {
      fault_ = response.taken ? "taken twice" : "not taken";
    }
    there_[number] = true;
    const auto missing = static_cast<std::uint64_t>(std::find(there_.begin(), there_.end(), false) - there_.begin());
    if (receiver_.next() != missing * kSegmentBytes + TcpSender::kFirstByte) {
      fault_ = "the receiver lacks another segment than it says";
    }
    if (response.answer) {
      answer();
    }
  }

  void answer() {
    const std::uint64_t more = plant_ == Plant::kSaysTooMuch && random_.below(10) == 0 ? kSegmentBytes : 0;
    fly(receiver_.next() + more, true);
  }

  Channel channel_;
  RandomStream random_;
  TcpSettings settings_;
  TcpSender sender_;
  TcpReceiver receiver_;
  Plant plant_;
  std::vector<bool> there_;
  std::vector<Flight> flights_;
  std::uint64_t sent_ = 0;
  std::uint64_t order_ = 0;
  Time now_{0};
  std::string fault_;
};

void want_all_delivered() {
  const Channel channel{.seed = *rc::gen::arbitrary<std::uint64_t>(),
                        .loss_percent = *rc::gen::inRange<std::uint64_t>(0, 40),
                        .double_percent = *rc::gen::inRange<std::uint64_t>(0, 30),
                        .most_delay_us = *rc::gen::inRange<std::int64_t>(1, 300)};
  const auto every = *rc::gen::inRange<std::uint32_t>(1, 4);
  const auto fault = Trial(channel, every, Plant::kNone).go();
  if (fault) {
    RC_FAIL(*fault);
  }
}

TEST(TcpProperty, EachByteIsDeliveredOnceInOrder) {
  EXPECT_TRUE(rc::check("over a channel that loses, doubles and reorders", want_all_delivered));
}

// Each fault is found, in some run of ten.
TEST(TcpProperty, FindsWhatIsPlanted) {
  for (const Plant plant : {Plant::kForgetsEarly, Plant::kSaysTooMuch, Plant::kNoTimer, Plant::kIgnoresWindow}) {
    unsigned found = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      found +=
          Trial({.seed = seed, .loss_percent = 10, .double_percent = 5, .most_delay_us = 50}, 1, plant).go() ? 1 : 0;
    }
    EXPECT_GT(found, 0U) << static_cast<int>(plant);
  }
}

}  // namespace weir::host::tcp_property_test
