// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/weir/xgmii.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>

#include "tb/platform/fcs.h"
#include "tb/platform/refuse.h"
#include "tb/platform/weir/cable.h"

namespace weir {

namespace {

constexpr unsigned kLanes = 8;
constexpr std::uint8_t kIdle = 0x07;
constexpr std::uint8_t kStart = 0xfb;
constexpr std::uint8_t kTerminate = 0xfd;
constexpr std::uint8_t kPreamble = 0x55;
constexpr std::uint8_t kDelimiter = 0xd5;
constexpr unsigned kPreambleBytes = 7;  // start character included
constexpr std::uint64_t kGap = 12;      // from terminate to start
constexpr std::uint64_t kAlignment = 4;
constexpr std::uint64_t kMostDeficit = 3;

// The bytes of the device's receive pins, one after the other.
class ToDevice {
 public:
  void push(Frame&& frame) {
    platform::append_fcs(frame, fcs_of(frame));
    waiting_.push_back(std::move(frame));
  }
  std::uint64_t frames() const { return frames_; }

  // The next byte and whether it is a character of control.
  std::pair<std::uint8_t, bool> next() {
    const std::uint64_t place = place_++;
    if (at_ == 0 && (waiting_.empty() || place % kAlignment != 0 || place < may_start_))
      return {kIdle, true};
    if (at_ == 0 && place > may_start_)
      deficit_ = 0;
    const unsigned at = at_++;
    const Frame& frame = waiting_.front();
    if (at <= kPreambleBytes)
      return {at == 0 ? kStart : at < kPreambleBytes ? kPreamble : kDelimiter, at == 0};
    const std::size_t byte = at - kPreambleBytes - 1;
    if (byte < frame.size())
      return {frame[byte], false};
    waiting_.pop_front();
    ++frames_;
    at_ = 0;
    set_gap(place + kGap);
    return {kTerminate, true};
  }

 private:
  // Rounds the next start to a place where it may be, up or down so that gaps are right on average.
  void set_gap(std::uint64_t wanted) {
    const std::uint64_t too_far = wanted % kAlignment;
    if (deficit_ + too_far <= kMostDeficit) {
      may_start_ = wanted - too_far;
      deficit_ += too_far;
    } else {
      may_start_ = wanted - too_far + kAlignment;
      deficit_ -= kAlignment - too_far;
    }
  }

  std::deque<Frame> waiting_;
  unsigned at_ = 0;  // in the front one, from its start character on
  std::uint64_t place_ = 0;
  std::uint64_t may_start_ = 0;
  std::uint64_t deficit_ = 0;
  std::uint64_t frames_ = 0;
};

// The bytes of the device's transmit pins.
class FromDevice {
 public:
  // Takes a byte; returns whether it ends a frame, which is then in frame().
  bool take(std::uint8_t byte, bool control, unsigned lane) {
    if (control && byte == kStart && lane % kAlignment == 0) {
      all_broken_ += inside_ ? 1 : 0;  // without an end, it is lost
      inside_ = true;
      preamble_ = 1;
      broken_ = false;
      frame_.clear();
      since_ = sc_core::sc_time_stamp();
      return false;
    }
    if (!inside_)
      return false;
    if (control) {
      if (byte == kTerminate || byte == kIdle) {
        inside_ = false;
        broken_ = broken_ || byte == kIdle || preamble_ <= kPreambleBytes;
        all_broken_ += broken_ ? 1 : 0;
        return true;
      }
      broken_ = true;
    } else if (preamble_ <= kPreambleBytes) {
      broken_ = broken_ || byte != (preamble_ < kPreambleBytes ? kPreamble : kDelimiter);
      ++preamble_;
    } else {
      frame_.push_back(byte);
    }
    return false;
  }

  Frame& frame() { return frame_; }
  bool broken() const { return broken_; }
  std::uint64_t all_broken() const { return all_broken_; }
  sc_core::sc_time since() const { return since_; }

 private:
  Frame frame_;
  sc_core::sc_time since_;
  unsigned preamble_ = 0;  // bytes of it so far
  bool inside_ = false;
  bool broken_ = false;
  std::uint64_t all_broken_ = 0;
};

}  // namespace

namespace platform {

class XgmiiInside {
 public:
  XgmiiInside(Switch& of, std::size_t port)
      : cable(
            "cable", of, port, [this](Frame&& frame) { to.push(std::move(frame)); }, Cable::Bit::kFirst) {}

  ToDevice to;
  FromDevice from;
  Cable cable;
  std::uint64_t frames_from = 0;
  sc_core::sc_time first_edge;
  unsigned edges = 0;
};

}  // namespace platform

Xgmii::Xgmii(const sc_core::sc_module_name& name, Switch& of, std::size_t port)
    : sc_core::sc_module(name),
      clk("clk"),
      rxd("rxd"),
      rxc("rxc"),
      txd("txd"),
      txc("txc"),
      inside_(std::make_unique<platform::XgmiiInside>(of, port)) {
  SC_HAS_PROCESS(Xgmii);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
  rxd.initialize(0x0707070707070707U);
  rxc.initialize(0xff);
  if (inside_->cable.rate() != 0 && !inside_->cable.has_gaps())
    platform::refuse(this->name(),
                     "the cable of port " + std::to_string(port) +
                         " has no room for preamble and gaps, which XGMII has; wanted topology.wire_overhead "
                         "= true");
}

Xgmii::~Xgmii() = default;

std::uint64_t Xgmii::frames_to() const { return inside_->to.frames(); }
std::uint64_t Xgmii::frames_from() const { return inside_->frames_from; }
std::uint64_t Xgmii::broken() const { return inside_->from.all_broken(); }

void Xgmii::edge() {
  platform::XgmiiInside& in = *inside_;
  if (in.edges == 0)
    in.first_edge = sc_core::sc_time_stamp();
  if (in.edges < 2 && ++in.edges == 2) {
    const double period = (sc_core::sc_time_stamp() - in.first_edge).to_seconds();
    const double wanted = 64.0 / static_cast<double>(in.cable.rate());
    if (in.cable.rate() != 0 && std::abs(period - wanted) > wanted / 1000)
      platform::refuse(name(), "clk has a period of " + std::to_string(std::llround(period * 1e12)) + " ps; wanted " +
                                   std::to_string(std::llround(wanted * 1e12)) +
                                   " ps, in which the cable carries 64 bits");
  }
  std::uint64_t data = 0;
  std::uint32_t control = 0;
  const std::uint64_t came = txd.read();
  const std::uint32_t came_control = txc.read();
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto [byte, is_control] = in.to.next();
    data |= std::uint64_t{byte} << (8 * lane);
    control |= (is_control ? 1U : 0U) << lane;
    if (!in.from.take(static_cast<std::uint8_t>(came >> (8 * lane)), (came_control >> lane & 1U) != 0, lane))
      continue;
    ++in.frames_from;
    Frame& frame = in.from.frame();
    if (in.from.broken()) {
      frame.erase(frame.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(frame.size(), 4)), frame.end());
      platform::append_fcs(frame, fcs_of(frame));
      frame.back() = static_cast<std::uint8_t>(~frame.back());
    }
    in.cable.relay(frame, in.from.since());
  }
  rxd.write(data);
  rxc.write(control);
}

}  // namespace weir
