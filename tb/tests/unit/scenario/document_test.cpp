// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/document.h"

#include <string>

#include <gmock/gmock.h>

#include "tb/scenario/scenario_error.h"

namespace weir::scenario {
namespace {

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

Document changed(std::string_view text, std::string_view assignment) {
  Document document = parse_document(text, "s.toml");
  set_value(document, assignment);
  return document;
}

TEST(Document, KeepsTheOrderAndThePlaces) {
  const Document document = parse_document("b = 1\na = \"x\"\n[t]\nc = [1, 2]\n", "s.toml");
  ASSERT_EQ(document.root.members.size(), 3U);
  EXPECT_EQ(document.root.members[0].key, "b");
  EXPECT_EQ(document.root.members[1].key, "a");
  EXPECT_EQ(to_text(document, document.root.members[1].value.place), "s.toml:2:5");
  const Value& list = *document.root.find("t")->find("c");
  EXPECT_EQ(to_text(document, list.elements[1].place), "s.toml:4:9");
}

TEST(Document, NamesThePlaceOfASyntaxError) {
  const std::string text = refusal([] { parse_document("a = 1\nb = \n", "s.toml"); });
  EXPECT_THAT(text, testing::StartsWith("s.toml:2:5: not TOML: "));
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(SetValue, ReplacesAndAdds) {
  EXPECT_EQ(changed("[t]\na = 1\n", "t.a=2").root.find("t")->find("a")->integer, 2);
  EXPECT_EQ(changed("", "t.u.a=true").root.find("t")->find("u")->find("a")->boolean, true);
}

TEST(SetValue, TakesBareTextAndToml) {
  EXPECT_EQ(changed("", "a=10Gbps").root.find("a")->text, "10Gbps");
  EXPECT_EQ(changed("", "a=\"10Gbps\"").root.find("a")->text, "10Gbps");
  EXPECT_EQ(changed("", "a=[1, 2]").root.find("a")->elements.size(), 2U);
  EXPECT_EQ(changed("", "a={min=1}").root.find("a")->find("min")->integer, 1);
  EXPECT_EQ(changed("", "a=x=y").root.find("a")->text, "x=y");
  EXPECT_EQ(changed("", "a=").root.find("a")->text, "");
}

TEST(SetValue, TakesNoSecondKeyFromItsValue) {
  const Document document = changed("", "a=1\nb=2");
  EXPECT_EQ(document.root.find("a")->text, "1\nb=2");
  EXPECT_EQ(document.root.find("b"), nullptr);
}

TEST(SetValue, FindsElementsByName) {
  const Document document = changed("[[flow]]\nname = \"f1\"\n[[flow]]\nname = \"f2\"\n", "flow.f2.start=1ms");
  EXPECT_EQ(document.root.find("flow")->elements[0].find("start"), nullptr);
  EXPECT_EQ(document.root.find("flow")->elements[1].find("start")->text, "1ms");
}

TEST(SetValue, FindsFlowsWithoutNameByTheirDefaultName) {
  const Document document = changed("[[flow]]\nname = \"f9\"\n[[flow]]\nclass = 1\n", "flow.f2.start=1ms");
  EXPECT_EQ(document.root.find("flow")->elements[1].find("start")->text, "1ms");
  EXPECT_EQ(refusal([] { changed("[[flow]]\nname = \"f9\"\n", "flow.f1.start=1ms"); }),
            "--set flow.f1.start=1ms: key 'flow.f1.start': there is no element named \"f1\"");
  EXPECT_EQ(refusal([] { changed("[[other]]\na = 1\n", "other.f1.a=1"); }),
            "--set other.f1.a=1: key 'other.f1.a': there is no element named \"f1\"");
}

TEST(SetValue, TakesAQuotedKeyOfTheFileWhole) {
  const Document document = changed("[expect]\n\"flow.*.fct\" = \"1ms\"\n", "expect.flow.*.fct=2ms");
  EXPECT_EQ(document.root.find("expect")->find("flow.*.fct")->text, "2ms");
  EXPECT_EQ(document.root.find("expect")->members.size(), 1U);
}

TEST(SetValue, NamesItselfAndTheKeyInErrors) {
  EXPECT_EQ(refusal([] { changed("", "novalue"); }),
            "--set: wanted KEY=VALUE such as flow_control.scheme=pfc; got \"novalue\"");
  EXPECT_EQ(refusal([] { changed("", "=1"); }), "--set: wanted KEY=VALUE such as flow_control.scheme=pfc; got \"=1\"");
  EXPECT_EQ(refusal([] { changed("", "a..b=1"); }), "--set a..b=1: key 'a..b': wanted names with one '.' between them");
  EXPECT_EQ(refusal([] { changed("", "a.=1"); }), "--set a.=1: key 'a.': wanted names with one '.' between them");
  EXPECT_EQ(refusal([] { changed("a = 1\n", "a.b=1"); }),
            "--set a.b=1: key 'a.b': what stands before '.b' is not a table");
  EXPECT_EQ(refusal([] { changed("[[flow]]\nname = \"f1\"\n", "flow.f9.start=1ms"); }),
            "--set flow.f9.start=1ms: key 'flow.f9.start': there is no element named \"f9\"");
}

}  // namespace
}  // namespace weir::scenario
