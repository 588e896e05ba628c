// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/hop_label.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::hop_label_test {

TEST(HopLabel, BeginsInTheFirstClassOfTheServiceUnlessTrusted) {
  constexpr ClassMask kServices = 0x91;  // 0 to 3, 4 to 6, and 7
  for (std::size_t named = 0; named < kClasses; ++named) {
    const ClassId first = service_of(kServices, ClassId(named)).first;
    EXPECT_EQ(class_of_label(kServices, std::nullopt, true, ClassId(named)), first);
    for (std::size_t label = 0; label < kClasses; ++label) {
      EXPECT_EQ(class_of_label(kServices, ClassId(label), false, ClassId(named)), first) << "forged";
      EXPECT_EQ(class_of_label(kServices, ClassId(label), true, ClassId(named)), ClassId(label));
    }
  }
}

// Of all divisions into services: whatever the first label, classes rise by one on the way and stay in their service,
// so that a packet passes no more switches than that has classes.
TEST(HopLabel, RisesWithinItsServiceAndEndsThere) {
  for (unsigned services = 1; services < 256; services += 2) {
    for (std::size_t first = 0; first < kClasses; ++first) {
      const auto mask = static_cast<ClassMask>(services);
      const Service service = service_of(mask, ClassId(first));
      ClassId now(first);
      std::size_t switches = 1;
      while (const auto next = label_after(mask, now)) {
        if (service.is_plain()) {
          EXPECT_EQ(*next, now);
          break;
        }
        EXPECT_EQ(next->index(), now.index() + 1);
        EXPECT_LE(next->index(), service.last.index());
        now = *next;
        ++switches;
      }
      EXPECT_EQ(switches, service.is_plain() ? 1 : service.last.index() - first + 1) << services << " " << first;
    }
  }
}

}  // namespace weir::reference::hop_label_test
