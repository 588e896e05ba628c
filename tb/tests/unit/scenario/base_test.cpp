// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/base.h"

#include <sys/stat.h>

#include "tb/scenario/resolved.h"
#include "tb/scenario/toml_text.h"
#include "tb/tests/unit/scenario/every_key.h"
#include "tb/tests/unit/scenario/scenario_text.h"
#include "tb/tests/unit/temporary_directory.h"
#include "tb/text/sha256.h"

namespace weir::scenario::base_test {

constexpr std::string_view kRest = R"(
[scenario]
name = "same"
duration = "1ms"
)";

// Files in a folder of their own, of which s.toml is loaded. `FOLDER/` does not stand in messages.
class Bases : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder() / name).parent_path());
    temporary_.put(name, text);
  }

  const std::filesystem::path& folder() const { return temporary_.path(); }
  std::string path(const std::string& name) const { return (folder() / name).string(); }

  Scenario load(const std::string& text, const std::vector<std::string>& sets = {}) const {
    put("s.toml", text);
    return load_file(path("s.toml"), {sets, {}, {}});
  }

  std::string resolved(const std::string& text) const { return load(text).resolved.text; }

  std::string refusal(const std::string& text, const std::vector<std::string>& sets = {}) const {
    try {
      load(text, sets);
    } catch (const ScenarioError& error) {
      std::string what = error.what();
      const std::string prefix = folder().string() + "/";
      for (std::size_t at = what.find(prefix); at != std::string::npos; at = what.find(prefix)) {
        what.erase(at, prefix.size());
      }
      return what;
    }
    return "";
  }

  // The merged document, as TOML.
  std::string merged(const std::string& base, const std::string& text) const {
    put("b.toml", base);
    return toml_text(document_with_bases("base = \"b.toml\"\n" + text, path("s.toml"), folder().string()).root);
  }

 private:
  TemporaryDirectory temporary_;
};

TEST_F(Bases, TablesMergeByKey) {
  EXPECT_EQ(merged("[topology]\nkind = \"star\"\nhosts = 3\n[measure]\nlatency = true\n",
                   "[topology]\nhosts = 4\nrate = \"1Gbps\"\n[switch.s1.mmu]\nbuffer = \"1MB\"\n"),
            R"({ topology = { kind = "star", hosts = 4, rate = "1Gbps" }, measure = { latency = true }, )"
            R"(switch = { s1 = { mmu = { buffer = "1MB" } } } })");
}

TEST_F(Bases, ListsOfValuesAreReplaced) {
  EXPECT_EQ(merged("[switch]\nclasses = [0, 1]\n", "[switch]\nclasses = [2]\n"), "{ switch = { classes = [2] } }");
}

TEST_F(Bases, EntriesWithANameOfTheBaseChangeItAndOthersComeToIt) {
  const std::string base = "[[flow]]\nsrc = \"a\"\n[[flow]]\nname = \"x\"\nsrc = \"b\"\nrate = \"1Gbps\"\n";
  EXPECT_EQ(merged(base, "[[flow]]\nname = \"x\"\nsrc = \"c\"\nrate = \"default\"\n[[flow]]\nname = \"z\"\n"),
            R"({ flow = [{ src = "a" }, { name = "x", src = "c" }, { name = "z" }] })");
  // By its default name, as --set takes it.
  EXPECT_EQ(merged(base, "[[flow]]\nname = \"f1\"\nsrc = \"c\"\n"),
            R"({ flow = [{ src = "c", name = "f1" }, { name = "x", src = "b", rate = "1Gbps" }] })");
}

TEST_F(Bases, AnotherListOfTablesIsTakenWhole) {
  const std::string base = "[[flow]]\nname = \"x\"\nsrc = \"b\"\n[[event]]\nname = \"e\"\n";
  EXPECT_EQ(merged(base, "[[flow]]\nname = \"y\"\nsrc = \"default\"\n[[flow]]\nsrc = \"d\"\n"),
            R"({ flow = [{ name = "y", src = "default" }, { src = "d" }], event = [{ name = "e" }] })");
  EXPECT_EQ(merged(base, "flow = []\n"), R"({ flow = [], event = [{ name = "e" }] })");
  EXPECT_EQ(merged("[topology]\nlink = [{ between = [\"a\", \"b\"] }]\n", "[[topology.link]]\nrate = \"1Gbps\"\n"),
            R"({ topology = { link = [{ rate = "1Gbps" }] } })");
}

TEST_F(Bases, DefaultTakesBackAValueATableAndAList) {
  const std::string base =
      "[switch]\nmax_frame = \"2KB\"\n[switch.mmu]\nbuffer = \"1MB\"\n[[flow]]\nsrc = \"a\"\n[measure]\nlatency = "
      "true\n";
  EXPECT_EQ(merged(base, "flow = \"default\"\nmeasure = \"default\"\n[switch]\nmax_frame = \"default\"\n"),
            R"({ switch = { mmu = { buffer = "1MB" } } })");
  EXPECT_EQ(
      merged(base, "[switch]\nmmu = \"default\"\n[scenario]\nname = \"default\"\n"),
      R"({ switch = { max_frame = "2KB" }, flow = [{ src = "a" }], measure = { latency = true }, scenario = { } })");
}

TEST_F(Bases, DefaultIsAValueWhereThereIsNoBase) {
  put("b.toml", std::string(kMinimalScenario));
  EXPECT_EQ(refusal(std::string(kMinimalScenario) + "[switch]\nmax_frame = \"default\"\n"),
            "s.toml:12:13: key 'switch.max_frame': wanted a length in bytes such as \"750KB\" (units B, KB, MB, GB, "
            "KiB, MiB, GiB); got \"default\", which does not begin with a number");
  EXPECT_EQ(refusal("base = \"b.toml\"\n[switch.mmu]\nbufer = \"default\"\n"),
            "s.toml:3:1: key 'switch.mmu.bufer': unknown key; the nearest known key is 'switch.mmu.buffer'");
  EXPECT_EQ(refusal("base = \"b.toml\"\n[[flow]]\nname = \"f1\"\nrat = \"default\"\n"),
            "s.toml:4:1: key 'flow.f1.rat': unknown key; the nearest known key is 'flow.rate'");
  EXPECT_EQ(refusal("base = \"b.toml\"\n[[flow]]\nname = \"f1\"\nrate = \"1Gbps\"\n[[flow]]\nname = \"f1\"\n"),
            "s.toml:6:8: key 'flow.f1.name': stands twice in this file");
}

TEST_F(Bases, ExpectationsAreInheritedOnlyWhereTheFileSaysSo) {
  const std::string base =
      "[expect]\ndrops = 0\ndeadlock = false\nflow.f1.drops = 0\n\"flow.f1.fct\" = { min = \"1ms\" }\n";
  EXPECT_EQ(merged(base, ""), "{ }");
  EXPECT_EQ(merged(base, "[expect]\nbase = false\ndrops = 1\n"), "{ expect = { drops = 1 } }");
  EXPECT_EQ(merged(base, "[expect]\nbase = true\n"),
            R"({ expect = { drops = 0, deadlock = false, "flow.f1.drops" = 0, "flow.f1.fct" = { min = "1ms" } } })");
  // A range is one value, and a key may be written in two ways.
  EXPECT_EQ(
      merged(base,
             "[expect]\nbase = true\ndrops = \"default\"\n\"flow.f1.drops\" = 3\nflow.f1.fct = { max = \"2ms\" }\n"),
      R"({ expect = { deadlock = false, "flow.f1.drops" = 3, "flow.f1.fct" = { max = "2ms" } } })");
}

TEST_F(Bases, WhatIsWrongWithExpectBase) {
  const std::string minimal(kMinimalScenario);
  put("b.toml", minimal);
  put("e.toml", minimal + "[expect]\ndrops = 0\n");
  EXPECT_EQ(refusal(minimal + "[expect]\nbase = true\n"),
            "s.toml:12:1: key 'expect.base': only in a file with a 'base', which is missing");
  EXPECT_EQ(refusal("base = \"b.toml\"\n[expect]\nbase = true\n"),
            "s.toml:3:1: key 'expect.base': the base expects nothing");
  EXPECT_EQ(refusal("base = \"e.toml\"\n[expect]\nbase = 1\n"),
            "s.toml:3:8: key 'expect.base': wanted true or false; got 1");
  EXPECT_EQ(refusal("base = \"e.toml\"\n[expect]\nbase = true\ndeadlock = \"default\"\n"),
            "s.toml:4:1: key 'expect.deadlock': there is no such expectation");
}

TEST_F(Bases, IsTheScenarioThatIsWrittenWhole) {
  put("base/one.toml",
      "[scenario]\nduration = \"2ms\"\nseed = 7\n[topology]\nkind = \"star\"\nhosts = 3\nrate = \"1Gbps\"\n"
      "[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\n[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\n[expect]\ndrops = 0\n");
  put("base/two.toml",
      "base = \"one.toml\"\n[topology]\nrate = \"default\"\nhosts = 4\n[flow_control]\nscheme = \"pfc\"\n"
      "[expect]\nbase = true\ndeadlock = false\n");
  const Scenario parts = load("base = \"base/two.toml\"\n" + std::string(kRest) +
                              "[[flow]]\nname = \"f2\"\nsrc = \"h4\"\n[expect]\nbase = true\n");
  const std::string whole = std::string(kRest) +
                            "seed = 7\n[topology]\nkind = \"star\"\nhosts = 4\n[[flow]]\nsrc = \"h1\"\n"
                            "dst = \"h3\"\n[[flow]]\nsrc = \"h4\"\ndst = \"h3\"\n[flow_control]\nscheme = \"pfc\"\n"
                            "[expect]\ndrops = 0\ndeadlock = false\n";
  EXPECT_EQ(parts.resolved.text, resolved(whole));
  EXPECT_EQ(parts.resolved.sha256, load(whole).resolved.sha256);
  // The files that it is made of.
  ASSERT_EQ(parts.resolved.files.size(), 2U);
  const ResolvedFile& two = parts.resolved.files.front();
  EXPECT_EQ(two.path, path("base/two.toml"));
  EXPECT_EQ(two.sha256, text::sha256_of_file(two.path));
  EXPECT_EQ(two.name, "inputs/" + two.sha256.substr(0, 16) + "/two.toml");
  EXPECT_TRUE(two.is_base);
  EXPECT_EQ(parts.resolved.files.back().path, path("base/one.toml"));
  // And the command line acts on the whole.
  EXPECT_EQ(load("base = \"base/two.toml\"\n", {"topology.hosts=9", "flow.f2.src=h9"}).topology.devices.size(), 10U);
}

// Deals the values of `whole` to a base and to what differs from it, at random. Lists go to one of them.
void deal(const Value& whole, std::mt19937& random, Value& base, Value& differs) {
  enum Share { kBase, kDiffers, kChanged, kTakenBack, kShares };
  for (const Member& member : whole.members) {
    if (member.value.kind == Value::Kind::kTable) {
      base.members.push_back({member.key, {}, {}});
      differs.members.push_back({member.key, {}, {}});
      deal(member.value, random, base.members.back().value, differs.members.back().value);
      continue;
    }
    const auto share = static_cast<Share>(random() % kShares);
    if (share == kBase || share == kTakenBack) {
      base.members.push_back(member);
    } else {
      differs.members.push_back(member);
    }
    if (share == kChanged) {
      base.members.push_back({member.key, {}, text_value("another value")});
    }
    if (share == kTakenBack) {
      base.members.push_back({"more_" + member.key, {}, text_value("of the base")});
      differs.members.push_back({"more_" + member.key, {}, text_value("default")});
    }
  }
}

std::string file_of(const Value& root) {
  std::string text;
  for (const Member& member : root.members) {
    text += key_text(member.key) + " = " + toml_text(member.value) + "\n";
  }
  return text;
}

TEST_F(Bases, AnyScenarioMayBeDealtToTwoFiles) {
  std::mt19937 random(1);
  std::size_t dealt = 0;
  for (const Base& whole : all_bases()) {
    if (whole.text.find("\nfile = ") != std::string::npos || whole.text.find("\nsizes = ") != std::string::npos) {
      continue;  // of other files beside it
    }
    Document document = parse_document(whole.text, "s.toml");
    Value base;
    Value differs;
    std::erase_if(document.root.members, [](const Member& member) { return member.key == "expect"; });
    deal(document.root, random, base, differs);
    put("b.toml", file_of(base));
    const std::string text = "base = \"b.toml\"\n" + file_of(differs);
    EXPECT_EQ(resolved(text), resolved(file_of(document.root))) << file_of(base) << "\n" << text;
    ++dealt;
  }
  EXPECT_GT(dealt, 40U);
}

TEST_F(Bases, TheNameIsThatOfTheFileUnlessAFileSaysOne) {
  put("b.toml", std::string(kMinimalScenario));
  EXPECT_EQ(load("base = \"b.toml\"\n").name, "s");
}

TEST_F(Bases, PathsGoFromTheFileInWhichTheyStand) {
  const std::string topology = "[topology]\nkind = \"file\"\nfile = \"cables.csv\"\n";
  const std::string flow = "[scenario]\nduration = \"1ms\"\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n";
  put("there/cables.csv", "a,b\nh1,s1\nh2,s1\n");
  put("there/b.toml", topology + flow);
  EXPECT_EQ(load("base = \"there/b.toml\"\n").topology.devices.size(), 3U);
  EXPECT_EQ(refusal("base = \"there/b.toml\"\n" + topology),
            "s.toml:4:8: key 'topology.file': cables.csv: cannot be read: No such file or directory");
  put("cables.csv", "a,b\nh1,s1\nh2,s1\nh3,s1\n");
  EXPECT_EQ(load("base = \"there/b.toml\"\n" + topology).topology.devices.size(), 4U);
  EXPECT_EQ(load("base = \"there/b.toml\"\n", {"topology.file=cables.csv"}).topology.devices.size(), 4U);
}

TEST_F(Bases, ErrorsNameTheFileInWhichTheValueStands) {
  put("b.toml", "[topology]\nkind = \"star\"\nhosts = 1\n[scenario]\nduration = \"1ms\"\n[expect]\ndops = 0\n");
  EXPECT_EQ(refusal("base = \"b.toml\"\n"),
            "b.toml:3:9: key 'topology.hosts': wanted an integer from 2 to 1024; got 1");
  EXPECT_EQ(refusal("base = \"b.toml\"\n\n[topology]\nhosts = 0\n"),
            "s.toml:4:9: key 'topology.hosts': wanted an integer from 2 to 1024; got 0");
  EXPECT_EQ(
      refusal("base = \"b.toml\"\n[topology]\nhosts = 3\n[traffic]\npattern = \"shift\"\n[expect]\nbase = true\n"),
      "b.toml:7:1: key 'expect.dops': unknown quantity; the nearest known one is 'drops'");
  put("broken.toml", "[topology\n");
  EXPECT_THAT(refusal("base = \"broken.toml\"\n"), testing::StartsWith("broken.toml:1:10: not TOML: "));
  put("b.toml", "[topology]\nkind = \"star\"\nhosts = 3\n");
  EXPECT_EQ(
      refusal("base = \"b.toml\"\n[scenario]\nseed = 3\n"),
      "s.toml:2:1: key 'scenario.duration': required, but missing; wanted a time such as \"1.5us\" (units ps, ns, "
      "us, ms, s)");
}

TEST_F(Bases, WhatABaseMayNotBe) {
  EXPECT_EQ(refusal("# A comment.\nbase = \"none.toml\"\n"),
            "s.toml:2:1: key 'base': none.toml: cannot be read: No such file or directory");
  put("folder/b.toml", "base = \"../none.toml\"\n");
  EXPECT_EQ(refusal("base = \"folder/b.toml\"\n"),
            "folder/b.toml:1:1: key 'base': folder/../none.toml: cannot be read: No such file or directory");
  EXPECT_EQ(refusal("base = \"folder\"\n"), "s.toml:1:1: key 'base': folder: is a directory; wanted a scenario file");
  ASSERT_EQ(mkfifo(path("fifo").c_str(), S_IRUSR | S_IWUSR), 0);
  EXPECT_EQ(refusal("base = \"fifo\"\n"),
            "s.toml:1:1: key 'base': fifo: is a FIFO, a socket or a device; wanted a scenario file");
  EXPECT_EQ(refusal("base = [\"b.toml\"]\n"),
            "s.toml:1:1: key 'base': wanted the path of a scenario file in quotes; got a list");
  std::filesystem::create_symlink("loop", folder() / "loop");
  EXPECT_EQ(refusal("base = \"loop\"\n"),
            "s.toml:1:1: key 'base': loop: cannot be read: Too many levels of symbolic links");
}

TEST_F(Bases, ACircleIsRefused) {
  EXPECT_EQ(refusal("base = \"s.toml\"\n"),
            "s.toml:1:1: key 'base': \"s.toml\" is this file, or one that has it for a base");
  std::filesystem::create_symlink("s.toml", folder() / "other.toml");
  put("b.toml", "[scenario]\nseed = 3\n");
  put("a.toml", "\nbase = \"other.toml\"\n");
  EXPECT_EQ(refusal("base = \"a.toml\"\n"),
            "a.toml:2:1: key 'base': \"other.toml\" is this file, or one that has it for a base");
}

TEST_F(Bases, AtMostFourStandAboveEachOther) {
  put("b1.toml", std::string(kMinimalScenario));
  for (int i = 2; i <= 5; ++i) {
    put("b" + std::to_string(i) + ".toml", "base = \"b" + std::to_string(i - 1) + ".toml\"\n");
  }
  EXPECT_EQ(refusal("base = \"b4.toml\"\n"), "");
  EXPECT_EQ(refusal("base = \"b5.toml\"\n"), "b2.toml:1:1: key 'base': wanted at most 4 bases above each other");
}

TEST_F(Bases, ATextThatIsInNoFolderHasNoRelativeBase) {
  put("b.toml", std::string(kMinimalScenario));
  EXPECT_NO_THROW(load_text("base = \"b.toml\"\n", "s.toml", {}, folder().string()));
  EXPECT_NO_THROW(load_text("base = \"" + path("b.toml") + "\"\n", "s.toml"));
  EXPECT_THAT(error_of<ScenarioError>([&] { load_text("base = \"b.toml\"\n", path("s.toml")); }),
              HasSubstr("s.toml:1:1: key 'base': \"b.toml\" is a relative path, and this text is in no "
                        "folder; wanted an absolute one"));
}

TEST_F(Bases, AreNotOfTheCommandLine) {
  put("b.toml", std::string(kMinimalScenario));
  EXPECT_EQ(refusal("base = \"b.toml\"\n", {"base=c.toml"}),
            "--set base=c.toml: key 'base': files are merged before --set acts; wanted it in the file itself");
  EXPECT_THAT(refusal("base = \"b.toml\"\n", {"expect.base=true"}), HasSubstr("files are merged before --set acts"));
  EXPECT_EQ(refusal("bse = \"b.toml\"\n"), "s.toml:1:1: key 'bse': unknown key; the nearest known key is 'base'");
}

}  // namespace weir::scenario::base_test
