// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/credit_bench/credit_bench.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "hw_model/frame/cc_update.h"

namespace weir::credit_bench {
namespace {

using ue_cbfc::UeCreditReceiver;
using ue_cbfc::UeCreditSender;

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kPreambleAndGap = 20;
constexpr std::uint64_t kControl = 64;
constexpr std::size_t kBytesOfCcUpdate = 60;

// The second count of a channel, without a modulus.
struct Count {
  std::uint64_t sent = 0;
  std::uint64_t on_wire = 0;
  std::uint64_t missing = 0;   // lost, and no CC_Update has counted them yet
  std::uint64_t consumed = 0;  // R_CC
  std::uint64_t buffered = 0;
  std::uint64_t freed = 0;  // R_CF
  std::uint64_t heard = 0;  // S_CF
};

struct Frame {
  std::size_t vc;
  std::uint32_t credits;
};

// On the way to the receiver: a frame, or a CC_Update.
struct Forward {
  std::uint64_t arrives;
  bool lost;
  Frame frame;
  bool is_update;
  std::array<std::uint8_t, kBytesOfCcUpdate> bytes{};
};
struct Back {
  std::uint64_t arrives;
  frame::OrderedSetBytes bytes;
  std::array<std::uint64_t, kChannels> freed;
};
struct Loss {
  std::uint64_t at;
  std::uint64_t home;  // S_CF of the channel from which on its credits are home; kNever: not repaired yet
};

class Bench {
 public:
  Bench(const Setting& setting, std::uint64_t seed, Fault fault)
      : setting_(setting),
        fault_(fault),
        draws_(seed, setting.name),
        sender_(setting.config),
        receiver_(setting.config) {
    for (std::size_t i = 0; i < setting.channels; ++i) {
      const std::size_t vc = (i * 13 + 5) % kChannels;
      used_.push_back(vc);
      sender_.restore(vc, {.enabled = true,
                           .limit = setting.limit,
                           .pool = setting.share,
                           .consumed = setting.counts_from,
                           .freed = setting.counts_from});
      receiver_.restore(vc, {.enabled = true, .consumed = setting.counts_from, .freed = setting.counts_from});
      next_length_[vc] = length();
    }
  }

  Totals run(std::uint64_t frames) {
    frames_ = frames;
    while (!totals_.error && (totals_.frames < frames_ || !is_home())) {
      step();
      check();
      if (now_ > line_end_ + 1'000 * (setting_.cc_timer + 2 * setting_.delay))
        fail("credits are not home long after the last frame");
    }
    if (!totals_.error && totals_.delivered + totals_.lost != totals_.frames)
      fail("frames do not add up");
    check_times();
    totals_.line_time = line_end_;
    return totals_;
  }

 private:
  Bytes length() { return Bytes(static_cast<std::int64_t>(64 + draws_.below(1455))); }
  bool chance(double probability) { return draws_.unit() < probability; }
  std::uint32_t credits_of(std::size_t vc) const { return setting_.config.credits(next_length_[vc]); }

  // The next event: what arrives, a slot, a timer, or the end of what is on the line.
  void step() {
    const std::uint64_t frame_at = forward_.empty() ? kNever : forward_.front().arrives;
    const std::uint64_t set_at = back_.empty() ? kNever : back_.front().arrives;
    const std::uint64_t drain_at = buffer_.empty() ? kNever : std::max(drain_free_, now_);
    const auto silence =
        static_cast<std::uint64_t>((setting_.config.cf_max_spacing - setting_.config.cf_min_spacing).count());
    const std::uint64_t set_slot = std::max(receiver_.has_news() ? set_free_ : set_free_ + silence, now_);
    const std::uint64_t line_at = may_send_something() ? std::max(line_free_, now_) : kNever;
    now_ = std::min({frame_at, set_at, drain_at, set_slot, line_at, cc_at_});
    if (now_ == frame_at)
      return arrive();
    if (now_ == set_at)
      return hear();
    if (now_ == drain_at)
      return release();
    if (now_ == set_slot)
      return tell();
    if (now_ == cc_at_)
      return announce();
    send();
  }

  bool may_send_something() {
    if (totals_.frames >= frames_)
      return false;
    ready_.clear();
    for (const std::size_t vc : used_) {
      if (fault_ == Fault::kIgnoresLimit || sender_.may_send(vc, credits_of(vc)))
        ready_.push_back(vc);
    }
    return !ready_.empty();
  }

  void send() {
    const std::size_t vc = ready_[draws_.below(ready_.size())];
    const std::uint32_t credits = credits_of(vc);
    sender_.sent(vc, credits);
    counts_[vc].sent += credits;
    counts_[vc].on_wire += credits;
    const auto bytes = static_cast<std::uint64_t>(next_length_[vc].count()) + kPreambleAndGap;
    next_length_[vc] = length();
    line_free_ = now_ + bytes;
    line_end_ = line_free_;
    totals_.line_used += bytes;
    ++totals_.frames;
    totals_.credits += credits;
    forward_.push_back({.arrives = line_free_ + setting_.delay,
                        .lost = chance(setting_.frames_lost),
                        .frame = {vc, credits},
                        .is_update = false});
  }

  // CC_Updates leave behind the frame on the line, each at its place among frames.
  void announce() {
    cc_at_ = now_ + setting_.cc_timer;
    line_free_ = std::max(line_free_, now_);
    for (const std::size_t first : {std::size_t{0}, ue_cbfc::kChannelsOfCcUpdate}) {
      line_free_ += kControl + kPreambleAndGap;
      Forward update{
          .arrives = line_free_ + setting_.delay, .lost = chance(setting_.cc_lost), .frame = {}, .is_update = true};
      frame::write_cc_update(update.bytes, kStation, sender_.take_cc_update(first));
      ++totals_.cc_updates;
      const bool overtakes = fault_ == Fault::kOvertakes && !forward_.empty() && !forward_.back().is_update;
      if (overtakes) {
        std::swap(update.arrives, forward_.back().arrives);
        forward_.insert(forward_.end() - 1, update);
      } else {
        forward_.push_back(update);
      }
    }
  }

  void arrive() {
    const Forward one = forward_.front();
    forward_.pop_front();
    if (one.is_update) {
      if (!one.lost)
        count(one);
      return;
    }
    Count& count = counts_[one.frame.vc];
    count.on_wire -= one.frame.credits;
    if (one.lost) {
      ++totals_.lost;
      count.missing += one.frame.credits;
      losses_[one.frame.vc].push_back({now_, kNever});
      if (fault_ == Fault::kCountsDamaged)
        receiver_.accepted(one.frame.vc, one.frame.credits);
      return;
    }
    receiver_.accepted(one.frame.vc, one.frame.credits);
    count.consumed += one.frame.credits;
    count.buffered += one.frame.credits;
    buffer_.push_back(one.frame);
  }

  // The credits of what has been lost before this place are free again.
  void count(const Forward& one) {
    const auto update = frame::read_cc_update(one.bytes);
    if (!update)
      return fail("a CC_Update cannot be read");
    receiver_.cc_update(*update);
    for (std::size_t n = 0; n < ue_cbfc::kChannelsOfCcUpdate; ++n) {
      const std::size_t vc = update->first_vc + n;
      Count& count = counts_[vc];
      const std::uint64_t lost = std::exchange(count.missing, 0);
      if (lost == 0)
        continue;
      count.consumed += lost;
      count.freed += lost;
      totals_.repaired += lost;
      for (Loss& loss : losses_[vc])
        loss.home = std::min(loss.home, count.freed);
      news(vc);
    }
  }

  void release() {
    const std::size_t which = draws_.below(buffer_.size());
    const Frame frame = buffer_[which];
    buffer_[which] = buffer_.back();
    buffer_.pop_back();
    const auto bytes = static_cast<double>(frame.credits) * static_cast<double>(setting_.config.credit_size.count());
    drain_free_ = now_ + static_cast<std::uint64_t>(bytes / setting_.drain);
    receiver_.freed(frame.vc, frame.credits);
    if (fault_ == Fault::kFreesTwice && totals_.delivered == kPlantedAt)
      receiver_.freed(frame.vc, frame.credits);
    counts_[frame.vc].buffered -= frame.credits;
    counts_[frame.vc].freed += frame.credits;
    ++totals_.delivered;
    news(frame.vc);
  }

  void news(std::size_t vc) {
    if (!news_since_[vc])
      news_since_[vc] = totals_.cf_updates;
  }

  void tell() {
    set_free_ = now_ + static_cast<std::uint64_t>(setting_.config.cf_min_spacing.count());
    ue_cbfc::CfUpdate update = receiver_.take_cf_update();
    ++totals_.cf_updates;
    for (const auto& entry : update.entries) {
      if (const auto since = std::exchange(news_since_[entry.vc], std::nullopt))
        totals_.longest_round = std::max(totals_.longest_round, totals_.cf_updates - *since);
    }
    if (fault_ == Fault::kWrongChannel)
      update.entries[1].vc = update.entries[0].vc;
    if (chance(setting_.cf_lost))
      return;
    Back set{.arrives = now_ + setting_.delay, .bytes = frame::write_cf_update_set(update.entries), .freed = {}};
    for (std::size_t vc = 0; vc < kChannels; ++vc)
      set.freed[vc] = counts_[vc].freed;
    back_.push_back(set);
    if (chance(setting_.cf_doubled))
      back_.push_back(set);
  }

  void hear() {
    const Back set = back_.front();
    back_.pop_front();
    const auto entries = frame::read_cf_update_set(set.bytes);
    if (!entries)
      return fail("a CF_Update cannot be read");
    sender_.cf_update({*entries});
    for (const auto& entry : *entries) {
      counts_[entry.vc].heard = set.freed[entry.vc];
      std::erase_if(losses_[entry.vc], [&](const Loss& loss) {
        const bool home = loss.home <= set.freed[entry.vc];
        if (home)
          totals_.longest_repair = std::max(totals_.longest_repair, now_ - loss.at);
        return home;
      });
    }
  }

  bool is_home() const {
    return std::all_of(used_.begin(), used_.end(), [&](std::size_t vc) {
      return counts_[vc].heard == counts_[vc].sent && sender_.channel(vc).used == 0;
    });
  }

  void fail(const std::string& what) {
    if (!totals_.error)
      totals_.error = "at " + std::to_string(now_) + " B of line time, after " + std::to_string(totals_.frames) +
                      " frames: " + what;
  }

  void check() {
    std::uint64_t in_use = 0;
    std::uint64_t shared = 0;
    for (const std::size_t vc : used_) {
      check_channel(vc);
      const std::uint32_t used = sender_.channel(vc).used;
      in_use += used;
      shared += used - std::min(used, setting_.share.reserved);
    }
    totals_.most_used = std::max(totals_.most_used, static_cast<std::uint32_t>(in_use));
    const std::uint32_t pool = setting_.config.pool_credits;
    if (pool == 0)
      return;
    if (shared != sender_.shared_used())
      fail("the sender counts " + std::to_string(sender_.shared_used()) + " shared credits in use, the channels " +
           std::to_string(shared));
    if (in_use > pool)
      fail(std::to_string(in_use) + " credits are in use of a pool of " + std::to_string(pool));
  }

  // The turn comes to each channel in a round; and credits that a loss took are home after a CC timer and a round, if
  // no message is lost.
  void check_times() {
    const std::uint64_t round = (setting_.channels + 1) / 2;
    if (totals_.longest_round > round)
      fail("a channel waited for " + std::to_string(totals_.longest_round) + " CF_Updates, wanted " +
           std::to_string(round));
    if (setting_.cc_lost > 0 || setting_.cf_lost > 0)
      return;
    constexpr std::uint64_t kLongestFrame = 1'518 + kPreambleAndGap;
    const std::uint64_t longest = setting_.cc_timer + kLongestFrame + 2 * (kControl + kPreambleAndGap) +
                                  setting_.delay +
                                  round * static_cast<std::uint64_t>(setting_.config.cf_min_spacing.count());
    if (totals_.longest_repair > longest)
      fail("lost credits were away for " + std::to_string(totals_.longest_repair) + " B of line time, wanted " +
           std::to_string(longest));
  }

  std::uint64_t most_of_channel() const {
    const ue_cbfc::PoolShareConfig& share = setting_.share;
    if (setting_.config.pool_credits == 0)
      return setting_.limit;
    if (share.mode == ue_cbfc::SharedMode::kNone)
      return share.reserved;
    const bool bounded = share.mode == ue_cbfc::SharedMode::kStatic && share.shared_max != 0;
    return bounded ? share.reserved + share.shared_max : setting_.config.pool_credits;
  }

  void check_channel(std::size_t vc) {
    const Count& count = counts_[vc];
    const ue_cbfc::SenderChannel& s = sender_.channel(vc);
    const ue_cbfc::ReceiverChannel& r = receiver_.channel(vc);
    const auto same = [&](const char* name, std::uint32_t got, std::uint64_t wanted) {
      const auto cyclic = static_cast<std::uint32_t>(wanted) & setting_.config.counter_mask();
      if (got != cyclic)
        fail(std::string(name) + " of channel " + std::to_string(vc) + " is " + std::to_string(got) +
             "; by the second count " + std::to_string(cyclic));
    };
    same("S_CC", s.consumed, count.sent + setting_.counts_from);
    same("S_CF", s.freed, count.heard + setting_.counts_from);
    same("S_CU", s.used, count.sent - count.heard);
    same("R_CC", r.consumed, count.consumed + setting_.counts_from);
    same("R_CF", r.freed, count.freed + setting_.counts_from);
    same("R_CC - R_CF", (r.consumed - r.freed) & setting_.config.counter_mask(), count.buffered);
    if (count.sent - count.consumed != count.on_wire + count.missing)
      fail("credits of channel " + std::to_string(vc) + " do not add up on the wire");
    if (!(count.heard <= count.freed && count.freed <= count.consumed && count.consumed <= count.sent))
      fail("counts of channel " + std::to_string(vc) + " are out of order");
    const std::uint64_t most = most_of_channel();
    if (s.used > most || count.buffered > most)
      fail("channel " + std::to_string(vc) + " uses more than its limit");
  }

  static constexpr frame::MacAddress kStation = frame::kMacControlAddress;
  static constexpr std::uint64_t kPlantedAt = 100;

  const Setting& setting_;
  const Fault fault_;
  RandomStream draws_;
  UeCreditSender sender_;
  UeCreditReceiver receiver_;
  std::vector<std::size_t> used_;
  std::vector<std::size_t> ready_;  // work space
  std::array<Count, kChannels> counts_{};
  std::array<Bytes, kChannels> next_length_{};
  std::array<std::vector<Loss>, kChannels> losses_;
  std::array<std::optional<std::uint64_t>, kChannels> news_since_{};
  std::deque<Forward> forward_;
  std::deque<Back> back_;
  std::vector<Frame> buffer_;
  std::uint64_t frames_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t line_free_ = 0;
  std::uint64_t line_end_ = 0;
  std::uint64_t set_free_ = 0;
  std::uint64_t drain_free_ = 0;
  std::uint64_t cc_at_ = 0;
  Totals totals_;
};

}  // namespace

Totals run(const Setting& setting, std::uint64_t frames, std::uint64_t seed, Fault fault) {
  return Bench(setting, seed, fault).run(frames);
}

}  // namespace weir::credit_bench
