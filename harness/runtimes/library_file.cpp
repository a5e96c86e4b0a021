#include "harness/runtimes/library_file.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* remedy = "build it again";

/// Reads a T at `offset`. False where the file ends before that.
template <class T>
bool read_at(std::ifstream& stream, std::uint64_t offset, T* value) {
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(stream.read(reinterpret_cast<char*>(value), sizeof *value));
}

/// Whether `bytes` from `offset` on lie within a file of `size` bytes.
bool is_within(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

/// The end of the tables that the header names is within the file: linkers put that of the sections
/// last, so that it is missing where anything is.
bool has_tables(const Elf64_Ehdr& header, std::uint64_t size) {
  return is_within(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize, size) &&
         is_within(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, size);
}

/// Whether all that the loader will map is within the file.
bool has_segments(std::ifstream& stream, const Elf64_Ehdr& header, std::uint64_t size) {
  for (std::uint64_t k = 0; k < header.e_phnum; ++k) {
    Elf64_Phdr segment{};
    if (!read_at(stream, header.e_phoff + k * header.e_phentsize, &segment)) return false;
    if (!is_within(segment.p_offset, segment.p_filesz, size)) return false;
  }
  return true;
}

}  // namespace

std::string library_problem(const fs::path& file) {
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (failure && status.type() != fs::file_type::not_found) return failure.message();
  if (!fs::is_regular_file(status)) return "it is no regular file: remove it, or name another";
  const std::uint64_t size = fs::file_size(file, failure);
  std::ifstream stream(file, std::ios::binary);
  if (failure || !stream) return "it cannot be read: check that you may";
  Elf64_Ehdr header{};
  if (!read_at(stream, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return fmt::format("it is no shared library: {}, or remove it", remedy);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) return "it is of another kind of machine";
  if (has_tables(header, size) && has_segments(stream, header, size)) return "";
  return fmt::format("it is cut short: its headers tell of more than its {} bytes; {}", size,
                     remedy);
}

void* open_library(const fs::path& file, std::string* problem) {
  *problem = library_problem(file);
  if (!problem->empty()) return nullptr;
  void* library = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) *problem = dlerror();
  return library;
}

}  // namespace sphlab
