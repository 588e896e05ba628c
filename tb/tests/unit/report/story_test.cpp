// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/story.h"

#include <functional>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tb/report/run_directory.h"

namespace weir::report::story_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Story sample() {
  Story story{.scenario = "ring", .seed = 3, .resolved_sha256 = "ab", .end_ps = 5'000'000'000};
  story.sentences = {{.at_ps = 2'710'400'000, .queue = "s1.p0.c0", .rule = "xoff", .text = "first", .events = {1}},
                     {.at_ps = 12'710'400'000, .queue = "", .rule = "last_edge", .text = "second", .events = {}},
                     {.at_ps = {}, .queue = "", .rule = "behind", .text = "third", .events = {}}};
  story.left_out = 7;
  story.left_out_behind = 1;
  story.queues = {"s1.p0.c0", "h\xff.p0.c0"};
  story.events = {
      .at_ps = {1, 2'710'400'000}, .what = {"held", "pauses"}, .queue = {1, 0}, .depth_bytes = {0, 801'000}};
  return story;
}

TEST(StoryFile, ReadsBackAsItWasWritten) {
  Story written = sample();
  written.queues[1] = "h1.p0.c0";
  const Story read = story_from_json(story_to_json(written), "story.json");
  EXPECT_EQ(story_to_json(read), story_to_json(written));
  EXPECT_EQ(read.sentences[0].at_ps, 2'710'400'000);
  EXPECT_EQ(read.sentences[0].events, std::vector<std::uint64_t>{1});
  EXPECT_EQ(read.sentences[2].at_ps, std::nullopt);
  EXPECT_EQ(read.left_out, 7);
  EXPECT_EQ(read.events.what, (std::vector<std::string>{"held", "pauses"}));
}

TEST(StoryFile, HasAColumnALine) {
  const std::string text = story_to_json(sample());
  EXPECT_THAT(text, HasSubstr("\n    \"at_ps\": [1,2710400000]"));
  EXPECT_TRUE(nlohmann::json::accept(text)) << "a name that is not UTF-8 does not break the file";
}

TEST(StoryFile, OfAnotherFormatIsRefused) {
  std::string text = story_to_json(sample());
  text.replace(text.find("weir-story-1"), 12, "weir-story-9");
  try {
    static_cast<void>(story_from_json(text, "a/story.json"));
    FAIL() << "is taken";
  } catch (const BadRunFile& error) {
    EXPECT_STREQ(error.what(), "a/story.json: schema is 'weir-story-9'; wanted: 'weir-story-1'");
  }
  EXPECT_THROW(static_cast<void>(story_from_json("{", "x")), BadRunFile);
  EXPECT_THROW(static_cast<void>(story_from_json(R"({"schema": "weir-story-1"})", "x")), BadRunFile);
}

// An event of a queue, or a sentence of an event, that is not in the file; a column that is short.
TEST(StoryFile, ThatIsNotWholeIsRefused) {
  const auto is_taken = [](const std::function<void(Story&)>& damage) {
    Story story = sample();
    story.queues[1] = "h1.p0.c0";
    damage(story);
    try {
      static_cast<void>(story_from_json(story_to_json(story), "a/story.json"));
      return true;
    } catch (const BadRunFile& error) {
      EXPECT_STREQ(error.what(),
                   "a/story.json: not the story of a run: an event or a sentence names what the file does not have");
      return false;
    }
  };
  EXPECT_TRUE(is_taken([](Story&) {}));
  EXPECT_FALSE(is_taken([](Story& story) { story.events.queue[0] = 2; }));
  EXPECT_FALSE(is_taken([](Story& story) { story.queues.pop_back(); }));
  EXPECT_FALSE(is_taken([](Story& story) { story.sentences[0].events = {2}; }));
  EXPECT_FALSE(is_taken([](Story& story) { story.events.depth_bytes.pop_back(); }));
}

TEST(StoryLines, HaveTheirTimesInOneUnit) {
  Story story = sample();
  EXPECT_THAT(story_lines(story, 12), ElementsAre(" 2.7104 ms  first", "12.7104 ms  second", "            third"));
  story.end_ps = 999'999'999;
  story.sentences.resize(1);
  story.sentences[0].at_ps = 12'345'678;
  EXPECT_THAT(story_lines(story, 12), ElementsAre("12.3457 us  first"));
}

TEST(StoryLines, SayHowManyAreNotShown) {
  EXPECT_THAT(story_lines(sample(), 2), ElementsAre("2.7104 ms  first", "           2 more sentences in story.json"));
  EXPECT_EQ(story_lines(sample(), 3).size(), 3) << "as many as fit are shown";
}

TEST(StorySchema, HasEachRule) {
  const std::string schema = story_schema();
  for (const std::string_view rule : kStoryRules) {
    EXPECT_THAT(schema, HasSubstr("\"" + std::string(rule) + "\""));
  }
}

}  // namespace
}  // namespace weir::report::story_test
