// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A class mapper of one's own: classes by service of DiffServ (RFC 4594). Network control, voice (EF), the four assured
// services (AF1 to AF4) and lower effort have a class each; all other code points share that of best effort.

#include <array>

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

constexpr std::array<const char*, 4> kServices{"control", "voice", "assured", "lower_effort"};
constexpr std::array<std::int64_t, 4> kClasses{7, 6, 2, 1};

class Service final : public ClassMapper {
 public:
  explicit Service(Build& build) {
    for (std::size_t i = 0; i < kServices.size(); ++i)
      classes_[i] = static_cast<unsigned>(build.integer(
          {kServices[i], "The class of the service; of AF1, with AF2 to AF4 above it."}, kClasses[i], {0, 7}));
    if (classes_[2] + 4 > build.place().classes)
      build.refuse("assured", "wanted four classes from there on; got " + std::to_string(classes_[2]));
  }

  bool is_by_fields() const override { return true; }
  unsigned class_of(const Fields& fields, const Packet&, Time) override {
    constexpr unsigned kControl = 48, kVoice = 46, kLowerEffort = 8;
    if (fields.dscp >= kControl)
      return classes_[0];
    if (fields.dscp == kVoice)
      return classes_[1];
    if (fields.dscp == kLowerEffort)
      return classes_[3];
    const unsigned group = fields.dscp / 8, preference = fields.dscp % 8 / 2;
    const bool assured = group >= 1 && group <= 4 && preference != 0 && fields.dscp % 2 == 0;
    return assured ? classes_[2] + group - 1 : 0;
  }

 private:
  std::array<unsigned, 4> classes_{};
};

}  // namespace

WEIR_PARTS { parts.add<Service>("service", "classes by the services of DiffServ"); }
