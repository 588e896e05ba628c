// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/published_rows.h"

#include "tb/bounds/pause_headroom.h"
#include "tb/bounds/response.h"
#include "tb/headroom/vendor_formula.h"

namespace weir::headroom {
namespace {

constexpr std::int64_t kGbps = 1'000'000'000;
constexpr Bytes kLeast{64};
constexpr Bytes kMost{9216};

constexpr std::string_view kTh5 = "7060X6";
constexpr std::string_view kS5448f = "S5448F";
constexpr std::string_view kDpu = "SN4280-O28";
constexpr std::string_view kSpectrum = "SN5610N-C224O8";
constexpr std::string_view kSame19 = "19 cells less: not explained";
constexpr std::string_view kScript = "lossless MTU 9,100 B, port MTU 1,024 B, 25 % small";
constexpr std::string_view kScriptNear = "lossless MTU 4,096 B, port MTU 9,216 B, 50 % small";
constexpr std::string_view kScriptFar = "the same, but port MTU 1,024 B: the table falls";
constexpr std::string_view kLineForm = "about 4/3 of the linear form without own time";

constexpr PublishedRow kRows[] = {
    {kTh5, "16PE-384C-O128S2, a671f0c5", BitRate(400 * kGbps), 5, Bytes(254), Bytes(393192), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kTh5, "16PE-384C-B-O128S2, b1d06d52", BitRate(400 * kGbps), 40, Bytes(254), Bytes(445770), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kTh5, "64PE-O128S2, a63e1151", BitRate(400 * kGbps), 150, Bytes(254), Bytes(612140), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(400 * kGbps), 300, Bytes(254), Bytes(839216), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(400 * kGbps), 30, Bytes(254), Bytes(425958), Rule::kFrames64, false,
     BitRate(400 * kGbps), kSame19},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(400 * kGbps), 500, Bytes(254), Bytes(1136396), Rule::kFrames64, false,
     BitRate(400 * kGbps), kSame19},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(800 * kGbps), 300, Bytes(254), Bytes(1621536), Rule::kFrames64, false,
     BitRate(400 * kGbps), ""},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(800 * kGbps), 5, Bytes(254), Bytes(724662), Rule::kFrames64, false,
     BitRate(400 * kGbps), kSame19},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(800 * kGbps), 40, Bytes(254), Bytes(1621536), Rule::kFrames64, false,
     BitRate(400 * kGbps), "the number of 300 m"},
    {kTh5, "64PE-B-P32O64, 1baa07ef", BitRate(100 * kGbps), 500, Bytes(254), Bytes(1136396), Rule::kUnknown, false,
     BitRate(100 * kGbps), "the number of 400 Gbps"},
    {kTh5, "64PE-B-O128, 4a379d2d", BitRate(400 * kGbps), 150, Bytes(254), Bytes(445770), Rule::kFrames64, false,
     BitRate(400 * kGbps), "the number of 40 m"},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(400 * kGbps), 5, Bytes(318), Bytes(464916), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(400 * kGbps), 40, Bytes(318), Bytes(531060), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(400 * kGbps), 300, Bytes(318), Bytes(1023324), Rule::kFrames64, true,
     BitRate(400 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(200 * kGbps), 5, Bytes(318), Bytes(268074), Rule::kFrames64, true,
     BitRate(200 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(200 * kGbps), 40, Bytes(318), Bytes(301146), Rule::kFrames64, true,
     BitRate(200 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(200 * kGbps), 300, Bytes(318), Bytes(547278), Rule::kFrames64, true,
     BitRate(200 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(100 * kGbps), 5, Bytes(318), Bytes(160272), Rule::kFrames64, true,
     BitRate(100 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(100 * kGbps), 40, Bytes(318), Bytes(176808), Rule::kFrames64, true,
     BitRate(100 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(100 * kGbps), 300, Bytes(318), Bytes(299874), Rule::kFrames64, true,
     BitRate(100 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(50 * kGbps), 5, Bytes(318), Bytes(112572), Rule::kFrames64, true,
     BitRate(50 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(50 * kGbps), 40, Bytes(318), Bytes(120840), Rule::kFrames64, true,
     BitRate(50 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(50 * kGbps), 300, Bytes(318), Bytes(182532), Rule::kFrames64, true,
     BitRate(50 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(25 * kGbps), 5, Bytes(318), Bytes(90948), Rule::kFrames64, true,
     BitRate(25 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(25 * kGbps), 40, Bytes(318), Bytes(95082), Rule::kFrames64, true,
     BitRate(25 * kGbps), ""},
    {kS5448f, "S5448F-C48O8, 089fa854", BitRate(25 * kGbps), 300, Bytes(318), Bytes(125928), Rule::kFrames64, true,
     BitRate(25 * kGbps), ""},
    {kDpu, "51efa3c9", BitRate(10 * kGbps), 5, Bytes(144), Bytes(16384), Rule::kMellanox, false, BitRate(10 * kGbps),
     kScript},
    {kDpu, "51efa3c9", BitRate(400 * kGbps), 300, Bytes(144), Bytes(225280), Rule::kMellanox, false,
     BitRate(400 * kGbps), kScript},
    {kDpu, "51efa3c9", BitRate(400 * kGbps), 1500, Bytes(144), Bytes(427008), Rule::kMellanox, false,
     BitRate(400 * kGbps), "the number of 200 Gbps"},
    {kDpu, "51efa3c9", BitRate(400 * kGbps), 2000, Bytes(144), Bytes(555008), Rule::kMellanox, false,
     BitRate(400 * kGbps), "the number of 200 Gbps"},
    {kSpectrum, "223508b0", BitRate(10 * kGbps), 40, Bytes(192), Bytes(20480), Rule::kMellanox, false,
     BitRate(10 * kGbps), kScriptNear},
    {kSpectrum, "223508b0", BitRate(800 * kGbps), 40, Bytes(192), Bytes(132096), Rule::kMellanox, false,
     BitRate(800 * kGbps), kScriptNear},
    {kSpectrum, "223508b0", BitRate(10 * kGbps), 250, Bytes(192), Bytes(14336), Rule::kMellanox, false,
     BitRate(10 * kGbps), kScriptFar},
    {kSpectrum, "223508b0", BitRate(800 * kGbps), 1000, Bytes(192), Bytes(1153024), Rule::kMellanox, false,
     BitRate(800 * kGbps), kScriptFar},
    {"7280DR3A-36", "282a8903", BitRate(400 * kGbps), 1000, Bytes(0), Bytes(778240), Rule::kUnknown, false,
     BitRate(400 * kGbps), kLineForm},
    {"7280DR3A-36", "282a8903", BitRate(400 * kGbps), 2000, Bytes(0), Bytes(1445888), Rule::kUnknown, false,
     BitRate(400 * kGbps), kLineForm},
    {"7260CX3-D108C8", "0832ae3d", BitRate(100 * kGbps), 300, Bytes(208), Bytes(268736), Rule::kUnknown, false,
     BitRate(100 * kGbps), ""},
};

// A row as the link that its profile is for, its own MAC and PHY without time.
bounds::PausedLink link_of(const PublishedRow& row) {
  bounds::PausedLink link;
  link.rate = row.rate;
  link.frames = bounds::FrameLengths::between(kLeast, kMost);
  link.cell = row.cell;
  link.times = bounds::pause_times(link, kMost, row.cable * bounds::kTimePerMetre,
                                   bounds::longest_response_time(row.rate), Time(0), Time(0));
  return link;
}

// The time in which frames of 64 B, a cell each, fill the row, less what is known of that time.
Time own_time(const PublishedRow& row) {
  const bounds::PausedLink link = link_of(row);
  return row.xoff / row.cell * link.line_time(kLeast) - link.times.total() - link.line_time(kMost);
}

// The mean over the rows of that hardware and rate that are fitted.
Time fitted_own(std::string_view hardware, BitRate rate) {
  Time sum;
  std::int64_t count = 0;
  for (const PublishedRow& row : kRows) {
    if (row.fits_own && row.hardware == hardware && row.rate == rate) {
      sum += own_time(row);
      ++count;
    }
  }
  return sum / count;
}

Bytes of_frames_64(const PublishedRow& row, Time own) {
  const bounds::PausedLink link = link_of(row);
  const Time time = link.times.total() + own + link.line_time(kMost);
  return row.cell * ((time + link.line_time(kLeast) - Time(1)) / link.line_time(kLeast));
}

Bytes of_mellanox(const PublishedRow& row) {
  VendorInputs inputs{
      .rate = row.rate, .cable = row.cable, .cell = row.cell, .quanta = bounds::response_quanta(row.rate)};
  if (row.hardware == kDpu) {
    inputs.lossless_mtu = Bytes(9100);
    inputs.port_mtu = Bytes(1024);
    inputs.small = 25;
    inputs.mac_phy = 1024;
  } else {
    constexpr std::int64_t kFar = 100;  // metres; the file follows from two runs of the script
    inputs.lossless_mtu = Bytes(4096);
    inputs.port_mtu = row.cable < kFar ? kMost : Bytes(1024);
    inputs.small = 50;
    inputs.mac_phy = 0.8 * 1024;
    inputs.tile = true;
  }
  return vendor_headroom(Vendor::kMellanox, inputs).xoff;
}

ExplainedRow explained(const PublishedRow& row) {
  ExplainedRow result{.row = &row, .by_rule = {}, .own = {}, .exact = {}};
  if (row.rule == Rule::kFrames64) {
    result.own = fitted_own(row.hardware, row.own_of);
    result.by_rule = of_frames_64(row, *result.own);
  } else if (row.rule == Rule::kMellanox) {
    result.by_rule = of_mellanox(row);
  }
  if (row.cell > Bytes(0)) {
    result.exact = bounds::pause_headroom(link_of(row)).above_xoff();
  }
  return result;
}

}  // namespace

double ExplainedRow::residue() const {
  const auto published = static_cast<double>(row->xoff.count());
  return by_rule ? published / static_cast<double>(by_rule->count()) - 1 : 0;
}

bool ExplainedRow::is_short() const { return exact && row->xoff < *exact; }

std::span<const PublishedRow> published_rows() { return kRows; }

std::vector<ExplainedRow> explained_rows() {
  std::vector<ExplainedRow> rows;
  for (const PublishedRow& row : kRows) {
    rows.push_back(explained(row));
  }
  return rows;
}

}  // namespace weir::headroom
