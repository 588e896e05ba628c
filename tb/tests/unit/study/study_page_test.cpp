// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/scenario_error.h"
#include "tb/study/claims.h"
#include "tb/study/page.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::study::study_page_test {

const std::string kPlan =
    "[sweep]\nscenario = \"ring.toml\"\n"
    "[[axis]]\nkey = \"scheme\"\nvalues = [\"pfc\", \"cbfc\"]\n[[axis]]\nkey = \"speed\"\nvalues = [1, 2]\n"
    "[[axis]]\nseeds = 2\n[[where.forbid]]\nscheme = \"cbfc\"\nspeed = 2\n"
    "[windows]\nfirst = [\"0ms\", \"1ms\"]\nsecond = [\"1ms\", \"2ms\"]\n"
    "steps = [\"1ms\", \"10ms\", \"1ms\"]\n"
    "[figures]\nlate = \"drops_of[window]\"\n";
const std::string kTable =
    "[page]\nlabels = { pfc = \"`pfc`\", 2 = \"twice\" }\n"
    "[page.texts]\nlost = [{ when = \"drops > 4\", text = \"<br>{drops:.0} lost\" }, { text = \"\" }]\n"
    "[[page.table]]\nrows = \"scheme\"\ncolumns = \"speed\"\ncorner = \"scheme\"\n"
    "cells = \"{deadlock_time:ms.1}{lost}\"\n";

// A study of runs with made up results: of pfc a deadlock after 1 ms, one more for each speed and seed.
class MadeUp {
 public:
  explicit MadeUp(const std::string& page)
      : study_(parse_study(kPlan + page, "s.toml", {})), jobs_(sweep::planned_jobs(study_.plan)) {
    for (const sweep::Job& job : jobs_) {
      const auto& values = job.combination.values;
      const auto number = static_cast<double>(values[1] + values[2]);
      Rows rows{{"drops", 4 + static_cast<double>(values[1])},
                {"drops_of[mean 0ps to 1ms]", 10},
                {"drops_of[mean 1ms to 2ms]", 20}};
      if (values[0] == 0) {
        rows["deadlock_time"] = 1e-3 * (1 + number);
      }
      rows_.emplace_back(std::move(rows));
    }
  }

  Runs runs() const { return {study_, jobs_, rows_}; }
  Grid grid() const { return grid_of(runs(), study_.page.tables.front()); }
  std::string markdown() const { return markdown_of(grid()); }
  std::vector<std::optional<Rows>>& rows() { return rows_; }
  const std::vector<sweep::Job>& jobs() const { return jobs_; }
  const Study& study() const { return study_; }

 private:
  Study study_;
  std::vector<sweep::Job> jobs_;
  std::vector<std::optional<Rows>> rows_;
};

std::vector<std::string> broken(const std::string& claim, bool drawn = true) {
  MadeUp made("[page]\n[[page.claim]]\nsays = \"so\"\n" + claim);
  if (!drawn) {
    made.rows().assign(made.rows().size(), std::nullopt);
  }
  return judge(made.runs()).front().broken;
}

const std::string kFigures =
    "| scheme | 1 | twice |\n|---|---|---|\n| `pfc` | 1.5 | 2.5<br>5 lost |\n| cbfc | never |  |\n";

TEST(Table, CellsAreMeansOfSeedsAndEmptyWhereNoRunIs) { EXPECT_EQ(MadeUp(kTable).markdown(), kFigures); }

TEST(Table, RowsOfSeveralDimensions) {
  const MadeUp made(
      "[page]\n[[page.table]]\nwhere = { speed = 1 }\nrows = [\"scheme\", \"figure\"]\n"
      "columns = \"window\"\ncorner = [\"\", \"what\"]\ncells = { drops = \"{drops}\", late = \"{late}\" }\n");
  EXPECT_EQ(made.markdown(),
            "|  | what | first | second |\n|---|---|---|---|\n| pfc | drops | 4 | 4 |\n|  | late | 10 | 20 |\n"
            "| cbfc | drops | 4 | 4 |\n|  | late | 10 | 20 |\n");
}

TEST(Table, OneCornerJoinsTheNamesOfRows) {
  const MadeUp made(
      "[page]\nlabels = { 1 = \"\" }\n[[page.table]]\nrows = [\"scheme\", \"speed\"]\ncolumns = \"figure\"\n"
      "corner = \"of\"\ncells = { drops = \"{drops}\" }\n");
  EXPECT_EQ(made.markdown(), "| of | drops |\n|---|---|\n| pfc | 4 |\n| pfc, 2 | 5 |\n| cbfc | 4 |\n");
}

TEST(Table, ACellMayAskForAnother) {
  MadeUp made(
      "[page]\n[[page.table]]\nwhere = { window = \"second\" }\nrows = \"scheme\"\ncolumns = \"speed\"\n"
      "cells = \"{drops - at(drops, speed='1')} / {at(deadlock_time, speed='2'):ms.1} / {late / at(late, "
      "window='first')}"
      "\"\n");
  EXPECT_EQ(made.markdown(),
            "|  | 1 | 2 |\n|---|---|---|\n| pfc | 0 / 2.5 / 2 | 1 / 2.5 / 2 |\n| cbfc | 0 / never / 2 |  |\n");
  for (std::size_t i = 0; i < made.jobs().size(); ++i) {
    if (made.jobs()[i].combination.values[1] == 1) {
      made.rows()[i].reset();
    }
  }
  EXPECT_EQ(made.grid().rows[0].cells[0], std::nullopt);
  EXPECT_EQ(made.grid().rows[1].cells[0], "0 / never / 2");
}

TEST(Table, AnotherCellOfAnotherCell) {
  const MadeUp made(
      "[page]\n[[page.table]]\nwhere = { speed = 1 }\nrows = \"scheme\"\ncolumns = \"figure\"\n"
      "cells = { d = \"{at(at(drops, speed='2') - drops, scheme='pfc')} {at(at(drops, speed='2'), speed='1')}\" }\n");
  EXPECT_EQ(made.grid().rows[1].cells[0], "1 never");
  EXPECT_EQ(made.grid().rows[0].cells[0], "1 5");
}

TEST(Table, WindowsInTheOrderOfWhere) {
  const MadeUp made(
      "[page]\n[[page.table]]\nwhere = { speed = 1, window = [\"second\", \"first\"] }\nrows = \"scheme\"\n"
      "columns = \"window\"\ncells = \"{late}\"\n");
  EXPECT_THAT(made.grid().header, ElementsAre("", "second", "first"));
  EXPECT_EQ(made.grid().rows[0].cells[0], "20");
}

TEST(Table, NamesOfRowsMayBeRepeated) {
  const MadeUp made(
      "[page]\n[[page.table]]\nwhere = { speed = 1 }\nrows = [\"scheme\", \"figure\"]\nrepeat = true\n"
      "columns = \"window\"\ncells = { drops = \"{drops}\", late = \"{late}\" }\n");
  EXPECT_THAT(made.grid().rows[1].labels, ElementsAre("pfc", "late"));
}

TEST(Table, WordsOfListsStandInCellsAndInTexts) {
  const MadeUp made(
      "[page]\nlists = { what = { drops = \"lost\", of = \"late\" }, more = { \"\" = \"as it is\", \" * 2\" = "
      "\"twice\" } }\n"
      "[page.texts]\nshown = [{ when = \"late$more > 30\", text = \"$what: {late$more}\" }, { text = \"little\" }]\n"
      "[[page.table]]\nwhere = { speed = 1, scheme = \"cbfc\", window = \"second\" }\nrows = \"what\"\ncolumns = "
      "\"more\"\n"
      "cells = \"{shown}\"\n");
  EXPECT_EQ(made.markdown(),
            "|  | as it is | twice |\n|---|---|---|\n| lost | little | drops: 40 |\n| late | little | of: 40 |\n");
}

TEST(Table, ACellMayBeOfOtherRuns) {
  const MadeUp made(
      "[page]\n[[page.table]]\nwhere = { window = \"first\" }\nrows = \"scheme\"\ncolumns = "
      "\"figure\"\n[page.table.cells]\n"
      "slow = { where = { speed = 1 }, text = \"{drops}\" }\nfast = { where = { speed = 2 }, text = \"{drops}\" }\n"
      "last = { where = { speed = 1, window = \"second\" }, text = \"{late}\" }\n");
  EXPECT_EQ(made.markdown(),
            "|  | slow | fast | last |\n|---|---|---|---|\n| pfc | 4 | 5 | 20 |\n| cbfc | 4 |  | 20 |\n");
}

TEST(Table, EachNameThatIsNotZero) {
  MadeUp made(
      "[page]\nlabels = { b = \"\", c = \"C\" }\n[[page.table]]\nwhere = { speed = 1 }\nrows = \"scheme\"\ncolumns = "
      "\"figure\"\n"
      "cells = { marked = \"{flow.*.marks:,.0 each}\" }\n");
  for (std::optional<Rows>& rows : made.rows()) {
    rows->insert({{"flow.a.marks", 2000}, {"flow.b.marks", 1}, {"flow.c.marks", 3}, {"flow.d.marks", 0}});
  }
  EXPECT_EQ(made.grid().rows[0].cells[0], "a 2,000<br>C 3");
  for (std::optional<Rows>& rows : made.rows()) {
    std::erase_if(*rows, [](const auto& row) { return row.first.starts_with("flow."); });
  }
  EXPECT_EQ(made.grid().rows[0].cells[0], "none");
}

TEST(Table, ChangesOfANumberOverTime) {
  const std::string table =
      "[page]\nlabels = { 2 = \"U\" }\n[[page.table]]\nwhere = { scheme = \"pfc\", speed = 2 }\nrows = \"scheme\"\n"
      "columns = \"speed\"\n";
  MadeUp made(table + "cells = \"{state[steps]:ms.0 changes}\"\n");
  const auto cell = [&](const std::vector<double>& states) {
    for (std::optional<Rows>& rows : made.rows()) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        (*rows)["state[mean " + std::to_string(i + 1) + "ms to " + std::to_string(i + 2) + "ms]"] = states[i];
      }
    }
    return *made.grid().rows[0].cells[0];
  };
  const auto twice = [](const std::string& text) { return text + "<br>" + text; };  // of two seeds
  EXPECT_EQ(cell({0, 0, 2, 2, 2, 1, 1, 1, 1}), twice("0, U 3, 1 6"));
  EXPECT_EQ(cell({0, 1, 1, 0, 2, 2, 2, 0, 0}), twice("0, U 5, 0 8"));
  EXPECT_EQ(cell({0, 1, 1, 1, 0, 0, 2, 1, 0}), twice("0, 1 2, 0 5, U 7, 1 8, 0 9"));
  EXPECT_THAT(error_of<scenario::ScenarioError>(
                  [&] { static_cast<void>(MadeUp(table + "cells = \"{drops:ms.0 changes}\"\n")); }),
              HasSubstr("wanted one number of one window with steps for changes; got \"drops\""));
}

TEST(Table, RefusesCellsOfDifferentRuns) {
  const MadeUp made("[page]\n[[page.table]]\nrows = \"scheme\"\ncolumns = \"figure\"\ncells = { d = \"{drops}\" }\n");
  EXPECT_THAT(error_of<scenario::ScenarioError>([&] { static_cast<void>(made.grid()); }),
              HasSubstr("wanted speed in rows or columns, or one value of it in where; a cell has "
                        "\"1\" and \"2\""));
}

TEST(Claims, HoldOrNameCellAndValue) {
  const std::string late = "where = { scheme = \"pfc\" }\nholds = { deadlock_time = ";
  EXPECT_THAT(broken(late + "{ min = \"1.5ms\", max = \"2.5ms\" } }\n"), IsEmpty());
  EXPECT_THAT(broken(late + "{ max = \"2ms\" } }\n"),
              ElementsAre("scheme=pfc, speed=2: deadlock_time is 2.5ms; wanted at most 2ms"));
  EXPECT_THAT(broken(late + "{ min = \"2ms\" } }\n"),
              ElementsAre("scheme=pfc, speed=1: deadlock_time is 1.5ms; wanted at least 2ms"));
  EXPECT_THAT(broken(late + "{ above = \"1.5ms\" } }\n"),
              ElementsAre("scheme=pfc, speed=1: deadlock_time is 1.5ms; wanted more than 1.5ms"));
  EXPECT_THAT(broken(late + "{ below = \"2.5ms\" } }\n"),
              ElementsAre("scheme=pfc, speed=2: deadlock_time is 2.5ms; wanted less than 2.5ms"));
  EXPECT_THAT(broken("holds = { drops = 4 }\n"), ElementsAre("scheme=pfc, speed=2: drops is 5; wanted 4"));
}

TEST(Claims, ANumberThatNoRunHasBreaksThem) {
  EXPECT_THAT(broken("where = { scheme = \"cbfc\" }\nholds = { deadlock_time = { max = \"9s\" } }\n"),
              ElementsAre("scheme=cbfc, speed=1: deadlock_time is nothing; wanted at most 9s"));
}

TEST(Claims, ANumberThatOneOfTheRunsLacksBreaksThem) {
  MadeUp made(
      "[page]\n[[page.claim]]\nsays = \"so\"\nwhere = { scheme = \"pfc\", speed = 1 }\n"
      "holds = { deadlock_time = { max = \"9s\" } }\n");
  EXPECT_THAT(judge(made.runs()).front().broken, IsEmpty());
  made.rows().front()->erase("deadlock_time");
  EXPECT_THAT(judge(made.runs()).front().broken, SizeIs(1));
}

TEST(Claims, OfEachWindow) {
  EXPECT_THAT(broken("where = { speed = 2 }\nholds = { late = 10 }\n"),
              ElementsAre("scheme=pfc, speed=2, second: late is 20; wanted 10"));
  EXPECT_THAT(broken("where = { speed = 2, window = \"first\" }\nholds = { late = 10 }\n"), IsEmpty());
}

TEST(Claims, OfTwoCells) {
  const std::string faster = "where = { speed = 2 }\nholds = { \"drops / at(drops, speed='1')\" = ";
  EXPECT_THAT(broken(faster + "1.25 }\n"), IsEmpty());
  EXPECT_THAT(broken(faster + "{ min = 2 } }\n"),
              ElementsAre("scheme=pfc, speed=2: drops / at(drops, speed='1') is 1.25; wanted at least 2"));
  EXPECT_THAT(broken("where = { scheme = \"cbfc\" }\nholds = { \"at(drops, speed='2')\" = 5 }\n"),
              ElementsAre(HasSubstr("is nothing; wanted 5")));
}

TEST(Claims, PassOverCellsThatAreNotDrawn) { EXPECT_THAT(broken("holds = { drops = 99 }\n", false), IsEmpty()); }

TEST(Claims, OfNoRunAreRefused) {
  EXPECT_THROW(broken("where = { scheme = \"cbfc\", speed = 2 }\nholds = { drops = 4 }\n"), scenario::ScenarioError);
}

TEST(Tenth, DrawsTheSameCellsWithAllTheirSeeds) {
  const MadeUp made(kTable);
  const std::vector<bool> drawn = draw_tenth(made.study(), made.jobs());
  EXPECT_EQ(std::count(drawn.begin(), drawn.end(), true), 2);
  EXPECT_EQ(drawn, draw_tenth(made.study(), made.jobs()));
  const auto first = std::find(drawn.begin(), drawn.end(), true);
  EXPECT_TRUE(*(first + 1));
}

TEST(Tenth, HasTheCellsThatAnotherAsksFor) {
  const MadeUp made(
      "[page]\n[[page.claim]]\nsays = \"so\"\nwhere = { speed = 1 }\nholds = { \"at(drops, scheme='pfc')\" = 4 }\n");
  const std::vector<bool> drawn = draw_tenth(made.study(), made.jobs());
  const auto speed = [&](std::ptrdiff_t job) {
    return made.jobs()[static_cast<std::size_t>(job)].combination.values[1];
  };
  const std::ptrdiff_t first = std::find(drawn.begin(), drawn.end(), true) - drawn.begin();
  for (std::ptrdiff_t job = 0; job < std::ssize(drawn); ++job) {
    EXPECT_EQ(drawn[static_cast<std::size_t>(job)], speed(job) == speed(first));
  }
}

TEST(Tenth, IsOfTheRunsThatThePlanNames) {
  const auto drawn = [](const std::string& of) {
    const MadeUp made("[page]\ntenth_of = " + of + "\n" + kTable.substr(7));
    std::vector<std::vector<std::size_t>> places;
    const std::vector<bool> all = draw_tenth(made.study(), made.jobs());
    for (std::size_t job = 0; job < all.size(); ++job) {
      if (all[job]) {
        places.push_back(made.jobs()[job].combination.values);
      }
    }
    return places;
  };
  using Places = std::vector<std::vector<std::size_t>>;
  EXPECT_EQ(drawn("{ scheme = \"cbfc\" }"), (Places{{1, 0, 0}, {1, 0, 1}}));
  EXPECT_EQ(drawn("{ scheme = \"pfc\", speed = 1 }"), (Places{{0, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(drawn("{ scheme = \"pfc\", speed = 2 }"), (Places{{0, 1, 0}, {0, 1, 1}}));
  EXPECT_THAT(error_of<scenario::ScenarioError>([&] { drawn("{ scheme = \"cbfc\", speed = 2 }"); }),
              HasSubstr("key 'page.tenth_of': wanted what a run fits"));
}

const std::string kPage = "words\n<!-- figures: begin -->\n" + kFigures + "<!-- figures: end -->\nwords\n";

std::vector<std::string> differences_of(const MadeUp& made, const std::string& page) {
  return differences(page, "p.md", {{"figures", made.grid()}});
}

TEST(Page, HoldsTheTablesThatWerePutThere) {
  const MadeUp made(kTable);
  const std::string stale = "words\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nwords\n";
  EXPECT_EQ(with_tables(stale, "p.md", {{"figures", made.grid()}}), kPage);
  EXPECT_THAT(differences_of(made, kPage), IsEmpty());
  EXPECT_THROW(with_tables("words\n", "p.md", {{"figures", made.grid()}}), PageError);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(Page, AStaleCellIsNamed) {
  const MadeUp made(kTable);
  EXPECT_THAT(differences_of(made, replaced(kPage, "2.5<br>", "2.6<br>")),
              ElementsAre(HasSubstr("row \"`pfc`\", column \"twice\": it has \"2.6<br>5 lost\", these runs give "
                                    "\"2.5<br>5 lost\"; --write puts it there")));
  EXPECT_THAT(differences_of(made, replaced(kPage, "| twice |", "| thrice |")),
              ElementsAre(HasSubstr("other columns")));
  EXPECT_THAT(differences_of(made, replaced(kPage, "| cbfc | never |  |\n", "")), ElementsAre(HasSubstr("1 rows")));
  EXPECT_THAT(differences_of(made, replaced(kPage, "| cbfc |", "| xoff |")), SizeIs(1));
  EXPECT_THAT(differences_of(made, replaced(kPage, "|  |\n", "| |\n")), IsEmpty());
}

TEST(Page, CellsThatAreNotDrawnAreNotCompared) {
  MadeUp made(kTable);
  for (std::size_t i = 0; i < made.jobs().size(); ++i) {
    if (made.jobs()[i].combination.values[1] == 1) {
      made.rows()[i].reset();
    }
  }
  EXPECT_THAT(differences_of(made, replaced(kPage, "2.5<br>", "2.6<br>")), IsEmpty());
  EXPECT_THAT(differences_of(made, replaced(kPage, "1.5", "1.6")), SizeIs(1));
}

TEST(Page, OneLineAPlanSaysWhichRuns) {
  const MadeUp made(kTable);
  const std::string line = foot_line("s.toml", made.jobs(), "weir 1");
  const std::string once = with_foot_line(kPage, "s.toml", line);
  EXPECT_EQ(once, kPage + "\n" + line);
  EXPECT_EQ(with_foot_line(once, "s.toml", line), once);
  EXPECT_EQ(with_foot_line(once, "s.toml", foot_line("s.toml", made.jobs(), "weir 2")),
            kPage + "\n" + foot_line("s.toml", made.jobs(), "weir 2"));
  EXPECT_THAT(with_foot_line(once, "t.toml", foot_line("t.toml", made.jobs(), "weir 1")), HasSubstr(line));
}

}  // namespace weir::study::study_page_test
