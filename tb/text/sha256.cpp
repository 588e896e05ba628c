// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/sha256.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sha2.h>
#include <stdexcept>

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace weir::text {
namespace {

constexpr std::size_t kBytes = SHA256_DIGEST_LENGTH;

std::string in_hexadecimal(const std::array<std::uint8_t, kBytes>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += {kDigits[byte >> 4U], kDigits[byte & 0xfU]};
  }
  return text;
}

class Digest {
 public:
  Digest() { SHA256Init(&context_); }

  void add(std::string_view bytes) {
    SHA256Update(&context_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }

  std::array<std::uint8_t, kBytes> finish() {
    std::array<std::uint8_t, kBytes> bytes{};
    SHA256Final(bytes.data(), &context_);
    return bytes;
  }

 private:
  SHA2_CTX context_;
};

}  // namespace

std::string sha256_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return in_hexadecimal(digest.finish());
}

std::string sha256_in_base64(std::string_view bytes) {
  using boost::archive::iterators::base64_from_binary;
  using boost::archive::iterators::transform_width;
  Digest digest;
  digest.add(bytes);
  // Three bytes are four characters. The last character is of the zero that fills the last three bytes.
  std::array<std::uint8_t, (kBytes + 2) / 3 * 3> filled{};
  static_assert(filled.size() == kBytes + 1);
  std::ranges::copy(digest.finish(), filled.begin());
  using Characters = base64_from_binary<transform_width<const std::uint8_t*, 6, 8>>;
  std::string text(Characters(filled.data()), Characters(filled.data() + filled.size()));
  text.back() = '=';
  return text;
}

std::string sha256_of_file(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 16U;
  std::ifstream stream(path, std::ios::binary);
  std::string block(kBlock, '\0');
  Digest digest;
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
    digest.add(std::string_view(block).substr(0, static_cast<std::size_t>(stream.gcount())));
  }
  if (!stream.eof() || stream.bad()) {
    throw std::runtime_error(path + ": cannot be read: " + std::strerror(errno));
  }
  return in_hexadecimal(digest.finish());
}

}  // namespace weir::text
