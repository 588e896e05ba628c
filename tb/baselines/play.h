// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A deadlock-detection method replayed beside a run from the devices' log entries. It does not influence the run: its
// messages never queue and are never lost.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "tb/baselines/pause_graph.h"

namespace weir::baselines {

// The cables of the network. A point is a port; frames that leave there arrive at its peer.
struct Cables {
  std::vector<Point> peers;  // by point: the point at the other end; oracle::kNoViq: none
  // The time from when a frame of `frame` bytes begins to leave `from` until it acts at the other end.
  std::function<Time(Point from, Bytes frame)> hop;
  std::function<bool(Point)> of_switch;
};

struct Found {
  Time at;
  Point viq = 0;      // a pausing VIQ in the loop
  unsigned hops = 0;  // of the message that found the loop
};

struct Tally {
  std::vector<Found> found = {};  // once per pause of a VIQ
  std::uint64_t messages = 0;
  std::uint64_t alone = 0;     // those sent in frames of their own
  Bytes line = Bytes(0);       // frames of their own with preamble and gap; on PAUSE frames, bytes beyond the padding
  unsigned header_bits = 0;    // of the longest message
  std::uint64_t given_up = 0;  // messages dropped after too many hops, or because too many were under way
};

// Pending actions in time order; at equal times in order of addition.
template <class What>
class Agenda {
 public:
  void add(Time at, What what) { queue_.push({at, next_++, std::move(what)}); }
  bool due(Time before) const { return !queue_.empty() && queue_.top().at < before; }
  std::size_t size() const { return queue_.size(); }

  std::pair<Time, What> take() {
    std::pair<Time, What> taken{queue_.top().at, queue_.top().what};
    queue_.pop();
    return taken;
  }

 private:
  struct Item {
    Time at;
    std::uint64_t number;
    What what;
    bool operator<(const Item& other) const { return at != other.at ? at > other.at : number > other.number; }
  };
  std::priority_queue<Item> queue_;
  std::uint64_t next_ = 0;
};

class Play {
 public:
  explicit Play(std::size_t places) : said_(places) {}
  virtual ~Play() = default;

  // run_until(): executes all actions before `end`. told(): takes an entry of that time, after the graph has taken all
  // entries of that time.
  virtual void run_until(Time end) = 0;
  virtual void told(const oracle::KnotEntry& entry) = 0;

  const Tally& tally() const { return tally_; }

 protected:
  // Octets 34 to 59 of a PFC frame are padding (docs/reference/wire_formats.md).
  static constexpr Bytes kPadding = Bytes(26);

  static Bytes in_bytes(unsigned bits) { return Bytes((bits + 7) / 8); }
  static Bytes frame_alone(Bytes message) { return std::max(frame::kMinFrameLength, Bytes(18) + message); }
  static Bytes frame_on_pause(Bytes message) { return frame::kMinFrameLength + std::max(Bytes(0), message - kPadding); }

  // Counts a sent message of so many bits; returns the length of its frame.
  Bytes count(unsigned bits, bool on_pause) {
    const Bytes message = in_bytes(bits);
    tally_.header_bits = std::max(tally_.header_bits, bits);
    ++tally_.messages;
    if (on_pause) {
      tally_.line += frame_on_pause(message) - frame::kMinFrameLength;
      return frame_on_pause(message);
    }
    ++tally_.alone;
    tally_.line += frame_alone(message) + kPreambleAndGap;
    return frame_alone(message);
  }

  void begins_to_pause(Point viq) { said_[viq] = false; }

  void find(Time at, Point viq, unsigned hops) {
    if (!said_[viq]) {
      said_[viq] = true;
      tally_.found.push_back({at, viq, hops});
    }
  }

  Tally tally_;

 private:
  static constexpr Bytes kPreambleAndGap = Bytes(20);

  std::vector<bool> said_;  // by VIQ: a loop was reported in the present pause
};

}  // namespace weir::baselines
