// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir explain: what happened in a run, and the events that prove it.

#include <memory>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_files.h"

namespace weir {

namespace {

struct ExplainOptions {
  std::string directory;
  bool events = false;
};

void print_events(const report::Story& story, const report::Sentence& sentence, std::size_t indent) {
  for (const std::uint64_t index : sentence.events) {
    const report::StoryEvents& events = story.events;
    fmt::print("{:{}}event {}: {} ps {} {}, VIQ {} B\n", "", indent, index, events.at_ps.at(index),
               story.queues.at(events.queue.at(index)), events.what.at(index), events.depth_bytes.at(index));
  }
}

int explain(const ExplainOptions& options) {
  const std::optional<report::Story> story = report::read_story(options.directory);
  if (!story) {
    throw report::BadRunFile(options.directory + ": has no story.json; wanted: a run with measure.story = true");
  }
  const std::vector<std::string> lines = report::story_lines(*story, story->sentences.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    fmt::print("{}\n", lines[i]);
    if (options.events) {
      constexpr std::size_t kIndent = 4;
      print_events(*story, story->sentences[i], kIndent);
    }
  }
  return kHeld;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "Tell what happened in a run: deadlock, starved flows, waits");
  command->footer("Example: weir explain out/ring_pfc-1");
  command->add_option("DIR", options->directory, "Directory that weir run has written")->required();
  command->add_flag("--events", options->events, "Show the events that prove each sentence");
  command->callback([options, &action] { action.run = [options] { return explain(*options); }; });
}

}  // namespace weir
