// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/profile_table.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace weir::headroom {
namespace {

constexpr std::int64_t kBitsPerMegabit = 1'000'000;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 32;
constexpr std::int64_t kMostMetres = 1'000'000;
constexpr std::int64_t kMostMbps = 10'000'000;
constexpr std::string_view kBlanks = " \t\r";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;
       begin = line.find_first_not_of(kBlanks, begin)) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

// A line of the file, with its place for messages.
class Line {
 public:
  Line(const std::string& file, std::size_t number, std::vector<std::string_view> words)
      : file_(file), number_(number), words_(std::move(words)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw ProfileError(fmt::format("{}:{}: {}", file_, number_, what));
  }

  std::int64_t whole(std::size_t column, std::string_view name, std::int64_t lowest, std::int64_t highest) const {
    return whole(words_[column], name, lowest, highest);
  }

  // "5m"
  std::int64_t metres(std::size_t column) const {
    std::string_view word = words_[column];
    if (!word.ends_with('m')) {
      refuse(fmt::format("cable: wanted a length in metres such as 5m; got \"{}\"", word));
    }
    word.remove_suffix(1);
    return whole(word, "cable", 1, kMostMetres);
  }

  std::size_t columns() const { return words_.size(); }

 private:
  std::int64_t whole(std::string_view word, std::string_view name, std::int64_t lowest, std::int64_t highest) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < lowest || value > highest) {
      refuse(fmt::format("{}: wanted a whole number from {} to {}; got \"{}\"", name, lowest, highest, word));
    }
    return value;
  }

  const std::string& file_;
  std::size_t number_;
  std::vector<std::string_view> words_;
};

Profile read_row(const Line& line, std::size_t number) {
  if (line.columns() < 6 || line.columns() > 7) {
    line.refuse(fmt::format("wanted six or seven columns, speed cable size xon xoff threshold [xon_offset]; got {}",
                            line.columns()));
  }
  Profile row;
  row.line = number;
  row.rate = BitRate(line.whole(0, "speed", 1, kMostMbps) * kBitsPerMegabit);
  row.cable = line.metres(1);
  row.size = Bytes(line.whole(2, "size", 0, kMostBytes));
  row.xon = Bytes(line.whole(3, "xon", 0, kMostBytes));
  row.xoff = Bytes(line.whole(4, "xoff", 0, kMostBytes));
  row.threshold = static_cast<int>(line.whole(5, "threshold", -16, 16));
  if (line.columns() == 7) {
    row.xon_offset = Bytes(line.whole(6, "xon_offset", 0, kMostBytes));
  }
  return row;
}

}  // namespace

std::vector<Profile> read_profiles(std::string_view text, const std::string& file) {
  std::vector<Profile> rows;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string_view> words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty() || words.front().starts_with('#')) {
      continue;
    }
    const Line line(file, number, std::move(words));
    const Profile row = read_row(line, number);
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Profile& other) {
      return other.rate == row.rate && other.cable == row.cable;
    });
    if (same != rows.end()) {
      line.refuse(fmt::format("speed and cable of line {} again", same->line));
    }
    rows.push_back(row);
  }
  if (rows.empty()) {
    throw ProfileError(file + ": wanted a line with speed cable size xon xoff threshold; got none");
  }
  return rows;
}

std::string profile_text(std::span<const Profile> profiles, const std::string& comment) {
  const bool offsets = std::any_of(profiles.begin(), profiles.end(), [](const auto& one) { return one.xon_offset; });
  std::string text =
      fmt::format("# {}\n# speed cable size xon xoff threshold{}\n", comment, offsets ? " xon_offset" : "");
  for (const Profile& one : profiles) {
    text += fmt::format("{} {}m {} {} {} {}", one.rate.count() / kBitsPerMegabit, one.cable, one.size.count(),
                        one.xon.count(), one.xoff.count(), one.threshold);
    if (offsets) {
      text += fmt::format(" {}", one.xon_offset.value_or(Bytes(0)).count());
    }
    text += "\n";
  }
  return text;
}

}  // namespace weir::headroom
