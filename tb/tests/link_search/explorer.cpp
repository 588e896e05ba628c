// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/link_search/explorer.h"

#include <ctime>
#include <unordered_set>

#include "tb/tests/link_search/link.h"
#include "tb/tests/state_search/state_book.h"

namespace weir::link_search {
namespace {

using Book = state_search::StateBook<Move>;

bool loses(Move move) {
  switch (move.kind) {
    case MoveKind::kArrivesDamaged:
    case MoveKind::kArrivesWrong:
    case MoveKind::kIsLost:
    case MoveKind::kBackArrivesWrong:
    case MoveKind::kBackIsLost:
      return true;
    default:
      return false;
  }
}

bool disturbs(Move move) {
  return loses(move) || move.kind == MoveKind::kFlush || move.kind == MoveKind::kArrivesTwice ||
         move.kind == MoveKind::kBackArrivesTwice;
}

class Explorer {
 public:
  Explorer(const Setup& setup, std::size_t most_states) : setup_(setup), link_(setup), most_states_(most_states) {}

  Found run() {
    const std::clock_t begin = std::clock();
    link_.save(bytes_);
    book_.add(bytes_.bytes(), Book::kNone, {});
    search();
    if (found_.complete && setup_.judges_home)
      follow_home();
    found_.states = book_.size();
    found_.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return found_;
  }

 private:
  void search() {
    std::vector<Move> moves;
    std::size_t end_of_level = 1;
    for (std::uint32_t now = 0; now < book_.size(); ++now) {
      if (book_.size() > most_states_)
        return;
      if (now == end_of_level) {
        end_of_level = book_.size();
        ++found_.depth;
      }
      load(now);
      link_.moves(moves);
      for (const Move move : moves) {
        load(now);
        const Wrong wrong = link_.play(move);
        if (wrong != Wrong::kNothing) {
          found_.wrong = wrong;
          tell_way_to(now);
          tell(now, move);
          found_.to_there = found_.moves.size();
          return;
        }
        link_.save(bytes_);
        book_.add(bytes_.bytes(), now, move);
      }
    }
    found_.complete = true;
  }

  // Of each state: whether the way that next_at_rest() goes leads home. Where it does not, whether any order of events
  // without disturbances does; the first state of which none does is told.
  void follow_home() {
    known_.assign(book_.size(), kUnknown);
    std::vector<std::uint32_t> way;
    std::uint32_t first_away = Book::kNone;
    for (std::uint32_t first = 0; first < book_.size(); ++first) {
      way.clear();
      std::uint32_t now = first;
      while (now != Book::kNone && known_[now] == kUnknown) {
        known_[now] = kOnThisWay;
        way.push_back(now);
        now = next_at_rest(now);
      }
      const bool home = now != Book::kNone && known_[now] == kHome;
      for (const std::uint32_t each : way)
        known_[each] = home || known_[each] == kHome ? kHome : kAway;
      if (!home && known_[first] != kHome && first_away == Book::kNone)
        first_away = first;
    }
    if (first_away == Book::kNone)
      return;
    for (std::uint32_t n = first_away; n < book_.size(); ++n) {
      if (known_[n] == kAway && !some_way_home(n))
        return tell_stop(n, true);
    }
    tell_stop(first_away, false);
  }

  // The state that follows at rest; kNone: there is none, and known_ says whether all is home.
  std::uint32_t next_at_rest(std::uint32_t now) {
    load(now);
    if (link_.is_home()) {
      known_[now] = kHome;
      return now;
    }
    Move move;
    if (!link_.next_at_rest(move) || link_.play(move) != Wrong::kNothing)
      return Book::kNone;
    link_.save(bytes_);
    return book_.find(bytes_.bytes());
  }

  void tell_stop(std::uint32_t first, bool no_way_home) {
    found_.wrong = Wrong::kStops;
    found_.no_way_home = no_way_home;
    tell_way_to(first);
    found_.to_there = found_.moves.size();
    std::vector<bool> seen(book_.size());
    for (std::uint32_t now = first; !seen[now]; now = book_.find(bytes_.bytes())) {
      seen[now] = true;
      load(now);
      Move move;
      if (!link_.next_at_rest(move))
        return;
      found_.moves.push_back(link_.text(move));
      link_.play(move);
      link_.save(bytes_);
    }
  }

  // New frames only where they may help.
  bool some_way_home(std::uint32_t first) {
    std::unordered_set<std::uint32_t> seen{first};
    std::vector<std::uint32_t> left{first};
    std::vector<Move> moves;
    while (!left.empty()) {
      const std::uint32_t now = left.back();
      left.pop_back();
      if (known_[now] == kHome) {
        known_[first] = kHome;
        return true;
      }
      load(now);
      link_.moves(moves);
      for (const Move move : moves) {
        if (disturbs(move) ||
            ((move.kind == MoveKind::kSend || move.kind == MoveKind::kDiscard) && !setup_.new_frames_help))
          continue;
        load(now);
        if (link_.play(move) != Wrong::kNothing)
          continue;
        link_.save(bytes_);
        if (const std::uint32_t next = book_.find(bytes_.bytes()); seen.insert(next).second)
          left.push_back(next);
      }
    }
    return false;
  }

  void load(std::uint32_t n) { link_.load(book_.state(n)); }
  void tell(std::uint32_t from, Move move) {
    load(from);
    found_.moves.push_back(link_.text(move));
    found_.losses += loses(move) ? 1 : 0;
  }
  void tell_way_to(std::uint32_t n) {
    for (const auto& [from, move] : book_.way_to(n))
      tell(from, move);
  }

  const Setup& setup_;
  Link link_;
  std::size_t most_states_;
  Book book_;
  PackedBits bytes_;
  Found found_;
  enum Known : std::uint8_t { kUnknown, kHome, kOnThisWay, kAway };
  std::vector<Known> known_;
};

}  // namespace

Found explore(const Setup& setup, std::size_t most_states) { return Explorer(setup, most_states).run(); }

}  // namespace weir::link_search
