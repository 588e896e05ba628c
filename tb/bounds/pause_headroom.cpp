// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/pause_headroom.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "hw_model/base/require.h"
#include "hw_model/frame/mac_control.h"

namespace weir::bounds {
namespace {

constexpr std::int64_t kMostSteps = std::int64_t{1} << 28;
constexpr std::size_t kMostLinks = 256;                    // whose worst cases are kept
constexpr std::int64_t kMostSums = std::int64_t{1} << 22;  // that are kept: 48 MB

// A frame as the knapsack takes it.
struct Item {
  std::int64_t value;  // its count, in units of what all counts have in common
  Time weight;         // its line time
};

bool is_denser(const Item& a, const Item& b) {
  return Wide{a.value} * b.weight.count() > Wide{b.value} * a.weight.count();
}

// The lengths that can be in a worst mix: of each count the shortest, because it takes the least time.
std::map<Bytes, Bytes> shortest_by_count(const PausedLink& link) {
  const FrameLengths& frames = link.frames;
  std::map<Bytes, Bytes> found;
  if (!frames.is_range()) {
    for (const Bytes length : frames.listed()) {
      found.try_emplace(link.counted(length), length);
    }
    return found;
  }
  for (Bytes length = frames.shortest(); length <= frames.longest();) {
    const Bytes count = link.counted(length);
    found.try_emplace(count, length);
    length = count + Bytes(1);  // with one more byte a frame takes another cell
  }
  return found;
}

// Unbounded knapsack by value: the least weight of each sum of values. Values are small whole numbers even where
// weights are picoseconds. A best mix has fewer frames beside the densest one than the densest one has units: of any
// more, some add up to a multiple of its value (pigeonhole), and densest frames have that value in no more time.
// Therefore above `kept_` sums the least weight is periodic.
class Knapsack {
 public:
  Knapsack(std::vector<Item> items, Time budget) : items_(std::move(items)), budget_(budget) {
    for (std::size_t i = 1; i < items_.size(); ++i) {
      densest_ = is_denser(items_[i], items_[densest_]) ? i : densest_;
    }
    const Item& base = items_[densest_];
    most_ = static_cast<std::int64_t>(Wide{budget_.count()} * base.value / base.weight.count());
    std::int64_t longest_other = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      longest_other = i != densest_ ? std::max(longest_other, items_[i].value) : longest_other;
    }
    kept_ = static_cast<std::int64_t>(std::min(Wide{most_}, Wide{base.value - 1} * longest_other + base.value));
  }

  bool is_feasible() const {
    return kept_ < kMostSums && Wide{kept_ + 1} * static_cast<std::int64_t>(items_.size()) <= kMostSteps;
  }

  // No mix is worth more.
  std::int64_t most() const { return most_; }

  // Frames of each item in a best mix.
  std::vector<std::int64_t> solve() {
    fill();
    std::vector<std::int64_t> counts(items_.size());
    const Item& base = items_[densest_];
    for (std::int64_t sum = most_;; --sum) {
      const std::int64_t peeled = sum > kept_ ? (sum - kept_ + base.value - 1) / base.value : 0;
      const auto rest = static_cast<std::size_t>(sum - peeled * base.value);
      if (least_[rest] == kNever || least_[rest] + peeled * base.weight > budget_) {
        continue;  // ends at 0 at the latest, which weighs nothing
      }
      counts[densest_] = peeled;
      for (std::size_t left = rest; left > 0; left -= static_cast<std::size_t>(items_[chosen_[left]].value)) {
        ++counts[chosen_[left]];
      }
      return counts;
    }
  }

 private:
  void fill() {
    least_.assign(static_cast<std::size_t>(kept_) + 1, kNever);
    chosen_.assign(least_.size(), 0);
    least_[0] = Time(0);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Time weight = items_[i].weight;
      for (auto sum = static_cast<std::size_t>(items_[i].value); sum < least_.size(); ++sum) {
        const Time before = least_[sum - static_cast<std::size_t>(items_[i].value)];
        if (before != kNever && before + weight < least_[sum]) {
          least_[sum] = before + weight;
          chosen_[sum] = static_cast<std::uint32_t>(i);
        }
      }
    }
  }

  std::vector<Item> items_;
  Time budget_;
  std::size_t densest_ = 0;
  std::int64_t most_ = 0;
  std::int64_t kept_ = 0;  // the largest sum that is kept
  std::vector<Time> least_;
  std::vector<std::uint32_t> chosen_;
};

void set_mix(const PausedLink& link, const std::vector<FramesAlike>& frames, PauseHeadroom& result) {
  for (const FramesAlike& alike : frames) {
    if (alike.count > 0) {
      result.before.push_back(alike);
      result.mix += alike.count * link.counted(alike.length);
    }
  }
}

Time time_of(const PausedLink& link, const std::vector<FramesAlike>& frames) {
  Time sum;
  for (const FramesAlike& alike : frames) {
    sum += alike.count * link.line_time(alike.length);
  }
  return sum;
}

// A best mix of any lengths of a range, counted in bytes: n frames have at most n H bytes, and leave at most B - n o of
// the B bytes that the line carries in T. Exact where a byte takes whole picoseconds.
void fill_with_bytes(const PausedLink& link, PauseHeadroom& result) {
  const Bytes shortest = link.frames.shortest();
  const Bytes longest = link.frames.longest();
  const Bytes line = bytes_in(result.budget, link.rate);
  const auto bytes_of = [&](std::int64_t n) { return std::min(n * longest, line - n * link.overhead); };
  std::int64_t frames = line / (longest + link.overhead);
  if (bytes_of(frames + 1) >= std::max((frames + 1) * shortest, bytes_of(frames) + Bytes(1))) {
    ++frames;
  }
  const Bytes above = bytes_of(frames) - frames * shortest;  // shared out from the longest frame on
  const Bytes span = longest - shortest;
  const std::int64_t full = span > Bytes(0) ? above / span : frames;
  const Bytes rest = above - full * span;
  const std::int64_t partial = rest > Bytes(0) ? 1 : 0;
  const std::vector<FramesAlike> mix{{shortest, frames - full - partial}, {shortest + rest, partial}, {longest, full}};
  result.exact = time_of(link, mix) <= result.budget;
  set_mix(link, mix, result);
}

}  // namespace

FrameLengths FrameLengths::of(std::vector<Bytes> lengths) {
  FrameLengths result;
  result.lengths_ = std::move(lengths);
  std::sort(result.lengths_.begin(), result.lengths_.end());
  result.lengths_.erase(std::unique(result.lengths_.begin(), result.lengths_.end()), result.lengths_.end());
  return result;
}

FrameLengths FrameLengths::between(Bytes shortest, Bytes longest) {
  FrameLengths result = of({shortest, longest});
  result.is_range_ = true;
  return result;
}

Bytes PausedLink::counted(Bytes length) const {
  const Bytes whole = length + tag;
  return cell > Bytes(0) ? (whole + cell - Bytes(1)) / cell * cell : whole;
}

PauseTimes pause_times(const PausedLink& link, Bytes our_frame, Time one_way, Time peer, Time own, Time pipeline) {
  return {link.line_time(our_frame), link.line_time(frame::kControlFrameLength), 2 * one_way, peer, own, pipeline, {}};
}

namespace {

// Without LLR; the link has frames.
PauseHeadroom worst_mix(const PausedLink& link) {
  PauseHeadroom result;
  result.budget = link.times.total();
  if (link.frames.is_range() && link.cell == Bytes(0)) {
    result.last = result.last_length = link.frames.longest();
    result.overshoot = link.frames.shortest() < result.last ? result.last - Bytes(1) : Bytes(0);
    fill_with_bytes(link, result);
    return result;
  }
  const std::map<Bytes, Bytes> lengths = shortest_by_count(link);
  std::tie(result.last, result.last_length) = *lengths.rbegin();
  Bytes unit;
  for (const auto& [count, length] : lengths) {
    unit = Bytes(std::gcd(unit.count(), count.count()));
  }
  result.overshoot = result.last - (link.cell > Bytes(0) ? link.cell : unit);
  std::vector<Item> items;
  for (const auto& [count, length] : lengths) {
    items.push_back({count / unit, link.line_time(length)});
  }
  Knapsack knapsack(items, result.budget);
  if (!knapsack.is_feasible()) {
    result.mix = knapsack.most() * unit;
    result.exact = false;
    return result;
  }
  const std::vector<std::int64_t> counts = knapsack.solve();
  std::vector<FramesAlike> mix;
  for (const auto& [count, length] : lengths) {
    mix.push_back({length, counts[mix.size()]});
  }
  set_mix(link, mix, result);
  return result;
}

PauseHeadroom worst_case(const PausedLink& link) {
  if (link.frames.empty()) {
    PauseHeadroom nothing;
    nothing.budget = link.times.total();
    return nothing;
  }
  PauseHeadroom result = worst_mix(link);
  if (link.retry.is_on()) {
    result.window = fullest_window(
        link.retry,
        {.shortest = link.frames.shortest(), .longest = link.frames.longest(), .cell = link.cell, .tag = link.tag});
  }
  return result;
}

}  // namespace

PauseHeadroom pause_headroom(const PausedLink& link) {
  require(!link.frames.is_range() || link.tag == Bytes(0), "pause_headroom: a range of lengths has no tags");
  thread_local std::map<PausedLink, PauseHeadroom> known;
  const auto found = known.find(link);
  if (found != known.end()) {
    return found->second;
  }
  if (known.size() >= kMostLinks) {
    known.clear();
  }
  return known.emplace(link, worst_case(link)).first->second;
}

Bytes headroom_of_frames_alike(const PausedLink& link, Bytes length) {
  return (link.times.total() / link.line_time(length) + 1) * link.counted(length);
}

Bytes densest_length(const PausedLink& link) {
  Bytes best = link.frames.longest();
  const auto consider = [&](Bytes length) {
    const Wide here = Wide{link.counted(length).count()} * (best + link.overhead).count();
    const Wide there = Wide{link.counted(best).count()} * (length + link.overhead).count();
    if (here > there || (here == there && length < best)) {
      best = length;
    }
  };
  if (link.frames.is_range() && link.cell == Bytes(0)) {
    consider(link.frames.shortest());
    return best;
  }
  for (const auto& [count, length] : shortest_by_count(link)) {
    consider(length);
  }
  return best;
}

Bytes linear_headroom(const PausedLink& link) {
  if (link.frames.empty()) {
    return Bytes(0);
  }
  const Bytes densest = densest_length(link);
  const Wide line_time = link.times.total().count() + link.line_time(link.frames.longest()).count();
  // count / (length + o) bytes a byte of line, and a byte of line takes 8 / rate.
  const Wide numerator = line_time * link.rate.count() * link.counted(densest).count();
  const Wide denominator = Wide{(densest + link.overhead).count()} * kPicosecondsPerSecond * kBitsPerByte;
  return Bytes(static_cast<std::int64_t>((numerator + denominator - 1) / denominator));
}

}  // namespace weir::bounds
