// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/expression.h"

#include "tb/study/statistics.h"
#include "tb/sweep/series.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::study::expression_test {

Time ms(std::int64_t count) { return Time(count * 1'000'000'000); }

Names names() {
  Names all;
  all.windows = {{"early", ms(0), ms(20)}, {"20 to 60 ms", ms(20), ms(60)}};
  return all;
}

const Rows kRows = {{"drops", 3},
                    {"deadlock_time", std::nan("")},
                    {"flow.a.rate", 1e9},
                    {"flow.b.rate", 3e9},
                    {"flow.c.rate", std::nan("")},
                    {"flow.a.bps[mean 0ps to 20ms]", 5},
                    {"flow.b.bps[mean 0ps to 20ms]", 7},
                    {"flow.a.bps[mean 20ms to 60ms]", 11},
                    {"flow.a.bps[max 20ms to 60ms]", 13}};

double value(std::string_view text, const Rows& rows = kRows, std::optional<std::size_t> window = {}) {
  const Names all = names();
  return evaluate(parse_expression(text, all), {{&rows}, &all.windows, window}).front();
}

std::string refusal(std::string_view text) {
  return error_of<ExpressionError>([&] { static_cast<void>(parse_expression(text, names())); });
}

TEST(Expression, OperatorsBindAsInArithmetic) {
  EXPECT_EQ(value("1 + 2 * 3 - 4 / 2"), 5);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("-2 * 3"), -6);
  EXPECT_EQ(value("8 - 4 - 2"), 2);
  EXPECT_EQ(value("3 * 2 ^ 3 ^ 0 + 1"), 7);
  EXPECT_EQ(value("1 / 2 ^ -1"), 2);
  EXPECT_EQ(value("1 + 1 == 2 and not 2 < 1 or 0 > 1"), 1);
  EXPECT_EQ(value("1 < 2 and 2 != 2"), 0);
  EXPECT_EQ(value("3 >= 3"), 1);
  EXPECT_EQ(value("3 <= 2"), 0);
}

TEST(Expression, NumbersMayHaveUnits) {
  EXPECT_EQ(value("1.5us"), 1.5e-6);
  EXPECT_EQ(value("2Gbps + 500Mbps"), 2.5e9);
  EXPECT_EQ(value("1KB"), 1000);
}

TEST(Expression, ResultsOfARun) {
  EXPECT_EQ(value("drops + 1"), 4);
  EXPECT_EQ(value("flow.b.rate / flow.a.rate"), 3);
  EXPECT_TRUE(std::isnan(value("deadlock_time + 1")));
  EXPECT_TRUE(std::isnan(value("nothing_of_that_name")));
  EXPECT_TRUE(std::isnan(value("1 / 0")));
  EXPECT_EQ(value("deadlock_time > 0"), 0);
  EXPECT_EQ(value("deadlock_time != 0"), 0);
  EXPECT_EQ(value("deadlock_time or deadlock_time and 1"), 0);
  EXPECT_EQ(value("drops != 3 or drops != -3"), 1);
}

TEST(Expression, FunctionsPassOverWhatIsNoNumber) {
  EXPECT_EQ(value("sum(flow.*.rate)"), 4e9);
  EXPECT_EQ(value("mean(flow.*.rate)"), 2e9);
  EXPECT_EQ(value("min(flow.*.rate)"), 1e9);
  EXPECT_EQ(value("max(flow.*.rate, 9Gbps)"), 9e9);
  EXPECT_EQ(value("count(flow.*.rate)"), 2);
  EXPECT_EQ(value("median(1, 5, 2)"), 2);
  EXPECT_EQ(value("median(1, 5)"), 3);
  EXPECT_EQ(value("sd(2, 4)"), 1);
  EXPECT_EQ(value("max(abs(flow.*.rate - mean(flow.*.rate)))"), 1e9);
  EXPECT_NEAR(value("log(8) / log(2)"), 3, 1e-12);
  EXPECT_EQ(value("count(log(flow.*.rate))"), 2);
  EXPECT_EQ(value("ceil(2.1) + ceil(-2.1)"), 1);
  EXPECT_EQ(value("ceil(3) + ceil(0.1 * 30) + ceil(3.00001)"), 10) << "0.1 * 30 is a little more than 3";
  EXPECT_EQ(value("sum(ceil(flow.*.rate / 2Gbps))"), 3);
  EXPECT_TRUE(std::isnan(value("ceil(deadlock_time)")));
  EXPECT_TRUE(std::isnan(value("log(0)")));
  EXPECT_EQ(value("sum(flow.*.none)"), 0);
  EXPECT_TRUE(std::isnan(value("max(flow.*.none)")));
}

TEST(Expression, JainIsOneWhereAllAreTheSame) {
  EXPECT_EQ(value("jain(2, 2, 2, 2)"), 1);
  EXPECT_EQ(value("jain(8, 0, 0, 0)"), 0.25);
  EXPECT_EQ(value("jain(0, 0)"), 0);
  EXPECT_NEAR(value("jain(1, 3)"), 0.8, 1e-12);
}

TEST(Expression, SeriesAreOfANamedWindowOrThatOfTheCell) {
  EXPECT_EQ(value("flow.a.bps[early]"), 5);
  EXPECT_EQ(value("sum(flow.*.bps[early mean])"), 12);
  EXPECT_EQ(value("flow.a.bps[20 to 60 ms max]"), 13);
  EXPECT_EQ(value("flow.a.bps[window]", kRows, 0), 5);
  EXPECT_EQ(value("flow.a.bps[window]", kRows, 1), 11);
  EXPECT_TRUE(std::isnan(value("flow.a.bps[early min]")));
}

TEST(Expression, OfTheStepsOfAWindow) {
  Names all;
  all.windows = {{"each", ms(10), ms(40), ms(10)}};
  const auto at = [&](std::string_view text, std::vector<double> steps) {
    Rows rows;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      rows[sweep::name_over("q", {ms(10 * static_cast<std::int64_t>(i + 1)), ms(10 * static_cast<std::int64_t>(i + 2)),
                                  sweep::Over::kMean})] = steps[i];
    }
    return evaluate(parse_expression(text, all), {{&rows}, &all.windows, {}}).front();
  };
  EXPECT_EQ(at("since(q[each] > 1)", {2, 2, 2}), 0);
  EXPECT_EQ(at("since(q[each] > 1)", {2, 1, 2}), 0.02);
  EXPECT_TRUE(std::isnan(at("since(q[each] > 1)", {2, 2, 1})));
  EXPECT_EQ(at("until(q[each] > 1)", {2, 1, 1}), 0.01);
  EXPECT_EQ(at("until(q[each] > 1)", {1, 1, 2}), 0.03);
  EXPECT_TRUE(std::isnan(at("until(q[each] > 1)", {1, 1})));
  EXPECT_EQ(at("sum(steps(q[each] ^ 2))", {1, 2, 4}), 21);
  EXPECT_EQ(at("count(steps(q[each] > before(q[each])))", {1, 2, 4}), 3);
  EXPECT_EQ(at("sum(steps(q[each] > before(q[each])))", {1, 2, 4}), 2);
  EXPECT_EQ(at("max(steps(q[each] / before(q[each])))", {2, 6, 6}), 3);
  EXPECT_EQ(at("max(steps(before(before(q[each]))))", {2, 6, 6}), 2);
  EXPECT_EQ(at("max(steps(time[each]))", {1, 1, 1}), 0.03);
  EXPECT_EQ(at("until(q[each] > 1 and time[each] > until(q[each] < 2))", {2, 1, 2}), 0.03);
  EXPECT_EQ(wanted_of(parse_expression("until(q[each] > before(q[each]))", all), all.windows).size(), 3U);
  EXPECT_THROW(parse_expression("steps(drops)", all), ExpressionError);
  EXPECT_THROW(parse_expression("before(drops)", all), ExpressionError);
  EXPECT_THROW(parse_expression("before(q.*[each])", all), ExpressionError);
  EXPECT_THROW(parse_expression("since(drops > 1)", all), ExpressionError);
  EXPECT_THROW(parse_expression("since(q.*[each])", all), ExpressionError);
}

TEST(Expression, OfTheCellBefore) {
  const auto value = [](const char* text) {
    return sweep::AxisValue{.text = text, .setting = text, .number = {}, .unit = {}, .place = {}};
  };
  const std::vector<sweep::Axis> axes = {{.key = "end", .values = {value("1ms"), value("3ms"), value("7ms")}},
                                         {.key = "scheme", .values = {value("pfc"), value("cbfc")}}};
  const Names all;
  // Of the runs with the second scheme alone.
  const std::vector<Rows> rows = {{{"sent", 10}}, {{"sent", 40}}, {{"sent", 60}}};
  const auto run_at = [&](const std::vector<std::size_t>& place) { return place[1] == 1 ? &rows[place[0]] : nullptr; };
  const auto at = [&](std::string_view text, std::size_t end) {
    const Scene scene{.runs = {&rows[end]}, .windows = &all.windows, .places = {{end, 1}}, .run_at = run_at};
    return evaluate(parse_expression(text, all, axes), scene).front();
  };
  EXPECT_EQ(at("value(end)", 1), 3e-3);
  EXPECT_EQ(at("sent - at(sent, end=previous)", 2), 20);
  EXPECT_EQ(at("at(sent, end=previous) - at(at(sent, end=previous), end=previous)", 2), 30);
  EXPECT_EQ(at("at(at(sent, end=previous), end='7ms')", 0), 40);
  EXPECT_NEAR(at("at(value(end), end=previous)", 2), 3e-3, 1e-12);
  EXPECT_TRUE(std::isnan(at("at(sent, end=previous)", 0)));
  EXPECT_TRUE(std::isnan(at("at(sent, scheme=previous)", 0)));
  // The first value for which the condition is true, whichever cell asks.
  for (const std::size_t end : {0U, 2U}) {
    EXPECT_EQ(at("at(sent, end=first(sent > 20))", end), 40);
    EXPECT_EQ(at("at(sent, end=first(sent > 0))", end), 10);
    EXPECT_NEAR(at("at(value(end), end=first(sent > 40))", end), 7e-3, 1e-12);
    EXPECT_TRUE(std::isnan(at("at(sent, end=first(sent > 60))", end)));
    EXPECT_EQ(at("at(sent - at(sent, end=previous), end=first(sent - at(sent, end=previous) > 25))", end), 30);
    EXPECT_EQ(at("at(sent, scheme='cbfc', end=first(sent == 60))", end), 60);
    EXPECT_TRUE(std::isnan(at("at(sent, scheme='pfc', end=first(sent > 0))", end)));
    EXPECT_EQ(at("at(value(end) > 0, scheme=first(sent > 0))", end), 1);  // there is no run with the first scheme
  }
  const auto refused = [&](std::string_view text) {
    return error_of<ExpressionError>([&] { static_cast<void>(parse_expression(text, all, axes)); });
  };
  EXPECT_THAT(refused("at(sent, ende=previous)"), HasSubstr("there is no axis \"ende\"; the nearest is \"end\""));
  EXPECT_THAT(refused("at(sent, end=before)"), HasSubstr("wanted an axis with a value, as in scheme='pfc', "));
  EXPECT_THAT(refused("at(sent, window=previous)"), HasSubstr("wanted an axis with a value"));
  EXPECT_THAT(refused("at(sent, window=first(sent > 1))"), HasSubstr("wanted an axis with a value"));
  EXPECT_THAT(refused("at(sent, end=first(sent > 1"), HasSubstr("wanted one number and ')' in first()"));
  EXPECT_THAT(refused("at(sent, end=first(se*))"), HasSubstr("wanted one number and ')' in first()"));
  EXPECT_THAT(refused("at(sent, end=first(sent > 1), scheme=first(sent > 1))"),
              HasSubstr("wanted one first() in at()"));
  EXPECT_THAT(refused("value(scheme)"), HasSubstr("wanted an axis of numbers in value(); scheme has \"pfc\""));
  EXPECT_THAT(refused("value(end"), HasSubstr("wanted ')'; got the end"));
}

TEST(Expression, RunsIsTheListOfAllSeeds) {
  const Rows other = {{"drops", 5}};
  const Names all = names();
  const Scene scene{{&kRows, &other}, &all.windows, {}};
  EXPECT_THAT(evaluate(parse_expression("drops", all), scene), ElementsAre(3, 5));
  EXPECT_THAT(evaluate(parse_expression("sum(runs(drops))", all), scene), ElementsAre(8, 8));
}

TEST(Expression, ByIsTheListOfTheValuesOfAnAxis) {
  std::vector<sweep::Axis> axes(2);
  axes[0].key = "net";
  axes[0].values.resize(3);
  axes[1].key = "seed";
  axes[1].values.resize(2);
  const Names all = names();
  const std::vector<Rows> rows = {{{"dead", 1}}, {{"dead", 0}}, {{"dead", 0}}, {{"dead", 4}}, {{"dead", 2}}};
  const Scene scene{.runs = {&rows[0], &rows[1], &rows[2], &rows[3], &rows[4]},
                    .windows = &all.windows,
                    .places = {{0, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 0}}};
  const auto of = [&](std::string_view text) { return evaluate(parse_expression(text, all, axes), scene); };
  EXPECT_THAT(of("count(by(net, dead))"), Each(2)) << "no run has b";
  EXPECT_THAT(of("sum(by(net, sum(runs(dead))))"), Each(7));
  EXPECT_THAT(of("max(by(net, sum(runs(dead))))"), Each(4));
  EXPECT_THAT(of("min(by(net, sum(runs(dead))))"), Each(3));
  EXPECT_THAT(of("sum(by(net, max(runs(dead)) > 1))"), Each(2));
  EXPECT_THAT(of("sum(by(net, count(by(seed, dead))))"), Each(4));
  EXPECT_THAT(of("max(by(seed, sum(runs(dead))))"), Each(4));
  EXPECT_THAT(of("dead - min(by(net, sum(runs(dead))))"), ElementsAre(-2, -3, -3, 1, -1));
  const auto refused = [&](std::string_view text) {
    return error_of<ExpressionError>([&] { static_cast<void>(parse_expression(text, all, axes)); });
  };
  EXPECT_THAT(refused("sum(by(nets, dead))"), HasSubstr("there is no axis \"nets\"; the nearest is \"net\""));
  EXPECT_THAT(refused("sum(by(net))"), HasSubstr("there is no axis"));
  EXPECT_THAT(refused("sum(by(net, runs(dead)))"), HasSubstr("wanted one number and ')' in by()"));
  EXPECT_THAT(refused("sum(by(net, dead, dead))"), HasSubstr("wanted one number and ')' in by()"));
  EXPECT_TRUE(parse_expression("by(net, dead)", all, axes)->list);
}

TEST(Expression, NumbersOfWarnings) {
  Rows rows = {{"drops", 3}};
  rows.warnings = {"k C T/q_eq = 1.88 at ports of 10Gbps: from 1 on queues overshoot", "it lasts for 377.5ms.",
                   "B0 <= 274KB", "it lasts for 1s", "B0 is ..."};
  EXPECT_EQ(value("warned('q_eq = ')", rows), 1.88);
  EXPECT_EQ(value("warned('for ') / 2", rows), 0.3775 / 2);
  EXPECT_EQ(value("warned('B0 <= ')", rows), 274e3);
  EXPECT_EQ(value("warned('queues overshoot')", rows), 1);
  EXPECT_EQ(value("warned('B0 is ')", rows), 1);
  EXPECT_EQ(value("warned('from 2') > 0", rows), 0);
  EXPECT_TRUE(std::isnan(value("warned('from 2')", rows)));
  EXPECT_TRUE(wanted_of(parse_expression("warned('for ')", names()), {}).empty());
  EXPECT_THAT(refusal("warned(drops)"), HasSubstr("wanted a text in single quotes, as in warned('at its top for ')"));
  EXPECT_THAT(refusal("warned('drops"), HasSubstr("wanted a text in single quotes"));
  EXPECT_THAT(refusal("warned('')"), HasSubstr("wanted a text in single quotes"));
  EXPECT_THAT(refusal("warned('a', 2)"), HasSubstr("wanted ')'"));
}

TEST(Expression, SaysWhatRunsMustStore) {
  const Names all = names();
  const auto wanted = wanted_of(parse_expression("flow.*.bps[window] + drops - drops", all), all.windows);
  ASSERT_EQ(wanted.size(), 3U);
  EXPECT_EQ(wanted[0].text, "flow.*.bps[mean 0ps to 20ms]");
  EXPECT_EQ(wanted[1].text, "flow.*.bps[mean 20ms to 60ms]");
  EXPECT_EQ(wanted[1].span->to, ms(60));
  EXPECT_EQ(wanted[2].text, "drops");
  EXPECT_FALSE(wanted[2].span);
}

TEST(Expression, KnowsWhetherItIsAList) {
  EXPECT_TRUE(parse_expression("flow.*.rate * 2", names())->list);
  EXPECT_TRUE(parse_expression("abs(flow.*.rate)", names())->list);
  EXPECT_TRUE(parse_expression("runs(drops)", names())->list);
  EXPECT_FALSE(parse_expression("min(flow.*.rate) * 2", names())->list);
  EXPECT_TRUE(parse_expression("min(flow.*.bps[window])", names())->by_window);
  EXPECT_FALSE(parse_expression("min(flow.*.bps[early])", names())->by_window);
}

TEST(Expression, RefusesWhatItCannotRead) {
  EXPECT_THAT(refusal("1 +"), HasSubstr("wanted a number, a name, a function or '('; got the end"));
  EXPECT_THAT(refusal("(1"), HasSubstr("wanted ')'"));
  EXPECT_THAT(refusal("1 2"), HasSubstr("wanted an operator or the end; got \"2\""));
  EXPECT_THAT(refusal("3Gpbs"), HasSubstr("wanted a number, or one with a unit"));
  EXPECT_THAT(refusal("1.2.3"), HasSubstr("wanted a number, or one with a unit"));
  EXPECT_THAT(refusal("meen(1)"), HasSubstr("the nearest is \"mean\""));
  EXPECT_THAT(refusal("flow.a.bps[earli]"), HasSubstr("there is no window \"earli\"; the nearest is \"early\""));
  EXPECT_THAT(refusal("flow.a.bps[early"), HasSubstr("wanted ']'"));
  EXPECT_THAT(refusal("runs(flow.*.rate)"), HasSubstr("wanted one number of each run"));
  EXPECT_THAT(refusal("runs(1, 2)"), HasSubstr("wanted one expression in runs()"));
  EXPECT_THAT(refusal(std::string(100, '(')), HasSubstr("fewer parentheses"));
}

TEST(Expression, ListsOfDifferentLengthsHaveNoSum) {
  EXPECT_THROW(value("max(flow.*.rate + flow.*.bps[early])"), std::invalid_argument);
  EXPECT_EQ(value("max(flow.*.bps[early] + flow.*.none)"), 7);
  EXPECT_EQ(value("max(flow.*.none + flow.*.bps[early])"), 7);
  EXPECT_THROW(value("max(flow.*.bps[early] * flow.*.none)"), std::invalid_argument);
}

TEST(Statistics, HalfIntervalIsStudents) {
  // Tables have 12.706 for one degree of freedom and 2.262 for nine.
  EXPECT_NEAR(half_interval(std::vector{1.0, 3.0}), 12.706, 1e-3);
  const std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_NEAR(half_interval(ten), 2.262 * 3.02765 / std::sqrt(10.0), 1e-3);
  EXPECT_EQ(half_interval(std::vector{4.0}), 0);
  EXPECT_EQ(half_interval(std::vector{4.0, 4.0}), 0);
}

report::TimeSeries series() {
  report::TimeSeries made;
  made.times = {ms(10), ms(20), ms(30)};
  made.columns = {{"flow.a.delivered_bps", "bps", {1, 3, 8}}, {"flow.b.delivered_bps", "bps", {2, 2, 2}}};
  return made;
}

sweep::Wanted over(const std::string& key, Time from, Time to, sweep::Over over) {
  return {key, sweep::Aggregate::kEach, key, {}, sweep::Span{from, to, over}};
}

TEST(Series, SamplesBehindTheBeginAndUpToTheEnd) {
  const auto rows = sweep::series_rows({over("flow.a.delivered_bps", ms(0), ms(20), sweep::Over::kMean),
                                        over("flow.a.delivered_bps", ms(10), ms(30), sweep::Over::kMinimum),
                                        over("flow.a.delivered_bps", ms(10), ms(30), sweep::Over::kMaximum)},
                                       series());
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].quantity, "flow.a.delivered_bps[mean 0ps to 20ms]");
  EXPECT_EQ(rows[0].value, 2);
  EXPECT_EQ(rows[1].value, 3);
  EXPECT_EQ(rows[2].value, 8);
}

TEST(Series, EachColumnOfAPatternAndNoneWithoutSamples) {
  EXPECT_EQ(sweep::series_rows({over("flow.*.delivered_bps", ms(0), ms(30), sweep::Over::kMean)}, series()).size(), 2U);
  EXPECT_TRUE(sweep::series_rows({over("flow.*.delivered_bps", ms(30), ms(40), sweep::Over::kMean)}, series()).empty());
}

}  // namespace weir::study::expression_test
