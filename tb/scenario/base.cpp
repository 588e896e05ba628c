// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/base.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "tb/scenario/expectation_value.h"
#include "tb/scenario/file_text.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using text::in_quotes;

void mark_as_of_base(Value& value, std::uint32_t base) {
  value.place.base = base;
  for (Value& element : value.elements) {
    mark_as_of_base(element, base);
  }
  for (Member& member : value.members) {
    member.key_place.base = base;
    mark_as_of_base(member.value, base);
  }
}

const Member* find_member(const Value& table, std::string_view key) {
  const auto found =
      std::find_if(table.members.begin(), table.members.end(), [&](const Member& member) { return member.key == key; });
  return found == table.members.end() ? nullptr : &*found;
}

bool erase(Value& table, std::string_view key) {
  return std::erase_if(table.members, [&](const Member& member) { return member.key == key; }) > 0;
}

// The value that `member` replaces; made if missing.
Value& place_for(Value& table, const Member& member) {
  Value* value = table.find(member.key);
  if (value == nullptr) {
    value = &table.members.emplace_back(Member{member.key, member.key_place, {}}).value;
  }
  return *value;
}

bool takes_back(const Value& value) { return value.kind == Value::Kind::kText && value.text == "default"; }

bool is_list_of_tables(const Value& value) {
  return value.kind == Value::Kind::kArray && !value.elements.empty() &&
         std::all_of(value.elements.begin(), value.elements.end(),
                     [](const Value& element) { return element.kind == Value::Kind::kTable; });
}

// The entries of [expect], each under its whole key: flow.f1.drops may be written in two ways.
void gather_expectations(const Value& table, const std::string& prefix, std::vector<Member>& found) {
  for (const Member& member : table.members) {
    const Value& value = member.value;
    if (is_group_of_expectations(value)) {
      gather_expectations(value, prefix + member.key + ".", found);
    } else {
      found.push_back({prefix + member.key, member.key_place, value});
    }
  }
}

class BaseReader {
 public:
  explicit BaseReader(Document& document) : document_(document) {}

  void read(const std::optional<std::string>& folder) {
    chain_.push_back(identity_of(document_.file));
    document_.root = whole(std::move(document_.root), folder);
  }

 private:
  // The document of a file merged with those of its bases.
  Value whole(Value root, const std::optional<std::string>& folder) {
    const Member* const named = find_member(root, "base");
    if (named == nullptr) {
      require_no_expect_base(root);
      return root;
    }
    Value merged = read_base(*named, folder);
    merge_expectations(merged, root);
    merge(merged, root, "", "");
    return merged;
  }

  Value read_base(const Member& named, const std::optional<std::string>& folder) {
    const auto refuse = [&](const std::string& what) { fail(document_, named.key_place, "base", what); };
    if (named.value.kind != Value::Kind::kText) {
      refuse("wanted the path of a scenario file in quotes; got " + describe(named.value));
    }
    const std::filesystem::path given(named.value.text);
    if (given.is_relative() && !folder) {
      refuse(in_quotes(named.value.text) +
             " is a relative path, and this text is in no folder; wanted an absolute one");
    }
    const std::string path = given.is_relative() ? (std::filesystem::path(*folder) / given).string() : given.string();
    const std::string identity = identity_of(path);
    if (std::find(chain_.begin(), chain_.end(), identity) != chain_.end()) {
      refuse(in_quotes(named.value.text) + " is this file, or one that has it for a base");
    }
    if (chain_.size() > kMostBases) {
      refuse("wanted at most " + std::to_string(kMostBases) + " bases above each other");
    }
    chain_.push_back(identity);
    std::string content;
    try {
      content = read_text_file(path, kScenarioFile);
    } catch (const ScenarioError& error) {
      refuse(error.what());
    }
    Value root = parse_document(content, text::one_line(path)).root;
    document_.bases.push_back({path, text::sha256_of(content)});
    mark_as_of_base(root, static_cast<std::uint32_t>(document_.bases.size()));
    return whole(std::move(root), std::filesystem::path(path).parent_path().string());
  }

  static std::string identity_of(const std::string& path) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::canonical(path, error);
    return error ? path : canonical.string();
  }

  void require_no_expect_base(const Value& root) const {
    const Value* const expect = root.find("expect");
    if (const Member* inherits = expect == nullptr ? nullptr : find_member(*expect, "base")) {
      fail(document_, inherits->key_place, "expect.base", "only in a file with a 'base', which is missing");
    }
  }

  // Puts `over` over `under`; `pattern` is the table's path in the table of keys, `path` what messages call it.
  void merge(Value& under, const Value& over, const std::string& pattern, const std::string& path) const {
    under.place = over.place;
    for (const Member& member : over.members) {
      if (pattern.empty() && (member.key == "base" || member.key == "expect")) {
        continue;
      }
      const std::string member_pattern = pattern.empty() ? member.key : pattern + "." + member.key;
      const std::string member_path = path.empty() ? member.key : path + "." + member.key;
      if (takes_back(member.value)) {
        if (!erase(under, member.key)) {
          require_known(document_, member.key_place, pattern, member.key, member_path);
        }
        continue;
      }
      Value& value = place_for(under, member);
      if (member.value.kind == Value::Kind::kTable) {
        if (value.kind != Value::Kind::kTable) {
          value = {};
        }
        merge(value, member.value, member_pattern, member_path);
      } else if (is_list_of_tables(member.value) && value.kind == Value::Kind::kArray) {
        merge_list(value, member, member_pattern, member_path);
      } else {
        value = member.value;
      }
    }
  }

  // Entries named like an entry of the list change that entry, and other entries are added. If no entry has a known
  // name, the new list replaces the old one.
  void merge_list(Value& list, const Member& over, const std::string& pattern, const std::string& path) const {
    Value changed = list;
    bool changes = false;
    std::vector<std::string> names;
    for (const Value& entry : over.value.elements) {
      const Value* const name = entry.find("name");
      const bool is_named = name != nullptr && name->kind == Value::Kind::kText;
      Value* const known = is_named ? find_entry(list, name->text, over.key) : nullptr;
      if (known == nullptr) {
        changed.elements.push_back(entry);
        continue;
      }
      if (std::find(names.begin(), names.end(), name->text) != names.end()) {
        fail(document_, name->place, path + element_name(entry, 0) + ".name", "stands twice in this file");
      }
      names.push_back(name->text);
      changes = true;
      merge(changed.elements[static_cast<std::size_t>(known - list.elements.data())], entry, pattern + "[]",
            path + element_name(entry, 0));
    }
    list = changes ? std::move(changed) : over.value;
  }

  // [expect] is not inherited, except with `base = true`: then the base's expectations are added.
  void merge_expectations(Value& under, const Value& root) const {
    const Member* const over = find_member(root, "expect");
    const Member* const inherits = over == nullptr ? nullptr : find_member(over->value, "base");
    if (inherits == nullptr) {
      erase(under, "expect");
      if (over != nullptr) {
        under.members.push_back(*over);
      }
      return;
    }
    if (inherits->value.kind != Value::Kind::kBoolean) {
      fail(document_, inherits->value.place, "expect.base", "wanted true or false; got " + describe(inherits->value));
    }
    const Value* const of_base = inherits->value.boolean ? under.find("expect") : nullptr;
    if (inherits->value.boolean && (of_base == nullptr || of_base->members.empty())) {
      fail(document_, inherits->key_place, "expect.base", "the base expects nothing");
    }
    Value own = over->value;
    erase(own, "base");
    Member merged{"expect", over->key_place, inherits->value.boolean ? inherited(*of_base, own) : own};
    merged.value.place = own.place;
    erase(under, "expect");
    under.members.push_back(std::move(merged));
  }

  // The expectations of the base with those of the file, `own`, over them.
  Value inherited(const Value& of_base, const Value& own) const {
    Value all;
    gather_expectations(of_base, "", all.members);
    std::vector<Member> over;
    gather_expectations(own, "", over);
    for (const Member& member : over) {
      if (!takes_back(member.value)) {
        place_for(all, member) = member.value;
      } else if (!erase(all, member.key)) {
        fail(document_, member.key_place, "expect." + member.key, "there is no such expectation");
      }
    }
    return all;
  }

  Document& document_;
  std::vector<std::string> chain_;  // the file and its bases, as the system knows them
};

}  // namespace

Document document_with_bases(std::string_view text, const std::string& file, const std::optional<std::string>& folder) {
  Document document = parse_document(text, file);
  document.folder = folder.value_or(document.folder);
  BaseReader(document).read(folder);
  return document;
}

}  // namespace weir::scenario
