// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/parts/own_part.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "hw_model/ledger/origin.h"

namespace weir::parts {

using ledger::SettingKind;
using ledger::SettingText;
using ledger::SettingValue;

namespace {

// Writes of one access to the bus, which take effect together.
class Writes final : public ledger::Settings {
 public:
  void begin() override { writes_.clear(); }
  void check() const override {}
  void apply(weir::Time) override {
    for (const auto& write : writes_)
      write();
    writes_.clear();
  }
  void add(std::function<void()> write) { writes_.push_back(std::move(write)); }

 private:
  std::vector<std::function<void()>> writes_;
};

bool is_small_word(const std::string& word) {
  const auto is_small = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !word.empty() && word.front() >= 'a' && word.front() <= 'z' && std::ranges::all_of(word, is_small);
}

std::string name_of(const OwnPart& part, const Register& one) { return part.word + "_" + one.name; }

}  // namespace

SettingValue value_in(const ledger::Kept& kept, const OwnPart& part, const Asked& asked) {
  const auto found = kept.values.find(part.table + "." + asked.word);
  return found == kept.values.end() ? asked.initial : found->second.values.front();
}

void keep(ledger::Kept& kept, const OwnPart& part, const Asked& asked, SettingValue value) {
  const std::string word = part.table + "." + asked.word;
  if (value == asked.initial)
    kept.values.erase(word);
  else
    kept.values[word] = {.values = {value}};
}

SettingValue Sheet::ask(const Key& key, SettingText text, SettingValue initial) {
  const std::deque<Asked>& known = part_.settings;
  const auto found = std::ranges::find(known, key.word, &Asked::word);
  if (learns_ == nullptr) {
    if (found == known.end() || found->text.kind != text.kind)
      throw std::logic_error(part_.table + "." + key.word +
                             ": the part asks for a key that it has not asked for at first");
    return value_in(*kept_, part_, *found);
  }
  if (!is_small_word(key.word))
    throw std::invalid_argument(part_.table + ": wanted keys of small letters, digits and underscores; got \"" +
                                key.word + "\"");
  if (found != known.end())
    throw std::invalid_argument(part_.table + "." + key.word + ": the part asks for the key twice");
  Asked& asked = learns_->settings.emplace_back();
  asked.word = key.word;
  asked.meaning = key.meaning;
  asked.text = std::move(text);
  asked.text.word = asked.word;
  asked.text.meaning = asked.meaning;
  asked.initial = initial;
  return initial;
}

std::int64_t Sheet::count(const Key& key, SettingKind kind, std::int64_t initial, Range<std::int64_t> range) {
  return ask(key, {.kind = kind, .lowest = {range.lowest}, .highest = {range.highest}}, {initial}).count;
}

Bytes Sheet::bytes(const Key& key, Bytes initial, Range<Bytes> range) {
  return count(key, SettingKind::kBytes, initial, range);
}
Time Sheet::time(const Key& key, Time initial, Range<Time> range) {
  return count(key, SettingKind::kTime, initial, range);
}
Rate Sheet::rate(const Key& key, Rate initial, Range<Rate> range) {
  return count(key, SettingKind::kRate, initial, range);
}
std::int64_t Sheet::integer(const Key& key, std::int64_t initial, Range<std::int64_t> range) {
  return count(key, SettingKind::kInteger, initial, range);
}

double Sheet::real(const Key& key, double initial, Range<double> range) {
  return ask(key, {.kind = SettingKind::kReal, .lowest = {0, range.lowest}, .highest = {0, range.highest}},
             {0, initial})
      .real;
}

bool Sheet::boolean(const Key& key, bool initial) {
  return ask(key, {.kind = SettingKind::kBoolean, .highest = {1}}, {initial ? 1 : 0}).count != 0;
}

std::string Sheet::text(const Key& key, const std::string& initial) {
  return std::string(
      ledger::text_of_number(ask(key, {.kind = SettingKind::kText}, {ledger::text_number(initial)}).count));
}

void Sheet::refuse(const std::string& word, const std::string& why) { throw Refused(part_.table + "." + word, why); }

void declare_registers(ledger::Block& block, const OwnPart& part, const std::vector<Register>& registers) {
  const ledger::Origin origin(part.word, "a part of its user: " + part.text);
  for (const Register& one : registers) {
    ledger::RegisterDeclaration declaration{
        .name = name_of(part, one), .width = one.width, .reset = one.reset, .description = one.description};
    for (const Dimension& each : one.each)
      declaration.dimensions.push_back({each.of, each.size});
    block.add(!one.read   ? origin.internal(declaration)
              : one.write ? origin.setting(declaration)
                          : origin.state(declaration));
  }
}

void bind_registers(const ledger::Binder& binder, const OwnPart& part, const std::vector<Register>& registers) {
  const auto writes = std::make_shared<Writes>();
  for (const Register& one : registers) {
    if (!one.read)
      continue;
    ledger::Accessor accessor{.read = [read = one.read](const ledger::RegisterAccess& at) { return read(at.indices); }};
    if (one.write) {
      accessor.settings = writes;
      accessor.write = [writes, write = one.write](const ledger::RegisterAccess& at, std::uint64_t value) {
        writes->add([write, indices = at.indices, value] { write(indices, value); });
      };
    }
    binder.bind(name_of(part, one), std::move(accessor));
  }
}

}  // namespace weir::parts
