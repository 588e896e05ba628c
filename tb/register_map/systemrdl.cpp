// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tb/register_map/generators.h"
#include "tb/register_map/text.h"

namespace weir::register_map {
namespace {

using ledger::Access;
using ledger::MappedRegister;

// SystemRDL 2.0, table 3: words that an identifier must not be unless it is escaped.
constexpr std::array<std::string_view, 74> kReserved = {"abstract",   "accesstype",  "addressingtype",
                                                        "addrmap",    "alias",       "all",
                                                        "bit",        "boolean",     "bothedge",
                                                        "compact",    "component",   "componentwidth",
                                                        "constraint", "default",     "encode",
                                                        "enum",       "external",    "false",
                                                        "field",      "fullalign",   "hw",
                                                        "inside",     "internal",    "level",
                                                        "longint",    "mem",         "na",
                                                        "negedge",    "nonsticky",   "number",
                                                        "onreadtype", "onwritetype", "posedge",
                                                        "property",   "r",           "rclr",
                                                        "ref",        "reg",         "regalign",
                                                        "regfile",    "rset",        "ruser",
                                                        "rw",         "rw1",         "signal",
                                                        "string",     "struct",      "sw",
                                                        "this",       "true",        "type",
                                                        "unsigned",   "w",           "w1",
                                                        "wclr",       "woclr",       "woset",
                                                        "wot",        "wr",          "wset",
                                                        "wuser",      "wzc",         "wzs",
                                                        "wzt",        "addressing",  "alternate",
                                                        "byte",       "int",         "real",
                                                        "shortint",   "shortreal",   "signed",
                                                        "with",       "within"};

std::string identifier(const std::string& name) {
  const bool reserved = std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
  return (reserved ? "\\" : "") + name;
}

std::string quoted(const std::string& text) {
  return "\"" + replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"") + "\"";
}

const char* field_access(Access access) {
  switch (access) {
    case Access::kReadWrite:
      return "sw = rw; hw = r;";
    case Access::kWriteOneToClear:
      return "sw = rw; onwrite = woclr; hw = rw;";
    case Access::kReadOnly:
    case Access::kInternal:
      break;
  }
  return "sw = r; hw = rw;";
}

// A register without its instance name: "reg { ... }".
std::string component(const MappedRegister& mapped, std::uint64_t reset, const std::string& indent) {
  const ledger::RegisterDeclaration& declaration = mapped.declaration;
  std::string text = "reg {\n";
  const auto line = [&](const std::string& words) { text += indent + "  " + words + "\n"; };
  line("desc = " + quoted(declaration.description) + ";");
  line("mechanism = " + quoted(declaration.mechanism) + ";");
  if (!declaration.source.empty())
    line("source = " + quoted(declaration.source) + ";");
  line(fmt::format("regwidth = {}; accesswidth = 32;", mapped.element_bytes * 8));
  for (const Field& field : fields_of(declaration)) {
    const std::string about = field.description.empty() ? "" : "desc = " + quoted(field.description) + "; ";
    line(fmt::format("field {{ {}{} }} {}[{}:{}] = {}'h{:x};", about, field_access(declaration.access),
                     identifier(field.name), field.offset + field.width - 1, field.offset, field.width,
                     field.reset_of(reset)));
  }
  return text + indent + "}";
}

std::string instance(const std::string& name, const std::string& array, std::uint64_t offset, std::uint64_t stride) {
  return fmt::format(" {}{} @{:#x}{};\n", identifier(name), array, offset,
                     array.empty() ? "" : fmt::format(" += {:#x}", stride));
}

std::string single(const MappedRegister& mapped, std::uint64_t block_offset) {
  return "    " + component(mapped, mapped.declaration.reset, "    ") +
         instance(mapped.declaration.name, array_of(mapped), mapped.offset - block_offset, mapped.element_bytes);
}

std::string file(const MappedRegister& mapped, std::uint64_t block_offset) {
  const ledger::RegisterDeclaration& declaration = mapped.declaration;
  std::string text = "    regfile {\n      desc = " + quoted(declaration.description) + ";\n";
  for (std::uint64_t i = 0; i < declaration.resets.size(); ++i) {
    text += "      " + component(mapped, declaration.resets[i], "      ") +
            instance(name_within_file(mapped, i), "", i * mapped.element_bytes, 0);
  }
  return text + "    }" +
         instance(declaration.name, array_of(mapped, declaration.dimensions.size() - 1), mapped.offset - block_offset,
                  file_bytes(mapped));
}

}  // namespace

std::string to_systemrdl(const ledger::AddressMap& map, const Title& title) {
  std::string text = fmt::format("// {}. Generated by weir {}.\n\n", title.text, title.version);
  text += "property mechanism { type = string; component = reg; };\n";
  text += "property source { type = string; component = reg; };\n\n";
  text +=
      fmt::format("addrmap {} {{\n  desc = {};\n  littleendian; lsb0;\n", identifier(map.name()), quoted(title.text));
  for (const ledger::MappedBlock& block : map.blocks()) {
    text += "\n  regfile {\n";
    for (const MappedRegister& mapped : map.registers_of(block))
      text += has_several_resets(mapped) ? file(mapped, block.offset) : single(mapped, block.offset);
    text += "  }" + instance(block.name, "", block.offset, 0);
  }
  return text + "};\n";
}

}  // namespace weir::register_map
