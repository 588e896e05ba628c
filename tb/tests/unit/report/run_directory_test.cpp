// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/run_directory.h"

#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::run_directory_test {

std::string message_of(const std::function<void()>& action) { return error_of<OutputError>(action); }

TEST(RunDirectory, MakesTheDirectoryAndItsParents) {
  const TemporaryDirectory temporary;
  const RunDirectory run = RunDirectory::create(temporary.path() / "a" / "b");
  run.write_file("summary.json", "{}");
  EXPECT_EQ(read_file(temporary.path() / "a" / "b" / "summary.json"), "{}");
}

TEST(RunDirectory, TakesAnEmptyDirectoryAndRefusesOneThatHoldsAnything) {
  const TemporaryDirectory temporary;
  const RunDirectory run = RunDirectory::create(temporary.path());
  temporary.put("mine.txt", "precious");
  EXPECT_THROW(RunDirectory::create(temporary.path()), BadOutputDirectory);
  EXPECT_THAT(message_of([&] { RunDirectory::create(temporary.path()); }),
              HasSubstr(temporary.path().string() + ": holds files already; wanted: a new or an empty directory"));
  EXPECT_EQ(read_file(temporary.path() / "mine.txt"), "precious");
}

TEST(RunDirectory, RefusesAFileInItsPlace) {
  const TemporaryDirectory temporary;
  temporary.put("out", "a file");
  EXPECT_THROW(RunDirectory::create(temporary.path() / "out"), BadOutputDirectory);
  EXPECT_THROW(RunDirectory::create(temporary.path() / "out" / "below"), BadOutputDirectory);
  EXPECT_THROW(RunDirectory::create_numbered("ring", temporary.path() / "out"), BadOutputDirectory);
}

TEST(RunDirectory, NumbersRunsWithoutReuse) {
  const TemporaryDirectory temporary;
  const RunDirectory first = RunDirectory::create_numbered("ring", temporary.path() / "out");
  const RunDirectory second = RunDirectory::create_numbered("ring", temporary.path() / "out");
  EXPECT_EQ(first.path(), temporary.path() / "out" / "ring-1");
  EXPECT_EQ(second.path(), temporary.path() / "out" / "ring-2");
}

TEST(RunDirectory, LeavesNoEmptyDirectoryBehind) {
  const TemporaryDirectory temporary;
  { const RunDirectory run = RunDirectory::create_numbered("ring", temporary.path()); }
  EXPECT_THAT(temporary.names(), IsEmpty());
  { const RunDirectory found = RunDirectory::create(temporary.path()); }
  EXPECT_TRUE(std::filesystem::exists(temporary.path())) << "a directory that was there is not ours to remove";
}

TEST(RunDirectory, OpensOnlyWhatIsThere) {
  const TemporaryDirectory temporary;
  EXPECT_THROW(RunDirectory::open(temporary.path() / "none"), BadOutputDirectory);
  EXPECT_EQ(RunDirectory::open(temporary.path()).path(), temporary.path());
}

TEST(OutputFile, HasItsFinalNameOnlyWhenComplete) {
  const TemporaryDirectory temporary;
  {
    OutputFile file(temporary.path() / "a.txt");
    file.write("half");
    file.flush();
    EXPECT_THAT(temporary.names(), ElementsAre("a.txt.partial"));
    file.write(" and half");
    file.commit();
    EXPECT_THAT(temporary.names(), ElementsAre("a.txt"));
  }
  EXPECT_EQ(read_file(temporary.path() / "a.txt"), "half and half");
}

TEST(OutputFile, IsRemovedWhenItWasNotCommitted) {
  const TemporaryDirectory temporary;
  {
    OutputFile file(temporary.path() / "a.txt");
    file.write(std::string(1U << 20, 'x'));
  }
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(OutputFile, ReplacesOnlyOnCommit) {
  const TemporaryDirectory temporary;
  temporary.put("a.txt", "old");
  OutputFile file(temporary.path() / "a.txt");
  file.write("new");
  EXPECT_EQ(read_file(temporary.path() / "a.txt"), "old");
  file.commit();
  EXPECT_EQ(read_file(temporary.path() / "a.txt"), "new");
}

TEST(OutputFile, NamesTheFileWhenTheDiskIsFull) {
  const TemporaryDirectory temporary;
  temporary.fill_disk_for("a.txt");
  const std::string message = message_of([&] {
    OutputFile file(temporary.path() / "a.txt");
    file.write(std::string(1U << 20, 'x'));
  });
  EXPECT_EQ(message, (temporary.path() / "a.txt").string() + ": cannot write: No space left on device");
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(OutputFile, FindsAFullDiskInTheLastByteToo) {
  const TemporaryDirectory temporary;
  temporary.fill_disk_for("a.txt");
  OutputFile file(temporary.path() / "a.txt");
  file.write("x");
  EXPECT_THROW(file.commit(), OutputError);
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(OutputFile, SaysWhyItCannotBeMade) {
  EXPECT_EQ(message_of([] { OutputFile file("/nonexistent/a.txt"); }),
            "/nonexistent/a.txt: cannot write: No such file or directory");
}

TEST(Publish, RenamesWhatIsThereAndNamesWhatIsNot) {
  const TemporaryDirectory temporary;
  temporary.put("b.partial", "b");
  publish(temporary.path() / "b.partial", temporary.path() / "b");
  EXPECT_THAT(temporary.names(), ElementsAre("b"));
  EXPECT_THROW(publish(temporary.path() / "c.partial", temporary.path() / "c"), OutputError);
}

TEST(ReadFile, NamesTheFileThatIsMissing) {
  EXPECT_EQ(message_of([] { read_file("/nonexistent/a.txt"); }),
            "/nonexistent/a.txt: cannot read: No such file or directory");
}

}  // namespace weir::report::run_directory_test
