// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/story.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include <fmt/format.h>

#include "tb/report/read_run_file.h"

namespace weir::report {

namespace {

// A column is written without a Json: a run may have 20,000 events.
template <class T>
void append_column(std::string& text, const std::vector<T>& column) {
  const auto end = std::back_inserter(text);
  text += '[';
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (i > 0) {
      text += ',';
    }
    if constexpr (std::is_same_v<T, std::string>) {
      fmt::format_to(end, "\"{}\"", column[i]);
    } else {
      fmt::format_to(end, "{}", column[i]);
    }
  }
  text += ']';
}

}  // namespace

// Each column of the events is one line: an event a line would be three times as long.
std::string story_to_json(const Story& story) {
  constexpr auto kReplace = Json::error_handler_t::replace;
  Json head;
  for_each_field<Story>([&](const auto& field) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(field.of(story))>, StoryEvents>) {
      head[std::string(field.said.word)] = json_of(field.of(story));
    }
  });
  std::string text = "{\n  \"schema\": \"" + std::string(kStorySchema) + "\",\n";
  for (const auto& [word, value] : head.items()) {
    const bool lists = word == "sentences";
    text += "  " + Json(word).dump() + ": ";
    if (!lists) {
      text += value.dump(-1, ' ', false, kReplace) + ",\n";
      continue;
    }
    text += "[";
    for (std::size_t i = 0; i < value.size(); ++i) {
      text += (i == 0 ? "\n    " : ",\n    ") + value[i].dump(-1, ' ', false, kReplace);
    }
    text += "\n  ],\n";
  }
  text += "  \"events\": {";
  bool first = true;
  for_each_field<StoryEvents>([&](const auto& field) {
    fmt::format_to(std::back_inserter(text), "{}\n    \"{}\": ", first ? "" : ",", field.said.word);
    append_column(text, field.of(story.events));
    first = false;
  });
  return text + "\n  }\n}\n";
}

namespace {

// Columns are of one length, and what names a queue or an event names one of the file.
bool is_whole(const Story& story) {
  const std::size_t events = story.events.at_ps.size();
  bool as_long = true;
  for_each_field<StoryEvents>([&](const auto& field) { as_long = as_long && field.of(story.events).size() == events; });
  return as_long && std::ranges::all_of(story.events.queue, [&](auto queue) { return queue < story.queues.size(); }) &&
         std::ranges::all_of(story.sentences, [&](const Sentence& sentence) {
           return std::ranges::all_of(sentence.events, [&](auto event) { return event < events; });
         });
}

}  // namespace

Story story_from_json(const std::string& text, const std::string& where) {
  Story story;
  read_run_file(text, where, "the story of a run", kStorySchema, [&](const Json& json) { read(json, story); });
  if (!is_whole(story)) {
    throw BadRunFile(where + ": not the story of a run: an event or a sentence names what the file does not have");
  }
  return story;
}

std::string story_schema() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "story.json of a run of weir"}};
  root.update(schema_of(As<Story>{}, {}));
  root["description"] = "What happened in a run. docs/reference/story.md says how the sentences are made.";
  root["required"].insert(root["required"].begin(), "schema");
  root["properties"]["schema"] = {
      {"const", kStorySchema},
      {"description", "The version of this format. It changes when a field goes or changes its meaning."}};
  return root.dump(2) + "\n";
}

std::string story_time(const Story& story, const Sentence& sentence) {
  if (!sentence.at_ps) {
    return "";
  }
  constexpr std::int64_t kMicrosecond = 1'000'000;
  constexpr std::int64_t kMillisecond = 1'000'000'000;
  const bool long_run = story.end_ps >= kMillisecond;
  const auto unit = static_cast<double>(long_run ? kMillisecond : kMicrosecond);
  return fmt::format("{:.4f} {}", static_cast<double>(*sentence.at_ps) / unit, long_run ? "ms" : "us");
}

std::vector<std::string> story_lines(const Story& story, std::size_t most) {
  const std::size_t all = story.sentences.size();
  const std::size_t shown = all > most ? most - 1 : all;
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    width = std::max(width, story_time(story, story.sentences[i]).size());
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < shown; ++i) {
    const Sentence& sentence = story.sentences[i];
    lines.push_back(
        fmt::format("{:>{}}{}{}", story_time(story, sentence), width, width > 0 ? "  " : "", sentence.text));
  }
  if (shown < all) {
    lines.push_back(
        fmt::format("{:>{}}{}{} more sentences in story.json", "", width, width > 0 ? "  " : "", all - shown));
  }
  return lines;
}

}  // namespace weir::report
