// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/sha256.h"

#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::text::sha256_test {

// FIPS 180-2, appendix B.
TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const TemporaryDirectory temporary;
  const std::string path = temporary.path() / "million";
  const std::string million(1'000'000, 'a');
  std::ofstream(path) << million;
  EXPECT_EQ(sha256_of_file(path), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256_of(million), sha256_of_file(path));
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_EQ(sha256_of_file(path), sha256_of(""));
  std::filesystem::remove(path);
  EXPECT_THROW(sha256_of_file(path), std::runtime_error);
}

}  // namespace weir::text::sha256_test
