// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <exception>
#include <utility>

#include "tb/platform/refuse.h"
#include "tb/platform/request.h"
#include "tb/platform/weir/switch.h"
#include "tb/text/words.h"

namespace weir {

namespace {

// The text names files by copies that a run makes of them; without a run the originals stand in their place.
std::string with_original_files(const scenario::Resolved& resolved) {
  std::string text = resolved.text;
  for (const scenario::ResolvedFile& file : resolved.files) {
    const std::string copy = "\"" + file.name + "\"";
    for (std::size_t at = text.find(copy); at != std::string::npos; at = text.find(copy, at + 1))
      text.replace(at + 1, file.name.size(), file.path);
  }
  return text;
}

}  // namespace

Settings::Settings(std::shared_ptr<const platform::Request> request) : request_(std::move(request)) {}

Settings& Settings::set(const std::string& key, const std::string& value) {
  if (key.find('=') != std::string::npos) {
    platform::refuse("", "set(" + text::in_quotes(key) + ", ...): a key has no '='");
    return *this;
  }
  auto changed = std::make_shared<platform::Request>(*request_);
  changed->sets.push_back(key + "=" + value);
  request_ = std::move(changed);
  return *this;
}

std::string Settings::to_toml() const {
  std::string wrong;
  try {
    return with_original_files(platform::load(*request_).resolved);
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  platform::refuse("", wrong);
  return "";
}

Settings from_file(const std::string& file, const std::string& name) {
  return Settings(std::make_shared<const platform::Request>(platform::Request{true, file, name}));
}

Settings from_text(const std::string& text, const std::string& name) {
  return Settings(std::make_shared<const platform::Request>(platform::Request{false, text, name}));
}

}  // namespace weir
