// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/shared_object.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::text::shared_object_test {

TEST(SharedObject, StandsBesideTheProgram) {
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe");
  EXPECT_EQ(program_folder(), program.parent_path());
  EXPECT_EQ(shared_object(program.filename()), program) << "any file there";
  EXPECT_EQ(shared_object("libweir_nowhere.so"), "");
}

}  // namespace weir::text::shared_object_test
