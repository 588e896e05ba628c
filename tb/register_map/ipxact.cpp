// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "tb/register_map/generators.h"
#include "tb/register_map/text.h"

namespace weir::register_map {
namespace {

using ledger::Access;
using ledger::MappedRegister;

constexpr const char* kNamespace = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014";

std::string escaped(std::string text) {
  text = replaced(std::move(text), "&", "&amp;");
  text = replaced(std::move(text), "<", "&lt;");
  return replaced(std::move(text), ">", "&gt;");
}

// Elements, one a line, at the depth of the nesting.
class Writer {
 public:
  void open(const char* tag) {
    line(fmt::format("<ipxact:{}>", tag));
    ++depth_;
  }
  void close(const char* tag) {
    --depth_;
    line(fmt::format("</ipxact:{}>", tag));
  }
  void element(const char* tag, const std::string& content) {
    line(fmt::format("<ipxact:{0}>{1}</ipxact:{0}>", tag, escaped(content)));
  }
  void number(const char* tag, std::uint64_t value) { element(tag, std::to_string(value)); }
  void hex(const char* tag, std::uint64_t value) { element(tag, fmt::format("'h{:x}", value)); }
  void line(const std::string& words) { text_ += std::string(2 * depth_, ' ') + words + "\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

const char* access_of(Access access) { return access == Access::kReadOnly ? "read-only" : "read-write"; }

void write_field(Writer& writer, const Field& field, Access access, std::uint64_t reset) {
  writer.open("field");
  writer.element("name", field.name);
  if (!field.description.empty())
    writer.element("description", field.description);
  writer.number("bitOffset", field.offset);
  writer.open("resets");
  writer.open("reset");
  writer.hex("value", field.reset_of(reset));
  writer.close("reset");
  writer.close("resets");
  writer.number("bitWidth", field.width);
  writer.element("volatile", access == Access::kReadWrite ? "false" : "true");
  writer.element("access", access_of(access));
  if (access == Access::kWriteOneToClear)
    writer.element("modifiedWriteValue", "oneToClear");
  writer.close("field");
}

void write_dimensions(Writer& writer, const MappedRegister& mapped, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    writer.number("dim", mapped.declaration.dimensions[i].size);
}

void write_register(Writer& writer, const MappedRegister& mapped, const std::string& name, std::size_t dimensions,
                    std::uint64_t offset, std::uint64_t reset) {
  writer.open("register");
  writer.element("name", name);
  writer.element("description", description_of(mapped));
  write_dimensions(writer, mapped, dimensions);
  writer.hex("addressOffset", offset);
  writer.number("size", mapped.element_bytes * 8);
  writer.element("volatile", mapped.declaration.access == Access::kReadWrite ? "false" : "true");
  writer.element("access", access_of(mapped.declaration.access));
  for (const Field& field : fields_of(mapped.declaration))
    write_field(writer, field, mapped.declaration.access, reset);
  writer.close("register");
}

void write_file(Writer& writer, const MappedRegister& mapped, std::uint64_t offset) {
  writer.open("registerFile");
  writer.element("name", mapped.declaration.name);
  writer.element("description", description_of(mapped));
  write_dimensions(writer, mapped, mapped.declaration.dimensions.size() - 1);
  writer.hex("addressOffset", offset);
  writer.hex("range", file_bytes(mapped));
  for (std::uint64_t i = 0; i < mapped.declaration.resets.size(); ++i) {
    write_register(writer, mapped, name_within_file(mapped, i), 0, i * mapped.element_bytes,
                   mapped.declaration.resets[i]);
  }
  writer.close("registerFile");
}

// No register may be wider than the address block it stands in (IEEE 1685-2014, SCR 7.5), and the bus takes any number
// of its 32-bit words in one transfer.
std::uint64_t width_of(const ledger::AddressMap& map, const ledger::MappedBlock& block) {
  std::uint64_t bytes = ledger::kWordBytes;
  for (const MappedRegister& mapped : map.registers_of(block))
    bytes = std::max(bytes, mapped.element_bytes);
  return bytes * 8;
}

void write_block(Writer& writer, const ledger::AddressMap& map, const ledger::MappedBlock& block) {
  writer.open("addressBlock");
  writer.element("name", block.name);
  writer.hex("baseAddress", block.offset);
  writer.hex("range", block.bytes);
  writer.number("width", width_of(map, block));
  writer.element("usage", "register");
  // A register file comes after all registers that stand for themselves.
  for (const bool files : {false, true}) {
    for (const MappedRegister& mapped : map.registers_of(block)) {
      const ledger::RegisterDeclaration& declaration = mapped.declaration;
      if (has_several_resets(mapped) != files)
        continue;
      if (files)
        write_file(writer, mapped, mapped.offset - block.offset);
      else
        write_register(writer, mapped, declaration.name, declaration.dimensions.size(), mapped.offset - block.offset,
                       declaration.reset);
    }
  }
  writer.close("addressBlock");
}

}  // namespace

std::string to_ipxact(const ledger::AddressMap& map, const Title& title) {
  Writer writer;
  writer.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  writer.line(
      fmt::format("<ipxact:component xmlns:ipxact=\"{0}\" xmlns:xsi=\"http://www.w3.org/2001/"
                  "XMLSchema-instance\" xsi:schemaLocation=\"{0} {0}/index.xsd\">",
                  kNamespace));
  writer.element("vendor", "weir");
  writer.element("library", "asic");
  writer.element("name", map.name());
  writer.element("version", title.version);
  writer.open("memoryMaps");
  writer.open("memoryMap");
  writer.element("name", "csr");
  for (const ledger::MappedBlock& block : map.blocks())
    write_block(writer, map, block);
  writer.number("addressUnitBits", 8);
  writer.close("memoryMap");
  writer.close("memoryMaps");
  writer.element("description", title.text);
  writer.line("</ipxact:component>");
  return writer.text();
}

}  // namespace weir::register_map
