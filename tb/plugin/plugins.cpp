// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/plugin/plugins.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "tb/parts/own_parts.h"
#include "tb/plugin/part_cards.h"
#include "tb/plugin/plugin.h"
#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::plugin {
namespace {

std::vector<Loaded>& all() {
  static std::vector<Loaded> objects;
  return objects;
}

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw std::invalid_argument("--plugin " + text::in_quotes(file) + ": " + why);
}

template <class Function>
Function find(void* object, const std::string& file, const char* name) {
  const auto function = reinterpret_cast<Function>(dlsym(object, name));
  if (function == nullptr)
    refuse(file, std::string("there is no function ") + name +
                     " in it; wanted a file with WEIR_PARTS (weir/parts.h) or WEIR_PLUGIN (plugin.h)");
  return function;
}

// The object has parts of weir/parts.h, which call nothing of weir.
void add_parts(void* object, const std::string& file) {
  const std::size_t detectors = parts::own_detectors().size();
  const std::size_t schemes = parts::own_schemes().size();
  find<void (*)(parts::Registry&)>(object, file, "weir_parts_add")(parts::registry());
  add_part_cards(detectors, schemes);
}

// Whether the object has parts of weir/parts.h; they must be of this version.
bool has_parts(void* object, const std::string& file) {
  const auto version = reinterpret_cast<int (*)()>(dlsym(object, "weir_parts_version"));
  if (version != nullptr && version() != parts::kVersion)
    refuse(file, "it was compiled for version " + std::to_string(version()) + " of weir/parts.h; wanted " +
                     std::to_string(parts::kVersion));
  return version != nullptr;
}

// Structs and classes cross between program and object: both must have the same.
void require_alike(const std::string& file, const Build& its) {
  const Build ours;
  if (std::string(its.version) != ours.version)
    refuse(file, std::string("it was compiled for weir ") + its.version + "; wanted " + ours.version);
  if (its.language != ours.language || its.device != ours.device || its.cards != ours.cards ||
      its.engine != ours.engine || its.detector != ours.detector || its.unit != ours.unit)
    refuse(file, "it was compiled with other headers, or for another C++; wanted those of this program");
}

void load_one(const std::string& file) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  std::string sha256;
  try {
    sha256 = text::sha256_of_file(path.string());
  } catch (const std::runtime_error& error) {
    refuse(file, error.what());
  }
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr)
    refuse(file, dlerror());
  const bool of_parts = has_parts(object, file);
  if (!of_parts)
    require_alike(file, *find<const Build* (*)()>(object, file, "weir_plugin_build")());
  try {
    of_parts ? add_parts(object, file) : find<void (*)()>(object, file, "weir_plugin_add")();
  } catch (const std::exception& error) {
    refuse(file, error.what());
  }
  all().push_back({path.string(), sha256});
}

// One word means one mechanism: `weir cost --mechanisms` takes those of all kinds.
void require_words_differ() {
  std::set<std::string_view> words;
  const auto take = [&words](std::string_view word) {
    if (word != "none" && !words.insert(word).second)
      throw std::invalid_argument("there is a mechanism " + text::in_quotes(word) + " already");
  };
  for (const flow_control::SchemeName& scheme : flow_control::schemes())
    take(scheme.name);
  for (const congestion::DetectorName& detector : congestion::detectors())
    take(detector.name);
  for (const Named<deadlock::Unit>& unit : deadlock::units())
    take(unit.name);
}

void judge() {
  require_words_differ();
  for (const flow_control::SchemeName& scheme : flow_control::schemes())
    bounds::scheme_card(scheme.value);
  for (const congestion::DetectorName& detector : congestion::detectors())
    bounds::detector_card(detector.value);
  ledger::Refusal refusal;
  const asic::SwitchConfig defaults;
  for (const asic::SettingTable& table : asic::setting_tables()) {
    ledger::OfTable own(refusal, std::string(table.path));
    ledger::check_ranges(defaults, table.settings, own);
  }
}

}  // namespace

void load(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    load_one(file);
  if (files.empty())
    return;
  try {
    judge();
  } catch (const std::invalid_argument& error) {
    refuse(files.back(), error.what());
  }
}

const std::vector<Loaded>& loaded() { return all(); }

std::string loaded_text() {
  constexpr std::size_t kDigits = 16;
  std::string text;
  for (const Loaded& one : all())
    text += ", with " + std::filesystem::path(one.path).filename().string() + " " + one.sha256.substr(0, kDigits);
  return text;
}

}  // namespace weir::plugin
