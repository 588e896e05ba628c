// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The errors of one direction of a cable. The port that sends asks for each frame and each ordered set as it leaves;
// what is damaged goes on to the receiver, which finds it so. Present only where a scenario asks for it.
//
// Bit errors are independent of one another. The number of whole bits before the next error is drawn, not an error for
// each bit: one draw a damaged frame or set. Only bits of frames, of their preambles where the link charges them, and
// of sets count; an error between them hits nothing. An error in the preamble makes PCS mark the frame. The FCS finds
// every other error: the one in 2^32 that it does not find is left out.
//
// A poisoned frame is the sender's: its FCS is wrong before the wire, and in each replay. A replay is never poisoned
// anew.
//
// Each error has a random stream of its own, so one more error changes no draw of another.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/link/link_damage.h"
#include "tb/network/link_error.h"

namespace weir::network {

// The packets of one class that the receiver never gets.
struct LostPackets {
  std::uint64_t packets = 0;
  Time first = kNever;  // when the last bit of the first and of the last of them left the sender
  Time last;
};

struct DamageCounters {
  std::uint64_t bad_fcs = 0;  // frames, by what the receiver finds
  std::uint64_t poisoned = 0;
  std::uint64_t marked = 0;
  std::uint64_t control = 0;                   // the part of them that ends at the next port
  std::uint64_t unit_messages = 0;             // the part of `control` that is messages of deadlock units
  std::array<LostPackets, kClasses> lossless;  // the part of them that is data of a class that flow control protects
  std::uint64_t sets = 0;                      // that the receiver does not hear
  std::uint64_t doubled_sets = 0;

  std::uint64_t frames() const { return bad_fcs + poisoned + marked; }
};

class DamagedLink final : public link::LinkDamage {
 public:
  // `lossless`: the classes that the flow control of the link protects.
  DamagedLink(const link::LinkConfig& link, ClassMask lossless) : link_(link), lossless_(lossless) {}

  // Before the run.
  void add(const LinkError& error, const RandomStream& random);

  const DamageCounters& counters() const { return counters_; }

  link::FrameFate frame_leaves(const frame::Packet& packet, Time begin, Time end) override;
  link::SetFate set_leaves(Time begin, Time end) override;
  Time set_delay(Time now) const override;

 private:
  struct Cause {
    LinkError error;
    RandomStream random;
    double log_of_whole = 0;      // kBits: the logarithm of the probability that a bit arrives whole
    std::int64_t whole_bits = 0;  // kBits: before the next error
    std::uint64_t seen = 0;       // kFrames, kSets, kDoubleSets

    void draw_whole_bits();
    // The place of the first error within so many bits, which leave now; negative: there is none.
    std::int64_t first_error(std::int64_t bits);
    bool next_number_is_hit();
    bool hits(std::uint64_t number) const;
    bool hits_span(Time begin, Time end, BitRate rate) const;
    // Whether these bits, which leave now, are whole; then they have left.
    bool leaves_whole(std::int64_t bits, Time now) {
      if (whole_bits < bits || !acts_at(now)) [[unlikely]]
        return false;
      whole_bits -= bits;
      return true;
    }
    bool acts_at(Time now) const { return error.from <= now && now < error.until; }
  };

  // What has to be known of a frame.
  struct Leaving {
    const frame::Packet& packet;
    bool control;  // it ends at the next port
    bool replay;   // link-level retry sends it again
    Time begin;
    Time end;

    bool numbered() const { return packet.link_number != frame::kNoLinkNumber; }
  };

  link::FrameFate damaged_frame(const frame::Packet& packet, Time begin, Time end);
  link::SetFate damaged_set(Time begin, Time end);
  std::int64_t preamble_bits() const { return link_.wire_overhead ? frame::kPreamble.count() * kBitsPerByte : 0; }
  bool is_replay(const frame::Packet& packet);
  std::uint8_t damage_of(Cause& cause, const Leaving& frame) const;
  void count(const Leaving& frame, std::uint8_t damage, bool sent_poisoned);

  link::LinkConfig link_;
  ClassMask lossless_;
  std::vector<Cause> causes_;
  bool bits_alone_ = false;                      // there is one cause, bit errors
  bool delays_sets_ = false;                     // some cause does
  bool hits_frames_ = false;                     // a cause chooses frames, and has to know which are replays
  std::uint32_t newest_ = frame::kNoLinkNumber;  // likewise: Packet::link_number of the last frame that was new
  DamageCounters counters_;
};

}  // namespace weir::network
