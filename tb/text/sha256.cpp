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

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    require(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(std::string_view bytes) { require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned length = 0;
    require(EVP_DigestFinal_ex(context_.get(), bytes.data(), &length) == 1);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
      text += {kDigits[bytes[i] >> 4U], kDigits[bytes[i] & 0xfU]};
    }
    return text;
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
  return digest.finish();
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
  return digest.finish();
}

}  // namespace weir::text
