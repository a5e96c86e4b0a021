#include "harness/runtimes/library_file.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

#include "harness/floating_point_mode.hpp"

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

/// What kernels/pack/seal.py puts behind a library, in the bytes of a little-endian machine.
struct Seal {
  static constexpr std::array<char, 8> expected_mark{'S', 'P', 'H', 'S', 'E', 'A', 'L', '1'};
  std::array<char, 8> mark;
  std::uint64_t length;    ///< of the file before it
  std::uint64_t checksum;  ///< CRC-32 of all these bytes
};
static_assert(sizeof(Seal) == 24);

/// CRC-32 of the first `length` bytes.
std::uint64_t checksum(std::ifstream& stream, std::uint64_t length) {
  std::vector<char> block(std::size_t{1} << 20);
  std::uint64_t sum = crc32_z(0, nullptr, 0);
  stream.clear();
  stream.seekg(0);
  for (std::uint64_t left = length; left > 0;) {
    const std::uint64_t wanted = std::min<std::uint64_t>(left, block.size());
    if (!stream.read(block.data(), static_cast<std::streamsize>(wanted))) break;
    sum = crc32_z(sum, reinterpret_cast<const unsigned char*>(block.data()), wanted);
    left -= wanted;
  }
  return sum;
}

std::string seal_problem(std::ifstream& stream, std::uint64_t size) {
  constexpr const char* reseal =
      "if a tool has changed it on purpose, seal it anew with kernels/pack/seal.py";
  Seal seal{};
  if (size < sizeof seal || !read_at(stream, size - sizeof seal, &seal) ||
      seal.mark != Seal::expected_mark) {
    return fmt::format(
        "it carries no checksum of its build, so that damage would not be seen: {}, or {}", remedy,
        reseal);
  }
  const std::uint64_t length = size - sizeof seal;
  if (seal.length == length && checksum(stream, length) == seal.checksum) return "";
  return fmt::format("damaged: its bytes are not those that were built; {}, or {}", remedy, reseal);
}

/// dlopen(), which must not change how the thread computes: what is linked with -ffast-math does so
/// when it is loaded.
void* loaded(const fs::path& file) {
  const FloatingPointMode mode;
  void* library = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  mode.restore();
  return library;
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
  if (has_tables(header, size) && has_segments(stream, header, size))
    return seal_problem(stream, size);
  return fmt::format("it is cut short: its headers tell of more than its {} bytes; {}", size,
                     remedy);
}

void* open_library(const fs::path& file, std::string* problem) {
  *problem = library_problem(file);
  if (!problem->empty()) return nullptr;
  void* library = loaded(file);
  if (library == nullptr) *problem = dlerror();
  return library;
}

}  // namespace sphlab
