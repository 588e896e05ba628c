// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/document.h"

#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario::document_test {

template <class Action>
std::string refusal(Action action) {
  return error_of<ScenarioError>(action);
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
  EXPECT_EQ(changed("", "a=\"\"").root.find("a")->text, "");
}

TEST(SetValue, WithoutAValueTakesAway) {
  const std::string_view text =
      "odd = 1\n[switch.mmu]\nbuffer = \"1MB\"\ncell = \"64B\"\n[[flow]]\nsrc = \"h1\"\n[[flow]]\nname = \"x\"\nrate = "
      "\"1bps\"\n"
      "[expect]\ndrops = 0\n\"flow.x.fct\" = \"1s\"\nflow.f1.drops = 0\n";
  EXPECT_EQ(changed(text, "switch.mmu.buffer=").root.find("switch")->find("mmu")->members.size(), 1U);
  EXPECT_EQ(changed(text, "switch.mmu=").root.find("switch")->members.size(), 0U);
  EXPECT_EQ(changed(text, "odd=").root.find("odd"), nullptr);  // what the file must not have
  EXPECT_EQ(changed(text, "flow=").root.find("flow"), nullptr);
  EXPECT_EQ(changed(text, "flow.x.rate=").root.find("flow")->elements[1].members.size(), 1U);
  EXPECT_EQ(changed(text, "flow.f1.src=").root.find("flow")->elements[0].members.size(), 0U);
  EXPECT_EQ(changed(text, "expect.drops=").root.find("expect")->members.size(), 2U);
  EXPECT_EQ(changed(text, "expect.flow.x.fct=").root.find("expect")->find("flow.x.fct"), nullptr);
  EXPECT_EQ(changed(text, "expect.flow.f1.drops=").root.find("expect")->find("flow")->find("f1")->members.size(), 0U);
  EXPECT_EQ(changed(text, "expect=").root.find("expect"), nullptr);
  // What the file does not say has its default already.
  for (const char* key : {"switch.mmu.alpha", "flow_control.pfc.xoff", "flow_control", "event", "topology.failed"}) {
    EXPECT_EQ(changed(text, std::string(key) + "=").root.members.size(), 4U) << key;
  }
}

TEST(SetValue, SaysWhatCannotBeTakenAway) {
  const auto refused = [](std::string_view assignment) {
    return refusal([&] { changed("[[flow]]\nname = \"x\"\n[expect]\ndrops = 0\n", assignment); });
  };
  EXPECT_EQ(
      refused("switch.mmu.bufer="),
      "--set switch.mmu.bufer=: key 'switch.mmu.bufer': unknown key; the nearest known key is 'switch.mmu.buffer'");
  EXPECT_EQ(refused("flow.y.rate="),
            "--set flow.y.rate=: key 'flow.y.rate': there is no element named \"y\"; wanted \"x\"");
  EXPECT_EQ(refused("event.e1.register="),
            "--set event.e1.register=: key 'event.e1.register': there is no [[event]], so none is named \"e1\"");
  EXPECT_EQ(
      refused("flow.x="),
      "--set flow.x=: key 'flow.x': one element of a list cannot be taken away; wanted a key of it, or all elements, "
      "--set flow=");
  EXPECT_EQ(refused("expect.throughput="),
            "--set expect.throughput=: key 'expect.throughput': there is no such expectation");
  EXPECT_EQ(refused("flow.x.colour="),
            "--set flow.x.colour=: key 'flow.x.colour': unknown key; weir schema scenario prints all keys");
  EXPECT_EQ(refused("..b="), "--set ..b=: key '..b': wanted names with one '.' between them");
  EXPECT_EQ(refused("scenario.source=\xff"), "--set scenario.source=\xff: key 'scenario.source': wanted text in UTF-8");
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
            "--set flow.f1.start=1ms: key 'flow.f1.start': there is no element named \"f1\"; wanted \"f9\"");
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
            "--set flow.f9.start=1ms: key 'flow.f9.start': there is no element named \"f9\"; wanted \"f1\"");
}

// Flows of a pattern have names, but stand in no list.
TEST(SetValue, SaysThatFlowsOfAPatternStandInNoList) {
  const auto refused = [](std::string_view assignment) {
    return refusal([&] { changed("[traffic]\npattern = \"incast\"\n", assignment); });
  };
  const std::string why = "there is no [[flow]], so none is named \"h1_to_h3\"; wanted ";
  for (const std::string value : {"", "5us"}) {
    const std::string start = "flow.h1_to_h3.start=" + value;
    EXPECT_EQ(refused(start), "--set " + start + ": key 'flow.h1_to_h3.start': " + why +
                                  "traffic.start, for all flows of traffic.pattern");
  }
  EXPECT_EQ(refused("flow.h1_to_h3.dst=h2"), "--set flow.h1_to_h3.dst=h2: key 'flow.h1_to_h3.dst': " + why +
                                                 "a key of [traffic], for all flows of traffic.pattern");
  EXPECT_EQ(
      refusal([] { changed("", "switch.route.x.via=s1"); }),
      "--set switch.route.x.via=s1: key 'switch.route.x.via': there is no [[switch.route]], so none is named \"x\"");
  EXPECT_EQ(changed("", "flow=[]").root.find("flow")->kind, Value::Kind::kArray);
}

}  // namespace weir::scenario::document_test
