// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/sha256.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

namespace weir::text {
namespace {

constexpr std::size_t kBytes = 32;

std::string in_hexadecimal(const std::array<unsigned char, kBytes>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += {kDigits[byte >> 4U], kDigits[byte & 0xfU]};
  }
  return text;
}

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    require(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(std::string_view bytes) { require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

  std::array<unsigned char, kBytes> finish() {
    std::array<unsigned char, kBytes> bytes{};
    require(EVP_DigestFinal_ex(context_.get(), bytes.data(), nullptr) == 1);
    return bytes;
  }

 private:
  static void require(bool held) {
    if (!held) {
      throw std::runtime_error("libcrypto has no SHA-256");
    }
  }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return in_hexadecimal(digest.finish());
}

std::string sha256_in_base64(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  const std::array<unsigned char, kBytes> found = digest.finish();
  constexpr std::size_t kCharacters = (kBytes + 2) / 3 * 4;
  std::array<unsigned char, kCharacters + 1> text{};  // libcrypto ends its text with a zero
  EVP_EncodeBlock(text.data(), found.data(), kBytes);
  return {text.begin(), text.begin() + kCharacters};
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
