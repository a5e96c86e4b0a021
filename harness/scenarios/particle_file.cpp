#include "harness/scenarios/particle_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include "harness/error.hpp"
#include "harness/scenarios/particle_creation.hpp"

namespace sphlab {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are read as they lie");

constexpr std::string_view magic = "sphlabp\n";
constexpr std::uint32_t version = 1;
constexpr std::uint64_t header_bytes = 96;
constexpr std::uint64_t checksum_at = 84;
constexpr std::uint64_t behind_checksum = 88;
constexpr std::uint64_t text_at = 88;
constexpr std::uint64_t row_bytes = 64;
constexpr std::uint32_t most_rows = 64;
constexpr std::uint32_t most_components = 64;
constexpr std::uint64_t array_alignment = 64;

const std::map<std::string, std::uint64_t>& element_bytes() {
  static const std::map<std::string, std::uint64_t> bytes = {
      {"f4", 4}, {"f8", 8}, {"u1", 1}, {"u4", 4}, {"u8", 8}};
  return bytes;
}

/// Elements and components that an array with a meaning must have.
struct Meaning {
  std::vector<std::string> elements;
  std::uint32_t components;
};

const std::map<std::string, Meaning>& meanings() {
  static const std::map<std::string, Meaning> all = {
      {"position", {{"f4", "f8"}, 3}}, {"velocity", {{"f4", "f8"}, 3}}, {"mass", {{"f4", "f8"}, 1}},
      {"density", {{"f4", "f8"}, 1}},  {"radius", {{"f4", "f8"}, 1}},   {"type", {{"u1", "u4"}, 1}},
  };
  return all;
}

std::uint64_t aligned(std::uint64_t place) {
  return (place + array_alignment - 1) / array_alignment * array_alignment;
}

/// Computes the CRC-32 of all bytes but its own four.
std::uint32_t checksum_of(const std::byte* bytes, std::uint64_t size) {
  const auto* all = reinterpret_cast<const Bytef*>(bytes);
  return static_cast<std::uint32_t>(
      crc32_z(crc32_z(0, all, checksum_at), all + behind_checksum, size - behind_checksum));
}

/// @pre its element is one that there is
std::uint64_t bytes_of(const ParticleArray& array, std::uint64_t particles) {
  return particles * array.components * element_bytes().at(array.element);
}

template <class Number>
void put(std::string& bytes, std::uint64_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

template <class Number>
Number number_at(const std::byte* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

Vector vector_at(const std::byte* bytes) {
  return {number_at<double>(bytes), number_at<double>(bytes + 8), number_at<double>(bytes + 16)};
}

/// A text that zeros fill up; nothing but it may stand there.
bool is_text(std::string_view field, std::string& text) {
  text = field.substr(0, field.find('\0'));
  const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_printable) &&
         field.find_first_not_of('\0', text.size()) == std::string_view::npos;
}

bool is_name(const std::string& text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

std::string shown(const std::byte* bytes, std::size_t count) {
  std::string text(reinterpret_cast<const char*>(bytes), count);
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return text;
}

}  // namespace

ParticleFile::ParticleFile(std::filesystem::path file, const char* maker)
    : file_(std::move(file)), maker_(maker) {
  map();
  try {
    read_header();
    read_text();
    read_table();
  } catch (...) {
    munmap(const_cast<std::byte*>(bytes_), size_);
    throw;
  }
}

ParticleFile::~ParticleFile() {
  munmap(const_cast<std::byte*>(bytes_), size_);
}

void ParticleFile::refuse(const std::string& field, const std::string& what) const {
  throw InputError(fmt::format("{}: {}: {}", file_.string(), field, what));
}

void ParticleFile::map() {
  const auto cannot = [&](int number) {
    throw InputError(fmt::format("{}: cannot be read: {}", file_.string(), std::strerror(number)));
  };
  const int descriptor = open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) cannot(errno);
  struct stat found {};
  const bool is_known = fstat(descriptor, &found) == 0;
  size_ = is_known && S_ISREG(found.st_mode) ? static_cast<std::uint64_t>(found.st_size) : 0;
  void* begin = MAP_FAILED;
  if (size_ >= header_bytes) begin = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int failure = errno;
  close(descriptor);
  if (!is_known || !S_ISREG(found.st_mode)) refuse("file", "is no regular file");
  if (size_ < header_bytes) {
    refuse("header", fmt::format("the file holds {} of its {} bytes: it is no particle file, or "
                                 "truncated. Make one with '{}'.",
                                 size_, header_bytes, maker_));
  }
  if (begin == MAP_FAILED) cannot(failure);
  bytes_ = static_cast<const std::byte*>(begin);
}

void ParticleFile::read_header() {
  if (std::memcmp(bytes_, magic.data(), magic.size()) != 0) {
    refuse("header", fmt::format("begins with '{}', not with '{}': it is no particle file. Make "
                                 "one with '{}'.",
                                 shown(bytes_, magic.size()), "sphlabp\\n", maker_));
  }
  const auto found_version = number_at<std::uint32_t>(bytes_ + 8);
  if (found_version != version) {
    refuse("version", fmt::format("is {}, and this program reads {}. Make it again with '{}'.",
                                  found_version, version, maker_));
  }
  array_count_ = number_at<std::uint32_t>(bytes_ + 12);
  particles_ = number_at<std::uint64_t>(bytes_ + 16);
  if (particles_ < 1 || particles_ > max_particles) {
    refuse("particles", fmt::format("{} are not from 1 to {}, which can be numbered.", particles_,
                                    max_particles));
  }
  const auto told_size = number_at<std::uint64_t>(bytes_ + 24);
  if (told_size != size_) {
    refuse("size",
           fmt::format("the file holds {} bytes, and says {}: it {}. Copy it or make it "
                       "again.",
                       size_, told_size, size_ < told_size ? "is truncated" : "was written to"));
  }
  if (array_count_ < 1 || array_count_ > most_rows ||
      header_bytes + array_count_ * row_bytes > size_) {
    refuse("arrays", fmt::format("a table of {} does not fit: there may be 1 to {}, as far as the "
                                 "file reaches. Make it again.",
                                 array_count_, most_rows));
  }
  checksum_ = number_at<std::uint32_t>(bytes_ + checksum_at);
  const std::uint32_t found = checksum_of(bytes_, size_);
  if (found != checksum_) {
    refuse("checksum", fmt::format("is {:08x}, and says {:08x}: the file is damaged. Copy it or "
                                   "make it again.",
                                   found, checksum_));
  }
  lower_ = vector_at(bytes_ + 32);
  upper_ = vector_at(bytes_ + 56);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (std::isfinite(lower_[axis]) && std::isfinite(upper_[axis]) && lower_[axis] < upper_[axis])
      continue;
    refuse("box", fmt::format("reaches from {} to {} along {}: must be finite and of a width above "
                              "0. Import it again with --box.",
                              lower_[axis], upper_[axis], "xyz"[axis]));
  }
  const auto periodic = number_at<std::uint32_t>(bytes_ + 80);
  if (periodic > 7) {
    refuse("periodic axes", fmt::format("{} is no sum of 1 (x), 2 (y) and 4 (z).", periodic));
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    if ((periodic >> axis & 1) != 0) periodic_ += "xyz"[axis];
}

void ParticleFile::read_text() {
  const auto begin = number_at<std::uint64_t>(bytes_ + text_at);
  if (begin == 0) return;
  if (begin < header_bytes + array_count_ * row_bytes || begin >= size_) {
    refuse("text", fmt::format("begins at byte {}, which is not behind the table and before the "
                               "end of the file, byte {}. Make it again.",
                               begin, size_));
  }
  text_ = {reinterpret_cast<const char*>(bytes_ + begin), size_ - begin};
}

void ParticleFile::read_table() {
  for (std::uint32_t index = 0; index < array_count_; ++index) read_array(index);
  const ParticleArray* position = find("position");
  if (position == nullptr) refuse("arrays", "there is no 'position'. Make the file again.");
  position_ = static_cast<std::size_t>(position - arrays_.data());
}

void ParticleFile::read_array(std::uint32_t index) {
  const std::byte* row = bytes_ + header_bytes + index * row_bytes;
  const auto text = [&](std::size_t at, std::size_t size, const char* what) {
    std::string found;
    if (!is_text({reinterpret_cast<const char*>(row + at), size}, found))
      refuse(fmt::format("array {}", index),
             fmt::format("its {} is '{}', which is no text.", what, shown(row + at, size)));
    return found;
  };
  ParticleArray array{text(0, 24, "name"), text(24, 16, "unit"), text(40, 4, "type"),
                      number_at<std::uint32_t>(row + 44), nullptr};
  const std::string field = fmt::format("array {} ('{}')", index, array.name);
  if (!is_name(array.name)) refuse(field, "a name has lower-case letters, digits and hyphens.");
  if (find(array.name) != nullptr) refuse(field, "another has the same name.");
  if (!element_bytes().contains(array.element) || array.components < 1 ||
      array.components > most_components) {
    refuse(field, fmt::format("{} components of type '{}' are none that there is.",
                              array.components, array.element));
  }
  if (const auto meaning = meanings().find(array.name); meaning != meanings().end()) {
    const auto& [elements, components] = meaning->second;
    if (std::find(elements.begin(), elements.end(), array.element) == elements.end() ||
        array.components != components) {
      refuse(field, fmt::format("must have {} components of type {}, found {} of {}.", components,
                                fmt::join(elements, " or "), array.components, array.element));
    }
  }
  const auto begin = number_at<std::uint64_t>(row + 48);
  const auto bytes = number_at<std::uint64_t>(row + 56);
  const std::uint64_t needed = bytes_of(array, particles_);  // below 2^40
  if (bytes != needed) {
    refuse(field,
           fmt::format("has {} bytes, and {} particles need {}.", bytes, particles_, needed));
  }
  const std::uint64_t first = header_bytes + array_count_ * row_bytes;
  if (begin < first || begin % array_alignment != 0 || begin > size_ || bytes > size_ - begin) {
    refuse(field, fmt::format("its {} bytes from byte {} on do not lie at a multiple of {} behind "
                              "the table and before the end of the file, byte {}.",
                              bytes, begin, array_alignment, size_));
  }
  array.data = bytes_ + begin;
  arrays_.push_back(std::move(array));
}

const ParticleArray* ParticleFile::find(const std::string& name) const {
  const auto found = std::find_if(arrays_.begin(), arrays_.end(),
                                  [&](const ParticleArray& array) { return array.name == name; });
  return found == arrays_.end() ? nullptr : &*found;
}

std::string ParticleFile::content() const {
  return fmt::format("{} particles, crc32 {:08x}", particles_, checksum_);
}

std::string particle_file(const ParticleFileContent& content) {
  std::string bytes(header_bytes + content.arrays.size() * row_bytes, '\0');
  std::uint64_t end = bytes.size();
  for (std::size_t index = 0; index < content.arrays.size(); ++index) {
    const ParticleArray& array = content.arrays[index];
    const std::uint64_t row = header_bytes + index * row_bytes;
    const std::uint64_t begin = aligned(end);
    const std::uint64_t size = bytes_of(array, content.particles);
    bytes.replace(row, array.name.size(), array.name);
    bytes.replace(row + 24, array.unit.size(), array.unit);
    bytes.replace(row + 40, array.element.size(), array.element);
    put(bytes, row + 44, array.components);
    put(bytes, row + 48, begin);
    put(bytes, row + 56, size);
    end = begin + size;
  }
  bytes.reserve(end + content.text.size());
  for (const ParticleArray& array : content.arrays) {
    bytes.resize(aligned(bytes.size()), '\0');
    bytes.append(reinterpret_cast<const char*>(array.data), bytes_of(array, content.particles));
  }
  bytes += content.text;
  bytes.replace(0, magic.size(), magic);
  put(bytes, 8, version);
  put(bytes, 12, static_cast<std::uint32_t>(content.arrays.size()));
  put(bytes, 16, content.particles);
  put(bytes, 24, std::uint64_t{bytes.size()});
  put(bytes, 32, content.lower);
  put(bytes, 56, content.upper);
  put(bytes, text_at, content.text.empty() ? std::uint64_t{0} : end);
  put(bytes, checksum_at,
      checksum_of(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()));
  return bytes;
}

Vector ParticleFile::extent() const {
  Vector extent{};
  for (std::size_t axis = 0; axis < 3; ++axis) extent[axis] = upper_[axis] - lower_[axis];
  return extent;
}

Vector ParticleFile::position(std::uint64_t i) const {
  const ParticleArray& array = arrays_[position_];
  if (array.element == "f8") return vector_at(array.data + i * 3 * sizeof(double));
  const std::byte* at = array.data + i * 3 * sizeof(float);
  return {number_at<float>(at), number_at<float>(at + 4), number_at<float>(at + 8)};
}

}  // namespace sphlab
